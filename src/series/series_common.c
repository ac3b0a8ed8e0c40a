/* What the periodic series share: the check of their times and the place within a cycle, x - floor(x). */
#include "series/series_common.h"

#include <math.h>

int periodic_check(const struct periodic *p, const struct args *a, struct err *e)
{
	if (p->end >= p->start)
		return 0;
	err_set(e, ERR_RANGE, a->object, "tEnd is before tStart");
	err_value(e, "%.15g", p->end);
	err_allowed(e, ">= %.15g", p->start);
	return ERR_RANGE;
}

double periodic_place(const struct periodic *p, double t, double shift)
{
	double x = (t + shift - p->start) / p->period;
	return x - floor(x);
}

double periodic_duration(const void *self)
{
	return ((const struct periodic *)self)->end;
}
