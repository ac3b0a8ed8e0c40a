/* The measures that make a thread a real-time one, each asked of the system once. For loop.c. */
#pragma once

#include "realtime/loop.h"

/* Takes the measures of the process (memory, malloc, awake), or those of the calling thread (affinity, priority), as far as the
 * configuration asks for them. A refused one is noted in the loop; ERR_UNSUPPORTED with its report when the loop is not tolerant. */
int measure_process(struct loop *l, struct err *e) MUST_CHECK;
int measure_thread(struct loop *l, struct err *e) MUST_CHECK;

/* Gives back what ends with the loop. */
void measure_end(struct loop *l);
