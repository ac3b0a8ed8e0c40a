/* Actuators (expActuator): how a commanded motion becomes a motion.
 *
 * A command reaches an actuator in two stages. aim() sees the target of a step once, when it arrives. advance() sees the reference that runs
 * to it, tick after tick, under the force of the specimen, and answers the motion at the end of the tick. The plug-in's struct is constant;
 * each channel has nstate doubles of its own, which may hold numbers derived from the tick, too. Under velocity or acceleration control the
 * same actuator follows that quantity, and `x` of its answer is it.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "experiment/specimen.h"

#include <stdbool.h>
#include <stdint.h>

struct laboratory;

struct actuator_ops {
	const char *name, *brief, *cite;
	const char *example;                              /* words after the tag */
	const struct param *params;                       /* after the tag; read by the core before setup */
	bool position;                                    /* a position loop: it cannot follow velocity or acceleration */
	size_t size;
	/* Reads what the table could not. Memory: lab->arena. NULL: the table is enough. */
	int (*setup)(void *self, struct args *a, struct laboratory *lab, struct err *e);
	int (*nstate)(const void *self, double dt);       /* doubles a channel for this tick [s]; NULL: none */
	/* At rest at zero, ready for ticks of dt (0: there are none, only aim). h is zeroed before. NULL: zeros. */
	void (*start)(const void *self, double *h, double dt, uint64_t seed, uint64_t stream);
	double (*aim)(const void *self, double *h, double target) RT;     /* what it aims at instead; NULL: the target */
	/* One tick: the reference runs straight from the last one to `reference`; force: of the specimen at the beginning of the tick, as it acts
	 * against the motion. NULL: it is where the reference is. */
	void (*advance)(const void *self, double *h, double dt, double reference, double force, struct motion *ret) RT;
	double (*gain)(const void *self);                 /* x in the end for a constant reference of 1 and no force; NULL: 1 */
};

struct actuator {
	int tag;
	const struct actuator_ops *ops;
	void *self;                        /* owned: laboratory's arena */
};

/* An actuator at one channel of a rig. */
struct actuator_use {
	const struct actuator *actuator;   /* borrowed: laboratory; NULL: ideal */
	int nstate;
	double dt;                         /* tick [s]; 0: none */
	double *state;                     /* owned: laboratory's arena */
	double reference;                  /* at the end of the last tick */
	struct motion at;                  /* there */
};

enum { ACTUATOR_STATE_MOST = 4000000 };   /* doubles of one channel */

extern const struct actuator_ops *const actuator_table[];
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int actuator_build(struct laboratory *lab, const struct actuator_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* Takes the room; refuses an actuator that needs ticks where there are none, and one that needs too much room. actuator may be NULL. */
int actuator_use(struct actuator_use *u, const struct actuator *actuator, double dt, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
/* At rest at zero. */
void actuator_start(struct actuator_use *u, uint64_t seed, uint64_t stream);
double actuator_aim(struct actuator_use *u, double target) RT;
/* One tick; the answer is in u->at. */
void actuator_advance(struct actuator_use *u, double reference, double force) RT;
