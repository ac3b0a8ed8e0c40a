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
};

enum { GRID_ROWS = 512 };

int table_report_make(struct table_report *r, struct run_file *f, int table, struct arena *mem, struct err *e) MUST_CHECK;
