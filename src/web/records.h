/* Records that are read now and then: opened once, kept open while their file is as it was. The thread of files, and no other: HDF5 has one lock.
 */
#pragma once

#include "record/run_read.h"
#include "web/history.h"
#include "web/request.h"

struct records;

/* ERR_MEMORY. runs: folder, borrowed. */
int records_init(struct records **ret, const char *runs, struct err *e) MUST_CHECK;
void records_fini(struct records *r);
/* The record of a run, by its folder's name; part from 1. It stays the records' own and is good until the next call. ERR_MISSING, ERR_FORMAT. */
int records_open(struct records *r, const char *id, int part, struct run_file **ret, struct err *e) MUST_CHECK;
/* For a request: id is its first piece, ?part= its part. On failure the request has its answer. */
bool records_of(struct request *r, struct run_file **ret);

/* Columns of a table that a request asks for; minus: the column that is taken off, or enum term. */
enum { ASKED_MOST = 64 };
struct asked { int table, time, n, column[ASKED_MOST], minus[ASKED_MOST]; const struct run_table_info *info; };

/* ?table=, ?columns=a,b; all: without columns all of them are meant, however many (n = -1). ERR_MISSING, ERR_ARGUMENT, ERR_LIMIT. */
int asked_read(struct asked *c, const struct request *r, struct run_file *f, bool all, struct err *e) MUST_CHECK;
/* Numbers of a table, of its column and of the one that is taken off ("": none; "'": its rate). ERR_MISSING. */
int asked_term(struct run_file *f, const char *table, const char *column, const char *minus, int *ret_table, int *ret_column, int *ret_minus, struct err *e)
	MUST_CHECK;
/* n rows of what stands at place k. ERR_MEMORY, and those of run_column_rows. */
int asked_values(const struct asked *c, struct run_file *f, int k, int64_t first, int n, double *ret, struct err *e) MUST_CHECK;
/* Rows of a table from time `from` to time `to`: first .. end - 1. Time does not go back. */
int asked_rows(const struct asked *c, struct run_file *f, double from, double to, int64_t *ret_first, int64_t *ret_end, struct err *e) MUST_CHECK;

/* Lowest and highest of each column in buckets from + (first + i) width, i < count; rows outside are passed over. lo, hi: column after column, count each, NaN
 * where there is no row. */
struct grid { double from, width; int64_t first; int count; };
int asked_buckets(const struct asked *c, struct run_file *f, int64_t first, int64_t end, const struct grid *g, double *lo, double *hi, struct err *e)
	MUST_CHECK;
/* Tables without a column of time count their rows. */
int asked_time(const struct asked *c, struct run_file *f, int64_t first, int n, double *ret_t, struct err *e) MUST_CHECK;
