/* The lines of a text file and the numbers on them, for the readers of records. Reports name file, line and word. */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>

struct motion_text {
	const char *path; /* borrowed: caller              */
	char **line;      /* owned: the arena; without end */
	int n;
};

/* Reads a whole file, without the mark of UTF-8 at its beginning. Bytes that are no text (NUL) are refused with their line. */
int motion_text_read(const char *path, struct arena *mem, struct motion_text *ret, struct err *e) MUST_CHECK;

/* How many numbers the line holds when it holds nothing else; 0 when empty; -1 when there is another word. Words for what is no number
 * (nan, inf) count as numbers: they stand among data, where they are refused. */
int motion_line_numbers(const char *line);
/* The same, and the first `most` of its numbers; NAN for such words. */
int motion_line_begin(const char *line, int most, double *ret_x);
/* The number after the word (any case) on the line, with = : , or blanks between; false when there is none. */
bool motion_line_value(const char *line, const char *word, double *ret_x);
/* The same for a time: one that is followed by ms, msec or milliseconds is told in seconds. */
bool motion_line_seconds(const char *line, const char *word, double *ret_s);
/* Does the line contain the words (any case); the place, NULL when not. */
const char *motion_line_find(const char *line, const char *words);

/* Lines before the first that holds numbers only. */
int motion_text_header(const struct motion_text *t);

/* All numbers of the lines from..to-1, in order, at most `most` (< 0: all). width 0: parted by blanks, commas or semicolons;
 * otherwise fields of that many columns, as Fortran writes them. ERR_FORMAT names the line and the word that is no number. */
int motion_text_numbers(const struct motion_text *t, int from, int to, int width, int most,
			struct arena *mem, double **ret_x, int *ret_n, struct err *e) MUST_CHECK;
