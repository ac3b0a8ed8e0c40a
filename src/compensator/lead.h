/* A first-order lead (T1 s + 1) / (T2 s + 1) by Tustin's rule, for compensators that begin with one. */
#pragma once

#include "base/base.h"

/* State of one: last input, last output; at rest at x both are x. */
enum { LEAD_IN, LEAD_OUT, LEAD_NSTATE };

/* The output after a tick of dt with the input x; lead and lag are T1 and T2 [s]. */
double lead_step(double lead, double lag, double dt, double *h, double x) RT;
