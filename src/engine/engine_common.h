/* What all engines share: checks of values, and matrices that turn out to be diagonal (an explicit method's lumped mass
 * in the pattern of the stiffness), which no engine factors. */
#pragma once

#include "analysis/engine.h"

/* A pivot that elimination has brought below this part of what it was counts as 0. */
#define PIVOT_VANISHED 1e-14

/* How a slot was factored. */
enum engine_form { ENGINE_EMPTY, ENGINE_DIAGONAL, ENGINE_CHOLESKY, ENGINE_LU };

/* The two ways of an engine: positive definite matrices, and all others. self is the engine's private struct. */
struct engine_ways {
	bool (*cholesky)(void *self, int slot, const double *value, int *ret_pivot) RT; /* false: not definite, at *ret_pivot */
	int (*lu)(void *self, int slot, const double *value, int *ret_pivot) RT;        /* 0 or ERR_SINGULAR, at *ret_pivot   */
	int (*solve_cholesky)(void *self, int slot, double *x) RT;
	int (*solve_lu)(void *self, int slot, double *x) RT;
};

struct engine_diagonal {
	int *place;      /* owned: run arena; where (i, i) is in the values */
	double *inverse; /* owned: run arena; ENGINE_SLOTS times n */
};

/* What every engine's private struct begins with. */
struct engine_base {
	const struct pattern_csc *p; /* borrowed: the problem's */
	struct engine_diagonal diagonal;
	enum engine_form form[ENGINE_SLOTS];
};

/* The slots factor and solve of all engines: diagonal matrices at once, then Cholesky where it goes, LU where it does not. */
int engine_factor(struct engine_base *b, const struct engine_ways *ways, int slot, const double *value, int *ret_pivot) RT;
int engine_solve(struct engine_base *b, const struct engine_ways *ways, int slot, double *x) RT;

int engine_diagonal_setup(struct engine_diagonal *d, const struct pattern_csc *p, struct arena *run, struct err *e) MUST_CHECK;
/* Finite values? ERR_NONFINITE otherwise. Sets *ret_diagonal. */
int engine_check(const struct pattern_csc *p, const double *value, bool *ret_diagonal) RT;
/* As the factor slot of the engines; *ret_pivot must be -1 before. */
int engine_diagonal_factor(struct engine_diagonal *d, const struct pattern_csc *p, int slot, const double *value, int *ret_pivot) RT;
void engine_diagonal_solve(const struct engine_diagonal *d, int n, int slot, double *x) RT;

/* Largest magnitude in each column of the whole matrix: what pivots of an LU factor are compared with. */
void engine_column_max(const struct pattern_csc *p, const double *value, double *ret_max) RT;
