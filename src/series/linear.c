/* Linear series: f(t) = factor t. */
#include "plugin.h"

struct linear {
	double factor;
};

static const struct param params[] = {
	{"-factor", PARAM_REAL, offsetof(struct linear, factor), .def = 1.0, .range = RANGE_ANY, .help = "slope [1/time]"},
	{0},
};

static double value(const void *self, double t)
{
	return ((const struct linear *)self)->factor * t;
}

const struct series_ops series_linear = {
	.name = "Linear", .brief = "proportional to time", .example = "-factor 2.0",
	.params = params, .size = sizeof(struct linear), .value = value,
};
