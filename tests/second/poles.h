/* Characteristic polynomials of the transient methods, written down from their published equations (methods 2; each function names its own), for one mode:
 * u'' + 2 xi omega u' + omega^2 u = 0, W = omega dt. Nothing of src/integrator is used.
 *
 * Displacements u of a run of free vibration obey  c[0] u(n) + c[1] u(n + s) + .. + c[degree] u(n + degree s) = 0,  s the stride: a method whose steps are of
 * two or three kinds in turn repeats after so many.
 */
#pragma once

#include <complex.h>
#include <stdbool.h>

enum { POLES_MAX = 4 };

struct polynomial {
	int degree, stride;
	double c[POLES_MAX + 1];
};

/* Coefficients of a method at W and xi; x: its own numbers. */
typedef void poles_fn(const double *x, double w, double xi, struct polynomial *ret);

struct poles_row {
	const char *name, *words;        /* integrator and its words */
	poles_fn *poles;
	double x[4];
};

/* Every transient row of integrator_table has at least one; the last has no name. */
extern const struct poles_row poles_table[];

/* All roots, by Durand and Kerner, and the largest modulus. */
void polynomial_roots(const struct polynomial *p, double complex *ret_x);
double polynomial_radius(const struct polynomial *p);
