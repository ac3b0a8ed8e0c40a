/* All rows of the table of signal filters: their example builds, the same seed gives the same bits, every component has a state of its
 * own, and state stays in its room. Then the numbers of each. Sources of numbers: the formulas at the head of each filter, by hand; for
 * noise the moments of the normal distribution. */
#include "test.h"

#include "base/base.h"
#include "experiment/laboratory.h"

#include <stdlib.h>

enum { WORDS_MAX = 32, STEPS = 400, COMPONENTS = 3 };

static struct laboratory lab;

static int begin(void **state)
{
	(void)state;
	laboratory_init(&lab);
	return 0;
}

static int end(void **state)
{
	(void)state;
	laboratory_fini(&lab);
	return 0;
}

/* "1 0.02" after the name. */
static int build(const char *name, const char *rest, struct err *e)
{
	char text[256];
	const char *word[WORDS_MAX];
	struct args a;
	int n = 0;
	snprintf(text, sizeof(text), "%s", rest);
	for (char *w = strtok(text, " "); w && n < WORDS_MAX; w = strtok(NULL, " "))
		word[n++] = w;
	args_init(&a, n, word, "expSignalFilter");
	return filter_build(&lab, filter_find(name), &a, e);
}

/* What examples refer to: expTangentStiff 1. */
static void make_tangent(void)
{
	static const struct param none[] = {{0}};
	static const struct tangent_ops probe = {.name = "Probe", .params = none, .size = 8};
	const char *word[] = {"1"};
	struct err e = {0};
	struct args a;
	args_init(&a, 1, word, "expTangentStiff");
	assert_int_equal(tangent_build(&lab, &probe, &a, &e), 0);
}

static const struct filter *made(const char *name, const char *rest)
{
	struct err e = {0};
	char line[700];
	if (build(name, rest, &e) < 0) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s %s: %s", name, rest, line);
	}
	return lab.filters.row[lab.filters.n - 1].object;
}

static const struct filter *example(int i)
{
	char rest[256];
	snprintf(rest, sizeof(rest), "%d %s", i + 1, filter_table[i]->example);
	return made(filter_table[i]->name, rest);
}

static struct filter_use used(const struct filter *f, int n, uint64_t seed)
{
	struct filter_use u;
	assert_int_equal(filter_use(&u, f, n, &lab), 0);
	filter_start(&u, seed, 1, 0);
	return u;
}

/* A signal with turns and rests; component c differs from the others. */
static double wave(int step, int c)
{
	double t = 0.01 * step;
	return step % 7 == 0 ? 0.0 : sin(3.0 * t + c) + 0.3 * sin(17.0 * t) * (c + 1);
}

static void run(struct filter_use *u, double *ret_y)
{
	for (int k = 0; k < STEPS; k++) {
		for (int c = 0; c < u->n; c++)
			ret_y[k * u->n + c] = wave(k, c);
		assert_int_equal(filter_pass(u, ret_y + k * u->n, 0.001 * k), -1);
	}
}

static void every_row_says_what_it_is(void **state)
{
	(void)state;
	assert_non_null(filter_table[0]);
	for (int i = 0; filter_table[i]; i++) {
		const struct filter_ops *f = filter_table[i];
		assert_true(f->name && f->brief && f->example && f->params && f->apply);
		assert_ptr_equal(filter_find(f->name), f);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(filter_table[k]->name, f->name);
	}
	assert_null(filter_find("Nothing"));
}

static void every_example_builds_and_refuses_a_second_time_and_more_words(void **state)
{
	(void)state;
	make_tangent();
	for (int i = 0; filter_table[i]; i++) {
		struct err e = {0}, f = {0};
		char rest[256];
		assert_int_equal(example(i)->tag, i + 1);
		snprintf(rest, sizeof(rest), "%d %s", i + 1, filter_table[i]->example);
		assert_int_equal(build(filter_table[i]->name, rest, &e), ERR_DUPLICATE);
		snprintf(rest, sizeof(rest), "%d %s nonsense", i + 100, filter_table[i]->example);
		assert_true(build(filter_table[i]->name, rest, &f) < 0);
		assert_true(f.what[0] != '\0');
		assert_null(table_get(&lab.filters, i + 100));
	}
}

static void every_filter_gives_the_same_bits_for_the_same_seed(void **state)
{
	static double y[2][STEPS * COMPONENTS];
	(void)state;
	make_tangent();
	for (int i = 0; filter_table[i]; i++) {
		const struct filter *f = example(i);
		for (int k = 0; k < 2; k++) {
			struct filter_use u = used(f, COMPONENTS, 42);
			run(&u, y[k]);
			assert_memory_equal(u.last, y[k] + (STEPS - 1) * COMPONENTS, sizeof(double) * COMPONENTS);
		}
		assert_memory_equal(y[0], y[1], sizeof(y[0]));
	}
}

/* Component 0 of three answers as component 0 alone. */
static void every_component_has_a_state_of_its_own(void **state)
{
	static double three[STEPS * COMPONENTS], one[STEPS];
	(void)state;
	make_tangent();
	for (int i = 0; filter_table[i]; i++) {
		const struct filter *f = example(i);
		struct filter_use a = used(f, COMPONENTS, 5), b = used(f, 1, 5);
		run(&a, three);
		run(&b, one);
		for (int k = 0; k < STEPS; k++)
			assert_memory_equal(&three[k * COMPONENTS], &one[k], sizeof(double));
	}
}

static void no_filter_writes_beyond_its_state(void **state)
{
	enum { FENCE = 8 };
	static const double mark = 12345.678;
	(void)state;
	make_tangent();
	for (int i = 0; filter_table[i]; i++) {
		const struct filter *f = example(i);
		size_t n = (size_t)f->nstate;
		double *h = calloc(n + FENCE, sizeof(double));
		assert_non_null(h);
		for (int k = 0; k < FENCE; k++)
			h[n + (size_t)k] = mark;
		if (f->ops->start)
			f->ops->start(f->self, h, 1, 1);
		for (int k = 0; k < STEPS; k++)
			assert_true(isfinite(f->ops->apply(f->self, h, wave(k, 0), 0.001 * k)));
		for (int k = 0; k < FENCE; k++)
			assert_true(h[n + (size_t)k] == mark);
		free(h);
	}
}

/* By the rule at the head of the file; 0.02 taken off in the direction of motion, zero adds. */
static void undershoot_is_against_the_motion(void **state)
{
	static const double x[] = {1.0, 2.0, 2.0, 1.5, -1.0, 0.0, 0.0, 5e-7}, want[] = {0.98, 1.98, 2.0, 1.52, -0.98, 0.0, 0.02, 5e-7};
	(void)state;
	struct filter_use u = used(made("ErrorSimUndershoot", "1 0.02"), 1, 1);
	for (size_t i = 0; i < COUNT(x); i++) {
		double y = x[i];
		assert_int_equal(filter_pass(&u, &y, 0.0), -1);
		assert_near(y, want[i], 1e-15);
	}
}

/* n = 40000: the mean is within 4 std/sqrt(n) and the deviation within 4 std/sqrt(2n) but for one seed in 16000. */
static void noise_has_its_mean_and_its_deviation(void **state)
{
	enum { N = 40000 };
	const double avg = 0.3, std = 2.0;
	(void)state;
	struct filter_use u = used(made("ErrorSimRandomGauss", "1 0.3 2.0"), 1, 9);
	double sum = 0.0, square = 0.0, before = 0.0, product = 0.0;
	for (int i = 0; i < N; i++) {
		double y = 10.0;
		assert_int_equal(filter_pass(&u, &y, 0.0), -1);
		y -= 10.0;
		sum += y;
		square += (y - avg) * (y - avg);
		product += (y - avg) * (before - avg);
		before = y;
	}
	assert_near(sum / N, avg, 4.0 * std / sqrt(N));
	assert_near(sqrt(square / N), std, 4.0 * std / sqrt(2.0 * N));
	assert_near(product / N, 0.0, 4.0 * std * std / sqrt(N));
}

static void noise_differs_between_seeds_components_rigs_and_places(void **state)
{
	(void)state;
	const struct filter *f = made("ErrorSimRandomGauss", "1 0.0 1.0");
	struct filter_use u = used(f, 2, 1), other = used(f, 2, 2), rig = used(f, 2, 1), place = used(f, 2, 1);
	double y[2] = {0}, s[2] = {0}, r[2] = {0}, p[2] = {0};
	filter_start(&rig, 1, 2, 0);
	filter_start(&place, 1, 1, 3);
	assert_true(filter_pass(&u, y, 0.0) < 0 && filter_pass(&other, s, 0.0) < 0 && filter_pass(&rig, r, 0.0) < 0 && filter_pass(&place, p, 0.0) < 0);
	assert_true(y[0] != y[1] && y[0] != s[0] && y[0] != r[0] && y[0] != p[0]);
}

static double pass(struct filter_use *u, double x, double t)
{
	assert_int_equal(filter_pass(u, &x, t), -1);
	return x;
}

/* Steps of 1/128 and a delay of 3/128 and a half: all times are exact in binary, so is a straight line. */
static void delay_is_exact_on_a_straight_line(void **state)
{
	const double dt = 1.0 / 128.0, tau = 3.5 / 128.0;
	char words[64];
	(void)state;
	snprintf(words, sizeof(words), "1 %.17g -samples 8", tau);
	struct filter_use u = used(made("ErrorSimTimeDelay", words), 1, 1);
	for (int k = 0; k < 200; k++) {
		double t = k * dt, want = t < tau ? 0.0 : 2.0 * (t - tau);
		assert_near(pass(&u, 2.0 * t, t), want, 0.0);
	}
}

/* x = sin(t): the line between two samples is off by less than dt^2/8. */
static void delay_follows_a_sine_within_the_error_of_its_lines(void **state)
{
	const double dt = 0.01, tau = 0.0137;
	(void)state;
	struct filter_use u = used(made("ErrorSimTimeDelay", "1 0.0137"), 1, 1);
	for (int k = 0; k < 1000; k++) {
		double t = k * dt, y = pass(&u, sin(t), t);
		if (t > tau)
			assert_near(y, sin(t - tau), dt * dt / 8.0);
	}
}

static void delay_answers_the_oldest_value_before_it_has_a_history(void **state)
{
	(void)state;
	struct filter_use u = used(made("ErrorSimTimeDelay", "1 1.0"), 1, 1);
	assert_near(pass(&u, 7.0, 5.0), 7.0, 0.0);
	assert_near(pass(&u, 8.0, 5.5), 7.0, 0.0);
	assert_near(pass(&u, 9.0, 6.5), 8.0, 0.0);
}

static void delay_of_zero_passes_values_as_they_are(void **state)
{
	(void)state;
	struct filter_use u = used(made("ErrorSimTimeDelay", "1 0.0 -samples 2"), 1, 1);
	for (int k = 0; k < 50; k++)
		assert_near(pass(&u, wave(k, 1), 0.25 * k), wave(k, 1), 0.0);
}

/* Iterations send other values for the same time; a step tried again begins earlier. */
static void delay_replaces_what_is_sent_again(void **state)
{
	(void)state;
	struct filter_use u = used(made("ErrorSimTimeDelay", "1 1.0"), 1, 1);
	pass(&u, 0.0, 0.0);
	pass(&u, 99.0, 1.0);
	pass(&u, 4.0, 1.0);
	assert_near(pass(&u, 50.0, 2.0), 4.0, 0.0);
	pass(&u, 60.0, 2.0);
	assert_near(pass(&u, 6.0, 1.5), 2.0, 0.0);      /* between (0, 0) and (1, 4) */
	assert_near(pass(&u, 8.0, 2.5), 6.0, 0.0);
}

static void delay_says_when_its_history_does_not_fit(void **state)
{
	(void)state;
	struct filter_use u = used(made("ErrorSimTimeDelay", "1 0.1 -samples 13"), 1, 1);
	double x = 1.0;
	/* 0.1 holds ten steps of 0.01: thirteen samples are enough, for ever */
	for (int k = 0; k < 1000; k++)
		pass(&u, k, 0.01 * k);
	/* ten times as many are not */
	int k = 0;
	while (filter_pass(&u, &x, 10.0 + 0.001 * k) < 0 && k < 1000)
		k++;
	assert_in_range(k, 1, 13);
	assert_true(isnan(x));
	assert_non_null(u.filter->ops->refuses);
}

static void converters_change_nothing(void **state)
{
	(void)state;
	make_tangent();
	struct filter_use a = used(made("KrylovForceConverter", "1 2 -initStif 1 2 3 4"), 1, 1);
	struct filter_use b = used(made("TangentForceConverter", "2 -tangStif 1 -initStif 4"), 1, 1);
	for (int k = 0; k < 50; k++) {
		assert_near(pass(&a, wave(k, 0), 0.1 * k), wave(k, 0), 0.0);
		assert_near(pass(&b, wave(k, 0), 0.1 * k), wave(k, 0), 0.0);
	}
}

static void bad_words_are_refused_with_their_reason(void **state)
{
	static const struct { const char *name, *rest; int code; const char *what; } row[] = {
		{"ErrorSimUndershoot", "1", ERR_ARGUMENT, "error is missing"},
		{"ErrorSimUndershoot", "1 x", ERR_ARGUMENT, "error"},
		{"ErrorSimRandomGauss", "1 0.0 -1.0", ERR_RANGE, "std"},
		{"ErrorSimTimeDelay", "1 -1.0", ERR_RANGE, "tau"},
		{"ErrorSimTimeDelay", "1 1.0 -samples 1", ERR_RANGE, "-samples"},
		{"KrylovForceConverter", "1 0 -initStif 1", ERR_RANGE, "numSubspace"},
		{"KrylovForceConverter", "1 2", ERR_ARGUMENT, "-initStif Kij is missing"},
		{"KrylovForceConverter", "1 2 -initStif 1 2 3", ERR_RANGE, "-initStif is not a square matrix"},
		{"KrylovForceConverter", "1 2 -initStif", ERR_ARGUMENT, "-initStif"},
		{"TangentForceConverter", "1 -tangStif 1", ERR_ARGUMENT, "-initStif Kij is missing"},
		{"TangentForceConverter", "1 -initStif 1", ERR_ARGUMENT, "-tangStif tag is missing"},
		{"TangentForceConverter", "1 -initStif 1 -tangStif 9", ERR_MISSING, "there is no expTangentStiff"},
	};
	(void)state;
	make_tangent();
	for (size_t i = 0; i < COUNT(row); i++) {
		struct err e = {0};
		int code = build(row[i].name, row[i].rest, &e);
		if (code != row[i].code || !strstr(e.what, row[i].what))
			fail_msg("%s %s: %s '%s'", row[i].name, row[i].rest, err_name(code), e.what);
		assert_int_equal(lab.filters.n, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_row_says_what_it_is, begin, end),
		cmocka_unit_test_setup_teardown(every_example_builds_and_refuses_a_second_time_and_more_words, begin, end),
		cmocka_unit_test_setup_teardown(every_filter_gives_the_same_bits_for_the_same_seed, begin, end),
		cmocka_unit_test_setup_teardown(every_component_has_a_state_of_its_own, begin, end),
		cmocka_unit_test_setup_teardown(no_filter_writes_beyond_its_state, begin, end),
		cmocka_unit_test_setup_teardown(undershoot_is_against_the_motion, begin, end),
		cmocka_unit_test_setup_teardown(noise_has_its_mean_and_its_deviation, begin, end),
		cmocka_unit_test_setup_teardown(noise_differs_between_seeds_components_rigs_and_places, begin, end),
		cmocka_unit_test_setup_teardown(delay_is_exact_on_a_straight_line, begin, end),
		cmocka_unit_test_setup_teardown(delay_follows_a_sine_within_the_error_of_its_lines, begin, end),
		cmocka_unit_test_setup_teardown(delay_answers_the_oldest_value_before_it_has_a_history, begin, end),
		cmocka_unit_test_setup_teardown(delay_of_zero_passes_values_as_they_are, begin, end),
		cmocka_unit_test_setup_teardown(delay_replaces_what_is_sent_again, begin, end),
		cmocka_unit_test_setup_teardown(delay_says_when_its_history_does_not_fit, begin, end),
		cmocka_unit_test_setup_teardown(converters_change_nothing, begin, end),
		cmocka_unit_test_setup_teardown(bad_words_are_refused_with_their_reason, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
