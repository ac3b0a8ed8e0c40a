/* Ranges of tables: rows as they are, or buckets; and as CSV. */
#include "web/data.h"

#include "base/heap.h"
#include "web/frame.h"
#include "web/records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1000, WIDTH_MOST = 8192, CSV_NUMBERS = 40000 };

static int read_span(const struct request *r, double *ret_from, double *ret_to, struct err *e)
{
	int code;

	*ret_from = -INFINITY;
	*ret_to = INFINITY;
	code = request_real(r, "from", ret_from, e);
	if (!code)
		code = request_real(r, "to", ret_to, e);
	if (!code && *ret_to < *ret_from) {
		err_set(e, ERR_RANGE, "to", "it is before from");
		err_value(e, "%g", *ret_to);
		err_allowed(e, "%g or later", *ret_from);
		code = ERR_RANGE;
	}
	return code;
}

/* ---- frames -------------------------------------------------------------------------------------------------- */

static int exact_frame(const struct asked *c, struct run_file *f, int64_t first, int n, unsigned char *ret, struct err *e)
{
	double *t = (double *)(ret + FRAME_HEAD);
	int code = asked_time(c, f, first, n, t, e);

	for (int k = 0; k < c->n && !code; k++)
		code = asked_values(c, f, k, first, n, t + (size_t)(k + 1) * (size_t)n, e);
	frame_head(ret, FRAME_RANGE, FRAME_EXACT, 0, (uint32_t)n, n > 0 ? t[0] : 0.0);
	return code;
}

/* Where buckets begin and how wide they are: the last row lies in the last one. */
static int make_grid(const struct asked *c, struct run_file *f, int64_t first, int64_t end, int width, double from, double to, struct grid *ret, struct err *e)
{
	double t[2];
	int code = asked_time(c, f, first, 1, &t[0], e);

	if (!code)
		code = asked_time(c, f, end - 1, 1, &t[1], e);
	if (code)
		return code;
	*ret = (struct grid){.from = from > -INFINITY ? from : t[0], .count = width};
	double last = to < INFINITY ? to : t[1];
	ret->width = (last - ret->from) / width;
	if (!(ret->width > 0.0) || !isfinite(ret->width))
		ret->width = 1.0;
	/* what is at the very end belongs to the last bucket */
	while (bucket_of(last, ret->from, ret->width) >= width)
		ret->width = nextafter(ret->width, INFINITY);
	return 0;
}

static int bucket_frame(const struct asked *c, struct run_file *f, int64_t first, int64_t end, const struct grid *g, unsigned char *ret, struct err *e)
{
	size_t n = (size_t)c->n * (size_t)g->count;
	double *lo = heap_room(2 * n * sizeof *lo), *hi = lo ? lo + n : NULL, *at;
	int code = lo ? asked_buckets(c, f, first, end, g, lo, hi, e) : err_set(e, ERR_MEMORY, "run", "no memory for its buckets");

	frame_head(ret, FRAME_RANGE, 0, 0, (uint32_t)g->count, g->from);
	at = (double *)(ret + FRAME_HEAD);
	*at++ = g->width;
	for (int k = 0; k < c->n && !code; k++) {
		memcpy(at, lo + (size_t)k * (size_t)g->count, (size_t)g->count * sizeof *at);
		memcpy(at + g->count, hi + (size_t)k * (size_t)g->count, (size_t)g->count * sizeof *at);
		at += 2 * g->count;
	}
	free(lo);
	return code;
}

static int range(struct request *r, struct run_file *f, struct err *e)
{
	struct asked c;
	struct grid g = {0};
	double from, to;
	int64_t first = 0, end = 0;
	int width = WIDTH, code = asked_read(&c, r, f, false, e);

	if (!code)
		code = read_span(r, &from, &to, e);
	if (!code)
		code = request_int(r, "width", 1, WIDTH_MOST, &width, e);
	if (!code)
		code = asked_rows(&c, f, from, to, &first, &end, e);
	if (code)
		return code;
	bool exact = end - first <= 2 * (int64_t)width;
	size_t n = exact ? (size_t)(c.n + 1) * (size_t)(end - first) * sizeof(double) : sizeof(double) + (size_t)c.n * (size_t)width * 2 * sizeof(double);
	unsigned char *bytes = heap_room(FRAME_HEAD + n + 1);
	if (!bytes)
		return err_set(e, ERR_MEMORY, "run", "no memory for %zu bytes", n);
	if (!exact)
		code = make_grid(&c, f, first, end, width, from, to, &g, e);
	if (!code)
		code = exact ? exact_frame(&c, f, first, (int)(end - first), bytes, e) : bucket_frame(&c, f, first, end, &g, bytes, e);
	if (code)
		free(bytes);
	else
		request_bytes(r, "application/octet-stream", (char *)bytes, FRAME_HEAD + n);
	return code;
}

void data_range(struct request *r)
{
	struct run_file *f;
	struct err e;

	err_clear(&e);
	if (!records_of(r, &f))
		return;
	int code = range(r, f, &e);
	if (code)
		request_error(r, request_status(code), &e);
}

/* ---- CSV ----------------------------------------------------------------------------------------------------- */

/* Column i of the lines; time is the first, and not said again. */
static int csv_column(const struct asked *c, int i)
{
	if (c->n < 0 || i == 0)
		return c->n < 0 ? i : c->time;
	return c->column[i - 1];
}

static int csv_count(const struct asked *c)
{
	return c->n < 0 ? c->info->n : c->n + 1;
}

/* The column that is taken off column i, or enum term. */
static int csv_minus(const struct asked *c, int i)
{
	return c->n < 0 || i == 0 ? TERM_PLAIN : c->minus[i - 1];
}

static bool csv_leaves_out(const struct asked *c, int i)
{
	return csv_column(c, i) < 0 || (c->n >= 0 && i > 0 && c->column[i - 1] == c->time);
}

static void csv_head(const struct asked *c, struct jput *j)
{
	char text[256];

	for (int i = 0, any = 0; i < csv_count(c); i++) {
		int k = csv_column(c, i), off = csv_minus(c, i);

		if (csv_leaves_out(c, i))
			continue;
		const char *unit = c->info->unit[k], *per = off == TERM_RATE && c->time >= 0 ? c->info->unit[c->time] : "";

		const char *sign = off >= 0 ? "-" : off == TERM_RATE ? "'" : "";

		jput_bytes(j, text, (size_t)snprintf(text, sizeof text, "%s%.100s%s%.100s", any++ ? "," : "", c->info->column[k], sign,
		                                     off < 0 ? "" : c->info->column[off]));
		if (unit[0])
			jput_bytes(j, text, (size_t)snprintf(text, sizeof text, " [%.40s%s%.40s]", unit, per[0] ? "/" : "", per));
	}
	jput_bytes(j, "\n", 1);
}

static int csv_rows(const struct asked *c, struct run_file *f, int64_t first, int n, struct jput *j, struct err *e)
{
	size_t wide = (size_t)c->info->n;
	int before = first > 0;            /* rates need the row before */
	double *row = heap_room(wide * ((size_t)n + 1) * sizeof *row);
	int code = row ? run_rows(f, c->table, first - before, n + before, row, e) : err_set(e, ERR_MEMORY, "run", "no memory for its rows");
	char text[40];

	for (int k = before; k < n + before && !code; k++) {
		const double *at = row + (size_t)k * wide, *last = k > 0 ? at - wide : NULL;
		double dt = !last ? 0.0 : c->time < 0 ? 1.0 : at[c->time] - last[c->time];

		for (int i = 0, any = 0; i < csv_count(c); i++)
			if (!csv_leaves_out(c, i))
				jput_bytes(j, text, (size_t)snprintf(text, sizeof text, "%s%.17g", any++ ? "," : "",
				                                     term_value(at, last, dt, csv_column(c, i), csv_minus(c, i))));
		jput_bytes(j, "\n", 1);
	}
	free(row);
	return code;
}

/* r->at: the next row and one; 0: it begins. */
static int csv_block(struct request *r, struct run_file *f, struct err *e)
{
	struct asked c;
	struct jput j;
	double from, to;
	int64_t first, end;
	int n, most, code = asked_read(&c, r, f, true, e);

	if (!code)
		code = read_span(r, &from, &to, e);
	if (!code && r->at == 0)
		code = asked_rows(&c, f, from, to, &first, &end, e);
	if (code)
		return code;
	jput_init(&j);
	if (r->at == 0) {
		csv_head(&c, &j);
		r->at = first + 1;
		r->end = end;
	}
	most = CSV_NUMBERS / c.info->n > 0 ? CSV_NUMBERS / c.info->n : 1;
	n = r->end - (r->at - 1) < most ? (int)(r->end - (r->at - 1)) : most;
	code = csv_rows(&c, f, r->at - 1, n, &j, e);
	r->at += n;
	if (!code)
		request_json(r, 200, &j);
	jput_fini(&j);
	if (r->answer.status == 200) {
		r->answer.type = "text/csv; charset=utf-8";
		r->answer.more = r->at - 1 < r->end;
	}
	return code;
}

void data_csv(struct request *r)
{
	struct run_file *f;
	struct err e;

	err_clear(&e);
	if (!records_of(r, &f))
		return;
	int code = csv_block(r, f, &e);
	/* after the first block nothing can be said any more: the connection ends before the answer does */
	if (code)
		request_error(r, request_status(code), &e);
}
