/* Reads back what text and csv recorders write: rows of numbers, all with as many columns. */
#pragma once

#include "base/arena.h"
#include "base/err.h"

struct columns {
	int nrow, ncolumn;
	double *x;              /* row-major; owned: the arena */
};

/* Numbers parted by blanks or commas, a row a line; empty lines and lines that begin with '#' are skipped. A last line without
 * its line end counts. ERR_FILE, ERR_FORMAT (names the line), ERR_MEMORY. May block. */
int columns_read(const char *path, struct arena *mem, struct columns *ret, struct err *e) MUST_CHECK;
