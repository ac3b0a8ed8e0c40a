/* The lowest modes of K x = lambda M x by ARPACK's implicitly restarted Lanczos method, shifted and inverted:
 *   (K - sigma M)^-1 M x = x / (lambda - sigma),
 * with sigma = 0 when K is positive definite, otherwise below 0, growing until K - sigma M is: then sigma is below all eigenvalues (Sylvester), and the
 * nearest to it are the lowest, negative ones included. The start vector is fixed, so that the same problem gives the same bits.
 *
 * Lanczos measures with M, and does not see what grows in the null space of a singular one; from there rounding comes back as modes that are none. So where
 * M falls apart into small blocks its root M = F F' is taken, which has a column for each unit of its rank, and the problem has no such space:
 *   F' (K - sigma M)^-1 F u = u / (lambda - sigma),  x = (lambda - sigma) (K - sigma M)^-1 F u.
 * Masses that couple everything (consistent ones) stay as they are. Either way every mode is tried before it is handed out.
 *
 * Of a multiple eigenvalue, as that of many equal members, a start vector sees one shape; the others come by rounding, late or not at all, and higher modes
 * stood in their places. So what is left of the operator beside the modes u_i that were found, with another start,
 *   x -> (K - sigma M)^-1 M x - sum u_i (u_i' M x) / (lambda_i - sigma),
 * is asked for its lowest mode, until that is none of the lower ones.
 *   R. B. Lehoucq, D. C. Sorensen, C. Yang, ARPACK Users' Guide, SIAM 1998, doi:10.1137/1.9780898719628;
 *   B. Nour-Omid et al., How to implement the spectral transformation, Math. Comp. 48 (1987) 663, doi:10.1090/S0025-5718-1987-0878698-5 (the null space) */
#include "math/eig.h"

#include "base/rng.h"
#include "math/eig_priv.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/vec.h"

#include <cholmod.h>

#include <math.h>

#define FARTHER 100.0    /* from one shift that is tried to the next */
#define NEAREST 1e-6     /* of the mean k/m: the first shift */
#define SPREAD 1e8       /* from the shift to the farthest mode and to the nearest: what is left of 16 digits is the accuracy of the farthest */

#define BESIDE 1e-10     /* residual of what is looked for beside the modes that were found: their values have twice as many digits */
#define LOWER 1e-6       /* of the distance from the shift: what is nearer to the highest mode is as good as that one */

enum { DENSE_TRY = 2000 };    /* unknowns: up to this size the dense way is tried where Lanczos fails */
enum { RESTARTS = 3000, RESTARTS_BESIDE = 100 };

struct shifted {
	const struct pattern_csc *p;
	const double *k, *m;
	const struct mass_root *root;   /* of M; NULL: it is taken as it is */
	bool arms;                 /* masses away from their nodes: M has less rank than its diagonal */
	double sigma, mean;        /* mean: of k/m */
	double *value;             /* K - sigma M */
	double *full;              /* n */
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
	s->mean = mass > 0 ? stiffness / mass : 0;
	if (shifted_factor(s, 0))
		return 0;
	/* Parts of the mean of k/m: near the lowest eigenvalues, where the method converges fast, and further off as long as rounding wins, or one is lower. */
	for (double part = NEAREST; mass > 0 && part < 1e13; part *= FARTHER)
		if (shifted_factor(s, -part * s->mean))
			return part == NEAREST || shifted_near(s) ? 0 : ERR_MEMORY;
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

/* y := F' (K - sigma M)^-1 F x. */
static int shifted_apply(struct shifted *s, const double *x, double *ret_y)
{
	eig_root_mul(s->root, x, s->full);
	int code = shifted_solve(s, s->full);
	eig_root_tmul(s->root, s->full, ret_y);
	return code;
}

/* The shape of what Lanczos has found: (K - sigma M)^-1 F u; of M as it is (K - sigma M)^-1 M u, along u but for what lies in the null space of M.
 * false: that is not u / (lambda - sigma), as M measures it: u is no mode but what rounding has left. more: n. */
static bool shifted_shape(struct shifted *s, double lambda, const double *u, double *more, double *ret_x, int *ret_code)
{
	const double tolerance = 1e-6;
	double theta = 1 / (lambda - s->sigma);
	int n = s->root ? s->root->rank : s->p->n;
	if (s->root)
		eig_root_mul(s->root, u, ret_x);
	else
		pattern_mul(s->p, s->m, u, ret_x);
	*ret_code = shifted_solve(s, ret_x);
	if (*ret_code)
		return false;
	if (s->root)
		eig_root_tmul(s->root, ret_x, s->full);
	else
		vec_copy(n, ret_x, s->full);
	vec_add(n, -theta, u, s->full);
	if (s->root)
		return vec_norm(n, s->full) <= tolerance * theta * vec_norm(n, u);
	pattern_mul(s->p, s->m, s->full, more);
	double off = vec_dot(n, s->full, more);
	pattern_mul(s->p, s->m, u, more);
	return fabs(off) <= tolerance * tolerance * theta * theta * vec_dot(n, u, more);
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
	const struct lanczos *beside;   /* modes that were found: others are looked for; NULL: all */
	double *part;                   /* of these in a vector */
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
	return 0;
}

/* What ARPACK asks for with ido. */
static int lanczos_step(struct lanczos *l, struct shifted *s, int ido)
{
	double *x = l->workd + l->ipntr[0] - 1, *y = l->workd + l->ipntr[1] - 1, *mx = l->workd + l->ipntr[2] - 1;
	const struct lanczos *found = l->beside;
	if (!s->root && ido == 1)
		vec_copy(l->n, mx, y);
	else if (!s->root)
		pattern_mul(s->p, s->m, x, y);
	if (ido == 2)
		return 0;
	for (int i = 0; found && i < found->nev; i++)
		l->part[i] = vec_dot(l->n, found->z + (size_t)i * (size_t)l->n, s->root ? x : y) / (found->d[i] - s->sigma);
	int code = s->root ? shifted_apply(s, x, y) : shifted_solve(s, y);
	for (int i = 0; found && i < found->nev; i++)
		vec_add(l->n, -l->part[i], found->z + (size_t)i * (size_t)l->n, y);
	return code;
}

static void hint_other_way(const struct lanczos *l, struct err *e)
{
	err_hint(e, "ask for other than %d modes, or use the solver for all modes (-fullGenLapack)", l->nev);
}

static int lanczos_run(struct lanczos *l, struct shifted *s, struct err *e)
{
	const char *form = s->root ? "I" : "G";
	int ido = 0, info = 1, rvec = 1, code = 0;
	double tol = l->beside ? BESIDE : 0;
	struct rng rng;
	rng_init(&rng, 1, (uint64_t)l->nev);
	/* Not orthogonal to any mode of a regular structure: a slow wave on a constant. Beside what that has found, chance. */
	for (int i = 0; i < l->n; i++)
		l->resid[i] = l->beside ? rng_uniform(&rng) - 0.5 : 1 + 0.5 * sin(1.7 * i + 0.3);
	l->iparam[0] = 1;
	l->iparam[2] = l->beside ? RESTARTS_BESIDE : RESTARTS;
	l->iparam[6] = s->root ? 1 : 3;
	while (!code) {
		dsaupd_(&ido, form, &l->n, "LM", &l->nev, &tol, l->resid, &l->ncv, l->v, &l->n, l->iparam, l->ipntr, l->workd, l->workl, &l->lworkl,
			&info, 1, 2);
		if (ido == 99)
			break;
		code = lanczos_step(l, s, ido);
	}
	if (code)
		return err_set(e, code, "eigenproblem", "no memory to solve for %d unknowns", s->p->n);
	if (info == 0)
		dseupd_(&rvec, "A", l->select, l->d, l->z, &l->n, &s->sigma, form, &l->n, "LM", &l->nev, &tol, l->resid, &l->ncv, l->v, &l->n,
			l->iparam, l->ipntr, l->workd, l->workl, &l->lworkl, &info, 1, 1, 2);
	if (info != 0) {
		code = err_set(e, ERR_CONVERGE, "eigenproblem", "ARPACK found %d of %d modes, info %d", l->iparam[4], l->nev, info);
		hint_other_way(l, e);
		return code;
	}
	for (int i = 0; i < l->nev && s->root; i++)
		l->d[i] = s->sigma + 1 / l->d[i];
	return 0;
}

/* Distances from the shift: of the nearest mode, and of the farthest. */
static void lanczos_range(const struct lanczos *l, const struct shifted *s, double *ret_nearest, double *ret_farthest)
{
	*ret_nearest = INFINITY;
	*ret_farthest = 0;
	for (int i = 0; i < l->nev; i++) {
		*ret_nearest = fmin(*ret_nearest, fabs(l->d[i] - s->sigma));
		*ret_farthest = fmax(*ret_farthest, fabs(l->d[i] - s->sigma));
	}
}

/* A mode that is all but at the shift, as that of a structure about to buckle is at 0, leaves no digits to the others: then once more, from further off. */
static int lanczos_run_clear(struct lanczos *l, struct shifted *s, struct err *e)
{
	int code = lanczos_run(l, s, e);
	double nearest, farthest;
	if (code)
		return code;
	lanczos_range(l, s, &nearest, &farthest);
	if (farthest <= SPREAD * nearest || !(nearest < NEAREST * s->mean))
		return 0;
	if (!shifted_factor(s, s->sigma - NEAREST * s->mean))
		return err_set(e, ERR_SINGULAR, "eigenproblem", "stiffness and mass are singular together");
	return lanczos_run(l, s, e);
}

/* What rounding has left in u of the modes that were found: of those near the shift their shapes would make it large. */
static void lanczos_part(const struct lanczos *found, const struct shifted *s, double *u)
{
	for (int i = 0; i < found->nev; i++) {
		const double *z = found->z + (size_t)i * (size_t)found->n;
		if (!s->root)
			pattern_mul(s->p, s->m, u, s->full);
		vec_add(found->n, -vec_dot(found->n, z, s->root ? u : s->full), z, u);
	}
}

/* The highest of the modes that were found for lower ones. Returns how many were taken in. */
static int lanczos_exchange(struct lanczos *l, const struct lanczos *more, const struct shifted *s)
{
	int taken = 0;
	for (int i = 0; i < more->nev; i++) {
		double far = more->d[i] - s->sigma, *u = more->z + (size_t)i * (size_t)l->n;
		int high = 0;
		for (int k = 1; k < l->nev; k++)
			high = l->d[k] > l->d[high] ? k : high;
		/* where no more are left it is rounding, of either sign */
		if (!(far > 0 && far < (1 - LOWER) * (l->d[high] - s->sigma)))
			continue;
		lanczos_part(l, s, u);
		l->d[high] = more->d[i];
		vec_copy(l->n, u, l->z + (size_t)high * (size_t)l->n);
		taken++;
	}
	return taken;
}

/* Looks for lower modes beside those that were found: one, and where there is one, twice as many each time. Where that does not converge they are not
 * known to be missing. */
static int lanczos_complete(struct lanczos *l, struct shifted *s, int rank, struct err *e)
{
	int taken = 1, code = 0;
	for (int ask = 1; taken > 0 && !code; ask = 2 * ask < l->nev ? 2 * ask : l->nev) {
		struct lanczos more = {.beside = l};
		struct err slow = {0};
		struct arena mem;
		arena_init(&mem);
		more.part = ARENA_ARRAY(&mem, (size_t)l->nev + 1, double);
		code = more.part ? lanczos_setup(&more, l->n, ask, rank, &mem) : ERR_MEMORY;
		if (!code)
			code = lanczos_run(&more, s, &slow);
		taken = code ? 0 : lanczos_exchange(l, &more, s);
		arena_fini(&mem);
	}
	return code == ERR_MEMORY ? err_set(e, code, "eigenproblem", "no memory for %d modes of %d unknowns", l->nev, s->p->n) : 0;
}

/* Rising eigenvalues; modes that are infinite but for rounding are left out. ret_order: where ARPACK has them. Returns how many. */
static int lanczos_order(const struct lanczos *l, const struct shifted *s, double *ret_value, int *ret_order)
{
	int found = 0;
	double nearest, farthest;
	lanczos_range(l, s, &nearest, &farthest);
	for (int i = 0; i < l->nev; i++) {
		int k = found;
		if (!(fabs(l->d[i] - s->sigma) <= 1e12 * nearest) && nearest > 0)
			continue;
		for (; k > 0 && ret_value[k - 1] > l->d[i]; k--) {
			ret_value[k] = ret_value[k - 1];
			ret_order[k] = ret_order[k - 1];
		}
		ret_value[k] = l->d[i];
		ret_order[k] = i;
		found++;
	}
	return found;
}

static int lanczos_shapes(const struct lanczos *l, struct shifted *s, int found, const double *value, const int *order, double *ret_vector, struct err *e)
{
	int code = 0;
	for (int i = 0; i < found && !code; i++) {
		double *x = ret_vector + (size_t)i * (size_t)s->p->n;
		bool good = shifted_shape(s, value[i], l->z + (size_t)order[i] * (size_t)l->n, l->workd, x, &code);
		if (code)
			return err_set(e, code, "eigenproblem", "no memory to solve for %d unknowns", s->p->n);
		if (!good) {
			code = err_set(e, ERR_CONVERGE, "eigenproblem", "mode %d of %d that ARPACK found is none", i + 1, found);
			hint_other_way(l, e);
		}
		eig_normalise(s->p, s->m, x, s->full);
	}
	return code;
}

/* The Lanczos way, for 0 < nmode < rank - 1. s: the matrices, no factor yet. */
static int eig_lanczos(struct shifted s, int nmode, int rank, double *ret_value, double *ret_vector, int *ret_found, struct arena *mem, struct err *e)
{
	const struct pattern_csc *p = s.p;
	struct lanczos l = {0};
	int code;
	cholmod_start(&s.common);
	s.common.print = 0;
	s.value = ARENA_ARRAY(mem, (size_t)p->nnz + 1, double);
	s.full = ARENA_ARRAY(mem, (size_t)p->n + 1, double);
	int *order = ARENA_ARRAY(mem, (size_t)nmode + 1, int);
	if (!s.value || !s.full || !order || lanczos_setup(&l, s.root ? rank : p->n, nmode, rank, mem)) {
		code = err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d modes of %d unknowns", nmode, p->n);
		goto out;
	}
	code = shifted_choose(&s, e);
	/* Where nodes turn about their masses, sigma M cancels but for rounding, which is then more than what little stiffness such a low mode tells of. */
	if (!code && s.arms && -s.sigma > s.mean && p->n <= DENSE_TRY)
		code = err_set(e, ERR_SINGULAR, "eigenproblem", "the lowest mode is too far below the others");
	if (!code)
		code = lanczos_run_clear(&l, &s, e);
	if (!code)
		code = lanczos_complete(&l, &s, rank, e);
	if (code)
		goto out;
	*ret_found = lanczos_order(&l, &s, ret_value, order);
	code = lanczos_shapes(&l, &s, *ret_found, ret_value, order, ret_vector, e);
out:
	shifted_fini(&s);
	return code;
}

int eig_sparse(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e)
{
	struct err first = {0};
	struct mass_root root = {0};
	struct arena scratch;
	bool small = false;
	int diagonal = 0;
	math_init();
	arena_init(&scratch);
	int code = eig_root(p, m, &root, &small, &scratch);
	for (int i = 0; i < p->n; i++)
		diagonal += m[pattern_index(p, i, i)] != 0;
	int rank = small && !code ? root.rank : diagonal;
	if (code)
		err_set(&first, code, "eigenproblem", code == ERR_MEMORY ? "no memory for %d unknowns" : "the mass of %d unknowns is not positive semi-definite", p->n);
	/* Lanczos needs room beyond the wanted modes; without it the whole spectrum is wanted, or nearly. */
	bool few = p->symmetric && nmode >= 1 && nmode + 2 <= rank;
	struct shifted s = {.p = p, .k = k, .m = m, .root = small ? &root : NULL, .arms = rank < diagonal};
	if (few && !code)
		code = eig_lanczos(s, nmode, rank, ret_value, ret_vector, ret_found, &scratch, &first);
	arena_fini(&scratch);
	if (!few || (code && p->n <= DENSE_TRY))
		return eig_dense(p, k, m, nmode, ret_value, ret_vector, ret_found, mem, e);
	if (code && e && !e->code)
		*e = first;
	return code;
}
