/* Powers by products: rounded once a product, and the library's where the exponent is not whole. */
#include "test.h"

#include "base/base.h"
#include "base/rng.h"
#include "math/power.h"

#include <float.h>
#include <math.h>

/* p - 1 products, each rounded by half a unit of the last place, against long double, whose own last place is 2^11 times finer */
static void whole_exponents_are_rounded_once_a_product(void **state)
{
	struct rng r;
	(void)state;
	rng_init(&r, 8, 0);
	for (int p = 0; p <= 8; p++)
		for (int i = 0; i < 1000; i++) {
			double x = 3.0 * rng_uniform(&r);
			long double exact = powl(x, p);
			assert_true(fabsl(power(x, p) - exact) <= (p > 1 ? p - 1 : 0) * 0.501L * DBL_EPSILON * exact);
		}
}

static void other_exponents_are_the_librarys(void **state)
{
	static const double p[] = {0.3, 0.5, 1.5, 2.0000001, 9.0, -1.0, -2.5, 1e300};
	(void)state;
	for (size_t k = 0; k < COUNT(p); k++)
		for (double x = 0.25; x < 2.0; x += 0.25)
			assert_true(power(x, p[k]) == pow(x, p[k]));
}

static void ends_of_the_range_follow_the_standard(void **state)
{
	(void)state;
	assert_true(power(0.0, 0.0) == 1.0);
	assert_true(power(0.0, 2.0) == 0.0);
	assert_true(power(0.7, 1.0) == 0.7);
	assert_true(isinf(power(1e200, 2.0)));
	assert_true(isnan(power(NAN, 2.0)));
	assert_true(isnan(power(2.0, NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_exponents_are_rounded_once_a_product),
		cmocka_unit_test(other_exponents_are_the_librarys),
		cmocka_unit_test(ends_of_the_range_follow_the_standard),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
