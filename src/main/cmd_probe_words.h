/* The words of `tandem probe`, and what it has measured. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "control/timing.h"
#include "net/stream.h"
#include "net/tls.h"

enum { PROBE_PORT = 5050, PROBE_BYTES_LEAST = 8, PROBE_BYTES_MOST = 16384 };

struct probe_words {
	const char *host, *from, *address;         /* one of host, from, and serve >= 0; borrowed: argv, as all texts */
	const char *cert, *key, *ca, *name, *pin;
	const char *file, *times, *plot;
	int port, serve, n, bytes;
	double interval, timeout, seconds, factor, share, dt;
	bool plain, json;
	struct timing_words timing;
};

struct probe_step {
	double sent_s;             /* since the first one */
	double took_s;             /* NaN: no answer */
	bool late;                 /* the next step was due before its answer came */
};

struct probe {
	struct probe_words words;
	struct tls *tls;           /* owned; NULL: plain */
	struct stream_words stream;
	struct arena mem;
	struct probe_step *step;   /* owned: mem; words.n of them, `n` are filled */
	int n, lost, late, connections;
	double *sorted;            /* owned: mem; the answers, the shortest first */
	double shortest_s;         /* the span that the network allows */
	struct timing timing;      /* the one that is proposed */
	int refused;               /* code: there is no proposal, why says so */
	struct err why;
};

/* The words after the subcommand; what they mean, to the terminal. */
int probe_words_read(struct probe *p, int n, const char *const *word, struct err *e) MUST_CHECK;
void probe_words_help(void);

/* Measures: fills steps, lost, late, connections. Ends early, without a fault, when it is interrupted. ERR_LOST, ERR_REFUSED: there never was a connection;
 * ERR_FORMAT: the other side is no echo. */
int probe_measure(struct probe *p, struct err *e) MUST_CHECK;
/* Serves the echo until it is interrupted or words.seconds are over. */
int probe_serve(struct probe *p, struct err *e) MUST_CHECK;

/* The page, the object, the files and the picture that the words ask for. */
int probe_report(struct probe *p, struct err *e) MUST_CHECK;
