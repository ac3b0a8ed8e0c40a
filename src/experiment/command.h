/* Command generators: from targets, one a step, to a command at every tick of the controller. One channel each.
 *
 * A step lasts `span` seconds of the laboratory; the abscissa s runs from 0 at the last target to 1 at the next. While the next target is
 * not known the generator predicts from the targets so far; once it is known, at abscissa xi, it goes from where the command stands to
 * the target, which it reaches at s = 1. Then advance() makes that target the last one.
 *
 * Steps may have different lengths. While the target is not known the step is taken for as long as the last one. Targets on a straight line are followed
 * through steps of any length; other polynomials of the claimed degree again once the history is full of steps that are alike.
 *
 * A generator is constant; what it remembers are nstate doubles of its place. Velocities and accelerations are those of the targets
 * in test time; step is the test time of a step, so that v * step and a * step^2 are per step. Everything marked RT is bounded and takes no memory.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct laboratory;

struct command_target {
	double x, v, a;
	double step;              /* test time from the last target to this one [s]; 0: as before */
};

struct command_claims {
	int degree;               /* of the example: reproduces targets on polynomials of this degree exactly, once its history is full */
	int history;              /* of the example: targets that it looks back at */
	bool continuous;          /* no jump when the target becomes known */
	bool predicts;            /* moves while the target is unknown; false: holds */
	bool velocity, acceleration; /* uses those of the targets */
};

struct command_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag */
	struct command_claims claims;
	size_t size;
	int (*setup)(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e);  /* NULL: the table is enough */
	int (*nstate)(const void *self);
	/* Everything stands at x and has been there: no history yet. step: test time of a step [s]; 0: the targets say. h is zeroed before. */
	void (*start)(const void *self, double *h, double x, double step);
	/* The next target is known; the command stands at `now` at abscissa xi (0 <= xi < 1). */
	void (*target)(const void *self, double *h, const struct command_target *t, double now, double xi) RT;
	double (*predict)(const void *self, const double *h, double s) RT;   /* before it is known, 0 <= s <= 1; compensators look ahead to 1.8 */
	double (*correct)(const void *self, const double *h, double s) RT;   /* after, xi <= s <= 1; the target at s = 1 */
	void (*advance)(const void *self, double *h) RT;                     /* the target is reached: it is at s = 0 now */
};

/* A generator made by a script. */
struct command {
	int tag;
	const struct command_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	int nstate;
};

/* A generator at one channel. */
struct command_use {
	const struct command *command;     /* borrowed: laboratory; NULL: none */
	double *state;                     /* owned: laboratory's arena */
};

extern const struct command_ops *const command_table[];
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int command_build(struct laboratory *lab, const struct command_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* command may be NULL; the functions below need one. */
int command_use(struct command_use *u, const struct command *command, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
void command_start(struct command_use *u, double x, double step) RT;

/* The command through all targets, from rest at the first: `ticks` values a step, (n - 1) ticks + 1 in all. Each target becomes known at the first tick
 * whose abscissa is not less than `known`; 1: never within its step, so that everything is predicted. */
void command_path(struct command_use *u, int n, const struct command_target *t, int ticks, double known, double *ret_x) RT;
