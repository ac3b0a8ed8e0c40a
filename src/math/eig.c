/* All (or the lowest) modes of K x = lambda M x on dense copies, by LAPACK's dsygvx.
 *
 * Unknowns whose rows of M are 0 are condensed statically first (s: massless, m: the others):
 *   K_c = K_mm - K_ms K_ss^-1 K_sm,  K_c x_m = lambda M_mm x_m,  x_s = -K_ss^-1 K_sm x_m.
 * Where M_mm is still singular (a mass away from its node, moved by a rigid link), its own axes part what has mass from what has none,
 *   D^-1/2 M_mm D^-1/2 = Q W Q',  D = diag M_mm,  x = D^-1/2 Q y,
 * and the y whose W is 0 are condensed in the same way. How many modes are finite is the rank of the mass and nothing of the stiffness: what moves without
 * mass may be as near to buckling as it likes. Beyond that it gives way without any inertia, and there is no lowest mode.
 *   R. J. Guyan, Reduction of stiffness and mass matrices, AIAA J. 3 (1965) 380, doi:10.2514/3.2874 (exact here, for
 *   what is condensed has no mass); E. Anderson et al., LAPACK Users' Guide, doi:10.1137/1.9780898719604. */
#include "math/eig.h"

#include "base/base.h"
#include "math/eig_priv.h"
#include "math/lapack.h"
#include "math/math_init.h"
#include "math/vec.h"

#include <cblas.h>

#include <math.h>
#include <string.h>

enum { DENSE_MOST = 46340 };   /* unknowns: n^2 is an int, LAPACK's too */

#define GRADED 1e-6      /* of the highest eigenvalue: lower ones have less than 10 of 16 digits */
#define SINGULAR 1e13    /* mean k/m over the lowest eigenvalue: beyond it that is rounding */
#define APART 1e-3       /* of an eigenvalue, from the one below: they have shapes of their own */

/* Unknowns split in those with mass and those without, and the dense blocks, column-major. */
struct split {
	int nm, ns;
	int *with, *without;      /* unknowns of each kind, rising */
	double *kmm, *mmm;        /* nm x nm */
	double *ksm;              /* ns x nm, then K_ss^-1 K_sm */
};

static int split_unknowns(struct split *s, const struct pattern_csc *p, const double *m, struct arena *mem)
{
	s->with = ARENA_ARRAY(mem, (size_t)p->n + 1, int);
	s->without = ARENA_ARRAY(mem, (size_t)p->n + 1, int);
	bool *mass = ARENA_ARRAY(mem, (size_t)p->n + 1, bool);
	if (!s->with || !s->without || !mass)
		return ERR_MEMORY;
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++)
			if (m[k] != 0)
				mass[p->row[k]] = mass[j] = true;
	for (int i = 0; i < p->n; i++) {
		if (mass[i])
			s->with[s->nm++] = i;
		else
			s->without[s->ns++] = i;
	}
	return 0;
}

/* Entries (row[i], column[j]) of a sparse matrix as a dense block; NULL when there is no memory. */
static double *block(const struct pattern_csc *p, const double *value, int nrow, const int *row, int ncolumn, const int *column, struct arena *mem)
{
	double *a = ARENA_ARRAY(mem, (size_t)nrow * (size_t)ncolumn + 1, double);
	for (int j = 0; a && j < ncolumn; j++) {
		for (int i = 0; i < nrow; i++) {
			int k = pattern_index(p, row[i], column[j]);
			a[(size_t)j * (size_t)nrow + (size_t)i] = k >= 0 ? value[k] : 0;
		}
	}
	return a;
}

static int split_condense(struct split *s, const struct pattern_csc *p, const double *k, struct arena *mem, struct err *e)
{
	double *kss = block(p, k, s->ns, s->without, s->ns, s->without, mem);
	double *kms = block(p, k, s->nm, s->with, s->ns, s->without, mem);
	int *ipiv = ARENA_ARRAY(mem, (size_t)s->ns + 1, int);
	double *scale = ARENA_ARRAY(mem, (size_t)s->ns + 1, double);
	s->ksm = block(p, k, s->ns, s->without, s->nm, s->with, mem);
	if (!kss || !kms || !ipiv || !scale || !s->ksm)
		return err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d massless unknowns", s->ns);
	if (s->ns == 0)
		return 0;
	int info;
	for (int j = 0; j < s->ns; j++)
		scale[j] = vec_max(s->ns, kss + (size_t)j * (size_t)s->ns);
	dgetrf_(&s->ns, &s->ns, kss, &s->ns, ipiv, &info);
	for (int j = 0; j < s->ns; j++) {
		if (fabs(kss[(size_t)j * (size_t)s->ns + (size_t)j]) <= 1e-14 * scale[j]) {
			int code = err_set(e, ERR_SINGULAR, "eigenproblem", "unknown %d has neither mass nor stiffness", s->without[j]);
			err_hint(e, "fix the freedom or give it mass or stiffness");
			return code;
		}
	}
	dgetrs_("N", &s->ns, &s->nm, kss, &s->ns, ipiv, s->ksm, &s->ns, &info, 1);
	for (int j = 0; j < s->nm; j++)
		for (int l = 0; l < s->ns; l++)
			vec_add(s->nm, -s->ksm[(size_t)j * (size_t)s->ns + (size_t)l], kms + (size_t)l * (size_t)s->nm, s->kmm + (size_t)j * (size_t)s->nm);
	return 0;
}

/* A x = w B x, eigenvalues first to last (counted from 1); a and b are destroyed. Returns info of LAPACK, -1: no memory. */
static int pencil(int n, double *a, double *b, int first, int last, double *ret_w, double *ret_z, struct arena *mem)
{
	int itype = 1, found = 0, info = -1, lwork = 8 * n > 35 * n ? 8 * n : 35 * n;
	double none = 0, abstol = 0;
	double *work = ARENA_ARRAY(mem, (size_t)lwork + 1, double);
	int *iwork = ARENA_ARRAY(mem, 6 * (size_t)n + 1, int);
	if (!work || !iwork)
		return -1;
	dsygvx_(&itype, "V", "I", "L", &n, a, &n, b, &n, &none, &none, &first, &last, &abstol, &found, ret_w, ret_z, &n, work, &lwork, iwork,
		iwork + 5 * (size_t)n, &info, 1, 1, 1);
	return info;
}

/* What the diagonals say of the highest eigenvalue, which is not below it. */
static double reach(int n, const double *k, const double *m)
{
	double top = 0;
	for (size_t i = 0; i < (size_t)n; i++)
		top = fmax(top, fabs(k[i * (size_t)n + i]) / m[i * (size_t)n + i]);
	return top;
}

static double trace(int n, const double *a)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += fabs(a[(size_t)i * (size_t)n + (size_t)i]);
	return sum;
}

/* Modes from the other end, M y = mu (K + sigma M) y: mu of the most largest, rising, and sigma, 0 where K is definite by itself. Returns 0, -1: no memory,
 * 1: K is too far from that. work: n x n, twice. */
static int pencil_inverse(int n, const double *k, const double *m, int most, double *work[2], double *ret_mu, double *ret_y, double *ret_sigma,
	struct arena *mem)
{
	static const double shift[] = {0, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6};    /* of the mean k/m; beyond 1 where a small mass stands on what gives way */
	int size = n * n;
	double mean = trace(n, k) / trace(n, m);
	for (size_t i = 0; i < COUNT(shift); i++) {
		double sigma = shift[i] * mean;
		vec_copy(size, m, work[0]);
		vec_mix(size, 1, k, sigma, m, work[1]);
		int info = pencil(n, work[0], work[1], n - most + 1, n, ret_mu, ret_y, mem);
		if (info < 0)
			return info;
		/* a stiffness that is singular but for rounding passes for definite */
		if (info == 0 && ret_mu[most - 1] > 0 && (sigma > 0 || ret_mu[most - 1] * mean < SINGULAR)) {
			*ret_sigma = sigma;
			return 0;
		}
	}
	return 1;
}

/* The lowest modes of K x = w M x, M definite. LAPACK finds all eigenvalues as well as the highest: beside those of the smallest masses, which some models have
 * where they need any, nothing is left of the lowest. These are then found from the other end, as far up as they are better there; where that
 * ends is between two modes that are apart. As pencil, of which k and m stay. */
static int modes_lowest(int n, const double *k, const double *m, int most, double *ret_w, double *ret_z, struct arena *mem)
{
	size_t ld = (size_t)n;
	double *work[] = {ARENA_ARRAY(mem, ld * ld + 1, double), ARENA_ARRAY(mem, ld * ld + 1, double)}, top = reach(n, k, m), sigma = 0;
	if (!work[0] || !work[1])
		return -1;
	vec_copy(n * n, k, work[0]);
	vec_copy(n * n, m, work[1]);
	int info = pencil(n, work[0], work[1], 1, most, ret_w, ret_z, mem), low = 0;
	if (info || fabs(ret_w[0]) > GRADED * top)
		return info;
	double *mu = ARENA_ARRAY(mem, ld + 1, double), *y = ARENA_ARRAY(mem, ld * (size_t)most + 1, double);
	if (!mu || !y)
		return -1;
	info = pencil_inverse(n, k, m, most, work, mu, y, &sigma, mem);
	if (info)
		return info < 0 ? info : 0;
	/* of the smallest masses rounding may have left less than nothing */
	for (int i = 0; i < most; i++)
		mu[i] = mu[i] > 0 ? 1 / mu[i] - sigma : INFINITY;
	while (low < most && (mu[most - 1 - low] + sigma) * (mu[most - 1 - low] + sigma) < (mu[most - 1] + sigma) * top)
		low++;
	while (low > 0 && low < most && mu[most - 1 - low] - mu[most - low] < APART * fabs(mu[most - 1 - low]))
		low++;
	for (int i = 0; i < low; i++) {
		ret_w[i] = mu[most - 1 - i];
		vec_copy(n, y + (size_t)(most - 1 - i) * ld, ret_z + (size_t)i * ld);
	}
	return 0;
}

static int no_modes(int info, int n, struct err *e)
{
	if (info < 0)
		return err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d unknowns", n);
	return err_set(e, ERR_CONVERGE, "eigenproblem", "LAPACK dsygvx did not converge, info %d", info);
}

/* The axes of a singular mass: its rank is n - ns. */
struct axes {
	int n, ns;
	double *v, *w;            /* V = D^-1/2 Q, n x n, those without mass first; W, rising */
	double *k;                /* V' K V; the block of those without mass becomes its factor L, beside it L^-1 K_sm, below them K_c */
	double *scale;            /* what the stiffness without mass would be if none cancelled */
};

int eig_mass_axes(int n, const double *mass, double *ret_w, double *ret_q, int *ret_null, struct arena *mem)
{
	const double vanished = 1e-12;
	size_t ld = (size_t)n;
	double *a = ARENA_ARRAY(mem, ld * ld + 1, double), *one = ARENA_ARRAY(mem, ld * ld + 1, double);
	if (!a || !one)
		return ERR_MEMORY;
	for (size_t i = 0; i < ld; i++) {
		if (!(mass[i * ld + i] > 0))
			return ERR_INDEFINITE;
		one[i * ld + i] = 1;
	}
	for (size_t j = 0; j < ld; j++)
		for (size_t i = 0; i < ld; i++)
			a[j * ld + i] = mass[j * ld + i] / sqrt(mass[i * ld + i]) / sqrt(mass[j * ld + j]);
	int null = 0, info = pencil(n, a, one, 1, n, ret_w, ret_q, mem);
	if (info)
		return info < 0 ? ERR_MEMORY : ERR_INDEFINITE;
	if (ret_w[0] < -vanished * ret_w[n - 1])
		return ERR_INDEFINITE;
	while (ret_w[null] <= vanished * ret_w[n - 1])
		null++;
	*ret_null = null;
	return 0;
}

static int axes_of_mass(struct axes *x, const double *mass, struct arena *mem, struct err *e)
{
	size_t n = (size_t)x->n;
	x->v = ARENA_ARRAY(mem, n * n + 1, double);
	x->w = ARENA_ARRAY(mem, n + 1, double);
	x->k = ARENA_ARRAY(mem, n * n + 1, double);
	x->scale = ARENA_ARRAY(mem, n + 1, double);
	int code = x->v && x->w && x->k && x->scale ? eig_mass_axes(x->n, mass, x->w, x->v, &x->ns, mem) : ERR_MEMORY;
	if (code == ERR_MEMORY)
		return err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d unknowns", x->n);
	if (code)
		return err_set(e, code, "eigenproblem", "the mass is not positive semi-definite");
	for (size_t j = 0; j < n; j++)
		for (size_t i = 0; i < n; i++)
			x->v[j * n + i] /= sqrt(mass[i * n + i]);
	return 0;
}

/* K of the axes, those without mass condensed. */
static int axes_condense(struct axes *x, const double *stiffness, struct arena *mem, struct err *e)
{
	int n = x->n, ns = x->ns, nm = n - ns, info = 0;
	size_t ld = (size_t)n;
	double *kv = ARENA_ARRAY(mem, ld * ld + 1, double), *beside = x->k + (size_t)ns * ld;
	if (!kv)
		return err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d unknowns", n);
	cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, stiffness, n, x->v, n, 0, kv, n);
	cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, n, n, 1, x->v, n, kv, n, 0, x->k, n);
	for (size_t j = 0; j < (size_t)ns; j++)
		for (size_t i = 0; i < ld; i++)
			x->scale[j] += x->v[j * ld + i] * x->v[j * ld + i] * fabs(stiffness[i * ld + i]);
	dpotrf_("L", &ns, x->k, &n, &info, 1);
	for (size_t j = 0; j < (size_t)ns && !info; j++)
		info = !(x->k[j * ld + j] * x->k[j * ld + j] > PIVOT_VANISHED * x->scale[j]);
	if (info) {
		int code = err_set(e, ERR_INDEFINITE, "eigenproblem", "mass is singular and stiffness is not positive definite with it");
		err_hint(e, "give every free freedom mass or stiffness");
		return code;
	}
	cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, ns, nm, 1, x->k, n, beside, n);
	cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, nm, ns, -1, beside, n, 1, beside + ns, n);
	return 0;
}

/* Modes where M is singular. Returns the number of finite modes found, or a code. */
static int axes_modes(const struct split *s, int nmode, double *ret_w, double *ret_z, struct arena *mem, struct err *e)
{
	struct axes x = {.n = s->nm};
	int code = axes_of_mass(&x, s->mmm, mem, e);
	if (!code)
		code = axes_condense(&x, s->kmm, mem, e);
	if (code)
		return code;
	int n = x.n, ns = x.ns, nm = n - ns, most = nmode < nm ? nmode : nm;
	size_t ld = (size_t)n, rows = (size_t)nm;
	double *a = ARENA_ARRAY(mem, rows * rows + 1, double), *b = ARENA_ARRAY(mem, rows * rows + 1, double);
	double *z = ARENA_ARRAY(mem, rows * rows + 1, double), *y = ARENA_ARRAY(mem, ld * (size_t)most + 1, double);
	if (!a || !b || !z || !y)
		return err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d unknowns", n);
	const double *beside = x.k + (size_t)ns * ld;
	for (size_t j = 0; j < rows; j++) {
		vec_copy(nm, beside + j * ld + ns, a + j * rows);
		b[j * rows + j] = x.w[(size_t)ns + j];
	}
	int info = modes_lowest(nm, a, b, most, ret_w, z, mem);
	if (info)
		return no_modes(info, n, e);
	/* y_s = -L^-T (L^-1 K_sm) y_m, x = V y */
	for (size_t f = 0; f < (size_t)most; f++)
		vec_copy(nm, z + f * rows, y + f * ld + ns);
	cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, ns, most, nm, -1, beside, n, z, nm, 0, y, n);
	cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, ns, most, 1, x.k, n, y, n);
	cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, most, n, 1, x.v, n, y, n, 0, ret_z, n);
	return most;
}

/* Modes of the condensed problem; returns how many, or a code. */
static int split_modes(const struct split *s, int nmode, double *ret_w, double *ret_z, struct arena *mem, struct err *e)
{
	int n = s->nm, most = nmode < n ? nmode : n;
	size_t size = (size_t)n * (size_t)n;
	double *b = ret_z;
	if (most == 0)
		return 0;
	vec_copy((int)size, s->mmm, b);
	double scale = trace(n, s->mmm) / n;
	int info;
	/* A mass matrix that is singular but for rounding passes for definite: look at its pivots first. */
	dpotrf_("L", &n, b, &n, &info, 1);
	bool definite = info == 0;
	for (int i = 0; definite && i < n; i++) {
		double pivot = b[(size_t)i * (size_t)n + (size_t)i], was = s->mmm[(size_t)i * (size_t)n + (size_t)i];
		definite = pivot * pivot > 1e-12 * was && was > 1e-300 * scale;
	}
	if (!definite)
		return axes_modes(s, nmode, ret_w, ret_z, mem, e);
	info = modes_lowest(n, s->kmm, s->mmm, most, ret_w, ret_z, mem);
	return info ? no_modes(info, n, e) : most;
}

void eig_normalise(const struct pattern_csc *p, const double *m, double *x, double *work)
{
	pattern_mul(p, m, x, work);
	double modal = vec_dot(p->n, x, work);
	double scale = modal > 0 ? 1 / sqrt(modal) : 1;
	int largest = 0;
	for (int i = 1; i < p->n; i++)
		if (fabs(x[i]) > fabs(x[largest]) * (1 + 1e-6))
			largest = i;
	vec_scale(p->n, p->n > 0 && x[largest] < 0 ? -scale : scale, x);
}

int eig_dense(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e)
{
	(void)mem;
	struct arena scratch;
	struct split s = {0};
	arena_init(&scratch);
	math_init();
	int code = 0, found = 0;
	if (p->n > DENSE_MOST) {
		code = err_set(e, ERR_LIMIT, "eigenproblem", "too many unknowns for dense matrices");
		err_value(e, "%d", p->n);
		err_allowed(e, "up to %d", DENSE_MOST);
		err_hint(e, "ask for fewer modes, without -fullGenLapack");
		goto out;
	}
	if (split_unknowns(&s, p, m, &scratch)) {
		code = err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d unknowns", p->n);
		goto out;
	}
	s.kmm = block(p, k, s.nm, s.with, s.nm, s.with, &scratch);
	s.mmm = block(p, m, s.nm, s.with, s.nm, s.with, &scratch);
	double *w = ARENA_ARRAY(&scratch, (size_t)s.nm + 1, double);
	double *z = ARENA_ARRAY(&scratch, (size_t)s.nm * (size_t)s.nm + 1, double);
	double *work = ARENA_ARRAY(&scratch, (size_t)p->n + 1, double);
	if (!s.kmm || !s.mmm || !w || !z || !work) {
		code = err_set(e, ERR_MEMORY, "eigenproblem", "no memory for %d unknowns", p->n);
		goto out;
	}
	code = split_condense(&s, p, k, &scratch, e);
	if (code)
		goto out;
	found = split_modes(&s, nmode, w, z, &scratch, e);
	if (found < 0) {
		code = found;
		goto out;
	}
	for (int f = 0; f < found; f++) {
		double *x = ret_vector + (size_t)f * (size_t)p->n, *zm = z + (size_t)f * (size_t)s.nm;
		ret_value[f] = w[f];
		vec_zero(p->n, x);
		for (int i = 0; i < s.nm; i++) {
			x[s.with[i]] = zm[i];
			for (int l = 0; l < s.ns; l++)
				x[s.without[l]] -= s.ksm[(size_t)i * (size_t)s.ns + (size_t)l] * zm[i];
		}
		eig_normalise(p, m, x, work);
	}
	*ret_found = found;
out:
	arena_fini(&scratch);
	return code;
}
