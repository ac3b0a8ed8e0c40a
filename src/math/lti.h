/* Linear systems with constant coefficients, x' = A x + b u, followed exactly from tick to tick.
 *
 * Sizes at most LTI_MAX. Matrices row-major. Nothing allocates or blocks; any thread.
 */
#pragma once

#include "base/base.h"

enum { LTI_MAX = 16 };   /* states */

/* exp(A), n at most LTI_MAX + 2. */
void mat_exp(int n, const double *a, double *ret_e) RT;
/* One tick of dt with an input that runs straight from u0 to u1:  x+ = Phi x + g0 u0 + g1 u1.  b, g0, g1: n; Phi: n x n. */
void lti_tick(int n, const double *a, const double *b, double dt, double *ret_phi, double *ret_g0, double *ret_g1) RT;
