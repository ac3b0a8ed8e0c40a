/* The sparse way of eigenproblems against LAPACK's on dense copies, on matrices of frames and random ones. */
#include "matrix.h"

#include "base/base.h"
#include "math/eig.h"

typedef int solver(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e);

static solver *const solvers[] = {eig_dense, eig_sparse};

/* Random symmetric stiffness, random masses. */
static void both_ways_agree_on_random_indefinite_pencils(void **state)
{
	(void)state;
	enum { SEEDS = 40, N = 6 * 5 * 3, MODES = 8 };
	static double mass[N * 40], value[2][MODES], vector[2][MODES * N];
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct arena a;
		struct matrix m;
		struct rng r;
		int found[2];
		arena_init(&a);
		rng_init(&r, seed, 7);
		matrix_grid(&m, 6, 5, 3, MATRIX_DEFINITE, 0.1, false, &r, &a);
		assert_true(m.p.nnz <= (int)COUNT(mass));
		memset(mass, 0, sizeof(mass));
		for (int i = 0; i < N; i++) {
			int at = pattern_index(&m.p, i, i);
			mass[at] = pow(10, 2 * rng_uniform(&r) - 1);
			/* some diagonals pushed below 0, a few of them far */
			if (rng_uniform(&r) < 0.2)
				m.value[at] *= 1 - 3 * pow(10, 2 * rng_uniform(&r) - 1);
		}
		for (size_t s = 0; s < COUNT(solvers); s++) {
			struct err e = {0};
			assert_int_equal(solvers[s](&m.p, m.value, mass, MODES, value[s], vector[s], &found[s], &a, &e), 0);
			assert_int_equal(found[s], MODES);
		}
		assert_true(value[0][0] < 0);
		for (int i = 0; i < MODES; i++) {
			assert_near(value[0][i], value[1][i], 1e-10 * fabs(value[0][0]));
			assert_true(i == 0 || value[1][i] >= value[1][i - 1]);
		}
		arena_fini(&a);
	}
}

static void both_ways_agree_on_frames(void **state)
{
	(void)state;
	struct arena a;
	struct matrix m;
	struct rng r;
	struct err e = {0};
	enum { N = 4 * 8 * 3, MODES = 10 };
	double lumped[N * 20] = {0}, value[2][MODES], vector[2][MODES * N];
	int found[2];
	arena_init(&a);
	rng_init(&r, 51, 1);
	matrix_grid(&m, 4, 8, 3, MATRIX_DEFINITE, 0.1, false, &r, &a);
	assert_true(m.p.nnz <= N * 20);
	for (int i = 0; i < N; i++)
		lumped[pattern_index(&m.p, i, i)] = i % 3 == 2 ? 0 : 1 + i % 5;
	for (size_t s = 0; s < COUNT(solvers); s++)
		assert_int_equal(solvers[s](&m.p, m.value, lumped, MODES, value[s], vector[s], &found[s], &a, &e), 0);
	assert_int_equal(found[0], MODES);
	assert_int_equal(found[1], MODES);
	for (int i = 0; i < MODES; i++) {
		assert_near(value[0][i] / value[1][i], 1, 1e-9);
		for (int k = 0; k < N; k++)
			assert_near(vector[0][i * N + k], vector[1][i * N + k], 1e-7);
	}
	arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ways_agree_on_random_indefinite_pencils),
		cmocka_unit_test(both_ways_agree_on_frames),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
