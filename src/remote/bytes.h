/* Numbers to little-endian bytes and back, by shifts: the same bytes on every machine. Private to this folder.
 *
 * A pen writes where room was made before; an eye reads what may be too short or too long, and notes it: after the last read eye_good says whether
 * everything was there and nothing is left. Nothing blocks or allocates.
 */
#pragma once

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole number of n bytes; a double. */
void bytes_put(unsigned char *to, uint64_t x, int n) RT;
uint64_t bytes_get(const unsigned char *from, int n) RT;
double bytes_real(const unsigned char *from) RT;

struct pen {
	unsigned char *at;
};

/* Writes and moves on; the caller has seen to the room. */
void pen_int(struct pen *p, uint64_t x, int n) RT;
void pen_real(struct pen *p, double x) RT;
void pen_reals(struct pen *p, const double *x, int n) RT;
/* A length of one byte and at most `most` bytes of text; what is not printable becomes '?'. */
void pen_text(struct pen *p, const char *text, size_t most);

struct eye {
	const unsigned char *at;
	size_t n;                  /* bytes left */
	bool bad;
};

/* Reads and moves on; bad, and 0, when too few bytes are left. */
uint64_t eye_int(struct eye *y, int n) RT;
double eye_real(struct eye *y) RT;
/* n reals, which are finite; NULL (and bad) when they are not there. */
const unsigned char *eye_reals(struct eye *y, size_t n) RT;
/* Shorter than size; bad when it is not, or not printable. */
void eye_text(struct eye *y, char *ret_text, size_t size);
bool eye_good(const struct eye *y) RT;

/* Bytes of the printable UTF-8 character that begins the text of n bytes; 0: there is none. */
size_t text_character(const unsigned char *text, size_t n);
