/* Policies of a trip: how each comes to rest, in the time its words imply, and how commands go on from there. */
#include "limits_bed.h"

#include <float.h>

/* A spring that yields: f = k (x - xp), |f| <= fy. */
struct spring {
	double k, fy, xp;
};

static double spring_force(struct spring *s, double x)
{
	double f = s->k * (x - s->xp);

	if (fabs(f) > s->fy) {
		f = copysign(s->fy, f);
		s->xp = x - f / s->k;
	}
	return f;
}

/* Ticks from a trip to rest with this policy, specimens k on both channels. Every change is looked at. */
static int ticks_to_rest(struct bed *b, struct spring *s, int most)
{
	int n = 0;

	assert_true(limits_trip(&b->l, LIMITS_ASKED, -1, 0.0));
	for (; n < most && !limits_at_rest(&b->l); n++) {
		double before[N] = {b->sent[0], b->sent[1]};

		for (int i = 0; i < N; i++)
			b->force[i] = spring_force(&s[i], b->x[i]);
		assert_int_equal(tick(b), LIMITS_OK);
		for (int i = 0; i < N; i++) {
			assert_true(fabs(b->sent[i] - before[i]) <= 2.0 * DT + DBL_EPSILON * fabs(b->sent[i]));
			assert_true(fabs(b->sent[i]) <= 5.0);
		}
	}
	return n;
}

/* Both channels from the start at `from` to `to`, at the limit of velocity: nothing trips. */
static void drive(struct bed *b, struct spring *s, double to)
{
	for (int n = 0; n < 10000 && b->sent[0] != to; n++) {
		double way = to - b->sent[0];

		b->wanted[0] = b->wanted[1] = b->sent[0] + copysign(fmin(fabs(way), 20.0 * DT), way);
		for (int i = 0; i < N; i++)
			b->force[i] = spring_force(&s[i], b->x[i]);
		assert_int_equal(tick(b), LIMITS_OK);
	}
	assert_near(b->sent[1], to, 0.0);
}

static void hold_rests_at_once(void **state)
{
	struct bed b;
	struct spring s[N] = {{10.0, 1e9, 0.0}, {10.0, 1e9, 0.0}};

	(void)state;
	bed_begin(&b, &words, 0.25);
	drive(&b, s, 3.0);
	assert_int_equal(ticks_to_rest(&b, s, 100), 1);
	assert_near(b.sent[0], 3.0, 0.0);
	bed_end(&b);
}

/* 2.75 at a tenth of the velocity, 2 a second: 1375 ticks, and one for rounding. */
static void ramp_ends_at_the_set_point_of_the_start(void **state)
{
	struct limits_words w = words;
	struct bed b;
	struct spring s[N] = {{10.0, 1e9, 0.0}, {10.0, 1e9, 0.0}};
	int n;

	(void)state;
	w.policy = LIMITS_RAMP;
	bed_begin(&b, &w, 0.25);
	drive(&b, s, 3.0);
	n = ticks_to_rest(&b, s, 5000);
	assert_in_range(n, 1375, 1376);
	assert_near(b.sent[0], 0.25, 0.0);
	assert_near(b.sent[1], 0.25, 0.0);
	bed_end(&b);
}

/* x' = -v f/fref with f = k x: f falls by q = 1 - v k dt/fref a tick, while |f| <= fref; above, x goes at v. fref = 100, v = 2, rest at |f| <= 0.1. */
static void unload_of_an_elastic_specimen_follows_its_closed_form(void **state)
{
	static const struct { double k, x; } row[] = {{20.0, 3.0}, {18.0, -4.5}, {400.0, 0.2}};
	struct limits_words w = words;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	for (size_t i = 0; i < COUNT(row); i++) {
		double q = 1.0 - 2.0 * row[i].k * DT / 100.0, want;
		struct spring s[N] = {{row[i].k, 1e9, 0.0}, {row[i].k, 1e9, 0.0}};
		struct bed b;
		int n;

		bed_begin(&b, &w, 0.0);
		drive(&b, s, row[i].x);
		want = log(0.1 / fabs(row[i].k * row[i].x)) / log(q);
		n = ticks_to_rest(&b, s, 100000);
		assert_near(n, ceil(want) + 1.0, 1.0);         /* and the tick that sees the zero */
		assert_true(fabs(row[i].k * b.sent[0]) <= 0.1);
		bed_end(&b);
	}
}

/* Beyond fref at the full speed first: f = 160 at x = 4, k = 40; 1.5 to f = 100 takes 750 ticks. */
static void unload_is_never_faster_than_its_velocity(void **state)
{
	struct limits_words w = words;
	struct spring s[N] = {{40.0, 1e9, 0.0}, {40.0, 1e9, 0.0}};
	struct bed b;
	double want = 750.0 + log(0.1 / 100.0) / log(1.0 - 2.0 * 40.0 * DT / 100.0);

	(void)state;
	w.policy = LIMITS_UNLOAD;
	bed_begin(&b, &w, 0.0);
	for (int i = 0; i < N; i++)
		b.l.channel[i].sent = b.sent[i] = b.x[i] = 4.0;
	assert_near(ticks_to_rest(&b, s, 100000), want, 3.0);
	assert_true(fabs(40.0 * b.sent[0]) <= 0.1);
	bed_end(&b);
}

/* k = 40, fy = 50, pushed to 3: unloads along k to 3 - 50/40. */
static void unload_of_a_yielded_specimen_ends_at_its_residual_displacement(void **state)
{
	struct limits_words w = words;
	struct spring s[N] = {{40.0, 50.0, 0.0}, {40.0, 50.0, 0.0}};
	struct bed b;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	bed_begin(&b, &w, 0.0);
	drive(&b, s, 3.0);
	ticks_to_rest(&b, s, 100000);
	assert_true(limits_at_rest(&b.l));
	assert_near(b.sent[0], 3.0 - 50.0 / 40.0, 0.1 / 40.0);
	assert_near(spring_force(&s[0], b.sent[0]), 0.0, 0.1);
	bed_end(&b);
}

/* A load cell of the wrong sign drives it away from zero: the stroke is the end. Without a force, with one that is no number, it holds. */
static void unload_rests_where_the_force_misleads_it_or_is_gone(void **state)
{
	struct limits_words w = words;
	struct spring wrong[N] = {{-20.0, 1e9, 0.0}, {-20.0, 1e9, 0.0}};
	struct bed b;
	int n = 0;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	bed_begin(&b, &w, 1.0);
	b.sent[0] = b.sent[1] = 1.0;
	ticks_to_rest(&b, wrong, 100000);
	assert_true(limits_at_rest(&b.l));
	assert_near(b.sent[0], 5.0, 0.0);
	bed_end(&b);

	bed_begin(&b, &w, 1.0);
	assert_true(limits_trip(&b.l, LIMITS_ASKED, -1, 0.0));
	while (!limits_at_rest(&b.l) && n < 100) {
		limits_apply(&b.l, b.wanted, NULL, 0, b.sent);
		n++;
	}
	assert_int_equal(n, 21);                               /* the watchdog's 20 ticks are over */
	assert_near(b.sent[0], 1.0, 0.0);
	bed_end(&b);

	bed_begin(&b, &w, 1.0);
	b.force[0] = 50.0;
	b.force[1] = NAN;
	assert_int_equal(tick(&b), LIMITS_MEASURED_NUMBER);
	assert_near(b.sent[1], 1.0, 0.0);
	assert_near(b.sent[0], 1.0 - 0.5 * 2.0 * DT, 1e-15);
	b.force[0] = -b.l.channel[0].words.zero_force;
	tick(&b);
	assert_true(limits_at_rest(&b.l));
	bed_end(&b);
}

/* An actuator that is stuck at 1, under a force of 30: the command stops where the following error, 0.5, is over, and a freed actuator has no longer way. */
static void unload_does_not_run_away_from_a_specimen_that_does_not_follow(void **state)
{
	struct limits_words w = words;
	struct bed b;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	bed_begin(&b, &w, 1.0);
	limits_trip(&b.l, LIMITS_ASKED, -1, 0.0);
	for (int k = 0; k < 5000; k++) {
		b.x[0] = b.x[1] = 1.0;
		b.force[0] = b.force[1] = 30.0;
		tick(&b);
	}
	assert_true(limits_at_rest(&b.l));
	assert_near(b.sent[0], 0.5, 2.0 * DT);
	assert_true(b.sent[0] >= 0.5);
	bed_end(&b);
	/* further away than that already, as after a trip for it: not a step more, but back it may go */
	bed_begin(&b, &w, 1.0);
	limits_trip(&b.l, LIMITS_ASKED, -1, 0.0);
	b.force[0] = 30.0;
	b.l.channel[0].sent = b.l.channel[1].sent = b.sent[0] = b.sent[1] = 0.2;
	b.x[0] = b.x[1] = 1.0;
	b.force[1] = -30.0;
	tick(&b);
	assert_near(b.sent[0], 0.2, 0.0);
	assert_near(b.sent[1], 0.2 + 0.3 * 2.0 * DT, 1e-15);
	bed_end(&b);
}

/* It comes along after 10 ticks, within the watchdog's 20: the way goes on. A specimen that sticks for longer is where the way ends. */
static void unload_waits_for_a_specimen_that_comes_along(void **state)
{
	static const int sticks[] = {10, 30};
	struct limits_words w = words;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	for (int i = 0; i < (int)COUNT(sticks); i++) {
		struct bed b;

		bed_begin(&b, &w, 1.0);
		limits_trip(&b.l, LIMITS_ASKED, -1, 0.0);
		b.l.channel[0].sent = b.l.channel[1].sent = b.sent[0] = b.sent[1] = 0.2;
		for (int k = 0; k < sticks[i]; k++) {
			b.x[0] = b.x[1] = 1.0;
			b.force[0] = b.force[1] = 30.0;
			tick(&b);
			assert_near(b.sent[0], 0.2, 0.0);
		}
		assert_int_equal(limits_at_rest(&b.l), i == 1);
		for (int k = 0; k < 100; k++)
			tick(&b);
		assert_int_equal(b.sent[0] < 0.2, i == 0);
		bed_end(&b);
	}
}

/* Said to be at rest it moves no more, whatever relaxes or is measured, until it is acknowledged. Before that the way of one channel may load the other
 * again. */
static void at_rest_is_at_rest_whatever_is_measured(void **state)
{
	struct limits_words w = words;
	struct bed b;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	bed_begin(&b, &w, 1.0);
	limits_trip(&b.l, LIMITS_ASKED, -1, 0.0);
	b.force[0] = 0.0, b.force[1] = 50.0;
	tick(&b);
	b.force[0] = 40.0;
	tick(&b);
	assert_true(b.sent[0] < 1.0 && b.sent[1] < 1.0);
	b.force[0] = b.force[1] = 0.0;
	tick(&b);
	assert_true(limits_at_rest(&b.l));
	for (int k = 0; k < 3000; k++) {
		double before[N] = {b.sent[0], b.sent[1]};

		b.force[0] = k % 7 ? 60.0 : NAN, b.force[1] = -80.0;
		tick(&b);
		assert_near(b.sent[0], before[0], 0.0);
		assert_near(b.sent[1], before[1], 0.0);
		assert_true(limits_at_rest(&b.l));
	}
	limits_acknowledge(&b.l);
	assert_false(limits_at_rest(&b.l));
	bed_end(&b);
}

static void acknowledged_it_goes_on_from_where_it_stands(void **state)
{
	struct limits_words w = words;
	struct spring s[N] = {{40.0, 50.0, 0.0}, {40.0, 50.0, 0.0}};
	struct bed b;
	double at;

	(void)state;
	w.policy = LIMITS_UNLOAD;
	bed_begin(&b, &w, 0.0);
	drive(&b, s, 3.0);
	ticks_to_rest(&b, s, 100000);
	at = b.sent[0];
	limits_acknowledge(&b.l);
	assert_false(limits_tripped(&b.l));
	drive(&b, s, at + 0.5);
	/* who has not noticed that the command stands elsewhere trips again, and nothing jumps */
	limits_trip(&b.l, LIMITS_ASKED, -1, 0.0);
	limits_acknowledge(&b.l);
	b.wanted[0] = b.wanted[1] = 3.0;
	assert_int_equal(tick(&b), LIMITS_COMMAND_VELOCITY);
	assert_true(fabs(b.sent[0] - (at + 0.5)) <= 2.0 * DT);
	/* what is still wrong trips again, too */
	limits_acknowledge(&b.l);
	b.wanted[0] = b.sent[0], b.wanted[1] = b.sent[1];
	b.force[1] = 95.0;
	assert_int_equal(tick(&b), LIMITS_MEASURED_FORCE);
	bed_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hold_rests_at_once),
		cmocka_unit_test(ramp_ends_at_the_set_point_of_the_start),
		cmocka_unit_test(unload_of_an_elastic_specimen_follows_its_closed_form),
		cmocka_unit_test(unload_is_never_faster_than_its_velocity),
		cmocka_unit_test(unload_of_a_yielded_specimen_ends_at_its_residual_displacement),
		cmocka_unit_test(unload_rests_where_the_force_misleads_it_or_is_gone),
		cmocka_unit_test(unload_does_not_run_away_from_a_specimen_that_does_not_follow),
		cmocka_unit_test(unload_waits_for_a_specimen_that_comes_along),
		cmocka_unit_test(at_rest_is_at_rest_whatever_is_measured),
		cmocka_unit_test(acknowledged_it_goes_on_from_where_it_stands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
