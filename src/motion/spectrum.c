/* Response spectra. */
#include "motion/spectrum.h"

#include "motion/sdof.h"

#include <math.h>

enum { STEPS_PER_PERIOD = 20, PARTS_MAX = 100000 };

struct oscillator {
	double w, z, u, v, a; /* a: total acceleration */
	struct sdof step;
	struct spectrum_point peak;
};

static void advance(struct oscillator *o, double ground0, double ground1)
{
	sdof_step(&o->step, -ground0, -ground1, &o->u, &o->v);
	o->peak.sd = fmax(o->peak.sd, fabs(o->u));
	o->peak.sv = fmax(o->peak.sv, fabs(o->v));
	o->peak.sa = fmax(o->peak.sa, fabs(2.0 * o->z * o->w * o->v + o->w * o->w * o->u));
}

/* From one sample to the next, in equal parts. */
static void interval(struct oscillator *o, double from, double to, int parts)
{
	for (int j = 0; j < parts; j++)
		advance(o, from + (to - from) * j / parts, from + (to - from) * (j + 1) / parts);
}

static struct spectrum_point point(const struct motion *m, double period, double damping, enum spectrum_method method)
{
	struct oscillator o = { .w = 2.0 * M_PI / period, .z = damping };
	int parts = (int)fmin(PARTS_MAX, ceil(STEPS_PER_PERIOD * m->dt / period * (1.0 - 1e-12)));
	double h = m->dt / parts;
	if (method == SPECTRUM_EXACT)
		sdof_exact(o.w, damping, h, &o.step);
	else
		sdof_linear_acceleration(o.w, damping, h, &o.step);
	for (int i = 1; i < m->n; i++)
		interval(&o, m->x[i - 1], m->x[i], parts);
	/* free vibration after the end */
	interval(&o, m->x[m->n - 1], 0.0, parts);
	for (int i = 0, n = (int)ceil(period / m->dt); i < n; i++)
		interval(&o, 0.0, 0.0, parts);
	o.peak.period = period;
	o.peak.psv = o.w * o.peak.sd;
	o.peak.psa = o.w * o.w * o.peak.sd;
	return o.peak;
}

int spectrum_compute(const struct motion *m, double damping, enum spectrum_method method, int n, const double *period, struct spectrum_point *ret, struct err *e)
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
