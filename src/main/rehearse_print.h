/* What a rehearsal found, and whether to go. */
#pragma once

#include "main/rehearse.h"

/* Prints the findings and the verdict to standard output. Returns how many things must change before the test. */
int rehearse_print(const struct rehearse *r, const struct rehearse_words *w, const char *script);
