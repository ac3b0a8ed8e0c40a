/* Clocks: the virtual one moves only when waited for, the monotonic one never goes back. */
#include "test.h"

#include "base/clock.h"

static void virtual_time_moves_only_when_waited_for(void **state)
{
	(void)state;
	struct clock c;
	clock_init(&c, &clock_virtual, 500);
	assert_int_equal(clock_now(&c), 500);
	assert_int_equal(clock_now(&c), 500);
	assert_int_equal(clock_sleep_until(&c, 2000000000000), 0);
	assert_int_equal(clock_now(&c), 2000000000000);
}

static void virtual_time_never_goes_back(void **state)
{
	(void)state;
	struct clock c;
	clock_init(&c, &clock_virtual, 500);
	assert_int_equal(clock_sleep_until(&c, 100), 0);
	assert_int_equal(clock_now(&c), 500);
}

static void monotonic_sleep_reaches_its_time(void **state)
{
	(void)state;
	struct clock c;
	clock_init(&c, &clock_monotonic, 0);
	int64_t start = clock_now(&c), t = start + 3000000;
	assert_true(start > 0);
	assert_int_equal(clock_sleep_until(&c, t), 0);
	assert_true(clock_now(&c) >= t);
}

static void monotonic_sleep_into_the_past_returns_at_once(void **state)
{
	(void)state;
	struct clock c;
	clock_init(&c, &clock_monotonic, 0);
	assert_int_equal(clock_sleep_until(&c, clock_now(&c) - 1000000000), 0);
	assert_int_equal(clock_sleep_until(&c, -5), 0);
}

static void monotonic_time_never_goes_back(void **state)
{
	(void)state;
	struct clock c;
	clock_init(&c, &clock_monotonic, 0);
	int64_t last = clock_now(&c);
	for (int i = 0; i < 10000; i++) {
		int64_t now = clock_now(&c);
		assert_true(now >= last);
		last = now;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(virtual_time_moves_only_when_waited_for),
		cmocka_unit_test(virtual_time_never_goes_back),
		cmocka_unit_test(monotonic_sleep_reaches_its_time),
		cmocka_unit_test(monotonic_sleep_into_the_past_returns_at_once),
		cmocka_unit_test(monotonic_time_never_goes_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
