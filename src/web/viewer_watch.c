/* What a viewer asks for, and where that is in its run. */
#include "web/viewer.h"

#include "base/heap.h"
#include "report/scan.h"
#include "web/web_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names to numbers ---------------------------------------------------------------------------------------- */

static int find_table(const struct live_run *r, const char *name, struct err *e)
{
	for (int i = 0; i < r->ntable; i++)
		if (strcmp(live_table(r->view, i)->name, name) == 0)
			return i;
	err_set(e, ERR_MISSING, "watch", "the run has no such table");
	err_value(e, "%.90s", name);
	return ERR_MISSING;
}

static int find_column(const struct live_run *r, int table, const char *name, struct err *e)
{
	int k = scan_column(live_table(r->view, table), name);

	if (k >= 0)
		return k;
	err_set(e, ERR_MISSING, "watch", "table %s has no such column", live_table(r->view, table)->name);
	err_value(e, "%.90s", name);
	return ERR_MISSING;
}

/* A column, or with "a-b" the difference of two, or with "a'" its rate. */
static int find_term(const struct live_run *r, int table, const char *name, int *ret_column, int *ret_minus, struct err *e)
{
	const char *minus = scan_minus(live_table(r->view, table), name);
	char first[LIVE_NAME];

	*ret_minus = TERM_PLAIN;
	if (!minus)
		return *ret_column = find_column(r, table, name, e);
	snprintf(first, sizeof first, "%.*s", (int)(minus - name), name);
	*ret_column = find_column(r, table, first, e);
	if (*ret_column < 0)
		return *ret_column;
	if (*minus == '\'') {
		*ret_minus = TERM_RATE;
		return 0;
	}
	return *ret_minus = find_column(r, table, minus + 1, e);
}

static int resolve_series(struct viewer *v, const struct watch_series *w, int i, struct err *e)
{
	const struct live_run *r = v->run;
	struct strip *s = &v->series[i].s;
	int table = find_table(r, w->table, e), code;

	*s = (struct strip){.n = w->n, .window = w->window, .width = w->window / w->width};
	if (table < 0)
		return table;
	v->series[i].table = table;
	for (int k = 0; k < w->n; k++)
		if ((code = find_term(r, table, w->column[k], &s->column[k], &s->minus[k], e)) < 0)
			return code;
	return 0;
}

static int resolve_pair(struct viewer *v, const struct watch_pair *w, int i, struct err *e)
{
	const struct live_run *r = v->run;
	struct scatter *p = &v->pair[i].p;
	int table = find_table(r, w->table, e);

	*p = (struct scatter){.last = w->last};
	v->pair[i].table = table;
	if (table >= 0)
		p->x = find_column(r, table, w->x, e);
	if (table >= 0 && p->x >= 0)
		p->y = find_column(r, table, w->y, e);
	return table < 0 ? table : p->x < 0 ? p->x : p->y < 0 ? p->y : 0;
}

/* All of a watch; numbers of series and pairs that are there. */
static int resolve(struct viewer *v, struct err *e)
{
	const struct watch *w = v->watch;
	int code = 0;

	for (v->nseries = 0; v->nseries < w->nseries && !code; v->nseries += !code)
		code = resolve_series(v, &w->series[v->nseries], v->nseries, e);
	for (v->npair = 0; v->npair < w->npair && !code; v->npair += !code)
		code = resolve_pair(v, &w->pair[v->npair], v->npair, e);
	return code;
}

/* ---- answers ------------------------------------------------------------------------------------------------- */

static void set_reply(struct viewer *v, struct jput *j)
{
	free(v->reply);
	v->reply = NULL;
	/* who does not hear comes back */
	if (!jput_take(j, &v->reply, &v->nreply)) {
		v->reply = NULL;
		v->deaf = true;
	}
}

static void reply_error(struct viewer *v, const struct err *e)
{
	struct jput j;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_open(&j, "error", '{');
	request_put_error(&j, e);
	jput_close(&j, '}');
	jput_close(&j, '}');
	set_reply(v, &j);
}

static void reply_watching(struct viewer *v)
{
	const struct watch *w = v->watch;
	struct jput j;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_open(&j, "watching", '{');
	if (w->run)
		jput_text(&j, "run", w->run);
	else
		jput_null(&j, "run");
	jput_open(&j, "series", '[');
	for (int i = 0; i < w->nseries; i++) {
		jput_open(&j, NULL, '{');
		jput_text(&j, "table", w->series[i].table);
		jput_open(&j, "columns", '[');
		for (int k = 0; k < w->series[i].n; k++)
			jput_text(&j, NULL, w->series[i].column[k]);
		jput_close(&j, ']');
		jput_real(&j, "bucket", w->series[i].window / w->series[i].width);
		jput_close(&j, '}');
	}
	jput_close(&j, ']');
	jput_int(&j, "xy", w->npair);
	jput_bool(&j, "motion", w->motion);
	jput_int(&j, "fps", w->fps);
	jput_close(&j, '}');
	jput_close(&j, '}');
	set_reply(v, &j);
}

/* ---- following ----------------------------------------------------------------------------------------------- */

void viewer_forget(struct viewer *v)
{
	if (v->run)
		v->run->viewers--;
	v->run = NULL;
	v->nseries = v->npair = 0;
}

/* The run's tables are as they are now: everything begins anew. Before the first analyze there are none: what is watched may come yet. */
static void begin(struct viewer *v)
{
	struct live_run *r = v->run;
	struct err e;

	err_clear(&e);
	older_forget(v);
	v->generation = r->generation;
	v->motion_place = 0;
	v->nseries = v->npair = 0;
	if (r->ntable == 0)
		return;
	if (resolve(v, &e)) {
		v->nseries = v->npair = 0;
		reply_error(v, &e);
		return;
	}
	for (int i = 0; i < v->nseries; i++) {
		const struct history *h = &r->table[v->series[i].table];
		bool older = trail_oldest(h) + h->lost > 0;

		strip_begin(&v->series[i].s, h, older);
		v->series[i].gap = h->ngap > HISTORY_GAPS ? h->ngap - HISTORY_GAPS : 0;
		if (older)
			older_send(v, i);
	}
	for (int i = 0; i < v->npair; i++)
		scatter_begin(&v->pair[i].p, &r->table[v->pair[i].table]);
}

void viewer_follow(struct viewer *v)
{
	struct live_run *r = v->watch && v->watch->run ? lives_find(v->web->lives, v->watch->run) : NULL;

	if (r != v->run) {
		viewer_forget(v);
		v->run = r;
		if (!r)
			return;
		r->viewers++;
		v->state_changes = UINT64_MAX;
		v->event = r->nevent > LIVES_EVENTS ? r->nevent - LIVES_EVENTS : 0;
		begin(v);
	} else if (r && r->generation != v->generation)
		begin(v);
}

void viewer_message(struct viewer *v, const char *bytes, size_t n)
{
	struct watch *w = heap_zeroed(1, sizeof *w), *before = v->watch;
	struct err e;
	int code;

	err_clear(&e);
	code = w ? watch_read(w, bytes, n, &e) : err_set(&e, ERR_MEMORY, "watch", "no memory");
	v->close = code == ERR_FORMAT;
	if (!code && w->ping) {
		v->pong = true;
		v->pong_number = w->number;
	} else if (!code) {
		viewer_forget(v);
		v->watch = w;
		reply_watching(v);
		viewer_follow(v);
		w = before;
		v->next_ns = 0;
		v->due = false;
	} else
		reply_error(v, &e);
	free(w);
}
