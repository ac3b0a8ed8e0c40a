/* The choice of an engine and the elimination below it: what is special beyond the suite over all engines. */
#include "matrix.h"

#include "analysis/engine.h"
#include "base/base.h"
#include "base/room.h"
#include "math/kernel.h"
#include "math/spd.h"

#include <cblas.h>
#include <time.h>

static const char *chosen(int nx, int ny, int ndof, enum matrix_kind kind, bool refactor)
{
	struct arena a;
	struct matrix m;
	struct rng r;
	arena_init(&a);
	rng_init(&r, 41, 1);
	matrix_grid(&m, nx, ny, ndof, kind, 1, false, &r, &a);
	const struct engine_ops *first = engine_choose(&m.p, refactor), *again = engine_choose(&m.p, refactor);
	assert_non_null(first);
	assert_ptr_equal(first, again);
	arena_fini(&a);
	return first->name;
}

static void chains_take_the_band_and_wide_frames_the_sparse_engine(void **state)
{
	(void)state;
	assert_string_equal(chosen(1, 1000, 1, MATRIX_DEFINITE, false), "band");
	assert_string_equal(chosen(1, 1000, 1, MATRIX_DEFINITE, true), "band");
	assert_string_equal(chosen(21, 60, 3, MATRIX_DEFINITE, false), "sparse");
	assert_string_equal(chosen(21, 60, 3, MATRIX_DEFINITE, true), "sparse");
}

static void large_systems_are_never_dense(void **state)
{
	(void)state;
	for (int kind = MATRIX_DEFINITE; kind <= MATRIX_UNSYMMETRIC; kind++) {
		assert_string_not_equal(chosen(30, 30, 1, (enum matrix_kind)kind, false), "dense");
		assert_string_not_equal(chosen(30, 30, 1, (enum matrix_kind)kind, true), "dense");
	}
}

static void refuses_a_dense_matrix_that_does_not_fit(void **state)
{
	(void)state;
	const struct engine_ops *dense = engine_find("dense");
	struct pattern_csc p = {.n = 9000, .symmetric = true};
	struct arena a;
	struct err e = {0};
	arena_init(&a);
	void *self = arena_alloc(&a, dense->size);
	room_limit(500e6);
	assert_int_equal(dense->setup(self, &p, &a, &e), ERR_MEMORY);
	assert_string_equal(e.value, "needs 648 MB"); /* 8 bytes times 9000^2 */
	assert_contains(e.allowed, "500 MB left");
	assert_true(dense->cost(&p, false) < 0);
	room_limit(INFINITY);
	assert_true(dense->cost(&p, false) > 0);
	arena_fini(&a);
}

/* Leaves numbers that are none in the buffers of the BLAS. */
static void spoil_buffers(void)
{
	enum { N = 64 };
	static double a[N * N], x[N], y[N];
	for (int i = 0; i < N * N; i++)
		a[i] = NAN;
	for (int i = 0; i < N; i++)
		x[i] = NAN;
	cblas_dgemv(CblasColMajor, CblasNoTrans, N, N, 1, a, N, x, 1, 0, y, 1);
	cblas_dsymv(CblasColMajor, CblasLower, N, 1, a, N, x, 1, 0, y, 1);
}

static void single_precision_is_not_touched_by_what_was_computed_before(void **state)
{
	(void)state;
	const char *const words[] = {"-single"};
	const struct engine_ops *dense = engine_find("dense");
	for (int n = 1; n <= 40; n++) {
		struct matrix m;
		struct arena a;
		struct rng r;
		struct args args;
		struct err e = {0};
		double x[40];
		void *self;
		int pivot;
		arena_init(&a);
		rng_init(&r, 45, 1);
		matrix_grid(&m, 1, n, 1, MATRIX_DEFINITE, 0.5, false, &r, &a);
		args_init(&args, 1, words, "engine dense");
		assert_int_equal(engine_make(dense, &args, &a, &self, &e), 0);
		assert_int_equal(dense->setup(self, &m.p, &a, &e), 0);
		assert_int_equal(dense->factor(self, 0, m.value, &pivot), 0);
		for (int i = 0; i < n; i++)
			x[i] = 1.0;
		spoil_buffers();
		assert_int_equal(dense->solve(self, 0, x), 0);
		for (int i = 0; i < n; i++)
			assert_true(isfinite(x[i]));
		dense->fini(self);
		arena_fini(&a);
	}
}

static void refuses_to_pack_a_matrix_that_is_not_symmetric(void **state)
{
	(void)state;
	const char *const words[] = {"-packed"};
	const struct engine_ops *dense = engine_find("dense");
	struct matrix m;
	struct arena a;
	struct rng r;
	struct args args;
	struct err e = {0};
	void *self;
	arena_init(&a);
	rng_init(&r, 44, 1);
	matrix_grid(&m, 2, 2, 2, MATRIX_UNSYMMETRIC, 1, false, &r, &a);
	args_init(&args, 1, words, "engine dense");
	assert_int_equal(engine_make(dense, &args, &a, &self, &e), 0);
	assert_int_equal(dense->setup(self, &m.p, &a, &e), ERR_UNSUPPORTED);
	assert_contains(e.what, "not symmetric");
	assert_contains(e.hint, "-packed");
	dense->fini(self);
	arena_fini(&a);
}

/* One unknown coupled with all others: the band is as wide as the matrix, and its L U factor would have 3 n^2 entries. */
static void refuses_a_band_that_does_not_fit(void **state)
{
	(void)state;
	enum { N = 6000 };
	const struct engine_ops *band = engine_find("band");
	int *begin, *unknown;
	struct pattern_csc p;
	struct arena a;
	struct err e = {0};
	arena_init(&a);
	begin = ARENA_ARRAY(&a, N, int);
	unknown = ARENA_ARRAY(&a, 2 * N, int);
	for (int g = 0; g < N - 1; g++) {
		begin[g + 1] = 2 * g + 2;
		unknown[2 * g] = 0;
		unknown[2 * g + 1] = g + 1;
	}
	assert_int_equal(pattern_build(&p, N, true, N - 1, begin, unknown, &a, &e), 0);
	void *self = arena_alloc(&a, band->size);
	room_limit(500e6);
	assert_true(band->cost(&p, false) < 0);
	assert_int_equal(band->setup(self, &p, &a, &e), ERR_MEMORY);
	assert_string_equal(e.value, "needs 864 MB"); /* 8 bytes times 6000 (3 5999 + 1) */
	room_limit(INFINITY);
	arena_fini(&a);
}

/* Each set of kernels, each order: the same answer; wide supernodes are split, short blocks end panels. */
static void eliminates_with_every_kernel_and_order(void **state)
{
	(void)state;
	static const int shape[][3] = {{1, 1, 1}, {3, 1, 3}, {5, 9, 3}, {12, 12, 3}, {9, 9, 1}, {2, 20, 6}, {1, 30, 7}};
	const struct kernel_ops *keep = kernel, *every[3] = {&kernel_base, keep, keep};
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		every[2] = &kernel_avx2;
#endif
	struct rng r;
	rng_init(&r, 42, 1);
	for (size_t i = 0; i < COUNT(shape); i++) {
		struct arena a;
		struct matrix m;
		struct err e = {0};
		arena_init(&a);
		matrix_grid(&m, shape[i][0], shape[i][1], shape[i][2], MATRIX_DEFINITE, 0.5, true, &r, &a);
		int n = m.p.n, *perm = ARENA_ARRAY(&a, (size_t)n + 1, int), pivot;
		double *x = ARENA_ARRAY(&a, (size_t)n + 1, double), *y = ARENA_ARRAY(&a, (size_t)n + 1, double), *z = ARENA_ARRAY(&a, (size_t)n + 1, double);
		for (int k = 0; k < n; k++)
			x[k] = matrix_draw(&r);
		for (int order = 0; order < 3; order++) {
			struct spd *s;
			for (int k = 0; k < n; k++)
				perm[k] = k;
			if (order == 1)
				assert_int_equal(order_rcm(&m.p, perm, &a, &e), 0);
			if (order == 2)
				assert_int_equal(order_amd(&m.p, perm, &a, &e), 0);
			assert_int_equal(spd_prepare(&s, &m.p, perm, &a, &e), 0);
			assert_int_equal(spd_workspace(s, &a, &e), 0);
			assert_true(spd_solve_cost(s) > 0 && spd_factor_cost(s) > 0);
			double *factor = ARENA_ARRAY(&a, spd_size(s), double);
			for (size_t k = 0; k < COUNT(every); k++) {
				kernel = every[k];
				assert_int_equal(spd_factor(s, m.value, factor, &pivot), 0);
				for (int j = 0; j < n; j++)
					y[j] = x[j];
				spd_solve(s, factor, y);
				pattern_mul(&m.p, m.value, y, z);
				for (int j = 0; j < n; j++)
					assert_near(z[j], x[j], 1e-10);
			}
			kernel = keep;
		}
		arena_fini(&a);
	}
}

/* One negative diagonal entry, not coupled to anything: the elimination stops exactly there. */
static void names_the_pivot_that_is_not_positive(void **state)
{
	(void)state;
	struct arena a;
	struct matrix m;
	struct rng r;
	struct spd *s;
	struct err e = {0};
	int perm[75], pivot = -7;
	arena_init(&a);
	rng_init(&r, 43, 1);
	matrix_grid(&m, 5, 5, 3, MATRIX_DEFINITE, 1, false, &r, &a);
	assert_int_equal(order_amd(&m.p, perm, &a, &e), 0);
	assert_int_equal(spd_prepare(&s, &m.p, perm, &a, &e), 0);
	assert_int_equal(spd_workspace(s, &a, &e), 0);
	double *factor = ARENA_ARRAY(&a, spd_size(s), double);
	for (int j = 0; j < m.p.n; j++)
		for (int k = m.p.start[j]; k < m.p.start[j + 1]; k++)
			if (j == 33 || m.p.row[k] == 33)
				m.value[k] = m.p.row[k] == j ? -1 : 0;
	assert_int_equal(spd_factor(s, m.value, factor, &pivot), ERR_INDEFINITE);
	assert_int_equal(pivot, 33);
	arena_fini(&a);
}

/* The same structure in units so large or small that products of its stiffnesses are no numbers any more: solved as well by
 * powers of 2. */
static void answers_are_right_in_any_units(void **state)
{
	(void)state;
	static const char *const name[] = {"band", "sparse"};
	static const int exponent[] = {0, 100, -100, 450, -450, 500, -500, 550, -550, 700, -700, 900, -900};
	for (size_t i = 0; i < COUNT(name); i++) {
		const struct engine_ops *ops = engine_find(name[i]);
		struct arena a;
		struct matrix m;
		struct engine engine;
		struct rng r;
		struct err e = {0};
		arena_init(&a);
		rng_init(&r, 44, 1);
		matrix_grid(&m, 4, 8, 3, MATRIX_DEFINITE, 0.1, false, &r, &a);
		double *b = ARENA_ARRAY(&a, (size_t)m.p.n, double), *right = ARENA_ARRAY(&a, (size_t)m.p.n, double), *x = ARENA_ARRAY(&a, (size_t)m.p.n, double);
		double *value = ARENA_ARRAY(&a, (size_t)m.p.nnz, double);
		for (int k = 0; k < m.p.n; k++)
			b[k] = matrix_draw(&r);
		assert_int_equal(engine_set_up(ops, &m.p, &a, &engine, &e), 0);
		for (size_t j = 0; j < COUNT(exponent); j++) {
			int pivot = -1;
			for (int k = 0; k < m.p.nnz; k++)
				value[k] = ldexp(m.value[k], exponent[j]);
			assert_int_equal(ops->factor(engine.self, 0, value, &pivot), 0);
			for (int k = 0; k < m.p.n; k++)
				x[k] = ldexp(b[k], exponent[j]);
			assert_int_equal(ops->solve(engine.self, 0, x), 0);
			for (int k = 0; k < m.p.n; k++) {
				right[k] = j ? right[k] : x[k];
				assert_near(x[k], right[k], 1e-9);
			}
		}
		if (ops->fini)
			ops->fini(engine.self);
		arena_fini(&a);
	}
}

/* An unknown to which all others hang, as springs to one floor: none of them waits for another. Seconds of the processor; by pairs it would be minutes. */
static void stars_are_analysed_in_time_with_their_size(void **state)
{
	(void)state;
	enum { RAYS = 120000 };
	struct arena a;
	struct pattern_csc p;
	struct spd *s;
	struct err e = {0};
	arena_init(&a);
	int *begin = ARENA_ARRAY(&a, RAYS + 1, int), *unknown = ARENA_ARRAY(&a, 2 * RAYS, int), *perm = ARENA_ARRAY(&a, RAYS + 1, int);
	for (int i = 0; i < RAYS; i++) {
		unknown[2 * i + 1] = i + 1;
		begin[i + 1] = 2 * (i + 1);
	}
	assert_int_equal(pattern_build(&p, RAYS + 1, true, RAYS, begin, unknown, &a, &e), 0);
	assert_int_equal(order_amd(&p, perm, &a, &e), 0);
	clock_t start = clock();
	assert_int_equal(spd_prepare(&s, &p, perm, &a, &e), 0);
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	if (!(seconds < 10.0))
		fail_msg("%g s", seconds);
	arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chains_take_the_band_and_wide_frames_the_sparse_engine),
		cmocka_unit_test(large_systems_are_never_dense),
		cmocka_unit_test(refuses_a_dense_matrix_that_does_not_fit),
		cmocka_unit_test(refuses_to_pack_a_matrix_that_is_not_symmetric),
		cmocka_unit_test(single_precision_is_not_touched_by_what_was_computed_before),
		cmocka_unit_test(refuses_a_band_that_does_not_fit),
		cmocka_unit_test(eliminates_with_every_kernel_and_order),
		cmocka_unit_test(names_the_pivot_that_is_not_positive),
		cmocka_unit_test(answers_are_right_in_any_units),
		cmocka_unit_test(stars_are_analysed_in_time_with_their_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
