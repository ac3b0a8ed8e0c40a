/* Monitors by script: thresholds and what they do, energies of structures with and without specimens, indices of tracking against closed forms. */
#include "test.h"

#include "base/base.h"
#include "verify/verify.h"

static double value(struct stage *s, int tag, const char *column)
{
	return stage_real(s, "monitor value %d %s", tag, column);
}

/* A mass on a specimen of 10, period 1, damping 5 %, that is pushed by a sine of period 1: by a perfect rig, or by the words of another. */
static void hybrid(struct stage *s, const char *parts, const char *rig)
{
	stage_begin(s);
	stage_eval(s, "set w [expr {2*acos(-1)}]; model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass [expr {10/$w**2}]; uniaxialMaterial Elastic 1 10");
	stage_eval(s, "expSpecimen Material 1 1; %s; expControl VirtualRig 1 %s", parts, rig);
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh; rayleigh [expr {0.1*$w}] 0 0 0");
	stage_eval(s, "timeSeries Sine 1 0 1000 1.0; pattern Plain 1 1 {load 2 1.0}");
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
}

static int events(const struct stage *s, enum monitor_action action)
{
	const struct monitors *m = &s->script.monitors;
	int n = 0;

	for (int i = 0; i < m->nevent; i++)
		n += m->event[i].action == action;
	return n;
}

/* The message of a command that must fail. */
static const char *refusal(struct stage *s, const char *command)
{
	if (Tcl_EvalEx(s->script.interp, command, -1, TCL_EVAL_GLOBAL) != TCL_ERROR)
		fail_msg("'%s' did not fail", command);
	return Tcl_GetStringResult(s->script.interp);
}

/* --- thresholds ------------------------------------------------------------------------------------ */

/* The error of a lag of 0.2 steps swings with the velocity; its magnitude passes the threshold twice a period. */
static void speaks_again_only_after_the_hysteresis(void **state)
{
	struct stage s;
	int without, with;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.2", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor Tracking 1 -control 1 -dt 0.01 -window 0.1 -warn 0.005");
	stage_eval(&s, "monitor Tracking 2 -control 1 -dt 0.01 -window 0.1 -warn 0.005 -hysteresis 0.0049; analyze 3000 0.01");
	without = events(&s, MONITOR_WARN);
	for (int i = with = 0; i < s.script.monitors.nevent; i++)
		with += s.script.monitors.event[i].monitor->tag == 2;
	without -= with;
	/* 30 periods, less those before the motion is large enough */
	assert_in_range(without, 40, 60);
	assert_in_range(with, 1, 3);
	stage_end(&s);
}

static void an_event_has_time_step_value_and_words(void **state)
{
	struct stage s;
	const struct monitor_event *ev;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor HSEI 7 -uy 0.5 -k 10 -on hseiS -warn -0.05; analyze 400 0.01");
	assert_int_equal(s.script.monitors.nevent, 1);
	ev = &s.script.monitors.event[0];
	assert_near(ev->t, 0.01 * (double)ev->step, 1e-12);
	assert_true(ev->value <= -0.05 && ev->value > -0.1 && ev->limit == -0.05);
	assert_string_equal(ev->monitor->name, "hsei7");
	assert_string_equal(ev->monitor->column[ev->column].name, "hseiS");
	assert_contains(ev->text, "energy added");
	assert_near(stage_real(&s, "lindex [monitor events] 0 0"), ev->t, 0.0);
	stage_eval(&s, "if {[lrange [lindex [monitor events] 0] 2 4] ne {warn hsei7 hseiS}} {error [monitor events]}");
	stage_end(&s);
}

/* Without a script for the pause, analyze ends after the step whose value was reached, and the next one goes on: in the end it is the same test. */
static void a_pause_ends_analyze_and_the_next_one_goes_on(void **state)
{
	struct stage s;
	double whole, paused;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "analyze 400 0.01");
	whole = stage_real(&s, "nodeDisp 2 1");
	stage_end(&s);
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor HSEI 1 -strain 1.25 -pause -0.05 -hysteresis 0.05; recorder Node -file u.out -time -node 2 -dof 1 disp");
	assert_contains(refusal(&s, "analyze 400 0.01"), "pause: hseiI");
	stage_eval(&s, "set done [expr {round([getTime]/0.01)}]; if {$done >= 400} {error {not paused}}");
	stage_eval(&s, "if {[lindex $errorCode 1] ne {PAUSED}} {error $errorCode}");
	stage_eval(&s, "analyze [expr {400 - $done}] 0.01; remove recorders");
	paused = stage_real(&s, "nodeDisp 2 1");
	assert_near(paused, whole, 0.0);
	/* the row of the step that paused is in the file */
	assert_near(stage_real(&s, "set f [open u.out]; set n [llength [split [string trim [read $f]] \\n]]; close $f; set n"), 400.0, 0.0);
	stage_end(&s);
}

static void a_script_corrects_in_the_pause_and_the_test_goes_on(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expActuator Delay 1 0.005; expCompensator Inverse 1 0.0", "-rate 1000 -channel 1 -actuator 1 -compensator 1");
	stage_eval(&s, "set pauses 0; monitor FEI 1 -control 1 -window 1");
	stage_eval(&s, "monitor HSEI 2 -strain 1.25 -pause -0.1 -onPause {incr pauses; expTune 1 1 [monitor value 1 delay1]; monitor reset 2}; analyze 1000 0.01");
	assert_near(stage_real(&s, "set pauses"), 1.0, 0.0);
	/* measured in a window in which the motion still grew */
	assert_near(value(&s, 1, "delay1"), 0.0, 0.2 * 0.005);
	assert_int_equal(events(&s, MONITOR_PAUSE), 1);
	assert_int_equal(events(&s, MONITOR_RESUME), 1);
	assert_int_equal(events(&s, MONITOR_RESET), 1);
	stage_end(&s);
}

static void a_pause_may_not_pull_the_test_away(void **state)
{
	static const struct { const char *hook, *says; } row[] = {
		{"analyze 1 0.01", "the test is paused"}, {"wipe", "the test is paused"}, {"wipeExp", "the test is paused"}, {"error sorry", "sorry"},
		{"break", "pause: hseiI"}, {"monitor list; monitor events; puts -nonewline [monitor value 1 hseiI]; break", "pause: hseiI"},
		/* what would be other columns of an open record, or another model under the analysis */
		{"monitor Energy 9", "the test is paused"}, {"node 9 0", "the test is paused"}, {"fix 2 1", "the test is paused"},
		{"uniaxialMaterial Elastic 9 1", "the test is paused"}, {"element zeroLength 9 1 2 -mat 1 -dir 1", "the test is paused"},
		{"expSpecimen Material 9 1", "the test is paused"}, {"expControl VirtualRig 9 -channel 1", "the test is paused"},
		{"expElement twoNodeLink 9 1 2 -dir 1 -site 1 -initStif 10", "the test is paused"}, {"rayleigh 0 0 0 0", "the test is paused"},
		{"load 2 1.0", "the test is paused"}, {"remove element 1", "the test is paused"},
	};
	struct stage s;
	char line[200];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
		snprintf(line, sizeof(line), "monitor HSEI 1 -strain 1.25 -pause -0.05 -onPause {%s}", row[i].hook);
		stage_eval(&s, "%s", line);
		assert_contains(refusal(&s, "analyze 400 0.01"), row[i].says);
		stage_eval(&s, "analyze 10 0.01");
		stage_end(&s);
	}
}

static void a_stop_trips_the_laboratory_and_says_why(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor HSEI 1 -strain 1.25 -warn -0.02 -pause -0.04 -stop -0.04 -onPause {set paused 1}");
	assert_contains(refusal(&s, "analyze 400 0.01"), "stop: hseiI");
	assert_int_equal(s.script.lab.trip.cause, TRIP_MONITOR);
	assert_contains(refusal(&s, "analyze 1 0.01"), "stop: hseiI");
	stage_eval(&s, "if {![string match {*stop: hseiI*} [expTrip]]} {error [expTrip]}");
	/* the stronger of two that are due in one step */
	assert_int_equal(events(&s, MONITOR_RESUME), 0);
	stage_eval(&s, "expTrip -acknowledge; monitor reset 1; analyze 1 0.01");
	stage_end(&s);
}

static int full_disk(void *self, struct analysis *an, struct err *e)
{
	(void)an;
	++*(int *)self;
	return err_set(e, ERR_FILE, "recorder", "no space left");
}

/* Whoever writes the step down may fail in it: the rigs come to rest all the same, and what failed first is told. */
static void a_stop_acts_though_the_step_cannot_be_written(void **state)
{
	struct stage s;
	int calls = 0;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "analyze 10 0.01; monitor Energy 1 -on input -stop 1e-12");
	s.script.analysis.observer = full_disk;
	s.script.analysis.observer_self = &calls;
	assert_contains(refusal(&s, "analyze 10 0.01"), "no space left");
	assert_int_equal(calls, 1);
	assert_int_equal(s.script.lab.trip.cause, TRIP_MONITOR);
	assert_contains(refusal(&s, "analyze 1 0.01"), "stop: input");
	stage_end(&s);
}

static void what_finds_no_room_in_the_list_is_counted_and_acts(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "", "-channel 1");
	stage_eval(&s, "monitor Energy 1");
	s.script.monitors.nevent = MONITOR_EVENTS;
	stage_eval(&s, "monitor Energy 2 -on input -warn 1e-3 -stop 1.0");
	assert_contains(refusal(&s, "analyze 400 0.01"), "stop: input");
	assert_int_equal(s.script.monitors.unsaid, 2);
	assert_int_equal(s.script.monitors.nevent, MONITOR_EVENTS);
	stage_end(&s);
}

/* --- energies -------------------------------------------------------------------------------------- */

static const char *const METHODS[] = {"NewmarkExplicit 0.5", "CR", "Chang2002"};

/* A frame of beams with Rayleigh and a yielding brace, purely numerical: specimens are not needed for energies. */
static void energies_of_a_numerical_structure_add_up(void **state)
{
	struct stage s;

	(void)state;
	for (int k = 0; k < 2; k++) {
		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 156 -mass 0.1 0.1 10; node 3 156 0; fix 1 1 1 1; fix 3 1 1 1; geomTransf Linear 1");
		stage_eval(&s, "element elasticBeamColumn 1 1 2 75.6 29000 3400 1; uniaxialMaterial Steel01 1 36 29000 0.02; element truss 2 3 2 0.05 1 -doRayleigh 1");
		stage_eval(&s, "rayleigh 0.45 0 0.0023 0; timeSeries Sine 1 0 2 0.3 -factor 400; pattern UniformExcitation 1 1 -accel 1; monitor Energy 1");
		stage_eval(&s, "constraints Plain; numberer RCM; system BandGeneral; test NormDispIncr 1e-12 50; algorithm Newton; integrator %s; analysis Transient",
		           k == 0 ? "Newmark 0.5 0.25" : "HHT 0.9");
		stage_eval(&s, "analyze 300 0.01");
		assert_true(value(&s, 1, "viscous") > 0.0 && value(&s, 1, "numerical") > 0.0);
		if (k == 0) {
			/* with average acceleration the work of inertia is the kinetic energy itself */
			double v = stage_real(&s, "expr {0.05*([nodeVel 2 1]**2 + [nodeVel 2 2]**2) + 5*[nodeVel 2 3]**2}");

			assert_near(value(&s, 1, "unbalanced"), 0.0, 1e-9 * value(&s, 1, "input"));
			assert_near(value(&s, 1, "kinetic"), v, 1e-9 * value(&s, 1, "input"));
		} else {
			/* the equation of motion is satisfied between the ends of the step, not there */
			assert_true(fabs(value(&s, 1, "unbalanced")) > 1e-6 * value(&s, 1, "input"));
		}
		assert_near(value(&s, 1, "closure"), 0.0, 1e-9);
		assert_near(value(&s, 1, "error"), 0.0, 0.0);
		stage_end(&s);
	}
}

static void energies_add_up_with_methods_that_satisfy_every_step(void **state)
{
	struct stage s;

	(void)state;
	for (size_t i = 0; i < COUNT(METHODS); i++)
		for (int yields = 0; yields < 2; yields++) {
			hybrid(&s, "uniaxialMaterial ElasticPP 2 10 0.05; expSpecimen Material 2 2; expActuator Lag 1 0.3 0.1",
			       yields ? "-channel 2 -actuator 1" : "-channel 1 -actuator 1");
			stage_eval(&s, "monitor Energy 1; integrator %s; analyze 1000 0.01", METHODS[i]);
			assert_near(value(&s, 1, "closure"), 0.0, 1e-9);
			assert_near(value(&s, 1, "unbalanced"), 0.0, 1e-9 * value(&s, 1, "input"));
			/* a specimen that yields has taken more than its springs can store, 1/2 k u_y^2 */
			assert_true(!yields || value(&s, 1, "observed") > 10.0 * 0.5 * 10.0 * 0.05 * 0.05);
			expect_close(value(&s, 1, "specimen"), value(&s, 1, "observed") - value(&s, 1, "error"), 1e-12, "specimen");
			stage_end(&s);
		}
}

/* The force is corrected for the displacement error: what the equations see is the spring at the command. The laboratory lags as before. */
static void a_corrected_force_adds_no_energy(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "remove element 1; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -iMod -noRayleigh");
	stage_eval(&s, "monitor Energy 1; monitor ActuatorEnergy 2 -control 1; analyze 1000 0.01");
	assert_near(value(&s, 1, "unbalanced"), 0.0, 1e-9 * value(&s, 1, "input"));
	/* of springs both are 1/2 k d^2 at the end: the difference is bounded, and does not add up */
	assert_true(fabs(value(&s, 1, "error")) < 0.02 * value(&s, 1, "input"));
	assert_true(value(&s, 2, "error") < -0.1 * value(&s, 1, "input"));
	stage_end(&s);
}

/* For a linear specimen the two estimates differ by 1/2 k (d_c^2 - d_m^2). */
static void thewalt_and_roman_agree_for_a_linear_specimen(void **state)
{
	struct stage s;

	(void)state;
	for (int k = 0; k < 2; k++) {
		hybrid(&s, "expActuator Lag 1 0.5; expTangentStiff BFGS 1", "-channel 1 -actuator 1");
		stage_eval(&s, "monitor Energy 1; monitor ThewaltRoman 2 %s; analyze 1000 0.01", k ? "-tangStif 1" : "");
		double c = stage_real(&s, "eleResponse 1 ctrlDisp"), m = stage_real(&s, "eleResponse 1 daqDisp");

		assert_near(value(&s, 2, "error"), value(&s, 1, "error") + 5.0 * (m * m - c * c), 1e-9 * value(&s, 1, "input"));
		stage_end(&s);
	}
}

static void a_model_that_changes_between_steps_goes_on_with_its_sums(void **state)
{
	struct stage s;
	double half;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor Energy 1; analyze 500 0.01");
	half = value(&s, 1, "input");
	stage_eval(&s, "uniaxialMaterial Elastic 9 0.5; element zeroLength 9 1 2 -mat 9 -dir 1; analyze 500 0.01");
	assert_true(value(&s, 1, "input") > half && value(&s, 1, "numerical") != 0.0);
	/* the new spring is strained already: its first force is none of the equilibrium before, and that is all */
	assert_near(value(&s, 1, "unbalanced"), 0.0, 0.02 * value(&s, 1, "input"));
	assert_near(value(&s, 1, "closure"), 0.0, 1e-9);
	stage_end(&s);
}

/* Sums begin when a monitor does, whoever else has summed before it. */
static void a_monitor_that_is_made_later_begins_with_nothing(void **state)
{
	static const char *const COLUMN[][2] = {{"1", "hseiS"}, {"1", "hseiI"}, {"1", "error"}, {"2", "input"}, {"2", "error"}, {"2", "kinetic"}};
	struct stage s;
	double alone[COUNT(COLUMN)];

	(void)state;
	for (int beside = 0; beside < 2; beside++)
		for (int again = 0; again < 2; again++) {
			hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
			stage_eval(&s, "%s analyze 300 0.01; monitor HSEI 1 -strain 1.25; monitor Energy 2; %s analyze 100 0.01", beside ? "monitor Energy 9;" : "",
			           again ? "monitor reset 1; monitor reset 2;" : "");
			for (size_t i = 0; i < COUNT(COLUMN); i++) {
				double x = stage_real(&s, "monitor value %s %s", COLUMN[i][0], COLUMN[i][1]);

				if (beside + again == 0)
					alone[i] = x;
				expect_close(x, alone[i], 1e-9, COLUMN[i][1]);
			}
			stage_end(&s);
		}
}

/* Other equations of the same model: another number of unknowns, in another order, where the ones before have lain. */
static void equations_that_are_made_anew_are_taken_anew(void **state)
{
	static const char *const CHANGE[] = {"numberer RCM", "constraints Lagrange", "wipeAnalysis; constraints Lagrange; numberer RCM; system FullGeneral"};
	struct stage s;

	(void)state;
	for (size_t i = 0; i < COUNT(CHANGE); i++) {
		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 1 -ndf 1; foreach i {1 5 2 4 3} {node $i 0 -mass $i}; fix 1 1; uniaxialMaterial Elastic 1 400");
		stage_eval(&s, "foreach {i a b} {1 1 4 2 4 2 3 2 5 4 5 3} {element zeroLength $i $a $b -mat 1 -dir 1}; rayleigh 0.5 0 0 0; equalDOF 2 5 1");
		stage_eval(&s, "timeSeries Sine 1 0 1000 0.7; pattern Plain 1 1 {load 3 1.0; load 2 5.0}; monitor Energy 1");
		stage_eval(&s, "constraints Transformation; numberer Plain; system FullGeneral; test NormDispIncr 1e-12 20; algorithm Newton");
		stage_eval(&s, "integrator Newmark 0.5 0.25; analysis Transient; analyze 200 0.01; %s", CHANGE[i]);
		stage_eval(&s, "test NormDispIncr 1e-12 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient; analyze 200 0.01");
		assert_near(value(&s, 1, "unbalanced"), 0.0, 1e-12 * value(&s, 1, "input"));
		assert_near(value(&s, 1, "closure"), 0.0, 1e-9);
		assert_near(value(&s, 1, "kinetic"), stage_real(&s, "expr {[nodeVel 2 1]**2 + 1.5*[nodeVel 3 1]**2 + 2*[nodeVel 4 1]**2 + 2.5*[nodeVel 5 1]**2}"),
		            1e-12 * value(&s, 1, "input"));
		stage_end(&s);
	}
}

/* A static analysis, a node that is set and a time that is set lie between two steps: no energy is counted for them. */
static void what_happens_between_steps_is_not_counted(void **state)
{
	static const char *const CHANGE[] = {"setTime 100.25", "setNodeVel 2 1 0.5 -commit",
	                                     "analysis Static; integrator LoadControl 0.0; analyze 1; analysis Transient"};
	struct stage s;

	(void)state;
	for (size_t i = 0; i < COUNT(CHANGE); i++) {
		hybrid(&s, "", "-channel 1");
		stage_eval(&s, "monitor Energy 1; analyze 300 0.01");
		assert_true(s.script.monitors.begun);
		stage_eval(&s, "%s", CHANGE[i]);
		assert_false(s.script.monitors.begun);
		/* the explicit method goes on with an acceleration that fits */
		stage_eval(&s, "set p [expr {sin(2*acos(-1)*[getTime])}]; set m [expr {10/$w**2}]");
		stage_eval(&s, "setNodeAccel 2 1 [expr {($p - 0.1*$w*$m*[nodeVel 2 1] - 10*[nodeDisp 2 1])/$m}] -commit");
		stage_eval(&s, "integrator NewmarkExplicit 0.5; algorithm Linear; analyze 300 0.01");
		assert_near(value(&s, 1, "closure"), 0.0, 1e-9);
		assert_near(value(&s, 1, "unbalanced"), 0.0, 1e-9 * value(&s, 1, "input"));
		stage_end(&s);
	}
}

/* --- tracking -------------------------------------------------------------------------------------- */

/* A prescribed sine of amplitude 2 and 2.5 Hz through a rig that makes 0.9 of it, 7 ms late. */
static void sine(struct stage *s, const char *monitors)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0; uniaxialMaterial Elastic 1 10; expSpecimen Material 1 1");
	stage_eval(s, "expActuator Delay 1 0.007; expSensor Transducer 1 -gain 0.9; expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -dispSensor 1");
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10");
	stage_eval(s, "timeSeries Sine 1 0 1000 0.4; pattern Plain 1 1 {sp 2 1 2.0}; %s", monitors);
	stage_eval(s, "constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient");
	stage_eval(s, "analyze 800 0.005");
}

static void index_of_a_sine_is_its_amplitude_phase_and_delay(void **state)
{
	struct stage s;

	(void)state;
	sine(&s, "monitor FEI 1 -control 1 -window 2 -band 0.5 20; monitor FEI 2 -element 1 -dt 0.005 -window 2 -band 0.5 20");
	/* commands run straight between steps of 5 ms: 1e-3 */
	for (int tag = 1; tag <= 2; tag++) {
		expect_close(value(&s, tag, "amplitude1"), 0.9, 1e-3, "amplitude");
		expect_close(value(&s, tag, "phase1"), -2.0 * M_PI * 2.5 * 0.007, 2e-3, "phase");
		expect_close(value(&s, tag, "delay1"), 0.007, 2e-3, "delay");
		expect_close(value(&s, tag, "frequency1"), 2.5, 2e-3, "frequency");
	}
	stage_end(&s);
}

/* A specimen that has yielded swings about another place: the mean has no delay, and does not count. What stands still has none either (steps that
 * command nothing at all have no rows). */
static void a_residual_displacement_and_rest_have_no_delay(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "set x {}; for {set i 0} {$i <= 1600} {incr i} {lappend x [expr {20.0 + ($i < 800 ? 1e-3*sin(2*acos(-1)*$i*0.005) : 1e-12*($i %% 2))}]}");
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0; uniaxialMaterial Elastic 1 10");
	stage_eval(&s, "expSpecimen Material 1 1; expActuator Delay 1 0.007; expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1");
	stage_eval(&s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(&s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh");
	stage_eval(&s, "timeSeries Path 1 -dt 0.005 -values $x; pattern Plain 1 1 {sp 2 1 1.0}");
	stage_eval(&s, "monitor FEI 1 -control 1 -window 2; monitor Margin 2 -control 1 -window 2 -critical 0.02 -pause 0.1");
	stage_eval(&s, "constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient");
	stage_eval(&s, "analyze 780 0.005");
	expect_close(value(&s, 1, "delay1"), 0.007, 5e-3, "delay");
	stage_eval(&s, "analyze 700 0.005");
	assert_true(isnan(value(&s, 1, "delay1")) && isnan(value(&s, 2, "margin1")));
	stage_end(&s);
}

static void tracking_error_of_a_sine(void **state)
{
	/* e = a sin wt - 0.9 a sin(wt - phi) has the amplitude a |1 - 0.9 exp(-i phi)| */
	const double phi = 2.0 * M_PI * 2.5 * 0.007, e = 2.0 * sqrt(1.0 - 1.8 * cos(phi) + 0.81);
	struct stage s;

	(void)state;
	sine(&s, "monitor Tracking 1 -control 1 -window 2 -psd 2.5 10; monitor TrackingIndicator 2 -control 1");
	expect_close(value(&s, 1, "rms1"), e / sqrt(2.0), 2e-3, "rms");
	expect_close(value(&s, 1, "nrms1"), e / 2.0, 2e-3, "nrms");
	expect_close(value(&s, 1, "peak1"), e, 5e-3, "peak");
	expect_close(value(&s, 1, "frequency1"), 2.5, 1e-12, "frequency");
	/* a sine in the middle of a bin of Hann's window: power over 1.5 bins of 0.5 Hz */
	expect_close(value(&s, 1, "psd1"), 0.5 * e * e / (1.5 * 0.5), 5e-3, "density");
	expect_close(value(&s, 1, "psd1_2.5Hz"), value(&s, 1, "psd1"), 1e-12, "density at 2.5 Hz");
	assert_true(value(&s, 1, "psd1_10Hz") < 1e-4 * value(&s, 1, "psd1"));
	/* ten cycles in 4 s; the first begins at rest */
	expect_close(value(&s, 2, "indicator1"), -10.0 * M_PI * 2.0 * 1.8 * sin(phi), 0.01, "indicator");
	stage_end(&s);
}

static void a_peak_leaves_the_window_when_it_is_over(void **state)
{
	struct stage s;
	double before;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor Tracking 1 -control 1 -dt 0.01 -window 1; analyze 500 0.01");
	before = value(&s, 1, "peak1");
	assert_true(before > 0.01);
	/* no load any more, and damping */
	stage_eval(&s, "remove loadPattern 1; analyze 3000 0.01");
	assert_true(value(&s, 1, "peak1") < 0.01 * before);
	assert_true(value(&s, 1, "peak1") >= value(&s, 1, "rms1"));
	stage_end(&s);
}

static void noise_of_a_load_cell_is_found_where_the_structure_is_silent(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expSensor Transducer 1 -rms 0.05", "-rate 1000 -channel 1 -forceSensor 1");
	/* noise through a Butterworth filter of order 4 at 50 Hz is as much as flat noise up to 50 (pi/8) / sin(pi/8) Hz */
	stage_eval(&s, "monitor SNR 1 -control 1 -window 20 -band 10 30 -bandwidth %.17g; analyze 6000 0.01", 50.0 * M_PI / 8.0 / sin(M_PI / 8.0));
	/* of 400 coefficients, half of them independent under Hann's window, each with a deviation of its own size: 3 sigma is 21 % of the power */
	expect_close(value(&s, 1, "noise1"), 0.05, 0.1, "noise");
	/* at resonance the force is p/(2 xi) */
	expect_close(value(&s, 1, "snr1") * value(&s, 1, "noise1"), 10.0 / sqrt(2.0), 0.02, "rms of the force");
	stage_end(&s);
}

/* --- margin ---------------------------------------------------------------------------------------- */

static void critical_delays_are_those_of_the_closed_form(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expActuator Delay 1 0.002", "-rate 1000 -channel 1 -actuator 1");
	/* validation.md 14: xi = 0.1, omega = 1: 11.535 degrees */
	stage_eval(&s, "monitor Margin 1 -control 1 -m 1 -c 0.2 -kn 0 -ke 1");
	/* a stiff numerical part and little specimen with much damping: never */
	stage_eval(&s, "monitor Margin 2 -control 1 -m 1 -c 2 -kn 4 -ke 1; monitor Margin 3 -control 1 -critical 0.01 -warn 0.9");
	/* seconds of the laboratory are ten of the test */
	stage_eval(&s, "monitor Margin 4 -control 1 -critical 0.01 -scale 10; analyze 500 0.01");
	assert_near(value(&s, 1, "critical") * 180.0 / M_PI, 11.535, 1e-3);
	expect_close(value(&s, 1, "psi"), log10(1000.0 * 11.535 * M_PI / 180.0), 1e-4, "predictive stability indicator");
	assert_true(isinf(value(&s, 2, "critical")));
	assert_near(value(&s, 2, "margin1"), 1.0, 0.0);
	assert_near(value(&s, 3, "delay1"), 0.002, 5e-5);
	assert_near(value(&s, 3, "margin1"), 0.8, 0.005);
	assert_near(value(&s, 4, "margin1"), 0.98, 0.0005);
	assert_int_equal(events(&s, MONITOR_WARN), 1);
	stage_end(&s);
}

/* --- network --------------------------------------------------------------------------------------- */

static void exchanges_over_a_network_are_counted(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expNetwork Constant 1 0.03 -loss 0.2 -timeout 0.1 -retries 20", "-rate 1000 -network 1 -channel 1");
	stage_eval(&s, "monitor Network 1 -site 1 -late 0.05 -on lost -warn 3; analyze 501 0.01");
	/* the first step commands nothing: the mass is at rest */
	assert_in_range((int)value(&s, 1, "exchanges"), 499, 501);
	/* one in five is sent again 0.1 s later: p/(1 - p) = 0.25 a step; 6 sigma of the geometric distribution */
	assert_near(value(&s, 1, "lost") / value(&s, 1, "exchanges"), 0.25, 6.0 * sqrt(0.3125 / 500.0));
	assert_near(value(&s, 1, "lost"), value(&s, 1, "again"), 0.0);
	assert_near(value(&s, 1, "mean"), 0.03 + 0.1 * value(&s, 1, "lost") / value(&s, 1, "exchanges"), 1e-9);
	assert_true(value(&s, 1, "late") > 0.0 && value(&s, 1, "share") < 0.4);
	assert_int_equal(events(&s, MONITOR_WARN), 1);
	stage_eval(&s, "monitor reset 1; analyze 10 0.01");
	assert_near(value(&s, 1, "exchanges"), 10.0, 0.0);
	stage_end(&s);
}

/* --- recorders ------------------------------------------------------------------------------------- */

static void a_recorder_writes_the_columns_that_were_chosen(void **state)
{
	struct stage s;

	(void)state;
	hybrid(&s, "expActuator Lag 1 0.5", "-channel 1 -actuator 1");
	stage_eval(&s, "monitor Energy 1; monitor HSEI 2 -strain 1.0");
	assert_int_equal(monitors_columns(&s.script.monitors), 13);
	stage_eval(&s, "recorder Monitor -xml m.xml -time -monitor 2; recorder Monitor -file m.out -time; analyze 100 0.01; remove recorders");
	stage_eval(&s, "foreach {x f} {xml m.xml text m.out} {set h [open $f]; set $x [string trim [read $h]]; close $h}");
	stage_eval(&s, "if {![string match {*MonitorOutput tag=\"2\" kind=\"HSEI\"*hseiS*hseiI*error*} $xml]} {error $xml}");
	assert_near(stage_real(&s, "llength [lindex [split $text \\n] end]"), 14.0, 0.0);
	expect_close(stage_real(&s, "lindex [lindex [split $text \\n] end] 13"), value(&s, 2, "error"), 1e-5, "last error");
	assert_contains(refusal(&s, "recorder Monitor -file x.out -monitor 5; analyze 1 0.01"), "monitor 5");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(speaks_again_only_after_the_hysteresis),
		cmocka_unit_test(an_event_has_time_step_value_and_words),
		cmocka_unit_test(a_pause_ends_analyze_and_the_next_one_goes_on),
		cmocka_unit_test(a_script_corrects_in_the_pause_and_the_test_goes_on),
		cmocka_unit_test(a_pause_may_not_pull_the_test_away),
		cmocka_unit_test(a_stop_trips_the_laboratory_and_says_why),
		cmocka_unit_test(a_stop_acts_though_the_step_cannot_be_written),
		cmocka_unit_test(what_finds_no_room_in_the_list_is_counted_and_acts),
		cmocka_unit_test(energies_of_a_numerical_structure_add_up),
		cmocka_unit_test(energies_add_up_with_methods_that_satisfy_every_step),
		cmocka_unit_test(a_corrected_force_adds_no_energy),
		cmocka_unit_test(thewalt_and_roman_agree_for_a_linear_specimen),
		cmocka_unit_test(a_model_that_changes_between_steps_goes_on_with_its_sums),
		cmocka_unit_test(a_monitor_that_is_made_later_begins_with_nothing),
		cmocka_unit_test(equations_that_are_made_anew_are_taken_anew),
		cmocka_unit_test(what_happens_between_steps_is_not_counted),
		cmocka_unit_test(index_of_a_sine_is_its_amplitude_phase_and_delay),
		cmocka_unit_test(a_residual_displacement_and_rest_have_no_delay),
		cmocka_unit_test(tracking_error_of_a_sine),
		cmocka_unit_test(a_peak_leaves_the_window_when_it_is_over),
		cmocka_unit_test(noise_of_a_load_cell_is_found_where_the_structure_is_silent),
		cmocka_unit_test(critical_delays_are_those_of_the_closed_form),
		cmocka_unit_test(exchanges_over_a_network_are_counted),
		cmocka_unit_test(a_recorder_writes_the_columns_that_were_chosen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
