/* Private to analysis/ and the ways to advance (src/advance): a step in which only the interface is computed.
 *
 *   phi = r(e) - K0 u - C0 v,   e = e0 + G phi        m coordinates (interface.h), r of all looped elements, numerical and with specimens
 *
 * Explicit methods need no iteration: e0 does not depend on phi, elements are asked once. Implicit ones iterate by Newton on the m coordinates with the
 * constant matrix G (front_newton.c), while the linear rest is solved once a step. Methods with sub-steps of their own (Dorka's) run them on the
 * interface (integrator_ops.front).
 *
 * The state block of the problem holds the present motion of watched unknowns; `behind` says that all others are those of an earlier step.
 * Whoever needs them calls front_whole first. One thread.
 */
#pragma once

#include "analysis/advance.h"
#include "analysis/core.h"
#include "analysis/linear_part.h"

enum { FRONT_POINTS = 3, FRONT_FORCES = 2, FRONT_OWN = 6 };

/* Newton's, from iteration to iteration and from step to step: the elements' tangents less the virgin ones, and the small system that was factored with
 * them. */
struct front_newton {
	double *dk, *dc;             /* nnz: of now. owned: arena, as all below */
	double *used_k, *used_c;     /* nnz: of the factor */
	int nchanged;                /* rows of the system; -1: there is none */
	int *changed;                /* m: coordinates in which tangents are not the virgin ones */
	double *rows;                /* dK G of these, m numbers each */
	double *factor;              /* m x m at most */
	int *pivot;
	double *g, *dx, *dphi;       /* m: defect; increments of the displacements and of phi */
	double *turned[MOTION_KINDS]; /* m columns of KERNEL_ROUND(m): gains */
	double ratio[MOTION_KINDS];  /* how many times the gain of the displacements they are; 0: they are not */
	int *changing;               /* m: where phi changes, by how much, and the columns of a gain there */
	double *weight, *change;
	const double **column;
	double *base[MOTION_KINDS];  /* m: e0 for no force */
	double *phi, *z[MOTION_KINDS], *due[MOTION_KINDS]; /* m, of the last commit: phi0, e0 with it, and what of it is due to phi0 */
};

struct front {
	struct analysis *an;         /* borrowed */
	struct problem_core *c;      /* borrowed: the problem */
	struct advance *way;         /* borrowed: analysis */
	struct linear_part linear;
	bool newton;                 /* the integrator is implicit */
	struct interface face;
	int m;                       /* its coordinates */
	int kinds;                   /* motions that elements are asked with: u, v, and a where there are specimens or sub-steps */
	const double *stiffness;     /* values of the linear part's stiffness in the unknowns. borrowed: its matrices */
	int nwatch;                  /* motion that is kept up to date: of the first nheld coordinates, then of unknowns */
	int nheld;                   /* those that are unknowns; all of them for methods with sub-steps */
	int *watch;                  /* nwatch: the unknown, -1: a deformation. owned: arena, as all below */
	double dt;                   /* armed for this step; 0: not armed */
	int horizon, done;           /* steps it is armed for; steps gone since */
	double offset[FRONT_POINTS]; /* time at the points of a step, from its beginning */
	bool apart;                  /* the method leaves elements elsewhere than the nodes */
	bool still;                  /* e1 and e2 are e0, as found by Newton's method */
	bool late;                   /* phi1 has a part in the equation */
	bool unloaded;               /* the problem's load vector is not that of the committed time */
	bool *known;                 /* unknowns of the problem: watched */
	bool behind;                 /* the motion of unknowns that are not watched is that of an earlier step */
	double *e[FRONT_POINTS][MOTION_KINDS];
	double *phi[FRONT_FORCES];
	double *motion[MOTION_KINDS]; /* nwatch */
	double *gain[MOTION_KINDS];  /* m x m, row by row: e[0] for a unit phi0 */
	double *asked[MOTION_KINDS]; /* m: where elements were asked last */
	double *seen[2];             /* m: the same, u and v, of the last commit */
	double *square;              /* m x m: factor of B' B, for methods that leave elements elsewhere than the linear part is; NULL: others */
	int *pivot;
	double *own[FRONT_OWN];      /* m each, zero at first: of methods with sub-steps, as long as the front lives */
	double *resist;              /* r at the point last asked */
	double *dx;                  /* m: work at set-up */
	struct front_newton newton_room;
};

/* Does the analysis advance by a front now? */
bool front_wanted(const struct analysis *an);
/* For the present problem and integrator, with this way to advance; memory from mem. Refuses what is not linear in phi. The integrator is set up on its
 * linear part. */
int front_make(struct analysis *an, struct advance *way, struct arena *mem, struct front **ret, struct err *e) MUST_CHECK;
/* The same as the analysis' own. */
int front_setup(struct analysis *an, struct err *e) MUST_CHECK;
/* What steps of dt look like, before the way is armed. */
int front_probe(struct front *f, double dt, int horizon, struct err *e) MUST_CHECK;
/* Before a step of dt, n of which are still to come in this call. */
int front_ready(struct front *f, double dt, int n, struct err *e) MUST_CHECK;
/* One step, committed. On failure the state is that of the last commit. Returns 0 or a code; ret_iterations: Newton's. */
int front_step(struct front *f, int *ret_iterations, struct err *e) RT;
/* The whole motion and the load vector are up to date afterwards. f may be NULL. */
int front_whole(struct front *f, struct err *e);
/* The same where this freedom of the problem is not known. */
void front_need(struct front *f, int dof);
/* The analysis has no front any more, and nobody will ask for the motion. */
void front_forget(struct analysis *an);
/* The same, but the whole motion is up to date. */
void front_drop(struct analysis *an);

/* Watched motion of a vector of the unknowns. */
void front_motion(const struct front *f, const double *x, double *ret_motion) RT;
/* The displacements that a looped element was asked with last, committed, into the core's el_u, el_v and el_uc; el_a is zero. False: it has no
 * deformations at the interface, or the motion of all unknowns is known anyway. */
bool front_element(const struct front *f, const struct view *v) RT;

/* Elements are taken to point k of the step and asked: r there into f->resist. ERR_NONFINITE. */
int front_ask(struct front *f, int k) RT;
/* Where they stand now is z (u, v, a) at time t from the beginning of the step. For methods with commands of their own. */
int front_ask_at(struct front *f, double *const z[MOTION_KINDS], double t) RT;
/* phi of the answer at z. */
void front_phi(const struct front *f, double *const z[MOTION_KINDS], double *ret_phi) RT;
/* front_take.c: interface and room, for a linear part with the looped elements' virgin matrices or without (shift). */
int front_take(struct front *f, bool shift, struct arena *mem, struct err *e) MUST_CHECK;
/* front_newton.c */
int front_newton_take(struct front *f, struct arena *mem) MUST_CHECK;
/* e[0] and phi[0] by Newton's method, from e[0] for phi0 = 0. Returns the iterations or a code. */
int front_newton(struct front *f, struct err *e) RT;
/* Gains are known: from no force on. What it has found is committed, or its step failed. */
void front_newton_begin(struct front *f);
void front_newton_end(struct front *f, bool committed) RT;

/* Initial stiffness, and damping as it is now, of the looped group between the interface's coordinates, m x m row by row. */
void front_matrices(struct front *f, double *ret_k, double *ret_c);
