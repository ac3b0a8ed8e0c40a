/* Processes of this program that do what is asked for: runs, rehearsals, reports. Any thread.
 *
 * A process is a session of its own: signals to the server do not reach it, and the death of the server does not touch it. It reads nothing, and what it
 * prints goes to a file. Whoever starts it waits for it (waitpid).
 */
#pragma once

#include "base/err.h"

#include <sys/types.h>

enum { CHILD_WORDS = 300 };

/* argv: NULL-ended, argv[0] the program; folder: where it works; output: file it writes to, at its end. ERR_FILE. */
int child_start(const char *const *argv, const char *folder, const char *output, pid_t *ret, struct err *e) MUST_CHECK;
/* A new folder under `runs` that no list shows, and its end with all that is in it. */
int child_folder(const char *runs, char *ret, size_t size, struct err *e) MUST_CHECK;
void child_clear(const char *folder);
