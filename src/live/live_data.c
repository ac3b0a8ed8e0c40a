/* The data area of a part: tables with their columns and heads, then rings of rows, then frames.
 *
 * It is laid out twice by the same code: without memory, to count, then for good. */
#include "live/live_priv.h"

#include <string.h>

enum { SECONDS = 4, ROWS_LEAST = 1 << 14, ROWS_MOST = 1 << 15, ROWS_FEW = 1 << 14, ROW_BYTES = 4 << 20, ROWS_MIN = 8 };

struct layout {
	char *memory;              /* NULL: counting */
	size_t at;
};

static size_t take(struct layout *y, size_t size)
{
	size_t at = y->at;

	y->at += (size + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
	return at;
}

static void put(const struct layout *y, size_t at, const void *bytes, size_t n)
{
	if (y->memory && n > 0)
		memcpy(y->memory + at, bytes, n);
}

static void text(char *ret, size_t size, const char *from)
{
	strncpy(ret, from, size - 1);
	ret[size - 1] = '\0';
}

/* ---- tables ---------------------------------------------------------------------------------------------------- */

static size_t put_columns(struct layout *y, const struct run_table *t)
{
	size_t at = take(y, (size_t)t->n * sizeof(struct live_column));

	for (int i = 0; i < t->n && y->memory; i++) {
		struct live_column *c = (struct live_column *)(void *)(y->memory + at) + i;

		text(c->name, sizeof c->name, t->column[i].name);
		text(c->unit, sizeof c->unit, t->column[i].unit);
	}
	return at;
}

static void put_head(struct layout *y, size_t at, const struct run_attribute *a)
{
	struct live_head h = {.n = a->text ? 1 : a->numbers || a->texts ? a->n : 1, .texts = a->text || a->texts};

	text(h.name, sizeof h.name, a->name);
	h.at = y->at;
	for (int i = 0; i < h.n; i++) {
		const char *words = a->text ? a->text : a->texts ? a->texts[i] : NULL;
		double number = a->numbers ? a->numbers[i] : a->number;
		size_t n = words ? strlen(words) + 1 : sizeof number;

		put(y, y->at, words ? (const void *)words : &number, n);
		y->at += n;
	}
	h.size = y->at - h.at;
	y->at = (y->at + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
	put(y, at, &h, sizeof h);
}

static size_t put_heads(struct layout *y, const struct run_table *t)
{
	size_t at = take(y, (size_t)t->nattribute * sizeof(struct live_head));

	for (int i = 0; i < t->nattribute; i++)
		put_head(y, at + (size_t)i * sizeof(struct live_head), &t->attribute[i]);
	return at;
}

/* Rows for some seconds of a rig; of those without a rate a good many. */
static uint64_t rows_of(const struct run_table *t)
{
	double want = t->rate_hz > 0.0 ? t->rate_hz * SECONDS : ROWS_FEW, most = ROW_BYTES / ((double)t->n * sizeof(double));

	want = want < ROWS_LEAST ? ROWS_LEAST : want > ROWS_MOST ? ROWS_MOST : want;
	want = want > most ? most : want;
	return reel_cap((uint64_t)(want < ROWS_MIN ? ROWS_MIN : want));
}

static void put_table(struct layout *y, const struct run_table *t, size_t at)
{
	struct live_table mine = {.n = t->n, .nhead = t->nattribute, .rate_hz = t->rate_hz};
	uint64_t cap = rows_of(t);
	size_t size = (size_t)t->n * sizeof(double);

	text(mine.name, sizeof mine.name, t->group);
	text(mine.brief, sizeof mine.brief, t->brief);
	mine.column_at = put_columns(y, t);
	mine.head_at = put_heads(y, t);
	reel_make(&mine.row, take(y, reel_size(cap, size)), cap, size);
	put(y, at, &mine, sizeof mine);
}

static size_t lay_out(const struct live *l, char *memory, const struct run_table *table, int n)
{
	struct layout y = {.memory = memory};
	struct live_data head = {.part = l->state.part + 1, .ntable = n, .nnode = l->drawn.nnode, .ndf = l->drawn.ndf, .nelement = l->drawn.nelement};
	size_t at = take(&y, sizeof head + (size_t)n * sizeof(struct live_table)), frame = live_frame_size(l);

	for (int i = 0; i < n; i++)
		put_table(&y, &table[i], at + sizeof head + (size_t)i * sizeof(struct live_table));
	if (head.nnode > 0)
		reel_make(&head.frame, take(&y, reel_size(LIVE_FRAMES, frame)), LIVE_FRAMES, frame);
	head.size = y.at;
	put(&y, at, &head, sizeof head);
	return y.at;
}

/* ---- the area --------------------------------------------------------------------------------------------------- */

static int open_rings(struct live *l, int n, struct err *e)
{
	l->row = ARENA_ARRAY(&l->part, (size_t)n + 1, struct reel);
	if (!l->row)
		return err_set(e, ERR_MEMORY, "live", "no memory for %d tables", n);
	for (int i = 0; i < n; i++)
		ASSERT(reel_open(&l->row[i], &l->data->table[i].row, l->data, l->data_size, 0));
	if (l->data->nnode > 0)
		ASSERT(reel_open(&l->frame, &l->data->frame, l->data, l->data_size, 0));
	l->nrow = n;
	return 0;
}

int live_data_make(struct live *l, const struct run_table *table, int n, struct err *e)
{
	uint64_t at = l->data_at ? l->data_at + l->data_size : l->front_size + l->front->mail_size;
	size_t size = live_pages(lay_out(l, NULL, table, n));
	void *memory;
	int code = live_file_grow(&l->file, at, size, e);

	if (!code)
		code = live_file_map(l->file.handle, at, size, true, &memory, e);
	if (code)
		return code;
	if (l->data_at)
		live_file_empty(&l->file, l->data_at, l->data_size);
	l->data = memory;
	l->data_at = at;
	l->data_size = size;
	lay_out(l, memory, table, n);
	return open_rings(l, n, e);
}

void live_data_drop(struct live *l)
{
	if (l->data)
		live_file_unmap(l->data, l->data_size);
	l->data = NULL;
	l->row = NULL;
	l->nrow = 0;
	arena_reset(&l->part);
	memset(&l->drawn, 0, sizeof l->drawn);
}
