/* Sweeps, noise and steps.
 *
 *   sweep, linear        phase(t) = 2 pi (f0 t + (f1 - f0) t^2 / 2T)
 *   sweep, logarithmic   phase(t) = 2 pi f0 (T/q) (exp(q t/T) - 1),  q = ln(f1/f0);  frequency f0 exp(q t/T)
 *   noise                independent normal real and imaginary parts at all frequencies j/T of the band, back-transformed
 * Ends rise and fall like (1 - cos)/2: a sweep within a period of f0 and five periods of f1, noise within a twentieth of its time, and none of
 * them in more than a twentieth. What the taper does to the mean of noise is taken out in the shape of the taper; then it is scaled.
 */
#include "control/excitation.h"

#include "base/rng.h"
#include "math/fft.h"
#include "math/vec.h"

#include <math.h>

static const double TAPER = 0.05;          /* most, of the time, at each end */
static const double SWEEP_PERIODS = 1.0, NOISE_PERIODS = 10.0;     /* of f0, at least */
static const double END_PERIODS = 5.0;     /* of f1 in which a sweep ends */

const char *excitation_name(enum excitation_kind kind)
{
	static const char *const name[] = {[EXCITATION_SWEEP] = "sweep", [EXCITATION_NOISE] = "noise", [EXCITATION_STEP] = "step"};

	return name[kind];
}

static int body_ticks(const struct excitation *x)
{
	return (int)lround(x->seconds * x->rate_hz);
}

static int rest_ticks(const struct excitation *x)
{
	return (int)lround(x->settle * x->rate_hz);
}

static int rise_ticks(const struct excitation *x)
{
	return x->rise * x->rate_hz > 1.0 ? (int)lround(x->rise * x->rate_hz) : 1;
}

/* --- can it be ------------------------------------------------------------------------------------- */

static int band_check(const struct excitation *x, const char *object, struct err *e)
{
	double periods = x->kind == EXCITATION_SWEEP ? SWEEP_PERIODS : NOISE_PERIODS;

	if (!(x->f0 > 0.0) || !(x->f1 > x->f0)) {
		err_set(e, ERR_RANGE, object, "the band of the %s", excitation_name(x->kind));
		err_value(e, "%g to %g Hz", x->f0, x->f1);
		err_allowed(e, "0 < lowest < highest");
		return ERR_RANGE;
	}
	if (x->f1 > 0.5 * x->rate_hz) {
		err_set(e, ERR_RANGE, object, "the highest frequency is above half the rate of the rig");
		err_value(e, "%g Hz", x->f1);
		err_allowed(e, "at most %g Hz at %g ticks a second", 0.5 * x->rate_hz, x->rate_hz);
		return ERR_RANGE;
	}
	if (x->seconds * x->f0 < periods) {
		err_set(e, ERR_RANGE, object, "too short for its lowest frequency: %s needs %g periods of it", excitation_name(x->kind), periods);
		err_value(e, "%g s, %g periods of %g Hz", x->seconds, x->seconds * x->f0, x->f0);
		err_allowed(e, "at least %g s", periods / x->f0);
		err_hint(e, "longer, or from %g Hz on", periods / x->seconds);
		return ERR_RANGE;
	}
	return 0;
}

int excitation_check(const struct excitation *x, const char *object, struct err *e)
{
	double ticks = (x->seconds + 2.0 * x->settle) * x->rate_hz;

	if (!(ticks <= EXCITATION_TICKS)) {
		err_set(e, ERR_LIMIT, object, "too long: a command for every tick");
		err_value(e, "%g ticks", ticks);
		err_allowed(e, "at most %d", EXCITATION_TICKS);
		return ERR_LIMIT;
	}
	if (x->seconds * x->rate_hz < 32.0) {
		err_set(e, ERR_RANGE, object, "too short");
		err_value(e, "%g ticks", x->seconds * x->rate_hz);
		err_allowed(e, "at least 32");
		return ERR_RANGE;
	}
	if (x->kind != EXCITATION_STEP)
		return band_check(x, object, e);
	if (x->rise <= 0.125 * x->seconds)
		return 0;
	err_set(e, ERR_RANGE, object, "the step rises for too long: it shall stand for most of half the time");
	err_value(e, "%g s", x->rise);
	err_allowed(e, "at most %g s", 0.125 * x->seconds);
	return ERR_RANGE;
}

int excitation_ticks(const struct excitation *x)
{
	return body_ticks(x) + 2 * rest_ticks(x);
}

/* --- shapes ---------------------------------------------------------------------------------------- */

/* 0 at both ends, 1 between; rise and fall in seconds */
static double taper(const struct excitation *x, double t, double end, double rise, double fall)
{
	double most = TAPER * x->seconds, up = t / fmin(rise, most), down = (end - t) / fmin(fall, most), part = fmin(up, down);

	return part < 1.0 ? 0.5 - 0.5 * cos(M_PI * fmax(part, 0.0)) : 1.0;
}

static void sweep(const struct excitation *x, int n, double *ret)
{
	double end = (n - 1) / x->rate_hz, q = log(x->f1 / x->f0);

	for (int k = 0; k < n; k++) {
		double t = k / x->rate_hz;
		double turns = x->linear ? (x->f0 + 0.5 * (x->f1 - x->f0) * t / end) * t : x->f0 * end / q * expm1(q * t / end);

		ret[k] = x->amplitude * taper(x, t, end, 1.0 / x->f0, END_PERIODS / x->f1) * sin(2.0 * M_PI * turns);
	}
}

static int noise(const struct excitation *x, int n, struct arena *mem, double *ret, struct err *e)
{
	double end = (n - 1) / x->rate_hz, df = x->rate_hz / n, sum = 0.0, tapers = 0.0;
	struct fft f;
	struct rng r;
	int code = fft_init(&f, n, mem, e);

	if (code)
		goto out;
	rng_init(&r, x->seed, x->stream);
	for (int j = (int)ceil(x->f0 / df - 1e-9); j <= (int)floor(x->f1 / df + 1e-9); j++) {
		f.bins[2 * j] = rng_normal(&r);
		f.bins[2 * j + 1] = rng_normal(&r);
	}
	fft_back(&f);
	for (int k = 0; k < n; k++) {
		double w = taper(x, k / x->rate_hz, end, x->seconds, x->seconds);

		ret[k] = f.time[k] * w;
		sum += ret[k];
		tapers += w;
	}
	for (int k = 0; k < n; k++)
		ret[k] -= sum / tapers * taper(x, k / x->rate_hz, end, x->seconds, x->seconds);
	vec_scale(n, x->amplitude * sqrt(n) / vec_norm(n, ret), ret);
out:
	fft_fini(&f);
	return code;
}

/* Up at once, down after half of the ticks. */
static void step(const struct excitation *x, int n, double *ret)
{
	double rise = rise_ticks(x);

	for (int k = 0; k < n; k++)
		ret[k] = x->amplitude * (fmin(k / rise, 1.0) - fmin(fmax(k - n / 2, 0) / rise, 1.0));
}

int excitation_make(const struct excitation *x, struct arena *mem, double **ret_x, struct err *e)
{
	int n = body_ticks(x), code = 0;
	double *all = ARENA_ARRAY(mem, (size_t)excitation_ticks(x), double), *body = all + rest_ticks(x);

	if (!all)
		return err_set(e, ERR_MEMORY, "excitation", "no memory for %d commands", excitation_ticks(x));
	if (x->kind == EXCITATION_SWEEP)
		sweep(x, n, body);
	else if (x->kind == EXCITATION_NOISE)
		code = noise(x, n, mem, body, e);
	else
		step(x, n, body);
	if (!code)
		*ret_x = all;
	return code;
}

/* --- velocity -------------------------------------------------------------------------------------- */

double excitation_speed(int n, const double *x, double rate_hz)
{
	double most = n ? fabs(x[0]) : 0.0;

	for (int k = 1; k < n; k++)
		most = fmax(most, fabs(x[k] - x[k - 1]));
	return most * rate_hz;
}

int excitation_speed_check(const struct excitation *x, double speed, double most, const char *object, struct err *e)
{
	if (speed <= most)
		return 0;
	err_set(e, ERR_LIMIT, object, "the %s is too fast", excitation_name(x->kind));
	err_value(e, "%g a second", speed);
	err_allowed(e, "at most %g", most);
	if (x->kind == EXCITATION_STEP)
		err_hint(e, "nothing has moved; -rise of %g s or more, or an amplitude of %g or less", x->amplitude / most, x->amplitude * most / speed);
	else
		err_hint(e, "nothing has moved; an amplitude of %g or less, or a lower highest frequency", x->amplitude * most / speed);
	return ERR_LIMIT;
}
