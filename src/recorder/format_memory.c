/* Rows in memory, for programs that use the library and for the command recorded. They grow by doubling; the rows before a move stay where they were until the
 * recorder is closed. */
#include "recorder/format_memory.h"

#include <string.h>

enum { FIRST_ROWS = 256 };

static int memory_open(void *self, const struct format_request *q, struct err *e)
{
	struct memory *m = self;

	(void)e;
	m->object = q->object;
	m->rows.name = q->path;
	return 0;
}

static int memory_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	struct memory *m = self;

	m->mem = mem;
	m->rows.columns = n;
	m->rows.column = ARENA_ARRAY(mem, (size_t)n + 1, const char *);
	if (!m->rows.column)
		return err_set(e, ERR_MEMORY, m->object, "no memory for %d columns", n);
	for (int i = 0; i < n; i++)
		m->rows.column[i] = column[i].name;
	return 0;
}

static int grow(struct memory *m, struct err *e)
{
	int64_t room = m->room ? 2 * m->room : FIRST_ROWS;
	double *x = arena_array(m->mem, (size_t)room, (size_t)m->rows.columns * sizeof(double));

	if (!x)
		return err_set(e, ERR_MEMORY, m->object, "no memory for %lld rows", (long long)room);
	if (m->rows.n > 0)
		memcpy(x, m->rows.x, (size_t)(m->rows.n * m->rows.columns) * sizeof(double));
	m->rows.x = x;
	m->room = room;
	return 0;
}

static int memory_row(void *self, int n, const double *x, struct err *e)
{
	struct memory *m = self;
	int code = m->rows.n < m->room ? 0 : grow(m, e);

	if (code)
		return code;
	memcpy(m->rows.x + m->rows.n * n, x, (size_t)n * sizeof(double));
	m->rows.n++;
	return 0;
}

static int memory_rewind(void *self, struct err *e)
{
	struct memory *m = self;

	(void)e;
	m->rows.n = 0;
	return 0;
}

static int memory_nothing(void *self, struct err *e)
{
	(void)self, (void)e;
	return 0;
}

const struct format_ops format_memory = {
	.name = "memory",
	.brief = "rows in memory under a name, for the command recorded and for programs",
	.option = {"-memory"},
	.size = sizeof(struct memory),
	.open = memory_open,
	.begin = memory_begin,
	.row = memory_row,
	.rewind = memory_rewind,
	.flush = memory_nothing,
	.close = memory_nothing,
};
