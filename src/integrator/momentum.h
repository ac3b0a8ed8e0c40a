/* The momentum form of the equation of motion, shared by the methods that integrate it; private to this folder.
 *
 *   M v + C u + int r dt = int f dt,   unknown U = int u dt
 *
 * Newmark's relations for U, u and v (in place of u, v, a), with gamma = 1/2:
 *   U+ = U + dt u + dt^2/2 v + beta dt^2 (v+ - v),   u+ = u + dt/2 (v + v+)
 * The restoring impulse of a step is that of its mean displacement, dt r((U+ - U)/dt), exact for linear springs; the difference of two
 * momentum equations is then one for the change of velocity x = v+ - v,
 *   (M + dt/2 C + beta dt^2 K) x = int f dt - dt F(u + dt/2 v, v)
 * beta = 0 is explicit; beta = 1/4 is operator splitting (implicit for K, elements asked at the predictor). Neither the acceleration nor the force
 * at one instant enters: the load is integrated over the step by the trapezoidal rule on n points, so that short pulses between
 * steps, and noise, are averaged and not sampled. a+ = x/dt is only reported.
 */
#pragma once

#include "integrator/explicit_common.h"

struct momentum {
	struct explicit_step step;  /* beta, split; u, v: values at t + dt */
	int points;                 /* intervals of the load's quadrature in a step */
	double *impulse;            /* int f dt over the step. owned: run arena */
};

#define MOMENTUM_POINTS \
	{ "-points", PARAM_INT, offsetof(struct momentum, points), false, 4, { 1.0, 1000.0, false, false }, \
	  "intervals in which the load is integrated over a step" }

/* Slots; each expects a struct momentum at self. */
int momentum_setup(void *self, struct problem *p, struct arena *run, struct err *e);
int momentum_predict(void *self, struct problem *p, double dt) RT;
int momentum_residual(void *self, struct problem *p, double *ret_r) RT;
int momentum_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int momentum_update(void *self, struct problem *p, const double *dx) RT;
int momentum_commit(void *self, struct problem *p) RT;
