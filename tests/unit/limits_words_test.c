/* The words of expLimits, and a trip as one line of text. */
#include "test.h"

#include "control/limits.h"
#include "experiment/laboratory.h"

static int build(struct laboratory *lab, struct err *e, int n, const char *const *word)
{
	struct args a;

	args_init(&a, n, word, "expLimits");
	return limits_plan_build(lab, &a, e);
}

static void words_become_limits_and_those_that_are_missing_are_named(void **state)
{
	static const char *const some[] = {"3", "-velocity", "4", "-stroke", "-1", "2", "-onTrip", "unload", "-force", "-30", "20"};
	static const char *const all[] = {"4", "-stroke", "-1", "2", "-velocity", "4", "-force", "-3", "2", "-following", "0.1", "-watchdog", "0.5"};
	struct laboratory lab;
	struct arena mem;
	struct limits l;
	struct err e = {0};
	const struct limits_plan *p;
	char text[512];

	(void)state;
	laboratory_init(&lab);
	arena_init(&mem);
	assert_int_equal(build(&lab, &e, COUNT(some), some), 0);
	assert_int_equal(build(&lab, &e, COUNT(all), all), 0);
	assert_int_equal(limits_plan_whole(table_get(&lab.limits, 4), "rig", &e), 0);
	p = table_get(&lab.limits, 3);
	assert_int_not_equal(limits_plan_whole(p, "expControl Real 9", &e), 0);
	err_text(&e, text, sizeof(text));
	assert_contains(text, "expControl Real 9: no specimen is moved without limits: expLimits 3 does not give -following -watchdog");
	/* a tenth of the velocity and a thousandth of the largest force; a channel without words has no limits */
	assert_int_equal(limits_setup(&l, 2, 0.001, (const struct limits_plan *[]){p, NULL}, &mem, &e), 0);
	assert_near(l.channel[0].words.trip_velocity, 0.4, 1e-15);
	assert_near(l.channel[0].words.zero_force, 0.03, 1e-15);
	assert_int_equal(l.channel[0].words.policy, LIMITS_UNLOAD);
	assert_true(isinf(l.channel[1].words.stroke_hi) && l.channel[1].words.policy == LIMITS_HOLD);
	err_clear(&e);
	assert_int_equal(limits_setup(&l, 2, 0.0, (const struct limits_plan *[]){p, NULL}, &mem, &e), ERR_RANGE);
	arena_fini(&mem);
	laboratory_fini(&lab);
}

static void a_trip_is_told_in_one_line(void **state)
{
	static const struct { struct limits_trip trip; const char *text; } row[] = {
		{{.cause = LIMITS_OK, .channel = -1}, "nothing has happened"},
		{{LIMITS_MEASURED_FORCE, 1, 105.3, -100.0, 100.0, 312, ""}, "channel 2: measured force 105.3, allowed -100 to 100, at tick 312"},
		{{LIMITS_COMMAND_NUMBER, 0, INFINITY, -INFINITY, INFINITY, 7, ""}, "channel 1: command inf, which is no finite number, at tick 7"},
		{{LIMITS_SILENT, -1, 0.051, 0.0, 0.05, 90, ""}, "no reading for 0.051 s, allowed 0.05 s, at tick 90"},
		{{LIMITS_GUARD, -1, 0.0512, -INFINITY, 0.05, 812, "monitor Tracking 3: stop: peak1"},
		 "monitor Tracking 3: stop: peak1 = 0.0512, limit 0.05, at tick 812"},
		{{LIMITS_ASKED, -1, 0.0, 0.0, 0.0, 5, ""}, "somebody asked for rest, at tick 5"},
	};
	char line[160];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		limits_text(&row[i].trip, line, sizeof(line));
		assert_string_equal(line, row[i].text);
	}
	for (int c = 0; c < LIMITS_CAUSES; c++)
		for (int d = 0; d < c; d++)
			assert_string_not_equal(limits_cause_name((enum limits_cause)c), limits_cause_name((enum limits_cause)d));
	assert_string_equal(limits_cause_name(LIMITS_FOLLOWING), "following error");
	assert_string_equal(limits_cause_name(LIMITS_CAUSES), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_become_limits_and_those_that_are_missing_are_named),
		cmocka_unit_test(a_trip_is_told_in_one_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
