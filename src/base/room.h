/* How much memory this process may still take, asked before much is taken: a model that does not fit is refused with the figures, instead of being
 * ended by the system in the middle of a test.
 *
 * The least of: what the machine can give without swapping (MemAvailable), what the limits of its control groups leave (version 2, or the memory controller of
 * version 1; file cache that can be dropped counts as free), what the limit on address space leaves (RLIMIT_AS), and a limit of the caller's.
 * What cannot be read does not limit. Reads files of /proc and /sys through io.h; may block. Set-up time only.
 */
#pragma once

#include "base/base.h"
#include "base/err.h"

struct room {
	double bytes;            /* INFINITY: nothing limits, or nothing can be read */
	const char *what;        /* by what: static text */
};

/* What is left now. root: folder before /proc and /sys, "" for the system's own (tests have others). */
struct room room_left(const char *root);

/* Room for bytes more? Object and what are for the report ("engine sparse", "factors"): ERR_MEMORY with both figures. A twentieth of what is left stays for
 * everything else; less than ROOM_SMALL is not asked about. */
int room_need(double bytes, const char *object, const char *what, const char *hint, struct err *e) MUST_CHECK;
/* The same as a question. */
bool room_for(double bytes);
#define ROOM_SMALL 64e6

/* A limit of the user's own on what is left, in bytes; INFINITY: none, as at the start. For the whole process; one thread. */
void room_limit(double bytes);

/* "41.2 GB", "13 MB", for messages. */
const char *room_text(double bytes, char *ret_text, int size);
