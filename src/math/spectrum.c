/* Averaged spectra. P. D. Welch, IEEE Trans. Audio Electroacoust. 15 (1967) 70-73, doi:10.1109/TAU.1967.1161901; J. S. Bendat, A. G. Piersol,
 * Random Data, 4th ed. (2010), 9.2 (coherence, H1) and 11.5 (overlap). The equations are in spectrum.h.
 *
 * Independent averages: two segments m hops apart are correlated by  c_m = (sum_k w_k w_{k + m hop} / sum w^2)^2,  and K of them count for
 * K / (1 + 2 sum_m (1 - m/K) c_m).
 */
#include "math/spectrum.h"

#include "math/vec.h"

#include <math.h>
#include <string.h>

int spectrum_init(struct spectrum *s, const struct spectrum_words *w, double rate_hz, struct arena *mem, struct err *e)
{
	size_t n = (size_t)w->length / 2 + 1;
	int code;

	ASSERT(w->length >= 2 && w->hop >= 1 && w->hop <= w->length && w->smooth >= 0);
	*s = (struct spectrum){.words = *w, .rate_hz = rate_hz, .n = (int)n};
	s->xx = ARENA_ARRAY(mem, n, double);
	s->yy = ARENA_ARRAY(mem, n, double);
	s->xy = ARENA_ARRAY(mem, 2 * n, double);
	s->room = ARENA_ARRAY(mem, 2 * n, double);
	s->window = ARENA_ARRAY(mem, (size_t)w->length, double);
	if (!s->xx || !s->yy || !s->xy || !s->room || !s->window)
		return err_set(e, ERR_MEMORY, "spectrum", "no memory for %d frequencies", s->n);
	for (int k = 0; k < w->length; k++)
		s->window[k] = w->hann ? 0.5 - 0.5 * cos(2.0 * M_PI * k / w->length) : 1.0;
	code = fft_init(&s->fx, w->length, mem, e);
	return code ? code : fft_init(&s->fy, w->length, mem, e);
}

void spectrum_fini(struct spectrum *s)
{
	fft_fini(&s->fx);
	fft_fini(&s->fy);
}

/* One segment, from `from` on, to f->bins; samples beyond the ends are those at the ends. */
static void segment(struct fft *f, const double *window, int n, const double *x, int from)
{
	double mean = 0.0;

	for (int k = 0; k < f->n; k++) {
		int at = from + k;

		f->time[k] = x[at < 0 ? 0 : at < n ? at : n - 1];
		mean += f->time[k];
	}
	mean /= f->n;
	for (int k = 0; k < f->n; k++)
		f->time[k] = window[k] * (f->time[k] - mean);
	fft_forward(f);
}

static void add(struct spectrum *s)
{
	const double *x = s->fx.bins, *y = s->fy.bins;

	for (int j = 0; j < s->n; j++, x += 2, y += 2) {
		s->xx[j] += x[0] * x[0] + x[1] * x[1];
		s->yy[j] += y[0] * y[0] + y[1] * y[1];
		s->xy[2 * j] += x[0] * y[0] + x[1] * y[1];
		s->xy[2 * j + 1] += x[0] * y[1] - x[1] * y[0];
	}
}

static double averages(const struct spectrum *s)
{
	const double *w = s->window;
	int length = s->words.length, hop = s->words.hop;
	double square = vec_dot(length, w, w), sum = 0.0;

	for (int m = 1; m < s->segments && m * hop < length; m++) {
		double c = vec_dot(length - m * hop, w, w + m * hop) / square;

		sum += (1.0 - (double)m / s->segments) * c * c;
	}
	return s->segments / (1.0 + 2.0 * sum) * (2 * s->words.smooth + 1);
}

/* Running mean over neighbours of n numbers, `parts` of which belong together; the first stays out and as it is. */
static void smooth(struct spectrum *s, double *x, int parts)
{
	memcpy(s->room, x, (size_t)(s->n * parts) * sizeof(double));
	for (int j = 1; j < s->n; j++) {
		int from = j - s->words.smooth > 1 ? j - s->words.smooth : 1, to = j + s->words.smooth < s->n ? j + s->words.smooth : s->n - 1;

		for (int p = 0; p < parts; p++) {
			double sum = 0.0;

			for (int i = from; i <= to; i++)
				sum += s->room[i * parts + p];
			x[j * parts + p] = sum / (to - from + 1);
		}
	}
}

/* Sxy of an answer that comes `part` samples earlier. */
static void turn(struct spectrum *s, double part)
{
	for (int j = 0; j < s->n; j++) {
		double angle = 2.0 * M_PI * j * part / s->words.length, c = cos(angle), q = sin(angle), re = s->xy[2 * j], im = s->xy[2 * j + 1];

		s->xy[2 * j] = c * re - q * im;
		s->xy[2 * j + 1] = q * re + c * im;
	}
}

void spectrum_estimate(struct spectrum *s, int n, const double *x, const double *y, double shift)
{
	int length = s->words.length, whole = (int)round(shift);
	double scale = 2.0 / (s->rate_hz * vec_dot(length, s->window, s->window));

	ASSERT(n >= length);
	vec_zero(s->n, s->xx);
	vec_zero(s->n, s->yy);
	vec_zero(2 * s->n, s->xy);
	s->segments = 0;
	for (int from = 0; from + length <= n; from += s->words.hop, s->segments++) {
		segment(&s->fx, s->window, n, x, from);
		segment(&s->fy, s->window, n, y, from + whole);
		add(s);
	}
	vec_scale(s->n, scale / s->segments, s->xx);
	vec_scale(s->n, scale / s->segments, s->yy);
	vec_scale(2 * s->n, scale / s->segments, s->xy);
	/* half of the rate has no mirror image */
	if (length % 2 == 0) {
		s->xx[s->n - 1] *= 0.5;
		s->yy[s->n - 1] *= 0.5;
		vec_scale(2, 0.5, s->xy + 2 * (s->n - 1));
	}
	if (shift != whole)
		turn(s, shift - whole);
	if (s->words.smooth > 0) {
		smooth(s, s->xx, 1);
		smooth(s, s->yy, 1);
		smooth(s, s->xy, 2);
	}
	s->averages = averages(s);
}

double spectrum_hz(const struct spectrum *s, int j)
{
	return j * s->rate_hz / s->words.length;
}

void spectrum_response(const struct spectrum *s, int j, double *ret_re, double *ret_im)
{
	*ret_re = s->xx[j] > 0.0 ? s->xy[2 * j] / s->xx[j] : NAN;
	*ret_im = s->xx[j] > 0.0 ? s->xy[2 * j + 1] / s->xx[j] : NAN;
}

double spectrum_coherence(const struct spectrum *s, int j)
{
	double re = s->xy[2 * j], im = s->xy[2 * j + 1], product = s->xx[j] * s->yy[j];

	return product > 0.0 ? fmin((re * re + im * im) / product, 1.0) : 0.0;
}
