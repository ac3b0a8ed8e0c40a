/* How late may the answer of a specimen be? Limits of delay and lag of linear hybrid tests.
 *
 * One mass:     m u'' + c u' + k_n u + k_e u(t - tau) = f
 * Many:         M u'' + C u' + K u + B D_e(u at t - tau) = f,   D_e(s) = K_e + s C_e + s^2 M_e between the r coordinates d = B' u of the specimens
 *
 * Units are the caller's, time included. Matrices are dense and row-major, borrowed for the call. Set-up only: memory comes from the arena given and LAPACK
 * is called; one thread. Nothing is written on failure.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

struct delay_loop {
	int n, r;
	const double *m, *c, *k;         /* n x n: the numerical part; freedoms without mass are allowed */
	const double *b;                 /* n x r */
	const double *ke, *ce, *me;      /* r x r: of the specimens; ce and me may be NULL: none */
};

struct delay_limit {
	double tau;                      /* the smallest delay with a motion that neither grows nor decays; INFINITY: none, whatever the delay */
	double omega;                    /* of that motion [rad/time]; 0 when tau is 0 or INFINITY */
};

/* One mass in closed form: (m w^2 - k_n)^2 + c^2 w^2 = k_e^2, tau = atan2(c w, m w^2 - k_n)/w, the smallest of its roots. m > 0, c >= 0, k_n + k_e > 0. */
struct delay_limit delay_critical_one(double m, double c, double kn, double ke);
/* Many freedoms. tau is 0 when the loop is unstable without any delay, or when the answer of freedoms without mass makes it so with the smallest.
 * ERR_RANGE: n or r < 1; ERR_NONFINITE; ERR_CONVERGE of LAPACK; ERR_MEMORY. */
int delay_critical(const struct delay_loop *l, struct arena *mem, struct delay_limit *ret, struct err *e) MUST_CHECK;
/* Predictive stability indicator of Maghareh et al.: log10(1000 tau), tau in seconds. */
double delay_indicator(double tau);

/* All stiffness tested, damping ratio xi: the delay above which the motion grows as an angle of the natural period [rad], tau w_n; and the magnitude of the
 * transfer function over the static displacement at rho = w/w_n with the angle phi of delay. */
double delay_critical_phase(double xi);
double delay_transfer(double xi, double rho, double phi);

/* An actuator that misses the share mu of each increment, so lags by mu dt: the motion of a mode grows above the lag 2 xi/w_n, exactly so in Newmark's explicit
 * method with gamma = 1/2. */
double lag_critical(double xi, double omega);
