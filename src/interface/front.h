/* Behind an analysis, for the driver and the ways to advance (src/advance): a step in which only the interface is computed.
 *
 *   phi = r(e) - K0 u - C0 v,   e = e0 + G phi        m coordinates (interface.h), r of all looped elements, numerical and with specimens
 *
 * Explicit methods need no iteration: e0 does not depend on phi, elements are asked once. Implicit ones iterate by Newton on the m coordinates with the
 * constant matrix G (front_newton.c), while the linear rest is solved once a step. Methods with commands of their own (Dorka's sub-steps, a fixed number of
 * iterations, limited increments) run them on the interface (integrator_ops.front_step); what they need of a solution with the whole matrix is an increment
 * of m coordinates (front_increment.c). Where coefficients change from step to step, G is that of the step's phase (integrator_ops.phase).
 *
 * The state block of the problem holds the present motion of watched unknowns; `behind` says that all others are those of an earlier step.
 * Whoever needs them calls front_whole first. One thread; another one may follow the steps behind (follow.h).
 */
#pragma once

#include "analysis/advance.h"
#include "equations/core.h"
#include "interface/linear_part.h"

enum { FRONT_POINTS = 3, FRONT_FORCES = 2, FRONT_OWN = 6, FRONT_PHASES = 3 };

/* Newton's, from iteration to iteration and from step to step: the elements' tangents less the virgin ones, and the small system that was factored with
 * them. */
struct front_newton {
	double *dk, *dc;             /* nnz: of now. owned: arena, as all below */
	double *used_k, *used_c;     /* nnz: of the factor */
	int nchanged;                /* rows of the system; -1: there is none */
	int phase;                   /* of the step that it was made for */
	double *kept_k, *kept_c;     /* nnz: tangents of the system at the last commit, and was there one, of which phase */
	bool kept;
	int kept_phase;
	int *changed;                /* m: coordinates in which tangents are not the virgin ones */
	double *rows;                /* dK G of these, m numbers each */
	double *factor;              /* m x m at most */
	int *pivot;
	double *g, *dx, *dphi;       /* m: defect; increments of the displacements and of phi */
	double *turned[FRONT_PHASES][MOTION_KINDS]; /* m columns of KERNEL_ROUND(m): gains */
	double ratio[FRONT_PHASES][MOTION_KINDS];   /* how many times the gain of the displacements they are; 0: they are not */
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
	bool driven;                 /* prescribed motions or member loads change forces of elements at coordinates that rest */
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
	bool held;                   /* e2 is the last command of a method with commands of its own, which says so in front_form */
	bool late;                   /* phi1 has a part in the equation */
	bool unloaded;               /* the problem's load vector is not that of the committed time */
	bool *known;                 /* unknowns of the problem: watched */
	bool behind;                 /* the motion of unknowns that are not watched is that of an earlier step */
	bool ended;                  /* the way has ended this step; motion is that of its end */
	struct follow *follow;       /* the thread behind the test; NULL: none. owned: analysis' following */
	double *e[FRONT_POINTS][MOTION_KINDS];
	double *phi[FRONT_FORCES];
	double *motion[MOTION_KINDS]; /* nwatch */
	double *before[MOTION_KINDS]; /* the same at the beginning of the step */
	int phases, phase;           /* kinds of steps, and that of this one: see integrator_ops.phase */
	double *gain[MOTION_KINDS];  /* m x m, row by row: e[0] for a unit phi0, in this step: those of its phase */
	double *gain_of[FRONT_PHASES][MOTION_KINDS];
	double *asked[MOTION_KINDS]; /* m: where elements were asked last */
	double *seen[2];             /* m: the same, u and v, of the last commit */
	double *square;              /* m x m: factor of B' B, for methods that leave elements elsewhere than the linear part is; NULL: others */
	int *pivot;
	double *own[FRONT_OWN];      /* m each, zero at first: of methods with sub-steps, as long as the front lives */
	double *resist;              /* r at the point last asked */
	double *dx, *dphi;           /* m: work at set-up */
	struct front_newton newton_room;
};

/* Does the analysis advance by a front now? */
bool front_wanted(const struct analysis *an);
/* front_refuse.c: ERR_UNSUPPORTED where integrator, algorithm or elements need all unknowns in every step, with what to take instead. */
int front_refuse(const struct analysis *an, const struct advance *way, struct err *e) MUST_CHECK;
/* For the present problem and integrator, with this way to advance; memory from mem. Refuses what is not linear in phi. The integrator is set up on its
 * linear part. */
int front_make(struct analysis *an, struct advance *way, struct arena *mem, struct front **ret, struct err *e) MUST_CHECK;
/* The same as the analysis' own. */
int front_setup(struct analysis *an, struct err *e) MUST_CHECK;
/* What steps of dt look like, before the way is armed. */
int front_probe(struct front *f, double dt, int horizon, struct err *e) MUST_CHECK;
/* Before a step of dt, n of which are still to come in this call. */
int front_ready(struct front *f, double dt, int n, struct err *e) MUST_CHECK;
/* The step that begins is of this phase. For ways to advance. */
void front_turn(struct front *f, int phase) RT;
/* One step, committed. On failure the state is that of the last commit. Returns 0 or a code; ret_iterations: Newton's. */
int front_step(struct front *f, int *ret_iterations, struct err *e) RT;
/* The whole motion and the load vector are up to date afterwards. f may be NULL. */
int front_whole(struct front *f, struct err *e);
/* The same where this freedom of the problem is not known. */
void front_need(struct front *f, int dof);
/* The same where it is not known, or not where elements stand in it: after a step that may be elsewhere than its node. */
void front_need_stand(struct front *f, int dof);
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
/* The same where specimens shall have reached z at another time, `instant` (problem_instant). */
int front_ask_by(struct front *f, double *const z[MOTION_KINDS], double t, double instant) RT;
/* They stay where the last step has left them (f->seen): r at its end. Before any other question of a step. */
int front_ask_still(struct front *f) RT;
/* phi of the answer at z. */
void front_phi(const struct front *f, double *const z[MOTION_KINDS], double *ret_phi) RT;
/* The forces at the coordinates that are x on all unknowns, where x came from coordinates; and x. */
void front_force_take(const struct front *f, const double *x, double *ret_phi);
void front_force_give(const struct front *f, const double *phi, double *ret_x);
/* The least change of a motion x of all unknowns by which its coordinates become z. For methods with sub-steps. */
void front_coordinates(struct front *f, const double *z, double *x) RT;
/* front_take.c: interface and room, for a linear part with the looped elements' virgin matrices or without (shift). */
int front_take(struct front *f, bool shift, struct arena *mem, struct err *e) MUST_CHECK;
/* front_newton.c */
int front_newton_take(struct front *f, struct arena *mem) MUST_CHECK;
/* e[0] and phi[0] by Newton's method, from e[0] for phi0 = 0. Returns the iterations or a code. */
int front_newton(struct front *f, struct err *e) RT;
/* Gains are known: from no force on. What it has found is committed, or its step failed. */
void front_newton_begin(struct front *f);
void front_newton_end(struct front *f, bool committed) RT;

/* Tangents of the looped group at the present point, between the interface's coordinates, m x m row by row; initial: of virgin stiffness. ERR_NONFINITE. */
int front_tangents(struct front *f, bool initial, double *ret_k, double *ret_c) RT;

/* front_increment.c, for methods that iterate themselves. The system of Newton's increments: owned by the arena given to front_system_take. */
struct front_system {
	double *k, *c;               /* m x m: tangents less those of the linear part */
	double *rows, *matrix;       /* m x m: k G_u + c G_v where that is not zero, and the factors of what is solved */
	double *right, *dphi;        /* m */
	double *phi;                 /* m: where elements were asked last, before an increment */
	int *changed, *pivot;        /* m */
	int n;                       /* rows that are not zero */
};
enum front_matrix { FRONT_TANGENT, FRONT_INITIAL, FRONT_KEPT };
int front_system_take(struct front_system *s, int m, struct arena *mem) MUST_CHECK;
/* k and c at the present point: of present tangents, or of initial stiffness and present damping. ERR_NONFINITE. */
int front_changes(struct front_system *s, struct front *f, bool initial) RT;
/* Newton's increment of the interface from any point z, where elements were asked last, with base the point for phi0 = 0; and the force of the linear part that
 * would be there afterwards. Solved with present tangents, with initial stiffness and present damping, or as the increment before. ERR_SINGULAR. */
int front_increment(struct front_system *s, struct front *f, double *const base[MOTION_KINDS], double *const z[MOTION_KINDS], enum front_matrix which,
                    double *const ret_dz[MOTION_KINDS], double *ret_phi) RT;
