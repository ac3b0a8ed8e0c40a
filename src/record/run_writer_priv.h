/* What run_writer.c and run_writer_make.c share. */
#pragma once

#include "base/fault.h"
#include "base/ring.h"
#include "base/snapshot.h"
#include "record/run_disk.h"
#include "record/run_pack.h"
#include "record/run_writer.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

/* A table on its way: rows of one size. */
struct run_stream {
	struct ring ring;
	size_t size;           /* bytes of a row */
	int n;                 /* numbers of it; 0: an event */
	int chunk;             /* rows of a chunk of the file */
	char *gathered;        /* chunk rows, those of the file's last chunk; owned: the writer's arena */
	int ngathered, nwritten;       /* rows in there, and how many of them are in the file */
	hsize_t base;          /* rows of the file before them */
	bool dirty;            /* rows were written that others do not see yet */
	hid_t data, type, here, there;         /* data set; of a row in memory; what is written, there and in the file; 0: none */
	bool packed;
	struct run_pack pack;  /* when it is */
};

struct progress {
	int64_t error;         /* errno; 0: none */
	int64_t lost;
	int64_t rows;          /* of the first table, in the file */
	int64_t flushed_ns;    /* when the last flush began: all that was given before is in the file */
	int64_t beat_ns, silent_ns;    /* when the thread was at work last; how long it was not, at most, since the flush before the last */
};

struct run_writer {
	char path[PATH_MAX];
	bool patient, told, joinable;
	int lock;              /* folder, while it is locked; -1: none */
	struct run_disk *disk; /* owned; a library that cannot close its file keeps it */
	hid_t file;            /* 0: not open */
	hid_t status, lost, text;      /* attributes of the end, the type of the first; 0: not open */
	struct run_stream *stream; /* tables, and events at the end; owned: mem */
	int nstream;
	struct snapshot progress, emptied;     /* the second: rows out of each ring, so far */
	uint64_t taken[RUN_TABLES + 1];        /* the same; the thread's */
	uint64_t gone[RUN_TABLES + 1];         /* the same, as who computes has seen it */
	struct progress now;   /* the thread's */
	struct progress seen;  /* of who computes */
	int64_t flushed_ns;
	int64_t silent_ns[2];  /* longest time between two beats since the last flush, and between the two last ones */
	pthread_t thread;
	atomic_bool begun, stop;       /* the thread is at work; it shall end */
	struct arena mem;
};

/* Sizes of a stream. t: NULL for events. patient: rows come as fast as they can. */
void run_stream_plan(struct run_stream *s, const struct run_table *t, bool patient);
/* Writes the gathered rows that are not in the file. */
void run_stream_write(struct run_writer *w, struct run_stream *s);
void run_stream_flush(struct run_writer *w, struct run_stream *s);
/* Makes the file and all its objects, and lets readers in. */
int run_writer_make(struct run_writer *w, const struct run_writer_words *words, struct err *e) MUST_CHECK;
/* Whether all that can be done: tried by a process of its own, without a disk. A library that does not survive a lack of memory ends that one. ERR_MEMORY. */
int run_writer_try(struct run_writer *w, const struct run_writer_words *words, struct err *e) MUST_CHECK;
/* Starts the thread and waits until it is at work; lets it take what is in the rings, writes the end, and closes the file. */
int run_writer_start(struct run_writer *w, struct err *e) MUST_CHECK;
void run_writer_stop(struct run_writer *w, const char *status);
/* Closes the file, also after a failure: nothing of that comes to the disk. */
void run_writer_shut(struct run_writer *w);
/* Puts the attributes of the end in the place of those of the beginning. */
void run_writer_finish(struct run_writer *w, const char *status, int64_t lost);
