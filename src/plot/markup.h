/* Text of SVG and HTML into a file: printf-like pieces, and words of the user's in which what a reader would misread is replaced.
 *
 * The first failure is kept and everything after it does nothing; markup_close hands it back. The struct is the caller's. Writing may block in the file system.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct markup {
	int handle;
	const char *path;           /* borrowed: until markup_close */
	char text[8192];
	size_t used;
	size_t written;             /* bytes so far, those in text included */
	int rc;                     /* first failure */
	struct err *e;              /* borrowed: until markup_close */
};

/* Makes the file anew. ERR_FILE. */
int markup_open(struct markup *m, const char *path, struct err *e) MUST_CHECK;
/* A piece of at most some thousand characters. */
void markup_put(struct markup *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A text of any length: < > & " replaced, other control characters than line ends and tabs left out, bytes that are no UTF-8 shown as '?'. */
void markup_word(struct markup *m, const char *word);
/* The first failure, or 0. */
int markup_close(struct markup *m) MUST_CHECK;
