/* Guards: what looks at a rig at every one of its rows and stops it there, in the tick in which a limit is reached, while the integrator may still wait for
 * the end of the step.
 *
 * A guard is somebody else's function and memory (monitoring/monitor_guard.c: a monitor with -stop). The list is the rig's. Where the ticks are another
 * process's (control/keeper.h), the list and `mem` lie in memory that both have at the same address, and whatever a guard points to must have been made
 * there, or before that process was. Guards are added one by one and taken off all at once, by the integrator's thread: the tick sees those that are whole.
 * One thread looks.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"

#include <stdatomic.h>
#include <stdbool.h>

/* One row of a rig, or one step of an element. */
struct monitor_tick {
	double t;                  /* laboratory time, or test time [s] */
	int n;                     /* channels */
	int stride;                /* of the next three, from channel to channel */
	const double *command, *measured, *force;
};

enum { GUARDS = 32, GUARD_WHAT = 80 };

/* Why a guard has stopped a rig. */
struct guard_stop {
	char what[GUARD_WHAT];     /* "monitor Tracking 3: stop: rms1 [length]" */
	double value, limit;
};

struct guard {
	/* A row: NULL, or why the rig must stop, which stays as it is until the next look. Called while nothing has tripped. */
	const struct guard_stop *(*look)(void *self, const struct monitor_tick *k) RT;
	void *self;                /* borrowed: whoever added it */
};

struct guards {
	struct arena mem;          /* given: what guards are made in; else: they may be made anywhere */
	_Atomic int n;             /* that are whole */
	struct guard at[GUARDS];
};

/* Adds one; false: the list is full. */
bool guards_add(struct guards *g, const struct guard *one);
/* Takes all of them off: whoever added them is gone. */
void guards_clear(struct guards *g);
/* All of them at a row, so that each has seen it; the first that stops counts. */
const struct guard_stop *guards_look(struct guards *g, const struct monitor_tick *k) RT;
