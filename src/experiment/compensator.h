/* Compensators: what is sent to an actuator so that it is where it should be. One channel each, at every tick.
 *
 *   command to the actuator = apply(wanted displacement with velocity and acceleration, newest measured displacement)
 *
 * A compensator is constant; what it remembers and learns are nstate doubles of its place. `delay` is the delay that it is to take out,
 * given by its words or, where the place says so, by an on-line estimate. Off, or outside its limits, it hands the wanted displacement on.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct laboratory;

struct compensator_io {
	double x, v, a;           /* in: wanted now, per second of the laboratory           */
	double measured;          /* in: newest measured displacement                       */
	double delay;             /* in: estimate of the actuator's delay [s]; NaN: none    */
	double dt;                /* in: tick [s]                                           */
};

struct compensator_claims {
	double gain;              /* of a constant, 1 unless it says otherwise              */
	bool adaptive;            /* learns from what is measured                           */
	bool feedback;            /* uses the measured displacement                         */
};

struct compensator_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag */
	struct compensator_claims claims;
	size_t size;
	int (*setup)(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e);  /* NULL: the table is enough */
	int (*nstate)(const void *self, double dt);
	void (*start)(const void *self, double *h, double dt, double x);     /* at rest at x; h is zeroed before */
	double (*apply)(const void *self, double *h, const struct compensator_io *io) RT;
	/* What it has learnt, for recorders: number of values. NULL: nothing. */
	int (*learnt)(const void *self, const double *h, double *ret_x, int max);
};

struct compensator {
	int tag;
	const struct compensator_ops *ops;
	void *self;                        /* owned: laboratory's arena */
};

extern const struct compensator_ops *const compensator_table[];
const struct compensator_ops *compensator_find(const char *name);
int compensator_build(struct laboratory *lab, const struct compensator_ops *ops, struct args *a, struct err *e) MUST_CHECK;
