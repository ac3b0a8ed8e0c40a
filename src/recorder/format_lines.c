/* One line of text a row. */
#include "recorder/format_lines.h"

int lines_open(void *self, const struct format_request *q, struct err *e)
{
	struct lines *l = self;
	l->precision = q->precision;
	l->scientific = q->scientific;
	l->rows = q->envelope ? FORMAT_ENVELOPE_ROWS : 1;
	int rc = rowfile_open(&l->file, q->path, q->append, q->object, e);
	return rc < 0 ? rc : rowfile_whole(&l->file, 0, e);
}

size_t lines_size(const struct lines *l, int n)
{
	return (size_t)n * rowfile_real_size(l->precision) + 2;
}

int lines_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	struct lines *l = self;
	(void)column;
	rowfile_mark(&l->file);
	return rowfile_claim(&l->file, (size_t)l->rows * lines_size(l, n), mem, e);
}

void lines_compose(struct lines *l, int n, const double *x, const char *separator)
{
	for (int i = 0; i < n; i++) {
		if (i > 0)
			rowfile_add(&l->file, separator, 1);
		rowfile_add_real(&l->file, x[i], l->precision, l->scientific);
	}
	rowfile_add(&l->file, "\n", 1);
}

int lines_row(struct lines *l, int n, const double *x, const char *separator, struct err *e)
{
	lines_compose(l, n, x, separator);
	return rowfile_write(&l->file, 0, e);
}

int lines_rewind(void *self, struct err *e)
{
	struct lines *l = self;
	(void)e;
	rowfile_rewind(&l->file);
	return 0;
}

/* Rows are out already; only a shorter second content of an envelope leaves something to cut. */
int lines_flush(void *self, struct err *e)
{
	struct lines *l = self;
	return rowfile_cut(&l->file, e);
}

int lines_close(void *self, struct err *e)
{
	struct lines *l = self;
	return rowfile_close(&l->file, e);
}
