/* Files that stand aside: where they are written, who finds them, and what is refused. */
#include "folder.h"

#include "base/aside.h"
#include "base/fault.h"
#include "base/io.h"

#include <string.h>
#include <sys/stat.h>

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static const char *got(const char *path)
{
	static char text[64];

	return io_text(path, text, sizeof(text)) ? text : "nothing";
}

static const char *written(const char *path, bool keep)
{
	static char where[PATH_MAX];
	struct err e = {0};

	assert_int_equal(aside_write(path, keep, where, &e), 0);
	return where;
}

static void a_file_is_written_beside_and_read_from_there(void **state)
{
	char room[PATH_MAX];
	const char *newest;

	(void)state;
	put("a.out", "test");
	put("b.out", "test");
	assert_string_equal(written("a.out", false), "a.out");
	aside_begin();
	assert_string_equal(got("a.out"), "test");
	put(written("a.out", false), "rehearsed");
	assert_string_equal(aside_read("./a.out", room), "./rehearsal/a.out");
	assert_string_equal(got("a.out"), "rehearsed");
	/* what was not written is that of the test, also where an earlier rehearsal has left one */
	put("rehearsal/b.out", "old");
	assert_string_equal(got("b.out"), "test");
	assert_int_equal(aside_count(&newest), 1);
	assert_string_equal(newest, "rehearsal/a.out");
	aside_end();
	assert_string_equal(got("a.out"), "test");
}

static void what_goes_on_begins_with_what_is_there(void **state)
{
	(void)state;
	put("c.out", "test");
	aside_begin();
	written("c.out", true);
	assert_string_equal(got("c.out"), "test");
	put("rehearsal/c.out", "more");
	written("c.out", true);
	assert_string_equal(got("c.out"), "more");
	/* nothing is there, whatever an earlier rehearsal has left */
	put("rehearsal/d.out", "old");
	written("d.out", true);
	assert_int_equal(access("rehearsal/d.out", F_OK), -1);
	aside_end();
}

static void what_is_taken_away_is_gone_for_who_reads(void **state)
{
	const char *newest;
	struct err e = {0};

	(void)state;
	put("f.out", "test");
	aside_begin();
	assert_int_equal(aside_remove("f.out", &e), 0);
	assert_int_equal(aside_remove("f.out", &e), 0);
	assert_string_equal(got("f.out"), "nothing");
	assert_int_equal(aside_count(&newest), 0);
	put(written("f.out", true), "rehearsed");
	assert_string_equal(got("f.out"), "rehearsed");
	assert_int_equal(aside_count(&newest), 1);
	assert_int_equal(aside_copy("f.out", "g.out", &e), 0);
	assert_int_equal(aside_copy("g.out", "g.out", &e), 0);
	assert_int_equal(aside_remove("f.out", &e), 0);
	assert_string_equal(got("f.out"), "nothing");
	assert_string_equal(got("g.out"), "rehearsed");
	aside_end();
	assert_string_equal(got("g.out"), "nothing");
	assert_string_equal(got("f.out"), "test");
}

static void devices_and_pipes_stay(void **state)
{
	(void)state;
	assert_int_equal(mkfifo("pipe", 0600), 0);
	aside_begin();
	assert_string_equal(written("/dev/null", false), "/dev/null");
	assert_string_equal(written("pipe", false), "pipe");
	assert_string_equal(written("folder/", false), "folder/");
	aside_end();
}

/* Those who record against the clock keep their files in memory. */
static void files_in_memory_are_files(void **state)
{
	char file[64], aside[64];

	(void)state;
	snprintf(file, sizeof(file), "/dev/shm/tandem-aside-%d.out", (int)getpid());
	snprintf(aside, sizeof(aside), "/dev/shm/rehearsal/tandem-aside-%d.out", (int)getpid());
	put(file, "test");
	aside_begin();
	assert_string_equal(written(file, false), aside);
	put(aside, "rehearsed");
	assert_string_equal(got(file), "rehearsed");
	aside_end();
	assert_string_equal(got(file), "test");
	assert_true(unlink(file) == 0 && unlink(aside) == 0);
	(void)!rmdir("/dev/shm/rehearsal");
}

static void what_cannot_stand_aside_is_refused(void **state)
{
	static char far[PATH_MAX], where[PATH_MAX];
	struct err e = {0};

	(void)state;
	memset(far, 'x', sizeof(far) - 5);
	assert_int_equal(mkdir("taken", 0700), 0);
	put("taken/rehearsal", "no folder");
	aside_begin();
	assert_int_equal(aside_write(far, false, where, &e), ERR_RANGE);
	err_clear(&e);
	assert_int_equal(aside_write("nowhere/a.out", false, where, &e), ERR_FILE);
	err_clear(&e);
	assert_int_equal(aside_write("taken/a.out", false, where, &e), ERR_FILE);
	put("e.out", "test");
	for (int point = FAULT_file_open; point <= FAULT_file_close; point++) {
		if (point == FAULT_file_sync)
			continue;
		err_clear(&e);
		fault_arm((enum fault_point)point, 1, true);
		assert_int_equal(aside_write("e.out", true, where, &e), ERR_FILE);
		fault_disarm();
	}
	written("e.out", true);
	assert_string_equal(got("rehearsal/e.out"), "test");
	aside_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_written_beside_and_read_from_there),
		cmocka_unit_test(what_goes_on_begins_with_what_is_there),
		cmocka_unit_test(files_in_memory_are_files),
		cmocka_unit_test(what_is_taken_away_is_gone_for_who_reads),
		cmocka_unit_test(devices_and_pipes_stay),
		cmocka_unit_test(what_cannot_stand_aside_is_refused),
	};
	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
