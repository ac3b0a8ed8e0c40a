/* Moments of the calendar as text, and back. */
#include "test.h"

#include "base/stamp.h"

#include <stdlib.h>
#include <time.h>

static void moments_are_written_and_read_back(void **state)
{
	/* seconds by GNU date -u -d TEXT +%s */
	static const struct { int64_t t_s; const char *text; } ROWS[] = {
		{0, "1970-01-01T00:00:00Z"}, {1794818207, "2026-11-16T08:36:47Z"}, {951782400, "2000-02-29T00:00:00Z"},
		{-1, "1969-12-31T23:59:59Z"}, {253402300799, "9999-12-31T23:59:59Z"}, {-30610224000, "1000-01-01T00:00:00Z"},
	};
	char text[STAMP_SIZE];
	int64_t back;

	(void)state;
	for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
		stamp_utc(ROWS[i].t_s, text);
		assert_string_equal(text, ROWS[i].text);
		assert_true(stamp_read(text, &back));
		assert_true(back == ROWS[i].t_s);
	}
	assert_true(stamp_read("2026-11-16 08:36:47 UTC", &back));
	assert_true(back == ROWS[1].t_s);
}

static void a_moment_beyond_the_calendar_has_no_text(void **state)
{
	/* the first ones beside the years of four digits; then years that an int does not hold, for which gmtime_r fails */
	static const int64_t ROWS[] = {253402300800, -30610224001, INT64_C(67768036191676800), INT64_C(-67768040609740801), INT64_MAX, INT64_MIN};
	char text[STAMP_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
		stamp_utc(ROWS[i], text);
		assert_string_equal(text, "");
	}
	stamp_local(INT64_MAX, text);
	assert_string_equal(text, "");
}

static void what_is_no_moment_is_not_read(void **state)
{
	static const char *const ROWS[] = {
		"", "yesterday", "2026-11-16", "2026-11-16T", "2147483648-01-01T00:00:00Z", "-2147483648-01-01T00:00:00Z", "2026-11-16T08:36",
		"2026-13-16T08:36:47Z",
	};
	int64_t t = 7;

	(void)state;
	for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
		assert_false(stamp_read(ROWS[i], &t));
		assert_true(t == 7);
	}
}

static void folders_are_called_by_the_time_of_the_place(void **state)
{
	char text[STAMP_SIZE];

	(void)state;
	setenv("TZ", "UTC-2", 1);
	tzset();
	stamp_local(1794818207, text);
	assert_string_equal(text, "20261116-103647");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments_are_written_and_read_back),
		cmocka_unit_test(a_moment_beyond_the_calendar_has_no_text),
		cmocka_unit_test(what_is_no_moment_is_not_read),
		cmocka_unit_test(folders_are_called_by_the_time_of_the_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
