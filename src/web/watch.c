/* Messages of viewers. */
#include "web/watch.h"

#include "base/base.h"
#include "web/jget.h"

#include <string.h>

enum { NAME = 128, WIDTH_MOST = 4096, WIDTH = 800, LAST_MOST = 20000, LAST = 4000, FPS_MOST = 60, FPS = 30 };
static const double WINDOW = 20.0;

static int missing(const char *name, struct err *e)
{
	return err_set(e, ERR_ARGUMENT, "watch", "%s is missing", name);
}

/* The text of a member, kept; it has to be there. */
static int keep_text(struct watch *w, const json_t *o, const char *name, const char **ret, struct err *e)
{
	const char *text = NULL;
	int code = jget_text(o, name, NAME, "watch", &text, e);
	size_t n = text ? strlen(text) + 1 : 0;

	if (code || !text || n == 1)
		return code ? code : missing(name, e);
	if (n > sizeof w->names - w->used)
		return err_set(e, ERR_LIMIT, "watch", "too many names");
	*ret = memcpy(w->names + w->used, text, n);
	w->used += n;
	return 0;
}

static int read_columns(struct watch *w, struct watch_series *s, json_t *o, struct err *e)
{
	json_t *list, *x;
	size_t i;
	int code = jget_list(o, "columns", HISTORY_COLUMNS, "watch", &list, e);

	if (code || !list || json_array_size(list) == 0)
		return code ? code : missing("columns", e);
	json_array_foreach(list, i, x) {
		json_t *one = json_pack("{sO}", "column", x);

		code = one ? keep_text(w, one, "column", &s->column[s->n++], e) : err_set(e, ERR_MEMORY, "watch", "no memory for its columns");
		json_decref(one);
		if (code)
			return code;
	}
	return 0;
}

static int read_series(struct watch *w, json_t *o, struct err *e)
{
	static const char *const NAMES[] = {"table", "columns", "window", "width", NULL};
	struct watch_series *s = &w->series[w->nseries];
	int code;

	*s = (struct watch_series){.window = WINDOW, .width = WIDTH};
	if (!json_is_object(o))
		return err_set(e, ERR_ARGUMENT, "watch", "a member of series is no object");
	code = jget_only(o, NAMES, "watch series", e);
	if (!code)
		code = keep_text(w, o, "table", &s->table, e);
	if (!code)
		code = read_columns(w, s, o, e);
	if (!code)
		code = jget_real(o, "window", (struct range){1e-6, 1e9, false, false}, "watch", &s->window, e);
	if (!code)
		code = jget_int(o, "width", 1, WIDTH_MOST, "watch", &s->width, e);
	w->nseries += !code;
	return code;
}

static int read_pair(struct watch *w, json_t *o, struct err *e)
{
	static const char *const NAMES[] = {"table", "x", "y", "last", NULL};
	struct watch_pair *p = &w->pair[w->npair];
	int code;

	*p = (struct watch_pair){.last = LAST};
	if (!json_is_object(o))
		return err_set(e, ERR_ARGUMENT, "watch", "a member of xy is no object");
	code = jget_only(o, NAMES, "watch xy", e);
	if (!code)
		code = keep_text(w, o, "table", &p->table, e);
	if (!code)
		code = keep_text(w, o, "x", &p->x, e);
	if (!code)
		code = keep_text(w, o, "y", &p->y, e);
	if (!code)
		code = jget_int(o, "last", 1, LAST_MOST, "watch", &p->last, e);
	w->npair += !code;
	return code;
}

static int read_lists(struct watch *w, json_t *o, struct err *e)
{
	static const struct { const char *name; size_t most; int (*read)(struct watch *w, json_t *o, struct err *e); } LISTS[] = {
		{"series", WATCH_SERIES, read_series}, {"xy", WATCH_PAIRS, read_pair},
	};
	json_t *list, *x;
	int code = 0;

	for (size_t k = 0; k < COUNT(LISTS) && !code; k++) {
		size_t i;

		code = jget_list(o, LISTS[k].name, LISTS[k].most, "watch", &list, e);
		json_array_foreach(list, i, x)
			if (!code)
				code = LISTS[k].read(w, x, e);
	}
	return code;
}

static int read_watch(struct watch *w, json_t *o, struct err *e)
{
	static const char *const NAMES[] = {"watch", "series", "xy", "motion", "fps", NULL};
	int code = jget_only(o, NAMES, "watch", e);

	w->fps = FPS;
	if (!code && !json_is_null(json_object_get(o, "watch")))
		code = keep_text(w, o, "watch", &w->run, e);
	if (!code)
		code = jget_bool(o, "motion", "watch", &w->motion, e);
	if (!code)
		code = jget_int(o, "fps", 1, FPS_MOST, "watch", &w->fps, e);
	return code ? code : read_lists(w, o, e);
}

static int read_ping(struct watch *w, json_t *o, struct err *e)
{
	static const char *const NAMES[] = {"ping", NULL};
	int code = jget_only(o, NAMES, "ping", e);

	w->ping = true;
	return code ? code : jget_real(o, "ping", (struct range){-9e15, 9e15, false, false}, "ping", &w->number, e);
}

int watch_read(struct watch *ret, const char *bytes, size_t n, struct err *e)
{
	json_t *o;
	int code = jget_read(bytes, n, "message", &o, e);

	if (code)
		return code;
	memset(ret, 0, sizeof *ret);
	if (json_object_get(o, "ping"))
		code = read_ping(ret, o, e);
	else if (json_object_get(o, "watch"))
		code = read_watch(ret, o, e);
	else
		code = err_set(e, ERR_ARGUMENT, "message", "neither watch nor ping is in it");
	json_decref(o);
	return code;
}
