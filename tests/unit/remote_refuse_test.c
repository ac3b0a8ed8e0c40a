/* Coordinator and site: whatever does not belong to the test, leaves its limits, or cannot be written down is refused in words, and nothing moves. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

static struct bed b, b2;

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
		bed_start(&b);
		assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
		assert_int_equal(b.last.refusal, row[i].code);
		assert_contains(b.text, row[i].says);
		assert_int_equal(b.h.state, HOST_NEW);
		assert_true(coordinator_failed(&b.c));
		assert_int_equal(b.moves, 0);
	}
}

/* Version 0, which there is not: said once, and nothing of it is looked at. */
static void a_hello_that_is_none_is_refused_once(void **state)
{
	const unsigned char *out;
	size_t n;
	int line;
	(void)state;

	bed_host(&b);
	bed_coordinator(&b);
	line = host_connected(&b.h, b.t);
	line_open(&b.c.line, b.t);
	memset(line_room(&b.c.line, 74), 0, 74);           /* bytes of the shortest */
	line_say(&b.c.line, b.t, WIRE_HELLO, 0, 0, 0, 74);
	out = coordinator_output(&b.c, &n);
	host_bytes(&b.h, line, b.t, out, n);
	assert_string_equal(b.h.refusal, "HELLO is not as it should be");
	assert_int_equal(b.h.refused, 1);
	assert_int_equal(b.h.line_state[line], HOST_LINE_CLOSING);
	assert_int_equal(b.h.served, -1);
	assert_int_equal(b.h.state, HOST_NEW);
}

static void refuses_another_run_while_one_is_under_way(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
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
	bed_start(&b);
	bed_steps(&b, 1, 2);
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
	bed_steps(&b, 3, 3);
	/* silence of the first frees the site */
	b.t += 6000000000;
	host_time(&b.h, b.t);
	assert_int_equal(b.h.served, -1);
	bed_fini(&b2);
}

static void lets_the_same_process_take_over_its_own_connection_at_once(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	/* the coordinator has noticed a loss, the site has not */
	int old = b.line;
	b.line = -1;
	coordinator_lost(&b.c, b.t);
	bed_wait(&b, 200);
	assert_int_equal(b.welcomed, 2);
	assert_int_not_equal(b.line, old);
	assert_int_equal(b.h.served, b.line);
	bed_steps(&b, 3, 3);
}

static void refuses_targets_beyond_the_limits_and_moves_nothing(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 5.5, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
	assert_int_equal(b.last.code, ERR_LIMIT);
	assert_contains(b.text, "step 3.0: component 1: 5.5 (allowed: -5 to 5)");
	assert_int_equal(b.moves, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), ERR_STATE);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "step 3.0: component 1: 5.5 (allowed: -5 to 5)");
}

static void lets_no_number_out_that_is_none(void **state)
{
	(void)state;
	bed_start(&b);
	assert_int_equal(bed_exchange(&b, 1, 0, NAN, NULL), ERR_NONFINITE);
	assert_int_equal(bed_exchange(&b, 1, 0, INFINITY, NULL), ERR_NONFINITE);
	bed_steps(&b, 1, 1);
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
	bed_start(&b);
	bed_steps(&b, 1, 2);
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
	bed_steps(&b, 1, 4);
	assert_int_equal(b.moves, 4);
	coordinator_trip(&b.c, b.t, "somebody has pressed the button");
	bed_run(&b);
	assert_int_equal(b.rests, 2);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_contains(b.h.why, "coordinator: somebody has pressed the button");
}

/* The reason outlives the process; acknowledged it is history, and another one is another reason. */
static void a_site_that_is_started_again_knows_why_it_tripped(void **state)
{
	static const char *const why[] = {"measured force 105.3", "the pump has stopped"};
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 2);
	for (int i = 0; i < 2; i++) {
		host_failed(&b.h, b.t, why[i]);
		host_failed(&b.h, b.t, "what follows from it");
		host_close(&b.h);
		bed_host(&b);
		assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
		assert_int_equal(b.h.state, HOST_TRIPPED);
		assert_contains(b.h.why, why[i]);
		assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
		assert_int_equal(b.h.state, HOST_READY);
	}
}

static void says_where_a_changed_script_parts_from_its_journal(void **state)
{
	(void)state;
	struct err e = {0};
	char line[600];
	bed_start(&b);
	bed_steps(&b, 1, 5);
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

/* Where all values agree it is the time. A ramp of one displacement has six: x0+, t0, instant0, x0, now and f (wire.h); a plain target only the first. */
static void says_when_times_or_lengths_part_from_the_journal(void **state)
{
	double x = 0.3, u0 = 0.1, now = 0.11, f0 = -1.0, g = 1e-3;
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	struct substep_gains w = {.n = 1, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	struct substeps begin = {.t0 = 0.25, .instant0 = 0.5, .x0 = {&u0}, .now = {&now}, .f = &f0};
	static const char *const says[] = {"histories disagree at step 1.0: time 1: computed 0.02, journal 0.01",
	                                   "histories disagree at step 1.0: computed 1 values, journal 6"};
	char line[600];
	(void)state;

	for (int i = 0; i < 2; i++) {
		struct err e = {0};

		bed_end(&b);
		bed_begin(&b);
		bed_start(&b);
		assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
		assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0, 0.01, &trial, &begin, NULL), 0);
		bed_run(&b);
		coordinator_close(&b.c);
		b.cw.resume = true;
		bed_coordinator(&b);
		assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
		if (i == 0)
			assert_int_equal(coordinator_ramp(&b.c, b.t, 1, 0, 0.02, &trial, &begin, &e), ERR_FORMAT);
		else
			assert_int_equal(coordinator_exchange(&b.c, b.t, 1, 0, 0.01, &trial, &e), ERR_FORMAT);
		err_text(&e, line, sizeof(line));
		assert_contains(line, says[i]);
		assert_int_equal(b.moves, 1);
	}
}

static void refuses_a_coordinator_that_knows_more_than_the_site(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 5);
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

/* The site knows the step, with other numbers; or it does not know it. */
static void says_whose_history_is_another(void **state)
{
	static const struct { uint64_t step; const char *says; } row[] = {
		{2, "histories disagree at step 2.0 or before"},
		{7, "histories disagree: the coordinator has measured up to step 7.0, this site has executed up to 2.0"},
	};
	(void)state;

	for (size_t i = 0; i < COUNT(row); i++) {
		bed_end(&b);
		bed_begin(&b);
		bed_start(&b);
		bed_steps(&b, 1, 2);
		bed_cut(&b);
		b.c.last.step = row[i].step;
		b.c.last.digest ^= 1;
		bed_wait(&b, 300);
		assert_int_equal(b.last.refusal, WIRE_REFUSE_HISTORY);
		assert_contains(b.text, row[i].says);
	}
}

static void refuses_other_targets_for_a_step_that_was_executed(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 4);
	bed_cut(&b);
	coordinator_close(&b.c);
	b.cw.journal = NULL;
	b.cw.instance = 9;
	bed_coordinator(&b);
	bed_run(&b);
	bed_steps(&b, 1, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.31, NULL), 0);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_HISTORY);
	assert_contains(b.text, "step 3.0 came here with other targets");
	assert_int_equal(b.moves, 4);
}

static void closes_a_line_that_speaks_nonsense_and_goes_on_with_the_test(void **state)
{
	(void)state;
	size_t n;
	bed_start(&b);
	bed_steps(&b, 1, 2);
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
	bed_steps(&b, 3, 4);
	/* connections that say nothing are closed after their patience, and more than four at a time are not taken */
	host_lost(&b.h, line, b.t);
	for (int i = 0; i < HOST_LINES - 1; i++)
		assert_true(host_connected(&b.h, b.t) >= 0);
	assert_int_equal(host_connected(&b.h, b.t), -1);
	bed_steps(&b, 5, 6);
	b.t += 4000000000;
	bed_steps(&b, 7, 7);
	b.t += 4000000000;
	bed_run(&b);
	bed_steps(&b, 8, 8);
	int closing = 0;
	for (int i = 0; i < HOST_LINES; i++)
		closing += b.h.line_state[i] == HOST_LINE_CLOSING;
	assert_int_equal(closing, HOST_LINES - 1);
}

/* Three lines say nothing; the coordinator comes over the fourth. */
static void serves_over_its_last_line(void **state)
{
	(void)state;
	bed_host(&b);
	for (int i = 0; i < HOST_LINES - 1; i++)
		assert_int_equal(host_connected(&b.h, b.t), i);
	bed_coordinator(&b);
	bed_run(&b);
	assert_int_equal(b.h.served, HOST_LINES - 1);
	bed_steps(&b, 1, 3);
}

/* Nonsense before the first welcome may pass: somebody else may have had the port. */
static void tries_again_where_it_was_answered_with_nonsense(void **state)
{
	static const unsigned char nonsense[] = "HTTP/1.1 400 Bad Request\r\n\r\nthis is no site";

	(void)state;
	bed_coordinator(&b);
	coordinator_time(&b.c, b.t);
	coordinator_connected(&b.c, b.t);
	coordinator_bytes(&b.c, b.t, nonsense, sizeof(nonsense));
	assert_int_equal(b.c.state, COORDINATOR_OFFLINE);
	assert_false(coordinator_failed(&b.c));
	bed_host(&b);
	bed_wait(&b, 300);
	bed_steps(&b, 1, 2);
}

/* A walk through its journal that was not done. */
static void closes_a_journal_that_it_was_reading(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 3);
	coordinator_close(&b.c);
	host_close(&b.h);
	assert_int_equal(disk_handles(), 0);
	b.cw.resume = true;
	bed_coordinator(&b);
	assert_int_equal(bed_exchange(&b, 1, 0, 0.1, NULL), 0);
	assert_true(coordinator_replays(&b.c));
	coordinator_close(&b.c);
	assert_int_equal(disk_handles(), 0);
}

/* A connection that is gone, as after a long silence, does not leave a specimen under load. */
static void a_site_that_has_no_connection_is_told_over_a_new_one(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	b.cut = true;
	bed_cut(&b);
	bed_wait(&b, 300);
	coordinator_trip(&b.c, b.t, "the operator has seen a crack");
	bed_wait(&b, 300);
	assert_false(coordinator_failed(&b.c));
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), ERR_STATE);
	b.cut = false;
	bed_wait(&b, 2000);
	assert_true(coordinator_failed(&b.c) && b.c.resting);
	assert_int_equal(b.last.kind, COORDINATOR_TRIPPED);
	assert_string_equal(b.text, "the operator has seen a crack");
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_string_equal(b.h.why, "coordinator: the operator has seen a crack");
	assert_int_equal(b.moves, 2);
}

static void a_site_that_cannot_be_told_is_let_be(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	coordinator_let_be(&b.c, b.t);
	assert_false(coordinator_failed(&b.c));
	b.cut = true;
	bed_cut(&b);
	coordinator_trip(&b.c, b.t, "the operator has seen a crack");
	bed_wait(&b, 300);
	assert_false(coordinator_failed(&b.c));
	coordinator_let_be(&b.c, b.t);
	bed_run(&b);
	assert_true(coordinator_failed(&b.c) && !b.c.resting);
	assert_int_equal(b.last.kind, COORDINATOR_TRIPPED);
	assert_string_equal(b.text, "the operator has seen a crack");
}

static void refuses_substeps_without_gains_at_the_site(void **state)
{
	(void)state;
	double x = 0.3, u0 = 0.1, f0 = -1.0;
	struct substeps begin = {.x0 = {&u0}, .now = {&u0}, .f = &f0};
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	bed_start(&b);
	/* as a coordinator would that forgets to send them */
	unsigned char payload[256];
	struct wire_place none = {0};
	size_t n = wire_put_target(&none, 0.01, &trial, &begin, payload);
	unsigned char *room = line_room(&b.c.line, n);
	memcpy(room, payload, n);
	line_say(&b.c.line, b.t, WIRE_STEP, WIRE_RAMP, 1, 0, n);
	bed_run(&b);
	assert_int_equal(b.last.refusal, WIRE_REFUSE_GAINS);
	assert_int_equal(b.moves, 0);
}

/* Two forces for one displacement, and more velocities than displacements: such a site there may be, with sub-steps not. */
static void refuses_gains_for_a_site_with_other_forces_than_components(void **state)
{
	double g = 1e-3;
	struct substep_gains w = {.n = 1, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	struct err e = {0};
	(void)state;

	b.cw.out_n[SLOT_FORCE] = b.hw.out_n[SLOT_FORCE] = 2;
	b.cw.trial_n[SLOT_VEL] = b.hw.trial_n[SLOT_VEL] = 20;
	bed_start(&b);
	assert_int_equal(b.welcomed, 1);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, &e), ERR_RANGE);
	assert_contains(e.what, "it measures 2 for 1");
}

/* Whoever gave the folder may change his word for it. */
static void a_site_keeps_its_folder(void **state)
{
	char folder[] = "1";
	(void)state;

	b.hw.folder = folder;
	bed_host(&b);
	folder[0] = '3';
	bed_coordinator(&b);
	bed_run(&b);
	assert_true(journal_exists("1/run-1.laboratory.journal"));
}

static void refuses_a_run_whose_journal_is_there_but_was_not_taken_up(void **state)
{
	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
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
		struct err e = {0};
		assert_true(host_setup(&h, &w, &b.mem, &e) < 0);
		if (i == 2)
			assert_string_equal(e.what, "the limits of channel 1 contradict each other");
	}
}

int main(void)
{
#define CASE(name) BED_CASE(name, &b)
	const struct CMUnitTest tests[] = {
		CASE(refuses_in_words_whoever_does_not_belong_here), CASE(a_hello_that_is_none_is_refused_once),
		CASE(refuses_another_run_while_one_is_under_way),
		CASE(refuses_a_second_coordinator_until_the_first_is_silent_for_too_long), CASE(lets_the_same_process_take_over_its_own_connection_at_once),
		CASE(refuses_targets_beyond_the_limits_and_moves_nothing), CASE(lets_no_number_out_that_is_none),
		CASE(trips_both_ways_and_goes_on_when_the_operator_has_seen_it),
		CASE(a_site_that_is_started_again_knows_why_it_tripped), CASE(says_where_a_changed_script_parts_from_its_journal),
		CASE(says_when_times_or_lengths_part_from_the_journal),
		CASE(refuses_a_coordinator_that_knows_more_than_the_site), CASE(refuses_other_targets_for_a_step_that_was_executed),
		CASE(closes_a_line_that_speaks_nonsense_and_goes_on_with_the_test),
		CASE(refuses_substeps_without_gains_at_the_site), CASE(a_site_that_has_no_connection_is_told_over_a_new_one),
		CASE(a_site_that_cannot_be_told_is_let_be),
		CASE(refuses_gains_for_a_site_with_other_forces_than_components), CASE(a_site_keeps_its_folder), CASE(says_whose_history_is_another),
		CASE(serves_over_its_last_line), CASE(tries_again_where_it_was_answered_with_nonsense), CASE(closes_a_journal_that_it_was_reading),
		CASE(refuses_a_run_whose_journal_is_there_but_was_not_taken_up), CASE(checks_its_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
