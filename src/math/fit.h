/* Least squares that are not linear: parameters p, each between two bounds, that make sum r_i(p)^2 smallest.
 *
 * Levenberg and Marquardt: (J'J + lambda diag J'J) dp = -J'r in units of the parameters' scales, with J by central differences. A parameter that its bound
 * holds (the gradient points outwards) is left out of the step; a step that leaves the box is cut back to it, coordinate by coordinate. lambda falls after
 * a step that lowers the sum and grows after one that does not.
 * Errors of the parameters: s^2 (J'J)^-1 with s^2 = sum r^2 / (m - free parameters); they hold for errors of the data that are independent from sample to
 * sample, and grow where the data say little about a parameter.
 * K. Levenberg, Quart. Appl. Math. 2 (1944); D. W. Marquardt, J. SIAM 11 (1963), doi:10.1137/0111030.
 * Set-up time: everything is taken from the arena given. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>

enum { FIT_PARAMETERS = 12 };

struct fit_parameter {
	double lo, hi;             /* p stays between */
	double scale;              /* > 0: a change of this size matters */
};

struct fit {
	int n, m;                  /* parameters, residuals: m > n >= 1 */
	const struct fit_parameter *parameter;
	void *ctx;
	/* Writes the m residuals at p, all finite. */
	void (*residual)(void *ctx, const double *p, double *ret_r);
	int steps_max;             /* at most so many steps that lower the sum */
	double floor;              /* ends when the residuals are no larger than this, in the mean of their squares: below it is rounding */
	double tolerance;          /* ends when a step lowers the sum by less than this part of it, and no parameter moves by more than
	                              its square root of a scale */
};

struct fit_result {
	double p[FIT_PARAMETERS], error[FIT_PARAMETERS];   /* error: one standard deviation; NaN for a parameter at its bound */
	bool bound[FIT_PARAMETERS];
	double rms;                /* of the residuals */
	int steps;
	bool converged;
};

/* From p. ERR_NONFINITE: residuals at the start are not finite; ERR_MEMORY. */
int fit_run(const struct fit *f, const double *p, struct arena *mem, struct fit_result *ret, struct err *e) MUST_CHECK;
