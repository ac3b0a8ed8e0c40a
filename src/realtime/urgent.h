/* A thread that must not be kept waiting while it steps, and is an ordinary one otherwise: that of the integrator, below its command loops.
 *
 * Its steps are short and it sleeps between them, so SCHED_FIFO costs others little; set-up and what a script does between two analyses can be long,
 * and run as ordinary work. Processes and threads that it starts meanwhile are ordinary ones.
 */
#pragma once

#include "base/err.h"

/* The calling thread has this SCHED_FIFO priority from now on; 0 or less: nothing happens. ERR_UNSUPPORTED when the system refuses. */
int urgent_begin(int priority, struct err *e) MUST_CHECK;
/* It is ordinary again, whatever it was. */
void urgent_end(void);
