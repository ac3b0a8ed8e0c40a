/* Newton's method: the matrix is that of the present state in every iteration.
 *
 *   K(u) x = r(u), u := u + x, until the test passes
 *
 * -initial keeps the initial stiffness, -initialThenCurrent takes it in the first iteration of a step only, -hall takes
 * a K_0 + b K(u): J. F. Hall's remedy where the tangent alone sends the iterations to and fro.
 */
#include "algorithm/algorithm_common.h"

struct newton {
	bool initial, initial_first, secant; /* options */
	struct hall hall;
};

static const struct param params[] = {
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial), .help = "initial stiffness"},
	{.name = "-initialThenCurrent", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial_first),
	 .help = "initial stiffness in the first iteration of a step"},
	{.name = "-Initial", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial), .help = "as -initial"},
	{.name = "-intialThenCurrent", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial_first), .help = "as -initialThenCurrent"},
	{.name = "-initialCurrent", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial_first), .help = "the same"},
	{.name = "-intialCurrent", .kind = PARAM_FLAG, .offset = offsetof(struct newton, initial_first), .help = "the same"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct newton, secant), .help = "secant stiffness, for which the tangent stands"},
	{.name = "-hall", .kind = PARAM_ROW, .help = "factors of initial stiffness and tangent, whose sum is taken; 0.1 0.9 if not given"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct newton *m = self;
	return hall_parse(&m->hall, params, m, a, e);
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct newton *m = self;
	int rc = solver_begin(s);
	if (rc < 0)
		return rc;
	for (int i = 0; i < s->test->limit; i++) {
		bool initial = m->initial || (m->initial_first && i == 0);
		if ((rc = hall_form(&m->hall, s, initial, e)) < 0 || (rc = solver_increment(s)) < 0
		    || (rc = solver_advance(s, s->x, e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
	}
	return test_report(s->test, ERR_CONVERGE, e);
}

static enum algorithm_matrix matrix(const void *self)
{
	const struct newton *m = self;
	return m->hall.on || (m->initial_first && !m->initial) ? MATRIX_OWN : m->initial ? MATRIX_INITIAL : MATRIX_TANGENT;
}

const struct algorithm_ops algorithm_newton = {
	.name = "Newton",
	.brief = "Newton's method",
	.example = "|-initial|-initialThenCurrent|-hall 0.2 0.8",
	.params = params,
	.size = sizeof(struct newton),
	.parse = parse,
	.solve = solve,
	.matrix = matrix,
};
