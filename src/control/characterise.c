/* Transfer functions of rigs, and what is read off them. The definitions are in characterise.h.
 *
 * Three rounds. The first finds the delay roughly, from the slope of the phase alone. The others have the measured history advanced by what was found, so
 * that neither segments nor neighbouring frequencies lose by the lateness (math/spectrum.h), and no phase needs more than half a turn; it is turned back
 * afterwards.
 */
#include "control/characterise.h"

#include "math/spectrum.h"

#include <math.h>

enum { SEGMENTS = 16, ROUNDS = 3 };        /* of noise, at least; of the estimate */
static const double LINES = 40.0;          /* independent frequencies of a sweep's band, about */
enum { SMOOTH_LEAST = 2, SMOOTH_MOST = 16, LOW_LEAST = 8 };
static const double COHERENCE_MOST = 0.999;
static const double LOW_PART = 0.1;        /* of the coherent frequencies: the gain */
static const double NEAR = 0.05;           /* of a frequency: what is read off there */

/* --- estimate -------------------------------------------------------------------------------------- */

static struct spectrum_words plan(const struct characterise_words *w, int n)
{
	double lines = (w->f1 - w->f0) * n / w->rate_hz;
	int smooth = (int)fmin(fmax(0.5 * lines / LINES, SMOOTH_LEAST), SMOOTH_MOST), length = 2 * (n / (SEGMENTS + 1));

	if (w->whole)
		return (struct spectrum_words){.length = n, .hop = n, .smooth = smooth};
	return (struct spectrum_words){.length = length, .hop = length / 2, .hann = true};
}

static double weight(double coherence)
{
	double c = fmin(coherence, COHERENCE_MOST);

	return c / (1.0 - c);
}

static bool coherent(const struct response *r, int j)
{
	return r->coherence[j] > CHARACTERISE_COHERENCE;
}

static bool fitted(const struct characterise_words *w, const struct response *r, int j)
{
	return coherent(r, j) && r->f[j] >= w->fit0 && r->f[j] <= w->fit1;
}

/* The estimate as columns; first: the lowest frequency of the band. Phases are of the advanced history, and go on from the last coherent one. */
static void columns(const struct spectrum *s, int first, struct response *r)
{
	double before = 0.0, sum = 0.0;

	for (int j = 0; j < r->n; j++) {
		double re, im, phase;

		spectrum_response(s, first + j, &re, &im);
		r->f[j] = spectrum_hz(s, first + j);
		r->gain[j] = hypot(re, im);
		r->coherence[j] = spectrum_coherence(s, first + j);
		sum += r->coherence[j];
		phase = atan2(im, re) * 180.0 / M_PI;
		r->phase[j] = phase + 360.0 * round((before - phase) / 360.0);
		if (coherent(r, j))
			before = r->phase[j];
	}
	r->mean_coherence = sum / r->n;
}

/* --- lines through points with weights ------------------------------------------------------------- */

struct sums {
	int n;
	double w, x, y, xx, xy;
};

static void sums_add(struct sums *s, double w, double x, double y)
{
	s->n++;
	s->w += w;
	s->x += w * x;
	s->y += w * y;
	s->xx += w * x * x;
	s->xy += w * x * y;
}

static double sums_slope(const struct sums *s)
{
	return (s->w * s->xy - s->x * s->y) / (s->w * s->xx - s->x * s->x);
}

/* At x = 0. */
static double sums_base(const struct sums *s)
{
	return (s->y - sums_slope(s) * s->x) / s->w;
}

/* --- what is read off ------------------------------------------------------------------------------ */

/* Delay of the phase as it is in the columns [s]; free: the line need not go through zero. */
static double slope(const struct characterise_words *w, struct response *r, bool free)
{
	struct sums s = {0};

	r->fit0 = r->fit1 = NAN;
	for (int j = 0; j < r->n; j++)
		if (fitted(w, r, j)) {
			sums_add(&s, weight(r->coherence[j]), r->f[j], r->phase[j]);
			r->fit0 = isnan(r->fit0) ? r->f[j] : r->fit0;
			r->fit1 = r->f[j];
		}
	r->used = s.n;
	return s.n < 3 ? NAN : -(free ? sums_slope(&s) : s.xy / s.xx) / 360.0;
}

static double residual(const struct characterise_words *w, const struct response *r)
{
	double sum = 0.0, weights = 0.0;

	for (int j = 0; j < r->n; j++)
		if (fitted(w, r, j)) {
			double d = r->phase[j] + 360.0 * r->f[j] * r->delay;

			sum += weight(r->coherence[j]) * d * d;
			weights += weight(r->coherence[j]);
		}
	return sqrt(sum / weights);
}

static double low_gain(const struct response *r)
{
	struct sums s = {0};
	double lowest = NAN, highest = NAN;
	int n = 0, take;

	for (int j = 0; j < r->n; j++)
		n += coherent(r, j);
	take = (int)fmax(LOW_PART * n, LOW_LEAST);
	for (int j = 0; j < r->n && s.n < take; j++)
		if (coherent(r, j)) {
			sums_add(&s, weight(r->coherence[j]), r->f[j] * r->f[j], r->gain[j]);
			lowest = s.n == 1 ? r->f[j] : lowest;
			highest = r->f[j];
		}
	if (s.n < LOW_LEAST || highest < 2.0 * lowest)     /* too far from zero to go on to it */
		return s.n ? s.y / s.w : NAN;
	return sums_base(&s);
}

/* Where y, which begins above, comes down to `level`: on the line through what is coherent near the first place below it. NaN: nowhere. */
static double crossing(const struct response *r, const double *y, double level)
{
	struct sums s = {0};
	double at = NAN;

	for (int j = 0; j < r->n && isnan(at); j++)
		at = coherent(r, j) && y[j] <= level ? r->f[j] : NAN;
	for (int j = 0; j < r->n; j++)
		if (coherent(r, j) && fabs(r->f[j] - at) <= NEAR * at)
			sums_add(&s, weight(r->coherence[j]), r->f[j] - at, y[j]);
	if (isnan(at) || s.n < 3 || !(sums_slope(&s) < 0.0))
		return at;
	return fmax(at + (level - sums_base(&s)) / sums_slope(&s), 0.0);
}

static int response_take(struct response *r, int n, struct arena *mem, struct err *e)
{
	*r = (struct response){.n = n};
	r->f = ARENA_ARRAY(mem, (size_t)n, double);
	r->gain = ARENA_ARRAY(mem, (size_t)n, double);
	r->phase = ARENA_ARRAY(mem, (size_t)n, double);
	r->coherence = ARENA_ARRAY(mem, (size_t)n, double);
	return r->f && r->gain && r->phase && r->coherence ? 0 : err_set(e, ERR_MEMORY, "transfer function", "no memory for %d frequencies", n);
}

/* All rounds. */
static void estimate(const struct characterise_words *w, struct spectrum *s, int first, int n, const double *u, const double *y, struct response *r)
{
	double shift = 0.0, ticks = 0.0;

	for (int round = 0; round < ROUNDS; round++) {
		if (fabs(ticks) <= 0.25 * s->words.length)
			shift = ticks;
		spectrum_estimate(s, n, u, y, shift);
		columns(s, first, r);
		ticks = shift + slope(w, r, round == 0) * w->rate_hz;
	}
	r->delay = ticks / w->rate_hz;
	for (int j = 0; j < r->n; j++)
		r->phase[j] -= 360.0 * r->f[j] * shift / w->rate_hz;
	r->residual = residual(w, r);
	r->low_gain = low_gain(r);
	r->cutoff_hz = crossing(r, r->gain, r->low_gain * M_SQRT1_2);
	r->phase90_hz = crossing(r, r->phase, -90.0);
}

int characterise_response(const struct characterise_words *w, int n, const double *command, const double *measured, struct arena *mem,
                          struct response *ret, struct err *e)
{
	struct spectrum_words words = plan(w, n);
	double df = w->rate_hz / fmax(words.length, 1);
	int first = (int)fmax(ceil(w->f0 / df), 1.0), last = (int)fmin(floor(w->f1 / df), words.length / 2), code;
	struct spectrum s = {0};
	struct response r;

	if (last - first < 3) {
		code = err_set(e, ERR_RANGE, "transfer function", "too short: less than four frequencies from %g to %g Hz", w->f0, w->f1);
		err_hint(e, "their distance is %g Hz; a longer record, or a wider band", df);
		return code;
	}
	code = response_take(&r, last - first + 1, mem, e);
	if (!code)
		code = spectrum_init(&s, &words, w->rate_hz, mem, e);
	if (!code) {
		estimate(w, &s, first, n, command, measured, &r);
		*ret = r;
	}
	spectrum_fini(&s);
	return code;
}

struct kcomp characterise_kcomp(double delay, double rate_hz, double step_s)
{
	struct kcomp k = {.ticks = delay * rate_hz, .share = step_s > 0.0 ? delay / step_s : NAN};

	k.reachable = !(k.share > CHARACTERISE_SHARE);
	return k;
}
