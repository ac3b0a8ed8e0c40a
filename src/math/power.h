/* Powers with exponents that laws of materials have: mostly 1, 2 or 3, where a product takes a tenth of pow's time and is rounded alike on every machine.
 *
 * Nothing allocates or blocks; any thread.
 */
#pragma once

#include "base/base.h"

/* x^p of x >= 0. Whole p from 0 to 8 by p - 1 products at most (each half a unit of the last place), others by pow; 0^0 is 1. */
double power(double x, double p) RT;
