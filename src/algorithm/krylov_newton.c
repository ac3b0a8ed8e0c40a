/* Newton's method accelerated by a Krylov subspace.
 *
 * With y = K^-1 r of a matrix that is kept, the differences of y between iterations show what K^-1 times the true stiffness
 * does to the increments made so far. The next increment takes from that subspace what reduces y most, and the rest of y:
 *   A w_j = q_j, q_j orthonormal, from y_{k-1} - y_k = A d_k;   d = sum (q_j . y) w_j + y - sum (q_j . y) q_j
 * After maxDim increments the matrix is formed anew (-iterate) and the subspace begins again.
 * Scott & Fenves 2010, "Krylov subspace accelerated Newton algorithm: application to dynamic progressive collapse
 * simulation of frames", J. Struct. Eng. 136(5), 473-480, doi:10.1061/(ASCE)ST.1943-541X.0000143.
 */
#include "algorithm/algorithm_common.h"

enum { DIM_MAX = 50 };

struct krylov {
	struct tangents tangents;
	int max_dim;              /* option */
	double *q, *w;            /* max_dim vectors each; borrowed: run arena */
	double *y, *d;            /* last K^-1 r, last increment; borrowed: run arena */
};

static const struct param params[] = {
	{.name = "-maxDim", .kind = PARAM_INT, .offset = offsetof(struct krylov, max_dim), .def = 3, .range = {1.0, DIM_MAX, false, false},
	 .help = "largest dimension of the subspace"},
	{.name = "-iterate", .kind = PARAM_ROW, .help = "matrix when the subspace begins again: current, initial or noTangent"},
	{.name = "-increment", .kind = PARAM_ROW, .help = "matrix at the beginning of a step: current, initial or noTangent"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct krylov *k = self;
	return tangents_parse(&k->tangents, params, k, a, e);
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct krylov *k = self;
	size_t n = (size_t)p->n, dim = (size_t)k->max_dim;
	k->tangents.formed = false;
	k->q = ARENA_ARRAY(run, n * dim, double);
	k->w = ARENA_ARRAY(run, n * dim, double);
	k->y = ARENA_ARRAY(run, n, double);
	k->d = ARENA_ARRAY(run, n, double);
	if (!k->q || !k->w || !k->y || !k->d)
		return err_set(e, ERR_MEMORY, "algorithm KrylovNewton", "no memory for %d unknowns", p->n);
	return 0;
}

/* Takes the last increment into the subspace of dim vectors: 1, or 0 when it brings no new direction. */
static int extend(struct krylov *k, int n, int dim, const double *y)
{
	double *q = k->q + (size_t)dim * (size_t)n, *w = k->w + (size_t)dim * (size_t)n;
	vec_mix(n, 1.0, k->y, -1.0, y, q);
	vec_copy(n, k->d, w);
	double before = vec_norm(n, q);
	for (int j = 0; j < dim; j++) {
		const double *qj = k->q + (size_t)j * (size_t)n, *wj = k->w + (size_t)j * (size_t)n;
		double c = vec_dot(n, qj, q);
		vec_add(n, -c, qj, q);
		vec_add(n, -c, wj, w);
	}
	double size = vec_norm(n, q);
	if (!(size > 1e-10 * before))
		return 0;
	vec_scale(n, 1.0 / size, q);
	vec_scale(n, 1.0 / size, w);
	return 1;
}

static void accelerate(struct krylov *k, int n, int dim, const double *y)
{
	vec_copy(n, y, k->d);
	for (int j = 0; j < dim; j++) {
		const double *qj = k->q + (size_t)j * (size_t)n, *wj = k->w + (size_t)j * (size_t)n;
		double c = vec_dot(n, qj, y);
		vec_add(n, c, wj, k->d);
		vec_add(n, -c, qj, k->d);
	}
	vec_copy(n, y, k->y);
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct krylov *k = self;
	int n = s->p->n, dim = 0, made = 0, rc;
	if ((rc = solver_begin(s)) < 0 || (rc = tangents_form(&k->tangents, s, k->tangents.increment, e)) < 0)
		return rc;
	for (int i = 0; i < s->test->limit; i++) {
		if (made > k->max_dim) {
			dim = made = 0;
			if ((rc = tangents_form(&k->tangents, s, k->tangents.iterate, e)) < 0)
				return rc;
		}
		if ((rc = solver_increment(s)) < 0)
			return rc;
		if (made > 0)
			dim += extend(k, n, dim, s->x);
		accelerate(k, n, dim, s->x);
		made++;
		if ((rc = solver_advance(s, k->d, e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
	}
	return test_report(s->test, ERR_CONVERGE, e);
}

const struct algorithm_ops algorithm_krylov_newton = {
	.name = "KrylovNewton",
	.brief = "Modified Newton accelerated by a Krylov subspace",
	.cite = "Scott & Fenves 2010, doi:10.1061/(ASCE)ST.1943-541X.0000143",
	.example = "|-maxDim 6|-iterate initial -increment initial",
	.params = params,
	.size = sizeof(struct krylov),
	.parse = parse,
	.setup = setup,
	.solve = solve,
};
