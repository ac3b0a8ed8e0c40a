/* Ordinary differential equations y' = rate(t, y), one step of the classical Runge-Kutta method of order 4.
 *
 * At most RK4_MAX unknowns. Nothing allocates or blocks; any thread.
 */
#pragma once

#include "base/base.h"

enum { RK4_MAX = 12 };

/* From t to t + dt, y (n) in place. rate: writes the n derivatives; system: handed on to it. */
void rk4_step(int n, void (*rate)(const void *system, double t, const double *y, double *ret_dy), const void *system, double t, double dt,
              double *y) RT;
