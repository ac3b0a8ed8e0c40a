/* Reading records (run_record.h): tables, columns with their units, events, attributes; of runs that ended, that were killed, and that still go on.
 *
 * A record is opened by its run's folder or by the name of its file. One whose writer was killed carries a mark that makes other programs refuse it: when
 * nobody writes to it any more it is taken off, where the file may be written to. All numbers come back as they were given, bit for bit.
 * Memory: the arena given, or the struct's own. Any thread, one at a time; calls block in the file system.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "record/run_layout.h"

#include <stdint.h>

struct run_file;

/* An attribute of a table's own: n numbers, or n texts. docs/record.md says which there are. */
struct run_head {
	const char *name;          /* owned: the run_file, as what follows */
	int n;
	const double *number;      /* NULL: they are texts */
	const char **text;         /* NULL: they are numbers */
};

struct run_table_info {
	const char *name;          /* "steps", "channels/control1"; owned: the run_file, as what follows */
	const char *brief;
	int n;                     /* columns */
	const char **column, **unit;
	int64_t rows;
	double rate_hz;            /* 0: none */
	struct run_head *head; int nhead;
};

/* ERR_MISSING: no such folder, or no record in it. ERR_FORMAT: no HDF5 file, damaged, or not a record. ERR_FILE: may not be read. */
int run_open(struct run_file **ret, const char *path, struct err *e) MUST_CHECK;
/* NULL is allowed. */
void run_close(struct run_file *f);
/* Does a process write records in this folder of a run? */
bool run_is_written(const char *folder);
/* The name of the file. */
const char *run_path(const struct run_file *f);

/* Tables, in the order of their names. */
int run_tables(const struct run_file *f);
const struct run_table_info *run_table(const struct run_file *f, int i);
/* By name, and a column of it (ret_column may be NULL: then only the table is asked for). ERR_MISSING says what there is. */
int run_find(const struct run_file *f, const char *table, const char *column, int *ret_table, int *ret_column, struct err *e) MUST_CHECK;
/* "steps/node1_disp1" taken apart; the table alone has column -1. */
int run_find_path(const struct run_file *f, const char *path, int *ret_table, int *ret_column, struct err *e) MUST_CHECK;

/* An attribute of a table; NULL: it has none of this name. */
const struct run_head *run_head(const struct run_table_info *t, const char *name);

/* All rows of a column. ERR_FORMAT: the data are damaged. */
int run_column(struct run_file *f, int table, int column, struct arena *mem, double **ret_x, struct err *e) MUST_CHECK;
/* Rows first .. first + n - 1 of a column, into ret_x. Of tables at the rate of a rig only this column is read and unpacked. */
int run_column_rows(struct run_file *f, int table, int column, int64_t first, int n, double *ret_x, struct err *e) MUST_CHECK;
/* Rows first .. first + n - 1 of a table, all columns, into ret_x: n x columns. */
int run_rows(struct run_file *f, int table, int64_t first, int n, double *ret_x, struct err *e) MUST_CHECK;

/* All events, in order; their texts end, whatever the file has. */
int run_events(struct run_file *f, struct arena *mem, struct run_event **ret, int *ret_n, struct err *e) MUST_CHECK;
/* An attribute of /: its text (a number is written out), in the arena. ERR_MISSING, ERR_MEMORY. "status" of a run that was cut short is "cut short". */
int run_text(struct run_file *f, const char *name, struct arena *mem, const char **ret, struct err *e) MUST_CHECK;
/* The same where it may be missing: then *ret is NULL. ERR_MEMORY. */
int run_text_if_any(struct run_file *f, const char *name, struct arena *mem, const char **ret, struct err *e) MUST_CHECK;
int run_number(struct run_file *f, const char *name, double *ret, struct err *e) MUST_CHECK;
/* The text of the script; empty: it is not in there. */
int run_script(struct run_file *f, struct arena *mem, const char **ret, struct err *e) MUST_CHECK;
