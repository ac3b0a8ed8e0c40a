/* Inverses of dense matrices, kept for products: whole or as a packed lower triangle, in double or single precision.
 *
 * In single precision the inverse is divided by a power of two near its largest entry, and so is every vector, so that nothing leaves the
 * range of floats; a product is then good to some 1e-7 of the largest terms of its sums. Memory is the run arena's; work space inside: one thread at a time. */
#pragma once

#include "analysis/engine.h"

struct inverse {
	int n;
	int wide;                        /* rows and columns as kept: n, or with zeros behind them */
	bool symmetric, packed, single;  /* only the lower triangle is read; it is kept packed; in floats */
	void *kept[ENGINE_SLOTS];        /* owned: run arena; doubles or floats, by columns */
	double scale[ENGINE_SLOTS];      /* single: what the kept numbers are multiplied with */
	void *from, *to;                 /* owned: run arena; vectors of a product, as the kept numbers are */
};

/* packed needs symmetric. Where the inverse is whole and in doubles, slot i is kept in full[i] itself. ERR_MEMORY. */
int inverse_setup(struct inverse *v, int n, bool symmetric, bool packed, bool single, double *const *full, struct arena *run, struct err *e) MUST_CHECK;
/* Takes over an n x n inverse, by columns. */
void inverse_keep(struct inverse *v, int slot, const double *full) RT;
/* x := A^-1 x */
void inverse_multiply(struct inverse *v, int slot, double *x) RT;
