/* The lowest modes of K x = lambda M x by ARPACK's implicitly restarted Lanczos method, shifted and inverted:
 *   (K - sigma M)^-1 M x = x / (lambda - sigma),
 * with sigma = 0 when K is positive definite, otherwise below 0, growing until K - sigma M is: then sigma is below all eigenvalues (Sylvester), and the
 * nearest to it are the lowest, negative ones included. The start vector is fixed, so that the same problem gives the same bits.
 *   R. B. Lehoucq, D. C. Sorensen, C. Yang, ARPACK Users' Guide, SIAM 1998, doi:10.1137/1.9780898719628 */
#include "math/eig.h"

#include "math/eig_priv.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/vec.h"

#include <cholmod.h>

#include <math.h>

#define FARTHER 100.0    /* from one shift that is tried to the next */

struct shifted {
	const struct pattern_csc *p;
	const double *k, *m;
	double sigma;
	double *value;             /* K - sigma M */
	cholmod_common common;
	cholmod_factor *factor;
	cholmod_dense *x, *y, *work;
};

/* A factor L D L' exists for most indefinite matrices, too: its pivots tell. */
static bool positive(const cholmod_factor *f)
{
	const int *column = f->p;
	const double *x = f->x;
	bool all = true;
	for (size_t j = 0; j < f->n && !f->is_ll && all; j++)
		all = x[column[j]] > 0;
	return all;
}

/* false: K - sigma M is not positive definite, or there is no memory. */
static bool shifted_factor(struct shifted *s, double sigma)
{
	const struct pattern_csc *p = s->p;
	cholmod_sparse a = {
		.nrow = (size_t)p->n, .ncol = (size_t)p->n, .nzmax = (size_t)p->nnz, .p = p->start, .i = p->row, .x = s->value,
		.stype = -1, .itype = CHOLMOD_INT, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE, .sorted = 1, .packed = 1,
	};
	s->sigma = sigma;
	vec_mix(p->nnz, 1, s->k, -sigma, s->m, s->value);
	if (!s->factor)
		s->factor = cholmod_analyze(&a, &s->common);
	if (!s->factor || !cholmod_factorize(&a, s->factor, &s->common) || s->common.status != CHOLMOD_OK)
		return false;
	/* The estimate is the ratio of the smallest to the largest pivot. A matrix refused without need is only shifted further. */
	return s->factor->minor == s->factor->n && positive(s->factor) && cholmod_rcond(s->factor, &s->common) > PIVOT_VANISHED;
}

/* From a shift that is good, where one FARTHER times nearer to 0 is not, to one that is less than twice as far as need be. */
static bool shifted_near(struct shifted *s)
{
	double good = s->sigma, bad = good / FARTHER;
	while (good / bad > 2) {
		double middle = -sqrt(good * bad);
		if (shifted_factor(s, middle))
			good = middle;
		else
			bad = middle;
	}
	return s->sigma == good || shifted_factor(s, good);
}

static int shifted_choose(struct shifted *s, struct err *e)
{
	double stiffness = 0, mass = 0;
	for (int i = 0; i < s->p->n; i++) {
		int at = pattern_index(s->p, i, i);
		stiffness += fabs(s->k[at]);
		mass += fabs(s->m[at]);
	}
	if (shifted_factor(s, 0))
		return 0;
	/* Parts of the mean of k/m: near the lowest eigenvalues, where the method converges fast, and further off as long as rounding wins, or one is lower. */
	for (double part = 1e-6; mass > 0 && part < 1e13; part *= FARTHER)
		if (shifted_factor(s, -part * stiffness / mass))
			return part == 1e-6 || shifted_near(s) ? 0 : ERR_MEMORY;
	int code = err_set(e, ERR_SINGULAR, "eigenproblem", "stiffness and mass are singular together, or what has no mass has no definite stiffness");
	err_hint(e, "fix freedoms that have neither mass nor stiffness, or use the solver for all modes (-fullGenLapack)");
	return code;
}

static int shifted_solve(struct shifted *s, double *x)
{
	size_t n = (size_t)s->p->n;
	cholmod_dense b = {.nrow = n, .ncol = 1, .nzmax = n, .d = n, .x = x, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE};
	if (!cholmod_solve2(CHOLMOD_A, s->factor, &b, NULL, &s->x, NULL, &s->y, &s->work, &s->common))
		return ERR_MEMORY;
	vec_copy(s->p->n, s->x->x, x);
	return 0;
}

/* x := (K - sigma M)^-1 M x, along x but for what lies in the null space of M: Lanczos measures with M and does not see how that grows. */
static int shifted_purify(struct shifted *s, double *x, double *work)
{
	pattern_mul(s->p, s->m, x, work);
	vec_copy(s->p->n, work, x);
	return shifted_solve(s, x);
}

static void shifted_fini(struct shifted *s)
{
	cholmod_free_factor(&s->factor, &s->common);
	cholmod_free_dense(&s->x, &s->common);
	cholmod_free_dense(&s->y, &s->common);
	cholmod_free_dense(&s->work, &s->common);
	cholmod_finish(&s->common);
}

/* ARPACK's arrays. */
struct lanczos {
	int n, nev, ncv, lworkl;
	double *resid, *v, *workd, *workl, *d, *z;
	int *select;
	int iparam[11], ipntr[11];
};

static int lanczos_setup(struct lanczos *l, int n, int nev, int rank, struct arena *mem)
{
	l->n = n;
	l->nev = nev;
	l->ncv = 2 * nev + 20 < rank ? 2 * nev + 20 : rank;
	l->lworkl = l->ncv * (l->ncv + 8);
	l->resid = ARENA_ARRAY(mem, (size_t)n + 1, double);
	l->v = ARENA_ARRAY(mem, (size_t)n * (size_t)l->ncv + 1, double);
	l->workd = ARENA_ARRAY(mem, 3 * (size_t)n + 1, double);
	l->workl = ARENA_ARRAY(mem, (size_t)l->lworkl + 1, double);
	l->d = ARENA_ARRAY(mem, (size_t)nev + 1, double);
	l->z = ARENA_ARRAY(mem, (size_t)n * (size_t)nev + 1, double);
	l->select = ARENA_ARRAY(mem, (size_t)l->ncv + 1, int);
	if (!l->resid || !l->v || !l->workd || !l->workl || !l->d || !l->z || !l->select)
		return ERR_MEMORY;
	/* Not orthogonal to any mode of a regular structure: a slow wave on a constant. */
	for (int i = 0; i < n; i++)
		l->resid[i] = 1 + 0.5 * sin(1.7 * i + 0.3);
	return 0;
}

static int lanczos_run(struct lanczos *l, struct shifted *s, struct err *e)
{
	int ido = 0, info = 1, rvec = 1;
	double tol = 0;
	l->iparam[0] = 1;
	l->iparam[2] = 3000;
	l->iparam[6] = 3;
	for (;;) {
		dsaupd_(&ido, "G", &l->n, "LM", &l->nev, &tol, l->resid, &l->ncv, l->v, &l->n, l->iparam, l->ipntr, l->workd, l->workl, &l->lworkl,
			&info, 1, 2);
		double *x = l->workd + l->ipntr[0] - 1, *y = l->workd + l->ipntr[1] - 1, *mx = l->workd + l->ipntr[2] - 1;
		if (ido == 99)
			break;
		if (ido == 2) {
			pattern_mul(s->p, s->m, x, y);
			continue;
		}
		if (ido == -1)
			pattern_mul(s->p, s->m, x, y);
		else
			vec_copy(l->n, mx, y);
		int code = shifted_solve(s, y);
		if (code)
			return err_set(e, code, "eigenproblem", "no memory to solve for %d unknowns", l->n);
	}
	if (info == 0)
		dseupd_(&rvec, "A", l->select, l->d, l->z, &l->n, &s->sigma, "G", &l->n, "LM", &l->nev, &tol, l->resid, &l->ncv, l->v, &l->n,
			l->iparam, l->ipntr, l->workd, l->workl, &l->lworkl, &info, 1, 1, 2);
	if (info != 0) {
		int code = err_set(e, ERR_CONVERGE, "eigenproblem", "ARPACK found %d of %d modes, info %d", l->iparam[4], l->nev, info);
		err_hint(e, "ask for other than %d modes, or use the solver for all modes (-fullGenLapack)", l->nev);
		return code;
	}
	return 0;
}

/* Rising eigenvalues; modes that are infinite but for rounding are left out. Returns how many. */
static int lanczos_modes(const struct lanczos *l, const struct shifted *s, double *ret_value, double *ret_vector)
{
	int found = 0;
	double nearest = INFINITY;
	for (int i = 0; i < l->nev; i++)
		nearest = fmin(nearest, fabs(l->d[i] - s->sigma));
	for (int i = 0; i < l->nev; i++) {
		int k = found;
		if (!(fabs(l->d[i] - s->sigma) <= 1e12 * nearest) && nearest > 0)
			continue;
		for (; k > 0 && ret_value[k - 1] > l->d[i]; k--) {
			ret_value[k] = ret_value[k - 1];
			vec_copy(l->n, ret_vector + (size_t)(k - 1) * (size_t)l->n, ret_vector + (size_t)k * (size_t)l->n);
		}
		ret_value[k] = l->d[i];
		vec_copy(l->n, l->z + (size_t)i * (size_t)l->n, ret_vector + (size_t)k * (size_t)l->n);
		found++;
	}
	return found;
}

/* The Lanczos way, for 0 < nmode < rank - 1. */
static int eig_lanczos(const struct pattern_csc *p, const double *k, const double *m, int nmode, int rank, double *ret_value, double *ret_vector,
	int *ret_found, struct err *e)
{
	struct arena scratch;
	struct shifted s = {.p = p, .k = k, .m = m};
	struct lanczos l = {0};
	int code;
	arena_init(&scratch);
	cholmod_start(&s.common);
	s.common.print = 0;
	s.value = ARENA_ARRAY(&scratch, (size_t)p->nnz + 1, double);
	if (!s.value || lanczos_setup(&l, p->n, nmode, rank, &scratch)) {
		code = err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d modes of %d unknowns", nmode, p->n);
		goto out;
	}
	code = shifted_choose(&s, e);
	if (!code)
		code = lanczos_run(&l, &s, e);
	if (code)
		goto out;
	*ret_found = lanczos_modes(&l, &s, ret_value, ret_vector);
	for (int i = 0; i < *ret_found && !code; i++) {
		code = shifted_purify(&s, ret_vector + (size_t)i * (size_t)p->n, l.workd);
		eig_normalise(p, m, ret_vector + (size_t)i * (size_t)p->n, l.resid);
	}
	if (code)
		err_set(e, code, "eigenproblem", "no memory to solve for %d unknowns", p->n);
out:
	shifted_fini(&s);
	arena_fini(&scratch);
	return code;
}

int eig_sparse(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e)
{
	/* Up to this size the dense way is tried where Lanczos fails. */
	enum { DENSE_TRY = 2000 };
	struct err first = {0};
	int rank = 0;
	math_init();
	for (int i = 0; i < p->n; i++)
		rank += m[pattern_index(p, i, i)] != 0;
	/* Lanczos needs room beyond the wanted modes; without it the whole spectrum is wanted, or nearly. */
	if (!p->symmetric || nmode < 1 || nmode + 2 > rank)
		return eig_dense(p, k, m, nmode, ret_value, ret_vector, ret_found, mem, e);
	int code = eig_lanczos(p, k, m, nmode, rank, ret_value, ret_vector, ret_found, &first);
	if (code && p->n <= DENSE_TRY)
		return eig_dense(p, k, m, nmode, ret_value, ret_vector, ret_found, mem, e);
	if (code && e && !e->code)
		*e = first;
	return code;
}
