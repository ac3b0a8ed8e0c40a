/* The words of tandem report, compare and calibrate: what they print, and what they refuse. */
#include "folder.h"
#include "unit/command_bed.h"
#include "unit/report_bed.h"

#include "base/base.h"
#include "main/cmd_report.h"

#include <stdlib.h>
#include <unistd.h>

static void a_report_prints_its_verdict_and_stands_beside_the_record(void **state)
{
	(void)state;
	assert_int_equal(system("mkdir run"), 0);
	bed_record("run/record.h5", &(struct bed_words){.channels = 1, .lag = 0.0016, .scale = 1.0});
	assert_int_equal(command_run(cmd_report, "run"), 0);
	assert_string_equal(complained, "");
	/* 2 sin(w tau / 2) = 2.01 % of the command */
	assert_contains(said, "doubtful  largest tracking error, part of the largest command  2.01 %       allowed: 1 %, bad above 5 %");
	assert_contains(said, "verdict: ");
	assert_contains(said, "run/report.html: 10 pictures");
	assert_int_equal(access("run/report.html", R_OK), 0);
	assert_int_equal(command_run(cmd_report, "run -o elsewhere -quiet"), 0);
	assert_null(strstr(said, "verdict"));
	assert_int_equal(access("elsewhere.html", R_OK), 0);
	assert_contains(said, "elsewhere.html: 10 pictures");
}

static void a_comparison_prints_its_measures(void **state)
{
	(void)state;
	bed_record("a.h5", &(struct bed_words){.scale = 1.0, .input = 10.0});
	bed_record("b.h5", &(struct bed_words){.scale = 1.05, .input = 10.5});
	assert_int_equal(command_run(cmd_compare, "a.h5 b.h5 -o ab.html"), 0);
	assert_string_equal(complained, "");
	assert_contains(said, "input energy 10 and 10.5: eps_enr 0.05\n");
	assert_contains(said, "verdict: good. Displacements differ by 5 % of the largest at most");
	assert_int_equal(access("ab.html", R_OK), 0);
}

static void a_calibration_prints_a_line_for_a_script(void **state)
{
	(void)state;
	bed_record("c.h5", &(struct bed_words){.channels = 1, .scale = 1.0});
	assert_int_equal(command_run(cmd_calibrate, "c.h5 site1 -tag 12 -svg loop.svg"), 0);
	assert_string_equal(complained, "");
	assert_contains(said, "the specimen is linear as far as it was moved");
	assert_null(strstr(said, "hardly says"));
	assert_contains(said, "uniaxialMaterial Elastic 12 3\n");
	assert_int_equal(access("loop.svg", R_OK), 0);
	assert_int_equal(command_run(cmd_calibrate, "c.h5 control1 -brief -from 1 -to 19"), 0);
	assert_string_equal(said, "uniaxialMaterial Elastic 1 3\n");
}

static void wrong_words_and_missing_runs_are_refused_with_one_line(void **state)
{
	static const struct { int (*command)(int argc, char **argv); const char *words; int status; const char *says; } ROWS[] = {
		{cmd_report, "", 2, "tandem report: the run is missing; tandem report runs/ID"},
		{cmd_report, "nowhere", 1, "nowhere"},
		{cmd_report, "run more", 2, "more"},
		{cmd_report, "run -odd", 2, "-odd"},
		{cmd_report, "w.h5 -o no/such/place.html", 1, "no/such/place_figures"},
		{cmd_report, "w.h5 -o .", 1, ".: this is a folder, not the name of a page"},
		{cmd_report, "w.h5 -o new/", 1, "new/: this is a folder, not the name of a page"},
		{cmd_compare, "", 2, "tandem compare: two runs are missing"},
		{cmd_compare, "w.h5", 2, "tandem compare: the second run is missing"},
		{cmd_compare, "w.h5 nowhere", 1, "nowhere"},
		{cmd_calibrate, "", 2, "tandem calibrate: the run is missing"},
		{cmd_calibrate, "w.h5", 2, "tandem calibrate: the specimen is missing"},
		{cmd_calibrate, "w.h5 site9", 1, "no such specimen in the record: site9 (allowed: site1.1)"},
		{cmd_calibrate, "w.h5 site1 -tag one", 2, "one"},
		{cmd_calibrate, "w.h5 site1 -from 90", 1, "no sample of site1 in that time"},
	};

	(void)state;
	bed_record("w.h5", &(struct bed_words){.scale = 1.0});
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		if (command_run(ROWS[i].command, "%s", ROWS[i].words) != ROWS[i].status)
			fail_msg("'%s' has not the status %d: %s", ROWS[i].words, ROWS[i].status, complained);
		assert_contains(complained, ROWS[i].says);
		assert_ptr_equal(strchr(complained, '\n'), complained + strlen(complained) - 1);
	}
}

static void help_says_how(void **state)
{
	(void)state;
	assert_int_equal(command_run(cmd_report, "--help"), 0);
	assert_contains(said, "tandem report RUN");
	assert_int_equal(command_run(cmd_compare, "--help"), 0);
	assert_contains(said, "tandem compare FIRST SECOND");
	assert_int_equal(command_run(cmd_calibrate, "--help"), 0);
	assert_contains(said, "-linear");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_report_prints_its_verdict_and_stands_beside_the_record),
		cmocka_unit_test(a_comparison_prints_its_measures),
		cmocka_unit_test(a_calibration_prints_a_line_for_a_script),
		cmocka_unit_test(wrong_words_and_missing_runs_are_refused_with_one_line),
		cmocka_unit_test(help_says_how),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
