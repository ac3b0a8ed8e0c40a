/* Broyden's method: a kept matrix, corrected by one rank an iteration.
 *
 *   z = K^-1 r;  z := z + d_{j+1} (d_j . z)/(d_j . d_j) for j = 1..k-1;  d_{k+1} = z/(1 - (d_k . z)/(d_k . d_k))
 *
 * needs the past increments d only. After `count` iterations the matrix is formed anew.
 * Broyden 1965, "A class of methods for solving nonlinear simultaneous equations", Math. Comput. 19, 577-593,
 * doi:10.1090/S0025-5718-1965-0198670-6; the recursion: Kelley 1995, "Iterative methods for linear and nonlinear
 * equations", SIAM, section 7.3, doi:10.1137/1.9781611970944.
 */
#include "algorithm/algorithm_common.h"

struct broyden {
	int count, count_too; /* word; option */
	bool initial, secant; /* options */
	double *d, *square;   /* increments and their squares, count + 1 of them; borrowed: run arena */
};

static const struct param params[] = {
	{.name = "count", .kind = PARAM_INT, .offset = offsetof(struct broyden, count), .def = 10, .range = {1.0, 1000.0, false, false},
	 .help = "iterations after which the matrix is formed anew"},
	{.name = "-count", .kind = PARAM_INT, .offset = offsetof(struct broyden, count_too), .def = 0, .range = {1.0, 1000.0, false, false}, .help = "the same"},
	{.name = "-initial", .kind = PARAM_FLAG, .offset = offsetof(struct broyden, initial), .help = "initial stiffness"},
	{.name = "-secant", .kind = PARAM_FLAG, .offset = offsetof(struct broyden, secant), .help = "secant stiffness, for which the tangent stands"},
	{0},
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct broyden *b = self;
	if (b->count_too)
		b->count = b->count_too;
	size_t rows = (size_t)b->count + 1;
	b->d = ARENA_ARRAY(run, rows * (size_t)p->n, double);
	b->square = ARENA_ARRAY(run, rows, double);
	if (!b->d || !b->square)
		return err_set(e, ERR_MEMORY, "algorithm Broyden", "no memory for %d increments of %d unknowns", b->count, p->n);
	return 0;
}

/* From K^-1 r in s->x and `made` increments to the next increment, which is kept. */
static double *increment(struct broyden *b, struct solver *s, int made)
{
	int n = s->p->n;
	double *next = b->d + (size_t)made * (size_t)n;
	for (int j = 0; j + 1 < made; j++) {
		const double *d = b->d + (size_t)j * (size_t)n;
		vec_add(n, vec_dot(n, d, s->x) / b->square[j], d + n, s->x);
	}
	double scale = 1.0;
	if (made > 0)
		scale -= vec_dot(n, b->d + (size_t)(made - 1) * (size_t)n, s->x) / b->square[made - 1];
	if (!(fabs(scale) > 1e-8))
		scale = 1.0;
	vec_mix(n, 1.0 / scale, s->x, 0.0, s->x, next);
	b->square[made] = vec_dot(n, next, next);
	return next;
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct broyden *b = self;
	enum stiffness which = b->initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT;
	int made = 0, rc;
	if ((rc = solver_begin(s)) < 0 || (rc = solver_form(s, which, e)) < 0)
		return rc;
	for (int i = 0; i < s->test->limit; i++) {
		if (made > b->count || (made > 0 && b->square[made - 1] == 0.0)) {
			made = 0;
			if ((rc = solver_form(s, which, e)) < 0)
				return rc;
		}
		if ((rc = solver_increment(s)) < 0 || (rc = solver_advance(s, increment(b, s, made), e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
		made++;
	}
	return test_report(s->test, ERR_CONVERGE, e);
}

const struct algorithm_ops algorithm_broyden = {
	.name = "Broyden",
	.brief = "Quasi-Newton with corrections of rank one",
	.cite = "Broyden 1965, doi:10.1090/S0025-5718-1965-0198670-6",
	.example = "|8|-initial",
	.params = params,
	.size = sizeof(struct broyden),
	.setup = setup,
	.solve = solve,
};
