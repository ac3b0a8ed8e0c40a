/* The file behind a live segment: in memory (/dev/shm), with a link to it in the folder of the run; where there is no such file system, in that folder.
 *
 * A second handle on the file holds a lock (flock) for as long as the process lives that made it: command loops, which inherit the mapping, close their
 * handles, so that the lock says who is alive and nothing else. Files that a run left behind when it was killed are removed by the next run, server or
 * look (live_sweep). Calls block in the file system; set-up only.
 */
#pragma once

#include "base/err.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct live_file {
	int handle, lock;          /* -1: none */
	bool away;                 /* link is a link to path */
	char path[PATH_MAX], link[PATH_MAX];
};

/* Removes files in memory that runs of this user left behind when they were killed: nobody holds them any more, by the lock, which no other process can have by
 * chance, and `used` does not say that somebody still needs one. */
void live_file_sweep(bool (*used)(int handle, const void *ctx), const void *ctx);
/* A new file of `size` zeros that nobody sees yet; id and the process name it. ERR_FILE: it cannot be made, or there is no room. */
int live_file_make(struct live_file *f, const char *folder, const char *id, size_t size, struct err *e) MUST_CHECK;
/* From now on it is FOLDER/live for everybody. */
int live_file_show(struct live_file *f, struct err *e) MUST_CHECK;
/* Makes room for `size` bytes from `at` on, zeros; never less than before. */
int live_file_grow(struct live_file *f, uint64_t at, size_t size, struct err *e) MUST_CHECK;
/* What lies there reads as zeros from now on, and takes no memory. */
void live_file_empty(struct live_file *f, uint64_t at, size_t size);
/* Gone for those who come; whoever has it mapped keeps it. Again does nothing. */
void live_file_remove(struct live_file *f);

/* FOLDER/live is the file behind this handle again, one in memory that still has its name: of a process before, when this one's is gone. */
void live_file_leave(const struct live_file *f, int handle);
/* All files in memory of runs of the user `owner` that have this name (of one run: its own, and those of processes before), opened for writing and closed
 * again, until `take` says true. "": none. */
void live_file_each(unsigned owner, const char *id, bool (*take)(int handle, void *ctx), void *ctx);

/* Opens FOLDER/live of a run of this user. ERR_MISSING, ERR_FILE. */
int live_file_open(const char *folder, bool write, int *ret_handle, size_t *ret_size, struct err *e) MUST_CHECK;
/* Does the process live that made it? */
bool live_file_held(int handle);
/* at, size: whole pages. */
int live_file_map(int handle, uint64_t at, size_t size, bool write, void **ret, struct err *e) MUST_CHECK;
void live_file_unmap(void *memory, size_t size);
/* Up to whole pages. */
size_t live_pages(size_t size);
