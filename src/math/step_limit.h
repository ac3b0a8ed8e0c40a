/* How long may a step be, and how many sub-steps does it need? Limits of explicit methods and of Dorka's sub-steps on linear hybrid tests.
 *
 * Units are the caller's, time included. Matrices are dense and row-major, borrowed for the call. Set-up only: memory comes from the arena given and LAPACK
 * is called; one thread. Nothing is written on failure.
 */
#pragma once

#include "math/delay.h"

/* The largest natural frequency of K x = w^2 M x [rad/time] among freedoms with mass (K positive semi-definite): the explicit methods (beta = 0, gamma = 1/2)
 * are stable for steps up to 2/w. 0: nothing moves. */
int explicit_frequency(int n, const double *k, const double *m, struct arena *mem, double *ret_omega, struct err *e) MUST_CHECK;

/* Dorka's sub-steps (displacement control, proportional error force P) with linear specimens. */
struct substep_plan {
	double dt, beta, gamma, p;
};
/* Growth of a step with k sub-steps: spectral radius of its amplification matrix; and that of G_cc K_s, which must stay below 1 for the sub-steps to contract.
 * Either may be NULL. l->ce and l->me are not used. Errors as delay_critical; ERR_SINGULAR: K + a1 C + a0 M. */
int substeps_growth(const struct delay_loop *l, const struct substep_plan *s, int k, struct arena *mem, double *ret_growth, double *ret_contraction,
                    struct err *e) MUST_CHECK;
/* The smallest number of sub-steps up to `most` whose step does not grow; 0: none. */
int substeps_critical(const struct delay_loop *l, const struct substep_plan *s, int most, struct arena *mem, int *ret_k, struct err *e) MUST_CHECK;
