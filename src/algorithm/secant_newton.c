/* Secant Newton: modified Newton whose increments are corrected by the one before only.
 *
 *   x = H r, H the inverse of the kept matrix with one BFGS correction from the last increment (algorithm_common.c)
 *
 * After maxDim increments the matrix is formed anew (-iterate).
 * Crisfield 1984, "Accelerating and damping the modified Newton-Raphson method", Comput. Struct. 18(3), 395-407,
 * doi:10.1016/0045-7949(84)90059-2.
 */
#include "algorithm/algorithm_common.h"

struct secant {
	struct tangents tangents;
	int max_dim;           /* option */
	struct pairs pairs;    /* one */
};

static const struct param params[] = {
	{.name = "-maxDim", .kind = PARAM_INT, .offset = offsetof(struct secant, max_dim), .def = 3, .range = {1.0, 1000.0, false, false},
	 .help = "increments after which the matrix is formed anew"},
	{.name = "-iterate", .kind = PARAM_ROW, .help = "matrix when it is formed anew: current, initial or noTangent"},
	{.name = "-increment", .kind = PARAM_ROW, .help = "matrix at the beginning of a step: current, initial or noTangent"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct secant *m = self;
	return tangents_parse(&m->tangents, params, m, a, e);
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct secant *m = self;
	m->tangents.formed = false;
	return pairs_setup(&m->pairs, 1, p, run, e);
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct secant *m = self;
	int n = s->p->n, made = 0, rc;
	if ((rc = solver_begin(s)) < 0 || (rc = tangents_form(&m->tangents, s, m->tangents.increment, e)) < 0)
		return rc;
	m->pairs.n = 0;
	for (int i = 0; i < s->test->limit; i++) {
		if (made > m->max_dim) {
			m->pairs.n = made = 0;
			if ((rc = tangents_form(&m->tangents, s, m->tangents.iterate, e)) < 0)
				return rc;
		}
		if ((rc = pairs_increment(&m->pairs, s)) < 0)
			return rc;
		vec_copy(n, s->r, m->pairs.r);
		if ((rc = solver_advance(s, s->x, e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
		made++;
		m->pairs.n = 0;
		pairs_add(&m->pairs, n, s->x, s->r);
	}
	return test_report(s->test, ERR_CONVERGE, e);
}

const struct algorithm_ops algorithm_secant_newton = {
	.name = "SecantNewton",
	.brief = "Modified Newton corrected by the last increment",
	.cite = "Crisfield 1984, doi:10.1016/0045-7949(84)90059-2",
	.example = "|-maxDim 6",
	.params = params,
	.size = sizeof(struct secant),
	.parse = parse,
	.setup = setup,
	.solve = solve,
};
