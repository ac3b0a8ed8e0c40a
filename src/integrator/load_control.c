/* Load control: a static step to the loads of t + d, where d is the increment of the load factor.
 *
 *   f(t + d) - r(u+) = 0
 *
 * d is constant, or follows the iterations: d := d (wanted / iterations of the last step), between dLambdaMin and dLambdaMax.
 */
#include "integrator/static_common.h"

static const struct param params[] = {
	{ "dLambda", PARAM_REAL, offsetof(struct static_control, increment), true, 0, RANGE_ANY,
	  "increment of the load factor (of the time of the series)" },
	{ "numIter", PARAM_INT, offsetof(struct static_control, wanted), false, 1, { 0.0, 1e6, false, false },
	  "iterations a step should take; 0 means 1" },
	{ "dLambdaMin", PARAM_REAL, offsetof(struct static_control, least), false, NAN, RANGE_ANY,
	  "least increment" },
	{ "dLambdaMax", PARAM_REAL, offsetof(struct static_control, most), false, NAN, RANGE_ANY,
	  "largest increment" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	return static_parse(self, a->object, e);
}

static int predict(void *self, struct problem *p, double dt)
{
	struct static_control *s = self;
	(void)dt;
	static_begin(s, p);
	return problem_time(p, p->tc + s->now);
}

static int update(void *self, struct problem *p, const double *dx)
{
	static_move(self, p, dx);
	return 0;
}

const struct integrator_ops integrator_load_control = {
	.name = "LoadControl",
	.brief = "static steps of the load factor",
	.cite = "OpenSees command of the same name",
	.example = "0.1",
	.kind = INTEGRATOR_STATIC,
	.params = params,
	.size = sizeof(struct static_control),
	.nreal = STATIC_NREAL,
	.parse = parse,
	.predict = predict,
	.form = static_form,
	.update = update,
	.commit = static_commit,
};
