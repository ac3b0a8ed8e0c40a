/* Tables of a data area, copied and checked: what lies in the file is believed where it is within it, and nowhere else. */
#include "live/live_read.h"

#include "live/live_file.h"
#include "live/live_read_priv.h"

#include <string.h>
#include <sys/stat.h>

enum { HEADS_MOST = 256, DRAWN_MOST = 1 << 20 };

static int damaged(struct err *e)
{
	return err_set(e, ERR_FORMAT, "live", "the tables of the live view are damaged");
}

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "live", "no memory for the tables of the live view");
}

/* n items of a size at an offset of the area; NULL: they are not within it. */
static const void *within(const struct live_view *v, uint64_t at, uint64_t n, size_t size)
{
	bool fits = at % sizeof(uint64_t) == 0 && at <= v->data_size && n <= (v->data_size - at) / size;

	return fits ? (const char *)v->data + at : NULL;
}

/* A text of a field of the file, which may not end. */
static const char *copy_text(struct live_view *v, const char *from, size_t size)
{
	size_t n = strnlen(from, size);
	char *text = arena_alloc(&v->mem, n + 1);

	if (text)
		memcpy(text, from, n);
	return text;
}

static int read_columns(struct live_view *v, const struct live_table *t, struct run_table_info *ret, struct err *e)
{
	const struct live_column *c = within(v, t->column_at, (uint64_t)t->n, sizeof(*c));

	if (!c)
		return damaged(e);
	ret->column = ARENA_ARRAY(&v->mem, (size_t)t->n, const char *);
	ret->unit = ARENA_ARRAY(&v->mem, (size_t)t->n, const char *);
	for (int i = 0; i < t->n && ret->column && ret->unit; i++) {
		ret->column[i] = copy_text(v, c[i].name, sizeof c[i].name);
		ret->unit[i] = copy_text(v, c[i].unit, sizeof c[i].unit);
		if (!ret->column[i] || !ret->unit[i])
			return no_memory(e);
	}
	ret->n = t->n;
	return ret->column && ret->unit ? 0 : no_memory(e);
}

static int read_texts(struct live_view *v, const struct live_head *h, struct run_head *ret, struct err *e)
{
	const char *at = within(v, h->at, h->size, 1), *end = at ? at + h->size : NULL;

	ret->text = ARENA_ARRAY(&v->mem, (size_t)h->n, const char *);
	if (!at)
		return damaged(e);
	for (int i = 0; i < h->n && ret->text; i++) {
		size_t n = strnlen(at, (size_t)(end - at));

		if (at + n >= end)
			return damaged(e);
		ret->text[i] = copy_text(v, at, n);
		if (!ret->text[i])
			return no_memory(e);
		at += n + 1;
	}
	return ret->text ? 0 : no_memory(e);
}

static int read_head(struct live_view *v, const struct live_head *h, struct run_head *ret, struct err *e)
{
	const double *from;
	double *x;

	if (h->n < 1 || h->n > RUN_COLUMNS)
		return damaged(e);
	*ret = (struct run_head){.name = copy_text(v, h->name, sizeof h->name), .n = h->n};
	if (!ret->name)
		return no_memory(e);
	if (h->texts)
		return read_texts(v, h, ret, e);
	from = within(v, h->at, (uint64_t)h->n, sizeof(double));
	x = ARENA_ARRAY(&v->mem, (size_t)h->n, double);
	if (!from || !x)
		return from ? no_memory(e) : damaged(e);
	memcpy(x, from, (size_t)h->n * sizeof(double));
	ret->number = x;
	return 0;
}

static int read_table(struct live_view *v, int i, struct err *e)
{
	struct live_table *t = &v->data->table[i];
	struct run_table_info *info = &v->info[i];
	const struct live_head *h;
	int code;

	if (t->n < 1 || t->n > RUN_COLUMNS || t->nhead < 0 || t->nhead > HEADS_MOST ||
	    !reel_open(&v->row[i], &t->row, v->data, v->data_size, (size_t)t->n * sizeof(double)))
		return damaged(e);
	h = within(v, t->head_at, (uint64_t)t->nhead, sizeof(*h));
	*info = (struct run_table_info){.name = copy_text(v, t->name, sizeof t->name), .brief = copy_text(v, t->brief, sizeof t->brief), .rows = -1,
	                                .rate_hz = t->rate_hz, .head = ARENA_ARRAY(&v->mem, (size_t)t->nhead + 1, struct run_head)};
	if (!h)
		return damaged(e);
	if (!info->name || !info->brief || !info->head)
		return no_memory(e);
	code = read_columns(v, t, info, e);
	for (int k = 0; k < t->nhead && !code; k++, info->nhead += !code)
		code = read_head(v, &h[k], &info->head[k], e);
	return code;
}

static int read_frames(struct live_view *v, struct err *e)
{
	struct live_data *d = v->data;
	size_t size = sizeof(struct live_frame) + (size_t)d->nnode * (size_t)d->ndf * sizeof(float) + (size_t)d->nelement;

	if (d->nnode == 0)
		return 0;
	if (d->nnode < 0 || d->nnode > DRAWN_MOST || d->ndf < 1 || d->ndf > 64 || d->nelement < 0 || d->nelement > DRAWN_MOST ||
	    !reel_open(&v->frame, &d->frame, d, v->data_size, size))
		return damaged(e);
	v->frame_room = arena_alloc(&v->mem, size);
	if (!v->frame_room)
		return no_memory(e);
	v->nnode = d->nnode;
	v->ndf = d->ndf;
	v->nelement = d->nelement;
	return 0;
}

static int read_tables(struct live_view *v, struct err *e)
{
	int n = v->data->ntable, code;

	if (n < 0 || n > RUN_TABLES || !within(v, 0, 1, sizeof(struct live_data) + (size_t)n * sizeof(struct live_table)))
		return damaged(e);
	v->row = ARENA_ARRAY(&v->mem, (size_t)n + 1, struct reel);
	v->info = ARENA_ARRAY(&v->mem, (size_t)n + 1, struct run_table_info);
	code = v->row && v->info ? read_frames(v, e) : no_memory(e);
	for (int i = 0; i < n && !code; i++)
		code = read_table(v, i, e);
	if (!code)
		v->ntable = n;
	return code;
}

void live_view_forget(struct live_view *v)
{
	live_file_unmap(v->data, v->data_size);
	v->data = NULL;
	v->ntable = v->nnode = v->ndf = v->nelement = 0;
	arena_reset(&v->mem);
}

/* The file may have been cut since: beyond its end nothing may be touched. */
static int map_data(struct live_view *v, uint64_t at, uint64_t size, struct err *e)
{
	struct stat st;
	void *memory;
	int code;

	if (fstat(v->handle, &st) != 0 || at > (uint64_t)st.st_size || size > (uint64_t)st.st_size - at || size < sizeof(struct live_data))
		return damaged(e);
	code = live_file_map(v->handle, at, (size_t)size, false, &memory, e);
	if (code)
		return code;
	v->data = memory;
	v->data_size = (size_t)size;
	return 0;
}

int live_refresh(struct live_view *v, struct err *e)
{
	uint32_t part = atomic_load_explicit(&v->front->part, memory_order_acquire);
	uint64_t at = atomic_load_explicit(&v->front->data_at, memory_order_relaxed), size = atomic_load_explicit(&v->front->data_size, memory_order_relaxed);
	int code;

	if (part == v->part)
		return 0;
	live_view_forget(v);
	v->part = 0;
	code = map_data(v, at, size, e);
	if (!code)
		code = read_tables(v, e);
	/* the next part has come meanwhile, or comes: look again */
	if ((!code && v->data->part != part) || atomic_load_explicit(&v->front->part, memory_order_acquire) != part) {
		live_view_forget(v);
		if (e)
			err_clear(e);
		return 0;
	}
	if (code) {
		live_view_forget(v);
		return code;
	}
	v->part = part;
	return 1;
}

uint32_t live_part(const struct live_view *v)
{
	return v->part;
}

int live_tables(const struct live_view *v)
{
	return v->ntable;
}

const struct run_table_info *live_table(const struct live_view *v, int i)
{
	return i >= 0 && i < v->ntable ? &v->info[i] : NULL;
}
