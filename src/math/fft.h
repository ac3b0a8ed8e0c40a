/* Discrete Fourier transforms of real numbers, through FFTW.
 *
 *   X_j = sum_k x_k exp(-2 pi i j k / n),  j = 0 .. n/2          x_k = (1/n) sum over all n bins, the others being conjugates
 *
 * A transform owns two rooms from an arena: `time`, n numbers, and `bins`, n/2 + 1 complex ones as pairs (real, imaginary). Plans are made at set-up
 * and never by measuring times, so that the same numbers give the same bits on the same machine. Setting up and ending take locks and memory: one
 * thread at a time. Transforming takes neither.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

struct fft {
	int n;
	double *time;              /* n; owned: the arena, as the next */
	double *bins;              /* 2 (n/2 + 1) */
	void *forward, *back;      /* owned: plans */
};

/* n >= 2, any; products of small primes are fastest. Both rooms are zero. ERR_MEMORY. */
int fft_init(struct fft *f, int n, struct arena *mem, struct err *e) MUST_CHECK;
/* After a failed fft_init, too; again does nothing. */
void fft_fini(struct fft *f);
/* time to bins; time stays. */
void fft_forward(struct fft *f) RT;
/* bins to time; bins are used up. The imaginary parts of bin 0 and, n being even, of the last count as zero. */
void fft_back(struct fft *f) RT;
