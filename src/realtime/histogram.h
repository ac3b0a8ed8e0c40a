/* How often a time fell into which range: counts in log-linear bins, of fixed size.
 *
 * Times below 2^HISTOGRAM_BITS ns have a bin each; from there on every octave is cut into 2^HISTOGRAM_BITS equal bins, so that a
 * bin is never wider than 1/32 of the times in it. The last bin also takes all that is longer. Smallest and largest are exact.
 * One thread at a time; a copy is a struct assignment.
 */
#pragma once

#include "base/base.h"

#include <stdint.h>

enum {
	HISTOGRAM_BITS = 5,
	HISTOGRAM_OCTAVES = 31,   /* above the exact bins: up to 2^36 ns, 68 s */
	HISTOGRAM_BINS = (HISTOGRAM_OCTAVES + 1) << HISTOGRAM_BITS,
};

struct histogram {
	uint64_t n;                    /* times counted */
	int64_t least_ns, most_ns;     /* of all; no meaning while n is 0 */
	uint64_t count[HISTOGRAM_BINS];
};

/* Empties it. */
void histogram_clear(struct histogram *h) RT;

/* Counts a time [ns]; a negative one counts as 0. */
void histogram_add(struct histogram *h, int64_t t_ns) RT;

/* Adds the counts of another one. */
void histogram_merge(struct histogram *h, const struct histogram *other);

/* The time [ns] that the share q (0 to 1) of all does not exceed: the middle of the bin with the time of rank ceil(q n), never outside
 * the smallest and largest time; q = 1 is the largest. 0 while there is none. */
int64_t histogram_quantile(const struct histogram *h, double q);

/* Times from lo_ns on and below hi_ns, both rounded down to the beginning of a bin. */
uint64_t histogram_between(const struct histogram *h, int64_t lo_ns, int64_t hi_ns);
