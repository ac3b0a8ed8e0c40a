/* The live segment: what a run shows to others while it goes on, and the box into which they put their wishes.
 *
 *   run, command loops --(mapped memory)--> any number of readers (tandem serve)          state, rows, events, motion, rigs, answers
 *                      <--(mailbox)--------                                               requests; the trip word
 *
 * RUNFOLDER/live is a file that both sides map: a link to one in memory (/dev/shm), so that no disk stands behind a store; where there is no such
 * file system, the file itself. It belongs to its user alone (mode 0600). The run writes all of it but the mailbox, which readers write. Nobody waits for
 * anybody, and nobody is known to anybody: readers come, go and die as they like.
 *
 *   bytes from 0                     struct live_front    identity, state, answers, events, rigs      the run, command loops: rigs only
 *         from front.mail_at         struct live_mail     requests, trip                              readers
 *         from front.data_at[part]   struct live_data     tables, columns, motion, rings of rows      the run
 *
 * The front and the mailbox are there from the run's first moment, so that command loops, which are forked later, have them. The data come with the record
 * (record/run_record.h), whose tables they are: every analyze that begins another record (record-2.h5) makes another area behind the last one and raises
 * front.part; the old one then reads as zeros, in which every row is gone. Rows are the ones that the record gets, from the same place, bit for bit.
 *
 * All numbers are those of the machine (little-endian on every one that this runs on). Ring places are base/reel.h. Times t_ns are CLOCK_MONOTONIC.
 * The side of the run is live_write.h, that of readers live_read.h; this file is the layout.
 */
#pragma once

#include "base/reel.h"
#include "base/interrupt.h"
#include "record/run_layout.h"

#include <stdatomic.h>
#include <stdint.h>

#define LIVE_MAGIC "tandem live 1"
#define LIVE_FILE "live"                  /* in the folder of the run */
#define LIVE_MODEL "model.json"           /* beside it: what is drawn and what may be tuned (docs/live.md) */
#define LIVE_TUNABLES "tunables.json"     /* the latter with its present values, written again whenever one changes */

enum { LIVE_ID = 64, LIVE_WHO = STOP_WHO, LIVE_TEXT = 448, LIVE_NAME = 96, LIVE_UNIT = 32, LIVE_BRIEF = 400 };
enum { LIVE_RIGS = 32, LIVE_REQUESTS = 32, LIVE_ANSWERS = 64, LIVE_EVENTS = 1024, LIVE_FRAMES = 64, LIVE_STATES = 16 };

/* What the run is at. The rigs' own states (slow, hold, ...) are in struct live_rig and in the column `state` of channels/control<tag>. */
enum live_state {
	LIVE_CONNECTING,   /* before the first step: the script builds and connects */
	LIVE_HOLDING,      /* before the first step: waits for the operator's start (tandem run --hold) */
	LIVE_RUNNING,      /* from the first step on, also between two analyses */
	LIVE_PAUSED,       /* between two steps, by the operator: waits for resume */
	LIVE_TRIPPED,      /* the rigs have come to rest; waits for acknowledge or stop (--hold), or is about to end */
	LIVE_ENDED,        /* regular end */
	LIVE_FAILED,       /* the script or the analysis has failed */
	LIVE_STATE_COUNT,
};
extern const char *const live_state_name[LIVE_STATE_COUNT];        /* "connecting", "holding", "running", ... */

/* The newest of these is the state of the run. */
struct live_now {
	int64_t beat_ns;           /* when it was written; every step, and every LIVE_BEAT_NS of a wait */
	int32_t state;             /* enum live_state */
	uint32_t part;             /* of the tables; 0: none yet */
	double time, test_time;    /* of the model; of the test, which never goes back */
	double dt;                 /* of the analyze at hand */
	int64_t step, steps;       /* of it: done, wanted */
	int64_t all;               /* committed since the run began */
	double pace;               /* test seconds a second in virtual time; 0: as fast as it can */
	int64_t pending;           /* requests taken so far (struct live_mail) */
};
enum { LIVE_BEAT_NS = 100 * 1000 * 1000 };

/* Why it is in its state; the newest. Empty: there is nothing to say. */
struct live_why { char text[LIVE_TEXT]; };

/* Times of a loop are counted in bins of half an octave: bin k from live_bin_ns(k) on and below live_bin_ns(k + 1); the last one takes all that is longer. */
enum { LIVE_BINS = 44 };
static inline int64_t live_bin_ns(int k)
{
	return k <= 0 ? 0 : (int64_t)((k - 1) & 1 ? 1536 : 1024) << (k - 1) / 2;
}

/* A command loop against the clock, from its own process, some 10 ms apart: also after the run's process is gone. */
struct live_rig {
	int64_t beat_ns;
	int32_t tag;               /* of its expControl */
	int32_t pid;
	int32_t state;             /* enum control_state (0 ready, 1 extrapolate, 2 interpolate, 3 slow, 4 hold, 5 free vibration, 6 rest), 7: tripped */
	uint8_t tripped, resting, orphan /* the run's process is gone */, ended;
	int64_t tick, missed, target;      /* ticks done, skipped; number of the target reached last */
	int64_t wake_median_ns, wake_99_ns, wake_most_ns, busy_most_ns, overruns;
	uint64_t wake[LIVE_BINS], busy[LIVE_BINS];     /* how late it woke, how long its ticks took: so many so far */
	double rate_hz;
	char why[LIVE_TEXT];       /* of the trip; empty: none */
};

/* The answer to a request. code: 0, or that of base/err.h. */
struct live_answer {
	uint64_t id;
	int32_t code, pad;
	char text[LIVE_TEXT];
};

struct live_front {
	char magic[16];
	uint64_t front_size;       /* sizeof(struct live_front) with its rings: a reader of another layout refuses */
	uint64_t mail_at, mail_size;       /* whole pages */
	int32_t pid;
	uint32_t realtime;         /* 1: against the clock */
	int64_t begun_ns;          /* monotonic; */
	int64_t begun_s;           /* and seconds since 1970 */
	char id[LIVE_ID];          /* of the run */
	struct reel_place now;     /* struct live_now */
	struct reel_place why;     /* struct live_why */
	struct reel_place answer;  /* struct live_answer */
	struct reel_place event;   /* struct run_event, as in the record */
	_Atomic uint32_t part;     /* tables so far; the newest are those of data_at, data_size */
	uint32_t pad;
	_Atomic uint64_t data_at, data_size;
	_Atomic uint64_t taken;    /* requests that the run has taken */
	_Atomic uint32_t nrig;
	uint32_t pad2;
	struct { _Atomic int64_t tag; struct reel_place place; } rig[LIVE_RIGS];      /* struct live_rig; tag: INT64_MIN until it is there */
};

/* Requests: a reader takes a number k from `claimed` when claimed - front.taken < LIVE_REQUESTS, fills slot k mod LIVE_REQUESTS and stores k + 1 into its
 * `ready`. The id of the answer is k + 1. Words (docs/live.md): start, pause, resume, stop, trip, acknowledge, pace X, tune LINE. */
struct live_request {
	char who[LIVE_WHO], text[LIVE_TEXT];   /* 0-ended */
};
enum { LIVE_REQUEST_WORDS = sizeof(struct live_request) / sizeof(uint64_t) };
struct live_slot {
	_Atomic uint64_t ready;
	_Atomic uint64_t word[LIVE_REQUEST_WORDS];     /* struct live_request (words.h) */
};
struct live_mail {
	struct stop_word trip;     /* command loops look at it in every tick, the run in every step and wait */
	_Atomic uint64_t claimed;
	struct live_slot slot[LIVE_REQUESTS];
};

/* ---- data: offsets are bytes from the beginning of the area ------------------------------------------------- */

struct live_column { char name[LIVE_NAME], unit[LIVE_UNIT]; };

/* An attribute of a table (docs/record.md, head): n numbers, or n texts one after the other, each 0-ended. */
struct live_head {
	char name[LIVE_NAME];
	int32_t n, texts;          /* texts: 1 */
	uint64_t at, size;         /* doubles, or the texts' bytes */
};

struct live_table {
	char name[LIVE_NAME], brief[LIVE_BRIEF];
	int32_t n, nhead;          /* columns, attributes */
	double rate_hz;
	uint64_t column_at;        /* n struct live_column */
	uint64_t head_at;          /* nhead struct live_head */
	struct reel_place row;     /* n doubles a row */
};

/* Motion for the picture, LIVE_FRAME_NS apart at least. A frame: struct live_frame, then value[nvalue] floats, then yield[nelement] bytes
 * (enum run_yield). */
struct live_frame { double time; uint64_t step; };
enum { LIVE_FRAME_NS = 15 * 1000 * 1000 };

struct live_data {
	uint64_t size;             /* of the area */
	uint32_t part;
	int32_t ntable;
	int32_t nnode, ndf;        /* drawn: nvalue = nnode ndf, in the order of model.json's nodes; freedoms that a node does not have are 0 */
	int32_t nelement, pad;     /* in the order of model.json's elements */
	struct reel_place frame;
	struct live_table table[]; /* ntable */
};
