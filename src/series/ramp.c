/* Ramp: rises from offset to offset + factor between tStart and tStart + tRamp and stays there. With x = (t - tStart) / tRamp,
 *
 *   r(x) = 0                              x <= 0
 *          2 x^2 / (s (2 - s))            x <= s/2          parabola into the ramp
 *          1/2 + 2 (x - 1/2) / (2 - s)    x <= 1 - s/2      straight part
 *          1 - 2 (1 - x)^2 / (s (2 - s))  x <= 1            parabola out of it
 *          1                              x > 1
 *   f(t) = offset + factor r(x)
 *
 * s, the smoothness, is the part of the ramp that is curved: 0 gives a straight line, 1 two parabolas. r and r' are continuous.
 */
#include "plugin.h"

struct ramp {
	double start, length; /* [time] */
	double smooth, offset, factor;
};

static const struct param params[] = {
	{"tStart", PARAM_REAL, offsetof(struct ramp, start), true, .range = RANGE_ANY, .help = "when it begins to rise [time]"},
	{"tRamp", PARAM_REAL, offsetof(struct ramp, length), true, .range = RANGE_POSITIVE, .help = "how long it rises [time]"},
	{"-smooth", PARAM_REAL, offsetof(struct ramp, smooth), .range = RANGE_UNIT, .help = "part of the ramp that is curved"},
	{"-offset", PARAM_REAL, offsetof(struct ramp, offset), .range = RANGE_ANY, .help = "value before the ramp"},
	{"-factor", PARAM_REAL, offsetof(struct ramp, factor), .def = 1.0, .range = RANGE_ANY, .help = "height of the ramp"},
	{0},
};

/* r(x) of the heading */
static double rise(double x, double s)
{
	if (x <= 0.0)
		return 0.0;
	if (x > 1.0)
		return 1.0;
	if (x <= 0.5 * s)
		return 2.0 * x * x / (s * (2.0 - s));
	if (x <= 1.0 - 0.5 * s)
		return 0.5 + 2.0 * (x - 0.5) / (2.0 - s);
	return 1.0 - 2.0 * (1.0 - x) * (1.0 - x) / (s * (2.0 - s));
}

static double value(const void *self, double t)
{
	const struct ramp *s = self;
	return s->offset + s->factor * rise((t - s->start) / s->length, s->smooth);
}

const struct series_ops series_ramp = {
	.name = "Ramp", .brief = "a rise from one value to another", .example = "1.0 2.0 -smooth 0.5",
	.params = params, .size = sizeof(struct ramp), .value = value,
};
