/* A site that is served to a coordinator over real connections: a host machine (host.h), a listener, streams, and the rig behind a local site.
 *
 * server_run works until the test has ended, somebody interrupts (rest, then the end), or nothing works any more. The rig is made ready before anybody is
 * let in. Journals are kept in a folder; one of a run that has not ended is taken up: rigs that live in memory go through its history again, and must
 * measure what it says; rigs that exist stay where they are. One that ended with a trip serves nobody before it is acknowledged. When the coordinator is
 * lost the rig does what its controller does, and the coordinator may come back.
 * One thread; rigs that tick in a process of their own are polled, others answer at once.
 */
#pragma once

#include "experiment/laboratory.h"
#include "net/stream.h"
#include "net/tls.h"
#include "remote/host.h"

/* Who keeps a record of what happens; any slot may be NULL. Told on the server's thread. */
struct server_watch {
	void *self;                /* borrowed: whoever gives it */
	/* A run begins, or its journal was taken up; nothing has moved for it in this process. A failure is told to the coordinator, and is the end. */
	int (*begin)(void *self, const char *run, bool resumed, struct err *e);
	void (*step)(void *self, int exchanges);       /* one is accepted, after so many exchanges: rows of its rig are there until the next command */
	void (*event)(void *self, const char *kind, const char *text);
	void (*trip)(void *self);  /* the laboratory has tripped, the rigs are at rest */
};

struct server_words {
	const char *name;          /* of the site */
	const char *host;          /* address to listen at; NULL: loopback */
	int port;                  /* 0: any */
	const struct tls *tls;     /* borrowed; NULL: plain */
	const char *coordinator;   /* the name that its certificate must hold; NULL: any that the authority has signed */
	bool open_plain;           /* without TLS not only to loopback */
	const char *folder;        /* of journals; NULL: none is kept */
	struct journal_policy policy;
	const char *program;       /* version */
	uint64_t instance;
	bool acknowledge;          /* the operator has seen the trip that stands in the journal. ERR_STATE: none does */
	void (*say)(const char *line);
	struct server_watch watch;
};

struct server {
	struct server_words words;
	struct laboratory *lab;    /* borrowed */
	struct site *site;         /* borrowed: laboratory; a LocalSite */
	struct host host;
	struct listener *listener; /* owned */
	struct stream *waiting[LISTENER_PLACES];  /* owned: handshakes */
	struct stream *line[HOST_LINES];           /* owned: by line of the host */
	struct wire_limit *limit;  /* owned: the arena */
	bool *driven;              /* the same */
	int64_t door_ns;           /* when new connections are looked at again */
	struct substeps ramp;      /* that is under way; vectors: the same */
	struct signals trial;      /* of its sub-steps; the same */
	const unsigned char *read; /* borrowed: the journal that is gone through; readings of the exchange at hand that are left, */
	size_t read_n;             /* so many bytes */
	int shaken;                /* place of the handshake that was worked on last */
	bool moving;               /* a MOVE whose answer is not here */
	uint64_t step;             /* of the last MOVE: another one accepts it */
	int exchanges;             /* of it, so far */
	bool watched;              /* the record has begun: steps of a history that is gone through again are in an older one, but for the last */
	bool joined, ended;
	struct {                   /* what is said of those who are refused: so many lines a minute, then how many more */
		int64_t since_ns;
		int said, unsaid;
		uint64_t host;     /* of the host's refusals, how many were looked at */
	} refusals;
	struct arena *mem;         /* borrowed */
};

/* Joins the site, makes the rig ready, takes up a journal, listens. The port is listener_port(s->listener). */
int server_open(struct server *s, const struct server_words *w, struct laboratory *lab, struct site *site, struct arena *mem, struct err *e) MUST_CHECK;
/* 0: the test has ended; ERR_INTERRUPTED; else what ended it. */
int server_run(struct server *s, struct err *e) MUST_CHECK;
void server_close(struct server *s);
