/* Linear: one solution a step, without a test. Exact where the equations are linear.
 *
 *   K x = r, update by x
 *
 * With -factorOnce the matrix of the first step is kept as long as the equations stay the same.
 */
#include "analysis/integrator_plugin.h"

struct linear {
	bool initial, secant, once, once_too; /* options */
	bool formed;
};

static const struct param params[] = {
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct linear, initial), .help = "initial stiffness"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct linear, secant), .help = "secant stiffness, for which the tangent stands"},
	{.name = "-factorOnce", .kind = PARAM_FLAG, .offset = offsetof(struct linear, once), .help = "forms the matrix in the first step only"},
	{.name = "-FactorOnce", .kind = PARAM_FLAG, .offset = offsetof(struct linear, once_too), .help = "the same"},
	{0},
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct linear *l = self;
	(void)p, (void)run, (void)e;
	l->formed = false;
	return 0;
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct linear *l = self;
	int rc;
	if (!(l->formed && (l->once || l->once_too))
	    && (rc = solver_form(s, l->initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT, e)) < 0)
		return rc;
	l->formed = true;
	if ((rc = solver_residual(s)) < 0 || (rc = solver_increment(s)) < 0 || (rc = solver_update(s, s->x)) < 0)
		return rc;
	return 1;
}

static enum algorithm_matrix matrix(const void *self)
{
	const struct linear *l = self;
	return l->initial ? MATRIX_INITIAL : l->once || l->once_too ? MATRIX_OWN : MATRIX_TANGENT;
}

const struct algorithm_ops algorithm_linear = {
	.name = "Linear",
	.brief = "One solution a step, no test",
	.example = "|-initial|-factorOnce",
	.params = params,
	.size = sizeof(struct linear),
	.no_test = true,
	.setup = setup,
	.solve = solve,
	.matrix = matrix,
};
