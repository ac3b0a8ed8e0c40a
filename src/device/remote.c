/* Host and port, addresses, sockets that never wait. */
#include "device/remote.h"

#include "base/fault.h"
#include "net/stream.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "plugin.h"

int remote_setup(struct remote *r, const struct param *params, struct args *a, struct device *d, struct err *e)
{
	const char *host;
	int code = args_word(a, "host", &host, e);

	r->fd = -1;
	if (!code && (host[0] == '-' || host[0] == '\0' || strlen(host) >= REMOTE_HOST)) {
		code = err_set(e, ERR_ARGUMENT, a->object, "this is no name or address of a machine");
		err_value(e, "%s", host);
		err_allowed(e, "such as 192.168.1.20, fd00::20 or rig.lab");
	}
	if (!code)
		code = args_int(a, "port", 1, 65535, &r->port, e);
	if (!code)
		code = peer_setup(&r->peer, params, a, d, e);
	if (code)
		return code;
	snprintf(r->host, sizeof(r->host), "%s", host);
	snprintf(r->peer.name, sizeof(r->peer.name), "%.120s port %d", host, r->port);
	return 0;
}

static int find(struct remote *r, int type, struct err *e)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = type, .ai_flags = AI_NUMERICSERV}, *found = NULL;
	char port[8];
	int why;

	r->naddresses = 0;
	snprintf(port, sizeof(port), "%d", r->port);
	why = fault_fires(FAULT_device_open) ? EAI_MEMORY : net_lookup(r->host, port, &hints, &found);
	if (why) {
		err_set(e, ERR_LOST, r->peer.object, "the laboratory's machine is not known: %s", gai_strerror(why));
		err_value(e, "%s", r->host);
		err_hint(e, "write the name as the network knows it, or the address itself");
		return ERR_LOST;
	}
	for (const struct addrinfo *i = found; i && r->naddresses < REMOTE_ADDRESSES; i = i->ai_next) {
		struct remote_address *to = &r->address[r->naddresses++];

		to->n = i->ai_addrlen;
		memcpy(&to->at, i->ai_addr, i->ai_addrlen);
	}
	freeaddrinfo(found);
	return 0;
}

static int bind_local(const struct remote *r, int family, int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	struct sockaddr_in6 at6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};

	return family == AF_INET6 ? bind(r->fd, (struct sockaddr *)&at6, sizeof(at6)) : bind(r->fd, (struct sockaddr *)&at, sizeof(at));
}

int remote_socket(struct remote *r, const struct remote_address *to, int type, int bind_port, struct err *e)
{
	int family = to->at.ss_family;

	r->fd = fault_fires(FAULT_device_open) ? (errno = EMFILE, -1) : socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (r->fd < 0)
		return errno == EAFNOSUPPORT ? 0 : peer_system(&r->peer, "no socket", errno, e);
	if (bind_port && (fault_fires(FAULT_device_open) ? (errno = EADDRINUSE, -1) : bind_local(r, family, bind_port)) < 0) {
		peer_system(&r->peer, "the port of -bind cannot be had", errno, e);
		err_value(e, "%d", bind_port);
		err_hint(e, "another program has it, or it is below 1024: take another one");
		return ERR_STATE;
	}
	return 0;
}

bool remote_wait(const struct remote *r, short events, int ms)
{
	struct pollfd p = {.fd = r->fd, .events = events};

	return poll(&p, 1, ms) > 0;
}

void remote_close(struct remote *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
	r->live = false;
}

static int silent(const struct remote *r, double patience_s, struct err *e)
{
	return peer_silent(&r->peer, patience_s, r->nobody ? "nobody listens at this port of the laboratory's machine" : "the laboratory does not answer",
	                   r->nobody ? "start the laboratory's program, or give the port where it listens"
	                   : "is its program running, the address right, and does a firewall let it through?", e);
}

int remote_open(void *self, const struct remote_try *how, struct err *e)
{
	struct remote *r = self;
	int64_t deadline = peer_deadline(how->patience_s);
	enum peer_answer answer = PEER_PASSED;
	int code;

	remote_close(r);
	peer_begin(&r->peer, how->rate_hz, how->watchdog_s);
	r->nobody = false;
	code = find(r, how->type, e);
	for (int k = 0; !code && answer == PEER_PASSED; k = (k + 1) % r->naddresses) {
		remote_close(r);
		code = how->reach(self, &r->address[k], deadline, &answer, e);
		if (!code && answer == PEER_PASSED && !peer_pause(deadline, REMOTE_AGAIN_MS))
			break;
	}
	if (!code && answer != PEER_NEW)
		code = silent(r, how->patience_s, e);
	if (code)
		remote_close(r);
	r->peer.refused = 0;
	r->live = !code;
	return code;
}

bool remote_would_wait(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOBUFS;
}

int64_t remote_refused(const void *self)
{
	return ((const struct remote *)self)->peer.refused;
}
