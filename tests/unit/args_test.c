/* Words to numbers: what is taken, what is refused, and what the report says then. */
#include "test.h"

#include "base/args.h"
#include "base/base.h"

#include <limits.h>

#define WORDS(a, ...)                                            \
	const char *a##_words[] = {__VA_ARGS__};                 \
	struct args a;                                           \
	args_init(&a, (int)COUNT(a##_words), a##_words, "thing %d", 3)

static void reads_finite_reals_only(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		double x;
	} good[] = {{"1", 1.0}, {"-2.5e-3", -0.0025}, {"+.5", 0.5}, {"1.", 1.0}, {" 3 ", 3.0}, {"1e-320", 1e-320}, {"0x10", 16.0}};
	static const char *const bad[] = {"", " ", "x", "1x", "1 2", "nan", "inf", "-Infinity", "1e999", "0x1g", "1,5", "--1", "1e"};
	double x;
	for (size_t i = 0; i < COUNT(good); i++) {
		x = -77.0;
		assert_true(text_real(good[i].text, &x));
		assert_true(x == good[i].x);
	}
	for (size_t i = 0; i < COUNT(bad); i++) {
		x = -77.0;
		if (text_real(bad[i], &x))
			fail_msg("'%s' was taken", bad[i]);
		assert_true(x == -77.0);
	}
}

static void reads_whole_numbers_only(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "x", "3.0", "1e3", "2147483648", "-2147483649", "99999999999999999999", "1 2", "0x10"};
	int i = 0;
	assert_true(text_int("-2147483648", &i) && i == INT_MIN);
	assert_true(text_int("2147483647", &i) && i == INT_MAX);
	assert_true(text_int("007", &i) && i == 7);
	for (size_t k = 0; k < COUNT(bad); k++)
		if (text_int(bad[k], &i))
			fail_msg("'%s' was taken", bad[k]);
	assert_int_equal(i, 7);
}

static void consumes_a_word_only_on_success(void **state)
{
	(void)state;
	WORDS(a, "2", "x", "-1");
	struct err e = {0};
	double x = 0.0;
	assert_int_equal(args_real(&a, "E", RANGE_POSITIVE, &x, &e), 0);
	assert_int_equal(a.at, 1);
	assert_int_equal(args_real(&a, "b", RANGE_ANY, &x, &e), ERR_ARGUMENT);
	assert_int_equal(a.at, 1);
	assert_true(x == 2.0);
	assert_string_equal(args_peek(&a), "x");
	assert_true(args_accept(&a, "x"));
	assert_false(args_accept(&a, "x"));
	assert_true(args_more_real(&a) && args_more_int(&a));
}

static void names_object_value_and_range(void **state)
{
	(void)state;
	struct {
		const char *word;
		int code;
		const char *line;
	} row[] = {
		{"-2", ERR_RANGE, "thing 3: E is out of range: -2 (allowed: > 0)"},
		{"x", ERR_ARGUMENT, "thing 3: E is not a number: x (allowed: > 0)"},
		{"inf", ERR_NONFINITE, "thing 3: E is not a finite number: inf (allowed: > 0)"},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		WORDS(a, row[i].word);
		struct err e = {0};
		char line[300];
		double x;
		assert_int_equal(args_real(&a, "E", RANGE_POSITIVE, &x, &e), row[i].code);
		err_text(&e, line, sizeof(line));
		assert_string_equal(line, row[i].line);
	}
}

static void tells_how_to_write_a_whole_number(void **state)
{
	(void)state;
	WORDS(a, "3.0", "30");
	struct err e = {0};
	char line[300];
	int i;
	assert_int_equal(args_int(&a, "dof", 1, 6, &i, &e), ERR_ARGUMENT);
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "thing 3: dof is not a whole number: 3.0 (allowed: whole numbers from 1 to 6); write 3, without decimal point or exponent");
	a.at = 1;
	err_clear(&e);
	assert_int_equal(args_int(&a, "dof", 1, 6, &i, &e), ERR_RANGE);
}

static void takes_any_whole_number_as_a_tag(void **state)
{
	(void)state;
	WORDS(a, "-2147483648", "2147483647", "2147483648");
	struct err e = {0};
	int tag;
	assert_int_equal(args_tag(&a, "tag", &tag, &e), 0);
	assert_int_equal(tag, -2147483647 - 1);
	assert_int_equal(args_tag(&a, "tag", &tag, &e), 0);
	assert_int_equal(tag, 2147483647);
	assert_int_equal(args_tag(&a, "tag", &tag, &e), ERR_ARGUMENT);
	assert_string_equal(e.value, "2147483648");
	assert_int_equal(tag, 2147483647);
}

static void says_what_is_missing_and_what_is_too_much(void **state)
{
	(void)state;
	WORDS(a, "1", "surplus");
	struct err e = {0};
	const char *word;
	char line[300];
	a.at = 1;
	assert_int_equal(args_end(&a, &e), ERR_ARGUMENT);
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "thing 3: unexpected word: surplus");
	a.at = 2;
	assert_int_equal(args_end(&a, NULL), 0);
	err_clear(&e);
	assert_int_equal(args_word(&a, "file", &word, &e), ERR_ARGUMENT);
	assert_string_equal(e.what, "file is missing");
}

static void chooses_from_names_and_lists_them(void **state)
{
	(void)state;
	static const char *const names[] = {"Plain", "Penalty", NULL};
	WORDS(a, "Penalty", "penalty");
	struct err e = {0};
	int i = -1;
	assert_int_equal(args_choice(&a, "handler", names, &i, &e), 0);
	assert_int_equal(i, 1);
	assert_int_equal(args_choice(&a, "handler", names, &i, &e), ERR_UNKNOWN);
	assert_string_equal(e.allowed, "Plain, Penalty");
	assert_string_equal(e.value, "penalty");
}

static void reads_lists_as_words_or_inside_one_word(void **state)
{
	(void)state;
	struct arena mem;
	arena_init(&mem);
	struct {
		const char *word[3];
		int n, at;
	} row[] = {
		{{"1", "2", "-x"}, 2, 2}, {{"1 2 3", "4", "5"}, 3, 1}, {{"\n\t1\n2\t", "x", "y"}, 2, 1}, {{" 7 ", "8", "x"}, 2, 2}, {{"", "1", "2"}, 0, 1},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct args a;
		double *x = NULL;
		int n = -1;
		args_init(&a, 3, row[i].word, "list");
		assert_int_equal(args_list_real(&a, "values", RANGE_ANY, 0, &mem, &x, &n, NULL), 0);
		assert_int_equal(n, row[i].n);
		assert_int_equal(a.at, row[i].at);
	}
	WORDS(a, "0.5 -1 2e3");
	double *x;
	int n;
	assert_int_equal(args_list_real(&a, "values", RANGE_ANY, 3, &mem, &x, &n, NULL), 0);
	assert_true(x[0] == 0.5 && x[1] == -1.0 && x[2] == 2000.0);
	arena_fini(&mem);
}

static void refuses_bad_lists_and_names_the_word(void **state)
{
	(void)state;
	struct arena mem;
	arena_init(&mem);
	struct {
		const char *word, *value;
		int code;
	} row[] = {{"1 a 3", "a", ERR_ARGUMENT}, {"1 nan", "nan", ERR_NONFINITE}, {"5 9", "9", ERR_RANGE}, {"word", "word", ERR_ARGUMENT},
		{"1", "1 given", ERR_ARGUMENT}};
	for (size_t i = 0; i < COUNT(row); i++) {
		WORDS(a, row[i].word);
		struct err e = {0};
		double *x = NULL;
		int n = -1;
		assert_int_equal(args_list_real(&a, "values", range_closed(0.0, 8.0), 2, &mem, &x, &n, &e), row[i].code);
		assert_string_equal(e.value, row[i].value);
		assert_null(x);
		assert_int_equal(n, -1);
		assert_int_equal(a.at, 0);
	}
	WORDS(a, "1 2.0");
	int *tag, n;
	assert_int_equal(args_list_int(&a, "nodes", 1, 9, 1, &mem, &tag, &n, NULL), ERR_ARGUMENT);
	arena_seal(&mem);
	WORDS(b, "1 2");
	assert_int_equal(args_list_int(&b, "nodes", 1, 9, 1, &mem, &tag, &n, NULL), ERR_MEMORY);
	arena_fini(&mem);
}

static void describes_ranges_in_words(void **state)
{
	(void)state;
	struct {
		struct range r;
		const char *text;
	} row[] = {
		{RANGE_ANY, "any finite number"}, {RANGE_POSITIVE, "> 0"}, {RANGE_NONNEG, ">= 0"}, {RANGE_UNIT, "between 0 and 1"},
		{{0.0, 1.0, true, false}, "> 0 and <= 1"}, {{-INFINITY, 2.0, true, true}, "< 2"}, {{0.0, 0.0, false, false}, "any finite number"},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		char text[64];
		range_text(row[i].r, text, sizeof(text));
		assert_string_equal(text, row[i].text);
	}
	assert_false(range_holds(RANGE_POSITIVE, 0.0));
	assert_true(range_holds(RANGE_NONNEG, 0.0));
	assert_true(range_holds(RANGE_UNIT, 1.0));
	assert_false(range_holds(RANGE_UNIT, 1.0000001));
	assert_false(range_holds(RANGE_ANY, NAN));
	assert_true(range_holds((struct range){0}, -5.0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_finite_reals_only),
		cmocka_unit_test(reads_whole_numbers_only),
		cmocka_unit_test(consumes_a_word_only_on_success),
		cmocka_unit_test(names_object_value_and_range),
		cmocka_unit_test(tells_how_to_write_a_whole_number),
		cmocka_unit_test(takes_any_whole_number_as_a_tag),
		cmocka_unit_test(says_what_is_missing_and_what_is_too_much),
		cmocka_unit_test(chooses_from_names_and_lists_them),
		cmocka_unit_test(reads_lists_as_words_or_inside_one_word),
		cmocka_unit_test(refuses_bad_lists_and_names_the_word),
		cmocka_unit_test(describes_ranges_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
