/* A file that grows by whole rows, each handed to the operating system in one write: what is written survives the program.
 *
 * A row is composed with rowfile_add_* in a buffer whose size was claimed with rowfile_claim, and written at the file's
 * end by rowfile_write. A tail (the closing words of XML) may be written after it, which the next row replaces. A write that fails half-way leaves
 * the rows before it, and their tail: there are whole rows only. A file has one writer, of this program or of another one.
 * One thread; writing may block in the file system. Fault points: file_open, file_write, file_close.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rowfile {
	int fd;                 /* valid while is_open */
	bool is_open;
	int64_t start, end;     /* first byte of the rows, and the byte behind the last one */
	int64_t longest;        /* size of the file */
	size_t tail;            /* bytes of the last write that the next one replaces */
	bool held;              /* rows are composed one after the other, until rowfile_release */
	char *text;             /* owned: recorder's arena */
	size_t used, size;
	char object[96];        /* for messages */
	char path[256];
};

/* Creates or empties the file; append: keeps its content and goes on at its end. Folders must exist. ERR_DUPLICATE: somebody else writes it. */
int rowfile_open(struct rowfile *f, const char *path, bool append, const char *object, struct err *e) MUST_CHECK;
/* Is what stands in a file that is appended to whole: lines that end (size 0), or rows of that many bytes? ERR_FORMAT when not; ERR_FILE. */
int rowfile_whole(struct rowfile *f, size_t size, struct err *e) MUST_CHECK;
/* Whether rowfile_open could have it, as far as that shows without touching it: nothing is made and nothing emptied. */
int rowfile_check(const char *path, const char *object, struct err *e) MUST_CHECK;
/* The report of a file that has a writer: ERR_DUPLICATE. */
int rowfile_taken(const char *path, const char *object, struct err *e);
/* Memory for rows of this many bytes, the tail included. */
int rowfile_claim(struct rowfile *f, size_t size, struct arena *mem, struct err *e) MUST_CHECK;
/* Compose. What does not fit in the claimed size is a programmer's error. */
void rowfile_add(struct rowfile *f, const void *data, size_t size);
void rowfile_add_text(struct rowfile *f, const char *text);
void rowfile_add_real(struct rowfile *f, double x, int precision, bool scientific);
/* Bytes that one number may need, with its separator. */
size_t rowfile_real_size(int precision);
/* Writes what is composed; the last `tail` bytes of it, the same text every time, are replaced by the next write. */
int rowfile_write(struct rowfile *f, size_t tail, struct err *e) MUST_CHECK;
/* Rows begin here; rewind goes back to it. What is written from then on waits in memory (claimed for all of it) for rowfile_release: it takes the place of
 * what stood there in one write, so that there is one or the other whenever the program stops, and what stood there where the disk is full. */
void rowfile_mark(struct rowfile *f);
void rowfile_rewind(struct rowfile *f);
int rowfile_release(struct rowfile *f, struct err *e) MUST_CHECK;
/* Releases, and cuts what an earlier, longer content left behind the end. */
int rowfile_cut(struct rowfile *f, struct err *e) MUST_CHECK;
int rowfile_close(struct rowfile *f, struct err *e) MUST_CHECK;
