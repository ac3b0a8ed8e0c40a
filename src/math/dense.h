/* Small dense matrices for elements (row-major, no BLAS) and large dense systems (over LAPACK, see struct dense).
 * Sizes of the small ones are known at set-up and at most ELEMENT_DOF_MAX. No allocation in RT functions. */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

/* Row-major helpers: C = A B (n x k by k x m), y = A x, y = A' x, C = T' A T (A n x n, T n x m). */
void mat_mul(int n, int k, int m, const double *a, const double *b, double *ret_c) RT;
void mat_vec(int n, int m, const double *a, const double *x, double *ret_y) RT;
void mat_tvec(int n, int m, const double *a, const double *x, double *ret_y) RT;
void mat_congruence(int n, int m, const double *a, const double *t, double *ret_c) RT;
/* Solves A x = b in place for small A by LU with partial pivoting (a and b are destroyed, x in b). ERR_SINGULAR when a pivot is 0. */
int mat_solve(int n, double *a, double *b) RT;
/* Inverse of a small matrix, a destroyed. */
int mat_invert(int n, double *a, double *ret_inverse) RT;
