/* Kept impulse responses: what is written is read, also a part of it; every damaged byte and every cut is found; another model's are not taken. */
#include "folder.h"
#include "test.h"

#include "advance/kernel_cache.h"
#include "base/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 3, FORCES = 2, STEPS = 7, NUMBERS = FORCES * (STEPS + 1) * ROWS };

static const char folder[] = ".", path[] = "./impulse-0000000000000007";

static void fill(double *x)
{
	for (int i = 0; i < NUMBERS; i++)
		x[i] = sin(1.0 + i);
}

static void keep(void)
{
	double x[NUMBERS];
	struct kernel_file k = {.hash = 7, .nrow = ROWS, .nin = FORCES, .steps = STEPS, .value = x};
	struct err e = {0};

	fill(x);
	assert_int_equal(kernel_write(folder, &k, &e), 0);
}

static int read_back(int steps, int rows, double *ret, char *why)
{
	struct kernel_file k = {.hash = 7, .nrow = rows, .nin = FORCES, .steps = steps, .value = ret};

	why[0] = '\0';
	return kernel_read(folder, &k, why, 128);
}

static void reads_what_was_written_also_in_part(void **state)
{
	double x[NUMBERS], y[NUMBERS];
	char why[128];

	(void)state;
	fill(x);
	keep();
	assert_int_equal(read_back(STEPS, ROWS, y, why), 1);
	assert_memory_equal(x, y, sizeof(x));
	assert_int_equal(read_back(3, ROWS, y, why), 1);
	for (int in = 0; in < FORCES; in++)
		assert_memory_equal(y + in * 4 * ROWS, x + in * (STEPS + 1) * ROWS, 4 * ROWS * sizeof(double));
}

static void has_nothing_where_there_is_no_file_or_a_shorter_one(void **state)
{
	double y[4 * NUMBERS];
	char why[128];

	(void)state;
	unlink(path);
	assert_int_equal(read_back(STEPS, ROWS, y, why), 0);
	keep();
	assert_int_equal(read_back(STEPS + 1, ROWS, y, why), 0);
}

static void does_not_take_those_of_another_model(void **state)
{
	double y[2 * NUMBERS];
	char why[128];

	(void)state;
	keep();
	assert_int_equal(read_back(STEPS, ROWS + 1, y, why), ERR_FORMAT);
	assert_contains(why, "another model");
}

/* The file with one byte changed, or cut, at every place. */
static void finds_every_damage(void **state)
{
	unsigned char bytes[2048];
	double y[NUMBERS];
	char why[128];
	FILE *f;

	(void)state;
	keep();
	assert_non_null(f = fopen(path, "rb"));
	size_t n = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);
	assert_int_equal(n, 40 + NUMBERS * sizeof(double) + 4);
	for (size_t i = 0; i < n; i++) {
		bytes[i] ^= 0x10;
		assert_non_null(f = fopen(path, "wb"));
		assert_int_equal(fwrite(bytes, 1, n, f), n);
		fclose(f);
		bytes[i] ^= 0x10;
		/* a step count that seems smaller is a shorter file */
		assert_int_not_equal(read_back(STEPS, ROWS, y, why), 1);
		assert_int_equal(truncate(path, (off_t)i), 0);
		assert_int_not_equal(read_back(STEPS, ROWS, y, why), 1);
	}
}

static void says_when_it_cannot_write(void **state)
{
	double x[NUMBERS];
	struct kernel_file k = {.hash = 7, .nrow = ROWS, .nin = FORCES, .steps = STEPS, .value = x};
	struct err e = {0};

	(void)state;
	fill(x);
	assert_int_equal(kernel_write("/nowhere/at/all", &k, &e), ERR_FILE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_what_was_written_also_in_part),
		cmocka_unit_test(has_nothing_where_there_is_no_file_or_a_shorter_one),
		cmocka_unit_test(does_not_take_those_of_another_model),
		cmocka_unit_test(finds_every_damage),
		cmocka_unit_test(says_when_it_cannot_write),
	};
	return cmocka_run_group_tests_name("kernel_cache", tests, folder_make, folder_remove);
}
