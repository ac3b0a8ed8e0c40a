/* Any other table of a record, column by column: monitors, counts of command loops, of networks. */
#pragma once

#include "report/scan.h"
#include "report/thin.h"

struct table_report {
	const struct run_table_info *info; /* borrowed: file */
	int time;                          /* column; -1: none, then rows are counted */
	double first, last;
	struct extent *extent;             /* of every column; owned: the arena, as the next two */
	struct trace *trace;
	double *end;                       /* the last row; NaN of an empty table */
	double *grid;                      /* all rows, of a table of GRID_ROWS at most; NULL: it has more */
	int trip;                          /* column round_trip; -1: none */
	int64_t *spread;                   /* how often it was how long: SPREAD_BINS, bin k from spread_edge(k) to spread_edge(k + 1); NULL: no such column */
};

enum { GRID_ROWS = 512, SPREAD_BINS = 200 };

/* Seconds: twenty edges a decade, from 1e-7; the last bin holds all that is longer, the first all that is shorter. */
double spread_edge(int k);
/* The time that a share of all exchanges did not exceed: the upper edge of its bin [s]; NaN: there were none. */
double spread_quantile(const int64_t *spread, double share);

/* Reads one table of a record, in blocks; memory: mem. ERR_FILE, ERR_FORMAT, ERR_MEMORY. */
int table_report_make(struct table_report *r, struct run_file *f, int table, struct arena *mem, struct err *e) MUST_CHECK;
