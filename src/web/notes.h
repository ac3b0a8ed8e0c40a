/* The log of what was refused and who did what: RUNS/server.log, bounded.
 *
 * Lines through base/log.h, which takes tokens and control characters out. The file is made for its owner alone; when it is full it becomes server.log.1 in
 * place of the one before, and a new one begins. What cannot be written is not: the server goes on. The thread of the sockets.
 */
#pragma once

#include "base/log.h"

enum { NOTES_MOST = 1 << 20, NOTES_PATH = 4096 };

struct notes {
	struct log log;
	char path[NOTES_PATH];
	long size;
};

/* Opens FOLDER's log, at its end. ERR_FILE. */
int notes_init(struct notes *n, const char *folder, struct clock *c, struct err *e) MUST_CHECK;
