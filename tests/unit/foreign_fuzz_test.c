/* The inputs that make fuzz has kept, and every prefix of them, through the harnesses of tests/fuzz/foreign_*. */
#include "test.h"

#include "fuzz/foreign_fuzz.h"

#include "base/base.h"

#include <dirent.h>
#include <stdlib.h>

enum { INPUT_MOST = 1 << 16, PREFIXES = 400 };

/* Runs one file: whole, and cut at up to PREFIXES places. */
static void run_file(const char *path, void (*harness)(const uint8_t *bytes, size_t n))
{
	static uint8_t bytes[INPUT_MOST];
	FILE *f = fopen(path, "rb");
	size_t n, step;

	assert_non_null(f);
	n = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);
	step = n / PREFIXES + 1;
	for (size_t cut = 0; cut < n; cut += step) {
		uint8_t *exact = test_malloc(cut + 1);

		memcpy(exact, bytes, cut);
		harness(exact, cut);
		test_free(exact);
	}
	harness(bytes, n);
}

static void run_folder(const char *name, void (*harness)(const uint8_t *bytes, size_t n))
{
	char folder[256], path[600];
	struct dirent *entry;
	DIR *d;
	int files = 0;

	snprintf(folder, sizeof(folder), "tests/fuzz/corpus/%s", name);
	d = opendir(folder);
	if (!d)
		fail_msg("%s is not here: run from the top of the tree", folder);
	while ((entry = readdir(d))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		run_file(path, harness);
		files++;
	}
	closedir(d);
	assert_true(files > 0);
}

static void kept_frames_break_no_promise(void **state)
{
	(void)state;
	run_folder("foreign_frames", foreign_frames_fuzz);
}

static void kept_shadows_break_no_promise(void **state)
{
	(void)state;
	run_folder("foreign_actor", foreign_actor_fuzz);
}

static void kept_lines_break_no_promise(void **state)
{
	(void)state;
	run_folder("foreign_text", foreign_text_fuzz);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kept_frames_break_no_promise), cmocka_unit_test(kept_shadows_break_no_promise), cmocka_unit_test(kept_lines_break_no_promise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
