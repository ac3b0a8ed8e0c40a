/* Parameter tables: defaults, the parser and the usage text, all from the same rows. */
#include "base/param.h"

#include "base/base.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = 64 };

static bool is_option(const struct param *p)
{
	return p->name[0] == '-';
}

static void write_default(const struct param *p, void *self)
{
	char *at = (char *)self + p->offset;
	switch (p->kind) {
	case PARAM_REAL: *(double *)at = p->def; break;
	case PARAM_INT:
	case PARAM_TAG:
	case PARAM_BOOL: *(int *)at = (int)p->def; break;
	case PARAM_FLAG: *(bool *)at = p->def != 0.0; break;
	case PARAM_ROW: break;
	}
}

/* The bounds of a whole number: a row without range, or with an infinite side, has none. */
static void int_bounds(const struct param *p, int *ret_lo, int *ret_hi)
{
	struct range r = p->range;
	bool none = r.lo == 0.0 && r.hi == 0.0;
	*ret_lo = none || r.lo <= INT_MIN ? INT_MIN : (int)r.lo + (r.lo_open ? 1 : 0);
	*ret_hi = none || r.hi >= INT_MAX ? INT_MAX : (int)r.hi - (r.hi_open ? 1 : 0);
}

static int read_value(const struct param *p, void *self, struct args *a, struct err *e)
{
	char *at = (char *)self + p->offset;
	int lo, hi;
	switch (p->kind) {
	case PARAM_REAL: return args_real(a, p->name, p->range, (double *)at, e);
	case PARAM_BOOL: return args_int(a, p->name, 0, 1, (int *)at, e);
	case PARAM_INT:
	case PARAM_TAG:
		int_bounds(p, &lo, &hi);
		return args_int(a, p->name, lo, hi, (int *)at, e);
	case PARAM_FLAG: *(bool *)at = true; return 0;
	case PARAM_ROW: break;
	}
	return 0;
}

/* The option row with the name of the next word; NULL when there is none or when the plug-in reads it itself. */
static const struct param *option_row(const struct param *table, const struct args *a)
{
	const char *word = args_peek(a);
	if (!word || word[0] != '-')
		return NULL;
	for (const struct param *p = table; p->name; p++)
		if (strcmp(p->name, word) == 0)
			return p->kind == PARAM_ROW ? NULL : p;
	return NULL;
}

static int read_option(const struct param *p, void *self, struct args *a, struct err *e)
{
	args_accept(a, p->name);
	int rc = read_value(p, self, a, e);
	if (rc < 0)
		a->at--;
	return rc;
}

/* The next positional row from p on; NULL at the end or at a row that the plug-in reads itself. */
static const struct param *next_positional(const struct param *p)
{
	while (p->name && is_option(p))
		p++;
	return p->name && p->kind != PARAM_ROW ? p : NULL;
}

static bool stops_at_row(const struct param *table, const struct args *a)
{
	const char *word = args_peek(a);
	for (const struct param *p = table; p->name; p++)
		if (p->kind == PARAM_ROW && (!is_option(p) || (word && strcmp(word, p->name) == 0)))
			return true;
	return false;
}

int param_parse(const struct param *table, void *self, struct args *a, struct err *e)
{
	uint64_t seen = 0;
	int rc;
	for (const struct param *p = table; p->name; p++) {
		ASSERT(p - table < ROWS_MAX);
		write_default(p, self);
	}

	/* the required words, in order */
	const struct param *pos = next_positional(table);
	for (; pos && pos->required; pos = next_positional(pos + 1))
		if ((rc = read_value(pos, self, a, e)) < 0)
			return rc;

	/* options and optional words, as they come */
	for (;;) {
		const struct param *p = option_row(table, a);
		if (p) {
			if ((rc = read_option(p, self, a, e)) < 0)
				return rc;
			seen |= (uint64_t)1 << (p - table);
		} else if (pos && args_more_real(a)) {
			if ((rc = read_value(pos, self, a, e)) < 0)
				return rc;
			pos = next_positional(pos + 1);
		} else {
			break;
		}
	}

	/* required options, unless the plug-in goes on reading */
	if (stops_at_row(table, a))
		return 0;
	for (const struct param *p = table; p->name; p++)
		if (is_option(p) && p->required && p->kind != PARAM_ROW && !(seen >> (p - table) & 1))
			return err_set(e, ERR_ARGUMENT, a->object, "%s is missing", p->name);
	return 0;
}

int param_options(const struct param *table, void *self, struct args *a, struct err *e)
{
	for (const struct param *p; (p = option_row(table, a));) {
		int rc = read_option(p, self, a, e);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/* Text that grows up to a size and then is cut. */
struct out {
	char *text;
	int n, size;
};

__attribute__((format(printf, 2, 3))) static void add(struct out *o, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = vsnprintf(o->text + o->n, (size_t)(o->size - o->n), format, list);
	va_end(list);
	o->n = n < o->size - o->n ? o->n + n : o->size - 1;
}

static void add_synopsis(struct out *o, const struct param *p)
{
	const char *open = p->required ? "" : "<", *close = p->required ? "" : ">";
	if (!is_option(p) || p->kind == PARAM_FLAG || p->kind == PARAM_ROW)
		add(o, " %s%s%s", open, p->name, close);
	else
		add(o, " %s%s %s%s", open, p->name, p->kind == PARAM_BOOL ? "0|1" : p->name + strspn(p->name, "-"), close);
}

/* One that a word could give as well, or "no limit". Others stand for what the help says in words. */
static bool has_default(const struct param *p)
{
	bool number = p->kind == PARAM_REAL || p->kind == PARAM_INT;

	return p->kind == PARAM_BOOL || (number && (isinf(p->def) || range_holds(p->range, p->def)));
}

static void add_row(struct out *o, const struct param *p)
{
	static const char *const kind_text[] = {
		[PARAM_REAL] = "number", [PARAM_INT] = "whole number", [PARAM_TAG] = "tag",
		[PARAM_FLAG] = "flag", [PARAM_BOOL] = "0 or 1", [PARAM_ROW] = "",
	};
	char allowed[128];

	/* the plug-in reads these words itself: its help says what they may be */
	if (p->kind == PARAM_ROW) {
		add(o, "  %-14s %s%s\n", p->name, p->help ? p->help : "", p->required ? " (required)" : "");
		return;
	}
	add(o, "  %-14s %s (%s", p->name, p->help ? p->help : "", kind_text[p->kind]);
	if (p->kind == PARAM_REAL || p->kind == PARAM_INT) {
		range_text(p->range, allowed, sizeof(allowed));
		add(o, ", %s", allowed);
	}
	if (p->required)
		add(o, ", required");
	else if (has_default(p))
		add(o, ", default %.15g", p->def);
	add(o, ")\n");
}

int param_usage(const struct param *table, const char *name, char *ret_text, int size)
{
	ASSERT(size > 0);
	struct out o = {ret_text, 0, size};
	add(&o, "%s", name);
	for (const struct param *p = table; p && p->name; p++)
		add_synopsis(&o, p);
	add(&o, "\n");
	for (const struct param *p = table; p && p->name; p++)
		add_row(&o, p);
	return o.n;
}
