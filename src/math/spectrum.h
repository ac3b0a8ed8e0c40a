/* Spectral densities of two signals, and the transfer function from one to the other, by averaging (Welch).
 *
 * The record is cut in segments of `length` samples, one every `hop`; each loses its mean and is weighted by a window w (Hann, or none):
 *   Sxx_j = 2/(fs K sum w^2) sum over the K segments |X_j|^2,   Syy likewise,   Sxy = the same of conj(X) Y        [x^2/Hz], one-sided
 * (1 in the place of 2 at half of the rate, which an even length has and which has no mirror image),
 * and then averaged over 2 smooth + 1 neighbouring frequencies (bin 0 is left out: it is the mean). From them
 *   H1 = Sxy / Sxx              from x to y; noise on y does no harm
 *   coherence = |Sxy|^2 / (Sxx Syy)      1: y follows from x alone; with noise of density N on y: |H|^2 Sxx / (|H|^2 Sxx + N).
 * Of one segment without smoothing the coherence is 1, whatever the signals are.
 *
 * Which: noise goes on as it is, so many segments with Hann's window. A record that begins and ends at rest, such as a sweep, has its whole answer in one
 * segment without a window: then nothing leaks, and smoothing does the averaging.
 *
 * An answer that comes late sits in another place of its segment, which lowers H and coherence by about lateness over length; and the phase of neighbours
 * runs with it. `shift` pairs x_k with y_{k + shift}: whole samples by their place, the rest of a sample by turning Sxy before it is smoothed. H is then
 * that of the advanced y, and the caller turns its phase back by exp(-i w shift/fs).
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "math/fft.h"

#include <stdbool.h>

struct spectrum_words {
	int length, hop;           /* samples; 2 <= length, 1 <= hop <= length */
	bool hann;
	int smooth;                /* neighbours on each side, >= 0 */
};

struct spectrum {
	struct spectrum_words words;
	double rate_hz;            /* samples a second */
	int n;                     /* frequencies: j rate_hz / length, j = 0 .. n - 1 */
	int segments;              /* of the last estimate */
	double averages;           /* independent ones: overlapping segments count for less */
	double *xx, *yy;           /* n densities; owned: the arena, as all below */
	double *xy;                /* n complex, as pairs */
	double *window, *room;
	struct fft fx, fy;
};

/* Takes memory and makes plans. */
int spectrum_init(struct spectrum *s, const struct spectrum_words *w, double rate_hz, struct arena *mem, struct err *e) MUST_CHECK;
void spectrum_fini(struct spectrum *s);
/* Of n >= length samples each; y is continued beyond its ends by its first and last value. */
void spectrum_estimate(struct spectrum *s, int n, const double *x, const double *y, double shift);

double spectrum_hz(const struct spectrum *s, int j);
/* H1 at frequency j; NaN where x has nothing. */
void spectrum_response(const struct spectrum *s, int j, double *ret_re, double *ret_im);
/* 0 to 1; 0 where one of them has nothing. */
double spectrum_coherence(const struct spectrum *s, int j);
