/* A disk in memory behind base/io.h that loses power, or becomes full: files of several machines, each of which stops at any byte that is told.
 *
 * A path is "MACHINE/name", MACHINE a digit, and a folder by itself. disk_fuse gives a machine so many bytes (a sync and a cut count as one) until it stops:
 * what did not fit is not written, and every call fails until disk_restart. A crash of the process leaves what was written. A loss of power takes what was
 * not synced: some of the bytes are gone, some of the rest are garbage; a cut is undone, with the old bytes behind it or zeros in their place; a file whose
 * folder was not synced since it was made is not there. One table for the whole program: it is used by one thread.
 */
#pragma once

#include "base/io.h"
#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>

enum { DISK_MACHINES = 10, DISK_FILES = 24 };

extern const struct io_ops disk_io;

/* Empties everything: no files, no fuses. Memory is kept for the next use. */
void disk_reset(void);
void disk_fini(void);
void disk_fuse(int machine, long bytes);
bool disk_stopped(int machine);
/* The machine goes on, its disk takes so many bytes more (a sync and a new name count as one): what did not fit is not written, and whatever writes fails
 * from then on until disk_restart, or until somebody makes room (-1). */
void disk_fill(int machine, long bytes);
/* Has something not fitted? */
bool disk_full(int machine);
/* Stops a machine at once. */
void disk_stop(int machine);
/* It starts again. power: what was not synced is lost or damaged by chance. Open handles are dead. */
void disk_restart(int machine, bool power, struct rng *chance);
/* Handles that are open. */
int disk_handles(void);
/* The bytes of a file; NULL: there is none. */
const unsigned char *disk_file(const char *path, size_t *ret_n);
/* A file with these bytes, on the disk. */
void disk_put(const char *path, const unsigned char *bytes, size_t n);
