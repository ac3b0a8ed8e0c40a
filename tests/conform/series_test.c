/* All rows of the table of time series: their example builds, their values are finite, pure and end when they say so. Then the
 * words and the numbers of each. Sources of numbers: the closed forms, and OpenSees 3.8 for the scripts of the same words. */
#include "test.h"

#include "base/base.h"
#include "model/model.h"

#include <stdlib.h>

enum { WORDS_MAX = 32 };

/* A command cut into words as Tcl does it; braces hold one word together. */
struct command {
	char text[512];
	const char *word[WORDS_MAX];
	int n;
};

static void cut(struct command *c, const char *text)
{
	snprintf(c->text, sizeof(c->text), "%s", text);
	c->n = 0;
	for (char *at = c->text; *at;) {
		at += strspn(at, " ");
		char stop = ' ';
		if (*at == '{') {
			stop = '}';
			at++;
		}
		c->word[c->n++] = at;
		at = strchr(at, stop);
		if (!at)
			break;
		*at++ = '\0';
		assert_true(c->n < WORDS_MAX);
	}
}

static struct model m;

static int begin(void **state)
{
	(void)state;
	model_init(&m);
	return 0;
}

static int end(void **state)
{
	(void)state;
	model_fini(&m);
	return 0;
}

/* Builds from "timeSeries Name tag words". */
static int build(const char *text, struct series **ret_s, struct err *e)
{
	struct command c;
	struct args a;
	cut(&c, text);
	assert_true(c.n >= 3);
	const struct series_ops *ops = series_find(c.word[1]);
	assert_non_null(ops);
	args_init(&a, c.n - 3, c.word + 3, "timeSeries %s %s", c.word[1], c.word[2]);
	return series_build(&m, ops, atoi(c.word[2]), &a, ret_s, e);
}

static struct series *made(const char *text)
{
	struct series *s = NULL;
	struct err e = {0};
	char line[600];
	if (build(text, &s, &e) < 0) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s: %s", text, line);
	}
	return s;
}

static void every_row_says_what_it_is(void **state)
{
	(void)state;
	int n = 0;
	for (const struct series_ops *const *row = series_table; *row; row++, n++) {
		assert_ptr_equal(series_find((*row)->name), *row);
		assert_true(strlen((*row)->brief) > 0);
		assert_non_null((*row)->params);
		assert_non_null((*row)->value);
		assert_int_not_equal((*row)->example[0], '\0');
	}
	assert_true(n >= 8);
	assert_null(series_find("linear"));
	assert_null(series_find(""));
}

/* As help prints it: "timeSeries Name 1" before the row's words. */
static struct series *example_of(const struct series_ops *row)
{
	char text[512];

	snprintf(text, sizeof(text), "timeSeries %s 1 %s", row->name, row->example);
	return made(text);
}

static void every_example_builds_and_is_found_by_its_tag(void **state)
{
	(void)state;
	for (const struct series_ops *const *row = series_table; *row; row++) {
		unsigned stamp = m.stamp;
		struct series *s = example_of(*row);
		assert_ptr_equal(model_series(&m, s->tag), s);
		assert_ptr_equal(s->ops, *row);
		assert_int_not_equal(m.stamp, stamp);
		model_wipe(&m);
	}
}

static void every_value_is_finite_and_the_same_when_asked_again(void **state)
{
	(void)state;
	enum { N = 500 };
	for (const struct series_ops *const *row = series_table; *row; row++) {
		double first[N];
		struct series *s = example_of(*row);
		for (int i = 0; i < N; i++) {
			first[i] = series_value(s, -3.0 + 0.0371 * i);
			assert_true(isfinite(first[i]));
		}
		for (int i = N - 1; i >= 0; i--)
			assert_true(series_value(s, -3.0 + 0.0371 * i) == first[i]);
		model_wipe(&m);
	}
}

static void every_series_that_ends_is_zero_afterwards(void **state)
{
	(void)state;
	int ending = 0;
	for (const struct series_ops *const *row = series_table; *row; row++) {
		struct series *s = example_of(*row);
		if ((*row)->duration) {
			double t = (*row)->duration(s->self);
			ending++;
			for (int i = 1; i < 100; i++)
				assert_true(series_value(s, t + 0.013 * i) == 0.0);
		}
		if ((*row)->step && (*row)->step(s->self) > 0.0)
			assert_true((*row)->step(s->self) <= (*row)->duration(s->self));
		model_wipe(&m);
	}
	assert_true(ending >= 5);
}

static void every_row_refuses_words_it_does_not_know(void **state)
{
	(void)state;
	for (const struct series_ops *const *row = series_table; *row; row++) {
		char text[512];
		struct series *s = NULL;
		struct err e = {0};
		snprintf(text, sizeof(text), "timeSeries %s 1 %s -nonsense", (*row)->name, (*row)->example);
		assert_int_equal(build(text, &s, &e), ERR_ARGUMENT);
		assert_string_equal(e.value, "-nonsense");
		assert_null(s);
		assert_int_equal(m.series.n, 0);
	}
}

static void a_tag_is_given_once_and_zero_is_none(void **state)
{
	(void)state;
	struct series *s = NULL;
	made("timeSeries Linear 3");
	assert_int_equal(build("timeSeries Constant 3", &s, NULL), ERR_DUPLICATE);
	assert_null(s);
	s = made("timeSeries Constant 0");
	assert_int_equal(m.series.n, 1);
	assert_true(series_value(s, 5.0) == 1.0);
}

/* One number a row: the command, a time, the value, how near. */
struct sample {
	const char *text;
	double t, value, tol;
};

static void check_samples(const struct sample *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double value = series_value(made(row[i].text), row[i].t);
		if (!(fabs(value - row[i].value) <= row[i].tol))
			fail_msg("%s at %g: %.17g, not %.17g", row[i].text, row[i].t, value, row[i].value);
		model_wipe(&m);
	}
}

static void values_are_those_of_the_closed_forms(void **state)
{
	(void)state;
	static const struct sample row[] = {
		{"timeSeries Constant 1 -factor 2.5", -7.0, 2.5, 0.0},
		{"timeSeries Linear 1", -3.0, -3.0, 0.0},
		{"timeSeries Linear 1 -factor -1.5", 4.0, -6.0, 0.0},
		/* sin at 1/12, 1/4 and 3/4 of a cycle; outside the wave */
		{"timeSeries Trig 1 1.0 9.0 2.4 -factor 3.0", 1.2, 1.5, 1e-15},
		{"timeSeries Sine 1 1.0 9.0 2.4 -factor 3.0", 1.6, 3.0, 1e-15},
		{"timeSeries Trig 1 1.0 9.0 2.4", 0.999, 0.0, 0.0},
		{"timeSeries Trig 1 1.0 9.0 2.4", 9.001, 0.0, 0.0},
		{"timeSeries Trig 1 0.0 9.0 1.0 -shift 1.5707963267948966", 0.0, 1.0, 1e-15},
		{"timeSeries Trig 1 0.0 9.0 6.283185307179586 -zeroShift 0.5", 0.0, 0.0, 1e-15},
		{"timeSeries Triangle 1 1.0 9.0 2.0 -factor 3.0", 1.25, 1.5, 1e-15},
		{"timeSeries Triangle 1 1.0 9.0 2.0 -factor 3.0", 1.5, 3.0, 1e-15},
		{"timeSeries Triangle 1 1.0 9.0 2.0 -factor 3.0", 2.5, -3.0, 1e-15},
		{"timeSeries Triangle 1 1.0 9.0 2.0 -shift 0.5", 1.0, 1.0, 1e-15},
		{"timeSeries Triangle 1 0.0 9.0 4.0 -zeroShift 0.5", 0.0, 0.0, 1e-15},
		{"timeSeries Pulse 1 1.0 9.0 2.0 -width 0.25 -factor 3.0", 1.49, 3.0, 0.0},
		{"timeSeries Pulse 1 1.0 9.0 2.0 -width 0.25 -factor 3.0", 1.51, 0.0, 0.0},
		{"timeSeries Pulse 1 1.0 9.0 2.0 -zeroShift 0.5", 2.5, 0.5, 0.0},
		{"timeSeries Ramp 1 1.0 2.0", 2.0, 0.5, 0.0},
		{"timeSeries Ramp 1 1.0 2.0 -factor 4.0 -offset 1.0", 0.0, 1.0, 0.0},
		{"timeSeries Ramp 1 1.0 2.0 -factor 4.0 -offset 1.0", 9.0, 5.0, 0.0},
		{"timeSeries Ramp 1 0.0 1.0 -smooth 1.0", 0.25, 0.125, 1e-16},
		{"timeSeries Ramp 1 0.0 1.0 -smooth 1.0", 0.75, 0.875, 1e-15},
	};
	check_samples(row, COUNT(row));
}

static void path_is_straight_between_points_and_zero_outside(void **state)
{
	(void)state;
	static const struct sample row[] = {
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0}", -0.1, 0.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0}", 0.0, 1.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0}", 0.25, 2.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0} -factor 2", 0.75, 2.0, 0.0},
		/* the last point, where the peer is zero already */
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0}", 1.0, 0.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0} -useLast", 1.0, -1.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values {1.0 3.0 -1.0} -useLast", 1e9, -1.0, 0.0},
		{"timeSeries Path 1 -values {1.0 3.0 -1.0} -prependZero -dt 0.5", 0.25, 0.5, 0.0},
		{"timeSeries Path 1 -dt 0.5 -startTime 2.0 -values {1.0 3.0 -1.0}", 2.25, 2.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -startTime 2.0 -values {1.0 3.0 -1.0}", 1.99, 0.0, 0.0},
		{"timeSeries Path 1 -time {1.0 2.0 6.0} -values {2.0 4.0 -4.0}", 0.99, 0.0, 0.0},
		{"timeSeries Path 1 -time {1.0 2.0 6.0} -values {2.0 4.0 -4.0}", 1.5, 3.0, 0.0},
		{"timeSeries Path 1 -time {1.0 2.0 6.0} -values {2.0 4.0 -4.0}", 2.0, 4.0, 0.0},
		{"timeSeries Path 1 -time {1.0 2.0 6.0} -values {2.0 4.0 -4.0}", 4.0, 0.0, 0.0},
		{"timeSeries Path 1 -time {1.0 2.0 6.0} -values {2.0 4.0 -4.0}", 6.0, 0.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values 7.0", 0.0, 0.0, 0.0},
		{"timeSeries Path 1 -dt 0.5 -values 1.0 3.0 -1.0 -factor 2", 0.25, 4.0, 0.0},
		/* far beyond what a whole number can count */
		{"timeSeries Path 1 -dt 1e-6 -values {1.0 3.0}", 1e12, 0.0, 0.0},
	};
	check_samples(row, COUNT(row));
}

static void values_are_those_of_the_peer(void **state)
{
	(void)state;
	/* OpenSees 3.8, unit spring under a unit load with this series, ten digits */
	static const struct sample row[] = {
		{"timeSeries Trig 1 0.2 4.0 0.9 -shift 0.4 -factor 3.0", 0.55, 0.8812045126, 1e-9},
		{"timeSeries Triangle 1 0.0 9.0 1.1 -shift 0.21 -factor 1.2", 0.55, -0.9163636364, 1e-9},
		{"timeSeries Ramp 1 0.3 3.17 -offset 0.25 -smooth 0.4", 0.66, 0.2903029187, 1e-9},
	};
	check_samples(row, COUNT(row));
}

static void bad_words_are_refused_with_their_reason(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int code;
		const char *what;
	} row[] = {
		{"timeSeries Trig 1 0.0 9.0", ERR_ARGUMENT, "period is missing"},
		{"timeSeries Trig 1 0.0 9.0 0.0", ERR_RANGE, "period is out of range"},
		{"timeSeries Sine 1 5.0 4.0 1.0", ERR_RANGE, "tEnd is before tStart"},
		{"timeSeries Trig 1 0.0 9.0 1.0 -factor 1 -zeroShift 2", ERR_RANGE, "-zeroShift is larger than -factor"},
		{"timeSeries Triangle 1 0.0 9.0 1.0 -factor 0 -zeroShift 2", ERR_RANGE, "-zeroShift needs a -factor that is not zero"},
		{"timeSeries Pulse 1 0.0 9.0 1.0 -width 1.5", ERR_RANGE, "-width is out of range"},
		{"timeSeries Ramp 1 0.0 -1.0", ERR_RANGE, "tRamp is out of range"},
		{"timeSeries Linear 1 -factor inf", ERR_NONFINITE, "-factor is not a finite number"},
		{"timeSeries Path 1 -dt 0.5", ERR_ARGUMENT, "the values are missing: give -values or -filePath"},
		{"timeSeries Path 1 -values {1 2}", ERR_ARGUMENT, "give either -dt or the times (-time, -fileTime)"},
		{"timeSeries Path 1 -dt 1 -time {0 1} -values {1 2}", ERR_ARGUMENT, "give either -dt or the times (-time, -fileTime)"},
		{"timeSeries Path 1 -dt 0 -values {1 2}", ERR_RANGE, "-dt is out of range"},
		{"timeSeries Path 1 -dt 1 -values {1 x}", ERR_ARGUMENT, "values is not a number"},
		{"timeSeries Path 1 -dt 1 -values {}", ERR_ARGUMENT, "values needs at least 1 number"},
		{"timeSeries Path 1 -dt 1 -values {1 2} -values {3}", ERR_ARGUMENT, "values are given twice"},
		{"timeSeries Path 1 -time {0 1} -values {1 2 3}", ERR_ARGUMENT, "there must be as many times as values"},
		{"timeSeries Path 1 -time {0 2 2} -values {1 2 3}", ERR_RANGE, "times must increase, but time 3 does not"},
		{"timeSeries Path 1 -time {0 1} -values {1 2} -prependZero", ERR_UNSUPPORTED, "-prependZero and -startTime go with -dt only"},
		{"timeSeries Path 1 -dt 1 -filePath /nowhere/quake.txt", ERR_FILE, "cannot be opened for reading"},
		{"timeSeries Path 1 -dt 1 -filePath", ERR_ARGUMENT, "file name is missing"},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct series *s = NULL;
		struct err e = {0};
		int rc = build(row[i].text, &s, &e);
		if (rc != row[i].code || strcmp(e.what, row[i].what) != 0)
			fail_msg("%s: %s '%s'", row[i].text, err_name(rc), e.what);
		assert_null(s);
		assert_int_equal(m.series.n, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_row_says_what_it_is, begin, end),
		cmocka_unit_test_setup_teardown(every_example_builds_and_is_found_by_its_tag, begin, end),
		cmocka_unit_test_setup_teardown(every_value_is_finite_and_the_same_when_asked_again, begin, end),
		cmocka_unit_test_setup_teardown(every_series_that_ends_is_zero_afterwards, begin, end),
		cmocka_unit_test_setup_teardown(every_row_refuses_words_it_does_not_know, begin, end),
		cmocka_unit_test_setup_teardown(a_tag_is_given_once_and_zero_is_none, begin, end),
		cmocka_unit_test_setup_teardown(values_are_those_of_the_closed_forms, begin, end),
		cmocka_unit_test_setup_teardown(path_is_straight_between_points_and_zero_outside, begin, end),
		cmocka_unit_test_setup_teardown(values_are_those_of_the_peer, begin, end),
		cmocka_unit_test_setup_teardown(bad_words_are_refused_with_their_reason, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
