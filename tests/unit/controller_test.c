/* The event-driven controller: its states, their times, and what late, lost, doubled and reordered targets do to it. */
#include "test.h"

#include "base/fault.h"
#include "base/rng.h"
#include "control/controller.h"
#include "evidence.h"
#include "experiment/laboratory.h"

#include <string.h>

enum { LAST, TARGET, NOW, XI, NSTATE };

/* A generator for these tests: holds while it waits, then goes straight on. */
static int straight_nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void straight_start(const void *self, double *h, double x, double step)
{
	(void)self, (void)step;
	h[LAST] = h[TARGET] = x;
}

static void straight_target(const void *self, double *h, const struct command_target *t, double now, double xi)
{
	(void)self;
	h[TARGET] = t->x;
	h[NOW] = now;
	h[XI] = xi;
}

/* 0.1 a step forward, so that prediction and target differ */
static double straight_predict(const void *self, const double *h, double s)
{
	(void)self;
	return h[LAST] + 0.1 * s;
}

static double straight_correct(const void *self, const double *h, double s)
{
	(void)self;
	return s >= 1.0 ? h[TARGET] : h[NOW] + (h[TARGET] - h[NOW]) * (s - h[XI]) / (1.0 - h[XI]);
}

static void straight_advance(const void *self, double *h)
{
	(void)self;
	h[LAST] = h[TARGET];
}

static const struct command_ops straight_ops = {
	.name = "straight", .nstate = straight_nstate, .start = straight_start, .target = straight_target,
	.predict = straight_predict, .correct = straight_correct, .advance = straight_advance,
};
static const struct command straight = {.ops = &straight_ops, .nstate = NSTATE};
static const struct controller_words words = {.extrapolate = 0.6, .slow = 0.8, .slow_rate = 0.5, .hold_s = INFINITY, .mass = 1.0};

struct bed { struct arena mem; struct controller c; double command[2], force[2]; };

static void bed_begin(struct bed *b, const struct controller_words *w, double ticks)
{
	struct err e = {0};

	arena_init(&b->mem);
	memset(b->command, 0, sizeof(b->command));
	memset(b->force, 0, sizeof(b->force));
	assert_int_equal(controller_setup(&b->c, &straight, w, 2, 0.001, ticks, &b->mem, &e), 0);
	controller_start(&b->c, (double[]){0.0, 0.5}, 0.01);
}

/* Ticks until the state changes, at most `most`. */
static int ticks_in_state(struct bed *b, int most)
{
	enum control_state s = b->c.state;
	int n = 0;

	while (b->c.state == s && n < most) {
		controller_tick(&b->c, b->force, b->command);
		n++;
	}
	return n;
}

static bool send(struct bed *b, int64_t step, double x)
{
	return controller_target(&b->c, step, (struct command_target[]){{.x = x}, {.x = 0.5 + x}});
}

/* The first target is where everything stands: from here on time counts. */
static void bed_first(struct bed *b)
{
	assert_true(send(b, 1, 0.0));
	for (int k = 0; k < (int)b->c.ticks; k++)
		controller_tick(&b->c, b->force, b->command);
	assert_int_equal(b->c.state, CONTROL_EXTRAPOLATE);
}

static void before_the_first_target_nothing_moves_and_no_time_counts(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 100.0);
	assert_int_equal(b.c.state, CONTROL_READY);
	assert_int_equal(ticks_in_state(&b, 5000), 5000);
	assert_near(b.command[0], 0.0, 0.0);
	assert_near(b.command[1], 0.5, 0.0);
	assert_false(send(&b, 2, 1.0));
	assert_true(send(&b, 1, 0.2));
	assert_int_equal(ticks_in_state(&b, 5000), 100);
	assert_near(b.command[1], 0.7, 0.0);
	assert_int_equal(b.c.spent[CONTROL_READY], 5000);
	assert_int_equal(b.c.entered[CONTROL_READY], 1);
	arena_fini(&b.mem);
}

/* From every state that a test can end in, at once and without a jump; only a specimen that is let go goes on, and comes to rest. */
static void at_the_end_it_stays_where_it_is_and_takes_no_target(void **state)
{
	static const struct { int ticks; bool target; enum control_state from, to; } row[] = {
		{0, false, CONTROL_READY, CONTROL_REST},           {130, false, CONTROL_EXTRAPOLATE, CONTROL_REST},
		{130, true, CONTROL_INTERPOLATE, CONTROL_REST},    {170, false, CONTROL_SLOW, CONTROL_REST},
		{210, false, CONTROL_HOLD, CONTROL_REST},          {250, false, CONTROL_FREE_VIBRATION, CONTROL_FREE_VIBRATION},
	};
	struct controller_words w = words;

	(void)state;
	w.hold_s = 0.05;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct bed b;
		double at[2];

		bed_begin(&b, &w, 100.0);
		if (row[i].ticks)
			bed_first(&b);
		for (int k = 100; k < row[i].ticks; k++)
			controller_tick(&b.c, b.force, b.command);
		if (row[i].target)
			assert_true(send(&b, 2, 0.3));
		assert_int_equal(b.c.state, row[i].from);
		memcpy(at, b.c.now, sizeof(at));
		controller_end(&b.c);
		controller_end(&b.c);
		assert_int_equal(b.c.state, row[i].to);
		for (int k = 0; k < 10; k++)
			controller_tick(&b.c, b.force, b.command);
		assert_int_equal(b.c.state, CONTROL_REST);
		assert_memory_equal(at, b.command, sizeof(at));
		assert_false(send(&b, b.c.step + 1, 1.0));
		arena_fini(&b.mem);
	}
}

static void states_have_names_of_their_own(void **state)
{
	(void)state;
	for (int i = 0; i < CONTROL_STATES; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(control_state_name((enum control_state)i), control_state_name((enum control_state)j));
	assert_string_equal(control_state_name(CONTROL_SLOW), "slow");
	assert_string_equal(control_state_name(CONTROL_STATES), "unknown");
}

/* validation.md 12: 1200 ticks a step; extrapolate at most 720, slow at most 480 at half rate, then hold */
static void a_target_that_never_comes_is_waited_for_as_the_paper_says(void **state)
{
	static const struct { enum control_state state; int ticks; } row[] = {{CONTROL_EXTRAPOLATE, 720}, {CONTROL_SLOW, 480}, {CONTROL_HOLD, 5000}};
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 1200.0);
	bed_first(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		int ticks;

		assert_int_equal(b.c.state, row[i].state);
		ticks = ticks_in_state(&b, 5000);
		assert_int_equal(ticks, row[i].ticks);
		if (row[i].state != CONTROL_HOLD)
			evidence("controller-waits", ticks);
	}
	assert_int_equal(b.c.state, CONTROL_HOLD);
	assert_near(b.command[0], 0.1 * 0.8, 1e-12);
	arena_fini(&b.mem);
}

static void a_step_without_trouble_lasts_its_span_and_ends_at_its_target(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 1200.0);
	bed_first(&b);
	for (int64_t step = 2; step <= 4; step++) {
		int n = 0;

		for (bool reached = false; !reached; n++) {
			if (n == 300)
				assert_true(send(&b, step, 0.2 * (double)step));
			reached = controller_tick(&b.c, b.force, b.command);
		}
		assert_int_equal(n, 1200);
		assert_near(b.command[0], 0.2 * (double)step, 0.0);
		assert_near(b.command[1], 0.5 + 0.2 * (double)step, 0.0);
		assert_int_equal(b.c.step, step);
	}
	assert_int_equal(b.c.spent[CONTROL_EXTRAPOLATE], 900);
	assert_int_equal(b.c.spent[CONTROL_INTERPOLATE], 1200 + 2700);
	arena_fini(&b.mem);
}

static void late_targets_are_reached_from_slow_and_from_hold(void **state)
{
	static const struct { int wait, more; enum control_state from; } row[] = {
		/* counter at the update: 720 + 240/2 = 840, then 360 ticks; 960 in hold, then 240 */
		{960, 360, CONTROL_SLOW}, {3000, 240, CONTROL_HOLD},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct bed b;
		double before;
		int n = 0;

		bed_begin(&b, &words, 1200.0);
		bed_first(&b);
		for (int k = 0; k < row[i].wait; k++)
			controller_tick(&b.c, b.force, b.command);
		assert_int_equal(b.c.state, row[i].from);
		before = b.command[0];
		assert_true(send(&b, 2, 0.3));
		do {
			bool reached = controller_tick(&b.c, b.force, b.command);

			assert_true(fabs(b.command[0] - before) < 0.3 / 200.0);
			before = b.command[0];
			n++;
			if (reached)
				break;
		} while (n < 5000);
		assert_int_equal(n, row[i].more);
		assert_near(b.command[0], 0.3, 0.0);
		arena_fini(&b.mem);
	}
}

static void only_the_next_target_is_taken(void **state)
{
	struct bed b;

	(void)state;
	bed_begin(&b, &words, 100.0);
	assert_false(send(&b, 0, 9.0));
	assert_false(send(&b, 2, 9.0));
	assert_true(send(&b, 1, 0.1));
	assert_false(send(&b, 1, 9.0));
	assert_false(send(&b, 2, 9.0));
	for (int k = 0; k < 100; k++)
		controller_tick(&b.c, b.force, b.command);
	assert_near(b.command[0], 0.1, 0.0);
	assert_false(send(&b, 1, 9.0));
	assert_int_equal(b.c.ignored, 5);
	arena_fini(&b.mem);
}

/* A spring of stiffness k and mass m let go from 0.08 with damping comes to rest where its force is zero. */
static void a_specimen_that_waits_too_long_is_let_go_and_comes_to_rest(void **state)
{
	struct controller_words w = words;
	struct bed b;
	double most = 0.0;

	(void)state;
	w.hold_s = 0.05;
	w.mass = 0.01;
	w.damping = 0.3;
	bed_begin(&b, &w, 100.0);
	bed_first(&b);
	ticks_in_state(&b, 1000);
	ticks_in_state(&b, 1000);
	assert_int_equal(b.c.state, CONTROL_HOLD);
	assert_int_equal(ticks_in_state(&b, 1000), 50);
	assert_int_equal(b.c.state, CONTROL_FREE_VIBRATION);
	for (int k = 0; k < 20000 && b.c.state == CONTROL_FREE_VIBRATION; k++) {
		double before = b.command[0];

		b.force[0] = 4.0 * b.command[0];
		b.force[1] = 4.0 * (b.command[1] - 0.5);
		controller_tick(&b.c, b.force, b.command);
		most = larger(most, fabs(b.command[0] - before));
	}
	assert_int_equal(b.c.state, CONTROL_REST);
	assert_near(b.command[0], 0.0, 1e-4);
	/* never faster than x0 sqrt(k/m) */
	assert_true(most <= 0.08 * 20.0 * 0.001);
	assert_false(send(&b, 2, 1.0));
	arena_fini(&b.mem);
}

/* Nothing damps it: it is held after the longest time, to the tick. */
static void a_specimen_that_never_comes_to_rest_is_held(void **state)
{
	struct controller_words w = words;
	struct bed b;
	int n = 0;

	(void)state;
	w.hold_s = 0.05;
	w.mass = 0.01;
	w.damping = 0.0;
	bed_begin(&b, &w, 100.0);
	bed_first(&b);
	for (int i = 0; i < 3; i++)
		ticks_in_state(&b, 1000);
	assert_int_equal(b.c.state, CONTROL_FREE_VIBRATION);
	for (; b.c.state == CONTROL_FREE_VIBRATION; n++) {
		b.force[0] = 4.0 * b.command[0];
		b.force[1] = 4.0 * (b.command[1] - 0.5);
		controller_tick(&b.c, b.force, b.command);
	}
	assert_int_equal(b.c.state, CONTROL_REST);
	assert_int_equal(n, 30000);             /* 30 s */
	arena_fini(&b.mem);
}

/* One channel that stands is not the specimen at rest: the other one is waited for. */
static void it_is_at_rest_when_every_channel_is(void **state)
{
	struct controller_words w = words;

	(void)state;
	w.hold_s = 0.05;
	w.mass = 0.01;
	w.damping = 0.3;
	for (int moving = 0; moving < 2; moving++) {
		struct bed b;
		int n = 0;

		bed_begin(&b, &w, 100.0);
		bed_first(&b);
		while (b.c.state != CONTROL_FREE_VIBRATION && n++ < 5000)
			controller_tick(&b.c, (double[2]){0.0, 0.0}, b.command);
		for (n = 0; n < 20000 && b.c.state == CONTROL_FREE_VIBRATION; n++) {
			b.force[moving] = 4.0 * (b.command[moving] - 0.25);
			controller_tick(&b.c, b.force, b.command);
		}
		assert_int_equal(b.c.state, CONTROL_REST);
		assert_near(b.command[moving], 0.25, 1e-3);           /* a thousandth of what it was let go from is left */
		arena_fini(&b.mem);
	}
}

/* Answers early, late, lost, doubled, out of order: the state is always one of the table, the command never jumps, and steps are never lost. */
static void no_sequence_of_answers_makes_it_jump(void **state)
{
	struct bed b;
	struct rng r;
	int64_t sent = 0;
	double before = 0.0;

	(void)state;
	rng_init(&r, 4, 15);
	bed_begin(&b, &words, 12.0);
	for (int k = 0; k < 1000000; k++) {
		double x = 0.05 * sin(0.3 * (double)b.c.step);
		int64_t step = b.c.step + 1 - (int64_t)(rng_below(&r, 4) == 0) + (int64_t)(rng_below(&r, 4) == 0);

		if (rng_below(&r, 10) == 0)
			sent += send(&b, step, x);
		controller_tick(&b.c, b.force, b.command);
		assert_true(b.c.state < CONTROL_FREE_VIBRATION);
		/* 0.1 a step at most from prediction, 0.1 + 0.1 from correction, over at least 0.2 of 12 ticks */
		assert_true(fabs(b.command[0] - before) <= 0.25 / 2.4);
		before = b.command[0];
	}
	assert_true(b.c.step == sent || b.c.step == sent - 1);
	assert_true(b.c.entered[CONTROL_SLOW] > 1000 && b.c.entered[CONTROL_HOLD] > 1000 && b.c.ignored > 1000);
	arena_fini(&b.mem);
}

/* A step has two ticks at least; and each of its calls for memory may fail, which it says. */
static void a_step_too_short_or_memory_too_little_is_refused(void **state)
{
	struct controller_words w = words;
	int n = 0;

	(void)state;
	w.adapt.share = 0.05;
	for (int code = ERR_MEMORY; code; n++) {
		struct controller c;
		struct arena mem;
		struct err e = {0};

		arena_init(&mem);
		assert_int_equal(controller_setup(&c, &straight, &w, 2, 0.001, 1.9, &mem, &e), ERR_RANGE);
		assert_contains(e.what, "ticks of a step");
		err_clear(&e);
		fault_arm(FAULT_arena_alloc, n + 1, false);
		code = controller_setup(&c, &straight, &w, 2, 0.001, 2.0, &mem, &e);
		fault_disarm();
		assert_int_equal(code, mem.refused ? ERR_MEMORY : 0);
		arena_fini(&mem);
	}
	assert_true(n > 4);                                       /* memory, now, speed and next */
}

static void a_plan_without_memory_is_refused(void **state)
{
	static const char *const word[] = {"1", "1"};
	struct laboratory lab;
	struct args a;
	struct err e;

	(void)state;
	laboratory_init(&lab);
	err_clear(&e);
	args_init(&a, 2, word, "expController");
	fault_arm(FAULT_arena_alloc, 1, false);
	assert_int_equal(control_plan_build(&lab, &a, &e), ERR_MEMORY);
	fault_disarm();
	assert_contains(e.what, "no memory for a controller");
	laboratory_fini(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(before_the_first_target_nothing_moves_and_no_time_counts),
		cmocka_unit_test(at_the_end_it_stays_where_it_is_and_takes_no_target),
		cmocka_unit_test(states_have_names_of_their_own),
		cmocka_unit_test(a_target_that_never_comes_is_waited_for_as_the_paper_says),
		cmocka_unit_test(a_step_without_trouble_lasts_its_span_and_ends_at_its_target),
		cmocka_unit_test(late_targets_are_reached_from_slow_and_from_hold),
		cmocka_unit_test(only_the_next_target_is_taken),
		cmocka_unit_test(a_specimen_that_waits_too_long_is_let_go_and_comes_to_rest),
		cmocka_unit_test(a_specimen_that_never_comes_to_rest_is_held),
		cmocka_unit_test(it_is_at_rest_when_every_channel_is),
		cmocka_unit_test(no_sequence_of_answers_makes_it_jump),
		cmocka_unit_test(a_step_too_short_or_memory_too_little_is_refused),
		cmocka_unit_test(a_plan_without_memory_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
