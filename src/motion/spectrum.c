/* Response spectra: the step is exact (or Newmark's), and between its ends the cubic through values and slopes is looked at, which
 * finds peaks to (w h)^4/384, 3e-5 with 20 steps a period. */
#include "motion/spectrum.h"

#include "motion/sdof.h"

#include <math.h>

enum { STEPS_PER_PERIOD = 20, PARTS_MAX = 100000 };

struct oscillator {
	double w, z, h;
	double u, v, a; /* relative displacement, velocity, acceleration */
	struct sdof step;
	struct spectrum_point peak;
};

/* Largest magnitude of the cubic with these values and slopes at both ends of a step: a peak between steps is not lost. */
static double cubic_peak(double f0, double d0, double f1, double d1, double h)
{
	double peak = fmax(fabs(f0), fabs(f1));
	if (d0 * d1 >= 0.0)
		return peak;
	double c1 = h * d0, c2 = 3.0 * (f1 - f0) - h * (2.0 * d0 + d1), c3 = -2.0 * (f1 - f0) + h * (d0 + d1);
	/* root of c1 + 2 c2 s + 3 c3 s^2 in (0, 1), in the form that does not cancel */
	double root = sqrt(c2 * c2 - 3.0 * c1 * c3), s = c1 > 0.0 ? c1 / (root - c2) : -c1 / (root + c2);
	return fmax(peak, fabs(f0 + s * (c1 + s * (c2 + s * c3))));
}

static void advance(struct oscillator *o, double ground0, double ground1)
{
	double u = o->u, v = o->v, a = o->a, damp = 2.0 * o->z * o->w, spring = o->w * o->w;
	sdof_step(&o->step, -ground0, -ground1, &o->u, &o->v);
	o->a = -ground1 - damp * o->v - spring * o->u;
	o->peak.sd = fmax(o->peak.sd, cubic_peak(u, v, o->u, o->v, o->h));
	o->peak.sv = fmax(o->peak.sv, cubic_peak(v, a, o->v, o->a, o->h));
	o->peak.sa = fmax(o->peak.sa, cubic_peak(damp * v + spring * u, damp * a + spring * v, damp * o->v + spring * o->u, damp * o->a + spring * o->v, o->h));
}

/* From one sample to the next, in equal parts. */
static void interval(struct oscillator *o, double from, double to, int parts)
{
	for (int j = 0; j < parts; j++)
		advance(o, from + (to - from) * j / parts, from + (to - from) * (j + 1) / parts);
}

static void set_step(struct oscillator *o, double h, enum spectrum_method method)
{
	o->h = h;
	if (method == SPECTRUM_EXACT)
		sdof_exact(o->w, o->z, h, &o->step);
	else
		sdof_linear_acceleration(o->w, o->z, h, &o->step);
}

static struct spectrum_point point(const struct motion *m, double period, double damping, enum spectrum_method method)
{
	struct oscillator o = { .w = 2.0 * M_PI / period, .z = damping, .a = -m->x[0] };
	int parts = (int)fmin(PARTS_MAX, ceil(STEPS_PER_PERIOD * m->dt / period * (1.0 - 1e-12)));
	set_step(&o, m->dt / parts, method);
	for (int i = 1; i < m->n; i++)
		interval(&o, m->x[i - 1], m->x[i], parts);
	interval(&o, m->x[m->n - 1], 0.0, parts);
	/* a period of free vibration after the end */
	set_step(&o, period / STEPS_PER_PERIOD, method);
	interval(&o, 0.0, 0.0, STEPS_PER_PERIOD);
	o.peak.period = period;
	o.peak.psv = o.w * o.peak.sd;
	o.peak.psa = o.w * o.w * o.peak.sd;
	return o.peak;
}

int spectrum_compute(const struct motion *m, double damping, enum spectrum_method method, int n, const double *period,
		     struct spectrum_point *ret, struct err *e)
{
	if (!(damping >= 0.0 && damping < 1.0)) {
		int rc = err_set(e, ERR_RANGE, "spectrum", "damping ratio cannot be used");
		err_value(e, "%g", damping);
		err_allowed(e, "0 <= damping < 1");
		return rc;
	}
	double shortest = STEPS_PER_PERIOD * m->dt / PARTS_MAX;
	for (int i = 0; i < n; i++) {
		if (period[i] == 0.0 || (period[i] >= shortest && isfinite(period[i])))
			continue;
		int rc = err_set(e, ERR_RANGE, "spectrum", "period %d cannot be used", i + 1);
		err_value(e, "%g", period[i]);
		err_allowed(e, "0, or at least %g", shortest);
		return rc;
	}
	double pga = fabs(motion_peak(m).value);
	for (int i = 0; i < n; i++)
		ret[i] = period[i] > 0.0 ? point(m, period[i], damping, method) : (struct spectrum_point){ .sa = pga, .psa = pga };
	return 0;
}
