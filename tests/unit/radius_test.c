/* Spectral radii of matrices whose eigenvalues are known. */
#include "test.h"

#include "base/base.h"
#include "math/math_init.h"
#include "math/radius.h"

static double radius(int n, const double *a)
{
	double copy[9], work[3 * RADIUS_WORK], r = -1.0;
	if (n > 0)
		memcpy(copy, a, (size_t)(n * n) * sizeof(double));
	assert_int_equal(spectral_radius(n, copy, work, &r), 0);
	return r;
}

static void the_largest_magnitude_is_found(void **state)
{
	(void)state;
	assert_near(radius(0, NULL), 0.0, 0.0);
	assert_near(radius(1, (double[]){-3.5}), 3.5, 0.0);
	assert_near(radius(2, (double[]){2.0, 1.0, 1.0, 2.0}), 3.0, 1e-14);
	/* a turn by 30 degrees, scaled by 0.9: complex pair of magnitude 0.9, whatever the symmetric part says */
	assert_near(radius(2, (double[]){0.9 * 0.86602540378443865, -0.45, 0.45, 0.9 * 0.86602540378443865}), 0.9, 1e-14);
	/* nilpotent: large numbers, radius zero */
	assert_near(radius(3, (double[]){0, 7, 9, 0, 0, 8, 0, 0, 0}), 0.0, 1e-14);
}

static void what_is_not_finite_is_refused(void **state)
{
	double a[4] = {1.0, NAN, 0.0, 1.0}, work[2 * RADIUS_WORK], r = 7.0;
	(void)state;
	assert_int_equal(spectral_radius(2, a, work, &r), ERR_NONFINITE);
	assert_near(r, 7.0, 0.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_largest_magnitude_is_found),
		cmocka_unit_test(what_is_not_finite_is_refused),
	};
	math_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
