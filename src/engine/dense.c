/* Dense engine: the whole matrix, L L' by LAPACK's dpotrf; where the matrix is unsymmetric, or a pivot does not stay
 * positive, L U with partial pivoting by dgetrf. For small systems, and the measure of the other engines.
 *   E. Anderson et al., LAPACK Users' Guide, 3rd ed., SIAM 1999, doi:10.1137/1.9780898719604 */
#include "analysis/engine.h"

#include "base/room.h"
#include "engine/engine_common.h"
#include "math/lapack.h"
#include "math/math_init.h"

#include <cblas.h>
#include <string.h>

struct dense {
	struct engine_base base;
	double *a[ENGINE_SLOTS];     /* owned: run arena; n x n, column-major */
	int *ipiv[ENGINE_SLOTS];     /* owned: run arena */
	double *pivot;               /* owned: run arena */
};

static double dense_bytes(int n)
{
	return 8.0 * n * n;
}

/* Time in nanoseconds, as measured on a processor with 512-bit registers: LAPACK's call and its rate of work. */
static double dense_cost(const struct pattern_csc *p, bool refactor)
{
	double n = p->n;
	if (!room_for(dense_bytes(p->n)))
		return -1;
	double solve = 150 + 20 * n + 0.13 * n * n;
	double factor = 500 + 40 * n + 0.5 * n * n + n * n * n / (p->symmetric ? 60 : 30);
	return refactor ? solve + factor : solve;
}

static int dense_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct dense *s = self;
	size_t n = (size_t)p->n;
	math_init();
	int code = room_need(dense_bytes(p->n), "engine dense", "the whole matrix", "use the engine sparse", e);
	if (code)
		return code;
	s->pivot = ARENA_ARRAY(run, n + 1, double);
	for (int i = 0; i < ENGINE_SLOTS; i++) {
		s->a[i] = engine_slot(&s->base, i, n * n + 1, run);
		s->ipiv[i] = ARENA_ARRAY(run, n + 1, int);
		if (s->base.lacks[0] || !s->ipiv[i] || !s->pivot)
			return err_set(e, ERR_MEMORY, "engine dense", "no memory for %d unknowns", p->n);
	}
	return engine_base_setup(&s->base, p, run, e);
}

/* The whole matrix; row i times scale_i, NULL: as it is. */
static void dense_fill(const struct pattern_csc *p, const double *value, const double *scale, double *ret_a)
{
	size_t n = (size_t)p->n;
	memset(ret_a, 0, n * n * sizeof *ret_a);
	for (size_t j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			size_t i = (size_t)p->row[k];
			ret_a[j * n + i] = value[k] * (scale ? scale[i] : 1);
			if (p->symmetric)
				ret_a[i * n + j] = value[k] * (scale ? scale[j] : 1);
		}
	}
}

static bool dense_cholesky(void *self, int slot, const double *value, int *ret_pivot)
{
	struct dense *s = self;
	int n = s->base.p->n;
	const double *a = s->a[slot];
	dense_fill(s->base.p, value, NULL, s->a[slot]);
	int info;
	dpotrf_("L", &n, s->a[slot], &n, &info, 1);
	*ret_pivot = info - 1;
	if (info != 0)
		return false;
	for (int i = 0; i < n; i++) {
		double pivot = a[(size_t)i * (size_t)n + (size_t)i];
		*ret_pivot = i;
		if (pivot * pivot <= PIVOT_VANISHED * value[s->base.diagonal.place[i]])
			return false;
	}
	return true;
}

static int dense_lu(void *self, int slot, const double *value, int *ret_pivot)
{
	struct dense *s = self;
	int n = s->base.p->n;
	dense_fill(s->base.p, value, s->base.row_scale[slot], s->a[slot]);
	int info;
	dgetrf_(&n, &n, s->a[slot], &n, s->ipiv[slot], &info);
	RT_CHECK(info >= 0, ERR_INTERNAL);
	for (int i = 0; i < n; i++)
		s->pivot[i] = s->a[slot][(size_t)i * ((size_t)n + 1)];
	return engine_pivots(&s->base, slot, value, s->pivot, NULL, ret_pivot);
}

static int dense_solve_cholesky(void *self, int slot, double *x)
{
	struct dense *s = self;
	int n = s->base.p->n;
	cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, s->a[slot], n, x, 1);
	cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, n, s->a[slot], n, x, 1);
	return 0;
}

static int dense_solve_lu(void *self, int slot, double *x)
{
	struct dense *s = self;
	int n = s->base.p->n, one = 1, info = 0;
	dgetrs_("N", &n, &one, s->a[slot], &n, s->ipiv[slot], x, &n, &info, 1);
	return info ? ERR_INTERNAL : 0;
}

static double dense_memory(const void *self)
{
	const struct dense *s = self;
	return dense_bytes(s->base.p->n);
}

static const struct engine_ways ways = {dense_cholesky, dense_lu, dense_solve_cholesky, dense_solve_lu};

static int dense_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	return engine_factor(self, &ways, slot, value, ret_pivot);
}

static int dense_solve(void *self, int slot, double *x)
{
	return engine_solve(self, &ways, slot, x);
}

const struct engine_ops engine_dense = {
	.name = "dense",
	.brief = "whole matrix, LAPACK Cholesky or LU",
	.cite = "Anderson et al. 1999, doi:10.1137/1.9780898719604",
	.size = sizeof(struct dense),
	.cost = dense_cost,
	.setup = dense_setup,
	.factor = dense_factor,
	.solve = dense_solve,
	.memory = dense_memory,
};
