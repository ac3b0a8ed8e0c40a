/* The black box of a command loop: every signal of the last ticks, kept in memory and written to disk when something has happened.
 *
 * A row a tick, in a ring that holds BLACKBOX_BEFORE_S before the event and as much of what follows as there is room for: the way to rest. The loop adds
 * rows; when it has come to rest somebody else writes the file, while no row is added (or on a copy). Text, so that it can be read
 * with anything: comment lines that say what happened and when, a line of names, a row a tick. The file is whole and on the disk, or not there.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { BLACKBOX_BEFORE_S = 1, BLACKBOX_AFTER_S = 15, BLACKBOX_HEAD = 4 };

struct blackbox {
	double *x;                 /* owned: the arena of blackbox_setup; size rows of columns */
	int n, columns;            /* channels */
	int64_t size;
	int64_t put;               /* rows added so far */
	int64_t event;             /* number of the row of the event; -1: nothing has happened */
	int64_t before;            /* rows kept from before it */
	bool closed;               /* nothing is added: somebody may be writing the file */
};

/* Columns: tick, laboratory time, state, tripped; then for each channel: target, command, sent, measured displacement, measured force. */
int blackbox_setup(struct blackbox *b, int n, double rate_hz, const char *object, struct arena *mem, struct err *e) MUST_CHECK;
/* Room for the next row (columns doubles), which counts at once. Once the rows after an event are full, or it is closed, none is added: NULL. */
double *blackbox_next(struct blackbox *b) RT;
/* Something happened at the row added last; the first event counts. */
void blackbox_mark(struct blackbox *b) RT;
/* The event is over: no row is added from now on, whatever else happens, until it is armed again. */
void blackbox_close(struct blackbox *b) RT;
/* The file was written: the next event counts again. */
void blackbox_rearm(struct blackbox *b) RT;

struct blackbox_words {
	const char *object;        /* "expControl 1" */
	const char *reason;        /* one line */
	const char *const *state;  /* names by number; NULL-ended */
	double rate_hz;
};

/* Writes the rows around the event (all there are when none is marked) to a new file "<stem>_<k>.csv", the first k from 1 that is free; ret_path: its
 * name. In a dry run it stands aside (base/aside.h), with numbers of its own. Blocks. ERR_FILE, also when every number up to 9999 is taken; as aside_write. */
int blackbox_write(const struct blackbox *b, const char *stem, const struct blackbox_words *w, char *ret_path, int size, struct err *e) MUST_CHECK;
