/* Parameter tables: defaults, order, options, rows read elsewhere, usage. */
#include "test.h"

#include "base/base.h"
#include "base/param.h"

struct thing {
	double modulus, ratio, rho;
	int tag, count, mass_kind;
	bool flag;
};

static const struct param table[] = {
	{"E", PARAM_REAL, offsetof(struct thing, modulus), true, .range = RANGE_POSITIVE, .help = "modulus [force/length^2]"},
	{"count", PARAM_INT, offsetof(struct thing, count), true, .range = {1.0, 5.0, false, false}, .help = "how many"},
	{"b", PARAM_REAL, offsetof(struct thing, ratio), .def = 0.5, .range = RANGE_UNIT, .help = "ratio"},
	{"-rho", PARAM_REAL, offsetof(struct thing, rho), .range = RANGE_NONNEG, .help = "mass per length"},
	{"-flag", PARAM_FLAG, offsetof(struct thing, flag), .help = "switch"},
	{"-cMass", PARAM_BOOL, offsetof(struct thing, mass_kind), .def = 1.0, .help = "consistent mass"},
	{"-tag", PARAM_TAG, offsetof(struct thing, tag), .help = "other thing"},
	{"-mat", PARAM_ROW, .help = "materials"},
	{0},
};

/* Parses the words into t; at is where it stopped. */
static int parse(int n, const char *const *word, struct thing *t, int *at, struct err *e)
{
	struct args a;
	memset(t, 0x5a, sizeof(*t));
	args_init(&a, n, word, "thing");
	int rc = param_parse(table, t, &a, e);
	*at = a.at;
	return rc;
}

#define PARSE(...) parse((int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), (const char *[]){__VA_ARGS__}, &t, &at, &e)

static void writes_defaults_and_reads_required_words(void **state)
{
	(void)state;
	struct thing t;
	struct err e = {0};
	int at;
	assert_int_equal(PARSE("200", "3"), 0);
	assert_true(t.modulus == 200.0 && t.ratio == 0.5 && t.rho == 0.0);
	assert_int_equal(t.count, 3);
	assert_int_equal(t.mass_kind, 1);
	assert_int_equal(t.tag, 0);
	assert_false(t.flag);
	assert_int_equal(at, 2);
}

static void takes_options_in_any_order_among_optional_words(void **state)
{
	(void)state;
	struct thing t;
	struct err e = {0};
	int at;
	assert_int_equal(PARSE("200", "3", "-flag", "0.25", "-cMass", "0", "-rho", "7", "-tag", "-4"), 0);
	assert_true(t.flag && t.ratio == 0.25 && t.rho == 7.0);
	assert_int_equal(t.mass_kind, 0);
	assert_int_equal(t.tag, -4);
	assert_int_equal(at, 10);
}

static void stops_at_words_that_no_row_explains(void **state)
{
	(void)state;
	struct thing t;
	struct err e = {0};
	int at;
	assert_int_equal(PARSE("200", "3", "0.25", "0.75", "-flag"), 0);
	assert_int_equal(at, 3);
	assert_int_equal(PARSE("200", "3", "-orient", "1"), 0);
	assert_int_equal(at, 2);
	assert_int_equal(PARSE("200", "3", "-flag", "-mat", "1"), 0);
	assert_int_equal(at, 3);
}

static void reads_options_behind_the_plug_ins_own_words(void **state)
{
	(void)state;
	const char *word[] = {"200", "3", "-mat", "1", "2", "-rho", "5"};
	struct thing t = {0};
	struct args a;
	args_init(&a, 7, word, "thing");
	assert_int_equal(param_parse(table, &t, &a, NULL), 0);
	assert_true(args_accept(&a, "-mat"));
	a.at += 2;
	t.count = 99;
	assert_int_equal(param_options(table, &t, &a, NULL), 0);
	assert_true(t.rho == 5.0);
	assert_int_equal(t.count, 99);
	assert_int_equal(args_end(&a, NULL), 0);
}

static void refuses_missing_and_bad_values(void **state)
{
	(void)state;
	struct thing t;
	int at;
	struct err e = {0};
	assert_int_equal(PARSE("200"), ERR_ARGUMENT);
	assert_string_equal(e.what, "count is missing");
	err_clear(&e);
	assert_int_equal(PARSE("200", "6"), ERR_RANGE);
	assert_string_equal(e.allowed, "whole numbers from 1 to 5");
	err_clear(&e);
	assert_int_equal(PARSE("200", "3", "-rho"), ERR_ARGUMENT);
	assert_string_equal(e.what, "-rho needs a value");
	err_clear(&e);
	assert_int_equal(PARSE("200", "3", "-cMass", "2"), ERR_RANGE);
	err_clear(&e);
	assert_int_equal(PARSE("200", "3", "-rho", "-flag"), ERR_ARGUMENT);
	assert_string_equal(e.value, "-flag");
}

static void wants_required_options(void **state)
{
	(void)state;
	static const struct param rows[] = {
		{"-dt", PARAM_REAL, 0, true, .range = RANGE_POSITIVE, .help = "step"},
		{0},
	};
	const char *word[] = {"-dt", "0.5"};
	double dt = 0.0;
	struct args a;
	struct err e = {0};
	args_init(&a, 2, word, "thing");
	assert_int_equal(param_parse(rows, &dt, &a, &e), 0);
	assert_true(dt == 0.5);
	args_init(&a, 0, word, "thing");
	assert_int_equal(param_parse(rows, &dt, &a, &e), ERR_ARGUMENT);
	assert_string_equal(e.what, "-dt is missing");
}

static void writes_its_usage_and_cuts_it_safely(void **state)
{
	(void)state;
	char text[2000], small[30];
	int n = param_usage(table, "thing tag", text, sizeof(text));
	assert_int_equal(n, strlen(text));
	assert_contains(text, "thing tag E count <b> <-rho rho> <-flag> <-cMass 0|1> <-tag tag> <-mat>\n");
	assert_contains(text, "modulus [force/length^2] (number, > 0, required)");
	assert_contains(text, "ratio (number, between 0 and 1, default 0.5)");
	assert_int_equal(param_usage(table, "thing tag", small, sizeof(small)), sizeof(small) - 1);
	assert_memory_equal(small, text, sizeof(small) - 1);
}

/* Zero or -1 in a table may mean "none", or what the help says in words. */
static void usage_gives_no_default_that_a_word_could_not_say(void **state)
{
	static const struct param rows[] = {
		{"-rate", PARAM_REAL, offsetof(struct thing, rho), .range = RANGE_POSITIVE, .help = "ticks"},
		{"-cpu", PARAM_INT, offsetof(struct thing, count), .def = -1, .range = {0.0, 9.0, false, false}, .help = "processor"},
		{"-mass", PARAM_REAL, offsetof(struct thing, rho), .def = NAN, .range = RANGE_POSITIVE, .help = "mass"},
		{"-hold", PARAM_REAL, offsetof(struct thing, rho), .def = INFINITY, .range = RANGE_NONNEG, .help = "longest"},
		{"-any", PARAM_REAL, offsetof(struct thing, rho), .def = -2.0, .range = RANGE_ANY, .help = "any"},
		{0},
	};
	char text[2000];

	(void)state;
	param_usage(rows, "thing", text, sizeof(text));
	assert_contains(text, "ticks (number, > 0)");
	assert_contains(text, "processor (whole number, between 0 and 9)");
	assert_contains(text, "mass (number, > 0)");
	assert_contains(text, "longest (number, >= 0, default inf)");
	assert_contains(text, "default -2)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_defaults_and_reads_required_words),
		cmocka_unit_test(takes_options_in_any_order_among_optional_words),
		cmocka_unit_test(stops_at_words_that_no_row_explains),
		cmocka_unit_test(reads_options_behind_the_plug_ins_own_words),
		cmocka_unit_test(refuses_missing_and_bad_values),
		cmocka_unit_test(wants_required_options),
		cmocka_unit_test(writes_its_usage_and_cuts_it_safely),
		cmocka_unit_test(usage_gives_no_default_that_a_word_could_not_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
