/* A Butterworth low-pass filter with its derivatives, followed exactly for an input that runs straight during the tick.
 *
 * Order n at most BUTTERWORTH_MOST; the states are the filtered value and its first n - 1 derivatives. Nothing allocates.
 */
#pragma once

#include "base/base.h"

enum { BUTTERWORTH_MOST = 6 };

/* All doubles: a place keeps it in its state. Constant after start. */
struct butterworth {
	double order, w;       /* w = 2 pi cut-off [1/s] */
	double phi[BUTTERWORTH_MOST * BUTTERWORTH_MOST], g0[BUTTERWORTH_MOST], g1[BUTTERWORTH_MOST];
};

struct butterworth_signal {
	double z[BUTTERWORTH_MOST];    /* derivatives over w^j */
	double in;
};

/* The filter for ticks of dt [s]; a signal at rest at x; one tick, in which the input runs straight to x. */
void butterworth_start(struct butterworth *f, int order, double cutoff_hz, double dt);
void butterworth_rest(struct butterworth_signal *s, double x);
void butterworth_step(const struct butterworth *f, struct butterworth_signal *s, double x) RT;
double butterworth_derivative(const struct butterworth *f, const struct butterworth_signal *s, int j) RT;   /* 0 <= j < order */
