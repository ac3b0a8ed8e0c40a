/* A keeper in a process that is really forked: targets and answers, what does not begin, trips and their black boxes. How it ends: keeper_end_test.c. No case
 * depends on how fast the machine is. */
#include "keeper_bed.h"

#include "base/fault.h"

#include <stdlib.h>

/* --- what goes well -------------------------------------------------------------------------------- */

static void targets_are_answered_in_their_order(void **state)
{
	struct post p;
	static struct loop_report report;

	(void)state;
	post_begin(&p, "");
	assert_true(keeper_look(&p.k) && p.k.answer.number == 0 && p.k.answer.reading[SLOT_DISP][0] == 0.0);
	for (int i = 1; i <= 50; i++) {
		assert_int_equal(go(&p, 4.0, 0.01 * i), 0);
		assert_int_equal(p.k.answer.number, i);
		assert_near(p.k.answer.reading[SLOT_DISP][1], 0.01 * i, 0.0);
		assert_near(p.k.answer.reading[SLOT_FORCE][0], BED_STIFFNESS * (0.01 * i), 0.0);
	}
	assert_true(p.k.answer.tick >= 200);
	assert_int_equal(p.k.answer.trip.cause, LIMITS_OK);
	keeper_end(&p.k);
	keeper_end(&p.k);
	assert_true(snapshot_read(&p.k.link->timing, &report) && report.ended && report.calls == p.k.answer.tick);
	assert_int_equal(said("50 targets"), 1);
	assert_int_equal(said("ticks at 1000 Hz"), 1);
	assert_int_equal(said("trip"), 0);
	assert_true(p.common->plant.opened == 1 && p.common->plant.safes == 1 && p.common->plant.closed == 1);
	assert_string_equal(p.k.link->file, "");
	post_end(&p);
}

/* Every few ms, between steps, too; the end is shown once. */
static void who_looks_on_sees_it_while_it_runs(void **state)
{
	struct keeper_words w = WORDS;
	struct post p;
	struct err e;

	(void)state;
	post_make(&p, "", 0.0);
	err_clear(&e);
	w.show = show;
	assert_int_equal(keeper_start(&p.k, &p.b.d, &w, &e), 0);
	for (int i = 1; i <= 3; i++) {
		int before;

		assert_int_equal(go(&p, 4.0, 0.01 * i), 0);
		UNTIL("view", atomic_load(&p.common->number) == i);
		before = atomic_load(&p.common->running);
		UNTIL("view", atomic_load(&p.common->running) > before);
	}
	assert_int_equal(atomic_load(&p.common->ended), 0);
	keeper_end(&p.k);
	assert_int_equal(atomic_load(&p.common->ended), 1);
	post_end(&p);
}

/* Nobody wants to hear anything: neither of its trip nor of its time. */
static void it_works_without_a_listener(void **state)
{
	struct keeper_words w = WORDS;
	struct post p;
	struct err e;

	(void)state;
	post_make(&p, "", 0.0);
	err_clear(&e);
	w.say = NULL;
	assert_int_equal(keeper_start(&p.k, &p.b.d, &w, &e), 0);
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	assert_int_equal(go(&p, 4.0, 0.6), ERR_LIMIT);
	keeper_rest(&p.k);
	keeper_end(&p.k);
	assert_int_equal(access(p.k.link->file, R_OK), 0);
	assert_int_equal(atomic_load(&p.common->n), 0);
	post_end(&p);
}

/* The priority is the last measure of a loop, and the fourth where no processor is asked for. */
static void what_the_system_refuses_is_said(void **state)
{
	struct keeper_words w = WORDS;
	struct post p;
	struct err e;

	(void)state;
	post_make(&p, "", 0.0);
	err_clear(&e);
	w.priority = 10;
	fault_arm(FAULT_loop_measure, 4, false);
	assert_int_equal(keeper_start(&p.k, &p.b.d, &w, &e), 0);
	fault_disarm();
	UNTIL("what is refused", said("real-time priority is refused") == 1);
	keeper_end(&p.k);
	post_end(&p);
}

/* --- what does not begin --------------------------------------------------------------------------- */

/* Mappings of shared memory of this process; keepers alone make some. */
static int mappings(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[400];
	int n = 0;

	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		n += strstr(line, "/dev/zero (deleted)") != NULL;
	fclose(f);
	return n;
}

static void nothing_is_left_of(struct post *p, int mapped)
{
	assert_null(p->k.link);
	assert_null(p->k.memory.memory);
	assert_int_equal(mappings(), mapped);
}

static void a_plant_that_does_not_open_tells_the_integrator_why(void **state)
{
	struct post p;
	struct err e;
	int mapped;

	(void)state;
	post_make(&p, "", 0.0);
	p.common->plant.open_code = ERR_LOST;
	mapped = mappings();
	assert_int_equal(post_start(&p, &e), ERR_LOST);
	assert_string_equal(e.object, "plant");
	assert_contains(e.what, "does not open");
	nothing_is_left_of(&p, mapped);
	assert_true(no_child_is_left());
	assert_true(p.common->plant.closed == 1 && p.common->plant.writes == 0);
	/* and it may be tried again */
	p.common->plant.open_code = 0;
	assert_int_equal(post_start(&p, &e), 0);
	assert_int_equal(go(&p, 4.0, 0.02), 0);
	post_end(&p);
}

static void specimens_outside_their_stroke_are_not_driven(void **state)
{
	struct post p;
	struct err e;
	int mapped;

	(void)state;
	post_make(&p, "", 5.5);
	mapped = mappings();
	assert_int_equal(post_start(&p, &e), ERR_LIMIT);
	assert_contains(e.what, "channel 1 stands outside its stroke");
	nothing_is_left_of(&p, mapped);
	assert_int_equal(p.common->plant.writes, 0);
	post_end(&p);
}

/* Its verdict, whatever it is, is about a second of ticks: it is not there earlier. */
static void a_machine_is_tried_for_a_second_before_it_drives(void **state)
{
	struct keeper_words w = WORDS;
	struct post p;
	double began;
	struct err e;
	int code;

	(void)state;
	post_make(&p, "", 0.0);
	err_clear(&e);
	w.unfit = false;
	began = wait_now();
	code = keeper_start(&p.k, &p.b.d, &w, &e);
	if (code)
		assert_int_equal(code, ERR_UNSUPPORTED);
	if (code == 0 || strstr(e.what, "this machine is not fit"))
		assert_true(wait_now() - began >= 1.0);
	post_end(&p);
}

/* While another keeper is at work, which nobody must mistake for the one that never began. */
static void without_memory_or_process_nothing_is_left(void **state)
{
	static const struct { enum fault_point point; int nth, code; } row[] = {
		{FAULT_process_fork, 1, ERR_STATE}, {FAULT_shared_memory, 1, ERR_MEMORY}, {FAULT_arena_alloc, 1, ERR_MEMORY}, {FAULT_arena_alloc, 3, ERR_MEMORY},
	};
	struct post other, p;
	struct err e;

	(void)state;
	post_begin(&other, "");
	for (size_t i = 0; i < COUNT(row); i++) {
		int mapped;
		double began = wait_now();

		post_make(&p, "", 0.0);
		mapped = mappings();
		fault_arm(row[i].point, row[i].nth, false);
		assert_int_equal(post_start(&p, &e), row[i].code);
		fault_disarm();
		assert_true(e.what[0]);
		nothing_is_left_of(&p, mapped);
		assert_true(wait_now() - began < WAIT_MOST);       /* nobody was waited for */
		bed_end(&p.b);
		shared_close(&p.memory);
		heard = other.common;
		assert_int_equal(go(&other, 4.0, 0.01 * (double)i), 0);
	}
	post_end(&other);
}

/* --- trips ----------------------------------------------------------------------------------------- */

/* A jump of 0.5 in 4 ticks is too fast. It comes to rest at the set-point of its start; its black box is on the disk before it goes on, however quick
 * the integrator is. */
static void each_trip_has_its_black_box_before_it_is_acknowledged(void **state)
{
	struct post p;
	struct err e;

	(void)state;
	post_begin(&p, "");
	for (int i = 1; i <= 3; i++) {
		char path[32];

		assert_int_equal(go(&p, 10.0, 0.05), 0);
		assert_int_equal(go(&p, 4.0, 0.6), ERR_LIMIT);
		assert_int_equal(p.k.answer.trip.cause, LIMITS_COMMAND_VELOCITY);
		keeper_rest(&p.k);
		keeper_rest(&p.k);
		assert_true(p.k.answer.resting && p.k.answer.trip.cause == LIMITS_COMMAND_VELOCITY);
		err_clear(&e);
		assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
		snprintf(path, sizeof(path), "box_%d.csv", i);
		assert_int_equal(access(path, R_OK), 0);
		assert_int_equal(said("trip: channel 1"), i);
		assert_int_equal(p.k.answer.number, i);
	}
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	keeper_end(&p.k);
	assert_int_equal(said("way to rest are in box_"), 3);
	assert_int_equal(access("box_4.csv", F_OK), -1);
	assert_string_equal(p.k.link->file, "box_3.csv");
	post_end(&p);
}

/* Nobody has looked since the start: not at the answer to the first target, not at the trip. Both are known when it is acknowledged, and the next target is
 * the second. */
static void who_acknowledges_need_not_have_looked(void **state)
{
	struct post p;
	struct link_answer a;
	struct err e;

	(void)state;
	post_begin(&p, "");
	keeper_send(&p.k, 4.0, (struct command_target[BED_CHANNELS]){{.x = 0.01}, {.x = 0.01}}, BED_CHANNELS);
	UNTIL("keeper", snapshot_read(&p.k.link->answer, &a) && a.number == 1);
	keeper_send(&p.k, 4.0, (struct command_target[BED_CHANNELS]){{.x = 0.6}, {.x = 0.6}}, BED_CHANNELS);
	UNTIL("keeper", snapshot_read(&p.k.link->answer, &a) && a.trip.cause != LIMITS_OK);
	err_clear(&e);
	assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	assert_int_equal(p.k.answer.number, 2);
	assert_near(p.k.answer.reading[SLOT_DISP][0], 0.05, 0.0);
	post_end(&p);
}

/* Where another rig refused the first time, this one is asked again; that costs no time, and nothing of the test. */
static void who_acknowledges_twice_is_not_refused(void **state)
{
	struct post p;
	struct err e;

	(void)state;
	post_begin(&p, "");
	for (int i = 1; i <= 2; i++) {
		double began;

		assert_int_equal(go(&p, 10.0, 0.05), 0);
		assert_int_equal(go(&p, 4.0, 0.6), ERR_LIMIT);
		keeper_rest(&p.k);
		err_clear(&e);
		assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
		began = wait_now();
		assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
		assert_true(wait_now() - began < WAIT_MOST);
		assert_int_equal(atomic_load(&p.k.link->acknowledged), i);
		assert_int_equal(p.k.answer.number, i);
	}
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	assert_int_equal(p.k.answer.number, 3);
	post_end(&p);
}

/* Let go, at rest, acknowledged: what comes after is a test like any other, and its end no event. */
static void a_specimen_that_was_let_go_can_be_taken_again(void **state)
{
	struct post p;
	struct err e;

	(void)state;
	post_begin(&p, "-hold 0.02 -mass 0.1 -damping 2");
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	UNTIL("keeper", keeper_look(&p.k) && p.k.answer.state == CONTROL_REST);
	keeper_rest(&p.k);
	err_clear(&e);
	assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
	assert_int_equal(said("the specimens are let go"), 1);
	assert_int_equal(said("are in box_1.csv"), 1);
	keeper_end(&p.k);
	assert_int_equal(access("box_2.csv", F_OK), -1);
	post_end(&p);
}

static void a_specimen_that_was_let_go_is_at_rest_when_its_way_home_is_over(void **state)
{
	struct post p;

	(void)state;
	post_let_go(&p, NULL);
	assert_true(keeper_rest(&p.k));
	assert_true(p.k.answer.resting && p.k.answer.trip.cause == LIMITS_ASKED);
	assert_near(p.k.answer.command[0], 0.5, 0.0);
	post_end(&p);
}

/* The operator's word has been given, and the loop has not seen it yet, or has: what it says from before is not an answer to it. */
static void a_word_of_the_operator_is_a_way_to_rest_as_well(void **state)
{
	struct post p;
	struct err e;
	struct shared memory;
	struct stop_word *word;

	(void)state;
	err_clear(&e);
	assert_int_equal(shared_open(&memory, sizeof(*word), &e), 0);
	word = memory.memory;
	post_let_go(&p, word);
	stop_ask(word, "test");
	assert_true(keeper_rest(&p.k));
	assert_int_equal(p.k.answer.trip.cause, LIMITS_OPERATOR);
	assert_near(p.k.answer.command[0], 0.5, 0.0);
	post_end(&p);
	shared_close(&memory);
}

/* Commands beside the test, 0.001 a tick from x. */
static int play(struct post *p, int nticks, double x, int jump)
{
	static double command[1000][BED_CHANNELS], disp[1000][BED_CHANNELS], force[1000][BED_CHANNELS];
	int code;

	for (int k = 0; k < nticks; k++)
		for (int i = 0; i < BED_CHANNELS; i++)
			command[k][i] = x + 0.001 * (k + 1) + (k >= jump ? 1.0 : 0.0);
	memset(disp, 0, sizeof(disp));
	code = keeper_play(&p->k, BED_CHANNELS, nticks, command[0], false, disp[0], force[0]);
	for (int k = 0; k < nticks && !code; k++)
		for (int i = 0; i < BED_CHANNELS; i++) {
			assert_near(disp[k][i], command[k][i], 0.0);
			assert_near(force[k][i], BED_STIFFNESS * command[k][i], 0.0);
		}
	return code;
}

/* What was left over of a playing that a trip broke off is not played with the next one. */
static void a_playing_that_was_broken_off_is_forgotten(void **state)
{
	struct post p;
	struct err e;

	(void)state;
	post_begin(&p, "");
	assert_int_equal(play(&p, 100, 0.0, 1000), 0);
	assert_int_equal(play(&p, 900, 0.1, 20), ERR_LIMIT);
	keeper_rest(&p.k);
	err_clear(&e);
	assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
	assert_int_equal(play(&p, 50, 0.0, 1000), 0);
	assert_int_equal(go(&p, 10.0, 0.06), 0);
	post_end(&p);
}

/* Nothing is played on specimens that were let go, and that they were is not forgotten. Acknowledged, they are played on, and the next trip has a black box
 * of its own. */
static void nothing_is_played_on_specimens_that_were_let_go(void **state)
{
	struct post p;
	struct err e;

	(void)state;
	post_begin(&p, "-hold 0.02 -mass 0.1 -damping 2");
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	UNTIL("keeper", keeper_look(&p.k) && p.k.answer.state == CONTROL_REST);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(play(&p, 50, 0.0, 1000), ERR_LIMIT);
		assert_true(keeper_look(&p.k) && p.k.answer.state == CONTROL_REST && p.k.answer.trip.cause == LIMITS_OK);
	}
	keeper_rest(&p.k);
	err_clear(&e);
	assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
	assert_int_equal(said("are in box_1.csv"), 1);
	assert_int_equal(play(&p, 50, 0.0, 1000), 0);
	assert_int_equal(play(&p, 50, 0.05, 10), ERR_LIMIT);
	assert_int_equal(p.k.answer.trip.cause, LIMITS_COMMAND_VELOCITY);
	keeper_rest(&p.k);
	assert_int_equal(keeper_acknowledge(&p.k, &e), 0);
	assert_int_equal(said("are in box_2.csv"), 1);
	assert_int_equal(access("box_2.csv", R_OK), 0);
	post_end(&p);
}

/* The loop itself refuses what is sent to be played when it lets go at that moment. */
static void a_loop_that_has_let_go_plays_nothing(void **state)
{
	static const double row[1 + BED_CHANNELS] = {1.0, 0.06, 0.06};
	struct post p;
	int64_t tick;

	(void)state;
	post_begin(&p, "-hold 0.02 -mass 100");
	assert_int_equal(go(&p, 20.0, 0.2), 0);
	UNTIL("keeper", keeper_look(&p.k) && p.k.answer.state == CONTROL_FREE_VIBRATION);
	atomic_store(&p.k.link->plays, 1);
	ring_push(&p.k.link->play, row);
	atomic_store(&p.k.link->playing, LINK_BARE);
	tick = p.k.answer.tick;
	UNTIL("keeper", keeper_look(&p.k) && p.k.answer.tick > tick + 20);
	assert_int_equal(p.k.answer.state, CONTROL_FREE_VIBRATION);
	assert_int_equal(ring_pushed(&p.k.link->played), 0);
	post_end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(targets_are_answered_in_their_order),
		cmocka_unit_test(who_looks_on_sees_it_while_it_runs),
		cmocka_unit_test(it_works_without_a_listener),
		cmocka_unit_test(what_the_system_refuses_is_said),
		cmocka_unit_test(a_plant_that_does_not_open_tells_the_integrator_why),
		cmocka_unit_test(specimens_outside_their_stroke_are_not_driven),
		cmocka_unit_test(a_machine_is_tried_for_a_second_before_it_drives),
		cmocka_unit_test(without_memory_or_process_nothing_is_left),
		cmocka_unit_test(each_trip_has_its_black_box_before_it_is_acknowledged),
		cmocka_unit_test(who_acknowledges_need_not_have_looked),
		cmocka_unit_test(who_acknowledges_twice_is_not_refused),
		cmocka_unit_test(a_specimen_that_was_let_go_can_be_taken_again),
		cmocka_unit_test(a_specimen_that_was_let_go_is_at_rest_when_its_way_home_is_over),
		cmocka_unit_test(a_word_of_the_operator_is_a_way_to_rest_as_well),
		cmocka_unit_test(a_playing_that_was_broken_off_is_forgotten),
		cmocka_unit_test(nothing_is_played_on_specimens_that_were_let_go),
		cmocka_unit_test(a_loop_that_has_let_go_plays_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
