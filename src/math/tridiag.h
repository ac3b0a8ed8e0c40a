/* Symmetric positive definite tridiagonal systems (chains), in an order given by the caller.
 * Memory is the arena's, taken at setup; the solver holds work space: one thread at a time. */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "math/sparse.h"

#include <stdbool.h>

struct tridiag {
	int n, middle;
	bool natural;        /* the order is the caller's own or its reverse: no permutation is needed */
	int *perm;           /* owned: arena; new to old */
	int *diagonal;       /* owned: arena; place of (i, i) in the values, new order */
	int *below;          /* owned: arena; place of (i + 1, i), -1: no entry */
	double *work;        /* owned: arena */
};

/* The pattern must be symmetric and have half bandwidth 0 or 1 under perm (new to old), which is copied. */
int tridiag_setup(struct tridiag *t, const struct pattern_csc *p, const int *perm, struct arena *mem, struct err *e) MUST_CHECK;
/* Doubles that one factor takes. */
size_t tridiag_size(const struct tridiag *t);
/* 0, or ERR_INDEFINITE when a pivot does not stay above PIVOT_VANISHED of its diagonal entry: *ret_pivot is the unknown. */
int tridiag_factor(const struct tridiag *t, const double *value, double *ret_factor, int *ret_pivot) RT MUST_CHECK;
/* x := A^-1 x */
void tridiag_solve(const struct tridiag *t, const double *factor, double *x) RT;
