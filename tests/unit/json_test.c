/* JSON as it is written: marks, numbers, texts that are none. */
#include "test.h"

#include "base/json.h"

#include <math.h>
#include <stdlib.h>

static void marks_stand_where_they_belong(void **state)
{
	struct json j;

	(void)state;
	json_init(&j);
	json_begin(&j, '{');
	json_put_int(&j, "a", -3);
	json_name(&j, "b");
	json_begin(&j, '[');
	json_number(&j, 0.5);
	json_bool(&j, true);
	json_begin(&j, '{');
	json_end(&j, '}');
	json_raw(&j, "[1,2]");
	json_end(&j, ']');
	json_put_text(&j, "c", "");
	json_end(&j, '}');
	assert_true(json_ok(&j));
	assert_string_equal(j.text, "{\"a\":-3,\"b\":[0.5,true,{},[1,2]],\"c\":\"\"}");
	assert_int_equal(j.n, strlen(j.text));
	json_fini(&j);
}

static void numbers_come_back_bit_for_bit_and_those_without_a_word_are_null(void **state)
{
	const double x[] = {0.1, -1.0 / 3.0, 5e-324, 1.7976931348623157e308, 123456789012345678.0};
	struct json j;

	(void)state;
	for (size_t i = 0; i < sizeof x / sizeof x[0]; i++) {
		json_init(&j);
		json_number(&j, x[i]);
		assert_true(strtod(j.text, NULL) == x[i]);
		json_fini(&j);
	}
	json_init(&j);
	json_number(&j, INFINITY);
	json_number(&j, NAN);
	assert_string_equal(j.text, "null,null");
	json_fini(&j);
}

/* RFC 8259, 7: quotation mark, reverse solidus and control characters are escaped; RFC 3629: what is no UTF-8 is replaced. */
static void texts_are_escaped_and_always_utf_8(void **state)
{
	static const struct { const char *text, *want; } CASE[] = {
		{"a\"b\\c\n\x01", "\"a\\\"b\\\\c\\u000a\\u0001\""},
		{"Gr\xC3\xBC\xC3\x9F" "e \xE2\x82\xAC \xF0\x9F\x8C\x8B", "\"Gr\xC3\xBC\xC3\x9F" "e \xE2\x82\xAC \xF0\x9F\x8C\x8B\""},
		{"\xFF", "\"\xEF\xBF\xBD\""},
		{"\xC0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},                                   /* overlong */
		{"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},                   /* half of a pair */
		{"x\xE2\x82", "\"x\xEF\xBF\xBD\xEF\xBF\xBD\""},                                 /* cut off */
	};
	struct json j;

	(void)state;
	for (size_t i = 0; i < sizeof CASE / sizeof CASE[0]; i++) {
		json_init(&j);
		json_text(&j, CASE[i].text);
		assert_string_equal(j.text, CASE[i].want);
		json_fini(&j);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_stand_where_they_belong),
		cmocka_unit_test(numbers_come_back_bit_for_bit_and_those_without_a_word_are_null),
		cmocka_unit_test(texts_are_escaped_and_always_utf_8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
