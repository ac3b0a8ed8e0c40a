/* Coordinator and site: one movement for every exchange, whatever is lost, repeated or restarted; everything else is refused in words. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

#include "math/dense.h"
#include "remote/round.h"
#include "remote/substeps.h"

static struct bed b, b2;

static int begin(void **state)
{
	(void)state;
	disk_reset();
	io_use(&disk_io);
	bed_init(&b);
	return 0;
}

static int end(void **state)
{
	(void)state;
	bed_fini(&b);
	io_use(NULL);
	disk_fini();
	return 0;
}

static void start(void)
{
	bed_host(&b);
	bed_coordinator(&b);
	bed_run(&b);
}

/* Steps first .. last with targets 0.1 step. */
static void steps(int first, int last)
{
	for (int i = first; i <= last; i++) {
		assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
		bed_run(&b);
		assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
		assert_int_equal(b.last.step, i);
		assert_true(coordinator_answer(&b.c)->x[SLOT_FORCE][0] == 10.0 * (0.1 * i));
	}
}

static void moves_once_for_every_step_and_ends(void **state)
{
	(void)state;
	start();
	assert_int_equal(b.welcomed, 1);
	assert_non_null(coordinator_site(&b.c));
	assert_true(coordinator_site(&b.c)->limit[0].stroke_hi == 5.0);
	steps(1, 10);
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
	start();
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
	start();
	steps(1, 3);
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
	steps(5, 6);
	assert_int_equal(b.moves, 6);
}

static void answers_from_memory_when_the_answer_was_lost(void **state)
{
	(void)state;
	size_t n;
	start();
	steps(1, 3);
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
	steps(5, 5);
}

static void notices_a_silent_peer_and_connects_again_slower_and_slower(void **state)
{
	(void)state;
	start();
	steps(1, 1);
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
	steps(2, 3);
}

static void gives_up_when_told_to(void **state)
{
	(void)state;
	b.cw.give_up_ns = 3000000000;
	start();
	steps(1, 1);
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

static void refuses_in_words_whoever_does_not_belong_here(void **state)
{
	(void)state;
	static const struct {
		enum wire_refusal code;
		const char *says;
	} row[] = {
		{WIRE_REFUSE_SITE, "this is site laboratory, not other"}, {WIRE_REFUSE_SIZES, "sizes of Disp"},
		{WIRE_REFUSE_UNITS, "unit of force: the coordinator's lb, this site's kN"},
	};
	for (int i = 0; i < 3; i++) {
		bed_fini(&b);
		bed_init(&b);
		disk_reset();
		b.hw.force = "kN";
		if (i == 0)
			b.cw.site = "other";
		if (i == 1)
			b.cw.trial_n[SLOT_DISP] = 2;
		if (i == 2)
			b.cw.force = "lb";
		start();
		assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
		assert_int_equal(b.last.refusal, row[i].code);
		assert_contains(b.text, row[i].says);
		assert_true(coordinator_failed(&b.c));
		assert_int_equal(b.moves, 0);
	}
}

static void refuses_another_run_while_one_is_under_way(void **state)
{
	(void)state;
	start();
	steps(1, 2);
	bed_cut(&b);
	coordinator_close(&b.c);
	b.cw.run = "run-2";
	b.cw.journal = "0/d";
	bed_coordinator(&b);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_RUN);
	assert_contains(b.text, "run run-1 is under way here, at step 2");
}

/* A second table has the second coordinator; its bytes go to the first one's host. */
static void refuses_a_second_coordinator_until_the_first_is_silent_for_too_long(void **state)
{
	(void)state;
	size_t n;
	unsigned char bytes[1024];
	start();
	steps(1, 2);
	bed_init(&b2);
	b2.cw.journal = "2/c";
	b2.cw.instance = 2;
	bed_coordinator(&b2);
	b2.t = b.t;
	coordinator_time(&b2.c, b2.t);
	coordinator_connected(&b2.c, b2.t);
	int line = host_connected(&b.h, b.t);
	assert_int_not_equal(line, b.line);
	const unsigned char *out = coordinator_output(&b2.c, &n);
	host_bytes(&b.h, line, b.t, out, n);
	out = host_output(&b.h, line, &n);
	memcpy(bytes, out, n);
	coordinator_bytes(&b2.c, b2.t, bytes, n);
	/* it will try again; the first is served as before */
	assert_int_equal(b2.c.state, COORDINATOR_OFFLINE);
	assert_false(coordinator_failed(&b2.c));
	assert_int_equal(b.h.served, b.line);
	host_lost(&b.h, line, b.t);
	steps(3, 3);
	/* silence of the first frees the site */
	b.t += 6000000000;
	host_time(&b.h, b.t);
	assert_int_equal(b.h.served, -1);
	bed_fini(&b2);
}

static void lets_the_same_process_take_over_its_own_connection_at_once(void **state)
{
	(void)state;
	start();
	steps(1, 2);
	/* the coordinator has noticed a loss, the site has not */
	int old = b.line;
	b.line = -1;
	coordinator_lost(&b.c, b.t);
	bed_wait(&b, 200);
	assert_int_equal(b.welcomed, 2);
	assert_int_not_equal(b.line, old);
	assert_int_equal(b.h.served, b.line);
	steps(3, 3);
}

static void refuses_targets_beyond_the_limits_and_moves_nothing(void **state)
{
	(void)state;
	start();
	steps(1, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 5.5, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
	assert_int_equal(b.last.code, ERR_LIMIT);
	assert_contains(b.text, "step 3.0: component 1: 5.5 (allowed: -5 to 5)");
	assert_int_equal(b.moves, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), ERR_STATE);
}

static void lets_no_number_out_that_is_none(void **state)
{
	(void)state;
	start();
	assert_int_equal(bed_exchange(&b, 1, 0, NAN, NULL), ERR_NONFINITE);
	assert_int_equal(bed_exchange(&b, 1, 0, INFINITY, NULL), ERR_NONFINITE);
	steps(1, 1);
	b.slow = true;
	assert_int_equal(bed_exchange(&b, 2, 0, 0.2, NULL), 0);
	bed_run(&b);
	double x = 0.2, f = NAN;
	struct signals out = {.n = {1, 0, 0, 1, 0}, .x = {&x, &x, &x, &f, &x}};
	host_measured(&b.h, b.t, &out, NULL);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_TRIPPED);
	assert_contains(b.text, "not a finite number");
	assert_int_equal(b.h.state, HOST_TRIPPED);
}

static void trips_both_ways_and_goes_on_when_the_operator_has_seen_it(void **state)
{
	(void)state;
	start();
	steps(1, 2);
	host_failed(&b.h, b.t, "measured force 105.3");
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_TRIPPED);
	assert_contains(b.text, "site laboratory has tripped: measured force 105.3");
	assert_int_equal(b.rests, 1);
	bed_cut(&b);
	/* another process of the same run is refused until the trip is acknowledged */
	coordinator_close(&b.c);
	b.cw.resume = true;
	b.cw.instance = 2;
	bed_coordinator(&b);
	assert_int_equal(bed_exchange(&b, 1, 0, 0.1 * 1, NULL), 0);
	assert_int_equal(bed_exchange(&b, 2, 0, 0.1 * 2, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_TRIPPED);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), ERR_STATE);
	coordinator_close(&b.c);
	b.cw.instance = 3;
	bed_coordinator(&b);
	steps(1, 4);
	assert_int_equal(b.moves, 4);
	coordinator_trip(&b.c, b.t, "somebody has pressed the button");
	bed_run(&b);
	assert_int_equal(b.rests, 2);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "coordinator: somebody has pressed the button");
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
	start();
	steps(1, 5);
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
	steps(1, 5);
	assert_int_equal(b.moves, 0);
	assert_false(coordinator_replays(&b.c));
	steps(6, 8);
	assert_int_equal(b.moves, 3);
}

static void says_where_a_changed_script_parts_from_its_journal(void **state)
{
	(void)state;
	struct err e = {0};
	char line[600];
	start();
	steps(1, 5);
	coordinator_close(&b.c);
	b.cw.resume = true;
	bed_coordinator(&b);
	for (int i = 1; i <= 2; i++)
		assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
	bed_run(&b);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.25, &e), ERR_FORMAT);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "histories disagree at step 3.0: value 1: computed 0.25, journal 0.3000000000000000");
	assert_true(coordinator_failed(&b.c));
	assert_int_equal(b.moves, 5);
}

static void refuses_a_coordinator_that_knows_more_than_the_site(void **state)
{
	(void)state;
	start();
	steps(1, 5);
	bed_fini(&b);
	/* the site's disk was lost */
	bed_init(&b);
	b.hw.folder = "3";
	b.cw.resume = true;
	bed_host(&b);
	bed_coordinator(&b);
	for (int i = 1; i <= 5; i++)
		assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0), bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_HISTORY);
	assert_contains(b.text, "knows nothing of run run-1, the coordinator is at step 5");
	assert_int_equal(b.moves, 0);
}

static void brings_a_coordinator_back_whose_disk_was_lost(void **state)
{
	(void)state;
	start();
	steps(1, 20);
	bed_cut(&b);
	coordinator_close(&b.c);
	b.cw.journal = "3/new";
	b.cw.instance = 9;
	bed_coordinator(&b);
	bed_run(&b);
	/* the site answers all twenty from memory, and moves for the next */
	steps(1, 21);
	assert_int_equal(b.moves, 21);
	assert_int_equal(b.h.repeated, 20);
}

static void refuses_other_targets_for_a_step_that_was_executed(void **state)
{
	(void)state;
	start();
	steps(1, 4);
	bed_cut(&b);
	coordinator_close(&b.c);
	b.cw.journal = NULL;
	b.cw.instance = 9;
	bed_coordinator(&b);
	bed_run(&b);
	steps(1, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.31, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_HISTORY);
	assert_contains(b.text, "step 3.0 came here with other targets");
	assert_int_equal(b.moves, 4);
}

/* An exchange of the site's that the coordinator has not seen, and does not repeat: it may not be skipped. */
static void skips_nothing_that_the_other_side_has_done(void **state)
{
	(void)state;
	start();
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

static void closes_a_line_that_speaks_nonsense_and_goes_on_with_the_test(void **state)
{
	(void)state;
	size_t n;
	start();
	steps(1, 2);
	int line = host_connected(&b.h, b.t);
	host_bytes(&b.h, line, b.t, (const unsigned char *)"GET / HTTP/1.1\r\n\r\n", 18);
	const unsigned char *out = host_output(&b.h, line, &n);
	struct wire_decoder d;
	struct wire_frame f;
	struct wire_refuse r;
	assert_int_equal(wire_decoder_init(&d, 1024, &b.mem, NULL), 0);
	wire_feed(&d, out, n);
	assert_int_equal(wire_next(&d, &f), WIRE_GOOD);
	assert_int_equal(wire_get_refuse(&f, &r), WIRE_GOOD);
	assert_string_equal(r.text, "a frame that is none: not this protocol");
	assert_int_equal(b.h.line_state[line], HOST_LINE_CLOSING);
	steps(3, 4);
	/* connections that say nothing are closed after their patience, and more than four at a time are not taken */
	host_lost(&b.h, line, b.t);
	for (int i = 0; i < HOST_LINES - 1; i++)
		assert_true(host_connected(&b.h, b.t) >= 0);
	assert_int_equal(host_connected(&b.h, b.t), -1);
	steps(5, 6);
	b.t += 4000000000;
	steps(7, 7);
	b.t += 4000000000;
	bed_run(&b);
	steps(8, 8);
	int closing = 0;
	for (int i = 0; i < HOST_LINES; i++)
		closing += b.h.line_state[i] == HOST_LINE_CLOSING;
	assert_int_equal(closing, HOST_LINES - 1);
}

static void stops_when_its_disk_fails_and_says_so(void **state)
{
	(void)state;
	start();
	steps(1, 2);
	disk_fuse(1, 20);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_DISK);
	assert_int_equal(b.moves, 2);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_int_equal(b.rests, 1);
}

static void stops_when_the_coordinators_disk_fails(void **state)
{
	(void)state;
	struct err e = {0};
	start();
	steps(1, 2);
	disk_fuse(0, 20);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, &e), ERR_FILE);
	bed_run(&b);
	assert_int_equal(b.moves, 2);
	assert_true(coordinator_failed(&b.c));
	/* the site waits for somebody to resume */
	assert_int_equal(b.h.state, HOST_READY);
}

/* Two sites; the second one's connection is on the second table. */
static void lets_nobody_move_before_everybody_has_accepted(void **state)
{
	(void)state;
	struct coordinator *both[2] = {&b.c, &b2.c};
	struct round r;
	b.cw.propose = true;
	start();
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
	assert_contains(b.h.why, "site laboratory 2 has ended the test");
	bed_fini(&b2);
}

static void proposes_again_when_an_accepted_step_loses_its_connection(void **state)
{
	(void)state;
	b.cw.propose = true;
	start();
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

/* A spring of two components, f = K u. */
static const double spring[4] = {200.0, -50.0, -50.0, 100.0};
static double gone[3][2];
static int pull(void *self, int i, const double *u, double *ret_force)
{
	(void)self;
	memcpy(gone[i - 1], u, sizeof(gone[0]));
	mat_vec(2, 2, spring, u, ret_force);
	return 0;
}

/* u_i = u0 (1 - i/k) + u0+ i/k - G K u_{i-1}, computed by hand with matrices of two. */
static void runs_dorkas_substeps_as_the_integrator_does(void **state)
{
	(void)state;
	static const double g[4] = {1e-3, 2e-4, 2e-4, 2e-3}, u0[2] = {0.1, 0.2}, u1[2] = {0.4, -0.1}, f0[2] = {3.0, -4.0};
	double u[2], f[2], before[2], force[2] = {3.0, -4.0};
	struct substeps s = {.n = 2, .k = 3, .gain = g, .u0 = u0, .u1 = u1, .f0 = f0, .u = u, .f = f, .before = before};
	assert_int_equal(substeps_run(&s, pull, NULL), 0);
	for (int i = 1; i <= 3; i++) {
		double share = i / 3.0, x[2];
		for (int j = 0; j < 2; j++)
			x[j] = u0[j] * (1.0 - share) + u1[j] * share + (g[2 * j] * force[0] + g[2 * j + 1] * force[1]);
		assert_near(gone[i - 1][0], x[0], 1e-15);
		assert_near(gone[i - 1][1], x[1], 1e-15);
		if (i == 3)
			assert_true(before[0] == force[0] && before[1] == force[1]);
		force[0] = -(200.0 * x[0] - 50.0 * x[1]);
		force[1] = -(-50.0 * x[0] + 100.0 * x[1]);
	}
	assert_near(f[0], force[0], 1e-12);
	assert_near(f[1], force[1], 1e-12);
}

static void sends_gains_once_and_keeps_them_over_losses_and_restarts(void **state)
{
	(void)state;
	double x = 0.3, u0 = 0.1, f0 = -1.0, g = 1e-3;
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	int k;
	start();
	assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0.01, &trial, &u0, &f0, NULL), ERR_STATE);
	assert_int_equal(coordinator_gains(&b.c, b.t, 0, &g, NULL), ERR_RANGE);
	assert_int_equal(coordinator_gains(&b.c, b.t, 4, &g, NULL), 0);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0.01, &trial, &u0, &f0, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_MEASURED);
	assert_true(coordinator_before(&b.c)[0] == -1.0);
	assert_true(host_target(&b.h)->ramp && host_target(&b.h)->u0[0] == 0.1 && host_target(&b.h)->f0[0] == -1.0);
	assert_true(host_gains(&b.h, &k)[0] == 1e-3 && k == 4);
	bed_cut(&b);
	bed_wait(&b, 200);
	assert_int_equal(b.welcomed, 2);
	bed_fini(&b);
	bed_init(&b);
	bed_host(&b);
	assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
	assert_true(host_gains(&b.h, &k) && k == 4);
	b.cw.resume = true;
	bed_coordinator(&b);
	assert_int_equal(coordinator_gains(&b.c, b.t, 4, &g, NULL), 0);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0.01, &trial, &u0, &f0, NULL), 0);
	bed_run(&b);
	assert_int_equal(coordinator_ramp(&b.c, b.t, 2, 0.02, &trial, &u0, &f0, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.step, 2);
	assert_int_equal(b.moves, 1);
	/* other gains than the journal's are no continuation */
	coordinator_close(&b.c);
	bed_coordinator(&b);
	assert_int_equal(coordinator_gains(&b.c, b.t, 5, &g, NULL), ERR_FORMAT);
}

static void refuses_substeps_without_gains_at_the_site(void **state)
{
	(void)state;
	double x = 0.3, u0 = 0.1, f0 = -1.0;
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	start();
	/* as a coordinator would that forgets to send them */
	unsigned char payload[256];
	struct wire_place none = {0};
	size_t n = wire_put_target(&none, 0.01, &trial, &u0, &f0, payload);
	unsigned char *room = line_room(&b.c.line, n);
	memcpy(room, payload, n);
	line_say(&b.c.line, b.t, WIRE_STEP, WIRE_RAMP, 1, 0, n);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_GAINS);
	assert_int_equal(b.moves, 0);
}

static void ends_again_when_the_farewell_was_lost(void **state)
{
	(void)state;
	size_t n;
	start();
	steps(1, 2);
	coordinator_end(&b.c, b.t);
	const unsigned char *out = coordinator_output(&b.c, &n);
	host_bytes(&b.h, b.line, b.t, out, n);
	coordinator_sent(&b.c, n);
	assert_int_equal(b.h.state, HOST_ENDED);
	bed_cut(&b);
	bed_wait(&b, 300);
	assert_int_equal(b.last.kind, COORDINATOR_BYE);
	assert_int_equal(b.ends, 1);
	/* the next run begins at the same site */
	coordinator_close(&b.c);
	b.cw.run = "run-2";
	b.cw.journal = "0/d";
	bed_coordinator(&b);
	bed_run(&b);
	assert_int_equal(b.begins, 2);
	steps(1, 3);
	/* and the first, replayed, needs nobody */
	coordinator_close(&b.c);
	bed_cut(&b);
	b.cut = true;
	b.cw.run = "run-1";
	b.cw.journal = "0/c";
	b.cw.resume = true;
	bed_coordinator(&b);
	steps(1, 2);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_BYE);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), ERR_STATE);
}

static void refuses_a_run_whose_journal_is_there_but_was_not_taken_up(void **state)
{
	(void)state;
	start();
	steps(1, 2);
	bed_fini(&b);
	bed_init(&b);
	bed_host(&b);
	b.cw.journal = "0/new";
	bed_coordinator(&b);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_RUN);
	assert_contains(b.text, "there is a journal already");
}

static void checks_its_words(void **state)
{
	(void)state;
	for (int i = 0; i < 8; i++) {
		struct coordinator c;
		struct coordinator_words w = b.cw;
		switch (i) {
		case 0: w.run = "a/b"; break;
		case 1: w.site = ""; break;
		case 2: w.name = NULL; break;
		case 3: w.trial_n[0] = 257; break;
		case 4: w.dt = NAN; break;
		case 5: w.times.lost_ns = w.times.ping_ns; break;
		case 6: w.journal = NULL, w.resume = true; break;
		case 7: w.force = "a unit with a long name"; break;
		}
		assert_true(coordinator_setup(&c, &w, 0, &b.mem, NULL) < 0);
	}
	for (int i = 0; i < 5; i++) {
		struct wire_limit wrong = {1.0, -1.0, 1.0, 0.0, 0.0};
		struct host h;
		struct host_words w = b.hw;
		switch (i) {
		case 0: w.site = NULL; break;
		case 1: w.history = 0; break;
		case 2: w.limit = &wrong; break;
		case 3: w.times.ping_ns = 0; break;
		case 4: w.out_n[SLOT_TIME] = -1; break;
		}
		assert_true(host_setup(&h, &w, &b.mem, NULL) < 0);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(moves_once_for_every_step_and_ends), CASE(numbers_several_commands_of_a_step), CASE(moves_once_when_the_connection_breaks_while_the_rig_moves),
		CASE(answers_from_memory_when_the_answer_was_lost), CASE(notices_a_silent_peer_and_connects_again_slower_and_slower), CASE(gives_up_when_told_to),
		CASE(refuses_in_words_whoever_does_not_belong_here), CASE(refuses_another_run_while_one_is_under_way),
		CASE(refuses_a_second_coordinator_until_the_first_is_silent_for_too_long), CASE(lets_the_same_process_take_over_its_own_connection_at_once),
		CASE(refuses_targets_beyond_the_limits_and_moves_nothing), CASE(lets_no_number_out_that_is_none),
		CASE(trips_both_ways_and_goes_on_when_the_operator_has_seen_it), CASE(goes_on_after_both_were_restarted),
		CASE(says_where_a_changed_script_parts_from_its_journal), CASE(refuses_a_coordinator_that_knows_more_than_the_site),
		CASE(brings_a_coordinator_back_whose_disk_was_lost), CASE(refuses_other_targets_for_a_step_that_was_executed),
		CASE(skips_nothing_that_the_other_side_has_done), CASE(closes_a_line_that_speaks_nonsense_and_goes_on_with_the_test),
		CASE(stops_when_its_disk_fails_and_says_so), CASE(stops_when_the_coordinators_disk_fails), CASE(lets_nobody_move_before_everybody_has_accepted),
		CASE(proposes_again_when_an_accepted_step_loses_its_connection), CASE(runs_dorkas_substeps_as_the_integrator_does),
		CASE(sends_gains_once_and_keeps_them_over_losses_and_restarts), CASE(refuses_substeps_without_gains_at_the_site),
		CASE(ends_again_when_the_farewell_was_lost), CASE(refuses_a_run_whose_journal_is_there_but_was_not_taken_up), CASE(checks_its_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
