/* Stops in the tick: at which row of a rig a monitor with -stop ends the test, by hand, within steps that are many rows long. */
#include "test.h"

#include "base/base.h"
#include "monitoring/monitor_priv.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { RATE = 1000, STEP = 100, LATE = 50 };           /* rows a second, of a step, of delay */

static const double V = 2.0, K = 10.0;                 /* velocity of the command, stiffness of the specimen */

/* How the rig is moved: straight from target to target; by a drive whose generator goes straight; the same with a row every second tick. */
static const char *const RIG[] = {"-rate 1000", "-rate 1000 -controller 1", "-rate 2000 -record 2 -controller 1", "-rate 2000 -record 2"};

/* A displacement that is prescribed by a path, through an actuator that is 50 rows late, on a spring. */
static struct virtual_rig *begin(struct stage *s, const char *rig, const char *path, double dt)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0; uniaxialMaterial Elastic 1 10; expSpecimen Material 1 1");
	stage_eval(s, "expActuator Delay 1 0.05; expCommand Ramp 1 1000; expController 1 1; expControl VirtualRig 1 %s -channel 1 -actuator 1", rig);
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh; timeSeries Path 1 -dt %.17g -values {%s}", dt, path);
	stage_eval(s, "pattern Plain 1 1 {sp 2 1 1.0}; constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear");
	stage_eval(s, "integrator Newmark 0.5 0.25; analysis Transient");
	return ((struct rig *)table_get(&s->script.lab.rigs, 1))->self;
}

/* The row in which a stop has ended the test. */
static int64_t stopped_at(const struct virtual_rig *r)
{
	const struct limits_trip *t = r->plan ? &r->drive.limits.trip : &r->stopped;

	assert_int_equal(t->cause, LIMITS_GUARD);
	return t->tick / r->record;
}

static const char *refusal(struct stage *s, const char *command)
{
	if (Tcl_EvalEx(s->script.interp, command, -1, TCL_EVAL_GLOBAL) != TCL_ERROR)
		fail_msg("'%s' did not fail", command);
	return Tcl_GetStringResult(s->script.interp);
}

/* --- the tick, by hand ------------------------------------------------------------------------------ */

/* Up and down again at V: the command of row j is V j dt up to row 100, then goes back; the specimen is 50 rows behind.
 *   error          V j dt until row 50
 *   indicator      -1/2 (V dt)^2 50 (j - 50) from there to row 100
 *   energy error   from row 100 on  -K (V dt)^2 ((j - 50)^2 - 50^2), while the specimen still goes up */
static void stops_in_the_row_in_which_the_limit_is_reached(void **state)
{
	const double vdt = V / RATE;
	const struct { const char *words; double limit; int64_t row; } CASE[] = {
		{"Tracking 1 -control 1 -window 0.2 -on peak1 -stop", 30.5 * vdt, 31},
		{"Tracking 1 -control 1 -window 0.2 -on peak1 -stop", 30.0 * vdt * (1.0 - 1e-9), 30},
		{"TrackingIndicator 1 -control 1 -stop", -0.5 * vdt * vdt * LATE * 20.5, LATE + 21},
		{"ActuatorEnergy 1 -control 1 -stop", -K * vdt * vdt * (63.5 * 63.5 - 2500.0), LATE + 64},
	};
	char text[300];

	(void)state;
	for (size_t i = 0; i < COUNT(RIG); i++)
		for (size_t c = 0; c < COUNT(CASE); c++) {
			struct stage s;
			struct virtual_rig *r = begin(&s, RIG[i], "0.0 0.2 0.0 0.0", (double)STEP / RATE);

			stage_eval(&s, "monitor %s %.17g", CASE[c].words, CASE[c].limit);
			snprintf(text, sizeof(text), "%s", refusal(&s, "analyze 3 0.1"));
			assert_contains(text, "stop: ");
			assert_int_equal(stopped_at(r), CASE[c].row);
			/* rows are counted from the start, so the test time of the last whole step follows */
			assert_near(stage_real(&s, "getTime"), 0.1 * (double)((CASE[c].row - 1) / STEP), 1e-12);
			stage_end(&s);
		}
}

/* Indices of a window are known in the row in which it is full: 500, in the middle of a step of 30. */
static void a_window_stops_in_the_row_in_which_it_is_full(void **state)
{
	static const char *const CASE[] = {"FEI 1 -control 1 -window 0.5 -band 1 10 -stop 0.04",
	                                   "Margin 1 -control 1 -window 0.5 -band 1 10 -critical 0.051 -stop 0.5",
	                                   "SNR 1 -control 1 -window 0.5 -band 30 50 -stop 1e6"};
	char path[40000];
	int n = 0;

	(void)state;
	for (int j = 0; j <= 40; j++)
		n += snprintf(path + n, sizeof(path) - (size_t)n, " %.12g", sin(2.0 * M_PI * 2.0 * 0.03 * j));
	for (size_t i = 0; i < COUNT(RIG); i++)
		for (size_t c = 0; c < COUNT(CASE); c++) {
			struct stage s;
			struct virtual_rig *r = begin(&s, RIG[i], path, 0.03);

			stage_eval(&s, "monitor %s", CASE[c]);
			refusal(&s, "analyze 40 0.03");
			assert_int_equal(stopped_at(r), 500);
			stage_end(&s);
		}
}

/* The row in which a monitor stops; behind the first step, in which nothing moves, a reading was lost at this place of a row, -1: none. */
static int64_t stop_after_loss(const char *rig, const char *words, int place)
{
	static const double odd[] = {NAN, INFINITY, -INFINITY}, fine = 0.0;
	struct stage s;
	struct virtual_rig *r = begin(&s, rig, "0.0 0.0 0.2 0.0 0.0 0.2", (double)STEP / RATE);
	const struct monitor *m;
	int64_t row;

	stage_eval(&s, "monitor %s; analyze 1 0.1", words);
	m = table_get(&s.script.monitors.table, 1);
	for (size_t k = 0; k < COUNT(odd) && place >= 0; k++) {
		const double *at[3] = {&fine, &fine, &fine};

		at[place] = &odd[k];
		assert_null(guards_look(m->guards, &(struct monitor_tick){.t = 0.1, .n = 1, .stride = 1, .command = at[0], .measured = at[1], .force = at[2]}));
	}
	refusal(&s, "analyze 4 0.1");
	row = stopped_at(r);
	stage_end(&s);
	return row;
}

/* It is as if that row had not been: the limits of the rig are for it, and when somebody has acknowledged their trip, the guard still guards. */
static void rows_of_numbers_that_are_none_leave_nothing_behind(void **state)
{
	static const char *const CASE[] = {
		"Tracking 1 -control 1 -window 0.2 -on peak1 -stop 0.061", "Tracking 1 -control 1 -window 0.2 -on rms1 -stop 0.05",
		"Tracking 1 -control 1 -window 0.2 -on psd1 -stop 1e-6", "TrackingIndicator 1 -control 1 -stop -2e-3", "ActuatorEnergy 1 -control 1 -stop -0.06",
		"FEI 1 -control 1 -window 0.2 -band 5 10 -on amplitude1 -stop 1e-6", "Margin 1 -control 1 -window 0.2 -band 5 10 -critical 1e-9 -on delay1 -stop 1e-6",
		"SNR 1 -control 1 -window 0.2 -band 30 50 -on noise1 -stop 1e-6",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(RIG); i++)
		for (size_t c = 0; c < COUNT(CASE); c++) {
			int64_t row = stop_after_loss(RIG[i], CASE[c], -1);

			assert_true(row > STEP);
			for (int place = 0; place < 3; place++)
				assert_int_equal(stop_after_loss(RIG[i], CASE[c], place), row);
		}
}

/* Nothing is sent after that tick: a drive holds its command where it was, and the rows of the way there are in the black box. */
static void what_is_commanded_stands_still_from_that_tick_on(void **state)
{
	struct stage s;
	struct virtual_rig *r = begin(&s, RIG[1], "0.0 0.2 0.0 0.0", 0.1);

	(void)state;
	stage_eval(&s, "monitor Tracking 1 -control 1 -window 0.2 -on peak1 -stop %.17g", 30.5 * V / RATE);
	refusal(&s, "analyze 3 0.1");
	expect_close(r->drive.sent[0], 31.0 * V / RATE, 1e-12, "held where it stopped");
	assert_true(drive_resting(&r->drive));
	stage_end(&s);
}

/* --- what is told ----------------------------------------------------------------------------------- */

static void a_stop_is_an_event_and_goes_on_after_it_is_acknowledged(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(RIG); i++) {
		struct stage s;
		const struct monitor_event *ev;

		begin(&s, RIG[i], "0.0 0.2 0.21 0.22 0.23 0.24 0.44 0.44", 0.1);
		stage_eval(&s, "monitor Tracking 4 -control 1 -window 0.1 -on peak1 -warn 0.01 -stop 0.061; recorder Monitor -file m.out -time");
		assert_contains(refusal(&s, "analyze 6 0.1"), "monitor Tracking 4: stop: peak1");
		/* no step was over: nothing to warn of */
		assert_int_equal(s.script.monitors.nevent, 1);
		ev = &s.script.monitors.event[0];
		assert_int_equal(ev->action, MONITOR_STOP);
		assert_int_equal(ev->step, 1);
		assert_near(ev->t, 0.0, 0.0);
		assert_near(ev->value, 0.062, 1e-12);
		assert_near(ev->limit, 0.061, 0.0);
		assert_int_equal(ev->monitor->tag, 4);
		assert_contains(refusal(&s, "analyze 1 0.1"), "monitor Tracking 4: stop: peak1");
		assert_int_equal(s.script.monitors.nevent, 1);
		/* it has spoken: it stops again when the error has been small for a window, 0.1/s over 50 ms, and is large once more */
		stage_eval(&s, "expTrip -acknowledge; analyze 5 0.1");
		assert_near(stage_real(&s, "monitor value 4 peak1"), 0.005, 1e-9);
		assert_contains(refusal(&s, "analyze 1 0.1"), "monitor Tracking 4: stop: peak1");
		assert_int_equal(s.script.monitors.event[s.script.monitors.nevent - 1].step, 6);
		stage_end(&s);
	}
}

static void a_reset_is_the_guards_too(void **state)
{
	struct stage s;
	struct virtual_rig *r = begin(&s, RIG[1], "0.0 0.2 0.4 0.6 0.8 1.0", 0.1);

	(void)state;
	/* -1/2 (V dt)^2 50 a row from row 51 on, so that the limit would be reached in row 211; begun anew after row 200 it is in row 361 */
	stage_eval(&s, "monitor TrackingIndicator 1 -control 1 -stop %.17g; analyze 2 0.1; monitor reset 1", -0.5 * 4e-6 * LATE * 160.5);
	refusal(&s, "analyze 2 0.1");
	assert_int_equal(stopped_at(r), 200 + 161);
	stage_end(&s);
}

/* --- the same numbers ------------------------------------------------------------------------------- */

/* Every kind that has rows, with limits that are far away: after each step the guard has the values of its monitor, bit for bit; columns without a limit it
 * leaves alone. */
static void a_guard_has_the_values_of_its_monitor(void **state)
{
	static const char *const CASE[] = {"Tracking 1 -control 1 -window 0.2 -stop 1e9 -on peak1 -stop 1e9",
	                                   "Tracking 1 -control 1 -window 0.2 -psd 5 -on psd1 -stop 1e9 -on psd1_5Hz -stop 1e9 -on nrms1 -stop 1e9",
	                                   "FEI 1 -control 1 -window 0.2 -band 0 50 -stop 1e9",
	                                   "TrackingIndicator 1 -control 1 -stop -1e9", "SNR 1 -control 1 -window 0.2 -stop 1e-30",
	                                   "Margin 1 -control 1 -window 0.2 -band 0 50 -critical 1e9 -stop 1e-9", "ActuatorEnergy 1 -control 1 -stop -1e9"};

	(void)state;
	for (size_t i = 0; i < COUNT(RIG); i++)
		for (size_t c = 0; c < COUNT(CASE); c++) {
			struct stage s;
			struct monitor *m;

			begin(&s, RIG[i], "0.0 0.2 0.3 0.1 -0.2 0.4 0.0 0.1", 0.1);
			stage_eval(&s, "monitor %s", CASE[c]);
			for (int k = 0; k < 7; k++) {
				stage_eval(&s, "analyze 1 0.1");
				m = table_get(&s.script.monitors.table, 1);
				assert_non_null(m->guard);
				for (int q = 0; q < m->nthreshold; q++)
					assert_memory_equal(&m->value[m->threshold[q].column], &m->guard->twin->value[m->threshold[q].column], sizeof(double));
			}
			stage_end(&s);
		}
}

/* Without -stop, without rows and of an element there is no guard. */
static void others_act_after_steps(void **state)
{
	static const char *const CASE[] = {"Tracking 1 -control 1 -window 0.2 -warn 1e9 -pause 1e9", "Tracking 1 -element 1 -dt 0.1 -window 1 -stop 1e9",
	                                   "Energy 1 -stop -1e9"};

	(void)state;
	for (size_t c = 0; c < COUNT(CASE); c++) {
		struct stage s;
		struct monitor *m;

		begin(&s, RIG[0], "0.0 0.2 0.3", 0.1);
		stage_eval(&s, "monitor %s; analyze 1 0.1", CASE[c]);
		m = table_get(&s.script.monitors.table, 1);
		assert_null(m->guard);
		stage_end(&s);
	}
}

/* The memory of a command loop's process has an end: what does not fit is refused before anything moves, with what to do. */
static void what_has_no_room_is_refused_before_the_first_step(void **state)
{
	static _Alignas(64) char room[1 << 15];
	struct stage s;
	struct virtual_rig *r = begin(&s, RIG[1], "0.0 0.2 0.3", 0.1);

	(void)state;
	arena_init_over(&r->guards.mem, room, sizeof(room));
	stage_eval(&s, "monitor TrackingIndicator 1 -control 1 -stop -1e9; monitor Tracking 2 -control 1 -window 2 -stop 1e9");
	for (int i = 0; i < 2; i++) {
		const char *text = refusal(&s, "analyze 1 0.1");

		assert_contains(text, "monitor Tracking 2: its -stop acts in the command loop of expControl 1, which has no room left for it");
		assert_contains(text, "a shorter -window");
	}
	assert_int_equal(r->tick, 0);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stops_in_the_row_in_which_the_limit_is_reached),
		cmocka_unit_test(a_window_stops_in_the_row_in_which_it_is_full),
		cmocka_unit_test(rows_of_numbers_that_are_none_leave_nothing_behind),
		cmocka_unit_test(what_is_commanded_stands_still_from_that_tick_on),
		cmocka_unit_test(a_stop_is_an_event_and_goes_on_after_it_is_acknowledged),
		cmocka_unit_test(a_reset_is_the_guards_too),
		cmocka_unit_test(a_guard_has_the_values_of_its_monitor),
		cmocka_unit_test(others_act_after_steps),
		cmocka_unit_test(what_has_no_room_is_refused_before_the_first_step),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
