/* Whole ticks of a step. */
#include "control/pace.h"

#include <math.h>

static const double TICKS_MOST = 1e8;      /* of one step: more are not counted, and refused by whoever asked */

void pace_scale(struct pace *p, double scale)
{
	p->origin = p->instant;
	p->done = 0;
	p->scale = scale;
}

double pace_ticks(struct pace *p, double instant)
{
	double n;

	if (instant < p->instant) {            /* the script has set its time back: counting begins anew */
		p->origin = instant;
		p->done = 0;
	}
	n = fmax(round((instant - p->origin) * p->scale * p->rate_hz) - (double)p->done, 1.0);
	if (!(instant > p->instant))
		n = 0.0;
	else if (n <= TICKS_MOST)
		p->done += (int64_t)n;
	p->instant = instant;
	return n;
}
