/* How a laboratory talks to a controller: the packet of docs/devices.md, and three ways for it: shared memory, datagrams, a connection.
 *
 * Copy way.h and way.c into your laboratory's program; they need the C library and nothing of Tandem. No call waits. One thread.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { CHANNELS = 64, SLOTS = 4, HEAD = 64, TAIL = 4, BYTES = HEAD + 8 * SLOTS * CHANNELS + TAIL, VERSION = 1 };
enum { HELLO = 1, COMMAND, READING, REFUSAL, END };                        /* kinds of packets */
enum { TRIPPED = 1, HOLD = 2, STOPPED = 4 };                               /* flags */
enum { REFUSE_CHANNELS = 1, REFUSE_SLOTS, REFUSE_BUSY };                   /* state of a refusal */
enum { ALL_SLOTS = 15 };                                                   /* displacement 1, velocity 2, acceleration 4, force 8 */

struct packet {
	unsigned kind, state, flags, channels, slots, count;
	uint64_t session;
	int64_t number, t_ns, tick;
	double x[SLOTS * CHANNELS];
};

struct line;

struct way {
	const char *name;
	/* Begins at a name or port; false: errno says why. */
	bool (*start)(struct line *l, const char *where, int channels);
	/* The next packet that has come; 0: none. */
	size_t (*hear)(struct line *l, unsigned char *bytes);
	/* Sends a packet to the one who is served, or leaves it out. */
	void (*tell)(struct line *l, const unsigned char *bytes, size_t n);
	/* Sends a packet to the one who was heard last. NULL: that would disturb the one who is served. */
	void (*reply)(struct line *l, const unsigned char *bytes, size_t n);
	/* Leaves. NULL: the end of the process is enough. */
	void (*finish)(struct line *l);
};

struct line {
	const struct way *way;
	bool busy;                     /* set by the owner: a controller is served, others must wait */
	bool lost;                     /* the connection has ended; cleared by the owner */
	long passed;                   /* packets that were damaged */
	/* the ways' own */
	int fd, listener;
	struct sockaddr_storage from, served;      /* datagrams: of the last one, of the one who is served */
	socklen_t from_n, served_n;
	unsigned char in[4 * BYTES], out[BYTES];
	size_t in_n, out_at, out_n;
	char path[256];
	_Atomic uint64_t *page;
	uint64_t seen[2];
};

/* The way of this name on a line that has not begun; NULL: there is none. */
const struct way *line_way(struct line *l, const char *name);
/* The next packet that has come, whole; false: none. */
bool line_hear(struct line *l, struct packet *ret);
void line_tell(struct line *l, const struct packet *p);
void line_reply(struct line *l, const struct packet *p);
/* The one who was heard last is served from now on. */
void line_serve(struct line *l);
