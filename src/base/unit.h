/* Units in words, of whoever knows no others: "force*length", "length^2/Hz". */
#pragma once

#include <stddef.h>

/* The words with the names of force, length and time in the place of these: "kN*mm". name NULL, or one of its three NULL or empty: the word stays. Cut at size,
 * which is > 0. */
void unit_words(const char *const name[3], const char *words, char *ret, size_t size);
/* The same behind a number: " kN". Empty where no name takes the place of a word: whoever reads knows what a force is, and of what unit nobody has said. */
void unit_said(const char *const name[3], const char *words, char *ret, size_t size);
