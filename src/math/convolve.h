/* Convolution while it goes on: many inputs, many outputs, kernels of any length, the same little work in every step.
 *
 *   y_n[i] = sum_{k=0}^{n-1} sum_j h[i][j][n-k] x_k[j],   i < nout, j < nin, lags 1 .. length, n = 0 .. length
 *
 * n is the number of inputs pushed so far: the newest has lag 1; what it does at once (lag 0) is the caller's. Young inputs are summed as they
 * stand; older ones by Fourier transforms of blocks (levels), whose work is cut in pieces and spread evenly over the steps of the next
 * block. So a long history costs a step about the square root of its length or less, and no step much more than its neighbours.
 *
 *   convolve_setup, convolve_kernel for all inputs and lags, convolve_ready (which clears, too);  then in the loop:
 *   convolve_next: the sum so far,  convolve_push: the next input, ...;  convolve_clear: from the beginning
 *
 * All memory is the arena's: there is nothing to end. One thread at a time; nothing blocks. Same inputs, same bits on the same kind of processor.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

struct convolve;

enum { CONVOLVE_LEVELS = 3, CONVOLVE_LEAST = 16, CONVOLVE_MOST = 16384 };

/* Blocks of the levels, growing: powers of two from CONVOLVE_LEAST to CONVOLVE_MOST, the largest at most length / 2. Inputs are summed directly until
 * they are one to two of the first blocks old, then by a level until they are one to two blocks of the next old. No level: all directly. */
struct convolve_shape {
	int nlevel, block[CONVOLVE_LEVELS];
};

/* The cheapest shape by a cost model, never by the clock. nout, nin, length >= 1, here and below. */
void convolve_choose(int nout, int nin, int length, struct convolve_shape *ret);

/* Bytes that convolve_setup takes from its arena. shape NULL, here and below: the cheapest. */
size_t convolve_memory(int nout, int nin, int length, const struct convolve_shape *shape);

/* Kernels are zero. ERR_MEMORY; ERR_ARGUMENT for a shape that is none. */
int convolve_setup(struct convolve **ret, int nout, int nin, int length, const struct convolve_shape *shape, struct arena *mem, struct err *e) MUST_CHECK;

/* h[i], i < nout: what input `in`, when it was 1, does to the outputs `lag` steps later, 1 <= lag <= length. In any order, before convolve_ready. */
void convolve_kernel(struct convolve *c, int in, int lag, const double *h);

/* Transforms the kernels, once; n = 0. Inputs and outputs whose kernels are all zero cost nothing from now on, nor do lags behind which every kernel
 * stays below 1e-18 of its own largest value: their sum is below the rounding of what is kept. */
void convolve_ready(struct convolve *c);

/* The history is empty, n = 0. Takes time with the length: not for the loop. */
void convolve_clear(struct convolve *c);

/* y_n from all inputs pushed so far; any number of times. */
void convolve_next(const struct convolve *c, double *ret_y) RT;

/* The next input; n grows by one. ERR_LIMIT, and nothing is done, when n = length; ERR_STATE before convolve_ready. An
 * input that is not finite spoils all outputs until convolve_clear. */
int convolve_push(struct convolve *c, const double *x) MUST_CHECK RT;

/* n, and the input x_k, k < n: nin numbers that stay until convolve_clear. */
int convolve_count(const struct convolve *c) RT;
const double *convolve_input(const struct convolve *c, int k) RT;

/* Work of the last convolve_push and one convolve_next behind it, in multiply-adds; what moves numbers counts as many as take its time. */
long convolve_work(const struct convolve *c) RT;

/* The last lag that is not cut off, 0 when all kernels are zero. After convolve_ready. */
int convolve_lags(const struct convolve *c);
