/* Polynomials through given points, as weights of the values there: the commands between and beyond the targets of a test.
 *
 * Values y_i at abscissae x_i, i = 0 .. n-1, no two equal:  P(x) = sum w_i y_i,  P'(x) = sum w1_i y_i,  P''(x) = sum w2_i y_i.
 * Exact for polynomials of degree below n. Nothing allocates or blocks; any thread.
 *
 *   interpolation between the last targets and the next    nodes 1, 0, -1, -2   x from 0 to 1
 *   extrapolation while the next target is not known       nodes 0, -1, -2, -3  x from 0 to 1
 *   prediction over a delay (Horiuchi)                     nodes 0, -1, ...     x = 1, points one delay apart: 2 -1; 3 -3 1; 4 -6 4 -1; ...
 * Horiuchi et al. 1999, doi:10.1002/(SICI)1096-9845(199910)28:10<1121::AID-EQE858>3.0.CO;2-O; Nakashima & Masaoka 1999,
 * doi:10.1002/(SICI)1096-9845(199904)28:4<393::AID-EQE823>3.0.CO;2-C.
 */
#pragma once

#include "base/base.h"

enum { POLY_POINTS = 8 };   /* most points of one polynomial */

/* n in 1 .. POLY_POINTS; each result may be NULL. */
void lagrange_weights(int n, const double *node, double x, double *ret_w, double *ret_w1, double *ret_w2) RT;
