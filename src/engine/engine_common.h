/* What all engines share: checks of values, and matrices that turn out to be diagonal (an explicit method's lumped mass
 * in the pattern of the stiffness), which no engine factors. */
#pragma once

#include "analysis/engine.h"

/* A pivot that elimination has brought below this part of what it was counts as 0. */
#define PIVOT_VANISHED 1e-14

/* How a slot was factored. */
enum engine_form { ENGINE_EMPTY, ENGINE_DIAGONAL, ENGINE_CHOLESKY, ENGINE_LU };

struct engine_diagonal {
	int *place;      /* owned: run arena; where (i, i) is in the values */
	double *inverse; /* owned: run arena; ENGINE_SLOTS times n */
};

int engine_diagonal_setup(struct engine_diagonal *d, const struct pattern_csc *p, struct arena *run, struct err *e) MUST_CHECK;
/* Finite values? ERR_NONFINITE otherwise. Sets *ret_diagonal. */
int engine_check(const struct pattern_csc *p, const double *value, bool *ret_diagonal) RT;
/* As the factor slot of the engines; *ret_pivot must be -1 before. */
int engine_diagonal_factor(struct engine_diagonal *d, const struct pattern_csc *p, int slot, const double *value, int *ret_pivot) RT;
void engine_diagonal_solve(const struct engine_diagonal *d, int n, int slot, double *x) RT;

/* Largest magnitude in each column of the whole matrix: what pivots of an LU factor are compared with. */
void engine_column_max(const struct pattern_csc *p, const double *value, double *ret_max) RT;
