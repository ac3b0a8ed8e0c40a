/* Tangent estimators against their definitions: the secant condition, symmetry, the exact stiffness of a linear specimen. */
#include "test.h"

#include "base/rng.h"
#include "experiment/laboratory.h"
#include "math/dense.h"

enum { N = 3, STATE = 512 };

struct estimate {
	struct laboratory lab;
	const struct tangent *t;
	double h[STATE], k[N * N];
};

/* Stiffness that the estimator is given and that of the specimen, both symmetric and positive definite. */
static const double initial[N * N] = { 50, 1, 0, 1, 60, 2, 0, 2, 70 };
static const double specimen[N * N] = { 30, -4, 5, -4, 20, 3, 5, 3, 40 };

static void make(struct estimate *s, const char *name, const char *number)
{
	const char *word[] = { "1", number, NULL };
	struct args a;
	struct err e;
	memset(s, 0, sizeof *s);
	laboratory_init(&s->lab);
	err_clear(&e);
	if (!strcmp(name, "BFGS"))
		word[1] = "-eps", word[2] = number;
	args_init(&a, !number ? 1 : word[2] ? 3 : 2, word, "expTangentStiff");
	assert_int_equal(tangent_build(&s->lab, tangent_find(name), &a, &e), 0);
	s->t = table_get(&s->lab.tangents, 1);
	assert_in_range(s->t->ops->nstate(s->t->self, N), 1, STATE);
	s->t->ops->start(s->t->self, N, initial, s->h);
}

static void update(struct estimate *s, const double *dd, const double *dq)
{
	s->t->ops->update(s->t->self, N, dd, dq, s->h, s->k);
}

static void random_increment(struct rng *r, double *ret_dd, double *ret_dq)
{
	for (int i = 0; i < N; i++)
		ret_dd[i] = 2.0 * rng_uniform(r) - 1.0;
	mat_vec(N, N, specimen, ret_dd, ret_dq);
}

static void expect(const double *got, const double *want, double tolerance)
{
	for (int i = 0; i < N * N; i++)
		assert_near(got[i], want[i], tolerance);
}

static const double none[N];

static void an_estimate_begins_with_the_initial_stiffness(void **state)
{
	static const char *const number[] = { "Broyden", NULL, "BFGS", "0.1", "Transpose", "4" };
	struct estimate s;
	(void)state;
	for (size_t i = 0; i < COUNT(number); i += 2) {
		make(&s, number[i], number[i + 1]);
		update(&s, none, none);
		expect(s.k, initial, 0.0);
		laboratory_fini(&s.lab);
	}
}

static void broyden_and_bfgs_explain_the_last_increments(void **state)
{
	static const char *const number[] = { "Broyden", NULL, "BFGS", "0.05" };
	struct estimate s;
	(void)state;
	for (size_t i = 0; i < COUNT(number); i += 2) {
		struct rng r;
		double dd[N], dq[N], got[N];
		rng_init(&r, 5, 0);
		make(&s, number[i], number[i + 1]);
		for (int step = 0; step < 20; step++) {
			random_increment(&r, dd, dq);
			update(&s, dd, dq);
			mat_vec(N, N, s.k, dd, got);
			for (int j = 0; j < N; j++)
				assert_near(got[j], dq[j], 1e-11);
		}
		laboratory_fini(&s.lab);
	}
}

/* Of all matrices with K dd = dq Broyden's is the nearest to the one before: the change has rank one and the rows of dd'. */
static void broyden_changes_nothing_across_the_increment(void **state)
{
	const double dd[N] = { 0.2, 0.0, 0.0 }, dq[N] = { 3.0, 1.0, -1.0 };
	const double want[N * N] = { 15, 1, 0, 5, 60, 2, -5, 2, 70 };
	struct estimate s;
	(void)state;
	make(&s, "Broyden", NULL);
	update(&s, dd, dq);
	expect(s.k, want, 1e-13);
	update(&s, none, none);
	expect(s.k, want, 1e-13);
	laboratory_fini(&s.lab);
}

static void bfgs_stays_symmetric_and_positive(void **state)
{
	struct estimate s;
	struct rng r;
	double dd[N], dq[N];
	(void)state;
	rng_init(&r, 6, 0);
	make(&s, "BFGS", "0.05");
	for (int step = 0; step < 50; step++) {
		double x[N], kx[N];
		random_increment(&r, dd, dq);
		update(&s, dd, dq);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < i; j++)
				assert_near(s.k[i * N + j], s.k[j * N + i], 1e-11);
		random_increment(&r, x, kx);
		mat_vec(N, N, s.k, x, kx);
		assert_true(x[0] * kx[0] + x[1] * kx[1] + x[2] * kx[2] > 0.0);
	}
	laboratory_fini(&s.lab);
}

/* With the increments of K0 itself dK of K0 is nothing, whatever the estimate was. */
static void bfgs_goes_back_to_the_initial_stiffness_when_it_changes_less(void **state)
{
	struct estimate s;
	double dd[N] = { 1.0, 0.5, -0.3 }, dq[N] = { 9.0, 1.0, -3.0 };
	(void)state;
	make(&s, "BFGS", "0.05");
	update(&s, dd, dq);
	dd[1] = -0.8;
	mat_vec(N, N, initial, dd, dq);
	update(&s, dd, dq);
	expect(s.k, initial, 1e-12);
	laboratory_fini(&s.lab);
}

static void bfgs_ignores_increments_that_say_too_little(void **state)
{
	const double dd[N] = { 1.0, 0.0, 0.0 }, across[N] = { 0.09, 0.0, 0.996 }, back[N] = { -1.0, 0.0, 0.0 }, enough[N] = { 0.11, 0.0, 0.994 };
	struct estimate s;
	(void)state;
	make(&s, "BFGS", "0.1");
	update(&s, dd, across);
	expect(s.k, initial, 0.0);
	update(&s, dd, back);
	expect(s.k, initial, 0.0);
	update(&s, dd, enough);
	assert_near(s.k[0], 0.11, 1e-12);
	laboratory_fini(&s.lab);
}

static void transpose_finds_a_linear_specimen_after_as_many_columns_as_coordinates(void **state)
{
	static const char *const columns[] = { "3", "5" };
	(void)state;
	for (size_t c = 0; c < COUNT(columns); c++) {
		struct estimate s;
		struct rng r;
		double dd[N], dq[N];
		rng_init(&r, 7, 0);
		make(&s, "Transpose", columns[c]);
		for (int step = 1; step <= 12; step++) {
			random_increment(&r, dd, dq);
			update(&s, dd, dq);
			expect(s.k, step < N ? initial : specimen, step < N ? 0.0 : 1e-10);
		}
		laboratory_fini(&s.lab);
	}
}

/* One coordinate, three columns: K = sum d q / sum d^2 of the last three. */
static void transpose_fits_the_last_columns_by_least_squares(void **state)
{
	const double d[] = { 1.0, 2.0, -1.0, 0.5, 3.0 }, q[] = { 7.0, 5.0, -4.0, 6.0, 1.0 };
	struct estimate s;
	(void)state;
	make(&s, "Transpose", "3");
	memset(s.h, 0, sizeof s.h);
	s.t->ops->start(s.t->self, 1, initial, s.h);
	for (int i = 0; i < 5; i++) {
		double up = 0.0, down = 0.0;
		for (int j = i < 2 ? 0 : i - 2; j <= i; j++) {
			up += d[j] * q[j];
			down += d[j] * d[j];
		}
		s.t->ops->update(s.t->self, 1, &d[i], &q[i], s.h, s.k);
		assert_near(s.k[0], up / down, 1e-13);
	}
	laboratory_fini(&s.lab);
}

static void transpose_keeps_its_stiffness_while_columns_are_dependent(void **state)
{
	const double dd[N] = { 1.0, 2.0, 3.0 }, dq[N] = { 7.0, 5.0, 3.0 };
	struct estimate s;
	(void)state;
	make(&s, "Transpose", "4");
	for (int step = 0; step < 10; step++) {
		update(&s, dd, dq);
		expect(s.k, initial, 0.0);
	}
	laboratory_fini(&s.lab);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(an_estimate_begins_with_the_initial_stiffness),
		cmocka_unit_test(broyden_and_bfgs_explain_the_last_increments),
		cmocka_unit_test(broyden_changes_nothing_across_the_increment),
		cmocka_unit_test(bfgs_stays_symmetric_and_positive),
		cmocka_unit_test(bfgs_goes_back_to_the_initial_stiffness_when_it_changes_less),
		cmocka_unit_test(bfgs_ignores_increments_that_say_too_little),
		cmocka_unit_test(transpose_finds_a_linear_specimen_after_as_many_columns_as_coordinates),
		cmocka_unit_test(transpose_fits_the_last_columns_by_least_squares),
		cmocka_unit_test(transpose_keeps_its_stiffness_while_columns_are_dependent),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
