/* Modes of a linear part, with static corrections: see modal_basis.h. */
#include "advance/modal_basis.h"

#include "base/room.h"
#include "equations/modal_damping.h"
#include "math/eig.h"
#include "math/lapack.h"
#include "math/vec.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static int no_memory(int n, struct err *e)
{
	return err_set(e, ERR_MEMORY, "engine modal", "no memory for the modes of %d unknowns", n);
}

/* A dense copy, both triangles. */
static void spread(const struct pattern_csc *p, const double *value, double *a)
{
	size_t n = (size_t)p->n;

	memset(a, 0, n * n * sizeof(double));
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			a[(size_t)j * n + (size_t)p->row[k]] = value[k];
			a[(size_t)p->row[k] * n + (size_t)j] = value[k];
		}
}

static int indefinite(struct front *f, int unknown, struct err *e)
{
	char name[64];

	err_set(e, ERR_INDEFINITE, "engine modal", "the stiffness of the linear part is not positive definite at %s",
	        dofmap_name(f->c, unknown, name, sizeof(name)));
	err_hint(e, "fix or brace that freedom; engine condensed, impulse and sparse take any stiffness");
	return ERR_INDEFINITE;
}

/* The pivot at which K + sigma M is not positive definite, -1: it is. */
static int pivot_of(struct front *f, double sigma)
{
	struct problem_core *c = &f->linear.c;
	int pivot = -1;

	for (int k = 0; k < c->pattern.nnz; k++)
		c->trial_value[k] = c->val_k[k] + sigma * c->val_m[k];
	c->slot[0].valid = false;
	int code = c->engine.ops->factor(c->engine.self, 0, c->trial_value, &pivot);

	return code && pivot < 0 ? 0 : pivot;
}

/* sigma: none, or a small part of the highest frequency squared. */
static int shift_find(struct modal_basis *b, struct front *f, struct err *e)
{
	const struct problem_core *c = &f->linear.c;
	double k = 0.0, m = 0.0;
	int pivot = pivot_of(f, 0.0);

	if (pivot < 0)
		return 0;
	for (int i = 0; i < b->n; i++) {
		k += fabs(c->val_k[pattern_index(&c->pattern, i, i)]);
		m += c->val_m[pattern_index(&c->pattern, i, i)];
	}
	b->sigma = m > 0.0 ? 1e-4 * k / m : 0.0;
	pivot = b->sigma > 0.0 ? pivot_of(f, b->sigma) : pivot;
	return pivot < 0 ? 0 : indefinite(f, pivot, e);
}

/* (K + sigma M) x; work of n. */
static void energy_mul(const struct modal_basis *b, const struct problem_core *c, const double *x, double *work, double *ret_y)
{
	pattern_mul(&c->pattern, c->val_k, x, ret_y);
	if (b->sigma == 0.0)
		return;
	pattern_mul(&c->pattern, c->val_m, x, work);
	vec_add(b->n, b->sigma, work, ret_y);
}

enum { ALL_MOST = 32766 };    /* unknowns: the room of dsygvd, 1 + 6 n + 2 n^2, is an int */

/* All modes of M x = mu (K + sigma M) x. */
static int basis_all(struct modal_basis *b, struct front *f, struct arena *mem, struct err *e)
{
	const struct problem_core *c = &f->linear.c;
	int n = b->n, one = 1, info = 0, lwork = 1 + 6 * n + 2 * n * n, liwork = 3 + 5 * n;
	struct arena scratch;
	double *k, *work;
	int *iwork;

	b->r = b->nmode = n;
	b->phi = ARENA_ARRAY(mem, (size_t)n * (size_t)n + 1, double);
	b->mu = ARENA_ARRAY(mem, (size_t)n + 1, double);
	arena_init(&scratch);
	k = ARENA_ARRAY(&scratch, (size_t)n * (size_t)n + 1, double);
	work = ARENA_ARRAY(&scratch, (size_t)lwork, double);
	iwork = ARENA_ARRAY(&scratch, (size_t)liwork, int);
	if (!b->phi || !b->mu || !k || !work || !iwork) {
		arena_fini(&scratch);
		return no_memory(n, e);
	}
	spread(&c->pattern, c->val_m, b->phi);
	spread(&c->pattern, c->val_k, k);
	for (size_t i = 0; i < (size_t)n * (size_t)n && b->sigma > 0.0; i++)
		k[i] += b->sigma * b->phi[i];
	if (n > 0)
		dsygvd_(&one, "V", "L", &n, b->phi, &n, k, &n, b->mu, work, &lwork, iwork, &liwork, &info, 1, 1);
	arena_fini(&scratch);
	if (info > n)
		return indefinite(f, info - n - 1, e);
	if (info)
		return err_set(e, ERR_CONVERGE, "engine modal", "the eigenvalues of %d unknowns were not found (%d)", n, info);
	/* rounding leaves a little of either sign where there is no mass */
	for (int i = 0; i < n; i++)
		if (fabs(b->mu[i]) < 1e-15 * fabs(b->mu[n - 1]))
			b->mu[i] = 0.0;
	return 0;
}

/* --- the lowest modes, and what corrects them ------------------------------------------------------ */

static double *column(const struct modal_basis *b, int i)
{
	return b->phi + (size_t)i * (size_t)b->n;
}

/* Takes x in as a column: its part that is orthogonal to all columns from `first` on, in the energy of K, normalised. What is nearly in them is left out. */
static void column_add(struct modal_basis *b, const struct problem_core *c, double *x, double *kx, double *work)
{
	double before, after;

	energy_mul(b, c, x, work, kx);
	before = vec_dot(b->n, x, kx);
	if (!(before > 0.0))
		return;
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < b->r; i++)
			vec_add(b->n, -vec_dot(b->n, column(b, i), kx), column(b, i), x);
		energy_mul(b, c, x, work, kx);
	}
	after = vec_dot(b->n, x, kx);
	if (!(after > 1e-20 * before))
		return;
	vec_scale(b->n, 1.0 / sqrt(after), x);
	vec_copy(b->n, x, column(b, b->r++));
}

/* Turns the static columns so that M is diagonal among them. */
static int turn(struct modal_basis *b, const struct problem_core *c, struct arena *scratch, struct err *e)
{
	int s = b->r - b->nmode, n = b->n, one = 1, info = 0, lwork = 1 + 6 * s + 2 * s * s, liwork = 3 + 5 * s;
	size_t z = (size_t)s;
	double *m = ARENA_ARRAY(scratch, z * z + 1, double), *unit = ARENA_ARRAY(scratch, z * z + 1, double);
	double *old = ARENA_ARRAY(scratch, z * (size_t)n + 1, double), *y = ARENA_ARRAY(scratch, (size_t)n + 1, double);
	double *work = ARENA_ARRAY(scratch, (size_t)lwork, double);
	int *iwork = ARENA_ARRAY(scratch, (size_t)liwork, int);

	if (!m || !unit || !old || !y || !work || !iwork)
		return no_memory(n, e);
	memcpy(old, column(b, b->nmode), z * (size_t)n * sizeof(double));
	for (int j = 0; j < s; j++) {
		pattern_mul(&c->pattern, c->val_m, old + (size_t)j * (size_t)n, y);
		for (int i = 0; i < s; i++)
			m[(size_t)j * z + (size_t)i] = vec_dot(n, old + (size_t)i * (size_t)n, y);
		unit[(size_t)j * z + (size_t)j] = 1.0;
	}
	if (s > 0)
		dsygvd_(&one, "V", "L", &s, m, &s, unit, &s, b->mu + b->nmode, work, &lwork, iwork, &liwork, &info, 1, 1);
	if (info)
		return err_set(e, ERR_CONVERGE, "engine modal", "the static corrections were not separated (%d)", info);
	for (int j = 0; j < s; j++) {
		vec_zero(n, column(b, b->nmode + j));
		for (int i = 0; i < s; i++)
			vec_add(n, m[(size_t)j * z + (size_t)i], old + (size_t)i * (size_t)n, column(b, b->nmode + j));
	}
	return 0;
}

/* What of a load's static energy p' K^-1 p the modes do not carry; x is K^-1 p. */
static double not_carried(const struct modal_basis *b, const double *p, const double *x)
{
	double all = vec_dot(b->n, p, x), carried = 0.0;

	for (int i = 0; i < b->nmode; i++) {
		double part = vec_dot(b->n, column(b, i), p);

		carried += part * part;
	}
	return all > 0.0 ? fmax(0.0, 1.0 - carried / all) : 0.0;
}

/* Answers to unit forces at the interface and to every load pattern. */
static int corrections(struct modal_basis *b, struct front *f, struct arena *scratch, struct err *e)
{
	struct problem_core *c = &f->linear.c;
	double *x = ARENA_ARRAY(scratch, (size_t)b->n + 1, double), *kx = ARENA_ARRAY(scratch, (size_t)b->n + 1, double);
	double *work = ARENA_ARRAY(scratch, (size_t)b->n + 1, double);
	int code;

	if (!x || !kx || !work)
		return no_memory(b->n, e);
	code = problem_form(&c->p, 0, STIFFNESS_INITIAL, 1.0, 0.0, b->sigma, e);
	for (int i = 0; i < f->m + 2 * c->nload && !code; i++) {
		const struct case_load *l = i < f->m ? NULL : &c->load[(i - f->m) / 2];
		const double *p = l ? ((i - f->m) % 2 ? l->constant : l->vector) : NULL;

		if (l && !p)
			continue;
		vec_zero(b->n, x);
		if (p)
			vec_copy(b->n, p, x);
		else
			port_unit(&f->face.port, i, x);
		code = problem_solve(&c->p, 0, x);
		if (!code && p)
			b->missing = fmax(b->missing, not_carried(b, p, x));
		if (!code)
			column_add(b, c, x, kx, work);
	}
	return code;
}

static int basis_few(struct modal_basis *b, struct front *f, struct arena *mem, struct err *e)
{
	struct problem_core *c = &f->linear.c;
	int most = b->nmode + f->m + 2 * c->nload, found = 0, code;
	struct arena scratch;
	double *value;

	b->phi = ARENA_ARRAY(mem, (size_t)most * (size_t)b->n + 1, double);
	b->mu = ARENA_ARRAY(mem, (size_t)most + 1, double);
	value = ARENA_ARRAY(mem, (size_t)b->nmode + 1, double);
	if (!b->phi || !b->mu || !value)
		return no_memory(b->n, e);
	arena_init(&scratch);
	code = (b->n < 64 || b->nmode > b->n / 2 ? eig_dense : eig_sparse)(&c->pattern, c->val_k, c->val_m, b->nmode, value, b->phi, &found, &scratch, e);
	b->nmode = b->r = found;
	for (int i = 0; i < found && !code; i++) {
		double energy = fmax(value[i], 0.0) + b->sigma;

		vec_scale(b->n, 1.0 / sqrt(energy), column(b, i));
		b->mu[i] = 1.0 / energy;
	}
	if (!code)
		code = corrections(b, f, &scratch, e);
	if (!code)
		code = turn(b, c, &scratch, e);
	b->highest = found ? sqrt(fmax(value[found - 1], 0.0)) : 0.0;
	arena_fini(&scratch);
	return code;
}

/* --- damping --------------------------------------------------------------------------------------- */

static int not_classical(int i, int j, double share, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, "engine modal", "the damping is not classical: it couples coordinates %d and %d", i + 1, j + 1);
	err_value(e, "%.3g of the largest damping", share);
	err_allowed(e, "<= 1e-10");
	err_hint(e, "engine condensed, impulse or sparse take any damping");
	return ERR_UNSUPPORTED;
}

/* y = C x of the linear part, modal damping included. */
static void damp(struct problem_core *c, const double *x, double *y)
{
	pattern_mul(&c->pattern, c->val_c, x, y);
	modal_damping_add(c, x, y);
}

/* Phi' C Phi; refuses what is not diagonal. */
static int damping_find(struct modal_basis *b, struct front *f, struct arena *mem, struct err *e)
{
	struct problem_core *c = &f->linear.c;
	size_t n = (size_t)b->n, r = (size_t)b->r;
	struct arena scratch;
	double *y, *d;

	b->c = ARENA_ARRAY(mem, r + 1, double);
	if (!b->c)
		return no_memory(b->n, e);
	if ((!c->has_c || c->proportional) && !c->nmodal) {
		for (size_t i = 0; i < r && c->proportional; i++)
			b->c[i] = c->alpha * b->mu[i] + c->beta * b->k[i];
		return 0;
	}
	arena_init(&scratch);
	y = ARENA_ARRAY(&scratch, n * r + 1, double);
	d = ARENA_ARRAY(&scratch, r * r + 1, double);
	int code = y && d ? 0 : no_memory(b->n, e);
	for (size_t i = 0; i < r && !code; i++)
		damp(c, b->phi + i * n, y + i * n);
	if (!code && n && r)
		cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, b->r, b->r, b->n, 1.0, b->phi, b->n, y, b->n, 0.0, d, b->r);
	double top = 0.0;
	for (size_t i = 0; i < r && !code; i++)
		top = fmax(top, b->c[i] = d[i * r + i]);
	for (size_t i = 0; i < r && !code; i++)
		for (size_t j = 0; j < i && !code; j++)
			if (fabs(d[i * r + j]) > 1e-10 * top)
				code = not_classical((int)j, (int)i, fabs(d[i * r + j]) / top, e);
	arena_fini(&scratch);
	return code;
}

int modal_basis_make(struct modal_basis *ret, struct front *f, int nmode, struct arena *mem, struct err *e)
{
	struct modal_basis b = {.n = f->linear.c.map.n, .nmode = nmode};
	int code;

	if (!f->c->pattern.symmetric) {
		err_set(e, ERR_UNSUPPORTED, "engine modal", "an element has an unsymmetric stiffness");
		err_hint(e, "engine condensed, impulse and sparse take it");
		return ERR_UNSUPPORTED;
	}
	if (nmode > b.n) {
		err_set(e, ERR_RANGE, "engine modal", "number of modes");
		err_value(e, "%d", nmode);
		err_allowed(e, "1 to %d, the number of unknowns; 0: all", b.n);
		return ERR_RANGE;
	}
	if (nmode == 0 && b.n > ALL_MOST) {
		err_set(e, ERR_LIMIT, "engine modal", "too many unknowns for all of their modes");
		err_value(e, "%d", b.n);
		err_allowed(e, "up to %d", ALL_MOST);
		err_hint(e, "-modes n: the lowest ones; or engine condensed or impulse");
		return ERR_LIMIT;
	}
	code = room_need(8.0 * b.n * (nmode ? (double)(nmode + f->m + 2 * f->c->nload) : 4.0 * b.n), "engine modal", "modes and the room to find them",
	                 "fewer modes (-modes), or engine condensed or impulse", e);
	if (!code)
		code = shift_find(&b, f, e);
	if (!code)
		code = nmode ? basis_few(&b, f, mem, e) : basis_all(&b, f, mem, e);
	if (!code && !(b.k = ARENA_ARRAY(mem, (size_t)b.r + 1, double)))
		code = no_memory(b.n, e);
	for (int i = 0; i < b.r && !code; i++)
		b.k[i] = 1.0 - b.sigma * b.mu[i];
	if (!code)
		code = damping_find(&b, f, mem, e);
	if (!code)
		*ret = b;
	return code;
}
