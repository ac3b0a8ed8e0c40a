/* Dorka's sub-steps at the site: k commands and measurements of one step, without the network between them.
 *
 *   u_i = u0 (1 - i/k) + u0+ i/k + G_cc f_{i-1},   i = 1 .. k,   f_0 given, f_i = -(force measured at u_i)
 *
 * f is the force on the numerical part (minus what is measured in the specimen), as in integrator/dorka.c, and the arithmetic is that file's to the bit.
 * Pure: all that moves is behind the callback. Obon Santacana & Dorka 2012, 15WCEE.
 */
#pragma once

#include "base/base.h"

struct substeps {
	int n, k;                  /* components; sub-steps */
	const double *gain;        /* n x n, row by row */
	const double *u0, *u1;     /* u0 at the beginning and at the end of the step */
	const double *f0;          /* force on the numerical part at the beginning */
	double *u, *f;             /* work, n each: after the call the last command, and f_k */
	double *before;            /* work, n: after the call f_{k-1} */
};

/* Goes to u (n) in sub-step i of k, and measures: n forces in the specimen's sign. Anything but 0 stops. */
typedef int substeps_move(void *self, int i, const double *u, double *ret_force);

int substeps_run(struct substeps *s, substeps_move *move, void *self) RT;
