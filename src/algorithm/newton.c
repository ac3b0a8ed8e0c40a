/* Newton's method: the matrix is that of the present state in every iteration.
 *
 *   K(u) x = r(u), u := u + x, until the test passes
 *
 * -initial keeps the initial stiffness, -initialThenCurrent takes it in the first iteration of a step only.
 */
#include "analysis/integrator_plugin.h"

struct newton {
	bool initial, initial_first, secant; /* options */
};

static const struct param params[] = {
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial), .help = "initial stiffness"},
	{.name = "-initialThenCurrent", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial_first),
	 .help = "initial stiffness in the first iteration of a step"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct newton, secant), .help = "secant stiffness, for which the tangent stands"},
	{0},
};

static int solve(void *self, struct solver *s, struct err *e)
{
	struct newton *m = self;
	int rc = solver_begin(s);
	if (rc < 0)
		return rc;
	for (int i = 0; i < s->test->limit; i++) {
		bool initial = m->initial || (m->initial_first && i == 0);
		if ((rc = solver_form(s, initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT, e)) < 0 || (rc = solver_increment(s)) < 0
		    || (rc = solver_advance(s, s->x, e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
	}
	return test_report(s->test, ERR_CONVERGE, e);
}

const struct algorithm_ops algorithm_newton = {
	.name = "Newton",
	.brief = "Newton's method",
	.example = "|-initial|-initialThenCurrent",
	.params = params,
	.size = sizeof(struct newton),
	.solve = solve,
};
