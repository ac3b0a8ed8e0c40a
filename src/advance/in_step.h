/* Ways that advance the linear part within the step: its integrator runs on the linear part's own coordinates, once, and what implicit methods find
 * afterwards is added as W phi0: W is what a unit of it does to the increment the method solves for, - w A^-1 B with its matrix A and the weight w of
 * the forces at the end of the step.
 *
 * Memory: the arenas given. One thread. */
#pragma once

#include "interface/front.h"

struct in_step {
	double *w;       /* for every phase m rows of KERNEL_ROUND(n): a column of W each. owned: arena of in_step_arm */
	const double *now;     /* those of this step */
	const double **column; /* m: columns that count in this step, */
	double *weight;  /* and their forces */
	double *x;       /* n */
	struct state *before;  /* committed before the last step; NULL: not kept. owned: arena of in_step_keep */
};

/* For ways whose linear part ends a step before the front has accepted it: keeps what was committed before, from now on. */
int in_step_keep(struct in_step *s, const struct front *f, struct arena *mem) MUST_CHECK;
/* Nothing was before: the linear part was set anew. */
void in_step_begun(struct in_step *s, const struct front *f);
/* Is the linear part a step ahead of time t, the committed one? That step failed. */
bool in_step_ahead(const struct in_step *s, const struct front *f, double t) RT;
/* The last step has not been. */
void in_step_back(struct in_step *s, struct front *f) RT;
/* Before the steps: W and f->gain. */
int in_step_arm(struct in_step *s, struct front *f, struct arena *mem, struct err *e) MUST_CHECK;
/* As advance_ops' slots, for structs that begin with a struct in_step; end leaves the motion in the linear part. */
int in_step_begin(void *self, struct front *f, struct err *e) RT;
int in_step_correct(void *self, struct front *f, struct err *e) RT;
int in_step_end(void *self, struct front *f) RT;
