/* The network tests of UCB/EERC 2005-02, chapter 6, at full size in virtual time, with the scripts of examples/seed4_network: Table 6-2 and Figure 6-12.
 *
 * Networks have the shares and the longest time of the table; its run times are not put in. By the rules of 6.3.2 a step whose target takes x lasts
 *
 *   1.2 s  for x <= 0.72;   1.2 + (x - 0.72)/2  for x <= 1.2;   x + 0.24  beyond
 *
 * and rigs tick, so that each late step may be a tick longer.
 */
#include "verify/verify.h"

#include "test.h"

#include <stdlib.h>

enum { RATE = 250 };

/* The example's procedures; the record where there is one, else an artificial earthquake. */
static void begin(struct stage *s)
{
	stage_begin(s);
	stage_eval(s, "set argc 0; set argv {}; set modes rig");
	if (!getenv("TANDEM_RECORDS"))
		stage_eval(s, "set env(TANDEM_RECORDS) [file join $project .. shared records]");
	stage_eval(s, "source [file join $project examples common.tcl]");
	stage_eval(s, "foreach f {table frame rigs} { source [file join $project examples seed4_network $f.tcl] }");
}

static void tests_slow_down_hold_and_last_as_in_the_report(void **unused)
{
	static const struct { const char *name; double steps, slow, hold, time; } row[] = {
		{"cosine", 1000, 9.2, 0.6, 1210}, {"tabas50", 3000, 12.4, 1.7, 3667}, {"tabas150", 3000, 5.9, 0.9, 3638},
	};
	struct stage s;

	(void)unused;
	begin(&s);
	for (size_t i = 0; i < COUNT(row); i++) {
		double time, rule;

		stage_eval(&s, "set got [virtual_test %s %d]", row[i].name, RATE);
		stage_eval(&s, "set rule 0.0; foreach x [table62_times [dict get $table62 %s]] {"
		               "set rule [expr {$rule + ($x <= 0.72 ? 1.2 : $x <= 1.2 ? 1.2 + ($x - 0.72)/2 : $x + 0.24)}] }", row[i].name);
		time = stage_real(&s, "dict get $got time");
		rule = stage_real(&s, "set rule");
		print_message("%-9s slow %.2f %% (%.1f), hold %.2f %% (%.1f), run time %.1f s (%.0f)\n", row[i].name, stage_real(&s, "dict get $got slow"), row[i].slow,
		              stage_real(&s, "dict get $got hold"), row[i].hold, time, row[i].time);
		/* the first target is waited for at rest, and the last time of the list is not used: a step more or less */
		assert_true(fabs(stage_real(&s, "dict get $got slow") - row[i].slow) <= 100.0 * 1.5 / row[i].steps + 0.05);
		assert_true(fabs(stage_real(&s, "dict get $got hold") - row[i].hold) <= 100.0 * 1.5 / row[i].steps);
		/* the rule, a tick for every late step, and the wait before the first target (at most what a step can take here) */
		assert_true(fabs(time - rule) <= 0.01 * row[i].slow * row[i].steps / RATE + 2.0);
		expect_close(time, row[i].time, 0.003, "run time of the report");
	}
	stage_end(&s);
}

/* What does not relax does not mind to wait; what relaxes does, where the test holds in every step. */
static void holding_in_every_step_falsifies_a_specimen_that_relaxes(void **unused)
{
	struct stage s;
	double continuous, ramp;

	(void)unused;
	begin(&s);
	stage_eval(&s, "put times.txt [table62_times [dict get $table62 tabas150]]");
	stage_eval(&s, "set stiff [relaxation material times.txt]; set soft [relaxation relaxing times.txt]");
	assert_true(stage_real(&s, "dict get $stiff continuous") < 0.003 && stage_real(&s, "dict get $stiff ramp-and-hold") < 0.003);
	continuous = stage_real(&s, "dict get $soft continuous");
	ramp = stage_real(&s, "dict get $soft ramp-and-hold");
	print_message("against the test without a network: continuous %.2f %%, ramp and hold %.2f %%\n", 100.0 * continuous, 100.0 * ramp);
	assert_true(continuous < 0.01 && ramp > 0.025 && ramp < 0.12 && ramp > 5.0 * continuous);
	/* 6.5.5: the longest time of the table is a hold of 5.90 - 1.2 s, and the force falls in it */
	stage_eval(&s, "set hold [lindex [lsort -real -index 0 [holds continuous-1.out 0.25]] end]");
	assert_near(stage_real(&s, "lindex $hold 0"), 4.7, 0.15);
	assert_true(stage_real(&s, "lindex $hold 3") > 0.01);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tests_slow_down_hold_and_last_as_in_the_report),
		cmocka_unit_test(holding_in_every_step_falsifies_a_specimen_that_relaxes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
