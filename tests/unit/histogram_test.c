/* The log-linear histogram against the sorted samples themselves. */
#include "test.h"

#include "base/base.h"
#include "base/rng.h"
#include "realtime/histogram.h"

#include <stdlib.h>

enum { N = 20000 };

static struct histogram h, other;
static int64_t sample[N];

static int by_size(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* Samples of all sizes: evenly in the logarithm from 1 ns to 10 s. */
static void fill(void)
{
	struct rng r;
	rng_init(&r, 4, 1);
	histogram_clear(&h);
	for (int i = 0; i < N; i++) {
		sample[i] = (int64_t)pow(10.0, 10.0 * rng_uniform(&r));
		histogram_add(&h, sample[i]);
	}
	qsort(sample, N, sizeof(sample[0]), by_size);
}

static void quantiles_are_those_of_the_sorted_samples_to_a_bin(void **state)
{
	static const double q[] = {0.0, 1e-4, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0};
	(void)state;
	fill();
	for (size_t i = 0; i < COUNT(q); i++) {
		int rank = (int)ceil(q[i] * N);
		double want = (double)sample[rank > 0 ? rank - 1 : 0];
		assert_near((double)histogram_quantile(&h, q[i]), want, want / 32.0);
	}
	assert_int_equal(histogram_quantile(&h, 1.0), sample[N - 1]);
	assert_int_equal(h.least_ns, sample[0]);
	assert_int_equal(h.most_ns, sample[N - 1]);
}

static void times_below_32_ns_have_a_bin_each(void **state)
{
	(void)state;
	histogram_clear(&h);
	for (int t = 0; t < 32; t++)
		histogram_add(&h, t);
	for (int t = 0; t < 31; t++)
		assert_int_equal(histogram_quantile(&h, (t + 1) / 32.0), t);
}

static void octaves_are_counted_without_loss(void **state)
{
	uint64_t sum = 0;
	(void)state;
	fill();
	for (int k = 0; k < 36; k++) {
		int64_t lo = k == 0 ? 0 : (int64_t)1 << k, hi = (int64_t)1 << (k + 1);
		uint64_t want = 0;
		for (int i = 0; i < N; i++)
			want += sample[i] >= lo && sample[i] < hi;
		if (k < 35)
			assert_int_equal(histogram_between(&h, lo, hi), want);
		sum += want;
	}
	assert_int_equal(sum, N);
}

static void what_is_negative_or_too_long_is_counted_at_the_ends(void **state)
{
	(void)state;
	histogram_clear(&h);
	assert_int_equal(histogram_quantile(&h, 0.5), 0);
	histogram_add(&h, -5);
	histogram_add(&h, INT64_MAX);
	assert_int_equal(h.n, 2);
	assert_int_equal(h.count[0], 1);
	assert_int_equal(h.count[HISTOGRAM_BINS - 1], 1);
	assert_int_equal(histogram_quantile(&h, 0.5), 0);
	assert_int_equal(histogram_quantile(&h, 1.0), INT64_MAX);
}

static void two_merged_are_as_one_that_counted_all(void **state)
{
	struct histogram half;
	(void)state;
	fill();
	histogram_clear(&half);
	histogram_clear(&other);
	histogram_merge(&half, &other);
	assert_int_equal(half.n, 0);
	for (int i = 0; i < N; i++)
		histogram_add(i % 3 ? &half : &other, sample[i]);
	histogram_merge(&half, &other);
	assert_memory_equal(&half, &h, sizeof(h));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_are_those_of_the_sorted_samples_to_a_bin),
		cmocka_unit_test(times_below_32_ns_have_a_bin_each),
		cmocka_unit_test(octaves_are_counted_without_loss),
		cmocka_unit_test(what_is_negative_or_too_long_is_counted_at_the_ends),
		cmocka_unit_test(two_merged_are_as_one_that_counted_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
