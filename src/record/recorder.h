/* One recorder: words in, rows out. Used by record.c only. */
#pragma once

#include "record/format.h"
#include "record/source.h"

struct envelope {
	double *least, *most, *size;          /* values, owned: recorder's arena */
	double *t_least, *t_most, *t_size;    /* when they occurred */
	bool any;                             /* a first value has been seen */
	bool fresh;                           /* changed since it was written */
};

struct recorder {
	int tag;
	struct recorder *next;                /* owned */
	struct arena arena;                   /* everything below lives here */
	char object[96];                      /* "recorder Node 1 (roof.out)" */
	const struct source_ops *source;
	void *source_self;
	const struct format_ops *format;
	void *format_self;
	struct format_request request;
	bool is_envelope, time;
	double dt, next_time;                 /* -dT; time of the next row */
	double dt_tolerance;                  /* of dt: a step that is early by less writes its row */
	bool begun;
	unsigned stamp;                       /* of the model when objects were last looked up */
	int n, width;                         /* values of the source; numbers in a row */
	double *value, *row;
	struct envelope env;
};

/* Reads the words, opens the file. On failure the recorder holds nothing that needs closing but its arena. */
int recorder_setup(struct recorder *r, struct args *a, const struct record_origin *origin, struct err *e) MUST_CHECK;
/* Looks up objects, names columns, writes the header; again does nothing. */
int recorder_begin(struct recorder *r, struct record_context *c, struct err *e) MUST_CHECK;
/* One row when it is due. */
int recorder_step(struct recorder *r, struct record_context *c, struct err *e) MUST_CHECK;
int recorder_flush(struct recorder *r, struct err *e) MUST_CHECK;
int recorder_close(struct recorder *r, struct err *e) MUST_CHECK;
