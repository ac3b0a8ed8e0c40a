/* The coordinator's end of a connection to one remote site: a machine without sockets, clocks and threads.
 *
 *   offline --back-off over--> connecting --connected--> greeting --WELCOME--> idle --exchange--> proposing --ACCEPT--> accepted --execute--> executing
 *      ^------------------------- lost, silent, nonsense -------------------------------------------------------'           --MEASURED--> idle
 *   replay --journal at its end--> offline                        idle --end--> ending --BYE--> ended                  refused, tripped --> failed
 *
 * The caller does what it is told (actions) and tells what happened: connected, bytes, lost, time. An exchange (step, sub) is asked for once; the machine
 * sends it again over new connections until its measurement is there. The site moves for it once, however often it is sent (host.h).
 *
 * Journal: JOURNAL_TARGET is written before anything is sent, JOURNAL_MEASURED before the action MEASURED is given. Resumed, exchanges are answered from
 * the journal while it lasts, without the network; targets must be those of the journal bit for bit. When it cannot be written, or cannot be gone on from,
 * a site that has welcomed us is told to rest (TRIP) before the connection is closed.
 *
 * Usage, around one exchange:
 *   coordinator_exchange(c, t, ...); then until MEASURED or an action that ends: send coordinator_output (coordinator_sent), wait for bytes or
 * coordinator_deadline,
 *   coordinator_bytes / coordinator_lost / coordinator_time, while (coordinator_next(c, &action)) ...
 * All memory from the arena of setup. One thread. Only the journal blocks. Times: monotonic nanoseconds of the caller; one that goes back stands still.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/rng.h"
#include "experiment/signals.h"
#include "remote/journal.h"
#include "remote/line.h"
#include "remote/wire.h"

#include <stdbool.h>
#include <stdint.h>

enum coordinator_state {
	COORDINATOR_REPLAY, COORDINATOR_OFFLINE, COORDINATOR_CONNECTING, COORDINATOR_GREETING, COORDINATOR_IDLE, COORDINATOR_PROPOSING, COORDINATOR_ACCEPTED,
	COORDINATOR_EXECUTING, COORDINATOR_ENDING, COORDINATOR_ENDED, COORDINATOR_FAILED, COORDINATOR_STATES
};

struct journal_walk;

struct coordinator_words {
	const char *run, *name, *site;     /* borrowed until setup returns; run: letters, digits and "-_." */
	const char *program;               /* version, for the journal */
	const char *force, *len, *time;    /* units; NULL: not said */
	int trial_n[SLOTS], out_n[SLOTS];
	double dt, scale;          /* 0: unknown */
	uint64_t instance;         /* differs from process to process */
	uint64_t script;           /* hash of what is run; 0: unknown */
	bool propose;              /* exchanges wait for coordinator_execute between ACCEPT and EXECUTE; else STEP */
	struct line_times times;
	int64_t back_off_ns, back_off_most_ns;     /* after a loss; doubled up to the most, up to half of it by chance */
	int64_t give_up_ns;        /* without a connection for so long, after the first WELCOME or an exchange of a journal: failed; 0: never.
	                            * How long a first WELCOME is waited for is the caller's (peers_greet) */
	const char *journal;       /* path; NULL: none */
	struct journal_policy policy;
	bool resume;               /* the journal exists and is taken up */
};

/* Names, times and policy that nobody has said. */
extern const struct coordinator_words coordinator_words_default;

enum coordinator_kind {
	COORDINATOR_NOTHING,
	COORDINATOR_CONNECT,       /* begin a connection, then coordinator_connected or coordinator_lost; an older one is closed */
	COORDINATOR_CLOSE,         /* send what is to be sent, end the connection; coordinator_lost need not be told. While coordinator_parts, whoever wants to
	                            * know whether the site rests keeps it, and gives in what comes: CLOSE comes again */
	COORDINATOR_WELCOMED,      /* coordinator_site says by whom; again after every reconnect */
	COORDINATOR_ACCEPT,        /* the site has accepted (step, sub) */
	COORDINATOR_MEASURED,      /* (step, sub) is measured: coordinator_answer */
	COORDINATOR_REFUSED,       /* the site refuses, and nothing moves for it: code, text. The end */
	COORDINATOR_TRIPPED,       /* the site has come to rest: text. The end */
	COORDINATOR_BYE,           /* the test is over on both sides */
};

struct coordinator_action {
	enum coordinator_kind kind;
	uint64_t step;
	uint32_t sub;
	int code;                  /* of err.def, for reports: ERR_LIMIT, ERR_LOST, ERR_STATE ... */
	enum wire_refusal refusal; /* of REFUSED; 0: our own */
	const char *text;          /* borrowed: the machine, until its next call; never NULL */
};

enum { COORDINATOR_ACTIONS = 8 };

struct coordinator {
	struct coordinator_words words;    /* texts: copies in the arena */
	enum coordinator_state state;
	enum coordinator_state phase;      /* of the exchange: IDLE, PROPOSING, ACCEPTED, EXECUTING; kept while there is no connection */
	struct line line;
	struct journal journal;
	struct journal_walk *walk;         /* owned: the arena; through a resumed journal, while it lasts */
	bool journalled;           /* the target of the next exchange is in the resumed journal already */
	struct wire_hello hello;
	struct wire_welcome welcome;       /* of the last WELCOME; rest: as below */
	unsigned char *rest;       /* owned: the arena; the specimen before the first exchange (wire_put_rest) */
	bool rested;               /* it is known, from the first WELCOME or the journal */
	struct signals at_rest;    /* its reading */
	bool welcomed;             /* once at least */
	bool resting;              /* the site was told to rest, or has said that it has tripped */
	bool rests;                /* it has said so */
	bool parting;              /* all is over but that */
	bool telling;              /* it is to be told, over a new connection */
	char trip[WIRE_TEXT];      /* why, of telling */
	struct wire_place last;    /* measured */
	struct wire_place open;    /* the exchange under way; digest unused */
	unsigned char *target;     /* owned: the arena; payload of the exchange, four bytes of flags before it as in the journal */
	size_t target_n;           /* of the payload */
	unsigned char *record;     /* owned: the arena; for the journal */
	uint32_t flags;            /* WIRE_RAMP */
	unsigned char *gains;      /* owned: the arena; payload of GAINS */
	size_t gains_n;            /* 0: none */
	struct signals out;        /* answer to the last exchange */
	struct substeps ramped;    /* of a ramp: before, and the last command in now */
	struct coordinator_action action[COORDINATOR_ACTIONS];
	int action_begin, action_end;
	char text[WIRE_TEXT + 128];
	int64_t now_ns, retry_ns, back_off_ns, without_ns;  /* time; when to connect again; since when there is no welcome; INT64_MAX: there is, or was none yet */
	bool want_end;
	struct rng chance;
	uint64_t losses, resent, ignored;  /* connections lost; exchanges sent again; frames that did not matter */
};

/* Checks the words, takes memory, and makes or takes up the journal. t_ns: now. ERR_RANGE, ERR_ARGUMENT, ERR_FILE, ERR_DUPLICATE, ERR_FORMAT. */
int coordinator_setup(struct coordinator *c, const struct coordinator_words *w, int64_t t_ns, struct arena *mem, struct err *e) MUST_CHECK;

/* ---- what happened ------------------------------------------------------------------------------------------------ */

/* A connection stands; bytes have come on it; it is gone; time has passed. */
void coordinator_connected(struct coordinator *c, int64_t t_ns);
void coordinator_bytes(struct coordinator *c, int64_t t_ns, const unsigned char *bytes, size_t n);
void coordinator_lost(struct coordinator *c, int64_t t_ns);   /* also: a connection that did not come */
void coordinator_time(struct coordinator *c, int64_t t_ns);

/* ---- what is wanted ----------------------------------------------------------------------------------------------- */

/* Targets for (step, sub): the first (0) of a later step, or the next of this one. ERR_STATE: an exchange is under way, or the end; ERR_RANGE: not the
 * next; ERR_NONFINITE; ERR_FILE: journal; ERR_FORMAT: resumed, and the journal has other targets (the report says at which step, computed and journalled). */
int coordinator_exchange(struct coordinator *c, int64_t t_ns, uint64_t step, uint32_t sub, double instant, const struct signals *trial, struct err *e)
        MUST_CHECK;
/* The same where the site runs the sub-steps by itself (after coordinator_gains): trial holds x0+, s where they begin (t0, instant0, x0, now, f). */
int coordinator_ramp(struct coordinator *c, int64_t t_ns, uint64_t step, uint32_t sub, double instant, const struct signals *trial, const struct substeps *s,
                     struct err *e) MUST_CHECK;
/* For ramps from now on (n = trial_n[SLOT_DISP]); sent again over every new connection. Those that the site has already are not sent. */
int coordinator_gains(struct coordinator *c, int64_t t_ns, const struct substep_gains *w, struct err *e) MUST_CHECK;
/* All sites have accepted: go. Only in phase ACCEPTED. */
void coordinator_execute(struct coordinator *c, int64_t t_ns);
/* Everything comes to rest: the site is told; this is the end. A site that was welcome once and has no connection is told over a new one: the end comes then,
 * or with coordinator_let_be. */
void coordinator_trip(struct coordinator *c, int64_t t_ns, const char *text);
/* It was told, and its answer has not come: a connection may be dead that nobody knows to be. */
bool coordinator_parts(const struct coordinator *c);
/* Its answer does not come: it is told again, over a new connection. Nothing happens where it was not told, or has answered. */
void coordinator_tell_again(struct coordinator *c, int64_t t_ns);
/* It is not told any more, nor its answer waited for. Nothing happens where it has answered, or nothing is to be said. */
void coordinator_let_be(struct coordinator *c, int64_t t_ns);
/* May its specimen be under load, whatever it was told? Then it has taken part in the test, and has not said that it rests or that the test is over. */
bool coordinator_is_restless(const struct coordinator *c);
/* The test is over: END is sent when the exchange under way is measured; then BYE. */
void coordinator_end(struct coordinator *c, int64_t t_ns);

/* ---- what to do ---------------------------------------------------------------------------------------------------- */

/* The next action; false: none. All are taken after every call above, failed ones too: there is room for those of one call, and more are an assertion. */
bool coordinator_next(struct coordinator *c, struct coordinator_action *ret);
/* Bytes for the connection; and how many of them have gone. */
const unsigned char *coordinator_output(const struct coordinator *c, size_t *ret_n);
void coordinator_sent(struct coordinator *c, size_t n);
/* When coordinator_time is to be called at the latest; INT64_MAX: never. */
int64_t coordinator_deadline(const struct coordinator *c);

/* The measurement of the last exchange, after MEASURED. */
const struct signals *coordinator_answer(const struct coordinator *c);
/* Of a ramp: f_{k-1} in before, the last command in now. */
const struct substeps *coordinator_ramped(const struct coordinator *c);
/* The specimen before the first exchange of the run, also while the journal is replayed: its reading, and is a component driven? NULL, true: not known. */
const struct signals *coordinator_rest(const struct coordinator *c);
bool coordinator_driven(const struct coordinator *c, int component);
/* Who answered; NULL before the first WELCOME. */
const struct wire_welcome *coordinator_site(const struct coordinator *c);
/* Exchanges are answered from the journal: nothing is sent. */
bool coordinator_replays(const struct coordinator *c);
bool coordinator_failed(const struct coordinator *c);
const char *coordinator_state_name(enum coordinator_state s);
/* Closes the journal. The network's connection is the caller's. */
void coordinator_close(struct coordinator *c);
