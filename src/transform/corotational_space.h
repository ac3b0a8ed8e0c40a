/* The corotational transformation in space, apart from the plane one because of its length. Contracts as the slots of
 * struct transform_ops; the history holds the two nodal triads as quaternions and the rotations they belong to. */
#pragma once

#include "plugin.h"

enum { COROT_QUAT_I = 0, COROT_QUAT_J = 4, COROT_ROT_I = 8, COROT_ROT_J = 11, COROT_STATE = 14 };

/* Slots of transform_ops. */
void corot_space_start(const struct frame *f, double *h);
void corot_space_deform(const struct frame *f, double *ht, const double *u, double *ret_basic) RT;
void corot_space_force(const struct frame *f, const double *ht, const double *u, const double *q, const double *p0, double *ret_force) RT;
void corot_space_stiff(const struct frame *f, const double *ht, const double *u, const double *kb, const double *q, double *ret_k) RT;
