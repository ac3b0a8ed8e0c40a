/* A drive in virtual time: where it begins, targets and their readings, late targets, its end, and what it hears through a link. */
#include "drive_bed.h"

#include "control/keeper.h"

/* --- targets --------------------------------------------------------------------------------------- */

static double wave(int64_t number)
{
	return 0.25 + 0.1 * sin(0.7 * (double)number);
}

/* Steps of 10 ticks: one that is measured at once takes 10; one that is measured in the next tick takes one more, once. The specimen is where it was told
 * to be `lag` ticks before the one in which the target was reached. */
static void every_target_is_reached_and_measured_exactly_once(void **state)
{
	static const struct { bool at_once; int lag; } row[] = {{true, 0}, {true, 3}, {false, 0}, {false, 5}};
	static double sent[401];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		int64_t k = 0, number = 0;
		struct bed b;

		bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(row[i].at_once, row[i].lag, 0.25));
		sent[0] = 0.25;
		while (number < 30) {
			int64_t reached = 10 * (number + 1);
			double at;

			assert_true(bed_target(&b, number + 1, 10.0, wave(number + 1)));
			do {
				bool answered = bed_tick(&b);

				sent[++k] = b.d.sent[0];
				assert_int_equal(answered, k == reached + !row[i].at_once);
				assert_int_equal(b.d.answer.number, answered ? number + 1 : number);
			} while (b.d.answer.number == number);
			number++;
			assert_near(sent[reached], wave(number), 0.0);
			at = sent[reached > row[i].lag ? reached - row[i].lag : 0];
			assert_near(b.d.answer.reading[SLOT_DISP][0], at, 0.0);
			assert_near(b.d.answer.reading[SLOT_FORCE][1], BED_STIFFNESS * at, 0.0);
		}
		assert_int_equal(b.d.answer.tick, k);
		assert_int_equal(b.d.answer.entered[CONTROL_SLOW], 0);
		bed_end(&b);
	}
}

/* The reading changes with every tick by 0.001: which one it is can be seen. */
static void the_reading_is_that_of_the_end_of_the_tick_or_of_the_next_one(void **state)
{
	(void)state;
	for (int at_once = 0; at_once <= 1; at_once++) {
		struct bed b;
		int n;

		bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(at_once, 0, 0.0));
		assert_true(bed_target(&b, 1, 10.0, 0.0));
		for (n = 1; n <= 20; n++) {
			b.p.add_x = 0.001 * n;
			if (bed_tick(&b))
				break;
		}
		assert_int_equal(n, at_once ? 10 : 11);
		assert_near(b.d.answer.reading[SLOT_DISP][1], 0.001 * n, 0.0);
		bed_end(&b);
	}
}

/* The laboratory is silent from before the target is reached until 5 ticks after: what was read before is no answer, however long nothing comes. The answer
 * says where the specimen is by then: 0.005 a tick further, by extrapolation. */
static void silence_answers_nothing(void **state)
{
	(void)state;
	for (int at_once = 0; at_once < 2; at_once++) {
		struct bed b;
		int n = 0;

		bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(at_once, 0, 0.0));
		assert_true(bed_target(&b, 1, 10.0, 0.05));
		for (; n < 100; n++) {
			b.p.silent = n >= 8 && n < 15;
			if (bed_tick(&b))
				break;
		}
		assert_int_equal(n, 15);
		assert_int_equal(b.d.answer.number, 1);
		assert_near(b.d.answer.reading[SLOT_DISP][0], at_once ? 0.08 : 0.075, 1e-12);
		assert_false(drive_tripped(&b.d));
		bed_end(&b);
	}
}

/* A way of 60 ticks; with noise every number but the next one comes at every tick, with another target and another span, and the next one doubled. */
static void way(bool noise, double *ret_sent)
{
	struct bed b;
	int64_t number = 0;

	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(true, 0, wave(0)));
	for (int k = 0; k < 60; k++) {
		const int64_t wrong[] = {number, number - 1, number + 2, 0, -1, INT64_MAX, INT64_MIN};

		if (k % 10 == 0 || k % 10 == 3)
			assert_int_equal(bed_target(&b, number + 1, k % 10 ? 40.0 : 10.0, k % 10 ? 0.7 : wave(number + 1)), k % 10 == 0);
		for (size_t i = 0; i < COUNT(wrong) && noise; i++)
			assert_false(bed_target(&b, wrong[i], 3.0, 0.05));
		assert_near(b.d.channel[0].target, wave(number + 1), 0.0);
		number += bed_tick(&b);
		ret_sent[k] = b.d.sent[1];
	}
	assert_int_equal(number, 6);
	bed_end(&b);
}

static void a_target_with_a_wrong_number_or_a_doubled_one_moves_nothing(void **state)
{
	double with[60], without[60];

	(void)state;
	way(true, with);
	way(false, without);
	assert_memory_equal(with, without, sizeof(with));
}

/* Targets on a line, 0.01 a step of 10 ticks. The third is late: 6 ticks go on at full rate, 4 at half of it, then it holds; known there, the rest of the
 * way, 2 ticks, is made at full rate. */
static void a_late_target_slows_it_down_holds_it_and_is_reached_without_a_jump(void **state)
{
	struct bed b;
	double x;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(true, 0, 0.0));
	for (int number = 1; number <= 2; number++) {
		assert_true(bed_target(&b, number, 10.0, 0.01 * number));
		assert_int_equal(bed_answer(&b, 20), 10);
	}
	x = 0.02;
	for (int k = 1; k <= 30; k++) {
		assert_false(bed_tick(&b));
		x += k <= 6 ? 0.001 : k <= 10 ? 0.0005 : 0.0;
		assert_near(b.d.sent[0], x, 1e-15);
		assert_int_equal(b.d.answer.state, k < 6 ? CONTROL_EXTRAPOLATE : k < 10 ? CONTROL_SLOW : CONTROL_HOLD);
	}
	assert_true(bed_target(&b, 3, 10.0, 0.03));
	for (int k = 1; k <= 2; k++) {
		assert_int_equal(bed_tick(&b), k == 2);
		assert_near(b.d.sent[0], 0.028 + 0.001 * k, 1e-15);
	}
	assert_int_equal(b.d.answer.entered[CONTROL_SLOW], 1);
	assert_int_equal(b.d.answer.spent[CONTROL_SLOW], 4);
	assert_int_equal(b.d.answer.spent[CONTROL_HOLD], 20);
	bed_end(&b);
}

/* hold over: the specimen swings by itself, m = 0.1, k = 10, c = 0.4 (a fifth of critical), and comes to rest; the black box has the beginning of that. */
static void after_the_hold_the_specimens_are_let_go_and_come_to_rest(void **state)
{
	struct bed b;
	const double *row;

	(void)state;
	bed_begin(&b, "-hold 0.05 -mass 0.1 -damping 0.4", BED_LIMITS " -onTrip ramp", NULL, plant_standing(true, 0, 0.25));
	assert_true(bed_target(&b, 1, 100.0, 0.2));
	bed_answer(&b, 100);
	assert_true(bed_rest(&b, 30000) > 500);
	assert_false(drive_tripped(&b.d));
	assert_int_equal(b.d.answer.state, CONTROL_REST);
	assert_false(bed_target(&b, 2, 100.0, 0.2));
	row = b.d.box.x + b.d.box.event * b.d.box.columns;
	assert_near(row[2], CONTROL_FREE_VIBRATION, 0.0);
	assert_near(row[2 - b.d.box.columns], CONTROL_HOLD, 0.0);
	/* somebody who trips it there, while the black box is written, adds nothing, though it goes back to where it began */
	int64_t rows = b.d.box.put;
	drive_rest(&b.d);
	bed_tick(&b);
	assert_false(b.d.answer.resting);
	bed_rest(&b, 5000);
	assert_near(b.d.sent[0], 0.25, 1e-12);
	assert_true(drive_tripped(&b.d) && b.d.answer.resting);
	assert_int_equal(b.d.box.put, rows);
	drive_acknowledge(&b.d);
	assert_true(bed_target(&b, 2, 100.0, b.d.sent[0] + 0.1));
	assert_int_equal(bed_answer(&b, 200), 100);
	assert_true(b.d.box.put > rows);
	bed_end(&b);
}

/* --- beginning ------------------------------------------------------------------------------------- */

static void it_starts_where_the_specimens_stand(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(false, 2, -1.75));
	assert_near(b.d.answer.reading[SLOT_DISP][1], -1.75, 0.0);
	assert_near(b.d.answer.reading[SLOT_FORCE][0], -17.5, 0.0);
	for (int k = 0; k < 200; k++) {
		assert_false(bed_tick(&b));
		assert_near(b.d.sent[0], -1.75, 0.0);
		assert_near(b.d.sent[1], -1.75, 0.0);
	}
	assert_int_equal(b.d.answer.state, CONTROL_READY);
	bed_end(&b);
}

static void it_does_not_start_outside_the_stroke_or_on_what_is_no_number(void **state)
{
	static const struct { double x, add_x, add_force; int read_code, code; const char *what; } row[] = {
		{4.9, 0.2, 0.0, 0, ERR_LIMIT, "channel 2 stands outside its stroke"},  {-5.1, 0.0, 0.0, 0, ERR_LIMIT, "channel 1 stands outside its stroke"},
		{0.0, NAN, 0.0, 0, ERR_NONFINITE, "channel 2: what is measured"},      {0.0, 0.0, INFINITY, 0, ERR_NONFINITE, "channel 2: what is measured"},
		{0.0, 0.0, 0.0, ERR_LOST, ERR_LOST, "nothing is measured"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct bed b;
		struct err e;

		b.p = plant_standing(false, 0, row[i].x);
		b.p.add_x = row[i].add_x;
		b.p.add_force = row[i].add_force;
		b.p.read_code = row[i].read_code;
		bed_make(&b, "", BED_LIMITS, NULL, bed_plant(&b.p));
		err_clear(&e);
		assert_int_equal(drive_start(&b.d, &e), row[i].code);
		assert_contains(e.what, row[i].what);
		assert_string_equal(e.object, "expControl 1");
		if (row[i].code == ERR_LIMIT)
			assert_string_equal(e.allowed, "-5 to 5");
		assert_int_equal(b.p.writes, 0);
		bed_end(&b);
	}
}

static void more_channels_than_a_device_may_have_are_refused(void **state)
{
	struct drive d;
	struct arena mem;
	struct err e;

	(void)state;
	arena_init(&mem);
	err_clear(&e);
	assert_int_equal(drive_setup(&d, &(struct drive_words){.object = "expControl 1", .n = DEVICE_CHANNELS + 1, .rate_hz = BED_RATE}, &mem, &e), ERR_RANGE);
	assert_string_equal(e.value, "65");
	assert_string_equal(e.allowed, "at most 64");
	arena_fini(&mem);
}

static void at_the_end_it_stays_where_it_is(void **state)
{
	struct bed b;
	double x;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(true, 0, 0.0));
	for (int k = 0; k < 2; k++) {
		assert_true(bed_target(&b, k + 1, 10.0, 0.1 + 0.1 * k));
		bed_answer(&b, 10);
	}
	assert_true(bed_target(&b, 3, 10.0, 0.25));
	bed_tick(&b);
	x = b.d.sent[0];
	drive_end(&b.d);
	for (int k = 0; k < 20; k++) {
		assert_false(bed_tick(&b));
		assert_near(b.d.sent[0], x, 0.0);
	}
	assert_true(b.d.answer.resting);
	assert_false(bed_target(&b, 3, 10.0, 0.3));
	assert_near(b.d.channel[0].target, 0.25, 0.0);
	bed_end(&b);
}

/* --- through a link -------------------------------------------------------------------------------- */

static void leave(struct link *l, int64_t number, double x)
{
	struct link_target t = {.number = number, .span = 10.0};

	for (int i = 0; i < BED_CHANNELS; i++)
		t.at[i].x = x;
	snapshot_write(&l->target, &t);
}

static struct link_answer served(struct bed *b, int ticks)
{
	static int64_t t_ns;
	struct link_answer a;

	for (int k = 0; k < ticks; k++)
		assert_int_equal(drive_serve(&b->d, b->d.loop_tick + 1, t_ns += 1000000), 0);
	assert_int_equal(b->p.last.t_ns, t_ns);
	assert_true(snapshot_read(&b->d.link->answer, &a));
	return a;
}

static void link_begin(struct bed *b, struct link *l)
{
	struct err e;

	bed_begin(b, "", BED_LIMITS, NULL, plant_standing(true, 0, 0.0));
	err_clear(&e);
	assert_int_equal(link_setup(l, BED_CHANNELS, 1, 1, &b->s.script.lab.arena, &e), 0);
	b->d.link = l;
}

static void wishes_and_targets_of_a_link_are_heard_once(void **state)
{
	static struct link l;
	struct link_answer a;
	struct bed b;

	(void)state;
	link_begin(&b, &l);
	leave(&l, 1, 0.1);
	a = served(&b, 10);
	assert_true(a.number == 1 && a.tick == 10 && a.reading[SLOT_DISP][1] == 0.1);
	a = served(&b, 300);                                   /* the same mail is still there */
	assert_true(a.number == 1 && a.state == CONTROL_HOLD && b.d.control.ignored == 0);
	atomic_store(&l.wish, LINK_REST);
	a = served(&b, 3);
	assert_true(a.resting && a.trip.cause == LIMITS_ASKED && a.trip.tick == 310);
	atomic_store(&l.wish, LINK_RUN);
	atomic_fetch_add(&l.acknowledged, 1);
	a = served(&b, 3);
	assert_true(a.resting && a.acknowledged == 0);         /* nobody has written its black box out */
	atomic_store(&l.kept, 1);
	a = served(&b, 3);
	assert_true(!a.resting && a.trip.cause == LIMITS_OK && a.state == CONTROL_READY);
	leave(&l, 2, 0.15);
	a = served(&b, 10);
	assert_true(a.number == 2 && a.reading[SLOT_DISP][0] == 0.15);
	atomic_store(&l.wish, LINK_END);
	a = served(&b, 2);
	assert_true(a.resting && a.state == CONTROL_REST && a.trip.cause == LIMITS_OK);
	leave(&l, 3, 0.3);
	served(&b, 20);
	assert_near(b.d.sent[0], 0.15, 0.0);
	bed_end(&b);
}

/* As many changes as there is room for are taken in one tick. */
static void all_that_was_tuned_is_taken_in_the_next_tick(void **state)
{
	static struct link l;
	struct keeper k = {.link = &l};
	struct bed b;
	struct err e;
	int n = 0;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, "expCompensator Advance 1 0.002", plant_standing(true, 0, 0.0));
	err_clear(&e);
	assert_int_equal(link_setup(&l, BED_CHANNELS, 1, 1, &b.s.script.lab.arena, &e), 0);
	b.d.link = &l;
	for (; keeper_can_tune(&k); n++)
		keeper_tune(&k, &(struct tune){.what = TUNE_DELAY, .channel = 0, .value = 1e-5 * n});
	assert_int_equal(n, LINK_TUNES);
	served(&b, 1);
	assert_int_equal(atomic_load(&l.tuned), n);
	assert_near(b.compensator[0].tuned, 1e-5 * (n - 1), 0.0);
	bed_end(&b);
}

/* The loop goes on until it hears that the playing is over: what it has answered until then is not asked for, and there is no room for it. */
static void answers_beyond_a_playing_are_left(void **state)
{
	enum { N = 20 };
	static struct link l;
	struct keeper k = {.link = &l};
	double row[1 + 2 * BED_CHANNELS] = {1.0}, x[N * BED_CHANNELS] = {0}, moved[(N + 1) * BED_CHANNELS], force[(N + 1) * BED_CHANNELS];
	struct bed b;
	struct err e;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(true, 0, 0.0));
	err_clear(&e);
	assert_int_equal(link_setup(&l, BED_CHANNELS, 1, 1, &b.s.script.lab.arena, &e), 0);
	for (int i = 0; i < N + 3; i++) {
		for (int c = 0; c < BED_CHANNELS; c++) {
			row[1 + c] = i + 1;
			row[1 + BED_CHANNELS + c] = -(i + 1);
		}
		ring_push(&l.played, row);
	}
	for (int i = 0; i < (N + 1) * BED_CHANNELS; i++)
		moved[i] = force[i] = 1234.5;
	/* nobody lives behind this link, which is found out when all answers are there */
	(void)!keeper_play(&k, BED_CHANNELS, N, x, false, moved, force);
	for (int i = 0; i < (N + 1) * BED_CHANNELS; i++) {
		double want = i < N * BED_CHANNELS ? i / BED_CHANNELS + 1 : 1234.5;

		assert_near(moved[i], want, 0.0);
		assert_near(force[i], want == 1234.5 ? want : -want, 0.0);
	}
	bed_end(&b);
}

/* A compensator is given another delay between steps: the other process hears it through the link, and only then. */
static void a_delay_that_is_tuned_reaches_the_compensator(void **state)
{
	static struct link l;
	struct keeper k = {.link = &l};
	struct bed b;
	struct err e;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, "expCompensator Advance 1 0.002", plant_standing(true, 0, 0.0));
	err_clear(&e);
	assert_int_equal(link_setup(&l, BED_CHANNELS, 1, 1, &b.s.script.lab.arena, &e), 0);
	b.d.link = &l;
	served(&b, 3);
	assert_true(isnan(b.compensator[0].tuned) && isnan(b.compensator[1].tuned));
	keeper_tune(&k, &(struct tune){.what = TUNE_DELAY, .channel = 1, .value = 0.005});
	assert_true(isnan(b.compensator[1].tuned));
	served(&b, 1);
	assert_true(isnan(b.compensator[0].tuned));
	assert_near(b.compensator[1].tuned, 0.005, 0.0);
	/* on a ramp each channel is ahead by its own delay */
	leave(&l, 1, 0.001);
	served(&b, 3);
	expect_close((b.d.sent[1] - b.d.command[1]) / (b.d.sent[0] - b.d.command[0]), 0.005 / 0.002, 0.25, "ahead");
	bed_end(&b);
}

/* A target that was left before the trip was acknowledged belongs to a step that has failed: it is not taken after it. */
static void a_target_from_before_the_acknowledgement_is_void(void **state)
{
	static struct link l;
	struct link_answer a;
	struct bed b;

	(void)state;
	link_begin(&b, &l);
	atomic_store(&l.wish, LINK_REST);
	served(&b, 2);
	leave(&l, 1, 0.1);
	atomic_store(&l.wish, LINK_RUN);
	atomic_store(&l.kept, 1);
	atomic_fetch_add(&l.acknowledged, 1);
	a = served(&b, 20);
	assert_true(a.state == CONTROL_READY && b.d.sent[0] == 0.0);
	leave(&l, 1, -0.1);
	a = served(&b, 10);
	assert_true(a.number == 1 && a.reading[SLOT_DISP][0] == -0.1);
	bed_end(&b);
}

/* The target comes in the very tick after the last command that was played: it is taken from there. */
static void a_target_right_after_a_playing_is_taken(void **state)
{
	static struct link l;
	struct link_answer a;
	struct bed b;

	(void)state;
	link_begin(&b, &l);
	atomic_store(&l.playing, LINK_BARE);
	for (int k = 1; k <= 5; k++) {
		ring_push(&l.play, (double[1 + BED_CHANNELS]){0.0, 0.01 * k, 0.01 * k});
		served(&b, 1);
		assert_near(b.d.sent[1], 0.01 * k, 0.0);
	}
	atomic_store(&l.playing, LINK_SILENT);
	leave(&l, 1, 0.1);
	a = served(&b, 10);
	assert_true(a.number == 1 && a.reading[SLOT_DISP][0] == 0.1);
	bed_end(&b);
}

/* What each played command came to is told once, however long the loop goes on after it. */
static void what_was_played_is_told_once(void **state)
{
	static struct link l;
	double row[1 + 2 * BED_CHANNELS];
	struct bed b;
	int told = 0;

	(void)state;
	link_begin(&b, &l);
	atomic_store(&l.playing, LINK_BARE);
	for (int k = 1; k <= 5; k++)
		ring_push(&l.play, (double[1 + BED_CHANNELS]){0.0, 0.01 * k, 0.01 * k});
	served(&b, 20);
	while (ring_pop(&l.played, row))
		assert_near(row[1], 0.01 * ++told, 0.0);
	assert_int_equal(told, 5);
	bed_end(&b);
}

/* Between a playing and the next target every channel's target is where it stands, for the black box, too. */
static void after_a_playing_the_target_is_where_it_stands(void **state)
{
	static struct link l;
	struct bed b;

	(void)state;
	link_begin(&b, &l);
	atomic_store(&l.playing, LINK_BARE);
	ring_push(&l.play, (double[1 + BED_CHANNELS]){0.0, 0.01, -0.01});
	served(&b, 1);
	atomic_store(&l.playing, LINK_SILENT);
	served(&b, 2);
	assert_near(b.d.channel[0].target, 0.01, 0.0);
	assert_near(b.d.channel[1].target, -0.01, 0.0);
	assert_near(b.d.sent[0], 0.01, 0.0);
	assert_near(b.d.sent[1], -0.01, 0.0);
	bed_end(&b);
}

/* Of a playing that was broken off 63 commands are left: the tick passes over them and plays the one behind. After 64 it is the next tick's. */
static void what_is_left_of_another_playing_is_passed_over(void **state)
{
	(void)state;
	for (int left = 63; left <= 64; left++) {
		static struct link l;
		struct bed b;

		link_begin(&b, &l);
		for (int k = 0; k < left; k++)
			ring_push(&l.play, (double[1 + BED_CHANNELS]){0.0, 0.001, 0.001});
		atomic_store(&l.plays, 1);
		ring_push(&l.play, (double[1 + BED_CHANNELS]){1.0, 0.01, 0.01});
		atomic_store(&l.playing, LINK_BARE);
		served(&b, 1);
		assert_near(b.d.sent[0], left == 63 ? 0.01 : 0.0, 0.0);
		served(&b, 1);
		assert_near(b.d.sent[0], 0.01, 0.0);
		bed_end(&b);
	}
}

/* The number of the tick says how many were skipped. */
static void ticks_that_the_loop_missed_are_counted_and_trip(void **state)
{
	static struct link l;
	struct link_answer a;
	struct bed b;

	(void)state;
	link_begin(&b, &l);
	served(&b, 1);
	assert_int_equal(drive_serve(&b.d, 6, 1), 0);          /* 1 to 5 are missing: 5 ms, which is allowed */
	assert_int_equal(drive_serve(&b.d, 7, 1), 0);
	assert_true(snapshot_read(&l.answer, &a) && a.missed == 5 && a.trip.cause == LIMITS_OK && a.tick == 3);
	assert_int_equal(drive_serve(&b.d, 14, 1), 0);
	assert_true(snapshot_read(&l.answer, &a) && a.missed == 11 && a.trip.cause == LIMITS_LATE);
	bed_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_target_is_reached_and_measured_exactly_once),
		cmocka_unit_test(the_reading_is_that_of_the_end_of_the_tick_or_of_the_next_one),
		cmocka_unit_test(silence_answers_nothing),
		cmocka_unit_test(a_target_with_a_wrong_number_or_a_doubled_one_moves_nothing),
		cmocka_unit_test(a_late_target_slows_it_down_holds_it_and_is_reached_without_a_jump),
		cmocka_unit_test(after_the_hold_the_specimens_are_let_go_and_come_to_rest),
		cmocka_unit_test(it_starts_where_the_specimens_stand),
		cmocka_unit_test(it_does_not_start_outside_the_stroke_or_on_what_is_no_number),
		cmocka_unit_test(more_channels_than_a_device_may_have_are_refused),
		cmocka_unit_test(at_the_end_it_stays_where_it_is),
		cmocka_unit_test(wishes_and_targets_of_a_link_are_heard_once),
		cmocka_unit_test(all_that_was_tuned_is_taken_in_the_next_tick),
		cmocka_unit_test(answers_beyond_a_playing_are_left),
		cmocka_unit_test(a_delay_that_is_tuned_reaches_the_compensator),
		cmocka_unit_test(a_target_from_before_the_acknowledgement_is_void),
		cmocka_unit_test(a_target_right_after_a_playing_is_taken),
		cmocka_unit_test(what_was_played_is_told_once),
		cmocka_unit_test(after_a_playing_the_target_is_where_it_stands),
		cmocka_unit_test(what_is_left_of_another_playing_is_passed_over),
		cmocka_unit_test(ticks_that_the_loop_missed_are_counted_and_trip),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
