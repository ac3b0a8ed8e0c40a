/* Rows of doubles in the machine's own byte order, each followed by one line-end byte, as OpenSees writes with -binary. */
#include "recorder/format.h"
#include "recorder/rowfile.h"

struct binary {
	struct rowfile file;
	int rows;               /* composed at once */
};

static int binary_open(void *self, const struct format_request *q, struct err *e)
{
	struct binary *b = self;
	b->rows = q->envelope ? FORMAT_ENVELOPE_ROWS : 1;
	return rowfile_open(&b->file, q->path, q->append, q->object, e);
}

static int binary_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	struct binary *b = self;
	size_t size = (size_t)n * sizeof(double) + 1;
	(void)column;
	rowfile_mark(&b->file);
	int rc = rowfile_whole(&b->file, size, e);
	return rc < 0 ? rc : rowfile_claim(&b->file, (size_t)b->rows * size, mem, e);
}

static int binary_row(void *self, int n, const double *x, struct err *e)
{
	struct binary *b = self;
	rowfile_add(&b->file, x, (size_t)n * sizeof(double));
	rowfile_add(&b->file, "\n", 1);
	return rowfile_write(&b->file, 0, e);
}

static int binary_rewind(void *self, struct err *e)
{
	struct binary *b = self;
	(void)e;
	rowfile_rewind(&b->file);
	return 0;
}

static int binary_flush(void *self, struct err *e)
{
	struct binary *b = self;
	return rowfile_cut(&b->file, e);
}

static int binary_close(void *self, struct err *e)
{
	struct binary *b = self;
	return rowfile_close(&b->file, e);
}

const struct format_ops format_binary = {
	.name = "binary",
	.brief = "rows of doubles, each followed by one byte",
	.option = {"-binary"},
	.size = sizeof(struct binary),
	.open = binary_open,
	.begin = binary_begin,
	.row = binary_row,
	.rewind = binary_rewind,
	.flush = binary_flush,
	.close = binary_close,
};
