/* Gauss quadratures from the Legendre polynomial P_m, by Newton's method on -1..1:
 *
 *   Legendre:  P_n(x) = 0,          w = 2 / ((1 - x^2) P_n'(x)^2)
 *   Lobatto:   (1 - x^2) P_m'(x) = 0,  m = n - 1,   w = 2 / (n (n - 1) P_m(x)^2)
 *   Radau:     P_m(x) + P_n(x) = 0,    m = n - 1,   w = (1 - x) / (n P_m(x))^2, at -1 2 / n^2
 *
 * with (1 - x^2) P_m' = m (P_{m-1} - x P_m) and (1 - x^2) P_m'' = 2 x P_m' - m (m + 1) P_m.
 * M. Abramowitz and I. A. Stegun, Handbook of mathematical functions, 25.4.29, 25.4.31, 25.4.32.
 *
 * On points at equal distances, ends included: Newton and Cotes' weights are the integrals of Lagrange's polynomials, which Legendre's points give exactly;
 * trapezoids and Simpson's parabolas side by side.
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

static void radau_point(int n, int i, double *ret_x, double *ret_w)
{
	double x = -cos(2.0 * PI * i / (2 * n - 1)), last, slope, last_slope;
	if (i == 0) {
		*ret_x = -1.0;
		*ret_w = 2.0 / (n * n);
		return;
	}
	for (int step = 0; step < NEWTON_STEPS; step++) {
		double p = legendre(n, x, &slope);
		last = legendre(n - 1, x, &last_slope);
		x -= (p + last) / (slope + last_slope);
	}
	last = legendre(n - 1, x, &slope);
	*ret_x = x;
	*ret_w = (1.0 - x) / (n * n * last * last);
}

static double equal(int n, int i)
{
	return -1.0 + 2.0 * i / (n - 1);
}

/* The integral of the polynomial that is 1 at point i and 0 at the others. */
static void newton_cotes_point(int n, int i, double *ret_x, double *ret_w)
{
	int points = (n + 1) / 2;
	double sum = 0.0;
	for (int g = 0; g < points; g++) {
		double x, w;
		legendre_point(points, g, &x, &w);
		for (int j = 0; j < n; j++)
			if (j != i)
				w *= (x - equal(n, j)) / (equal(n, i) - equal(n, j));
		sum += w;
	}
	*ret_x = equal(n, i);
	*ret_w = sum;
}

static void trapezoidal_point(int n, int i, double *ret_x, double *ret_w)
{
	*ret_x = equal(n, i);
	*ret_w = (i == 0 || i == n - 1 ? 1.0 : 2.0) / (n - 1);
}

static void simpson_point(int n, int i, double *ret_x, double *ret_w)
{
	*ret_x = equal(n, i);
	*ret_w = (i == 0 || i == n - 1 ? 1.0 : i % 2 ? 4.0 : 2.0) * 2.0 / (3 * (n - 1));
}

static int lobatto_exact(int n) { return 2 * n - 3; }
static int legendre_exact(int n) { return 2 * n - 1; }
static int radau_exact(int n) { return 2 * n - 2; }
static int newton_cotes_exact(int n) { return n % 2 ? n : n - 1; }
static int trapezoidal_exact(int n) { (void)n; return 1; }
static int simpson_exact(int n) { (void)n; return 3; }

/* Newton and Cotes' weights change sign from nine points on and grow: ten are enough of them. */
const struct quadrature_rule quadrature_table[QUADRATURE_RULES] = {
	[QUADRATURE_LOBATTO] = {"Lobatto", 2, QUADRATURE_MAX, false, lobatto_exact, lobatto_point},
	[QUADRATURE_LEGENDRE] = {"Legendre", 1, QUADRATURE_MAX, false, legendre_exact, legendre_point},
	[QUADRATURE_RADAU] = {"Radau", 1, QUADRATURE_MAX, false, radau_exact, radau_point},
	[QUADRATURE_NEWTON_COTES] = {"NewtonCotes", 2, 10, false, newton_cotes_exact, newton_cotes_point},
	[QUADRATURE_TRAPEZOIDAL] = {"Trapezoidal", 2, QUADRATURE_MAX, false, trapezoidal_exact, trapezoidal_point},
	[QUADRATURE_SIMPSON] = {"CompositeSimpson", 3, QUADRATURE_MAX - 1, true, simpson_exact, simpson_point},
};

bool quadrature_has(enum quadrature rule, int n)
{
	const struct quadrature_rule *r = &quadrature_table[rule];
	return n >= r->least && n <= r->most && (!r->odd || n % 2 == 1);
}

void quadrature(enum quadrature rule, int n, double *ret_x, double *ret_w)
{
	ASSERT(quadrature_has(rule, n));
	for (int i = 0; i < n; i++) {
		double x, w;
		quadrature_table[rule].point(n, i, &x, &w);
		ret_x[i] = 0.5 * (1.0 + x);
		ret_w[i] = 0.5 * w;
	}
}
