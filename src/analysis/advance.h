/* Ways to advance the linear part of a structure from step to step, as the interface feels it. All give the same answer.
 *
 * The interface is where non-linear elements and specimens meet the linear part, m coordinates (interface.h). In a step elements are asked at up to three
 * places, and their force enters at most twice (linear_part.h says what phi is):
 *   e0  where the force phi0 of the equation of motion is found: predicted by explicit methods, where the iterations converge with implicit ones
 *   e1  after the solution, phi1 there: other velocities than e0 with explicit methods
 *   e2  where the step leaves elements
 * begin gives e0, with implicit methods for phi0 = 0: there e0 = e0(0) + gain phi0. correct takes phi0 and gives e1; end takes phi1, gives e2 and the
 * committed motion of the coordinates and unknowns that are watched. What happens between them is the front's affair (front.h).
 * Steps may be of several phases, which differ in coefficients and gains (integrator_ops.phase): begin says which this is (front_turn).
 *
 * A way that knows the whole motion only with a delay has it made by recover.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "base/param.h"

#include <stdint.h>

struct front;

/* A whole motion: time, unknowns, prescribed values. All borrowed. */
struct follow_motion { double t; const double *u, *v, *g, *gv; };

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
	 * more. Fills f->gain_of. Memory from mem, which is empty. */
	int (*arm)(void *self, struct front *f, struct arena *mem, struct err *e);
	/* Points have f->kinds motions each. Where f->still is said, correct and end may hand out e[0] as Newton's method left it. */
	int (*begin)(void *self, struct front *f, struct err *e) RT;   /* e[0]                                */
	int (*correct)(void *self, struct front *f, struct err *e) RT; /* phi[0] is known: e[1]               */
	int (*end)(void *self, struct front *f, struct err *e) RT;     /* phi[1] is known: e[2] and motion    */
	/* The step that end has ended was refused: the problem's state and its own are as before begin. NULL: its next begin looks by itself. */
	void (*back)(void *self, struct front *f) RT;
	/* The whole committed motion into the problem's state. NULL: end has done that. */
	int (*recover)(void *self, struct front *f, struct err *e);
	/* Beside recover: the same by a thread behind the test (follow.h). All NULL where recover is.
	 * leaves: how many numbers of a step it needs, -1: only recover knows the motion, which is elsewhere; leave: those of the step that was just accepted. */
	int (*leaves)(const void *self, const struct front *f);
	void (*leave)(const void *self, const struct front *f, double *ret_x) RT;
	/* On the analysis' thread, before it starts: *ret_step is the step it begins with, from 0 at arm; memory from mem. */
	int (*follow_from)(void *self, struct front *f, struct arena *mem, int64_t *ret_step, struct err *e);
	/* By the owner of the follower: the whole motion after the next step, which left x. */
	int (*follow)(void *self, struct front *f, const double *x, struct follow_motion *ret, struct err *e);
	/* What an earlier step left, of those that are 2 or more ago. NULL: not kept. */
	const double *(*past)(const void *self, const struct front *f, int step);
	void (*fini)(void *self);            /* idempotent; NULL: nothing to give back */
	/* Before measuring how long steps take: as arm, but quick, with numbers that mean nothing. NULL: arm is quick. */
	int (*rehearse)(void *self, struct front *f, struct arena *mem, struct err *e);
	/* Steps of the linear part that arm runs through, for an estimate of the time it takes. NULL: none to speak of. */
	double (*runs)(const void *self, const struct front *f);
	bool bounded;                        /* arm looks f->horizon steps ahead; beyond them it is armed again */
};

/* Rows that stand at the end of every way's params: analysis_engine reads them (engine_words.c). */
#define ADVANCE_PARAMS \
	{.name = "-elastic", .kind = PARAM_ROW, \
	 .help = "all, or {tags}: non-linear elements that stay in their virgin range and are taken as linear; the test stops when one does not"}, \
	{.name = "-tolerance", .kind = PARAM_ROW, .help = "by how much the force of such an element may differ from the linear one, of its size (default 1e-6)"}, \
	{.name = "-solver", .kind = PARAM_ROW, .help = "and the words of one: what factors and solves the linear part (default: chosen by cost)"}

struct advance {
	const struct advance_ops *ops;
	void *self;                          /* owned: analysis' parts; options, then what setup and arm made */
};

extern const struct advance_ops *const advance_table[];
const struct advance_ops *advance_find(const char *name);
/* One with the options of the words; words that are none are left to the caller. ERR_MEMORY, or the report of a bad option. */
int advance_make(const struct advance_ops *ops, struct args *a, struct arena *mem, struct advance *ret, struct err *e) MUST_CHECK;
