/* Pieces of text gathered and written; escapes. */
#include "plot/markup.h"

#include "base/base.h"
#include "base/io.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void flush(struct markup *m)
{
	if (m->rc == 0 && m->used > 0)
		m->rc = io_write(m->handle, m->path, m->text, m->used, m->e);
	m->used = 0;
}

int markup_open(struct markup *m, const char *path, struct err *e)
{
	*m = (struct markup){.path = path, .e = e};
	return io_open(path, IO_WRITE, &m->handle, e);
}

void markup_put(struct markup *m, const char *format, ...)
{
	va_list list;

	if (m->used > sizeof(m->text) / 2)
		flush(m);
	va_start(list, format);
	int n = vsnprintf(m->text + m->used, sizeof(m->text) - m->used, format, list);
	va_end(list);
	ASSERT(n >= 0 && (size_t)n < sizeof(m->text) - m->used);
	m->used += (size_t)n;
	m->written += (size_t)n;
}

/* Bytes of the UTF-8 character at c; 0: it is none, or one that XML does not allow (overlong, a surrogate half, beyond the last). */
static int character(const unsigned char *c)
{
	int n = c[0] < 0x80 ? 1 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2 : c[0] >= 0xe0 && c[0] < 0xf0 ? 3 : c[0] >= 0xf0 && c[0] < 0xf5 ? 4 : 0;

	for (int i = 1; i < n; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f))
		return 0;
	return n;
}

void markup_word(struct markup *m, const char *word)
{
	static const struct { char c; const char *safe; } ROWS[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}};

	for (const unsigned char *c = (const unsigned char *)word; *c;) {
		int n = character(c);
		const char *safe = n == 0 ? "?" : *c < 0x20 && *c != '\n' && *c != '\t' ? "" : NULL;

		for (size_t i = 0; i < COUNT(ROWS); i++)
			safe = *c == (unsigned char)ROWS[i].c ? ROWS[i].safe : safe;
		if (safe)
			markup_put(m, "%s", safe);
		else
			markup_put(m, "%.*s", n, (const char *)c);
		c += n == 0 ? 1 : n;
	}
}

int markup_close(struct markup *m)
{
	flush(m);
	int rc = io_close(m->handle, m->path, m->rc == 0 ? m->e : NULL);

	rc = m->rc ? m->rc : rc;
	/* half a page would be taken for a whole one */
	if (rc)
		io_drop(m->path);
	return rc;
}
