/* Largest natural frequency, for the step of explicit methods; growth of Dorka's sub-steps with linear specimens.
 *
 * Explicit methods with beta = 0, gamma = 1/2 are stable for w dt <= 2.
 * Dorka's step on M, C, K with specimens B K_e B' (integrator/dorka.c), written for x = (u, v, a, f_k, f_{k-1}, f_e), f on the r coordinates:
 *   u0+ = G {M (a0 u + a2 v + a3 a) + C (a1 u + a4 v + a5 a) + B f_e},  d0 = B' u - G_cc f_{k-1},  d1 = B' u0+,  G = (K + a1 C + a0 M)^-1, G_cc = B' G B
 *   d_i = d0 + (d1 - d0) i/k + G_cc f_{i-1},  f_i = -K_e d_i,  i = 1 .. k, f_0 = f_k of the step before
 *   u+ = u0+ + G B f_{k-1},  v+, a+ by Newmark's relations,  f_e+ = -P (f_e + f_{k-1} - f_k)
 * One column of the amplification matrix is one step from a unit state.
 *
 * F. Obon Santacana & U. E. Dorka, Effects of large numerical models in continuous hybrid simulation, 15WCEE, Lisbon 2012.
 */
#include "math/step_limit.h"

#include "math/dense.h"
#include "math/lapack.h"
#include "math/radius.h"
#include "math/vec.h"

#include <math.h>

/* --- explicit methods -------------------------------------------------------------------------------- */

/* Every freedom has mass: the highest of K x = x2 M x, symmetric. False: M is not positive definite. */
static bool highest(int n, double *k, double *m, double *work, int *iwork, double *ret_x)
{
	int type = 1, found = 0, info = 0, lwork = 8 * n, fail;
	double none = 0.0, *value = work + lwork;
	dsygvx_(&type, "N", "I", "U", &n, k, &n, m, &n, &none, &none, &n, &n, &none, &found, value, &none, &(int){1}, work, &lwork, iwork, &fail, &info, 1, 1, 1);
	if (info == 0 && found == 1)
		*ret_x = value[0];
	return info == 0 && found == 1;
}

/* Some have none, and show as infinite. */
static bool highest_finite(int n, double *k, double *m, double *work, double *ret_x)
{
	int one = 1, lwork = 8 * n, info = 0;
	double none, most = 0.0, *real = work + lwork, *beta = real + 2 * n;
	dggev_("N", "N", &n, k, &n, m, &n, real, real + n, beta, &none, &one, &none, &one, work, &lwork, &info, 1, 1);
	for (int i = 0; i < n && !info; i++)
		if (fabs(beta[i]) > 1e-12 * fabs(real[i]))
			most = fmax(most, real[i] / beta[i]);
	*ret_x = most;
	return info == 0;
}

int explicit_frequency(int n, const double *k, const double *m, struct arena *mem, double *ret_omega, struct err *e)
{
	int nn = n * n, *iwork = ARENA_ARRAY(mem, (size_t)(5 * n), int);
	double *a = ARENA_ARRAY(mem, (size_t)(2 * nn), double), *work = ARENA_ARRAY(mem, (size_t)(11 * n), double), x = 0.0;
	double scale_k = vec_max(nn, k), scale_m = vec_max(nn, m);
	if (!a || !work || !iwork)
		return err_set(e, ERR_MEMORY, "explicit limit", "no memory for %d freedoms", n);
	if (!vec_finite(nn, k) || !vec_finite(nn, m))
		return err_set(e, ERR_NONFINITE, "explicit limit", "stiffness or mass");
	for (int turn = 0; turn < 2 && scale_k > 0.0 && scale_m > 0.0; turn++) {
		vec_mix(nn, 1.0 / scale_k, k, 0.0, k, a);
		vec_mix(nn, 1.0 / scale_m, m, 0.0, m, a + nn);
		if (turn == 0 ? highest(n, a, a + nn, work, iwork, &x) : highest_finite(n, a, a + nn, work, &x))
			break;
		if (turn == 1)
			return err_set(e, ERR_CONVERGE, "explicit limit", "the frequencies of %d freedoms", n);
	}
	*ret_omega = sqrt(fmax(x, 0.0) * (scale_m > 0.0 ? scale_k / scale_m : 0.0));
	return 0;
}

/* --- Dorka's sub-steps -------------------------------------------------------------------------------- */

struct stepper {
	const struct delay_loop *l;
	double a[6];                     /* a0 .. a5 */
	double p;
	double *matrix;                  /* n x n, factored column-major; owned: arena, as below */
	int *pivot;
	double *gb;                      /* n x r: G B */
	double *gcc;                     /* r x r */
	double *u0, *rhs;                /* n each */
	double *d0, *d1, *f, *last, *d;  /* r each */
};

static int stepper_take(struct stepper *s, const struct delay_loop *l, struct arena *mem)
{
	size_t n = (size_t)l->n, r = (size_t)l->r;
	s->l = l;
	s->matrix = ARENA_ARRAY(mem, n * n, double);
	s->pivot = ARENA_ARRAY(mem, n, int);
	s->gb = ARENA_ARRAY(mem, n * r, double);
	s->gcc = ARENA_ARRAY(mem, r * r, double);
	s->u0 = ARENA_ARRAY(mem, 2 * n, double);
	s->d0 = ARENA_ARRAY(mem, 5 * r, double);
	if (!s->matrix || !s->pivot || !s->gb || !s->gcc || !s->u0 || !s->d0)
		return ERR_MEMORY;
	s->rhs = s->u0 + n;
	s->d1 = s->d0 + r;
	s->f = s->d1 + r;
	s->last = s->f + r;
	s->d = s->last + r;
	return 0;
}

static int solve(struct stepper *s, double *x)
{
	int n = s->l->n, one = 1, info = 0;
	dgetrs_("N", &n, &one, s->matrix, &n, s->pivot, x, &n, &info, 1);
	return info ? ERR_INTERNAL : 0;
}

/* The constants of Newmark's method, the factored matrix, G B and G_cc. */
static int stepper_form(struct stepper *s, const struct substep_plan *plan)
{
	const struct delay_loop *l = s->l;
	double dt = plan->dt, b = plan->beta, g = plan->gamma, *a = s->a;
	int n = l->n, r = l->r, info = 0, rc = 0;
	a[0] = 1.0 / (b * dt * dt);
	a[1] = g / (b * dt);
	a[2] = 1.0 / (b * dt);
	a[3] = 0.5 / b - 1.0;
	a[4] = g / b - 1.0;
	a[5] = 0.5 * dt * (g / b - 2.0);
	s->p = plan->p;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			s->matrix[j * n + i] = l->k[i * n + j] + a[1] * l->c[i * n + j] + a[0] * l->m[i * n + j];
	dgetrf_(&n, &n, s->matrix, &n, s->pivot, &info);
	if (info)
		return ERR_SINGULAR;
	for (int j = 0; j < r && !rc; j++) {
		for (int i = 0; i < n; i++)
			s->rhs[i] = l->b[i * r + j];
		rc = solve(s, s->rhs);
		for (int i = 0; i < n; i++)
			s->gb[i * r + j] = s->rhs[i];
	}
	for (int i = 0; i < r; i++)
		for (int j = 0; j < r; j++) {
			s->gcc[i * r + j] = 0.0;
			for (int q = 0; q < n; q++)
				s->gcc[i * r + j] += l->b[q * r + i] * s->gb[q * r + j];
		}
	return rc;
}

/* y += A x, A n x m */
static void add_product(int n, int m, const double *a, const double *x, double *y)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			y[i] += a[i * m + j] * x[j];
}

/* The explicit part of the step: u0+ and its coordinates. */
static int explicit_part(struct stepper *s, const double *u, const double *v, const double *w, const double *fe)
{
	const struct delay_loop *l = s->l;
	const double *a = s->a;
	int n = l->n, r = l->r;
	vec_zero(n, s->rhs);
	vec_zero(n, s->u0);
	for (int i = 0; i < n; i++)
		s->u0[i] = a[0] * u[i] + a[2] * v[i] + a[3] * w[i];
	add_product(n, n, l->m, s->u0, s->rhs);
	for (int i = 0; i < n; i++)
		s->u0[i] = a[1] * u[i] + a[4] * v[i] + a[5] * w[i];
	add_product(n, n, l->c, s->u0, s->rhs);
	add_product(n, r, l->b, fe, s->rhs);
	vec_copy(n, s->rhs, s->u0);
	int rc = solve(s, s->u0);
	mat_tvec(n, r, l->b, s->u0, s->d1);
	return rc;
}

/* x of 3 n + 3 r numbers goes one step on. */
static int step(struct stepper *s, int k, double *x)
{
	const struct delay_loop *l = s->l;
	const double *c = s->a;
	int n = l->n, r = l->r;
	double *u = x, *v = x + n, *a = x + 2 * n, *fk = x + 3 * n, *before = fk + r, *fe = before + r;
	mat_tvec(n, r, l->b, u, s->d0);
	for (int i = 0; i < r; i++)
		for (int j = 0; j < r; j++)
			s->d0[i] -= s->gcc[i * r + j] * before[j];
	int rc = explicit_part(s, u, v, a, fe);
	vec_copy(r, fk, s->f);
	for (int i = 1; i <= k; i++) {
		vec_copy(r, s->f, s->last);
		vec_mix(r, 1.0 - i / (double)k, s->d0, i / (double)k, s->d1, s->d);
		add_product(r, r, s->gcc, s->last, s->d);
		vec_zero(r, s->f);
		add_product(r, r, l->ke, s->d, s->f);
		vec_scale(r, -1.0, s->f);
	}
	add_product(n, r, s->gb, s->last, s->u0);
	for (int i = 0; i < n; i++) {
		double du = s->u0[i] - u[i], v0 = v[i], a0 = a[i];
		u[i] = s->u0[i];
		v[i] = c[1] * du - c[4] * v0 - c[5] * a0;
		a[i] = c[0] * du - c[2] * v0 - c[3] * a0;
	}
	for (int i = 0; i < r; i++) {
		fe[i] = -s->p * (fe[i] + s->last[i] - s->f[i]);
		fk[i] = s->f[i];
		before[i] = s->last[i];
	}
	return rc;
}

static int contraction(const struct stepper *s, struct arena *mem, double *ret)
{
	int r = s->l->r;
	double *product = ARENA_ARRAY(mem, (size_t)(r * r), double), *work = ARENA_ARRAY(mem, (size_t)(RADIUS_WORK * r), double);
	if (!product || !work)
		return ERR_MEMORY;
	mat_mul(r, r, r, s->gcc, s->l->ke, product);
	return spectral_radius(r, product, work, ret);
}

static int growth(struct stepper *s, int k, struct arena *mem, double *ret)
{
	int size = 3 * s->l->n + 3 * s->l->r, rc = 0;
	double *matrix = ARENA_ARRAY(mem, (size_t)size * (size_t)size, double), *work = ARENA_ARRAY(mem, (size_t)(RADIUS_WORK * size), double);
	if (!matrix || !work)
		return ERR_MEMORY;
	vec_zero(size * size, matrix);
	for (int j = 0; j < size && !rc; j++) {
		matrix[j * size + j] = 1.0;
		rc = step(s, k, matrix + j * size);
	}
	return rc ? rc : spectral_radius(size, matrix, work, ret);
}

static int report(int rc, const struct delay_loop *l, struct err *e)
{
	return rc ? err_set(e, rc, "sub-steps", "%d freedoms and %d coordinates of specimens: %s", l->n, l->r, err_message(rc)) : 0;
}

int substeps_growth(const struct delay_loop *l, const struct substep_plan *plan, int k, struct arena *mem, double *ret_growth, double *ret_contraction,
                    struct err *e)
{
	struct stepper s;
	int rc = stepper_take(&s, l, mem);
	if (!rc)
		rc = stepper_form(&s, plan);
	if (!rc && ret_growth)
		rc = growth(&s, k, mem, ret_growth);
	if (!rc && ret_contraction)
		rc = contraction(&s, mem, ret_contraction);
	return report(rc, l, e);
}

int substeps_critical(const struct delay_loop *l, const struct substep_plan *plan, int most, struct arena *mem, int *ret_k, struct err *e)
{
	struct stepper s;
	int k, rc = stepper_take(&s, l, mem);
	double g = 0.0;
	if (!rc)
		rc = stepper_form(&s, plan);
	for (k = 1; k <= most && !rc; k++)
		if (!(rc = growth(&s, k, mem, &g)) && g <= 1.0 + 1e-9)
			break;
	if (!rc)
		*ret_k = k <= most ? k : 0;
	return report(rc, l, e);
}
