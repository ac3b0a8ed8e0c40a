/* Commands by words and values, pieces of scripts, and their answers. */
#include "library/library.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors of the interpreter --------------------------------------------------------------------------------- */

static int code_of(const char *name)
{
	static const char *const NAME[] = {
#define ERR(name, message) [ERR_ORDER_##name] = #name,
#include "base/err.def"
#undef ERR
	};

	for (size_t i = 1; i < COUNT(NAME); i++)
		if (strcmp(NAME[i], name) == 0)
			return -(int)i;
	return ERR_INTERNAL;
}

/* The report behind errorCode {TANDEM RANGE object what value allowed}; the hint is that of the last report, where it is this one. */
static int own_error(struct tandem *t, int n, Tcl_Obj **part)
{
	struct err *e = &t->fault.err;
	const struct err *last = &t->script.last;
	int code = code_of(Tcl_GetString(part[1]));

	err_clear(e);
	err_set(e, code, n > 2 ? Tcl_GetString(part[2]) : "", "%s", n > 3 ? Tcl_GetString(part[3]) : err_message(code));
	if (n > 4 && Tcl_GetString(part[4])[0])
		err_value(e, "%s", Tcl_GetString(part[4]));
	if (n > 5 && Tcl_GetString(part[5])[0])
		err_allowed(e, "%s", Tcl_GetString(part[5]));
	if (last->hint[0] && strcmp(last->object, e->object) == 0 && strcmp(last->what, e->what) == 0)
		err_hint(e, "%s", last->hint);
	return code;
}

static int fail(struct tandem *t)
{
	Tcl_Interp *interp = t->script.interp;
	Tcl_Obj *words = Tcl_GetVar2Ex(interp, "errorCode", NULL, TCL_GLOBAL_ONLY), **part;
	int n = 0, code = ERR_INTERNAL;

	t->place = script_error_text(&t->script);
	Tcl_IncrRefCount(t->place);
	if (words && Tcl_ListObjGetElements(NULL, words, &n, &part) == TCL_OK && n > 1 && strcmp(Tcl_GetString(part[0]), "TANDEM") == 0)
		return own_error(t, n, part);
	err_clear(&t->fault.err);
	err_set(&t->fault.err, code, "script", "%s", Tcl_GetStringResult(interp));
	t->code = TANDEM_SCRIPT;
	return code;
}

/* What the interpreter answered. */
static int answer_of(struct tandem *t, int done)
{
	int code = 0;

	if (t->left) {
		t->left = false;
		err_clear(&t->fault.err);
		if (t->status == 0)
			return 0;
		code = err_set(&t->fault.err, ERR_ENDED, "exit", "the script has ended with a status of its own");
		err_value(&t->fault.err, "%d", t->status);
		return code;
	}
	return done == TCL_ERROR ? fail(t) : code;
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static int run_words(struct tandem *t, int n, Tcl_Obj **word)
{
	int done;

	for (int i = 0; i < n; i++)
		Tcl_IncrRefCount(word[i]);
	done = Tcl_EvalObjv(t->script.interp, n, word, TCL_EVAL_GLOBAL);
	for (int i = 0; i < n; i++)
		Tcl_DecrRefCount(word[i]);
	return answer_of(t, done);
}

int32_t tandem_call(struct tandem *t, int32_t n, const char *const *word)
{
	int32_t code = library_enter(t);
	Tcl_Obj **made;

	if (code)
		return code;
	if (n < 1 || !word || !word[0])
		return library_refuse(t, ERR_ARGUMENT, "tandem_call", "there are no words");
	for (int32_t i = 0; i < n; i++)
		if (!word[i])
			return library_refuse(t, ERR_ARGUMENT, "tandem_call", "a word is NULL");
	made = (Tcl_Obj **)ckalloc((unsigned)n * sizeof *made);
	for (int32_t i = 0; i < n; i++)
		made[i] = Tcl_NewStringObj(word[i], -1);
	code = run_words(t, n, made);
	ckfree((char *)made);
	return library_leave(t, code);
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* Words that a value becomes; -1: it is none. */
static int64_t width(const struct tandem_value *v)
{
	if (v->kind == TANDEM_INT || v->kind == TANDEM_REAL)
		return 1;
	if (v->kind == TANDEM_WORD)
		return v->p ? 1 : -1;
	if (v->kind == TANDEM_INTS || v->kind == TANDEM_REALS)
		return v->n >= 0 && (v->p || v->n == 0) ? v->n : -1;
	return -1;
}

static void spread(const struct tandem_value *v, Tcl_Obj **ret)
{
	const int32_t *whole = v->p;
	const double *real = v->p;

	if (v->kind == TANDEM_WORD)
		ret[0] = Tcl_NewStringObj(v->p, -1);
	else if (v->kind == TANDEM_INT)
		ret[0] = Tcl_NewWideIntObj((Tcl_WideInt)v->i);
	else if (v->kind == TANDEM_REAL)
		ret[0] = Tcl_NewDoubleObj(v->x);
	for (int32_t i = 0; v->kind == TANDEM_INTS && i < v->n; i++)
		ret[i] = Tcl_NewIntObj(whole[i]);
	for (int32_t i = 0; v->kind == TANDEM_REALS && i < v->n; i++)
		ret[i] = Tcl_NewDoubleObj(real[i]);
}

int library_values(struct tandem *t, int32_t n, const struct tandem_value *value)
{
	enum { MOST = 1 << 26 };
	int64_t all = 0, one;
	Tcl_Obj **made;
	int at = 0, code;

	for (int32_t i = 0; i < n; i++) {
		one = width(&value[i]);
		if (one < 0 || (all += one) > MOST)
			return err_set(&t->fault.err, ERR_ARGUMENT, "tandem_values", one < 0 ? "value %d is of no kind, or its pointer is NULL" :
			               "there are too many words at value %d", i + 1);
	}
	if (all < 1)
		return err_set(&t->fault.err, ERR_ARGUMENT, "tandem_values", "there are no words");
	made = (Tcl_Obj **)ckalloc((unsigned)all * sizeof *made);
	for (int32_t i = 0; i < n; at += (int)width(&value[i++]))
		spread(&value[i], made + at);
	code = run_words(t, (int)all, made);
	ckfree((char *)made);
	return code;
}

int32_t tandem_values(struct tandem *t, int32_t n, const struct tandem_value *value)
{
	int32_t code = library_enter(t);

	if (code)
		return code;
	if (n < 1 || !value)
		return library_refuse(t, ERR_ARGUMENT, "tandem_values", "there are no values");
	return library_leave(t, library_values(t, n, value));
}

int32_t tandem_callf(struct tandem *t, const char *kinds, ...)
{
	struct tandem_value value[64];
	int32_t n = 0;
	va_list list;

	va_start(list, kinds);
	for (; kinds && kinds[n] && n < (int32_t)COUNT(value); n++)
		value[n] = kinds[n] == 's' ? tandem_word(va_arg(list, const char *)) : kinds[n] == 'x' ? tandem_real(va_arg(list, double)) :
		           kinds[n] == 'i' ? tandem_int(va_arg(list, int32_t)) : (struct tandem_value){.kind = -1};
	va_end(list);
	if (kinds && kinds[n]) {
		int32_t code = library_enter(t);

		return code ? code : library_refuse(t, ERR_ARGUMENT, "tandem_callf", "there are more than 64 values: tandem_values takes any number");
	}
	return tandem_values(t, n, value);
}

/* ---- pieces of scripts -------------------------------------------------------------------------------------------- */

int32_t tandem_eval(struct tandem *t, const char *script)
{
	int32_t code = library_enter(t);

	if (code)
		return code;
	if (!script)
		return library_refuse(t, ERR_ARGUMENT, "tandem_eval", "the script is NULL");
	return library_leave(t, answer_of(t, Tcl_EvalEx(t->script.interp, script, -1, TCL_EVAL_GLOBAL)));
}

int32_t tandem_source(struct tandem *t, const char *path)
{
	int32_t code = library_enter(t);
	Tcl_Obj *name;

	if (code)
		return code;
	if (!path)
		return library_refuse(t, ERR_ARGUMENT, "tandem_source", "the path is NULL");
	name = Tcl_NewStringObj(path, -1);
	Tcl_IncrRefCount(name);
	code = answer_of(t, Tcl_FSEvalFileEx(t->script.interp, name, NULL));
	Tcl_DecrRefCount(name);
	return library_leave(t, code);
}

/* Tcl's puts, for what would go to the terminal. */
static int puts_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	Tcl_CmdInfo *original = data;
	struct tandem *t = ((struct script *)Tcl_GetAssocData(interp, "tandem", NULL))->print_self;
	bool whole = !(objc > 1 && strcmp(Tcl_GetString(objv[1]), "-nonewline") == 0);
	int rest = objc - (whole ? 1 : 2), to = 1;

	if (rest == 2) {
		const char *name = Tcl_GetString(objv[objc - 2]);

		to = strcmp(name, "stdout") == 0 ? 1 : strcmp(name, "stderr") == 0 ? 2 : 0;
	}
	if (to == 0 || rest < 1 || rest > 2)
		return original->objProc(original->objClientData, interp, objc, objv);
	library_print(t, to, Tcl_GetString(objv[objc - 1]));
	if (whole)
		library_print(t, to, "\n");
	return TCL_OK;
}

static void puts_forget(ClientData data)
{
	ckfree(data);
}

void library_puts(struct tandem *t)
{
	Tcl_CmdInfo *original = (Tcl_CmdInfo *)ckalloc(sizeof *original);

	if (Tcl_GetCommandInfo(t->script.interp, "puts", original))
		Tcl_CreateObjCommand(t->script.interp, "puts", puts_call, original, puts_forget);
	else
		ckfree((char *)original);
}

/* ---- answers ------------------------------------------------------------------------------------------------------ */

const char *tandem_result(struct tandem *t)
{
	/* not Tcl_GetStringResult, which puts a copy in the place of the object that the numbers belong to */
	return library_look(t) == 0 && !t->busy ? Tcl_GetString(Tcl_GetObjResult(t->script.interp)) : "";
}

/* A result that commands made by other means: all of its words are numbers. */
static const double *read_numbers(struct tandem *t, int *ret_n)
{
	Tcl_Obj **part;
	int n;

	*ret_n = 0;
	if (Tcl_ListObjGetElements(NULL, Tcl_GetObjResult(t->script.interp), &n, &part) != TCL_OK || n == 0)
		return NULL;
	if (n > t->room) {
		double *more = realloc(t->numbers, (size_t)n * sizeof *more);

		if (!more)
			return NULL;
		t->numbers = more;
		t->room = n;
	}
	for (int i = 0; i < n; i++)
		if (Tcl_GetDoubleFromObj(NULL, part[i], &t->numbers[i]) != TCL_OK)
			return NULL;
	*ret_n = n;
	return t->numbers;
}

const double *tandem_result_reals(struct tandem *t, int32_t *ret_n)
{
	const double *x = NULL;
	int n = 0;

	if (library_look(t) == 0 && !t->busy) {
		x = script_result_numbers(&t->script, &n);
		x = x ? x : read_numbers(t, &n);
	}
	if (ret_n)
		*ret_n = n;
	return x;
}
