/* Files of numbers as text.
 *
 * Numbers stand one or many on a line, parted by blanks; what follows a '#' up to the end of its line is skipped. Anything
 * else is refused, with the file, the line and the word. Reads through io.h; may block.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

/* All numbers of the file, in order; at least one. The array is the arena's, which a failure leaves as it was.
 * Errors: ERR_FILE (missing, unreadable), ERR_FORMAT (a word that is no number, nothing in the file), ERR_NONFINITE, ERR_MEMORY. */
int textfile_read(const char *path, struct arena *mem, double **ret_x, int *ret_n, struct err *e) MUST_CHECK;
