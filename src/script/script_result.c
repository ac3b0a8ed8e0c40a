/* Results of commands and messages to the user. */
#include "script/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Twenty decimals as OpenSees answers; a double has at most 309 digits before the point. */
enum { REAL_TEXT = 360 };

static Tcl_Obj *real_obj(double x)
{
	char text[REAL_TEXT];

	snprintf(text, sizeof text, "%.20f", x);
	return Tcl_NewStringObj(text, -1);
}

/* Keeps numbers as those of the result. */
static void keep(struct script *s, Tcl_Obj *of, int n)
{
	if (s->numbers.of)
		Tcl_DecrRefCount(s->numbers.of);
	Tcl_IncrRefCount(of);
	s->numbers.of = of;
	s->numbers.n = n;
	if (n > s->numbers.room) {
		s->numbers.x = (double *)ckrealloc((char *)s->numbers.x, (unsigned)n * sizeof(double));
		s->numbers.room = n;
	}
	Tcl_SetObjResult(s->interp, of);
}

const double *script_result_numbers(const struct script *s, int *ret_n)
{
	bool mine = s->numbers.of && s->numbers.of == Tcl_GetObjResult(s->interp);

	*ret_n = mine ? s->numbers.n : 0;
	return mine ? s->numbers.x : NULL;
}

void script_result_fini(struct script *s)
{
	if (s->numbers.of)
		Tcl_DecrRefCount(s->numbers.of);
	if (s->numbers.x)
		ckfree((char *)s->numbers.x);
	memset(&s->numbers, 0, sizeof s->numbers);
}

void script_result_worded(struct script *s, Tcl_Obj *text, double x)
{
	keep(s, text, 1);
	s->numbers.x[0] = x;
}

void script_result_real(struct script *s, double x)
{
	script_result_worded(s, real_obj(x), x);
}

void script_result_reals(struct script *s, int n, const double *x)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int i = 0; i < n; i++)
		Tcl_ListObjAppendElement(NULL, list, real_obj(x[i]));
	keep(s, list, n);
	for (int i = 0; i < n; i++)
		s->numbers.x[i] = x[i];
}

void script_result_int(struct script *s, int i)
{
	Tcl_SetObjResult(s->interp, Tcl_NewIntObj(i));
}

void script_result_ints(struct script *s, int n, const int *i)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int k = 0; k < n; k++)
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewIntObj(i[k]));
	Tcl_SetObjResult(s->interp, list);
}

void script_put(Tcl_Obj *dict, const char *key, Tcl_Obj *value)
{
	Tcl_ListObjAppendElement(NULL, dict, Tcl_NewStringObj(key, -1));
	Tcl_ListObjAppendElement(NULL, dict, value);
}

/* printf into a Tcl object of the right length. */
static Tcl_Obj *text_obj(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
static Tcl_Obj *text_obj(const char *format, va_list list)
{
	Tcl_Obj *obj = Tcl_NewObj();
	va_list again;
	int length;

	va_copy(again, list);
	length = vsnprintf(NULL, 0, format, list);
	if (length > 0) {
		Tcl_SetObjLength(obj, length + 1);
		vsnprintf(Tcl_GetString(obj), (size_t)length + 1, format, again);
		Tcl_SetObjLength(obj, length);
	}
	va_end(again);
	return obj;
}

void script_result_text(struct script *s, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	Tcl_SetObjResult(s->interp, text_obj(format, list));
	va_end(list);
}

/* Behind what was printed before. */
static void to_terminal(Tcl_Obj *text)
{
	Tcl_Channel out = Tcl_GetStdChannel(TCL_STDERR), plain = Tcl_GetStdChannel(TCL_STDOUT);

	if (plain)
		Tcl_Flush(plain);
	if (out) {
		Tcl_WriteObj(out, text);
		Tcl_Flush(out);
	}
}

void script_print(struct script *s, Tcl_Obj *text)
{
	Tcl_Channel to = Tcl_GetStdChannel(TCL_STDOUT);

	if (s->print)
		s->print(s->print_self, 1, Tcl_GetString(text));
	else if (to) {
		Tcl_WriteObj(to, text);
		Tcl_Flush(to);
	}
}

void script_say(struct script *s, const char *format, ...)
{
	bool echo = !(s->log && s->log_only);
	Tcl_Obj *text;
	va_list list;

	va_start(list, format);
	text = text_obj(format, list);
	va_end(list);
	Tcl_IncrRefCount(text);
	if (echo && s->print)
		s->print(s->print_self, 2, Tcl_GetString(text));
	else if (echo)
		to_terminal(text);
	if (s->log) {
		Tcl_WriteObj(s->log, text);
		Tcl_Flush(s->log);
	}
	Tcl_DecrRefCount(text);
}
