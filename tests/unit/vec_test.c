/* Vectors: every length around the register widths, on every set of kernels that this machine runs. */
#include "test.h"

#include "base/base.h"
#include "base/rng.h"
#include "math/kernel.h"
#include "math/vec.h"

enum { MOST = 67 };

struct kernel_case {
	const struct kernel_ops *ops;
	bool runs;
};

static int kernels(struct kernel_case *ret)
{
	int n = 0;
	ret[n++] = (struct kernel_case){&kernel_base, true};
#if defined(__x86_64__)
	ret[n++] = (struct kernel_case){&kernel_avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")};
	ret[n++] = (struct kernel_case){&kernel_avx512,
		__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")};
#endif
	return n;
}

static void draw(struct rng *r, int n, double *x)
{
	for (int i = 0; i < n; i++)
		x[i] = 2 * rng_uniform(r) - 1;
}

/* Runs a check with each set of kernels in turn. */
static void for_all_kernels(void (*check)(int n, const double *x, const double *y))
{
	struct kernel_case set[3];
	const struct kernel_ops *keep = kernel;
	struct rng r;
	double x[MOST], y[MOST];
	rng_init(&r, 7, 1);
	for (int k = 0; k < kernels(set); k++) {
		if (!set[k].runs)
			continue;
		kernel = set[k].ops;
		for (int n = 0; n <= MOST; n++) {
			draw(&r, MOST, x);
			draw(&r, MOST, y);
			check(n, x, y);
		}
	}
	kernel = keep;
}

static void check_mix(int n, const double *x, const double *y)
{
	double z[MOST + 1], w[MOST + 1];
	for (int i = 0; i <= MOST; i++)
		z[i] = w[i] = -99;
	vec_mix(n, 2.5, x, -0.5, y, z);
	vec_copy(n, y, w);
	vec_add(n, 3.0, x, w);
	for (int i = 0; i < n; i++) {
		assert_near(z[i], 2.5 * x[i] - 0.5 * y[i], 1e-15);
		assert_near(w[i], y[i] + 3 * x[i], 1e-15);
	}
	assert_true(z[n] == -99 && w[n] == -99);
	vec_scale(n, -2, z);
	for (int i = 0; i < n; i++)
		assert_near(z[i], -5 * x[i] + y[i], 1e-15);
	vec_copy(n, x, w);
	vec_mix(n, 1, w, 1, w, w);
	for (int i = 0; i < n; i++)
		assert_true(w[i] == 2 * x[i]);
	vec_zero(n, z);
	for (int i = 0; i < n; i++)
		assert_true(z[i] == 0);
	assert_true(z[n] == -99);
}

static void mixes_adds_and_scales_every_length(void **state)
{
	(void)state;
	for_all_kernels(check_mix);
}

static void check_sums(int n, const double *x, const double *y)
{
	long double dot = 0, square = 0, one = 0, cube = 0;
	double top = 0;
	for (int i = 0; i < n; i++) {
		dot += (long double)x[i] * y[i];
		square += (long double)x[i] * x[i];
		one += fabsl((long double)x[i]);
		cube += fabsl((long double)x[i] * x[i] * x[i]);
		top = larger(top, fabs(x[i]));
	}
	assert_near(vec_dot(n, x, y), (double)dot, 1e-14);
	assert_near(vec_norm(n, x), (double)sqrtl(square), 1e-14);
	assert_near(vec_norm_p(n, x, 1), (double)one, 1e-13);
	assert_near(vec_norm_p(n, x, 2), (double)sqrtl(square), 1e-14);
	assert_near(vec_norm_p(n, x, 3), cbrt((double)cube), 1e-14);
	assert_true(vec_norm_p(n, x, 0) == top && vec_max(n, x) == top);
}

static void sums_every_length(void **state)
{
	(void)state;
	for_all_kernels(check_sums);
}

static void check_finite(int n, const double *x, const double *y)
{
	static const double bad[] = {NAN, INFINITY, -INFINITY};
	double z[MOST];
	(void)y;
	vec_copy(n, x, z);
	assert_true(vec_finite(n, z));
	for (int i = 0; i < n; i++) {
		for (size_t k = 0; k < COUNT(bad); k++) {
			z[i] = bad[k];
			assert_false(vec_finite(n, z));
		}
		z[i] = x[i];
	}
}

static void finds_one_bad_number_anywhere(void **state)
{
	(void)state;
	for_all_kernels(check_finite);
}

static void norms_do_not_overflow_or_vanish(void **state)
{
	(void)state;
	double big[2] = {3e200, 4e200}, small[2] = {3e-200, 4e-200}, nan[3] = {1, NAN, 2}, endless[2] = {-INFINITY, 1};
	assert_near(vec_norm(2, big) / 5e200, 1, 1e-15);
	assert_near(vec_norm(2, small) / 5e-200, 1, 1e-15);
	assert_true(isnan(vec_norm(3, nan)) && isnan(vec_max(3, nan)));
	assert_true(isinf(vec_norm(2, endless)) && isinf(vec_max(2, endless)));
	assert_true(vec_norm(0, big) == 0 && vec_max(0, big) == 0);
}

/* What tests themselves count with: the largest of differences is no number where one is none. */
static void the_larger_of_two_keeps_what_is_no_number(void **state)
{
	(void)state;
	assert_true(larger(1.0, 2.0) == 2.0 && larger(2.0, 1.0) == 2.0);
	assert_true(isnan(larger(1.0, NAN)) && isnan(larger(NAN, 1.0)));
}

/* The kernels with fused multiply-add give the same bits as each other: kernel.h says so. */
static void fused_kernels_agree_to_the_last_bit(void **state)
{
	(void)state;
	struct kernel_case set[3];
	int n = kernels(set);
	if (n < 3 || !set[1].runs || !set[2].runs)
		skip();
	struct rng r;
	double x[MOST], y[MOST];
	rng_init(&r, 3, 1);
	for (int length = 0; length <= MOST; length++) {
		draw(&r, MOST, x);
		draw(&r, MOST, y);
		assert_true(set[1].ops->dot(length, x, y) == set[2].ops->dot(length, x, y));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mixes_adds_and_scales_every_length),
		cmocka_unit_test(sums_every_length),
		cmocka_unit_test(finds_one_bad_number_anywhere),
		cmocka_unit_test(norms_do_not_overflow_or_vanish),
		cmocka_unit_test(the_larger_of_two_keeps_what_is_no_number),
		cmocka_unit_test(fused_kernels_agree_to_the_last_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
