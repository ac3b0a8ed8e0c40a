/* Inputs that fuzzing found interesting (make fuzz) go through the harnesses again: none of them breaks a promise. */
#include "fuzz/fuzz.h"
#include "sim/disk.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>

static uint8_t bytes[1 << 16];

/* All files of a folder; returns how many. */
static int replay(const char *folder, void (*harness)(const uint8_t *bytes, size_t n))
{
	DIR *d = opendir(folder);
	struct dirent *x;
	int files = 0;
	if (!d)
		fail_msg("%s: cannot be opened; this test runs in the top folder", folder);
	while ((x = readdir(d))) {
		char path[600];
		if (x->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, x->d_name);
		FILE *f = fopen(path, "rb");
		assert_non_null(f);
		size_t n = fread(bytes, 1, sizeof(bytes), f);
		fclose(f);
		/* in memory of exactly its size, so that sanitizers see one byte too many */
		uint8_t *exact = malloc(n + (n == 0));
		assert_non_null(exact);
		memcpy(exact, bytes, n);
		harness(exact, n);
		free(exact);
		files++;
	}
	closedir(d);
	return files;
}

static void breaks_nothing_in_frames(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/wire", wire_fuzz) >= 20);
}

static void breaks_nothing_in_journals(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/journal", journal_fuzz) >= 5);
	disk_fini();
}

static void breaks_nothing_in_handshakes(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/tls", tls_fuzz) >= 20);
}

static void breaks_nothing_in_matrices(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/matrix", matrix_fuzz) >= 15);
	disk_fini();
}

static void breaks_nothing_in_words_of_the_page(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/web_words", web_words_fuzz) >= 16);
}

static void breaks_nothing_at_the_door_of_the_server(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/web_door", web_door_fuzz) >= 23);
}

static void breaks_nothing_in_earthquakes(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/motion", motion_fuzz) >= 20);
	disk_fini();
}

static void breaks_nothing_in_files_of_numbers(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/numbers", numbers_fuzz) >= 20);
	disk_fini();
}

static void breaks_nothing_in_live_views(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/live", live_fuzz) >= 10);
}

static void breaks_nothing_in_records(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/record", record_fuzz) >= 5);
}

static void breaks_nothing_in_scripts(void **state)
{
	(void)state;
	assert_true(replay("tests/fuzz/corpus/script", script_fuzz) >= 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(breaks_nothing_in_frames),
		cmocka_unit_test(breaks_nothing_in_journals),
		cmocka_unit_test(breaks_nothing_in_handshakes),
		cmocka_unit_test(breaks_nothing_in_matrices),
		cmocka_unit_test(breaks_nothing_in_words_of_the_page),
		cmocka_unit_test(breaks_nothing_at_the_door_of_the_server),
		cmocka_unit_test(breaks_nothing_in_earthquakes),
		cmocka_unit_test(breaks_nothing_in_files_of_numbers),
		cmocka_unit_test(breaks_nothing_in_live_views),
		cmocka_unit_test(breaks_nothing_in_records),
		cmocka_unit_test(breaks_nothing_in_scripts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
