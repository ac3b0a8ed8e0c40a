/* Fault points: which call fails, and that nothing fails while none is armed. */
#include "test.h"

#include "base/fault.h"

static int disarm(void **state)
{
	(void)state;
	fault_disarm();
	return 0;
}

static void never_fires_while_disarmed(void **state)
{
	(void)state;
	for (int i = 0; i < 1000; i++)
		for (int p = 0; p < FAULT_POINTS; p++)
			assert_false(fault_fires(p));
}

static void fails_the_nth_call_once(void **state)
{
	(void)state;
	fault_arm(FAULT_file_read, 3, false);
	for (int call = 1; call <= 10; call++) {
		assert_int_equal(fault_fires(FAULT_file_read), call == 3);
		assert_false(fault_fires(FAULT_file_write));
	}
	assert_int_equal(fault_calls(FAULT_file_read), 10);
}

static void fails_from_the_nth_call_on_for_ever(void **state)
{
	(void)state;
	fault_arm(FAULT_file_open, 2, true);
	for (int call = 1; call <= 10; call++)
		assert_int_equal(fault_fires(FAULT_file_open), call >= 2);
}

static void counts_anew_when_armed_again(void **state)
{
	(void)state;
	fault_arm(FAULT_file_open, 1, false);
	assert_true(fault_fires(FAULT_file_open));
	fault_disarm();
	assert_false(fault_fires(FAULT_file_open));
	assert_int_equal(fault_calls(FAULT_file_open), 1);
	fault_arm(FAULT_file_open, 1, false);
	assert_int_equal(fault_calls(FAULT_file_open), 0);
	assert_true(fault_fires(FAULT_file_open));
}

static void finds_every_point_by_its_name(void **state)
{
	(void)state;
	for (int p = 0; p < FAULT_POINTS; p++) {
		assert_int_equal(fault_find(fault_name(p)), p);
		assert_true(strlen(fault_what(p)) > 0);
	}
	assert_int_equal(fault_find("nowhere"), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(never_fires_while_disarmed, disarm),
		cmocka_unit_test_teardown(fails_the_nth_call_once, disarm),
		cmocka_unit_test_teardown(fails_from_the_nth_call_on_for_ever, disarm),
		cmocka_unit_test_teardown(counts_anew_when_armed_again, disarm),
		cmocka_unit_test_teardown(finds_every_point_by_its_name, disarm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
