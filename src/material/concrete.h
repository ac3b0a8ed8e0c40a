/* The four numbers that both concretes begin with. */
#pragma once

#include "plugin.h"

struct concrete {
	double fpc, epsc0, fpcu, epscu;   /* as compression: negative */
};

/* Turns what was given without its sign into compression; refuses a crushing strain before that of the peak. */
int concrete_compression(struct concrete *x, const char *object, struct err *e) MUST_CHECK;
/* Tangent of virgin concrete, 2 fpc/epsc0. */
double concrete_modulus(const struct concrete *x) RT;
/* Stress and tangent of the curve of Kent and Park at a compressive strain:
 *   fpc (2 r - r^2), r = strain/epsc0, up to the peak; a line to (epscu, fpcu); fpcu beyond. */
double concrete_envelope(const struct concrete *x, double strain, double *ret_tangent) RT;
