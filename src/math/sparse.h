/* Sparse matrices with one pattern and many sets of values.
 *
 * The pattern is compressed by columns, row indices rising; a symmetric one holds the lower triangle with the
 * diagonal. Assembly, combinations (c1 K + c2 C + c3 M) and products work on value arrays of pattern->nnz doubles;
 * engines copy from them into formats of their own.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>

/* A pivot that elimination has brought below this part of what it was counts as 0: of its 16 digits two at most are left. Cholesky
 * compares with the diagonal entry, L U with the largest entry of the column after scaling; the same in all factorisations. */
#define PIVOT_VANISHED 1e-14
/* Block elimination multiplies entries by each other before it divides (kernel_spd.inc): below this pivot they would underflow, without a word. L U scales. */
#define PIVOT_TINY 1e-140

struct pattern_csc {
	int n;
	int nnz;
	bool symmetric;
	int *start;   /* n + 1, owned: arena */
	int *row;     /* nnz, owned: arena   */
};

/* Builds the pattern from groups of unknowns that couple with each other (an element's unknowns): group g holds
 * unknown[begin[g]] ... unknown[begin[g+1]-1]. The diagonal is always present. */
int pattern_build(struct pattern_csc *ret, int n, bool symmetric, int ngroup, const int *begin, const int *unknown, struct arena *mem,
	struct err *e) MUST_CHECK;

/* Position of entry (i, j) in the value array; symmetric patterns accept both triangles; -1 when not in the pattern. */
int pattern_index(const struct pattern_csc *p, int i, int j);

/* A matrix prepared for fast products: rows with equal columns are grouped so that blocks of freedoms vectorise. */
struct spmul;
int spmul_prepare(struct spmul **ret, const struct pattern_csc *p, struct arena *mem, struct err *e) MUST_CHECK;
void spmul_values(struct spmul *m, const double *value) RT;          /* copies a value array in                */
void spmul_apply(const struct spmul *m, const double *x, double *ret_y) RT;  /* y = A x                   */

/* y = A x straight from a value array, no preparation; slower. */
void pattern_mul(const struct pattern_csc *p, const double *value, const double *x, double *ret_y) RT;

/* Orderings of a pattern: perm[new] = old. rcm reduces the bandwidth (George & Liu), amd the fill (SuiteSparse). */
int order_rcm(const struct pattern_csc *p, int *ret_perm, struct arena *mem, struct err *e) MUST_CHECK;
int order_amd(const struct pattern_csc *p, int *ret_perm, struct arena *mem, struct err *e) MUST_CHECK;
/* Half bandwidth of the pattern under a permutation (NULL: as it is). */
int pattern_bandwidth(const struct pattern_csc *p, const int *perm);
