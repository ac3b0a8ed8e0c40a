/* Trips of a drive: by every cause, the way to rest and the way on after it, and that nothing that comes makes a command jump. */
#include "drive_bed.h"

#include "base/rng.h"

/* --- trips ----------------------------------------------------------------------------------------- */

/* What happens to a drive in the middle of a step at x = 0.3 or so, for one tick. */
struct poke {
	enum limits_cause cause;
	double target, span;              /* of the next step; span 0: as the others */
	double add_x, add_force;
	bool silent, stopped, rest;
	int read_code, write_code;
	int64_t missed;
};

static const struct poke pokes[] = {
	{.cause = LIMITS_COMMAND_NUMBER, .target = NAN, .span = 10.0},
	{.cause = LIMITS_COMMAND_STROKE, .target = 5.2, .span = 400.0},
	{.cause = LIMITS_COMMAND_VELOCITY, .target = 1.0, .span = 10.0},
	{.cause = LIMITS_MEASURED_NUMBER, .add_x = NAN},
	{.cause = LIMITS_MEASURED_NUMBER, .add_force = -INFINITY},
	{.cause = LIMITS_MEASURED_STROKE, .add_x = 10.0},
	{.cause = LIMITS_MEASURED_FORCE, .add_force = 200.0},
	{.cause = LIMITS_FOLLOWING, .add_x = -0.6},
	{.cause = LIMITS_SILENT, .silent = true},
	{.cause = LIMITS_LATE, .missed = 6},
	{.cause = LIMITS_PEER, .stopped = true},
	{.cause = LIMITS_DEVICE, .read_code = ERR_LOST},
	{.cause = LIMITS_DEVICE, .write_code = ERR_LOST},
	{.cause = LIMITS_ASKED, .rest = true},
};

/* Drives to 0.3 or so, pokes until it trips, and leaves the plant whole again; one that fell silent stays so. */
static void poke_until_tripped(struct bed *b, const struct poke *p)
{
	int64_t number;

	for (number = 1; number <= 3; number++) {
		assert_true(bed_target(b, number, 10.0, 0.25 + 0.02 * (double)number));
		bed_answer(b, 12);
	}
	assert_true(bed_target(b, number, p->span > 0.0 ? p->span : 10.0, p->span > 0.0 ? p->target : 0.33));
	assert_false(bed_tick(b) && p->span == 0.0);
	b->p.add_x = p->add_x;
	b->p.add_force = p->add_force;
	b->p.silent = p->silent;
	b->p.stopped = p->stopped;
	b->p.read_code = p->read_code;
	b->p.write_code = p->write_code;
	if (p->rest)
		drive_rest(&b->d);
	for (int k = 0; k < 500 && !drive_tripped(&b->d); k++)
		bed_tick_late(b, p->missed);
	if (p->rest)
		bed_tick(b);
	b->p.add_x = b->p.add_force = 0.0;
	b->p.stopped = false;
	b->p.read_code = b->p.write_code = 0;
}

/* The row of the event is the first that is tripped. */
static void box_has_the_trip(const struct blackbox *x)
{
	const double *row;

	assert_true(x->event > 0 && x->event < x->put);
	row = x->x + (x->event % x->size) * x->columns;
	assert_near(row[3], 1.0, 0.0);
	assert_near(row[3 - x->columns], 0.0, 0.0);
}

/* Goes on in small steps from where the command stands, smoothly and not further out. */
static void goes_on(struct bed *b)
{
	double x = b->d.sent[0];
	int64_t number = b->d.answer.number;

	for (int i = 1; i <= 30; i++) {
		assert_true(bed_target(b, number + i, 10.0, x + copysign(0.01, -x) * (1.0 - cos(0.1 * i))));
		bed_answer(b, 12);
		assert_int_equal(b->d.answer.number, number + i);
		assert_false(drive_tripped(&b->d));
	}
}

/* Without a force there is nothing to unload to: it holds. */
static void comes_to_rest_by_its_policy(struct bed *b, int policy)
{
	double x = b->d.sent[0];

	bed_rest(b, 5000);
	if (policy == LIMITS_UNLOAD && !b->p.silent)
		assert_near(BED_STIFFNESS * b->d.sent[0], 0.0, 0.1);
	else
		assert_near(b->d.sent[0], policy == LIMITS_RAMP ? 0.25 : x, 0.0);
}

/* Each cause under each policy, with both kinds of plants: the first cause is kept, the policy brings it to rest, no target is taken, nothing is answered;
 * acknowledged, it goes on from there. */
static void each_cause_brings_it_to_rest_and_acknowledged_it_goes_on(void **state)
{
	static const char *const policy[] = {[LIMITS_HOLD] = "hold", [LIMITS_RAMP] = "ramp", [LIMITS_UNLOAD] = "unload"};

	(void)state;
	for (size_t i = 0; i < COUNT(pokes) * 2; i++)
		for (int k = LIMITS_HOLD; k <= LIMITS_UNLOAD; k++) {
			struct bed b;
			char limits[256];
			int64_t number, rows;

			snprintf(limits, sizeof(limits), "%s -onTrip %s", BED_LIMITS, policy[k]);
			bed_begin(&b, "", limits, NULL, plant_standing(i % 2, 0, 0.25));
			poke_until_tripped(&b, &pokes[i / 2]);
			assert_int_equal(b.d.answer.trip.cause, pokes[i / 2].cause);
			assert_int_equal(b.d.answer.trip.channel >= 0, pokes[i / 2].cause < LIMITS_SILENT);
			assert_true(b.d.answer.trip.channel >= -1 && b.d.answer.trip.channel < BED_CHANNELS);
			assert_true(b.p.last.tripped || pokes[i / 2].write_code || i % 2);
			number = b.d.answer.number;
			assert_false(bed_target(&b, b.d.control.step + 1, 10.0, 0.3));
			comes_to_rest_by_its_policy(&b, k);
			assert_false(bed_target(&b, b.d.control.step + 1, 10.0, 0.3));
			rows = b.d.box.put;
			for (int n = 0; n < 50; n++)
				assert_false(bed_tick(&b));
			assert_int_equal(b.d.box.put, rows);           /* it can be written */
			assert_int_equal(b.d.answer.number, number);
			assert_int_equal(b.d.answer.trip.cause, pokes[i / 2].cause);
			box_has_the_trip(&b.d.box);
			b.p.silent = false;
			drive_acknowledge(&b.d);
			assert_false(bed_tick(&b) || drive_tripped(&b.d) || b.d.answer.resting);
			goes_on(&b);
			bed_end(&b);
		}
}

/* A target whose reading fails is not answered with an older one, whichever kind of plant. */
static void a_reading_that_fails_is_no_answer(void **state)
{
	(void)state;
	for (int at_once = 0; at_once <= 1; at_once++) {
		struct bed b;

		bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(at_once, 0, 0.0));
		assert_true(bed_target(&b, 1, 10.0, 0.1));
		for (int k = 1; k < 10 + !at_once; k++)
			assert_false(bed_tick(&b));
		b.p.read_code = ERR_LOST;
		assert_false(bed_tick(&b));
		assert_int_equal(b.d.answer.number, 0);
		assert_int_equal(b.d.answer.trip.cause, LIMITS_DEVICE);
		bed_end(&b);
	}
}

/* It trips in the very tick in which a target is reached: that target was never answered, so it is the next one after the trip. */
static void a_target_reached_while_tripping_may_be_sent_again(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(false, 0, 0.0));
	assert_true(bed_target(&b, 1, 10.0, 0.1));
	for (int k = 1; k < 10; k++)
		assert_false(bed_tick(&b));
	b.p.add_force = 200.0;
	assert_false(bed_tick(&b));
	assert_int_equal(b.d.answer.trip.cause, LIMITS_MEASURED_FORCE);
	b.p.add_force = 0.0;
	bed_rest(&b, 10);
	drive_acknowledge(&b.d);
	goes_on(&b);
	bed_end(&b);
}

/* Commands are made of readings where specimens are let go, or a compensator looks at them: what is no number in a reading is the cause, and not the command
 * that was made of it. */
static void a_reading_that_is_no_number_is_the_cause_and_not_the_command_made_of_it(void **state)
{
	static const struct { const char *controller, *compensator; enum control_state when; double add_x, add_force; } row[] = {
		{"-hold 0.01 -mass 0.1 -damping 2", NULL, CONTROL_FREE_VIBRATION, 0.0, NAN},
		{"", "expCompensator PI 1 0.5 0.1", CONTROL_EXTRAPOLATE, NAN, 0.0},
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(row); i++) {
		struct bed b;

		bed_begin(&b, row[i / 2].controller, BED_LIMITS, row[i / 2].compensator, plant_standing(i % 2, 0, 0.0));
		assert_true(bed_target(&b, 1, 20.0, 0.2));
		for (int k = 0; k < 100 && b.d.control.state != row[i / 2].when; k++)
			bed_tick(&b);
		assert_int_equal(b.d.control.state, row[i / 2].when);
		b.p.add_x = row[i / 2].add_x;
		b.p.add_force = row[i / 2].add_force;
		bed_tick(&b);
		bed_tick(&b);
		assert_int_equal(b.d.limits.trip.cause, LIMITS_MEASURED_NUMBER);
		assert_int_equal(b.d.limits.trip.channel, BED_CHANNELS - 1);
		bed_end(&b);
	}
}

/* The test has ended at 0.51, and then it trips: the ramp to 0.5 is one tick, in which it is not at rest. */
static void a_trip_at_rest_rests_when_its_way_is_over(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, "", BED_LIMITS " -onTrip ramp", NULL, plant_standing(true, 0, 0.5));
	assert_true(bed_target(&b, 1, 10.0, 0.51));
	bed_answer(&b, 10);
	drive_end(&b.d);
	bed_rest(&b, 10);
	drive_rest(&b.d);
	assert_false(bed_tick(&b));
	assert_true(b.d.sent[0] == 0.5 && !b.d.answer.resting);
	assert_false(bed_tick(&b));
	assert_true(b.d.sent[0] == 0.5 && b.d.answer.resting);
	bed_end(&b);
}

/* Behind 12 ticks of delay every compensator without feedback runs ahead of what is wanted; stopped on its way and acknowledged, it goes on from what
 * was sent. Amplitudes and rates are far within the limits: any trip is a jump. */
static void acknowledged_a_compensator_makes_no_jump(void **state)
{
	(void)state;
	for (int row = 0; compensator_table[row]; row++) {
		char words[200];
		struct bed b;

		if (compensator_table[row]->claims.feedback)
			continue;
		snprintf(words, sizeof(words), "expCompensator %s 1 %s", compensator_table[row]->name, compensator_table[row]->example);
		bed_begin(&b, "", "-stroke -5 5 -velocity 20 -force -100 100 -onTrip ramp", words, plant_standing(true, 12, 0.0));
		for (int number = 1; number <= 60; number++) {
			assert_true(bed_target(&b, number, 10.0, 0.05 * (1.0 - cos(0.05 * number))));
			bed_answer(&b, 12);
		}
		drive_rest(&b.d);
		assert_true(bed_rest(&b, 1000) > 30);
		for (int k = 0; k < 20; k++)
			bed_tick(&b);
		drive_acknowledge(&b.d);
		for (int k = 0; k < 5; k++) {
			bed_tick(&b);
			assert_near(b.d.sent[0], 0.0, 1e-9);
		}
		goes_on(&b);
		bed_end(&b);
	}
}

/* --- guards ---------------------------------------------------------------------------------------- */

/* Counts the rows it sees, keeps the last, and stops it when it is told to. */
struct onlooker {
	int seen;
	double t, command, measured, force;
	bool stops;
	struct guard_stop why;
};

static const struct guard_stop *onlooker_look(void *self, const struct monitor_tick *k)
{
	struct onlooker *w = self;

	w->seen++;
	w->t = k->t;
	w->command = k->command[1];
	w->measured = k->measured[1];
	w->force = k->force[1];
	assert_int_equal(k->n, BED_CHANNELS);
	assert_int_equal(k->stride, 1);
	return w->stops ? &w->why : NULL;
}

static struct guards watched(struct onlooker *w)
{
	struct guards g = {.n = 0};

	*w = (struct onlooker){.why = {.what = "monitor 7: stop: rms1", .value = 0.3, .limit = 0.2}};
	assert_true(guards_add(&g, &(struct guard){.look = onlooker_look, .self = w}));
	return g;
}

/* Every row of the test, and no other: not those that are played, not after a trip. At once, the reading is that of the tick's own command. */
static void a_guard_sees_every_row_of_the_test_and_stops_it(void **state)
{
	(void)state;
	for (int at_once = 0; at_once < 2; at_once++) {
		struct onlooker w;
		struct guards g = watched(&w);
		struct bed b;

		bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(at_once, 0, 0.25));
		b.d.words.guards = &g;
		assert_true(bed_target(&b, 1, 10.0, 0.3));
		for (int n = 1; n <= 7; n++) {
			bed_tick(&b);
			assert_int_equal(w.seen, n);
			assert_near(w.t, n / BED_RATE, 1e-15);
			assert_near(w.command, b.d.command[1], 0.0);
			assert_near(w.measured, b.d.reading.x[SLOT_DISP][1], 0.0);
			assert_near(w.force, BED_STIFFNESS * w.measured, 1e-12);
		}
		drive_play(&b.d, b.d.sent, false);
		assert_int_equal(w.seen, 7);
		w.stops = true;
		memcpy(b.before, b.d.sent, sizeof(b.before));
		bed_tick(&b);
		assert_int_equal(w.seen, 8);
		assert_int_equal(b.d.answer.trip.cause, LIMITS_GUARD);
		assert_string_equal(b.d.answer.trip.what, "monitor 7: stop: rms1");
		bed_tick(&b);
		assert_int_equal(w.seen, 8);
		bed_end(&b);
	}
}

/* One row in three is kept: a guard sees that one. */
static void a_guard_sees_the_rows_that_are_kept(void **state)
{
	static const struct { int record, seen; } row[] = {{0, 12}, {1, 12}, {2, 6}, {3, 4}};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct onlooker w;
		struct guards g = watched(&w);
		struct bed b;

		bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(true, 0, 0.25));
		b.d.words.guards = &g;
		b.d.words.record = row[i].record;
		for (int n = 0; n < 12; n++)
			bed_tick(&b);
		assert_int_equal(w.seen, row[i].seen);
		assert_near(w.t, 12 / BED_RATE, 1e-15);
		bed_end(&b);
	}
}

/* What is played bare leaves the compensator at rest where it ended; what is played through it moves it: 0.01 a tick are 10 a second. */
static void a_compensator_knows_what_was_played(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, "expCompensator Advance 1 0.002", plant_standing(true, 0, 0.0));
	for (int k = 1; k <= 3; k++)
		drive_play(&b.d, (double[BED_CHANNELS]){0.01 * k, 0.01 * k}, false);
	assert_near(b.d.channel[0].wanted, 0.03, 0.0);
	assert_near(b.d.channel[1].rate, 0.0, 0.0);
	drive_play(&b.d, (double[BED_CHANNELS]){0.0302, 0.0302}, true);
	assert_near(b.d.channel[1].rate, 0.2, 1e-9);
	drive_play(&b.d, (double[BED_CHANNELS]){0.03, 0.03}, false);
	assert_near(b.d.channel[1].rate, 0.0, 0.0);
	drive_play(&b.d, (double[BED_CHANNELS]){0.04, 0.04}, true);
	assert_near(b.d.channel[0].wanted, 0.04, 0.0);
	assert_near(b.d.channel[1].rate, 10.0, 1e-9);
	bed_end(&b);
}

/* The head of a black box names every state by its number. */
static void a_black_box_names_all_states(void **state)
{
	char path[64], line[400];
	struct bed b;
	struct err e;
	FILE *f;

	(void)state;
	bed_begin(&b, "", BED_LIMITS, NULL, plant_standing(true, 0, 0.25));
	bed_tick(&b);
	err_clear(&e);
	assert_int_equal(drive_write_box(&b.d, "states", "a reason", path, sizeof(path), &e), 0);
	f = fopen(path, "r");
	assert_non_null(f);
	assert_true(fgets(line, sizeof(line), f) && strcmp(line, "# expControl 1: a reason\n") == 0);
	assert_non_null(fgets(line, sizeof(line), f));
	assert_contains(line, "state: 0 ready 1 extrapolate 2 interpolate 3 slow 4 hold 5 free_vibration 6 rest\n");
	fclose(f);
	bed_end(&b);
}

/* --- whatever comes -------------------------------------------------------------------------------- */

static double any_target(struct rng *r, double near)
{
	const double row[] = {NAN, INFINITY, -1e300, 5.0, -5.0, 5.1, near + 0.3};

	return rng_below(r, 40) == 0 ? row[rng_below(r, COUNT(row))] : fmin(fmax(near + 0.05 * (2.0 * rng_uniform(r) - 1.0), -4.9), 4.9);
}

static void plant_disturb(struct plant *p, struct rng *r)
{
	p->add_x = rng_below(r, 400) == 0 ? (rng_below(r, 2) ? NAN : 6.0) : 0.0;
	p->add_force = rng_below(r, 400) == 0 ? (rng_below(r, 2) ? INFINITY : -200.0) : 0.0;
	p->silent = rng_below(r, p->silent ? 20 : 400) == 0 ? !p->silent : p->silent;
	p->stopped = rng_below(r, 800) == 0;
	p->read_code = rng_below(r, 800) == 0 ? ERR_LOST : 0;
	p->write_code = rng_below(r, 800) == 0 ? ERR_LOST : 0;
}

struct tally {
	int64_t answers, trips, rests, ends, taken;
};

/* What must hold between two ticks, whatever happened. */
static void invariants(struct bed *b, const struct link_answer *was, bool answered, bool was_tripped, struct tally *t)
{
	const struct link_answer *a = &b->d.answer;

	assert_int_equal(a->number, was->number + answered);
	assert_false(answered && was_tripped);
	assert_int_equal(a->tick, was->tick + 1);
	assert_true(b->d.control.step == a->number || (b->d.control.step == a->number + 1 && (b->d.due || drive_tripped(&b->d))));
	assert_true(!was_tripped || a->trip.cause == b->d.limits.trip.cause);
	t->answers += answered;
	t->trips += drive_tripped(&b->d) && !was_tripped;
	t->rests += a->resting;
}

static void anything(struct bed *b, struct rng *r, struct tally *t)
{
	int64_t number = b->d.answer.number + 1;

	if (rng_below(r, 8) == 0)
		t->taken += bed_target(b, number, (double)(2 + rng_below(r, 20)), any_target(r, b->d.sent[0]));
	if (rng_below(r, 8) == 0)
		assert_false(bed_target(b, b->d.control.step + 2 + (int64_t)rng_below(r, 3), 5.0, 0.0));
	if (rng_below(r, 2000) == 0)
		drive_rest(&b->d);
	if (rng_below(r, 5000) == 0) {
		drive_end(&b->d);
		t->ends++;
	}
	if (drive_resting(&b->d) && rng_below(r, 20) == 0)
		drive_acknowledge(&b->d);
}

/* 10^5 ticks for each policy and kind of plant. */
static void nothing_that_comes_breaks_a_promise(void **state)
{
	static const char *const policy[] = {"hold", "ramp", "unload"};

	(void)state;
	for (int k = 0; k < 6; k++) {
		struct tally t = {0};
		char limits[256];
		struct bed b;
		struct rng r;

		rng_init(&r, 11, (uint64_t)k);
		snprintf(limits, sizeof(limits), "%s -onTrip %s", BED_LIMITS, policy[k / 2]);
		bed_begin(&b, "-hold 0.05 -mass 0.1 -damping 0.4", limits, NULL, plant_standing(k % 2, k, 0.5));
		for (int n = 0; n < 100000; n++) {
			struct link_answer was = b.d.answer;
			bool tripped, answered;

			plant_disturb(&b.p, &r);
			anything(&b, &r, &t);
			tripped = drive_tripped(&b.d);
			answered = bed_tick_late(&b, rng_below(&r, 1000) == 0 ? 8 : 0);
			invariants(&b, &was, answered, tripped, &t);
		}
		assert_true(t.answers > 300 && t.trips > 100 && t.rests > 2000 && t.ends > 5 && t.taken >= t.answers);
		bed_end(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_cause_brings_it_to_rest_and_acknowledged_it_goes_on),
		cmocka_unit_test(a_reading_that_fails_is_no_answer),
		cmocka_unit_test(a_target_reached_while_tripping_may_be_sent_again),
		cmocka_unit_test(a_reading_that_is_no_number_is_the_cause_and_not_the_command_made_of_it),
		cmocka_unit_test(a_trip_at_rest_rests_when_its_way_is_over),
		cmocka_unit_test(acknowledged_a_compensator_makes_no_jump),
		cmocka_unit_test(a_guard_sees_every_row_of_the_test_and_stops_it),
		cmocka_unit_test(a_guard_sees_the_rows_that_are_kept),
		cmocka_unit_test(a_compensator_knows_what_was_played),
		cmocka_unit_test(a_black_box_names_all_states),
		cmocka_unit_test(nothing_that_comes_breaks_a_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
