/* Triangular wave. With k = x - floor(x), x = (t + phi - tStart) / period, the place within a cycle,
 *
 *   f(t) = factor 4 k          + zeroShift   for        k < 1/4
 *          factor (2 - 4 k)    + zeroShift   for 1/4 <= k < 3/4
 *          factor (4 k - 4)    + zeroShift   for 3/4 <= k < 1
 *
 * for tStart <= t <= tEnd, else 0. phi = shift - zeroShift period / (4 factor), so that a wave without shift starts at zero.
 */
#include "series/series_common.h"

#include "plugin.h"

struct triangle {
	struct periodic base;
	double phase; /* phi [time] */
};

static const struct param params[] = {
	PERIODIC_PARAMS(struct triangle, "[time]"),
	{0},
};

static int setup(void *self, struct args *a, struct arena *mem, struct err *e)
{
	(void)mem;
	struct triangle *s = self;
	int rc = periodic_check(&s->base, a, e);
	if (rc < 0)
		return rc;
	if (s->base.zero_shift != 0.0 && s->base.factor == 0.0)
		return err_set(e, ERR_RANGE, a->object, "-zeroShift needs a -factor that is not zero");
	s->phase = s->base.shift;
	if (s->base.zero_shift != 0.0)
		s->phase -= s->base.zero_shift * s->base.period / (4.0 * s->base.factor);
	return 0;
}

static double value(const void *self, double t)
{
	const struct triangle *s = self;
	if (!periodic_lives(&s->base, t))
		return 0.0;
	double k = periodic_place(&s->base, t, s->phase);
	double wave = k < 0.25 ? 4.0 * k : k < 0.75 ? 2.0 - 4.0 * k : 4.0 * k - 4.0;
	return s->base.factor * wave + s->base.zero_shift;
}

const struct series_ops series_triangle = {
	.name = "Triangle", .brief = "a triangular wave between two times", .example = "0.0 10.0 2.0",
	.params = params, .size = sizeof(struct triangle), .setup = setup, .value = value, .duration = periodic_duration,
};
