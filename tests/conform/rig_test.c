/* Suite over every row of rig_table, made from its example in a laboratory that has what examples refer to. Rows with another program, another machine or
 * real actuators behind them are made and never started: nothing may be spoken to by that. What all rows must do is in experiment/rig.h. */
#include "setup_words.h"

#include "experiment/callback.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

enum { TAG = 10, STEPS = 40, VALUES = 16 };

static const double DT = 0.02, SIZE = 0.01;

/* The program around the laboratory, for Callback: a spring of 100. */
static int exchange(void *self, int tag, const struct callback_command *c, double *ret_disp, double *ret_force)
{
	(void)self, (void)tag;
	*ret_disp = c->rest ? 0.0 : c->disp[0];
	*ret_force = 100.0 * *ret_disp;
	return 0;
}

static int nothing(void *self)
{
	(void)self;
	return 0;
}

static void no_motion(void *self)
{
	(void)self;
}

static const char *no_reason(void *self)
{
	(void)self;
	return NULL;
}

static struct callback column = {
	.name = "column", .channels = 1, .exchange = exchange, .start = nothing, .commit = nothing, .acknowledge = nothing, .rest = nothing, .end = no_motion,
	.why = no_reason,
};

static struct rig *row_make(struct stage *s, const struct rig_ops *ops)
{
	struct rig *r;

	stage_begin(s);
	s->script.lab.callbacks = &column;
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; node 2 0; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expActuator FirstOrder 1 0.001");
	stage_eval(s, "expModel 1 {model basic -ndm 1 -ndf 1; node 1 0; node 2 0; fix 1 1; uniaxialMaterial Elastic 1 100; "
	              "element zeroLength 1 1 2 -mat 1 -dir 1}");
	stage_eval(s, "expControlPoint 1 -node 2 1 disp; expControlPoint 2 -node 2 1 disp 1 force; expSensor Transducer 1 -rms 0.001; expCommand Lagrange 1");
	stage_eval(s, "expController 1 1; expLimits 1 -stroke -1 1 -velocity 10 -force -200 200 -following 0.5 -watchdog 0.5");
	stage_eval(s, "expDevice UDP 1 127.0.0.1 9 -channels 1");
	stage_eval(s, "expControl %s %d %s", ops->name, TAG, ops->example);
	r = table_get(&s->script.lab.rigs, TAG);
	assert_non_null(r);
	return r;
}

static bool runs_here(const struct rig_ops *ops)
{
	return !ops->outside && !ops->physical;
}

static void must(int code, const struct rig_ops *ops, const char *what)
{
	if (code)
		fail_msg("%s: %s: %s", ops->name, what, err_name(code));
}

/* A smooth push of every channel from rest and back: in each slot that the rig takes. */
static int push(struct rig *r, int step)
{
	double t = DT * step, w = 2.0 * M_PI / (DT * STEPS), half = 0.5 * SIZE;
	const double x[SLOTS] = {half * (1.0 - cos(w * t)), half * w * sin(w * t), half * w * w * cos(w * t), 0.0, t};
	struct signals trial = signals_like(r->lab, &r->ctrl);

	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < trial.n[k]; i++)
			trial.x[k][i] = x[k] / (1.0 + i);
	return rig_command(r, &trial, t, t);
}

/* All that was measured, one slot after the other. */
static int values(const struct rig *r, double *ret_x)
{
	int n = 0;

	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < r->daq.n[k]; i++) {
			assert_true(n < VALUES);
			ret_x[n++] = r->daq.x[k][i];
		}
	return n;
}

static void start(struct rig *r)
{
	struct err e = {0};
	char line[600];

	if (rig_start(r, &e) == 0)
		return;
	err_text(&e, line, sizeof line);
	fail_msg("%s: %s", r->ops->name, line);
}

static void for_all(void (*check)(struct stage *s, struct rig *r))
{
	for (int i = 0; rig_table[i]; i++) {
		struct stage s;
		struct rig *r = row_make(&s, rig_table[i]);

		check(&s, r);
		stage_end(&s);
	}
}

static void check_row(struct stage *s, struct rig *r)
{
	const struct rig_ops *o = r->ops;

	(void)s;
	assert_ptr_equal(rig_find(o->name), o);
	assert_true(o->brief && o->params && o->setup && o->command && o->measure);
	if (r->ctrl.n[SLOT_DISP] + r->ctrl.n[SLOT_FORCE] == 0 || r->daq.n[SLOT_DISP] + r->daq.n[SLOT_FORCE] == 0)
		fail_msg("%s is told or measures neither displacement nor force", o->name);
	if (!o->ticks != !o->tick || !o->ticks != !o->tick_columns || !o->ticks != !o->tick_name)
		fail_msg("%s has a part of what a row at its own rate needs", o->name);
	if (o->ask && (!o->rest || !o->end))
		fail_msg("%s is asked for a rest or an end that it does not have", o->name);
	assert_false(r->started);
	rig_end(r);
	rig_end(r);
}

static void every_example_is_accepted_and_speaks_to_nobody(void **state)
{
	(void)state;
	for_all(check_row);
}

static void check_rest(struct stage *s, struct rig *r)
{
	double x[VALUES];

	(void)s;
	if (!runs_here(r->ops))
		return;
	start(r);
	start(r);
	must(rig_measure(r, 0.0), r->ops, "measured before the first command");
	for (int i = 0, n = values(r, x); i < n; i++)
		if (!(fabs(x[i]) <= 0.01))
			fail_msg("%s: value %d at rest is %g", r->ops->name, i, x[i]);
}

/* 0.01: ten times the noise of the load cell. */
static void before_the_first_command_a_specimen_is_at_rest(void **state)
{
	(void)state;
	for_all(check_rest);
}

static void check_push(struct stage *s, struct rig *r)
{
	double x[VALUES], y[VALUES];
	bool moved = false;

	(void)s;
	if (!runs_here(r->ops))
		return;
	start(r);
	for (int step = 1; step <= STEPS; step++) {
		must(push(r, step), r->ops, "commanded");
		must(rig_measure(r, DT * step), r->ops, "measured");
		int n = values(r, x);
		must(rig_measure(r, DT * step), r->ops, "measured again");
		if (values(r, y) != n || memcmp(x, y, (size_t)n * sizeof *x) != 0)
			fail_msg("%s: asked twice after one command, it answers another number", r->ops->name);
		for (int i = 0; i < n; i++)
			if (!isfinite(x[i]))
				fail_msg("%s: value %d of step %d is not finite", r->ops->name, i, step);
		moved = moved || fabs(x[0]) > 0.5 * SIZE;
		must(rig_commit(r, r->t), r->ops, "committed");
	}
	if (!moved)
		fail_msg("%s: a push of %g moves nothing", r->ops->name, SIZE);
	rig_end(r);
	rig_end(r);
}

static void what_is_pushed_moves_and_is_measured_once(void **state)
{
	(void)state;
	for_all(check_push);
}

static int history(const struct rig_ops *ops, double *ret_x)
{
	struct stage s;
	struct rig *r = row_make(&s, ops);
	int n = 0;

	start(r);
	for (int step = 1; step <= STEPS; step++) {
		must(push(r, step), ops, "commanded");
		must(rig_measure(r, DT * step), ops, "measured");
		n += values(r, ret_x + n);
		must(rig_commit(r, r->t), ops, "committed");
	}
	stage_end(&s);
	return n;
}

static void two_runs_are_the_same_bits(void **state)
{
	static double a[STEPS * VALUES], b[STEPS * VALUES];

	(void)state;
	for (int i = 0; rig_table[i]; i++) {
		if (!runs_here(rig_table[i]))
			continue;
		int n = history(rig_table[i], a);
		assert_int_equal(history(rig_table[i], b), n);
		if (memcmp(a, b, (size_t)n * sizeof *a) != 0)
			fail_msg("%s: another run gives other bits", rig_table[i]->name);
	}
}

static void check_trip(struct stage *s, struct rig *r)
{
	struct signals bad;

	(void)s;
	if (!runs_here(r->ops))
		return;
	start(r);
	must(push(r, 1), r->ops, "commanded");
	must(rig_measure(r, DT), r->ops, "measured");
	must(rig_commit(r, r->t), r->ops, "committed");
	bad = signals_like(r->lab, &r->ctrl);
	bad.x[SLOT_DISP][0] = NAN;
	assert_int_equal(rig_command(r, &bad, 2.0 * DT, 2.0 * DT), ERR_NONFINITE);
	assert_int_equal(push(r, 3), ERR_STATE);
}

static void after_a_command_that_is_no_number_it_takes_none(void **state)
{
	(void)state;
	for_all(check_trip);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_example_is_accepted_and_speaks_to_nobody),
		cmocka_unit_test(before_the_first_command_a_specimen_is_at_rest),
		cmocka_unit_test(what_is_pushed_moves_and_is_measured_once),
		cmocka_unit_test(two_runs_are_the_same_bits),
		cmocka_unit_test(after_a_command_that_is_no_number_it_takes_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
