/* What a limit on the address space (ulimit -v, RLIMIT_AS) means for the start of the program. */
#pragma once

#include "base/base.h"
#include "base/err.h"

/* The first thing main does. Without a limit nothing. Under one the program begins once more, without the threads of OpenBLAS: each asks for memory until it
 * gets it, before main, and whoever forks or ends waits for all of them. ERR_MEMORY: the limit leaves less than the program needs to begin. */
int space_begin(char **argv, struct err *e) MUST_CHECK;
