/* Modified Newton: the matrix is formed at the beginning of a step and kept while iterating.
 *
 *   K(u_0) x = r(u), u := u + x, until the test passes
 *
 * -initial takes the initial stiffness, -factorOnce keeps the first matrix as long as the equations stay the same.
 */
#include "analysis/integrator_plugin.h"

struct modified {
	bool initial, secant, once, once_too; /* options */
	bool formed;
};

static const struct param params[] = {
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct modified, initial), .help = "initial stiffness"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct modified, secant), .help = "secant stiffness, for which the tangent stands"},
	{.name = "-factorOnce", .kind = PARAM_FLAG, .offset = offsetof(struct modified, once), .help = "forms the matrix in the first step only"},
	{.name = "-FactorOnce", .kind = PARAM_FLAG, .offset = offsetof(struct modified, once_too), .help = "the same"},
	{0},
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct modified *m = self;
	(void)p, (void)run, (void)e;
	m->formed = false;
	return 0;
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct modified *m = self;
	int rc = solver_begin(s);
	if (rc < 0)
		return rc;
	if (!(m->formed && (m->once || m->once_too))
	    && (rc = solver_form(s, m->initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT, e)) < 0)
		return rc;
	m->formed = true;
	for (int i = 0; i < s->test->limit; i++) {
		if ((rc = solver_increment(s)) < 0 || (rc = solver_advance(s, s->x, e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
	}
	return test_report(s->test, ERR_CONVERGE, e);
}

const struct algorithm_ops algorithm_modified_newton = {
	.name = "ModifiedNewton",
	.brief = "Newton's method with one matrix a step",
	.example = "|-initial|-factorOnce",
	.params = params,
	.size = sizeof(struct modified),
	.setup = setup,
	.solve = solve,
};
