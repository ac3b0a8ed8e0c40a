/* A column of a chunk as HDF5's filters "shuffle" and "deflate" leave it, made faster than the library does.
 *
 * Shuffled, a column of n doubles is eight planes of n bytes: all first bytes, all second bytes, ... Signs, exponents and leading digits repeat themselves, the
 * last digits of a measurement are chance. Planes that a code of bytes can shorten (entropy below PACK_BITS a byte) are compressed, looking for runs
 * only; the others go into the same stream as they are, at the speed of a copy. Any reader of HDF5 undoes both.
 * Deterministic: the same numbers, the same bytes. Memory: the arena of run_pack_setup. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

#define PACK_BITS 7.0

struct run_pack {
	z_stream z;
	unsigned char *plane;      /* 8 n bytes; owned: the arena, as the next */
	unsigned char *out;
	size_t room;               /* of out */
	int n;
};

/* For columns of n numbers. ERR_MEMORY. Ended by run_pack_end. */
int run_pack_setup(struct run_pack *p, int n, struct arena *mem, struct err *e) MUST_CHECK;
void run_pack_end(struct run_pack *p);
/* Packs x[0], x[stride], ..., `some` of them, and zeros behind them up to n. The bytes are in p->out until the next call; 0: it failed. */
size_t run_pack(struct run_pack *p, const double *x, size_t stride, int some);
