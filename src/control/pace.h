/* How many ticks of a loop a step of the test lasts: the test's time, stretched, counted in whole ticks without losing parts of one.
 *
 *   ticks(t) = round((t - origin) scale rate) - those given out so far,  at least one
 */
#pragma once

#include "base/base.h"

#include <stdint.h>

enum { PACE_MOST = 100000000 };    /* ticks of one step: more are not counted, and refused by whoever asked */

struct pace {
	double rate_hz, scale;     /* scale: laboratory time over test time */
	double origin, instant;    /* test time: where counting began, of the last command */
	int64_t done;              /* ticks since origin */
};

/* Another scale, counted from the last command on. */
void pace_scale(struct pace *p, double scale);
/* Ticks of a command for this test time; one that is not later than the last gets none (0). A time before the last one begins anew. */
double pace_ticks(struct pace *p, double instant) RT;
/* Why more than PACE_MOST of them are refused. */
void pace_crowd_text(double ticks, char *ret_text, int size);
