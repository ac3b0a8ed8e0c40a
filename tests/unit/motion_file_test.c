/* Readers and writers of records: every format found and forced, and refusals with file, line and word. */
#include "test.h"

#include "base/fault.h"
#include "motion/motion_file.h"

#include <stdlib.h>
#include <unistd.h>

static char path[64];

static int make_folder(void **state)
{
	(void)state;
	snprintf(path, sizeof(path), "/tmp/tandem-motion-XXXXXX");
	int fd = mkstemp(path);
	if (fd < 0)
		return -1;
	close(fd);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	return unlink(path);
}

static void put(const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fputs(text, f) >= 0, 1);
	assert_int_equal(fclose(f), 0);
}

static void reads(const char *text, const struct motion_file_options *o, const char *format, double dt, int n, const double *want)
{
	struct arena mem;
	struct motion m;
	struct err e;
	char line[600];
	put(text);
	arena_init(&mem);
	err_clear(&e);
	if (motion_file_read(path, o, &mem, &m, &e) < 0) {
		err_text(&e, line, sizeof(line));
		fail_msg("refused: %s", line);
	}
	assert_string_equal(m.format, format);
	assert_near(m.dt, dt, 1e-12);
	assert_int_equal(m.n, n);
	for (int i = 0; i < n; i++)
		assert_near(m.x[i], want[i], 1e-12);
	arena_fini(&mem);
}

static void refuses(const char *text, const struct motion_file_options *o, int code, const char *part)
{
	struct arena mem;
	struct motion m;
	struct err e;
	char line[600];
	put(text);
	arena_init(&mem);
	err_clear(&e);
	int rc = motion_file_read(path, o, &mem, &m, &e);
	err_text(&e, line, sizeof(line));
	if (rc != code)
		fail_msg("%s instead of %s: %s", err_name(rc), err_name(code), line);
	assert_contains(line, part);
	assert_contains(line, path);
	arena_fini(&mem);
}

static struct motion_file_options with(const char *format, double dt)
{
	struct motion_file_options o = motion_file_defaults;
	o.format = format;
	o.dt = dt;
	return o;
}

static const double THREE[] = { 0.5, -1.25, 2 };

static void one_column_is_found_with_its_step_in_the_header(void **state)
{
	struct motion_file_options o = motion_file_defaults, step = with(NULL, 0.5);
	(void)state;
	reads("# A quake\n# dt 0.02 s, in g\n0.5\n-1.25\n2\n", &o, "column", 0.02, 3, THREE);
	reads("Title of it\nTime step: 1e-2 sec\n 0.5\n-1.25D0\n\n2.0\n", &o, "column", 0.01, 3, THREE);
	reads("0.5\r\n-1.25\r\n2", &step, "column", 0.5, 3, THREE);
	reads("# dt 0.02\n0.5\n# in between\n-1.25\n2\n", &step, "column", 0.5, 3, THREE);
}

static void two_columns_give_their_own_step(void **state)
{
	static const double even[] = { 0.5, 0.75, 1.0, 1.5, 2.0 };
	struct motion_file_options o = motion_file_defaults, step = with(NULL, 0.05);
	(void)state;
	reads("time, accel\n0.0, 0.5\n0.1, -1.25\n0.2, 2\n", &o, "columns", 0.1, 3, THREE);
	/* an uneven course, read off at a given step */
	reads("0 0.5\n0.1 1\n0.2 2\n0.21 5\n", &step, "columns", 0.05, 5, even);
}

static void files_of_editors_and_of_fortran_are_read_whole(void **state)
{
	struct motion_file_options o = motion_file_defaults, step = with(NULL, 0.5);
	(void)state;
	/* the mark that editors put before UTF-8 is no header */
	reads("\xef\xbb\xbf" "0.5\r\n-1.25\r\n2\r\n", &step, "column", 0.5, 3, THREE);
	reads("\xef\xbb\xbf" "0.0,0.5\r\n0.1,-1.25\r\n0.2,2", &o, "columns", 0.1, 3, THREE);
	/* times with Fortran's exponents, and behind a comma */
	reads("0.0D0 0.5D0\n0.5D-01 -1.25D0\n1.0D-01 0.2D+01\n", &o, "columns", 0.05, 3, THREE);
	reads(", 0.0, 0.5\n, 0.1, -1.25\n, 0.2, 2\n", &o, "columns", 0.1, 3, THREE);
	/* milliseconds */
	reads("# time step: 5 ms\n0.5\n-1.25\n2\n", &o, "column", 0.005, 3, THREE);
	reads("DT = 20 [msec]\n0.5\n-1.25\n2\n", &o, "column", 0.02, 3, THREE);
	reads("NPTS=3, DT=5 MSEC\n0.5 -1.25 2\n", &o, "at2", 0.005, 3, THREE);
	reads("3 points of accel data equally spaced at 20 msec, in g\n0.5 -1.25 2\n", &o, "cosmos", 0.02, 3, THREE);
}

/* What looks like data, and would be read as something else: the step is given, so that nothing but the numbers can be refused. */
static void what_is_not_a_record_is_not_made_one(void **state)
{
	static const double ramp[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	struct motion_file_options step = with(NULL, 0.5);
	(void)state;
	refuses("nan\n0.5\n-1.25\n", &step, ERR_FORMAT, "line 1");
	refuses("# dt 0.5\n0.0 -inf\n0.1 0.5\n", &step, ERR_FORMAT, "line 2");
	refuses("1e999\n0.5\n", &step, ERR_FORMAT, "line 1");
	/* commas in place of points */
	refuses("0,005\n0,012\n", &step, ERR_FORMAT, "comma");
	refuses("0,0;0,5\n0,1;-1,25\n0,2;0,05\n", &step, ERR_FORMAT, "line 3 has a comma");
	/* times printed with too few digits, and a table of accelerations, velocities and displacements */
	refuses("0.00 0.5\n0.01 -1.25\n0.01 2\n", &step, ERR_FORMAT, "time does not increase");
	refuses("0.0 0.5 0 0\n0.1 -1.25 0.1 0\n0.2 2 0.3 0.1\n", &step, ERR_FORMAT, "holds 4 values");
	reads("1 2 3\n4 5 6\n7 8 9\n", &step, "free", 0.5, 9, ramp);
}

static void free_format_takes_any_number_a_line(void **state)
{
	static const double six[] = { 1, 2, 3, 4, 5, 6 };
	struct motion_file_options o = motion_file_defaults, skip = with("free", 0.02);
	(void)state;
	reads("A quake in m/s2\nstation 7\nDT = 0.005\n1 2 3 4\n5 6\n", &o, "free", 0.005, 6, six);
	/* the first line of numbers: how many, and the step */
	reads("A quake\n6 0.005\n1 2 3\n4 5 6\n", &o, "free", 0.005, 6, six);
	skip.skip = 2;
	reads("1940 5 18\n31 7\n1;2;3\n4 5 6\n", &skip, "free", 0.02, 6, six);
}

static void the_unit_of_a_header_is_that_of_accelerations(void **state)
{
	static const struct { const char *header, *unit; } row[] = {
		{ "# Site with Vs30 = 360 m/s\n# acceleration in g\n", "g" },
		{ "peak velocity 30 cm/s\nacceleration(g)\n", "g" },
		{ "waves of 0.36 km/s\naccelerations in cm/sec/sec\n", "cm/s2" },
		{ "UNITS ARE CM/SEC/SEC\n", "cm/s2" },
		{ "ACCELERATION M/S/S, VELOCITY CM/S\n", "m/s2" },
		{ "a [m/s**2]\n", "m/s2" },
		{ "a in in/s^2\n", "in/s2" },
		{ "a in ft/sec2, velocity in m/s\n", "ft/s2" },
		{ "velocity in m/s\n", NULL },
		{ "counts in g/10\n", NULL },
		{ "a measuring site of the basin grid\n", NULL },
	};
	struct motion_file_options o = with(NULL, 0.01);
	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char text[200];
		struct arena mem;
		struct motion m;
		struct err e;
		snprintf(text, sizeof(text), "%s0.5\n-1.25\n2\n", row[i].header);
		put(text);
		arena_init(&mem);
		err_clear(&e);
		assert_int_equal(motion_file_read(path, &o, &mem, &m, &e), 0);
		if ((m.unit == NULL) != (row[i].unit == NULL) || (m.unit && strcmp(m.unit, row[i].unit) != 0))
			fail_msg("%s: unit %s", row[i].header, m.unit ? m.unit : "unknown");
		arena_fini(&mem);
	}
}

static void at2_is_read_in_its_new_and_old_form(void **state)
{
	static const double seven[] = { 1e-3, -2e-3, 3e-3, 4e-3, 5e-3, 6e-3, 7e-3 };
	struct motion_file_options o = motion_file_defaults;
	struct arena mem;
	struct motion m;
	struct err e;
	(void)state;
	reads("PEER NGA STRONG MOTION DATABASE RECORD\nA quake, 5/19/1940, Somewhere, 180\nACCELERATION TIME SERIES IN UNITS OF G\n"
	      "NPTS=     7, DT=   .0100 SEC,\n   .1000000E-02  -.2000000E-02   .3000000E-02   .4000000E-02   .5000000E-02\n   .6000000E-02   .7000000E-02\n",
	      &o, "at2", 0.01, 7, seven);
	arena_init(&mem);
	err_clear(&e);
	assert_int_equal(motion_file_read(path, &o, &mem, &m, &e), 0);
	assert_string_equal(m.unit, "g");
	assert_contains(m.title, "Somewhere");
	arena_fini(&mem);
	reads("PEER\nA quake\nACCELERATION TIME HISTORY IN UNITS OF G.\n   7   .0050    NPTS, DT\n 1e-3 -2e-3 3e-3 4e-3 5e-3\n 6e-3 7e-3\n",
	      &o, "at2", 0.005, 7, seven);
}

/* Beside each AT2 file PEER has a VT2 and a DT2 file, with the same layout and these words. */
static void velocities_and_displacements_are_not_taken_for_accelerations(void **state)
{
	static const char displacements[] = "PEER\nA quake\nDISPLACEMENT TIME HISTORY IN UNITS OF CM\n 3 .0050 NPTS, DT\n 1 -2 3\n";
	static const double three[] = { 1, -2, 3 };
	struct motion_file_options o = motion_file_defaults, free_form = with("free", 0.005);
	(void)state;
	refuses("PEER\nA quake\nVELOCITY TIME SERIES IN UNITS OF CM/S\nNPTS= 3, DT= .0100 SEC,\n 1 -2 3\n", &o, ERR_FORMAT,
		"VELOCITY TIME SERIES IN UNITS OF CM/S");
	refuses(displacements, &o, ERR_FORMAT, "line 3");
	/* as the hint says */
	reads(displacements, &free_form, "free", 0.005, 3, three);
}

/* A COSMOS file of two channels in the layout of the format's description; 34 real-header values are enough here. */
static void cosmos_is_read_with_its_columns_and_channels(void **state)
{
	static const double first[] = { 0.11111, -100.22222, 0.3 }, second[] = { 4, 5, 6, 7 };
	static const char text[] =
		"Corrected acceleration    (Format v01.20 with 13 text lines)\n"
		"  10 Integer-header values follow on   1 lines, Format= (10I8)\n"
		"       2       1       4     120       1    -999    -999    -999    -999    -999\n"
		"  34 Real-header values follow on  7 lines , Format= (5F15.6)\n"
		"      39.923300    -123.761400     245.000000    -999.000000    -999.000000\n"
		"    -999.000000    -999.000000    -999.000000    -999.000000      40.349833\n"
		"    -124.899333      19.880000       4.840000    -999.000000    -999.000000\n"
		"    -999.000000     107.924360     115.661748    -999.000000    -999.000000\n"
		"    -999.000000    -999.000000    -999.000000       1.998079     118.901921\n"
		"    -999.000000    -999.000000    -999.000000    -999.000000      55.850000\n"
		"       0.000000       0.000000    -999.000000       0.005000\n"
		"   1 Comment line(s) follow, each starting with a \"|\":\n"
		"| made for a test\n"
		"       3 acceleration pts, approx   0 secs, units=cm/s^2 (4),Format=(8F10.5)\n"
		"   0.11111-100.22222   0.30000\n"
		"       3 velocity     pts, approx   0 secs, units=cm/s (5),Format=(8F10.5)\n"
		"   9.00000   9.00000   9.00000\n"
		"End-of-data for chan  1 acceleration\n"
		"   4 points of accel data equally spaced at  .020 sec, in cm/sec2. (8f10.3)\n"
		"     4.000     5.000     6.000     7.000\n"
		"   4 points of veloc data equally spaced at  .020 sec, in cm/sec.  (8f10.3)\n";
	struct motion_file_options o = motion_file_defaults;
	(void)state;
	reads(text, &o, "cosmos", 0.005, 3, first);
	o.channel = 2;
	reads(text, &o, "cosmos", 0.02, 4, second);
	o.channel = 3;
	refuses(text, &o, ERR_FORMAT, "channel 3");
}

static void refusals_name_file_line_and_word(void **state)
{
	struct motion_file_options o = motion_file_defaults, step = with(NULL, 0.01), none = with("nonsense", 0.01), columns = with("columns", 0);
	(void)state;
	refuses("# dt 0.02\n0.5\nabc\n2\n", &o, ERR_FORMAT, "line 3");
	refuses("# dt 0.02\n0.5\nabc\n2\n", &o, ERR_FORMAT, "abc");
	refuses("1 2 3\n4 5 6x\n", &step, ERR_FORMAT, "6x");
	refuses("1 2 3\n4 inf 6\n", &step, ERR_FORMAT, "inf");
	refuses("0.5\n2\n", &o, ERR_ARGUMENT, "time step");
	refuses("words only\nand more words\n", &o, ERR_FORMAT, "no numbers");
	refuses("", &o, ERR_FORMAT, "no numbers");
	refuses("0.5\n2\n", &none, ERR_UNKNOWN, "nonsense");
	refuses("0 1\n0.1 2\n0.3 3\n", &o, ERR_FORMAT, "line 3");
	refuses("0 1\n0.1 2\n0.1 3\n", &columns, ERR_FORMAT, "does not increase");
	refuses("0 1\n0.1 2 9\n0.2 3\n", &columns, ERR_FORMAT, "line 2");
	refuses("0 1\n9999.98 2\n10000 3\n", &step, ERR_RANGE, "1000001 values");
	refuses("PEER\nq\nUNITS OF G\nNPTS= 3, DT= .01 SEC\n1 2\n", &o, ERR_FORMAT, "promises 3");
	refuses("PEER\nq\nUNITS OF G\nNPTS= 2, DT= -.01 SEC\n1 2\n", &o, ERR_RANGE, "-0.01");
}

static void missing_file_is_named(void **state)
{
	struct motion_file_options o = motion_file_defaults;
	struct arena mem;
	struct motion m;
	struct err e;
	(void)state;
	arena_init(&mem);
	err_clear(&e);
	assert_int_equal(motion_file_read("/nowhere/at.all", &o, &mem, &m, &e), ERR_FILE);
	assert_contains(e.object, "/nowhere/at.all");
	arena_fini(&mem);
}

static void what_is_written_is_read_again(void **state)
{
	struct motion_file_options o = motion_file_defaults;
	/* the fourth has an exponent of three digits and is as wide as the field of AT2, with another one before it */
	double x[] = { 0, 0.1234567, -3.25e-5, -3.4789e101, -11, 0.5, 1.0 / 3 };
	struct motion out = { .dt = 0.005, .n = 7, .x = x, .title = "Round trip", .unit = "g" }, in;
	struct arena mem;
	struct err e;
	int formats = 0;
	(void)state;
	arena_init(&mem);
	err_clear(&e);
	for (int i = 0; motion_format_table[i]; i++) {
		if (!motion_format_table[i]->write)
			continue;
		formats++;
		assert_int_equal(motion_file_write(&out, motion_format_table[i]->name, path, &e), 0);
		assert_int_equal(motion_file_read(path, &o, &mem, &in, &e), 0);
		assert_string_equal(in.format, motion_format_table[i]->name);
		assert_int_equal(in.n, 7);
		assert_near(in.dt, 0.005, 1e-12);
		for (int k = 0; k < 7; k++)
			assert_near(in.x[k], x[k], 1e-7 * fabs(x[k]));
		assert_string_equal(in.title, "Round trip");
		assert_string_equal(in.unit, "g");
		/* a title that was the header before the step and the unit were changed */
		static const char *const before[] = { "dt 0.02 s", "in cm/s2, time step 5 ms", "ACCELERATION TIME SERIES IN UNITS OF CM/S/S", "delta t = 0.01" };
		for (size_t k = 0; k < sizeof(before) / sizeof(before[0]); k++) {
			struct motion changed = out;
			strcpy(changed.title, before[k]);
			assert_int_equal(motion_file_write(&changed, motion_format_table[i]->name, path, &e), 0);
			assert_int_equal(motion_file_read(path, &o, &mem, &in, &e), 0);
			assert_near(in.dt, 0.005, 1e-12);
			assert_string_equal(in.unit, "g");
		}
	}
	assert_int_equal(formats, 3);
	/* a title that looks like the line with number and step, as a file has it that begins with that line */
	strcpy(out.title, "NPTS= 4000, DT= .01 SEC");
	assert_int_equal(motion_file_write(&out, "at2", path, &e), 0);
	assert_int_equal(motion_file_read(path, &o, &mem, &in, &e), 0);
	assert_int_equal(in.n, 7);
	assert_int_equal(motion_file_write(&out, "cosmos", path, &e), ERR_UNKNOWN);
	arena_fini(&mem);
}

/* Read, change, write: 0 or the code of what failed; its report must then say something. */
static int life(const char *to)
{
	struct motion_file_options o = with(NULL, 0.02);
	struct arena mem;
	struct motion m;
	struct err e;
	arena_init(&mem);
	err_clear(&e);
	int rc = motion_file_read(path, &o, &mem, &m, &e);
	if (rc == 0)
		rc = motion_resample(&m, 0.01, RESAMPLE_LINEAR, &mem, &m, &e);
	if (rc == 0)
		rc = motion_baseline(&m, 2, NULL, &e);
	if (rc == 0)
		rc = motion_file_write(&m, "at2", to, &e);
	arena_fini(&mem);
	if (rc < 0)
		assert_true(e.code == rc && e.object[0] && e.what[0]);
	return rc;
}

/* Each call of each fault point fails once: an error comes out, nothing leaks (under the sanitizer), and the next life is whole. */
static void every_failing_call_comes_out_as_an_error(void **state)
{
	char to[80];
	(void)state;
	snprintf(to, sizeof(to), "%s.at2", path);
	put("0.1\n0.4\n-0.3\n0.2\n0.25\n");
	for (int point = 0; point < FAULT_POINTS; point++) {
		int rc = -1;
		for (long nth = 1; rc < 0; nth++) {
			fault_arm((enum fault_point)point, nth, false);
			rc = life(to);
			bool fired = fault_calls((enum fault_point)point) >= nth;
			fault_disarm();
			if (fired != (rc < 0))
				fail_msg("%s, call %ld: code %d", fault_name((enum fault_point)point), nth, rc);
			assert_true(nth < 100);
		}
		assert_int_equal(life(to), 0);
	}
	assert_int_equal(unlink(to), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_column_is_found_with_its_step_in_the_header),
		cmocka_unit_test(two_columns_give_their_own_step),
		cmocka_unit_test(files_of_editors_and_of_fortran_are_read_whole),
		cmocka_unit_test(what_is_not_a_record_is_not_made_one),
		cmocka_unit_test(free_format_takes_any_number_a_line),
		cmocka_unit_test(the_unit_of_a_header_is_that_of_accelerations),
		cmocka_unit_test(at2_is_read_in_its_new_and_old_form),
		cmocka_unit_test(velocities_and_displacements_are_not_taken_for_accelerations),
		cmocka_unit_test(cosmos_is_read_with_its_columns_and_channels),
		cmocka_unit_test(refusals_name_file_line_and_word),
		cmocka_unit_test(missing_file_is_named),
		cmocka_unit_test(what_is_written_is_read_again),
		cmocka_unit_test(every_failing_call_comes_out_as_an_error),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
