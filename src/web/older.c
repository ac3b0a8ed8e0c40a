/* Rows that the server's memory does not hold: out of the record, as buckets, while the live ones are on their way already. */
#include "web/viewer.h"

#include "base/base.h"
#include "report/scan.h"
#include "web/frame.h"
#include "web/records.h"
#include "web/web_priv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct older {
	struct job job;
	struct older *next;
	struct web *web;                   /* borrowed */
	struct viewer *viewer;             /* borrowed; NULL: it has gone, or watches something else */
	bool there;                        /* it has come back */
	int series, part;
	char run[LIVES_ID], table[LIVE_NAME], column[HISTORY_COLUMNS][LIVE_NAME], minus[HISTORY_COLUMNS][LIVE_NAME];
	int n;
	struct grid grid;
	double *lo, *hi;                   /* owned; NULL: nothing */
	int sent;                          /* buckets */
};

static void free_older(struct older *o)
{
	free(o->lo);
	free(o);
}

/* ---- the thread of files ------------------------------------------------------------------------------------- */

static int read_buckets(struct older *o)
{
	struct asked c = {.n = o->n};
	struct run_file *f;
	int64_t first, end;
	double from = (double)o->grid.first * o->grid.width, to = (double)(o->grid.first + o->grid.count) * o->grid.width;
	int code = records_open(o->web->records, o->run, o->part, &f, NULL);

	for (int i = 0; i < o->n && !code; i++)
		code = asked_term(f, o->table, o->column[i], o->minus[i], &c.table, &c.column[i], &c.minus[i], NULL);
	if (code)
		return code;
	c.info = run_table(f, c.table);
	c.time = scan_time(c.info);
	o->lo = malloc(2 * (size_t)o->n * (size_t)o->grid.count * sizeof *o->lo);
	o->hi = o->lo ? o->lo + (size_t)o->n * (size_t)o->grid.count : NULL;
	code = o->lo ? asked_rows(&c, f, from, to, &first, &end, NULL) : ERR_MEMORY;
	return code ? code : asked_buckets(&c, f, first, end, &o->grid, o->lo, o->hi, NULL);
}

/* What cannot be read is not shown: the live rows are. */
static void work(struct job *j)
{
	struct older *o = (struct older *)j;

	if (read_buckets(o) != 0) {
		free(o->lo);
		o->lo = o->hi = NULL;
	}
}

static void done(struct job *j)
{
	struct older *o = (struct older *)j;

	if (o->viewer)
		o->there = true;
	else
		free_older(o);
}

/* ---- the thread of sockets ----------------------------------------------------------------------------------- */

void older_send(struct viewer *v, int i)
{
	const struct live_run *r = v->run;
	const struct strip *s = &v->series[i].s;
	struct older *o = calloc(1, sizeof *o);
	double last;

	if (!o)
		return;
	last = r->table[v->series[i].table].next > 0 ? trail_time(&r->table[v->series[i].table], r->table[v->series[i].table].next - 1) : 0.0;
	o->web = v->web;
	o->viewer = v;
	o->series = i;
	o->part = (int)live_part(r->view);
	o->n = s->n;
	snprintf(o->run, sizeof o->run, "%s", r->id);
	snprintf(o->table, sizeof o->table, "%s", live_table(r->view, v->series[i].table)->name);
	for (int k = 0; k < s->n; k++) {
		const struct run_table_info *t = live_table(r->view, v->series[i].table);

		snprintf(o->column[k], sizeof o->column[k], "%s", t->column[s->column[k]]);
		snprintf(o->minus[k], sizeof o->minus[k], "%s", s->minus[k] < 0 ? "" : t->column[s->minus[k]]);
	}
	/* up to the bucket before the one that the live rows begin with */
	o->grid = (struct grid){.width = s->width, .first = bucket_of(last - s->window, 0.0, s->width)};
	o->grid.count = s->bucket > o->grid.first && s->bucket - o->grid.first < 2 * 4096 ? (int)(s->bucket - o->grid.first) : 0;
	o->job = (struct job){work, done};
	if (o->grid.count == 0 || !worker_post(&v->web->files, &o->job)) {
		free_older(o);
		return;
	}
	o->next = v->older;
	v->older = o;
}

static size_t put_buckets(struct older *o, unsigned char *ret, size_t room)
{
	int most = (int)((room - FRAME_HEAD - sizeof(double)) / (16 * (size_t)o->n)), n = o->grid.count - o->sent < most ? o->grid.count - o->sent : most;
	unsigned char *at = frame_head(ret, FRAME_SERIES, 0, o->series, (uint32_t)n, (double)(o->grid.first + o->sent) * o->grid.width);

	at = frame_real(at, o->grid.width);
	for (int k = 0; k < o->n; k++) {
		memcpy(at, o->lo + (size_t)k * (size_t)o->grid.count + o->sent, (size_t)n * sizeof(double));
		memcpy(at + (size_t)n * sizeof(double), o->hi + (size_t)k * (size_t)o->grid.count + o->sent, (size_t)n * sizeof(double));
		at += 2 * (size_t)n * sizeof(double);
	}
	o->sent += n;
	return (size_t)(at - ret);
}

/* Not before the frame that begins the series anew. */
size_t older_frames(struct viewer *v, unsigned char *ret, size_t room)
{
	for (struct older **at = &v->older; *at; at = &(*at)->next) {
		struct older *o = *at;
		size_t n = 0;

		if (!o->there || v->series[o->series].s.fresh)
			continue;
		if (o->lo && o->sent < o->grid.count)
			n = put_buckets(o, ret, room);
		if (!o->lo || o->sent == o->grid.count) {
			*at = o->next;
			free_older(o);
		}
		return n;
	}
	return 0;
}

bool older_ready(const struct viewer *v)
{
	for (const struct older *o = v->older; o; o = o->next)
		if (o->there && !v->series[o->series].s.fresh)
			return true;
	return false;
}

void older_forget(struct viewer *v)
{
	while (v->older) {
		struct older *o = v->older;

		v->older = o->next;
		o->viewer = NULL;
		if (o->there)
			free_older(o);
	}
}
