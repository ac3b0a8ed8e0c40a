/* What a rehearsal found, and whether to go. */
#pragma once

#include "main/rehearse.h"

struct rehearse_words {
	double lag, yield, hsei;            /* lag in laboratory time [s]; threshold of |HSEI_I| */
	bool ended;                         /* the script ran to its end */
};

/* Prints the findings and the verdict to standard output. Returns how many things must change before the test. */
int rehearse_print(const struct rehearse *r, const struct rehearse_words *w, const char *script);
