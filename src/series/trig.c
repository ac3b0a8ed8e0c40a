/* Trigonometric series, under the names Trig and Sine:
 *
 *   f(t) = factor sin(2 pi (t - tStart) / period + phi) + zeroShift   for tStart <= t <= tEnd, else 0
 *   phi  = shift - period / (2 pi) asin(zeroShift / factor)
 *
 * The second term of phi, which makes a shifted sine start near zero, is as OpenSees has it (its period / (2 pi) included).
 */
#include "series/series_common.h"

#include "plugin.h"

struct trig {
	struct periodic base;
	double omega; /* 2 pi / period [rad/time] */
	double phase; /* phi [rad] */
};

static const struct param params[] = {
	PERIODIC_PARAMS(struct trig, "[rad]"),
	{0},
};

static int setup(void *self, struct args *a, struct arena *mem, struct err *e)
{
	(void)mem;
	struct trig *s = self;
	int rc = periodic_check(&s->base, a, e);
	if (rc < 0)
		return rc;
	if (fabs(s->base.zero_shift) > fabs(s->base.factor)) {
		err_set(e, ERR_RANGE, a->object, "-zeroShift is larger than -factor");
		err_value(e, "%.15g", s->base.zero_shift);
		err_allowed(e, "between %.15g and %.15g", -fabs(s->base.factor), fabs(s->base.factor));
		return ERR_RANGE;
	}
	s->omega = 2.0 * M_PI / s->base.period;
	s->phase = s->base.shift;
	if (s->base.zero_shift != 0.0)
		s->phase -= asin(s->base.zero_shift / s->base.factor) / s->omega;
	return 0;
}

static double value(const void *self, double t)
{
	const struct trig *s = self;
	if (!periodic_lives(&s->base, t))
		return 0.0;
	return s->base.factor * sin(s->omega * (t - s->base.start) + s->phase) + s->base.zero_shift;
}

const struct series_ops series_trig = {
	.name = "Trig", .brief = "a sine between two times", .example = "0.0 10.0 0.5 -factor 2.0",
	.params = params, .size = sizeof(struct trig), .setup = setup, .value = value, .duration = periodic_duration,
};

const struct series_ops series_sine = {
	.name = "Sine", .brief = "a sine between two times (the same as Trig)", .example = "0.0 10.0 0.5 -factor 2.0",
	.params = params, .size = sizeof(struct trig), .setup = setup, .value = value, .duration = periodic_duration,
};
