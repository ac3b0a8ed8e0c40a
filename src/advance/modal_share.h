/* Modes that one process advances: all of them, or a share whose answers are summed up with those of others. Every mode is a scalar equation of its own,
 * so a share is a linear part like the whole, with fewer coordinates:
 *
 *   mu q'' + c q' + k q = F lambda(t) - R phi,   z = R' q          F: loads in modes, lambda: their factors; R: rows of Phi at the interface
 *
 * It runs in_step.h's functions, as the whole does, on a front of its own that has no problem and no elements.
 *
 * Memory: the arenas given. One thread. Nothing is allocated in a step. */
#pragma once

#include "advance/in_step.h"

/* Numbers of some modes. All borrowed. */
struct modal_numbers {
	int r;
	double *mu, *k, *c;              /* r each */
	bool damped, proportional;       /* c is not all zero; it is alpha mu + beta k */
	double alpha, beta;
};

/* Who moves them, all borrowed: integrator and its private struct, set up or not; what else it asks for is whether the algorithm iterates. */
struct modal_method {
	const struct integrator_ops *ops;
	const void *options;
	const struct algorithm_ops *algorithm;
};

/* Diagonal matrices in place of those that c has, and a solver for them; c->map.n is r. */
int modal_matrices(struct problem_core *c, const struct modal_numbers *w, struct arena *mem, struct err *e) MUST_CHECK;
/* Committed motion of nwatch unknowns, each a row of r in `watched`: u, v, a. */
void modal_motion(const struct linear_part *l, int nwatch, const double *watched, double *const ret_motion[MOTION_KINDS]) RT;

/* Parts of a state that other coordinates carry: u, v, a, then the integrator's own vectors, where they are motions or forces. */
double *modal_part(struct state *s, int k) RT;
/* How many of the latter; 0: the integrator begins them anew. */
int modal_past(const struct front *f) RT;
/* Its numbers go with its vectors, also where it has none: how many. */
int modal_reals(const struct front *f) RT;
/* Is part k a force? Its coordinates are Phi' x, and x = (K + sigma M) Phi q. */
bool modal_force(const struct front *f, int k) RT;

struct modal_share {
	struct in_step step;             /* first: in_step.h's functions find it */
	struct front front;              /* what in_step.h's functions read and write of one, no more */
	struct analysis an;              /* the same: its integrator */
};

/* Of these modes, whose interface is the port, rows of r, asked for so many kinds of motion; loads, sources and what else times say are those of `like`,
 * whose vectors are of r. The integrator's options are copied: pointers in them are not followed. */
int modal_share_make(struct modal_share *s, const struct problem_core *like, const struct modal_numbers *w, const struct port *port, int kinds,
	const struct modal_method *method, struct arena *mem, struct err *e) MUST_CHECK;
/* Ready for steps of dt from time t on; the motion is in the share's state already, where it is not zero. late: as the front's. */
int modal_share_arm(struct modal_share *s, double t, double dt, bool late, struct arena *mem, struct err *e) MUST_CHECK;
/* Rest; the motion that the caller writes next is modal_part of front.linear.c.state. */
void modal_share_rest(struct modal_share *s);
