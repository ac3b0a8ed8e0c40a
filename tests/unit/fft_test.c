/* Fourier transforms against their definition. */
#include "test.h"

#include "base/rng.h"
#include "math/fft.h"

enum { MOST = 97 };

static void a_transform_is_the_sum_that_defines_it(void **state)
{
	static const int size[] = {2, 3, 8, 30, 64, MOST};
	struct arena mem;
	struct err e;
	struct rng r;

	(void)state;
	arena_init(&mem);
	err_clear(&e);
	rng_init(&r, 1, 1);
	for (size_t i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		int n = size[i];
		struct fft f;

		assert_int_equal(fft_init(&f, n, &mem, &e), 0);
		for (int k = 0; k < n; k++)
			f.time[k] = rng_normal(&r);
		fft_forward(&f);
		for (int j = 0; j <= n / 2; j++) {
			double re = 0.0, im = 0.0;

			for (int k = 0; k < n; k++) {
				re += f.time[k] * cos(2.0 * M_PI * j * k / n);
				im -= f.time[k] * sin(2.0 * M_PI * j * k / n);
			}
			assert_near(f.bins[2 * j], re, 1e-12 * n);
			assert_near(f.bins[2 * j + 1], im, 1e-12 * n);
		}
		fft_fini(&f);
	}
	arena_fini(&mem);
}

static void back_is_the_inverse(void **state)
{
	double was[MOST];
	struct arena mem;
	struct err e;
	struct fft f;
	struct rng r;

	(void)state;
	arena_init(&mem);
	err_clear(&e);
	rng_init(&r, 1, 2);
	assert_int_equal(fft_init(&f, MOST, &mem, &e), 0);
	for (int k = 0; k < MOST; k++)
		was[k] = f.time[k] = rng_normal(&r);
	fft_forward(&f);
	memset(f.time, 0, MOST * sizeof(double));
	fft_back(&f);
	for (int k = 0; k < MOST; k++)
		assert_near(f.time[k], was[k], 1e-14);
	fft_fini(&f);
	fft_fini(&f);
	arena_fini(&mem);
}

static void without_memory_it_says_so(void **state)
{
	struct arena mem;
	struct err e;
	struct fft f;

	(void)state;
	arena_init(&mem);
	arena_seal(&mem);
	err_clear(&e);
	assert_int_equal(fft_init(&f, 8, &mem, &e), ERR_MEMORY);
	fft_fini(&f);
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_transform_is_the_sum_that_defines_it),
		cmocka_unit_test(back_is_the_inverse),
		cmocka_unit_test(without_memory_it_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
