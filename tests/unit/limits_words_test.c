/* The words of expLimits, and a trip as one line of text. */
#include "test.h"

#include "base/fault.h"
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
	assert_near(l.channel[0].words.stroke_lo, -1.0, 0.0);
	assert_near(l.channel[0].words.stroke_hi, 2.0, 0.0);
	assert_near(l.channel[0].words.force_lo, -30.0, 0.0);
	assert_near(l.channel[0].words.force_hi, 20.0, 0.0);
	assert_int_equal(l.channel[0].words.policy, LIMITS_UNLOAD);
	assert_true(isinf(l.channel[1].words.stroke_hi) && l.channel[1].words.policy == LIMITS_HOLD);
	err_clear(&e);
	assert_int_equal(limits_setup(&l, 2, 0.0, (const struct limits_plan *[]){p, NULL}, &mem, &e), ERR_RANGE);
	err_text(&e, text, sizeof(text));
	assert_string_equal(text, "limits: length of a tick: 0 (allowed: > 0)");
	err_clear(&e);
	assert_int_equal(limits_setup(&l, 2, INFINITY, (const struct limits_plan *[]){p, NULL}, &mem, &e), ERR_RANGE);
	err_clear(&e);
	fault_arm(FAULT_arena_alloc, 1, false);
	assert_int_equal(limits_setup(&l, 2, 0.001, (const struct limits_plan *[]){p, NULL}, &mem, &e), ERR_MEMORY);
	fault_disarm();
	arena_fini(&mem);
	laboratory_fini(&lab);
}

/* What stands exactly at the edge of a refusal is taken; a step beyond it is not. */
static void words_at_the_edge_are_taken_and_those_beyond_refused(void **state)
{
	static const struct { const char *word[12]; int code; const char *text; } row[] = {
		{{"1", "-velocity", "4", "-tripVelocity", "4", "-onTrip", "ramp"}, 0, ""},
		{{"1", "-velocity", "4", "-tripVelocity", "4.1"}, ERR_RANGE, "expLimits 1: -tripVelocity is faster than -velocity: 4.1 (allowed: at most 4)"},
		{{"1", "-tripVelocity", "4", "-onTrip", "ramp"}, 0, ""},
		{{"1", "-onTrip", "hold"}, 0, ""},
		{{"1", "-onTrip", "ramp"}, ERR_ARGUMENT, "expLimits 1: -onTrip ramp and unload move, and no speed is given; give -tripVelocity or -velocity"},
		{{"1", "-velocity", "4", "-onTrip", "unload"}, ERR_ARGUMENT,
		 "expLimits 1: -onTrip unload needs to know which force is large; give -force lo hi"},
		{{"1", "-velocity", "4", "-onTrip", "unload", "-force", "0", "3"}, 0, ""},
		{{"1", "-velocity", "4", "-onTrip", "unload", "-force", "-3", "0"}, 0, ""},
		{{"1", "-velocity", "4", "-onTrip", "unload", "-force", "1", "3"}, ERR_RANGE,
		 "expLimits 1: -onTrip unload goes to zero force, which is outside -force: 1 3 (allowed: lo <= 0 <= hi)"},
		{{"1", "-velocity", "4", "-onTrip", "unload", "-force", "-3", "-1"}, ERR_RANGE,
		 "expLimits 1: -onTrip unload goes to zero force, which is outside -force: -3 -1 (allowed: lo <= 0 <= hi)"},
		{{"1", "-velocity", "4", "-onTrip", "unload", "-force", "-3", "2", "-zeroForce", "2.9"}, 0, ""},
		{{"1", "-velocity", "4", "-onTrip", "unload", "-force", "-3", "2", "-zeroForce", "3"}, ERR_RANGE,
		 "expLimits 1: -zeroForce is no smaller than the largest -force: 3 (allowed: less than 3)"},
		{{"1", "-onTrip", "hold", "-force", "1", "3", "-zeroForce", "4"}, 0, ""},
		{{"1", "-stroke", "2", "2"}, ERR_RANGE, "expLimits 1: -stroke: the lower limit is not below the upper one: 2 2 (allowed: lo < hi)"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct laboratory lab;
		struct err e = {0};
		unsigned stamp;
		char text[512];
		int n = 0;

		while (n < (int)COUNT(row[i].word) && row[i].word[n])
			n++;
		laboratory_init(&lab);
		stamp = lab.stamp;
		assert_int_equal(build(&lab, &e, n, row[i].word), row[i].code);
		if (row[i].code) {
			err_text(&e, text, sizeof(text));
			assert_string_equal(text, row[i].text);
		}
		/* whoever keeps something of the laboratory sees that it has changed */
		assert_int_equal(lab.stamp != stamp, row[i].code == 0);
		assert_int_equal(table_get(&lab.limits, 1) != NULL, row[i].code == 0);
		laboratory_fini(&lab);
	}
}

static void without_memory_there_are_no_limits(void **state)
{
	static const char *const word[] = {"1", "-stroke", "-1", "1"};
	struct laboratory lab;

	(void)state;
	laboratory_init(&lab);
	for (int nth = 1; nth <= 2; nth++) {
		struct err e = {0};

		fault_arm(FAULT_arena_alloc, nth, true);
		assert_int_equal(build(&lab, &e, COUNT(word), word), ERR_MEMORY);
		fault_disarm();
		assert_null(table_get(&lab.limits, 1));
	}
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
		{{LIMITS_COMMAND_STROKE, 0, 5.5, -5.0, 5.0, 1, ""}, "channel 1: command 5.5, allowed -5 to 5, at tick 1"},
		{{LIMITS_COMMAND_VELOCITY, 2, -21.0, -20.0, 20.0, 2, ""}, "channel 3: velocity of the command -21, allowed -20 to 20, at tick 2"},
		{{LIMITS_MEASURED_NUMBER, 0, INFINITY, -INFINITY, INFINITY, 3, ""}, "channel 1: reading inf, which is no finite number, at tick 3"},
		{{LIMITS_MEASURED_STROKE, 0, 6.0, -5.0, 5.0, 4, ""}, "channel 1: measured displacement 6, allowed -5 to 5, at tick 4"},
		{{LIMITS_FOLLOWING, 0, 0.6, -0.5, 0.5, 6, ""}, "channel 1: following error 0.6, allowed -0.5 to 0.5, at tick 6"},
		{{LIMITS_LATE, -1, 0.006, 0.0, 0.005, 8, ""}, "ticks missed for 0.006 s, allowed 0.005 s, at tick 8"},
		{{LIMITS_PEER, -1, 0.0, 0.0, 0.0, 9, ""}, "the laboratory has stopped by itself, at tick 9"},
		{{LIMITS_DEVICE, 1, 0.0, 0.0, 0.0, 10, ""}, "channel 2: the device failed, at tick 10"},
		{{LIMITS_OPERATOR, -1, 0.0, 0.0, 0.0, 11, "anna"}, "the operator (anna) tripped, at tick 11"},
	};
	static const char *const name[] = {
		"none", "command no number", "command outside stroke", "command too fast", "reading no number", "displacement outside stroke", "force outside limits",
		"following error", "laboratory silent", "loop late", "laboratory stopped", "device failed", "stopped by a monitor", "the operator", "asked for rest",
	};
	char line[160];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		limits_text(&row[i].trip, NULL, line, sizeof(line));
		assert_string_equal(line, row[i].text);
	}
	for (size_t c = 0; c < COUNT(name); c++)
		assert_string_equal(limits_cause_name((enum limits_cause)c), name[c]);
	assert_int_equal(COUNT(name), LIMITS_CAUSES);
	assert_string_equal(limits_cause_name(LIMITS_CAUSES), "unknown");
}

/* Where the script has named its units; times have their own. */
static void a_trip_is_told_in_the_units_of_the_script(void **state)
{
	static const char *const named[] = {"kN", "mm", "s"}, *const unnamed[] = {"force", "length", "s"};
	static const struct { struct limits_trip trip; const char *named, *unnamed; } row[] = {
		{{LIMITS_COMMAND_STROKE, 0, 5.5, -5.0, 5.0, 1, ""}, "channel 1: command 5.5 mm, allowed -5 to 5 mm, at tick 1",
		 "channel 1: command 5.5, allowed -5 to 5, at tick 1"},
		{{LIMITS_COMMAND_VELOCITY, 2, -21.0, -20.0, 20.0, 2, ""}, "channel 3: velocity of the command -21 mm/s, allowed -20 to 20 mm/s, at tick 2",
		 "channel 3: velocity of the command -21, allowed -20 to 20, at tick 2"},
		{{LIMITS_MEASURED_STROKE, 0, 6.0, -5.0, 5.0, 4, ""}, "channel 1: measured displacement 6 mm, allowed -5 to 5 mm, at tick 4",
		 "channel 1: measured displacement 6, allowed -5 to 5, at tick 4"},
		{{LIMITS_MEASURED_FORCE, 1, 105.3, -100.0, 100.0, 312, ""}, "channel 2: measured force 105.3 kN, allowed -100 to 100 kN, at tick 312",
		 "channel 2: measured force 105.3, allowed -100 to 100, at tick 312"},
		{{LIMITS_FOLLOWING, 0, 0.6, -0.5, 0.5, 6, ""}, "channel 1: following error 0.6 mm, allowed -0.5 to 0.5 mm, at tick 6",
		 "channel 1: following error 0.6, allowed -0.5 to 0.5, at tick 6"},
		{{LIMITS_SILENT, -1, 0.051, 0.0, 0.05, 90, ""}, "no reading for 0.051 s, allowed 0.05 s, at tick 90",
		 "no reading for 0.051 s, allowed 0.05 s, at tick 90"},
	};
	char line[160];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		limits_text(&row[i].trip, named, line, sizeof(line));
		assert_string_equal(line, row[i].named);
		limits_text(&row[i].trip, unnamed, line, sizeof(line));
		assert_string_equal(line, row[i].unnamed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_become_limits_and_those_that_are_missing_are_named),
		cmocka_unit_test(words_at_the_edge_are_taken_and_those_beyond_refused),
		cmocka_unit_test(without_memory_there_are_no_limits),
		cmocka_unit_test(a_trip_is_told_in_one_line),
		cmocka_unit_test(a_trip_is_told_in_the_units_of_the_script),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
