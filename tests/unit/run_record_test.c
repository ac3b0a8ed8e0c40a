/* Records from within: rings, disks that fail, and what the columns of models and guests are. tests/record/run looks at them from without. */
#include "folder.h"
#include "test.h"

#include "base/clock.h"
#include "base/fault.h"
#include "record/run_read.h"
#include "record/run_record.h"
#include "record/run_writer.h"
#include "recorder/hdf5_put.h"
#include "script/script.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- writing and reading ------------------------------------------------------------------------------------------ */

static const struct run_column PAIR[] = {{"time", "s"}, {"square", "s^2"}};
static const struct run_table TABLES[] = {
	{.group = "plain", .brief = "rows as they are", .n = 2, .column = PAIR},
	{.group = "deep/packed", .brief = "rows that are compressed", .n = 2, .column = PAIR, .rate_hz = 1000.0, .packed = true},
};
static const struct run_attribute HEAD[] = {{.name = "program", .text = "test"}, {.name = "seed", .number = 17.0}};

static int writer_open(struct run_writer **ret, const char *path, bool patient, struct err *e)
{
	err_clear(e);
	return run_writer_open(ret, &(struct run_writer_words){.path = path, .attribute = HEAD, .nattribute = 2, .script = "puts \"\xc3\xa4\"\n",
	                                                      .table = TABLES, .ntable = 2, .patient = patient},
	                       e);
}

static void push_rows(struct run_writer *w, int n)
{
	for (int i = 0; i < n; i++) {
		const double x[2] = {i, (double)i * i};

		run_writer_row(w, 0, x);
		run_writer_row(w, 1, x);
	}
}

/* Both tables: rows that follow each other with gaps of `lost` at most, each whole. Returns how many of both. */
static int64_t check_rows(struct run_file *f, int64_t *ret_last)
{
	int64_t all = 0;

	*ret_last = -1;
	assert_int_equal(run_tables(f), 2);
	for (int t = 0; t < 2; t++) {
		const struct run_table_info *info = run_table(f, t);
		double *time, *square, before = -1.0;
		struct arena mem;
		struct err e;

		err_clear(&e);
		arena_init(&mem);
		assert_int_equal(run_column(f, t, 0, &mem, &time, &e), 0);
		assert_int_equal(run_column(f, t, 1, &mem, &square, &e), 0);
		for (int64_t i = 0; i < info->rows; i++) {
			assert_true(time[i] > before && square[i] == time[i] * time[i]);
			before = time[i];
		}
		all += info->rows;
		*ret_last = (int64_t)before;
		arena_fini(&mem);
	}
	return all;
}

static void a_patient_writer_loses_nothing(void **state)
{
	enum { ROWS = 30000 };
	struct run_event *event;
	struct run_writer *w;
	struct run_file *f;
	struct arena mem;
	struct err e;
	const char *text;
	double seed;
	int64_t last;
	int n;

	(void)state;
	arena_init(&mem);
	assert_int_equal(writer_open(&w, "patient.h5", true, &e), 0);
	push_rows(w, ROWS);
	run_writer_event(w, &(struct run_event){.time = 1.5, .kind = "trip", .source = "expControl 1", .text = "too far"});
	assert_int_equal(run_writer_close(w, "complete", &e), 0);
	assert_int_equal(run_open(&f, "patient.h5", &e), 0);
	assert_int_equal(check_rows(f, &last), 2 * ROWS);
	assert_int_equal(last, ROWS - 1);
	assert_string_equal(run_table(f, 0)->name, "deep/packed");
	assert_string_equal(run_table(f, 0)->unit[1], "s^2");
	assert_near(run_table(f, 0)->rate_hz, 1000.0, 0.0);
	assert_int_equal(run_events(f, &mem, &event, &n, &e), 0);
	assert_int_equal(n, 1);
	assert_near(event[0].time, 1.5, 0.0);
	assert_string_equal(event[0].source, "expControl 1");
	assert_string_equal(event[0].text, "too far");
	assert_int_equal(run_text(f, "status", &mem, &text, &e), 0);
	assert_string_equal(text, "complete");
	assert_int_equal(run_number(f, "seed", &seed, &e), 0);
	assert_near(seed, 17.0, 0.0);
	assert_int_equal(run_script(f, &mem, &text, &e), 0);
	assert_string_equal(text, "puts \"\xc3\xa4\"\n");
	assert_int_equal(run_text(f, "nothing", &mem, &text, &e), ERR_MISSING);
	run_close(f);
	arena_fini(&mem);
}

/* However fast the disk is: what is not there is counted, and the newest rows are never among it. */
static void a_writer_that_does_not_wait_counts_what_it_loses(void **state)
{
	enum { ROWS = 400000 };
	struct run_writer *w;
	struct run_file *f;
	struct err e;
	double lost;
	int64_t all, last;

	(void)state;
	assert_int_equal(writer_open(&w, "hurry.h5", false, &e), 0);
	push_rows(w, ROWS);
	assert_int_equal(run_writer_close(w, "complete", &e), 0);
	assert_int_equal(run_open(&f, "hurry.h5", &e), 0);
	all = check_rows(f, &last);
	assert_int_equal(last, ROWS - 1);
	assert_int_equal(run_number(f, "lost", &lost, &e), 0);
	assert_int_equal(all + (int64_t)lost, 2 * ROWS);
	run_close(f);
}

/* The disk fails at its n-th write: at the beginning the record is refused, later it ends there, and reads as a beginning of the whole. */
static void a_disk_that_fails_ends_the_record_wherever_it_does(void **state)
{
	enum { ROWS = 3000 };
	int refused = 0, cut = 0, whole = 0;

	(void)state;
	for (long nth = 1; nth < 40000 && !whole; nth++) {
		struct run_writer *w;
		struct run_file *f;
		struct err e;
		int64_t last;
		int code;

		unlink("full.h5");
		fault_arm(FAULT_file_write, nth, true);
		code = writer_open(&w, "full.h5", true, &e);
		if (code) {
			assert_int_equal(code, ERR_FILE);
			assert_contains(e.what, "No space left");
			fault_disarm();
			refused++;
			continue;
		}
		push_rows(w, ROWS);
		err_clear(&e);
		code = run_writer_close(w, "complete", &e);
		fault_disarm();
		err_clear(&e);
		if (run_open(&f, "full.h5", &e))
			fail_msg("write %ld fails, and the file cannot be read: %s", nth, e.what);
		if (code == 0) {
			assert_int_equal(check_rows(f, &last), 2 * ROWS);
			whole++;
		} else {
			assert_int_equal(code, ERR_FILE);
			assert_true(check_rows(f, &last) <= 2 * ROWS);
			cut++;
		}
		run_close(f);
	}
	assert_true(refused > 0 && cut > 2 && whole == 1);
}

/* Rows of a table that a reader sees while the writer is at work; waits for them. */
static void wait_for_rows(struct run_writer *w, const char *path, int table, int64_t rows)
{
	struct clock clock = {.ops = &clock_monotonic};
	struct run_written now = {0};
	int64_t seen = -1;

	for (int i = 0; i < 12000 && seen < rows; i++) {
		struct run_file *f;
		struct err e;

		err_clear(&e);
		run_writer_written(w, &now);
		if (run_open(&f, path, &e) == 0) {
			seen = run_table(f, table)->rows;
			run_close(f);
		}
		assert_int_equal(clock_sleep_until(&clock, clock_now(&clock) + 10000000), 0);
	}
	assert_int_equal(seen, rows);
}

static void a_chunk_that_is_just_full_is_seen_at_once(void **state)
{
	enum { CHUNK = 8192 };      /* rows of a packed chunk of a patient writer: run_writer_make.c */
	struct run_written now;
	struct run_writer *w;
	struct err e;

	(void)state;
	assert_int_equal(writer_open(&w, "chunk.h5", true, &e), 0);
	push_rows(w, CHUNK);
	/* nothing comes after them that could take them along */
	wait_for_rows(w, "chunk.h5", 0, CHUNK);
	wait_for_rows(w, "chunk.h5", 1, CHUNK);
	run_writer_written(w, &now);
	assert_int_equal(now.rows, CHUNK);
	assert_true(now.age >= 0.0 && now.silence >= 0.0);
	assert_int_equal(run_writer_close(w, "complete", &e), 0);
}

static void trouble_is_told_once(void **state)
{
	struct clock clock = {.ops = &clock_monotonic};
	struct run_writer *w;
	struct err e;
	int told = 0;

	(void)state;
	assert_int_equal(writer_open(&w, "told.h5", true, &e), 0);
	/* the thread sleeps: it has nothing to do; from now on every write fails */
	fault_arm(FAULT_file_write, 1, true);
	push_rows(w, 100);
	for (int i = 0; i < 6000 && told == 0; i++) {
		told += run_writer_trouble(w, &e);
		assert_int_equal(clock_sleep_until(&clock, clock_now(&clock) + 10000000), 0);
	}
	assert_int_equal(told, 1);
	assert_contains(e.what, "No space left");
	assert_contains(e.hint, "the test goes on");
	assert_false(run_writer_trouble(w, &e));
	push_rows(w, 100000);
	err_clear(&e);
	assert_int_equal(run_writer_close(w, "complete", &e), ERR_FILE);
	assert_contains(e.what, "not whole");
	fault_disarm();
}

static void whatever_fails_at_the_start_is_refused(void **state)
{
	static const enum fault_point POINT[] = {FAULT_arena_alloc, FAULT_file_open, FAULT_loop_thread, FAULT_shared_memory, FAULT_process_fork};

	(void)state;
	for (size_t k = 0; k < COUNT(POINT); k++) {
		int refused = 0, code = -1;

		for (long nth = 1; nth < 200 && code; nth++) {
			struct run_writer *w = NULL;
			struct err e;

			unlink("fault.h5");
			fault_arm(POINT[k], nth, true);
			code = writer_open(&w, "fault.h5", true, &e);
			fault_disarm();
			refused += code != 0;
			if (code)
				assert_true(e.code == code && e.what[0]);
			else
				assert_int_equal(run_writer_close(w, "complete", &e), 0);
		}
		assert_int_equal(code, 0);
		assert_true(refused > 0);
	}
}

static void two_records_at_once_in_one_folder_are_refused(void **state)
{
	struct run_writer *one, *two;
	struct err e;

	(void)state;
	assert_int_equal(writer_open(&one, "one.h5", true, &e), 0);
	assert_int_equal(writer_open(&two, "two.h5", true, &e), ERR_STATE);
	assert_contains(e.what, "another process");
	assert_int_equal(run_writer_close(one, "complete", &e), 0);
	assert_int_equal(writer_open(&two, "one.h5", true, &e), ERR_FILE);
	assert_contains(e.what, "File exists");
}

static void a_record_of_a_newer_format_is_refused_with_both_versions(void **state)
{
	struct run_writer *w;
	struct run_file *f;
	struct err e;
	hid_t file, format, text;

	(void)state;
	assert_int_equal(writer_open(&w, "newer.h5", true, &e), 0);
	push_rows(w, 10);
	assert_int_equal(run_writer_close(w, "complete", &e), 0);
	file = H5Fopen("newer.h5", H5F_ACC_RDWR, H5P_DEFAULT);
	assert_true(file >= 0);
	format = H5Aopen(file, "format", H5P_DEFAULT);
	text = hdf5_text_type(sizeof RUN_FORMAT);
	assert_true(H5Awrite(format, text, "tandem record 2") >= 0);
	assert_true(H5Tclose(text) >= 0 && H5Aclose(format) >= 0 && H5Fclose(file) >= 0);
	err_clear(&e);
	assert_int_equal(run_open(&f, "newer.h5", &e), ERR_FORMAT);
	assert_contains(e.what, "another version");
	assert_string_equal(e.value, "tandem record 2");
	assert_string_equal(e.allowed, RUN_FORMAT);
	assert_contains(e.hint, "newer.h5");
}

static void attributes_of_tables_come_back_as_they_were(void **state)
{
	static const double LIMITS[] = {-1.5, INFINITY, 0.1};
	static const char *const WORDS[] = {"one", "", "a third one"};
	struct run_attribute head[] = {{.name = "limits", .n = 3, .numbers = LIMITS}, {.name = "words", .n = 3, .texts = WORDS}, {.name = "rig", .text = "all"},
	                               {.name = "gain", .number = 2.5}};
	const struct run_table table = {.group = "t", .brief = "a table", .n = 2, .column = PAIR, .attribute = head, .nattribute = COUNT(head)};
	const struct run_table_info *t;
	struct run_writer *w;
	struct run_file *f;
	struct err e;

	(void)state;
	err_clear(&e);
	assert_int_equal(run_writer_open(&w, &(struct run_writer_words){.path = "heads.h5", .table = &table, .ntable = 1}, &e), 0);
	assert_int_equal(run_writer_close(w, "complete", &e), 0);
	assert_int_equal(run_open(&f, "heads.h5", &e), 0);
	t = run_table(f, 0);
	assert_int_equal(t->nhead, 4);
	assert_memory_equal(run_head(t, "limits")->number, LIMITS, sizeof LIMITS);
	for (int i = 0; i < 3; i++)
		assert_string_equal(run_head(t, "words")->text[i], WORDS[i]);
	assert_string_equal(run_head(t, "rig")->text[0], "all");
	assert_near(run_head(t, "gain")->number[0], 2.5, 0.0);
	assert_null(run_head(t, "columns"));
	run_close(f);
}

/* ---- what is recorded of a model ----------------------------------------------------------------------------------- */

static struct script script;

static int say_hello(void *self)
{
	return *(int *)self;
}

static void guest_column(void *self, int i, const char **ret_table, const char **ret_name, const char **ret_unit)
{
	static const char *const COLUMN[][3] = {{"hsei1", "hseiS", "-"}, {"hsei1", "hseiI", "-"}, {"tracking2", "rms1", "mm"}};

	(void)self;
	*ret_table = COLUMN[i][0];
	*ret_name = COLUMN[i][1];
	*ret_unit = COLUMN[i][2];
}

static int guest_columns(void *self)
{
	(void)self;
	return 3;
}

static void guest_values(void *self, double *ret_x)
{
	for (int i = 0; i < 3; i++)
		ret_x[i] = 10.0 * i + ++*(int *)self;
}

static void guest_event(void *self, int i, struct run_event *ret)
{
	(void)self;
	ret->time = i;
	snprintf(ret->kind, sizeof ret->kind, "warn");
	/* what did not fit ends within a character, and what others say may be no text */
	memset(ret->text, '\0', sizeof ret->text);
	for (size_t k = 0; k + 3 < sizeof ret->text; k += 3)
		memcpy(ret->text + k, "\xe2\x82\xac", 3);
	snprintf(ret->source, sizeof ret->source, "k\xc3\xa4the\xff");
	ret->text[317] = '\0';
}

static void begin_script(const char *run)
{
	struct err e;

	err_clear(&e);
	assert_int_equal(script_init(&script, "run_record_test", &e), 0);
	script.lab.run.folder = run;
	run_record_words(script.run, &(struct record_words){.when = RUN_ALWAYS, .program = "test", .text = "the script", .words = "w\xe9x \xc3\xa4"});
}

static void eval(const char *text)
{
	if (Tcl_EvalEx(script.interp, text, -1, TCL_EVAL_GLOBAL) != TCL_OK)
		fail_msg("%s", Tcl_GetStringResult(script.interp));
}

static void end_script(void)
{
	struct err e;

	err_clear(&e);
	assert_int_equal(script_recorder_clear(&script, &e), 0);
	script_fini(&script);
}

#define SOLVE "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient; analyze 5 0.01; "

static void guests_have_tables_of_their_own(void **state)
{
	struct run_event *event;
	struct run_file *f;
	struct arena mem;
	struct err e;
	double *x;
	int n = 0, table, column, nevent;
	const char *words;

	(void)state;
	arena_init(&mem);
	err_clear(&e);
	begin_script("guests");
	assert_int_equal(system("mkdir guests"), 0);
	run_record_guest(script.run, &(struct run_guest){.self = &n, .columns = guest_columns, .column = guest_column, .values = guest_values, .events = say_hello,
	                                                 .event = guest_event});
	eval("model basic -ndm 1 -ndf 1; node 1 0; node 2 0 -mass 1; fix 1 1; uniaxialMaterial Elastic 1 100; element zeroLength 1 1 2 -mat 1 -dir 1; " SOLVE);
	end_script();
	assert_int_equal(run_open(&f, "guests", &e), 0);
	assert_int_equal(run_find_path(f, "monitors/hsei1/hseiI", &table, &column, &e), 0);
	assert_int_equal(run_column(f, table, column, &mem, &x, &e), 0);
	assert_int_equal(run_table(f, table)->rows, 5);
	for (int i = 0; i < 5; i++)
		assert_near(x[i], 10.0 + 3 * i + 2, 0.0);
	assert_int_equal(run_find_path(f, "monitors/tracking2/rms1", &table, &column, &e), 0);
	assert_string_equal(run_table(f, table)->unit[column], "mm");
	assert_int_equal(run_column(f, table, column, &mem, &x, &e), 0);
	assert_near(x[4], 20.0 + 15, 0.0);
	/* it had 3 events after the first step, 15 after the last; analyze and end are the record's own */
	assert_int_equal(run_events(f, &mem, &event, &nevent, &e), 0);
	assert_int_equal(nevent, 15 + 2);
	assert_string_equal(event[1].kind, "warn");
	assert_near(event[15].time, 14.0, 0.0);
	assert_string_equal(event[1].source, "k\xc3\xa4the?");
	assert_string_equal(event[1].text + 312, "\xe2\x82\xac?\?");
	assert_int_equal(run_text(f, "script_words", &mem, &words, &e), 0);
	assert_string_equal(words, "w?x \xc3\xa4");
	run_close(f);
	arena_fini(&mem);
}

static void rotations_are_angles_and_their_reactions_moments(void **state)
{
	static const char *const WANT[][2] = {{"node2_disp2", "length"}, {"node2_disp3", "rad"}, {"node2_vel3", "rad/s"}, {"node2_accel3", "rad/s^2"},
	                                      {"node1_reaction3", "force*length"}, {"node1_reaction1", "force"}};
	struct run_file *f;
	struct err e;
	int table, column;

	(void)state;
	err_clear(&e);
	assert_int_equal(system("mkdir plane"), 0);
	begin_script("plane");
	eval("model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 100 -mass 1 1 1; fix 1 1 1 1; geomTransf Linear 1; "
	     "element elasticBeamColumn 1 1 2 1 1e4 100 1; " SOLVE "node 3 0 200 -mass 1 1 1; element elasticBeamColumn 2 2 3 1 1e4 100 1; analyze 5 0.01");
	end_script();
	assert_int_equal(run_open(&f, "plane", &e), 0);
	for (size_t i = 0; i < COUNT(WANT); i++) {
		assert_int_equal(run_find(f, "steps", WANT[i][0], &table, &column, &e), 0);
		assert_string_equal(run_table(f, table)->unit[column], WANT[i][1]);
	}
	assert_int_equal(run_find(f, "steps", "node3_disp1", &table, &column, &e), ERR_MISSING);
	assert_int_equal(run_table(f, table)->rows, 5);
	run_close(f);
	/* a node more: another record */
	err_clear(&e);
	assert_int_equal(run_open(&f, "plane/record-2.h5", &e), 0);
	assert_int_equal(run_find(f, "steps", "node3_disp1", &table, &column, &e), 0);
	run_close(f);
}

/* A row of n springs and masses behind a support, recorded with the words given before. The last displacement of a node. */
static double run_row(const char *folder, int n, const char *words, int node)
{
	char text[600];
	double last;

	snprintf(text, sizeof text, "mkdir %s", folder);
	assert_int_equal(system(text), 0);
	begin_script(folder);
	snprintf(text, sizeof text, "%s; model basic -ndm 1 -ndf 1; node 0 0; fix 0 1; uniaxialMaterial Elastic 1 100; timeSeries Sine 1 0 10 1; "
	         "for {set i 1} {$i <= %d} {incr i} { node $i 0 -mass 1; element zeroLength $i [expr {$i - 1}] $i -mat 1 -dir 1 }; "
	         "pattern UniformExcitation 1 1 -accel 1; " SOLVE "set last [nodeDisp %d 1]", words, n, node);
	eval(text);
	last = strtod(Tcl_GetVar(script.interp, "last", TCL_GLOBAL_ONLY), NULL);
	end_script();
	return last;
}

/* The record's columns of steps, what it says of them, and its last displacement of a node. */
static void check_steps(const char *folder, int columns, const char *kept, int node, double last)
{
	struct run_file *f;
	struct arena mem;
	struct err e;
	char name[32];
	double *x;
	int table, column;

	err_clear(&e);
	arena_init(&mem);
	snprintf(name, sizeof name, "node%d_disp1", node);
	assert_int_equal(run_open(&f, folder, &e), 0);
	assert_int_equal(run_find(f, "steps", name, &table, &column, &e), 0);
	assert_int_equal(run_table(f, table)->n, columns);
	assert_int_equal(run_column(f, table, column, &mem, &x, &e), 0);
	assert_near(x[4], last, 0.0);
	assert_non_null(run_head(run_table(f, table), "kept"));
	assert_contains(run_head(run_table(f, table), "kept")->text[0], kept);
	run_close(f);
	arena_fini(&mem);
}

static void all_freedoms_are_kept_up_to_a_bound_and_chosen_ones_beyond(void **state)
{
	double last;

	(void)state;
	/* time, test time, iterations; three motions of each freedom, that of the support among them */
	last = run_row("all", 4095, "runRecord", 4095);
	check_steps("all", 3 + 3 * 4096, "all 4096 freedoms", 4095, last);
	last = run_row("more", 4199, "runRecord", 4095);
	check_steps("more", 3 + 3 * 4096, "4096 of 4200 freedoms: those of the nodes that specimens touch", 4095, last);
	/* whatever the size: more columns than a reader once took */
	last = run_row("wide", 34000, "set all {}; for {set i 1} {$i <= 34000} {incr i} { lappend all $i }; runRecord -node {*}$all", 4095);
	check_steps("wide", 3 + 3 * 34000, "34000 of 34001 freedoms", 4095, last);
	last = run_row("chosen", 4199, "runRecord -node 4199 17", 4199);
	check_steps("chosen", 3 + 3 * 2, "2 of 4200 freedoms: those of the nodes that runRecord -node names", 4199, last);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_patient_writer_loses_nothing),
		cmocka_unit_test(a_writer_that_does_not_wait_counts_what_it_loses),
		cmocka_unit_test(a_disk_that_fails_ends_the_record_wherever_it_does),
		cmocka_unit_test(a_chunk_that_is_just_full_is_seen_at_once),
		cmocka_unit_test(trouble_is_told_once),
		cmocka_unit_test(whatever_fails_at_the_start_is_refused),
		cmocka_unit_test(two_records_at_once_in_one_folder_are_refused),
		cmocka_unit_test(a_record_of_a_newer_format_is_refused_with_both_versions),
		cmocka_unit_test(attributes_of_tables_come_back_as_they_were),
		cmocka_unit_test(guests_have_tables_of_their_own),
		cmocka_unit_test(rotations_are_angles_and_their_reactions_moments),
		cmocka_unit_test(all_freedoms_are_kept_up_to_a_bound_and_chosen_ones_beyond),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
