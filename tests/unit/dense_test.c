/* Small dense matrices against products written out and against each other. */
#include "test.h"

#include "base/rng.h"
#include "math/dense.h"

enum { N = 7, K = 5, M = 6 };

static void draw(struct rng *r, int n, double *x)
{
	for (int i = 0; i < n; i++)
		x[i] = 2 * rng_uniform(r) - 1;
}

static void multiplies_as_the_definition_says(void **state)
{
	(void)state;
	struct rng r;
	double a[N * K], b[K * M], c[N * M], x[K], y[N], z[K];
	rng_init(&r, 1, 1);
	draw(&r, N * K, a);
	draw(&r, K * M, b);
	draw(&r, K, x);
	mat_mul(N, K, M, a, b, c);
	mat_vec(N, K, a, x, y);
	for (int i = 0; i < N; i++) {
		double row = 0;
		for (int l = 0; l < K; l++)
			row += a[i * K + l] * x[l];
		assert_near(y[i], row, 1e-15);
		for (int j = 0; j < M; j++) {
			double sum = 0;
			for (int l = 0; l < K; l++)
				sum += a[i * K + l] * b[l * M + j];
			assert_near(c[i * M + j], sum, 1e-15);
		}
	}
	mat_tvec(N, K, a, y, z);
	for (int l = 0; l < K; l++) {
		double sum = 0;
		for (int i = 0; i < N; i++)
			sum += a[i * K + l] * y[i];
		assert_near(z[l], sum, 1e-14);
	}
}

static void congruence_is_two_products(void **state)
{
	(void)state;
	struct rng r;
	double a[N * N], t[N * M], at[N * M], tt[M * N], want[M * M], got[M * M];
	rng_init(&r, 2, 1);
	draw(&r, N * N, a);
	draw(&r, N * M, t);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			tt[j * N + i] = t[i * M + j];
	mat_mul(N, N, M, a, t, at);
	mat_mul(M, N, M, tt, at, want);
	mat_congruence(N, M, a, t, got);
	for (int i = 0; i < M * M; i++)
		assert_near(got[i], want[i], 1e-14);
}

static void solves_with_rows_exchanged(void **state)
{
	(void)state;
	struct rng r;
	rng_init(&r, 3, 1);
	for (int round = 0; round < 50; round++) {
		double a[N * N], keep[N * N], x[N], b[N], inverse[N * N], product[N * N];
		int pivot[N];
		draw(&r, N * N, a);
		a[0] = a[N + 1] = 0; /* elimination in the given order would divide by 0 */
		draw(&r, N, x);
		memcpy(keep, a, sizeof a);
		mat_vec(N, N, a, x, b);
		assert_int_equal(mat_solve(N, a, b), 0);
		for (int i = 0; i < N; i++)
			assert_near(b[i], x[i], 1e-10);
		memcpy(a, keep, sizeof a);
		assert_int_equal(mat_invert(N, a, inverse), 0);
		mat_mul(N, N, N, keep, inverse, product);
		memcpy(a, keep, sizeof a);
		assert_int_equal(mat_factor(N, a, pivot), 0);
		mat_vec(N, N, keep, x, b);
		mat_factored_solve(N, a, pivot, b);
		for (int i = 0; i < N; i++)
			assert_near(b[i], x[i], 1e-10);
		for (int i = 0; i < N * N; i++)
			assert_near(product[i], i % (N + 1) == 0, 1e-10);
	}
}

static void says_when_a_matrix_is_singular(void **state)
{
	(void)state;
	double twin[4] = {1, 2, 2, 4}, zero[9] = {0}, b[3] = {1, 2, 3}, nan[1] = {NAN}, inverse[9];
	int pivot[3];
	assert_int_equal(mat_solve(2, twin, b), ERR_SINGULAR);
	assert_int_equal(mat_invert(3, zero, inverse), ERR_SINGULAR);
	assert_int_equal(mat_solve(1, nan, b), ERR_SINGULAR);
	assert_int_equal(mat_solve(0, nan, b), 0);
	assert_int_equal(mat_factor(3, zero, pivot), ERR_SINGULAR);
	assert_int_equal(mat_factor(1, nan, pivot), ERR_SINGULAR);
	assert_int_equal(mat_factor(0, nan, pivot), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(multiplies_as_the_definition_says),
		cmocka_unit_test(congruence_is_two_products),
		cmocka_unit_test(solves_with_rows_exchanged),
		cmocka_unit_test(says_when_a_matrix_is_singular),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
