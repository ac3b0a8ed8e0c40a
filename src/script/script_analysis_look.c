/* Commands that look at an analysis or end it: testIter, testNorm, testNorms, numIter, systemSize, printA, printB, reset, wipeAnalysis. */
#include "script/script_analysis.h"

#include "recorder/record.h"

int script_run_test_iter(struct script *s, struct args *a, struct err *e)
{
	script_result_int(s, s->analysis.has_test ? s->analysis.test.count : 0);
	return args_end(a, e);
}

int script_run_test_norm(struct script *s, struct args *a, struct err *e)
{
	const struct test *t = &s->analysis.test;

	script_result_real(s, s->analysis.has_test && t->history && t->count > 0 ? t->history[t->count - 1] : 0.0);
	return args_end(a, e);
}

int script_run_test_norms(struct script *s, struct args *a, struct err *e)
{
	const struct test *t = &s->analysis.test;

	if (s->analysis.has_test && t->history)
		script_result_reals(s, t->count, t->history);
	return args_end(a, e);
}

int script_run_num_iter(struct script *s, struct args *a, struct err *e)
{
	script_result_int(s, s->analysis.iterations);
	return args_end(a, e);
}

int script_run_system_size(struct script *s, struct args *a, struct err *e)
{
	int n, code = args_end(a, e);

	if (code)
		return code;
	n = analysis_size(&s->analysis, e);
	if (n < 0)
		return n;
	script_result_int(s, n);
	return 0;
}

int script_run_reset(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	if (code == 0)
		code = analysis_revert_to_start(&s->analysis, e);
	if (code == 0)
		recorders_restart(s->recorders);
	return code;
}

int script_run_wipe_analysis(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	if (code == 0)
		analysis_wipe(&s->analysis);
	return code;
}

/* An empty line, the rows with a blank after every number, an empty line, as OpenSees writes a matrix; of a vector the row alone. */
static Tcl_Obj *rows_text(const double *x, int rows, int columns, bool framed)
{
	Tcl_Obj *text = Tcl_NewStringObj(framed ? "\n" : "", -1);

	for (int i = 0; i < rows; i++) {
		for (int j = 0; j < columns; j++)
			Tcl_AppendPrintfToObj(text, "%g ", x[(size_t)i * (size_t)columns + (size_t)j]);
		Tcl_AppendToObj(text, "\n", 1);
	}
	if (framed)
		Tcl_AppendToObj(text, "\n", 1);
	return text;
}

int script_write_text(struct script *s, const char *path, Tcl_Obj *text, const char *object, struct err *e)
{
	Tcl_Channel out;
	int code = script_file_write(s, path, "w", object, &out, e);
	bool bad;

	if (code)
		return code;
	bad = Tcl_WriteObj(out, text) < 0;
	if (Tcl_Close(s->interp, out) != TCL_OK || bad)
		return err_set(e, ERR_FILE, object, "%s cannot be written", path);
	Tcl_ResetResult(s->interp);
	return 0;
}

struct print_words {
	const char *path; /* NULL: to the screen */
	bool answer;
	bool framed;      /* a matrix */
};

static int read_print(struct args *a, struct print_words *ret, struct err *e)
{
	struct print_words w = { 0 };
	int code = 0;

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-file"))
			code = args_word(a, "file name", &w.path, e);
		else if (args_accept(a, "-ret"))
			w.answer = true;
		else
			code = args_end(a, e);
	}
	*ret = w;
	return code;
}

static int print_rows(struct script *s, const struct args *a, const struct print_words *w, const double *x, int rows, int columns, struct err *e)
{
	Tcl_Obj *text;
	int code = 0;

	if (w->answer) {
		script_result_reals(s, rows * columns, x);
		return 0;
	}
	text = rows_text(x, rows, columns, w->framed);
	Tcl_IncrRefCount(text);
	if (w->path)
		code = script_write_text(s, w->path, text, a->object, e);
	else
		script_say(s, "%s", Tcl_GetString(text));
	Tcl_DecrRefCount(text);
	return code;
}

int script_run_print_a(struct script *s, struct args *a, struct err *e)
{
	struct print_words w;
	double *x;
	int n, code = read_print(a, &w, e);

	if (code == 0)
		code = analysis_matrix(&s->analysis, &s->scratch, &x, &n, e);
	w.framed = true;
	return code ? code : print_rows(s, a, &w, x, n, n, e);
}

int script_run_print_b(struct script *s, struct args *a, struct err *e)
{
	struct print_words w;
	double *x;
	int n, code = read_print(a, &w, e);

	if (code == 0)
		code = analysis_residual(&s->analysis, &s->scratch, &x, &n, e);
	return code ? code : print_rows(s, a, &w, x, 1, n, e);
}
