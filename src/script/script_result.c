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

void script_result_real(struct script *s, double x)
{
	Tcl_SetObjResult(s->interp, real_obj(x));
}

void script_result_reals(struct script *s, int n, const double *x)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int i = 0; i < n; i++)
		Tcl_ListObjAppendElement(NULL, list, real_obj(x[i]));
	Tcl_SetObjResult(s->interp, list);
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

void script_say(struct script *s, const char *format, ...)
{
	Tcl_Channel out = Tcl_GetStdChannel(TCL_STDERR);
	Tcl_Channel plain = Tcl_GetStdChannel(TCL_STDOUT);
	Tcl_Obj *text;
	va_list list;

	va_start(list, format);
	text = text_obj(format, list);
	va_end(list);
	Tcl_IncrRefCount(text);
	if (plain)
		Tcl_Flush(plain);
	if (out && !(s->log && s->log_only)) {
		Tcl_WriteObj(out, text);
		Tcl_Flush(out);
	}
	if (s->log) {
		Tcl_WriteObj(s->log, text);
		Tcl_Flush(s->log);
	}
	Tcl_DecrRefCount(text);
}
