/* Listening: sockets of this machine that take connections, of which only few may be unknown at a time. */
#define _GNU_SOURCE  /* accept4 */
#include "net/stream_priv.h"

#include "base/fault.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BACKLOG = 128, REFUSED_AT_ONCE = 64 };   /* in the queue a crowd costs the system alone; a short one makes everybody wait a second for the next try */

struct listener {
	int fd, port;
	const struct tls *tls;     /* borrowed: the caller's */
	struct gate *gate;         /* shared with the streams that are not open */
	char object[STREAM_OBJECT];
};

/* IPv4 first, so that "localhost" is the address that all programs try; "::" takes IPv4, too. */
static const struct addrinfo *preferred(const struct addrinfo *list)
{
	for (const struct addrinfo *a = list; a; a = a->ai_next)
		if (a->ai_family == AF_INET)
			return a;
	return list;
}

/* Non-blocking, bound, listening; minus an errno number otherwise. */
static int listening(const struct addrinfo *a)
{
	const int on = 1, off = 0;
	int fd = address_socket(a->ai_family), number;

	if (fd < 0)
		return fd;
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
	    (a->ai_family != AF_INET6 || setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)) == 0) &&
	    bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
		return fd;
	number = errno;
	close(fd);
	return -number;
}

static int port_of(int fd)
{
	struct sockaddr_storage a;
	socklen_t size = sizeof(a);

	return getsockname(fd, (struct sockaddr *)&a, &size) < 0 ? 0 : address_port((const struct sockaddr *)&a);
}

static int listen_at(struct listener *l, const struct addrinfo *a, struct err *e)
{
	l->fd = listening(a);
	if (l->fd >= 0) {
		l->port = port_of(l->fd);
		return 0;
	}
	err_set(e, ERR_FILE, l->object, "cannot be listened at");
	err_value(e, "%s", strerror(-l->fd));
	err_hint(e, "is another program at this port, or is the address not one of this machine?");
	return ERR_FILE;
}

int listener_open(const char *host, int port, const struct tls *tls, bool open_plain, struct listener **ret, struct err *e)
{
	struct addrinfo *list = NULL;
	const char *where = host ? host : "127.0.0.1";
	struct listener *l = fault_fires(FAULT_net_memory) ? NULL : calloc(1, sizeof(*l));
	struct gate *gate = calloc(1, sizeof(*gate));
	int rc;

	if (!l || !gate) {
		free(l);
		free(gate);
		return err_set(e, ERR_MEMORY, "listener", "no memory for it");
	}
	l->fd = -1;
	l->tls = tls;
	l->gate = gate;
	atomic_init(&gate->users, 1);
	for (int i = 0; i < LISTENER_PLACES; i++)
		atomic_init(&gate->place[i].state, PLACE_FREE);
	snprintf(l->object, sizeof(l->object), strchr(where, ':') ? "port [%.60s]:%d" : "port %.60s:%d", where, port);
	rc = address_find(where, port, l->object, &list, e);
	if (rc == 0 && !tls && !open_plain)
		rc = address_guard(list, where, l->object, e);
	if (rc == 0)
		rc = listen_at(l, preferred(list), e);
	if (list)
		freeaddrinfo(list);
	if (rc < 0)
		listener_close(l);
	else
		*ret = l;
	return rc;
}

int listener_port(const struct listener *l)
{
	return l->port;
}

int listener_handle(const struct listener *l)
{
	return l->fd;
}

/* The next socket; -1: none. What fails here is the peer's own (RFC 9293: it may have gone already) or the machine's. */
static int take(struct listener *l, struct sockaddr_storage *ret_from, int *ret_fd, struct err *e)
{
	socklen_t size = sizeof(*ret_from);
	int fd = accept4(l->fd, (struct sockaddr *)ret_from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC), number = errno;

	if (fd >= 0 && fault_fires(FAULT_net_accept)) {
		close(fd);
		fd = -1;
		number = EMFILE;
	}
	if (fd < 0 && (number == EMFILE || number == ENFILE || number == ENOBUFS || number == ENOMEM)) {
		err_set(e, ERR_FILE, l->object, "a connection cannot be taken");
		err_value(e, "%s", strerror(number));
		return ERR_FILE;
	}
	*ret_fd = fd;
	return 0;
}

/* ---- the gate ----------------------------------------------------------------------------------------- */

static bool is_taken(const struct place *p)
{
	return atomic_load(&p->state) == PLACE_TAKEN;
}

/* Places that this address has. */
static int count_of(const struct gate *g, const char *host)
{
	int n = 0;

	for (int i = 0; i < LISTENER_PLACES; i++)
		n += is_taken(&g->place[i]) && strcmp(g->place[i].host, host) == 0;
	return n;
}

/* The oldest of this address (NULL: of the addresses with most places) has to leave. */
static void want_oldest(struct gate *g, const char *host)
{
	struct place *oldest = NULL;
	int most = 0, taken = PLACE_TAKEN;

	for (int i = 0; i < LISTENER_PLACES; i++) {
		struct place *p = &g->place[i];
		int n = !is_taken(p) || (host && strcmp(p->host, host) != 0) ? 0 : count_of(g, p->host);

		if (n > most || (n > 0 && n == most && p->number < oldest->number)) {
			oldest = p;
			most = n;
		}
	}
	/* it may have left meanwhile: so much the better */
	if (oldest)
		atomic_compare_exchange_strong(&oldest->state, &taken, PLACE_WANTED);
}

/* A place for one more that is not known yet; NULL: there is none. */
static struct place *enter(struct gate *g, const char *host)
{
	struct place *room = NULL;
	int waiting = 0;

	for (int i = LISTENER_PLACES - 1; i >= 0; i--) {
		waiting += is_taken(&g->place[i]);
		if (atomic_load(&g->place[i].state) == PLACE_FREE)
			room = &g->place[i];
	}
	if (!room)
		return NULL;
	if (count_of(g, host) >= LISTENER_SAME)
		want_oldest(g, host);
	else if (waiting >= LISTENER_WAITING)
		want_oldest(g, NULL);
	snprintf(room->host, sizeof(room->host), "%s", host);
	room->number = ++g->numbers;
	atomic_store(&room->state, PLACE_TAKEN);
	return room;
}

/* The stream of a socket that has entered. */
static int begin(struct listener *l, int fd, const struct sockaddr_storage *from, struct place *place, const struct stream_words *w, struct stream **ret,
                 struct err *e)
{
	char address[STREAM_ADDRESS], object[STREAM_OBJECT];
	struct stream *s = NULL;

	address_text((const struct sockaddr *)from, address, sizeof(address));
	snprintf(object, sizeof(object), "connection from %.70s", address);
	int rc = address_options(fd, object, e);
	if (rc == 0)
		rc = stream_make(w, l->tls, object, &s, e);
	if (rc) {
		atomic_store(&place->state, PLACE_FREE);
		close(fd);
		return rc;
	}
	s->fd = fd;
	s->server = true;
	s->gate = l->gate;
	s->place = place;
	atomic_fetch_add(&l->gate->users, 1);
	snprintf(s->address, sizeof(s->address), "%s", address);
	rc = stream_begin(s, e);
	if (rc < 0)
		stream_close(s);
	else
		*ret = s;
	return rc;
}

int listener_accept(struct listener *l, const struct stream_words *w, struct stream **ret, struct err *e)
{
	struct sockaddr_storage from;
	char host[STREAM_HOST];
	int fd;

	*ret = NULL;
	for (int i = 0; i < REFUSED_AT_ONCE; i++) {
		int rc = take(l, &from, &fd, e);
		if (rc < 0 || fd < 0)
			return rc;
		address_host((const struct sockaddr *)&from, host, sizeof(host));
		struct place *place = enter(l->gate, host);
		if (place)
			return begin(l, fd, &from, place, w, ret, e);
		close(fd);
	}
	return 0;
}

void listener_close(struct listener *l)
{
	if (!l)
		return;
	if (l->fd >= 0)
		close(l->fd);
	gate_leave(l->gate);
	free(l);
}
