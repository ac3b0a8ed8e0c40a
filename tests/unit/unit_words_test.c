/* Words of units, and the names that a script gives its base units. */
#include "test.h"

#include "base/unit.h"

static const char *const NAME[] = {"kN", "mm", "ms"}, *const SOME[] = {NULL, "in", ""};

static void words_become_names_and_all_else_stays(void **state)
{
	static const struct { const char *words, *named, *some; } ROWS[] = {
		{"length", "mm", "in"}, {"force*length", "kN*mm", "force*in"}, {"length^2/Hz", "mm^2/Hz", "in^2/Hz"}, {"length/time", "mm/ms", "in/time"},
		{"s", "s", "s"}, {"-", "-", "-"}, {"", "", ""}, {"lengths", "lengths", "lengths"}, {"rad", "rad", "rad"},
	};
	char text[32];

	(void)state;
	for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
		unit_words(NAME, ROWS[i].words, text, sizeof text);
		assert_string_equal(text, ROWS[i].named);
		unit_words(SOME, ROWS[i].words, text, sizeof text);
		assert_string_equal(text, ROWS[i].some);
		unit_words(NULL, ROWS[i].words, text, sizeof text);
		assert_string_equal(text, ROWS[i].words);
	}
}

static void what_finds_no_room_is_cut(void **state)
{
	char text[8] = "1234567";

	(void)state;
	for (size_t size = 1; size < sizeof text; size++) {
		memset(text, 'x', sizeof text);
		unit_words(NAME, "force*length*length", text, size);
		assert_int_equal(strlen(text), size - 1);
		assert_memory_equal(text, "kN*mm*mm", size - 1);
		assert_int_equal(text[size], 'x');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_become_names_and_all_else_stays),
		cmocka_unit_test(what_finds_no_room_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
