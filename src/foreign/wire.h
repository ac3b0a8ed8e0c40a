/* Connections of foreign programs: TCP or UDP, IPv4 and IPv6, plain. Never a spin, never a wait without end.
 *
 * Every wait looks at base/interrupt.h ten times a second and ends after the words' timeout; the end of the other side (end of stream, reset, nobody at the
 * port) is noticed at once, and keep-alive packets notice a machine that has died within half a minute. TCP has TCP_NODELAY always; where we serve,
 * TCP_QUICKACK is armed again around every read, because the other programs leave Nagle's algorithm on and send two frames in a row.
 *
 * UDP: a message goes in datagrams of at most WIRE_DATAGRAM bytes, in order. A client may say 'a' first and is answered 'b'; a server takes both
 * kinds. A datagram of another length than the one expected ends the conversation.
 * A server listens on this machine only, unless its words say -plain: whoever reaches the port may move the specimen.
 *
 *   wire_init --wire_connect, or wire_listen and wire_accept--> open --wire_close--> closed (again: the same)
 */
#pragma once

#include "base/args.h"
#include "base/err.h"
#include "base/param.h"

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_HOST = 254, WIRE_DATAGRAM = 9126, WIRE_TEXT = 8192 };

/* What scripts say of a connection. */
struct wire_words {
	char host[WIRE_HOST];      /* of the server; "": this machine */
	int port;
	bool udp;
	bool handshake;            /* a UDP client says 'a' and waits for 'b' */
	bool plain;                /* a server listens for other machines, too */
	double timeout;            /* [s] without a message */
};

struct wire {
	struct wire_words words;
	char object[96];           /* for reports */
	char peer[96];             /* "127.0.0.1 port 8090" */
	int fd, listener;          /* -1: none */
	bool server, greeted;      /* greeted: the handshake of UDP is over */
	bool torn;                 /* a message went out in part: nothing that follows would be understood */
	bool ended;                /* the other side has closed the connection between two messages */
	unsigned char text[WIRE_TEXT];     /* read and not yet a line: at .. n */
	size_t at, n;
};

/* The option that the next word is, read into w: -udp, -noHandshake, -handshake, -timeout s, -plain, -noDelay (always so); -ssl is refused. 1: read,
 * 0: another word, or a code. */
int wire_option(struct wire_words *w, struct args *a, struct err *e) MUST_CHECK;
/* The words ipAddr and ipPort. */
int wire_address(struct wire_words *w, struct args *a, struct err *e) MUST_CHECK;
#define WIRE_PARAMS \
	{ .name = "-udp", .kind = PARAM_ROW, .help = "UDP instead of TCP" }, \
	{ .name = "-handshake", .kind = PARAM_ROW, .help = "UDP: says 'a' first and waits for 'b', as OpenSees does; -noHandshake: does not" }, \
	{ .name = "-timeout", .kind = PARAM_ROW, .help = "seconds without an answer after which the other side counts as lost, default 60" }

void wire_init(struct wire *w, const struct wire_words *words, const char *object);
/* Reaches the server, trying again for `timeout`, at most ten seconds, while nobody listens there. ERR_LOST with the reason, ERR_INTERRUPTED. */
int wire_connect(struct wire *w, struct err *e) MUST_CHECK;
/* Takes the port (0: any; wire_port tells). */
int wire_listen(struct wire *w, struct err *e) MUST_CHECK;
int wire_port(const struct wire *w);
/* Waits for the one client and closes the listener. With UDP the client is whoever sends first. */
int wire_accept(struct wire *w, struct err *e) MUST_CHECK;
/* One message of n bytes. ERR_LOST: the other side has ended, or is silent; ERR_FORMAT: a datagram of another length. */
int wire_put(struct wire *w, const void *bytes, size_t n, struct err *e) MUST_CHECK;
int wire_get(struct wire *w, void *bytes, size_t n, struct err *e) MUST_CHECK;
/* A line without its end (\n, \r\n or NUL), terminated. ERR_FORMAT when it is longer than size - 1. TCP only. */
int wire_line(struct wire *w, char *ret_text, size_t size, struct err *e) MUST_CHECK;
/* Is there something to read now, or the end? */
bool wire_ready(const struct wire *w);
bool wire_open(const struct wire *w);
void wire_close(struct wire *w);
