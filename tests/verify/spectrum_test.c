/* Response spectra against validation.md item 2 (El Centro 1940 NS, g = 386.4 in/s^2, dt 0.02 s): T 0.5 s, 2 %: 2.69 in; T 2 s, 2 %: 7.48 in,
 * each +-0.01 (Chopra, Dynamics of Structures, figure 6.4.1). Needs the record folder (TANDEM_RECORDS or ../shared/records). */
#include "motion/motion_file.h"
#include "motion/spectrum.h"

#include "evidence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const double G = 386.4;

static bool find_record(const char *name, char *ret_path, size_t size)
{
	const char *folder = getenv("TANDEM_RECORDS");
	snprintf(ret_path, size, "%s/%s", folder ? folder : "../shared/records", name);
	if (access(ret_path, R_OK) == 0)
		return true;
	print_message("skipped: no %s\n", ret_path);
	return false;
}

/* The record begins at t = 0.02 s; a zero belongs before it. */
static void read_el_centro(const char *path, struct arena *mem, struct motion *ret)
{
	struct motion m;
	struct err e;
	err_clear(&e);
	assert_int_equal(motion_file_read(path, &motion_file_defaults, mem, &m, &e), 0);
	assert_int_equal(m.n, 1559);
	assert_true(m.dt == 0.02);
	assert_int_equal(motion_prepend(&m, 1, mem, ret, &e), 0);
	motion_scale(ret, G);
}

static void el_centro_has_the_displacements_of_the_book(void **state)
{
	static const double period[] = { 0.5, 2.0 }, want[] = { 2.69, 7.48 };
	struct spectrum_point p[2];
	struct arena mem;
	struct motion m;
	struct err e;
	char path[512];
	(void)state;
	if (!find_record("elcentro-1940-ns.txt", path, sizeof(path)))
		skip();
	arena_init(&mem);
	err_clear(&e);
	read_el_centro(path, &mem, &m);
	for (int method = 0; method < 2; method++) {
		assert_int_equal(spectrum_compute(&m, 0.02, (enum spectrum_method)method, 2, period, p, &e), 0);
		for (int i = 0; i < 2; i++) {
			evidence("el-centro-spectrum", p[i].sd);
			if (!(fabs(p[i].sd - want[i]) <= 0.01))
				fail_msg("method %d, period %g: %.4f, not %.2f", method, period[i], p[i].sd, want[i]);
		}
	}
	arena_fini(&mem);
}

static void el_centro_is_read_with_its_peak(void **state)
{
	struct arena mem;
	struct motion m;
	char path[512];
	(void)state;
	if (!find_record("elcentro-1940-ns.txt", path, sizeof(path)))
		skip();
	arena_init(&mem);
	read_el_centro(path, &mem, &m);
	/* records/README.md: 0.31882 g at 2.02 s, counted from the first sample */
	assert_true(fabs(fabs(motion_peak(&m).value) - 0.31882 * G) < 1e-9 * G);
	assert_true(fabs(motion_peak(&m).time - m.dt - 2.02) < 1e-9);
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(el_centro_is_read_with_its_peak),
		cmocka_unit_test(el_centro_has_the_displacements_of_the_book),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
