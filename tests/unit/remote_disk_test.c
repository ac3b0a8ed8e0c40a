/* Disks of coordinator and site that are full, or fail: everything comes to rest, with the reason on both sides, and what was agreed goes on when there is
 * room again. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

static struct bed b;

/* Both again, from their journals, with room on the disks; the site's operator has looked at the specimen. The spring goes its way again. */
static int relive(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	(void)self, (void)e;
	return measured->x[SLOT_FORCE][0] == 10.0 * m->trial.x[SLOT_DISP][0] ? 0 : ERR_FORMAT;
}

static void take_up(bool tripped)
{
	struct err e = {0};

	coordinator_close(&b.c);
	host_close(&b.h);
	disk_fill(0, -1);
	disk_fill(1, -1);
	b.line = -1;
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", relive, NULL, &e), 0);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), tripped ? 0 : ERR_STATE);
	b.cw.resume = journal_exists("0/c");
	b.cw.instance++;
	bed_coordinator(&b);
	bed_run(&b);
}

static void stops_when_its_disk_fails_and_says_so(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	disk_fuse(1, 20);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_DISK);
	assert_int_equal(b.moves, 2);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_int_equal(b.rests, 1);
	assert_contains(b.h.why, "the journal cannot be written: ");
	assert_contains(b.text, b.h.why);
}

/* Gains that are not in its journal would be forgotten with the process: it does not use them either. */
static void gains_that_cannot_be_written_are_not_taken(void **state)
{
	double g = 1e-3;
	struct substep_gains w = {.n = 1, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 2);
	disk_fuse(1, 20);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_DISK);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_null(host_gains(&b.h));
}

/* Whatever is not synced is lost with the power, or damaged: after END there may be no site to ask again. */
static void the_last_answer_is_on_the_coordinators_disk_before_the_end_is_said(void **state)
{
	struct journal_summary summary;
	struct rng chance;
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 3);
	coordinator_end(&b.c, b.t);
	rng_init(&chance, 1, 1);
	disk_stop(0);
	disk_restart(0, true, &chance);
	assert_int_equal(journal_check("0/c", &b.mem, &summary, NULL), 0);
	assert_int_equal(summary.last.step, 3);
}

/* The specimen would stand under load and wait for somebody who does not come: whatever byte the disk ends at, it is told, and both go on from there. */
static void a_site_comes_to_rest_when_the_coordinators_disk_is_full(void **state)
{
	struct journal_summary summary;
	int trips = 0, steps = 0;
	(void)state;

	for (long room = 1; steps < 3; room++) {
		struct err e = {0};

		bed_fini(&b);
		disk_reset();
		bed_init(&b);
		bed_start(&b);
		bed_steps(&b, 1, 2);
		disk_fill(0, room);
		for (steps = 0; steps < 3 && bed_exchange(&b, 3 + (uint64_t)steps, 0, 0.1 * (3 + steps), &e) == 0; steps++)
			bed_run(&b);
		bed_run(&b);
		if (steps == 3)
			break;
		assert_true(coordinator_failed(&b.c));
		assert_int_equal(e.code, ERR_FILE);
		assert_contains(e.what, "the coordinator's journal cannot be written: ");
		assert_int_equal(b.moves, 2 + steps);
		assert_int_equal(b.h.state, HOST_TRIPPED);
		assert_contains(b.h.why, "coordinator: the coordinator's journal cannot be written: ");
		assert_int_equal(b.rests, 1);
		trips++;
		take_up(true);
		bed_steps(&b, 1, 6);
		/* what was measured was not moved for again */
		assert_int_equal(b.moves, 6);
		coordinator_end(&b.c, b.t);
		bed_run(&b);
		assert_int_equal(b.last.kind, COORDINATOR_BYE);
		assert_int_equal(journal_check("0/c", &b.mem, &summary, NULL), 0);
		assert_int_equal(journal_compare("0/c", "1/run-1.laboratory.journal", &b.mem, NULL), 0);
	}
	assert_true(trips > 200);
}

static void a_site_comes_to_rest_when_gains_or_its_first_reading_cannot_be_written(void **state)
{
	double g = 1e-3;
	struct substep_gains w = {.n = 1, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 2);
	disk_fill(0, 20);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), ERR_FILE);
	bed_run(&b);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "the coordinator's journal cannot be written");
	take_up(true);
	bed_steps(&b, 1, 3);

	bed_fini(&b);
	disk_reset();
	bed_init(&b);
	bed_host(&b);
	bed_coordinator(&b);
	disk_fill(0, 10);
	bed_run(&b);
	assert_true(coordinator_failed(&b.c));
	assert_int_equal(b.welcomed, 0);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "the coordinator's journal cannot be written");
	take_up(true);
	bed_steps(&b, 1, 3);
}

/* A history that is another: what the site has measured for it is nothing to go on from. */
static void a_site_comes_to_rest_when_its_answer_is_of_another_history(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	b.c.last.digest ^= 1;
	b.h.last.digest ^= 1;
	b.slow = true;
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), 0);
	bed_run(&b);
	b.c.last.digest ^= 1;
	host_measured(&b.h, b.t, &(struct signals){.n = {1, 0, 0, 1, 0}, .x = {b.x, b.x, b.x, b.f, b.time}}, NULL);
	bed_run(&b);
	assert_contains(b.text, "histories disagree at step 3.0");
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "histories disagree at step 3.0");
}

/* Whatever byte the site's disk ends at when a run begins: nobody was welcomed, and when there is room it begins. */
static void a_run_that_found_the_sites_disk_full_begins_when_there_is_room(void **state)
{
	int refused = 0;
	(void)state;

	for (long room = 0;; room++) {
		bed_fini(&b);
		disk_reset();
		bed_init(&b);
		bed_host(&b);
		disk_fill(1, room);
		bed_coordinator(&b);
		bed_run(&b);
		if (b.welcomed > 0)
			break;
		assert_int_equal(b.last.refusal, WIRE_REFUSE_DISK);
		assert_false(journal_exists("1/run-1.laboratory.journal"));
		refused++;
		disk_fill(1, -1);
		coordinator_close(&b.c);
		b.cw.resume = true;
		bed_coordinator(&b);
		bed_run(&b);
		assert_int_equal(b.welcomed, 1);
		bed_steps(&b, 1, 2);
	}
	assert_true(refused > 100);
}

int main(void)
{
#define CASE(name) BED_CASE(name, &b)
	const struct CMUnitTest tests[] = {
		CASE(stops_when_its_disk_fails_and_says_so), CASE(gains_that_cannot_be_written_are_not_taken),
		CASE(the_last_answer_is_on_the_coordinators_disk_before_the_end_is_said), CASE(a_site_comes_to_rest_when_the_coordinators_disk_is_full),
		CASE(a_site_comes_to_rest_when_gains_or_its_first_reading_cannot_be_written),
		CASE(a_site_comes_to_rest_when_its_answer_is_of_another_history), CASE(a_run_that_found_the_sites_disk_full_begins_when_there_is_room),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
