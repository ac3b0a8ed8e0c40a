/* Response spectra of a motion: the largest answers of linear oscillators.
 *
 * Units follow the motion: values in length/time^2 give displacements in length. The oscillator starts at rest, is followed to
 * one period after the end of the motion, steps are cut so that a period has at least 20 of them, and peaks between steps count.
 */
#pragma once

#include "motion/motion.h"

enum spectrum_method {
	SPECTRUM_EXACT,               /* Nigam and Jennings: exact for the motion's linear course */
	SPECTRUM_LINEAR_ACCELERATION, /* Newmark's method with beta 1/6                           */
};

struct spectrum_point {
	double period;
	double sd;  /* largest displacement relative to the ground      */
	double sv;  /* largest relative velocity                        */
	double sa;  /* largest total acceleration                       */
	double psv; /* w sd   */
	double psa; /* w^2 sd */
};

/* One point a period (>= 0; 0 is the rigid one). damping: ratio, 0 <= damping < 1. ERR_RANGE otherwise. */
int spectrum_compute(const struct motion *m, double damping, enum spectrum_method method, int n, const double *period,
		     struct spectrum_point *ret, struct err *e) MUST_CHECK;
