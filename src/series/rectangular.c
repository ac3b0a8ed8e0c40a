/* One rectangle: f(t) = factor for tStart <= t <= tEnd, else 0. */
#include "plugin.h"

struct rectangular {
	double start, end; /* [time] */
	double factor;
};

static const struct param params[] = {
	{"tStart", PARAM_REAL, offsetof(struct rectangular, start), true, .range = RANGE_ANY, .help = "first time of the rectangle [time]"},
	{"tEnd", PARAM_REAL, offsetof(struct rectangular, end), true, .range = RANGE_ANY, .help = "last time of the rectangle [time]"},
	{"-factor", PARAM_REAL, offsetof(struct rectangular, factor), .def = 1.0, .range = RANGE_ANY, .help = "its height"},
	{0},
};

static int setup(void *self, struct args *a, struct arena *mem, struct err *e)
{
	const struct rectangular *s = self;
	(void)mem;
	if (s->end >= s->start)
		return 0;
	int code = err_set(e, ERR_ARGUMENT, a->object, "tEnd lies before tStart");
	err_value(e, "tStart %g, tEnd %g", s->start, s->end);
	return code;
}

static double value(const void *self, double t)
{
	const struct rectangular *s = self;
	return t >= s->start && t <= s->end ? s->factor : 0.0;
}

static double duration(const void *self)
{
	return ((const struct rectangular *)self)->end;
}

const struct series_ops series_rectangular = {
	.name = "Rectangular", .brief = "one value between two times", .example = "0.5 2.0 -factor 3.0",
	.params = params, .size = sizeof(struct rectangular), .setup = setup, .value = value, .duration = duration,
};
