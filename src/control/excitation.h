/* Excitations: what is played on one channel of a rig to find out how it follows. Displacements from the set-point where the rig stands, one a tick.
 *
 *   rest for settle seconds, then for `seconds` one of the following, then rest again; the first and the last command are the set-point itself
 *   sweep   a sine whose frequency runs from f0 to f1, equal times for equal ratios (logarithmic) or for equal differences (linear), of constant
 *           amplitude, with tapered ends
 *   noise   Gaussian, with a flat spectrum from f0 to f1 and nothing beside but what its tapered ends leave there, mean 0; amplitude is its root
 *           mean square over all its ticks
 *   step    to the amplitude, for half of the time, and back; in one tick or, with rise, on a straight line of that many seconds
 *
 * Times are laboratory time. Nothing here moves anything.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum excitation_kind { EXCITATION_SWEEP, EXCITATION_NOISE, EXCITATION_STEP };
enum { EXCITATION_TICKS = 20000000 };      /* most of one */

struct excitation {
	enum excitation_kind kind;
	bool linear;               /* sweep */
	double f0, f1;             /* sweep, noise [Hz] */
	double amplitude;          /* > 0 */
	double seconds, settle;    /* [s] */
	double rise;               /* step [s]; 0: one tick */
	double rate_hz;            /* ticks a second */
	uint64_t seed, stream;     /* noise */
};

/* "sweep" */
const char *excitation_name(enum excitation_kind kind);
/* Can it be made: a band below half the rate, long enough for its lowest frequency (one period of a sweep, ten of noise), not too many ticks. */
int excitation_check(const struct excitation *x, const char *object, struct err *e) MUST_CHECK;
/* Ticks in all. */
int excitation_ticks(const struct excitation *x);
/* All of them, from the arena; x has passed excitation_check. */
int excitation_make(const struct excitation *x, struct arena *mem, double **ret_x, struct err *e) MUST_CHECK;
/* Largest velocity of n commands that run straight from tick to tick [1/s]. */
double excitation_speed(int n, const double *x, double rate_hz);
/* Refuses a velocity beyond the most that is allowed; says how much of the amplitude would do. */
int excitation_speed_check(const struct excitation *x, double speed, double most, const char *object, struct err *e) MUST_CHECK;
