/* The delay of an actuator while it moves, from what it was sent (u) and what is measured (x).
 *
 * With the estimate T, the error of what it predicts is  e = x(t) - u(t - T) = -(tau - T) u'(t - T)  for a delay tau. Sums that forget with the
 * time constant of the window,  N' = e u' - N/window,  D' = u'^2 - D/window,  give the error of the estimate, and it is followed:
 *   T' = -(N / D) g / window,   |N / D| <= most,   0 <= T <= most,   g = min(u'^2 window / D, 2)
 * while there is motion to learn from: sqrt(D / window) >= threshold. g is 1 in the mean of a steady motion, and 0 in a hold: what was left to learn when the
 * motion ended would be added again and again there, for both sums forget alike. An error is no longer than the longest delay, whatever noise over a
 * command that crawls says. A wrong amplitude does not matter: u and u' are orthogonal in the mean.
 * The error must stay below a quarter of the period of the motion. The work of a tick is constant. Normalised gradient: Ahmadizadeh, Mosqueda and
 * Reinhorn, Earthquake Eng. Struct. Dyn. 37 (2008) 21-42, estimate a delay on-line in the same spirit.
 */
#pragma once

#include "base/base.h"

struct delay_words {
	double first, most, window, threshold;   /* [s], [s], [s], velocity */
};

struct delay_estimate {
	struct delay_words words;
	double dt;
	int size, newest;
	double *ring;              /* borrowed: size doubles, what was sent */
	double delay, n, d;
};

/* Doubles of the ring. */
int delay_estimate_size(const struct delay_words *w, double dt);
/* At rest at x; ring: delay_estimate_size() doubles. */
void delay_estimate_start(struct delay_estimate *d, const struct delay_words *w, double dt, double *ring, double x);
/* What was measured at the end of the tick whose command was the last one sent. */
void delay_estimate_measured(struct delay_estimate *d, double x) RT;
void delay_estimate_sent(struct delay_estimate *d, double u) RT;
