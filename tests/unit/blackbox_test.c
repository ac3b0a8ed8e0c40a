/* The black box: which rows it keeps around an event, and that its file is whole or not there. */
#include "test.h"

#include "base/fault.h"
#include "base/io.h"
#include "control/blackbox.h"
#include "verify/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { RATE = 100, COLUMNS = 9 };         /* one channel */

static const char *const STATES[] = {"ready", "extrapolate", NULL};
static const struct blackbox_words WORDS = {.object = "expControl 1", .reason = "channel 1: measured force 105.3", .state = STATES, .rate_hz = RATE};

struct shelf {
	struct stage s;               /* a folder of its own */
	struct blackbox b;
	double first, last;           /* ticks of the file read last */
	int rows;
};

static void shelf_begin(struct shelf *f)
{
	struct err e;

	memset(f, 0, sizeof(*f));
	stage_begin(&f->s);
	err_clear(&e);
	assert_int_equal(blackbox_setup(&f->b, 1, RATE, "test", &f->s.script.lab.arena, &e), 0);
	assert_int_equal(f->b.columns, COLUMNS);
}

/* Rows whose tick is their number, from 1. Returns how many found room. */
static int add(struct shelf *f, int n)
{
	int added = 0;

	for (int i = 0; i < n; i++) {
		double *x = blackbox_next(&f->b);

		for (int k = 0; x && k < COLUMNS; k++)
			x[k] = k == 0 ? (double)f->b.put : 0.5 * k;
		added += x != NULL;
	}
	return added;
}

static int try_write(struct shelf *f, char *path, struct err *e)
{
	err_clear(e);
	snprintf(path, 64, "untouched");
	return blackbox_write(&f->b, "box", &WORDS, path, 64, e);
}

/* Reads the file, whose ticks must follow each other. */
static void look(struct shelf *f, const char *path)
{
	char line[2000];
	FILE *file = fopen(path, "r");
	double tick, rest;

	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	assert_string_equal(line, "# expControl 1: channel 1: measured force 105.3\n");
	assert_non_null(fgets(line, sizeof(line), file));
	assert_contains(line, "100 a second");
	assert_contains(line, "state: 0 ready 1 extrapolate\n");
	assert_non_null(fgets(line, sizeof(line), file));
	assert_string_equal(line, "tick,time_s,state,tripped,target1,command1,sent1,disp1,force1\n");
	for (f->rows = 0; fgets(line, sizeof(line), file); f->rows++) {
		assert_int_equal(sscanf(line, "%lf,0.5,1,1.5,2,2.5,3,3.5,%lf\n", &tick, &rest), 2);
		assert_near(rest, 4.0, 0.0);
		if (f->rows == 0)
			f->first = tick;
		assert_near(tick, f->first + f->rows, 0.0);
		f->last = tick;
	}
	fclose(file);
}

static void write_and_look(struct shelf *f)
{
	char path[64];
	struct err e;

	assert_int_equal(try_write(f, path, &e), 0);
	look(f, path);
	assert_int_equal(unlink(path), 0);
}

/* --- rows ------------------------------------------------------------------------------------------ */

/* 100 rows are a second: the row of the event, 100 before it, and what came after. The ring has gone round three times. */
static void a_second_before_the_event_and_all_after_it(void **state)
{
	struct shelf f;

	(void)state;
	shelf_begin(&f);
	assert_int_equal(add(&f, 5000), 5000);
	blackbox_mark(&f.b);
	assert_int_equal(add(&f, 300), 300);
	blackbox_mark(&f.b);                              /* the first counts */
	write_and_look(&f);
	assert_near(f.first, 4900.0, 0.0);
	assert_near(f.last, 5300.0, 0.0);
	stage_end(&f.s);
}

/* 15 s of rows after the event, and none of those before it is lost to them. */
static void rows_stop_when_it_is_full(void **state)
{
	struct shelf f;

	(void)state;
	shelf_begin(&f);
	add(&f, 777);
	blackbox_mark(&f.b);
	assert_int_equal(add(&f, 4000), BLACKBOX_AFTER_S * RATE);
	assert_null(blackbox_next(&f.b));
	write_and_look(&f);
	assert_near(f.first, 677.0, 0.0);
	assert_near(f.last, 777.0 + 1500.0, 0.0);
	/* rearmed there is room again, and the next event has its own second */
	blackbox_rearm(&f.b);
	assert_int_equal(add(&f, 2000), 2000);
	blackbox_mark(&f.b);
	write_and_look(&f);
	assert_near(f.first, 4277.0 - 100.0, 0.0);
	assert_near(f.last, 4277.0, 0.0);
	stage_end(&f.s);
}

static void an_early_event_has_what_there_was(void **state)
{
	static const int at[] = {1, 2, 100, 101, 102};

	(void)state;
	for (size_t i = 0; i < COUNT(at); i++) {
		struct shelf f;

		shelf_begin(&f);
		add(&f, at[i]);
		blackbox_mark(&f.b);
		add(&f, 5);
		write_and_look(&f);
		assert_near(f.first, fmax(1.0, at[i] - 100.0), 0.0);
		assert_near(f.last, at[i] + 5.0, 0.0);
		stage_end(&f.s);
	}
}

static void without_an_event_it_has_all_that_the_ring_holds(void **state)
{
	struct shelf f;

	(void)state;
	shelf_begin(&f);
	add(&f, 10);
	write_and_look(&f);
	assert_true(f.first == 1.0 && f.last == 10.0);
	add(&f, 9990);
	write_and_look(&f);
	assert_int_equal(f.rows, f.b.size);
	assert_near(f.last, 10000.0, 0.0);
	stage_end(&f.s);
}

/* --- the file -------------------------------------------------------------------------------------- */

static void touch(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fclose(file);
}

static void files_get_the_first_number_that_is_free(void **state)
{
	struct shelf f;
	struct err e;
	char path[64];

	(void)state;
	shelf_begin(&f);
	add(&f, 3);
	touch("box_1.csv");
	touch("box_3.csv");
	assert_int_equal(try_write(&f, path, &e), 0);
	assert_string_equal(path, "box_2.csv");
	assert_int_equal(try_write(&f, path, &e), 0);
	assert_string_equal(path, "box_4.csv");
	for (int k = 5; k <= 9999; k++) {
		snprintf(path, sizeof(path), "box_%d.csv", k);
		touch(path);
	}
	assert_int_equal(try_write(&f, path, &e), ERR_FILE);
	assert_contains(e.what, "used up");
	assert_string_equal(path, "untouched");
	assert_int_equal(unlink("box_17.csv"), 0);
	assert_int_equal(try_write(&f, path, &e), 0);
	assert_string_equal(path, "box_17.csv");
	stage_end(&f.s);
}

static void nothing_is_there(void)
{
	assert_int_equal(access("box_1.csv", F_OK), -1);
	assert_int_equal(access("box_1.csv.part", F_OK), -1);
}

/* 7 calls write: one of the head, one a row. */
static void a_file_that_cannot_be_written_is_not_there(void **state)
{
	static const struct { enum fault_point point; int calls; } row[] = {{FAULT_file_open, 1}, {FAULT_file_write, 7}, {FAULT_file_close, 1}};
	struct shelf f;
	struct err e;
	char path[64];

	(void)state;
	shelf_begin(&f);
	add(&f, 6);
	for (size_t i = 0; i < COUNT(row); i++)
		for (int nth = 1; nth <= row[i].calls + 1; nth++) {
			fault_arm(row[i].point, nth, false);
			assert_int_equal(try_write(&f, path, &e), nth <= row[i].calls ? ERR_FILE : 0);
			fault_disarm();
			if (nth > row[i].calls)
				assert_int_equal(unlink(path), 0);
			else
				assert_true(e.what[0] && strcmp(e.object, "box_1.csv.part") == 0 && strcmp(path, "untouched") == 0);
			nothing_is_there();
		}
	write_and_look(&f);
	assert_int_equal(f.rows, 6);
	stage_end(&f.s);
}

static int sync_fails(int handle)
{
	(void)handle;
	return -EIO;
}

static void a_file_that_is_not_on_the_disk_is_not_there(void **state)
{
	struct io_ops table = io_system;
	const struct io_ops *before;
	struct shelf f;
	struct err e;
	char path[64];
	int code;

	(void)state;
	shelf_begin(&f);
	add(&f, 6);
	table.sync = sync_fails;
	before = io_use(&table);
	code = try_write(&f, path, &e);
	io_use(before);
	assert_int_equal(code, ERR_FILE);
	nothing_is_there();
	stage_end(&f.s);
}

/* Numbers as they are, with nine figures; what is none is said to be none. */
static void numbers_are_written_as_they_are(void **state)
{
	struct shelf f;
	struct err e;
	char path[64], line[2000];
	double *x;
	FILE *file;

	(void)state;
	shelf_begin(&f);
	x = blackbox_next(&f.b);
	memcpy(x, (double[]){12345678.0, 1.0 / 3.0, 6.0, 1.0, -0.0, 1e300, -2.5e-7, INFINITY, 123456789012.0}, COLUMNS * sizeof(double));
	assert_int_equal(try_write(&f, path, &e), 0);
	file = fopen(path, "r");
	assert_non_null(file);
	for (int i = 0; i < 4; i++)
		assert_non_null(fgets(line, sizeof(line), file));
	fclose(file);
	assert_string_equal(line, "12345678,0.333333333,6,1,-0,1e+300,-2.5e-07,inf,123456789012\n");
	stage_end(&f.s);
}

static void without_memory_it_says_so(void **state)
{
	struct blackbox b;
	struct arena mem;
	struct err e;

	(void)state;
	arena_init(&mem);
	arena_seal(&mem);
	err_clear(&e);
	assert_int_equal(blackbox_setup(&b, 64, 10000.0, "expControl 1", &mem, &e), ERR_MEMORY);
	assert_contains(e.what, "16 s");
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_second_before_the_event_and_all_after_it),
		cmocka_unit_test(rows_stop_when_it_is_full),
		cmocka_unit_test(an_early_event_has_what_there_was),
		cmocka_unit_test(without_an_event_it_has_all_that_the_ring_holds),
		cmocka_unit_test(files_get_the_first_number_that_is_free),
		cmocka_unit_test(a_file_that_cannot_be_written_is_not_there),
		cmocka_unit_test(a_file_that_is_not_on_the_disk_is_not_there),
		cmocka_unit_test(numbers_are_written_as_they_are),
		cmocka_unit_test(without_memory_it_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
