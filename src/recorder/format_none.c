/* Rows that go nowhere, and no file. */
#include "recorder/format_none.h"

static int none_open(void *self, const struct format_request *q, struct err *e)
{
	(void)self;
	(void)q;
	(void)e;
	return 0;
}

static int none_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	(void)self;
	(void)n;
	(void)column;
	(void)mem;
	(void)e;
	return 0;
}

static int none_row(void *self, int n, const double *x, struct err *e)
{
	(void)self;
	(void)n;
	(void)x;
	(void)e;
	return 0;
}

static int none_done(void *self, struct err *e)
{
	(void)self;
	(void)e;
	return 0;
}

const struct format_ops format_none = {
	.name = "none",
	.brief = "nothing is kept",
	.open = none_open,
	.begin = none_begin,
	.row = none_row,
	.rewind = none_done,
	.flush = none_done,
	.close = none_done,
};
