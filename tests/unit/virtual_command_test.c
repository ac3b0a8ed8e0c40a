/* A virtual rig whose commands between targets are those of a generator. */
#include "test.h"

#include "experiment/laboratory.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { TICKS = 8, STEPS = 30, LENGTH = STEPS * TICKS + 1, ROW = 8 };

static const double STEP = 0.01;

struct bay {                  /* a stage with one rig of one channel, driven directly: a step has TICKS ticks */
	struct stage s;
	struct rig *rig;
	struct signals trial;
	double command[LENGTH], moved[LENGTH];   /* at all ticks */
	int n;
};

static struct command_target motion_at(int k)
{
	double t = 0.35 * k;

	return (struct command_target){.x = 0.02 * t * t * exp(-0.2 * t) * cos(t), .v = 0.3 * sin(t), .a = 20.0 * cos(t), .step = STEP};
}

static void bay_begin(struct bay *b, const char *generator, const char *rig, const char *channel)
{
	struct err e;

	memset(b, 0, sizeof(*b));
	err_clear(&e);
	stage_begin(&b->s);
	stage_eval(&b->s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expActuator Lag 1 0.1 0");
	stage_eval(&b->s, "%s; expControl VirtualRig 1 -rate %d -scale 1 %s -channel 1 %s", generator, 100 * TICKS, rig, channel);
	b->rig = table_get(&b->s.script.lab.rigs, 1);
	assert_int_equal(rig_start(b->rig, &e), 0);
	assert_int_equal(signals_take(&b->trial, b->rig->ctrl.n, &b->s.script.lab.arena), 0);
	b->n = 1;
}

/* All targets; keeps what the rig did at every tick. */
static void bay_run(struct bay *b)
{
	double row[ROW];

	for (int k = 1; k <= STEPS; k++) {
		struct command_target t = motion_at(k);
		b->trial.x[SLOT_DISP][0] = t.x;
		b->trial.x[SLOT_VEL][0] = t.v;
		b->trial.x[SLOT_ACCEL][0] = t.a;
		assert_int_equal(rig_command(b->rig, &b->trial, k * STEP, k * STEP), 0);
		assert_int_equal(rig_measure(b->rig, k * STEP), 0);
		assert_int_equal(virtual_commit(b->rig->self), 0);
		assert_int_equal(virtual_ticks(b->rig->self), TICKS);
		for (int i = 0; i < TICKS; i++) {
			virtual_tick(b->rig->self, i, row);
			b->command[b->n] = row[1];
			b->moved[b->n++] = row[2];
		}
	}
}

/* The rig's commands are those of command_path; targets that become known before the last tick of their step are met exactly. An ideal actuator. */
static void follows_the_path(const struct command_ops *ops, double known)
{
	struct command_target t[STEPS + 1] = {{0}};
	double want[LENGTH];
	struct command_use u;
	struct err e;
	char words[160], rig[40];
	struct bay b;

	snprintf(words, sizeof(words), "expCommand %s 1 %s", ops->name, ops->example);
	snprintf(rig, sizeof(rig), "-command 1 -known %g", known);
	for (int k = 1; k <= STEPS; k++)
		t[k] = motion_at(k);
	bay_begin(&b, words, rig, "");
	bay_run(&b);
	err_clear(&e);
	assert_int_equal(command_use(&u, table_get(&b.s.script.lab.commands, 1), &b.s.script.lab, "test", &e), 0);
	command_path(&u, STEPS + 1, t, TICKS, known, want);
	for (int i = 1; i + 1 < LENGTH; i++) {
		if (i % TICKS == 0 && known * TICKS <= TICKS - 1)
			assert_true(b.command[i] == t[i / TICKS].x);
		else
			assert_near(b.command[i], want[i], 1e-12);
		assert_true(b.moved[i] == b.command[i]);
	}
	stage_end(&b.s);
}

static void between_targets_the_commands_are_those_of_the_generator(void **state)
{
	static const double known[] = {0.0, 0.3, 0.5, 0.9, 1.0};

	(void)state;
	for (int row = 0; command_table[row]; row++)
		for (size_t i = 0; i < COUNT(known); i++)
			follows_the_path(command_table[row], known[i]);
}

/* A compensation of p steps: the command is p - 1 steps ahead of what is due, also when the target comes. A sine obeys the rule of two terms that is learnt. */
static void a_generator_that_runs_ahead_stays_ahead(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b, "expCommand AMRI 1 -p 3 -ridge 1e-12", "-command 1 -known 1", "");
	for (int k = 1; k <= STEPS; k++) {
		b.trial.x[SLOT_DISP][0] = sin(0.2 * k);
		assert_int_equal(rig_command(b.rig, &b.trial, k * STEP, k * STEP), 0);
		assert_int_equal(rig_measure(b.rig, k * STEP), 0);
		if (k > 12)
			assert_near(b.rig->daq.x[SLOT_DISP][0], sin(0.2 * (k + 2)), 1e-6);
	}
	stage_end(&b.s);
}

static void the_polynomial_of_order_one_is_the_straight_line_without_a_generator(void **state)
{
	struct bay line, poly;

	(void)state;
	bay_begin(&line, "", "", "-actuator 1");
	bay_run(&line);
	bay_begin(&poly, "expCommand Continuous 1 1", "-command 1", "-actuator 1");
	bay_run(&poly);
	for (int i = 0; i < LENGTH; i++) {
		assert_near(poly.command[i], line.command[i], 1e-15);
		assert_near(poly.moved[i], line.moved[i], 1e-15);      /* the actuator falls short of every increment */
	}
	stage_end(&poly.s);
	stage_end(&line.s);
}

/* Two ticks early, as far as the way is known: along the curve, not along a line to the target. A prediction is known to its last tick but not beyond. */
static void a_compensator_looks_ahead_along_the_generators_curve(void **state)
{
	static const struct { const char *rig; int ticks; } ROWS[] = {{"-command 1", TICKS}, {"-command 1 -known 1", TICKS - 1}};
	struct bay b;

	(void)state;
	for (size_t r = 0; r < COUNT(ROWS); r++) {
		bay_begin(&b, "expCommand Hermite 1; expCompensator Advance 1 0.0025", ROWS[r].rig, "-compensator 1");
		bay_run(&b);
		for (int i = 1; i + 2 < LENGTH; i++)
			if ((i - 1) % TICKS + 2 < ROWS[r].ticks)
				assert_near(b.moved[i], b.command[i + 2], 1e-12);
		stage_end(&b.s);
	}
}

static void an_iteration_is_a_step_of_its_own_and_ends_at_its_target(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b, "expCommand Hermite 1", "-command 1 -iteration 0.01", "");
	for (int k = 1; k <= 4; k++) {
		b.trial.x[SLOT_DISP][0] = 0.01 * k;
		assert_int_equal(rig_command(b.rig, &b.trial, STEP, STEP), 0);
		assert_int_equal(rig_measure(b.rig, STEP), 0);
		assert_true(b.rig->daq.x[SLOT_DISP][0] == 0.01 * k);
	}
	stage_end(&b.s);
}

/* 0.8 of every step is within reach, whatever rounding makes of its length; more is refused before the first one moves. */
static void a_delay_beyond_the_reach_of_the_generator_moves_nothing(void **state)
{
	struct bay b;
	char said[160];
	double row[ROW];

	(void)state;
	bay_begin(&b, "expCommand Hermite 1; expCompensator Advance 1 0.008", "-command 1", "-compensator 1");
	bay_run(&b);
	stage_end(&b.s);
	bay_begin(&b, "expCommand Hermite 1; expCompensator Advance 7 0.0081", "-command 1", "-compensator 7");
	b.trial.x[SLOT_DISP][0] = 0.01;
	assert_int_equal(rig_command(b.rig, &b.trial, STEP, STEP), ERR_LIMIT);
	for (int i = 0; i < virtual_ticks(b.rig->self); i++) {
		virtual_tick(b.rig->self, i, row);
		assert_true(row[1] == 0.0 && row[2] == 0.0);
	}
	assert_true(b.rig->ops->why(b.rig->self, said, sizeof said));
	assert_contains(said, "expCompensator 7 (Advance) sends what comes 0.0081 s later, 0.81 of a step; at most 0.8");
	stage_end(&b.s);
	bay_begin(&b, "expCompensator Advance 1 0.0081", "", "-compensator 1");      /* straight to a known target: nothing is predicted */
	bay_run(&b);
	stage_end(&b.s);
}

/* Steps that command nothing are no part of the step. */
static void a_first_command_after_steps_without_motion_is_measured_by_its_own_step(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b, "expCommand Hermite 1; expCompensator Advance 1 0.0081", "-command 1", "-compensator 1");
	b.s.script.lab.step = STEP;
	b.trial.x[SLOT_DISP][0] = 0.01;
	assert_int_equal(rig_command(b.rig, &b.trial, 3.0 * STEP, 3.0 * STEP), ERR_LIMIT);
	stage_end(&b.s);
}

/* So many steps of a ramp from x0; ret_moved: where it was at all ticks. */
static void bay_ramp(struct bay *b, double x0, double slope, int first, int n, double *ret_moved)
{
	double row[ROW];

	for (int k = first; k < first + n; k++) {
		b->trial.x[SLOT_DISP][0] = x0 + slope * (k - first + 1);
		assert_int_equal(rig_command(b->rig, &b->trial, k * STEP, k * STEP), 0);
		assert_int_equal(rig_measure(b->rig, k * STEP), 0);
		assert_int_equal(virtual_commit(b->rig->self), 0);
		for (int i = 0; i < TICKS; i++) {
			virtual_tick(b->rig->self, i, row);
			*ret_moved++ = row[2];
		}
	}
}

/* On a ramp, after a trip that was acknowledged, the first step is that of a rig that begins at rest: nothing jumps, and as much is added to what the actuator
 * does alone. Those that learn see from the second tick on that the rig rested elsewhere than at zero. */
static void goes_on_compensated(const struct compensator_ops *ops, const char *rig)
{
	enum { RAMP = 5 };
	double alone[RAMP * TICKS], fresh[RAMP * TICKS], after[RAMP * TICKS], x0, most = 0.0, least = 0.0, slope = 1e-3;
	struct bay b;
	struct err e;
	char words[200];

	snprintf(words, sizeof(words), "expActuator FirstOrder 2 0.0123; expCommand Continuous 1 1; expCompensator %s 1 %s", ops->name, ops->example);
	err_clear(&e);
	bay_begin(&b, words, rig, "-actuator 2");
	bay_ramp(&b, 0.0, slope, 1, RAMP, alone);
	stage_end(&b.s);
	bay_begin(&b, words, rig, "-actuator 2 -compensator 1");
	bay_ramp(&b, 0.0, slope, 1, RAMP, fresh);
	stage_end(&b.s);
	bay_begin(&b, words, rig, "-actuator 2 -compensator 1");
	bay_ramp(&b, 0.0, 2.0 * slope, 1, RAMP, after);
	assert_int_equal(laboratory_trip(&b.s.script.lab, &(struct trip){.cause = TRIP_OPERATOR, .code = ERR_INTERRUPTED}), ERR_INTERRUPTED);
	assert_int_equal(laboratory_acknowledge(&b.s.script.lab, &e), 0);
	rig_standing(b.rig, &x0);
	assert_true(x0 > slope);
	bay_ramp(&b, x0, slope, RAMP + 1, RAMP, after);
	for (int i = 0; i < RAMP * TICKS; i++) {
		if (i < (ops->claims.learns ? 1 : TICKS))
			assert_near(after[i] - x0, fresh[i], 1e-8);
		most = larger(most, fabs(fresh[i] - alone[i]));
		least = larger(least, fabs(after[i] - x0 - alone[i]));
	}
	assert_true(most > 0.1 * slope && least > 0.5 * most);
	stage_end(&b.s);
}

static void after_an_acknowledged_trip_compensators_go_on_from_where_the_rig_rests(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		goes_on_compensated(compensator_table[row], "");
		goes_on_compensated(compensator_table[row], "-behind 2");
		if (!compensator_table[row]->claims.ahead)
			goes_on_compensated(compensator_table[row], "-command 1");
	}
}

static void what_cannot_be_is_refused_with_a_reason(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"-rate 1000 -command 9 -channel 1", "9"}, {"-command 1 -channel 1", "-command without -rate"},
		{"-rate 1000 -command 1 -control vel -channel 1", "-control disp"}, {"-rate 1000 -command -channel 1", "-command"},
		{"-rate 1000 -known 1 -channel 1", "-known without -command"}, {"-rate 1000 -command 1 -known 1.5 -channel 1", "1.5"},
		{"-rate 1000 -command 1 -known 1 -channel 1 -actuator 1", "errs by whole commands, and -known"},
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expCommand Lagrange 1; expActuator Lag 1 0.1 0");
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "if {![catch {expControl VirtualRig 1 %s} said]} {error {%s was taken}}", bad[i].words, bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(between_targets_the_commands_are_those_of_the_generator),
		cmocka_unit_test(a_generator_that_runs_ahead_stays_ahead),
		cmocka_unit_test(the_polynomial_of_order_one_is_the_straight_line_without_a_generator),
		cmocka_unit_test(a_compensator_looks_ahead_along_the_generators_curve),
		cmocka_unit_test(an_iteration_is_a_step_of_its_own_and_ends_at_its_target),
		cmocka_unit_test(a_delay_beyond_the_reach_of_the_generator_moves_nothing),
		cmocka_unit_test(a_first_command_after_steps_without_motion_is_measured_by_its_own_step),
		cmocka_unit_test(after_an_acknowledged_trip_compensators_go_on_from_where_the_rig_rests),
		cmocka_unit_test(what_cannot_be_is_refused_with_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
