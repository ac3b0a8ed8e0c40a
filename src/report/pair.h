/* The steps of two records, side by side in time, in one pass of bounded memory.
 *
 * Rows come at the times of the first record; the second is interpolated between its rows there. Only the time that both have is passed. Columns are
 * matched by name.
 */
#pragma once

#include "report/scan.h"

struct pair_column {
	int a, b;                  /* in the first and in the second record */
	const char *name, *unit;   /* of the first; borrowed */
};

struct pair_side {
	struct scan scan;
	int time, at;              /* column of time; next row of the block */
	double first, last, dt;    /* times; mean step */
	int64_t rows;
};

struct pair {
	struct pair_side a, b;
	int n;                     /* columns that both have, but for those of time */
	struct pair_column *column;        /* owned: the arena, as all below */
	int only_a, only_b;        /* columns that only one has */
	double from, to;           /* the time that both have; to < from: none */
	double t, *x, *y;          /* at hand: time, n numbers of each */
	double *before, *after;    /* rows of b around t */
	bool begun;
};

/* ERR_MISSING: no steps in one of them. */
int pair_init(struct pair *p, struct run_file *a, struct run_file *b, struct arena *mem, struct err *e) MUST_CHECK;
void pair_rewind(struct pair *p);
/* The next row: 1, 0 at the end, or a code. */
int pair_next(struct pair *p, struct err *e) MUST_CHECK;
