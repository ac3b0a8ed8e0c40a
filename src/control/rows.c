/* A ring of rows in plain memory, and the way of a row through a ring between processes. */
#include "control/rows.h"

#include <string.h>

int rows_setup(struct rows *r, int columns, int size, const char *object, struct arena *mem, struct err *e)
{
	*r = (struct rows){.columns = columns, .size = size};
	r->x = ARENA_ARRAY(mem, (size_t)size * (size_t)columns, double);
	r->spare = ARENA_ARRAY(mem, (size_t)columns, double);
	return r->x && r->spare ? 0 : err_set(e, ERR_MEMORY, object, "no memory for %d rows of data", size);
}

static double *row_of(const struct rows *r, int i)
{
	return r->x + (size_t)((r->first + i) % r->size) * (size_t)r->columns;
}

double *rows_next(struct rows *r)
{
	return r->out ? r->spare : row_of(r, r->n);
}

void rows_put(struct rows *r)
{
	bool full = !r->out && r->n == r->size;

	r->lost += full;
	rows_next(r)[r->columns - 1] = (double)r->lost;
	if (r->out)
		ring_push(r->out, r->spare);
	else if (full)
		r->first = (r->first + 1) % r->size;
	else
		r->n++;
}

void rows_begin(struct rows *r)
{
	if (r->closed)
		r->first = r->n = 0;
	r->closed = false;
}

void rows_close(struct rows *r)
{
	r->closed = true;
}

/* Also a ring that gives nothing may have lost something: the writer was too fast. */
static bool take(struct rows *r, struct ring *from)
{
	uint64_t lost = ring_lost(from);
	bool here = ring_pop(from, r->spare);

	r->lost += (int64_t)(ring_lost(from) - lost);
	return here;
}

void rows_collect(struct rows *r, struct ring *from)
{
	/* bounded: what the ring can hold */
	for (uint64_t i = 0; i < from->cap && take(r, from); i++) {
		memcpy(rows_next(r), r->spare, (size_t)r->columns * sizeof(double));
		rows_put(r);
	}
}

void rows_drop(struct rows *r, struct ring *from)
{
	int64_t lost = r->lost;

	rows_collect(r, from);
	r->first = r->n = 0;
	r->lost = lost;
}

const double *rows_at(const struct rows *r, int i)
{
	return row_of(r, i);
}
