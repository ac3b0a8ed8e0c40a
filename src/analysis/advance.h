/* Ways to advance the linear part of a structure from step to step, as the interface feels it. All give the same answer.
 *
 * The interface are the unknowns that non-linear elements and specimens touch, m of them. In a step elements are asked at up to three places, and
 * their force enters at most twice (linear_part.h says what phi is):
 *   e0  where the force phi0 of the equation of motion is found: predicted by explicit methods, where the iterations converge with implicit ones
 *   e1  after the solution, phi1 there: other velocities than e0 with explicit methods
 *   e2  where the step leaves elements
 * begin gives e0, with implicit methods for phi0 = 0: there e0 = e0(0) + gain phi0. correct takes phi0 and gives e1; end takes phi1, gives e2 and the
 * committed motion of the interface and of the unknowns that are watched. What happens between them is the front's affair (front.h).
 *
 * A way that knows the whole motion only with a delay has it made by recover.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "base/param.h"

struct front;

struct advance_ops {
	const char *name, *brief, *cite;
	const char *example;                 /* words that make a typical one; '|' separates several */
	const struct param *params;
	size_t size;                         /* private struct, zeroed, options read into it */
	/* After the options are read: refuses those that this program cannot have. NULL: all are well. */
	int (*check)(const void *self, struct err *e);

	/* NULL: the linear part in the unknowns as they are. Else, for a problem and an integrator: makes f->linear ready (linear_start) in
	 * coordinates of its choice. Memory from mem; also what it allocates elsewhere is given back by fini. Refuses what it cannot do. */
	int (*setup)(void *self, struct front *f, struct arena *mem, struct err *e);
	/* Before the first step, and when the step or the horizon changed: from the state of the problem on, steps of f->dt, f->horizon of them or
	 * more. Fills f->gain. Memory from mem, which is empty. */
	int (*arm)(void *self, struct front *f, struct arena *mem, struct err *e);
	int (*begin)(void *self, struct front *f, struct err *e) RT;   /* e[0]                                */
	int (*correct)(void *self, struct front *f, struct err *e) RT; /* phi[0] is known: e[1]               */
	int (*end)(void *self, struct front *f, struct err *e) RT;     /* phi[1] is known: e[2] and motion    */
	/* The whole committed motion into the problem's state. NULL: end has done that. */
	int (*recover)(void *self, struct front *f, struct err *e);
	void (*fini)(void *self);            /* idempotent; NULL: nothing to give back */
	/* Before measuring how long steps take: as arm, but quick, with numbers that mean nothing. NULL: arm is quick. */
	int (*rehearse)(void *self, struct front *f, struct arena *mem, struct err *e);
	/* Steps of the linear part that arm runs through, for an estimate of the time it takes. NULL: none to speak of. */
	double (*runs)(const void *self, const struct front *f);
	bool bounded;                        /* arm looks f->horizon steps ahead; beyond them it is armed again */
};

struct advance {
	const struct advance_ops *ops;
	void *self;                          /* owned: analysis' parts; options, then what setup and arm made */
};

extern const struct advance_ops *const advance_table[];
const struct advance_ops *advance_find(const char *name);
/* One with the options of the words; words that are none are left to the caller. ERR_MEMORY, or the report of a bad option. */
int advance_make(const struct advance_ops *ops, struct args *a, struct arena *mem, struct advance *ret, struct err *e) MUST_CHECK;
