/* Datagrams: addresses, the handshake, messages in pieces. */
#define _GNU_SOURCE /* strerror_r */
#include "foreign/datagram.h"

#include "base/fault.h"
#include "net/stream.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { STRAYS = 1000 };
_Static_assert(sizeof(struct sockaddr_in6) <= CABLE_ADDRESS, "every address of the internet has room");
static const char HELLO = 'a', WELCOME = 'b';

static int failed(const struct cable *w, const char *what, int number, struct err *e)
{
	char text[64] = "";

	err_set(e, ERR_LOST, w->object, "%s: %s: %s", w->peer, what, strerror_r(number, text, sizeof(text)));
	return ERR_LOST;
}

static bool would_wait(int number)
{
	return number == EAGAIN || number == EWOULDBLOCK || number == EINTR;
}

static int wait_for(const struct cable *w, int64_t t_ns, struct err *e)
{
	int code = cable_given_up(w, t_ns, e);

	while (!code) {
		struct pollfd p = {.fd = w->fd, .events = POLLIN};

		if (poll(&p, 1, CABLE_SLICE_MS) > 0)
			return 0;
		code = cable_given_up(w, t_ns, e);
	}
	return code;
}

static int look_up(const struct cable *w, int flags, struct addrinfo **ret, struct err *e)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICSERV | flags};
	const char *host = w->words.host[0] ? w->words.host : w->words.plain && flags ? NULL : "127.0.0.1";
	char port[8];
	int why;

	if (host && !w->words.plain && !net_is_loopback(host)) {
		err_set(e, ERR_UNSUPPORTED, w->object, "another machine over UDP, without any protection");
		err_value(e, "%.90s", host);
		err_hint(e, "-plain says that this is wanted");
		return ERR_UNSUPPORTED;
	}
	snprintf(port, sizeof(port), "%d", w->words.port);
	why = net_lookup(host, port, &hints, ret);
	if (!why)
		return 0;
	err_set(e, ERR_LOST, w->object, "the machine is not known: %s", gai_strerror(why));
	err_value(e, "%.90s", host ? host : "(this one)");
	return ERR_LOST;
}

static int open_socket(int family)
{
	if (fault_fires(FAULT_net_socket))
		return errno = EMFILE, -1;
	return socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

/* 'a' out, 'b' back. *ret_nobody: the machine says that nobody is at the port. */
static int greet(struct cable *w, int64_t t_ns, bool *ret_nobody, struct err *e)
{
	char b = 0;
	ssize_t n;
	int code;

	if (send(w->fd, &HELLO, 1, MSG_NOSIGNAL) < 0 && errno == ECONNREFUSED)
		return *ret_nobody = true, 0;
	code = wait_for(w, t_ns, e);
	if (code)
		return code;
	n = recv(w->fd, &b, 1, MSG_TRUNC);
	if (n < 0 && errno == ECONNREFUSED)
		return *ret_nobody = true, 0;
	if (n == 1 && b == WELCOME)
		return 0;
	err_set(e, ERR_FORMAT, w->object, "%s does not answer 'b' to the handshake 'a'", w->peer);
	err_hint(e, "-noHandshake leaves it out, as OpenFresco 2.8 does");
	return ERR_FORMAT;
}

int datagram_connect(struct cable *w, int64_t t_ns, bool *ret_nobody, struct err *e)
{
	struct addrinfo *found = NULL;
	int why = 0, code = look_up(w, 0, &found, e);

	*ret_nobody = false;
	for (const struct addrinfo *to = found; to && w->fd < 0 && !code; to = to->ai_next) {
		w->fd = open_socket(to->ai_family);
		if (w->fd >= 0 && connect(w->fd, to->ai_addr, to->ai_addrlen) == 0)
			break;
		why = errno;
		cable_close(w);
	}
	if (found)
		freeaddrinfo(found);
	if (!code && w->fd < 0)
		return failed(w, "no way to it", why, e);
	if (!code && w->words.handshake)
		code = greet(w, t_ns, ret_nobody, e);
	if (code || *ret_nobody)
		cable_close(w);
	return code;
}

int datagram_listen(struct cable *w, struct err *e)
{
	struct addrinfo *found = NULL;
	int why = 0, code = look_up(w, AI_PASSIVE, &found, e);

	for (const struct addrinfo *at = found; at && w->fd < 0 && !code; at = at->ai_next) {
		w->fd = open_socket(at->ai_family);
		if (w->fd >= 0 && bind(w->fd, at->ai_addr, at->ai_addrlen) == 0)
			break;
		why = errno;
		cable_close(w);
	}
	if (found)
		freeaddrinfo(found);
	if (code || w->fd >= 0)
		return code;
	failed(w, "the port cannot be had", why, e);
	err_hint(e, "another program has it, or it is below 1024: take another one");
	return ERR_LOST;
}

int datagram_port(const struct cable *w)
{
	struct sockaddr_storage at = {0};
	socklen_t n = sizeof(at);

	if (w->fd < 0 || getsockname(w->fd, (struct sockaddr *)&at, &n) < 0)
		return w->words.port;
	return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port : ((struct sockaddr_in *)&at)->sin_port);
}

/* Takes away what is no client's: an empty datagram, as of somebody who looks for open ports, or the handshake, which is answered. */
static int stranger(const struct cable *w, bool greets, const struct sockaddr_storage *from, socklen_t n, struct err *e)
{
	char byte;

	if (recv(w->fd, &byte, 1, 0) < 0 && !would_wait(errno))
		return failed(w, "no datagram", errno, e);
	/* who is gone meanwhile is no client */
	if (greets)
		(void)!sendto(w->fd, &WELCOME, 1, MSG_NOSIGNAL, (const struct sockaddr *)from, n);
	return 0;
}

/* From the first datagram of a message on only its sender counts. */
int datagram_accept(struct cable *w, int64_t t_ns, struct err *e)
{
	struct sockaddr_storage from = {0};
	socklen_t n = sizeof(from);
	char host[48] = "", port[8] = "", byte = 0;
	ssize_t got;
	int code = wait_for(w, t_ns, e);

	if (code)
		return code;
	got = recvfrom(w->fd, &byte, 1, MSG_PEEK | MSG_TRUNC, (struct sockaddr *)&from, &n);
	if (got < 0)
		return would_wait(errno) ? 0 : failed(w, "no datagram", errno, e);
	if (got == 0 || (got == 1 && byte == HELLO))
		return stranger(w, got == 1, &from, n, e);
	if (connect(w->fd, (struct sockaddr *)&from, n) < 0)
		return failed(w, "no way back", errno, e);
	if (getnameinfo((struct sockaddr *)&from, n, host, sizeof(host), port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) == 0)
		snprintf(w->peer, sizeof(w->peer), "%s port %s", host, port);
	w->from_n = n;
	memcpy(w->from, &from, n);
	w->known = true;
	return 0;
}

int datagram_put(struct cable *w, const void *bytes, size_t n, struct err *e)
{
	for (size_t at = 0; at < n;) {
		size_t part = n - at > CABLE_DATAGRAM ? CABLE_DATAGRAM : n - at;

		if (send(w->fd, (const char *)bytes + at, part, MSG_NOSIGNAL) < 0) {
			w->torn = at > 0;
			return failed(w, "the other side is gone", errno, e);
		}
		at += part;
	}
	return 0;
}

/* Is it from where the client is? What others sent before he was known may still lie here. */
static bool of_client(const struct cable *w, const struct sockaddr_storage *from, socklen_t n)
{
	return !w->known || (n == w->from_n && memcmp(from, w->from, n) == 0);
}

/* One datagram of exactly n bytes. */
static int get_one(struct cable *w, unsigned char *bytes, size_t n, int64_t t_ns, struct err *e)
{
	unsigned char whole[CABLE_DATAGRAM + 1];
	int code = 0;

	for (int strays = 0; strays < STRAYS && !code; strays++) {
		struct sockaddr_storage from = {0};
		socklen_t from_n = sizeof(from);
		ssize_t got = recvfrom(w->fd, whole, sizeof(whole), 0, (struct sockaddr *)&from, &from_n);

		if (got < 0) {
			code = would_wait(errno) ? wait_for(w, t_ns, e) : failed(w, "the other side is gone", errno, e);
		} else if (!of_client(w, &from, from_n)) {
			continue;
		} else if ((size_t)got != n) {
			return err_set(e, ERR_FORMAT, w->object, "%s: a datagram of %zd bytes where %zu were expected", w->peer, got, n);
		} else {
			memcpy(bytes, whole, n);
			return 0;
		}
	}
	return code ? code : cable_lost(w, "nothing but words of others", e);
}

int datagram_get(struct cable *w, void *bytes, size_t n, int64_t t_ns, struct err *e)
{
	int code = 0;

	for (size_t at = 0; at < n && !code; at += CABLE_DATAGRAM)
		code = get_one(w, (unsigned char *)bytes + at, n - at > CABLE_DATAGRAM ? CABLE_DATAGRAM : n - at, t_ns, e);
	return code;
}

bool datagram_here(const struct cable *w)
{
	char byte;

	return recv(w->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}
