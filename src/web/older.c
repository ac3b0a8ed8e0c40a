/* Rows that the server's memory does not hold: out of the record, as buckets, while the live ones are on their way already.
 *
 * Two kinds: what is older than the memory, and gaps: rows that never came because the server was too slow for the ring of the run, or that were gone
 * before a viewer who is too slow was sent them. Buckets are asked for when they are closed, and again until the record, which is a little behind, holds a
 * row that is later, or until a worker has time for them. */
#include "web/viewer.h"

#include "base/heap.h"
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
	bool over, early;                  /* the run has ended; the record did not reach so far yet */
	int tries; int64_t again_ns;       /* of those; when it is asked next, 0: it is on its way or there */
};
enum { TRIES = 40 };
static const int64_t AGAIN_NS = 250 * 1000 * 1000;

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
	o->lo = heap_room(2 * (size_t)o->n * (size_t)o->grid.count * sizeof *o->lo);
	o->hi = o->lo ? o->lo + (size_t)o->n * (size_t)o->grid.count : NULL;
	code = o->lo ? asked_rows(&c, f, from, to, &first, &end, NULL) : ERR_MEMORY;
	if (code)
		return code;
	o->early = !o->over && end == c.info->rows;
	return asked_buckets(&c, f, first, end, &o->grid, o->lo, o->hi, NULL);
}

/* What cannot be read is not shown: the live rows are. */
static void work(struct job *j)
{
	struct older *o = (struct older *)j;

	o->early = false;
	free(o->lo);
	o->lo = NULL;
	if (read_buckets(o) != 0) {
		free(o->lo);
		o->lo = o->hi = NULL;
	}
}

static void done(struct job *j)
{
	struct older *o = (struct older *)j;

	if (!o->viewer) {
		free_older(o);
		return;
	}
	o->there = !o->early || ++o->tries == TRIES;
	o->again_ns = o->there ? 0 : clock_now(&o->web->clock) + AGAIN_NS;
}

/* ---- the thread of sockets ----------------------------------------------------------------------------------- */

static void name_columns(struct older *o, const struct strip *s, const struct run_table_info *t)
{
	o->n = s->n;
	snprintf(o->table, sizeof o->table, "%s", t->name);
	for (int k = 0; k < s->n; k++) {
		snprintf(o->column[k], sizeof o->column[k], "%s", t->column[s->column[k]]);
		snprintf(o->minus[k], sizeof o->minus[k], "%s", s->minus[k] == TERM_RATE ? "'" : s->minus[k] < 0 ? "" : t->column[s->minus[k]]);
	}
}

/* Buckets first .. end - 1 of series i, as far as they are in its window. */
static void send_for(struct viewer *v, int i, int64_t first, int64_t end)
{
	const struct live_run *r = v->run;
	const struct strip *s = &v->series[i].s;
	const struct history *h = &r->table[v->series[i].table];
	int64_t oldest = bucket_of((h->next > 0 ? trail_time(h, h->next - 1) : 0.0) - s->window, 0.0, s->width);
	struct older *o = heap_zeroed(1, sizeof *o);

	if (!o)
		return;
	*o = (struct older){.job = {work, done}, .web = v->web, .viewer = v, .series = i, .part = (int)live_part(r->view), .over = !r->alive};
	snprintf(o->run, sizeof o->run, "%s", r->id);
	name_columns(o, s, live_table(r->view, v->series[i].table));
	first = first > oldest ? first : oldest;
	o->grid = (struct grid){.width = s->width, .first = first, .count = end > first && end - first < 2 * 4096 ? (int)(end - first) : 0};
	if (o->grid.count == 0) {
		free_older(o);
		return;
	}
	o->again_ns = worker_post(&v->web->files, &o->job) ? 0 : 1;
	o->next = v->older;
	v->older = o;
}

void older_send(struct viewer *v, int i)
{
	/* up to the bucket before the one that the live rows begin with */
	send_for(v, i, INT64_MIN, v->series[i].s.bucket);
}

/* One at a time: those that come meanwhile wait in the history. */
static bool fills(const struct viewer *v, int i)
{
	for (const struct older *o = v->older; o; o = o->next)
		if (o->series == i)
			return true;
	return false;
}

/* The next buckets of series i in which rows are missing: the viewer was too slow, or the server; false: there are none. */
static bool next_gap(struct viewer *v, int i, int64_t *ret_first, int64_t *ret_last)
{
	const struct history *h = &v->run->table[v->series[i].table];
	const struct strip *s = &v->series[i].s;
	int64_t k = v->series[i].gap;

	*ret_first = s->hole_first;
	*ret_last = s->hole_last;
	if (s->hole || k >= h->ngap)
		return s->hole;
	if (h->ngap - k > HISTORY_GAPS)
		v->series[i].gap = k = h->ngap - HISTORY_GAPS;
	*ret_first = bucket_of(h->gap[k % HISTORY_GAPS].from, 0.0, s->width);
	*ret_last = bucket_of(h->gap[k % HISTORY_GAPS].to, 0.0, s->width);
	return true;
}

/* Sends for them, when no row can come to these buckets any more. */
static void fill_gap(struct viewer *v, int i)
{
	const struct live_run *r = v->run;
	struct strip *s = &v->series[i].s;
	int64_t first, last;

	if (!next_gap(v, i, &first, &last) || fills(v, i))
		return;
	if (s->at < r->table[v->series[i].table].next || s->changed || (s->bucket <= last && r->alive))
		return;
	if (s->hole)
		s->hole = false;
	else
		v->series[i].gap++;
	send_for(v, i, first, last + 1);
}

void older_tick(struct viewer *v, int64_t t_ns)
{
	if (!v->run || v->generation != v->run->generation)
		return;
	for (int i = 0; i < v->nseries; i++)
		fill_gap(v, i);
	for (struct older *o = v->older; o; o = o->next)
		if (o->again_ns && t_ns >= o->again_ns) {
			o->again_ns = 0;
			o->over = !v->run->alive;
			/* a worker with too much to do: later */
			if (!worker_post(&v->web->files, &o->job))
				o->again_ns = t_ns + AGAIN_NS;
		}
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
		/* otherwise the worker has it */
		if (o->there || o->again_ns)
			free_older(o);
	}
}
