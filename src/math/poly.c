/* Lagrange's polynomials and their first two derivatives:
 *   L_i = prod_{j != i} (x - x_j)/(x_i - x_j),   L_i' = sum_k prod without k / (x_i - x_k),   L_i'' the same once more.
 */
#include "math/poly.h"

/* The product over j of (x - x_j)/(x_i - x_j) without j = i, and without j = k, l where those are not negative: 1/(x_i - x_k) stands there. */
static double product(int n, const double *node, double x, int i, int k, int l)
{
	double value = 1.0;
	for (int j = 0; j < n; j++)
		if (j != i)
			value *= (j == k || j == l ? 1.0 : x - node[j]) / (node[i] - node[j]);
	return value;
}

static double first(int n, const double *node, double x, int i)
{
	double sum = 0.0;

	for (int k = 0; k < n; k++)
		if (k != i)
			sum += product(n, node, x, i, k, -1);
	return sum;
}

static double second(int n, const double *node, double x, int i)
{
	double sum = 0.0;

	for (int k = 0; k < n; k++)
		for (int l = 0; l < n; l++)
			if (k != i && l != i && l != k)
				sum += product(n, node, x, i, k, l);
	return sum;
}

void lagrange_weights(int n, const double *node, double x, double *ret_w, double *ret_w1, double *ret_w2)
{
	for (int i = 0; i < n; i++) {
		if (ret_w)
			ret_w[i] = product(n, node, x, i, -1, -1);
		if (ret_w1)
			ret_w1[i] = first(n, node, x, i);
		if (ret_w2)
			ret_w2[i] = second(n, node, x, i);
	}
}
