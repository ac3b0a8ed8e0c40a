/* Connections of foreign programs: TCP (net/stream.h) or UDP, IPv4 and IPv6. Never a spin, never a wait without end.
 *
 * Every wait looks at base/interrupt.h ten times a second and ends after the words' timeout; the end of the other side (end of stream, reset, nobody at the
 * port) is noticed at once, and keep-alive packets notice a machine that has died within half a minute. TCP has TCP_NODELAY always; where we serve,
 * TCP_QUICKACK is armed again around every read, because the other programs leave Nagle's algorithm on and send two frames in a row.
 *
 * UDP: a message goes in datagrams of at most CABLE_DATAGRAM bytes, in order. A client may say 'a' first and is answered 'b'; a server takes both
 * kinds. A datagram of another length than the one expected ends the conversation.
 * These protocols protect nothing: without -plain both sides stay on this machine, because whoever reaches the port may move the specimen. With -ssl the same
 * bytes travel inside TLS, with the files that OpenFresco wants in the current folder: client.crt, client.key, client_ca.crt, or server.*; never plain instead.
 *
 *   cable_init --cable_connect, or cable_listen and cable_accept--> open --cable_close--> closed (again: the same)
 */
#pragma once

#include "base/args.h"
#include "base/err.h"
#include "base/param.h"

#include <stdbool.h>
#include <stddef.h>

struct listener;
struct stream;
struct tls;

enum { CABLE_HOST = 254, CABLE_DATAGRAM = 9126, CABLE_TEXT = 8192, CABLE_ADDRESS = 32 };

/* What scripts say of a connection. */
struct cable_words {
	char host[CABLE_HOST];     /* of the server; "": this machine */
	int port;
	bool udp, ssl;
	bool handshake;            /* a UDP client says 'a' and waits for 'b' */
	bool plain;                /* other machines than this one, too, without protection */
	double timeout;            /* [s] without a message */
};

struct cable {
	struct cable_words words;
	char object[96];           /* for reports */
	char peer[96];             /* "127.0.0.1 port 8090" */
	struct stream *stream;     /* owned; NULL: none */
	struct listener *listener; /* owned; NULL: none */
	struct tls *tls;           /* owned; NULL: plain */
	int fd;                    /* of UDP; -1: none */
	bool server;
	bool known;                /* a UDP server has its client, */
	size_t from_n;             /* whose address is so many bytes */
	unsigned char from[CABLE_ADDRESS];
	bool torn;                 /* a message went out in part: nothing that follows would be understood */
	bool ended;                /* the other side has closed the connection between two messages */
	unsigned char text[CABLE_TEXT];    /* read and not yet a line: at .. n */
	size_t at, n;
};

/* The option that the next word is, read into w: -udp, -ssl, -noHandshake, -handshake, -timeout s, -plain, -noDelay (always so). 1: read, 0: another word,
 * or a code. */
int cable_option(struct cable_words *w, struct args *a, struct err *e) MUST_CHECK;
/* The words ipAddr and ipPort. */
int cable_address(struct cable_words *w, struct args *a, struct err *e) MUST_CHECK;
#define CABLE_PARAMS \
	{ .name = "-plain", .kind = PARAM_ROW, .help = "the other program may be on another machine, and nothing protects what travels" }, \
	{ .name = "-ssl", .kind = PARAM_ROW, .help = "inside TLS: client.crt, client.key and client_ca.crt in the current folder" }, \
	{ .name = "-udp", .kind = PARAM_ROW, .help = "UDP instead of TCP" }, \
	{ .name = "-handshake", .kind = PARAM_ROW, .help = "UDP: says 'a' first and waits for 'b', as OpenSees does; -noHandshake: does not" }, \
	{ .name = "-timeout", .kind = PARAM_ROW, .help = "seconds without an answer after which the other side counts as lost, default 60" }

void cable_init(struct cable *w, const struct cable_words *words, const char *object);
/* Reaches the server, trying again for `timeout`, at most ten seconds, while nobody listens there. ERR_LOST with the reason, ERR_UNSUPPORTED another machine
 * without -plain, ERR_INTERRUPTED. */
int cable_connect(struct cable *w, struct err *e) MUST_CHECK;
/* Takes the port (0: any; cable_port tells). */
int cable_listen(struct cable *w, struct err *e) MUST_CHECK;
int cable_port(const struct cable *w);
/* Waits for the one client and closes the listener: whoever has first said a whole message of `first` bytes (0: a line), which is still to be read.
 * Those who are silent, stop in the middle, or go again are no clients yet and keep nobody out, nor do those who cannot show inside TLS that they may come
 * in (who can is the client with his first byte). Over UDP a first datagram of any length but the handshake's makes its sender the client. */
int cable_accept(struct cable *w, size_t first, struct err *e) MUST_CHECK;
/* One message of n bytes. ERR_LOST: the other side has ended, or is silent; ERR_FORMAT: a datagram of another length. */
int cable_put(struct cable *w, const void *bytes, size_t n, struct err *e) MUST_CHECK;
int cable_get(struct cable *w, void *bytes, size_t n, struct err *e) MUST_CHECK;
/* Before a question: nothing may have come that was not asked for, or every answer from now on would be that of the question before. ERR_FORMAT: something has;
 * ERR_LOST: the other side has ended. */
int cable_quiet(struct cable *w, struct err *e) MUST_CHECK;
/* A line without its end (\n, \r\n or NUL), terminated. ERR_FORMAT when it is longer than size - 1. TCP only. */
int cable_line(struct cable *w, char *ret_text, size_t size, struct err *e) MUST_CHECK;
bool cable_open(const struct cable *w);
void cable_close(struct cable *w);
