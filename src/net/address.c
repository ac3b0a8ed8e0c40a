/* Addresses: names to numbers and back, which are loopback, options of sockets, and the time of waits. */
#include "net/stream_priv.h"

#include "base/clock.h"
#include "base/fault.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>

enum { PORT_MOST = 65535, LOOPBACK_NET = 127 };

static const double FOR_EVER = 1e9; /* s: thirty years */

/* A union, because compilers may take two kinds of struct for two things in memory. */
union address {
	struct sockaddr any;
	struct sockaddr_in four;
	struct sockaddr_in6 six;
};

/* A copy, with IPv4 inside IPv6 (::ffff:a.b.c.d, RFC 4291) as IPv4. */
static union address unmapped(const struct sockaddr *a)
{
	union address b = {.any.sa_family = AF_UNSPEC};
	sa_family_t family;

	memcpy(&family, (const char *)a + offsetof(struct sockaddr, sa_family), sizeof(family));
	if (family == AF_INET)
		memcpy(&b.four, a, sizeof(b.four));
	if (family == AF_INET6)
		memcpy(&b.six, a, sizeof(b.six));
	if (family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&b.six.sin6_addr)) {
		struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = b.six.sin6_port};
		memcpy(&four.sin_addr, &b.six.sin6_addr.s6_addr[12], sizeof(four.sin_addr));
		b.four = four;
	}
	return b;
}

static bool is_loopback(const struct sockaddr *a)
{
	union address b = unmapped(a);

	if (b.any.sa_family == AF_INET)
		return ntohl(b.four.sin_addr.s_addr) >> 24 == LOOPBACK_NET;
	return b.any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&b.six.sin6_addr);
}

int address_port(const struct sockaddr *a)
{
	union address b = unmapped(a);

	return ntohs(b.any.sa_family == AF_INET6 ? b.six.sin6_port : b.four.sin_port);
}

void address_host(const struct sockaddr *a, char *ret_text, size_t size)
{
	union address b = unmapped(a);

	if (getnameinfo(&b.any, b.any.sa_family == AF_INET6 ? sizeof(b.six) : sizeof(b.four), ret_text, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0)
		snprintf(ret_text, size, "unknown address");
}

void address_text(const struct sockaddr *a, char *ret_text, size_t size)
{
	char host[STREAM_HOST];

	address_host(a, host, sizeof(host));
	snprintf(ret_text, size, strchr(host, ':') ? "[%s]:%d" : "%s:%d", host, address_port(a));
}

int net_lookup(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **ret)
{
	int rc = getaddrinfo(host, service, hints, ret);

	return rc != 0 && host && strcmp(host, "localhost") == 0 ? getaddrinfo("127.0.0.1", service, hints, ret) : rc;
}

int address_find(const char *host, int port, const char *object, struct addrinfo **ret, struct err *e)
{
	const struct addrinfo want = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	char text[16];

	if (port < 0 || port > PORT_MOST) {
		err_set(e, ERR_RANGE, object, "there is no such port");
		err_value(e, "%d", port);
		err_allowed(e, "0 to %d", PORT_MOST);
		return ERR_RANGE;
	}
	snprintf(text, sizeof(text), "%d", port);
	int rc = net_lookup(host, text, &want, ret);
	if (rc == 0)
		return 0;
	err_set(e, ERR_MISSING, object, "no such host is known");
	err_value(e, "%s: %s", host, gai_strerror(rc));
	err_hint(e, "give a name that the resolver knows, or an address such as 127.0.0.1 or ::1");
	return ERR_MISSING;
}

int address_guard(const struct addrinfo *list, const char *host, const char *object, struct err *e)
{
	while (list && is_loopback(list->ai_addr))
		list = list->ai_next;
	if (!list)
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "without TLS Tandem speaks with programs of this machine only");
	err_value(e, "%.80s", host);
	err_allowed(e, "127.0.0.0/8, ::1, localhost");
	err_hint(e, "give certificates (tandem site keygen makes them), or say -plain if everybody on the way may read and command");
	return ERR_UNSUPPORTED;
}

bool net_is_loopback(const char *host)
{
	const struct addrinfo want = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST};
	struct addrinfo *a;

	if (strcmp(host, "localhost") == 0)
		return true;
	if (getaddrinfo(host, NULL, &want, &a) != 0)
		return false;
	bool is = is_loopback(a->ai_addr);
	freeaddrinfo(a);
	return is;
}

int address_socket(int family)
{
	int fd = fault_fires(FAULT_net_socket) ? -ENOBUFS : socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	return fd == -1 ? -errno : fd;
}

int address_options(int fd, const char *object, struct err *e)
{
	const int on = 1, off = 0;

	if (fault_fires(FAULT_net_socket))
		errno = ENOBUFS;
	else if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0 && setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &off, sizeof(off)) == 0)
		return 0;
	err_set(e, ERR_FILE, object, "the socket cannot be set to send at once");
	err_value(e, "%s", strerror(errno));
	return ERR_FILE;
}

int64_t net_now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

int64_t net_after(int64_t t_ns, double seconds)
{
	return t_ns + (int64_t)(1e9 * (seconds < FOR_EVER ? seconds : FOR_EVER));
}
