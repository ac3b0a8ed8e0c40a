/* Band engine: the unknowns in reverse Cuthill-McKee order, within the half bandwidth b of the reordered matrix.
 *
 * Positive definite: b = 1 (chains) by L D L' of a tridiagonal matrix, eliminated from both ends to the middle, so that
 * two chains of operations run at a time; wider bands by block elimination inside the envelope (math/spd.h).
 * Otherwise, and for unsymmetric patterns: L U with partial pivoting by LAPACK's dgbtrf, whose upper band grows to 2 b.
 * The memory for it is taken at set-up, for a pivot may turn negative in any step, and shared with the definite factor of the
 * same slot: a slot holds one or the other. Bands that do not fit in memory are left to the sparse engine.
 *   A. George, J. W. H. Liu, ACM TOMS 5 (1979) 284, doi:10.1145/355841.355845; E. Anderson et al., LAPACK Users' Guide,
 *   3rd ed., SIAM 1999, doi:10.1137/1.9780898719604 */
#include "analysis/engine.h"

#include "base/room.h"
#include "engine/engine_common.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/spd.h"
#include "math/tridiag.h"

#include <string.h>

struct band {
	struct engine_base base;
	int width;                   /* half bandwidth */
	int *perm, *place;           /* owned: run arena; new to old, old to new */
	struct spd *spd;             /* owned: run arena; NULL when b < 2 or the pattern is unsymmetric */
	struct tridiag tridiag;      /* used when b = 1 and the pattern is symmetric */
	double *factor[ENGINE_SLOTS]; /* owned: run arena; of spd or tridiag, or LU: (3 width + 1) x n */
	int *ipiv[ENGINE_SLOTS];     /* owned: run arena */
	double *pivot, *work;        /* owned: run arena */
	size_t size;                 /* doubles of a factor that is definite, or of LU where the pattern is unsymmetric */
};

/* Doubles of an LU factor. */
static size_t band_size(int n, int width)
{
	return (size_t)n * (3 * (size_t)width + 1) + 1;
}

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
		if (!room_for(8.0 * (double)band_size(p->n, (int)b))) {
			solve = -1;
		} else if (!p->symmetric) {
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

/* Prepares the way of definite matrices; *ret_size: doubles of its factor. */
static int band_prepare(struct band *s, struct arena *run, size_t *ret_size, struct err *e)
{
	int code = 0;
	*ret_size = 0;
	if (!s->base.p->symmetric)
		return 0;
	if (s->width < 2) {
		code = tridiag_setup(&s->tridiag, s->base.p, s->perm, run, e);
		*ret_size = tridiag_size(&s->tridiag);
		return code;
	}
	code = spd_prepare(&s->spd, s->base.p, s->perm, run, e);
	if (!code)
		code = spd_workspace(s->spd, run, e);
	if (!code)
		*ret_size = spd_size(s->spd);
	return code;
}

static int band_factors(struct band *s, size_t size, struct arena *run, struct err *e)
{
	size_t lu = band_size(s->base.p->n, s->width);
	s->size = size > 0 ? size : lu;
	if (!engine_slots(&s->base, size > lu ? size : lu, false, run, s->factor, s->ipiv))
		return err_set(e, ERR_MEMORY, "engine band", "no memory for %d unknowns, half bandwidth %d", s->base.p->n, s->width);
	return 0;
}

static int band_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct band *s = self;
	size_t n = (size_t)p->n, size;
	math_init();
	s->perm = ARENA_ARRAY(run, n + 1, int);
	s->place = ARENA_ARRAY(run, n + 1, int);
	s->pivot = ARENA_ARRAY(run, n + 1, double);
	s->work = ARENA_ARRAY(run, n + 1, double);
	if (!s->perm || !s->place || !s->pivot || !s->work)
		return err_set(e, ERR_MEMORY, "engine band", "no memory for %d unknowns", p->n);
	int code = order_rcm(p, s->perm, run, e);
	if (code)
		return code;
	for (int i = 0; i < p->n; i++)
		s->place[s->perm[i]] = i;
	s->width = pattern_bandwidth(p, s->perm);
	code = room_need(8.0 * (double)band_size(p->n, s->width), "engine band", "a matrix within its band", "use the engine sparse", e);
	if (!code)
		code = engine_base_setup(&s->base, p, run, e);
	if (!code)
		code = band_prepare(s, run, &size, e);
	return code ? code : band_factors(s, size, run, e);
}

static bool band_cholesky(void *self, int slot, const double *value, int *ret_pivot)
{
	struct band *s = self;
	if (s->spd)
		return spd_factor_soundly(s->spd, value, s->factor[slot], ret_pivot);
	return tridiag_factor(&s->tridiag, value, s->factor[slot], ret_pivot) == 0;
}

static int band_lu(void *self, int slot, const double *value, int *ret_pivot)
{
	struct band *s = self;
	const struct pattern_csc *p = s->base.p;
	int b = s->width, height_int = 3 * b + 1, info;
	size_t height = (size_t)height_int;
	const double *scale = s->base.row_scale[slot];
	double *a = s->factor[slot];
	memset(a, 0, height * (size_t)p->n * sizeof *a);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = s->place[p->row[k]], c = s->place[j];
			a[(size_t)c * height + (size_t)(2 * b + i - c)] = value[k] * scale[p->row[k]];
			if (p->symmetric)
				a[(size_t)i * height + (size_t)(2 * b + c - i)] = value[k] * scale[j];
		}
	}
	dgbtrf_(&p->n, &p->n, &b, &b, a, &height_int, s->ipiv[slot], &info);
	RT_CHECK(info >= 0, ERR_INTERNAL);
	for (int i = 0; i < p->n; i++)
		s->pivot[i] = a[(size_t)i * height + 2 * (size_t)b];
	return engine_pivots(&s->base, slot, value, s->pivot, s->perm, ret_pivot);
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
	dgbtrs_("N", &n, &b, &b, &one, s->factor[slot], &height, s->ipiv[slot], s->work, &n, &info, 1);
	for (int i = 0; i < n; i++)
		x[s->perm[i]] = s->work[i];
	return info ? ERR_INTERNAL : 0;
}

static double band_memory(const void *self)
{
	const struct band *s = self;
	return 8.0 * (double)s->size;
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
	.memory = band_memory,
};
