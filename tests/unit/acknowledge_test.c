/* After a trip that was acknowledged a virtual rig goes on from where it stands with the step that failed: in the time of that step, and no faster than the
 * limits' way to rest. */
#include "test.h"

#include "experiment/laboratory.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { ROW = 16, TIME = 0, COMMAND = 1 };
static const double RATE = 1000.0, STIFFNESS = 100.0;

struct bay {                  /* a stage with one rig, driven directly */
	struct stage s;
	struct rig *rig;
	struct signals trial;
};

/* Specimen 1: a spring of 100. Forces beyond 2.5 trip: at 0.025. */
static void bay_begin(struct bay *b, const char *limits, const char *rig)
{
	struct err e;

	memset(b, 0, sizeof(*b));
	stage_begin(&b->s);
	stage_eval(&b->s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 %g; expSpecimen Material 1 1", STIFFNESS);
	stage_eval(&b->s, "expCommand Continuous 1; expCommand Continuous 2 1; expControlPoint 1 1 force -lim -2.5 2.5; %s", limits);
	stage_eval(&b->s, "expControl VirtualRig 1 -rate %g %s", RATE, rig);
	b->rig = table_get(&b->s.script.lab.rigs, 1);
	assert_non_null(b->rig);
	err_clear(&e);
	assert_int_equal(rig_start(b->rig, &e), 0);
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

/* As laboratory_acknowledge, without the file of the black box. What tripped trips no more. */
static void acknowledge(struct bay *b)
{
	struct laboratory *lab = &b->s.script.lab;
	struct virtual_rig *r = self_of(b);
	struct control_point *p = table_get(&lab->points, 1);
	struct err e;

	err_clear(&e);
	assert_int_equal(b->rig->ops->acknowledge(r, &e), 0);
	lab->trip = (struct trip){0};
	p->signal[0].hi = HUGE_VAL;
	if (r->plan)
		r->drive.limits.channel[0].words.force_hi = HUGE_VAL;
}

/* Two steps of ten ticks to 0.02; the third, to 0.03, trips on its way. */
static void trip(struct bay *b)
{
	for (int k = 1; k <= 2; k++) {
		assert_int_equal(go(b, 0.01 * k, 0.01 * k), 0);
		assert_int_equal(rig_commit(b->rig, b->rig->t), 0);
	}
	assert_int_equal((int)self_of(b)->tick, 20);
	assert_int_equal(go(b, 0.03, 0.03), ERR_LIMIT);
}

/* The step that failed again; answers its ticks, and the fastest of its commands over the mean from where it began. */
static int again(struct bay *b, double *ret_fastest)
{
	struct virtual_rig *r = self_of(b);
	int64_t tick = r->tick;
	double before, first, row[ROW];
	int n;

	rig_standing(b->rig, &before);
	first = before;
	assert_int_equal(go(b, 0.03, 0.03), 0);
	n = (int)(r->tick - tick);
	assert_near(b->rig->daq.x[SLOT_DISP][0], 0.03, 1e-15);
	*ret_fastest = 0.0;
	for (int k = b->rig->ops->ticks(r) - n; k < b->rig->ops->ticks(r); k++) {
		b->rig->ops->tick(r, k, row);
		*ret_fastest = larger(*ret_fastest, fabs(row[COMMAND] - before) * n / fabs(0.03 - first));
		before = row[COMMAND];
	}
	return n;
}

static const char HOLD[] = "expController 1 1; expLimits 1 -stroke -1 1 -velocity 10 -force -2.5 2.5 -onTrip hold";

/* A way of 0.03 - 0.025 or less; the cubic is 11/6 of its mean at the end. */
static void the_step_that_failed_takes_its_own_time(void **state)
{
	static const struct { const char *limits, *rig; double fastest; } row[] = {
		{"", "-channel 1 -outCP 1", 1.0},
		{"", "-command 1 -channel 1 -outCP 1", 11.0 / 6.0},
		{HOLD, "-controller 1 -channel 1 -limits 1", 11.0 / 6.0},
		{"expController 1 2", "-controller 1 -channel 1 -outCP 1", 1.0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct bay b;
		double fastest;

		bay_begin(&b, row[i].limits, row[i].rig);
		trip(&b);
		acknowledge(&b);
		assert_int_equal(again(&b, &fastest), 10);
		assert_true(fastest <= row[i].fastest * (1.0 + 1e-9));
		assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
		assert_int_equal(go(&b, 0.04, 0.04), 0);                /* and the next is the next */
		assert_int_equal(b.rig->ops->ticks(b.rig->self), 10);
		stage_end(&b.s);
	}
}

/* Twice the laboratory time a test time, said while it rests: of the step that comes again, too. */
static void it_is_stretched_with_the_scale(void **state)
{
	static const char *const rig[] = {"-channel 1 -outCP 1", "-controller 1 -channel 1 -limits 1"};

	(void)state;
	for (size_t i = 0; i < COUNT(rig); i++)
		for (int before = 0; before < 2; before++) {
			struct bay b;
			double fastest;

			bay_begin(&b, HOLD, rig[i]);
			trip(&b);
			if (before)
				stage_eval(&b.s, "expTune 1 -scale 2");
			acknowledge(&b);
			if (!before)
				stage_eval(&b.s, "expTune 1 -scale 2");
			assert_int_equal(again(&b, &fastest), 20);
			stage_end(&b.s);
		}
}

/* A trip between two steps, and one that is acknowledged twice, count nothing twice. */
static void what_was_accepted_is_not_gone_through_again(void **state)
{
	struct bay b;
	double fastest;

	(void)state;
	bay_begin(&b, HOLD, "-controller 1 -channel 1 -limits 1");
	trip(&b);
	for (int k = 0; k < 2; k++) {
		acknowledge(&b);
		self_of(&b)->drive.limits.channel[0].words.force_hi = 2.8;
		assert_int_equal(go(&b, 0.03, 0.03), ERR_LIMIT);
	}
	acknowledge(&b);
	assert_int_equal(again(&b, &fastest), 10);
	assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
	b.rig->ops->rest(b.rig->self);
	acknowledge(&b);
	assert_int_equal(go(&b, 0.04, 0.04), 0);
	assert_int_equal(b.rig->ops->ticks(b.rig->self), 10);
	stage_end(&b.s);
}

/* Back at 0: the way is 0.03, at -tripVelocity, by default a tenth of -velocity, and never so that a generator is faster than -velocity: half of it. One that
 * stands where it tripped goes 0.0026 or less. With -adaptive, too: spans of its own come later. */
static void the_way_back_is_no_faster_than_the_way_to_rest(void **state)
{
	static const struct { const char *controller, *limits; int ticks; } row[] = {
		{"", "-velocity 10 -onTrip ramp -tripVelocity 0.5", 60}, {"", "-velocity 10 -onTrip ramp", 30}, {"", "-velocity 2 -onTrip ramp -tripVelocity 2", 30},
		{"", "-onTrip ramp -tripVelocity 0.5", 60}, {"", "-onTrip ramp -tripVelocity 100", 10}, {"", "-velocity 2 -onTrip hold", 10},
		{"-adaptive 0.1 -shortest 0.01 -longest 0.01", "-velocity 10 -onTrip ramp -tripVelocity 0.5", 60},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct bay b;
		char words[256];
		double fastest;

		snprintf(words, sizeof words, "expController 1 1 %s; expLimits 1 -stroke -1 1 -force -2.5 2.5 %s", row[i].controller, row[i].limits);
		bay_begin(&b, words, "-controller 1 -channel 1 -limits 1");
		trip(&b);
		acknowledge(&b);
		assert_int_equal(again(&b, &fastest), row[i].ticks);
		assert_true(fastest <= 11.0 / 6.0 * (1.0 + 1e-9));
		assert_int_equal(rig_commit(b.rig, b.rig->t), 0);
		assert_int_equal(go(&b, 0.035, 0.04), 0);               /* only the first is longer */
		assert_int_equal(b.rig->ops->ticks(b.rig->self), 10);
		stage_end(&b.s);
	}
}

/* A specimen that has yielded is let go behind a network that stalls, and rests where it is unloaded: away from home. The trip that follows brings it home by
 * the policy of its limits, as against the clock (keeper_test.c). */
static void what_was_let_go_comes_home_by_the_policy_of_its_limits(void **state)
{
	struct bay b;
	double x;
	int code = 0;

	(void)state;
	bay_begin(&b, "uniaxialMaterial ElasticPP 2 100.0 0.005; expSpecimen Material 2 2; expController 1 1 -hold 0.5 -mass 0.1 -damping 10.0; "
	              "expNetwork Constant 1 0.01 -timeout 60.0 -stall 2.7 9.0; expLimits 1 -velocity 10 -onTrip ramp -tripVelocity 0.1",
	          "-scale 100 -network 1 -controller 1 -channel 2 -limits 1");
	for (int i = 1; i <= 5 && !code; i++)
		code = go(&b, 0.02, 0.01 * i);
	assert_int_equal(code, ERR_STATE);
	assert_int_equal(self_of(&b)->drive.control.state, CONTROL_REST);
	assert_true(self_of(&b)->drive.control.now[0] > 0.01);         /* away from home */
	rig_standing(b.rig, &x);
	assert_near(x, 0.0, 0.0);
	stage_end(&b.s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_step_that_failed_takes_its_own_time),
		cmocka_unit_test(it_is_stretched_with_the_scale),
		cmocka_unit_test(what_was_accepted_is_not_gone_through_again),
		cmocka_unit_test(the_way_back_is_no_faster_than_the_way_to_rest),
		cmocka_unit_test(what_was_let_go_comes_home_by_the_policy_of_its_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
