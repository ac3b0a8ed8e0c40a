/* Attributes of HDF5 objects, as recorders and records write them. Fixed-length texts in UTF-8 (jput_clean), 64-bit numbers. hdf5_put_text and _number leave
 * an attribute that is there alone. All answer 0 or ERR_FILE, those of texts also ERR_MEMORY. One thread at a time for a file; calls block in the file system.
 */
#pragma once

#include "base/err.h"

#include <hdf5.h>

/* Attributes of an object: a text, a number. */
int hdf5_put_text(hid_t where, const char *name, const char *text) MUST_CHECK;
int hdf5_put_number(hid_t where, const char *name, double x) MUST_CHECK;
/* A text of `size` bytes with its end, whatever it says, so that it can be changed where it stands. */
int hdf5_put_fixed(hid_t where, const char *name, size_t size, const char *text) MUST_CHECK;
int hdf5_put_numbers(hid_t where, const char *name, int n, const double *x) MUST_CHECK;
/* n texts, of the width of the longest: text(ctx, i) is the i-th. */
int hdf5_put_texts(hid_t where, const char *name, int n, const char *(*text)(const void *ctx, int i), const void *ctx) MUST_CHECK;
/* The type of texts of `width` bytes, their end included; the caller closes it. */
hid_t hdf5_text_type(size_t width);
