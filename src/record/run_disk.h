/* The file under a record: what HDF5 reads and writes goes through here, and the library never sees a write fail.
 *
 * HDF5 does not survive a disk that is full: what it could not write it tries again when the file is closed, and crashes. So this driver takes the first
 * failure down, drops everything that comes after it, and says that all is well. What is on the disk is then what a process that was killed at
 * that moment leaves behind: the library writes data before what points to them (SWMR), so the file is readable up to its last flush.
 * Fault points: file_open, file_write, file_close. One thread; calls block in the file system.
 */
#pragma once

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

/* What happened to a file that is being written; the owner's, and stays where it is until the file is closed. */
struct run_disk {
	int fd;                /* -1: closed */
	int error;             /* errno of the first failure; 0: none */
	int64_t written;       /* bytes */
	bool trial;            /* given: there is no disk, the process keeps the bytes until it ends */
	char *kept; size_t room;       /* these; a mapping of that process */
};

/* Creates a file for SWMR writing, which must not exist. Negative: refused; d->error says why. */
hid_t run_disk_create(const char *path, struct run_disk *d);
/* Closes a file that the library could not close, behind its back; d must stay. */
void run_disk_abandon(struct run_disk *d);
