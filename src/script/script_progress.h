/* Progress of long work on the terminal: silent for the first two seconds, then one line that is written over four times a
 * second and wiped at the end. Nothing is written where standard error is not a terminal. */
#pragma once

#include "base/clock.h"

#include <stdbool.h>

struct progress {
	struct clock clock;
	int64_t start_ns, last_ns;
	bool terminal, shown;
	const char *what;    /* borrowed */
};

/* Nothing is shown from now on in this process: the terminal is somebody else's. */
void progress_silence(void);
void progress_begin(struct progress *p, const char *what);
/* Part done of whole; call it as often as is convenient. */
void progress_show(struct progress *p, int done, int whole);
/* What is being done, where nobody knows how long it takes: shown at once. */
void progress_note(struct progress *p, const char *text);
void progress_end(struct progress *p);
