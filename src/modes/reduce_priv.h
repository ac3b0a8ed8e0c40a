/* Private to the reduction: the transformation and the equations it was made for. */
#pragma once

#include "equations/core.h"
#include "modes/reduce.h"

struct reduction {
	struct reduction_plan plan;   /* its lists are owned: reduction arena, as all below */
	/* the whole structure */
	int n, nsource;               /* unknowns, prescribed values (the first is the constant zero) */
	int *node, *dof;              /* n: tag and freedom of each unknown */
	struct pattern_csc pattern;   /* symmetric */
	double *k, *m;                /* initial stiffness and mass */
	double *ks;                   /* nsource rows of n: forces on the unknowns per unit of a prescribed value */
	/* u = t q + s g */
	int nkept, nmode;
	int *kept;                    /* nkept unknowns, rising */
	double *t;                    /* n rows of nkept + nmode */
	double *s;                    /* n rows of nsource */
	double *coordinate;           /* nmode rows of n: modal coordinates of a motion u - s g, by M-projection */
};

/* Fills t, s and coordinate from the rest. ret_pivot: the unknown where stiffness vanishes, with ERR_SINGULAR; ret_found: modes there are,
 * with ERR_RANGE. */
int reduction_basis(struct reduction *r, struct arena *mem, int *ret_pivot, int *ret_found, struct err *e) MUST_CHECK;

/* The lowest modes of k x = lambda m x, as math/eig.h says, by the method that suits the size. */
int reduction_modes(const struct pattern_csc *p, const double *k, const double *m, int nmode, double *ret_value, double *ret_vector,
	int *ret_found, struct arena *mem, struct err *e) MUST_CHECK;

/* T' a T as values of a full symmetric pattern of nkept + nmode unknowns. */
int reduction_project(const struct reduction *r, const double *a, const struct pattern_csc *full, double *ret_value, struct arena *mem) MUST_CHECK;
