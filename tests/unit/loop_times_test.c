/* The times of a loop in the virtual rig: commands that wait ticks before they are sent, references that hold during a tick, readings that come late. Together
 * they make the loop of the virtual benchmark (tests/verify/benchmark_test.c, src/study/benchmark.tcl). */
#include "test.h"

#include "experiment/laboratory.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { RATE = 1000 };

struct bay {                  /* a stage with one rig, driven directly, a tick a step */
	struct stage s;
	struct rig *rig;
	struct signals trial;
	int tick;
};

static void bay_begin(struct bay *b, const char *parts, const char *words)
{
	struct err e;

	memset(b, 0, sizeof(*b));
	stage_begin(&b->s);
	stage_eval(&b->s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; %s", parts);
	stage_eval(&b->s, "expControl VirtualRig 1 -rate %d %s", RATE, words);
	b->rig = table_get(&b->s.script.lab.rigs, 1);
	err_clear(&e);
	assert_int_equal(rig_start(b->rig, &e), 0);
	assert_int_equal(signals_take(&b->trial, b->rig->ctrl.n, &b->s.script.lab.arena), 0);
}

static void go(struct bay *b, double x)
{
	double t = (double)++b->tick / RATE;

	b->trial.x[SLOT_DISP][0] = x;
	assert_int_equal(rig_command(b->rig, &b->trial, t, t), 0);
	assert_int_equal(rig_measure(b->rig, t), 0);
	assert_int_equal(rig_commit(b->rig, b->rig->t), 0);
}

static double measured(const struct bay *b, int slot)
{
	return b->rig->daq.x[slot][0];
}

static void a_command_is_sent_as_many_ticks_later_as_the_rig_is_behind(void **state)
{
	(void)state;
	for (int behind = 0; behind < 5; behind++) {
		struct bay b;
		char words[64];

		snprintf(words, sizeof(words), "-behind %d -channel 1", behind);
		bay_begin(&b, "", words);
		for (int k = 1; k < 20; k++) {
			double row[8], want = k > behind ? (double)(k - behind) * (k - behind) : 0.0;

			go(&b, (double)k * k);
			assert_true(measured(&b, SLOT_DISP) == want && measured(&b, SLOT_FORCE) == 100.0 * want);
			b.rig->ops->tick(b.rig->self, b.rig->ops->ticks(b.rig->self) - 1, row);
			assert_true(row[1] == (double)k * k && row[2] == want);       /* the row has the command of its tick, not the one that is sent */
		}
		stage_end(&b.s);
	}
}

/* An ideal actuator, two ticks behind: an estimate of the delay finds these two, and the inverse of that takes them out. A sine of 2 Hz is wrong by 2 w dt =
 * 2.5 % without, and behind a straight prediction over T = 2 dt by (w T)^2 = 0.063 % at most. */
static void a_compensator_that_learns_takes_out_the_ticks_of_waiting(void **state)
{
	const double w = 2.0 * M_PI * 2.0, limit = w * w * 4.0 / ((double)RATE * RATE);
	struct bay b;
	double worst = 0.0;

	(void)state;
	bay_begin(&b, "expCompensator Inverse 1 0.0 -adaptive -delayWindow 0.5", "-behind 2 -channel 1 -compensator 1");
	for (int k = 1; k <= 20 * RATE; k++) {
		double x = sin(w * k / RATE);

		go(&b, x);
		if (k > 19 * RATE)
			worst = larger(worst, fabs(measured(&b, SLOT_DISP) - x));
	}
	assert_true(worst < 1.1 * limit);
	stage_end(&b.s);
}

/* kp 0 and an integral: u grows by ki dt (e + e before)/2, e = wish - newest reading. One tick behind, ideal actuator, by hand: the wish is 0 1 1 1 .., the
 * reading it is compared with that of the tick before, x = u. */
static void a_compensator_that_feeds_back_sees_the_newest_reading(void **state)
{
	const double half = 0.5 * 100.0 / RATE;
	struct bay b;
	double u = 0.0, before = 0.0;

	(void)state;
	bay_begin(&b, "expCompensator PI 1 0 100", "-behind 1 -channel 1 -compensator 1");
	for (int k = 1; k < 50; k++) {
		double e = (k > 1 ? 1.0 : 0.0) - u;

		u += half * (e + before);
		before = e;
		go(&b, 1.0);
		assert_near(measured(&b, SLOT_DISP), u, 1e-14);
	}
	stage_end(&b.s);
}

static void a_rig_that_is_behind_comes_to_rest_and_goes_on(void **state)
{
	struct bay b;
	struct virtual_rig *r;
	struct err e;
	double at;

	(void)state;
	bay_begin(&b, "expActuator FirstOrder 1 0.01", "-behind 3 -channel 1 -actuator 1");
	r = b.rig->self;
	for (int k = 1; k < 100; k++)
		go(&b, 0.01 * k);
	at = r->channel[0].actuator.reference;
	b.rig->ops->rest(b.rig->self);
	assert_true(r->channel[0].actuator.reference == at);          /* not what was waiting */
	assert_near(r->channel[0].at.x, at, 1e-7);
	err_clear(&e);
	assert_int_equal(b.rig->ops->acknowledge(b.rig->self, &e), 0);
	go(&b, 5.0);
	assert_true(r->channel[0].actuator.reference == at);
	stage_end(&b.s);
}

/* A ramp is read late by exactly so many readings, parts of one too; before the first it was what it is then. */
static void a_late_transducer_reads_what_was(void **state)
{
	static const double late[] = {0.0, 0.5, 1.0, 1.5, 7.25, 1000.0};

	(void)state;
	for (size_t i = 0; i < COUNT(late); i++) {
		struct stage s;
		struct sensor_use u;
		struct err e;

		stage_begin(&s);
		stage_eval(&s, "expSensor Transducer 1 -late %g -gain 2 -offset 1", late[i]);
		err_clear(&e);
		assert_int_equal(sensor_use(&u, table_get(&s.script.lab.sensors, 1), &s.script.lab, "test", &e), 0);
		sensor_start(&u, 1.0 / RATE, 1, 1);
		for (int k = 0; k < 2500; k++)
			assert_near(sensor_read(&u, 10.0 + k, k), 2.0 * (10.0 + fmax(k - late[i], 0.0)) + 1.0, 1e-11);
		stage_end(&s);
	}
}

/* The servo's position [m] 10 ms after a step of 1 m in its command, without specimen. */
static double step_response(const char *words, int rate)
{
	struct stage s;
	struct actuator_use u;
	struct err e;
	double x;

	stage_begin(&s);
	stage_eval(&s, "expActuator ServoHydraulic 1 %s", words);
	err_clear(&e);
	assert_int_equal(actuator_use(&u, table_get(&s.script.lab.actuators, 1), 1.0 / rate, &s.script.lab, "test", &e), 0);
	actuator_start(&u, 1, 1);
	for (int k = 0; k < rate / 100; k++)
		actuator_advance(&u, 1.0, 0.0);
	x = u.at.x;
	stage_end(&s);
	return x;
}

/* A step that holds from the beginning of the first tick is the same step at any rate of ticks (the sub-ticks of both are 1/4000 s); one that is reached
 * straight within the tick comes half a tick later. */
static void a_held_reference_is_there_for_all_of_its_tick(void **state)
{
	double fine = step_response("-held", 4000), coarse = step_response("-held", 500);
	double straight = step_response("", 500), fine_straight = step_response("", 4000);

	(void)state;
	assert_near(coarse, fine, 1e-13 * fabs(fine));
	assert_true(fabs(straight - fine) > 5.0 * fabs(fine_straight - fine) && fabs(straight - fine) > 0.02 * fabs(fine));
}

static void what_cannot_wait_is_refused(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"-behind 1 -channel 1", "-behind does not go with no -rate"}, {"-rate 100 -behind 1 -control vel -channel 1", "-control vel or accel"},
		{"-rate 100 -behind 1 -controller 1 -channel 1", "-behind does not go with -controller"},
		{"-rate 100 -behind -1 -channel 1", "whole numbers from 0 to 1000"},
		{"-rate 100 -behind 1001 -channel 1", "whole numbers from 0 to 1000"},
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expCommand Lagrange 1; expController 1 1");
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "if {![catch {expControl VirtualRig 1 %s} said]} {error {%s was taken}}", bad[i].words, bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_eval(&s, "if {![catch {expSensor Transducer 1 -late 1001} said]} {error taken}");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "between 0 and 1000");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_is_sent_as_many_ticks_later_as_the_rig_is_behind),
		cmocka_unit_test(a_compensator_that_learns_takes_out_the_ticks_of_waiting),
		cmocka_unit_test(a_compensator_that_feeds_back_sees_the_newest_reading),
		cmocka_unit_test(a_rig_that_is_behind_comes_to_rest_and_goes_on),
		cmocka_unit_test(a_late_transducer_reads_what_was),
		cmocka_unit_test(a_held_reference_is_there_for_all_of_its_tick),
		cmocka_unit_test(what_cannot_wait_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
