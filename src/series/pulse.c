/* Rectangular pulses. With k = x - floor(x), x = (t + shift - tStart) / period, the place within a cycle,
 *
 *   f(t) = factor + zeroShift   for k < width,     zeroShift   for width <= k < 1
 *
 * for tStart <= t <= tEnd, else 0. width is the part of the cycle in which the pulse is on.
 */
#include "series/series_common.h"

#include "plugin.h"

struct pulse {
	struct periodic base;
	double width; /* part of the period */
};

static const struct param params[] = {
	PERIODIC_PARAMS(struct pulse, "[time]"),
	{"-width", PARAM_REAL, offsetof(struct pulse, width), .def = 0.5, .range = RANGE_UNIT, .help = "part of the cycle in which the pulse is on"},
	{0},
};

static int setup(void *self, struct args *a, struct arena *mem, struct err *e)
{
	(void)mem;
	return periodic_check(&((const struct pulse *)self)->base, a, e);
}

static double value(const void *self, double t)
{
	const struct pulse *s = self;
	if (!periodic_lives(&s->base, t))
		return 0.0;
	return (periodic_place(&s->base, t, s->base.shift) < s->width ? s->base.factor : 0.0) + s->base.zero_shift;
}

const struct series_ops series_pulse = {
	.name = "Pulse", .brief = "rectangular pulses between two times", .example = "0.0 10.0 2.0 -width 0.25",
	.params = params, .size = sizeof(struct pulse), .setup = setup, .value = value, .duration = periodic_duration,
};
