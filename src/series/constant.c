/* Constant series: f(t) = factor. */
#include "plugin.h"

struct constant {
	double factor;
};

static const struct param params[] = {
	{"-factor", PARAM_REAL, offsetof(struct constant, factor), .def = 1.0, .range = RANGE_ANY, .help = "value at all times"},
	{0},
};

static double value(const void *self, double t)
{
	(void)t;
	return ((const struct constant *)self)->factor;
}

const struct series_ops series_constant = {
	.name = "Constant", .brief = "the same value at all times", .example = "-factor 2.5",
	.params = params, .size = sizeof(struct constant), .value = value,
};
