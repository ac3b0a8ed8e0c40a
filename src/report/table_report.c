/* One pass over a table. */
#include "report/table_report.h"

#include <math.h>
#include <string.h>

static int add_rows(struct table_report *r, struct scan *s, struct err *e)
{
	int n = r->info->n, code;
	int64_t at = 0;

	while ((code = scan_next(s, e)) == 0 && s->n > 0)
		for (int i = 0; i < s->n; i++, at++) {
			const double *row = s->x + (size_t)i * (size_t)n;

			for (int k = 0; k < n; k++) {
				extent_add(&r->extent[k], row[k]);
				trace_add(&r->trace[k], r->time >= 0 ? row[r->time] : (double)at, row[k]);
			}
			memcpy(r->end, row, (size_t)n * sizeof(double));
			if (r->grid)
				memcpy(r->grid + at * n, row, (size_t)n * sizeof(double));
		}
	return code;
}

int table_report_make(struct table_report *r, struct run_file *f, int table, struct arena *mem, struct err *e)
{
	struct scan s;
	bool good;
	int n, code;

	*r = (struct table_report){.info = run_table(f, table)};
	n = r->info->n;
	r->time = scan_time(r->info);
	r->last = (double)r->info->rows;
	r->extent = ARENA_ARRAY(mem, (size_t)n + 1, struct extent);
	r->trace = ARENA_ARRAY(mem, (size_t)n + 1, struct trace);
	r->end = ARENA_ARRAY(mem, (size_t)n + 1, double);
	r->grid = r->info->rows <= GRID_ROWS ? ARENA_ARRAY(mem, (size_t)(n * GRID_ROWS), double) : NULL;
	code = r->time >= 0 ? scan_ends(f, table, r->time, mem, &r->first, &r->last, e) : 0;
	good = r->extent && r->trace && r->end && (r->grid || r->info->rows > GRID_ROWS);
	for (int k = 0; k < n && good; k++) {
		extent_init(&r->extent[k]);
		r->end[k] = NAN;
		good = trace_init(&r->trace[k], r->first, r->last, mem);
	}
	if (!good)
		return err_set(e, ERR_MEMORY, r->info->name, "no memory for its columns");
	if (!code)
		code = scan_init(&s, f, table, mem, e);
	return code ? code : add_rows(r, &s, e);
}
