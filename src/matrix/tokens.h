/* Words of a text file of numbers, one after the other, with their line: what the readers of text formats share.
 *
 * The file passes once through a block of fixed size; a word is at most TOKEN_WORD - 1 bytes long. Reports name file, line and word.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum { TOKEN_BLOCK = 1 << 16, TOKEN_WORD = 64 };
enum token_kind { TOKEN_IS_WORD, TOKEN_IS_LINE, TOKEN_IS_END };   /* a word, the end of a line, the end of the file */
enum token_class { TOKEN_PART, TOKEN_BLANK, TOKEN_NEWLINE, TOKEN_COMMENT };

struct tokens {
	const char *path;               /* borrowed: caller */
	int handle;
	int line;                       /* of the word last given, from 1 */
	bool ended, newline;            /* newline: the line after `line` begins with the next word */
	size_t at, n;
	int length;
	char word[TOKEN_WORD];
	unsigned char class[256];       /* enum token_class of each byte */
	char block[TOKEN_BLOCK];
};

/* Opens the file. Blanks are blank, tab and what stands in `blanks`; a byte of `comments` and what follows it on its line are passed over. */
int token_open(struct tokens *s, const char *path, const char *blanks, const char *comments, struct err *e) MUST_CHECK;
/* Closes it; code: what reading came to, which stays the answer when it is a failure. */
int token_close(struct tokens *s, int code, struct err *e) MUST_CHECK;

/* The next word, in s->word, or the end of the line or file. ERR_FILE; ERR_FORMAT: a word that is too long. */
int token_next(struct tokens *s, enum token_kind *ret_kind, struct err *e) MUST_CHECK;
/* The next word, which must be on the same line. what: what is missing otherwise. */
int token_word(struct tokens *s, const char *what, struct err *e) MUST_CHECK;
/* The end of the line, or of the file. */
int token_line_end(struct tokens *s, const char *what, struct err *e) MUST_CHECK;

/* The word as a finite number (Fortran's D is an E), and as a whole number from lo to hi. ERR_FORMAT, ERR_NONFINITE, ERR_RANGE. */
int token_real(const struct tokens *s, double *ret_x, struct err *e) MUST_CHECK;
int token_int(const struct tokens *s, const char *what, long lo, long hi, long *ret_i, struct err *e) MUST_CHECK;

/* A report with file, line and word. */
int token_refuse(const struct tokens *s, int code, const char *what, struct err *e);
