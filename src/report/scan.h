/* Tables of a record of any length, passed once in blocks of rows; and words about columns. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "record/run_read.h"

#include <stdbool.h>

enum { SCAN_DOUBLES = 1 << 20, SCAN_ROWS_LEAST = 16384 };  /* of a block: this many numbers, but rows enough for a spectrum */

struct scan {
	struct run_file *file;             /* borrowed */
	int table;
	const struct run_table_info *info; /* borrowed: file */
	int room;                          /* rows of a block */
	int64_t at;                        /* next row */
	int n;                             /* rows of the block at hand */
	double *x;                         /* n rows of info->n; owned: the arena */
};

int scan_init(struct scan *s, struct run_file *f, int table, struct arena *mem, struct err *e) MUST_CHECK;
/* The next block: n rows of them, 0 at the end. */
int scan_next(struct scan *s, struct err *e) MUST_CHECK;
/* From the beginning again. */
void scan_rewind(struct scan *s);

/* A column by its name; -1: none. */
int scan_column(const struct run_table_info *t, const char *name);
/* "a-b", the difference of two columns, or "a'", the change of one over that of the time since the row before, which are no columns themselves: where the '-'
 * or the final '\'' is; NULL: it is none. */
const char *scan_minus(const struct run_table_info *t, const char *name);
/* "measuredDisp3" is "measuredDisp" number 3: whether the name is this word and a number > 0. */
bool scan_numbered(const char *name, const char *word, int *ret_number);
/* The same with a tag before: "site3_command1" of "site" and "command". A tag is any whole number. */
bool scan_tagged(const char *name, const char *first, const char *word, int *ret_tag, int *ret_number);
/* Column of a word and a number; -1: none. */
int scan_numbered_column(const struct run_table_info *t, const char *word, int number);
/* The column of time of a table: test_time before time, as it never goes back. -1: none. */
int scan_time(const struct run_table_info *t);
/* First and last value of a column; both 0 of an empty table. */
int scan_ends(struct run_file *f, int table, int column, struct arena *mem, double *ret_first, double *ret_last, struct err *e) MUST_CHECK;
