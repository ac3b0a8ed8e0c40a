/* Words and numbers of coordinator and site: what stands at an edge, memory that is not there, gains and instants, records, deadlines, limits that
 * have changed. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

#include "base/fault.h"

static struct bed b;

/* What stands at the edge is taken, what is beyond it is refused. */
static void words_at_their_edges(void **state)
{
	static const struct { int what; bool good; } row[] = {{0, true}, {1, false}, {2, true}, {3, false}, {4, true}, {5, false}};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct coordinator_words w = b.cw;
		struct coordinator c = {.journal = {.handle = -1}};

		w.journal = NULL;
		switch (row[i].what) {
		case 0: w.force = "fifteen bytes.."; break;
		case 1: w.force = "sixteen bytes..."; break;
		case 2: w.times.lost_ns = 2 * w.times.ping_ns + 1; break;
		case 3: w.times.lost_ns = 2 * w.times.ping_ns; break;
		case 4: w.back_off_most_ns = w.back_off_ns; break;
		case 5: w.back_off_most_ns = w.back_off_ns - 1; break;
		}
		assert_int_equal(coordinator_setup(&c, &w, 0, &b.mem, NULL) == 0, row[i].good);
	}
}

/* A journal whose name was cut short would not be found when the site is started again: with the longest name of a run there must be room. */
static void journals_have_whole_names(void **state)
{
	char folder[JOURNAL_PATH];
	size_t room = JOURNAL_PATH - 1 - strlen("/.laboratory.journal") - (WIRE_NAME - 1);
	struct err e = {0};

	(void)state;
	memset(folder, 'x', sizeof(folder));
	folder[room] = '\0';
	b.hw.folder = folder;
	assert_int_equal(host_setup(&b.h, &b.hw, &b.mem, NULL), 0);
	folder[room] = 'x';
	folder[room + 1] = '\0';
	assert_int_equal(host_setup(&b.h, &b.hw, &b.mem, &e), ERR_RANGE);
	assert_contains(e.what, "is too long: with the names of journals 511 bytes at most");
}

/* Each call for memory fails once: that is said, and nothing is begun. */
static void without_memory_neither_is_set_up(void **state)
{
	int n = 0, m = 0;

	(void)state;
	b.cw.journal = NULL;
	for (int code = ERR_MEMORY; code; n++) {
		struct coordinator c = {.journal = {.handle = -1}};
		struct arena mem;

		arena_init(&mem);
		fault_arm(FAULT_arena_alloc, n + 1, false);
		code = coordinator_setup(&c, &b.cw, 0, &mem, NULL);
		fault_disarm();
		assert_int_equal(code, mem.refused ? ERR_MEMORY : 0);
		arena_fini(&mem);
	}
	for (int code = ERR_MEMORY; code; m++) {
		struct host h;
		struct arena mem;

		arena_init(&mem);
		fault_arm(FAULT_arena_alloc, m + 1, false);
		code = host_setup(&h, &b.hw, &mem, NULL);
		fault_disarm();
		assert_int_equal(code, mem.refused ? ERR_MEMORY : 0);
		arena_fini(&mem);
	}
	assert_true(n > 5 && m > 5);
}

/* Words are kept: whoever gave them may change his own. */
static void words_are_the_machines_own(void **state)
{
	char run[] = "run-1", site[] = "laboratory", time[] = "s", journal[] = "0/c";

	(void)state;
	b.cw.run = run;
	b.cw.site = site;
	b.cw.time = time;
	b.cw.journal = journal;
	bed_coordinator(&b);
	run[0] = site[0] = time[0] = journal[0] = 'x';
	assert_string_equal(b.c.words.run, "run-1");
	assert_string_equal(b.c.words.site, "laboratory");
	assert_string_equal(b.c.words.time, "s");
	assert_string_equal(b.c.words.journal, "0/c");
}

static void gains_and_instants_must_be_numbers(void **state)
{
	static const struct { double dt, b_v, b_a, g; int code; } row[] = {
		{NAN, 1.0, 1.0, 1.0, ERR_NONFINITE}, {0.0, 1.0, 1.0, 1.0, ERR_NONFINITE}, {-0.001, 1.0, 1.0, 1.0, ERR_NONFINITE}, {0.001, NAN, 1.0, 1.0, ERR_NONFINITE},
		{0.001, 1.0, INFINITY, 1.0, ERR_NONFINITE}, {0.001, 1.0, 1.0, NAN, ERR_NONFINITE}, {0.001, 1.0, 1.0, 1.0, 0},
	};
	double x = 0.3;
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	struct err e;

	(void)state;
	bed_start(&b);
	bed_steps(&b, 1, 2);
	assert_int_equal(coordinator_exchange(&b.c, b.t, 3, 0, NAN, &trial, NULL), ERR_NONFINITE);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct substep_gains w = {.n = 1, .k = 4, .dt = row[i].dt, .b_v = row[i].b_v, .b_a = row[i].b_a, .g = &row[i].g};

		err_clear(&e);
		assert_int_equal(coordinator_gains(&b.c, b.t, &w, &e), row[i].code);
		if (!isfinite(row[i].g))
			assert_string_equal(e.what, "gain 1 is not a finite number");
	}
	for (int i = 0; i < 3; i++) {
		double f = i == 0 ? NAN : 1.0;
		struct substeps s = {.t0 = i == 1 ? NAN : 0.0, .instant0 = i == 2 ? NAN : 0.0, .x0 = {&x}, .now = {&x}, .f = &f};

		assert_int_equal(coordinator_ramp(&b.c, b.t, 3, 0, 0.03, &trial, &s, NULL), ERR_NONFINITE);
	}
}

/* Three components: nine gains, and the site has each of them, in its place. */
static void gains_of_several_components_come_whole(void **state)
{
	static const double g[9] = {1e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3, 7e-3, 8e-3, 9e-3};
	struct substep_gains w = {.n = 3, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = g};

	(void)state;
	b.cw.trial_n[SLOT_DISP] = b.hw.trial_n[SLOT_DISP] = 3;
	b.cw.out_n[SLOT_DISP] = b.hw.out_n[SLOT_DISP] = b.cw.out_n[SLOT_FORCE] = b.hw.out_n[SLOT_FORCE] = 3;
	bed_start(&b);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
	bed_run(&b);
	assert_non_null(host_gains(&b.h));
	assert_int_equal(host_gains(&b.h)->n, 3);
	for (int i = 0; i < 9; i++)
		assert_near(host_gains(&b.h)->g[i], g[i], 0.0);
	/* and again over another connection, from what the coordinator keeps */
	bed_cut(&b);
	b.h.gains_n = 0;
	bed_wait(&b, 1000);
	assert_int_equal(b.welcomed, 2);
	assert_non_null(host_gains(&b.h));
	assert_near(host_gains(&b.h)->g[8], g[8], 0.0);
}

/* Whatever a journal can have: docs/wire.md, Journals. Kinds of records as bits. */
static unsigned kinds_of(const char *path)
{
	struct journal_reader r;
	struct journal_record record;
	unsigned kinds = 0;

	assert_int_equal(journal_reader_open(&r, path, 1024, &b.mem, NULL), 0);
	while (journal_next(&r, &record) == JOURNAL_GOOD) {
		bool exchange = record.type == JOURNAL_TARGET || record.type == JOURNAL_MEASURED;

		kinds |= 1u << record.type;
		/* a reading is of its exchange, or of the specimen at rest, as here */
		assert_int_equal(record.step > 0, exchange);
		assert_int_equal(record.sub, 0);
	}
	assert_int_equal(r.end, JOURNAL_ENDS);
	journal_reader_close(&r);
	return kinds;
}

static void only_targets_and_measurements_have_a_step_in_journals(void **state)
{
	double g = 1e-3;
	struct substep_gains w = {.n = 1, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	unsigned all = (1u << JOURNAL_TYPES) - 2;
	static double reading[100];
	const struct signals read = {.n = {[SLOT_DISP] = (int)COUNT(reading)}, .x = {[SLOT_DISP] = reading}};

	(void)state;
	b.hw.read = &read;
	bed_start(&b);
	assert_int_equal(coordinator_gains(&b.c, b.t, &w, NULL), 0);
	bed_steps(&b, 1, 3);
	host_failed(&b.h, b.t, "measured force 105.3");
	bed_run(&b);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
	coordinator_close(&b.c);
	bed_cut(&b);
	b.cw.resume = true;
	b.cw.instance = 2;
	bed_coordinator(&b);
	for (int i = 1; i <= 3; i++)
		assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
	bed_run(&b);
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	assert_int_equal(b.h.state, HOST_ENDED);
	coordinator_close(&b.c);
	assert_int_equal(kinds_of("0/c"), all & ~(1u << JOURNAL_ACKNOWLEDGED | 1u << JOURNAL_READ));
	assert_int_equal(kinds_of("1/run-1.laboratory.journal"), all & ~(1u << JOURNAL_RESUMED));
}

/* All four lines count: one that says nothing is closed in its time, whichever it is. */
static void every_line_of_a_site_has_its_deadline(void **state)
{
	(void)state;
	bed_host(&b);
	for (int i = 0; i < HOST_LINES; i++)
		assert_int_equal(host_connected(&b.h, b.t), i);
	for (int i = 0; i < HOST_LINES - 1; i++)
		host_lost(&b.h, i, b.t);
	assert_true(host_deadline(&b.h) == b.t + b.hw.times.ping_ns);
	b.t += b.hw.times.patience_ns;
	host_time(&b.h, b.t);
	assert_int_equal(b.h.line_state[HOST_LINES - 1], HOST_LINE_CLOSING);
	assert_true(host_deadline(&b.h) == b.t + b.hw.times.patience_ns);
}

/* Its operator has made the limits narrower since: what was accepted before is looked at again, and stays open for those who make them wider. */
static void a_step_left_open_by_a_restart_is_checked_again(void **state)
{
	static const bool propose[] = {true, false};
	(void)state;

	for (int i = 0; i < 2; i++) {
		bed_fini(&b);
		bed_init(&b);
		disk_reset();
		b.cw.propose = propose[i];
		bed_start(&b);
		b.slow = true;
		assert_int_equal(bed_exchange(&b, 1, 0, 0.5, NULL), 0);
		bed_run(&b);
		host_close(&b.h);
		bed_cut(&b);
		bed_host(&b);
		b.limit = 0.4;
		b.moves = 0;
		assert_int_equal(host_resume(&b.h, "1/run-1.laboratory.journal", NULL, NULL, NULL), 0);
		assert_int_equal(b.h.state, HOST_ACCEPTED);
		bed_wait(&b, 300);
		assert_int_equal(b.last.kind, COORDINATOR_REFUSED);
		assert_int_equal(b.last.refusal, WIRE_REFUSE_LIMIT);
		assert_contains(b.text, "step 1.0: component 1: 0.5 (allowed: -0.4 to 0.4)");
		assert_int_equal(b.moves, 0);
		assert_non_null(host_open_target(&b.h));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BED_CASE(words_at_their_edges, &b),
		BED_CASE(journals_have_whole_names, &b),
		BED_CASE(without_memory_neither_is_set_up, &b),
		BED_CASE(words_are_the_machines_own, &b),
		BED_CASE(gains_and_instants_must_be_numbers, &b),
		BED_CASE(gains_of_several_components_come_whole, &b),
		BED_CASE(only_targets_and_measurements_have_a_step_in_journals, &b),
		BED_CASE(every_line_of_a_site_has_its_deadline, &b),
		BED_CASE(a_step_left_open_by_a_restart_is_checked_again, &b),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
