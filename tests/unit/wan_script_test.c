/* Lines of a network's script: every word, every refusal, the order of events, chance against its closed form. */
#include "test.h"

#include "base/base.h"
#include "net/wan_script.h"

static struct wan_script s;

static int line(const char *text, char *ret_message, int size)
{
	struct err e;
	int code;

	err_clear(&e);
	code = wan_script_line(&s, text, "storm.txt line 7", &e);
	err_text(&e, ret_message, size);
	return code;
}

static void take(const char *text)
{
	char message[400];

	if (line(text, message, sizeof(message)) != 0)
		fail_msg("%s: %s", text, message);
}

static void every_word_is_understood(void **state)
{
	static const struct { const char *text; struct wan_event event; } row[] = {
		{"at 2.5 stall 3", {WAN_STALL, WAN_BOTH, 3.0, 2500000000}},
		{"  at 0 stall 0.25 up # why", {WAN_STALL, 1 << WAN_UP, 0.25, 0}},
		{"at 10 cut", {WAN_CUT, WAN_BOTH, 0.0, 10000000000}},
		{"at 10 cut 2", {WAN_CUT, WAN_BOTH, 2.0, 10000000000}},
		{"at 12 heal\r", {WAN_HEAL, WAN_BOTH, 0.0, 12000000000}},
		{"at\t20 swallow up", {WAN_SWALLOW, 1 << WAN_UP, 0.0, 20000000000}},
		{"at 20 swallow 1.5 down", {WAN_SWALLOW, 1 << WAN_DOWN, 1.5, 20000000000}},
		{"at 1 throttle 1e4 down", {WAN_THROTTLE, 1 << WAN_DOWN, 1e4, 1000000000}},
		{"at 1 throttle off", {WAN_THROTTLE, WAN_BOTH, 0.0, 1000000000}},
		{"at 1e-9 delay 0.2", {WAN_DELAY, WAN_BOTH, 0.2, 1}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct wan_event v;

		wan_script_init(&s, 1);
		take(row[i].text);
		assert_true(wan_script_next(&s) == row[i].event.t_ns);
		assert_true(wan_script_take(&s, row[i].event.t_ns, &v));
		assert_int_equal(v.action, row[i].event.action);
		assert_int_equal(v.ways, row[i].event.ways);
		assert_true(v.value == row[i].event.value && v.t_ns == row[i].event.t_ns);
		assert_true(wan_script_next(&s) == INT64_MAX);
		assert_false(wan_script_take(&s, INT64_MAX, &v));
	}
	wan_script_init(&s, 1);
	take("");
	take("   # nothing");
	assert_int_equal(s.n, 0);
}

static void what_is_wrong_is_said_with_line_word_and_what_is_allowed(void **state)
{
	static const struct { const char *text, *says; } row[] = {
		{"after 2 cut", "storm.txt line 7: first word is not one of its words: after (allowed: at, every)"},
		{"at", "storm.txt line 7: time [s] is missing"},
		{"at noon cut", "time [s] is not a number: noon (allowed: between 0 and 100000000)"},
		{"at -1 cut", "time [s] is out of range: -1"},
		{"at nan cut", "time [s] is not a finite number: nan"},
		{"every 0 cut", "mean interval [s] is out of range: 0 (allowed: between 0.001 and 100000000)"},
		{"at 1", "what happens is missing"},
		{"at 1 stal 3", "what happens is not one of its words: stal (allowed: stall, cut, swallow, heal, throttle, delay)"},
		{"at 1 stall", "duration of the stall [s] is missing"},
		{"at 1 stall 0", "duration of the stall [s] is out of range: 0 (allowed: > 0 and <= 100000000)"},
		{"at 1 stall up", "duration of the stall [s] is not a number: up"},
		{"at 1 stall 3 sideways", "way is not one of its words: sideways (allowed: up, down)"},
		{"at 1 cut up", "unexpected word: up"},
		{"at 1 cut -2", "duration of the cut [s] is out of range: -2"},
		{"at 1 heal 3", "unexpected word: 3"},
		{"at 1 throttle 0", "rate [bytes/s], or off, is out of range: 0 (allowed: between 1 and 1000000000000)"},
		{"at 1 delay off", "delay [s] is not a number: off"},
		{"at 1 swallow up down", "unexpected word: down"},
	};
	char message[400], longer[300];

	(void)state;
	wan_script_init(&s, 1);
	for (size_t i = 0; i < COUNT(row); i++) {
		if (line(row[i].text, message, sizeof(message)) == 0)
			fail_msg("%s: not refused", row[i].text);
		assert_contains(message, row[i].says);
		assert_contains(message, "storm.txt line 7: ");
	}
	memset(longer, ' ', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(line(longer, message, sizeof(message)), ERR_ARGUMENT);
	assert_int_equal(s.n, 0);
	for (int i = 0; i < WAN_ROWS; i++)
		take("at 1 heal");
	assert_int_equal(line("at 1 heal", message, sizeof(message)), ERR_LIMIT);
}

static void events_come_in_the_order_of_time_then_of_lines(void **state)
{
	static const enum wan_action order[] = {WAN_CUT, WAN_HEAL, WAN_STALL, WAN_DELAY};
	struct wan_event v;

	(void)state;
	wan_script_init(&s, 1);
	take("at 5 delay 1");
	take("at 2 cut");
	take("at 2 heal");
	take("at 3 stall 1");
	assert_false(wan_script_take(&s, 1999999999, &v));
	for (size_t i = 0; i < COUNT(order); i++) {
		assert_true(wan_script_take(&s, 5000000000, &v));
		assert_int_equal(v.action, order[i]);
	}
}

/* Intervals of `every m` are exponential: mean m, and a share of 1 - exp(-1) below it. 20000 of them, to four standard deviations. */
static void random_events_have_their_mean_interval_and_the_same_seed_the_same_times(void **state)
{
	enum { N = 20000 };
	static int64_t t[N];
	double below = 0.0, share = 1.0 - exp(-1.0);

	(void)state;
	for (int run = 0; run < 3; run++) {
		struct wan_event v;
		int64_t before = 0;

		wan_script_init(&s, run < 2 ? 4 : 5);
		take("every 2 stall 0.1");
		for (int i = 0; i < N; i++) {
			assert_true(wan_script_take(&s, INT64_MAX, &v));
			assert_true(v.t_ns >= before);
			if (run == 0)
				below += v.t_ns - before < 2000000000;
			else
				assert_true((v.t_ns == t[i]) == (run == 1));
			if (run == 0)
				t[i] = v.t_ns;
			before = v.t_ns;
		}
	}
	assert_near(1e-9 * (double)t[N - 1] / N, 2.0, 4.0 * 2.0 / sqrt(N));
	assert_near(below / N, share, 4.0 * sqrt(share * (1.0 - share) / N));
}

static void names_are_those_of_the_script(void **state)
{
	(void)state;
	assert_string_equal(wan_action_name(WAN_SWALLOW), "swallow");
	assert_string_equal(wan_action_name(WAN_ACTIONS), "unknown");
	assert_string_equal(wan_ways_name(1 << WAN_DOWN), "down");
	assert_string_equal(wan_ways_name(WAN_BOTH), "both");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_word_is_understood),
		cmocka_unit_test(what_is_wrong_is_said_with_line_word_and_what_is_allowed),
		cmocka_unit_test(events_come_in_the_order_of_time_then_of_lines),
		cmocka_unit_test(random_events_have_their_mean_interval_and_the_same_seed_the_same_times),
		cmocka_unit_test(names_are_those_of_the_script),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
