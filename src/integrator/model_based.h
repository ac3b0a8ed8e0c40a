/* The step that explicit methods with model-based parameter matrices share; private to this folder.
 *
 *   v+ = v + dt A1 a,   u+ = u + dt v + (1/2 + gamma) dt^2 A1 a,   A1 = D^-1 M,   D = M + gamma dt C + beta dt^2 K0
 *   M [(I - A3) a+ + A3 a] + F_w = f_w,   A3 = D^-1 [(1 - W) M + (1 - w) (gamma dt C + beta dt^2 K0)]
 *
 * with W = alpha_i, w = alpha_f, the weights of the new state, and f_w, F_w as in explicit_common.h. No parameter matrix is ever
 * made. As D A3 = (1 - w) D + (w - W) M and E = D (I - A3) = w D + (W - w) M,
 *   A3 a = (1 - w) a + (w - W) A1 a   and   a+ = (I - A3)^-1 M^-1 r = [M^-1 r - (W - w) E^-1 r] / w
 * so that a step costs one solution with each of D, M and E, factored when dt changes. Where W = w = 1 (CR, Gui), a+ = M^-1 r.
 * As u+ - u is dt times the velocity of t + dt/2, v is that of t - gamma dt: after a step of another length h it is brought there, v + gamma (h - dt) A1 a.
 */
#pragma once

#include "integrator/explicit_common.h"

struct model_based {
	struct explicit_step step;
	double formed_dt;           /* dt that the slots were factored for, 0: none */
	double *h;                  /* A1 a. owned: run arena */
	double *y;                  /* M^-1 r. owned: run arena */
};

/* Methods that are named by their spectral radius at infinity, and the words of them. */
struct model_based_radius {
	struct model_based base;
	double rho;
};
#define MODEL_BASED_RADIUS \
	{ "rhoInf", PARAM_REAL, offsetof(struct model_based_radius, rho), true, 1, RANGE_UNIT, \
	  "spectral radius at infinity of the linear system; 1: no numerical damping" }
extern const struct param model_based_radius_params[];

/* Slots; each expects a struct model_based at self. */
int model_based_setup(void *self, struct problem *p, struct arena *run, struct err *e);
int model_based_predict(void *self, struct problem *p, double dt) RT;
int model_based_residual(void *self, struct problem *p, double *ret_r) RT;
int model_based_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int model_based_update(void *self, struct problem *p, const double *dx) RT;
int model_based_commit(void *self, struct problem *p) RT;
enum { MODEL_BASED_NREAL = 1 };    /* the length of the last step: explicit_last */
