/* Symmetric positive definite sparse systems: one pattern, many sets of values, fast solves.
 *
 * The unknowns are ordered by the caller and gathered in supernodes (columns with nearly the same rows below them);
 * elimination works on small dense matrices and leaves for each supernode one packed panel, from which a solve reads
 * forth and back once (spd.c has the equations). prepare does all that depends on the pattern only; factor and solve
 * neither allocate nor branch on the pattern's size. The prepared struct holds work space: one thread at a time.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "math/sparse.h"

struct spd;

/* perm[new] = old; it is refined (within what keeps the fill) and not needed afterwards. The pattern must be symmetric and
 * is borrowed. Scratch and result are the arena's. */
int spd_prepare(struct spd **ret, const struct pattern_csc *p, const int *perm, struct arena *mem, struct err *e) MUST_CHECK;

/* Work space for factor and solve, from the arena (prepare takes none, so that several orders may be compared). */
int spd_workspace(struct spd *s, struct arena *mem, struct err *e) MUST_CHECK;

/* Doubles that one factor takes, and the work space of all; the memory given to spd_factor must be aligned to 64 bytes, and hold numbers: solves read
 * what lies between panels, times 0. The arena's does. */
size_t spd_size(const struct spd *s);
size_t spd_work(const struct spd *s);

/* Estimated time of one solve and one factorisation, in nanoseconds (deterministic: a model, see spd_symbolic.c). */
double spd_solve_cost(const struct spd *s);
double spd_factor_cost(const struct spd *s);

/* 0, or ERR_INDEFINITE when a pivot does not stay above PIVOT_VANISHED of its diagonal entry and above PIVOT_TINY: *ret_pivot is the unknown. */
int spd_factor(struct spd *s, const double *value, double *ret_factor, int *ret_pivot) RT MUST_CHECK;
/* The same, and whether the factor has all its digits, which it has not where large penalties hold rigid bodies together (spd.c): take another factorisation
 * then. False: *ret_pivot is the unknown at which the matrix is not definite, -1 where roundings do not let that be told. Costs a solve and a product more
 * where there may be such bodies, else nothing. */
bool spd_factor_soundly(struct spd *s, const double *value, double *ret_factor, int *ret_pivot) RT;
/* x := A^-1 x */
void spd_solve(struct spd *s, const double *factor, double *x) RT;

/* Memory for spd_solve_few, from the arena: once, after spd_workspace. */
int spd_few_setup(struct spd *s, struct arena *mem, struct err *e) MUST_CHECK;
/* The unknowns `out` of A^-1 b, where b is given at the unknowns `in` and zero elsewhere; nin, nout <= n, no unknown twice in a list. Where the lists are
 * not those of the last call they are looked through, in time with n. */
void spd_solve_few(struct spd *s, const double *factor, int nin, const int *in, const double *b, int nout, const int *out, double *ret_x) RT;
