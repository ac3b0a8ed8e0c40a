/* XML in the layout of OpenSees' -xml: one tag for time and for each node or element with its response names, then the rows
 * as text inside <Data>. The closing tags are written after every row and replaced by the next one, so that the file
 * is well formed whenever the program stops. */
#include "recorder/format_lines.h"

#include <string.h>

static const char HEAD[] =
	"<?xml version=\"1.0\"?>\n"
	"<OpenSees\n xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
	" xsi:noNamespaceSchemaLocation=\"http://OpenSees.berkeley.edu/xml-schema/xmlns/OpenSees.xsd\">\n";
static const char TAIL[] = "</Data>\n</OpenSees>\n";

static int xml_open(void *self, const struct format_request *q, struct err *e)
{
	if (q->append) {
		err_set(e, ERR_UNSUPPORTED, q->object, "rows cannot be appended to an XML file");
		err_hint(e, "use -file, -csv, -binary or -hdf5 with -append");
		return ERR_UNSUPPORTED;
	}
	return lines_open(self, q, e);
}

/* "NodeOutput nodeTag=..." to its closing tag. */
static void close_owner(struct rowfile *f, const char *owner)
{
	rowfile_add_text(f, "</");
	rowfile_add(f, owner, strcspn(owner, " "));
	rowfile_add_text(f, ">\n");
}

static void compose_header(struct rowfile *f, int n, const struct column *column)
{
	rowfile_add_text(f, HEAD);
	for (int i = 0; i < n; i++) {
		if (i == 0 || column[i].owner != column[i - 1].owner) {
			if (i > 0)
				close_owner(f, column[i - 1].owner);
			rowfile_add_text(f, "<");
			rowfile_add_text(f, column[i].owner);
			rowfile_add_text(f, ">\n");
		}
		rowfile_add_text(f, " <ResponseType>");
		rowfile_add_text(f, column[i].response);
		rowfile_add_text(f, "</ResponseType>\n");
	}
	if (n > 0)
		close_owner(f, column[n - 1].owner);
	rowfile_add_text(f, "<Data>\n");
	rowfile_add_text(f, TAIL);
}

static int xml_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	struct lines *l = self;
	size_t head = sizeof(HEAD) + sizeof(TAIL) + 16, row = (size_t)l->rows * lines_size(l, n) + sizeof(TAIL);
	for (int i = 0; i < n; i++)
		head += 2 * strlen(column[i].owner) + strlen(column[i].response) + 64;
	int rc = rowfile_claim(&l->file, head > row ? head : row, mem, e);
	if (rc < 0)
		return rc;
	compose_header(&l->file, n, column);
	rc = rowfile_write(&l->file, sizeof(TAIL) - 1, e);
	rowfile_mark(&l->file);
	return rc;
}

static int xml_row(void *self, int n, const double *x, struct err *e)
{
	struct lines *l = self;
	lines_compose(l, n, x, " ");
	rowfile_add_text(&l->file, TAIL);
	return rowfile_write(&l->file, sizeof(TAIL) - 1, e);
}

/* The file ends behind the tail, which stays. */
static int xml_flush(void *self, struct err *e)
{
	struct lines *l = self;
	if (!l->file.text)
		return 0;
	int rc = rowfile_release(&l->file, e);
	int64_t rows = l->file.end;
	if (rc < 0)
		return rc;
	l->file.end += (int64_t)sizeof(TAIL) - 1;
	rc = rowfile_cut(&l->file, e);
	l->file.end = rows;
	return rc;
}

const struct format_ops format_xml = {
	.name = "xml",
	.brief = "XML with the names of the columns",
	.option = {"-xml"},
	.size = sizeof(struct lines),
	.open = xml_open,
	.begin = xml_begin,
	.row = xml_row,
	.rewind = lines_rewind,
	.flush = xml_flush,
	.close = lines_close,
};
