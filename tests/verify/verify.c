/* Scripts inside tests: see verify.h. */
#include "verify/verify.h"

#include "analysis/integrator.h"
#include "evidence.h"
#include "math/math_init.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

void stage_begin(struct stage *s)
{
	struct err e;

	memset(s, 0, sizeof(*s));
	err_clear(&e);
	math_init();
	assert_non_null(getcwd(s->home, sizeof(s->home)));
	strcpy(s->folder, "/tmp/tandem-verify-XXXXXX");
	assert_non_null(mkdtemp(s->folder));
	assert_int_equal(script_init(&s->script, "verify", &e), 0);
	assert_int_equal(chdir(s->folder), 0);
	stage_eval(s, "set project {%s}", s->home);
}

void stage_end(struct stage *s)
{
	script_fini(&s->script);
	assert_int_equal(chdir(s->home), 0);
	Tcl_Interp *tcl = Tcl_CreateInterp();
	Tcl_VarEval(tcl, "file delete -force ", s->folder, (char *)NULL);
	Tcl_DeleteInterp(tcl);
}

static void evaluate(struct stage *s, const char *format, va_list args)
{
	char text[4096];
	int length = vsnprintf(text, sizeof(text), format, args);

	assert_true(length >= 0 && length < (int)sizeof(text));
	if (Tcl_Eval(s->script.interp, text) != TCL_OK)
		fail_msg("%s\n  in: %s", Tcl_GetStringResult(s->script.interp), text);
}

void stage_eval(struct stage *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	evaluate(s, format, args);
	va_end(args);
}

double stage_real(struct stage *s, const char *format, ...)
{
	double x = NAN;
	va_list args;

	va_start(args, format);
	evaluate(s, format, args);
	va_end(args);
	if (sscanf(Tcl_GetStringResult(s->script.interp), "%lf", &x) != 1)
		fail_msg("not a number: %s", Tcl_GetStringResult(s->script.interp));
	return x;
}

void expect_close(double got, double want, double relative, const char *what)
{
	evidence(what, got);
	if (!(fabs(got - want) <= relative * fabs(want)))
		fail_msg("%s: got %.12g, want %.12g, off by %.2e of it, allowed %.2e", what, got, want, fabs(got / want - 1.0), relative);
}

bool stage_example(const char *examples, int which, char *ret_words, size_t size)
{
	const char *at = examples;

	for (; which > 0 && at; which--) {
		at = strchr(at, '|');
		at = at ? at + 1 : NULL;
	}
	if (!at)
		return false;
	snprintf(ret_words, size, "%.*s", (int)strcspn(at, "|"), at);
	return true;
}

int stage_implicit(int row, char *ret_words, size_t size)
{
	char words[128];

	for (; integrator_table[row]; row++) {
		const struct integrator_ops *ops = integrator_table[row];

		if (ops->claims.front == FRONT_NEWTON && !ops->front_step && !ops->limit && stage_example(ops->example, 0, words, sizeof(words))) {
			snprintf(ret_words, size, "%s %s", ops->name, words);
			return row;
		}
	}
	return -1;
}
