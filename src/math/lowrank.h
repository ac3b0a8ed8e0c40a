/* Systems (A + B D B') x = b with a factored A, few columns B and a diagonal D that changes often: a linear frame with
 * some members whose stiffness differs from the one that A was factored with.
 *
 * Life: setup once for B; base whenever A has been factored anew (m solves with A); change whenever D changes; solve
 * as often as wanted. change and solve work only with the columns whose D is not 0. Units are the caller's.
 * Memory is the arena's, taken at setup. One thread at a time.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

/* Solves with A in place; 0 or a code. */
typedef int lowrank_solver(void *context, double *x);

/* B by columns: column c has the entries value[start[c]] ... value[start[c+1]-1] in the rows row[...]. Copied. */
struct lowrank_columns {
	int n, m;
	const int *start, *row;
	const double *value;
};

struct lowrank;

/* solve_work: doubles that one solve with A reads (twice the entries of its factor); decides whether a second solve or
 * the stored A^-1 B corrects the answer. */
int lowrank_setup(struct lowrank **ret, const struct lowrank_columns *b, double solve_work, struct arena *mem, struct err *e) MUST_CHECK;

/* A has been factored: computes A^-1 B and B' A^-1 B. The solver is kept for lowrank_solve. D becomes 0. */
int lowrank_base(struct lowrank *w, lowrank_solver *solver, void *context) RT MUST_CHECK;

/* New D (m numbers of either sign). ERR_SINGULAR when A + B D B' is, *ret_column (may be NULL) then says at which column;
 * ERR_NONFINITE. After an error D is 0. */
int lowrank_change(struct lowrank *w, const double *d, int *ret_column) RT MUST_CHECK;

/* x := (A + B D B')^-1 x */
int lowrank_solve(struct lowrank *w, double *x) RT MUST_CHECK;
