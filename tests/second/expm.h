/* The matrix exponential for tests, sharing no code with math/lti.c, and linear structures that are followed by it exactly.
 *
 * exp(A) by scaling and squaring with the diagonal Pade approximant of degree 13 (N. J. Higham, The scaling and squaring method for the matrix exponential
 * revisited, SIAM J. Matrix Anal. Appl. 26, 2005, doi:10.1137/04061101X). Matrices are row-major.
 */
#pragma once

enum { EXPM_MAX = 16, CHAIN_MAX = 4 };

/* exp(A), n at most EXPM_MAX. */
void expm(int n, const double *a, double *ret_e);
/* x := A^-1 x for m right sides (rows of x: n, columns: m), by elimination with exchange of rows; a is overwritten. */
void solve_many(int n, double *a, int m, double *x);

/* M a + C v + K u = b f(t), n at most CHAIN_MAX; f runs straight between points that are h apart. */
struct linear_structure {
	int n;
	double m[CHAIN_MAX], c[CHAIN_MAX][CHAIN_MAX], k[CHAIN_MAX][CHAIN_MAX], b[CHAIN_MAX];   /* masses are lumped */
};

struct motion { double u[CHAIN_MAX], v[CHAIN_MAX], a[CHAIN_MAX]; };

/* The motion from rest at points 0 .. npoint - 1: exact, by the exponential of the structure augmented by the load and its slope. */
void linear_motion(const struct linear_structure *s, double h, int npoint, const double *f, struct motion *ret);
