/* Band engine: the unknowns in reverse Cuthill-McKee order, within the half bandwidth b of the reordered matrix.
 *
 * Positive definite: b = 1 (chains) by L D L' of a tridiagonal matrix, eliminated from both ends to the middle, so that
 * two chains of operations run at a time; wider bands by block elimination inside the envelope (math/spd.h).
 * Otherwise, and for unsymmetric patterns: L U with partial pivoting by LAPACK's dgbtrf, whose upper band grows to 2 b.
 *   A. George, J. W. H. Liu, ACM TOMS 5 (1979) 284, doi:10.1145/355841.355845; E. Anderson et al., LAPACK Users' Guide,
 *   3rd ed., SIAM 1999, doi:10.1137/1.9780898719604 */
#include "analysis/engine.h"

#include "engine/engine_common.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/spd.h"
#include "math/tridiag.h"
#include "math/vec.h"

#include <math.h>
#include <stdlib.h>

struct band {
	struct engine_base base;
	int width;                   /* half bandwidth */
	int *perm, *place;           /* owned: run arena; new to old, old to new */
	struct spd *spd;             /* owned: run arena; NULL when b < 2 or the pattern is unsymmetric */
	struct tridiag tridiag;      /* used when b = 1 and the pattern is symmetric */
	double *factor[ENGINE_SLOTS]; /* owned: run arena; of spd or tridiag */
	double *lu[ENGINE_SLOTS];    /* owned: run arena; (3 width + 1) x n */
	int *ipiv[ENGINE_SLOTS]; /* owned: run arena */
	double *scale, *work;        /* owned: run arena */
};

/* Times in nanoseconds, measured on a processor with 512-bit registers. */
static double band_cost(const struct pattern_csc *p, bool refactor)
{
	struct arena scratch;
	struct spd *s;
	double n = p->n, solve = -1, factor = 0;
	arena_init(&scratch);
	int *perm = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int);
	if (perm && order_rcm(p, perm, &scratch, NULL) == 0) {
		double b = pattern_bandwidth(p, perm);
		if (!p->symmetric) {
			solve = 200 + n * (18 + 0.8 * b);
			factor = 500 + n * (38 + 1.0 * b + 0.28 * b * b);
		} else if (b < 2) {
			solve = 30 + 1.4 * n;
			factor = 50 + 9 * n;
		} else if (spd_prepare(&s, p, perm, &scratch, NULL) == 0) {
			solve = spd_solve_cost(s);
			factor = spd_factor_cost(s);
		}
	}
	arena_fini(&scratch);
	return solve < 0 ? -1 : refactor ? solve + factor : solve;
}

static int band_prepare(struct band *s, struct arena *run, struct err *e)
{
	size_t size = 0;
	int code = 0;
	if (!s->base.p->symmetric)
		return 0;
	if (s->width < 2) {
		code = tridiag_setup(&s->tridiag, s->base.p, s->perm, run, e);
		size = tridiag_size(&s->tridiag);
	} else {
		code = spd_prepare(&s->spd, s->base.p, s->perm, run, e);
		if (!code)
			code = spd_workspace(s->spd, run, e);
		size = code ? 0 : spd_size(s->spd);
	}
	for (int i = 0; !code && i < ENGINE_SLOTS; i++) {
		s->factor[i] = ARENA_ARRAY(run, size, double);
		if (!s->factor[i])
			code = err_set(e, ERR_MEMORY, "engine band", "no memory for factors of %zu entries", size);
	}
	return code;
}

static int band_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct band *s = self;
	size_t n = (size_t)p->n;
	math_init();
	s->base.p = p;
	s->perm = ARENA_ARRAY(run, n + 1, int);
	s->place = ARENA_ARRAY(run, n + 1, int);
	s->scale = ARENA_ARRAY(run, n + 1, double);
	s->work = ARENA_ARRAY(run, n + 1, double);
	if (!s->perm || !s->place || !s->scale || !s->work)
		return err_set(e, ERR_MEMORY, "engine band", "no memory for %d unknowns", p->n);
	int code = order_rcm(p, s->perm, run, e);
	if (code)
		return code;
	for (int i = 0; i < p->n; i++)
		s->place[s->perm[i]] = i;
	s->width = pattern_bandwidth(p, s->perm);
	for (int i = 0; i < ENGINE_SLOTS; i++) {
		s->lu[i] = ARENA_ARRAY(run, n * (3 * (size_t)s->width + 1) + 1, double);
		s->ipiv[i] = ARENA_ARRAY(run, n + 1, int);
		if (!s->lu[i] || !s->ipiv[i])
			return err_set(e, ERR_MEMORY, "engine band", "no memory for %d unknowns, half bandwidth %d", p->n, s->width);
	}
	code = engine_diagonal_setup(&s->base.diagonal, p, run, e);
	return code ? code : band_prepare(s, run, e);
}

static bool band_cholesky(void *self, int slot, const double *value, int *ret_pivot)
{
	struct band *s = self;
	if (s->spd)
		return spd_factor(s->spd, value, s->factor[slot], ret_pivot) == 0;
	return tridiag_factor(&s->tridiag, value, s->factor[slot], ret_pivot) == 0;
}

static int band_lu(void *self, int slot, const double *value, int *ret_pivot)
{
	struct band *s = self;
	const struct pattern_csc *p = s->base.p;
	int b = s->width, height_int = 3 * b + 1, info;
	size_t height = (size_t)height_int;
	double *a = s->lu[slot];
	vec_zero((int)(height * (size_t)p->n), a);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = s->place[p->row[k]], c = s->place[j];
			a[(size_t)c * height + (size_t)(2 * b + i - c)] = value[k];
			if (p->symmetric)
				a[(size_t)i * height + (size_t)(2 * b + c - i)] = value[k];
		}
	}
	engine_column_max(p, value, s->scale);
	dgbtrf_(&p->n, &p->n, &b, &b, a, &height_int, s->ipiv[slot], &info);
	RT_CHECK(info >= 0, ERR_INTERNAL);
	for (int i = 0; i < p->n; i++) {
		if (fabs(a[(size_t)i * height + 2 * (size_t)b]) > PIVOT_VANISHED * s->scale[s->perm[i]])
			continue;
		*ret_pivot = s->perm[i];
		return ERR_SINGULAR;
	}
	return 0;
}

static int band_solve_cholesky(void *self, int slot, double *x)
{
	struct band *s = self;
	if (s->spd)
		spd_solve(s->spd, s->factor[slot], x);
	else
		tridiag_solve(&s->tridiag, s->factor[slot], x);
	return 0;
}

static int band_solve_lu(void *self, int slot, double *x)
{
	struct band *s = self;
	int n = s->base.p->n, b = s->width, one = 1, info = 0, height = 3 * b + 1;
	for (int i = 0; i < n; i++)
		s->work[i] = x[s->perm[i]];
	dgbtrs_("N", &n, &b, &b, &one, s->lu[slot], &height, s->ipiv[slot], s->work, &n, &info, 1);
	for (int i = 0; i < n; i++)
		x[s->perm[i]] = s->work[i];
	return info ? ERR_INTERNAL : 0;
}

static const struct engine_ways ways = {band_cholesky, band_lu, band_solve_cholesky, band_solve_lu};

static int band_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	return engine_factor(self, &ways, slot, value, ret_pivot);
}

static int band_solve(void *self, int slot, double *x)
{
	return engine_solve(self, &ways, slot, x);
}

const struct engine_ops engine_band = {
	.name = "band",
	.brief = "reverse Cuthill-McKee order, elimination inside the band, or band LU",
	.cite = "George and Liu 1979, doi:10.1145/355841.355845",
	.size = sizeof(struct band),
	.cost = band_cost,
	.setup = band_setup,
	.factor = band_factor,
	.solve = band_solve,
};
