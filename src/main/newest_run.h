/* Which run of a folder of runs has written its record last: what a person means who names none. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { RUN_NAME = 256 };

/* Its name in the folder `runs`; false: there is no run with a record. Blocks for the reading of the folder. */
bool newest_run(const char *runs, char *ret, size_t size);
