/* The subcommand doctor through its words: status, message, page, JSON. What it measures depends on the machine and is not compared. */
#include "test.h"

#include "unit/capture.h"

#include "base/base.h"
#include "main/cmd_doctor.h"

#include <stdbool.h>

static int doctor(const char *line)
{
	return capture(cmd_doctor, line);
}

static void the_page_holds_table_percentiles_histogram_and_verdict(void **state)
{
	static const char *const part[] = {
		"kernel", "isolated CPUs", "virtualised", "wake-up latency at 500 Hz (period 2000.0 us)", "50 %", "99.9 %", "max", "missed periods",
		"verdict: ", " at 500 Hz",
	};
	(void)state;
	assert_int_equal(doctor("-rate 500 -seconds 0.2 -cpu 0 -priority 5"), 0);
	for (size_t i = 0; i < COUNT(part); i++)
		assert_contains(said, part[i]);
	assert_string_equal(complained, "");
}

/* Brackets that balance outside of texts, and every key. */
static void the_json_is_one_object(void **state)
{
	static const char *const key[] = {
		"\"machine\": [", "\"todo\": ", "\"rate_hz\": 250", "\"priority\": 0", "\"refused\": [",
		"\"ticks\": ", "\"p99_9\": ", "\"histogram\": [", "\"verdict\": ", "\"reasons\": [",
	};
	int depth = 0;
	bool text = false;
	(void)state;
	assert_int_equal(doctor("-json -rate 250 -seconds 0.2 -priority 0"), 0);
	for (const char *c = said; *c; c++) {
		text = text != (*c == '"' && (c == said || c[-1] != '\\'));
		depth += text ? 0 : (*c == '{' || *c == '[') - (*c == '}' || *c == ']');
		assert_true(depth > 0 || c[1] == '\0' || c[1] == '\n');
	}
	assert_int_equal(depth, 0);
	for (size_t i = 0; i < COUNT(key); i++)
		assert_contains(said, key[i]);
}

static void a_processor_that_is_not_there_is_said_and_measured_without(void **state)
{
	(void)state;
	assert_int_equal(doctor("-rate 250 -seconds 0.1 -priority 0 -cpu 1023"), 0);
	assert_contains(said, "refused, measured without it: real-time loop: the thread cannot stay on the processor: 1023");
	assert_contains(said, "the system refused a measure of the loop");
}

static void bad_input_is_status_1_with_one_message(void **state)
{
	static const struct {
		const char *words, *message;
	} row[] = {
		{"-rate 0", "doctor: -rate is out of range: 0 (allowed: between 1 and 10000)"},
		{"-rate 10001", "allowed: between 1 and 10000"},
		{"-rate fast", "-rate"},
		{"-rate nan", "-rate"},
		{"-rate", "-rate"},
		{"-seconds -1", "allowed: between 0.1 and 86400"},
		{"-seconds 1e9", "allowed: between 0.1 and 86400"},
		{"-rate 1 -seconds 5", "-seconds is too short for 10 ticks at 1 Hz: 5 (allowed: >= 10)"},
		{"-cpu -1", "-cpu"},
		{"-cpu 1024", "allowed: whole numbers from 0 to 1023"},
		{"-cpu 0.5", "-cpu"},
		{"-priority 100", "allowed: whole numbers from 0 to 99"},
		{"-nonsense", "-nonsense"},
		{"more", "more"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		if (doctor(row[i].words) != 1)
			fail_msg("doctor %s: not refused", row[i].words);
		assert_contains(complained, row[i].message);
		assert_ptr_equal(strchr(complained, '\n'), complained + strlen(complained) - 1);
		assert_string_equal(said, "");
	}
	assert_int_equal(doctor("--help"), 0);
	assert_contains(said, "-priority");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_holds_table_percentiles_histogram_and_verdict),
		cmocka_unit_test(the_json_is_one_object),
		cmocka_unit_test(a_processor_that_is_not_there_is_said_and_measured_without),
		cmocka_unit_test(bad_input_is_status_1_with_one_message),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
