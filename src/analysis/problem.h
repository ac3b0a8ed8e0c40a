/* The problem: n unknowns and the operators on them. All that an integrator sees of a model.
 *
 *   residual  r = f(t) - F(u, v) - M a,   F contains restoring, damping and material viscous forces
 *
 * The problem maps unknowns to the nodes' freedoms (constraints), evaluates loads, elements and matrices,
 * and asks its engine to factor and solve. It is built for a model at the beginning of an analysis and rebuilt
 * when the model changes; all memory is taken then. State that survives a step (committed values, histories,
 * the integrator's own vectors) is in one block, struct state, which a memcpy copies.
 *
 * An integrator writes u, v, a (trial) and calls problem_moved(); it reads uc, vc, ac (committed at t_n). It keeps
 * nothing between steps except in the hist vectors it claimed, which it may write only in commit().
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "experiment/substeps.h"
#include "model/model.h"

#include <stdbool.h>

enum stiffness {
	STIFFNESS_TANGENT, STIFFNESS_INITIAL,
	STIFFNESS_LINEAR,           /* linear elements only: the others, and their stiffness-proportional damping, count nothing */
	STIFFNESS_BLEND             /* initial and tangent, each with the factor that problem_blend gave it */
};
enum operator {
	OPERATOR_M, OPERATOR_C, OPERATOR_K, OPERATOR_K0,   /* K: last formed tangent; C with it; K0: initial */
	OPERATOR_C_LINEAR, OPERATOR_K_LINEAR               /* linear elements only, modal damping included: what STIFFNESS_LINEAR forms */
};
enum { PROBLEM_SLOTS = 4 };

struct problem {
	int n;                          /* unknowns                                            */
	double *u, *v, *a;              /* trial at the integrator's collocation point         */
	double *uc, *vc, *ac;           /* committed at tc; integrators read only              */
	double tc;                      /* committed time                                      */
	double t;                       /* trial time, set by problem_time                     */
	double **hist;                  /* the integrator's vectors in the state block         */
	double *hist_real;              /* the integrator's scalars in the state block         */
	struct problem_core *core;      /* owned: run arena; maps, engine, groups              */
};

/* Sets the trial time: loads, prescribed displacements and dt of materials follow. */
int problem_time(struct problem *p, double t) RT;

/* After every change of u, v that elements shall follow. Cheap: they look when they are evaluated. */
void problem_moved(struct problem *p) RT;
/* Before a change of u, v that elements shall not follow (operator splitting, commanded displacements): they stay where they are now. */
void problem_hold(struct problem *p) RT;

/* The time at which specimens shall have reached what elements are given next. problem_time sets it to its own time; methods that
 * command several times in a step divide the step with it. */
void problem_instant(struct problem *p, double t) RT;
/* Where elements stand at the beginning of a step: 0 displacement, 1 velocity; n, of the state. Not uc, vc where a method has left them at a command. */
const double *problem_seen(const struct problem *p, int derivative) RT;
/* From now on elements with specimens answer with force and displacement as a consistent pair, q + K0 (d - d_measured). */
void problem_pair(struct problem *p, bool on);

/* Residual and its parts at the trial state. All n long, overwritten. ERR_NONFINITE when the answer is. */
int problem_residual(struct problem *p, double *ret_r) RT;    /* f - F - M a                    */
int problem_load(struct problem *p, double *ret_f) RT;        /* f(t), uniform excitation included */
int problem_resist(struct problem *p, double *ret_f) RT;      /* F(u, v)                        */

/* Is this the linear part of a structure on its own, whose other elements' forces are found elsewhere and are known here (interface/linear_part.h)? Methods
 * that ask elements in ways of their own then solve for that force once, with all of every increment; updates add up. Their other half is front_step. */
bool problem_alone(const struct problem *p) RT;
/* Is a step iterated until a test is passed? Not with algorithm Linear. */
bool problem_iterated(const struct problem *p);

/* The coupled part: elements that are not K u + C v with constant K and C, numerical or with a specimen, and the unknowns they touch.
 * The unknowns in rising order (owned by the problem); returns how many. */
int problem_coupled(const struct problem *p, const int **ret_unknown);
/* Force of the coupled part alone at the trial state, n long, zero elsewhere; of a linear part on its own the force that is known. Elements are evaluated
 * each time it is asked after problem_moved. */
int problem_resist_coupled(struct problem *p, double *ret_f) RT;
/* Initial stiffness, and damping as it is now, of the coupled part between its unknowns, m x m row-major. The trial displacement is the
 * committed one afterwards. */
void problem_coupled_stiffness(struct problem *p, double *ret_k);
void problem_coupled_damping(struct problem *p, double *ret_c);

/* Sub-steps of a step (experiment/substeps.h) at the specimen's own site. They can run there where they need nothing of the model but a matrix: one element
 * of the coupled part, with a specimen, whose force is what is measured.
 * PLACE_AUTO: they do where they can and the site is elsewhere, and where such a site cannot, a line says why, once (*said). PLACE_SITE refuses what cannot
 * (ERR_UNSUPPORTED). *ret_n: coordinates of the site; 0: sub-steps run here. object: who asks. Set-up: memory of the run. */
enum substep_place { PLACE_AUTO, PLACE_HERE, PLACE_SITE };
int problem_site(struct problem *p, enum substep_place wanted, const char *object, bool *said, struct arena *run, int *ret_n, struct err *e) MUST_CHECK;
/* Its gain, n x n, from that of the coupled unknowns: R G R', with d = R u. */
void problem_site_gain(const struct problem *p, const double *g, double *ret_g);
/* Runs the sub-steps of a step there. s is of the coupled unknowns: its x0, x1 and now are read, before is written. Time is the step's end afterwards, and
 * elements are next to be given where the sub-steps have ended. */
int problem_site_ramp(struct problem *p, const struct substep_gains *w, struct substeps *s) RT;

/* y = operator x. C is the damping matrix at the last formed (or, before, initial) stiffness. */
int problem_mul(struct problem *p, enum operator which, const double *x, double *ret_y) RT;

/* Assembles and factors ck K + cc C + cm M in a slot; which stiffness K (and stiffness-proportional C) means is said.
 * Slot 0 is what algorithms solve with. The same coefficients on a linear model are not factored again. */
int problem_form(struct problem *p, int slot, enum stiffness which, double ck, double cc, double cm, struct err *e) RT;

/* The factors of STIFFNESS_BLEND: K = initial K0 + current Kt. */
void problem_blend(struct problem *p, double initial, double current) RT;

/* x := slot's matrix^-1 x */
int problem_solve(struct problem *p, int slot, double *x) RT;
/* The same where the right-hand side is 1 at the unknown `in` and zero elsewhere, and only nout unknowns are wanted: costs less where they are few. */
int problem_solve_unit(struct problem *p, int slot, int in, int nout, const int *out, double *ret_x) RT;

/* Reference load for displacement control: derivative of f with respect to time at t (patterns that are not constant). */
int problem_load_rate(struct problem *p, double *ret_f) RT;

/* Index of the unknown behind a node's freedom, -1 when it is fixed or dependent. */
int problem_unknown(const struct problem *p, const struct node *n, int dof);

/* The model behind the problem, to find objects by tag at set-up. */
const struct model *problem_model(const struct problem *p);
