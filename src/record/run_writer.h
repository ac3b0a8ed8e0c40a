/* The writer of a record: rows and events go into rings, a thread of its own takes them out and writes an HDF5 file.
 *
 *   whoever computes --(ring a table, ring of events)--> thread --> HDF5, SWMR --> disk
 *                    <------(snapshot: progress)-------
 *
 * Nobody waits for the disk: a full ring forgets its oldest rows and counts them. Only a patient writer (in virtual time, where waiting costs nothing
 * but time) lets run_writer_row wait until there is room, so that a record is whole and the same in every run.
 * Everything that was given is in the file, readable by others while it is written and after the process was killed, RUN_FLUSH_NS later at most, and as
 * much longer as the disk takes. A disk that fails ends the record there; run_writer_trouble says so once, and all later calls do nothing.
 * Life: run_writer_open; row, event, ...; run_writer_close. All on one thread, but for the one inside. run_writer_row and _event do
 * not allocate, lock or format; the others block.
 */
#pragma once

#include "base/base.h"
#include "base/err.h"
#include "record/run_layout.h"

#include <stdbool.h>
#include <stdint.h>

enum { RUN_FLUSH_NS = 300 * 1000 * 1000 };

struct run_column {
	const char *name, *unit;   /* unit: empty where there is none */
};

/* One of: numbers, texts, a text, a number. */
struct run_attribute {
	const char *name;
	const char *text;          /* NULL: it is no text */
	double number;
	int n;                     /* of what follows */
	const double *numbers;     /* NULL: it is none of these */
	const char *const *texts;  /* the same */
};

struct run_table {
	const char *group;         /* "steps", "channels/control1" */
	const char *brief;         /* one line that says what a row is */
	int n;                     /* columns */
	const struct run_column *column;
	double rate_hz;            /* rows a second of laboratory time, for the sizes of chunks and ring; 0: few */
	bool packed;               /* compressed */
	struct run_attribute *attribute; int nattribute;       /* of its own; of its data set */
};

struct run_writer_words {
	const char *path;          /* of the file, which must not exist; copied */
	const struct run_attribute *attribute; int nattribute;
	const char *script;        /* its text; NULL: none */
	const struct run_table *table; int ntable;     /* at most RUN_TABLES */
	bool patient;              /* rows wait for room */
};

struct run_writer;

/* How far the file is behind. */
struct run_written {
	int64_t rows;              /* of the first table, in the file */
	double age;                /* all that was given longer ago is in the file [s] */
	double silence;            /* longest time that the thread was not at work lately: the machine had no processor for it, or the disk no answer [s] */
};

/* Makes the file with everything that stands in it from the start, and starts the thread. ERR_FILE, ERR_MEMORY, ERR_STATE. */
int run_writer_open(struct run_writer **ret, const struct run_writer_words *w, struct err *e) MUST_CHECK;
/* A row of table `table`, as many numbers as it has columns. */
void run_writer_row(struct run_writer *w, int table, const double *x) RT;
void run_writer_event(struct run_writer *w, const struct run_event *event) RT;
/* Looks at how far the thread is. True once after the disk has failed: the report says why. */
bool run_writer_trouble(struct run_writer *w, struct err *ret);
/* Rows that had found no room at the last look. */
int64_t run_writer_lost(const struct run_writer *w);
/* Looks at how far the thread is. */
void run_writer_written(struct run_writer *w, struct run_written *ret);
/* Writes what is left and the status (RUN_STATUS - 1 characters at most), and gives everything back. ERR_FILE when the record is not whole. */
int run_writer_close(struct run_writer *w, const char *status, struct err *e) MUST_CHECK;
