/* Commands played on a rig beside the test: what they do, what they leave behind, and what is refused. */
#include "test.h"

#include "experiment/laboratory.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { TICKS = 400, CHANNELS = 2 };

struct bay {                  /* a stage with one rig */
	struct stage s;
	struct rig *rig;
	struct err e;
	double x[TICKS * CHANNELS], moved[TICKS * CHANNELS], force[TICKS * CHANNELS];
};

/* Specimens 1, 2: springs of 100; 3 yields at 0.05. Actuator 1: 10 ms of first order. */
static void bay_begin(struct bay *b, const char *more, const char *rig)
{
	memset(b, 0, sizeof(*b));
	stage_begin(&b->s);
	stage_eval(&b->s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; uniaxialMaterial ElasticPP 2 100 0.05");
	stage_eval(&b->s, "expSpecimen Material 1 1; expSpecimen Material 2 1; expSpecimen Material 3 2; expActuator FirstOrder 1 0.01");
	stage_eval(&b->s, "expActuator Lag 2 0.1 0; expCompensator Inverse 1 0.01; expSensor Transducer 1 -rms 0.01 -offset 0.5");
	stage_eval(&b->s, "%s; expControl %s", more, rig);
	b->rig = table_get(&b->s.script.lab.rigs, 1);
	assert_non_null(b->rig);
}

static int play(struct bay *b, int n, bool compensated)
{
	err_clear(&b->e);
	return rig_play(b->rig, n, b->x, compensated, b->moved, b->force, &b->e);
}

/* Both channels move, each after its own actuator: the exact lag for straight pieces, and nothing. Before any element has joined. */
static void every_tick_is_answered_and_nothing_else_was_needed(void **state)
{
	const double decay = exp(-0.1), b0 = 1.0 - 10.0 * (1.0 - decay), b1 = 10.0 * (1.0 - decay) - decay;
	double y = 0.0, before = 0.0, stand[CHANNELS];
	struct bay b;

	(void)state;
	bay_begin(&b, "", "VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -channel 2");
	assert_false(b.rig->started);
	assert_near(rig_rate(b.rig), 1000.0, 0.0);
	for (int k = 0; k < TICKS; k++) {
		b.x[2 * k] = sin(0.05 * k);
		b.x[2 * k + 1] = 0.01 * k;
	}
	assert_int_equal(play(&b, TICKS, false), 0);
	for (int k = 0; k < TICKS; k++) {
		y = decay * y + b0 * b.x[2 * k] + b1 * before;
		before = b.x[2 * k];
		assert_near(b.moved[2 * k], y, 1e-12);
		assert_near(b.force[2 * k], 100.0 * y, 1e-10);
		assert_true(b.moved[2 * k + 1] == 0.01 * k);
	}
	rig_standing(b.rig, stand);
	assert_true(stand[0] == b.x[2 * TICKS - 2] && stand[1] == b.x[2 * TICKS - 1]);
	stage_end(&b.s);
}

/* Inverse takes out a lag of first order but for the tick it needs; past it, it does nothing. */
static void compensators_are_in_it_when_asked(void **state)
{
	double with = 0.0, without = 0.0;
	struct bay b;

	(void)state;
	bay_begin(&b, "", "VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -compensator 1");
	for (int k = 0; k < TICKS; k++)
		b.x[k] = sin(2.0 * M_PI * k / 200.0);
	for (int on = 0; on < 2; on++) {
		b.x[TICKS - 1] = 0.0;
		assert_int_equal(play(&b, TICKS, on), 0);
		for (int k = TICKS / 2; k < TICKS - 1; k++)
			*(on ? &with : &without) += pow(b.moved[k] - b.x[k], 2);
	}
	assert_true(with < 0.01 * without);
	stage_end(&b.s);
}

/* What a test does after a play that came back to where it began is what it does without, tick by tick and at the same test times. */
static void goes_on_as_if_nothing_had_been(const char *more, const char *rig)
{
	double got[2][6];

	for (int played = 0; played < 2; played++) {
		struct signals trial;
		char words[96];
		struct bay b;

		snprintf(words, sizeof(words), "VirtualRig 1 -rate 1000 %s -channel 1 -actuator 1", rig);
		bay_begin(&b, more, words);
		err_clear(&b.e);
		assert_int_equal(rig_start(b.rig, &b.e), 0);
		assert_int_equal(signals_take(&trial, b.rig->ctrl.n, &b.s.script.lab.arena), 0);
		for (int k = 0; k < 3; k++) {
			trial.x[SLOT_DISP][0] = 0.1 * k * k;
			for (int i = 0; i < TICKS; i++)
				b.x[i] = (k > 0 ? 0.1 * (k - 1) * (k - 1) : 0.0) + (i < TICKS / 4 ? 0.2 : 0.0);
			if (played)
				assert_int_equal(play(&b, TICKS, false), 0);
			assert_int_equal(rig_command(b.rig, &trial, 0.2 * (k + 1), 0.2 * (k + 1)), 0);
			assert_int_equal(rig_measure(b.rig, 0.2 * (k + 1)), 0);
			assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
			assert_int_equal(virtual_ticks(b.rig->self), 200);
			got[played][k] = b.rig->daq.x[SLOT_DISP][0];
			got[played][3 + k] = b.rig->daq.x[SLOT_FORCE][0];
		}
		stage_end(&b.s);
	}
	for (int i = 0; i < 6; i++)
		assert_near(got[1][i], got[0][i], 1e-8);               /* the lag of 10 ms has 200 and 300 ticks to forget */
}

static void a_test_goes_on_as_if_nothing_had_been(void **state)
{
	(void)state;
	goes_on_as_if_nothing_had_been("expCommand Hermite 1", "-command 1");
	goes_on_as_if_nothing_had_been("expCommand Lagrange 1 3; expController 1 1", "-controller 1");
}

/* Where it ends elsewhere, generators and controller begin there: the next step goes straight from there to its target. */
static void a_play_that_ends_elsewhere_moves_the_beginning_of_the_next_step(void **state)
{
	static const char *const more[] = {"", "expCommand Lagrange 1 3", "expCommand Lagrange 1 3; expController 1 1"};
	static const char *const rig[] = {"", "-command 1", "-controller 1"};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct signals trial;
		struct bay b;
		double row[8], most = 0.0;
		char words[96];

		snprintf(words, sizeof(words), "VirtualRig 1 -rate 1000 %s -channel 1", rig[i]);
		bay_begin(&b, more[i], words);
		for (int k = 0; k < TICKS; k++)
			b.x[k] = fmin(0.005 * k, 1.0);
		assert_int_equal(play(&b, TICKS, false), 0);
		assert_int_equal(signals_take(&trial, b.rig->ctrl.n, &b.s.script.lab.arena), 0);
		trial.x[SLOT_DISP][0] = 1.1;
		assert_int_equal(rig_command(b.rig, &trial, 0.1, 0.1), 0);
		assert_int_equal(rig_measure(b.rig, 0.1), 0);
		assert_near(b.rig->daq.x[SLOT_DISP][0], 1.1, 1e-12);
		for (int k = 0; k < virtual_ticks(b.rig->self); k++) {
			virtual_tick(b.rig->self, k, row);
			assert_true(row[1] > 0.99 && row[1] < 1.11);
			most = larger(most, row[1]);
		}
		assert_near(most, 1.1, 1e-12);
		stage_end(&b.s);
	}
}

/* A sensor that is off by 0.5 does not move the rig: it stands where it was commanded to, which is zero at first. */
static void the_set_point_is_the_command_and_not_the_reading(void **state)
{
	double stand = NAN;
	struct bay b;

	(void)state;
	bay_begin(&b, "", "VirtualRig 1 -rate 1000 -channel 1 -dispSensor 1");
	err_clear(&b.e);
	assert_int_equal(rig_start(b.rig, &b.e), 0);
	rig_standing(b.rig, &stand);
	assert_true(stand == 0.0);
	assert_true(fabs(b.rig->start.x[SLOT_DISP][0]) > 0.1);
	stage_end(&b.s);
}

/* What the specimen has gone through is what later measurements are relative to, when no element has commanded yet. */
static void a_rig_that_was_played_on_starts_where_it_stands_now(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b, "", "VirtualRig 1 -rate 1000 -channel 3");
	for (int k = 0; k < TICKS; k++)
		b.x[k] = k < TICKS / 2 ? 0.1 * (k + 1) / (TICKS / 2) : 0.1 - 0.1 * (k - TICKS / 2 + 1) / (TICKS / 2);
	assert_int_equal(play(&b, TICKS, false), 0);
	assert_near(b.x[TICKS - 1], 0.0, 1e-15);
	assert_near(b.rig->start.x[SLOT_FORCE][0], -5.0, 1e-9);      /* pushed 0.05 beyond its yield: 100 (0 - 0.05) */
	stage_end(&b.s);
}

static void commands_beyond_a_limit_move_nothing(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b, "expControlPoint 1 1 disp -lim -1 1", "VirtualRig 1 -rate 1000 -channel 1 -trialCP 1");
	b.x[7] = 1.5;
	assert_int_equal(play(&b, TICKS, false), ERR_LIMIT);
	assert_contains(b.e.what, "channel 1, tick 8");
	assert_contains(b.e.allowed, "-1 to 1");
	b.x[7] = NAN;
	assert_int_equal(play(&b, TICKS, false), ERR_NONFINITE);
	assert_int_equal(b.s.script.lab.trip.cause, TRIP_NONE);
	assert_int_equal(((struct virtual_rig *)b.rig->self)->tick, 0);
	b.x[7] = 0.0;
	assert_int_equal(play(&b, TICKS, false), 0);
	stage_end(&b.s);
}

static void a_reading_beyond_a_limit_trips_at_its_tick(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b, "expControlPoint 1 1 force -lim -20 20", "VirtualRig 1 -rate 1000 -channel 1 -outCP 1");
	for (int k = 0; k < TICKS; k++)
		b.x[k] = 0.001 * k;
	assert_int_equal(play(&b, TICKS, false), ERR_LIMIT);
	assert_contains(b.e.what, "measured value is outside");
	assert_int_equal(b.s.script.lab.trip.cause, TRIP_MEASURED_LIMIT);
	assert_near(b.s.script.lab.trip.value, 20.1, 1e-9);
	assert_near(b.force[201], 20.1, 1e-9);
	assert_true(b.force[202] == 0.0);
	assert_int_equal(play(&b, TICKS, false), ERR_LIMIT);         /* and again: the laboratory has tripped */
	stage_end(&b.s);
}

/* Under a controller every command passes the limits of its drive, and the targets of the test are counted on. */
static void under_a_controller_the_limits_hold(void **state)
{
	struct signals trial;
	struct bay b;

	(void)state;
	bay_begin(&b, "expCommand Lagrange 1 3; expController 1 1; expLimits 1 -velocity 2.0",
	          "VirtualRig 1 -rate 1000 -controller 1 -channel 1 -actuator 1 -compensator 1 -limits 1");
	for (int k = 0; k < TICKS; k++)
		b.x[k] = k == TICKS - 1 ? 0.0 : 0.1 * (1.0 - cos(2.0 * M_PI * (k + 1) / TICKS));       /* out and back, at most 1.57 a second */
	for (int compensated = 0; compensated < 2; compensated++) {
		assert_int_equal(play(&b, TICKS, compensated), 0);
		assert_near(b.moved[TICKS / 4 - 1], 0.1 - (compensated ? 0.0 : 0.01 * 1.57), 2e-3);     /* late by tau, or not */
	}
	assert_int_equal(signals_take(&trial, b.rig->ctrl.n, &b.s.script.lab.arena), 0);
	for (int k = 1; k <= 3; k++) {
		trial.x[SLOT_DISP][0] = 0.01 * k;
		assert_int_equal(rig_command(b.rig, &trial, 0.1 * k, 0.1 * k), 0);
		assert_int_equal(rig_measure(b.rig, 0.1 * k), 0);
		assert_int_equal(((struct virtual_rig *)b.rig->self)->drive.control.step, k);
		assert_int_equal(virtual_ticks(b.rig->self), 100 * k);                      /* rows of the test alone */
	}
	for (int k = 0; k < TICKS; k++)
		b.x[k] = 0.03 + 0.003 * k;
	assert_int_equal(play(&b, TICKS, false), ERR_LIMIT);
	assert_contains(b.e.what, "velocity");
	assert_int_equal(b.s.script.lab.trip.cause, TRIP_RIG);
	stage_end(&b.s);
}

static void rigs_that_cannot_say_why(void **state)
{
	static const struct { const char *rig, *says; } bad[] = {
		{"SimUniaxialMaterials 1 1", "cannot be played on expControl SimUniaxialMaterials 1"}, {"VirtualRig 1 -channel 1", "does not tick"},
		{"VirtualRig 1 -rate 1000 -control vel -channel 1", "displacements"}, {"VirtualRig 1 -rate 1000 -channel 1 -actuator 2", "whole commands"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct bay b;

		bay_begin(&b, "", bad[i].rig);
		assert_int_equal(play(&b, 1, false), ERR_UNSUPPORTED);
		assert_contains(b.e.what, bad[i].says);
		assert_int_equal(b.s.script.lab.trip.cause, TRIP_NONE);
		stage_end(&b.s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tick_is_answered_and_nothing_else_was_needed),
		cmocka_unit_test(compensators_are_in_it_when_asked),
		cmocka_unit_test(a_test_goes_on_as_if_nothing_had_been),
		cmocka_unit_test(a_play_that_ends_elsewhere_moves_the_beginning_of_the_next_step),
		cmocka_unit_test(the_set_point_is_the_command_and_not_the_reading),
		cmocka_unit_test(a_rig_that_was_played_on_starts_where_it_stands_now),
		cmocka_unit_test(commands_beyond_a_limit_move_nothing),
		cmocka_unit_test(a_reading_beyond_a_limit_trips_at_its_tick),
		cmocka_unit_test(under_a_controller_the_limits_hold),
		cmocka_unit_test(rigs_that_cannot_say_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
