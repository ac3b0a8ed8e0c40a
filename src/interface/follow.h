/* Behind an analysis, for no plug-in: a thread that follows a test and knows the whole motion, some steps behind it.
 *
 *   step --(ring: what the way leaves, advance_ops.leave)--> thread: the whole motion (advance_ops.follow) --> display (display.h)
 *                                                                                                        \--> elements of -elastic (elastic.h)
 *
 * The step never waits: it copies a few numbers into a ring. A thread that cannot follow falls behind, and its motions say how far. What the ring has
 * overwritten meanwhile it takes from the history that the way keeps (advance_ops.past), or, where none is kept, leaves out. It runs at ordinary priority,
 * and less than that, on no processor that is kept for a command loop (an->loop_cpu), and computes what recover would: the same numbers, whoever asks first.
 *
 * The linear part belongs to whoever holds `owner`: the thread for a step at a time, the analysis while it brings the motion up to date itself
 * (follow_catch_up), so that nobody waits for a thread that sleeps. All functions: the thread of the analysis.
 */
#pragma once

#include "interface/front.h"

/* A patient analysis, which nothing drives against the clock, looks whether promises are kept after every so many steps, and nowhere else: so that it stops at
 * the same step whatever the thread had done by then. No more than the shortest ring holds. */
enum { FOLLOW_LOOK = 32 };

struct follow;

/* Before a step: starts or ends the thread as displays and promises want it; nothing to do in most steps. ERR_MEMORY, ERR_STATE. */
int follow_adjust(struct front *f, struct err *e) MUST_CHECK;
/* Is there no thread because only recover knows the motion (advance_ops.leaves), and may steps wait for that? Then it is asked for after the step. */
bool follow_waits(const struct front *f) RT;
/* Steps at which it could not look whether a promise is kept: the thread did not follow, and the way keeps no history. */
int64_t follow_missed(const struct front *f);
/* Ends it; what it has not looked at stays so. */
void follow_stop(struct front *f);
/* A step was accepted. */
void follow_step(struct front *f) RT;
/* Goes through all steps that are left. 0, or the code of what failed. */
int follow_catch_up(struct front *f, struct err *e) MUST_CHECK;
/* The same at the end of a test, where it may take long: tells an->progress, and may be interrupted (ERR_INTERRUPTED). */
int follow_settle(struct front *f, struct err *e) MUST_CHECK;
