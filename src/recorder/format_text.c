/* Columns of text separated by one blank, as OpenSees writes with -file: no header, precision significant digits (default 6),
 * the shorter of fixed and exponent form. The comma-separated format is the same with commas. */
#include "recorder/format_lines.h"

static int text_row(void *self, int n, const double *x, struct err *e)
{
	return lines_row(self, n, x, " ", e);
}

const struct format_ops format_text = {
	.name = "text",
	.brief = "columns of text separated by blanks",
	.option = {"-file", "-fileAdd"},
	.size = sizeof(struct lines),
	.open = lines_open,
	.begin = lines_begin,
	.row = text_row,
	.rewind = lines_rewind,
	.flush = lines_flush,
	.close = lines_close,
};
