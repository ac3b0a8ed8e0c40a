/* Files through a replaceable table, so that tests can stand between the program and the disk.
 *
 * All reading and writing of data files goes through io_*; the table in use is the system's until io_use names another.
 * Every call has its fault point (file_open, file_read, file_write, which is also that of cutting, file_sync, file_close), asked before the table is.
 * Interrupted calls are made again and partial transfers continued here, so a table may move fewer bytes than asked. Handles are the table's own numbers, >= 0.
 * These calls may block. The table is set while no file is open and no other thread uses files; handles belong to one thread.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum io_mode {
	IO_READ,   /* must exist; the system's table refuses devices */
	IO_WRITE,  /* made new, emptied when it exists */
	IO_APPEND, /* made when missing, written at its end */
	IO_NEW,    /* made new, must not exist */
	IO_SECRET, /* the same, for its owner's eyes only */
};

/* What a table does. A negative answer is minus an errno number. */
struct io_ops {
	const char *name;
	int (*open)(const char *path, enum io_mode mode);        /* a handle >= 0 */
	long (*read)(int handle, void *bytes, size_t n);         /* bytes read, 0 at the end */
	long (*write)(int handle, const void *bytes, size_t n);  /* bytes written, at least one */
	int (*sync)(int handle);                                 /* 0 once what was written is on the disk */
	int (*close)(int handle);                                /* 0; the handle is dead whatever the answer */
	int (*cut)(int handle, size_t n);                        /* 0 once the file is no longer than n bytes; NULL: cannot */
};

extern const struct io_ops io_system;

/* The table to use from now on; NULL is the system's. Returns the one used until now. */
const struct io_ops *io_use(const struct io_ops *ops);

/* Opens a file; ERR_FILE names the path and the reason. */
int io_open(const char *path, enum io_mode mode, int *ret_handle, struct err *e) MUST_CHECK;

/* Reads n bytes, fewer only at the end of the file; ret_n says how many. path is for the report. */
int io_read(int handle, const char *path, void *bytes, size_t n, size_t *ret_n, struct err *e) MUST_CHECK;

/* The beginning of a small file as text, at most size - 1 bytes, without line ends and blanks behind it; false when it cannot be read. */
bool io_text(const char *path, char *ret_text, size_t size);

/* Writes all n bytes, or fails with ERR_FILE; then some of them may be in the file. */
int io_write(int handle, const char *path, const void *bytes, size_t n, struct err *e) MUST_CHECK;

/* Forces what was written to the disk. */
int io_sync(int handle, const char *path, struct err *e) MUST_CHECK;

/* Forces the name of a file or folder to the disk, one that is new or was given: the folder in which it stands is synchronised. */
int io_sync_name(const char *path, struct err *e) MUST_CHECK;

/* Takes off what an open file (for appending) holds beyond n bytes. */
int io_cut(int handle, const char *path, size_t n, struct err *e) MUST_CHECK;

/* Closes; a failure means that written bytes may be lost. */
int io_close(int handle, const char *path, struct err *e) MUST_CHECK;

/* Removes what was written of a file that could not be finished: nobody takes a part for the whole. Files of the disk only, never a device. */
void io_drop(const char *path);
