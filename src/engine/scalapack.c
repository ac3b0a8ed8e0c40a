/* Dense matrices over the ranks of MPI, by ScaLAPACK (cluster/scalapack_mpi.c): inverted before the test, matrix-vector products during it.
 *
 * A product with an inverse leaves a residual that grows with the condition of the matrix, where triangular solves do not. In double precision the residual
 * is formed here, from the sparse matrix, and as long as it is more than rounding, |r| > 1e-14 (|A| |x| + |b|) in some row (Oettli and Prager), the
 * product with it is added, REFINE_MOST times at the most. In single precision the answer is that of one product.
 *   F. Obon Santacana, U. E. Dorka, 15WCEE 2012, section 3.2; L. S. Blackford et al., ScaLAPACK Users' Guide, SIAM 1997, doi:10.1137/1.9780898719642;
 *   W. Oettli, W. Prager, Numer. Math. 6 (1964) 405, doi:10.1007/BF01386090 */
#include "analysis/engine.h"

#include "engine/ranks.h"
#include "math/vec.h"

#include <math.h>

#define RESIDUAL_LEAST 1e-14

enum { REFINE_MOST = 3 };

struct scalapack {
	struct ranks ranks;
	bool single;                     /* option */
	double *value[ENGINE_SLOTS];     /* owned: run arena; of the matrix that is factored; NULL in single precision */
	double *pivot;                   /* owned: run arena */
	double *b, *rest, *size;         /* owned: run arena; right-hand side, residual, what a row sums up */
};

static const struct param params[] = {
	{.name = "-single", .kind = PARAM_FLAG, .offset = offsetof(struct scalapack, single),
	 .help = "keeps the inverse in single precision: answers good to 1e-4 .. 1e-6"},
	{0},
};

static int scalapack_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct scalapack *s = self;
	size_t n = (size_t)p->n + 1;
	double **vector[] = {&s->pivot, &s->b, &s->rest, &s->size};
	bool ok = true;

	for (size_t i = 0; i < COUNT(vector); i++)
		ok &= (*vector[i] = ARENA_ARRAY(run, n, double)) != NULL;
	for (int i = 0; !s->single && i < ENGINE_SLOTS; i++)
		ok &= (s->value[i] = ARENA_ARRAY(run, (size_t)p->nnz + 1, double)) != NULL;
	if (!ok)
		return err_set(e, ERR_MEMORY, "engine scalapack", "no memory for %d unknowns", p->n);
	return ranks_setup(&s->ranks, s->single ? CLUSTER_SCALAPACK_SINGLE : CLUSTER_SCALAPACK, p, run, e);
}

static bool scalapack_definite(void *self, int slot, const double *value, int *ret_pivot)
{
	struct scalapack *s = self;
	const int *place = s->ranks.base.diagonal.place;

	if (ranks_factor(&s->ranks, slot, CLUSTER_DEFINITE, value, s->pivot, ret_pivot))
		return false;
	for (int i = 0; i < s->ranks.base.p->n; i++) {
		*ret_pivot = i;
		if (!(s->pivot[i] * s->pivot[i] > PIVOT_VANISHED * value[place[i]]))
			return false;
	}
	if (s->value[slot])
		vec_copy(s->ranks.base.p->nnz, value, s->value[slot]);
	return true;
}

static int scalapack_general(void *self, int slot, const double *value, int *ret_pivot)
{
	struct scalapack *s = self;
	int pivot, code = ranks_factor(&s->ranks, slot, CLUSTER_GENERAL, value, s->pivot, &pivot);

	if (code == ERR_SINGULAR)
		*ret_pivot = pivot < 0 ? 0 : pivot;
	if (code)
		return code;
	if (s->value[slot])
		vec_copy(s->ranks.base.p->nnz, value, s->value[slot]);
	return engine_pivots(&s->ranks.base, slot, value, s->pivot, NULL, ret_pivot);
}

/* rest = b - A x, the worst row relative to what it sums up. scale: rows of A times it; NULL: as they are. */
static double residual(struct scalapack *s, int slot, const double *scale, const double *x)
{
	const struct pattern_csc *p = s->ranks.base.p;
	const double *value = s->value[slot];
	double worst = 0.0;

	vec_zero(p->n, s->rest);
	vec_zero(p->n, s->size);
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];

			s->rest[i] += value[k] * x[j];
			s->size[i] += fabs(value[k] * x[j]);
			if (!p->symmetric || i == j)
				continue;
			s->rest[j] += value[k] * x[i];
			s->size[j] += fabs(value[k] * x[i]);
		}
	for (int i = 0; i < p->n; i++) {
		double factor = scale ? scale[i] : 1.0, size = factor * s->size[i] + fabs(s->b[i]);

		s->rest[i] = s->b[i] - factor * s->rest[i];
		if (size > 0.0)
			worst = fmax(worst, fabs(s->rest[i]) / size);
	}
	return worst;
}

static int solve_refined(struct scalapack *s, int slot, const double *scale, double *x)
{
	int n = s->ranks.base.p->n, code;

	vec_copy(n, x, s->b);
	code = ranks_solve(&s->ranks, slot, x);
	for (int i = 0; !code && s->value[slot] && i < REFINE_MOST; i++) {
		if (residual(s, slot, scale, x) <= RESIDUAL_LEAST)
			break;
		code = ranks_solve(&s->ranks, slot, s->rest);
		for (int k = 0; !code && k < n; k++)
			x[k] += s->rest[k];
	}
	return code;
}

static int scalapack_solve_definite(void *self, int slot, double *x)
{
	return solve_refined(self, slot, NULL, x);
}

static int scalapack_solve_general(void *self, int slot, double *x)
{
	struct scalapack *s = self;

	return solve_refined(s, slot, s->ranks.base.row_scale[slot], x);
}

static const struct engine_ways ways = {scalapack_definite, scalapack_general, scalapack_solve_definite, scalapack_solve_general};

static int scalapack_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	return engine_factor(self, &ways, slot, value, ret_pivot);
}

static int scalapack_solve(void *self, int slot, double *x)
{
	return engine_solve(self, &ways, slot, x);
}

const struct engine_ops engine_scalapack = {
	.name = "scalapack",
	.brief = "dense inverse over the ranks of MPI, by ScaLAPACK; products by PBLAS in the step",
	.cite = "Blackford et al. 1997, doi:10.1137/1.9780898719642",
	.size = sizeof(struct scalapack),
	.params = params,
	.ranks = true,
	.cost = ranks_cost,
	.setup = scalapack_setup,
	.factor = scalapack_factor,
	.solve = scalapack_solve,
	.memory = ranks_memory,
	.fini = ranks_fini,
};
