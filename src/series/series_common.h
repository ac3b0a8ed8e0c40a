/* What the periodic series (Trig, Triangle, Pulse) share: the words of their command, the time they live, their phase.
 *
 * A periodic series is zero outside [start, end]. Inside, cycles of the given period follow each other from start on.
 */
#pragma once

#include "model/series.h"

#include <stddef.h>

struct periodic {
	double start, end, period; /* [time] */
	double shift;              /* Trig: [rad]; Triangle and Pulse: [time] */
	double factor;             /* half the height of the wave */
	double zero_shift;         /* added to the wave */
};

/* The rows that all three have; `type` is a struct with a member `struct periodic base`. */
#define PERIODIC_PARAMS(type, shift_unit)                                                                                               \
	{"tStart", PARAM_REAL, offsetof(type, base.start), true, .range = RANGE_ANY, .help = "first time of the wave [time]"},         \
	{"tEnd", PARAM_REAL, offsetof(type, base.end), true, .range = RANGE_ANY, .help = "last time of the wave [time]"},              \
	{"period", PARAM_REAL, offsetof(type, base.period), true, .range = RANGE_POSITIVE, .help = "length of a cycle [time]"},        \
	{"-shift", PARAM_REAL, offsetof(type, base.shift), .range = RANGE_ANY, .help = "how far into a cycle it starts " shift_unit},  \
	{"-phaseShift", PARAM_REAL, offsetof(type, base.shift), .range = RANGE_ANY, .help = "the same as -shift"},                     \
	{"-factor", PARAM_REAL, offsetof(type, base.factor), .def = 1.0, .range = RANGE_ANY, .help = "multiplies the wave"},           \
	{"-zeroShift", PARAM_REAL, offsetof(type, base.zero_shift), .range = RANGE_ANY, .help = "added to the wave"}

/* Refuses an end before the start. */
int periodic_check(const struct periodic *p, const struct args *a, struct err *e) MUST_CHECK;

/* Is t within [start, end]? */
static inline bool periodic_lives(const struct periodic *p, double t)
{
	return t >= p->start && t <= p->end;
}

/* The place within a cycle, 0 <= k < 1, at time t moved by `shift` [time]. */
double periodic_place(const struct periodic *p, double t, double shift) RT;

/* For the slot duration: the end. The private struct must begin with its struct periodic. */
double periodic_duration(const void *self);
