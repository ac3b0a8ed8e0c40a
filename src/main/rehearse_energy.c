/* Energies that a rehearsal expects of a late test.
 *
 *   E_E = sum 1/2 (r_m + r_m-)'(d - d-),  E_BE = sum 1/2 (r_m + r_m-)'(d_m - d_m-),  E_error = E_E - E_BE: negative, a lag adds energy
 *   HSEI_I = E_error/(E_strain + E_input),  HSEI_S = E_error/E_strain                 (Mosqueda et al., UCB/EERC 2005-02, 7.4 and 8.2)
 */
#include "main/rehearse.h"

#include "math/vec.h"

#include <math.h>

static const double *row_of(const struct rehearse *r, int i)
{
	return r->history + (size_t)i * (size_t)(2 + 2 * r->n);
}

/* Value `at` of a row at a time `back` before the end of step i, on a straight line; before the first step zero. */
static double late(const struct rehearse *r, int i, double back, int at)
{
	while (i >= 0 && back > row_of(r, i)[0]) {
		back -= row_of(r, i)[0];
		i--;
	}
	if (i < 0)
		return 0.0;
	double now = row_of(r, i)[at], before = i > 0 ? row_of(r, i - 1)[at] : 0.0;
	return now - (now - before) * back / row_of(r, i)[0];
}

/* 1/2 k u_y^2 of a coordinate, k by least squares over the steps within +-u_y. */
static double yield_energy(const struct rehearse *r, int j, double yield)
{
	double top = 0.0, below = 0.0;

	for (int i = 0; i < r->steps; i++) {
		double d = row_of(r, i)[2 + j], f = row_of(r, i)[2 + r->n + j];

		if (fabs(d) <= yield) {
			top += f * d;
			below += d * d;
		}
	}
	return below > 0.0 ? 0.5 * top / below * yield * yield : 0.0;
}

static double largest_strain(const struct rehearse *r)
{
	double most = 0.0;

	for (int i = 0; i < r->steps; i++)
		most = fmax(most, 0.5 * vec_dot(r->n, row_of(r, i) + 2, row_of(r, i) + 2 + r->n));
	return most;
}

struct rehearse_energy rehearse_energy(const struct rehearse *r, double lag, double yield)
{
	struct rehearse_energy x = {0};

	for (int i = 0; i < r->steps; i++)
		x.input += row_of(r, i)[1];
	for (int j = 0; j < r->n; j++) {
		double d0 = 0.0, m0 = 0.0, f0 = 0.0;

		for (int i = 0; i < r->steps; i++) {
			double d = row_of(r, i)[2 + j], m = late(r, i, lag, 2 + j), f = late(r, i, lag, 2 + r->n + j);

			x.error += 0.5 * (f + f0) * ((d - d0) - (m - m0));
			d0 = d, m0 = m, f0 = f;
		}
		if (yield > 0.0)
			x.strain += yield_energy(r, j, yield);
	}
	if (!(yield > 0.0))
		x.strain = largest_strain(r);
	return x;
}

static bool reaches(const struct rehearse *r, double lag, double yield, double threshold)
{
	struct rehearse_energy x = rehearse_energy(r, lag, yield);

	return fabs(x.error) > threshold * (x.strain + x.input);
}

/* The error does not grow with the lag for ever: the first passage is looked for from below, by doubling. */
double rehearse_lag_for(const struct rehearse *r, double threshold, double yield, double most)
{
	double lo = 0.0, hi = most * exp2(-20.0);

	while (!reaches(r, hi, yield, threshold)) {
		if (hi >= most)
			return INFINITY;
		lo = hi;
		hi *= 2.0;
	}
	for (int i = 0; i < 30; i++) {
		double lag = 0.5 * (lo + hi);

		*(reaches(r, lag, yield, threshold) ? &hi : &lo) = lag;
	}
	return hi;
}

/* --- tests of the script -------------------------------------------------------------------------------- */

double rehearse_scale(const struct rehearse *r)
{
	double most = 0.0;

	for (int i = 0; i < r->nchannel; i++)
		if (rehearse_live(r, &r->channel[i]))
			most = fmax(most, r->channel[i].scale);
	return most > 0.0 ? most : 1.0;
}

double rehearse_hold(const struct rehearse *r)
{
	double least = INFINITY;

	for (int i = 0; i < r->nchannel; i++)
		least = fmin(least, r->channel[i].hold);
	return isfinite(least) ? least : 0.0;
}

double rehearse_lag(const struct rehearse *r)
{
	return fmax(r->words->lag - rehearse_hold(r), 0.0);
}

static double length_of(const struct rehearse *r)
{
	double t = 0.0;

	for (int i = 0; i < r->steps; i++)
		t += row_of(r, i)[0];
	return t;
}

void rehearse_judge(struct rehearse *r)
{
	const struct rehearse_words *w = r->words;
	struct rehearse_finding *f = &r->found;
	struct rehearse_energy x;
	double at, all;

	if (r->n == 0 || r->steps == 0)
		return;
	r->scale_least = r->scale_least > 0.0 ? fmin(r->scale_least, r->scale) : r->scale;
	x = rehearse_energy(r, rehearse_lag(r) / r->scale, w->yield);
	all = x.strain + x.input;
	if (!(all > 0.0))
		return;
	at = r->scale * rehearse_lag_for(r, w->hsei, w->yield, 0.25 * length_of(r));
	at = f->known ? fmin(at, f->lag) : at;
	if (!f->known || fabs(x.error / all) > fabs(f->hsei_i))
		*f = (struct rehearse_finding){.input = x.input, .hsei_s = x.strain > 0.0 ? x.error / x.strain : INFINITY, .hsei_i = x.error / all};
	f->known = true;
	f->lag = at;
}
