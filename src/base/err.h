/* Error codes and the fixed-size error report.
 *
 * What can fail returns int: 0 or a negative code of err.def. At set-up time a struct err, owned by the
 * caller, says more: which object, what is wrong, which value, what was allowed, what to do. It holds no
 * pointers and never allocates, so it may be copied, and filled where memory has run out. The first
 * report wins: filling a report that already holds one changes nothing but returns the new code.
 * Any thread may use its own report; nothing here blocks.
 */
#pragma once

#include <stdbool.h>

enum err_code {
	ERR_OK = 0,
#define ERR(name, message) ERR_ORDER_##name,
#include "base/err.def"
#undef ERR
	ERR_ORDER_END,
#define ERR(name, message) ERR_##name = -ERR_ORDER_##name,
#include "base/err.def"
#undef ERR
};

struct err {
	int code;          /* 0 while empty */
	bool closed;       /* a later report was refused, so its details are too */
	char object[96];   /* "element truss 3" */
	char what[256];    /* "area must be positive"; of a site elsewhere a whole report */
	char value[96];    /* the offending value as text, may be empty */
	char allowed[128]; /* "> 0", or the list of names; may be empty */
	char hint[160];    /* what to do; may be empty */
};

#define MUST_CHECK __attribute__((warn_unused_result))

/* Empties a report. */
void err_clear(struct err *e);

/* Fills object and what (printf form) and returns code. e may be NULL: then only the code returns. */
int err_set(struct err *e, int code, const char *object, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Adds the offending value, the allowed range and a hint to a filled report; each may be called once. */
void err_value(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void err_allowed(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void err_hint(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the report as one line, "object: what: value (allowed: ...); hint", always terminated. */
void err_text(const struct err *e, char *ret_line, int size);

/* The name of a code ("RANGE") and its general message; a code that is not in the list is "INTERNAL". */
const char *err_name(int code);
const char *err_message(int code);
