/* What the files of streams share: the struct, its transports, addresses. */
#pragma once

#include "net/stream.h"

#include <netdb.h>
#include <stdatomic.h>
#include <sys/socket.h>

enum {
	STREAM_PIN = 65,                   /* 64 hex digits and the end */
	STREAM_OBJECT = 96,                /* as in struct err */
	STREAM_HANDSHAKE_MOST = 65536,     /* bytes that a peer may send before it is known */
	STREAM_DRAIN_MOST = 65536,         /* unread bytes that are thrown away at the end, so that our last ones are not */
	STREAM_SLICE_MS = 10,              /* a read that waits looks at the time so often */
	STREAM_HEAD = 3,                   /* bytes that tell a TLS record from other things */
	STREAM_HOST = 64,                  /* an address in digits and the end */
};

enum { PLACE_FREE, PLACE_TAKEN, PLACE_WANTED };   /* WANTED: by a newer one; whoever has it leaves with his next piece of work */

/* A stream that was accepted and is not open yet. The listener takes it and wants it back, the stream gives it back: state tells them apart. */
struct place {
	atomic_int state;
	char host[STREAM_HOST];            /* address without port */
	uint64_t number;                   /* of the connection: the smallest is the oldest */
};

/* Places of those who are not known yet. Shared by a listener and its streams; the last one gives it back. */
struct gate {
	atomic_int users;
	uint64_t numbers;
	struct place place[LISTENER_PLACES];
};

/* How bytes travel. Both rows work without waiting; what fails has closed the stream. */
struct transport {
	int (*work)(struct stream *s, struct err *e);
	int (*read)(struct stream *s, void *bytes, size_t size, size_t *ret_n, struct err *e);
	int (*write)(struct stream *s, const void *bytes, size_t n, size_t *ret_n, struct err *e);
	bool (*holds)(const struct stream *s);     /* are there bytes to be read that the socket knows nothing of? */
};

extern const struct transport transport_plain, transport_tls;

struct stream {
	int fd;                            /* -1: none */
	enum stream_phase phase;
	const struct transport *transport; /* borrowed: constant */
	bool server;                       /* it was accepted */
	short events;                      /* what TLS waits for besides reading; in a handshake all it waits for (poll's bits) */
	char object[STREAM_OBJECT];        /* "connection to lab.example:5001", for reports */
	char address[STREAM_ADDRESS];
	int64_t deadline_ns, try_ns;       /* of the handshake; of the address that is tried */
	struct addrinfo *list;             /* owned, while connecting */
	struct addrinfo *at;               /* borrowed: in list, the one that is tried */
	struct gate *gate;                 /* shared; NULL once open */
	struct place *place;               /* borrowed: the gate's; NULL once open */
	bool can_block;                    /* the socket may be told to wait, STREAM_SLICE_MS at a time */
	bool patient;                      /* and shall, in the read that goes on */
	bool ended;                        /* the peer sends no more */
	int system;                        /* errno of what failed last on the socket */
	size_t taken;                      /* bytes read before it was open */
	unsigned char head[STREAM_HEAD];   /* the first bytes of a plain peer */
	int heads;

	const struct tls *tls;             /* borrowed: the caller's; NULL: plain */
	struct ssl_st *ssl;                        /* owned, from the handshake on */
	bool shaken;                       /* our side of the handshake is over */
	bool confirmed;                    /* and the server has said that its side is */
	bool dry;                          /* what TLS holds is not a whole record: only the socket can help */
	size_t owed;                       /* bytes of a record that TLS has begun to write */
	int fault;                         /* X509_V_ of the peer's certificate, or a STREAM_FAULT_ */
	int fault_depth;                   /* 0: its own, above: the authority's */
	char wanted[STREAM_NAME], wanted_pin[STREAM_PIN];
	char name[STREAM_NAME], pin[STREAM_PIN];
};

/* ---- stream.c ---- */

/* A stream without socket; w may be NULL. ERR_MEMORY, ERR_ARGUMENT name or pin, ERR_RANGE patience. */
int stream_make(const struct stream_words *w, const struct tls *tls, const char *object, struct stream **ret, struct err *e) MUST_CHECK;
/* The socket is connected: goes on to handshake or open. */
int stream_begin(struct stream *s, struct err *e) MUST_CHECK;
/* Closes with a report and returns the code. Our last bytes are still delivered. */
int stream_fail(struct stream *s, struct err *e, int code, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same for a peer that has ended or broken the connection, or for a socket that failed: s->ended, s->system. */
int stream_lost(struct stream *s, struct err *e);
/* Both sides know each other. */
void stream_opened(struct stream *s);
void gate_leave(struct gate *g);

/* The socket: bytes moved, 0 at the end, or minus an errno number; never SIGPIPE. */
long stream_recv(struct stream *s, void *bytes, size_t n);
long stream_send(struct stream *s, const void *bytes, size_t n);
/* Is this the beginning of a TLS record (RFC 8446, 5.1): handshake or alert, version 3.x? */
bool stream_is_tls(const unsigned char *head, int n);
/* A fatal alert in clear, for peers that do not speak what we do; best effort. */
void stream_alert(struct stream *s);

/* ---- stream_wait.c ---- */

/* Until there is room to write, whatever there is to read. */
void stream_wait_room(struct stream *s, int64_t t_ns);

/* ---- stream_connect.c ---- */

/* Goes on with a connection that is on its way, without waiting: the next address when one does not answer. */
int stream_connect_work(struct stream *s, struct err *e) MUST_CHECK;

/* ---- stream_tls.c ---- */

/* A session on the socket of the stream. */
int stream_tls_begin(struct stream *s, struct err *e) MUST_CHECK;
void stream_tls_end(struct stream *s);

/* ---- listener.c ---- */

/* The socket that listens. */
int listener_handle(const struct listener *l);

/* ---- address.c ---- */

/* Addresses of a host; getaddrinfo's list, to be freed. ERR_RANGE port, ERR_MISSING host. */
int address_find(const char *host, int port, const char *object, struct addrinfo **ret, struct err *e) MUST_CHECK;
/* Without TLS only loopback: ERR_UNSUPPORTED when one of the addresses is not. They count, not the name. */
int address_guard(const struct addrinfo *list, const char *host, const char *object, struct err *e) MUST_CHECK;
/* "10.0.0.3:5001", "[::1]:5001"; an IPv4 address inside IPv6 is written as IPv4. */
void address_text(const struct sockaddr *a, char *ret_text, size_t size);
/* The same without port and brackets. */
void address_host(const struct sockaddr *a, char *ret_text, size_t size);
int address_port(const struct sockaddr *a);
/* A TCP socket that never waits, or minus an errno number. */
int address_socket(int family);
/* TCP_NODELAY, no keep-alive. ERR_FILE. */
int address_options(int fd, const char *object, struct err *e) MUST_CHECK;
/* CLOCK_MONOTONIC [ns]; that moment and so many seconds, for ever when it is too far. */
int64_t net_now(void);
int64_t net_after(int64_t t_ns, double seconds);
