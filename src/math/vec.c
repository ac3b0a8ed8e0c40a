/* Vectors of doubles. Element-wise work and sums go through the kernels of the machine at hand (kernel.h): sums run in
 * eight lanes that are added in a fixed order at the end, so that every machine with fused multiply-add gives the
 * same bits. The scaled norm avoids overflow and underflow only where the plain one has hit them. */
#include "math/vec.h"

#include "math/kernel.h"

#include <math.h>
#include <string.h>

void vec_zero(int n, double *x)
{
	if (n > 0)
		memset(x, 0, (size_t)n * sizeof *x);
}

void vec_copy(int n, const double *x, double *ret_y)
{
	if (n > 0 && x != ret_y)
		memcpy(ret_y, x, (size_t)n * sizeof *x);
}

void vec_scale(int n, double s, double *x)
{
	kernel->scale(n, s, x);
}

void vec_add(int n, double s, const double *x, double *y)
{
	kernel->add(n, s, x, y);
}

void vec_mix(int n, double a, const double *x, double b, const double *y, double *ret_z)
{
	kernel->mix(n, a, x, b, y, ret_z);
}

double vec_dot(int n, const double *x, const double *y)
{
	return kernel->dot(n, x, y);
}

double vec_norm(int n, const double *x)
{
	double sum = kernel->dot(n, x, x);
	/* Squares that left the range of doubles: once more, scaled by the largest magnitude. */
	if ((sum < 1e-280 || sum > 1e300) && sum == sum) {
		double top = vec_max(n, x), scaled = 0;
		if (top == 0 || !isfinite(top))
			return top;
		for (int i = 0; i < n; i++)
			scaled += (x[i] / top) * (x[i] / top);
		return top * sqrt(scaled);
	}
	return sqrt(sum);
}

double vec_max(int n, const double *x)
{
	double top = 0;
	for (int i = 0; i < n; i++) {
		double size = fabs(x[i]);
		if (!(size <= top))
			top = size;
		if (size != size)
			return size;
	}
	return top;
}

double vec_norm_p(int n, const double *x, int p)
{
	if (p == 0)
		return vec_max(n, x);
	if (p == 2)
		return vec_norm(n, x);
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += p == 1 ? fabs(x[i]) : pow(fabs(x[i]), p);
	return p == 1 ? sum : pow(sum, 1.0 / p);
}

bool vec_finite(int n, const double *x)
{
	/* x - x is 0 for a finite number and NaN otherwise; NaN stays in the sum. */
	return kernel->defect(n, x) == 0;
}
