/* Polynomials through points: exactness, derivatives, and what Horiuchi's prediction does to a sine. */
#include "test.h"

#include "base/base.h"
#include "math/poly.h"

#include <complex.h>

static const double interpolation[] = {1.0, 0.0, -1.0, -2.0}, extrapolation[] = {0.0, -1.0, -2.0, -3.0};

static double cubic(double x)
{
	return 2.0 - 3.0 * x + 0.7 * x * x - 1.3 * x * x * x;
}

/* validation.md, item 15 */
static void cubics_are_exact(void **state)
{
	const double *const nodes[] = {interpolation, extrapolation};
	(void)state;
	for (size_t k = 0; k < COUNT(nodes); k++)
		for (double x = -0.5; x <= 1.5; x += 0.125) {
			double w[4], w1[4], w2[4], y = 0.0, y1 = 0.0, y2 = 0.0;
			lagrange_weights(4, nodes[k], x, w, w1, w2);
			for (int i = 0; i < 4; i++) {
				y += w[i] * cubic(nodes[k][i]);
				y1 += w1[i] * cubic(nodes[k][i]);
				y2 += w2[i] * cubic(nodes[k][i]);
			}
			assert_near(y, cubic(x), 1e-12);
			assert_near(y1, -3.0 + 1.4 * x - 3.9 * x * x, 1e-12);
			assert_near(y2, 1.4 - 7.8 * x, 1e-12);
		}
}

/* Equations 6.5 and 6.6 of Mosqueda et al. 2005, written out. */
static void weights_are_those_of_the_controller(void **state)
{
	(void)state;
	for (double x = 0.0; x <= 1.0; x += 0.1) {
		double w[4];
		lagrange_weights(4, extrapolation, x, w, NULL, NULL);
		assert_near(w[0], (x + 1.0) * (x + 2.0) * (x + 3.0) / 6.0, 1e-13);
		assert_near(w[1], -x * (x + 2.0) * (x + 3.0) / 2.0, 1e-13);
		assert_near(w[2], x * (x + 1.0) * (x + 3.0) / 2.0, 1e-13);
		assert_near(w[3], -x * (x + 1.0) * (x + 2.0) / 6.0, 1e-13);
		lagrange_weights(4, interpolation, x, w, NULL, NULL);
		assert_near(w[0], x * (x + 1.0) * (x + 2.0) / 6.0, 1e-13);
		assert_near(w[1], -(x - 1.0) * (x + 1.0) * (x + 2.0) / 2.0, 1e-13);
		assert_near(w[2], (x - 1.0) * x * (x + 2.0) / 2.0, 1e-13);
		assert_near(w[3], -(x - 1.0) * x * (x + 1.0) / 6.0, 1e-13);
	}
}

/* methods.md, 6: 2 -1; 3 -3 1; 4 -6 4 -1; 5 -10 10 -5 1. */
static void predictions_over_a_delay_are_horiuchi_s(void **state)
{
	static const double node[] = {0.0, -1.0, -2.0, -3.0, -4.0};
	static const double want[][5] = {{2, -1}, {3, -3, 1}, {4, -6, 4, -1}, {5, -10, 10, -5, 1}};
	(void)state;
	for (int n = 2; n <= 5; n++) {
		double w[5];
		lagrange_weights(n, node, 1.0, w, NULL, NULL);
		for (int i = 0; i < n; i++)
			assert_near(w[i], want[n - 2][i], 1e-13);
	}
}

/* A specimen k receives the cubic's prediction, a delay later: the force is k Re(H e^{i w t}), H = sum w_j e^{-i w tau (j + 1)}. Its part in phase
 * with the velocity is damping, positive for w tau < pi/2 (validation.md, item 15), and negative without compensation. */
static void horiuchi_s_cubic_adds_damping_below_a_quarter_turn(void **state)
{
	double w[4];
	const double pi = 3.14159265358979323846;
	(void)state;
	lagrange_weights(4, extrapolation, 1.0, w, NULL, NULL);
	for (double turn = 0.01; turn < 3.0; turn += 0.01) {
		double complex h = 0.0;
		for (int j = 0; j < 4; j++)
			h += w[j] * cexp(-I * turn * (j + 1));
		if (turn < 0.5 * pi)
			assert_true(cimag(h) > 0.0);
		assert_true(cimag(cexp(-I * turn)) < 0.0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cubics_are_exact),
		cmocka_unit_test(weights_are_those_of_the_controller),
		cmocka_unit_test(predictions_over_a_delay_are_horiuchi_s),
		cmocka_unit_test(horiuchi_s_cubic_adds_damping_below_a_quarter_turn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
