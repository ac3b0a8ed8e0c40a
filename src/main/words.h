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

/* The text of an option, which is not empty: a shell makes that of a name that it does not know. */
int words_text(struct args *a, const char *name, const char **ret_text, struct err *e) MUST_CHECK;
/* Is the word --help, -help or -h? */
bool words_ask_help(const char *word);
/* Options of the table that stand behind the script are words of the script: says so of each, on standard error, because few mean that. */
void words_behind(const char *command, const struct param *table, const char *script, int n, char *const *word);
/* Prints the report to standard error; returns the status of a failed subcommand. */
int words_failed(const struct err *e);

/* A subcommand that reads a few words and does one thing. */
struct words_command {
	const char *name;          /* "tandem report" */
	const struct param *table;
	int (*own)(void *self, struct args *a, bool *ret_taken, struct err *e);    /* as in words_read */
	void (*help)(void);
	/* What is not there and has to be; NULL: nothing is missing. */
	const char *(*missing)(const void *self);
	const char *hint;          /* for that */
	int (*run)(const void *self, struct err *e);
};

/* Reads the words into self and runs it. Status 0, 1 (it failed: one line says why) or 2 (wrong words). */
int words_command(const struct words_command *c, void *self, int argc, char **argv);
