/* The newest rows of a table of a live run, as many as there is room for, and what viewers are sent of them.
 *
 * Rows are numbered from 0; row k is there while oldest <= k < next. Buckets lie on a fixed grid: bucket k holds the rows with
 *   k width <= t < (k+1) width,
 * of each column (or difference of two, or rate of one) its lowest and highest value: values that a row has, bit for bit. NaN counts as no value; an empty
 * bucket has NaN.
 * Functions are called trail_: names with history_ are libedit's, and a program's own names come before those of its libraries.
 * Memory: malloc, taken at the beginning, of the machine only as far as it was written. The thread of the sockets.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTORY_ROWS = 1 << 18, HISTORY_COLUMNS = 32, HISTORY_GAPS = 8 };
/* What stands in the place of a column that is taken off: nothing is; the change since the row before counts, over that of the time. */
enum term { TERM_PLAIN = -1, TERM_RATE = -2 };
static const double HISTORY_BYTES = 64e6;

struct history {
	double *x;                 /* owned: cap rows of n */
	int n, time;               /* columns; that of time, -1: rows are counted */
	int64_t cap, next;         /* a power of two */
	int64_t lost;              /* rows that never came */
	struct gap { double from, to; } gap[HISTORY_GAPS];     /* times of the rows before and behind those; number k in k mod HISTORY_GAPS.
	                                                        * One that finds no room is joined with the one behind it: those there cover all */
	int64_t ngap;
	bool open;                 /* the row behind the last one is still to come */
};

/* bytes: at most. ERR_MEMORY. */
int trail_init(struct history *h, int n, int time, double bytes, struct err *e) MUST_CHECK;
void trail_fini(struct history *h);
int64_t trail_oldest(const struct history *h);
const double *trail_row(const struct history *h, int64_t k);
double trail_time(const struct history *h, int64_t k);
/* Where the next rows may be written: up to ret_most of them, which trail_advance then counts. lost: rows that were not to be had before them. */
double *trail_room(struct history *h, int *ret_most);
/* What was lost before the very first row is no gap. */
void trail_advance(struct history *h, int rows, uint64_t lost);
/* What a term is in row k; NaN: it has no value there. */
double trail_term(const struct history *h, int64_t k, int column, int minus);
/* The same of two rows as they are, the one before and its own, and their times; before NULL: there is none. */
double term_value(const double *row, const double *before, double dt, int column, int minus);
/* The first row that is there with a time of t or later. */
int64_t trail_find(const struct history *h, double t);

/* The bucket k of a time: from + k width <= t < from + (k+1) width, by these inequalities, whatever a division rounds to. */
int64_t bucket_of(double t, double from, double width);

/* Columns of a table on their way to one viewer. */
struct strip {
	int n, column[HISTORY_COLUMNS];
	int minus[HISTORY_COLUMNS];        /* taken off it in every row; or one of enum term */
	double width, window;      /* of a bucket; of all */
	bool fresh;                /* nothing was sent yet */
	int64_t at;                /* next row */
	int64_t bucket;            /* that is open */
	bool changed;              /* it has a row that was not sent */
	double lo[HISTORY_COLUMNS], hi[HISTORY_COLUMNS];
	uint64_t missed;           /* rows that were gone before they were looked at, or never came */
	int64_t lost;              /* rows of the history that never came, as known */
	bool hole;                 /* rows of these buckets were gone before they were looked at: */
	int64_t hole_first, hole_last;
};

/* Begins with the window; skip: before the first bucket that lies wholly in the history there are older rows (of the record), so the one that does not is
 * left out. */
void strip_begin(struct strip *s, const struct history *h, bool skip);
/* Frames of type 1 with what is new, into `room` bytes at ret; how many bytes were used. ret_more: there is more. Never more than the room. */
size_t strip_frames(struct strip *s, const struct history *h, int number, unsigned char *ret, size_t room, bool *ret_more);
/* The longest frame of one bucket. */
enum { STRIP_LEAST = 24 + 16 * HISTORY_COLUMNS };

/* Two columns of a table, one over the other. */
struct scatter {
	int x, y;                  /* columns */
	int last;                  /* rows at the beginning */
	bool fresh;
	int64_t at;
	uint64_t missed;
	int64_t lost;
};
enum { SCATTER_ROWS = 2000 };         /* in a frame; with more, the lowest and highest of both in each of SCATTER_ROWS/4 groups */

void scatter_begin(struct scatter *p, const struct history *h);
/* A frame of type 4 with what is new; 0: nothing is. room >= SCATTER_LEAST. */
size_t scatter_frame(struct scatter *p, const struct history *h, int number, unsigned char *ret, size_t room);
enum { SCATTER_LEAST = 16 + 16 * SCATTER_ROWS };
