/* Answers on their way out: headers, then the bytes, block by block. */
#include "web/web_priv.h"

#include "base/base.h"
#include "base/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS = 4096, SEND_S = 30, PIECE = 65536 };

/* On every answer. No script but our own, nothing from elsewhere, in nobody's frame; styles are set by our own script on elements. */
static const struct { const char *name, *value; } HEADER[] = {
	{"content-security-policy:", "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
	                             "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	{"x-frame-options:", "DENY"},
	{"x-content-type-options:", "nosniff"},
	{"referrer-policy:", "no-referrer"},
	{"cross-origin-resource-policy:", "same-origin"},
	{"cross-origin-opener-policy:", "same-origin"},
};

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **p, unsigned char *end)
{
	return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value, (int)strlen(value), p, end) == 0;
}

/* An answer in blocks goes out in chunks (RFC 9112, 7.1): its end, or that it breaks off, is seen. */
static bool add_length(struct lws *wsi, const struct request *r, unsigned char **p, unsigned char *end)
{
	if (r->answer.status == 304)
		return true;
	if (r->blocks)
		return add(wsi, "transfer-encoding:", "chunked", p, end);
	return lws_add_http_header_content_length(wsi, r->answer.n, p, end) == 0;
}

static bool add_all(struct lws *wsi, const struct request *r, unsigned char **p, unsigned char *end)
{
	const struct answer *a = &r->answer;
	bool good = lws_add_http_header_status(wsi, (unsigned)a->status, p, end) == 0 && add_length(wsi, r, p, end) && add(wsi, "content-type:", a->type, p, end);

	for (size_t i = 0; i < COUNT(HEADER); i++)
		good = good && add(wsi, HEADER[i].name, HEADER[i].value, p, end);
	good = good && add(wsi, "cache-control:", a->etag ? "no-cache" : "no-store", p, end);
	if (a->etag)
		good = good && add(wsi, "etag:", a->etag, p, end);
	if (a->gzip)
		good = good && add(wsi, "content-encoding:", "gzip", p, end);
	if (a->cookie[0])
		good = good && add(wsi, "set-cookie:", a->cookie, p, end);
	if (a->location[0])
		good = good && add(wsi, "location:", a->location, p, end);
	return good && add(wsi, "connection:", "close", p, end);
}

/* The head of the answer, and with it the first block is begun. */
static int send_head(struct http_session *s)
{
	unsigned char room[LWS_PRE + HEADERS], *start = room + LWS_PRE, *p = start, *end = room + sizeof room - 1;

	s->request->blocks = s->request->answer.more;
	if (fault_fires(FAULT_web_send) || !add_all(s->wsi, s->request, &p, end) || lws_finalize_write_http_header(s->wsi, start, &p, end))
		return -1;
	s->request->begun = true;
	s->sent = 0;
	lws_callback_on_writable(s->wsi);
	return 0;
}

/* One request a connection: with a second one in the bytes that came with the first, libwebsockets 4.1 may go round for ever (a GET, then anything with a
 * body). What is behind the first is never looked at. */
static int finish(struct http_session *s)
{
	request_free(s->request);
	s->request = NULL;
	return -1;
}

static void next_block(struct request *r)
{
	free(r->answer.bytes);
	r->answer = (struct answer){0};
	http_go(r);
}

/* n bytes of the answer into the room, as a chunk where there are blocks; how many bytes that takes. */
static size_t wrap(const struct request *r, const unsigned char *from, size_t n, bool last, unsigned char *ret)
{
	size_t at = 0;

	if (r->blocks && n > 0)
		at = (size_t)sprintf((char *)ret, "%zx\r\n", n);
	if (n > 0)
		memcpy(ret + at, from, n);
	at += n;
	if (r->blocks)
		at += (size_t)sprintf((char *)ret + at, "%s%s", n > 0 ? "\r\n" : "", last ? "0\r\n\r\n" : "");
	return at;
}

/* Another piece of the answer at hand. */
static int send_piece(struct http_session *s)
{
	struct request *r = s->request;
	struct answer *a = &r->answer;
	const unsigned char *from = a->constant ? a->constant : (const unsigned char *)a->bytes;
	size_t n = a->n - s->sent < PIECE ? a->n - s->sent : PIECE, length;
	bool whole = s->sent + n == a->n, last = whole && !a->more;

	length = wrap(r, from + s->sent, n, last, r->web->tx + LWS_PRE);
	if (fault_fires(FAULT_web_send) || lws_write(s->wsi, r->web->tx + LWS_PRE, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)length)
		return -1;
	s->sent += n;
	lws_set_timeout(s->wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_S);
	if (!whole)
		lws_callback_on_writable(s->wsi);
	else if (a->more)
		next_block(r);
	else
		return finish(s);
	return 0;
}

void http_answered(struct request *r)
{
	struct http_session *s = r->session;

	if (!s) {
		request_free(r);
		return;
	}
	lws_set_timeout(s->wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_S);
	s->sent = 0;
	lws_callback_on_writable(s->wsi);
}

int answer_write(struct http_session *s)
{
	struct request *r = s->request;

	if (!r || r->where != REQUEST_HERE || !r->answer.status)
		return 0;
	/* what fails after the first block breaks off */
	if (r->begun && r->answer.status != 200 && r->blocks)
		return -1;
	return r->begun ? send_piece(s) : send_head(s);
}
