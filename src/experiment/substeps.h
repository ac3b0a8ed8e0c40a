/* Dorka's sub-steps: k commands and measurements of one step, wherever they run, in the integrator or at the site of the specimen.
 *
 *   x_i = x0 (1 - i/k) + x0+ i/k + b_x G f_{i-1},   i = 1 .. k,   b = 1, b_v, b_a for displacement, velocity, acceleration
 *
 * x0 and x0+ are the motion at the beginning and at the end of the step without the specimen, f the force on the numerical part (minus what the specimen
 * measures), G what such a force does to the motion. With control by velocity (acceleration) what is below it is integrated from the motion at the
 * beginning by the trapezoidal rule. Everything is in the coordinates of whoever runs them: the coupled unknowns of the equations, or the basic
 * coordinates of an element. Both run these functions, so where coordinates agree one by one, so do the bits.
 * Obon Santacana & Dorka 2012, 15WCEE.
 *
 *   substeps_begin; while (substeps_next(s)) { go to s->now by s->instant, measure, s->f = - force; }
 *
 * Pure: nothing here moves, waits or allocates but substeps_take. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "experiment/signals.h"

#include <stdbool.h>

enum { SUBSTEP_MOTIONS = 3, SUBSTEPS_MOST = 10000 };  /* by SLOT_DISP, SLOT_VEL, SLOT_ACCEL */

enum substep_control { SUBSTEP_DISPLACEMENT, SUBSTEP_VELOCITY, SUBSTEP_ACCELERATION, SUBSTEP_CONTROLS };

struct substep_gains {             /* what is the same in all steps of one length */
	int n, k;                  /* components; sub-steps */
	enum substep_control control;
	bool single;               /* ramp and G f in single precision */
	double dt, b_v, b_a;
	const double *g;           /* n x n, row by row. borrowed */
};

struct substeps {
	const struct substep_gains *w;     /* borrowed; its n is that of every vector here */
	double t0, instant0;       /* time and test time (element.h) at the beginning of the step */
	/* Those of a motion that does not travel are NULL. Owned: the arena of substeps_take, or borrowed: whoever fills them. */
	double *x0[SUBSTEP_MOTIONS], *x1[SUBSTEP_MOTIONS];
	double *now[SUBSTEP_MOTIONS];      /* the motion at the beginning, then the command */
	double *f, *before;        /* f_i, at first that at the beginning; f_{i-1} */
	double *gf;                /* G f_{i-1} */
	int i;                     /* of the command in now; 0: none yet */
	double t, instant;         /* of it */
};

/* Room for n components of the motions that a trial of these sizes has. 0 or ERR_MEMORY. */
int substeps_take(struct substeps *s, const int trial_n[SLOTS], struct arena *mem);
/* Copies a step that has not begun: times, vectors, not the gains. Vectors that one of them lacks are left alone. */
void substeps_copy(const struct substeps *from, int n, struct substeps *to) RT;
/* May they be run with trials of these sizes: 1 to SUBSTEPS_MOST of at least one component, and what is controlled travels? */
bool substep_gains_good(const struct substep_gains *w, const int trial_n[SLOTS]);
void substeps_begin(struct substeps *s, const struct substep_gains *w) RT;
/* The next command into now, t and instant; false: all k are over. Reads f. */
bool substeps_next(struct substeps *s) RT;
/* The command as a trial, and what was measured at it as f; both have w->n of everything that travels. */
void substeps_put(const struct substeps *s, struct signals *trial) RT;
void substeps_get(struct substeps *s, const struct signals *out) RT;
/* G f. */
void substeps_feed(const struct substep_gains *w, const double *f, double *ret_gf) RT;
/* Where the motion stands that the last command follows by the equations: x0+ + b_x G f_{k-1}, with G f_{k-1} in gf. The command itself with control by
 * displacement. */
void substeps_end(struct substeps *s) RT;
