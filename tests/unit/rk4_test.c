/* One step of Runge and Kutta against closed forms. */
#include "test.h"

#include "math/rk4.h"

#include <math.h>

static const double OMEGA = 2.0;

/* y'' = -omega^2 y as two equations of first order */
static void oscillator(const void *system, double t, const double *y, double *ret_dy)
{
	double w = *(const double *)system;

	(void)t;
	ret_dy[0] = y[1];
	ret_dy[1] = -w * w * y[0];
}

/* y = t^4 - 2 t^2 + 3 */
static void polynomial(const void *system, double t, const double *y, double *ret_dy)
{
	(void)system;
	(void)y;
	ret_dy[0] = 4.0 * t * t * t - 4.0 * t;
}

static double error_after_one_second(int steps)
{
	double y[2] = {1.0, 0.0};

	for (int i = 0; i < steps; i++)
		rk4_step(2, oscillator, &OMEGA, i / (double)steps, 1.0 / steps, y);
	return hypot(y[0] - cos(OMEGA), y[1] + OMEGA * sin(OMEGA));
}

static void the_error_falls_with_the_fourth_power_of_the_step(void **state)
{
	(void)state;
	double order = log2(error_after_one_second(50) / error_after_one_second(100));

	assert_float_equal(order, 4.0, 0.05);
	assert_true(error_after_one_second(100) < 1e-7);
}

/* Simpson's rule is exact for the integral of a cubic. */
static void cubic_rates_are_integrated_exactly(void **state)
{
	double y[1] = {3.0};

	(void)state;
	rk4_step(1, polynomial, NULL, 0.0, 1.5, y);
	assert_float_equal(y[0], 1.5 * 1.5 * 1.5 * 1.5 - 2.0 * 1.5 * 1.5 + 3.0, 1e-14);
}

static void a_step_of_no_time_changes_nothing(void **state)
{
	double y[2] = {0.3, -0.7};

	(void)state;
	rk4_step(2, oscillator, &OMEGA, 1.0, 0.0, y);
	assert_true(y[0] == 0.3 && y[1] == -0.7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_falls_with_the_fourth_power_of_the_step),
		cmocka_unit_test(cubic_rates_are_integrated_exactly),
		cmocka_unit_test(a_step_of_no_time_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
