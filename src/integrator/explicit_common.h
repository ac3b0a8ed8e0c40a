/* The step that explicit and operator-splitting methods share; private to this folder.
 *
 * From u, v, a at t_n the predictor is
 *   u~ = u + dt v + dt^2 (1/2 - beta) a,   v~ = v + dt (1 - gamma) a
 * and the one equation solved a step, with w the weight alpha_f and W the weight alpha_i of the new state,
 *   W M a+ + w gamma dt C a+ [+ w beta dt^2 K a+] = f_w - F_w - (1 - W) M a
 * where the bracket belongs to operator splitting, and f_w - F_w is either
 *   at the averaged state:    f(t + w dt) - F((1 - w) u + w u~, (1 - w) v + w v~)        (names without suffix)
 *   averaged at both ends:    w (f - F)(t + dt, u~, v~) + (1 - w) (f - F)(t)            (names with _TP)
 * In the first step (f - F)(t) is M a: a load that is not zero at the start does not act before the end of the first step, as it is with the
 * other form. Then u+ = u~ + beta dt^2 a+ and v+ = v~ + gamma dt a+. Operator splitting writes u~ for the old u in F (elements never saw
 * the old u itself) and adds K (u - u~) for the difference. Elements are asked once a step, at the predictor; they keep that
 * displacement when the nodes move on to u+, unless follow is set.
 *
 * struct explicit_step is the first member of a method's private struct, so that the functions below are its slots. A method that
 * predicts in its own way calls explicit_begin, changes s->u and s->v, and then explicit_place.
 */
#pragma once

#include "analysis/integrator_plugin.h"

struct explicit_step {
	double alpha_i, alpha_f, beta, gamma;   /* as above; filled by parse */
	bool split;                             /* operator splitting: the matrix has a stiffness */
	bool averaged;                          /* forces averaged at both ends */
	bool evaluate_start;                    /* (f - F)(t) of the first step is evaluated, not taken as M a */
	bool follow;                            /* elements are brought to u+ when the step is committed */
	enum stiffness which;                   /* stiffness of the split part, as the algorithm asked last */
	double dt;                              /* this step */
	double c1, c2, c3;                      /* u+ = u~ + c1 x, v+ = v~ + c2 x, a+ = c3 x for the solution x */
	int updates;                            /* corrections in this step */
	double *u, *v, *a;                      /* u~ then u+; v~ then v+; old acceleration as it enters the equation. owned: run arena */
	double *old;                            /* (f - F)(t) of the averaged form. borrowed: the state, or start */
	double *start, *work, *more;            /* owned: run arena */
};

/* One row of a parameter table for the option all of these methods know. */
#define EXPLICIT_FOLLOW(type) \
	{ "-updateElemDisp", PARAM_FLAG, offsetof(type, step.follow), false, 0, { 0.0, 0.0, false, false }, \
	  "elements see the corrected displacement at the end of the step" }

/* What methods that name a radius or four weights read; explicit_step comes first, as the slots expect. */
struct explicit_radius {
	struct explicit_step step;
	double first;                           /* first number given */
};

/* Tables of operator splitting: alpha <beta gamma> into a struct explicit_alpha_words, rhoInf | four weights into a struct explicit_radius. */
struct explicit_alpha_words {
	struct explicit_step step;
};
extern const struct param explicit_alpha_params[], explicit_radius_params[];

/* The integrator keeps one vector: u~ (splitting) or f - F (averaged), and the length of the last step. Before the first it is 0, and the vector holds nothing
 * yet, or EXPLICIT_BEGUN where it does (integrator_ops.start). */
enum { EXPLICIT_NHIST = 1, EXPLICIT_NREAL = 1, EXPLICIT_BEGUN = -1 };

/* The length of the step before one of dt; dt itself before the first. Methods that keep velocities of between two steps move them with it. */
double explicit_last(const struct problem *p, double dt) RT;

/* Slots. Each expects a struct explicit_step at self. */
int explicit_setup(void *self, struct problem *p, struct arena *run, struct err *e);
int explicit_predict(void *self, struct problem *p, double dt) RT;
int explicit_residual(void *self, struct problem *p, double *ret_r) RT;
int explicit_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int explicit_update(void *self, struct problem *p, const double *dx) RT;
int explicit_commit(void *self, struct problem *p) RT;

/* Parts of explicit_predict: coefficients and predictor into s; trial state and time from s. */
int explicit_begin(struct explicit_step *s, struct problem *p, double dt) RT;
int explicit_place(struct explicit_step *s, struct problem *p) RT;
/* Counts a correction: ERR_STATE when it is not the first of the step (algorithm Linear is required). */
int explicit_once(struct explicit_step *s) RT;
/* The slot start of averaged methods that evaluate (f - F)(t). */
int explicit_start(struct problem *p);
/* Trial = committed state with no acceleration, at the committed time. */
int explicit_at_start(struct problem *p) RT;
/* n doubles from the arena, or the report is filled. */
int explicit_vector(struct problem *p, struct arena *run, double **ret_x, struct err *e);
/* Largest (highest) or smallest eigenvalue omega^2 of K0 x = omega^2 M x by so many turns of Lanczos' method: never beyond the true one but for rounding.
 * Without unknowns 0, or INFINITY. Uses a slot; work, more: n each. */
int explicit_omega2(struct problem *p, int slot, bool highest, double *work, double *more, double *ret_omega2, struct err *e);
/* Factors M in a slot; a freedom without mass fills the report with what to do. */
int explicit_mass(struct problem *p, int slot, struct err *e);

/* Weights of the families that name a spectral radius rho at infinity: alpha_i = (2 - rho)/(1 + rho), alpha_f = 1/(1 + rho),
 * beta = 1/(1 + rho)^2, gamma = (3 - rho)/(2 (1 + rho)). Chung & Hulbert 1993, doi:10.1115/1.2900803 */
void explicit_weights(struct explicit_step *s, double rho) RT;

/* Parameters after the words are read; numbers left out are NAN. Each refuses a number of words that means nothing.
 * alpha alone or with beta and gamma: beta = (2 - alpha)^2/4, gamma = 3/2 - alpha. */
int explicit_alpha(struct explicit_step *s, const char *object, struct err *e);
/* rho alone, or alpha_i (first), alpha_f, beta, gamma. */
int explicit_rho_or_weights(struct explicit_step *s, double first, const char *object, struct err *e);
/* rho_b with alpha_f given, or alpha_i (first), alpha_f, beta, gamma: Hulbert & Chung 1996. */
int explicit_bifurcation(struct explicit_step *s, double first, const char *object, struct err *e);
