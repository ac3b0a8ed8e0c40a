/* What the two devices on a network share: host and port, addresses, sockets that never wait. IPv4, IPv6, names. */
#pragma once

#include "device/peer.h"

#include <sys/socket.h>

enum { REMOTE_ADDRESSES = 8, REMOTE_HOST = 254, REMOTE_HELLO_MS = 100, REMOTE_SLICE_MS = 1000, REMOTE_AGAIN_MS = 20 };

struct remote_address {
	socklen_t n;
	struct sockaddr_storage at;
};

struct remote {
	struct peer peer;              /* first: PEER_PARAMS */
	char host[REMOTE_HOST];
	int port;
	int fd;                        /* -1: closed */
	bool live;                     /* a reading has answered the hello */
	bool nobody;                   /* the last try met a machine, but nobody at the port */
	int naddresses;
	struct remote_address address[REMOTE_ADDRESSES];   /* of the name, found by open */
};

#define REMOTE_PARAMS \
	{ .name = "host", .kind = PARAM_ROW, .required = true, .help = "name or address (IPv4 or IPv6) of the laboratory's machine" }, \
	{ .name = "port", .kind = PARAM_ROW, .required = true, .help = "where its program listens, 1 to 65535" }, \
	PEER_PARAMS

/* The words host and port, then the options. */
int remote_setup(struct remote *r, const struct param *params, struct args *a, struct device *d, struct err *e) MUST_CHECK;
/* The open of both: a new session, the name looked up (type: SOCK_DGRAM, SOCK_STREAM), then one address after the other, again and again, until a reading
 * answers or patience ends. reach tries one: says hello and waits for the answer; a code with its report ends it all. Blocking. */
struct remote_try {
	double rate_hz, watchdog_s, patience_s;
	int type;
	int (*reach)(void *self, const struct remote_address *to, int64_t deadline, enum peer_answer *ret_answer, struct err *e);
};
int remote_open(void *self, const struct remote_try *how, struct err *e) MUST_CHECK;
/* A non-blocking socket of the address's family in r->fd; bind_port: 0: any. A closed one before it is the caller's affair. */
int remote_socket(struct remote *r, const struct remote_address *to, int type, int bind_port, struct err *e) MUST_CHECK;
/* Waits for these events of poll(2) on r->fd, ms at most. */
bool remote_wait(const struct remote *r, short events, int ms);
/* Closes the socket; again does nothing. */
void remote_close(struct remote *r);
/* Did the last call fail because it would have had to wait? */
bool remote_would_wait(void) RT;
int64_t remote_refused(const void *self) RT;
