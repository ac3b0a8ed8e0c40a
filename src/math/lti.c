/* The matrix exponential by scaling and squaring with its series, and the ticks of a linear system from it:
 *
 *   d/dt (x, u, u') = [A b 0; 0 0 1; 0 0 0] (x, u, u'),  one exponential of the whole  (C. Van Loan, Computing integrals involving the
 *   matrix exponential, IEEE Trans. Autom. Control 23(3), 1978, doi:10.1109/TAC.1978.1101743).
 */
#include "math/lti.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { SIZE = LTI_MAX + 2, TERMS = 18, HALVINGS_MOST = 60 };

/* largest sum of a row */
static double norm(int n, const double *a)
{
	double most = 0.0;

	for (int i = 0; i < n; i++) {
		double sum = 0.0;

		for (int j = 0; j < n; j++)
			sum += fabs(a[i * n + j]);
		most = fmax(most, sum);
	}
	return most;
}

/* The rest of the series after 18 terms is below (1/2)^19 / 19! = 2e-23. */
void mat_exp(int n, const double *a, double *ret_e)
{
	double x[SIZE * SIZE], next[SIZE * SIZE], factor = 1.0;
	int halvings = 0;

	for (double size = norm(n, a); size > 0.5 && halvings < HALVINGS_MOST; size *= 0.5, halvings++)
		factor *= 0.5;
	for (int i = 0; i < n * n; i++)
		x[i] = a[i] * factor;

	/* I + x (I + x/2 (I + x/3 (...))) */
	memset(ret_e, 0, (size_t)(n * n) * sizeof(double));
	for (int i = 0; i < n; i++)
		ret_e[i * n + i] = 1.0;
	for (int k = TERMS; k >= 1; k--) {
		mat_mul(n, n, n, x, ret_e, next);
		for (int i = 0; i < n * n; i++)
			ret_e[i] = next[i] / k + (i % (n + 1) == 0 ? 1.0 : 0.0);
	}
	for (int k = 0; k < halvings; k++) {
		mat_mul(n, n, n, ret_e, ret_e, next);
		memcpy(ret_e, next, (size_t)(n * n) * sizeof(double));
	}
}

void lti_tick(int n, const double *a, const double *b, double dt, double *ret_phi, double *ret_g0, double *ret_g1)
{
	double whole[SIZE * SIZE] = {0}, e[SIZE * SIZE];
	int m = n + 2;

	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			whole[i * m + j] = a[i * n + j] * dt;
		whole[i * m + n] = b[i] * dt;
	}
	whole[n * m + n + 1] = 1.0;   /* time in ticks: u' is u1 - u0 */
	mat_exp(m, whole, e);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			ret_phi[i * n + j] = e[i * m + j];
		ret_g1[i] = e[i * m + n + 1];
		ret_g0[i] = e[i * m + n] - ret_g1[i];
	}
}
