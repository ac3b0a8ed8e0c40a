/* Random numbers: published bits, exact quantiles, moments, the same bits again. */
#include "test.h"

#include "base/base.h"
#include "base/rng.h"

static void gives_the_published_bits_of_xoshiro256starstar(void **state)
{
	(void)state;
	/* state {1, 2, 3, 4}: reference vector of the crate rand_xoshiro, made with the authors' C code */
	static const uint64_t want[] = {
		11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u, 607988272756665600u,
		16172922978634559625u, 8476171486693032832u, 10595114339597558777u, 2904607092377533576u,
	};
	struct rng r = {{1, 2, 3, 4}};
	for (size_t i = 0; i < COUNT(want); i++)
		assert_true(rng_bits(&r) == want[i]);
}

static void seeds_with_the_published_bits_of_splitmix64(void **state)
{
	(void)state;
	/* seed 1234567: reference vector of splitmix64 (rosettacode.org, Pseudo-random numbers/Splitmix64) */
	static const uint64_t want[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u};
	struct rng r;
	rng_init(&r, 1234567, 0);
	assert_memory_equal(r.s, want, sizeof(want));
}

static void same_seed_same_bits_other_stream_other_bits(void **state)
{
	(void)state;
	struct rng a, b, c;
	int equal = 0;
	rng_init(&a, 42, 1);
	rng_init(&b, 42, 1);
	rng_init(&c, 42, 2);
	for (int i = 0; i < 1000; i++) {
		uint64_t x = rng_bits(&a);
		assert_true(x == rng_bits(&b));
		equal += x == rng_bits(&c);
	}
	assert_int_equal(equal, 0);
}

static void quantiles_invert_the_distribution(void **state)
{
	(void)state;
	/* Phi(x) = erfc(-x / sqrt 2) / 2; a relative error d of x changes it by x phi(x) d */
	for (int i = 1; i < 4000; i++) {
		double p = i / 4000.0, x = normal_quantile(p);
		assert_near(0.5 * erfc(-x * M_SQRT1_2), p, 4e-16);
	}
	for (int k = 3; k <= 300; k++) {
		double p = pow(10.0, -k), x = normal_quantile(p);
		assert_near(0.5 * erfc(-x * M_SQRT1_2) / p, 1.0, 1e-15 * x * x + 1e-13);
	}
	/* table of the normal distribution: 97.5 % */
	assert_near(normal_quantile(0.975), 1.959963984540054, 1e-15);
	assert_true(normal_quantile(0.5) == 0.0);
	assert_true(normal_quantile(0.25) == -normal_quantile(0.75));
}

static void normal_bits_are_the_same_on_every_machine(void **state)
{
	(void)state;
	/* the draw behind each number, and the number itself by an independent inversion of the published bits */
	struct rng r = {{1, 2, 3, 4}}, same = r;
	for (int i = 0; i < 1000; i++) {
		double u = ((double)(rng_bits(&same) >> 12) + 0.5) * 0x1p-52;
		double x = rng_normal(&r);
		assert_true(isfinite(x));
		assert_near(0.5 * erfc(-x * M_SQRT1_2), u, 1e-15);
	}
}

static void moments_are_those_of_the_distributions(void **state)
{
	(void)state;
	enum { N = 200000 };
	struct rng r;
	double sum = 0.0, square = 0.0, u_sum = 0.0, u_square = 0.0;
	rng_init(&r, 7, 0);
	for (int i = 0; i < N; i++) {
		double x = rng_normal(&r), u = rng_uniform(&r);
		assert_true(u >= 0.0 && u < 1.0);
		sum += x, square += x * x, u_sum += u, u_square += u * u;
	}
	/* five standard deviations of each estimate */
	assert_near(sum / N, 0.0, 5.0 / sqrt(N));
	assert_near(square / N, 1.0, 5.0 * sqrt(2.0 / N));
	assert_near(u_sum / N, 0.5, 5.0 * sqrt(1.0 / 12.0 / N));
	assert_near(u_square / N, 1.0 / 3.0, 5.0 * sqrt(4.0 / 45.0 / N));
}

static void numbers_below_n_are_uniform(void **state)
{
	(void)state;
	enum { N = 7, DRAWS = 70000 };
	struct rng r;
	int count[N] = {0};
	rng_init(&r, 3, 0);
	for (int i = 0; i < DRAWS; i++) {
		uint64_t x = rng_below(&r, N);
		assert_true(x < N);
		count[x]++;
	}
	for (int i = 0; i < N; i++)
		assert_near(count[i], DRAWS / N, 5.0 * sqrt(DRAWS / (double)N));
	for (int i = 0; i < 100; i++) {
		assert_int_equal(rng_below(&r, 1), 0);
		assert_true(rng_below(&r, (1ull << 63) + 1) <= 1ull << 63);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_the_published_bits_of_xoshiro256starstar),
		cmocka_unit_test(seeds_with_the_published_bits_of_splitmix64),
		cmocka_unit_test(same_seed_same_bits_other_stream_other_bits),
		cmocka_unit_test(quantiles_invert_the_distribution),
		cmocka_unit_test(normal_bits_are_the_same_on_every_machine),
		cmocka_unit_test(moments_are_those_of_the_distributions),
		cmocka_unit_test(numbers_below_n_are_uniform),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
