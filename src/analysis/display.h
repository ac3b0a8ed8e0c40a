/* The display motion: displacements of all freedoms while a test runs, as often as a display wants them, whatever the engine.
 *
 * Whoever shows a moving structure says how often it looks (analysis_display) and reads the newest motion with the step and time that it is of
 * (display_read). A reader never waits for the test and the test never for a reader; what is read is one whole motion, the newest that is known.
 *   dense, band, sparse, condensed   know the whole motion in every step: the step's thread writes it when a period is over
 *   impulse                          a thread of its own runs the linear part behind the test (follow.h): it may be some steps `behind`
 *   modal                            the step leaves its modes when a period is over, a thread makes displacements of them
 *   modal -ranks                     after the step the motion is asked for when a period is over; not in tests against the clock, which do not wait for it
 * Periods are of the wall clock. What is written depends on the moment, what the test computes does not.
 *
 * Freedoms are numbered as in the model: freedom `dof` of a node is u[node->dof0 + dof]. When the model changes, their number may: display_read then says
 * false to a reader who asks for another number, and display_freedoms says the new one.
 *
 * Threads: analysis_display belongs to the thread of the analysis, display_read, display_count and display_freedoms to any, as long as the analysis lives
 * (analysis_fini).
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define DISPLAY_RATE_MAX 1000.0 /* Hz */

struct analysis;
struct display_room;

struct display_motion {
	int64_t step;              /* accepted steps of the analysis until then */
	int64_t behind;            /* steps that were accepted since, when it was written */
	double t;                  /* time of the analysis */
	int64_t n;                 /* freedoms */
	double u[];                /* of each */
};

struct display {
	_Atomic int64_t period_ns; /* 0: nobody looks */
	struct display_room *_Atomic room; /* the newest; NULL: none yet. owned: mem, as all rooms there ever were */
	int64_t due_ns;            /* of the step's thread */
	struct arena mem;
};

/* From now on so many motions a second, at most; 0: none. ERR_RANGE below 0 or above DISPLAY_RATE_MAX, ERR_MEMORY. */
int analysis_display(struct analysis *an, double rate_hz, struct err *e) MUST_CHECK;

/* Bytes of a motion of n freedoms. */
size_t display_bytes(int64_t n);
/* Freedoms of the motions that are written now; 0: none have been. */
int64_t display_freedoms(const struct display *d) RT;
/* Motions with this number of freedoms that were written so far: whether there is a new one, without a copy of it. */
uint64_t display_count(const struct display *d) RT;
/* Copies the newest motion, of n freedoms, to display_bytes(n) bytes. False: there is none yet, it has not n freedoms, or it was written again
 * and again meanwhile; then *ret holds nothing. */
bool display_read(const struct display *d, int64_t n, struct display_motion *ret) RT;

/* --- for those who advance the analysis --------------------------------------------------------------- */

struct problem_core;

/* Nobody looks; the end, when no reader is left. */
void display_init(struct display *d);
void display_fini(struct display *d);
/* Room for the motions of these equations, where somebody looks. The analysis' thread. */
int display_prepare(struct display *d, const struct problem_core *c, struct err *e) MUST_CHECK;
/* Is a period over since *due_ns was last set? Then it is set to the end of the next. Any thread, with a due_ns of its own. */
bool display_due(const struct display *d, int64_t *due_ns) RT;
/* Writes the motion of unknowns x and prescribed values g. One thread at a time, after display_prepare. */
void display_write(struct display *d, const struct problem_core *c, const struct display_motion *head, const double *x, const double *g) RT;
/* The committed motion of the analysis, where somebody looks, a period is over and the engine knows it in every step, or may be asked (follow_waits). */
void display_step(struct analysis *an) RT;
