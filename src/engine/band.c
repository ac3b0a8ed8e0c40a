/* Band engine: the unknowns in reverse Cuthill-McKee order, within the half bandwidth b of the reordered matrix.
 * Positive definite: L L' by LAPACK's dpbtrf; otherwise, and for unsymmetric patterns, L U with partial pivoting by
 * dgbtrf, which lets the upper band grow to 2 b.
 *   E. Anderson et al., LAPACK Users' Guide, 3rd ed., SIAM 1999, doi:10.1137/1.9780898719604 */
#include "analysis/engine.h"

#include "engine/engine_common.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/vec.h"

#include <math.h>
#include <stdlib.h>

struct band {
	const struct pattern_csc *p; /* borrowed: the problem's */
	struct engine_diagonal diagonal;
	enum engine_form form[ENGINE_SLOTS];
	int width;                   /* half bandwidth */
	int *perm, *place;           /* owned: run arena; new to old, old to new */
	double *spd[ENGINE_SLOTS];   /* owned: run arena; (width + 1) x n */
	double *lu[ENGINE_SLOTS];    /* owned: run arena; (3 width + 1) x n */
	int *ipiv[ENGINE_SLOTS]; /* owned: run arena */
	double *scale, *work;        /* owned: run arena */
};

static double band_cost(const struct pattern_csc *p, bool refactor)
{
	struct arena scratch;
	arena_init(&scratch);
	int *perm = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int);
	bool ordered = perm && order_rcm(p, perm, &scratch, NULL) == 0;
	double b = ordered ? pattern_bandwidth(p, perm) : 0, n = p->n;
	arena_fini(&scratch);
	if (!ordered)
		return -1;
	double solve = 100 + n * (2 + 0.3 * b);
	double factor = 100 + n * (20 + 0.3 * b + 0.05 * b * b);
	return refactor ? solve + factor : solve;
}

static int band_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct band *s = self;
	size_t n = (size_t)p->n;
	math_init();
	s->p = p;
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
		s->form[i] = ENGINE_EMPTY;
		s->spd[i] = ARENA_ARRAY(run, n * ((size_t)s->width + 1) + 1, double);
		s->lu[i] = ARENA_ARRAY(run, n * (3 * (size_t)s->width + 1) + 1, double);
		s->ipiv[i] = ARENA_ARRAY(run, n + 1, int);
		if (!s->spd[i] || !s->lu[i] || !s->ipiv[i])
			return err_set(e, ERR_MEMORY, "engine band", "no memory for %d unknowns, half bandwidth %d", p->n, s->width);
	}
	return engine_diagonal_setup(&s->diagonal, p, run, e);
}

static bool band_cholesky(struct band *s, int slot, const double *value)
{
	const struct pattern_csc *p = s->p;
	int height_int = s->width + 1, info;
	size_t height = (size_t)height_int;
	double *a = s->spd[slot];
	vec_zero((int)(height * (size_t)p->n), a);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = s->place[p->row[k]], c = s->place[j];
			int column = i < c ? i : c;
			a[(size_t)column * height + (size_t)abs(i - c)] = value[k];
		}
	}
	dpbtrf_("L", &p->n, &s->width, a, &height_int, &info, 1);
	if (info != 0)
		return false;
	for (int i = 0; i < p->n; i++) {
		double pivot = a[(size_t)i * height];
		if (pivot * pivot <= PIVOT_VANISHED * value[s->diagonal.place[s->perm[i]]])
			return false;
	}
	return true;
}

static int band_lu(struct band *s, int slot, const double *value, int *ret_pivot)
{
	const struct pattern_csc *p = s->p;
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

static int band_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	struct band *s = self;
	bool diagonal;
	s->form[slot] = ENGINE_EMPTY;
	int code = engine_check(s->p, value, &diagonal);
	if (code)
		return code;
	enum engine_form form = ENGINE_LU;
	if (diagonal) {
		form = ENGINE_DIAGONAL;
		code = engine_diagonal_factor(&s->diagonal, s->p, slot, value, ret_pivot);
	} else if (s->p->symmetric && band_cholesky(s, slot, value)) {
		form = ENGINE_CHOLESKY;
	} else {
		code = band_lu(s, slot, value, ret_pivot);
	}
	if (!code)
		s->form[slot] = form;
	return code;
}

static int band_solve(void *self, int slot, double *x)
{
	struct band *s = self;
	int n = s->p->n, b = s->width, one = 1, info = 0, spd_height = b + 1, lu_height = 3 * b + 1;
	RT_CHECK(s->form[slot] != ENGINE_EMPTY, ERR_STATE);
	if (s->form[slot] == ENGINE_DIAGONAL) {
		engine_diagonal_solve(&s->diagonal, n, slot, x);
		return 0;
	}
	for (int i = 0; i < n; i++)
		s->work[i] = x[s->perm[i]];
	if (s->form[slot] == ENGINE_CHOLESKY)
		dpbtrs_("L", &n, &b, &one, s->spd[slot], &spd_height, s->work, &n, &info, 1);
	else
		dgbtrs_("N", &n, &b, &b, &one, s->lu[slot], &lu_height, s->ipiv[slot], s->work, &n, &info, 1);
	for (int i = 0; i < n; i++)
		x[s->perm[i]] = s->work[i];
	return info ? ERR_INTERNAL : 0;
}

const struct engine_ops engine_band = {
	.name = "band",
	.brief = "reverse Cuthill-McKee order, band Cholesky or LU",
	.cite = "George and Liu 1979, doi:10.1145/355841.355845",
	.size = sizeof(struct band),
	.cost = band_cost,
	.setup = band_setup,
	.factor = band_factor,
	.solve = band_solve,
};
