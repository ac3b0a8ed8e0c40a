/* Ground motions: histories with a constant time step, and what one does with them before a run.
 *
 * A motion holds values (accelerations as a rule) at times 0, dt, 2 dt ... and between them is linear. Its values belong to the
 * arena it was made from; functions that make a new motion take the arena for it, the others change the values in place.
 * Units are the user's; where a file states its unit, it is kept in `unit` and motion_convert can change it.
 * Set-up time only, one thread; nothing here prints.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

struct motion {
	double dt;          /* seconds, > 0                                       */
	int n;              /* samples, >= 1                                      */
	double *x;          /* owned: the arena                                   */
	char title[160];    /* first line of the header, or what was done; printable ASCII */
	const char *unit;   /* name in the table of units; NULL: not known        */
	const char *format; /* how the file was read; NULL: not from a file       */
};

struct motion_peak {
	double value; /* with its sign */
	double time;
};

/* The sample of largest magnitude; the first of several. */
struct motion_peak motion_peak(const struct motion *m);
/* Root of the mean square of the samples. */
double motion_rms(const struct motion *m);
/* Integral of the square of the values over time, exact for the linear course between samples. Arias: pi/(2 g) times this. */
double motion_energy(const struct motion *m);
/* Time at which the integral of the square has reached this part (0..1) of its end. 0 for a motion of zeros. */
double motion_energy_time(const struct motion *m, double part);

/* All values times a factor; or so that the peak is `peak` (> 0). ERR_RANGE when the motion is zero or the peak not positive. */
void motion_scale(struct motion *m, double factor);
int motion_scale_peak(struct motion *m, double peak, struct err *e) MUST_CHECK;

/* Another unit: g, m/s2, cm/s2, mm/s2, in/s2, ft/s2. ERR_UNKNOWN for another name, ERR_STATE when the motion's own is not known. */
int motion_convert(struct motion *m, const char *unit, struct err *e) MUST_CHECK;
/* States the unit of the values without changing them. */
int motion_declare_unit(struct motion *m, const char *unit, struct err *e) MUST_CHECK;

/* A copy with `count` zeros before the first value. */
int motion_prepend(const struct motion *m, int count, struct arena *mem, struct motion *ret, struct err *e) MUST_CHECK;

/* Velocity and displacement (n values each, from rest) of an acceleration that is linear between samples: exact. Either may be NULL. */
void motion_integrate(const struct motion *m, double *ret_velocity, double *ret_displacement);

enum motion_resampling {
	RESAMPLE_LINEAR,  /* the motion itself, read off at other times                                          */
	RESAMPLE_BAND,    /* band-limited: windowed sinc, nothing above the lower of the two Nyquist frequencies */
};
/* The motion at another step, over the same duration. The motion counts as zero outside. */
int motion_resample(const struct motion *m, double dt, enum motion_resampling how, struct arena *mem, struct motion *ret, struct err *e) MUST_CHECK;

enum { BASELINE_MAX = 6 };
/* Fits c1 t + c2 t^2 ... (degree 1..6) to the velocity by least squares and takes its derivative off the acceleration.
 * ret_c: the coefficients, NULL when not wanted. ERR_RANGE for another degree or fewer than degree + 1 samples. */
int motion_baseline(struct motion *m, int degree, double *ret_c, struct err *e) MUST_CHECK;
