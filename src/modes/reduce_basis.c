/* The columns of T from stiffness and mass of the whole structure (i: interior, b: kept, s: prescribed values).
 *
 *   Guyan           u_i = -K_ii^-1 (K_ib u_b + K_is g)
 *                   R. J. Guyan, Reduction of stiffness and mass matrices, AIAA J. 3 (1965) 380, doi:10.2514/3.2874
 *   Craig-Bampton   u_i = that + Phi y,  K_ii Phi = M_ii Phi Lambda,  Phi' M_ii Phi = I
 *                   R. R. Craig, M. C. C. Bampton, Coupling of substructures for dynamic analyses, AIAA J. 6 (1968) 1313, doi:10.2514/3.4741
 *   Modal           u = Phi y - K^-1 K_s g: Craig and Bampton's with nothing kept
 * The modal coordinates of a given motion are y = Phi' M_ii (u_i + K_ii^-1 (K_ib u_b + K_is g)).
 */
#include "math/eig.h"
#include "math/spd.h"
#include "math/vec.h"
#include "modes/reduce_priv.h"

#include <string.h>

struct interior {
	int n;
	int *unknown;              /* n: its unknowns in the whole */
	int *place;                /* whole -> interior, or -1 - index of the kept one */
	struct pattern_csc p;
	double *k, *m;
	double *rhs;               /* rows of n: K_bi, then K_si; after interior_follow how the interior follows one unit of each */
	double *mode;              /* nmode rows of n */
};

int reduction_modes(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector,
	int *ret_found, struct arena *mem, struct err *e)
{
	enum { DENSE_BELOW = 64 };     /* ARPACK needs room between nmode and n */

	return (p->n < DENSE_BELOW || nmode > p->n / 2 ? eig_dense : eig_sparse)(p, k, m, nmode, ret_value, ret_vector, ret_found, mem, e);
}

/* Interior unknowns keep their order, so that the lower triangle stays the lower one. */
static int interior_split(struct interior *in, const struct reduction *r, struct arena *mem)
{
	const struct pattern_csc *p = &r->pattern;
	int used = 0;

	in->unknown = ARENA_ARRAY(mem, (size_t)r->n + 1, int);
	in->place = ARENA_ARRAY(mem, (size_t)r->n + 1, int);
	in->p.start = ARENA_ARRAY(mem, (size_t)r->n + 1, int);
	in->p.row = ARENA_ARRAY(mem, (size_t)p->nnz + 1, int);
	in->k = ARENA_ARRAY(mem, (size_t)p->nnz + 1, double);
	in->m = ARENA_ARRAY(mem, (size_t)p->nnz + 1, double);
	if (!in->unknown || !in->place || !in->p.start || !in->p.row || !in->k || !in->m)
		return ERR_MEMORY;
	for (int b = 0; b < r->nkept; b++)
		in->place[r->kept[b]] = -1 - b;
	for (int i = 0; i < r->n; i++)
		if (in->place[i] >= 0) {
			in->place[i] = in->n;
			in->unknown[in->n++] = i;
		}
	for (int j = 0; j < in->n; j++) {
		in->p.start[j] = used;
		for (int k = p->start[in->unknown[j]]; k < p->start[in->unknown[j] + 1]; k++)
			if (in->place[p->row[k]] >= 0) {
				in->p.row[used] = in->place[p->row[k]];
				in->k[used] = r->k[k];
				in->m[used++] = r->m[k];
			}
	}
	in->p.start[in->n] = in->p.nnz = used;
	in->p.n = in->n;
	in->p.symmetric = true;
	return 0;
}

/* The forces on the interior under unit displacements of all that it follows. */
static int interior_forces(struct interior *in, const struct reduction *r, struct arena *mem)
{
	const struct pattern_csc *p = &r->pattern;
	size_t n = (size_t)in->n;

	in->rhs = ARENA_ARRAY(mem, n * (size_t)(r->nkept + r->nsource) + 1, double);
	if (!in->rhs)
		return ERR_MEMORY;
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int a = in->place[j], b = in->place[p->row[k]];

			if (a < 0 && b >= 0)
				in->rhs[(size_t)(-1 - a) * n + (size_t)b] = r->k[k];
			else if (b < 0 && a >= 0)
				in->rhs[(size_t)(-1 - b) * n + (size_t)a] = r->k[k];
		}
	for (int s = 0; s < r->nsource; s++)
		for (int i = 0; i < in->n; i++)
			in->rhs[(size_t)(r->nkept + s) * n + (size_t)i] = r->ks[(size_t)s * (size_t)r->n + (size_t)in->unknown[i]];
	return 0;
}

/* rhs := -K_ii^-1 rhs, row by row; rows without force are left alone, and where all are so, so is the stiffness. */
static int interior_follow(struct interior *in, const struct reduction *r, struct arena *mem, int *ret_pivot, struct err *e)
{
	int *perm = ARENA_ARRAY(mem, (size_t)in->n + 1, int);
	int rows = r->nkept + r->nsource, pivot = -1, code;
	bool still = r->plan.kind == REDUCTION_MODAL;
	struct spd *spd;
	double *factor;

	for (int k = 0; k < rows; k++)
		still &= vec_max(in->n, in->rhs + (size_t)k * (size_t)in->n) == 0.0;
	if (in->n == 0 || still)
		return 0;
	if (!perm)
		return ERR_MEMORY;
	code = order_amd(&in->p, perm, mem, e);
	if (!code)
		code = spd_prepare(&spd, &in->p, perm, mem, e);
	if (!code)
		code = spd_workspace(spd, mem, e);
	if (code)
		return code;
	factor = ARENA_ARRAY(mem, spd_size(spd) + 1, double);
	if (!factor)
		return ERR_MEMORY;
	if (spd_factor(spd, in->k, factor, &pivot)) {
		*ret_pivot = in->unknown[pivot];
		return ERR_SINGULAR;
	}
	for (int k = 0; k < rows; k++) {
		double *x = in->rhs + (size_t)k * (size_t)in->n;

		if (vec_max(in->n, x) == 0.0)
			continue;
		spd_solve(spd, factor, x);
		vec_scale(in->n, -1.0, x);
	}
	return 0;
}

static int interior_modes(struct interior *in, const struct reduction *r, struct arena *mem, int *ret_found, struct err *e)
{
	int want = r->plan.nmode, found = 0, code = 0;
	size_t room = (size_t)(want < in->n ? want : in->n);
	double *value = ARENA_ARRAY(mem, room + 1, double);

	in->mode = ARENA_ARRAY(mem, room * (size_t)in->n + 1, double);
	if (!value || !in->mode)
		return ERR_MEMORY;
	if (room > 0)
		code = reduction_modes(&in->p, in->k, in->m, (int)room, value, in->mode, &found, mem, e);
	if (code)
		return code;
	*ret_found = found;
	return found < want ? ERR_RANGE : 0;
}

/* Copies what the interior does into the rows of the whole. */
static int fill(struct reduction *r, const struct interior *in, struct arena *mem)
{
	size_t n = (size_t)in->n, nq = (size_t)(r->nkept + r->nmode), ns = (size_t)r->nsource;

	r->t = ARENA_ARRAY(mem, (size_t)r->n * nq + 1, double);
	r->s = ARENA_ARRAY(mem, (size_t)r->n * ns + 1, double);
	if (!r->t || !r->s)
		return ERR_MEMORY;
	for (int b = 0; b < r->nkept; b++)
		r->t[(size_t)r->kept[b] * nq + (size_t)b] = 1.0;
	for (size_t i = 0; i < n; i++) {
		double *t = r->t + (size_t)in->unknown[i] * nq, *s = r->s + (size_t)in->unknown[i] * ns;

		for (size_t b = 0; b < (size_t)r->nkept; b++)
			t[b] = in->rhs[b * n + i];
		for (size_t k = 0; k < (size_t)r->nmode; k++)
			t[(size_t)r->nkept + k] = in->mode[k * n + i];
		for (size_t k = 0; k < ns; k++)
			s[k] = in->rhs[((size_t)r->nkept + k) * n + i];
	}
	return 0;
}

/* Rows of Phi' M_ii (u_i - T_ib u_b). */
static int fill_coordinates(struct reduction *r, const struct interior *in, struct arena *mem)
{
	double *y = ARENA_ARRAY(mem, (size_t)in->n + 1, double);

	r->coordinate = ARENA_ARRAY(mem, (size_t)r->nmode * (size_t)r->n + 1, double);
	if (!y || !r->coordinate)
		return ERR_MEMORY;
	for (int k = 0; k < r->nmode; k++) {
		double *row = r->coordinate + (size_t)k * (size_t)r->n;

		pattern_mul(&in->p, in->m, in->mode + (size_t)k * (size_t)in->n, y);
		for (int i = 0; i < in->n; i++)
			row[in->unknown[i]] = y[i];
		for (int b = 0; b < r->nkept; b++)
			row[r->kept[b]] = -vec_dot(in->n, in->rhs + (size_t)b * (size_t)in->n, y);
	}
	return 0;
}

int reduction_basis(struct reduction *r, struct arena *mem, int *ret_pivot, int *ret_found, struct err *e)
{
	struct interior in = {0};
	struct arena scratch;
	int code;

	arena_init(&scratch);
	r->nmode = r->plan.nmode;
	code = interior_split(&in, r, &scratch);
	if (!code)
		code = interior_forces(&in, r, &scratch);
	if (!code)
		code = interior_follow(&in, r, &scratch, ret_pivot, e);
	if (!code)
		code = interior_modes(&in, r, &scratch, ret_found, e);
	if (!code)
		code = fill(r, &in, mem);
	if (!code)
		code = fill_coordinates(r, &in, mem);
	arena_fini(&scratch);
	return code;
}

int reduction_project(const struct reduction *r, const double *a, const struct pattern_csc *full, double *ret_value, struct arena *mem)
{
	int nq = r->nkept + r->nmode;
	double *x = ARENA_ARRAY(mem, (size_t)r->n + 1, double), *y = ARENA_ARRAY(mem, (size_t)r->n + 1, double);
	double *sum = ARENA_ARRAY(mem, (size_t)nq + 1, double);

	if (!x || !y || !sum)
		return ERR_MEMORY;
	for (int j = 0; j < nq; j++) {
		for (int i = 0; i < r->n; i++)
			x[i] = r->t[(size_t)i * (size_t)nq + (size_t)j];
		pattern_mul(&r->pattern, a, x, y);
		vec_zero(nq, sum);
		for (int i = 0; i < r->n; i++)
			if (y[i] != 0.0)
				vec_add(nq, y[i], r->t + (size_t)i * (size_t)nq, sum);
		for (int k = full->start[j]; k < full->start[j + 1]; k++)
			ret_value[k] = sum[full->row[k]];
	}
	return 0;
}
