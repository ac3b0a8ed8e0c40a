/* The smallest delay of the specimens' answer with which a linear hybrid test has a motion that neither grows nor decays.
 *
 * One mass, u = e^{j w t}:  k_e e^{-j w tau} = m w^2 - k_n - j c w, so
 *   (m w^2 - k_n)^2 + c^2 w^2 = k_e^2,   tau = atan2(c w, m w^2 - k_n)/w
 * Many freedoms:  det(Z + B D_e B' e^{-j w tau}) = 0,  Z = K + j w C - w^2 M,  so  e^{j w tau} = -mu,  mu an eigenvalue of B' Z^-1 B D_e (r x r)
 *   The magnitudes of the mu are followed over w; where one passes 1 the frequency is refined by bisection and tau = arg(-mu)/w. With one specimen and Z_t of
 *   the whole structure this is e^{-j w tau} = 1 - 1/(D_e [Z_t^-1]_11). Peaks of mu are at the natural frequencies of the numerical part; frequencies are
 *   looked at closer and closer around each of them and around those of the whole.
 * Without delay the loop must be stable: all finite eigenvalues of (K_t, C_t, M_t) left of the imaginary axis.
 *
 * A. Maghareh, S. J. Dyke, A. Prakash, J. F. Rhoads, Establishing a stability switch criterion for effective implementation of real-time hybrid simulation,
 * Smart Structures and Systems 14 (2014) 1221-1245.
 * G. Mosqueda, B. Stojadinovic, S. A. Mahin, UCB/EERC 2005-02, 3.5: T(rho) = 1/[cos(rho phi) - rho^2 + j (2 xi rho - sin(rho phi))], sign corrected.
 */
#include "math/delay.h"

#include "base/base.h"
#include "math/lapack.h"
#include "math/vec.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char OBJECT[] = "critical delay";

/* --- one mass --------------------------------------------------------------------------------------- */

struct delay_limit delay_critical_one(double m, double c, double kn, double ke)
{
	/* m^2 x^2 + (c^2 - 2 m k_n) x + k_n^2 - k_e^2 = 0 with x = w^2 */
	double half = 0.5 * (c * c - 2.0 * m * kn), root = half * half - m * m * (kn * kn - ke * ke);
	struct delay_limit least = {.tau = INFINITY, .omega = 0.0};
	if (!(root >= 0.0))
		return least;
	for (int sign = -1; sign <= 1; sign += 2) {
		double x = (-half + sign * sqrt(root)) / (m * m);
		if (!(x > 0.0))
			continue;
		double w = sqrt(x), s = ke < 0.0 ? -1.0 : 1.0, angle = atan2(s * c * w, s * (m * x - kn));
		double tau = (angle < 0.0 ? angle + 2.0 * M_PI : angle) / w;
		if (tau < least.tau)
			least = (struct delay_limit){.tau = tau, .omega = w};
	}
	return least;
}

double delay_indicator(double tau)
{
	return log10(1000.0 * tau);
}

double delay_critical_phase(double xi)
{
	double rho = sqrt(-2.0 * xi * xi + sqrt(4.0 * xi * xi * xi * xi + 1.0));
	return atan2(2.0 * xi * rho, rho * rho) / rho;
}

double delay_transfer(double xi, double rho, double phi)
{
	return 1.0 / hypot(cos(rho * phi) - rho * rho, 2.0 * xi * rho - sin(rho * phi));
}

double lag_critical(double xi, double omega)
{
	return 2.0 * xi / omega;
}

/* --- many freedoms ---------------------------------------------------------------------------------- */

enum { ZGEEV_WORK = 8, CLUSTER = 24, DECADE = 300, BISECTIONS = 80 };

struct scan {
	const struct delay_loop *l;
	double complex *z, *x, *h, *mu, *work;   /* n x n, n x r, r x r, r, ZGEEV_WORK r; owned: arena, as below */
	double *rwork;
	int *pivot;
};

static int scan_take(struct scan *s, const struct delay_loop *l, struct arena *mem)
{
	size_t n = (size_t)l->n, r = (size_t)l->r;
	s->l = l;
	s->z = ARENA_ARRAY(mem, n * n, double complex);
	s->x = ARENA_ARRAY(mem, n * r, double complex);
	s->h = ARENA_ARRAY(mem, 2 * r * r, double complex);
	s->mu = ARENA_ARRAY(mem, r, double complex);
	s->work = ARENA_ARRAY(mem, ZGEEV_WORK * r, double complex);
	s->rwork = ARENA_ARRAY(mem, 2 * r, double);
	s->pivot = ARENA_ARRAY(mem, n, int);
	return s->z && s->x && s->h && s->mu && s->work && s->rwork && s->pivot ? 0 : ERR_MEMORY;
}

static int by_magnitude(const void *a, const void *b)
{
	double x = cabs(*(const double complex *)a), y = cabs(*(const double complex *)b);
	return (x < y) - (x > y);
}

/* H = B' Z^-1 B, column-major. */
static int flexibility(struct scan *s, double w)
{
	const struct delay_loop *l = s->l;
	int n = l->n, r = l->r, info = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			s->z[j * n + i] = l->k[i * n + j] - w * w * l->m[i * n + j] + I * w * l->c[i * n + j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < r; j++)
			s->x[j * n + i] = l->b[i * r + j];
	zgetrf_(&n, &n, s->z, &n, s->pivot, &info);
	if (info)
		return ERR_SINGULAR;
	zgetrs_("N", &n, &r, s->z, &n, s->pivot, s->x, &n, &info, 1);
	for (int i = 0; i < r; i++)
		for (int j = 0; j < r; j++) {
			double complex sum = 0.0;
			for (int k = 0; k < n; k++)
				sum += l->b[k * r + i] * s->x[j * n + k];
			s->h[j * r + i] = sum;
		}
	return 0;
}

/* The eigenvalues mu at a frequency, the largest first. */
static int eigenvalues(struct scan *s, double w)
{
	const struct delay_loop *l = s->l;
	int r = l->r, one = 1, lwork = ZGEEV_WORK * r, info = 0, rc = flexibility(s, w);
	double complex *product = s->h + r * r, none;
	if (rc == ERR_SINGULAR)
		rc = flexibility(s, w * (1.0 + 1e-12));      /* an undamped mode stands exactly here */
	if (rc)
		return rc;
	for (int i = 0; i < r; i++)
		for (int j = 0; j < r; j++) {
			double complex sum = 0.0;
			for (int k = 0; k < r; k++) {
				int at = k * r + j;
				sum += s->h[k * r + i] * (l->ke[at] - (l->me ? w * w * l->me[at] : 0.0) + I * w * (l->ce ? l->ce[at] : 0.0));
			}
			product[j * r + i] = sum;
		}
	zgeev_("N", "N", &r, product, &r, s->mu, &none, &one, &none, &one, s->work, &lwork, s->rwork, &info, 1, 1);
	if (info)
		return ERR_CONVERGE;
	qsort(s->mu, (size_t)r, sizeof(double complex), by_magnitude);
	return 0;
}

/* The delay at which mu_i, whose magnitude passes 1 between two frequencies, is on the limit. */
static int refine(struct scan *s, int i, double lo, double hi, bool rising, struct delay_limit *ret)
{
	for (int k = 0; k < BISECTIONS && hi - lo > 1e-15 * hi; k++) {
		double w = 0.5 * (lo + hi);
		int rc = eigenvalues(s, w);
		if (rc)
			return rc;
		*((cabs(s->mu[i]) > 1.0) == rising ? &hi : &lo) = w;
	}
	int rc = eigenvalues(s, 0.5 * (lo + hi));
	if (rc)
		return rc;
	double angle = carg(-s->mu[i]);
	if (angle < -1e-9)
		angle += 2.0 * M_PI;
	*ret = (struct delay_limit){.tau = fmax(angle, 0.0) / (0.5 * (lo + hi)), .omega = 0.5 * (lo + hi)};
	return 0;
}

/* --- natural frequencies, and stability without delay ------------------------------------------------ */

struct pencil {
	int n;
	double *k, *c, *m;               /* n x n */
	double *a, *b, *real, *imaginary, *beta, *work;
	int lwork;
};

static int pencil_take(struct pencil *p, int n, struct arena *mem)
{
	size_t nn = (size_t)n * (size_t)n;
	p->n = n;
	p->lwork = 16 * 2 * n;
	p->k = ARENA_ARRAY(mem, 3 * nn, double);
	p->a = ARENA_ARRAY(mem, 8 * nn, double);
	p->real = ARENA_ARRAY(mem, (size_t)(6 * n + p->lwork), double);
	if (!p->k || !p->a || !p->real)
		return ERR_MEMORY;
	p->c = p->k + nn;
	p->m = p->c + nn;
	p->b = p->a + 4 * nn;
	p->imaginary = p->real + 2 * n;
	p->beta = p->imaginary + 2 * n;
	p->work = p->beta + 2 * n;
	return 0;
}

/* Numerical part plus `share` of the specimens. */
static void pencil_fill(struct pencil *p, const struct delay_loop *l, double share)
{
	const struct { double *to; const double *from, *part; } matrix[] = {{p->k, l->k, l->ke}, {p->c, l->c, l->ce}, {p->m, l->m, l->me}};
	int n = l->n, r = l->r;
	for (size_t q = 0; q < COUNT(matrix); q++) {
		vec_copy(n * n, matrix[q].from, matrix[q].to);
		for (int i = 0; i < n && matrix[q].part; i++)
			for (int j = 0; j < n; j++)
				for (int a = 0; a < r * r; a++)
					matrix[q].to[i * n + j] += share * l->b[i * r + a / r] * matrix[q].part[a] * l->b[j * r + a % r];
	}
}

/* Frequencies of s^2 M + s C + K, |s| and |Im s|, appended to ret_w; the largest growth Re s/|s|. Time is scaled so that numbers are near 1. */
static int pencil_solve(struct pencil *p, double *ret_w, int *count, double *ret_growth)
{
	int n = p->n, nn = 2 * n, one = 1, info = 0;
	double stiff = vec_max(n * n, p->k), mass = vec_max(n * n, p->m), none, growth = -1.0;
	double w0 = stiff > 0.0 && mass > 0.0 ? sqrt(stiff / mass) : 1.0, scale = stiff > 0.0 ? stiff : 1.0;
	vec_zero(8 * n * n, p->a);
	for (int j = 0; j < n; j++) {
		p->a[(n + j) * nn + j] = 1.0;
		p->b[j * nn + j] = 1.0;
		for (int i = 0; i < n; i++) {
			p->a[j * nn + n + i] = -p->k[i * n + j] / scale;
			p->a[(n + j) * nn + n + i] = -p->c[i * n + j] * w0 / scale;
			p->b[(n + j) * nn + n + i] = p->m[i * n + j] * w0 * w0 / scale;
		}
	}
	dggev_("N", "N", &nn, p->a, &nn, p->b, &nn, p->real, p->imaginary, p->beta, &none, &one, &none, &one, p->work, &p->lwork, &info, 1, 1);
	if (info)
		return ERR_CONVERGE;
	for (int i = 0; i < nn; i++) {
		double size = hypot(p->real[i], p->imaginary[i]);
		/* infinite (no mass), or at rest */
		if (fabs(p->beta[i]) <= 1e-8 * size || size <= 1e-10 * fabs(p->beta[i]))
			continue;
		growth = fmax(growth, p->real[i] * (p->beta[i] < 0.0 ? -1.0 : 1.0) / size);
		ret_w[(*count)++] = w0 * size / fabs(p->beta[i]);
		ret_w[(*count)++] = w0 * fabs(p->imaginary[i] / p->beta[i]);
	}
	*ret_growth = growth;
	return 0;
}

static int rising_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Where mu is looked at: decades from far below to far above all centres, and closer and closer around each of them. */
static int make_grid(const double *center, int ncenter, struct arena *mem, double **ret_w, int *ret_n)
{
	double lo = INFINITY, hi = 0.0;
	for (int i = 0; i < ncenter; i++) {
		hi = fmax(hi, center[i]);
		if (center[i] > 0.0)
			lo = fmin(lo, center[i]);
	}
	lo = fmax(1e-2 * lo, 1e-9 * hi);
	hi *= 10.0;
	int steps = (int)ceil(DECADE * log10(hi / lo)), n = 0;
	double *w = ARENA_ARRAY(mem, (size_t)(steps + 1 + ncenter * (2 * CLUSTER + 1)), double);
	if (!w)
		return ERR_MEMORY;
	for (int i = 0; i <= steps; i++)
		w[n++] = lo * pow(hi / lo, i / (double)steps);
	for (int i = 0; i < ncenter; i++)
		for (int k = -CLUSTER; k <= CLUSTER && center[i] > lo; k++)
			w[n++] = center[i] * (k == 0 ? 1.0 : 1.0 + (k > 0 ? 0.5 : -0.5) * exp2(-fabs((double)k)));
	qsort(w, (size_t)n, sizeof(double), rising_order);
	*ret_w = w;
	*ret_n = n;
	return 0;
}

/* All passages through 1 on the grid; the smallest delay of them. size: 2 r magnitudes, of the frequency before and of this one. */
static int scan_run(struct scan *s, const double *w, int n, double *size, struct delay_limit *ret)
{
	struct delay_limit least = {.tau = INFINITY, .omega = 0.0}, one;
	int r = s->l->r, rc = 0;
	double *before = size, *now = size + r;
	for (int k = 0; k < n && !(rc = eigenvalues(s, w[k])); k++) {
		for (int i = 0; i < r; i++)
			now[i] = cabs(s->mu[i]);
		for (int i = 0; i < r && k > 0; i++) {
			bool rising = now[i] > 1.0;
			if ((before[i] > 1.0) == rising)
				continue;
			if ((rc = refine(s, i, w[k - 1], w[k], rising, &one)))
				return rc;
			if (one.tau < least.tau)
				least = one;
		}
		vec_copy(r, now, before);
	}
	/* freedoms without mass answer at any frequency */
	if (before[0] > 1.0)
		least = (struct delay_limit){.tau = 0.0, .omega = 0.0};
	if (!rc)
		*ret = least;
	return rc;
}

static bool finite_loop(const struct delay_loop *l)
{
	int nn = l->n * l->n, rr = l->r * l->r;
	return vec_finite(nn, l->m) && vec_finite(nn, l->c) && vec_finite(nn, l->k) && vec_finite(l->n * l->r, l->b) && vec_finite(rr, l->ke) &&
	       (!l->ce || vec_finite(rr, l->ce)) && (!l->me || vec_finite(rr, l->me));
}

static int find(const struct delay_loop *l, struct arena *mem, struct delay_limit *ret)
{
	struct scan s;
	struct pencil p;
	double *center = ARENA_ARRAY(mem, (size_t)(8 * l->n), double), *size = ARENA_ARRAY(mem, (size_t)(2 * l->r), double), *w, growth;
	int ncenter = 0, n, rc = center && size ? scan_take(&s, l, mem) : ERR_MEMORY;
	if (rc || (rc = pencil_take(&p, l->n, mem)))
		return rc;
	pencil_fill(&p, l, 0.0);
	if ((rc = pencil_solve(&p, center, &ncenter, &growth)))
		return rc;
	pencil_fill(&p, l, 1.0);
	if ((rc = pencil_solve(&p, center, &ncenter, &growth)))
		return rc;
	if (growth > 1e-9 || ncenter == 0) {
		*ret = (struct delay_limit){.tau = growth > 1e-9 ? 0.0 : INFINITY, .omega = 0.0};
		return 0;
	}
	if ((rc = make_grid(center, ncenter, mem, &w, &n)))
		return rc;
	return scan_run(&s, w, n, size, ret);
}

int delay_critical(const struct delay_loop *l, struct arena *mem, struct delay_limit *ret, struct err *e)
{
	if (l->n < 1 || l->r < 1)
		return err_set(e, ERR_RANGE, OBJECT, "%d freedoms and %d coordinates of specimens", l->n, l->r);
	if (!finite_loop(l))
		return err_set(e, ERR_NONFINITE, OBJECT, "the matrices of the test");
	int rc = find(l, mem, ret);
	return rc ? err_set(e, rc, OBJECT, "%d freedoms and %d coordinates of specimens: %s", l->n, l->r, err_message(rc)) : 0;
}
