/* Specimens (expSpecimen): what stands in a virtual laboratory and resists when it is moved.
 *
 * A specimen is physical: advance() moves it for ever, there is no trial and no way back. It has n channels, each moved by one actuator,
 * and answers one force a channel, positive when it resists a positive displacement. It is one thing: it can be mounted in one rig, or inside
 * one other specimen, and keeps what it has gone through. The plug-in's struct is constant once made; what changes are nstate doubles.
 * Times are laboratory time [s]: the rig's clock. Everything else is in the model's units.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct laboratory;
struct model;
struct specimen;
struct table;

struct motion {                        /* of one channel */
	double x, v, a;                    /* displacement, velocity, acceleration in laboratory time */
};

struct specimen_claims {
	bool passive;                      /* in a closed cycle of motion it never gives energy */
	double amplitude, frequency_hz;    /* a motion that suits the example, for the suite; 0: 0.1 and 1 */
};

struct specimen_ops {
	const char *name, *brief, *cite;
	const char *example;               /* words after the tag. The suite has materials 1 (Elastic 100), 2 (ElasticPP 100 0.05),
	                                      specimens 1 (Material 1), 2 (Material 2) and the file replay.txt */
	const struct param *params;        /* after the tag; read by the core before setup */
	struct specimen_claims claims;
	size_t size;
	/* Reads what the table could not, finds what it needs, and sets sp->n when it is not one. Memory: lab->arena. NULL: the table is enough. */
	int (*setup)(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e);
	int (*nstate)(const void *self);             /* doubles; NULL: none */
	void (*start)(const void *self, double *h);  /* the state before the first motion; h is zeroed before. NULL: zeros */
	/* Moves to `to` (n channels), reached at laboratory time t after dt; dt may be 0. ret_f: n forces there.
	 * A code when it cannot go on (data that end). Written only on success. */
	int (*advance)(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f) RT;
};

struct specimen_holder {               /* what one is mounted in */
	const struct table *table;         /* of rigs or of specimens; borrowed: laboratory; NULL: nothing */
	int tag;                           /* there */
	const void *object;                /* the rig or specimen itself: another one may get its tag; borrowed: laboratory's arena */
};

struct specimen {
	int tag;
	const struct specimen_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	int n;                             /* channels */
	int nstate;
	double *state;                     /* owned: laboratory's arena */
	struct specimen_holder holder;     /* that mounted it last; see specimen_held */
};

enum { SPECIMEN_CHANNELS = 64 };       /* most of one specimen */

extern const struct specimen_ops *const specimen_table[];
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int specimen_build(struct laboratory *lab, const struct model *m, const struct specimen_ops *ops, struct args *a, struct err *e) MUST_CHECK;
/* Finds a specimen for a rig or specimen that is being made, and mounts it; refuses one that is mounted elsewhere. */
int specimen_mount(struct laboratory *lab, int tag, struct specimen_holder holder, const char *object, struct specimen **ret, struct err *e) MUST_CHECK;
/* The command that made what it is mounted in, "expControl" or "expSpecimen", and its tag; NULL: it is free, what mounted it was never finished or has been
 * removed. */
const char *specimen_held(const struct laboratory *lab, const struct specimen *sp, int *ret_tag);
/* advance() on its own state. */
int specimen_advance(const struct specimen *sp, double t, double dt, const struct motion *to, double *ret_f) RT;
