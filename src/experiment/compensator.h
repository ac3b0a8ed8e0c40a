/* Compensators (expCompensator): what is sent to an actuator so that it is where it should be. One channel each, at every tick.
 *
 *   command to the actuator = apply(wanted displacement with velocity and acceleration, newest measured displacement)
 *
 * A compensator is constant; what it remembers and learns are nstate doubles of its place. The core sees to what is the same for all:
 *   off        the wanted displacement is handed on, bit for bit;
 *   limit      what is sent differs from what is wanted by no more than this; a result that is no number counts as nothing added, and from numbers
 *              that are none nothing is learnt;
 *   adaptive   an on-line estimate of the actuator's delay (delay_estimate.h) takes the place of the delay given by its words.
 * Times are laboratory time [s].
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "experiment/delay_estimate.h"

#include <stdbool.h>

struct laboratory;

/* What is wanted at the end of the tick, and ahead of it. */
struct compensator_wish {
	double x, v, a;                    /* displacement with its rates */
	double known;                      /* the path ahead is known for this time [s] */
	double (*ahead)(const void *path, double s) RT;   /* wanted s later, 0 <= s <= known; NULL when known is 0 */
	const void *path;                  /* borrowed: whoever asks */
};

struct compensator_io {
	struct compensator_wish wish;
	double measured;                   /* newest measured displacement: of the end of the last tick */
	double delay;                      /* estimate of the actuator's delay [s]; NaN: none, its own counts */
	double limit;                      /* most that may be added; inf: no limit */
	double dt;                         /* tick [s] */
};

struct compensator_claims {
	bool learns;              /* from what is measured */
	bool feedback;            /* what is measured comes back at once: a loop of its own, with its own limits of stability */
	bool ahead;               /* sends the command of its delay later: the delay must lie within what a step shows (compensator_reach) */
};

struct compensator_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag; read by the core before setup */
	/* Names of params, reals, that may be changed while it is used: read anew at every tick, and nothing follows from them at set-up. NULL-ended; NULL: none.
	 * The delay may be, whatever its name: delay() below. */
	const char *const *tunable;
	struct compensator_claims claims;
	size_t size;
	/* Reads what the table could not. Memory: lab->arena. NULL: the table is enough. */
	int (*setup)(void *self, struct args *a, struct laboratory *lab, struct err *e);
	/* Doubles a place for this tick [s]; delay_most: longest delay an estimate may give, 0 without. NULL: none. */
	int (*nstate)(const void *self, double dt, double delay_most);
	void (*start)(const void *self, double *h, double dt, double delay_most, double x);   /* at rest at x; h is zeroed before. NULL: zeros */
	double (*apply)(const void *self, double *h, const struct compensator_io *io) RT;
	/* The delay that it takes out [s], which an estimate may give instead; behind a pure delay of this size ramps arrive on time. NULL: none. */
	double (*delay)(const void *self);
	/* What it has learnt: writes at most COMPENSATOR_LEARNT numbers and answers how many. NULL: nothing. */
	int (*learnt)(const void *self, const double *h, double *ret_x) RT;
};

enum { COMPENSATOR_LEARNT = 4, COMPENSATOR_STATE_MOST = 4000000 };

struct compensator {
	int tag;
	const struct compensator_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	double limit;                      /* inf: none */
	bool off, adaptive;
	struct delay_words delay;          /* of the estimate */
};

/* A compensator at one channel. */
struct compensator_use {
	const struct compensator *compensator;   /* borrowed: laboratory; NULL: nothing is added */
	void *self;                        /* its words at this place, which may be tuned; owned: laboratory's arena */
	bool off;
	int nstate;
	double dt;                         /* tick [s] */
	double *state;                     /* owned: laboratory's arena */
	struct delay_estimate estimate;
	double tuned;                      /* delay that was given later, between steps [s]; NaN: that of its words */
};

/* A delay that lies beyond what a command generator shows of the way ahead. */
struct compensator_reach {
	const struct compensator *beyond;  /* borrowed: laboratory; NULL: none does */
	double delay, step;        /* [s of laboratory time] */
};

extern const struct compensator_ops *const compensator_table[];
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int compensator_build(struct laboratory *lab, const struct compensator_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* Takes the room; refuses a place without ticks, and one that needs too much room. c may be NULL. */
int compensator_use(struct compensator_use *u, const struct compensator *c, double dt, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
/* At rest at x. */
void compensator_start(struct compensator_use *u, double x);
/* One tick: what the actuator gets. */
double compensator_apply(struct compensator_use *u, const struct compensator_wish *wish, double measured) RT;
/* Asked before a step of this length [s of laboratory time] under a command generator or controller, which predict to 0.8 of a step and no further: 0, or
 * ERR_LIMIT for a compensator that sends what comes later than that. The delay is the one given by its words. compensator_reach_text says so to people. */
int compensator_reach(struct compensator_reach *r, const struct compensator_use *u, double step) RT;
void compensator_reach_text(const struct compensator_reach *r, char *ret_text, int size);
/* From now on nothing is added, until the next start. */
void compensator_off(struct compensator_use *u) RT;
/* From now on it takes out another delay [s]. Refused: none there, one without a delay, one that estimates it, a delay that its memory does not hold. Whoever
 * ticks it must stand still, or be told through its link. */
int compensator_tune(struct compensator_use *u, double delay, const char *object, struct err *e) MUST_CHECK;
/* The delay that it takes out now; NaN: none that could be tuned. */
double compensator_delay(const struct compensator_use *u);
/* The number at an offset of its words, of a param that is tunable; another one from the next tick on. */
double compensator_get(const struct compensator_use *u, size_t offset);
void compensator_set(struct compensator_use *u, size_t offset, double value) RT;
/* What it has learnt so far: an estimated delay, or the numbers of its row. ret_x: COMPENSATOR_LEARNT. */
int compensator_learnt(const struct compensator_use *u, double *ret_x) RT;
