/* Chance with a seed: the same seed and stream give the same bits on every machine and with every compiler.
 *
 * The state is plain data that memcpy copies. Nothing here blocks; one thread a state.
 */
#pragma once

#include "base/base.h"

#include <stdint.h>

struct rng {
	uint64_t s[4];
};

/* Starts a sequence; different streams of one seed are independent for all purposes here. */
void rng_init(struct rng *r, uint64_t seed, uint64_t stream);

/* 64 random bits. */
uint64_t rng_bits(struct rng *r) RT;

/* Uniform in [0, 1), a multiple of 2^-53. */
double rng_uniform(struct rng *r) RT;

/* Uniform in 0 .. n-1, n > 0, without bias. */
uint64_t rng_below(struct rng *r, uint64_t n) RT;

/* Normal with mean 0 and standard deviation 1; one draw of bits each. */
double rng_normal(struct rng *r) RT;

/* The x with Phi(x) = p, 0 < p < 1, to about 1e-15 relative; the same bits everywhere. */
double normal_quantile(double p) RT;
