/* A text file being written. */
#include "matrix/put.h"

#include "base/base.h"
#include "base/io.h"

#include <stdarg.h>
#include <stdio.h>

enum { PUT_MOST = 256 };

int put_open(struct put *p, const char *path, struct err *e)
{
	int handle, code = io_open(path, IO_WRITE, &handle, e);

	if (code)
		return code;
	p->path = path;
	p->handle = handle;
	p->code = 0;
	p->e = e;
	p->n = 0;
	return 0;
}

static void flush(struct put *p)
{
	if (!p->code && p->n)
		p->code = io_write(p->handle, p->path, p->block, p->n, p->e);
	p->n = 0;
}

void put_text(struct put *p, const char *format, ...)
{
	va_list list;
	int length;

	if (sizeof(p->block) - p->n < PUT_MOST)
		flush(p);
	va_start(list, format);
	length = vsnprintf(p->block + p->n, PUT_MOST, format, list);
	va_end(list);
	ASSERT(length >= 0 && length < PUT_MOST);
	p->n += (size_t)length;
}

int put_close(struct put *p)
{
	int closed;

	flush(p);
	closed = io_close(p->handle, p->path, p->code ? NULL : p->e);
	return p->code ? p->code : closed;
}
