/* Central differences with velocities at half steps, shared by the methods that differ in the damping they see; private to this folder.
 *   M a = f(t) - F(u, v),   v(t + dt/2) = v(t - dt/2) + dt a,   u+ = u + dt v(t + dt/2)
 */
#pragma once

#include "integrator/explicit_common.h"

/* Slots on a struct explicit_step. damped: elements see the velocity of t - dt/2, otherwise none. */
int half_step_predict(struct explicit_step *s, struct problem *p, double dt, bool damped) RT;
int half_step_form(void *self, struct problem *p, enum stiffness which, struct err *e) RT;
int half_step_update(void *self, struct problem *p, const double *dx) RT;
int half_step_commit(void *self, struct problem *p) RT;
