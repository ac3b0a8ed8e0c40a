/* Formats: how a recorder's rows are written. One row of ops a format, format_<name>.c, FORMAT(name) in list.def.
 *
 * Life: open() creates the file, begin() is told the columns, row() adds one row, rewind() makes the next row the first one
 * again (envelopes rewrite their three rows, which wait for flush() and come at once), flush() brings everything to the operating system, close() ends it.
 * Text, csv, xml and binary hand every row but those of envelopes to the operating system at once, whole rows only, so that a program that is
 * killed loses nothing and leaves a readable file; hdf5 gathers rows until flush(), which the recorders call every
 * RECORD_FLUSH_NS, at the end of an analyze and when they are closed.
 * All memory is the recorder's arena. One thread; writing may block in the file system.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "recorder/source.h"

#include <stdbool.h>
#include <stddef.h>

enum { RECORD_FLUSH_NS = 200 * 1000 * 1000, FORMAT_ENVELOPE_ROWS = 3 };

/* Where data come from, written into formats that have a place for it. */
struct record_origin {
	char program[64];       /* "tandem 0.1.0" */
	char script[256];       /* path of the script, empty in the shell */
};

struct format_request {
	const char *object;     /* for messages: "recorder Node 1 (roof.out)"; borrowed: recorder */
	const char *path;       /* of the file, or where to; borrowed: recorder */
	const char *group;      /* hdf5: name of the group; borrowed: recorder */
	const char *command;    /* the words of the recorder; borrowed: recorder */
	const struct record_origin *origin; /* borrowed: recorders */
	int precision;          /* significant digits of text */
	bool scientific;        /* always with exponent */
	bool envelope;          /* the same rows are written over and over: rewind() comes before the first of them */
	bool append;            /* keep what the file holds */
	bool plain;             /* remote: to other machines, too, for everybody on the way to read */
};

struct format_ops {
	const char *name, *brief;
	const char *option[3];  /* the words that choose it, NULL-ended */
	size_t size;            /* private struct, zeroed */
	bool gathers;           /* rows wait for flush() */
	bool remote;            /* its option has two words, host and port; path is "host:port" */
	int (*open)(void *self, const struct format_request *q, struct err *e);
	int (*begin)(void *self, int n, const struct column *column, struct arena *mem, struct err *e);
	int (*row)(void *self, int n, const double *x, struct err *e);
	int (*rewind)(void *self, struct err *e);
	int (*flush)(void *self, struct err *e);
	int (*close)(void *self, struct err *e);  /* idempotent, also after a failed open */
};

extern const struct format_ops *const format_table[];
/* The format that an option word chooses, NULL: none. */
const struct format_ops *format_find_option(const char *word);
