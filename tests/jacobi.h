/* Eigenproblems of 3 x 3 matrices for tests, sharing no code with math/eig.c. */
#pragma once

#include <math.h>

enum { JACOBI = 3 };

/* Jacobi's rotations: a symmetric matrix becomes diagonal, v its vectors by column. */
static inline void jacobi(double a[JACOBI][JACOBI], double v[JACOBI][JACOBI])
{
	for (int i = 0; i < JACOBI; i++)
		for (int j = 0; j < JACOBI; j++)
			v[i][j] = i == j;
	for (int turn = 0; turn < 90; turn++) {
		int p = turn % 3 == 2, q = turn % 3 == 0 ? 1 : 2;
		double angle = 0.5 * atan2(2.0 * a[p][q], a[q][q] - a[p][p]), c = cos(angle), s = sin(angle);

		for (int k = 0; k < JACOBI; k++) {
			double x = a[k][p], y = a[k][q], vx = v[k][p], vy = v[k][q];

			a[k][p] = c * x - s * y;
			a[k][q] = s * x + c * y;
			v[k][p] = c * vx - s * vy;
			v[k][q] = s * vx + c * vy;
		}
		for (int k = 0; k < JACOBI; k++) {
			double x = a[p][k], y = a[q][k];

			a[p][k] = c * x - s * y;
			a[q][k] = s * x + c * y;
		}
	}
}
