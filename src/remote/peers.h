/* Remote sites of one test over real connections: coordinators (coordinator.h) with a stream each, asked together.
 *
 * A name is looked up until its site has answered once: a server of names that does not answer, as where the network is down, would keep all sites waiting.
 *
 * Exchanges are given to every site first (peers_exchange); the first question (peers_wait) seals the round and works on all connections until every
 * exchange is measured: sites move at the same time, and the last one is waited for. With -propose nobody moves before everybody has accepted. Connections that
 * break are made again; what the machines say about giving up is final for the test: one site's end trips the others.
 *
 * Memory: the arena of peers_add; streams: malloc. One thread. peers_wait and peers_end block, in bounded time.
 */
#pragma once

#include "net/stream.h"
#include "remote/coordinator.h"
#include "remote/round.h"

enum { PEERS_MOST = 64 };

struct peer_site {
	struct coordinator coordinator;
	struct stream *stream;     /* owned; NULL: none */
	struct stream_words words; /* of it; texts borrowed: the site */
	const char *host;          /* borrowed: the site */
	char known[STREAM_ADDRESS];        /* its address in digits, once a connection stood: it is connected there again. "": none did */
	int port;
	int64_t asked_ns, took_ns; /* when the last exchange was given to it, and how long its measurement took */
	long measured;             /* exchanges */
	bool live;                 /* the last one went over the network, not to a journal that is gone through again */
	int64_t made_ns;           /* when the site was added */
	struct traffic_log log;    /* of exchanges over the network, since then */
	struct err fault;          /* of the last connection that failed; code 0: one is open, or none was tried */
	struct coordinator_action last;    /* that ended it */
	char text[WIRE_TEXT];      /* its words */
};

struct peers {
	struct peer_site *site[PEERS_MOST];     /* owned: the arena */
	struct coordinator *machine[PEERS_MOST];
	int n;
	bool ready[PEERS_MOST];    /* there is something to read */
	struct round round;
};

/* A site with its machine; nothing is sent yet. Exchanges so far keep the other sites as they are. ERR_LIMIT: too many; ERR_ARGUMENT: some
 * propose and some do not. */
int peers_add(struct peers *p, const struct coordinator_words *w, const struct stream_words *s, const char *host, int port, struct arena *mem,
              struct peer_site **ret, struct err *e) MUST_CHECK;
/* Until the site has been greeted, so that sizes and limits are known: `patience_s` at most. At once where exchanges come from a journal. ERR_REFUSED: one side
 * does not want the other (certificates, TLS or plain); ERR_MISSING, ERR_ARGUMENT, ...: of stream_connect; waiting changes none of them. ERR_LOST: nobody
 * is there, or it has another coordinator. */
int peers_greet(struct peers *p, struct peer_site *s, double patience_s, struct err *e) MUST_CHECK;
/* Gives an exchange to a site and sends what can be sent. */
int peers_exchange(struct peer_site *s, uint64_t step, uint32_t sub, double instant, const struct signals *trial, struct err *e) MUST_CHECK;
/* The same where the site runs the sub-steps of a step by itself: s, begun, and the trial as in coordinator_ramp. Gains that are new go before it. */
int peers_ramp(struct peer_site *s, uint64_t step, uint32_t sub, double instant, const struct signals *trial, const struct substeps *ramp,
               struct err *e) MUST_CHECK;
/* Until every exchange given so far is measured. ERR_LOST, ERR_LIMIT, ERR_STATE: a site has failed (peers_why); ERR_INTERRUPTED. */
int peers_wait(struct peers *p);
/* Which site failed and why: one line; false: none has. */
bool peers_why(const struct peers *p, char *ret_line, int size);
/* All come to rest: those that have a connection are told; without waiting. */
void peers_trip(struct peers *p, const char *text);
/* After that, in bounded time: all have said that they rest, or were told over a new connection where the one there was is gone, as when nothing was said for
 * long, or dumb. coordinator_is_restless: it was in vain. */
void peers_insist(struct peers *p);
/* Between two exchanges: what came is heard, what keeps connections alive is said; without waiting. 0, or a site has failed: as peers_wait. */
int peers_look(struct peers *p);
/* One site is left with the test as it stands: nothing is said; its stream and journal are closed. The others go on without it. */
void peers_leave(struct peers *p, struct peer_site *s);
/* One site's test is over: END and BYE, in bounded time, over a new connection where there is none; its stream and journal are closed. False: the site has
 * had exchanges and has not heard of it, as where the journal goes on behind the last one (s->text). */
bool peers_end(struct peers *p, struct peer_site *s);
