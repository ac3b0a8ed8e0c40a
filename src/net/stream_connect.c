/* Connecting: the addresses of a name one after the other, none of them waited for longer than its share of the patience. */
#include "net/stream_priv.h"

#include "base/fault.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int nobody(struct stream *s, int number, struct err *e)
{
	stream_fail(s, e, ERR_LOST, "cannot be connected");
	err_value(e, "%s: %s", s->address, strerror(number));
	err_hint(e, "is the program on the other side started, and is the port right?");
	return ERR_LOST;
}

/* The patience that is left, shared among the addresses that are left: s->at and those behind it. */
static int64_t share(const struct stream *s)
{
	int64_t now_ns = net_now(), left = s->deadline_ns - now_ns, n = 1;

	for (const struct addrinfo *a = s->at->ai_next; a; a = a->ai_next)
		n++;
	return now_ns + (left > 0 ? left / n : 0);
}

/* A socket that has begun to connect to s->at; minus an errno number otherwise. */
static int try_address(struct stream *s)
{
	const struct addrinfo *a = s->at;
	int fd = address_socket(a->ai_family);

	if (fd < 0)
		return fd;
	if (address_options(fd, s->object, NULL) < 0) {
		close(fd);
		return -ENOBUFS;
	}
	int rc = fault_fires(FAULT_net_connect) ? ENETUNREACH : connect(fd, a->ai_addr, a->ai_addrlen) == 0 ? 0 : errno;
	if (rc == 0 || rc == EINPROGRESS || rc == EINTR)
		return fd;
	close(fd);
	return -rc;
}

/* From s->at on, the first address that does not fail at once. number: why the one before failed. */
static int try_next(struct stream *s, int number, struct err *e)
{
	for (; s->at; s->at = s->at->ai_next) {
		address_text(s->at->ai_addr, s->address, sizeof(s->address));
		s->try_ns = share(s);
		int fd = try_address(s);
		if (fd >= 0) {
			s->fd = fd;
			return 0;
		}
		number = -fd;
	}
	return nobody(s, number, e);
}

int stream_connect_work(struct stream *s, struct err *e)
{
	struct pollfd p = {.fd = s->fd, .events = POLLOUT};
	int number = 0;
	socklen_t size = sizeof(number);

	if (poll(&p, 1, 0) <= 0) {
		if (net_now() < s->try_ns)
			return 0;
		number = ETIMEDOUT;
	} else if (getsockopt(s->fd, SOL_SOCKET, SO_ERROR, &number, &size) < 0) {
		number = errno;
	}
	if (number == 0 && fault_fires(FAULT_net_connect))
		number = ECONNREFUSED;
	if (number == 0) {
		freeaddrinfo(s->list);
		s->list = s->at = NULL;
		return stream_begin(s, e);
	}
	close(s->fd);
	s->fd = -1;
	s->at = s->at->ai_next;
	return try_next(s, number, e);
}

int stream_connect(const char *host, int port, const struct stream_words *w, struct stream **ret, struct err *e)
{
	const struct tls *tls = w ? w->tls : NULL;
	char object[STREAM_OBJECT];
	struct stream *s = NULL;

	snprintf(object, sizeof(object), strchr(host, ':') ? "connection to [%.60s]:%d" : "connection to %.60s:%d", host, port);
	int rc = stream_make(w, tls, object, &s, e);
	if (rc < 0)
		return rc;
	rc = address_find(host, port, object, &s->list, e);
	if (rc == 0 && !tls && !(w && w->open_plain))
		rc = address_guard(s->list, host, object, e);
	s->at = s->list;
	if (rc == 0)
		rc = try_next(s, 0, e);
	if (rc < 0)
		stream_close(s);
	else
		*ret = s;
	return rc;
}
