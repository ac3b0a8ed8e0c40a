/* How a channel follows its commands: from the history of commands and of measured displacements, one pair a tick.
 *
 * From a sweep or noise: the transfer function H = measured/command over frequency with its coherence, and what is read off it,
 *   delay      of the straight line phase = -2 pi f delay that fits best, in the sense of least squares with the weights C/(1 - C) of the coherence
 *              C (inverse to the variance of the phase; C counts as 0.999 at most), where C is above 0.9
 *   gain       at low frequency: of the lowest tenth of these frequencies, extrapolated to zero by a parabola where they span an octave, else their mean
 *   cut-off    where |H| has fallen to gain/sqrt(2), -3 dB; and where the phase is -90 degrees
 * A delay is a line of the phase. Where the phase is curved the line depends on the band: choose that of the test. At its low end the line
 * of any actuator is its true delay, -d phase/d omega.
 *
 * From a step: gain; delay, the area between command and measured displacement over the step (for a linear rig this is -d phase/d omega at
 * frequency 0, whatever its transfer function is); rise from 10 to 90 %; overshoot; time until it stays within 2 % of where it ends. Times count from
 * where the command is half-way.
 *
 * k_comp, the ticks by which a controller is ahead of its command (Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 5.5 and Equation 6.7; H is there
 * written upside down). Numbers that a record does not show are NaN.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>

/* Coherence above which a frequency counts; share of a step beyond which k_comp is out of reach. */
#define CHARACTERISE_COHERENCE 0.9
#define CHARACTERISE_SHARE 0.8

struct characterise_words {
	double rate_hz;            /* pairs a second */
	double f0, f1;             /* what was excited [Hz] */
	double fit0, fit1;         /* where the line of the phase is wanted [Hz] */
	bool whole;                /* begins and ends at rest: one piece (a sweep); else many (noise) */
};

struct response {
	int n;                     /* frequencies from f0 to f1 */
	double *f, *gain, *phase, *coherence;   /* [Hz], |H|, degrees and unwrapped, 0 to 1; owned: the arena */
	int used;                  /* frequencies of the line: coherent and between fit0 and fit1 */
	double fit0, fit1;         /* the lowest and the highest of them */
	double delay;              /* [s] */
	double residual;           /* root mean square of phase minus line [degrees], same weights */
	double low_gain, cutoff_hz, phase90_hz;
	double mean_coherence;     /* from f0 to f1 */
};

struct step_answer {
	double from, size;         /* measured before; command's change */
	double gain;               /* measured change over command's */
	double delay, half;        /* [s]: by area; until half-way */
	double rise, overshoot, settling;   /* [s], share of the measured change, [s] */
	double watched;            /* time after the beginning of the step that the area is taken of [s] */
};

struct kcomp {
	double ticks;              /* of the controller */
	double share;              /* of a step of the test; NaN: its length is not known */
	bool reachable;            /* share below CHARACTERISE_SHARE, or not known */
};

/* n pairs. ERR_MEMORY; ERR_RANGE when the record is too short for the band. Without coherence delay and what follows from it are NaN. */
int characterise_response(const struct characterise_words *w, int n, const double *command, const double *measured, struct arena *mem,
                          struct response *ret, struct err *e) MUST_CHECK;
/* n pairs in which the command stands, goes to another place and stands there for a while. ERR_RANGE: it does not, or nothing is seen to follow. */
int characterise_step(double rate_hz, int n, const double *command, const double *measured, struct step_answer *ret, struct err *e) MUST_CHECK;
/* step_s: of the test, in laboratory time; 0: not known. */
struct kcomp characterise_kcomp(double delay, double rate_hz, double step_s);
