/* Points and weights on 0..1, for integrals along members. Set-up time. */
#pragma once

enum { QUADRATURE_MAX = 20 };

enum quadrature { QUADRATURE_LOBATTO, QUADRATURE_LEGENDRE };

/* Points in ascending order, weights that add up to 1.
 * Lobatto: 2 to QUADRATURE_MAX points with both ends, exact to degree 2n - 3; Legendre: from 1, to 2n - 1. */
void quadrature(enum quadrature rule, int n, double *ret_x, double *ret_w);
