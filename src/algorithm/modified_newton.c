/* Modified Newton: the matrix is formed at the beginning of a step and kept while iterating.
 *
 *   K(u_0) x = r(u), u := u + x, until the test passes
 *
 * -initial takes the initial stiffness, -hall a mixture of both (newton.c), -factorOnce keeps the first matrix as long as the equations stay the same.
 */
#include "algorithm/algorithm_common.h"

struct modified {
	bool initial, secant, once, once_too; /* options */
	bool formed;
	struct hall hall;
};

static const struct param params[] = {
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct modified, initial), .help = "initial stiffness"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct modified, secant), .help = "secant stiffness, for which the tangent stands"},
	{.name = "-factorOnce", .kind = PARAM_FLAG, .offset = offsetof(struct modified, once), .help = "forms the matrix in the first step only"},
	{.name = "-FactorOnce", .kind = PARAM_FLAG, .offset = offsetof(struct modified, once_too), .help = "the same"},
	{.name = "-factoronce", .kind = PARAM_FLAG, .offset = offsetof(struct modified, once), .help = "the same"},
	{.name = "-hall", .kind = PARAM_ROW, .help = "factors of initial stiffness and tangent, whose sum is taken; 0.1 0.9 if not given"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct modified *m = self;
	return hall_parse(&m->hall, params, m, a, e);
}

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
	    && (rc = hall_form(&m->hall, s, m->initial, e)) < 0)
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

static enum algorithm_matrix matrix(const void *self)
{
	const struct modified *m = self;
	return m->initial && !m->hall.on && !m->once && !m->once_too ? MATRIX_INITIAL : MATRIX_OWN;
}

const struct algorithm_ops algorithm_modified_newton = {
	.name = "ModifiedNewton",
	.brief = "Newton's method with one matrix a step",
	.example = "|-initial|-factorOnce|-hall",
	.params = params,
	.size = sizeof(struct modified),
	.parse = parse,
	.setup = setup,
	.solve = solve,
	.matrix = matrix,
};
