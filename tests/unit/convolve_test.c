/* Convolutions against the plain double sum that defines them, for shapes with and without levels, on every set of kernels; the work of each step. */
#include "test.h"

#include "base/base.h"
#include "base/fault.h"
#include "base/rng.h"
#include "math/convolve.h"
#include "math/kernel.h"

#include <stdlib.h>

/* One convolution and the numbers it is made from: h[lag][input][output], x[k][input]. */
struct bed {
	struct arena mem;
	struct convolve *c;
	int nout, nin, length;
	double *h, *x, *y;
};

static double *bed_h(struct bed *b, int lag, int j)
{
	return b->h + ((size_t)lag * (size_t)b->nin + (size_t)j) * (size_t)b->nout;
}

static void bed_init(struct bed *b, int nout, int nin, int length, const struct convolve_shape *shape, uint64_t seed)
{
	struct rng r;
	struct err e = {0};
	*b = (struct bed){.nout = nout, .nin = nin, .length = length};
	arena_init(&b->mem);
	rng_init(&r, seed, 1);
	b->h = ARENA_ARRAY(&b->mem, (size_t)(length + 1) * (size_t)nin * (size_t)nout, double);
	b->x = ARENA_ARRAY(&b->mem, (size_t)length * (size_t)nin, double);
	b->y = ARENA_ARRAY(&b->mem, (size_t)nout, double);
	for (int k = 0; k < length * nin; k++)
		b->x[k] = rng_normal(&r);
	for (int k = nin * nout; k < (length + 1) * nin * nout; k++)
		b->h[k] = rng_normal(&r);
	size_t before = b->mem.used;
	assert_int_equal(convolve_setup(&b->c, nout, nin, length, shape, &b->mem, &e), 0);
	assert_int_equal(b->mem.used - before, convolve_memory(nout, nin, length, shape));
}

static void bed_ready(struct bed *b)
{
	for (int j = 0; j < b->nin; j++)
		for (int lag = 1; lag <= b->length; lag++)
			convolve_kernel(b->c, j, lag, bed_h(b, lag, j));
	convolve_ready(b->c);
}

static void bed_fini(struct bed *b)
{
	arena_fini(&b->mem);
}

/* y_n against the double sum; 1e-13 of the sum of magnitudes. */
static void bed_check(struct bed *b, int n)
{
	convolve_next(b->c, b->y);
	for (int i = 0; i < b->nout; i++) {
		double sum = 0, size = 0;
		for (int k = 0; k < n; k++)
			for (int j = 0; j < b->nin; j++) {
				double term = bed_h(b, n - k, j)[i] * b->x[k * b->nin + j];
				sum += term;
				size += fabs(term);
			}
		assert_near(b->y[i], sum, 1e-13 * size);
	}
}

/* Every `stride`th step, and all of the first hundred. */
static void bed_run(struct bed *b, int stride)
{
	for (int n = 0; n <= b->length; n++) {
		assert_int_equal(convolve_count(b->c), n);
		if (n < 100 || n % stride == 0 || n == b->length)
			bed_check(b, n);
		if (n < b->length)
			assert_int_equal(convolve_push(b->c, b->x + n * b->nin), 0);
	}
}

static const struct convolve_shape ALL_DIRECT = {0}, ONE = {1, {16}}, ONE_LARGE = {1, {64}};
static const struct convolve_shape TWO = {2, {16, 64}}, NEAR = {2, {16, 32}}, THREE = {3, {16, 32, 128}};

static void a_run(int nout, int nin, int length, const struct convolve_shape *shape, int stride)
{
	struct bed b;
	bed_init(&b, nout, nin, length, shape, 7);
	bed_ready(&b);
	bed_run(&b, stride);
	bed_fini(&b);
}

static void is_the_sum_that_defines_it(void **state)
{
	static const int channels[] = {1, 3, 20};
	(void)state;
	for (size_t i = 0; i < COUNT(channels); i++)
		for (size_t j = 0; j < COUNT(channels); j++) {
			a_run(channels[i], channels[j], 700, NULL, 13);
			a_run(channels[i], channels[j], 700, &ALL_DIRECT, 13);
			a_run(channels[i], channels[j], 700, &TWO, 13);
			a_run(channels[i], channels[j], 700, &THREE, 13);
		}
}

/* Around every multiple of a block that a length may just reach or miss, every step. */
static void is_so_for_lengths_around_the_blocks(void **state)
{
	(void)state;
	for (int length = 1; length <= 35; length++)
		a_run(2, 1, length, NULL, 1);
	for (int length = 32; length <= 150; length++)
		a_run(2, 1, length, &ONE, 1);
	for (int length = 128; length <= 134; length++)
		a_run(1, 2, length, &ONE_LARGE, 1);
	for (int length = 64; length <= 230; length += 3)
		a_run(1, 2, length, &NEAR, 1);
	for (int length = 128; length <= 400; length += 7)
		a_run(2, 1, length, &TWO, 1);
	for (int length = 256; length <= 700; length += 31)
		a_run(1, 1, length, &THREE, 1);
}

static void is_so_for_long_histories(void **state)
{
	struct convolve_shape chosen;
	(void)state;
	convolve_choose(3, 1, 30000, &chosen);
	assert_true(chosen.nlevel >= 2);
	a_run(3, 1, 30000, NULL, 997);
	a_run(2, 3, 20000, &(struct convolve_shape){3, {32, 256, 4096}}, 991);
}

static void is_so_with_every_kernel(void **state)
{
	const struct kernel_ops *keep = kernel;
	(void)state;
	kernel = &kernel_base;
	a_run(3, 2, 500, &THREE, 7);
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
		kernel = &kernel_avx2;
		a_run(3, 2, 500, &THREE, 7);
	}
#endif
	kernel = keep;
}

/* Processors with fused multiply-add give the same bits, whatever the width of their registers. */
static void wide_registers_give_the_bits_of_narrow_ones(void **state)
{
	(void)state;
#if defined(__x86_64__)
	const struct kernel_ops *keep = kernel, *both[2] = {&kernel_avx2, keep};
	double y[2][3];
	if (keep != &kernel_avx512)
		skip();
	for (int k = 0; k < 2; k++) {
		struct bed b;
		kernel = both[k];
		bed_init(&b, 3, 2, 500, &THREE, 11);
		bed_ready(&b);
		for (int n = 0; n < 500; n++)
			assert_int_equal(convolve_push(b.c, b.x + 2 * n), 0);
		convolve_next(b.c, y[k]);
		bed_fini(&b);
	}
	kernel = keep;
	assert_memory_equal(y[0], y[1], sizeof y[0]);
#else
	skip();
#endif
}

/* Cleared after any number of steps, the same inputs give the same bits again; nothing of the first run is left, not even numbers that are not finite. */
static void begins_anew_when_cleared(void **state)
{
	static const int cut[] = {1, 15, 16, 40, 64, 100, 300, 399};
	(void)state;
	for (size_t k = 0; k < COUNT(cut); k++) {
		struct bed b;
		double first[400][2], y[2], bad[2] = {NAN, INFINITY};
		bed_init(&b, 2, 2, 400, &THREE, 5);
		bed_ready(&b);
		for (int n = 0; n < 400; n++) {
			convolve_next(b.c, first[n]);
			assert_int_equal(convolve_push(b.c, b.x + 2 * n), 0);
		}
		convolve_clear(b.c);
		for (int n = 0; n < cut[k]; n++)
			assert_int_equal(convolve_push(b.c, bad), 0);
		convolve_clear(b.c);
		assert_int_equal(convolve_count(b.c), 0);
		for (int n = 0; n < 400; n++) {
			convolve_next(b.c, y);
			assert_memory_equal(y, first[n], sizeof y);
			assert_int_equal(convolve_push(b.c, b.x + 2 * n), 0);
		}
		bed_fini(&b);
	}
}

static void keeps_the_inputs_and_refuses_more_than_there_is_room_for(void **state)
{
	struct bed b;
	(void)state;
	bed_init(&b, 1, 3, 50, &ONE, 6);
	assert_int_equal(convolve_push(b.c, b.x), ERR_STATE);
	bed_ready(&b);
	for (int n = 0; n < 50; n++)
		assert_int_equal(convolve_push(b.c, b.x + 3 * n), 0);
	assert_int_equal(convolve_push(b.c, b.x), ERR_LIMIT);
	assert_int_equal(convolve_count(b.c), 50);
	for (int n = 0; n < 50; n++)
		assert_memory_equal(convolve_input(b.c, n), b.x + 3 * n, 3 * sizeof(double));
	bed_check(&b, 50);
	bed_fini(&b);
}

/* Output 1 and inputs 0 and 3 do nothing: the same answer with the work of what is left. */
static void outputs_and_inputs_without_kernels_cost_nothing(void **state)
{
	struct bed b, small;
	(void)state;
	bed_init(&b, 3, 4, 600, &THREE, 8);
	bed_init(&small, 2, 2, 600, &THREE, 8);
	for (int lag = 1; lag <= 600; lag++)
		for (int j = 0; j < 4; j++)
			for (int i = 0; i < 3; i++)
				if (i == 1 || j == 0 || j == 3)
					bed_h(&b, lag, j)[i] = 0;
	bed_ready(&b);
	bed_ready(&small);
	for (int n = 0; n < 600; n++) {
		bed_check(&b, n);
		assert_true(b.y[1] == 0);
		assert_int_equal(convolve_push(b.c, b.x + 4 * n), 0);
		assert_int_equal(convolve_push(small.c, small.x + 2 * n), 0);
		assert_int_equal(convolve_work(b.c), convolve_work(small.c));
	}
	bed_fini(&b);
	bed_fini(&small);
}

static void kernels_that_are_all_zero_give_zero(void **state)
{
	struct bed b;
	(void)state;
	bed_init(&b, 2, 2, 200, &TWO, 8);
	convolve_ready(b.c);
	assert_int_equal(convolve_lags(b.c), 0);
	for (int n = 0; n < 200; n++) {
		assert_int_equal(convolve_push(b.c, b.x + 2 * n), 0);
		assert_int_equal(convolve_work(b.c), 0);
		convolve_next(b.c, b.y);
		assert_true(b.y[0] == 0 && b.y[1] == 0);
	}
	bed_fini(&b);
}

/* exp(-lag / 4) is 1e-18 of its value at lag 1 at lag 1 + 4 ln 1e18 = 166.8. Cut inside every level of the shape, and before all of them. */
static void tails_below_rounding_are_cut(void **state)
{
	static const double fade[] = {0.3, 1, 2, 4, 7};
	(void)state;
	for (size_t k = 0; k < COUNT(fade); k++) {
		struct bed b;
		bed_init(&b, 2, 1, 900, &THREE, 9);
		for (int lag = 1; lag <= 900; lag++) {
			bed_h(&b, lag, 0)[0] = exp(-lag / fade[k]);
			bed_h(&b, lag, 0)[1] = -1e-9 * exp(-2 * lag / fade[k]);
		}
		bed_ready(&b);
		assert_int_equal(convolve_lags(b.c), (int)(1 + fade[k] * log(1e18)));
		bed_run(&b, 3);
		bed_fini(&b);
	}
}

/* The largest step of each stretch of two of the largest blocks against the mean of the stretch: no step may take more than half as much again, and
 * one item a level: the largest counts as eight rows of eight complex products, 8 x 32 multiply-adds. */
static void check_work(int nout, int nin, int length, const struct convolve_shape *shape)
{
	struct bed b;
	struct convolve_shape chosen;
	if (!shape) {
		convolve_choose(nout, nin, length, &chosen);
		shape = &chosen;
	}
	double grain = 8 * 32.0 * shape->nlevel;
	int stretch = 2 * shape->block[shape->nlevel - 1];
	bed_init(&b, nout, nin, length, shape, 10);
	bed_ready(&b);
	for (int from = 0; from + stretch <= length; from += stretch) {
		double sum = 0, most = 0;
		for (int n = from; n < from + stretch; n++) {
			assert_int_equal(convolve_push(b.c, b.x + n * nin), 0);
			sum += (double)convolve_work(b.c);
			most = larger(most, (double)convolve_work(b.c));
		}
		/* The first stretch begins with an empty history. */
		if (from > 0 && !(most <= 1.5 * sum / stretch + grain))
			fail_msg("%d x %d, %d lags, steps from %d: the largest does %g, the mean is %g", nout, nin, length, from, most, sum / stretch);
	}
	bed_fini(&b);
}

static void no_step_does_much_more_than_the_mean(void **state)
{
	(void)state;
	check_work(1, 1, 20000, NULL);
	check_work(3, 1, 20000, NULL);
	check_work(9, 3, 20000, NULL);
	check_work(60, 20, 1000, NULL);
	check_work(1, 1, 4000, &ONE);
	check_work(3, 1, 4000, &TWO);
	check_work(3, 1, 4000, &THREE);
}

static void refuses_shapes_that_are_none(void **state)
{
	static const struct convolve_shape bad[] = {{1, {8}}, {1, {24}}, {1, {512}}, {2, {32, 32}}, {2, {64, 32}}, {-1, {0}}, {4, {16, 32, 64}}, {1, {32768}}};
	struct arena mem;
	struct convolve *c = NULL;
	(void)state;
	arena_init(&mem);
	for (size_t k = 0; k < COUNT(bad); k++) {
		struct err e = {0};
		assert_int_equal(convolve_setup(&c, 1, 1, 1000, &bad[k], &mem, &e), ERR_ARGUMENT);
		assert_contains(e.what, "powers of two");
	}
	assert_null(c);
	arena_fini(&mem);
}

static void says_so_when_memory_runs_out(void **state)
{
	int failures = 0;
	(void)state;
	for (int count = 1;; count++, failures++) {
		struct arena mem;
		struct err e = {0};
		struct convolve *c;
		arena_init(&mem);
		fault_arm(FAULT_arena_alloc, count, true);
		int code = convolve_setup(&c, 2, 2, 600, &THREE, &mem, &e);
		fault_disarm();
		arena_fini(&mem);
		if (!code)
			break;
		assert_int_equal(code, ERR_MEMORY);
		assert_int_equal(e.code, ERR_MEMORY);
	}
	assert_int_equal(failures, 1 + 6 + 3 * 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_the_sum_that_defines_it),
		cmocka_unit_test(is_so_for_lengths_around_the_blocks),
		cmocka_unit_test(is_so_for_long_histories),
		cmocka_unit_test(is_so_with_every_kernel),
		cmocka_unit_test(wide_registers_give_the_bits_of_narrow_ones),
		cmocka_unit_test(begins_anew_when_cleared),
		cmocka_unit_test(keeps_the_inputs_and_refuses_more_than_there_is_room_for),
		cmocka_unit_test(outputs_and_inputs_without_kernels_cost_nothing),
		cmocka_unit_test(kernels_that_are_all_zero_give_zero),
		cmocka_unit_test(tails_below_rounding_are_cut),
		cmocka_unit_test(no_step_does_much_more_than_the_mean),
		cmocka_unit_test(refuses_shapes_that_are_none),
		cmocka_unit_test(says_so_when_memory_runs_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
