/* The error report: the first wins, texts are cut safely, every code has its own name. */
#include "test.h"

#include "base/base.h"
#include "base/err.h"

static void writes_object_what_value_range_and_hint_on_one_line(void **state)
{
	(void)state;
	struct err e = {0};
	char line[600];
	assert_int_equal(err_set(&e, ERR_RANGE, "element truss 3", "area must be %s", "positive"), ERR_RANGE);
	err_value(&e, "%g", -2.0);
	err_allowed(&e, "> 0");
	err_hint(&e, "give the area in length^2");
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "element truss 3: area must be positive: -2 (allowed: > 0); give the area in length^2");
}

static void leaves_out_what_is_not_said(void **state)
{
	(void)state;
	struct err e = {0};
	char line[100];
	err_set(&e, ERR_STATE, NULL, "nothing to do");
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "nothing to do");
	err_clear(&e);
	err_set(&e, ERR_SINGULAR, "matrix", "%s", "");
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "matrix: singular matrix");
}

static void keeps_the_first_report_and_returns_the_new_code(void **state)
{
	(void)state;
	struct err e = {0};
	char line[200];
	err_set(&e, ERR_MISSING, "node 7", "is not there");
	assert_int_equal(err_set(&e, ERR_MEMORY, "other", "later"), ERR_MEMORY);
	err_value(&e, "value of the later one");
	assert_int_equal(e.code, ERR_MISSING);
	err_text(&e, line, sizeof(line));
	assert_string_equal(line, "node 7: is not there");
}

static void takes_each_detail_once(void **state)
{
	(void)state;
	struct err e = {0};
	err_set(&e, ERR_RANGE, "x", "y");
	err_value(&e, "1");
	err_value(&e, "2");
	assert_string_equal(e.value, "1");
}

static void ignores_details_of_an_empty_report_and_no_report_at_all(void **state)
{
	(void)state;
	struct err e = {0};
	err_value(&e, "1");
	assert_string_equal(e.value, "");
	assert_int_equal(err_set(NULL, ERR_LIMIT, "x", "y"), ERR_LIMIT);
	err_value(NULL, "1");
	err_hint(NULL, "1");
}

static void cuts_long_texts_and_says_so(void **state)
{
	(void)state;
	struct err e = {0};
	char text[1000], line[20];
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	err_set(&e, ERR_RANGE, text, "%s", text);
	assert_int_equal(strlen(e.what), sizeof(e.what) - 1);
	assert_string_equal(e.what + sizeof(e.what) - 4, "...");
	err_text(&e, line, sizeof(line));
	assert_int_equal(strlen(line), sizeof(line) - 1);
}

/* of the text's first n bytes none is a part of a character of UTF-8 whose rest is missing */
static void assert_whole(const char *text)
{
	size_t n = strlen(text), left = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		assert_true((left > 0) == ((c & 0xc0) == 0x80));
		left = left > 0 ? left - 1 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
	}
	assert_int_equal(left, 0);
}

static void cuts_between_characters(void **state)
{
	(void)state;
	for (int before = 0; before < 3; before++) {
		struct err e = {0};
		char text[1000] = "aa", line[41], tiny[3];

		for (int i = before; i + 3 < (int)sizeof(text); i += 3)
			memcpy(text + i, "\u20ac", 4);
		err_set(&e, ERR_RANGE, text, "%s", text);
		err_value(&e, "%s", text);
		err_allowed(&e, "%s", text);
		err_hint(&e, "%s", text);
		err_text(&e, line, sizeof(line));
		err_text(&e, tiny, sizeof(tiny));
		assert_whole(e.object);
		assert_whole(e.what);
		assert_whole(e.value);
		assert_whole(e.allowed);
		assert_whole(e.hint);
		assert_whole(line);
		assert_whole(tiny);
	}
}

static void knows_every_code_by_a_name_of_its_own(void **state)
{
	(void)state;
	assert_string_equal(err_name(ERR_RANGE), "RANGE");
	assert_string_equal(err_name(0), "OK");
	for (int i = 1; i < ERR_ORDER_END; i++) {
		assert_true(strlen(err_message(-i)) > 0);
		for (int j = 0; j < i; j++)
			assert_string_not_equal(err_name(-i), err_name(-j));
	}
}

static void calls_an_unknown_code_internal(void **state)
{
	(void)state;
	assert_string_equal(err_name(-ERR_ORDER_END), "INTERNAL");
	assert_string_equal(err_name(-100000), "INTERNAL");
	assert_string_equal(err_name(5), "INTERNAL");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_object_what_value_range_and_hint_on_one_line),
		cmocka_unit_test(leaves_out_what_is_not_said),
		cmocka_unit_test(keeps_the_first_report_and_returns_the_new_code),
		cmocka_unit_test(takes_each_detail_once),
		cmocka_unit_test(ignores_details_of_an_empty_report_and_no_report_at_all),
		cmocka_unit_test(cuts_long_texts_and_says_so),
		cmocka_unit_test(cuts_between_characters),
		cmocka_unit_test(knows_every_code_by_a_name_of_its_own),
		cmocka_unit_test(calls_an_unknown_code_internal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
