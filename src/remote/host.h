/* The site's end: one test at a time, one coordinator at a time, a rig that moves once for every exchange. A machine without sockets, clocks, threads and
 * rigs.
 *
 *   new --HELLO--> ready --PROPOSE--> accepted --EXECUTE--> moving --measured--> ready --END--> ended
 *                        '-----------------STEP------------^    '--failed--> tripped --acknowledge--> ready
 *
 * The caller owns sockets and rig: it says when connections come, bring bytes and end, and when the rig has answered; it does what it is told: MOVE, REST,
 * CLOSE.
 *
 * An exchange is named by (run, step, sub) and its targets. The host moves only for the next one after the last executed, proposed by a coordinator that
 * knows the same last one with the same history (digest). One that was executed is answered from memory; anything else is refused. So repeated, late and
 * reordered messages, other runs' and other coordinators' messages never move a specimen.
 *
 * Connections: up to HOST_LINES at a time. The first that says HELLO for a run is served; another one is refused (WIRE_REFUSE_BUSY) until the first is
 * lost, unless it comes from the same process (instance): then it replaces the first. When the coordinator is lost the test stays as it is; what the rig
 * does meanwhile (slow, hold, free vibration) is the rig's controller's.
 *
 * Journal: JOURNAL_TARGET before ACCEPT is said and before MOVE is given, JOURNAL_MEASURED before MEASURED is said. When the disk fails nothing more moves.
 *
 * Memory from the arena of setup. One thread. Only the journal blocks. Times: monotonic nanoseconds of the caller.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "experiment/signals.h"
#include "remote/journal.h"
#include "remote/line.h"
#include "remote/wire.h"

#include <stdbool.h>
#include <stdint.h>

enum { HOST_LINES = 4, HOST_ACTIONS = 32, HOST_TAIL = WIRE_NAME + 16 };

enum host_state { HOST_NEW, HOST_READY, HOST_ACCEPTED, HOST_MOVING, HOST_TRIPPED, HOST_ENDED, HOST_STATES };

struct host_move {
	uint64_t step;
	uint32_t sub;
	double instant;            /* test time */
	struct signals trial;      /* the targets; with a ramp x0+ */
	bool ramp;                 /* the site runs sub-steps with host_gains */
	struct substeps begin;     /* of a ramp: t0, instant0, x0, x1, now, f; to be copied */
};

struct host_words {
	const char *site, *program;        /* borrowed until setup returns */
	const char *force, *len, *time;    /* units; NULL: not said. Different ones on both sides are refused */
	int trial_n[SLOTS], out_n[SLOTS];
	int channels;              /* rows of limit; of the actuators */
	const struct wire_limit *limit;
	const bool *driven;        /* out_n[SLOT_DISP] of them; NULL: all */
	const struct signals *rest;        /* what is measured now: looked at when a run begins. Borrowed: outlives the host; NULL: zeros */
	const char *folder;        /* of journals: RUN and host_journal_tail; NULL: none is kept, for tests */
	struct journal_policy policy;
	struct line_times times;
	int history;               /* exchanges kept in memory for coordinators that come back; at least 1 */
	uint64_t instance;
	/* May the rig go there? 0, or a code with a sentence for the coordinator. Called before anything is accepted; nothing moves. NULL: all finite targets. */
	int (*check)(void *self, const struct host_move *m, char *ret_text, int size);
	/* Of a specimen that stands where it was left, behind filters that remember; NULL both: none do. read: what the rig measured last before them, kept in the
	 * journal by host_read. relive: called by host_resume without replay for the specimen at rest (m NULL) and for every executed exchange, in order, with
	 * the bytes of all readings of it, slot by slot; n 0: the journal has none. Moves nothing. Anything but 0 stops the resumption, with the report. */
	const struct signals *read;
	int (*relive)(void *self, const struct host_move *m, const struct signals *measured, const unsigned char *read, size_t n, struct err *e);
	void *self;
};

extern const struct host_words host_words_default;

enum host_kind {
	HOST_NOTHING,
	HOST_BEGIN,                /* a new run: the rig is made ready where it stands */
	HOST_MOVE,                 /* go to host_target(h), then host_measured or host_failed, once */
	HOST_REST,                 /* trip: come to rest, stay: text. A MOVE under way ends without an answer */
	HOST_CLOSE,                /* of a line: send what is to be sent, end the connection, tell host_lost */
	HOST_JOINED, HOST_LEFT,    /* the coordinator (text) is there; is lost */
	HOST_END,                  /* the test is over */
};

struct host_action {
	enum host_kind kind;
	int line;
	uint64_t step;
	uint32_t sub;
	const char *text;          /* borrowed: the machine, until its next call; never NULL */
};

struct host_entry {                /* one exchange in memory */
	struct wire_place place;   /* digest: with this exchange */
	uint32_t flags;
	unsigned char *target, *measured;  /* owned: the arena; payloads from the instant on; values */
	size_t target_n, measured_n;
};

enum host_line_state { HOST_LINE_FREE, HOST_LINE_OPEN, HOST_LINE_SERVED, HOST_LINE_CLOSING, HOST_LINE_STATES };

struct host {
	struct host_words words;   /* texts: copies in the arena */
	enum host_state state;
	struct line line[HOST_LINES];
	enum host_line_state line_state[HOST_LINES];
	int served;                /* line of the coordinator; -1: none */
	struct wire_hello hello;   /* of the coordinator served last */
	struct journal journal;
	char run[WIRE_NAME];
	struct host_entry *entry;  /* owned: the arena; words.history of them, a ring */
	uint64_t executed;         /* exchanges so far */
	struct wire_place last;    /* executed */
	struct host_entry open;    /* accepted or moving */
	struct host_move move;     /* the same as numbers */
	struct signals out;        /* for encoding */
	struct substep_gains gains;        /* of ramps */
	double *gain;              /* owned: the arena; n x n */
	unsigned char *gains_bytes;        /* owned: the arena; the same as they came */
	size_t gains_n;            /* 0: none */
	unsigned char *rest;       /* owned: the arena; the specimen before the first exchange (wire_put_rest) */
	unsigned char *record;     /* owned: the arena; for the journal */
	struct host_action action[HOST_ACTIONS];
	int action_begin, action_end;
	char why[WIRE_TEXT];       /* of a trip */
	int64_t now_ns;
	uint64_t repeated, refused;        /* exchanges answered from memory; refused */
	char refusal[WIRE_TEXT];   /* words of the last one refused */
};

/* Before anything else; words are copied into mem. */
int host_setup(struct host *h, const struct host_words *w, struct arena *mem, struct err *e) MUST_CHECK;

/* How the names of a site's journals end, behind the run: ".site.journal", with everything in the site's name that is no plain letter replaced by "_". Names of
 * other sites may end so, too: whose a journal is stands in it. */
void host_journal_tail(const char *site, char ret_tail[HOST_TAIL]);

/* One executed exchange of a journal that is taken up, in order, for rigs whose specimen is gone with the process: move it there again, and compare with
 * what was measured (values slot by slot). Anything but 0 stops the resumption, with the report. */
typedef int host_replay(void *self, const struct host_move *m, const struct signals *measured, struct err *e);

/* Takes up the journal of a run, before any connection. replay NULL: the specimen stands where it was left. ERR_FILE, ERR_FORMAT. What was accepted and not
 * measured is neither replayed nor moved: the coordinator will ask again. host_open_target shows it. Sub-steps at the site that were under way with a
 * specimen that stands somewhere on their way (replay NULL) are not begun again before somebody has acknowledged: the site is tripped. Of a run whose
 * journal was cut before its specimen at rest, where nothing has moved, it is what words.rest says now, and is written down. */
int host_resume(struct host *h, const char *path, host_replay *replay, void *self, struct err *e) MUST_CHECK;
/* An exchange that was accepted, or under way, when the process ended; NULL: none. */
const struct host_move *host_open_target(const struct host *h);
/* The last exchange executed: its targets; false before the first. */
bool host_last_target(const struct host *h, struct signals *ret_trial);
/* The test time of that exchange; false before the first. */
bool host_last_instant(const struct host *h, double *ret_instant);

/* ---- what happened ------------------------------------------------------------------------------------------------ */

/* A connection has come: the number of its line, or -1: there are too many, close it. */
int host_connected(struct host *h, int64_t t_ns);
void host_bytes(struct host *h, int line, int64_t t_ns, const unsigned char *bytes, size_t n);
void host_lost(struct host *h, int line, int64_t t_ns);
void host_time(struct host *h, int64_t t_ns);
/* The rig has read words.read, on the way of a MOVE or at its end: before host_measured. Where it cannot be written neither can the measurement be. */
void host_read(struct host *h);
/* The rig has done the MOVE and measured. ramp: of a ramp, where it ended (before, now), else NULL. */
void host_measured(struct host *h, int64_t t_ns, const struct signals *out, const struct substeps *ramp);
/* The rig has tripped, in a MOVE or without. */
void host_failed(struct host *h, int64_t t_ns, const char *text);
/* The operator has seen the trip: goes on from where it stands. ERR_STATE: nothing has happened. */
int host_acknowledge(struct host *h, int64_t t_ns, struct err *e) MUST_CHECK;

/* ---- what to do ---------------------------------------------------------------------------------------------------- */

/* The next action; false: none. All are taken after every call above: there is room for those of a few calls, and more are an assertion. */
bool host_next(struct host *h, struct host_action *ret);
/* Where the MOVE under way goes. */
const struct host_move *host_target(const struct host *h);
/* Of ramps; NULL: none came. */
const struct substep_gains *host_gains(const struct host *h);
const unsigned char *host_output(const struct host *h, int line, size_t *ret_n);
void host_sent(struct host *h, int line, size_t n);
int64_t host_deadline(const struct host *h);

/* Closes the journal; memory is the arena's. */
void host_close(struct host *h);
