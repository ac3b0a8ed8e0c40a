/* Data at the rate of a rig's ticks, for recorders: the newest rows of the step at hand.
 *
 * A row is a fixed number of doubles; the last one says how many rows were lost before it. Rows are written at ticks and read once the step is accepted;
 * the first command after that begins anew. When a
 * step has more rows than there is room, the newest stay and the others are counted. Where ticks are another process's, it pushes rows into
 * a ring (rows->out) and the reader's side collects them.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "base/ring.h"

#include <stdbool.h>
#include <stdint.h>

struct rows {
	double *x;                 /* owned: the arena of rows_setup */
	double *spare;             /* one row on its way into or out of the ring; the same */
	int columns, size, first, n;
	int64_t lost;              /* rows that found no room since the start */
	bool closed;               /* the step is accepted: the next command begins anew */
	struct ring *out;          /* borrowed: shared memory; NULL: rows stay here */
};

int rows_setup(struct rows *r, int columns, int size, const char *object, struct arena *mem, struct err *e) MUST_CHECK;
/* Room for the next row; rows_put when all but its last column is filled. */
double *rows_next(struct rows *r) RT;
void rows_put(struct rows *r) RT;
/* A command: after an accepted step the rows of that step are forgotten. */
void rows_begin(struct rows *r) RT;
/* The step is accepted. */
void rows_close(struct rows *r) RT;
/* Takes in what another process has pushed. */
void rows_collect(struct rows *r, struct ring *from) RT;
/* The same of commands beside the test: its rows are no rows of a step, and none of them is missed. */
void rows_drop(struct rows *r, struct ring *from) RT;
/* The name of a column of a rig with n channels, whose rows are: time; `name` (NULL-ended) of channel 1, of channel 2, ...; the targets; with one more column
 * the state of the controller (drive_state); what was lost. */
const char *rows_name(int column, int n, int columns, const char *const *name, char *ret_text, int size);
/* Row i of the step. */
const double *rows_at(const struct rows *r, int i) RT;
