/* Parameter tables: one row a number, flag or word that a script may give.
 *
 * A plug-in lists its parameters once, as a constant NULL-ended table; from it come the parser with its
 * messages, the help text and the documentation. Rows whose name begins with '-' are options, the others
 * are positional, in the order of the table, required ones first. The value is written at `offset` of
 * the plug-in's private struct, already filled with the default.
 *   PARAM_REAL  double       PARAM_INT  int       PARAM_TAG  int (an object's tag)
 *   PARAM_FLAG  bool, true when the option is present (no value)
 *   PARAM_BOOL  int, option or positional with value 0|1
 *   PARAM_ROW   documents words that the plug-in's own setup reads; the table parser stops before it
 */
#pragma once

#include "base/args.h"

#include <stddef.h>

enum param_kind { PARAM_REAL, PARAM_INT, PARAM_TAG, PARAM_FLAG, PARAM_BOOL, PARAM_ROW };

struct param {
	const char *name;     /* "E", "-rho"; NULL ends the table */
	enum param_kind kind;
	size_t offset;        /* where in the private struct */
	bool required;
	double def;           /* default when not required; NaN: found by the plug-in, which sees NaN */
	struct range range;   /* allowed; ignored for flags */
	const char *help;     /* what it means, with its unit: "area [length^2]" */
};

/* Writes all defaults, then reads words into self as the table says. Options may come in any order after the required
 * words. Stops without error at the first word that no row explains (the caller decides with args_end). */
int param_parse(const struct param *table, void *self, struct args *a, struct err *e) MUST_CHECK;

/* Reads the options that follow, without writing defaults: for a setup that has read its own PARAM_ROW words first. Stops as
 * param_parse does. A required option that never came is the affair of whoever reads last. */
int param_options(const struct param *table, void *self, struct args *a, struct err *e) MUST_CHECK;

/* "truss tag i j A matTag <-rho r>" and one line a row; for help and the documentation. Returns the length written. */
int param_usage(const struct param *table, const char *name, char *ret_text, int size);
