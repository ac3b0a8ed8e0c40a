/* Matrices on disk, as finite-element programs and numerical packages write them, and ours for them.
 *
 * A format is a row of matrix_format_table, made from matrix/list.def in the order in which formats are tried; which one a file has is found from its first
 * bytes. Readers pass through a file once and keep entries that are not zero; what a header promises is
 * not taken on trust: memory follows what is there.
 * Reports name file, line (data set in HDF5) and entry. One thread; calls block in the file system.
 */
#pragma once

#include "math/csc.h"

enum {
	MATRIX_ROWS_MAX = 20000000,     /* of any file; a header may say so many without holding an entry, at 12 bytes a row */
	MATRIX_DENSE_MAX = 50000,       /* rows of a matrix whose zeros are written, too */
};

/* Reads a matrix. path: a file, or FILE.h5:NAME with the name of a data set or group in it; set is that name where the path has none.
 * Errors: ERR_FILE, ERR_FORMAT, ERR_NONFINITE, ERR_RANGE (an index outside the matrix), ERR_UNSUPPORTED (complex, pattern, skew), ERR_MISSING (no such
 * data set), ERR_LIMIT, ERR_MEMORY. */
int matrix_read(const char *path, const char *set, struct arena *mem, struct csc *ret, struct err *e) MUST_CHECK;

/* Writes a matrix as `name` into a folder: a file of that name, or a group of one file. symmetric: where the format knows halves, the lower one is
 * written. first: of several, so that a file of an earlier export is emptied. Numbers are written so that reading gives the same bits. */
struct matrix_format;
struct matrix_out {
	const char *folder, *name;
	bool symmetric, first;
};
int matrix_write(const struct matrix_format *f, const struct matrix_out *to, const struct csc *a, struct err *e) MUST_CHECK;

struct matrix_format {
	const char *name, *brief;
	const char *file;               /* printf form of folder and name */
	/* Does the file look like this format? head: its first n bytes. */
	bool (*detect)(const char *path, const char *head, size_t n);
	/* Fills shape and entries of an empty list. set: NULL, or the name in the file. */
	int (*read)(const char *path, const char *set, struct triplets *to, struct err *e);
	int (*write)(const char *path, const struct matrix_out *to, const struct csc *a, struct err *e);
};
extern const struct matrix_format *const matrix_format_table[];
/* By name; NULL: none. */
const struct matrix_format *matrix_format_find(const char *name);
