/* Suite over every row of algorithm_table, and the convergence tests: all find the same path, count and report as they say. */
#include "rig.h"

static const struct rig_chain yielding = {.n = 3, .mass = 1.0, .alpha = 0.3, .material = "Steel02 2.0 200 0.05 18 0.925 0.15",
	.amplitude = 4.0, .period = 0.7, .end = 1e9};
static const struct rig_chain elastic = {.n = 3, .mass = 1.0, .alpha = 0.3, .material = "Elastic 200", .amplitude = 4.0, .period = 0.7, .end = 1e9};

enum { STEPS = 80 };
static const double DT = 0.01;

static void path(const struct rig_chain *c, const char *algorithm, const char *words, const char *test, double *ret_u)
{
	struct rig r;
	rig_make(&r, c);
	rig_test(&r, test);
	rig_algorithm(&r, algorithm, words);
	rig_integrator(&r, "Newmark", "0.5 0.25");
	for (int i = 0; i < STEPS; i++) {
		rig_step(&r, 1, DT);
		ret_u[i] = rig_u(&r);
	}
	rig_end(&r);
}

static void all_algorithms_find_the_same_path(void **state)
{
	char words[128];
	double newton[STEPS], u[STEPS], linear[STEPS];
	(void)state;
	path(&yielding, "Newton", "", "NormUnbalance 1e-10 400", newton);
	path(&elastic, "Newton", "", "NormUnbalance 1e-10 400", linear);
	for (int i = 0; algorithm_table[i]; i++)
		for (int k = 0; row_example(algorithm_table[i]->example, k, words, sizeof(words)); k++) {
			bool once = algorithm_table[i]->no_test;
			path(once ? &elastic : &yielding, algorithm_table[i]->name, words, "NormUnbalance 1e-10 400", u);
			for (int n = 0; n < STEPS; n++)
				if (!(fabs(u[n] - (once ? linear : newton)[n]) <= 1e-9))
					fail_msg("%s %s: %.12g at step %d, Newton %.12g", algorithm_table[i]->name, words, u[n], n + 1, (once ? linear : newton)[n]);
		}
}

static void all_tests_stop_at_the_same_path(void **state)
{
	static const char *const tests[] = {
		"NormDispIncr 1e-11 50", "NormDispIncr 1e-11 50 0 0", "NormDispIncr 1e-11 50 0 1", "EnergyIncr 1e-20 50", "RelativeNormUnbalance 1e-10 50",
		"RelativeNormDispIncr 1e-9 50", "RelativeEnergyIncr 1e-18 50", "RelativeTotalNormDispIncr 1e-9 50", "FixedNumIter 8",
	};
	double newton[STEPS], u[STEPS];
	(void)state;
	path(&yielding, "Newton", "", "NormUnbalance 1e-10 400", newton);
	for (size_t i = 0; i < COUNT(tests); i++) {
		path(&yielding, "Newton", "", tests[i], u);
		for (int n = 0; n < STEPS; n++)
			if (!(fabs(u[n] - newton[n]) <= 1e-8))
				fail_msg("test %s: %.12g at step %d, not %.12g", tests[i], u[n], n + 1, newton[n]);
	}
}

/* A linear system of average acceleration is solved by the first increment; the second one is nothing. */
static void newton_needs_two_iterations_where_all_is_linear(void **state)
{
	struct rig r;
	(void)state;
	rig_make(&r, &elastic);
	rig_test(&r, "NormDispIncr 1e-10 10");
	rig_algorithm(&r, "Newton", "");
	rig_integrator(&r, "Newmark", "0.5 0.25");
	rig_step(&r, 1, DT);
	assert_int_equal(r.an.iterations, 2);
	assert_true(r.an.test.history[0] > 1e-10);
	assert_true(r.an.test.history[1] <= 1e-10);
	rig_test(&r, "NormUnbalance 1e-9 10");
	rig_step(&r, 1, DT);
	assert_int_equal(r.an.iterations, 1);
	rig_test(&r, "FixedNumIter 7");
	rig_step(&r, 1, DT);
	assert_int_equal(r.an.iterations, 7);
	rig_end(&r);
}

static void non_convergence_says_how_far_it_came(void **state)
{
	struct rig r;
	double before;
	int done;
	char line[700];
	(void)state;
	rig_make(&r, &yielding);
	rig_test(&r, "NormUnbalance 1e-10 50");
	rig_algorithm(&r, "Newton", "");
	rig_integrator(&r, "Newmark", "0.5 0.25");
	rig_step(&r, 20, DT);
	before = rig_u(&r);
	rig_test(&r, "NormUnbalance 1e-30 3");
	assert_int_equal(analysis_run(&r.an, 5, DT, &done, &r.e), ERR_CONVERGE);
	assert_int_equal(done, 0);
	err_text(&r.e, line, sizeof(line));
	assert_contains(line, "NormUnbalance");
	assert_contains(line, "3 iterations");
	assert_contains(line, "1e-30");
	assert_near(rig_u(&r), before, 0.0);
	assert_int_equal(r.an.test.count, 3);
	rig_end(&r);
}

static void print_flag_five_accepts_the_last_iteration(void **state)
{
	struct rig r;
	(void)state;
	rig_make(&r, &yielding);
	rig_test(&r, "NormUnbalance 1e-30 3 5");
	rig_algorithm(&r, "Newton", "-initial");
	rig_integrator(&r, "Newmark", "0.5 0.25");
	rig_step(&r, 30, DT);
	assert_int_equal(r.an.iterations, 3);
	assert_true(r.an.test.history[2] > 1e-30);
	rig_end(&r);
}

static void bad_words_are_refused_with_their_range(void **state)
{
	static const struct { const char *words, *part; } rows[] = {
		{"NormDispIncr 0 10", "> 0"}, {"NormDispIncr 1e-8 0", "limit"}, {"NormDispIncr 1e-8", "limit"}, {"NormDisp 1e-8 10", "NormDispIncr"},
		{"NormDispIncr 1e-8 10 0 2 extra", "extra"}, {"NormDispIncr nan 10", "tol"}, {"FixedNumIter -1", "limit"},
	};
	struct rig r;
	(void)state;
	rig_make(&r, &elastic);
	for (size_t i = 0; i < COUNT(rows); i++) {
		char text[64], line[700];
		const char *word[RIG_WORDS];
		struct test t;
		snprintf(text, sizeof(text), "%s", rows[i].words);
		struct args a = rig_args(text, word, "test");
		err_clear(&r.e);
		assert_true(test_parse(&t, &a, &r.an.parts, &r.e) < 0);
		err_text(&r.e, line, sizeof(line));
		assert_contains(line, rows[i].part);
	}
	rig_end(&r);
}

/* Where the stiffness changes the matrix of the first step is no longer that of the step: the answers of Linear show which was used. */
static void factor_once_keeps_the_first_matrix(void **state)
{
	double once[STEPS], each[STEPS], initial[STEPS];
	(void)state;
	path(&elastic, "Linear", "-factorOnce", "NormDispIncr 1e-10 10", once);
	path(&elastic, "Linear", "", "NormDispIncr 1e-10 10", each);
	assert_near(once[STEPS - 1], each[STEPS - 1], 1e-14);
	path(&yielding, "Linear", "-factorOnce", "NormDispIncr 1e-10 10", once);
	path(&yielding, "Linear", "", "NormDispIncr 1e-10 10", each);
	path(&yielding, "Linear", "-initial", "NormDispIncr 1e-10 10", initial);
	assert_near(once[STEPS - 1], initial[STEPS - 1], 1e-14);
	assert_true(fabs(once[STEPS - 1] - each[STEPS - 1]) > 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_algorithms_find_the_same_path),
		cmocka_unit_test(all_tests_stop_at_the_same_path),
		cmocka_unit_test(newton_needs_two_iterations_where_all_is_linear),
		cmocka_unit_test(non_convergence_says_how_far_it_came),
		cmocka_unit_test(print_flag_five_accepts_the_last_iteration),
		cmocka_unit_test(bad_words_are_refused_with_their_range),
		cmocka_unit_test(factor_once_keeps_the_first_matrix),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
