/* The virtual rig: its clock, its commands, its data, and how it stops. */
#include "test.h"

#include "experiment/laboratory.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { ROW = 64 };

struct bay {                  /* a stage with one rig, driven directly */
	struct stage s;
	struct rig *rig;
	struct signals trial;
};

static const char *said(struct bay *b)
{
	return Tcl_GetVar(b->s.script.interp, "said", 0);
}

/* Materials 1 (Elastic 100), 2 (ElasticPP 100 0.05) and specimens of them with the same tags. */
static void bay_begin(struct bay *b)
{
	memset(b, 0, sizeof(*b));
	stage_begin(&b->s);
	stage_eval(&b->s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; uniaxialMaterial ElasticPP 2 100 0.05");
	stage_eval(&b->s, "expSpecimen Material 1 1; expSpecimen Material 2 2");
}

static struct rig *rig_of(struct bay *b, int tag)
{
	struct rig *r = table_get(&b->s.script.lab.rigs, tag);
	struct err e;

	assert_non_null(r);
	err_clear(&e);
	assert_int_equal(rig_start(r, &e), 0);
	return r;
}

static void bay_rig(struct bay *b, const char *words)
{
	stage_eval(&b->s, "expControl VirtualRig 1 %s", words);
	b->rig = rig_of(b, 1);
	assert_int_equal(signals_take(&b->trial, b->rig->ctrl.n, &b->s.script.lab.arena), 0);
}

static struct virtual_rig *self_of(struct bay *b)
{
	return b->rig->self;
}

static int go(struct bay *b, double x, double t)
{
	int code;

	b->trial.x[SLOT_DISP][0] = x;
	code = rig_command(b->rig, &b->trial, t, t);
	return code ? code : rig_measure(b->rig, t);
}

static double measured(const struct bay *b, int slot)
{
	return b->rig->daq.x[slot][0];
}

static int rows(const struct bay *b)
{
	return b->rig->ops->ticks(b->rig->self);
}

static double cell(const struct bay *b, int row, int column)
{
	double x[ROW];

	assert_true(b->rig->ops->tick_columns(b->rig->self) <= ROW);
	b->rig->ops->tick(b->rig->self, row, x);
	return x[column];
}

enum { TIME, COMMAND, DISP, MEASURED_DISP, MEASURED_FORCE, TARGET, LOST };

static void without_a_rate_it_is_perfect(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-channel 2");
	b.trial.x[SLOT_VEL][0] = 3.0;
	b.trial.x[SLOT_ACCEL][0] = -7.0;
	assert_int_equal(go(&b, 0.02, 0.01), 0);
	assert_true(measured(&b, SLOT_DISP) == 0.02 && measured(&b, SLOT_VEL) == 3.0 && measured(&b, SLOT_ACCEL) == -7.0);
	assert_near(measured(&b, SLOT_FORCE), 2.0, 1e-15);
	assert_true(measured(&b, SLOT_TIME) == 0.01);
	assert_int_equal(go(&b, 0.2, 0.02), 0);
	assert_near(measured(&b, SLOT_FORCE), 5.0, 1e-14);
	assert_int_equal(go(&b, 0.0, 0.02), 0);               /* there is no way back: it has yielded */
	assert_near(measured(&b, SLOT_FORCE), -5.0, 1e-14);
	stage_end(&b.s);
}

static void before_the_first_command_the_specimen_stands_at_rest(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expSpecimen MRDamper 3; expSensor Transducer 1 -offset 0.5");
	bay_rig(&b, "-rate 1000 -channel 3 -dispSensor 1");
	assert_int_equal(rig_measure(b.rig, 0.0), 0);
	assert_near(measured(&b, SLOT_DISP), 0.5, 1e-15);
	assert_near(measured(&b, SLOT_FORCE), -71.5, 1e-10);
	stage_end(&b.s);
}

/* Steps of 3 1/3 ticks: 300 of them are one second, 1000 ticks, and tick k ends at k/1000 exactly. */
static void the_clock_never_drifts(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -channel 1");
	for (int i = 1; i <= 300; i++) {
		assert_int_equal(go(&b, 0.001 * i, i / 300.0), 0);
		assert_int_equal((int)self_of(&b)->tick, (int)round(1000.0 * i / 300.0));
		assert_true(cell(&b, rows(&b) - 1, TIME) == (double)self_of(&b)->tick / 1000.0);
		assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
	}
	assert_true(self_of(&b)->t == 1.0);
	stage_end(&b.s);
}

static void a_step_shorter_than_a_tick_is_made_good_later(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 100 -channel 1");
	for (int i = 1; i <= 10; i++)
		assert_int_equal(go(&b, 0.001 * i, 0.001 * i), 0);
	assert_int_equal((int)self_of(&b)->tick, 10);         /* each command needs one tick at least */
	assert_int_equal(go(&b, 0.0, 0.5), 0);
	assert_int_equal((int)self_of(&b)->tick, 50);
	stage_end(&b.s);
}

static void the_command_runs_straight_from_one_target_to_the_next(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -channel 1");
	assert_int_equal(go(&b, 0.03, 0.01), 0);
	assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
	assert_int_equal(go(&b, -0.01, 0.02), 0);
	assert_int_equal(rows(&b), 10);
	for (int i = 0; i < 10; i++) {
		double want = 0.03 - 0.04 * (i + 1) / 10.0;
		assert_near(cell(&b, i, COMMAND), want, 1e-15);
		assert_near(cell(&b, i, DISP), want, 1e-15);
		assert_near(cell(&b, i, MEASURED_FORCE), 100.0 * want, 1e-13);
	}
	assert_true(measured(&b, SLOT_DISP) == -0.01);
	assert_near(measured(&b, SLOT_VEL), -4.0, 1e-10);
	stage_end(&b.s);
}

/* Ramp 0.2 s, hold 1 s. q at the end of the ramp k tau x/T (1 - e^{-T/tau}), then e^{-1/tau} of it. */
static void ramp_and_hold_measures_a_relaxed_force(void **state)
{
	const double k = 50.0, tau = 0.5, T = 0.2, x = 0.01, q = k * tau * x / T * -expm1(-T / tau);
	struct bay b;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expSpecimen Relaxation 3 1 -branch 50 0.5");
	bay_rig(&b, "-rate 1000 -ramp 0.2 -hold 1 -channel 3");
	assert_int_equal(go(&b, x, 0.01), 0);
	assert_int_equal(rows(&b), 1200);
	assert_near(cell(&b, 99, COMMAND), 0.5 * x, 1e-15);
	assert_near(cell(&b, 199, MEASURED_FORCE), 100.0 * x + q, 1e-12);
	for (int i = 199; i < 1200; i++)
		assert_true(cell(&b, i, COMMAND) == x);
	assert_near(measured(&b, SLOT_FORCE), 100.0 * x + q * exp(-1.0 / tau), 1e-12);
	stage_end(&b.s);
}

static void the_scale_stretches_the_test(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -scale 50 -channel 1");
	assert_int_equal(go(&b, 0.01, 0.01), 0);
	assert_int_equal((int)self_of(&b)->tick, 500);
	assert_near(cell(&b, 499, TIME), 0.5, 1e-15);
	assert_near(measured(&b, SLOT_VEL), 1.0, 1e-10);      /* in test time: 0.01 in 0.01 s */
	assert_near(self_of(&b)->channel[0].at.v, 0.02, 1e-12);
	stage_end(&b.s);
}

static void the_scale_holds_without_ticks_too(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "uniaxialMaterial Viscous 3 4 1; expSpecimen Material 3 3");
	bay_rig(&b, "-scale 2 -channel 3");
	b.trial.x[SLOT_VEL][0] = 3.0;
	assert_int_equal(go(&b, 0.01, 0.01), 0);
	assert_near(measured(&b, SLOT_FORCE), 4.0 * 1.5, 1e-13);
	assert_near(measured(&b, SLOT_VEL), 3.0, 1e-15);
	assert_near(self_of(&b)->t, 0.02, 1e-15);
	stage_end(&b.s);
}

static void an_iteration_has_a_time_of_its_own(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -iteration 0.005 -channel 1");
	assert_int_equal(go(&b, 0.01, 0.01), 0);
	assert_int_equal(go(&b, 0.011, 0.01), 0);
	assert_int_equal((int)self_of(&b)->tick, 15);
	assert_int_equal(go(&b, 0.012, 0.02), 0);
	assert_int_equal((int)self_of(&b)->tick, 25);
	stage_end(&b.s);
}

/* loadConst -time 0 after gravity: the clock of the laboratory goes on. */
static void a_test_time_set_back_begins_anew(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -channel 1");
	assert_int_equal(go(&b, 0.01, 1.0), 0);
	assert_int_equal(go(&b, 0.011, 0.0), 0);
	assert_int_equal((int)self_of(&b)->tick, 1001);
	assert_int_equal(go(&b, 0.012, 0.01), 0);
	assert_int_equal(go(&b, 0.013, 0.02), 0);
	assert_int_equal((int)self_of(&b)->tick, 1021);
	stage_end(&b.s);
}

static void a_test_time_set_back_holds_without_ticks_too(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-channel 1");
	assert_int_equal(go(&b, 0.01, 1.0), 0);
	assert_int_equal(go(&b, 0.011, 0.0), 0);
	assert_int_equal(go(&b, 0.012, 0.25), 0);
	assert_near(self_of(&b)->t, 1.25, 1e-15);
	stage_end(&b.s);
}

static void a_step_of_too_many_ticks_is_refused(void **state)
{
	struct bay b;
	struct err e;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 10000 -channel 1");
	assert_int_equal(go(&b, 0.01, 1e9), ERR_LIMIT);
	err_clear(&e);
	assert_int_equal(laboratory_fault(&b.s.script.lab, &e), ERR_LIMIT);
	stage_end(&b.s);
}

/* Velocity from 0 to 1 in a second, straight, then held for a second: x = 0.5, then 1.5. */
static void under_velocity_control_the_position_is_the_integral(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 500 -control vel -channel 1");
	b.trial.x[SLOT_VEL][0] = 1.0;
	assert_int_equal(go(&b, 99.0, 1.0), 0);
	assert_near(measured(&b, SLOT_DISP), 0.5, 1e-12);
	assert_near(measured(&b, SLOT_VEL), 1.0, 1e-12);
	assert_int_equal(go(&b, 99.0, 2.0), 0);
	assert_near(measured(&b, SLOT_DISP), 1.5, 1e-12);
	assert_near(measured(&b, SLOT_FORCE), 150.0, 1e-9);
	stage_end(&b.s);
}

/* Acceleration from 0 to 6 in a second, straight: v = 3 t^2, x = t^3. */
static void under_acceleration_control_velocity_and_position_are_integrals(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 500 -control accel -channel 1");
	b.trial.x[SLOT_ACCEL][0] = 6.0;
	assert_int_equal(go(&b, 99.0, 1.0), 0);
	assert_near(measured(&b, SLOT_VEL), 3.0, 1e-12);
	assert_near(measured(&b, SLOT_DISP), 1.0, 1e-12);
	stage_end(&b.s);
}

static void without_ticks_velocity_control_integrates_step_by_step(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-control vel -channel 1");
	for (int i = 1; i <= 10; i++) {
		b.trial.x[SLOT_VEL][0] = 0.2 * i;
		assert_int_equal(go(&b, 0.0, 0.1 * i), 0);
	}
	assert_near(measured(&b, SLOT_DISP), 1.0, 1e-12);
	stage_end(&b.s);
}

static void rows_begin_anew_after_a_commit_and_may_be_thinned(void **state)
{
	struct bay b;
	char text[32];

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -record 4 -channel 1");
	assert_int_equal(go(&b, 0.01, 0.02), 0);
	assert_int_equal(rows(&b), 5);
	assert_int_equal(go(&b, 0.01, 0.03), 0);
	assert_int_equal(rows(&b), 7);                        /* not accepted yet: 4, 8, ... 28 */
	assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
	assert_int_equal(rows(&b), 7);
	assert_int_equal(go(&b, 0.01, 0.04), 0);
	assert_int_equal(rows(&b), 3);
	assert_near(cell(&b, 0, TIME), 0.032, 1e-15);
	assert_int_equal(b.rig->ops->tick_columns(b.rig->self), LOST + 1);
	assert_string_equal(b.rig->ops->tick_name(b.rig->self, TIME, text, sizeof(text)), "time");
	assert_string_equal(b.rig->ops->tick_name(b.rig->self, MEASURED_FORCE, text, sizeof(text)), "measuredForce1");
	assert_string_equal(b.rig->ops->tick_name(b.rig->self, LOST, text, sizeof(text)), "lost");
	stage_end(&b.s);
}

static void too_many_rows_keep_the_newest_and_say_how_many_are_lost(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	bay_rig(&b, "-rate 1000 -buffer 16 -channel 1");
	assert_int_equal(go(&b, 0.01, 0.02), 0);
	assert_int_equal(rows(&b), 16);
	assert_near(cell(&b, 0, TIME), 0.005, 1e-15);
	assert_near(cell(&b, 15, TIME), 0.020, 1e-15);
	assert_near(cell(&b, 15, LOST), 4.0, 0.0);
	stage_end(&b.s);
}

static void every_channel_has_noise_of_its_own_and_every_run_the_same(void **state)
{
	double first[200];

	(void)state;
	for (int run = 0; run < 2; run++) {
		struct bay b;
		int equal = 0;

		bay_begin(&b);
		stage_eval(&b.s, "expSensor Transducer 1 -rms 1");
		bay_rig(&b, "-rate 1000 -channel 1 -forceSensor 1 -dispSensor 1 -channel 2 -forceSensor 1");
		for (int i = 0; i < 100; i++) {
			assert_int_equal(go(&b, 0.0, 0.01 * (i + 1)), 0);
			const double *f = b.rig->daq.x[SLOT_FORCE], d = b.rig->daq.x[SLOT_DISP][0];
			equal += f[0] == f[1] || f[0] == d;
			if (run == 1)
				assert_memory_equal(first + 2 * i, f, 2 * sizeof(double));
			memcpy(first + 2 * i, f, 2 * sizeof(double));
		}
		assert_int_equal(equal, 0);
		stage_end(&b.s);
	}
}

static void a_specimen_of_two_channels_takes_two(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expSpecimen Linear 3 -k 200 -100 -100 100; catch {expControl VirtualRig 9 -channel 3} said");
	assert_contains(said(&b), "another number of channels");
	bay_rig(&b, "-channel 3 -channel 1 -channel 3");
	b.trial.x[SLOT_DISP][1] = 0.5;
	b.trial.x[SLOT_DISP][2] = 0.3;
	assert_int_equal(go(&b, 0.1, 0.01), 0);
	assert_near(b.rig->daq.x[SLOT_FORCE][0], -10.0, 1e-13);
	assert_near(b.rig->daq.x[SLOT_FORCE][1], 50.0, 1e-13);
	assert_near(b.rig->daq.x[SLOT_FORCE][2], 20.0, 1e-13);
	stage_end(&b.s);
}

/* --- trips ----------------------------------------------------------------------------------------- */

static void a_measured_limit_trips_and_all_rigs_come_to_rest(void **state)
{
	struct bay b;
	struct rig *other;
	struct signals trial;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expControlPoint 1 1 force -lim -3 3; expActuator Delay 1 0.05");
	stage_eval(&b.s, "expControl VirtualRig 2 -rate 1000 -channel 2 -actuator 1");
	bay_rig(&b, "-rate 1000 -channel 1 -outCP 1");
	other = rig_of(&b, 2);
	assert_int_equal(signals_take(&trial, other->ctrl.n, &b.s.script.lab.arena), 0);
	trial.x[SLOT_DISP][0] = 0.01;
	assert_int_equal(rig_command(other, &trial, 0.02, 0.02), 0);
	assert_int_equal(rig_measure(other, 0.02), 0);
	assert_near(other->daq.x[SLOT_DISP][0], 0.0, 1e-15);  /* still on its way */

	assert_int_equal(go(&b, 0.02, 0.02), 0);
	assert_int_equal(go(&b, 0.04, 0.03), ERR_LIMIT);
	const struct virtual_rig *v = other->self;
	assert_true(v->resting && fabs(v->channel[0].at.v) == 0.0);
	assert_near(v->channel[0].at.x, 0.01, 1e-15);         /* it arrived, and stays */
	assert_int_equal(rig_command(other, &trial, 0.04, 0.04), ERR_STATE);
	assert_int_equal(other->ops->command(other->self, &trial, 0.04), ERR_STATE);
	stage_end(&b.s);
}

static void a_rig_under_velocity_control_stops_when_it_is_told_to_rest(void **state)
{
	static const char *const drive[] = {"vel", "accel"};

	(void)state;
	for (size_t i = 0; i < COUNT(drive); i++) {
		struct bay b;
		char words[128];
		double x;

		bay_begin(&b);
		stage_eval(&b.s, "expActuator FirstOrder 1 0.02");
		snprintf(words, sizeof(words), "-rate 1000 -control %s -channel 1 -actuator 1", drive[i]);
		bay_rig(&b, words);
		b.trial.x[SLOT_VEL][0] = b.trial.x[SLOT_ACCEL][0] = 1.0;
		assert_int_equal(go(&b, 0.0, 1.0), 0);
		assert_true(measured(&b, SLOT_VEL) > 0.4);
		x = measured(&b, SLOT_DISP);
		b.rig->ops->rest(b.rig->self);
		assert_near(self_of(&b)->channel[0].at.v, 0.0, 1e-5);
		assert_true(self_of(&b)->channel[0].at.x > x && self_of(&b)->channel[0].at.x < x + 0.2);
		stage_end(&b.s);
	}
}

/* An actuator that rings on for ever is given ten seconds. */
static void coming_to_rest_is_bounded(void **state)
{
	struct bay b;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expActuator TransferFunction 1 -num 100 -den 1 1e-9 100");
	bay_rig(&b, "-rate 1000 -channel 1 -actuator 1");
	assert_int_equal(go(&b, 1.0, 0.01), 0);
	b.rig->ops->rest(b.rig->self);
	assert_int_equal((int)self_of(&b)->tick, 10010);
	stage_end(&b.s);
}

/* Overstress decays in the hold before the force is asked for; on the way it was beyond its limit: 1 of the spring, 2 exp(-t/tau) of the branch. */
static void a_measured_limit_is_watched_at_every_tick(void **state)
{
	static const struct { int limit, code; } row[] = {{2, ERR_LIMIT}, {4, 0}};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct bay b;
		bay_begin(&b);
		stage_eval(&b.s, "expSpecimen Relaxation 77 1 -branch 200 0.02; expControlPoint 1 1 force -lim -%d %d", row[i].limit, row[i].limit);
		bay_rig(&b, "-rate 1000 -ramp 0.002 -hold 1.0 -channel 77 -outCP 1");
		assert_int_equal(go(&b, 0.01, 0.01), row[i].code);
		assert_int_equal(self_of(&b)->resting, row[i].code != 0);
		assert_true(row[i].code || fabs(b.rig->daq.x[SLOT_FORCE][0] - 1.0) < 1e-9);
		stage_end(&b.s);
	}
}

static void a_cut_cable_trips(void **state)
{
	struct bay b;
	struct err e;
	char line[700];

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expSensor Transducer 1 -failAt 0.035");
	bay_rig(&b, "-rate 1000 -channel 1 -forceSensor 1");
	for (int i = 1; i <= 3; i++)
		assert_int_equal(go(&b, 0.01, 0.01 * i), 0);
	assert_int_equal(go(&b, 0.01, 0.04), ERR_NONFINITE);
	assert_true(self_of(&b)->resting);
	err_clear(&e);
	assert_int_equal(laboratory_fault(&b.s.script.lab, &e), ERR_NONFINITE);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "Force, component 1");
	assert_contains(line, "not a finite number");
	stage_end(&b.s);
}

static void data_that_end_before_the_test_trip(void **state)
{
	struct bay b;
	struct err e;
	char line[700];

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "set f [open d.txt w]; puts $f {0 1\n0.025 2}; close $f; expSpecimen Replay 3 d.txt");
	bay_rig(&b, "-rate 1000 -channel 3");
	assert_int_equal(go(&b, 0.0, 0.02), 0);
	assert_near(measured(&b, SLOT_FORCE), 1.8, 1e-13);
	assert_int_equal(go(&b, 0.0, 0.03), ERR_ENDED);
	err_clear(&e);
	assert_int_equal(laboratory_fault(&b.s.script.lab, &e), ERR_ENDED);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "the data end before the test");
	stage_end(&b.s);
}

/* --- words ----------------------------------------------------------------------------------------- */

static void what_cannot_be_is_refused_with_a_reason(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"", "no channel"}, {"-channel 7", "no expSpecimen"}, {"-channel 1 -actuator 7", "no expActuator"}, {"-channel 1 -forceSensor 7", "no expSensor"},
		{"-channel 1 -actuator 1", "-rate"}, {"-rate 0 -channel 1", "> 0"}, {"-rate 100 -hold 1 -channel 1", "-hold without -ramp"},
		{"-ramp 1 -channel 1", "-ramp without -rate"}, {"-iteration 1 -channel 1", "-iteration without -rate"}, {"-control force -channel 1", "disp"},
		{"-rate 100 -control vel -channel 1 -actuator 2", "position"}, {"-channel 1 -wrong", "-wrong"}, {"-channel 1 -scale 0", "between 1e-06 and 1000000"},
		{"-rate 1e308 -channel 1", "<= 1000000"}, {"-rate 1000 -iteration 1e9 -channel 1", "at most 100000 s"},
	};
	struct bay b;

	(void)state;
	bay_begin(&b);
	stage_eval(&b.s, "expActuator FirstOrder 1 0.01; expActuator ServoHydraulic 2");
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&b.s, "if {![catch {expControl VirtualRig 1 %s} said]} {error {%s was taken}}", bad[i].words, bad[i].words);
		assert_contains(said(&b), bad[i].says);
	}
	bay_rig(&b, "-channel 1 -rate 100 -scale 2");         /* options may stand after channels */
	assert_true(self_of(&b)->rate_hz == 100.0 && self_of(&b)->scale == 2.0);
	stage_end(&b.s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_rate_it_is_perfect),
		cmocka_unit_test(before_the_first_command_the_specimen_stands_at_rest),
		cmocka_unit_test(the_clock_never_drifts),
		cmocka_unit_test(a_step_shorter_than_a_tick_is_made_good_later),
		cmocka_unit_test(the_command_runs_straight_from_one_target_to_the_next),
		cmocka_unit_test(ramp_and_hold_measures_a_relaxed_force),
		cmocka_unit_test(the_scale_stretches_the_test),
		cmocka_unit_test(the_scale_holds_without_ticks_too),
		cmocka_unit_test(an_iteration_has_a_time_of_its_own),
		cmocka_unit_test(a_test_time_set_back_begins_anew),
		cmocka_unit_test(a_test_time_set_back_holds_without_ticks_too),
		cmocka_unit_test(a_step_of_too_many_ticks_is_refused),
		cmocka_unit_test(under_velocity_control_the_position_is_the_integral),
		cmocka_unit_test(under_acceleration_control_velocity_and_position_are_integrals),
		cmocka_unit_test(without_ticks_velocity_control_integrates_step_by_step),
		cmocka_unit_test(rows_begin_anew_after_a_commit_and_may_be_thinned),
		cmocka_unit_test(too_many_rows_keep_the_newest_and_say_how_many_are_lost),
		cmocka_unit_test(every_channel_has_noise_of_its_own_and_every_run_the_same),
		cmocka_unit_test(a_specimen_of_two_channels_takes_two),
		cmocka_unit_test(a_measured_limit_trips_and_all_rigs_come_to_rest),
		cmocka_unit_test(a_rig_under_velocity_control_stops_when_it_is_told_to_rest),
		cmocka_unit_test(coming_to_rest_is_bounded),
		cmocka_unit_test(a_measured_limit_is_watched_at_every_tick),
		cmocka_unit_test(a_cut_cable_trips),
		cmocka_unit_test(data_that_end_before_the_test_trip),
		cmocka_unit_test(what_cannot_be_is_refused_with_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
