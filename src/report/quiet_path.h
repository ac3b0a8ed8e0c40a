/* A measured displacement without the reversals that are only noise.
 *
 * A hysteretic law driven along a noisy path dissipates at every false reversal, so that noise would be taken for properties of the specimen. Here the noise is
 * estimated from fourth differences (median |D4 u| / (0.6745 sqrt 70), which smooth movement hardly enters), reversals of less than 6 of its standard
 * deviations are called false, and between true turning points the path becomes the monotone one nearest in the least squares sense (isotonic
 * regression, pooling adjacent violators: R. E. Barlow et al., Statistical Inference under Order Restrictions, 1972). A path without noise stays what it is.
 */
#pragma once

/* In place; room: n doubles. Returns the standard deviation of the noise; n >= 8. */
double quiet_path(int n, double *u, double *room);
