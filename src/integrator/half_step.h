/* Central differences with velocities at half steps, shared by the methods that differ in the damping they see; private to this folder.
 *   M a = f(t) - F(u, v),   v(t + dt/2) = v(t - dt/2) + dt a,   u+ = u + dt v(t + dt/2)
 * The state has v(t - h/2) and a(t - h) of the last step, of length h; for steps of another length v(t - dt/2) = v(t - h/2) + (h - dt)/2 a(t - h). So a change
 * of the step costs an error of second order, once.
 */
#pragma once

#include "integrator/explicit_common.h"

/* Slots on a struct explicit_step. damped: elements see the velocity of t - dt/2, otherwise none. */
int half_step_predict(struct explicit_step *s, struct problem *p, double dt, bool damped) RT;
int half_step_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int half_step_update(void *self, struct problem *p, const double *dx) RT;
int half_step_commit(void *self, struct problem *p) RT;
enum { HALF_STEP_NREAL = 1 };      /* the length of the last step: explicit_last */
