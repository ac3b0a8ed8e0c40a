/* A moving window over a signal: its Fourier coefficients in a band, kept up to date sample by sample.
 *
 *   X_k = sum over the last N samples of x_j exp(-2 pi i k j / N),   k = lo .. hi
 *
 * A new sample stands in the place of the one that is N older, and j counts on: X_k += (x_j - x_{j-N}) exp(-2 pi i k (j mod N) / N), a modulated sliding
 * transform, which cannot become unstable. So two windows that are fed together have coefficients of the same phase. The spectrum that is asked for is that
 * of the window weighted by Hann's 1/2 - 1/2 cos, from its neighbours: H_k = X_k / 2 - (w X_{k-1} + w* X_{k+1}) / 4, w = exp(-2 pi i j_0 / N), j_0 the
 * oldest sample, after the mean was taken off (X_0 = 0). Coefficients stand in whole blocks, those beyond the band are 0. A sample costs
 * O(hi - lo). Jacobsen & Lyons, IEEE Signal Processing Mag. 20(2) 2003, 74-80; Duda, IEEE Signal Processing Mag. 27(6) 2010, 124-127.
 */
#pragma once

#include "monitoring/monitor.h"

struct window_band {                   /* what several windows that are fed together share */
	int n;                             /* samples */
	int lo, hi;                        /* coefficients, and one more at each side is kept */
	double dt;                         /* between samples [s] */
	double *circle;                    /* cosine and sine of 2 pi j / n, n pairs; owned: the set's arena, as the next two */
	double *re, *im;                   /* exp(-2 pi i k at / n), k = lo - 1 .. hi + 1; 0 of the mean and beyond */
	double *in;                        /* 1 of lo .. hi, from the first; 0 beyond */
	double *f;                         /* their frequencies [Hz]; 0 beyond */
	int blocks;                        /* of lo .. hi */
	int at;                            /* place of the next sample, and of the oldest */
	int64_t count;                     /* samples so far */
};

struct window {
	const struct window_band *band;    /* borrowed: the monitor */
	double *x;                         /* n samples, place j mod n; owned: the set's arena */
	double *re, *im;                   /* of lo - 1 .. hi + 1, then 0; the same */
	double sum2, fresh;                /* of squares, of the samples in it; of those since the ring began */
};

/* Words of monitors with a window. */
struct window_words {
	double seconds, band[2];
};

enum { WINDOW_MOST = 1 << 22 };        /* samples */

#define WINDOW_PARAMS(at, seconds_def) \
	{ .name = "-window", .kind = PARAM_REAL, .offset = (at) + offsetof(struct window_words, seconds), .def = (seconds_def), .range = RANGE_POSITIVE, \
	  .help = "length of the moving window [s]" }
#define WINDOW_BAND_ROW(help_text) { .name = "-band f0 f1", .kind = PARAM_ROW, .help = help_text }

/* All that follows, in any order: -band f0 f1, and what the table of params has (written to self, without defaults). Stops at a word of another. */
int window_words(struct window_words *w, const struct param *params, void *self, struct args *a, struct err *e) MUST_CHECK;
/* Tables for samples of dt. Refuses windows that hold too few or too many of them, and bands that hold no coefficient. */
int window_band(struct window_band *b, const struct window_words *w, double dt, struct monitor *m, const char *object, struct err *e) MUST_CHECK;
int window_take(struct window *w, const struct window_band *b, struct monitor *m, const char *object, struct err *e) MUST_CHECK;
/* Every sample: one to each window of the band, then window_turn. */
void window_add(struct window *w, double x) RT;
void window_square(struct window *w, double x) RT;     /* the same for who wants the root mean square alone: no spectrum is kept */
void window_turn(struct window_band *b) RT;
bool window_full(const struct window_band *b) RT;
/* Forgets all samples: the windows of the band, then the band. */
void window_reset(struct window *w) RT;
void window_band_reset(struct window_band *b) RT;
/* Sums over the band, of the weighted windows of two signals that are fed together: Y X*, |X|^2, f |X|^2. */
struct window_cross { double re, im, power, first; };
struct window_cross window_cross(const struct window *x, const struct window *y) RT;
/* Sum over the band of the one-sided power spectral density [unit^2/Hz]; and its largest, with its frequency. */
double window_psd_sum(const struct window *w) RT;
double window_psd_most(const struct window *w, double *ret_hz) RT;
/* One-sided power spectral density at coefficient k [unit^2/Hz]. */
double window_psd(const struct window *w, int k) RT;
/* Root mean square of what is in it. */
double window_rms(const struct window *w) RT;
