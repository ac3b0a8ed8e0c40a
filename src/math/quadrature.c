/* Gauss quadratures from the Legendre polynomial P_m, by Newton's method on -1..1:
 *
 *   Legendre:  P_n(x) = 0,          w = 2 / ((1 - x^2) P_n'(x)^2)
 *   Lobatto:   (1 - x^2) P_m'(x) = 0,  m = n - 1,   w = 2 / (n (n - 1) P_m(x)^2)
 *
 * with (1 - x^2) P_m' = m (P_{m-1} - x P_m) and (1 - x^2) P_m'' = 2 x P_m' - m (m + 1) P_m.
 * M. Abramowitz and I. A. Stegun, Handbook of mathematical functions, 25.4.29, 25.4.32.
 */
#include "math/quadrature.h"

#include "base/base.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

enum { NEWTON_STEPS = 30 };   /* six suffice from these starting points up to QUADRATURE_MAX */

/* P_m and its derivative inside -1..1. */
static double legendre(int m, double x, double *ret_slope)
{
	double before = 1.0, p = x;
	for (int i = 2; i <= m; i++) {
		double next = ((2 * i - 1) * x * p - (i - 1) * before) / i;
		before = p;
		p = next;
	}
	*ret_slope = m * (before - x * p) / (1.0 - x * x);
	return p;
}

static void legendre_point(int n, int i, double *ret_x, double *ret_w)
{
	double x = -cos(PI * (i + 0.75) / (n + 0.5)), slope;
	for (int step = 0; step < NEWTON_STEPS; step++)
		x -= legendre(n, x, &slope) / slope;
	legendre(n, x, &slope);
	*ret_x = x;
	*ret_w = 2.0 / ((1.0 - x * x) * slope * slope);
}

static void lobatto_point(int n, int i, double *ret_x, double *ret_w)
{
	int m = n - 1;
	double x = -cos(PI * i / m), p = 1.0, slope;
	if (i == 0 || i == m) {
		*ret_x = i == 0 ? -1.0 : 1.0;
		*ret_w = 2.0 / (n * m);
		return;
	}
	for (int step = 0; step < NEWTON_STEPS; step++) {
		p = legendre(m, x, &slope);
		x -= slope * (1.0 - x * x) / (2.0 * x * slope - m * (m + 1) * p);
	}
	*ret_x = x;
	*ret_w = 2.0 / (n * m * p * p);
}

void quadrature(enum quadrature rule, int n, double *ret_x, double *ret_w)
{
	ASSERT(n <= QUADRATURE_MAX && n >= (rule == QUADRATURE_LOBATTO ? 2 : 1));
	for (int i = 0; i < n; i++) {
		double x, w;
		if (rule == QUADRATURE_LOBATTO)
			lobatto_point(n, i, &x, &w);
		else
			legendre_point(n, i, &x, &w);
		ret_x[i] = 0.5 * (1.0 + x);
		ret_w[i] = 0.5 * w;
	}
}
