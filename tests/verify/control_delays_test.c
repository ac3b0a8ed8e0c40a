/* The event-driven controller behind a network as slow as the one of UCB/EERC 2005-02, Table 6-2. Numbers: validation.md, item 12. */
#include "verify/verify.h"

#include "control/controller.h"
#include "experiment/network.h"
#include "evidence.h"
#include "test.h"

/* 3000 steps of 1200 ticks at 1000 Hz, targets of a slow sine; delays drawn one a step. */
static void holds_are_rare_and_the_test_is_hardly_longer(void **unused)
{
	static const struct controller_words words = {.extrapolate = 0.6, .slow = 0.8, .slow_rate = 0.5, .hold_s = INFINITY};
	struct controller c;
	struct network_use use;
	struct stage s;
	struct err e = {0};
	double command, force = 0.0, before = 0.0, most = 0.0;
	int64_t ticks = 0;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "expCommand Continuous 1 3; expNetwork Random 1");
	assert_int_equal(network_use(&use, table_get(&s.script.lab.networks, 1), &s.script.lab, "test", &e), 0);
	network_start(&use, 1, 1);
	assert_int_equal(controller_setup(&c, table_get(&s.script.lab.commands, 1), &words, 1, 0.001, 1200.0, &s.script.lab.arena, &e), 0);
	controller_start(&c, &(double){0.0}, 0.01);
	for (int step = 1; step <= 3000; step++) {
		double delay, x = sin(0.1 * step);
		bool reached = false;
		int64_t begin = ticks;

		assert_int_equal(network_exchange(&use, 0.001 * (double)ticks, &delay), 0);
		for (; !reached; ticks++) {
			if (ticks - begin == (int64_t)round(delay * 1000.0))
				assert_true(controller_target(&c, step, &(struct command_target){.x = x, .step = 0.01}));
			reached = controller_tick(&c, &force, &command);
			most = larger(most, fabs(command - before));
			before = command;
		}
		assert_near(command, x, 1e-15);
	}
	assert_true(c.entered[CONTROL_SLOW] > 60 && c.entered[CONTROL_HOLD] > 0);
	evidence("hold-share", (double)c.entered[CONTROL_HOLD] / 3000.0);
	evidence("run-longer", (double)ticks / (3000.0 * 1200.0) - 1.0);
	assert_true((double)c.entered[CONTROL_HOLD] < 0.02 * 3000.0);
	assert_true((double)ticks <= 1.02 * 3000.0 * 1200.0);
	/* no jump: the sine moves 0.1 a step at most, and a late step has at least a fifth of its ticks for it */
	assert_true(most < 5.0 * 0.1 / 1200.0);
	stage_end(&s);
}

/* --- ahead: k_comp of (6.7) -------------------------------------------------------------------------- */

static double cubic(double t)
{
	return 0.4 + t * (-0.13 + t * (0.021 - 0.0017 * t));
}

/* 95 and 85 ticks ahead. */
static void look_ahead(const struct controller *c, double rate)
{
	static const int k_comp[] = {95, 85};

	for (size_t i = 0; i < COUNT(k_comp); i++)
		assert_near(controller_ahead(c, 0, 0.001 * k_comp[i]), cubic((double)c->step + (c->k + rate * k_comp[i]) / 1200.0), 1e-12);
	assert_near(controller_ahead(c, 0, 0.0), c->now[0], 1e-15);
}

/* validation.md 12 and 15: 1200 ticks a step, targets on a cubic. Targets come in time, while the test is slow, and in a hold. */
static void a_compensator_looks_along_the_polynomial(void **unused)
{
	static const struct controller_words words = {.extrapolate = 0.6, .slow = 0.8, .slow_rate = 0.5, .hold_s = INFINITY};
	static const int arrival[] = {0, 0, 0, 0, 0, 300, 719, 900, 1500, 1};
	struct controller c;
	struct stage s;
	struct err e = {0};
	double command, force = 0.0;
	int looked[CONTROL_STATES] = {0};

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "expCommand Lagrange 1 3");
	assert_int_equal(controller_setup(&c, table_get(&s.script.lab.commands, 1), &words, 1, 0.001, 1200.0, &s.script.lab.arena, &e), 0);
	controller_start(&c, &(double){cubic(0.0)}, 0.01);
	expect_close(controller_known(&c), 0.96, 1e-15, "0.8 of 1.2 s");
	assert_near(controller_ahead(&c, 0, 0.095), cubic(0.0), 0.0);
	for (int step = 1; step <= (int)COUNT(arrival); step++) {
		bool reached = false;

		for (int tick = 0; !reached; tick++) {
			if (tick == arrival[step - 1])
				assert_true(controller_target(&c, step, &(struct command_target){.x = cubic(step), .step = 0.01}));
			reached = controller_tick(&c, &force, &command);
			looked[c.state] += step > 4;
			if (step > 4 && c.state != CONTROL_HOLD)
				look_ahead(&c, c.state == CONTROL_SLOW ? 0.5 : 1.0);
			if (c.state == CONTROL_HOLD)
				assert_near(controller_ahead(&c, 0, 0.095), command, 0.0);
		}
	}
	/* no further than 0.8 of a step beyond this one */
	assert_near(controller_ahead(&c, 0, 10.0), cubic(10.0 + 1.8), 1e-12);
	assert_true(looked[CONTROL_EXTRAPOLATE] > 2000 && looked[CONTROL_INTERPOLATE] > 2000 && looked[CONTROL_SLOW] > 400 && looked[CONTROL_HOLD] > 200);
	stage_end(&s);
}

/* Actuators that are 95 and 85 ms late stand on the target when it is due; without compensation they are behind by the way of that time. Targets
 * are on a line, 0.01 a step of 1.2 s. */
static void late_actuators_arrive_on_time(void **unused)
{
	static const struct { double delay; const char *words; double behind; } row[] = {
		{0.095, "-compensator 1", 0.0}, {0.085, "-compensator 1", 0.0}, {0.095, "", 0.095}, {0.085, "", 0.085},
	};
	struct stage s;

	(void)unused;
	for (size_t i = 0; i < COUNT(row); i++) {
		double measured;

		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0.0; node 2 0.0; fix 1 1; uniaxialMaterial Elastic 1 1.0; expSpecimen Material 1 1");
		stage_eval(&s, "expActuator Delay 1 %g; expCompensator Advance 1 %g", row[i].delay, row[i].delay);
		stage_eval(&s, "expCommand Lagrange 1 3; expController 1 1; expNetwork Constant 1 0.4");
		stage_eval(&s, "expControl VirtualRig 1 -rate 1000 -scale 120 -network 1 -controller 1 -channel 1 -actuator 1 %s", row[i].words);
		stage_eval(&s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
		stage_eval(&s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1.0 -noRayleigh");
		stage_eval(&s, "timeSeries Linear 1; pattern Plain 1 1 {sp 2 1 1.0}; constraints Transformation; numberer Plain; system BandGeneral");
		stage_eval(&s, "algorithm Linear; integrator LoadControl 0.01; analysis Static; analyze 20");
		measured = stage_real(&s, "lindex [eleResponse 1 forces] 1");
		assert_near(measured, 0.2 - 0.01 * row[i].behind / 1.2, 1e-12);
		stage_end(&s);
	}
}

static const char test_script[] =
	"proc test {words} {\n"
	"	wipe\n"
	"	model basic -ndm 1 -ndf 1\n"
	"	node 0 0.0; fix 0 1\n"
	"	node 1 0.0 -mass 0.01\n"
	"	uniaxialMaterial Elastic 1 2.8\n"
	"	expSpecimen Material 1 1\n"
	"	expCommand Continuous 1 3\n"
	"	expController 1 1; expController 2 1 -adaptive 0.2\n"
	"	expNetwork Random 1\n"
	"	expControl VirtualRig 1 -rate 200 -scale 120 {*}$words -channel 1\n"
	"	expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1\n"
	"	expSite LocalSite 1 1\n"
	"	expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 2.8\n"
	"	timeSeries Trig 1 0.0 10.0 0.5 -factor 80.0\n"
	"	pattern UniformExcitation 1 1 -accel 1\n"
	"	constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient\n"
	"	expRecorder Control -file ticks.out -control 1 tickSig\n"
	"	set u {}\n"
	"	for {set i 0} {$i < 300} {incr i} {if {[analyze 1 0.01] != 0} {error {a step failed}}; lappend u [nodeDisp 1 1]}\n"
	"	wipeExp\n"
	"	set f [open ticks.out]; set last [lindex [split [string trim [read $f]] \\n] end]; close $f\n"
	"	return [list $u [lindex $last 0]]\n"
	"}\n";

/* What is measured belongs to the target, whenever it came: a linear specimen does not feel the network. The rig that only holds takes longer, the one that
 * chooses its spans, so that a fifth of the steps may slow down, does not need them all. */
static void a_linear_specimen_does_not_feel_the_network(void **unused)
{
	struct stage s;
	double local, controlled, holding, adaptive;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", test_script);
	stage_eval(&s, "lassign [test {}] a ta; lassign [test {-network 1 -controller 1}] b tb; lassign [test {-network 1}] c tc");
	stage_eval(&s, "lassign [test {-network 1 -controller 2}] d td");
	stage_eval(&s, "foreach x $a y $b z $d {if {abs($x - $y) > 1e-12 || abs($x - $z) > 1e-12} {error \"$x is not $y or $z\"}}");
	local = stage_real(&s, "set ta");
	controlled = stage_real(&s, "set tb");
	holding = stage_real(&s, "set tc");
	adaptive = stage_real(&s, "set td");
	expect_close(local, 360.0, 1e-12, "300 steps of 1.2 s");
	assert_true(controlled >= local && controlled < 1.05 * local && holding > 1.2 * local && adaptive < 0.95 * local);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holds_are_rare_and_the_test_is_hardly_longer),
		cmocka_unit_test(a_compensator_looks_along_the_polynomial),
		cmocka_unit_test(late_actuators_arrive_on_time),
		cmocka_unit_test(a_linear_specimen_does_not_feel_the_network),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
