/* Small dense matrices for elements: row-major, sizes of an element's freedoms, plain loops that the compiler
 * vectorises over the columns. Solving is Gaussian elimination with partial pivoting (G. H. Golub and C. F. Van Loan,
 * Matrix Computations, section 3.4). */
#include "math/dense.h"

#include "math/vec.h"

#include <math.h>

void mat_mul(int n, int k, int m, const double *a, const double *b, double *ret_c)
{
	for (int i = 0; i < n; i++) {
		double *c = ret_c + (size_t)i * m;
		for (int j = 0; j < m; j++)
			c[j] = 0;
		for (int l = 0; l < k; l++) {
			double s = a[(size_t)i * k + l];
			const double *row = b + (size_t)l * m;
			for (int j = 0; j < m; j++)
				c[j] += s * row[j];
		}
	}
}

void mat_vec(int n, int m, const double *a, const double *x, double *ret_y)
{
	for (int i = 0; i < n; i++) {
		double sum = 0;
		for (int j = 0; j < m; j++)
			sum += a[(size_t)i * m + j] * x[j];
		ret_y[i] = sum;
	}
}

void mat_tvec(int n, int m, const double *a, const double *x, double *ret_y)
{
	for (int j = 0; j < m; j++)
		ret_y[j] = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			ret_y[j] += a[(size_t)i * m + j] * x[i];
}

void mat_congruence(int n, int m, const double *a, const double *t, double *ret_c)
{
	for (int i = 0; i < m * m; i++)
		ret_c[i] = 0;
	/* One column of A T at a time would need memory; row i of A T is summed into C as it is formed, entry by entry. */
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
			double at = 0;
			for (int l = 0; l < n; l++)
				at += a[(size_t)i * n + l] * t[(size_t)l * m + j];
			if (at == 0)
				continue;
			for (int r = 0; r < m; r++)
				ret_c[(size_t)r * m + j] += t[(size_t)i * m + r] * at;
		}
	}
}

/* The row at or below `from` with the largest magnitude in column `from`, or -1 when all are 0 (or not a number). */
static int mat_pivot(int n, const double *a, int from)
{
	int best = -1;
	double top = 0;
	for (int i = from; i < n; i++) {
		double size = fabs(a[(size_t)i * n + from]);
		if (size > top) {
			top = size;
			best = i;
		}
	}
	return best;
}

static void mat_swap(double *x, double *y, int n)
{
	for (int i = 0; i < n; i++) {
		double keep = x[i];
		x[i] = y[i];
		y[i] = keep;
	}
}

/* Solves A X = B for m right-hand sides, row-major n x m, in place. */
static int mat_solve_many(int n, int m, double *a, double *b)
{
	for (int k = 0; k < n; k++) {
		int p = mat_pivot(n, a, k);
		RT_CHECK(p >= 0, ERR_SINGULAR);
		if (p != k) {
			mat_swap(a + (size_t)p * n, a + (size_t)k * n, n);
			mat_swap(b + (size_t)p * m, b + (size_t)k * m, m);
		}
		for (int i = k + 1; i < n; i++) {
			double f = a[(size_t)i * n + k] / a[(size_t)k * n + k];
			if (f == 0)
				continue;
			for (int j = k + 1; j < n; j++)
				a[(size_t)i * n + j] -= f * a[(size_t)k * n + j];
			for (int j = 0; j < m; j++)
				b[(size_t)i * m + j] -= f * b[(size_t)k * m + j];
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		for (int j = 0; j < m; j++) {
			double sum = b[(size_t)k * m + j];
			for (int l = k + 1; l < n; l++)
				sum -= a[(size_t)k * n + l] * b[(size_t)l * m + j];
			b[(size_t)k * m + j] = sum / a[(size_t)k * n + k];
		}
	}
	return 0;
}

int mat_solve(int n, double *a, double *b)
{
	return mat_solve_many(n, 1, a, b);
}

int mat_invert(int n, double *a, double *ret_inverse)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			ret_inverse[(size_t)i * n + j] = i == j;
	return mat_solve_many(n, n, a, ret_inverse);
}

int mat_factor(int n, double *a, int *ret_pivot)
{
	for (int k = 0; k < n; k++) {
		double *top = a + (size_t)k * n;
		int p = mat_pivot(n, a, k);
		RT_CHECK(p >= 0, ERR_SINGULAR);
		ret_pivot[k] = p;
		if (p != k)
			mat_swap(a + (size_t)p * n, top, n);
		for (int i = k + 1; i < n; i++) {
			double *row = a + (size_t)i * n;
			if (row[k] == 0)
				continue;
			row[k] /= top[k];
			vec_add(n - k - 1, -row[k], top + k + 1, row + k + 1);
		}
	}
	return 0;
}

void mat_factored_solve(int n, const double *lu, const int *pivot, double *x)
{
	for (int k = 0; k < n; k++) {
		double keep = x[pivot[k]];
		x[pivot[k]] = x[k];
		x[k] = keep;
	}
	for (int i = 1; i < n; i++)
		x[i] -= vec_dot(i, lu + (size_t)i * n, x);
	for (int i = n - 1; i >= 0; i--)
		x[i] = (x[i] - vec_dot(n - i - 1, lu + (size_t)i * n + i + 1, x + i + 1)) / lu[(size_t)i * n + i];
}
