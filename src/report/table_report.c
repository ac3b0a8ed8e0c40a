/* One pass over a table. */
#include "report/table_report.h"

#include <math.h>
#include <string.h>

enum { DECADE_BINS = 20, DECADE_FIRST = -7 };

double spread_edge(int k)
{
	return pow(10.0, DECADE_FIRST + (double)k / DECADE_BINS);
}

double spread_quantile(const int64_t *spread, double share)
{
	int64_t all = 0, below = 0;
	int k = 0;

	for (int i = 0; i < SPREAD_BINS; i++)
		all += spread[i];
	while (k < SPREAD_BINS - 1 && (double)(below + spread[k]) < share * (double)all)
		below += spread[k++];
	return all > 0 ? spread_edge(k + 1) : NAN;
}

static void spread_add(int64_t *spread, double t)
{
	double k = floor((log10(t) - DECADE_FIRST) * DECADE_BINS);

	if (t >= 0.0)
		spread[!(k > 0.0) ? 0 : k < SPREAD_BINS ? (int)k : SPREAD_BINS - 1]++;
}

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
			if (r->spread)
				spread_add(r->spread, row[r->trip]);
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
	r->trip = scan_column(r->info, "round_trip");
	r->spread = r->trip >= 0 ? ARENA_ARRAY(mem, SPREAD_BINS, int64_t) : NULL;
	r->extent = ARENA_ARRAY(mem, (size_t)n + 1, struct extent);
	r->trace = ARENA_ARRAY(mem, (size_t)n + 1, struct trace);
	r->end = ARENA_ARRAY(mem, (size_t)n + 1, double);
	r->grid = r->info->rows <= GRID_ROWS ? ARENA_ARRAY(mem, (size_t)(n * GRID_ROWS), double) : NULL;
	code = r->time >= 0 ? scan_ends(f, table, r->time, mem, &r->first, &r->last, e) : 0;
	good = r->extent && r->trace && r->end && (r->spread || r->trip < 0) && (r->grid || r->info->rows > GRID_ROWS);
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
