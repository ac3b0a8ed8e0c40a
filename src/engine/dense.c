/* Dense engine: the whole matrix, L L' by LAPACK's dpotrf; where the matrix is unsymmetric, or a pivot does not stay
 * positive, L U with partial pivoting by dgetrf. For small systems, and the measure of the other engines.
 * With -inverse the matrix is inverted when it is factored (dpotri, dgetri), so that a solve is one product of a matrix with a vector; the inverse is
 * kept whole or packed, in double or single precision (dense_inverse.h). Factors and inverses are made in doubles always.
 *   E. Anderson et al., LAPACK Users' Guide, 3rd ed., SIAM 1999, doi:10.1137/1.9780898719604 */
#include "analysis/engine.h"

#include "base/room.h"
#include "engine/dense_inverse.h"
#include "engine/engine_common.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/vec.h"

#include <cblas.h>

#include <string.h>

enum { DENSE_WORK = 64 };

struct dense {
	struct engine_base base;
	bool invert, packed, single; /* options, as the next */
	int threads;
	struct inverse inverse;
	double *a[ENGINE_SLOTS];     /* owned: run arena; n x n, column-major; one for all slots where the inverse is kept elsewhere */
	double *work;                /* owned: run arena; for dgetri */
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

static const struct param params[] = {
	{.name = "-inverse", .kind = PARAM_FLAG, .offset = offsetof(struct dense, invert),
	 .help = "inverts the matrix when it is factored: a solve is one product of a matrix with a vector"},
	{.name = "-packed", .kind = PARAM_FLAG, .offset = offsetof(struct dense, packed),
	 .help = "-inverse, kept as a packed triangle: half the memory; for symmetric matrices"},
	{.name = "-single", .kind = PARAM_FLAG, .offset = offsetof(struct dense, single),
	 .help = "-inverse, kept and multiplied with in single precision: answers good to 1e-4 .. 1e-6"},
	{.name = "-threads", .kind = PARAM_INT, .offset = offsetof(struct dense, threads), .def = 1, .range = {1, 256, false, false},
	 .help = "threads of the BLAS, everywhere in the program"},
	{0},
};

/* What is left of the options in the memory of the engine. */
static int dense_inverse_setup(struct dense *s, struct arena *run, struct err *e)
{
	int code;
	if (s->packed && !s->base.p->symmetric) {
		code = err_set(e, ERR_UNSUPPORTED, "engine dense", "the matrix is not symmetric and cannot be packed");
		err_hint(e, "leave -packed out");
		return code;
	}
	s->work = ARENA_ARRAY(run, (size_t)s->base.p->n * DENSE_WORK + 1, double);
	if (!s->work)
		return err_set(e, ERR_MEMORY, "engine dense", "no memory for %d unknowns", s->base.p->n);
	return inverse_setup(&s->inverse, s->base.p->n, s->base.p->symmetric, s->packed, s->single, s->a, run, e);
}

static int dense_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct dense *s = self;
	size_t n = (size_t)p->n;
	math_threads(s->threads > 0 ? s->threads : 1);
	s->invert |= s->packed || s->single;
	int code = room_need(dense_bytes(p->n), "engine dense", "the whole matrix", "use the engine sparse", e);
	if (code)
		return code;
	code = engine_base_setup(&s->base, p, run, e);
	if (code)
		return code;
	s->pivot = ARENA_ARRAY(run, n + 1, double);
	if (!s->pivot || !engine_slots(&s->base, n * n + 1, s->packed || s->single, run, s->a, s->ipiv))
		return err_set(e, ERR_MEMORY, "engine dense", "no memory for %d unknowns", p->n);
	return s->invert ? dense_inverse_setup(s, run, e) : 0;
}

/* Other engines have one thread. */
static void dense_fini(void *self)
{
	struct dense *s = self;
	if (s->threads > 1)
		math_threads(1);
	s->threads = 1;
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
	if (s->invert) {
		dpotri_("L", &n, s->a[slot], &n, &info, 1);
		inverse_keep(&s->inverse, slot, s->a[slot]);
	}
	return info == 0;
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
	int code = engine_pivots(&s->base, slot, value, s->pivot, NULL, ret_pivot);
	if (code || !s->invert)
		return code;
	/* (R A)^-1 R = A^-1, which is symmetric where A is. */
	int work = n * DENSE_WORK;
	dgetri_(&n, s->a[slot], &n, s->ipiv[slot], s->work, &work, &info);
	RT_CHECK(info == 0, ERR_INTERNAL);
	for (int j = 0; j < n; j++)
		vec_scale(n, s->base.row_scale[slot][j], s->a[slot] + (size_t)j * (size_t)n);
	inverse_keep(&s->inverse, slot, s->a[slot]);
	return 0;
}

static int dense_solve_cholesky(void *self, int slot, double *x)
{
	struct dense *s = self;
	int n = s->base.p->n;
	if (s->invert) {
		inverse_multiply(&s->inverse, slot, x);
		return 0;
	}
	cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, s->a[slot], n, x, 1);
	cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, n, s->a[slot], n, x, 1);
	return 0;
}

static int dense_solve_lu(void *self, int slot, double *x)
{
	struct dense *s = self;
	int n = s->base.p->n, one = 1, info = 0;
	if (s->invert) {
		/* engine_solve has scaled x by powers of two for a factor of R A. */
		for (int i = 0; i < n; i++)
			x[i] /= s->base.row_scale[slot][i];
		inverse_multiply(&s->inverse, slot, x);
		return 0;
	}
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
	.brief = "whole matrix, LAPACK Cholesky or LU, or its inverse",
	.cite = "Anderson et al. 1999, doi:10.1137/1.9780898719604",
	.size = sizeof(struct dense),
	.params = params,
	.cost = dense_cost,
	.setup = dense_setup,
	.factor = dense_factor,
	.solve = dense_solve,
	.memory = dense_memory,
	.fini = dense_fini,
};
