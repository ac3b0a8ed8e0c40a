/* The library: models by calls, words and values, answers, views, records, errors, lines. */
#include "folder.h"
#include "library_bed.h"

#include <fcntl.h>

static void same(int n, const double *a, const double *b)
{
	assert_memory_equal(a, b, (size_t)n * sizeof(double));
}

/* ---- models, words, numbers -------------------------------------------------------------------------------------- */

static struct tandem *column_by_calls(void)
{
	const struct tandem_value words[] = {tandem_real(75.6), tandem_real(29000), tandem_real(3400), tandem_int(1)};
	struct tandem *t = make(NULL);

	assert_int_equal(tandem_model(t, 2, 3), 0);
	assert_int_equal(tandem_node(t, 1, 2, (double[]){0, 0}), 0);
	assert_int_equal(tandem_node(t, 2, 2, (double[]){0, 156}), 0);
	assert_int_equal(tandem_fix(t, 1, 3, (int32_t[]){1, 1, 1}), 0);
	assert_int_equal(tandem_transform(t, "PDelta", 1, 0, NULL), 0);
	assert_int_equal(tandem_element(t, "elasticBeamColumn", 1, 2, (int32_t[]){1, 2}, 4, words), 0);
	assert_int_equal(tandem_mass(t, 2, 3, (double[]){0.1, 0.1, 0.1}), 0);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"system", "UmfPack"}), 0);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"constraints", "Plain"}), 0);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"algorithm", "Linear"}), 0);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"numberer", "RCM"}), 0);
	assert_int_equal(tandem_callf(t, "ssxxxxxx", "integrator", "Newmark", 0.5, 0.25, 0.4503, 0.0, 0.0023, 0.0), 0);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"analysis", "Transient"}), 0);
	assert_int_equal(tandem_callf(t, "ssixxx", "timeSeries", "Sine", 1, 0.0, 50.0, 3.14159), 0);
	assert_int_equal(tandem_pattern(t, 1, 1), 0);
	assert_int_equal(tandem_load(t, 2, 3, (double[]){1, 0, 0}), 0);
	return t;
}

static void a_model_by_calls_moves_as_the_script_does_bit_for_bit(void **state)
{
	struct tandem *script = make(COLUMN), *calls = column_by_calls();
	int32_t n, m;

	(void)state;
	assert_int_equal(tandem_analyze(script, 500, 0.001), 0);
	assert_int_equal(tandem_analyze(calls, 500, 0.001), 0);
	for (int what = TANDEM_DISP; what <= TANDEM_REACTION; what++) {
		const double *a = tandem_motion(script, what, &n), *b = tandem_motion(calls, what, &m);

		assert_int_equal(n, 6);
		assert_int_equal(m, 6);
		assert_true(what == TANDEM_REACTION ? a[0] != 0.0 : a[3] != 0.0);
		same(n, a, b);
	}
	end(script);
	end(calls);
}

static void steps_one_by_one_are_the_bits_of_one_analyze(void **state)
{
	struct tandem *one = make(COLUMN), *many = make(COLUMN);

	(void)state;
	assert_int_equal(tandem_analyze(one, 200, 0.001), 0);
	for (int i = 0; i < 200; i++)
		assert_int_equal(tandem_step(many, 0.001), 0);
	assert_true(tandem_time(one) == tandem_time(many));
	same(6, tandem_motion(one, TANDEM_DISP, NULL), tandem_motion(many, TANDEM_DISP, NULL));
	end(one);
	end(many);
}

/* Answers of scripts have twenty decimals: 1e-40 would be 0. */
static void numbers_keep_every_bit_there_and_back(void **state)
{
	const double x[] = {1e-40, 0.1, -1.0 / 3.0};
	struct tandem *t = make("model basic -ndm 3 -ndf 6");
	int32_t n;

	(void)state;
	assert_int_equal(tandem_node(t, 7, 3, x), 0);
	assert_int_equal(tandem_callf(t, "si", "nodeCoord", 7), 0);
	same(3, tandem_result_reals(t, &n), x);
	assert_int_equal(n, 3);
	assert_int_equal(tandem_eval(t, "nodeCoord 7 1"), 0);
	assert_true(tandem_result_reals(t, &n)[0] == 1e-40 && n == 1);
	end(t);
}

/* A list that another command made, a text, and a result that a later one has replaced. */
static void answers_are_numbers_only_where_they_are(void **state)
{
	struct tandem *t = make("model basic -ndm 1 -ndf 1; node 1 2.5; node 2 3.5");
	int32_t n;

	(void)state;
	assert_int_equal(tandem_eval(t, "getNodeTags"), 0);
	same(2, tandem_result_reals(t, &n), (double[]){1, 2});
	assert_int_equal(tandem_eval(t, "set a word"), 0);
	assert_null(tandem_result_reals(t, &n));
	assert_int_equal(n, 0);
	assert_string_equal(tandem_result(t), "word");
	assert_int_equal(tandem_eval(t, "nodeCoord 1; expr {1 + 2}"), 0);
	same(1, tandem_result_reals(t, &n), (double[]){3});
	end(t);
}

static void a_series_of_values_is_the_one_of_a_script(void **state)
{
	static const char REST[] = "pattern Plain 1 5; load 1 1.0; integrator LoadControl 0.5; analysis Static";
	static const char MODEL[] = "model basic -ndm 1 -ndf 1; node 1 0; node 2 0; fix 2 1; uniaxialMaterial Elastic 1 4.0\n"
	                            "element zeroLength 1 1 2 -mat 1 -dir 1";
	struct tandem *t = make(MODEL);

	(void)state;
	assert_int_equal(tandem_series(t, 5, 0.25, 5, (double[]){0, 1, -2, 4, 0}), 0);
	assert_int_equal(tandem_eval(t, REST), 0);
	assert_int_equal(tandem_analyze(t, 1, 0.0), 0);
	/* at time 0.5 the factor is -2: u = -2 / 4 */
	assert_true(tandem_motion(t, TANDEM_DISP, NULL)[0] == -0.5);
	end(t);
}

/* ---- views --------------------------------------------------------------------------------------------------------- */

static void views_stay_where_they_are_until_the_model_changes(void **state)
{
	struct tandem *t = make(COLUMN);
	const double *u, *force, *unknown;
	double before;
	int32_t n;

	(void)state;
	assert_int_equal(tandem_analyze(t, 10, 0.001), 0);
	u = tandem_motion(t, TANDEM_DISP, NULL);
	force = tandem_element_response(t, 1, "force", &n);
	unknown = tandem_unknowns(t, TANDEM_DISP, &n);
	assert_int_equal(n, 3);
	before = u[3];
	assert_true(unknown[0] == before || unknown[1] == before || unknown[2] == before);
	assert_int_equal(tandem_step(t, 0.001), 0);
	/* the unknowns have moved by themselves, the gathered ones when they are asked for */
	assert_true(u[3] == before);
	assert_ptr_equal(tandem_motion(t, TANDEM_DISP, NULL), u);
	assert_true(u[3] != before);
	assert_true(unknown[0] == u[3] || unknown[1] == u[3] || unknown[2] == u[3]);
	assert_ptr_equal(tandem_element_response(t, 1, "force", NULL), force);
	end(t);
}

static void forces_of_elements_are_those_that_scripts_are_told(void **state)
{
	struct tandem *t = make(COLUMN);
	const double *force;
	int32_t n, m;

	(void)state;
	assert_int_equal(tandem_analyze(t, 100, 0.001), 0);
	force = tandem_element_response(t, 1, "force", &n);
	assert_int_equal(n, 6);
	assert_int_equal(tandem_eval(t, "eleForce 1"), 0);
	same(6, force, tandem_result_reals(t, &m));
	/* equilibrium of the column: the shear at its ends is equal and opposite */
	assert_near(force[0] + force[3], 0.0, 1e-12 * fabs(force[0]));
	assert_true(force[0] != 0.0);
	assert_null(tandem_element_response(t, 1, "colour", &n));
	assert_int_equal(tandem_error(t)->code, TANDEM_UNKNOWN);
	assert_null(tandem_element_response(t, 9, "force", &n));
	assert_int_equal(tandem_error(t)->code, TANDEM_MISSING);
	end(t);
}

static void freedoms_and_tags_say_where_nodes_are(void **state)
{
	struct tandem *t = make("model basic -ndm 2 -ndf 2; node 30 0 0; node 4 1 0; fix 30 1 1; fix 4 0 1\n"
	                        "uniaxialMaterial Elastic 1 1.0; element truss 7 4 30 1.0 1");
	const int32_t *tag;
	int32_t n;

	(void)state;
	tag = tandem_node_tags(t, &n);
	assert_int_equal(n, 2);
	assert_int_equal(tag[0], 4);
	assert_int_equal(tag[1], 30);
	assert_int_equal(tandem_element_tags(t, &n)[0], 7);
	assert_int_equal(n, 1);
	assert_int_equal(tandem_freedom(t, 4, 1), 0);
	assert_int_equal(tandem_freedom(t, 30, 2), 3);
	assert_int_equal(tandem_freedom(t, 30, 3), TANDEM_RANGE);
	assert_int_equal(tandem_freedom(t, 5, 1), TANDEM_MISSING);
	end(t);
}

static void recorders_in_memory_keep_rows_of_all_steps(void **state)
{
	struct tandem *t = make(COLUMN);
	const char *const *name;
	const double *x;
	int64_t rows;
	int32_t columns;

	(void)state;
	assert_int_equal(tandem_eval(t, "recorder Node -memory top -time -node 2 -dof 1 3 disp"), 0);
	assert_int_equal(tandem_analyze(t, 1000, 0.001), 0);
	x = tandem_rows(t, "top", &rows, &columns);
	name = tandem_row_names(t, "top");
	assert_int_equal(rows, 1000);
	assert_int_equal(columns, 3);
	assert_string_equal(name[0], "time");
	assert_string_equal(name[1], "node2_disp1");
	assert_null(name[3]);
	assert_true(x[999 * 3] == tandem_time(t));
	assert_true(x[999 * 3 + 1] == tandem_motion(t, TANDEM_DISP, NULL)[3]);
	/* the command says the same */
	assert_int_equal(tandem_eval(t, "lindex [recorded top] 999 1"), 0);
	assert_true(tandem_result_reals(t, NULL)[0] == x[999 * 3 + 1]);
	assert_null(tandem_rows(t, "roof", &rows, &columns));
	assert_int_equal(tandem_error(t)->code, TANDEM_MISSING);
	end(t);
}

/* ---- records --------------------------------------------------------------------------------------------------------- */

static void a_record_is_written_and_read_back_bit_for_bit(void **state)
{
	struct tandem *t = make(COLUMN);
	struct tandem_table table;
	struct tandem_event event;
	struct tandem_run *run;
	const double *x;
	double end_of_test;
	int64_t rows;

	(void)state;
	assert_int_equal(tandem_record(t, "first"), 0);
	assert_int_equal(tandem_analyze(t, 50, 0.001), 0);
	end_of_test = tandem_motion(t, TANDEM_DISP, NULL)[3];
	assert_int_equal(tandem_record(t, NULL), 0);
	assert_int_equal(tandem_run_open(t, "first", &run), 0);
	assert_int_equal(tandem_run_table(run, 0, &table), 0);
	assert_string_equal(table.name, "steps");
	x = tandem_run_column(run, "steps/node2_disp1", &rows);
	assert_int_equal(rows, 50);
	assert_true(x[49] == end_of_test && end_of_test != 0.0);
	assert_ptr_equal(tandem_run_column(run, "steps/node2_disp1", NULL), x);
	assert_null(tandem_run_column(run, "steps/none", &rows));
	assert_int_equal(tandem_error(t)->code, TANDEM_MISSING);
	assert_int_equal(tandem_run_event(run, 0, &event), 0);
	assert_string_equal(event.kind, "analyze");
	assert_string_equal(tandem_run_text(run, "status"), "complete");
	assert_int_equal(tandem_run_close(run), 0);
	assert_int_equal(tandem_run_close(run), TANDEM_STATE);
	assert_null(tandem_run_column(run, "steps/node2_disp1", &rows));
	assert_int_equal(tandem_record(t, "first"), TANDEM_DUPLICATE);
	assert_int_equal(tandem_record(t, "no/such/folder"), TANDEM_FILE);
	assert_int_equal(tandem_run_open(t, "nowhere", &run), TANDEM_MISSING);
	assert_null(run);
	end(t);
}

/* ---- errors ------------------------------------------------------------------------------------------------------------ */

static void a_report_has_object_value_allowed_and_hint(void **state)
{
	struct tandem *t = make("model basic -ndm 2 -ndf 3; node 1 0 0");
	const struct tandem_report *r = tandem_error(t);

	(void)state;
	assert_int_equal(r->code, 0);
	assert_int_equal(tandem_node(t, 1, 2, (double[]){0, 0}), TANDEM_DUPLICATE);
	assert_int_equal(tandem_error(t)->code, TANDEM_DUPLICATE);
	assert_string_equal(tandem_error(t)->object, "node");
	assert_contains(tandem_error(t)->text, "1");
	assert_int_equal(tandem_material(t, "Steel01", 1, 3, (double[]){-1, 100, 0.1}), TANDEM_RANGE);
	r = tandem_error(t);
	assert_string_equal(r->object, "uniaxialMaterial Steel01 1");
	assert_string_equal(r->value, "-1.0");
	assert_contains(r->allowed, "> 0");
	assert_contains(r->text, r->object);
	assert_string_equal(tandem_code_name(r->code), "RANGE");
	assert_int_equal(tandem_analyze(t, 1, 0.1), TANDEM_STATE);
	assert_contains(tandem_error(t)->hint, "analysis");
	/* what is right again clears it */
	assert_int_equal(tandem_node(t, 2, 2, (double[]){0, 1}), 0);
	assert_int_equal(tandem_error(t)->code, 0);
	assert_string_equal(tandem_error(t)->text, "");
	end(t);
}

static void errors_of_the_language_have_a_code_and_a_place(void **state)
{
	struct tandem *t = make(NULL);
	FILE *f = fopen("bad.tcl", "w");

	(void)state;
	assert_int_equal(tandem_eval(t, "set a [expr {1 +}]"), TANDEM_SCRIPT);
	assert_string_equal(tandem_code_name(TANDEM_SCRIPT), "SCRIPT");
	assert_int_equal(tandem_eval(t, "nodde 1 0 0"), TANDEM_UNKNOWN);
	assert_contains(tandem_error(t)->text, "did you mean node?");
	fputs("model basic -ndm 1 -ndf 1\nnode 1 zero\n", f);
	fclose(f);
	assert_int_equal(tandem_source(t, "bad.tcl"), TANDEM_ARGUMENT);
	assert_contains(tandem_error(t)->place, "bad.tcl:2: ");
	assert_int_equal(tandem_source(t, "none.tcl"), TANDEM_SCRIPT);
	/* one that a script has caught is none, whatever comes behind it */
	assert_int_equal(tandem_eval(t, "catch {node 1 zero}; error {mine}"), TANDEM_SCRIPT);
	assert_string_equal(tandem_error(t)->what, "mine");
	end(t);
}

/* An unstable explicit method: numbers that are not finite, after which the state is that of the last good step. */
static void numbers_that_fail_are_codes_with_the_report_of_the_step(void **state)
{
	struct tandem *t = make("model basic -ndm 1 -ndf 1; node 1 0; node 2 0 -mass 1.0; fix 1 1; uniaxialMaterial ElasticPPGap 1 100.0 1.0 0.5\n"
	                        "element zeroLength 1 1 2 -mat 1 -dir 1; timeSeries Constant 1; pattern Plain 1 1; load 2 10.0\n"
	                        "test NormDispIncr 1e-300 1; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient");

	(void)state;
	assert_int_equal(tandem_analyze(t, 100, 0.1), TANDEM_CONVERGE);
	assert_int_equal(tandem_error(t)->code, TANDEM_CONVERGE);
	assert_true(strlen(tandem_error(t)->text) > 10);
	assert_int_equal(tandem_call(t, 1, (const char *[]){"getTime"}), 0);
	end(t);
}

/* Whether the text was looked at before or not. */
static void small_numbers_have_all_bits(void **state)
{
	struct tandem *t = make("model basic -ndm 1 -ndf 1; node 1 1.23456789012345678e-15");
	int32_t n;

	(void)state;
	assert_int_equal(tandem_eval(t, "nodeCoord 1 1"), 0);
	assert_string_equal(tandem_result(t), "0.00000000000000123457");
	assert_near(tandem_result_reals(t, &n)[0], 1.23456789012345678e-15, 0.0);
	assert_string_equal(tandem_result(t), "0.00000000000000123457");
	end(t);
}

/* Scripts get six decimals, as from OpenSees: a step of 1e-7 would be nothing. */
static void the_time_has_all_bits(void **state)
{
	struct tandem *t = make("setTime 1.23456789e-7");
	int32_t n;

	(void)state;
	assert_int_equal(tandem_call(t, 1, (const char *[]){"getTime"}), 0);
	assert_string_equal(tandem_result(t), "0.000000");
	assert_near(tandem_result_reals(t, &n)[0], 1.23456789e-7, 0.0);
	assert_int_equal(n, 1);
	assert_int_equal(tandem_call(t, 2, (const char *[]){"getTime", "%.2e"}), 0);
	assert_string_equal(tandem_result(t), "1.23e-07");
	end(t);
}

/* ---- lines --------------------------------------------------------------------------------------------------------------- */

static char heard[3][4096];

static void hear(void *self, int32_t kind, const char *text)
{
	(void)self;
	assert_null(strchr(text, '\n'));
	strncat(heard[kind], text, sizeof heard[kind] - strlen(heard[kind]) - 2);
	strcat(heard[kind], "|");
}

static void nothing_is_printed_and_lines_go_to_the_callback(void **state)
{
	struct tandem *t = make(NULL);
	int out = dup(1), err = dup(2), file = open("printed", O_RDWR | O_CREAT | O_TRUNC, 0600);
	char text[64];

	(void)state;
	memset(heard, 0, sizeof heard);
	fflush(NULL);
	dup2(file, 1);
	dup2(file, 2);
	assert_int_equal(tandem_eval(t, "puts {nobody listens}; help node; puts stderr {nor here}"), 0);
	assert_int_equal(tandem_lines(t, hear, NULL), 0);
	assert_int_equal(tandem_eval(t, "puts one; puts -nonewline tw; puts stdout o; puts stderr three; set f [open kept w]; puts $f four; close $f"), 0);
	assert_int_equal(tandem_eval(t, COLUMN), 0);
	assert_int_equal(tandem_analyze(t, 2, 0.001), 0);
	assert_int_equal(tandem_eval(t, "print; puts -nonewline {the end}"), 0);
	end(t);
	fflush(NULL);
	dup2(out, 1);
	dup2(err, 2);
	assert_int_equal(pread(file, text, sizeof text, 0), 0);
	close(file);
	close(out);
	close(err);
	assert_string_equal(heard[TANDEM_LINE_OUT], "one|two|the end|");
	assert_contains(heard[TANDEM_LINE_MESSAGE], "three|analyze: 3 equations, engine");
}

static void exit_ends_the_script_and_not_the_program(void **state)
{
	struct tandem *t = make(NULL);

	(void)state;
	assert_int_equal(tandem_eval(t, "set a 1; exit; set a 2"), 0);
	assert_int_equal(tandem_eval(t, "set a"), 0);
	assert_string_equal(tandem_result(t), "1");
	assert_int_equal(tandem_eval(t, "proc leave {} { exit 3 }; leave; set a 2"), TANDEM_ENDED);
	assert_string_equal(tandem_error(t)->value, "3");
	assert_int_equal(tandem_eval(t, "set a"), 0);
	assert_string_equal(tandem_result(t), "1");
	end(t);
}

/* ---- tables ------------------------------------------------------------------------------------------------------------------ */

static int32_t find_command(const char *name, struct tandem_command *ret)
{
	for (int32_t i = 0; tandem_command_at(i, ret) == 0; i++)
		if (strcmp(ret->name, name) == 0)
			return i;
	fail_msg("there is no command %s", name);
	return -1;
}

static void tables_have_every_command_with_its_kinds_and_parameters(void **state)
{
	struct tandem_command c, kind;
	struct tandem_param p;
	int32_t at = find_command("uniaxialMaterial", &c), k = 0;

	(void)state;
	while (tandem_topic_at(at, k, &kind) == 0 && strcmp(kind.name, "Elastic") != 0)
		k++;
	assert_true(k < c.topics);
	assert_contains(kind.usage, "uniaxialMaterial Elastic tag E");
	assert_int_equal(tandem_param_at(at, k, 0, &p), 0);
	assert_string_equal(p.name, "E");
	assert_true(p.required);
	assert_int_equal(tandem_param_at(at, k, 99, &p), TANDEM_RANGE);
	assert_int_equal(tandem_topic_at(at, c.topics, &kind), TANDEM_RANGE);
	assert_int_equal(tandem_command_at(-1, &c), TANDEM_RANGE);
	find_command("analyze", &c);
	assert_contains(c.usage, "analyze");
	assert_true(strlen(c.help) > 0);
}

static void the_header_has_the_version_of_the_library(void **state)
{
	char text[32];

	(void)state;
	snprintf(text, sizeof text, "%d.%d.%d", TANDEM_VERSION_MAJOR, TANDEM_VERSION_MINOR, TANDEM_VERSION_PATCH);
	assert_string_equal(tandem_version(), text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_model_by_calls_moves_as_the_script_does_bit_for_bit),
		cmocka_unit_test(steps_one_by_one_are_the_bits_of_one_analyze),
		cmocka_unit_test(numbers_keep_every_bit_there_and_back),
		cmocka_unit_test(answers_are_numbers_only_where_they_are),
		cmocka_unit_test(a_series_of_values_is_the_one_of_a_script),
		cmocka_unit_test(views_stay_where_they_are_until_the_model_changes),
		cmocka_unit_test(forces_of_elements_are_those_that_scripts_are_told),
		cmocka_unit_test(freedoms_and_tags_say_where_nodes_are),
		cmocka_unit_test(recorders_in_memory_keep_rows_of_all_steps),
		cmocka_unit_test(a_record_is_written_and_read_back_bit_for_bit),
		cmocka_unit_test(a_report_has_object_value_allowed_and_hint),
		cmocka_unit_test(errors_of_the_language_have_a_code_and_a_place),
		cmocka_unit_test(small_numbers_have_all_bits),
		cmocka_unit_test(the_time_has_all_bits),
		cmocka_unit_test(numbers_that_fail_are_codes_with_the_report_of_the_step),
		cmocka_unit_test(nothing_is_printed_and_lines_go_to_the_callback),
		cmocka_unit_test(exit_ends_the_script_and_not_the_program),
		cmocka_unit_test(tables_have_every_command_with_its_kinds_and_parameters),
		cmocka_unit_test(the_header_has_the_version_of_the_library),
	};
	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
