/* Limits and who speaks to them from outside while a test runs: guards, the operator, whoever makes a limit tighter or asks what it is. And channels without
 * any limits, and how a start begins everything anew. */
#include "limits_bed.h"

#include "experiment/rig.h"

static void a_guard_stops_once_and_its_words_are_kept(void **state)
{
	const struct guard_stop first = {.what = "monitor Tracking 3: stop: rms1", .value = 0.07, .limit = 0.05};
	const struct guard_stop second = {.what = "later", .value = 1.0, .limit = 2.0};
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 1.0);
	assert_int_equal(tick(&b), LIMITS_OK);
	assert_true(limits_stop(&b.l, &first));
	assert_false(limits_stop(&b.l, &second));
	assert_int_equal(b.l.trip.cause, LIMITS_GUARD);
	assert_int_equal(b.l.trip.channel, -1);
	assert_int_equal(b.l.trip.tick, 1);
	assert_near(b.l.trip.value, 0.07, 0.0);
	assert_near(b.l.trip.hi, 0.05, 0.0);
	assert_true(b.l.trip.lo == -INFINITY);
	assert_string_equal(b.l.trip.what, "monitor Tracking 3: stop: rms1");
	b.wanted[0] = 1.01;
	tick(&b);
	assert_near(b.sent[0], 1.0, 0.0);
	bed_end(&b);
}

static void the_operator_trips_once_and_is_named(void **state)
{
	struct stop_word w = {0}, other = {0};
	struct bed b;

	(void)state;
	stop_ask(&w, "anna at the console");
	stop_ask(&other, "somebody else");
	bed_begin(&b, &words, 0.0);
	assert_true(limits_operator(&b.l, &w));
	assert_false(limits_operator(&b.l, &other));
	assert_int_equal(b.l.trip.cause, LIMITS_OPERATOR);
	assert_int_equal(b.l.trip.channel, -1);
	assert_near(b.l.trip.value, 0.0, 0.0);
	assert_true(b.l.trip.lo == -INFINITY && b.l.trip.hi == INFINITY);
	assert_string_equal(b.l.trip.what, "anna at the console");
	/* nor does a guard change it, or the operator what a guard has said */
	assert_false(limits_stop(&b.l, &(struct guard_stop){.what = "a guard"}));
	assert_string_equal(b.l.trip.what, "anna at the console");
	limits_acknowledge(&b.l);
	assert_true(limits_stop(&b.l, &(struct guard_stop){.what = "a guard"}));
	assert_false(limits_operator(&b.l, &w));
	assert_string_equal(b.l.trip.what, "a guard");
	bed_end(&b);
}

/* Every row: tighter is taken, wider and equal are not, and the other channel keeps its own. */
static void a_limit_is_made_tighter_and_never_wider(void **state)
{
	static const struct { const char *name; double now, tighter, wider; } row[] = {
		{"-strokeMin", -5.0, -4.0, -6.0}, {"-strokeMax", 5.0, 4.0, 6.0}, {"-velocity", 20.0, 10.0, 30.0},
		{"-forceMin", -100.0, -50.0, -101.0}, {"-forceMax", 90.0, 50.0, 91.0}, {"-following", 0.5, 0.25, 0.75},
	};
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 0.0);
	for (size_t i = 0; i < COUNT(row); i++) {
		const struct limits_row *r = &limits_rows[i];

		assert_string_equal(r->name, row[i].name);
		assert_near(limits_get(&b.l, 1, r->offset), row[i].now, 0.0);
		limits_tighten(&b.l, 1, r->offset, row[i].wider);
		assert_near(limits_get(&b.l, 1, r->offset), row[i].now, 0.0);
		limits_tighten(&b.l, 1, r->offset, row[i].tighter);
		assert_near(limits_get(&b.l, 1, r->offset), row[i].tighter, 0.0);
		limits_tighten(&b.l, 1, r->offset, row[i].now);
		assert_near(limits_get(&b.l, 1, r->offset), row[i].tighter, 0.0);
		assert_near(limits_get(&b.l, 0, r->offset), row[i].now, 0.0);
	}
	assert_null(limits_rows[COUNT(row)].name);
	/* what is in no row cannot be changed at all */
	limits_tighten(&b.l, 1, offsetof(struct limits_words, watchdog_s), 0.001);
	assert_near(b.l.channel[1].words.watchdog_s, 0.02, 0.0);
	bed_end(&b);
}

static void a_tighter_limit_counts_from_the_next_tick_on(void **state)
{
	static const struct { size_t row; double value, force; enum limits_cause cause; } rows[] = {
		{2, 9.0, 0.0, LIMITS_COMMAND_VELOCITY},           /* 0.01 a tick are 10 a second */
		{1, 0.025, 0.0, LIMITS_COMMAND_STROKE},
		{4, 1.0, 1.5, LIMITS_MEASURED_FORCE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct bed b;

		bed_begin(&b, &words, 0.0);
		b.force[0] = b.force[1] = rows[i].force;
		for (int k = 1; k <= 2; k++) {
			b.wanted[0] = b.wanted[1] = 0.01 * k;
			assert_int_equal(tick(&b), LIMITS_OK);
		}
		limits_tighten(&b.l, 1, limits_rows[rows[i].row].offset, rows[i].value);
		b.wanted[0] = b.wanted[1] = 0.03;
		assert_int_equal(tick(&b), rows[i].cause);
		assert_int_equal(b.l.trip.channel, 1);
		assert_near(b.sent[0], 0.02, 0.0);
		bed_end(&b);
	}
}

/* -velocity and -stroke that became tighter than -tripVelocity and the set-point of the start: the way to rest keeps within them, too. */
static void the_way_to_rest_keeps_within_tighter_limits(void **state)
{
	static const enum limits_policy policy[] = {LIMITS_RAMP, LIMITS_UNLOAD};

	(void)state;
	for (size_t p = 0; p < COUNT(policy); p++) {
		struct limits_words w = words;
		struct bed b;
		int ticks = 0;

		w.policy = (int)policy[p];
		w.trip_velocity = 10.0;
		bed_begin(&b, &w, 0.0);
		for (int k = 1; k <= 10; k++) {
			b.wanted[0] = b.wanted[1] = 0.01 * k;
			assert_int_equal(tick(&b), LIMITS_OK);
		}
		b.force[0] = b.force[1] = 90.0;
		limits_tighten(&b.l, 1, limits_rows[2].offset, 4.0);
		limits_tighten(&b.l, 1, limits_rows[0].offset, 0.0625);
		assert_true(limits_trip(&b.l, LIMITS_ASKED, -1, 0.0));
		for (; ticks < 100 && !b.l.channel[1].resting; ticks++) {
			double before = b.sent[1];

			tick(&b);
			assert_true(before - b.sent[1] <= 4.0 * DT * (1.0 + 1e-12));
			assert_true(b.sent[1] >= 0.0625);
		}
		assert_near(b.sent[1], 0.0625, 0.0);
		assert_in_range(ticks, 10, 13);
		bed_end(&b);
	}
}

static void limits_are_told_as_they_are_and_whether_there_are_any(void **state)
{
	const struct limits_words none = {.stroke_lo = -INFINITY, .stroke_hi = INFINITY, .velocity = INFINITY, .force_lo = -INFINITY, .force_hi = INFINITY,
	                                  .following = INFINITY, .watchdog_s = 1.0, .late_s = 1.0};
	static const size_t offset[] = {offsetof(struct limits_words, stroke_lo), offsetof(struct limits_words, stroke_hi), offsetof(struct limits_words, velocity),
	                                offsetof(struct limits_words, force_lo), offsetof(struct limits_words, force_hi), offsetof(struct limits_words, following)};
	struct rig_limit r;
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 0.0);
	b.l.channel[0].words = none;
	assert_true(limits_of(&b.l, 1, &r));
	assert_near(r.stroke_lo, -5.0, 0.0);
	assert_near(r.stroke_hi, 5.0, 0.0);
	assert_near(r.velocity, 20.0, 0.0);
	assert_near(r.force_lo, -100.0, 0.0);
	assert_near(r.force_hi, 90.0, 0.0);
	assert_false(limits_of(&b.l, 0, &r));
	assert_true(isinf(r.stroke_lo) && isinf(r.velocity));
	/* one is enough */
	for (size_t i = 0; i < COUNT(offset); i++) {
		const double one = 3.0;

		b.l.channel[0].words = none;
		memcpy((char *)&b.l.channel[0].words + offset[i], &one, sizeof(one));
		assert_true(limits_of(&b.l, 0, &r));
	}
	bed_end(&b);
}

/* Only numbers are checked: jumps, forces, silence, late ticks and a specimen that is elsewhere pass. */
static void a_channel_without_limits_trips_by_nothing_but_numbers(void **state)
{
	const struct limits_plan *const none[N] = {NULL, NULL};
	struct bed b;
	struct err e = {0};

	(void)state;
	bed_begin(&b, &words, 0.0);
	assert_int_equal(limits_setup(&b.l, N, DT, none, &b.mem, &e), 0);
	limits_start(&b.l, b.wanted);
	for (int k = 1; k <= 100; k++) {
		b.wanted[0] = k % 2 ? 1e12 : -1e12;
		b.x[0] = -b.wanted[0];
		b.x[1] = 1e9;
		b.force[0] = -1e15;
		b.force[1] = 1e15;
		b.reading.number += k > 50;                    /* silent at first */
		assert_int_equal(limits_apply(&b.l, b.wanted, &b.reading, 1000, b.sent), LIMITS_OK);
		assert_near(b.sent[0], b.wanted[0], 0.0);
	}
	b.force[1] = NAN;
	assert_int_equal(tick(&b), LIMITS_MEASURED_NUMBER);
	assert_near(b.sent[0], b.wanted[0], 0.0);
	assert_true(limits_at_rest(&b.l));                     /* it holds */
	bed_end(&b);
}

/* One that is no number stands at the point of the stroke next to zero. */
static void a_start_that_is_no_number_stands_next_to_zero(void **state)
{
	static const struct { double lo, hi, at; } row[] = {{-5.0, 5.0, 0.0}, {1.0, 5.0, 1.0}, {-5.0, -2.0, -2.0}};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct limits_words w = words;
		struct bed b;

		w.stroke_lo = row[i].lo;
		w.stroke_hi = row[i].hi;
		bed_begin(&b, &w, NAN);
		assert_int_equal(b.l.trip.cause, LIMITS_COMMAND_NUMBER);
		assert_int_equal(b.l.trip.channel, 0);
		assert_near(b.l.channel[1].sent, row[i].at, 0.0);
		assert_near(b.l.channel[1].zero, row[i].at, 0.0);
		bed_end(&b);
	}
}

/* A start begins everything anew: what had tripped, how long it was silent, which reading was the newest. */
static void a_start_forgets_what_was_before(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 0.0);
	b.reading.number = 100;
	for (int k = 0; k < 15; k++)
		assert_int_equal(limits_apply(&b.l, b.wanted, NULL, 0, b.sent), LIMITS_OK);
	assert_int_equal(tick(&b), LIMITS_OK);
	limits_trip(&b.l, LIMITS_ASKED, -1, 0.0);
	limits_apply(&b.l, b.wanted, &b.reading, 0, b.sent);
	assert_true(limits_at_rest(&b.l));
	limits_start(&b.l, b.wanted);
	assert_false(limits_tripped(&b.l) || limits_at_rest(&b.l) || b.l.channel[1].resting);
	assert_int_equal(b.l.tick, 0);
	/* readings that count from one again are new ones; 20 ticks of silence are allowed, as ever */
	b.reading.number = 0;
	b.x[1] = 0.7;
	b.reading.number++;
	assert_int_equal(limits_apply(&b.l, b.wanted, &b.reading, 0, b.sent), LIMITS_OK);
	assert_near(b.l.channel[1].beyond_s, DT, 1e-15);
	for (int k = 0; k < 20; k++)
		assert_int_equal(limits_apply(&b.l, b.wanted, NULL, 0, b.sent), LIMITS_OK);
	assert_int_equal(limits_apply(&b.l, b.wanted, NULL, 0, b.sent), LIMITS_SILENT);
	assert_int_equal(b.l.trip.tick, 22);
	bed_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guard_stops_once_and_its_words_are_kept),
		cmocka_unit_test(the_operator_trips_once_and_is_named),
		cmocka_unit_test(a_limit_is_made_tighter_and_never_wider),
		cmocka_unit_test(a_tighter_limit_counts_from_the_next_tick_on),
		cmocka_unit_test(the_way_to_rest_keeps_within_tighter_limits),
		cmocka_unit_test(limits_are_told_as_they_are_and_whether_there_are_any),
		cmocka_unit_test(a_channel_without_limits_trips_by_nothing_but_numbers),
		cmocka_unit_test(a_start_that_is_no_number_stands_next_to_zero),
		cmocka_unit_test(a_start_forgets_what_was_before),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
