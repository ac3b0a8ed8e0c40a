/* The matrix exponential for tests: see expm.h. */
#include "second/expm.h"

#include <math.h>
#include <string.h>

/* c := a b */
static void product(int n, const double *a, const double *b, double *ret_c)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0.0;

			for (int k = 0; k < n; k++)
				sum += a[i * n + k] * b[k * n + j];
			ret_c[i * n + j] = sum;
		}
}

static void exchange(int n, double *x, double *y)
{
	for (int i = 0; i < n; i++) {
		double keep = x[i];

		x[i] = y[i];
		y[i] = keep;
	}
}

void solve_many(int n, double *a, int m, double *x)
{
	for (int k = 0; k < n; k++) {
		int pivot = k;

		for (int i = k + 1; i < n; i++)
			pivot = fabs(a[i * n + k]) > fabs(a[pivot * n + k]) ? i : pivot;
		exchange(n, a + k * n, a + pivot * n);
		exchange(m, x + k * m, x + pivot * m);
		for (int i = 0; i < n; i++) {
			double f = i == k ? 0.0 : a[i * n + k] / a[k * n + k];

			for (int j = k; f != 0.0 && j < n; j++)
				a[i * n + j] -= f * a[k * n + j];
			for (int j = 0; f != 0.0 && j < m; j++)
				x[i * m + j] -= f * x[k * m + j];
		}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			x[i * m + j] /= a[i * n + i];
}

/* Norm by columns. */
static double norm_1(int n, const double *a)
{
	double most = 0.0;

	for (int j = 0; j < n; j++) {
		double sum = 0.0;

		for (int i = 0; i < n; i++)
			sum += fabs(a[i * n + j]);
		most = fmax(most, sum);
	}
	return most;
}

/* p := x[0] a2 + x[1] a4 + x[2] a6 (+ x[3] I) */
static void combine(int n, const double *x, const double *a2, const double *a4, const double *a6, double *ret_p)
{
	for (int i = 0; i < n * n; i++)
		ret_p[i] = x[0] * a2[i] + x[1] * a4[i] + x[2] * a6[i] + (i % (n + 1) == 0 ? x[3] : 0.0);
}

/* The approximant of exp(a), |a| at most 5.37: (V - U)^-1 (V + U), U odd, V even. */
static void pade13(int n, const double *a, double *ret_e)
{
	/* table of the paper, b_0 to b_13: whole numbers that a double holds exactly */
	static const double b[] = {64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800., 129060195264000., 10559470521600., 670442572800.,
	                           33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.};
	enum { MAX = EXPM_MAX * EXPM_MAX };
	double a2[MAX], a4[MAX], a6[MAX], p[MAX], q[MAX], u[MAX], v[MAX];

	product(n, a, a, a2);
	product(n, a2, a2, a4);
	product(n, a2, a4, a6);
	combine(n, (const double[]){b[9], b[11], b[13], 0.0}, a2, a4, a6, p);
	product(n, a6, p, q);
	combine(n, (const double[]){b[3], b[5], b[7], b[1]}, a2, a4, a6, p);
	for (int i = 0; i < n * n; i++)
		p[i] += q[i];
	product(n, a, p, u);
	combine(n, (const double[]){b[8], b[10], b[12], 0.0}, a2, a4, a6, p);
	product(n, a6, p, q);
	combine(n, (const double[]){b[2], b[4], b[6], b[0]}, a2, a4, a6, v);
	for (int i = 0; i < n * n; i++) {
		v[i] += q[i];
		ret_e[i] = v[i] + u[i];
		p[i] = v[i] - u[i];
	}
	solve_many(n, p, n, ret_e);
}

void expm(int n, const double *a, double *ret_e)
{
	double scaled[EXPM_MAX * EXPM_MAX] = {0}, square[EXPM_MAX * EXPM_MAX];
	int times = 0;

	while (ldexp(norm_1(n, a), -times) > 5.37)
		times++;
	for (int i = 0; i < n * n; i++)
		scaled[i] = ldexp(a[i], -times);
	pade13(n, scaled, ret_e);
	for (; times > 0; times--) {
		product(n, ret_e, ret_e, square);
		memcpy(ret_e, square, sizeof(double) * (size_t)(n * n));
	}
}

static void acceleration(const struct linear_structure *s, double f, struct motion *x)
{
	for (int i = 0; i < s->n; i++) {
		double force = s->b[i] * f;

		for (int j = 0; j < s->n; j++)
			force -= s->k[i][j] * x->u[j] + s->c[i][j] * x->v[j];
		x->a[i] = force / s->m[i];
	}
}

/* d/dt (u, v, f, f') = A (u, v, f, f') */
static void augmented(const struct linear_structure *s, double h, double *ret_a)
{
	int n = s->n, size = 2 * n + 2;

	memset(ret_a, 0, sizeof(double) * (size_t)(size * size));
	for (int i = 0; i < n; i++) {
		ret_a[i * size + n + i] = h;
		for (int j = 0; j < n; j++) {
			ret_a[(n + i) * size + j] = -h * s->k[i][j] / s->m[i];
			ret_a[(n + i) * size + n + j] = -h * s->c[i][j] / s->m[i];
		}
		ret_a[(n + i) * size + 2 * n] = h * s->b[i] / s->m[i];
	}
	ret_a[2 * n * size + 2 * n + 1] = h;
}

void linear_motion(const struct linear_structure *s, double h, int npoint, const double *f, struct motion *ret)
{
	int n = s->n, size = 2 * n + 2;
	double a[EXPM_MAX * EXPM_MAX], e[EXPM_MAX * EXPM_MAX], x[EXPM_MAX] = {0}, y[EXPM_MAX];

	augmented(s, h, a);
	expm(size, a, e);
	for (int p = 0; p < npoint; p++) {
		memcpy(ret[p].u, x, sizeof(double) * (size_t)n);
		memcpy(ret[p].v, x + n, sizeof(double) * (size_t)n);
		acceleration(s, f[p], &ret[p]);
		x[2 * n] = f[p];
		x[2 * n + 1] = p + 1 < npoint ? (f[p + 1] - f[p]) / h : 0.0;
		for (int i = 0; i < size; i++) {
			y[i] = 0.0;
			for (int j = 0; j < size; j++)
				y[i] += e[i * size + j] * x[j];
		}
		memcpy(x, y, sizeof(x));
	}
}
