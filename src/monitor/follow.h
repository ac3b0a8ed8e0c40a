/* How a channel follows, in a moving window: amplitude, phase and delay by the frequency-domain evaluation index.
 *
 *   FEI = sum_k (Y_k / X_k) |X_k|^2 / sum_k |X_k|^2 = sum_k Y_k X_k* / sum_k |X_k|^2,     X command, Y measured, k over the band
 *   amplitude |FEI|, phase arg FEI, frequency f = sum_k f_k |X_k|^2 / sum_k |X_k|^2, delay -phase / (2 pi f): positive, behind
 *
 * A tone that is followed with amplitude g and tau late has FEI = g exp(-i 2 pi f tau); of several tones it is the mean of these, weighted by the squares
 * of the commands' amplitudes. T. Guo, C. Chen, W. Xu, F. Sanchez, Smart Mater. Struct. 23 (2014) 045042, who leave the exponent of the weights free; it is 2
 * here. The same definition in C. Riascos, G. Ou, S. Dyke, Hybrid Simulation Current Assessment Measures, 2014 (printed with a
 * weight of the measured one in the numerator). In a moving window: W. Xu, T. Guo, C. Chen, M. Chen, K. Chen, Mech. Syst. Signal Process. 2019,
 * doi:10.1016/j.ymssp.2019.05.039; the window's own weights are Hann's (window.h). Known when the window is full and the command moves in it, by a
 * millionth of its largest motion at least.
 */
#pragma once

#include "monitor/window.h"

struct follow {
	struct window_band band;
	struct window *command, *measured; /* one a channel; owned: the set's arena, as the next */
	double *most;                      /* largest power of the command so far */
	int n;
	const struct monitor *monitor;     /* whose columns of channel i begin at first + per i; borrowed */
	int first, per;
};

struct follow_value { double amplitude, phase, delay, frequency; };    /* [-], [rad], [s], [Hz]; NaN: not known */

struct follow_words {
	struct monitor_source source;
	struct window_words window;
};

#define FOLLOW_PARAMS(at) \
	MONITOR_SOURCE_PARAMS((at) + offsetof(struct follow_words, source)), \
	WINDOW_PARAMS((at) + offsetof(struct follow_words, window), 2.0), \
	WINDOW_BAND_ROW("frequencies that count [Hz]; default 0 20")

/* Before words are read: the default band. */
void follow_begin(struct follow_words *w);
/* Finds the source, takes the windows. Columns of channel i are from first + per i on, `per` of them: channels of which none is wanted are passed over. */
int follow_setup(struct follow *f, struct follow_words *w, struct monitor *m, int first, int per, const char *object, struct err *e) MUST_CHECK;
void follow_tick(struct follow *f, const struct monitor_tick *k) RT;
void follow_reset(struct follow *f) RT;
bool follow_wanted(const struct follow *f, int channel) RT;
struct follow_value follow_value(struct follow *f, int channel) RT;
