/* Words of subcommands by one table: numbers and flags as in base/param.h, and texts.
 *
 * A PARAM_ROW whose name begins with '-' is an option with a text: a const char * at its offset, NULL when it is not given. The words are borrowed: argv.
 */
#pragma once

#include "base/param.h"

/* Writes the defaults, then reads all words; `own` (may be NULL) is asked first at each option: it returns whether it has taken it. Words without '-' go to
 * it, too; what nobody takes is refused. */
int words_read(const struct param *table, void *self, struct args *a, int (*own)(void *self, struct args *a, bool *ret_taken, struct err *e), struct err *e)
	MUST_CHECK;

/* Is the word --help, -help or -h? */
bool words_ask_help(const char *word);
/* Prints the report to standard error; returns the status of a failed subcommand. */
int words_failed(const struct err *e);
