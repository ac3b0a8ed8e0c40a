/* Reading a live segment (live.h): the side of whoever watches a run, and of the operator.
 *
 * A view is one thread's at a time; any number of views and processes may read one run. Nothing here blocks, nothing reaches the run but requests and the
 * trip. Everything that is copied out is whole. Reading allocates only in live_open and live_refresh.
 *
 *   live_open(&v, "runs/20261116-083647-14725", e)
 *   for (;;) {
 *       if (live_refresh(v, e) > 0) ...                 other tables than before: places of rows begin at 0 anew
 *       live_now(v, &now); live_alive(v)
 *       while ((n = live_rows(v, table, &place[table], most, row, &lost)) > 0) ...
 *   }
 */
#pragma once

#include "base/err.h"
#include "live/live.h"
#include "record/run_read.h"

#include <stdbool.h>

struct live_view;

/* folder: of the run. ERR_MISSING: it shows nothing (not begun, over and cleaned up, or run without --live); ERR_FORMAT: not such a segment, damaged, or of
 * another version; ERR_FILE: may not be read, or is not this user's. may_ask: maps the mailbox for writing, else live_ask and live_trip refuse. */
int live_open(struct live_view **ret, const char *folder, bool may_ask, struct err *e) MUST_CHECK;
/* NULL is allowed. */
void live_close(struct live_view *v);

/* Removes what killed runs of this user left in memory; not that of runs, or of command loops, that live, nor the one
 * that this view shows (NULL: none). Blocks in the file system. */
void live_sweep(const struct live_view *but);

/* The front: pid, id, begun, realtime. Constant. */
const struct live_front *live_front(const struct live_view *v);
/* Number of the segment's file: one that the same run makes when it is taken up again has another, for as long as this view is open. 0: not known. */
uint64_t live_inode(const struct live_view *v);
/* Does the run's process live? (It holds a lock on the segment that ends with it, whatever ends it.) A system call. */
bool live_alive(const struct live_view *v);
/* The newest state, and why it is so. False: there is none yet. */
bool live_now(const struct live_view *v, struct live_now *ret);
bool live_why(const struct live_view *v, struct live_why *ret);
/* Command loops: how many there are; the newest word of one. */
int live_rigs(const struct live_view *v);
bool live_rig(const struct live_view *v, int i, struct live_rig *ret);
/* Is it at work: it has not ended, and its process is there? A system call. */
bool live_rig_works(const struct live_rig *r);
/* Command loops that are at work, whether the run's process lives or not: they have not ended, their processes are there, and they have spoken since then
 * (CLOCK_MONOTONIC; INT64_MIN: whenever). A system call each. */
int live_loops(const struct live_view *v, int64_t since_ns);
/* What the run is at, for all who tell of it. state: of live_state_name; "killed" where the process is gone without a last word, whatever its command loops are
 * at. reason: why, and of a killed run what each of these loops does. now, alive: as live_now and live_alive gave them. A system call a loop. */
enum { LIVE_WORD = 24, LIVE_REASON = 640 };
void live_words(const struct live_view *v, const struct live_now *now, bool alive, char ret_state[LIVE_WORD], char ret_reason[LIVE_REASON]);

/* Maps the tables that are there now. 1: they are others than before (all pointers of the old ones are dead, all places begin at 0), 0: the same,
 * negative: a code. */
int live_refresh(struct live_view *v, struct err *e) MUST_CHECK;
/* Part of the tables at hand: 1 is record.h5, 2 the next, counted within this run; 0: none yet. */
uint32_t live_part(const struct live_view *v);
int live_tables(const struct live_view *v);
/* As of a record (record/run_read.h); rows is -1. Lives until the tables change. */
const struct run_table_info *live_table(const struct live_view *v, int i);
/* Rows that the run has given so far. */
uint64_t live_rows_count(const struct live_view *v, int table);
/* Copies up to `most` rows from row *place on, which moves on; answers how many. *lost grows by rows that were gone before they were read. */
int live_rows(const struct live_view *v, int table, uint64_t *place, int most, double *ret_x, uint64_t *lost);
/* Events of the whole run (not of a part), as the record has them. */
bool live_event(const struct live_view *v, uint64_t *place, struct run_event *ret, uint64_t *lost);
/* Sizes of a frame of motion: nodes, values a node, elements. Zeros: none. */
void live_motion_size(const struct live_view *v, int *ret_nnode, int *ret_ndf, int *ret_nelement);
/* The newest frame, when there is one that is newer than frame *place - 1; *place becomes its number + 1. value: nnode x ndf, yield: nelement. */
bool live_motion(struct live_view *v, uint64_t *place, struct live_frame *ret, float *ret_value, unsigned char *ret_yield);

/* Puts a wish into the mailbox; its answer has ret_id. ERR_STATE: this view may not ask; ERR_LIMIT: the box is full; ERR_RANGE: too long, or no words. */
int live_ask(struct live_view *v, const char *who, const char *text, uint64_t *ret_id, struct err *e) MUST_CHECK;
/* The answer, once it is there. False: not yet (or so long ago that it is gone). */
bool live_answer(const struct live_view *v, uint64_t id, struct live_answer *ret);
/* At once, past the mailbox: every command loop trips in its next tick, the run in its step; so do those of all processes that the run was taken up from, and
 * to. Looks for their segments: blocks in the file system. ERR_STATE: this view may not. */
int live_trip(struct live_view *v, const char *who, struct err *e) MUST_CHECK;
