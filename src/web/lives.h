/* Runs that publish: found by a worker, followed here, in memory (live/live_read.h), and asked to do what an operator wants.
 *
 * Every LIVES_LOOK_NS the thread of folders looks for segments that it does not know, opens them, and hands them over. In every tick rows, events, motion and
 * state are copied out. A run whose process is gone stays, with what its command loops say, while they are at work, while somebody watches it, and
 * LIVES_KEEP_NS. The thread of the sockets.
 */
#pragma once

#include "live/live_read.h"
#include "web/history.h"
#include "base/jput.h"
#include "web/request.h"

enum { LIVES_MOST = 32, LIVES_ID = 160, LIVES_EVENTS = 256 };
static const int64_t LIVES_LOOK_NS = 300 * 1000 * 1000, LIVES_KEEP_NS = 10000 * 1000 * 1000ll, LIVES_AGAIN_NS = 1000 * 1000 * 1000;
static const double LIVES_BYTES = 512e6;               /* rows of all tables of a run */

struct live_run {
	char id[LIVES_ID];
	struct live_view *view;            /* owned */
	struct live_view *before;          /* owned: of the process before, whose command loops were still at work when the run was taken up; NULL: none */
	bool alive;
	int64_t over_ns;                   /* since when it is not; 0: it is */
	struct live_now now;
	char state[LIVE_WORD], reason[LIVE_REASON];
	int loops;                         /* command loops that are at work, of the process before, too */
	uint64_t changes;                  /* of state, reason and loops */
	uint32_t generation;               /* of the tables: others than before */
	int64_t again_ns;                  /* they could not be made, and are tried again then; 0: they were */
	int ntable;
	struct history *table;             /* owned; one a table of the view */
	uint64_t *place;                   /* owned: rows taken of each */
	struct run_event event[LIVES_EVENTS];      /* number k in k mod LIVES_EVENTS */
	uint64_t nevent, event_place, event_lost;
	struct live_frame frame;
	uint64_t motion_place;             /* frames of motion, so far */
	int nvalue, nelement;
	float *value; unsigned char *yield;        /* owned; NULL: none */
	int viewers;
};

struct lives {
	struct web *web;                   /* borrowed */
	struct live_run *run[LIVES_MOST];  /* owned */
	int n;
	uint64_t changes;                  /* of the list */
	int64_t looked_ns;
	struct scout *scout;               /* owned; at work or not */
};

/* All live runs of the server, in memory of their own; the end of them; a look at folders and runs, now and then. */
int lives_init(struct lives **ret, struct web *w, struct err *e) MUST_CHECK;
void lives_fini(struct lives *l);
void lives_tick(struct lives *l, int64_t t_ns);
/* Follows a segment, which is the server's from now on: of a run that is not known yet, or of one whose process is gone, when it is taken up again; its viewers
 * go on with that. Otherwise, and without memory, it is closed, and found again. */
void lives_follow(struct lives *l, const char *id, struct live_view *view);
/* By its id; NULL: it does not publish. */
struct live_run *lives_find(const struct lives *l, const char *id);
/* The ids, as members of an open list. */
void lives_put_ids(const struct lives *l, struct jput *j);
/* {"state": {...}} of a run, whole. */
void lives_put_state(const struct live_run *r, struct jput *j);
/* Does a run publish now, in any of its states, process alive? */
bool lives_is_live(const struct live_run *r);
/* Command loops that still move or hold a specimen, whoever else is gone. One that has said nothing for LIVES_KEEP_NS does not. Any thread. */
int lives_loops(const struct live_view *v, int64_t t_ns);

/* POST /api/runs/ID/do: puts the wish into the mailbox; and has the answer come? Then r has one. A trip is set before anything is asked, and reaches command
 * loops without their process, too. */
void lives_do(struct request *r);
bool lives_answer(struct request *r, int64_t t_ns);

/* ---- wish.c: the words for the mailbox, out of the body of such a request. Any thread. ERR_FORMAT, ERR_UNKNOWN, ERR_ARGUMENT, ERR_RANGE. */
int lives_wish(const char *bytes, size_t n, char *ret_text, size_t size, struct err *e) MUST_CHECK;

/* ---- scout.c: the thread of folders looks for segments */
struct scout *scout_make(struct web *w);
void scout_free(struct scout *s);
/* Sends it out, unless it is. */
void scout_send(struct scout *s, const struct lives *l);
