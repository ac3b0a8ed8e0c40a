/* Sockets of foreign conversations. */
#define _GNU_SOURCE /* accept4, strerror_r */
#include "foreign/wire.h"

#include "base/clock.h"
#include "base/fault.h"
#include "base/interrupt.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SLICE_MS = 100, AGAIN_MS = 20, CONNECT_S = 10, NS_PER_MS = 1000000, KEEP_IDLE_S = 10, KEEP_EVERY_S = 5, KEEP_TRIES = 3, STRAYS = 1000 };

static int64_t now_ns(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

static int64_t deadline(double seconds)
{
	return now_ns() + (int64_t)(seconds * 1e9);
}

void wire_init(struct wire *w, const struct wire_words *words, const char *object)
{
	memset(w, 0, sizeof(*w));
	w->words = *words;
	w->fd = w->listener = -1;
	snprintf(w->object, sizeof(w->object), "%s", object);
	snprintf(w->peer, sizeof(w->peer), "%.60s port %d", words->host[0] ? words->host : "127.0.0.1", words->port);
}

static int lost(const struct wire *w, const char *why, struct err *e)
{
	err_set(e, ERR_LOST, w->object, "%s: %s", w->peer, why);
	return ERR_LOST;
}

static int system_lost(const struct wire *w, const char *what, int number, struct err *e)
{
	char text[64] = "";
	const char *why = strerror_r(number, text, sizeof(text));

	err_set(e, ERR_LOST, w->object, "%s: %s: %s", w->peer, what, why);
	return ERR_LOST;
}

static bool would_wait(int number)
{
	return number == EAGAIN || number == EWOULDBLOCK || number == EINTR;
}

/* Until the socket can, until t_ns, or until somebody interrupts. */
static int wait_for(const struct wire *w, int fd, short events, int64_t t_ns, struct err *e)
{
	for (;;) {
		struct pollfd p = {.fd = fd, .events = events};
		int64_t left = (t_ns - now_ns()) / NS_PER_MS + 1;

		if (interrupt_asked())
			return err_set(e, ERR_INTERRUPTED, w->object, "interrupted while it waited for %s", w->peer);
		if (poll(&p, 1, left < 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS) > 0)
			return 0;
		if (now_ns() >= t_ns) {
			lost(w, "no message in time", e);
			err_value(e, "%g s", w->words.timeout);
			err_hint(e, "-timeout says how long to wait");
			return ERR_LOST;
		}
	}
}

static int pause_ms(const struct wire *w, int ms, struct err *e)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	if (interrupt_asked())
		return err_set(e, ERR_INTERRUPTED, w->object, "interrupted while it waited for %s", w->peer);
	return clock_sleep_until(&c, now_ns() + (int64_t)ms * NS_PER_MS);
}

/* ---- opening ------------------------------------------------------------------------------------------------- */

static void options_set(const struct wire *w)
{
	int on = 1, idle = KEEP_IDLE_S, every = KEEP_EVERY_S, tries = KEEP_TRIES;

	if (w->words.udp)
		return;
	setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	setsockopt(w->fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	setsockopt(w->fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
	setsockopt(w->fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof(every));
	setsockopt(w->fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof(tries));
}

static int socket_open(int family, bool udp)
{
	if (fault_fires(FAULT_device_open))
		return errno = EMFILE, -1;
	return socket(family, (udp ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static int look_up(const struct wire *w, const char *host, int flags, struct addrinfo **ret, struct err *e)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = w->words.udp ? SOCK_DGRAM : SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
	char port[8];
	int why;

	snprintf(port, sizeof(port), "%d", w->words.port);
	why = getaddrinfo(host, port, &hints, ret);
	if (!why)
		return 0;
	err_set(e, ERR_LOST, w->object, "the machine is not known: %s", gai_strerror(why));
	err_value(e, "%.90s", host ? host : "(this one)");
	err_hint(e, "write its name as the network knows it, or its address");
	return ERR_LOST;
}

/* One address; *ret_why: the system's reason when there is no connection. */
static int dial(struct wire *w, const struct addrinfo *to, int64_t t_ns, int *ret_why, struct err *e)
{
	socklen_t n = sizeof(*ret_why);
	int code = 0;

	*ret_why = 0;
	w->fd = socket_open(to->ai_family, w->words.udp);
	if (w->fd < 0)
		*ret_why = errno;
	else if (connect(w->fd, to->ai_addr, to->ai_addrlen) < 0)
		*ret_why = errno;
	if (*ret_why == EINPROGRESS) {
		code = wait_for(w, w->fd, POLLOUT, t_ns, e);
		if (!code && getsockopt(w->fd, SOL_SOCKET, SO_ERROR, ret_why, &n) < 0)
			*ret_why = errno;
	}
	if (code || *ret_why)
		wire_close(w);
	return code;
}

static int greet(struct wire *w, int64_t t_ns, bool *ret_again, struct err *e)
{
	char b = 0;
	ssize_t n;
	int code;

	*ret_again = false;
	if (send(w->fd, "a", 1, MSG_NOSIGNAL) < 0 && errno == ECONNREFUSED)
		return *ret_again = true, 0;
	code = wait_for(w, w->fd, POLLIN, t_ns, e);
	if (code)
		return code;
	n = recv(w->fd, &b, 1, MSG_TRUNC);
	if (n < 0 && errno == ECONNREFUSED)
		return *ret_again = true, 0;
	if (n != 1 || b != 'b')
		return err_set(e, ERR_FORMAT, w->object, "%s does not answer 'b' to the handshake 'a': give -noHandshake", w->peer);
	return 0;
}

/* Every address once. */
static int dial_all(struct wire *w, const struct addrinfo *found, int64_t t_ns, int *ret_why, struct err *e)
{
	int code = 0;

	for (const struct addrinfo *to = found; to && w->fd < 0 && !code; to = to->ai_next)
		code = dial(w, to, t_ns, ret_why, e);
	if (w->fd >= 0 && w->words.udp && w->words.handshake) {
		bool again;

		code = greet(w, t_ns, &again, e);
		*ret_why = again ? ECONNREFUSED : 0;
		if (again || code)
			wire_close(w);
	}
	return code;
}

int wire_connect(struct wire *w, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout < CONNECT_S ? w->words.timeout : CONNECT_S);
	struct addrinfo *found = NULL;
	int why = 0, code = look_up(w, w->words.host[0] ? w->words.host : "127.0.0.1", 0, &found, e);

	while (!code && w->fd < 0) {
		code = dial_all(w, found, t_ns, &why, e);
		if (code || w->fd >= 0)
			break;
		if (why != ECONNREFUSED || now_ns() >= t_ns) {
			code = system_lost(w, "no connection", why, e);
			err_hint(e, "start the server first");
		} else {
			code = pause_ms(w, AGAIN_MS, e);
		}
	}
	if (found)
		freeaddrinfo(found);
	if (code)
		return code;
	w->greeted = true;
	options_set(w);
	return 0;
}

int wire_listen(struct wire *w, struct err *e)
{
	const char *host = w->words.host[0] ? w->words.host : w->words.plain ? NULL : "127.0.0.1";
	struct addrinfo *found = NULL;
	int on = 1, why = 0, code = look_up(w, host, AI_PASSIVE, &found, e);

	w->server = true;
	for (const struct addrinfo *at = found; at && w->listener < 0 && !code; at = at->ai_next) {
		w->listener = socket_open(at->ai_family, w->words.udp);
		if (w->listener >= 0 && !w->words.udp)
			setsockopt(w->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
		if (w->listener < 0 || bind(w->listener, at->ai_addr, at->ai_addrlen) < 0 || (!w->words.udp && listen(w->listener, 1) < 0)) {
			why = errno;
			wire_close(w);
		}
	}
	if (found)
		freeaddrinfo(found);
	if (!code && w->listener < 0) {
		char text[64] = "";

		err_set(e, ERR_STATE, w->object, "the port cannot be had: %s", strerror_r(why, text, sizeof(text)));
		err_value(e, "%d", w->words.port);
		err_hint(e, "another program has it, or it is below 1024: take another one");
		code = ERR_STATE;
	}
	snprintf(w->peer, sizeof(w->peer), "a client at port %d", wire_port(w));
	return code;
}

int wire_port(const struct wire *w)
{
	struct sockaddr_storage at = {0};
	socklen_t n = sizeof(at);

	if (w->listener < 0 || getsockname(w->listener, (struct sockaddr *)&at, &n) < 0)
		return w->words.port;
	return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port : ((struct sockaddr_in *)&at)->sin_port);
}

static void name_peer(struct wire *w, const struct sockaddr *at, socklen_t n)
{
	char host[48] = "", port[8] = "";

	if (getnameinfo(at, n, host, sizeof(host), port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) == 0)
		snprintf(w->peer, sizeof(w->peer), "%s port %s", host, port);
}

/* From the first datagram on only its sender counts. */
static int accept_udp(struct wire *w, struct sockaddr_storage *from, socklen_t *n, struct err *e)
{
	char byte;

	if (recvfrom(w->listener, &byte, 1, MSG_PEEK | MSG_TRUNC, (struct sockaddr *)from, n) < 0)
		return would_wait(errno) ? 0 : system_lost(w, "no datagram", errno, e);
	if (connect(w->listener, (struct sockaddr *)from, *n) < 0)
		return system_lost(w, "no way back", errno, e);
	w->fd = w->listener;
	w->listener = -1;
	return 0;
}

int wire_accept(struct wire *w, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	int code = 0;

	while (!code && w->fd < 0) {
		struct sockaddr_storage from = {0};
		socklen_t n = sizeof(from);

		code = wait_for(w, w->listener, POLLIN, t_ns, e);
		if (!code && w->words.udp)
			code = accept_udp(w, &from, &n, e);
		else if (!code)
			w->fd = accept4(w->listener, (struct sockaddr *)&from, &n, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (w->fd >= 0)
			name_peer(w, (struct sockaddr *)&from, n);
	}
	if (code)
		return code;
	if (w->listener >= 0)
		close(w->listener);
	w->listener = -1;
	options_set(w);
	return 0;
}

/* ---- bytes --------------------------------------------------------------------------------------------------- */

static void quick(const struct wire *w)
{
	int on = 1;

	if (w->server && !w->words.udp)
		setsockopt(w->fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

int wire_put(struct wire *w, const void *bytes, size_t n, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	size_t at = 0;

	if (w->fd < 0)
		return lost(w, "the conversation is over", e);
	while (at < n) {
		size_t part = w->words.udp && n - at > WIRE_DATAGRAM ? WIRE_DATAGRAM : n - at;
		ssize_t sent = send(w->fd, (const char *)bytes + at, part, MSG_NOSIGNAL);
		int code = 0;

		if (sent < 0 && would_wait(errno))
			code = wait_for(w, w->fd, POLLOUT, t_ns, e);
		else if (sent < 0)
			code = system_lost(w, "the other side is gone", errno, e);
		if (code) {
			w->torn = at > 0;
			return code;
		}
		at += sent > 0 ? (size_t)sent : 0;
	}
	return 0;
}

/* What is here now, at most n bytes; 0 in *ret_n: nothing yet. */
static int take(struct wire *w, void *bytes, size_t n, size_t *ret_n, struct err *e)
{
	ssize_t got = recv(w->fd, bytes, n, 0);

	*ret_n = 0;
	if (got < 0 && would_wait(errno))
		return 0;
	if (got < 0)
		return system_lost(w, "the other side is gone", errno, e);
	w->ended = got == 0 && n > 0;
	if (w->ended)
		return lost(w, "the other side has closed the connection", e);
	*ret_n = (size_t)got;
	return 0;
}

/* One datagram of exactly n bytes; a server answers the handshake before the first. */
static int get_datagram(struct wire *w, unsigned char *bytes, size_t n, int64_t t_ns, struct err *e)
{
	unsigned char whole[WIRE_DATAGRAM + 1];

	for (int strays = 0; strays < STRAYS; strays++) {
		ssize_t got = recv(w->fd, whole, sizeof(whole), 0);
		int code = 0;

		if (got < 0 && would_wait(errno))
			code = wait_for(w, w->fd, POLLIN, t_ns, e);
		else if (got < 0)
			code = system_lost(w, "the other side is gone", errno, e);
		if (code)
			return code;
		if (got < 0)
			continue;
		if (!w->greeted && got == 1 && whole[0] == 'a') {
			code = wire_put(w, "b", 1, e);
			if (code)
				return code;
			continue;
		}
		w->greeted = true;
		if ((size_t)got != n)
			return err_set(e, ERR_FORMAT, w->object, "%s: a datagram of %zd bytes where %zu were expected", w->peer, got, n);
		memcpy(bytes, whole, n);
		return 0;
	}
	return lost(w, "nothing but handshakes", e);
}

int wire_get(struct wire *w, void *bytes, size_t n, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	unsigned char *to = bytes;
	size_t at = 0, got;
	int code = w->fd < 0 ? lost(w, "the conversation is over", e) : 0;

	while (!code && at < n) {
		if (w->words.udp) {
			got = n - at > WIRE_DATAGRAM ? WIRE_DATAGRAM : n - at;
			code = get_datagram(w, to + at, got, t_ns, e);
		} else {
			quick(w);
			code = take(w, to + at, n - at, &got, e);
			if (!code && got == 0)
				code = wait_for(w, w->fd, POLLIN, t_ns, e);
		}
		at += code ? 0 : got;
	}
	if (!code)
		quick(w);
	w->ended = w->ended && at == 0;
	return code;
}

/* The line that begins the buffer, if it is complete. */
static bool cut_line(struct wire *w, char *ret_text, size_t size, bool *ret_long)
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

int wire_line(struct wire *w, char *ret_text, size_t size, struct err *e)
{
	int64_t t_ns = deadline(w->words.timeout);
	int code = w->fd < 0 ? lost(w, "the conversation is over", e) : 0;
	bool too_long;

	while (!code && !cut_line(w, ret_text, size, &too_long)) {
		size_t got;

		memmove(w->text, w->text + w->at, w->n - w->at);
		w->n -= w->at;
		w->at = 0;
		if (too_long || w->n == sizeof(w->text))
			return err_set(e, ERR_FORMAT, w->object, "%s: a line longer than %zu characters", w->peer, size - 1);
		quick(w);
		code = take(w, w->text + w->n, sizeof(w->text) - w->n, &got, e);
		if (!code && got == 0)
			code = wait_for(w, w->fd, POLLIN, t_ns, e);
		w->n += code ? 0 : got;
	}
	return code;
}

bool wire_ready(const struct wire *w)
{
	struct pollfd p = {.fd = w->fd, .events = POLLIN};

	return w->at < w->n || (w->fd >= 0 && poll(&p, 1, 0) > 0);
}

bool wire_open(const struct wire *w)
{
	return w->fd >= 0;
}

void wire_close(struct wire *w)
{
	if (w->fd >= 0)
		close(w->fd);
	if (w->listener >= 0)
		close(w->listener);
	w->fd = w->listener = -1;
}
