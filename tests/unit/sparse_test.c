/* Patterns, products and orderings. */
#include "matrix.h"

#include "base/base.h"
#include "base/fault.h"
#include "math/kernel.h"

#include <time.h>

static void holds_the_lower_triangle_sorted_with_the_diagonal(void **state)
{
	(void)state;
	/* Unknowns 0-2, 2-3 and 3-1 couple; 4 is alone; -1 is no unknown. */
	static const int begin[] = {0, 3, 5, 7}, unknown[] = {2, -1, 0, 3, 2, 1, 3};
	static const int start[] = {0, 2, 4, 6, 7, 8}, row[] = {0, 2, 1, 3, 2, 3, 3, 4};
	struct arena a;
	struct pattern_csc p;
	struct err e = {0};
	arena_init(&a);
	assert_int_equal(pattern_build(&p, 5, true, 3, begin, unknown, &a, &e), 0);
	assert_int_equal(p.n, 5);
	assert_int_equal(p.nnz, 8);
	assert_memory_equal(p.start, start, sizeof start);
	assert_memory_equal(p.row, row, sizeof row);
	assert_int_equal(pattern_index(&p, 3, 2), 5);
	assert_int_equal(pattern_index(&p, 2, 3), 5);
	assert_int_equal(pattern_index(&p, 1, 0), -1);
	assert_int_equal(pattern_index(&p, 5, 0), -1);
	assert_int_equal(pattern_index(&p, -1, 0), -1);
	assert_int_equal(pattern_build(&p, 5, false, 3, begin, unknown, &a, &e), 0);
	assert_int_equal(p.nnz, 11);
	assert_true(pattern_index(&p, 0, 2) != pattern_index(&p, 2, 0));
	arena_fini(&a);
}

static void refuses_unknowns_beyond_the_last(void **state)
{
	(void)state;
	static const int begin[] = {0, 2}, unknown[] = {0, 5};
	struct arena a;
	struct pattern_csc p;
	struct err e = {0};
	arena_init(&a);
	assert_int_equal(pattern_build(&p, 5, true, 1, begin, unknown, &a, &e), ERR_RANGE);
	assert_contains(e.what, "unknown 5 of a system of 5");
	arena_fini(&a);
}

/* Both products against the dense definition. */
static void check_products(struct matrix *m, struct rng *r, struct arena *a)
{
	int n = m->p.n;
	double *x = ARENA_ARRAY(a, (size_t)n + 1, double), *y = ARENA_ARRAY(a, (size_t)n + 1, double), *z = ARENA_ARRAY(a, (size_t)n + 1, double);
	struct spmul *mul;
	struct err e = {0};
	assert_int_equal(spmul_prepare(&mul, &m->p, a, &e), 0);
	spmul_values(mul, m->value);
	for (int i = 0; i < n; i++)
		x[i] = matrix_draw(r);
	y[n] = z[n] = -99;
	pattern_mul(&m->p, m->value, x, y);
	spmul_apply(mul, x, z);
	for (int i = 0; i < n; i++) {
		double sum = 0;
		for (int j = 0; j < n; j++)
			sum += matrix_entry(m, i, j) * x[j];
		assert_near(y[i], sum, 1e-12);
		assert_near(z[i], sum, 1e-12);
	}
	assert_true(y[n] == -99 && z[n] == -99);
}

static void products_agree_with_the_definition(void **state)
{
	(void)state;
	static const int shape[][3] = {{1, 1, 1}, {1, 40, 1}, {1, 3, 2}, {4, 5, 3}, {3, 7, 6}, {5, 5, 1}, {2, 9, 2}, {2, 4, 4}, {3, 3, 7}, {2, 2, 11}};
	const struct kernel_ops *keep = kernel, *every[3] = {&kernel_base, keep, keep};
	struct rng r;
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		every[2] = &kernel_avx2;
#endif
	rng_init(&r, 5, 1);
	for (size_t k = 0; k < COUNT(every); k++) {
		kernel = every[k];
		for (size_t i = 0; i < COUNT(shape); i++) {
			for (int kind = MATRIX_DEFINITE; kind <= MATRIX_UNSYMMETRIC; kind++) {
				struct arena a;
				struct matrix m;
				arena_init(&a);
				matrix_grid(&m, shape[i][0], shape[i][1], shape[i][2], (enum matrix_kind)kind, 1, i % 2, &r, &a);
				check_products(&m, &r, &a);
				matrix_random(&m, 30, 20, (enum matrix_kind)kind, 1, &r, &a);
				check_products(&m, &r, &a);
				arena_fini(&a);
			}
		}
	}
	kernel = keep;
}

static void finds_diagonal_values_and_leaves_them_again(void **state)
{
	(void)state;
	struct rng r;
	struct arena a;
	struct matrix m;
	struct spmul *mul;
	struct err e = {0};
	double x[36], y[36], want[36];
	arena_init(&a);
	rng_init(&r, 6, 1);
	matrix_grid(&m, 3, 4, 3, MATRIX_DEFINITE, 1, false, &r, &a);
	double *lumped = ARENA_ARRAY(&a, (size_t)m.p.nnz, double);
	for (int i = 0; i < 36; i++) {
		x[i] = matrix_draw(&r);
		lumped[pattern_index(&m.p, i, i)] = i + 1;
	}
	assert_int_equal(spmul_prepare(&mul, &m.p, &a, &e), 0);
	spmul_values(mul, lumped);
	spmul_apply(mul, x, y);
	for (int i = 0; i < 36; i++)
		assert_true(y[i] == (i + 1) * x[i]);
	spmul_values(mul, m.value);
	spmul_apply(mul, x, y);
	pattern_mul(&m.p, m.value, x, want);
	for (int i = 0; i < 36; i++)
		assert_near(y[i], want[i], 1e-13);
	arena_fini(&a);
}

static void assert_permutation(int n, const int *perm, struct arena *a)
{
	bool *seen = ARENA_ARRAY(a, (size_t)n + 1, bool);
	for (int i = 0; i < n; i++) {
		assert_in_range(perm[i], 0, n - 1);
		assert_false(seen[perm[i]]);
		seen[perm[i]] = true;
	}
}

static void orders_are_permutations_and_repeat(void **state)
{
	(void)state;
	struct rng r;
	struct err e = {0};
	rng_init(&r, 8, 1);
	for (int round = 0; round < 20; round++) {
		struct arena a;
		struct matrix m;
		int first[40], second[40];
		arena_init(&a);
		matrix_random(&m, 40, 5 + round, round % 2 ? MATRIX_UNSYMMETRIC : MATRIX_DEFINITE, 1, &r, &a);
		assert_int_equal(order_rcm(&m.p, first, &a, &e), 0);
		assert_permutation(40, first, &a);
		assert_int_equal(order_rcm(&m.p, second, &a, &e), 0);
		assert_memory_equal(first, second, sizeof first);
		assert_int_equal(order_amd(&m.p, first, &a, &e), 0);
		assert_permutation(40, first, &a);
		arena_fini(&a);
	}
}

/* A chain has half bandwidth 1, a grid of nx nodes across no more than its levels of the breadth-first tree: 2 nx. */
static void cuthill_mckee_finds_the_band_of_shuffled_grids(void **state)
{
	(void)state;
	struct rng r;
	struct err e = {0};
	struct arena a;
	struct matrix m;
	int perm[300];
	rng_init(&r, 9, 1);
	arena_init(&a);
	matrix_grid(&m, 1, 300, 1, MATRIX_DEFINITE, 1, true, &r, &a);
	assert_true(pattern_bandwidth(&m.p, NULL) > 100);
	assert_int_equal(order_rcm(&m.p, perm, &a, &e), 0);
	assert_int_equal(pattern_bandwidth(&m.p, perm), 1);
	matrix_grid(&m, 5, 60, 1, MATRIX_DEFINITE, 1, true, &r, &a);
	assert_int_equal(order_rcm(&m.p, perm, &a, &e), 0);
	assert_true(pattern_bandwidth(&m.p, perm) <= 10);
	matrix_grid(&m, 5, 60, 1, MATRIX_DEFINITE, 1, false, &r, &a);
	assert_int_equal(pattern_bandwidth(&m.p, NULL), 5);
	arena_fini(&a);
}

/* A hub and its rays; on the first half of them stands one more unknown each. From the tip at which the breadth begins: a ray, the hub, the bare rays, the
 * others. */
static void cuthill_mckee_orders_stars_in_time_with_their_size(void **state)
{
	(void)state;
	enum { RAYS = 400000, TIPS = RAYS / 2, N = 1 + RAYS + TIPS };
	struct arena a;
	struct pattern_csc p;
	struct err e = {0};
	arena_init(&a);
	int *begin = ARENA_ARRAY(&a, RAYS + TIPS + 1, int), *unknown = ARENA_ARRAY(&a, 2 * (RAYS + TIPS), int), *perm = ARENA_ARRAY(&a, N, int);
	for (int i = 0; i < RAYS + TIPS; i++) {
		unknown[2 * i] = i < RAYS ? 0 : i - RAYS + 1;
		unknown[2 * i + 1] = i + 1;
		begin[i + 1] = 2 * (i + 1);
	}
	assert_int_equal(pattern_build(&p, N, true, RAYS + TIPS, begin, unknown, &a, &e), 0);
	clock_t start = clock();
	assert_int_equal(order_rcm(&p, perm, &a, &e), 0);
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	if (!(seconds < 5.0))
		fail_msg("%g s", seconds);
	assert_int_equal(perm[N - 1 - 2], 0);
	for (int i = 4; i < RAYS + 2; i++) {
		int x = perm[N - i], y = perm[N - 1 - i];
		assert_true((x > TIPS) == (y > TIPS) ? x < y : x > TIPS);
	}
	arena_fini(&a);
}

static int everything(struct matrix *m, struct arena *a, struct err *e)
{
	int perm[24];
	struct pattern_csc p;
	struct spmul *mul;
	int code = pattern_build(&p, 24, true, m->ngroup, m->begin, m->unknown, a, e);
	if (!code)
		code = spmul_prepare(&mul, &p, a, e);
	if (!code)
		code = order_rcm(&p, perm, a, e);
	return code;
}

static void says_so_when_memory_runs_out(void **state)
{
	(void)state;
	struct rng r;
	struct arena a;
	struct matrix m;
	int failures = 0;
	rng_init(&r, 10, 1);
	arena_init(&a);
	matrix_grid(&m, 2, 4, 3, MATRIX_DEFINITE, 1, false, &r, &a);
	for (int count = 1;; count++, failures++) {
		struct err e = {0};
		struct arena b;
		arena_init(&b);
		fault_arm(FAULT_arena_alloc, count, false);
		int code = everything(&m, &b, &e);
		fault_disarm();
		arena_fini(&b);
		if (!code)
			break;
		assert_int_equal(code, ERR_MEMORY);
		assert_int_equal(e.code, ERR_MEMORY);
	}
	assert_true(failures > 10);
	arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holds_the_lower_triangle_sorted_with_the_diagonal),
		cmocka_unit_test(refuses_unknowns_beyond_the_last),
		cmocka_unit_test(products_agree_with_the_definition),
		cmocka_unit_test(finds_diagonal_values_and_leaves_them_again),
		cmocka_unit_test(orders_are_permutations_and_repeat),
		cmocka_unit_test(cuthill_mckee_finds_the_band_of_shuffled_grids),
		cmocka_unit_test(cuthill_mckee_orders_stars_in_time_with_their_size),
		cmocka_unit_test(says_so_when_memory_runs_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
