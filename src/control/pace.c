/* Whole ticks of a step. */
#include "control/pace.h"

#include <math.h>
#include <stdio.h>

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
	else if (n <= PACE_MOST)
		p->done += (int64_t)n;
	p->instant = instant;
	return n;
}

void pace_crowd_text(double ticks, char *ret_text, int size)
{
	snprintf(ret_text, (size_t)size, "one command takes %g ticks, and %d are the most; shorter steps, or a smaller -rate or -scale", ticks, PACE_MOST);
}
