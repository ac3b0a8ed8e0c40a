/* The normalised tracking error of commands that hardly move: nothing but the noise of a transducer is in it, and it is no reason to stop a test. */
#include "test.h"

#include "verify/verify.h"

#include <math.h>

/* A displacement that hardly moves for 1 s (1e-9 m), then swings with 10 mm at 2 Hz for 4 s, and rests again; ideal motion, read with 16e-6 m of noise:
 * virtual real-time benchmark (Silva et al. 2020). Stroke of 50 mm each way where it is limited. */
static const double NOISE = 16e-6, AMPLITUDE = 0.01, STROKE = 0.05;

struct lab { const char *limits, *rig, *words; };

static const struct lab LIMITED[] = {
	{"expLimits 1 -stroke -0.05 0.05", "-controller 1 -channel 1 -dispSensor 1 -limits 1", "-control 1"},
	{"expControlPoint 1 1 disp -lim -0.05 0.05", "-channel 1 -dispSensor 1 -trialCP 1", "-control 1"},
	{"expControlPoint 1 1 disp -lim -0.05 0.05", "-channel 1 -dispSensor 1 -outCP 1", "-control 1"},
	{"", "-channel 1 -dispSensor 1", "-control 1 -floor 0.0005"},
	{"", "-channel 1 -dispSensor 1", "-element 1 -dt 0.01 -floor 0.0005"},
};

static const struct lab FREE[] = {
	{"", "-channel 1 -dispSensor 1", "-control 1"},
	{"", "-channel 1 -dispSensor 1", "-element 1 -dt 0.01"},
};

static void begin(struct stage *s, const struct lab *l, const char *sensor, const char *threshold)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0; uniaxialMaterial Elastic 1 10; expSpecimen Material 1 1");
	stage_eval(s, "expSensor Transducer 1 %s; expCommand Ramp 1 1000; expController 1 1; %s", sensor, l->limits);
	stage_eval(s, "expControl VirtualRig 1 -rate 1000 %s", l->rig);
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh");
	stage_eval(s, "set x {}; for {set i 0} {$i <= 900} {incr i} {"
	           "lappend x [expr {$i < 100 || $i > 500 ? 1e-9*(1 - $i %% 2) : %.17g*sin(4*acos(-1)*($i*0.01))}]}", AMPLITUDE);
	stage_eval(s, "timeSeries Path 1 -dt 0.01 -values $x; pattern Plain 1 1 {sp 2 1 1.0}; constraints Transformation; numberer Plain; system BandGeneral");
	stage_eval(s, "algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient; monitor Tracking 1 %s -window 0.5 %s", l->words, threshold);
}

static double nrms(struct stage *s)
{
	double x;

	stage_eval(s, "monitor value 1 nrms1");
	if (Tcl_GetDoubleFromObj(NULL, Tcl_GetObjResult(s->script.interp), &x) != TCL_OK)
		return NAN;
	return x;
}

/* The floor is a hundredth of 50 mm: noise is 0.032 of it. A window of noise of 50 Hz has some 25 independent squares. */
static void noise_on_a_command_that_rests_stops_no_test(void **state)
{
	char sensor[64];

	(void)state;
	snprintf(sensor, sizeof(sensor), "-rms %.17g", NOISE);
	for (size_t i = 0; i < COUNT(LIMITED); i++) {
		struct stage s;

		begin(&s, &LIMITED[i], sensor, "-on nrms1 -warn 0.05 -stop 0.1");
		stage_eval(&s, "analyze 80 0.01");
		expect_close(nrms(&s), NOISE / (0.01 * STROKE), 0.5, "noise over the floor");
		stage_eval(&s, "analyze 300 0.01");
		expect_close(nrms(&s), NOISE / (AMPLITUDE / sqrt(2.0)), 0.5, "noise over the command");
		stage_eval(&s, "analyze 500 0.01");
		expect_close(nrms(&s), NOISE / (0.01 * STROKE), 0.5, "noise over the floor");
		assert_int_equal(s.script.monitors.nevent, 0);
		stage_end(&s);
	}
}

/* Without any scale: not known before the window is full, and of a hundredth of the largest window at least. */
static void without_limits_the_scale_is_that_of_the_largest_motion(void **state)
{
	char sensor[64];

	(void)state;
	snprintf(sensor, sizeof(sensor), "-rms %.17g", NOISE);
	for (size_t i = 0; i < COUNT(FREE); i++) {
		struct stage s;

		begin(&s, &FREE[i], sensor, "");
		stage_eval(&s, "analyze 40 0.01");
		assert_true(isnan(nrms(&s)));
		stage_eval(&s, "analyze 340 0.01");
		expect_close(nrms(&s), NOISE / (AMPLITUDE / sqrt(2.0)), 0.5, "noise over the command");
		stage_eval(&s, "analyze 500 0.01");
		expect_close(nrms(&s), NOISE / (0.01 * AMPLITUDE / sqrt(2.0)), 0.5, "noise over a hundredth of the command");
		stage_end(&s);
	}
}

/* A reading that runs away from a command at rest is a reason: 1 mm is twice the floor, and 0.1 of it is reached when (0.05)^2 of the window has passed. */
static void a_reading_far_from_a_command_that_rests_stops_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(LIMITED); i++) {
		struct stage s;

		begin(&s, &LIMITED[i], "-offset 0.001", "-on nrms1 -stop 0.1");
		assert_int_equal(Tcl_EvalEx(s.script.interp, "analyze 10 0.01", -1, TCL_EVAL_GLOBAL), TCL_ERROR);
		assert_contains(Tcl_GetStringResult(s.script.interp), "nrms1");
		stage_end(&s);
	}
}

/* A stroke that is tuned to a tenth of it: the same error at rest is ten times as much, for the step's monitor and for the guard in the tick. */
static void the_floor_is_that_of_the_limits_as_they_are(void **state)
{
	static const char *const threshold[] = {"", "-on nrms1 -stop 0.5"};

	(void)state;
	for (int guarded = 0; guarded < 2; guarded++) {
		struct stage s;

		begin(&s, &LIMITED[0], "-offset 0.00004", threshold[guarded]);
		stage_eval(&s, "analyze 60 0.01");
		expect_close(nrms(&s), 0.00004 / (0.01 * STROKE), 0.01, "offset over the floor");
		stage_eval(&s, "expTune 1 1 -strokeMin [expr {-0.1*%.17g}]; expTune 1 1 -strokeMax [expr {0.1*%.17g}]", STROKE, STROKE);
		assert_int_equal(Tcl_EvalEx(s.script.interp, "analyze 10 0.01", -1, TCL_EVAL_GLOBAL), guarded ? TCL_ERROR : TCL_OK);
		if (guarded)
			assert_contains(Tcl_GetStringResult(s.script.interp), "nrms1 = 0.8");
		else
			expect_close(nrms(&s), 0.00004 / (0.001 * STROKE), 0.01, "offset over the tuned floor");
		stage_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noise_on_a_command_that_rests_stops_no_test),
		cmocka_unit_test(without_limits_the_scale_is_that_of_the_largest_motion),
		cmocka_unit_test(the_floor_is_that_of_the_limits_as_they_are),
		cmocka_unit_test(a_reading_far_from_a_command_that_rests_stops_it),
	};

	return cmocka_run_group_tests_name("tracking", tests, NULL, NULL);
}
