/* The spectral radius of a small dense matrix: does an iteration contract? Set-up only (LAPACK); one thread. */
#pragma once

#include "base/err.h"

enum { RADIUS_WORK = 10 };   /* doubles of workspace a row */

/* Largest magnitude of an eigenvalue of a (n x n, rows or columns alike, destroyed); 0 for n = 0. work: RADIUS_WORK n.
 * ERR_NONFINITE when the matrix is not finite, ERR_CONVERGE when LAPACK gives up. */
int spectral_radius(int n, double *a, double *work, double *ret_radius) MUST_CHECK;
