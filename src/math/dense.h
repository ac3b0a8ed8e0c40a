/* Small dense matrices for elements: row-major, sizes known at set-up, no BLAS, for its calls cost more than the work. Nothing
 * allocates or blocks; any thread. Outputs must not overlap inputs. */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

/* C = A B (n x k by k x m), y = A x, y = A' x, C = T' A T (A n x n, T n x m). */
void mat_mul(int n, int k, int m, const double *a, const double *b, double *ret_c) RT;
void mat_vec(int n, int m, const double *a, const double *x, double *ret_y) RT;
void mat_tvec(int n, int m, const double *a, const double *x, double *ret_y) RT;
void mat_congruence(int n, int m, const double *a, const double *t, double *ret_c) RT;
/* Solves A x = b in place for small A by LU with partial pivoting (a and b are destroyed, x in b). ERR_SINGULAR when a pivot is 0. */
int mat_solve(int n, double *a, double *b) RT;
/* Inverse by the same elimination, a destroyed; ERR_SINGULAR as above. */
int mat_invert(int n, double *a, double *ret_inverse) RT;
/* L U with partial pivoting in place, for many solutions with one matrix; pivot: n rows. ERR_SINGULAR as above. */
int mat_factor(int n, double *a, int *ret_pivot) RT;
void mat_factored_solve(int n, const double *lu, const int *pivot, double *x) RT;
