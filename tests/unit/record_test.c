/* Recorders: what each format leaves in its file, row by row, and when the program stops at any moment. */
#include "folder.h"
#include "test.h"

#include "base/fault.h"
#include "recorder/format.h"
#include "recorder/record.h"
#include "script/script.h"

#include <hdf5.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct script script;

static char *content(const char *path)
{
	static char text[1 << 24];
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	size_t n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

/* ---- formats by themselves -------------------------------------------------------------------------------- */

static const struct column COLUMNS[] = {
	{"time", "time", "TimeOutput"},
	{"node3_disp1", "D1", "NodeOutput nodeTag=\"3\""},
};
static const struct record_origin ORIGIN = {"tandem test", "record_test.c"};

struct sink {
	const struct format_ops *ops;
	void *self;
	struct format_request q;
	struct arena arena;
};

static void sink_open(struct sink *s, const char *option, const char *path, bool append)
{
	struct err e = {0};
	*s = (struct sink){.ops = format_find_option(option)};
	s->q = (struct format_request){.object = "recorder", .path = path, .group = "g", .command = "recorder words", .origin = &ORIGIN};
	s->q.precision = 6;
	s->q.append = append;
	arena_init(&s->arena);
	s->self = arena_alloc(&s->arena, s->ops->size);
	assert_int_equal(s->ops->open(s->self, &s->q, &e), 0);
	assert_int_equal(s->ops->begin(s->self, 2, COLUMNS, &s->arena, &e), 0);
}

static void sink_row(struct sink *s, double t, double x)
{
	struct err e = {0};
	assert_int_equal(s->ops->row(s->self, 2, (double[]){t, x}, &e), 0);
}

static void sink_close(struct sink *s)
{
	struct err e = {0};
	assert_int_equal(s->ops->close(s->self, &e), 0);
	assert_int_equal(s->ops->close(s->self, &e), 0); /* idempotent */
	arena_fini(&s->arena);
}

static void text_rows_are_in_the_file_before_it_is_closed(void **state)
{
	struct sink s;
	(void)state;
	sink_open(&s, "-file", "a.out", false);
	sink_row(&s, 0.02, -8.2568587e-05);
	assert_string_equal(content("a.out"), "0.02 -8.25686e-05\n");
	sink_row(&s, 0.04, 123456789.0);
	assert_string_equal(content("a.out"), "0.02 -8.25686e-05\n0.04 1.23457e+08\n");
	sink_close(&s);
	sink_open(&s, "-csv", "a.csv", false);
	sink_row(&s, 1, -0.5);
	assert_string_equal(content("a.csv"), "1,-0.5\n");
	sink_close(&s);
}

static void the_widest_numbers_fit_in_a_row(void **state)
{
	struct sink s;
	(void)state;
	sink_open(&s, "-file", "wide.out", false);
	sink_row(&s, -1.23456789e-300, -1.23456789e-5);
	sink_row(&s, NAN, -INFINITY);
	assert_string_equal(content("wide.out"), "-1.23457e-300 -1.23457e-05\nnan -inf\n");
	sink_close(&s);
}

static void xml_is_well_formed_after_every_row(void **state)
{
	struct sink s;
	(void)state;
	sink_open(&s, "-xml", "a.xml", false);
	assert_contains(content("a.xml"), "<Data>\n</Data>\n</OpenSees>\n");
	sink_row(&s, 1, 2);
	sink_row(&s, 2, 3);
	assert_contains(content("a.xml"), "<NodeOutput nodeTag=\"3\">\n <ResponseType>D1</ResponseType>\n</NodeOutput>\n<Data>\n1 2\n2 3\n</Data>\n</OpenSees>\n");
	sink_close(&s);
	assert_contains(content("a.xml"), "2 3\n</Data>\n</OpenSees>\n");
}

/* One byte follows the doubles of a row: differential/recorder/csv_xml_binary.tcl. */
static void binary_rows_are_doubles_and_one_byte(void **state)
{
	struct sink s;
	double x[2];
	(void)state;
	sink_open(&s, "-binary", "a.bin", false);
	sink_row(&s, 1, 2);
	sink_row(&s, 3, 4);
	memcpy(x, content("a.bin") + 17, sizeof(x));
	assert_near(x[0], 3, 0);
	assert_near(x[1], 4, 0);
	sink_close(&s);
}

static void appending_keeps_what_was_there(void **state)
{
	struct sink s;
	(void)state;
	sink_open(&s, "-file", "add.out", false);
	sink_row(&s, 1, 2);
	sink_close(&s);
	sink_open(&s, "-file", "add.out", true);
	sink_row(&s, 3, 4);
	sink_close(&s);
	assert_string_equal(content("add.out"), "1 2\n3 4\n");
}

/* A file that lost its end, as with the power: text that does not end its line, binary rows of another length or half a row. */
static void nothing_is_appended_to_half_a_row(void **state)
{
	static const struct { const char *option; const char *part; size_t n; int at_open; } row[] = {
		{"-file", "1 2\n3 0.4", 9, ERR_FORMAT}, {"-csv", "1,2\n3", 5, ERR_FORMAT}, {"-binary", "12345678123456\n", 15, 0},
		{"-binary", "1234567812345678x", 17, 0},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct sink s = {.ops = format_find_option(row[i].option)};
		struct err e = {0};
		FILE *f = fopen("half.out", "w");
		assert_non_null(f);
		assert_int_equal(fwrite(row[i].part, 1, row[i].n, f), row[i].n);
		assert_int_equal(fclose(f), 0);
		s.q = (struct format_request){.object = "recorder", .path = "half.out", .precision = 6, .append = true, .origin = &ORIGIN};
		arena_init(&s.arena);
		s.self = arena_alloc(&s.arena, s.ops->size);
		assert_int_equal(s.ops->open(s.self, &s.q, &e), row[i].at_open);
		if (row[i].at_open == 0)
			assert_int_equal(s.ops->begin(s.self, 2, COLUMNS, &s.arena, &e), ERR_FORMAT);
		assert_memory_equal(content("half.out"), row[i].part, row[i].n);
		sink_close(&s);
	}
}

static void a_shorter_second_content_leaves_nothing_of_the_first(void **state)
{
	static const char *const OPTIONS[] = {"-file", "-xml"};
	struct err e = {0};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct sink s;
		sink_open(&s, OPTIONS[i], "again.out", false);
		sink_row(&s, -1.23456e-100, -1.23456e-100);
		assert_int_equal(s.ops->rewind(s.self, &e), 0);
		sink_row(&s, 1, 2);
		assert_int_equal(s.ops->flush(s.self, &e), 0);
		assert_null(strstr(content("again.out"), "e-100"));
		assert_contains(content("again.out"), i == 0 ? "1 2\n" : "<Data>\n1 2\n</Data>\n</OpenSees>\n");
		sink_close(&s);
	}
}

enum { NUMBERS = 1 << 20 };
static double numbers[NUMBERS];

static void read_hdf5(const char *path, const char *data, int *ret_rows, int *ret_columns, double *ret_x)
{
	hsize_t size[2] = {0, 0};
	hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), set = H5Dopen2(file, data, H5P_DEFAULT);
	assert_true(file >= 0 && set >= 0);
	hid_t space = H5Dget_space(set);
	H5Sget_simple_extent_dims(space, size, NULL);
	assert_true(size[0] * size[1] <= NUMBERS);
	assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, ret_x) >= 0);
	H5Sclose(space);
	H5Dclose(set);
	H5Fclose(file);
	*ret_rows = (int)size[0];
	*ret_columns = (int)size[1];
}

static void hdf5_holds_rows_names_and_origin(void **state)
{
	struct sink s;
	double *x = numbers;
	int rows, columns;
	char text[2][16], program[32] = "";
	(void)state;
	sink_open(&s, "-hdf5", "a.h5", false);
	for (int i = 0; i < 1000; i++)
		sink_row(&s, i, 2.0 * i);
	sink_close(&s);
	read_hdf5("a.h5", "/g/data", &rows, &columns, x);
	assert_int_equal(rows, 1000);
	assert_int_equal(columns, 2);
	assert_near(x[2 * 999 + 1], 1998, 0);
	hid_t file = H5Fopen("a.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
	hid_t names = H5Aopen_by_name(file, "/g/data", "columns", H5P_DEFAULT, H5P_DEFAULT), origin = H5Aopen(file, "program", H5P_DEFAULT);
	hid_t names_type = H5Aget_type(names), origin_type = H5Aget_type(origin);
	assert_int_equal(H5Tget_size(names_type), sizeof("node3_disp1"));
	char raw[2 * sizeof("node3_disp1")];
	assert_true(H5Aread(names, names_type, raw) >= 0 && H5Aread(origin, origin_type, program) >= 0);
	memcpy(text[0], raw, sizeof("node3_disp1"));
	memcpy(text[1], raw + sizeof("node3_disp1"), sizeof("node3_disp1"));
	assert_string_equal(text[0], "time");
	assert_string_equal(text[1], "node3_disp1");
	assert_string_equal(program, "tandem test");
	H5Tclose(names_type);
	H5Tclose(origin_type);
	H5Aclose(names);
	H5Aclose(origin);
	H5Fclose(file);
}

static void hdf5_goes_on_where_an_earlier_run_ended(void **state)
{
	struct sink s;
	double *x = numbers;
	int rows, columns;
	(void)state;
	for (int run = 0; run < 2; run++) {
		sink_open(&s, "-hdf5", "add.h5", run > 0);
		sink_row(&s, run, 1);
		sink_row(&s, run, 2);
		sink_close(&s);
	}
	read_hdf5("add.h5", "/g/data", &rows, &columns, x);
	assert_int_equal(rows, 4);
	assert_near(x[4], 1, 0);
}

/* ---- recorders of a script ---------------------------------------------------------------------------------- */

static const char MODEL[] =
	"model basic -ndm 2 -ndf 2; node 1 0 0; node 2 0 3 -mass 2 2; node 3 4 3; fix 1 1 1; fix 2 0 1; fix 3 1 1;"
	"uniaxialMaterial Elastic 1 100.0; element truss 1 2 3 1.0 1; timeSeries Sine 1 0 100 1.0; pattern Plain 1 1 {load 2 5 0};"
	"constraints Plain; numberer Plain; system BandSPD; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient";

static const char *eval(const char *text)
{
	int code = Tcl_Eval(script.interp, text);
	if (code != TCL_OK)
		fail_msg("%s: %s", text, Tcl_GetStringResult(script.interp));
	return Tcl_GetStringResult(script.interp);
}

static const char *eval_fails(const char *text)
{
	assert_int_equal(Tcl_Eval(script.interp, text), TCL_ERROR);
	return Tcl_GetStringResult(script.interp);
}

static void script_open(void)
{
	struct err e = {0};
	assert_int_equal(script_init(&script, "record_test", &e), 0);
	eval("logFile messages.log -noEcho");
	eval(MODEL);
}

static int lines_of(const char *path)
{
	int n = 0;
	for (const char *c = content(path); *c; c++)
		n += *c == '\n';
	return n;
}

static void rows_come_when_their_time_has_come(void **state)
{
	(void)state;
	script_open();
	eval("recorder Node -file dt.out -time -dT 0.05 -node 2 -dof 1 disp; analyze 20 0.01; wipe");
	assert_int_equal(lines_of("dt.out"), 4);
	assert_contains(content("dt.out"), "\n0.06 ");
	script_fini(&script);
}

/* Rows that are written over each other one by one would be neither the old nor the new ones in between. */
static void an_envelope_that_cannot_be_written_stays_as_it_was(void **state)
{
	static const char *const OPTIONS[] = {"-file", "-csv", "-xml", "-binary"};
	static char was[1 << 12];
	char words[160];
	(void)state;
	for (size_t i = 0; i < COUNT(OPTIONS); i++) {
		script_open();
		snprintf(words, sizeof(words), "recorder EnvelopeNode %s stays.out -time -node 2 -dof 1 disp vel; analyze 3 0.01", OPTIONS[i]);
		eval(words);
		size_t n = strlen(content("stays.out"));
		assert_true(n > 0 && n < sizeof(was));
		memcpy(was, content("stays.out"), n + 1);
		fault_arm(FAULT_file_write, 1, true);
		assert_int_equal(Tcl_Eval(script.interp, "analyze 3 0.01"), TCL_ERROR);
		fault_disarm();
		assert_string_equal(content("stays.out"), was);
		/* and it comes when there is room again */
		eval("remove recorders");
		assert_true(strcmp(content("stays.out"), was) != 0);
		script_fini(&script);
	}
}

static void an_envelope_is_in_its_file_when_analyze_returns(void **state)
{
	(void)state;
	script_open();
	eval("recorder EnvelopeNode -file env.out -time -node 2 -dof 1 disp; analyze 30 0.01");
	assert_int_equal(lines_of("env.out"), 3);
	eval("analyze 30 0.01; wipe");
	assert_int_equal(lines_of("env.out"), 3);
	script_fini(&script);
}

static void a_removed_node_reads_as_zero(void **state)
{
	(void)state;
	script_open();
	eval("node 9 1 1 -mass 1 1; fix 9 1 1; recorder Node -file gone.out -node 9 2 -dof 1 disp; record");
	eval("remove sp 9 1; remove sp 9 2; remove node 9; record; wipe");
	assert_string_equal(content("gone.out"), "0 0\n0 0\n");
	script_fini(&script);
}

static void a_recorder_may_come_before_its_node(void **state)
{
	(void)state;
	script_open();
	eval("recorder Node -file early.out -node 9 -dof 1 disp; node 9 1 1; fix 9 1 1; record; wipe");
	assert_string_equal(content("early.out"), "0\n");
	script_fini(&script);
}

static void mistakes_name_recorder_and_value(void **state)
{
	static const struct { const char *words, *says; } ROWS[] = {
		{"recorder Node -file none/a.out -node 2 -dof 1 disp", "none/a.out"},
		{"recorder Node -file m.out -node 2 -dof 1 speed", "unknown node response: speed"},
		{"recorder Nodes -file m.out", "unknown kind of recorder: Nodes"},
		{"recorder Node -file m.out -precision 0 -node 2 -dof 1 disp", "-precision is out of range: 0"},
		{"recorder Node -node 2 -dof 1 disp", "has no file"},
		{"recorder Node -file m.out -file n.out -node 2 -dof 1 disp", "has a file already"},
		{"recorder Node -file m.out -colour 2 -dof 1 disp", "unknown option: -colour"},
		{"recorder Element -file m.out -ele 1", "the response is missing"},
		{"recorder Drift -file m.out -iNode 1 -jNode 2 3 -dof 1 -perpDirn 2", "they must pair"},
		{"recorder Node -file m.out -node 7 -dof 1 disp; record", "recorder Node 1 (m.out): node 7 does not exist"},
		{"recorder Node -file m.out -node 2 -dof 5 disp; record", "no node has this freedom: 5"},
		{"recorder Node -file m.out -region 4 -dof 1 disp; record", "region 4 does not exist"},
		{"recorder Element -file m.out -ele 1 temper; record", "element 1 does not know the response: temper"},
		{"recorder Drift -file m.out -iNode 2 -jNode 3 -dof 1 -perpDirn 2; record", "nodes 2 and 3 have no distance in direction 2"},
		{"recorder Node -hdf5 m.h5 -group a -node 2 disp; recorder Node -hdf5 m.h5 -group a -node 2 disp; record", "a group of this name already: a"},
		{"recorder Node -xml m.xml -append -node 2 -dof 1 disp", "cannot be appended"},
		{"recorder Node -file m.out -node 2 -dof 1 disp; recorder Node -csv m.out -node 2 -dof 2 disp", "another recorder writes this file"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
		script_open();
		assert_contains(eval_fails(ROWS[i].words), ROWS[i].says);
		script_fini(&script);
	}
}

/* Beyond what an attribute of the earliest format holds. */
static void hdf5_keeps_the_names_of_thousands_of_columns(void **state)
{
	enum { MANY = 6000 };
	static char name[MANY][24], got[MANY * 24];
	static struct column column[MANY];
	static double row[MANY], back[2 * MANY];
	struct sink s = {.ops = format_find_option("-hdf5")};
	struct err e = {0};
	(void)state;
	for (int i = 0; i < MANY; i++) {
		snprintf(name[i], sizeof(name[i]), "node%d_disp1", 100000 + i);
		column[i] = (struct column){.name = name[i], .response = "D1", .owner = "NodeOutput"};
		row[i] = i;
	}
	s.q = (struct format_request){.object = "recorder", .path = "wide.h5", .group = "g", .command = "recorder words", .origin = &ORIGIN};
	arena_init(&s.arena);
	s.self = arena_alloc(&s.arena, s.ops->size);
	assert_int_equal(s.ops->open(s.self, &s.q, &e), 0);
	assert_int_equal(s.ops->begin(s.self, MANY, column, &s.arena, &e), 0);
	for (int k = 0; k < 2; k++)
		assert_int_equal(s.ops->row(s.self, MANY, row, &e), 0);
	sink_close(&s);
	hid_t file = H5Fopen("wide.h5", H5F_ACC_RDONLY, H5P_DEFAULT), set = H5Dopen2(file, "/g/data", H5P_DEFAULT), names = H5Aopen(set, "columns", H5P_DEFAULT);
	hid_t type = H5Aget_type(names);
	assert_int_equal(H5Tget_size(type), sizeof("node100000_disp1"));
	assert_true(H5Aread(names, type, got) >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, back) >= 0);
	assert_string_equal(got + (MANY - 1) * sizeof("node100000_disp1"), name[MANY - 1]);
	assert_memory_equal(back + MANY, row, sizeof(row));
	H5Tclose(type);
	H5Aclose(names);
	H5Dclose(set);
	H5Fclose(file);
}

/* HDF5 does not survive a lack of memory: what a recorder wants of it is tried by another process, without which nothing is begun. */
static void hdf5_is_tried_by_a_process_of_its_own(void **state)
{
	(void)state;
	for (long nth = 1; nth <= 2; nth++) {
		script_open();
		fault_arm(FAULT_process_fork, nth, false);
		assert_contains(eval_fails("recorder Node -hdf5 try.h5 -node 2 -dof 1 disp; analyze 1 0.01; remove recorders"), "no process to try it in");
		assert_true(fault_calls(FAULT_process_fork) >= nth);
		fault_disarm();
		script_fini(&script);
	}
}

/* Every call at the three fault points of files fails once: a report, no crash, and the rest goes on. */
static void every_file_call_may_fail(void **state)
{
	static const enum fault_point POINTS[] = {FAULT_file_open, FAULT_file_write, FAULT_file_close};
	static const char *const WORDS[] = {
		"recorder Node -file f.out -node 2 -dof 1 disp; analyze 3 0.01; remove recorders",
		"recorder Node -xml f.xml -node 2 -dof 1 disp; analyze 3 0.01; remove recorders",
		"recorder Node -binary f.bin -node 2 -dof 1 disp; analyze 3 0.01; remove recorders",
		"recorder Node -hdf5 f.h5 -node 2 -dof 1 disp; analyze 3 0.01; remove recorders",
		"recorder EnvelopeNode -file f.env -node 2 -dof 1 disp; analyze 3 0.01; remove recorders",
	};
	(void)state;
	for (size_t p = 0; p < 3; p++)
		for (size_t w = 0; w < 5; w++) {
			int failed = 0;
			for (long nth = 1; nth < 20; nth++) {
				script_open();
				fault_arm(POINTS[p], nth, false);
				failed += Tcl_Eval(script.interp, WORDS[w]) == TCL_ERROR;
				bool reached = fault_calls(POINTS[p]) >= nth;
				fault_disarm();
				script_fini(&script);
				if (!reached)
					break;
			}
			assert_true(failed > 0);
		}
}

/* A disk that is full in the middle of the fourth row: the three before it, whole; XML is well formed. Then there is room again, and rows go on. */
static void a_row_that_finds_no_room_leaves_no_half(void **state)
{
	static const struct { const char *option, *path, *end; } ROWS[] = {
		{"-file", "full.out", "3 3\n"}, {"-csv", "full.csv", "3,3\n"}, {"-xml", "full.xml", "3 3\n</Data>\n</OpenSees>\n"},
	};
	struct rlimit all, some;
	struct err e = {0};

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
	for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
		struct sink s;

		sink_open(&s, ROWS[i].option, ROWS[i].path, false);
		for (int k = 1; k <= 3; k++)
			sink_row(&s, k, k);
		some = all;
		some.rlim_cur = strlen(content(ROWS[i].path)) + 2;
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &some), 0);
		assert_int_equal(s.ops->row(s.self, 2, (double[]){4.0, 4.0}, &e), ERR_FILE);
		const char *text = content(ROWS[i].path);
		assert_true(strlen(text) > strlen(ROWS[i].end));
		assert_string_equal(text + strlen(text) - strlen(ROWS[i].end), ROWS[i].end);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
		sink_row(&s, 5.0, 5.0);
		assert_null(strchr(content(ROWS[i].path) + strlen(text) - strlen(ROWS[i].end), '4'));
		sink_close(&s);
	}
	signal(SIGXFSZ, SIG_DFL);
}

/* A child is killed in the middle of a run; what it leaves must be whole rows, text up to the last moment. */
static pid_t start_child(const char *recorders)
{
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct err e = {0};
		if (script_init(&script, "record_test", &e) < 0 || Tcl_Eval(script.interp, "logFile child.log -noEcho") != TCL_OK)
			_exit(3);
		Tcl_Eval(script.interp, MODEL);
		Tcl_Eval(script.interp, recorders);
		Tcl_Eval(script.interp, "set f [open started w]; close $f; analyze 2000000000 0.001");
		_exit(4);
	}
	return child;
}

static void kill_child(pid_t child)
{
	int status;
	for (int i = 0; i < 2000 && access("started", F_OK) < 0; i++)
		usleep(10000);
	usleep(900000);
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	unlink("started");
}

static void what_is_written_survives_a_kill(void **state)
{
	double *x = numbers;
	int rows, columns;
	(void)state;
	kill_child(start_child("recorder Node -file k.out -time -dT 1.0 -node 2 -dof 1 disp; recorder Node -xml k.xml -dT 1.0 -node 2 -dof 1 disp;"
	                       "recorder Node -hdf5 k.h5 -group k -time -dT 1.0 -node 2 -dof 1 disp; recorder EnvelopeNode -file k.env -node 2 -dof 1 disp"));
	int written = lines_of("k.out");
	const char *text = content("k.out");
	assert_int_equal(text[strlen(text) - 1], '\n');
	text = content("k.xml");
	assert_string_equal(text + strlen(text) - 20, "</Data>\n</OpenSees>\n");
	assert_int_equal(lines_of("k.env"), 3);
	read_hdf5("k.h5", "/k/data", &rows, &columns, x);
	assert_int_equal(columns, 2);
	assert_true(rows > 0 && rows >= written / 4 && rows <= written); /* gathered rows are flushed every 0.2 of the 0.9 s */
	assert_near(x[2 * (rows - 1)], rows - 1 + 0.001, 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_rows_are_in_the_file_before_it_is_closed),
		cmocka_unit_test(the_widest_numbers_fit_in_a_row),
		cmocka_unit_test(xml_is_well_formed_after_every_row),
		cmocka_unit_test(binary_rows_are_doubles_and_one_byte),
		cmocka_unit_test(appending_keeps_what_was_there),
		cmocka_unit_test(nothing_is_appended_to_half_a_row),
		cmocka_unit_test(a_shorter_second_content_leaves_nothing_of_the_first),
		cmocka_unit_test(hdf5_holds_rows_names_and_origin),
		cmocka_unit_test(hdf5_goes_on_where_an_earlier_run_ended),
		cmocka_unit_test(rows_come_when_their_time_has_come),
		cmocka_unit_test(an_envelope_that_cannot_be_written_stays_as_it_was),
		cmocka_unit_test(an_envelope_is_in_its_file_when_analyze_returns),
		cmocka_unit_test(a_removed_node_reads_as_zero),
		cmocka_unit_test(a_recorder_may_come_before_its_node),
		cmocka_unit_test(mistakes_name_recorder_and_value),
		cmocka_unit_test(hdf5_keeps_the_names_of_thousands_of_columns),
		cmocka_unit_test(hdf5_is_tried_by_a_process_of_its_own),
		cmocka_unit_test(every_file_call_may_fail),
		cmocka_unit_test(a_row_that_finds_no_room_leaves_no_half),
		cmocka_unit_test(what_is_written_survives_a_kill),
	};
	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
