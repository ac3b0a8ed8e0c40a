/* Rows of numbers from a text file, in two passes over its bytes: count, then convert. */
#include "plot/columns.h"

#include "base/base.h"
#include "base/io.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 };

/* The whole file with a terminator. The size is not known before: pieces double. */
static int read_bytes(const char *path, struct arena *mem, char **ret_text, struct err *e)
{
	int handle;
	int rc = io_open(path, IO_READ, &handle, e);
	if (rc < 0)
		return rc;
	size_t size = PIECE, used = 0, got = 1;
	char *text = arena_alloc(mem, size + 1);
	while (rc == 0 && got > 0 && text) {
		if (used == size) {
			char *larger = arena_alloc(mem, 2 * size + 1);
			if (larger)
				memcpy(larger, text, used);
			text = larger;
			size *= 2;
			continue;
		}
		rc = io_read(handle, path, text + used, size - used, &got, e);
		used += rc == 0 ? got : 0;
	}
	int closed = io_close(handle, path, e);
	if (!text)
		return err_set(e, ERR_MEMORY, path, "no memory for the file");
	if (rc < 0 || closed < 0)
		return rc < 0 ? rc : closed;
	text[used] = '\0';
	*ret_text = text;
	return 0;
}

static const char *skip_parting(const char *at)
{
	return at + strspn(at, " \t\r,");
}

/* Numbers of the line at `at`, to ret_x unless it is NULL; -1 when something else stands there. ret_next: the next line. */
static int scan_line(const char *at, double *ret_x, const char **ret_next)
{
	int n = 0;
	at = skip_parting(at);
	if (*at == '#')
		at += strcspn(at, "\n");
	while (*at && *at != '\n') {
		char *end;
		double x = strtod(at, &end);
		if (end == at || !strchr(" \t\r,\n", *end))
			return -1;
		if (ret_x)
			ret_x[n] = x;
		n++;
		at = skip_parting(end);
	}
	*ret_next = *at ? at + 1 : at;
	return n;
}

static int refuse(const char *path, int line, const char *what, int want, int got, struct err *e)
{
	err_set(e, ERR_FORMAT, path, "line %d %s", line, what);
	if (want > 0) {
		err_value(e, "%d", got);
		err_allowed(e, "%d columns as in the lines before", want);
	}
	return ERR_FORMAT;
}

static int count(const char *text, const char *path, struct columns *ret, struct err *e)
{
	int line = 1;
	for (const char *at = text; *at; line++) {
		int n = scan_line(at, NULL, &at);
		if (n < 0)
			return refuse(path, line, "holds something that is not a number", 0, 0, e);
		if (n > 0 && ret->ncolumn > 0 && n != ret->ncolumn)
			return refuse(path, line, "has another number of columns", ret->ncolumn, n, e);
		ret->nrow += n > 0;
		ret->ncolumn = n > 0 ? n : ret->ncolumn;
	}
	return ret->nrow > 0 ? 0 : err_set(e, ERR_FORMAT, path, "there are no numbers in the file");
}

int columns_read(const char *path, struct arena *mem, struct columns *ret, struct err *e)
{
	struct columns c = {0};
	char *text = NULL;
	int rc = read_bytes(path, mem, &text, e);
	if (rc == 0)
		rc = count(text, path, &c, e);
	if (rc)
		return rc;
	c.x = ARENA_ARRAY(mem, (size_t)c.nrow * (size_t)c.ncolumn, double);
	if (!c.x)
		return err_set(e, ERR_MEMORY, path, "no memory for %d rows", c.nrow);
	double *x = c.x;
	for (const char *at = text; *at;)
		x += scan_line(at, x, &at);
	ASSERT(x == c.x + (size_t)c.nrow * (size_t)c.ncolumn);
	*ret = c;
	return 0;
}
