/* Set-up of the libraries under math. */
#pragma once

#include "base/base.h"
#include "base/err.h"

/* One thread for OpenBLAS. Call it before the first use; only the first call does anything. */
void math_init(void);

/* Under a limit on the address space (ulimit -v, RLIMIT_AS) OpenBLAS takes its buffer, 128 MiB of addresses, now: it asks for it for ever where it does not get
 * it, in the middle of a test. ERR_MEMORY: the limit leaves too little for it; object is for the report. Without a limit, and once it has it, nothing.
 * Before math_init; waits up to 0.3 s for threads of OpenBLAS that want as much. */
int math_room(const char *object, struct err *e) MUST_CHECK;

/* So many threads for OpenBLAS from now on, n >= 1, everywhere in the program. Sums of products may then depend on n. Starts and
 * ends threads: not for the loop. */
void math_threads(int n);
