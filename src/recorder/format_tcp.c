/* Rows sent to another program while they are made, as OpenSees' -tcp does: doubles in the machine's own byte order, without frames.
 *
 *   n | n x1 .. xn | n x1 .. xn | ... | -1 x1 .. xn        the number of columns; a row, with that number before it; the end, with the last row again
 *
 * We connect to the reader. One that goes away, or does not read for PATIENCE_S, costs the test nothing: no row is sent any more, and closing the recorder says
 * how many rows it has not got. Without TLS, so beyond this machine only with -plain.
 */
#include "recorder/format.h"

#include "base/clock.h"
#include "net/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE_S = 5 };

struct tcp {
	struct stream *stream;     /* owned; NULL: none */
	const struct format_request *request;  /* borrowed: recorder */
	double *row;               /* owned: recorder's arena; n + 1 */
	int n;                     /* columns */
	long lost;                 /* rows that were not sent */
	struct err why;            /* of the first */
};

static int64_t deadline(void)
{
	struct clock wall = {.ops = &clock_monotonic};

	return clock_now(&wall) + (int64_t)PATIENCE_S * 1000000000;
}

/* What has happened to the connection, in the recorder's name. */
static int told(const struct tcp *t, const struct err *why, struct err *e)
{
	err_set(e, why->code, t->request->object, "%s", why->what);
	if (why->value[0])
		err_value(e, "%s", why->value);
	if (why->hint[0])
		err_hint(e, "%s", why->hint);
	return why->code;
}

/* "host:port" of the words. */
static int address(const struct format_request *q, char *ret_host, size_t size, int *ret_port, struct err *e)
{
	const char *colon = strrchr(q->path, ':');
	char *end = NULL;
	long port = colon ? strtol(colon + 1, &end, 10) : 0;

	if (!colon || *end || end == colon + 1 || port < 1 || port > 65535 || (size_t)(colon - q->path) >= size) {
		err_set(e, ERR_RANGE, q->object, "-tcp: the port is not one");
		err_value(e, "%s", colon ? colon + 1 : q->path);
		err_allowed(e, "whole numbers from 1 to 65535");
		return ERR_RANGE;
	}
	memcpy(ret_host, q->path, (size_t)(colon - q->path));
	ret_host[colon - q->path] = '\0';
	*ret_port = (int)port;
	return 0;
}

static int tcp_open(void *self, const struct format_request *q, struct err *e)
{
	struct tcp *t = self;
	const struct stream_words w = {.patience_s = PATIENCE_S, .open_plain = q->plain};
	struct err why;
	char host[STREAM_NAME];
	int port, code = address(q, host, sizeof host, &port, e);

	if (code)
		return code;
	err_clear(&why);
	t->request = q;
	code = stream_connect(host, port, &w, &t->stream, &why);
	while (!code && stream_phase(t->stream) != STREAM_OPEN) {
		stream_wait(t->stream, false, deadline());
		code = stream_work(t->stream, &why);
	}
	return code ? told(t, &why, e) : 0;
}

/* The first that fails is the last. */
static void put(struct tcp *t, const double *x, int n)
{
	if (t->stream && stream_put(t->stream, x, (size_t)n * sizeof(double), deadline(), &t->why)) {
		stream_close(t->stream);
		t->stream = NULL;
	}
}

static int tcp_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	struct tcp *t = self;
	const double size = n;

	(void)column;
	t->n = n;
	t->row = ARENA_ARRAY(mem, (size_t)n + 1, double);
	if (!t->row)
		return err_set(e, ERR_MEMORY, t->request->object, "no memory");
	put(t, &size, 1);
	return 0;
}

static int tcp_row(void *self, int n, const double *x, struct err *e)
{
	struct tcp *t = self;

	(void)e;
	t->row[0] = n;
	memcpy(t->row + 1, x, (size_t)n * sizeof(double));
	put(t, t->row, n + 1);
	t->lost += !t->stream;
	return 0;
}

/* What has been sent has been sent: the reader gets the rows of an envelope again, the last ones count. */
static int tcp_rewind(void *self, struct err *e)
{
	(void)self, (void)e;
	return 0;
}

static int tcp_flush(void *self, struct err *e)
{
	(void)self, (void)e;
	return 0;
}

static int tcp_close(void *self, struct err *e)
{
	struct tcp *t = self;
	long lost = t->lost;

	if (t->row) {
		t->row[0] = -1.0;
		put(t, t->row, t->n + 1);
	}
	stream_close(t->stream);
	t->stream = NULL;
	t->lost = 0;
	if (!lost)
		return 0;
	err_set(e, ERR_LOST, t->request->object, "its reader was lost: %s", t->why.what);
	err_value(e, "%ld rows were not sent", lost);
	return ERR_LOST;
}

const struct format_ops format_tcp = {
	.name = "tcp",
	.brief = "rows of doubles sent to a program that listens at host and port; beyond this machine with -plain",
	.option = {"-tcp", "-TCP"},
	.remote = true,
	.size = sizeof(struct tcp),
	.open = tcp_open,
	.begin = tcp_begin,
	.row = tcp_row,
	.rewind = tcp_rewind,
	.flush = tcp_flush,
	.close = tcp_close,
};
