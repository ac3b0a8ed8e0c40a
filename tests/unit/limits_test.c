/* Limits and trip: what trips, that it is latched, and that nothing whatever makes a command leave its limits. */
#include "limits_bed.h"

#include "base/rng.h"

#include <float.h>

/* --- causes ---------------------------------------------------------------------------------------- */

/* What is done in a tick of channel 2 that stands at `at`; the rest is as it should be. */
struct poke {
	double at, wanted, x, force;
	int ticks;                         /* so often; the last one trips, none before */
	bool stopped, silent;
	int64_t missed;
	enum limits_cause cause;
	int channel;
	double value, lo, hi;
};

static const struct poke pokes[] = {
	{.wanted = NAN, .ticks = 1, .cause = LIMITS_COMMAND_NUMBER, .channel = 1, .value = NAN, .lo = -INFINITY, .hi = INFINITY},
	{.wanted = -INFINITY, .ticks = 1, .cause = LIMITS_COMMAND_NUMBER, .channel = 1, .value = -INFINITY, .lo = -INFINITY, .hi = INFINITY},
	{.at = 4.995, .wanted = 5.01, .x = 4.995, .ticks = 1, .cause = LIMITS_COMMAND_STROKE, .channel = 1, .value = 5.01, .lo = -5.0, .hi = 5.0},
	{.at = -4.995, .wanted = -5.01, .x = -4.995, .ticks = 1, .cause = LIMITS_COMMAND_STROKE, .channel = 1, .value = -5.01, .lo = -5.0, .hi = 5.0},
	{.wanted = 0.021, .ticks = 1, .cause = LIMITS_COMMAND_VELOCITY, .channel = 1, .value = 21.0, .lo = -20.0, .hi = 20.0},
	{.wanted = -0.021, .ticks = 1, .cause = LIMITS_COMMAND_VELOCITY, .channel = 1, .value = -21.0, .lo = -20.0, .hi = 20.0},
	{.x = NAN, .ticks = 1, .cause = LIMITS_MEASURED_NUMBER, .channel = 1, .value = NAN, .lo = -INFINITY, .hi = INFINITY},
	/* of two the displacement is said */
	{.x = NAN, .force = INFINITY, .ticks = 1, .cause = LIMITS_MEASURED_NUMBER, .channel = 1, .value = NAN, .lo = -INFINITY, .hi = INFINITY},
	{.force = INFINITY, .ticks = 1, .cause = LIMITS_MEASURED_NUMBER, .channel = 1, .value = INFINITY, .lo = -INFINITY, .hi = INFINITY},
	{.at = 4.9, .wanted = 4.9, .x = 5.1, .ticks = 1, .cause = LIMITS_MEASURED_STROKE, .channel = 1, .value = 5.1, .lo = -5.0, .hi = 5.0},
	{.force = 90.5, .ticks = 1, .cause = LIMITS_MEASURED_FORCE, .channel = 1, .value = 90.5, .lo = -100.0, .hi = 90.0},
	{.force = -100.5, .ticks = 1, .cause = LIMITS_MEASURED_FORCE, .channel = 1, .value = -100.5, .lo = -100.0, .hi = 90.0},
	/* longer than 3 ticks, 20 ticks, 5 ticks */
	{.at = 1.0, .wanted = 1.0, .x = 0.4, .ticks = 4, .cause = LIMITS_FOLLOWING, .channel = 1, .value = -0.6, .lo = -0.5, .hi = 0.5},
	{.silent = true, .ticks = 21, .cause = LIMITS_SILENT, .channel = -1, .value = 0.021, .lo = 0.0, .hi = 0.02},
	/* missed ticks are silence, too: 5 ticks a call */
	{.silent = true, .missed = 4, .ticks = 5, .cause = LIMITS_SILENT, .channel = -1, .value = 0.025, .lo = 0.0, .hi = 0.02},
	{.missed = 6, .ticks = 1, .cause = LIMITS_LATE, .channel = -1, .value = 0.006, .lo = 0.0, .hi = 0.005},
	{.stopped = true, .ticks = 1, .cause = LIMITS_PEER, .channel = -1, .lo = -INFINITY, .hi = INFINITY},
	/* at the limit nothing happens */
	{.at = 4.98, .wanted = 5.0, .x = 5.0, .ticks = 1},
	{.at = -4.98, .wanted = -5.0, .x = -5.0, .ticks = 1},
	{.wanted = 0.02, .ticks = 1},
	{.force = 90.0, .ticks = 1},
	{.force = -100.0, .ticks = 1},
	{.x = 0.5, .ticks = 50},
	{.x = 0.6, .ticks = 3},
	{.silent = true, .ticks = 20},
	{.missed = 5, .ticks = 1},
};

static void same(double got, double want)
{
	if (isnan(want))
		assert_true(isnan(got));
	else if (isinf(want))
		assert_true(got == want);
	else
		assert_near(got, want, 1e-12 * (1.0 + fabs(want)));
}

static void each_cause_trips_with_its_channel_its_value_and_what_was_allowed(void **state)
{
	(void)state;
	for (size_t k = 0; k < COUNT(pokes); k++) {
		const struct poke *p = &pokes[k];
		struct bed b;

		bed_begin(&b, &words, p->at);
		for (int i = 1; i <= 3; i++)
			assert_int_equal(tick(&b), LIMITS_OK);
		b.wanted[1] = p->wanted;
		b.x[1] = p->x;
		b.force[1] = p->force;
		b.reading.stopped = p->stopped;
		for (int i = 1; i <= p->ticks; i++) {
			b.reading.number += !p->silent;
			assert_int_equal(limits_apply(&b.l, b.wanted, &b.reading, p->missed, b.sent), i == p->ticks ? p->cause : LIMITS_OK);
		}
		assert_int_equal(limits_tripped(&b.l), p->cause != LIMITS_OK);
		assert_int_equal(b.l.trip.cause, p->cause);
		assert_near(b.sent[1], p->cause == LIMITS_OK ? p->wanted : p->at, 0.0);
		if (p->cause != LIMITS_OK) {
			assert_int_equal(b.l.trip.channel, p->channel);
			assert_int_equal(b.l.trip.tick, 3 + p->ticks);
			same(b.l.trip.value, p->value);
			same(b.l.trip.lo, p->lo);
			same(b.l.trip.hi, p->hi);
		}
		bed_end(&b);
	}
}

/* Far from zero the change of a command is a difference of large numbers: it does not trip for that, and passes as it is. */
static void a_command_at_the_limit_of_velocity_does_not_trip_by_rounding(void **state)
{
	struct limits_words w = words;

	(void)state;
	w.stroke_lo = -1e9;
	w.stroke_hi = 1e9;
	w.following = INFINITY;
	for (int sign = -1; sign <= 1; sign += 2) {
		struct bed b;

		bed_begin(&b, &w, 123456789.1 * sign);
		for (int k = 1; k <= 1000; k++) {
			b.wanted[0] = b.wanted[1] = 123456789.1 * sign - 20.0 * DT * k * sign;
			assert_int_equal(tick(&b), LIMITS_OK);
			assert_near(b.sent[0], b.wanted[0], 0.0);
		}
		bed_end(&b);
	}
}

/* |y - x| > velocity dt (1 + 1e-9) + 4 eps max(|x|, |y|), to the last bit: from x = 0 the y for which both sides are equal passes, the next one does not. */
static void a_command_is_too_fast_from_the_first_number_beyond_the_limit(void **state)
{
	(void)state;
	for (int sign = -1; sign <= 1; sign += 2) {
		double most = 20.0 * DT * (1.0 + 1e-9), y = most;
		struct bed b;

		for (int k = 0; k < 10; k++)
			y = most + 4.0 * DBL_EPSILON * y;
		assert_true(y == most + 4.0 * DBL_EPSILON * y);
		bed_begin(&b, &words, 0.0);
		b.wanted[1] = sign * y;
		assert_int_equal(tick(&b), LIMITS_OK);
		limits_start(&b.l, (double[N]){0.0, 0.0});
		b.wanted[1] = sign * nextafter(nextafter(y, 1.0), 1.0);
		assert_int_equal(tick(&b), LIMITS_COMMAND_VELOCITY);
		bed_end(&b);
	}
}

static void a_laboratory_that_never_answers_is_silent_too(void **state)
{
	struct bed b;
	int n = 0;

	(void)state;
	bed_begin(&b, &words, 0.0);
	while (limits_apply(&b.l, b.wanted, NULL, 0, b.sent) == LIMITS_OK && n < 100)
		n++;
	assert_int_equal(n, 20);
	assert_int_equal(b.l.trip.cause, LIMITS_SILENT);
	bed_end(&b);
}

/* A specimen that is away for two ticks, then follows, then is away again has followed: the time begins anew. */
static void times_are_of_what_lasts(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 0.0);
	for (int i = 0; i < 40; i++) {
		b.x[0] = i % 4 < 3 ? 0.7 : 0.0;
		assert_int_equal(tick(&b), LIMITS_OK);
	}
	/* every other tick is silent: a reading counts for the time since the last */
	for (int i = 0; i < 2; i++) {
		b.x[0] = 0.7;
		assert_int_equal(limits_apply(&b.l, b.wanted, &b.reading, 0, b.sent), LIMITS_OK);
		b.reading.number++;
		assert_int_equal(limits_apply(&b.l, b.wanted, &b.reading, 0, b.sent), i == 0 ? LIMITS_OK : LIMITS_FOLLOWING);
	}
	bed_end(&b);
}

static void the_first_cause_is_kept_and_wanted_commands_are_ignored_from_then_on(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 1.0);
	/* two in one tick: the command comes first, and channel 1 before channel 2 */
	b.wanted[0] = 1.5;
	b.wanted[1] = NAN;
	b.force[0] = 1e6;
	assert_int_equal(tick(&b), LIMITS_COMMAND_VELOCITY);
	assert_int_equal(b.l.trip.channel, 0);
	assert_false(limits_trip(&b.l, LIMITS_ASKED, -1, 0.0));
	for (int i = 0; i < 100; i++) {
		b.wanted[0] = b.wanted[1] = 1.0 + 0.001 * i;
		b.reading.stopped = true;
		assert_int_equal(tick(&b), LIMITS_OK);
		assert_near(b.sent[0], 1.0, 0.0);
		assert_near(b.sent[1], 1.0, 0.0);
	}
	assert_int_equal(b.l.trip.cause, LIMITS_COMMAND_VELOCITY);
	assert_int_equal(b.l.trip.tick, 1);
	assert_true(limits_at_rest(&b.l));
	bed_end(&b);
}

static void what_is_asked_from_outside_trips_once(void **state)
{
	static const enum limits_cause cause[] = {LIMITS_PEER, LIMITS_DEVICE, LIMITS_ASKED};

	(void)state;
	for (size_t k = 0; k < COUNT(cause); k++) {
		struct bed b;

		bed_begin(&b, &words, 0.0);
		assert_false(limits_trip(&b.l, LIMITS_OK, 0, 1.0));
		assert_false(limits_trip(&b.l, LIMITS_CAUSES, 0, 1.0));
		assert_false(limits_tripped(&b.l) || limits_at_rest(&b.l));
		assert_int_equal(tick(&b), LIMITS_OK);
		assert_true(limits_trip(&b.l, cause[k], 1, -7.0));
		assert_false(limits_trip(&b.l, LIMITS_DEVICE, 0, 1.0));
		b.wanted[0] = 0.01;
		assert_int_equal(tick(&b), LIMITS_OK);
		assert_near(b.sent[0], 0.0, 0.0);
		assert_int_equal(b.l.trip.cause, cause[k]);
		assert_int_equal(b.l.trip.channel, 1);
		assert_near(b.l.trip.value, -7.0, 0.0);
		assert_int_equal(b.l.trip.tick, 1);
		bed_end(&b);
	}
}

static void a_start_outside_the_stroke_trips_and_nothing_moves(void **state)
{
	static const struct { double x, sent; enum limits_cause cause; } row[] = {
		{NAN, 0.0, LIMITS_COMMAND_NUMBER}, {INFINITY, 0.0, LIMITS_COMMAND_NUMBER}, {5.5, 5.5, LIMITS_COMMAND_STROKE}, {-5.5, -5.5, LIMITS_COMMAND_STROKE},
	};

	(void)state;
	for (size_t k = 0; k < COUNT(row); k++) {
		struct bed b;

		bed_begin(&b, &words, row[k].x);
		assert_int_equal(b.l.trip.cause, row[k].cause);
		b.wanted[0] = b.wanted[1] = 0.0;
		assert_int_equal(tick(&b), LIMITS_OK);
		assert_near(b.sent[1], row[k].sent, 0.0);
		/* acknowledged, a command that is still outside trips again */
		limits_acknowledge(&b.l);
		b.wanted[1] = 5.49;
		b.wanted[0] = b.x[0] = b.sent[0];
		assert_int_equal(tick(&b), LIMITS_COMMAND_STROKE);
		assert_near(b.sent[1], row[k].sent, 0.0);
		bed_end(&b);
	}
}

/* --- whatever comes -------------------------------------------------------------------------------- */

/* Numbers that nobody wants to see, and some that lie at a limit. */
static double evil(struct rng *r, double near)
{
	const double row[] = {
		NAN, -NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_TRUE_MIN, DBL_TRUE_MIN, 0.0, -0.0, 5.0, -5.0,
		nextafter(5.0, 6.0), nextafter(-5.0, -6.0), nextafter(5.0, 0.0), 1e300, -1e-300, near + 20.0 * DT, near - 20.0 * DT, nextafter(near, INFINITY),
	};

	return row[rng_below(r, COUNT(row))];
}

static double any_number(struct rng *r, double near, double scale)
{
	switch (rng_below(r, 50)) {
	case 0: return evil(r, near);
	case 1: return near + 10.0 * scale * rng_normal(r);
	default: return near + scale * (2.0 * rng_uniform(r) - 1.0);
	}
}

static void words_draw(struct limits_words *w, struct rng *r)
{
	*w = words;
	w->policy = (int)rng_below(r, 3);
	if (rng_below(r, 4) == 0)
		w->watchdog_s = w->following = w->late_s = INFINITY;
	w->trip_velocity = rng_below(r, 4) == 0 ? w->velocity : 2.0;
	w->zero_force = rng_below(r, 4) == 0 ? DBL_TRUE_MIN : 0.1;
}

/* A million ticks in tests of 200: what is sent is a number within the stroke that has changed by velocity dt at most,
 * with the rounding that limits.c states. Channel 2 has no limits: it sends numbers. */
static void nothing_that_comes_makes_a_command_leave_its_limits(void **state)
{
	struct bed b;
	struct rng r;
	int64_t tripped = 0, rests = 0, passed = 0;

	(void)state;
	rng_init(&r, 1, 6);
	bed_begin(&b, &words, 0.0);
	b.l.channel[1].words = (struct limits_words){.stroke_lo = -INFINITY, .stroke_hi = INFINITY, .velocity = INFINITY, .force_lo = -INFINITY,
	                                             .force_hi = INFINITY, .following = INFINITY, .watchdog_s = INFINITY, .late_s = INFINITY};
	for (int k = 0; k < 1000000; k++) {
		double before = b.sent[0];
		enum limits_cause cause;

		if (k % 200 == 0) {
			words_draw(&b.l.channel[0].words, &r);
			limits_start(&b.l, (double[]){before = 10.0 * rng_uniform(&r) - 5.0, rng_normal(&r)});
			b.sent[1] = b.l.channel[1].sent;
		}
		for (int i = 0; i < N; i++) {
			b.wanted[i] = any_number(&r, i == 0 ? before : b.sent[1], 19.0 * DT);
			b.x[i] = any_number(&r, before, 0.1);
			b.force[i] = any_number(&r, 20.0 * before, 5.0);
		}
		b.reading.number += (int64_t)rng_below(&r, 8) - 1;
		b.reading.stopped = rng_below(&r, 2000) == 0;
		if (rng_below(&r, 500) == 0)
			limits_trip(&b.l, (enum limits_cause)rng_below(&r, LIMITS_CAUSES + 2), (int)rng_below(&r, 4) - 1, evil(&r, 0.0));
		if (rng_below(&r, 300) == 0)
			limits_acknowledge(&b.l);
		cause = limits_apply(&b.l, b.wanted, rng_below(&r, 20) == 0 ? NULL : &b.reading, rng_below(&r, 200) == 0 ? (int64_t)rng_bits(&r) : 0, b.sent);
		assert_true(isfinite(b.sent[0]) && isfinite(b.sent[1]));
		assert_true(b.sent[0] >= -5.0 && b.sent[0] <= 5.0);
		assert_true(fabs(b.sent[0] - before) <= 20.0 * DT * (1.0 + 1e-9) + 4.0 * DBL_EPSILON * fmax(fabs(before), fabs(b.sent[0])));
		assert_true(cause == LIMITS_OK || (limits_tripped(&b.l) && b.l.trip.cause == cause));
		tripped += cause != LIMITS_OK;
		rests += limits_at_rest(&b.l);
		passed += !limits_tripped(&b.l);
	}
	assert_true(tripped > 5000 && rests > 50000 && passed > 50000);
	bed_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_cause_trips_with_its_channel_its_value_and_what_was_allowed),
		cmocka_unit_test(a_command_at_the_limit_of_velocity_does_not_trip_by_rounding),
		cmocka_unit_test(a_command_is_too_fast_from_the_first_number_beyond_the_limit),
		cmocka_unit_test(a_laboratory_that_never_answers_is_silent_too),
		cmocka_unit_test(times_are_of_what_lasts),
		cmocka_unit_test(the_first_cause_is_kept_and_wanted_commands_are_ignored_from_then_on),
		cmocka_unit_test(what_is_asked_from_outside_trips_once),
		cmocka_unit_test(a_start_outside_the_stroke_trips_and_nothing_moves),
		cmocka_unit_test(nothing_that_comes_makes_a_command_leave_its_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
