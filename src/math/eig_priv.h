/* What the two ways to eigenvalues share. */
#pragma once

#include "math/sparse.h"

/* Scales x to x'Mx = 1 and turns it so that its largest component (the first of nearly equal ones) is positive. work: n. */
void eig_normalise(const struct pattern_csc *p, const double *m, double *x, double *work);
