/* A column of numbers as one chunk of HDF5's filters shuffle and deflate, which any HDF5 reader undoes: a stream of zlib (RFC 1950) around blocks of deflate
 * (RFC 1951).
 *
 * Shuffle puts the bytes k of all numbers side by side: planes. Of a measured signal some can be compressed (sign, exponent, the first digits), the others are
 * chance. Those are stored as they are, which costs a copy; only neighbours that can be compressed are handed to deflate, as runs (Z_RLE). What is
 * chance the bytes themselves say, every PACK_EVERY-th of them: with their counts c, s of them in all,
 *
 *   H2 = -log2 sum (c/s)^2     (collision entropy, bits a byte; never more than Shannon's)
 *
 * at or above PACK_BITS. Two channels with noise: 73 bytes a tick of 104, in 0.15 us on a processor of 2024; with PACK_BITS 7, 66 bytes in 0.5 us.
 *
 * Deterministic: the same numbers, the same bytes. One thread; memory from an arena at set-up, and zlib's own.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

#define PACK_BITS 3.0
enum { PACK_EVERY = 16 };

struct run_pack {
	z_stream z;
	unsigned char *plane;      /* 8 n bytes; owned: the arena, as the next */
	unsigned char *out;
	size_t room;               /* of out */
	int n;
	bool begun;                /* z is to be ended */
};

/* For columns of n numbers. ERR_MEMORY. Ended by run_pack_end. */
int run_pack_setup(struct run_pack *p, int n, struct arena *mem, struct err *e) MUST_CHECK;
void run_pack_end(struct run_pack *p);
/* Packs x[0], x[stride], ..., `some` of them, and zeros behind them up to n. The bytes are in p->out until the next call; 0: it failed. */
size_t run_pack(struct run_pack *p, const double *x, size_t stride, int some);
