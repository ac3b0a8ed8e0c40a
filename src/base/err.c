/* The error report: fixed-size texts, filled once, written as one line. */
#include "base/err.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *message;
} code_text[] = {
	[0] = {"OK", "no error"},
#define ERR(name, message) [ERR_ORDER_##name] = {#name, message},
#include "base/err.def"
#undef ERR
};

/* A text that did not fit into its `size` bytes ends in "...", as far as that fits, after a whole character (UTF-8). */
static void shorten(char *text, size_t size)
{
	size_t end = size > 4 ? size - 4 : 0;
	while (end > 0 && (text[end] & 0xc0) == 0x80)
		end--;
	snprintf(text + end, size - end, "...");
}

/* Formats into a text of the report. */
static void fill(char *text, size_t size, const char *format, va_list list)
{
	if (vsnprintf(text, size, format, list) >= (int)size)
		shorten(text, size);
}

/* The same for a detail of a report that is filled, still open and does not have it yet. */
#define FILL_DETAIL(e, member, format)                                  \
	do {                                                            \
		if (!(e) || (e)->code == 0 || (e)->closed || (e)->member[0]) \
			return;                                         \
		va_list list;                                           \
		va_start(list, format);                                 \
		fill((e)->member, sizeof((e)->member), format, list);   \
		va_end(list);                                           \
	} while (0)

void err_clear(struct err *e)
{
	/* texts end where they begin: a report is emptied in every step of some loops */
	e->code = 0;
	e->closed = false;
	e->object[0] = e->what[0] = e->value[0] = e->allowed[0] = e->hint[0] = '\0';
}

int err_set(struct err *e, int code, const char *object, const char *format, ...)
{
	ASSERT(code < 0);
	if (!e)
		return code;
	if (e->code != 0) {
		e->closed = true;
		return code;
	}
	err_clear(e);
	e->code = code;
	if (object && snprintf(e->object, sizeof(e->object), "%s", object) >= (int)sizeof(e->object))
		shorten(e->object, sizeof(e->object));
	va_list list;
	va_start(list, format);
	fill(e->what, sizeof(e->what), format, list);
	va_end(list);
	return code;
}

void err_value(struct err *e, const char *format, ...)
{
	FILL_DETAIL(e, value, format);
}

void err_allowed(struct err *e, const char *format, ...)
{
	FILL_DETAIL(e, allowed, format);
}

void err_hint(struct err *e, const char *format, ...)
{
	FILL_DETAIL(e, hint, format);
}

void err_text(const struct err *e, char *ret_line, int size)
{
	ASSERT(size > 0);
	const char *what = e->what[0] ? e->what : err_message(e->code);
	const struct {
		const char *before, *text, *after;
	} part[] = {
		{"", e->object, ""},
		{e->object[0] ? ": " : "", what, ""},
		{": ", e->value, ""},
		{" (allowed: ", e->allowed, ")"},
		{"; ", e->hint, ""},
	};
	int n = 0;
	ret_line[0] = '\0';
	for (size_t i = 0; i < COUNT(part) && n < size; i++)
		if (part[i].text[0])
			n += snprintf(ret_line + n, (size_t)(size - n), "%s%s%s", part[i].before, part[i].text, part[i].after);
	if (n >= size)
		shorten(ret_line, (size_t)size);
}

/* The row of a code: the last one, INTERNAL, for a code that is not in the list. */
static int code_row(int code)
{
	return code <= 0 && code > -ERR_ORDER_END ? -code : ERR_ORDER_INTERNAL;
}

const char *err_name(int code)
{
	return code_text[code_row(code)].name;
}

const char *err_message(int code)
{
	return code_text[code_row(code)].message;
}
