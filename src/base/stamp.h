/* Moments of the calendar as text, and back. Seconds since 1970 may come from anywhere: from the clock, from a file's date, from a record of others. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { STAMP_SIZE = 24 };

/* "2026-11-16T08:36:47Z". Empty for years that do not have four digits. */
void stamp_utc(int64_t t_s, char ret_text[STAMP_SIZE]);

/* "20261116-083647", what a folder is called by, in the time of the place. Empty as above. */
void stamp_local(int64_t t_s, char ret_text[STAMP_SIZE]);

/* The moment of a text that begins like that of stamp_utc, with T or a blank between day and hour. False: it is none; *ret_s stays. */
bool stamp_read(const char *text, int64_t *ret_s);
