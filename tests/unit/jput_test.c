/* JSON as it is written: marks, numbers, texts that are none. */
#include "test.h"

#include "base/base.h"
#include "base/jput.h"

#include <math.h>
#include <stdlib.h>

static void writes_json_that_reads_back_bit_for_bit(void **state)
{
	struct jput j;
	char *text;
	size_t n;

	(void)state;
	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_real(&j, "third", 1.0 / 3.0);
	jput_real(&j, "none", NAN);
	jput_int(&j, "i", -7);
	jput_open(&j, "list", '[');
	jput_bool(&j, NULL, true);
	jput_null(&j, NULL);
	jput_close(&j, ']');
	jput_text(&j, "text", "a\"b\\c\n\x01\xc3\xbc");
	jput_close(&j, '}');
	assert_true(jput_take(&j, &text, &n));
	assert_string_equal(text, "{\"third\":0.33333333333333331,\"none\":null,\"i\":-7,\"list\":[true,null],\"text\":\"a\\\"b\\\\c\\u000a\\u0001\xc3\xbc\"}");
	assert_true(strtod(strchr(text, ':') + 1, NULL) == 1.0 / 3.0);
	assert_int_equal(n, strlen(text));
	free(text);
}

/* Table 3-7 of the Unicode standard: what is not well-formed. */
static void bytes_that_are_no_utf8_become_question_marks(void **state)
{
	static const struct { const char *bytes, *text; } ROWS[] = {
		{"\xff", "?"}, {"\xc0\x80", "??"}, {"\xe0\x80\x80", "???"}, {"\xed\xa0\x80", "???"}, {"\xf4\x90\x80\x80", "????"}, {"a\xc3", "a?"},
		{"\xf0\x9f\x99\x82", "\xf0\x9f\x99\x82"}, {"\xe2\x82\xac", "\xe2\x82\xac"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		struct jput j;
		char want[32];

		jput_init(&j);
		jput_text(&j, NULL, ROWS[i].bytes);
		snprintf(want, sizeof want, "\"%s\"", ROWS[i].text);
		assert_string_equal(j.text, want);
		jput_fini(&j);
	}
}

static void numbers_come_back_bit_for_bit_and_those_without_a_word_are_null(void **state)
{
	const double x[] = {0.1, -1.0 / 3.0, 5e-324, 1.7976931348623157e308, 123456789012345678.0};
	struct jput j;

	(void)state;
	for (size_t i = 0; i < COUNT(x); i++) {
		jput_init(&j);
		jput_real(&j, NULL, x[i]);
		assert_true(strtod(j.text, NULL) == x[i]);
		jput_fini(&j);
	}
	jput_init(&j);
	jput_real(&j, NULL, INFINITY);
	jput_real(&j, NULL, NAN);
	assert_string_equal(j.text, "null,null");
	jput_fini(&j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_json_that_reads_back_bit_for_bit),
		cmocka_unit_test(bytes_that_are_no_utf8_become_question_marks),
		cmocka_unit_test(numbers_come_back_bit_for_bit_and_those_without_a_word_are_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
