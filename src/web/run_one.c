/* One run: its head, its tables with limits and thresholds, its events, its script. */
#include "web/runs.h"

#include "base/base.h"
#include "base/heap.h"
#include "live/live.h"
#include "report/scan.h"
#include "web/records.h"
#include "web/web_priv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Attributes of / in the order of docs/record.md. */
static const char *const HEAD[] = {"format", "program", "run", "created", "machine", "script_path", "script_words", "script_hash", "seed", "dt", "clock",
                                   "unit_force", "unit_length", "unit_time", "freedoms", "site", "part", "resumed", "lost", "status"};

static int put_head(struct run_file *f, struct jput *j, struct arena *mem, struct err *e)
{
	static const struct { const char *key, *name; } UNITS[] = {{"force", "unit_force"}, {"length", "unit_length"}, {"time", "unit_time"}};
	const char *text;
	int code = 0;

	jput_open(j, "head", '{');
	for (size_t i = 0; i < COUNT(HEAD) && !code; i++) {
		code = run_text_if_any(f, HEAD[i], mem, &text, e);
		if (!code && text)
			jput_text(j, HEAD[i], text);
	}
	jput_close(j, '}');
	jput_open(j, "units", '{');
	for (size_t i = 0; i < COUNT(UNITS) && !code; i++) {
		code = run_text_if_any(f, UNITS[i].name, mem, &text, e);
		jput_text(j, UNITS[i].key, !code && text ? text : "");
	}
	jput_close(j, '}');
	return code;
}

/* ---- limits and thresholds ----------------------------------------------------------------------------------- */

/* Which attributes of a rig's table, a number a channel, limit which of its columns. */
static const struct { const char *column, *min, *max; } LIMITS[] = {
	{"command", "stroke_min", "stroke_max"},
	{"sent", "stroke_min", "stroke_max"},
	{"command", "command_min", "command_max"},
	{"target", "command_min", "command_max"},
	{"measuredDisp", "stroke_min", "stroke_max"},
	{"measuredDisp", "measured_disp_min", "measured_disp_max"},
	{"measuredForce", "force_min", "force_max"},
	{"measuredForce", "measured_force_min", "measured_force_max"},
};

static double head_number(const struct run_table_info *t, const char *name, int i, double otherwise)
{
	const struct run_head *h = run_head(t, name);

	return h && h->number && i < h->n ? h->number[i] : otherwise;
}

static void put_limits(const struct run_table_info *t, const char *column, struct jput *j)
{
	double lo = -INFINITY, hi = INFINITY;
	int number;

	for (size_t i = 0; i < COUNT(LIMITS); i++)
		if (scan_numbered(column, LIMITS[i].column, &number)) {
			lo = fmax(lo, head_number(t, LIMITS[i].min, number - 1, -INFINITY));
			hi = fmin(hi, head_number(t, LIMITS[i].max, number - 1, INFINITY));
		}
	if (isinf(lo) && isinf(hi))
		return;
	jput_open(j, "limits", '{');
	if (!isinf(lo))
		jput_real(j, "min", lo);
	if (!isinf(hi))
		jput_real(j, "max", hi);
	jput_close(j, '}');
}

/* Limits of what is in no column, but follows from some: how fast what is sent may change, and how far the specimen may be from it. A rig that does not keep
 * what it sent has its command instead. */
static const struct { const char *less_sent, *max; } TERMS[] = {
	{NULL, "velocity_max"},                    /* its rate */
	{"measuredDisp", "following_max"},
};

static void put_term(const struct run_table_info *t, int channel, size_t i, struct jput *j)
{
	double max = head_number(t, TERMS[i].max, channel - 1, INFINITY);
	int sent = scan_numbered_column(t, "sent", channel), told = sent >= 0 ? sent : scan_numbered_column(t, "command", channel), time = scan_time(t);
	bool rate = !TERMS[i].less_sent;
	int of = rate ? told : scan_numbered_column(t, TERMS[i].less_sent, channel);
	char text[256];

	if (!isfinite(max) || of < 0 || told < 0 || (rate && time < 0))
		return;
	jput_open(j, NULL, '{');
	snprintf(text, sizeof text, "%.100s%s%.100s", t->column[of], rate ? "'" : "-", rate ? "" : t->column[told]);
	jput_text(j, "name", text);
	snprintf(text, sizeof text, "%.60s%s%.60s", t->unit[of], rate ? "/" : "", rate ? t->unit[time] : "");
	jput_text(j, "unit", text);
	jput_open(j, "limits", '{');
	jput_real(j, "min", -max);
	jput_real(j, "max", max);
	jput_close(j, '}');
	jput_close(j, '}');
}

static void put_terms(const struct run_table_info *t, struct jput *j)
{
	const struct run_head *h = run_head(t, "velocity_max");

	jput_open(j, "terms", '[');
	for (int channel = 1; h && channel <= h->n; channel++)
		for (size_t i = 0; i < COUNT(TERMS); i++)
			put_term(t, channel, i, j);
	jput_close(j, ']');
}

static void put_thresholds(const struct run_table_info *t, const char *column, struct jput *j)
{
	const struct run_head *of = run_head(t, "threshold_column"), *action = run_head(t, "threshold_action");
	bool any = false;

	for (int i = 0; of && of->text && action && action->text && i < of->n && i < action->n; i++) {
		if (strcmp(of->text[i], column) != 0)
			continue;
		if (!any)
			jput_open(j, "thresholds", '[');
		any = true;
		jput_open(j, NULL, '{');
		jput_text(j, "action", action->text[i]);
		jput_real(j, "limit", head_number(t, "threshold_limit", i, NAN));
		jput_real(j, "hysteresis", head_number(t, "threshold_hysteresis", i, NAN));
		jput_bool(j, "both", head_number(t, "threshold_both", i, 0.0) != 0.0);
		jput_close(j, '}');
	}
	if (any)
		jput_close(j, ']');
}

/* ---- tables -------------------------------------------------------------------------------------------------- */

static void put_attributes(const struct run_table_info *t, struct jput *j)
{
	jput_open(j, "head", '{');
	for (int i = 0; i < t->nhead; i++) {
		const struct run_head *h = &t->head[i];

		jput_open(j, h->name, '[');
		for (int k = 0; k < h->n; k++)
			if (h->number)
				jput_real(j, NULL, h->number[k]);
			else
				jput_text(j, NULL, h->text[k]);
		jput_close(j, ']');
	}
	jput_close(j, '}');
}

static void put_table(const struct run_table_info *t, struct jput *j)
{
	int time = scan_time(t);

	jput_open(j, NULL, '{');
	jput_text(j, "name", t->name);
	jput_text(j, "brief", t->brief);
	jput_real(j, "rate_hz", t->rate_hz);
	jput_int(j, "rows", t->rows);
	if (time < 0)
		jput_null(j, "time");
	else
		jput_text(j, "time", t->column[time]);
	jput_open(j, "columns", '[');
	for (int i = 0; i < t->n; i++) {
		jput_open(j, NULL, '{');
		jput_text(j, "name", t->column[i]);
		jput_text(j, "unit", t->unit[i]);
		put_limits(t, t->column[i], j);
		put_thresholds(t, t->column[i], j);
		jput_close(j, '}');
	}
	jput_close(j, ']');
	put_terms(t, j);
	put_attributes(t, j);
	jput_close(j, '}');
}

/* Those that are damaged are none; the rest of the run can be seen. f NULL: there is no record. */
static int put_events(struct run_file *f, struct jput *j, struct arena *mem, struct err *e)
{
	struct run_event *event;
	int n = 0, code = f ? run_events(f, mem, &event, &n, e) : 0;

	jput_open(j, "events", '[');
	for (int i = 0; !code && i < n; i++) {
		jput_open(j, NULL, '{');
		jput_real(j, "time", event[i].time);
		jput_text_n(j, "kind", event[i].kind, sizeof event[i].kind);
		jput_text_n(j, "source", event[i].source, sizeof event[i].source);
		jput_text_n(j, "text", event[i].text, sizeof event[i].text);
		jput_close(j, '}');
	}
	jput_close(j, ']');
	return code == ERR_MEMORY ? code : 0;
}

/* Is there something to draw? */
static bool has_model(const char *runs, const char *id)
{
	char path[4096 + 300];

	return snprintf(path, sizeof path, "%s/%s/" LIVE_MODEL, runs, id) < (int)sizeof path && access(path, R_OK) == 0;
}

/* A run that has no record yet has no tables either. */
void runs_one(struct request *r)
{
	struct run_file *f = NULL;
	struct run_brief b;
	struct arena mem;
	struct jput j;
	struct err e;
	int code;

	err_clear(&e);
	code = request_is_name(r->part[0]) ? run_brief_read(&b, r->web->words.runs, r->part[0], r->web->records, &e) : ERR_MISSING;
	if (code) {
		if (code == ERR_MISSING)
			request_refuse(r, 404, "there is no such run");
		else
			request_error(r, request_status(code), &e);
		return;
	}
	/* a record that is being made is not there yet */
	if (b.parts > 0 && !records_of(r, &f)) {
		if (!b.live)
			return;
		f = NULL;
	}
	arena_init(&mem);
	jput_init(&j);
	jput_open(&j, NULL, '{');
	run_brief_put(&b, &j);
	jput_bool(&j, "model", has_model(r->web->words.runs, r->part[0]));
	if (f)
		code = put_head(f, &j, &mem, &e);
	jput_open(&j, "tables", '[');
	for (int i = 0; f && i < run_tables(f); i++)
		put_table(run_table(f, i), &j);
	jput_close(&j, ']');
	if (!code)
		code = put_events(f, &j, &mem, &e);
	jput_close(&j, '}');
	arena_fini(&mem);
	if (code)
		request_error(r, request_status(code), &e);
	else
		request_json(r, 200, &j);
	jput_fini(&j);
}

void runs_script(struct request *r)
{
	struct run_file *f;
	struct arena mem;
	struct err e;
	const char *text;
	char *copy = NULL;
	int code;

	if (!records_of(r, &f))
		return;
	err_clear(&e);
	arena_init(&mem);
	code = run_script(f, &mem, &text, &e);
	if (!code && !(copy = heap_room(strlen(text) + 1)))
		code = err_set(&e, ERR_MEMORY, "run", "no memory for its script");
	if (!code)
		strcpy(copy, text);
	arena_fini(&mem);
	if (code)
		request_error(r, request_status(code), &e);
	else
		request_bytes(r, "text/plain; charset=utf-8", copy, strlen(copy));
}
