/* Coordinator and site: one movement for every exchange, whatever is lost, repeated or restarted. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

#include "math/dense.h"
#include "remote/round.h"

static struct bed b, b2;

static void moves_once_for_every_step_and_ends(void **state)
{
	(void)state;
	bed_start(&b);
	assert_int_equal(b.welcomed, 1);
	assert_non_null(coordinator_site(&b.c));
	assert_true(coordinator_site(&b.c)->limit[0].stroke_hi == 5.0);
	bed_steps(&b, 1, 10);
	assert_int_equal(b.moves, 10);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_BYE);
	assert_int_equal(b.h.state, HOST_ENDED);
	assert_int_equal(b.ends, 1);
	coordinator_close(&b.c);
	host_close(&b.h);
	assert_int_equal(journal_compare("0/c", "1/run-1.laboratory.journal", &b.mem, NULL), 0);
}

static void numbers_several_commands_of_a_step(void **state)
{
	(void)state;
	static const struct {
		uint64_t step;
		uint32_t sub;
		int rc;
	} row[] = {{1, 0, 0}, {1, 1, 0}, {1, 3, ERR_RANGE}, {1, 1, ERR_RANGE}, {1, 2, 0}, {2, 1, ERR_RANGE}, {4, 0, 0}, {3, 0, ERR_RANGE}, {4, 1, 0}, {5, 0, 0}};
	bed_start(&b);
	int moves = 0;
	for (int i = 0; i < 10; i++) {
		assert_int_equal(bed_exchange(&b, row[i].step, row[i].sub, 0.1, NULL), row[i].rc);
		bed_run(&b);
		moves += row[i].rc == 0;
		assert_int_equal(b.moves, moves);
	}
}

static void moves_once_when_the_connection_breaks_while_the_rig_moves(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 3);
	b.slow = true;
	assert_int_equal(bed_exchange(&b, 4, 0, 0.4, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.moves, 4);
	bed_cut(&b);
	bed_wait(&b, 300);
	assert_int_equal(b.welcomed, 2);
	assert_int_equal(b.moves, 4);
	double x = 0.4, f = 4.0;
	struct signals out = {.n = {1, 0, 0, 1, 0}, .x = {&x, &x, &x, &f, &x}};
	host_measured(&b.h, b.t, &out, NULL);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
	b.slow = false;
	bed_steps(&b, 5, 6);
	assert_int_equal(b.moves, 6);
}

static void answers_from_memory_when_the_answer_was_lost(void **state)
{
	(void)state;
	size_t n;
	bed_start(&b);
	bed_steps(&b, 1, 3);
	assert_int_equal(bed_exchange(&b, 4, 0, 0.4, NULL), 0);
	/* the step arrives, the rig moves, the answer does not come back */
	const unsigned char *out = coordinator_output(&b.c, &n);
	host_bytes(&b.h, b.line, b.t, out, n);
	coordinator_sent(&b.c, n);
	struct host_action a;
	assert_true(host_next(&b.h, &a) && a.kind == HOST_MOVE);
	double x = 0.4, f = 4.0;
	struct signals s = {.n = {1, 0, 0, 1, 0}, .x = {&x, &x, &x, &f, &x}};
	host_measured(&b.h, b.t, &s, NULL);
	bed_cut(&b);
	bed_wait(&b, 300);
	assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
	assert_int_equal(b.last.step, 4);
	assert_int_equal(b.moves, 3);
	assert_int_equal(b.h.repeated, 1);
	bed_steps(&b, 5, 5);
}

static void notices_a_silent_peer_and_connects_again_slower_and_slower(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 1);
	/* pings keep it alive */
	bed_wait(&b, 20000);
	assert_int_equal(b.welcomed, 1);
	assert_true(b.c.line.round_trips >= 9);
	/* the network is cut without anybody being told */
	b.cut = true;
	int line = b.line;
	b.line = -1;
	for (int i = 0; i < 5020; i++) {
		b.t += 1000000;
		coordinator_time(&b.c, b.t);
		host_time(&b.h, b.t);
	}
	assert_int_equal(b.c.state, COORDINATOR_OFFLINE);
	assert_int_equal(b.h.served, -1);
	host_lost(&b.h, line, b.t);
	uint64_t before = b.c.losses;
	bed_wait(&b, 60000);
	/* 0.1 s doubled up to 10 s: seven times in the first 12.7 s at most, then every 5 to 10 s */
	assert_in_range(b.c.losses - before, 7, 25);
	b.cut = false;
	bed_wait(&b, 11000);
	assert_int_equal(b.welcomed, 2);
	bed_steps(&b, 2, 3);
}

static void gives_up_when_told_to(void **state)
{
	(void)state;
	b.cw.give_up_ns = 3000000000;
	bed_start(&b);
	bed_steps(&b, 1, 1);
	b.cut = true;
	bed_cut(&b);
	bed_wait(&b, 2990);
	assert_false(coordinator_failed(&b.c));
	bed_wait(&b, 20);
	assert_true(coordinator_failed(&b.c));
	assert_int_equal(b.last.code, ERR_LOST);
	assert_contains(b.text, "no connection for 3.0 s");
	assert_int_equal(coordinator_deadline(&b.c), INT64_MAX);
}

static int replays;
static int replay(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	(void)self, (void)e;
	replays++;
	assert_int_equal(m->step, replays);
	assert_true(m->trial.x[SLOT_DISP][0] == 0.1 * replays && measured->x[SLOT_FORCE][0] == 10.0 * (0.1 * replays));
	return 0;
}

static void goes_on_after_both_were_restarted(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 5);
	bed_fini(&b);
	bed_init(&b);
	replays = 0;
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", replay, NULL, NULL), 0);
	assert_int_equal(replays, 5);
	struct signals trial;
	assert_int_equal(signals_take(&trial, b.hw.trial_n, &b.mem), 0);
	assert_true(host_last_target(&b.h, &trial) && trial.x[SLOT_DISP][0] == 0.5);
	assert_null(host_open_target(&b.h));
	b.cw.resume = true;
	b.cw.instance = 2;
	bed_coordinator(&b);
	assert_true(coordinator_replays(&b.c));
	bed_steps(&b, 1, 5);
	assert_int_equal(b.moves, 0);
	assert_false(coordinator_replays(&b.c));
	bed_steps(&b, 6, 8);
	assert_int_equal(b.moves, 3);
}

static void brings_a_coordinator_back_whose_disk_was_lost(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 20);
	bed_cut(&b);
	coordinator_close(&b.c);
	b.cw.journal = "3/new";
	b.cw.instance = 9;
	bed_coordinator(&b);
	bed_run(&b);
	/* the site answers all twenty from memory, and moves for the next */
	bed_steps(&b, 1, 21);
	assert_int_equal(b.moves, 21);
	assert_int_equal(b.h.repeated, 20);
}

/* An exchange of the site's that the coordinator has not seen, and does not repeat: it may not be skipped. */
static void skips_nothing_that_the_other_side_has_done(void **state)
{
	(void)state;
	bed_start(&b);
	assert_int_equal(bed_exchange(&b, 1, 0, 0.1, NULL), 0);
	bed_run(&b);
	assert_int_equal(bed_exchange(&b, 1, 1, 0.15, NULL), 0);
	bed_run(&b);
	bed_cut(&b);
	coordinator_close(&b.c);
	b.cw.journal = NULL;
	b.cw.instance = 9;
	bed_coordinator(&b);
	bed_run(&b);
	assert_int_equal(bed_exchange(&b, 1, 0, 0.1, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
	assert_int_equal(bed_exchange(&b, 2, 0, 0.2, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_ORDER);
	assert_contains(b.text, "step 2.0 does not follow: the last executed is 1.1, the coordinator's 1.0");
	assert_int_equal(b.moves, 2);
}

/* Two sites; the second one's connection is on the second table. */
static void lets_nobody_move_before_everybody_has_accepted(void **state)
{
	(void)state;
	struct coordinator *both[2] = {&b.c, &b2.c};
	struct round r;
	b.cw.propose = true;
	bed_start(&b);
	bed_init(&b2);
	b2.cw.propose = true;
	b2.cw.site = b2.hw.site = "laboratory 2";
	b2.cw.journal = "2/c";
	b2.hw.folder = "3";
	bed_host(&b2);
	bed_coordinator(&b2);
	bed_run(&b2);
	round_init(&r, both, 2);
	for (uint64_t step = 1; step <= 3; step++) {
		assert_int_equal(bed_exchange(&b, step, 0, 0.1, NULL), 0);
		assert_int_equal(bed_exchange(&b2, step, 0, step == 3 ? 5.5 : 0.2, NULL), 0);
		bed_run(&b);
		assert_int_equal(b.accepted, step);
		/* the first has accepted and waits */
		assert_false(round_work(&r, b.t));
		round_seal(&r);
		assert_false(round_work(&r, b.t));
		bed_run(&b);
		assert_int_equal(b.moves, step - 1);
		bed_run(&b2);
		assert_int_equal(round_work(&r, b.t), step == 3);
		bed_run(&b);
		bed_run(&b2);
		assert_true(round_work(&r, b.t));
		assert_int_equal(b.moves, step == 3 ? 2 : step);
		assert_int_equal(b2.moves, step == 3 ? 2 : step);
	}
	/* the second refused: the first was told, and stands */
	assert_int_equal(round_failed(&r), 1);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "site laboratory 2 has ended the test: site laboratory 2 refuses: step 3.0: component 1: 5.5");
	bed_fini(&b2);
}

static void proposes_again_when_an_accepted_step_loses_its_connection(void **state)
{
	(void)state;
	b.cw.propose = true;
	bed_start(&b);
	assert_int_equal(bed_exchange(&b, 1, 0, 0.1, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.c.phase, COORDINATOR_ACCEPTED);
	bed_cut(&b);
	assert_int_equal(b.c.phase, COORDINATOR_PROPOSING);
	coordinator_execute(&b.c, b.t);
	bed_wait(&b, 300);
	assert_int_equal(b.accepted, 2);
	assert_int_equal(b.moves, 0);
	coordinator_execute(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
	assert_int_equal(b.moves, 1);
}

static void sends_gains_once_and_keeps_them_over_losses_and_restarts(void **state)
{
	(void)state;
	double x = 0.3, u0 = 0.1, now = 0.11, f0 = -1.0, g = 1e-3;
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	struct substep_gains w = {.n = 1, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	struct substeps begin = {.t0 = 0.25, .instant0 = 0.5, .x0 = {&u0}, .now = {&now}, .f = &f0};
	bed_start(&b);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0, 0.01, &trial, &begin, NULL), ERR_STATE);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), ERR_RANGE);
	w.k = 4;
	/* velocities do not travel to this site */
	w.control = SUBSTEP_VELOCITY;
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), ERR_RANGE);
	w.control = SUBSTEP_DISPLACEMENT;
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0, 0.01, &trial, &begin, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
	/* the table's site answers with where it began */
	assert_true(coordinator_ramped(&b.c)->before[0] == -1.0 && coordinator_ramped(&b.c)->now[SLOT_DISP][0] == 0.11);
	const struct substeps *got = &host_target(&b.h)->begin;
	assert_true(host_target(&b.h)->ramp && got->x0[0][0] == 0.1 && got->x1[0][0] == 0.3 && got->f[0] == -1.0 && got->t0 == 0.25 && got->instant0 == 0.5);
	assert_true(host_gains(&b.h)->g[0] == 1e-3 && host_gains(&b.h)->k == 4 && host_gains(&b.h)->b_a == 4e4);
	bed_cut(&b);
	bed_wait(&b, 200);
	assert_int_equal(b.welcomed, 2);
	bed_fini(&b);
	bed_init(&b);
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
	assert_true(host_gains(&b.h) && host_gains(&b.h)->k == 4);
	b.cw.resume = true;
	bed_coordinator(&b);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0, 0.01, &trial, &begin, NULL), 0);
	assert_true(coordinator_ramped(&b.c)->now[SLOT_DISP][0] == 0.11);
	bed_run(&b);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 2, 0, 0.02, &trial, &begin, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.step, 2);
	assert_int_equal(b.moves, 1);
	/* other gains than the journal's are no continuation */
	coordinator_close(&b.c);
	bed_coordinator(&b);
	w.k = 5;
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), ERR_FORMAT);
}

/* A specimen that presses on its actuator before the test, at a site whose component nothing drives. */
static void knows_the_specimen_at_rest_in_every_life(void **state)
{
	(void)state;
	static const bool idle[1] = {false};
	double zero = 0.0, force = -3.5;
	struct signals rest = {.n = {1, 0, 0, 1, 0}, .x = {&zero, &zero, &zero, &force, &zero}};
	struct err e = {0};
	b.hw.rest = &rest;
	b.hw.driven = idle;
	bed_host(&b);
	bed_coordinator(&b);
	assert_null(coordinator_rest(&b.c));
	assert_true(coordinator_driven(&b.c, 0));
	bed_run(&b);
	assert_true(coordinator_rest(&b.c)->x[SLOT_FORCE][0] == -3.5 && !coordinator_driven(&b.c, 0));
	bed_steps(&b, 1, 2);
	/* what the rig reads later is not how the test began */
	force = 9.0;
	bed_cut(&b);
	bed_wait(&b, 300);
	assert_int_equal(b.welcomed, 2);
	assert_true(coordinator_rest(&b.c)->x[SLOT_FORCE][0] == -3.5);
	/* a coordinator that replays knows it before it has reached anybody, and a site from its journal */
	coordinator_close(&b.c);
	host_close(&b.h);
	b.cut = true;
	b.cw.resume = true;
	bed_coordinator(&b);
	assert_null(coordinator_site(&b.c));
	assert_true(coordinator_replays(&b.c) && coordinator_rest(&b.c)->x[SLOT_FORCE][0] == -3.5 && !coordinator_driven(&b.c, 0));
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
	b.cut = false;
	b.line = -1;
	bed_steps(&b, 1, 3);
	assert_true(coordinator_site(&b.c)->rest[0] == 0 && coordinator_rest(&b.c)->x[SLOT_FORCE][0] == -3.5);
	assert_int_equal(journal_compare("0/c", "1/run-1.laboratory.journal", &b.mem, &e), 0);
	/* a site where it is driven now is not the one the test began with */
	coordinator_close(&b.c);
	host_close(&b.h);
	b.line = -1;
	b.cut = true;
	bed_coordinator(&b);
	bed_steps(&b, 1, 3);
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
	b.h.rest[0] = 1;
	b.cut = false;
	bed_wait(&b, 300);
	assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
	assert_contains(b.text, "other components of it are driven");
	assert_true(coordinator_failed(&b.c));
}

/* One more number comes back than the test was made for; it is not welcome, also when it says so again. */
static void a_site_of_other_sizes_ends_the_test(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	bed_cut(&b);
	b.c.words.out_n[SLOT_TIME] = 1;
	bed_wait(&b, 300);
	assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
	assert_contains(b.text, "it has other sizes");
	assert_true(coordinator_failed(&b.c));
	assert_int_equal(b.welcomed, 1);
}

static void ends_again_when_the_farewell_was_lost(void **state)
{
	(void)state;
	size_t n;
	b.cw.out_n[SLOT_TIME] = b.hw.out_n[SLOT_TIME] = 1;
	b.time[0] = 7.0;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	coordinator_end(&b.c, b.t);
	const unsigned char *out = coordinator_output(&b.c, &n);
	host_bytes(&b.h, b.line, b.t, out, n);
	coordinator_sent(&b.c, n);
	assert_int_equal(b.h.state, HOST_ENDED);
	bed_cut(&b);
	bed_wait(&b, 300);
	assert_int_equal(b.last.kind, COORDINATOR_BYE);
	assert_int_equal(b.ends, 1);
	/* the next run begins at the same site, at rest, also when its process has read of the first one since */
	coordinator_close(&b.c);
	host_close(&b.h);
	bed_host(&b);
	b.line = -1;
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
	b.cw.run = "run-2";
	b.cw.journal = "0/d";
	bed_coordinator(&b);
	bed_run(&b);
	assert_int_equal(b.begins, 2);
	for (enum slot i = 0; i < SLOTS; i++)
		assert_true(coordinator_rest(&b.c)->n[i] == 0 || coordinator_rest(&b.c)->x[i][0] == 0.0);
	bed_steps(&b, 1, 3);
	/* and the first, replayed, needs nobody */
	coordinator_close(&b.c);
	bed_cut(&b);
	b.cut = true;
	b.cw.run = "run-1";
	b.cw.journal = "0/c";
	b.cw.resume = true;
	bed_coordinator(&b);
	bed_steps(&b, 1, 2);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_BYE);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), ERR_STATE);
}

/* The site's process is another one, and has no test; the coordinator lost its last steps with its power. */
static void gives_the_last_answers_of_a_run_that_has_ended_to_a_coordinator_that_lost_them(void **state)
{
	(void)state;
	size_t n;
	bed_start(&b);
	bed_steps(&b, 1, 5);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.c.state, COORDINATOR_ENDED);
	bed_fini(&b);
	const unsigned char *journal = disk_file("0/c", &n);
	disk_put("0/d", journal, n - 400);
	bed_init(&b);
	bed_host(&b);
	b.cw.journal = "0/d";
	b.cw.resume = true;
	b.cw.instance = 2;
	bed_coordinator(&b);
	bed_run(&b);
	bed_steps(&b, 1, 5);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.c.state, COORDINATOR_ENDED);
	assert_int_equal(b.moves, 0);
	assert_true(b.h.repeated > 0);
}

/* Three steps and the end, on both sides; the site's process is another one then, which has read of it. */
static const char ended_journal[] = "1/run-1.laboratory.journal";

static void end_and_recall(void)
{
	bed_start(&b);
	bed_steps(&b, 1, 3);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	coordinator_close(&b.c);
	host_close(&b.h);
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, ended_journal, NULL, NULL, NULL), 0);
	assert_int_equal(b.h.state, HOST_ENDED);
}

static void is_ended(const char *path)
{
	struct journal_summary summary;

	assert_int_equal(journal_check(path, &b.mem, &summary, NULL), 0);
	assert_true(summary.ended && !summary.tripped);
}

/* It is the rig's alone; behind it, acknowledged, comes another run. */
static void a_trip_behind_the_end_is_not_written_to_the_sites_journal(void **state)
{
	size_t before, after;
	(void)state;

	end_and_recall();
	(void)disk_file(ended_journal, &before);
	host_failed(&b.h, b.t, "the site was interrupted");
	bed_run(&b);
	assert_int_equal(b.rests, 1);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
	assert_int_equal(b.h.state, HOST_NEW);
	(void)disk_file(ended_journal, &after);
	assert_int_equal(before, after);
	is_ended(ended_journal);
	b.cw.run = "run-2";
	b.cw.journal = "0/d";
	bed_coordinator(&b);
	bed_run(&b);
	bed_steps(&b, 1, 2);
}

/* The coordinator may not have come to the end of what it replays. */
static void a_trip_while_an_ended_run_is_replayed_is_not_written(void **state)
{
	(void)state;
	end_and_recall();
	b.cw.resume = true;
	for (int steps = 1; steps <= 3; steps++) {
		bed_coordinator(&b);
		for (int i = 1; i <= steps; i++)
			assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
		bed_run(&b);
		assert_true(coordinator_replays(&b.c));
		coordinator_trip(&b.c, b.t, "interrupted");
		bed_run(&b);
		coordinator_close(&b.c);
		is_ended("0/c");
	}
}

static void trips_behind_the_end_in_journals_of_older_programs_do_not_count(void **state)
{
	struct journal_summary summary;
	struct journal j;
	(void)state;

	end_and_recall();
	host_close(&b.h);
	assert_int_equal(journal_check(ended_journal, &b.mem, &summary, NULL), 0);
	assert_int_equal(journal_init(&j, 256, &b.hw.policy, &b.mem, NULL), 0);
	assert_int_equal(journal_resume(&j, ended_journal, &summary.identity, 9, NULL), 0);
	assert_int_equal(journal_append(&j, JOURNAL_TRIPPED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL), 0);
	assert_int_equal(journal_append(&j, JOURNAL_ACKNOWLEDGED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL), 0);
	assert_int_equal(journal_append(&j, JOURNAL_TRIPPED, 0, 0, NULL, 0, JOURNAL_SAFE, NULL), 0);
	assert_int_equal(journal_close(&j, NULL), 0);
	is_ended(ended_journal);
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, ended_journal, NULL, NULL, NULL), 0);
	assert_int_equal(b.h.state, HOST_ENDED);
}

int main(void)
{
#define CASE(name) BED_CASE(name, &b)
	const struct CMUnitTest tests[] = {
		CASE(moves_once_for_every_step_and_ends), CASE(numbers_several_commands_of_a_step),
		CASE(moves_once_when_the_connection_breaks_while_the_rig_moves), CASE(answers_from_memory_when_the_answer_was_lost),
		CASE(notices_a_silent_peer_and_connects_again_slower_and_slower), CASE(gives_up_when_told_to), CASE(goes_on_after_both_were_restarted),
		CASE(brings_a_coordinator_back_whose_disk_was_lost), CASE(skips_nothing_that_the_other_side_has_done),
		CASE(lets_nobody_move_before_everybody_has_accepted), CASE(proposes_again_when_an_accepted_step_loses_its_connection),
		CASE(sends_gains_once_and_keeps_them_over_losses_and_restarts), CASE(knows_the_specimen_at_rest_in_every_life),
		CASE(a_site_of_other_sizes_ends_the_test), CASE(ends_again_when_the_farewell_was_lost),
		CASE(gives_the_last_answers_of_a_run_that_has_ended_to_a_coordinator_that_lost_them),
		CASE(a_trip_behind_the_end_is_not_written_to_the_sites_journal), CASE(a_trip_while_an_ended_run_is_replayed_is_not_written),
		CASE(trips_behind_the_end_in_journals_of_older_programs_do_not_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
