/* Resampling: linear, and band-limited by a windowed sinc.
 *
 *   y(t) = sum x_k h(t - k dt) / sum h(t - k dt),   h(s) = sinc(c s/dt) w(s/(W dt/c)),   c = min(1, dt/dt_new)
 * with Kaiser's window w of W = 32 zero crossings on each side and beta = 9 (side lobes below -90 dB). Samples outside the motion
 * are zero but count in the divisor, so that a constant keeps its value away from the ends.
 * Smith, Gossett, ICASSP (1984), doi:10.1109/ICASSP.1984.1172555; Kaiser, IEEE ISCAS (1974).
 */
#include "motion/motion.h"

#include <math.h>
#include <stdio.h>

static const double CROSSINGS = 32.0, BETA = 9.0;

/* Modified Bessel function of order 0, by its series. */
static double bessel_i0(double x)
{
	double sum = 1.0, term = 1.0;
	for (int k = 1; k < 60; k++) {
		term *= x * x / (4.0 * k * k);
		sum += term;
	}
	return sum;
}

static double kernel(double s)
{
	double edge = s / CROSSINGS, arg = M_PI * s;
	if (fabs(edge) >= 1.0)
		return 0.0;
	double window = bessel_i0(BETA * sqrt(1.0 - edge * edge)) / bessel_i0(BETA);
	return window * (fabs(arg) < 1e-8 ? 1.0 : sin(arg) / arg);
}

static double at_linear(const struct motion *m, double s)
{
	int i = (int)floor(s);
	double part = s - i;
	if (i >= m->n - 1)
		return m->x[m->n - 1];
	return m->x[i] + part * (m->x[i + 1] - m->x[i]);
}

static double at_band(const struct motion *m, double s, double cut)
{
	int first = (int)ceil(s - CROSSINGS / cut), last = (int)floor(s + CROSSINGS / cut);
	double sum = 0.0, weight = 0.0;
	for (int k = first; k <= last; k++) {
		double h = kernel(cut * (s - k));
		weight += h;
		if (k >= 0 && k < m->n)
			sum += h * m->x[k];
	}
	return sum / weight;
}

int motion_resample(const struct motion *m, double dt, enum motion_resampling how, struct arena *mem, struct motion *ret, struct err *e)
{
	struct motion out = *m;
	double span = (m->n - 1) * m->dt, count = floor(span / dt * (1.0 + 1e-12) + 1e-9) + 1.0, longest = fmax(span, m->dt);
	/* a step longer than the motion leaves one sample of it, out of a window as long as that step */
	if (!(dt > 0.0 && dt <= longest) || count > 1e9) {
		int rc = err_set(e, ERR_RANGE, "motion", "the new time step cannot be used");
		err_value(e, "%g s", dt);
		err_allowed(e, "> %g and <= %g s, the length of the motion", span / 1e9, longest);
		return rc;
	}
	out.dt = dt;
	out.n = (int)count;
	if (!(out.x = ARENA_ARRAY(mem, (size_t)out.n, double)))
		return err_set(e, ERR_MEMORY, "motion", "no memory for %d samples", out.n);
	double ratio = dt / m->dt, cut = fmin(1.0, 1.0 / ratio);
	for (int i = 0; i < out.n; i++)
		out.x[i] = how == RESAMPLE_LINEAR ? at_linear(m, i * ratio) : at_band(m, i * ratio, cut);
	*ret = out;
	return 0;
}
