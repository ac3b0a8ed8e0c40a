/* Comma-separated columns without a header, as OpenSees writes with -csv and -fileCSV. */
#include "recorder/format_lines.h"

static int csv_row(void *self, int n, const double *x, struct err *e)
{
	return lines_row(self, n, x, ",", e);
}

const struct format_ops format_csv = {
	.name = "csv",
	.brief = "columns of text separated by commas",
	.option = {"-csv", "-fileCSV"},
	.size = sizeof(struct lines),
	.open = lines_open,
	.begin = lines_begin,
	.row = csv_row,
	.rewind = lines_rewind,
	.flush = lines_flush,
	.close = lines_close,
};
