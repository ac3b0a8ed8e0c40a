/* A transducer with its amplifier and converter:
 *
 *   y = Q( S( gain x + offset + e ) ),   S: saturation,   Q: the nearest multiple of the quantum,   e: noise from 0 to a limiting frequency.
 *
 * Late by n readings (a filter, a converter, a bus), straight between two of them: with n = m + p, 0 <= p < 1, x_k is (1 - p) x_{k-m} + p x_{k-m-1}.
 *
 * Noise: normal numbers, one a reading, through a Butterworth low-pass of order 4 with its -3 dB point at the limit. The filter is two sections
 * of order 2 with damping cos(pi/8) and cos(3 pi/8), followed exactly from reading to reading (x+ = Phi x + g xi). It begins in its stationary state,
 *   P = Phi P Phi' + g g',
 * and is scaled to the wanted RMS of e, which is the standard deviation of every reading. Where readings are too far apart for the limit (less than two in
 * its period, or one a command) the numbers are taken as they are: white noise up to half the frequency of the readings.
 * RMS of e: given, or RMS of the signal over SNR = RMS(r) / RMS(e) (Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 3.3); the signal's is then
 * given, too, for it cannot be known before the test.
 */
#include "experiment/laboratory.h"
#include "experiment/sensor.h"
#include "base/rng.h"
#include "math/lti.h"
#include "plugin.h"

enum { ORDER = 4, LATE_MOST = 1000 };

struct transducer {
	double gain, offset, rms, snr, signal, band, quantum, saturation, fail_at, late;
};

struct noise {               /* the state; numbers derived from the tick, then what changes */
	double phi[ORDER * ORDER], g[ORDER];
	double scale;            /* filter to wanted noise; 0: white */
	double x[ORDER];
	struct rng chance;
};

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	struct transducer *s = self;
	int code = 0;

	(void)lab;
	if (isnan(s->snr) != isnan(s->signal)) {
		code = err_set(e, ERR_ARGUMENT, a->object, "-snr and -signal belong together");
		err_hint(e, "noise = signal / snr; the RMS of the signal is not known before the test");
	} else if (!isnan(s->snr) && s->rms != 0.0) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the noise is given twice");
		err_hint(e, "either -rms or -snr with -signal");
	} else if (!isnan(s->snr)) {
		s->rms = s->signal / s->snr;
	}
	return code;
}

/* after the noise: readings so far, and the last ones in a ring, when it is late */
enum { NOISE = sizeof(struct noise) / sizeof(double), READINGS = NOISE, RING };

static int ring_size(const struct transducer *s)
{
	return (int)s->late + 2;
}

static int nstate(const void *self)
{
	const struct transducer *s = self;

	return s->late > 0.0 ? RING + ring_size(s) : NOISE;
}

/* Before the first reading it was what it is then. */
static double late(const struct transducer *s, double *h, double x)
{
	int n = ring_size(s), m = (int)s->late, newest = (int)h[READINGS];
	double *ring = h + RING, part = s->late - m;

	for (int k = 0; k < n && h[READINGS] == 0.0; k++)
		ring[k] = x;
	newest = newest % n + 1;
	h[READINGS] = newest;
	ring[newest % n] = x;
	return (1.0 - part) * ring[(newest - m + n) % n] + part * ring[(newest - m - 1 + n) % n];
}

/* The stationary covariance P, from its 16 linear equations. */
static int covariance(const struct noise *n, double p[ORDER * ORDER])
{
	double a[ORDER * ORDER * ORDER * ORDER];
	int size = ORDER * ORDER;

	for (int i = 0; i < ORDER; i++)
		for (int j = 0; j < ORDER; j++) {
			p[i * ORDER + j] = n->g[i] * n->g[j];
			for (int k = 0; k < ORDER; k++)
				for (int l = 0; l < ORDER; l++)
					a[(i * ORDER + j) * size + k * ORDER + l] =
						(i == k && j == l ? 1.0 : 0.0) - n->phi[i * ORDER + k] * n->phi[j * ORDER + l];
		}
	return mat_solve(size, a, p);
}

/* x = L xi with L L' = P */
static void stationary(struct noise *n, double p[ORDER * ORDER])
{
	double xi[ORDER], l[ORDER * ORDER] = {0};

	for (int i = 0; i < ORDER; i++) {
		xi[i] = rng_normal(&n->chance);
		for (int j = 0; j <= i; j++) {
			double sum = p[i * ORDER + j];

			for (int k = 0; k < j; k++)
				sum -= l[i * ORDER + k] * l[j * ORDER + k];
			l[i * ORDER + j] = i == j ? sqrt(fmax(sum, 0.0)) : l[j * ORDER + j] > 0.0 ? sum / l[j * ORDER + j] : 0.0;
		}
		for (int j = 0; j <= i; j++)
			n->x[i] += l[i * ORDER + j] * xi[j];
	}
}

static void start(const void *self, double *h, double dt, uint64_t seed, uint64_t stream)
{
	const struct transducer *s = self;
	struct noise n = {0};
	double w = 2.0 * M_PI * s->band, z1 = cos(M_PI / 8.0), z2 = cos(3.0 * M_PI / 8.0), g1[ORDER], p[ORDER * ORDER];
	const double a[ORDER * ORDER] = {0.0, w, 0.0, 0.0,  -w, -2.0 * z1 * w, 0.0, 0.0,  0.0, 0.0, 0.0, w,  w, 0.0, -w, -2.0 * z2 * w};
	const double b[ORDER] = {0.0, w, 0.0, 0.0};

	rng_init(&n.chance, seed, stream);
	if (dt > 0.0 && s->band * dt < 0.5) {
		lti_tick(ORDER, a, b, dt, n.phi, n.g, g1);
		for (int i = 0; i < ORDER; i++)
			n.g[i] += g1[i];
		if (covariance(&n, p) == 0 && p[2 * ORDER + 2] > 0.0) {
			n.scale = s->rms / sqrt(p[2 * ORDER + 2]);
			stationary(&n, p);
		}
	}
	memcpy(h, &n, sizeof(n));
}

static double noise_next(struct noise *n, double rms)
{
	double xi = rng_normal(&n->chance), next[ORDER];

	if (n->scale == 0.0)
		return rms * xi;
	mat_vec(ORDER, ORDER, n->phi, n->x, next);
	for (int i = 0; i < ORDER; i++)
		n->x[i] = next[i] + n->g[i] * xi;
	return n->scale * n->x[2];
}

static double read(const void *self, double *h, double x, double t)
{
	const struct transducer *s = self;
	struct noise n;
	double y;

	if (t >= s->fail_at)
		return NAN;
	y = s->gain * (s->late > 0.0 ? late(s, h, x) : x) + s->offset;
	if (s->rms > 0.0) {
		memcpy(&n, h, sizeof(n));
		y += noise_next(&n, s->rms);
		memcpy(h, &n, sizeof(n));
	}
	if (fabs(y) > s->saturation)
		y = copysign(s->saturation, y);
	return s->quantum > 0.0 ? s->quantum * round(y / s->quantum) : y;
}

static const struct param params[] = {
	{ .name = "-gain", .kind = PARAM_REAL, .offset = offsetof(struct transducer, gain), .def = 1.0, .help = "reading over true value" },
	{ .name = "-offset", .kind = PARAM_REAL, .offset = offsetof(struct transducer, offset), .help = "reading at zero" },
	{ .name = "-rms", .kind = PARAM_REAL, .offset = offsetof(struct transducer, rms), .range = RANGE_NONNEG, .help = "root mean square of the noise" },
	{ .name = "-snr", .kind = PARAM_REAL, .offset = offsetof(struct transducer, snr), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "signal to noise: RMS of the signal over RMS of the noise; with -signal" },
	{ .name = "-signal", .kind = PARAM_REAL, .offset = offsetof(struct transducer, signal), .def = NAN, .range = RANGE_NONNEG,
	  .help = "expected RMS of the signal, for -snr" },
	{ .name = "-band", .kind = PARAM_REAL, .offset = offsetof(struct transducer, band), .def = 50.0, .range = RANGE_POSITIVE,
	  .help = "limiting frequency of the noise [Hz of laboratory time]" },
	{ .name = "-quantum", .kind = PARAM_REAL, .offset = offsetof(struct transducer, quantum), .range = RANGE_NONNEG,
	  .help = "readings are multiples of it; 0: not quantised" },
	{ .name = "-saturation", .kind = PARAM_REAL, .offset = offsetof(struct transducer, saturation), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "largest reading, either sign; default: none" },
	{ .name = "-late", .kind = PARAM_REAL, .offset = offsetof(struct transducer, late), .range = {0.0, LATE_MOST, false, false},
	  .help = "it reads what was there so many readings (ticks of the rig) before, parts of one too; default 0" },
	{ .name = "-failAt", .kind = PARAM_REAL, .offset = offsetof(struct transducer, fail_at), .def = NAN,
	  .help = "from then on [s of laboratory time] it reads what is no number: a cut cable; default: never" },
	{ 0 },
};

const struct sensor_ops sensor_transducer = {
	.name = "Transducer",
	.brief = "Gain, offset, band-limited noise, saturation, quantisation, delay, a cable that fails",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 3.4.1",
	.example = "-gain 1.01 -offset 0.002 -rms 0.01 -quantum 1e-6 -saturation 10",
	.params = params,
	.size = sizeof(struct transducer),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.read = read,
};
