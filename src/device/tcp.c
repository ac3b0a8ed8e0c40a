/* A laboratory behind a connection (TCP, RFC 9293): the packets of device/packet.h one after the other, sent at once (TCP_NODELAY).
 *
 * Nothing is lost, but it may be late: a connection that loses bytes waits for them, and everything behind them waits, too. So nothing here ever queues:
 *   out   a packet that has begun to go out is completed before the next one; of those that have not begun only the newest is kept
 *   in    everything that is here is read, and only the newest reading is kept
 * What is no packet is passed over to the next magic and counted. The end of the connection is for good: read and write hand back a code.
 * A tick makes SENDS calls to send and RECEIVES to receive at most, none of which waits. Watchdogs: device/peer.h; the end of the connection is the end of
 * the session, and the laboratory holds.
 */
#include "device/remote.h"

#include "base/fault.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>

#include "plugin.h"

enum { SENDS = 3, RECEIVES = 8, IN_MOST = 8 * PACKET_MOST };

struct tcp {
	struct remote remote;                  /* first: REMOTE_PARAMS */
	bool gone;                             /* the connection has ended */
	size_t out_at, out_n, next_n, in_n;
	unsigned char out[PACKET_MOST];        /* going out: from out_at to out_n is left */
	unsigned char next[PACKET_MOST];       /* the newest that has not begun; next_n 0: none */
	unsigned char in[IN_MOST];             /* what has come and is no whole packet yet */
};

/* --- bytes ----------------------------------------------------------------------------------------- */

static void flush(struct tcp *t)
{
	for (int i = 0; i < SENDS && !t->gone; i++) {
		ssize_t n;

		if (t->out_at == t->out_n) {
			memcpy(t->out, t->next, t->next_n);
			t->out_n = t->next_n;
			t->out_at = t->next_n = 0;
		}
		if (t->out_n == 0)
			return;
		n = send(t->remote.fd, t->out + t->out_at, t->out_n - t->out_at, MSG_DONTWAIT | MSG_NOSIGNAL);
		t->gone = n < 0 && !remote_would_wait();
		if (n < 0)
			return;
		t->out_at += (size_t)n;
	}
}

/* n bytes of peer.bytes, in place of those that have not begun. */
static void dispatch(struct tcp *t, size_t n)
{
	memcpy(t->next, t->remote.peer.bytes, n);
	t->next_n = n;
	flush(t);
}

/* Where the next packet may begin, after `at`. */
static size_t next_magic(const struct tcp *t, size_t at)
{
	static const char magic[] = {'T', 'N', 'D', 'M'};

	for (at++; at < t->in_n; at++) {
		size_t left = t->in_n - at;

		if (memcmp(t->in + at, magic, left < sizeof(magic) ? left : sizeof(magic)) == 0)
			break;
	}
	return at;
}

static enum peer_answer digest(struct tcp *t)
{
	struct peer *p = &t->remote.peer;
	enum peer_answer answer = PEER_PASSED;
	size_t at = 0;

	while (at < t->in_n) {
		enum packet_fault fault = packet_decode(t->in + at, t->in_n - at, true, &p->in);
		enum peer_answer one;

		if (fault == PACKET_SHORT)
			break;
		if (fault != PACKET_GOOD) {
			peer_pass(p, fault);
			at = next_magic(t, at);
			continue;
		}
		at += packet_size(p->in.count);
		one = peer_take(p);
		answer = one == PEER_PASSED ? answer : one;
	}
	memmove(t->in, t->in + at, t->in_n - at);
	t->in_n -= at;
	return answer;
}

static enum peer_answer receive(struct tcp *t)
{
	enum peer_answer answer = PEER_PASSED;

	for (int i = 0; i < RECEIVES && !t->gone; i++) {
		ssize_t n = recv(t->remote.fd, t->in + t->in_n, IN_MOST - t->in_n, MSG_DONTWAIT);
		enum peer_answer one;

		t->gone = n == 0 || (n < 0 && !remote_would_wait());
		if (n <= 0)
			break;
		t->in_n += (size_t)n;
		one = digest(t);
		answer = one == PEER_PASSED ? answer : one;
	}
	return answer;
}

/* --- opening --------------------------------------------------------------------------------------- */

/* 0 with a connection or, when this address gives none, with r->fd closed. */
static int dial(struct tcp *t, const struct remote_address *to, int64_t until, struct err *e)
{
	struct remote *r = &t->remote;
	int why = 0, yes = 1, code;
	socklen_t n = sizeof(why);

	t->gone = false;
	t->out_at = t->out_n = t->next_n = t->in_n = 0;
	code = remote_socket(r, to, SOCK_STREAM, 0, e);
	if (code || r->fd < 0)
		return code;
	if (connect(r->fd, (const struct sockaddr *)&to->at, to->n) < 0)
		why = errno;
	if (why == EINPROGRESS && remote_wait(r, POLLOUT, peer_left_ms(until, REMOTE_SLICE_MS)) && getsockopt(r->fd, SOL_SOCKET, SO_ERROR, &why, &n) < 0)
		why = errno;
	r->nobody = why == ECONNREFUSED;
	if (why)
		remote_close(r);
	else if (fault_fires(FAULT_device_open) || setsockopt(r->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes)) < 0)
		return err_set(e, ERR_STATE, r->peer.object, "small packets cannot be sent at once to %s: the system refuses TCP_NODELAY", r->peer.name);
	return 0;
}

/* Hello, and the first reading. A laboratory that is busy is asked again with a new connection. */
static enum peer_answer greet(struct tcp *t, int64_t deadline)
{
	enum peer_answer answer;

	dispatch(t, peer_hello(&t->remote.peer));
	do {
		remote_wait(&t->remote, POLLIN, peer_left_ms(deadline, REMOTE_HELLO_MS));
		flush(t);
		answer = receive(t);
		if (answer == PEER_REFUSED && t->remote.peer.fault == PEER_BUSY)
			return PEER_PASSED;
	} while (answer == PEER_PASSED && !t->gone && peer_pause(deadline, 1));
	return answer;
}

static int reach(void *self, const struct remote_address *to, int64_t deadline, enum peer_answer *ret_answer, struct err *e)
{
	struct tcp *t = self;
	int code = dial(t, to, deadline, e);

	if (!code && t->remote.fd >= 0)
		*ret_answer = greet(t, deadline);
	return code;
}

static int tcp_begin(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	return remote_open(self, &(struct remote_try){rate_hz, watchdog_s, patience_s, SOCK_STREAM, reach}, e);
}

/* --- at a tick ------------------------------------------------------------------------------------- */

static int tcp_read(void *self, struct device_reading *ret)
{
	struct tcp *t = self;

	RT_CHECK(t->remote.live, ERR_LOST);
	flush(t);
	receive(t);
	peer_newest(&t->remote.peer, ret);
	return t->gone ? ERR_LOST : 0;
}

static int tcp_write(void *self, const struct device_command *c)
{
	struct tcp *t = self;

	RT_CHECK(t->remote.live && !t->gone, ERR_LOST);
	dispatch(t, peer_command(&t->remote.peer, c));
	return t->gone ? ERR_LOST : 0;
}

static void tcp_safe(void *self)
{
	struct tcp *t = self;

	if (t->remote.live)
		dispatch(t, peer_hold(&t->remote.peer));
}

/* What is here is read first: a connection that is closed with bytes unread is reset, and the end might not arrive. */
static void tcp_close(void *self)
{
	struct tcp *t = self;

	if (t->remote.live) {
		dispatch(t, peer_end(&t->remote.peer));
		receive(t);
	}
	remote_close(&t->remote);
}

static const struct param params[] = {
	REMOTE_PARAMS,
	{ 0 },
};

static int setup(void *self, struct args *a, struct device *d, struct laboratory *lab, struct err *e)
{
	(void)lab;
	return remote_setup(self, params, a, d, e);
}

const struct device_ops device_tcp = {
	.name = "TCP",
	.brief = "A laboratory's program on the network, a connection: nothing is lost, but what is late delays all behind it",
	.cite = "RFC 9293",
	.example = "127.0.0.1 8090 -channels 1",
	.params = params,
	.size = sizeof(struct tcp),
	.setup = setup,
	.open = tcp_begin,
	.read = tcp_read,
	.write = tcp_write,
	.safe = tcp_safe,
	.close = tcp_close,
	.refused = remote_refused,
};
