/* Baseline correction: a polynomial without constant, fitted to the velocity, whose derivative is taken off the acceleration.
 *
 *   minimise sum (v(t) - c1 s - ... - cd s^d)^2,  s = t/duration;   a := a - (c1 + 2 c2 s + ... + d cd s^(d-1))/duration
 * The least squares are solved with the Legendre-like orthogonal columns of a modified Gram-Schmidt process, without
 * squaring the condition. The velocity at t = 0 stays zero.
 * Chiu, BSSA 87 (1997) 932-944.
 */
#include "motion/motion.h"

#include <math.h>
#include <string.h>

/* The columns s^1 .. s^d, v, and the triangle R of their QR factors. */
struct fit {
	int n, degree;
	double *column[BASELINE_MAX]; /* owned: scratch */
	double *v;                    /* owned: scratch */
	double r[BASELINE_MAX][BASELINE_MAX], q[BASELINE_MAX];
};

static double dot(int n, const double *a, const double *b)
{
	double sum = 0.0;
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static void subtract(int n, double factor, const double *a, double *b)
{
	for (int i = 0; i < n; i++)
		b[i] -= factor * a[i];
}

static int fit_make(struct fit *f, const struct motion *m, int degree, struct arena *mem)
{
	f->n = m->n;
	f->degree = degree;
	if (!(f->v = ARENA_ARRAY(mem, (size_t)m->n, double)))
		return ERR_MEMORY;
	motion_integrate(m, f->v, NULL);
	for (int k = 0; k < degree; k++) {
		if (!(f->column[k] = ARENA_ARRAY(mem, (size_t)m->n, double)))
			return ERR_MEMORY;
		for (int i = 0; i < m->n; i++) {
			double s = i / (double)(m->n - 1);
			f->column[k][i] = k == 0 ? s : s * f->column[k - 1][i];
		}
	}
	return 0;
}

/* Coefficients of s, s^2, ... */
static void fit_solve(struct fit *f, double *ret_c)
{
	for (int k = 0; k < f->degree; k++) {
		f->r[k][k] = sqrt(dot(f->n, f->column[k], f->column[k]));
		for (int i = 0; i < f->n; i++)
			f->column[k][i] /= f->r[k][k];
		for (int j = k + 1; j < f->degree; j++) {
			f->r[k][j] = dot(f->n, f->column[k], f->column[j]);
			subtract(f->n, f->r[k][j], f->column[k], f->column[j]);
		}
		f->q[k] = dot(f->n, f->column[k], f->v);
		subtract(f->n, f->q[k], f->column[k], f->v);
	}
	for (int k = f->degree - 1; k >= 0; k--) {
		double c = f->q[k];
		for (int j = k + 1; j < f->degree; j++)
			c -= f->r[k][j] * ret_c[j];
		ret_c[k] = c / f->r[k][k];
	}
}

int motion_baseline(struct motion *m, int degree, double *ret_c, struct err *e)
{
	struct arena scratch;
	struct fit f = { 0 };
	double c[BASELINE_MAX];
	if (degree < 1 || degree > BASELINE_MAX || m->n < degree + 1) {
		int rc = err_set(e, ERR_RANGE, "motion", "a polynomial of degree %d cannot be fitted to %d samples", degree, m->n);
		err_allowed(e, "degree 1 to %d, and more samples than the degree", BASELINE_MAX);
		return rc;
	}
	arena_init(&scratch);
	if (fit_make(&f, m, degree, &scratch) < 0) {
		arena_fini(&scratch);
		return err_set(e, ERR_MEMORY, "motion", "no memory for the baseline of %d samples", m->n);
	}
	fit_solve(&f, c);
	arena_fini(&scratch);
	double duration = (m->n - 1) * m->dt;
	for (int i = 0; i < m->n; i++) {
		double s = i / (double)(m->n - 1), slope = 0.0;
		for (int k = degree - 1; k >= 0; k--)
			slope = slope * s + (k + 1) * c[k];
		m->x[i] -= slope / duration;
	}
	for (int k = 0; ret_c && k < degree; k++)
		ret_c[k] = c[k] / pow(duration, k + 1);
	return 0;
}
