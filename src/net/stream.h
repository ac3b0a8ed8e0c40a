/* Streams: one connection over TCP, plain or inside TLS 1.3, that never waits unless it is asked to. IPv4, IPv6, names.
 *
 *   stream_connect or listener_accept --> handshake (stream_work) --> open --> closed
 *
 * Reading and writing move what can be moved now. Every stream has TCP_NODELAY. A stream that is not open after its patience is closed; until it is,
 * it holds no more than its own struct and what TLS needs for one handshake. What is refused says why, in words for both sides: a certificate that is
 * unknown, expired or of another name, a plain peer at a TLS port, TLS at a plain one.
 * One thread a stream. Secrets never reach a report or a log.
 */
#pragma once

#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tls;                        /* tls.h: certificate, key, whom to trust */
struct stream;
struct listener;

enum { STREAM_NAME = 256, STREAM_ADDRESS = 320, STREAM_WAIT_MOST = 256 };

enum stream_phase { STREAM_CONNECTING, STREAM_HANDSHAKE, STREAM_OPEN, STREAM_CLOSED };

struct stream_words {
	const struct tls *tls;     /* borrowed, outlives the stream; NULL: plain */
	const char *name;          /* the peer's certificate must hold this name; NULL: any that the authority has signed */
	const char *pin;           /* SHA-256 of the peer's certificate, 64 hex digits; NULL: none wanted */
	double patience_s;         /* from the first packet to open; 0: STREAM_PATIENCE */
	bool open_plain;           /* without TLS, also to addresses that are not loopback */
};

static const double STREAM_PATIENCE = 10.0;    /* s */

/* Begins a connection; returns before it is there. The name is looked up here, which may take the resolver's time; its addresses are tried one after the
 * other, each for its share of the patience. w may be NULL: plain. ERR_RANGE port, ERR_ARGUMENT name or pin, ERR_MISSING host, ERR_UNSUPPORTED plain to an
 * address that is not loopback without open_plain, ERR_LOST nobody there, ERR_MEMORY. Memory: malloc, given back by stream_close. */
int stream_connect(const char *host, int port, const struct stream_words *w, struct stream **ret, struct err *e) MUST_CHECK;
/* Goes on with connecting and handshake; 0 while it does, and once open; a code with the report when it has failed (the stream is closed then; stream_close
 * still gives it back). ERR_LOST: nobody there, cut, or out of patience, so that trying again may help; ERR_REFUSED: one side does not want the other.
 * Open means that both sides have accepted each other: a client inside TLS waits for the server's word (its session ticket, which no one can use). */
int stream_work(struct stream *s, struct err *e) MUST_CHECK;
enum stream_phase stream_phase(const struct stream *s);
/* Waits until there is something to read, or room to write when `write`, or t_ns (CLOCK_MONOTONIC) is there; false: neither. May return early. */
bool stream_wait(struct stream *s, bool write, int64_t t_ns);
/* The same for several at once, for reading; NULL entries are passed over. ret_ready: one a stream. n <= STREAM_WAIT_MOST. */
bool stream_wait_any(struct stream *const *s, int n, int64_t t_ns, bool *ret_ready);
/* The same with room to write where write[i] (NULL: nowhere), and a listener (NULL: none) that wakes it, too. true: call listener_accept and look at
 * ret_ready. */
bool net_wait(struct listener *l, struct stream *const *s, const bool *write, int n, int64_t t_ns, bool *ret_ready);

/* Bytes moved now; 0: none can be. ERR_LOST: the peer has ended or broken the connection; the report says which. ERR_REFUSED: it speaks TLS and we do not.
 * ERR_STATE: not open. After a failure the stream is closed. What stream_write did not take must be offered again, the same bytes, as many or more: TLS may
 * have enciphered them already. */
int stream_read(struct stream *s, void *bytes, size_t size, size_t *ret_n, struct err *e) MUST_CHECK;
int stream_write(struct stream *s, const void *bytes, size_t n, size_t *ret_n, struct err *e) MUST_CHECK;
/* stream_wait and stream_read in one, in one call of the system where that can be had: the fastest way to an answer. 0 bytes: none came until t_ns, or it
 * returned early. */
int stream_await(struct stream *s, void *bytes, size_t size, int64_t t_ns, size_t *ret_n, struct err *e) MUST_CHECK;
/* All of it, waiting until t_ns at most (ERR_LOST after that, and the stream is closed): for peers that read. */
int stream_put(struct stream *s, const void *bytes, size_t n, int64_t t_ns, struct err *e) MUST_CHECK;
/* Exactly n bytes, waiting until t_ns at most (ERR_LOST after that; the stream stays open if none had come). */
int stream_get(struct stream *s, void *bytes, size_t n, int64_t t_ns, struct err *e) MUST_CHECK;

/* Who it is: "10.0.0.3:5001"; the verified name in the certificate ("" when plain); its SHA-256 in hex. */
const char *stream_address(const struct stream *s);
const char *stream_name(const struct stream *s);
const char *stream_pin(const struct stream *s);
/* The socket, for tests and options of foreign protocols (TCP_QUICKACK). */
int stream_handle(const struct stream *s);
/* Has the peer ended the connection in order, not broken it? */
bool stream_ended(const struct stream *s);
/* Ends it properly (close_notify where there is TLS), without waiting; NULL does nothing. */
void stream_close(struct stream *s);

/* ---- listening ------------------------------------------------------------------------------------------------ */

/* Listens. host: an address of this machine, NULL: loopback; port 0: any. Without TLS only loopback is allowed, unless `open_plain` says in so many words that
 * everybody may connect: ERR_UNSUPPORTED. ERR_FILE: the address is not ours or is in use. */
int listener_open(const char *host, int port, const struct tls *tls, bool open_plain, struct listener **ret, struct err *e) MUST_CHECK;
int listener_port(const struct listener *l);
/* The next connection, or NULL when there is none. Its handshake is still to be worked on. At most LISTENER_WAITING of one listener are in that state, and
 * LISTENER_SAME of one address: for one more the oldest of that address leaves, else the oldest of the address that has most of them; stream_work refuses it
 * (ERR_REFUSED). So a crowd from one address cannot keep others out, and who says nothing gives way to who is newer. LISTENER_PLACES: those who wait, and
 * those who have to leave and were not worked on since; while all are taken, further ones are closed at once.
 * Of the words name, pin and patience_s count; w may be NULL. */
int listener_accept(struct listener *l, const struct stream_words *w, struct stream **ret, struct err *e) MUST_CHECK;
bool listener_wait(struct listener *l, int64_t t_ns);
void listener_close(struct listener *l);

enum { LISTENER_WAITING = 16, LISTENER_SAME = 8, LISTENER_PLACES = 2 * LISTENER_WAITING };

/* getaddrinfo(3), but localhost is known also where no file and no server of names says so: 127.0.0.1. */
struct addrinfo;
int net_lookup(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **ret);
/* Is this address one of loopback only (127.0.0.0/8, ::1, localhost)? */
bool net_is_loopback(const char *host);
