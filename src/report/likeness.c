/* Measures of two histories. */
#include "report/likeness.h"

#include <math.h>

void likeness_add(struct likeness *l, double t, double exact, double sim)
{
	double d = isfinite(sim) ? fabs(exact - sim) : INFINITY;

	if (!isfinite(exact))
		return;
	l->peak = fmax(l->peak, fabs(exact));
	if (d > l->most) {
		l->most = d;
		l->at = t;
	}
	l->square += d * d;
	l->n++;
}

static double over(double error, double peak)
{
	return error == 0.0 ? 0.0 : error / peak;
}

double likeness_max(const struct likeness *l)
{
	return l->n > 0 ? over(l->most, l->peak) : NAN;
}

double likeness_rms(const struct likeness *l)
{
	return l->n > 0 ? over(sqrt(l->square / (double)l->n), l->peak) : NAN;
}

double likeness_energy(double exact, double sim)
{
	return over(fabs(exact - sim), fabs(exact));
}
