/* One recorder: rows when they are due, envelopes, closing. */
#include "recorder/recorder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *record_text(struct arena *mem, const char *format, ...)
{
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	return arena_text(mem, text);
}

int record_reactions(struct record_context *c, int kind, struct err *e)
{
	if (c->reactions == kind)
		return 0;
	int rc = analysis_reactions(c->an, kind, e);
	c->reactions = rc < 0 ? -1 : kind;
	return rc;
}

/* Columns of the file from those of the source: time first, or before each number of an envelope. */
static struct column *file_columns(struct recorder *r, const struct column *source)
{
	static const struct column time = {.name = "time", .response = "time", .owner = "TimeOutput"};
	struct column *column = ARENA_ARRAY(&r->arena, (size_t)r->width, struct column);
	if (!column)
		return NULL;
	if (r->time && !r->is_envelope)
		column[0] = time;
	for (int i = 0; i < r->n; i++) {
		if (r->time && r->is_envelope) {
			column[2 * i] = source[i];
			column[2 * i].name = record_text(&r->arena, "%s_time", source[i].name);
			column[2 * i].response = "time";
			column[2 * i + 1] = source[i];
			if (!column[2 * i].name)
				return NULL;
		} else {
			column[i + r->width - r->n] = source[i];
		}
	}
	return column;
}

static bool claim_numbers(struct recorder *r)
{
	size_t n = (size_t)r->n;
	r->value = ARENA_ARRAY(&r->arena, n, double);
	r->row = ARENA_ARRAY(&r->arena, (size_t)r->width, double);
	double *env = r->is_envelope ? ARENA_ARRAY(&r->arena, 6 * n, double) : r->value;
	if (!r->value || !r->row || !env)
		return false;
	if (r->is_envelope)
		r->env = (struct envelope){.least = env, .most = env + n, .size = env + 2 * n, .t_least = env + 3 * n, .t_most = env + 4 * n, .t_size = env + 5 * n};
	return true;
}

int recorder_columns(struct recorder *r, struct record_context *c, struct err *e)
{
	if (r->column)
		return 0;
	struct column *source;
	int rc = r->source->begin(r->source_self, c, r->object, &r->arena, &source, &r->n, e);
	if (rc < 0)
		return rc;
	r->stamp = c->an->m->stamp;
	r->width = !r->time ? r->n : r->is_envelope ? 2 * r->n : r->n + 1;
	r->column = claim_numbers(r) ? file_columns(r, source) : NULL;
	return r->column ? 0 : err_set(e, ERR_MEMORY, r->object, "no memory for %d columns", r->width);
}

int recorder_begin(struct recorder *r, struct record_context *c, struct err *e)
{
	if (r->begun)
		return 0;
	int rc = recorder_columns(r, c, e);
	if (rc == 0)
		rc = r->format->begin(r->format_self, r->width, r->column, &r->arena, e);
	r->begun = rc == 0;
	return rc;
}

static void envelope_see(struct envelope *v, int n, const double *x, double t)
{
	for (int i = 0; i < n; i++) {
		if (!v->any || x[i] < v->least[i])
			v->least[i] = x[i], v->t_least[i] = t;
		if (!v->any || x[i] > v->most[i])
			v->most[i] = x[i], v->t_most[i] = t;
		if (!v->any || fabs(x[i]) > v->size[i])
			v->size[i] = fabs(x[i]), v->t_size[i] = t;
	}
	v->any = v->fresh = true;
}

static int envelope_write(struct recorder *r, struct err *e)
{
	struct envelope *v = &r->env;
	const double *const rows[3][2] = {{v->least, v->t_least}, {v->most, v->t_most}, {v->size, v->t_size}};
	if (!v->fresh)
		return 0;
	int rc = r->format->rewind(r->format_self, e);
	for (int k = 0; k < 3 && rc == 0; k++) {
		for (int i = 0; i < r->n; i++) {
			if (r->time)
				r->row[2 * i] = rows[k][1][i];
			r->row[r->time ? 2 * i + 1 : i] = rows[k][0][i];
		}
		rc = r->format->row(r->format_self, r->width, r->row, e);
	}
	v->fresh = rc < 0;
	return rc;
}

bool recorder_due(struct recorder *r, double t)
{
	if (r->dt == 0.0)
		return true;
	if (t >= r->last_time && t - r->next_time < -r->dt_tolerance * r->dt)
		return false;
	r->last_time = t;
	r->next_time = t + r->dt;
	return true;
}

int recorder_values(struct recorder *r, const double *value, double t, struct err *e)
{
	if (r->is_envelope) {
		envelope_see(&r->env, r->n, value, t);
		return 0;
	}
	if (r->time)
		r->row[0] = t;
	memcpy(r->row + r->width - r->n, value, (size_t)r->n * sizeof(double));
	return r->format->row(r->format_self, r->width, r->row, e);
}

int recorder_rows(struct recorder *r, struct record_context *c, double t, struct err *e)
{
	int rows = r->source->rows ? r->source->rows(r->source_self, c) : 1, rc = 0;
	for (c->row = 0; c->row < rows && rc == 0; c->row++) {
		rc = r->source->read(r->source_self, c, r->value, e);
		if (rc == 0)
			rc = recorder_values(r, r->value, t, e);
	}
	return rc;
}

int recorder_step(struct recorder *r, struct record_context *c, struct err *e)
{
	int rc = recorder_begin(r, c, e);
	double t = analysis_time(c->an);
	if (rc < 0 || !recorder_due(r, t))
		return rc;
	if (r->stamp != c->an->m->stamp) {
		r->source->refresh(r->source_self, c->an->m);
		r->stamp = c->an->m->stamp;
	}
	return recorder_rows(r, c, t, e);
}

int recorder_flush(struct recorder *r, struct err *e)
{
	if (!r->begun)
		return 0;
	int rc = r->is_envelope ? envelope_write(r, e) : 0;
	if (rc == 0)
		rc = r->format->flush(r->format_self, e);
	r->env.fresh |= r->is_envelope && rc < 0;
	return rc;
}

int recorder_close(struct recorder *r, struct err *e)
{
	int rc = recorder_flush(r, e);
	int closed = r->format->close(r->format_self, e);
	return rc < 0 ? rc : closed;
}
