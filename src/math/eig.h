/* Generalised eigenproblems K x = lambda M x, symmetric, M positive semi-definite.
 * Vectors are M-normalised (x'Mx = 1), eigenvalues rise. Massless freedoms give infinite eigenvalues, which are never returned. */
#pragma once

#include "math/sparse.h"

/* All finite modes or the lowest nmode of them, by LAPACK on dense copies (condensing first what has no mass, unknowns or axes of M).
 * ret_value: nmode; ret_vector: nmode rows of n. ret_found <= nmode: finite modes there are. ERR_LIMIT: more than 46340 unknowns. */
int eig_dense(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e) MUST_CHECK;

/* The lowest nmode (< n) modes, every copy of a multiple eigenvalue among them, by ARPACK in shift-invert mode with CHOLMOD, around 0, or around a negative
 * number below all eigenvalues where K is singular or indefinite. ERR_SINGULAR where there is none: what has no mass has no definite stiffness.
 * ERR_CONVERGE: not all were found, or one that was is none. Up to 2000 unknowns eig_dense is asked then. */
int eig_sparse(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector, int *ret_found,
	struct arena *mem, struct err *e) MUST_CHECK;
