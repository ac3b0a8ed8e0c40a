/* Impulse responses kept from run to run: a file under a hash of what they depend on.
 *
 * The hash is over the matrices of the linear part and over what three steps make of a fixed pseudo-random state and forces, bit by bit: model, damping,
 * integrator with its parameters, step, interface, watched nodes and solver are all in it. The file holds the hash again, the sizes and a checksum
 * (CRC-32C): what is of another model, cut short or damaged is not used. Set-up only; through base/io.h. */
#pragma once

#include "interface/front.h"

#include <stdint.h>

struct kernel_file {
	uint64_t hash;
	int nrow, nin, steps;    /* rows, forces, lags behind lag 0 */
	double *value;           /* nin x (steps + 1) x nrow. borrowed */
};

uint64_t kernel_hash(uint64_t hash, const void *bytes, size_t n);   /* FNV-1a, 64 bits; begin with KERNEL_HASH */
#define KERNEL_HASH UINT64_C(14695981039346656037)

/* Matrices and interface of a linear part. */
uint64_t kernel_hash_part(const struct front *f);

/* Reads into k->value, of k's sizes, the first k->steps lags. 1: read; 0: there is no file, or it has fewer lags; ERR_FILE, ERR_FORMAT: it cannot be
 * used, ret_why says why. */
int kernel_read(const char *folder, const struct kernel_file *k, char *ret_why, int size);
/* Writes; 0 or a code, after which no whole file is left. */
int kernel_write(const char *folder, const struct kernel_file *k, struct err *e) MUST_CHECK;
