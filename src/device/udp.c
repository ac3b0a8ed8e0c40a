/* A laboratory behind datagrams (UDP, RFC 768): one packet (device/packet.h) a tick each way.
 *
 * Datagrams get lost, doubled and reordered: a packet counts only when it is whole, of this session, and its number greater than that of any before;
 * all others are counted and passed over, but "stopped" acts in whatever order it comes. What is lost is not sent again, the next tick has a newer one. A
 * laboratory that does not answer, or whose machine says that nobody listens, is silent: it may come back, and the limits trip when it takes too long. So read
 * and write never fail.
 * A tick sends one datagram and receives all that are here, RECEIVES at most, none of which waits: a laboratory may be many times faster than the loop, and
 * what is read is never what queued up before. Hellos are repeated until a reading answers. Watchdogs: device/peer.h.
 *
 * CRC and session protect from mistakes, not from people: keep the laboratory's network closed.
 */
#include "device/remote.h"

#include <errno.h>
#include <poll.h>

#include "plugin.h"

enum { QUEUE = 32, RECEIVES = 256 };   /* longest packets that the socket holds; datagrams that one read takes: more of the shortest than it holds */

struct udp {
	struct remote remote;          /* first: REMOTE_PARAMS */
	int bind_port;                 /* 0: any */
};

/* The datagrams that are here, RECEIVES at most. PEER_NEW when one of them was a new reading. */
static enum peer_answer receive(struct udp *u)
{
	struct peer *p = &u->remote.peer;
	enum peer_answer answer = PEER_PASSED;

	for (int i = 0; i < RECEIVES; i++) {
		ssize_t n = recv(u->remote.fd, p->bytes, sizeof(p->bytes), MSG_DONTWAIT | MSG_TRUNC);
		enum packet_fault fault;
		enum peer_answer one;

		if (n < 0 && remote_would_wait())
			break;
		u->remote.nobody = n < 0 && errno == ECONNREFUSED;
		if (n < 0)
			continue;
		fault = n <= PACKET_MOST ? packet_decode(p->bytes, (size_t)n, true, &p->in) : PACKET_SIZE;
		if (fault == PACKET_GOOD && packet_size(p->in.count) != (size_t)n)
			fault = PACKET_SIZE;
		if (fault != PACKET_GOOD) {
			peer_pass(p, fault);
			continue;
		}
		one = peer_take(p);
		answer = one == PEER_PASSED ? answer : one;
	}
	return answer;
}

/* What does not go out is lost, as on the way. */
static void dispatch(struct udp *u, size_t n)
{
	if (send(u->remote.fd, u->remote.peer.bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == ECONNREFUSED)
		u->remote.nobody = true;
}

/* Hellos to one address until it answers, or until it is time for the next one. */
static enum peer_answer greet(struct udp *u, int64_t until)
{
	struct remote *r = &u->remote;
	enum peer_answer answer;
	int64_t next = 0;

	do {
		if (peer_now() >= next) {
			next = peer_deadline(1e-3 * REMOTE_HELLO_MS);
			dispatch(u, peer_hello(&r->peer));
		}
		remote_wait(r, POLLIN, peer_left_ms(next < until ? next : until, REMOTE_HELLO_MS));
		answer = receive(u);
		if (answer == PEER_NEW || (answer == PEER_REFUSED && r->peer.fault != PEER_BUSY))
			return answer;
		if (r->nobody && r->naddresses > 1)
			return PEER_PASSED;
	} while (peer_pause(until, 1));
	return PEER_PASSED;
}

/* No more than one read can empty: older ones are of no use. The system counts with each its own share, several times a short packet. */
static void shorten(const struct remote *r)
{
	int bytes = QUEUE * PACKET_MOST;

	(void)!setsockopt(r->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
}

static int reach(void *self, const struct remote_address *to, int64_t deadline, enum peer_answer *ret_answer, struct err *e)
{
	struct udp *u = self;
	struct remote *r = &u->remote;
	int64_t slice = r->naddresses > 1 ? peer_deadline(1e-3 * REMOTE_SLICE_MS) : deadline;
	int code = remote_socket(r, to, SOCK_DGRAM, u->bind_port, e);

	if (code || r->fd < 0 || connect(r->fd, (const struct sockaddr *)&to->at, to->n) < 0)
		return code;
	shorten(r);
	*ret_answer = greet(u, slice < deadline ? slice : deadline);
	return 0;
}

static int udp_begin(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	return remote_open(self, &(struct remote_try){rate_hz, watchdog_s, patience_s, SOCK_DGRAM, reach}, e);
}

static int udp_read(void *self, struct device_reading *ret)
{
	struct udp *u = self;

	RT_CHECK(u->remote.live, ERR_LOST);
	receive(u);
	peer_newest(&u->remote.peer, ret);
	return 0;
}

static int udp_write(void *self, const struct device_command *c)
{
	struct udp *u = self;

	RT_CHECK(u->remote.live, ERR_LOST);
	dispatch(u, peer_command(&u->remote.peer, c));
	return 0;
}

static void udp_safe(void *self)
{
	struct udp *u = self;

	if (u->remote.live)
		dispatch(u, peer_hold(&u->remote.peer));
}

static void udp_close(void *self)
{
	struct udp *u = self;

	if (u->remote.live)
		dispatch(u, peer_end(&u->remote.peer));
	remote_close(&u->remote);
}

static const struct param params[] = {
	REMOTE_PARAMS,
	{ .name = "-bind", .kind = PARAM_INT, .offset = offsetof(struct udp, bind_port), .range = {1, 65535, false, false},
	  .help = "port of this machine that the laboratory answers to; default: any" },
	{ 0 },
};

static int setup(void *self, struct args *a, struct device *d, struct laboratory *lab, struct err *e)
{
	(void)lab;
	return remote_setup(self, params, a, d, e);
}

const struct device_ops device_udp = {
	.name = "UDP",
	.brief = "A laboratory's program on the network, one datagram a tick each way",
	.cite = "RFC 768",
	.example = "127.0.0.1 8090 -channels 1",
	.params = params,
	.size = sizeof(struct udp),
	.setup = setup,
	.open = udp_begin,
	.read = udp_read,
	.write = udp_write,
	.safe = udp_safe,
	.close = udp_close,
	.refused = remote_refused,
};
