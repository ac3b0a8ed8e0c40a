/* Columns of a table of a record: which are asked for, from when to when, in buckets. */
#include "web/records.h"

#include "base/heap.h"
#include "report/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 32768 };            /* rows read at a time */

int asked_term(struct run_file *f, const char *table, const char *column, const char *minus, int *ret_table, int *ret_column, int *ret_minus, struct err *e)
{
	int code = run_find(f, table, column, ret_table, ret_column, e);

	*ret_minus = minus[0] == '\'' ? TERM_RATE : TERM_PLAIN;
	return code || !minus[0] || minus[0] == '\'' ? code : run_find(f, table, minus, ret_table, ret_minus, e);
}

static int add_column(struct asked *c, struct run_file *f, const char *name, size_t n, struct err *e)
{
	char text[256], *at;
	const char *minus = "";
	int table;

	if (c->n == ASKED_MOST) {
		err_set(e, ERR_LIMIT, "columns", "too many columns at once");
		err_allowed(e, "%d", ASKED_MOST);
		return ERR_LIMIT;
	}
	if (n >= sizeof text)
		return err_set(e, ERR_RANGE, "columns", "a name is too long");
	memcpy(text, name, n);
	text[n] = '\0';
	at = (char *)scan_minus(c->info, text);
	if (at) {
		minus = *at == '\'' ? "'" : at + 1;
		*at = '\0';
	}
	c->n++;
	return asked_term(f, c->info->name, text, minus, &table, &c->column[c->n - 1], &c->minus[c->n - 1], e);
}

int asked_read(struct asked *c, const struct request *r, struct run_file *f, bool all, struct err *e)
{
	const char *table = request_arg(r, "table"), *at = request_arg(r, "columns");
	int code = 0;

	*c = (struct asked){0};
	if (!table)
		return err_set(e, ERR_ARGUMENT, "table", "it is missing: which table?");
	code = run_find(f, table, NULL, &c->table, NULL, e);
	if (code)
		return code;
	c->info = run_table(f, c->table);
	c->time = scan_time(c->info);
	if (!at && all)
		c->n = -1;
	else if (!at)
		return err_set(e, ERR_ARGUMENT, "columns", "they are missing: which columns, with commas between them?");
	while (at && !code) {
		size_t n = strcspn(at, ",");

		code = add_column(c, f, at, n, e);
		at = at[n] ? at + n + 1 : NULL;
	}
	return code;
}

int asked_time(const struct asked *c, struct run_file *f, int64_t first, int n, double *ret_t, struct err *e)
{
	if (c->time >= 0)
		return run_column_rows(f, c->table, c->time, first, n, ret_t, e);
	for (int i = 0; i < n; i++)
		ret_t[i] = (double)(first + i);
	return 0;
}

/* The change since the row before, over that of the time; none of the first row. */
static int rates(const struct asked *c, struct run_file *f, int k, int64_t first, int n, double *ret, struct err *e)
{
	int before = first > 0;
	double *x = heap_room(2 * ((size_t)n + 1) * sizeof *x), *t = x + n + 1;
	int code = x ? 0 : err_set(e, ERR_MEMORY, "run", "no memory for its rows");

	if (!code)
		code = run_column_rows(f, c->table, c->column[k], first - before, n + before, x + 1 - before, e);
	if (!code)
		code = asked_time(c, f, first - before, n + before, t + 1 - before, e);
	for (int i = 0; i < n && !code; i++)
		ret[i] = term_value(&x[i + 1], i > 0 || before ? &x[i] : NULL, i > 0 || before ? t[i + 1] - t[i] : 0.0, 0, TERM_RATE);
	free(x);
	return code;
}

int asked_values(const struct asked *c, struct run_file *f, int k, int64_t first, int n, double *ret, struct err *e)
{
	double *off;
	int code;

	if (c->minus[k] == TERM_RATE)
		return rates(c, f, k, first, n, ret, e);
	code = run_column_rows(f, c->table, c->column[k], first, n, ret, e);
	if (code || c->minus[k] == TERM_PLAIN)
		return code;
	off = heap_room((size_t)(n > 0 ? n : 1) * sizeof *off);
	code = off ? run_column_rows(f, c->table, c->minus[k], first, n, off, e) : err_set(e, ERR_MEMORY, "run", "no memory for its rows");
	for (int i = 0; i < n && !code; i++)
		ret[i] -= off[i];
	free(off);
	return code;
}

/* The first row with a time of t or later (past: later than t). */
static int find_row(const struct asked *c, struct run_file *f, double t, bool past, int64_t *ret, struct err *e)
{
	int64_t lo = 0, hi = c->info->rows;
	int code = 0;

	while (lo < hi && !code) {
		int64_t mid = lo + (hi - lo) / 2;
		double x;

		code = asked_time(c, f, mid, 1, &x, e);
		if (!code && (past ? x <= t : x < t))
			lo = mid + 1;
		else
			hi = mid;
	}
	*ret = lo;
	return code;
}

int asked_rows(const struct asked *c, struct run_file *f, double from, double to, int64_t *ret_first, int64_t *ret_end, struct err *e)
{
	int code = 0;

	*ret_first = 0;
	*ret_end = c->info->rows;
	if (from > -INFINITY)
		code = find_row(c, f, from, false, ret_first, e);
	if (!code && to < INFINITY)
		code = find_row(c, f, to, true, ret_end, e);
	if (*ret_end < *ret_first)
		*ret_end = *ret_first;
	return code;
}

/* One block of one column into its buckets. */
static void gather(const struct grid *g, int n, const double *t, const double *x, double *lo, double *hi)
{
	int64_t k = INT64_MIN;
	double from = INFINITY, to = -INFINITY;

	for (int i = 0; i < n; i++) {
		/* mostly it is the bucket of the row before */
		if (!(t[i] >= from && t[i] < to)) {
			k = bucket_of(t[i], g->from, g->width);
			from = g->from + (double)k * g->width;
			to = g->from + ((double)k + 1.0) * g->width;
			k -= g->first;
		}
		if (k < 0 || k >= g->count || x[i] != x[i])
			continue;
		if (!(lo[k] <= x[i]))
			lo[k] = x[i];
		if (!(hi[k] >= x[i]))
			hi[k] = x[i];
	}
}

int asked_buckets(const struct asked *c, struct run_file *f, int64_t first, int64_t end, const struct grid *g, double *lo, double *hi, struct err *e)
{
	double *t = heap_room(2 * BLOCK * sizeof *t), *x = t ? t + BLOCK : NULL;
	int code = t ? 0 : err_set(e, ERR_MEMORY, "run", "no memory to read its rows");

	for (int64_t i = 0; i < (int64_t)c->n * g->count; i++)
		lo[i] = hi[i] = NAN;
	for (int64_t at = first; at < end && !code; at += BLOCK) {
		int n = end - at < BLOCK ? (int)(end - at) : BLOCK;

		code = asked_time(c, f, at, n, t, e);
		for (int k = 0; k < c->n && !code; k++) {
			code = asked_values(c, f, k, at, n, x, e);
			if (!code)
				gather(g, n, t, x, lo + (size_t)k * (size_t)g->count, hi + (size_t)k * (size_t)g->count);
		}
	}
	free(t);
	return code;
}
