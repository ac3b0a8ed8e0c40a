/* Artificial earthquakes.
 *
 * Noise: independent normal numbers w_i at the samples, linear between them, drive
 *   ground   x'' + 2 zg wg x' + wg^2 x = -w,   a = 2 zg wg x' + wg^2 x   (total acceleration with its sign turned)
 *   high-pass y'' + 2 zf wf y' + wf^2 y = a,   b = y'' = a - 2 zf wf y' - wf^2 y
 * so that b has the spectrum of Clough and Penzien; each filter is advanced exactly. The filters run in for a while before t = 0.
 * Envelopes: Saragoni-Hart (t/T)^p exp(-q t/T) with the peak at e T and level n at T: p = -e ln n/(1 + e (ln e - 1)), q = p/e;
 * Jennings: (t/rise)^2, 1, exp(-decay (t - rise - hold)).
 * Pulses (velocity, s = t - t0, f = 1/period, g = cycles):
 *   Mavroeidis-Papageorgiou  A/2 (1 + cos(2 pi f s/g)) cos(2 pi f s + phase),  |s| <= g/(2 f)
 *   Gabor                    A exp(-(2 pi f s/g)^2/2) cos(2 pi f s + phase)
 * Kanai, BERI 35 (1957); Tajimi, 2WCEE (1960); Clough, Penzien, Dynamics of Structures (1975); Saragoni, Hart, EESD 2 (1973),
 * doi:10.1002/eqe.4290020305; Jennings, Housner, Tsai, Caltech (1968); Mavroeidis, Papageorgiou, BSSA 93 (2003), doi:10.1785/0120020100.
 */
#include "motion/generate.h"

#include "base/args.h"
#include "base/base.h"
#include "base/rng.h"
#include "motion/portable_math.h"
#include "motion/sdof.h"

#include <math.h>
#include <stdio.h>

enum { SAMPLES_MAX = 100000000 };

struct generate generate_default(uint64_t seed)
{
	return (struct generate){
		.seed = seed, .duration = 20.0, .dt = 0.01, .pga = 0.3,
		.ground_hz = 2.5, .ground_damping = 0.6, .high_pass_hz = 0.25, .high_pass_damping = 0.6,
		.envelope = ENVELOPE_SARAGONI_HART, .peak_part = 0.2, .end_level = 0.05,
		.rise = 3.0, .hold = 7.0, .decay = 0.3, .baseline = 2,
		.pulse_velocity = 0.05, .pulse_period = 1.5, .pulse_cycles = 2.0, .pulse_time = -1.0,
	};
}

static int check(const struct generate *g, struct err *e)
{
	const struct range between = { 0, 1, true, true }, cycles = { 1, 100, true, false };
	const struct {
		const char *name;
		double value;
		struct range range;
	} row[] = {
		{ "dt", g->dt, RANGE_POSITIVE },
		{ "duration", g->duration, RANGE_POSITIVE },
		{ "pga", g->pga, RANGE_NONNEG },
		{ "ground frequency", g->ground_hz, RANGE_POSITIVE },
		{ "ground damping", g->ground_damping, between },
		{ "high-pass frequency", g->high_pass_hz, RANGE_POSITIVE },
		{ "high-pass damping", g->high_pass_damping, between },
		{ "peak of the envelope", g->peak_part, between },
		{ "end level of the envelope", g->end_level, between },
		{ "rise", g->rise, RANGE_NONNEG },
		{ "hold", g->hold, RANGE_NONNEG },
		{ "decay", g->decay, RANGE_NONNEG },
		{ "pulse velocity", g->pulse_velocity, RANGE_ANY },
		{ "pulse period", g->pulse_period, RANGE_POSITIVE },
		{ "pulse phase", g->pulse_phase, RANGE_ANY },
		{ "pulse cycles", g->pulse_cycles, cycles },
		{ "pulse time", g->pulse_time, RANGE_ANY },
		{ "baseline degree", g->baseline, range_closed(0, BASELINE_MAX) },
		{ "number of samples", g->duration / g->dt, range_closed(BASELINE_MAX + 1, SAMPLES_MAX) },
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		char allowed[64];
		if (range_holds(row[i].range, row[i].value))
			continue;
		range_text(row[i].range, allowed, sizeof(allowed));
		int rc = err_set(e, ERR_RANGE, "motion generate", "%s is out of range", row[i].name);
		err_value(e, "%g", row[i].value);
		err_allowed(e, "%s", allowed);
		return rc;
	}
	return 0;
}

struct filter {
	struct sdof step;
	double w, z, u, v;
};

static struct filter filter_make(double hz, double damping, double dt)
{
	struct filter f = { .w = 2.0 * M_PI * hz, .z = damping };
	sdof_exact(f.w, damping, dt, &f.step);
	return f;
}

/* Spring and dashpot force of the filter's oscillator after a step. */
static double filter_force(struct filter *f, double p0, double p1)
{
	sdof_step(&f->step, p0, p1, &f->u, &f->v);
	return 2.0 * f->z * f->w * f->v + f->w * f->w * f->u;
}

static void filtered_noise(const struct generate *g, struct motion *m)
{
	struct rng rng;
	struct filter ground = filter_make(g->ground_hz, g->ground_damping, g->dt);
	struct filter high_pass = filter_make(g->high_pass_hz, g->high_pass_damping, g->dt);
	int run_in = (int)fmin(SAMPLES_MAX, ceil(2.0 / (g->high_pass_hz * g->high_pass_damping * g->dt)));
	double w = 0.0, a = 0.0;
	rng_init(&rng, g->seed, 0);
	for (int i = -run_in; i < m->n; i++) {
		double next_w = rng_normal(&rng), next_a = filter_force(&ground, -w, -next_w);
		double b = next_a - filter_force(&high_pass, a, next_a);
		if (i >= 0)
			m->x[i] = b;
		w = next_w;
		a = next_a;
	}
}

static double envelope(const struct generate *g, double t)
{
	if (g->envelope == ENVELOPE_SARAGONI_HART) {
		double e = g->peak_part, s = t / g->duration;
		double p = -e * portable_ln(g->end_level) / (1.0 + e * (portable_ln(e) - 1.0));
		return portable_pow(s / e, p) * portable_exp(fmax(-600.0, p * (1.0 - s / e)));
	}
	if (g->envelope == ENVELOPE_JENNINGS) {
		double after = t - g->rise - g->hold;
		if (t < g->rise)
			return t * t / (g->rise * g->rise);
		return after > 0.0 ? portable_exp(fmax(-600.0, -g->decay * after)) : 1.0;
	}
	return 1.0;
}

/* Acceleration of the pulse at s from its middle. */
static double pulse(const struct generate *g, double s)
{
	double f = 2.0 * M_PI / g->pulse_period, phase = g->pulse_phase * M_PI / 180.0, sn, cs, ws, wc;
	portable_sincos(f * s + phase, &sn, &cs);
	if (g->pulse == PULSE_GABOR) {
		double x = f * s / g->pulse_cycles;
		double bell = portable_exp(fmax(-600.0, -0.5 * x * x));
		return -g->pulse_velocity * bell * f * (x / g->pulse_cycles * cs + sn);
	}
	if (fabs(s) > 0.5 * g->pulse_cycles * g->pulse_period)
		return 0.0;
	portable_sincos(f * s / g->pulse_cycles, &ws, &wc);
	return -0.5 * g->pulse_velocity * f * (ws / g->pulse_cycles * cs + (1.0 + wc) * sn);
}

/* Gabor's pulse has no end; a margin of 4 standard deviations, 4 cycles/(2 pi) periods, holds it all but 1e-3. */
static double pulse_middle(const struct generate *g)
{
	double half = (g->pulse == PULSE_GABOR ? 4.0 / (2.0 * M_PI) : 0.5) * g->pulse_cycles * g->pulse_period;
	return g->pulse_time < 0.0 ? half : g->pulse_time;
}

static int make_noise(const struct generate *g, struct motion *m, struct err *e)
{
	int rc = 0;
	filtered_noise(g, m);
	for (int i = 0; i < m->n; i++)
		m->x[i] *= envelope(g, i * g->dt);
	if (g->baseline > 0)
		rc = motion_baseline(m, g->baseline, NULL, e);
	return rc < 0 ? rc : motion_scale_peak(m, g->pga, e);
}

int generate_motion(const struct generate *g, struct arena *mem, struct motion *ret, struct err *e)
{
	struct motion m = { .dt = g->dt };
	int rc = check(g, e);
	if (rc < 0)
		return rc;
	m.n = (int)floor(g->duration / g->dt * (1.0 + 1e-12)) + 1;
	if (!(m.x = ARENA_ARRAY(mem, (size_t)m.n, double)))
		return err_set(e, ERR_MEMORY, "motion generate", "no memory for %d samples", m.n);
	if (g->pga > 0.0 && (rc = make_noise(g, &m, e)) < 0)
		return rc;
	if (g->pulse != PULSE_NONE)
		for (int i = 0; i < m.n; i++)
			m.x[i] += pulse(g, i * g->dt - pulse_middle(g));
	snprintf(m.title, sizeof(m.title), "Artificial earthquake, seed %llu", (unsigned long long)g->seed);
	*ret = m;
	return 0;
}
