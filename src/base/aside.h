/* Files of a dry run, which is no reason to lose those of a test: what would be written at a path is written beside it, in the folder `rehearsal` there, and
 * who reads that path afterwards, as a script its results, reads what was written.
 *
 * Nothing stands aside before aside_begin. Then io_open, for reading, finds files by itself (io.h). Devices, pipes and what is no file stay where they are.
 * One thread; blocks in the file system. Fault point: file_open, for making the folder.
 */
#pragma once

#include "base/err.h"

#include <limits.h>
#include <stdbool.h>

void aside_begin(void);
/* Forgets where files are; they stay. */
void aside_end(void);
bool aside_is_on(void);

/* Where the file that is to be written at path goes: path, when nothing stands aside. keep: it begins with what is at path, as to append to it, where nothing
 * was written aside before. ERR_FILE: no folder, or no copy; ERR_RANGE: the path is too long; ERR_MEMORY. */
int aside_write(const char *path, bool keep, char ret_path[PATH_MAX], struct err *e) MUST_CHECK;
/* Copies the file that is read at one path to where that of another one is written. Errors as above. */
int aside_copy(const char *from, const char *to, struct err *e) MUST_CHECK;
/* The file at path is taken away: for who reads it, it is gone, and what is at path stays. Errors as above. */
int aside_remove(const char *path, struct err *e) MUST_CHECK;
/* Where the file at path is read: path itself, or in room. */
const char *aside_read(const char *path, char room[PATH_MAX]);
/* How many files stand aside; ret_newest: the path of the last that is new, until the next one. */
int aside_count(const char **ret_newest);
