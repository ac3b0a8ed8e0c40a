/* What the two ways to eigenvalues share. Set-up only; memory from the arena that is given. */
#pragma once

#include "math/sparse.h"

/* Scales x to x'Mx = 1 and turns it so that its largest component (the first of nearly equal ones) is positive. work: n. */
void eig_normalise(const struct pattern_csc *p, const double *m, double *x, double *work);

/* The axes of a dense mass: D^-1/2 M D^-1/2 = Q W Q', D = diag M. ret_w: n, rising; ret_q: n x n, column-major; ret_null: how many, the first, are 0 but for
 * rounding. ERR_MEMORY; ERR_INDEFINITE: M is not positive semi-definite, or has a zero on its diagonal. */
int eig_mass_axes(int n, const double *mass, double *ret_w, double *ret_q, int *ret_null, struct arena *mem) MUST_CHECK;

/* F of M = F F', by columns. */
struct mass_root {
	int n, rank;
	int *start, *row;         /* rank + 1 and start[rank], owned: arena */
	double *value;            /* start[rank], owned: arena */
};

/* ret_small: M falls apart into small blocks; it has no root here where it does not. ERR_MEMORY; ERR_INDEFINITE as above. */
int eig_root(const struct pattern_csc *p, const double *m, struct mass_root *ret_f, bool *ret_small, struct arena *mem) MUST_CHECK;

/* y = F x (rank to n) and y = F' x (n to rank). */
void eig_root_mul(const struct mass_root *f, const double *x, double *ret_y);
void eig_root_tmul(const struct mass_root *f, const double *x, double *ret_y);
