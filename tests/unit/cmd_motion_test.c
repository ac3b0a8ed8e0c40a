/* The subcommand motion through its words: what it writes, and its status. */
#include "test.h"

#include "base/base.h"
#include "main/cmd_motion.h"
#include "motion/motion_file.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[64], home[1024];

static int enter_folder(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/tandem-cmd-XXXXXX");
	return !getcwd(home, sizeof(home)) || !mkdtemp(folder) || chdir(folder) != 0;
}

static int leave_folder(void **state)
{
	static const char *const made[] = { "a.txt", "b.txt", "c.at2", "d.txt", "s.txt", "s.svg", "i.txt" };
	(void)state;
	for (size_t i = 0; i < COUNT(made); i++)
		unlink(made[i]);
	return chdir(home) != 0 || rmdir(folder) != 0;
}

static int motion(const char *line)
{
	char text[300], *argv[40] = { "tandem" };
	int n = 1;
	snprintf(text, sizeof(text), "%s", line);
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
		argv[n++] = w;
	return cmd_motion(n, argv);
}

static struct motion load(struct arena *mem, const char *path)
{
	struct motion m;
	struct err e;
	err_clear(&e);
	assert_int_equal(motion_file_read(path, &motion_file_defaults, mem, &m, &e), 0);
	return m;
}

static void records_are_made_changed_and_judged(void **state)
{
	struct arena mem;
	(void)state;
	arena_init(&mem);
	assert_int_equal(motion("generate -seed 11 -duration 10 -dt 0.02 -pga 0.25 -pulse gabor -pulse-time 5 -out a.txt"), 0);
	struct motion a = load(&mem, "a.txt");
	assert_int_equal(a.n, 501);
	assert_string_equal(a.unit, "g");

	assert_int_equal(motion("scale a.txt -pga 0.5 -out b.txt"), 0);
	assert_near(fabs(motion_peak(&(struct motion[]){ load(&mem, "b.txt") }[0]).value), 0.5, 1e-9);
	assert_int_equal(motion("convert a.txt -unit cm/s2 -zeros 2 -out c.at2"), 0);
	struct motion c = load(&mem, "c.at2");
	assert_string_equal(c.format, "at2");
	assert_int_equal(c.n, 503);
	assert_near(c.x[100], 980.665 * a.x[98], 1e-4);
	assert_int_equal(motion("resample a.txt -to 0.005 -band -out d.txt"), 0);
	assert_int_equal(load(&mem, "d.txt").n, 2001);
	assert_int_equal(motion("baseline a.txt -degree 2 -as columns -out d.txt"), 0);
	assert_string_equal(load(&mem, "d.txt").format, "columns");
	assert_int_equal(motion("integrate a.txt -out i.txt"), 0);
	assert_int_equal(motion("spectrum a.txt -damping 0.02 0.05 -points 20 -method linear -svg s.svg -out s.txt"), 0);
	assert_int_equal(access("s.svg", R_OK), 0);
	arena_fini(&mem);
}

/* Each line of a spectrum: w^2 Sd is PSa. */
static void spectrum_table_is_consistent(void **state)
{
	double t, sd, sv, sa, psv, psa;
	char line[200];
	int rows = 0;
	(void)state;
	assert_int_equal(motion("generate -seed 2 -out a.txt"), 0);
	assert_int_equal(motion("spectrum a.txt -period 0.1 0.5 2 -out s.txt"), 0);
	FILE *f = fopen("s.txt", "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		if (line[0] == '#' || sscanf(line, "%lf %lf %lf %lf %lf %lf", &t, &sd, &sv, &sa, &psv, &psa) != 6)
			continue;
		double w = 2.0 * M_PI / t;
		assert_near(psa, w * w * sd, 1e-4 * psa);
		assert_near(psv, w * sd, 1e-4 * psv);
		assert_true(sa >= psa * 0.999);
		rows++;
	}
	fclose(f);
	assert_int_equal(rows, 3);
}

static void wrong_words_are_status_2_and_failures_status_1(void **state)
{
	static const char *const wrong[] = {
		"", "nonsense", "info", "info a b", "info a.txt -nonsense", "scale a.txt", "scale a.txt -pga 1 -factor 2", "resample a.txt",
		"generate -seed x", "generate -seed -1", "generate -pulse square", "spectrum a.txt -damping",
	};
	static const char *const fails[] = {
		"info missing.txt", "scale a.txt -pga 1 -as cosmos", "convert a.txt -unit furlong", "spectrum a.txt -shortest 2 -longest 1",
		"scale a.txt -factor 2 -out /nowhere/at/all.txt", "integrate a.txt -out /nowhere/at/all.txt", "resample a.txt -to 1e-20",
	};
	(void)state;
	assert_int_equal(motion("generate -seed 2 -out a.txt"), 0);
	for (size_t i = 0; i < COUNT(wrong); i++)
		if (motion(wrong[i]) != 2)
			fail_msg("motion %s: not refused as wrong words", wrong[i]);
	for (size_t i = 0; i < COUNT(fails); i++)
		if (motion(fails[i]) != 1)
			fail_msg("motion %s: did not fail", fails[i]);
	assert_int_equal(motion("--help"), 0);
	assert_int_equal(motion("generate --help"), 0);
	assert_int_equal(motion("info a.txt"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_made_changed_and_judged),
		cmocka_unit_test(spectrum_table_is_consistent),
		cmocka_unit_test(wrong_words_are_status_2_and_failures_status_1),
	};
	return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
