/* What the integrator and a command loop share: the mailbox of targets, the mailbox of answers, rows of data, and a few words.
 *
 * The loop may be in another process (keeper.h): everything lies in memory that both have at the same address. The integrator writes targets and wishes,
 * the loop writes answers, at every tick; nobody waits for anybody. A target is taken once, by its number; an answer stays until the next
 * target is reached, so nothing is lost between them, however late one of them is.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/ring.h"
#include "base/snapshot.h"
#include "control/controller.h"
#include "control/limits.h"
#include "realtime/loop.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct link_target {
	int64_t number;            /* from 1, one more each time */
	double span;               /* ticks that the step lasts */
	struct command_target at[DEVICE_CHANNELS];
};

struct link_answer {
	int64_t number;            /* of the target reached last */
	int64_t tick;              /* that the loop has done */
	int64_t missed;            /* ticks that it skipped */
	int state;                 /* enum control_state */
	bool resting;              /* tripped, let go or ended, and nothing has moved in this tick */
	uint32_t acknowledged;     /* trips, so far */
	struct limits_trip trip;
	int64_t entered[CONTROL_STATES], spent[CONTROL_STATES];
	double command[DEVICE_CHANNELS];                 /* as they stand at this tick (drive_standing) */
	double reading[DEVICE_SLOTS][DEVICE_CHANNELS];   /* where that target was reached; before the first: at the start */
};

/* A number that is changed while the test runs: from the next tick on. */
enum tune_what { TUNE_DELAY, TUNE_COMPENSATOR, TUNE_CONTROLLER, TUNE_LIMIT };
struct tune {
	int32_t what, channel;     /* enum tune_what; 0-based, of CONTROLLER none */
	uint64_t offset;           /* in what it is a number of: the compensator's words, struct controller_words, struct limits_words; of DELAY none */
	double value;
};

/* What the integrator asks for. A wish for rest is taken back before its trip is acknowledged. */
enum link_wish { LINK_RUN, LINK_REST, LINK_END };
/* Commands come one a tick through the ring `play`, in place of the controller's. */
enum link_play { LINK_SILENT, LINK_BARE, LINK_COMPENSATED };
/* How far the other process is. */
enum link_phase { LINK_STARTING, LINK_TICKING, LINK_REFUSED, LINK_ENDED };

struct link {
	struct snapshot target, answer;
	struct snapshot timing;            /* struct loop_report: from time to time, and whole once the loop has ended */
	struct ring rows;
	struct ring play, played;          /* commands beside the test, a row a tick: number of the playing, then n; displacements and forces at their ends:
	                                      that number, then 2 n. Rows of another number are left over from one that was broken off. */
	_Atomic int wish, phase;
	_Atomic int playing;               /* enum link_play */
	_Atomic uint32_t plays;            /* number of the playing at hand */
	struct ring tunes;                 /* struct tune */
	_Atomic uint64_t tuned;            /* of these, taken by the loop */
	_Atomic uint32_t acknowledged;     /* how often a trip was */
	_Atomic uint32_t kept;             /* trips whose black box is on the disk or cannot be: before that they are not acknowledged */
	struct guards guards;              /* that look at every row; made in the rest of this memory */
	_Atomic bool orphan;               /* the integrator's process is gone */
	struct err refused;                /* why it did not begin; valid in LINK_REFUSED */
	char file[256];                    /* of the black box; valid in LINK_ENDED, empty: none */
};

enum { LINK_PLAY_ROWS = 8192 };    /* ticks that are known ahead */
enum { LINK_TUNES = 256 };
enum { LINK_GUARD_ROOM = 8 << 20 };    /* bytes for guards: their windows */

/* Takes memory for the mailboxes of n channels, and for at least nrows rows of data. */
int link_setup(struct link *l, int n, int columns, int nrows, struct arena *mem, struct err *e) MUST_CHECK;
/* Bytes that link_setup takes, with its struct and the room for guards. */
size_t link_size(int n, int columns, int nrows);
