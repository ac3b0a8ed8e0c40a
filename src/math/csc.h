/* Sparse matrices of any shape, compressed by columns, and the lists of entries they are made from.
 *
 * A list takes entries in any order, as files give them; a matrix has the rows of each column rising and no place twice. Everything lives in the
 * arena that is given. One thread at a time; set-up only.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "math/sparse.h"

#include <stdbool.h>

struct csc {
	int rows, cols;
	int *start;     /* cols + 1, owned: arena */
	int *row;       /* owned: arena */
	double *value;  /* owned: arena */
};

struct triplets {
	int rows, cols;
	bool mirrored;                  /* an entry off the diagonal stands for its mirror image, too */
	long n;
	struct arena *mem;              /* borrowed: caller */
	struct triplet_block *first, *last;  /* owned: arena */
};

/* An empty list; the shape is the caller's to write before csc_build. */
void triplets_init(struct triplets *t, struct arena *mem);

/* Appends an entry, from 0. ERR_MEMORY. */
int triplets_add(struct triplets *t, int i, int j, double x) MUST_CHECK;

/* The matrix of a list; entries of one place are summed in the order in which they came. ERR_MEMORY; ERR_LIMIT: more entries than an int counts. */
int csc_build(const struct triplets *t, struct arena *mem, struct csc *ret, const char *object, struct err *e) MUST_CHECK;

/* An entry; 0 where there is none. */
double csc_at(const struct csc *a, int i, int j);

/* A column of n numbers as the diagonal of a matrix. ERR_MEMORY. */
int csc_diagonal(const struct csc *column, struct arena *mem, struct csc *ret) MUST_CHECK;

/* The pair of entries of a square matrix that differ most, |a_ij - a_ji| over the largest of |a_ij|, |a_ji| and sqrt |a_ii a_jj|. Returns that share: 0 for a
 * symmetric matrix, whose pair is not written. ERR_MEMORY. */
int csc_asymmetry(const struct csc *a, double *ret_share, int *ret_i, int *ret_j) MUST_CHECK;

/* The transposed matrix. ERR_MEMORY. */
int csc_transpose(const struct csc *a, struct arena *mem, struct csc *ret) MUST_CHECK;

/* Is a symmetric matrix (lower triangle, values on the pattern) positive semi-definite, but for `slack` of its diagonal? *ret_i: a row that shows
 * that it is not, -1: it is. Sparse elimination of the matrix scaled to a unit diagonal; where that would take longer than work_ns (spd.h's
 * estimate) only what single entries tell is looked at: no negative diagonal, a_ij^2 <= a_ii a_jj. ERR_MEMORY and what the elimination reports. */
int csc_semidefinite(const struct pattern_csc *p, const double *value, double slack, double work_ns, int *ret_i, struct err *e) MUST_CHECK;
