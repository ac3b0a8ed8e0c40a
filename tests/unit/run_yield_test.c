/* Which elements yield, as the record keeps it. */
#include "folder.h"
#include "test.h"

#include "record/run_read.h"
#include "record/run_record.h"
#include "script/script.h"

#include <stdlib.h>
#include <unistd.h>

static struct script script;

static void begin(const char *run)
{
	struct err e;

	err_clear(&e);
	assert_int_equal(script_init(&script, "run_yield_test", &e), 0);
	script.lab.run.folder = run;
	run_record_words(script.run, &(struct record_words){.when = RUN_ALWAYS, .program = "test"});
}

static void eval(const char *text)
{
	if (Tcl_EvalEx(script.interp, text, -1, TCL_EVAL_GLOBAL) != TCL_OK)
		fail_msg("%s", Tcl_GetStringResult(script.interp));
}

static void end(void)
{
	script_fini(&script);
}

/* A spring that yields at 1, element 7, pushed step by step to 0.5, 2, 2.5, back to 2.2, on to 3, and, after an elastic spring was put beside it, on to 4 and
 * back to 3.9: rows where it begins to yield, where it has, and again; those of the second analyze go on from the first's. The elastic ones have none. */
static void changes_of_yielding_elements_are_kept(void **state)
{
	static const double WANT[][3] = {       /* step, element, state */
		{2, 7, RUN_YIELDING}, {4, 7, RUN_YIELDED}, {5, 7, RUN_YIELDING}, {7, 7, RUN_YIELDED},
	};
	struct run_file *f;
	struct err e;
	double x[COUNT(WANT)][3];
	int table;

	(void)state;
	err_clear(&e);
	assert_int_equal(system("mkdir yields"), 0);
	begin("yields");
	eval("model basic -ndm 1 -ndf 1; node 1 0; node 2 0; fix 1 1; uniaxialMaterial ElasticPP 1 10 1; uniaxialMaterial Elastic 2 1;"
	     "pattern Plain 1 Linear { load 2 1.0 };"
	     "element zeroLength 7 1 2 -mat 1 -dir 1; element zeroLength 8 1 2 -mat 2 -dir 1; analysis Static; set was 0;"
	     "proc push {to} { integrator DisplacementControl 2 1 [expr {$to - $::was}]; set ::was $to; if {[analyze 1]} { error failed } };"
	     "foreach d {0.5 2 2.5 2.2 3} { push $d }; element zeroLength 9 1 2 -mat 2 -dir 1; push 4; push 3.9");
	end();
	assert_int_equal(run_open(&f, "yields", &e), 0);
	assert_int_equal(run_find(f, RUN_YIELD, NULL, &table, NULL, &e), 0);
	assert_int_equal(run_table(f, table)->rows, COUNT(WANT));
	assert_int_equal(run_rows(f, table, 0, COUNT(WANT), x[0], &e), 0);
	for (size_t i = 0; i < COUNT(WANT); i++)
		for (int k = 1; k < 3; k++)
			assert_near(x[i][k], WANT[i][k], 0.0);
	/* their time is that of the step, as the rows of steps hold it */
	for (size_t i = 0; i < COUNT(WANT); i++) {
		double t;
		int steps;

		assert_int_equal(run_find(f, "steps", NULL, &steps, NULL, &e), 0);
		assert_int_equal(run_column_rows(f, steps, 1, (int64_t)WANT[i][0] - 1, 1, &t, &e), 0);
		assert_near(x[i][0], t, 0.0);
	}
	run_close(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_of_yielding_elements_are_kept),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
