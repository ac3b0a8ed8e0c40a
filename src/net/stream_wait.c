/* Waiting for sockets, with what TLS has read already, and the patience of handshakes, taken into account. */
#define _GNU_SOURCE  /* ppoll */
#include "net/stream_priv.h"

#include <poll.h>
#include <time.h>

enum { NS_PER_S = 1000000000 };

/* ppoll until t_ns; how many are ready, 0 also after a signal. */
static int wait_until(struct pollfd *p, int n, int64_t t_ns)
{
	int64_t left = t_ns - net_now();

	if (left < 0)
		left = 0;
	struct timespec t = {.tv_sec = left / NS_PER_S, .tv_nsec = left % NS_PER_S};
	int ready = ppoll(p, (nfds_t)n, &t, NULL);
	return ready < 0 ? 0 : ready;
}

/* The moment at which stream_work must be called even if nothing comes. */
static int64_t patience_of(const struct stream *s)
{
	if (s->phase == STREAM_CONNECTING)
		return s->try_ns;
	return s->phase == STREAM_HANDSHAKE ? s->deadline_ns : INT64_MAX;
}

/* Can it be worked on without waiting: closed, or TLS holds a record? */
static bool at_once(const struct stream *s)
{
	return s->phase == STREAM_CLOSED || (s->phase == STREAM_OPEN && s->transport->holds(s));
}

static short events_of(const struct stream *s, bool write)
{
	if (s->phase == STREAM_CONNECTING)
		return POLLOUT;
	if (s->phase == STREAM_HANDSHAKE)
		return s->events;
	return (short)(POLLIN | s->events | (write ? POLLOUT : 0));
}

/* Ready are those with an event, with bytes in TLS, or out of patience. */
bool net_wait(struct listener *l, struct stream *const *s, const bool *write, int n, int64_t t_ns, bool *ret_ready)
{
	struct pollfd p[STREAM_WAIT_MOST + 1];
	bool any = false;

	ASSERT(n >= 0 && n <= STREAM_WAIT_MOST);
	p[n] = (struct pollfd){.fd = l ? listener_handle(l) : -1, .events = POLLIN};
	for (int i = 0; i < n; i++) {
		p[i] = (struct pollfd){.fd = s[i] ? s[i]->fd : -1, .events = s[i] ? events_of(s[i], write && write[i]) : 0};
		any = any || (s[i] && at_once(s[i]));
		if (s[i] && patience_of(s[i]) < t_ns)
			t_ns = patience_of(s[i]);
	}
	wait_until(p, n + 1, any ? 0 : t_ns);
	int64_t now_ns = net_now();
	any = p[n].revents != 0;
	for (int i = 0; i < n; i++) {
		ret_ready[i] = s[i] && (p[i].revents != 0 || at_once(s[i]) || now_ns >= patience_of(s[i]));
		any = any || ret_ready[i];
	}
	return any;
}

bool stream_wait_any(struct stream *const *s, int n, int64_t t_ns, bool *ret_ready)
{
	return net_wait(NULL, s, NULL, n, t_ns, ret_ready);
}

bool stream_wait(struct stream *s, bool write, int64_t t_ns)
{
	struct pollfd p = {.fd = s->fd, .events = events_of(s, write)};

	if (at_once(s))
		return true;
	if (patience_of(s) < t_ns)
		t_ns = patience_of(s);
	return wait_until(&p, 1, t_ns) > 0 || net_now() >= patience_of(s);
}

void stream_wait_room(struct stream *s, int64_t t_ns)
{
	struct pollfd p = {.fd = s->fd, .events = POLLOUT};

	wait_until(&p, 1, t_ns);
}

bool listener_wait(struct listener *l, int64_t t_ns)
{
	struct pollfd p = {.fd = listener_handle(l), .events = POLLIN};

	return wait_until(&p, 1, t_ns) > 0;
}
