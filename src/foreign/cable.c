/* Messages over streams: opening, whole messages, lines, and the end. */
#include "foreign/cable.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "foreign/datagram.h"
#include "foreign/door.h"
#include "net/stream.h"
#include "net/tls.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { AGAIN_MS = 20, CONNECT_S = 10, KEEP_IDLE_S = 10, KEEP_EVERY_S = 5, KEEP_TRIES = 3 };
static const int64_t NS_PER_MS = 1000000;

static int64_t now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

/* Nanoseconds of more than thirty years are no whole number of 64 bits. */
static int64_t deadline(double seconds)
{
	const double longest_s = 1e9;

	return now() + (int64_t)((seconds < longest_s ? seconds : longest_s) * 1e9);
}

void cable_init(struct cable *w, const struct cable_words *words, const char *object)
{
	memset(w, 0, sizeof(*w));
	w->words = *words;
	w->fd = -1;
	snprintf(w->object, sizeof(w->object), "%s", object);
	snprintf(w->peer, sizeof(w->peer), "%.60s port %d", words->host[0] ? words->host : "127.0.0.1", words->port);
}

int cable_lost(const struct cable *w, const char *why, struct err *e)
{
	err_set(e, ERR_LOST, w->object, "%s: %s", w->peer, why);
	return ERR_LOST;
}

int cable_given_up(const struct cable *w, int64_t t_ns, struct err *e)
{
	if (interrupt_asked())
		return err_set(e, ERR_INTERRUPTED, w->object, "interrupted while it waited for %s", w->peer);
	if (now() < t_ns)
		return 0;
	cable_lost(w, "no message in time", e);
	err_value(e, "%g s", w->words.timeout);
	err_hint(e, "-timeout says how long to wait");
	return ERR_LOST;
}

int cable_told(const struct cable *w, int code, const struct err *why, struct err *e)
{
	err_set(e, code, w->object, "%s: %s", w->peer, why->what);
	if (why->value[0])
		err_value(e, "%s", why->value);
	if (why->allowed[0])
		err_allowed(e, "%s", why->allowed);
	if (code == ERR_UNSUPPORTED)
		err_hint(e, "-plain says that this is wanted; it lets anybody on the way listen and speak");
	else if (why->hint[0])
		err_hint(e, "%s", why->hint);
	return code;
}

/* ---- opening ------------------------------------------------------------------------------------------------- */

static int certificates(struct cable *w, struct err *e)
{
	static const char *const file[2][3] = {{"client.crt", "client.key", "client_ca.crt"}, {"server.crt", "server.key", "server_ca.crt"}};
	const char *const *f = file[w->server];

	return w->words.ssl && !w->tls ? tls_open(f[0], f[1], f[2], &w->tls, e) : 0;
}

static void options_set(const struct cable *w)
{
	int fd = stream_handle(w->stream), on = 1, idle = KEEP_IDLE_S, every = KEEP_EVERY_S, tries = KEEP_TRIES;

	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof(every));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof(tries));
}

/* Until it is open. */
static int work(struct cable *w, int64_t t_ns, struct err *e)
{
	struct err why = {0};
	int code = 0;

	while (!code && stream_phase(w->stream) != STREAM_OPEN) {
		code = stream_work(w->stream, &why);
		if (code)
			return cable_told(w, code, &why, e);
		if (stream_phase(w->stream) == STREAM_OPEN)
			break;
		code = cable_given_up(w, t_ns, e);
		if (!code)
			stream_wait(w->stream, false, now() + CABLE_SLICE_MS * NS_PER_MS);
	}
	return code;
}

static int dial(struct cable *w, int64_t t_ns, bool *ret_nobody, struct err *e)
{
	struct stream_words words = {.tls = w->tls, .patience_s = w->words.timeout < CONNECT_S ? w->words.timeout : CONNECT_S, .open_plain = w->words.plain};
	struct err why = {0};
	int code;

	if (w->words.udp)
		return datagram_connect(w, t_ns, ret_nobody, e);
	code = stream_connect(w->words.host[0] ? w->words.host : "127.0.0.1", w->words.port, &words, &w->stream, &why);
	if (code && code != ERR_LOST)
		return cable_told(w, code, &why, e);
	err_clear(&why);
	if (!code)
		code = work(w, t_ns, &why);
	*ret_nobody = code == ERR_LOST;
	if (!code)
		return 0;
	stream_close(w->stream);
	w->stream = NULL;
	if (!*ret_nobody && e)
		*e = why;
	return *ret_nobody ? 0 : code;
}

static int pause_ms(const struct cable *w, int ms, int64_t t_ns, struct err *e)
{
	struct clock c;
	int code = interrupt_asked() || now() >= t_ns ? cable_given_up(w, t_ns, e) : 0;

	clock_init(&c, &clock_monotonic, 0);
	return code ? code : clock_sleep_until(&c, now() + ms * NS_PER_MS);
}

int cable_connect(struct cable *w, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout < CONNECT_S ? w->words.timeout : CONNECT_S);
	int code = certificates(w, e);

	/* of a connection before this one nothing is left */
	if (!cable_open(w)) {
		w->torn = w->ended = false;
		w->at = w->n = 0;
	}
	while (!code && !cable_open(w)) {
		struct err late = {0};
		bool nobody = false;

		code = dial(w, t_ns, &nobody, e);
		if (code || !nobody)
			break;
		code = pause_ms(w, AGAIN_MS, t_ns, &late);
		if (code == ERR_LOST) {
			cable_lost(w, "nobody listens there", e);
			err_hint(e, "start the server first");
		} else if (code && e) {
			*e = late;
		}
	}
	if (!code && w->stream)
		options_set(w);
	return code;
}

int cable_listen(struct cable *w, struct err *e)
{
	const char *host = w->words.host[0] ? w->words.host : w->words.plain ? "0.0.0.0" : "127.0.0.1";
	struct err why = {0};
	int code;

	w->server = true;
	code = certificates(w, e);
	if (!code && w->words.udp)
		code = datagram_listen(w, e);
	if (!code && !w->words.udp) {
		code = listener_open(host, w->words.port, w->tls, w->words.plain, &w->listener, &why);
		if (code)
			return cable_told(w, code, &why, e);
	}
	snprintf(w->peer, sizeof(w->peer), "a client at port %d", cable_port(w));
	return code;
}

int cable_port(const struct cable *w)
{
	return w->listener ? listener_port(w->listener) : w->words.udp ? datagram_port(w) : w->words.port;
}

int cable_accept(struct cable *w, size_t first, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	int code = w->words.udp ? 0 : door_accept(w, first, t_ns, e);

	while (!code && w->words.udp && !w->known) {
		code = cable_given_up(w, t_ns, e);
		if (!code)
			code = datagram_accept(w, t_ns, e);
	}
	if (code)
		return code;
	listener_close(w->listener);
	w->listener = NULL;
	if (w->stream)
		options_set(w);
	return 0;
}

/* ---- bytes --------------------------------------------------------------------------------------------------- */

static void quick(const struct cable *w)
{
	int on = 1;

	if (w->server)
		setsockopt(stream_handle(w->stream), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

int cable_put(struct cable *w, const void *bytes, size_t n, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	struct err why = {0};
	int code = cable_open(w) ? 0 : cable_lost(w, "the conversation is over", e);

	if (!code && w->words.udp)
		return datagram_put(w, bytes, n, e);
	for (size_t at = 0, moved = 0; at < n && !code; at += moved) {
		moved = 0;
		code = stream_write(w->stream, (const char *)bytes + at, n - at, &moved, &why);
		if (code)
			cable_told(w, code, &why, e);
		else if (moved == 0 && !(code = cable_given_up(w, t_ns, e)))
			stream_wait(w->stream, true, now() + CABLE_SLICE_MS * NS_PER_MS);
		w->torn = w->torn || (code && at > 0);
	}
	return code;
}

/* What is here, at most n bytes, at least one: waits for it. `whole`: nothing of this message has come yet; one that comes byte by byte ends in time, too. */
static int take(struct cable *w, void *bytes, size_t n, bool whole, int64_t t_ns, size_t *ret_n, struct err *e)
{
	struct err why = {0};
	size_t moved = 0;
	bool woken = false;
	int code = whole ? 0 : cable_given_up(w, t_ns, e);

	while (!code && moved == 0) {
		quick(w);
		code = stream_read(w->stream, bytes, n, &moved, &why);
		if (code) {
			w->ended = whole && stream_ended(w->stream);
			return cable_told(w, code, &why, e);
		}
		if (moved > 0)
			break;
		/* woken for nothing, as by half a record of TLS: that is waiting, too */
		woken = !woken && stream_wait(w->stream, false, now() + CABLE_SLICE_MS * NS_PER_MS);
		code = woken ? 0 : cable_given_up(w, t_ns, e);
	}
	quick(w);
	*ret_n = moved;
	return code;
}

int cable_get(struct cable *w, void *bytes, size_t n, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	int code = cable_open(w) ? 0 : cable_lost(w, "the conversation is over", e);
	size_t moved = 0;

	if (!code && w->words.udp)
		return datagram_get(w, bytes, n, t_ns, e);
	for (size_t at = 0; at < n && !code; at += moved)
		code = take(w, (unsigned char *)bytes + at, n - at, at == 0, t_ns, &moved, e);
	return code;
}

int cable_quiet(struct cable *w, struct err *e)
{
	struct err why = {0};
	unsigned char byte;
	size_t moved = 0;
	int code = cable_open(w) ? 0 : cable_lost(w, "the conversation is over", e);

	if (!code && w->words.udp)
		moved = datagram_here(w);
	else if (!code && (code = stream_read(w->stream, &byte, 1, &moved, &why)))
		return cable_told(w, code, &why, e);
	if (code || moved == 0)
		return code;
	err_set(e, ERR_FORMAT, w->object, "%s sends what it was not asked for", w->peer);
	err_hint(e, "an answer that came twice, or to a message that has none: what it measures now would be taken for what it measured before");
	return ERR_FORMAT;
}

/* The line that begins the buffer, if it is complete. */
static bool cut_line(struct cable *w, char *ret_text, size_t size, bool *ret_long)
{
	size_t n = 0;

	while (w->at + n < w->n && w->text[w->at + n] != '\n' && w->text[w->at + n] != '\0')
		n++;
	*ret_long = n >= size;
	if (w->at + n == w->n || *ret_long)
		return false;
	memcpy(ret_text, w->text + w->at, n);
	w->at += n + 1;
	ret_text[n > 0 && ret_text[n - 1] == '\r' ? n - 1 : n] = '\0';
	return true;
}

int cable_line(struct cable *w, char *ret_text, size_t size, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	int code = w->stream ? 0 : cable_lost(w, "the conversation is over", e);
	bool too_long;

	while (!code && !cut_line(w, ret_text, size, &too_long)) {
		size_t moved = 0;

		memmove(w->text, w->text + w->at, w->n - w->at);
		w->n -= w->at;
		w->at = 0;
		if (too_long || w->n == sizeof(w->text))
			return err_set(e, ERR_FORMAT, w->object, "%s: a line longer than %zu characters", w->peer, size - 1);
		code = take(w, w->text + w->n, sizeof(w->text) - w->n, w->n == 0, t_ns, &moved, e);
		w->n += moved;
	}
	return code;
}

bool cable_open(const struct cable *w)
{
	return w->stream || w->fd >= 0;
}

void cable_close(struct cable *w)
{
	stream_close(w->stream);
	listener_close(w->listener);
	tls_close(w->tls);
	if (w->fd >= 0)
		close(w->fd);
	w->stream = NULL;
	w->listener = NULL;
	w->tls = NULL;
	w->fd = -1;
}
