/* One recorder: words in, rows out; and the set of them. Used by record.c and record_exp.c only. */
#pragma once

#include "base/clock.h"
#include "recorder/format.h"
#include "recorder/source.h"

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
	bool keeps_nothing;                   /* its file is left alone: recorders_keep_nothing */
	const struct format_ops *left;        /* then: the format that it would have */
	bool is_envelope, time;
	double dt, last_time, next_time;      /* -dT; times of the last row and of the next */
	double dt_tolerance;                  /* of dt: a step that is early by less writes its row */
	struct column *column;                /* of the file; NULL until the objects were looked up; owned: arena */
	bool begun;
	unsigned stamp;                       /* of the model when objects were last looked up */
	int n, width;                         /* values of the source; numbers in a row */
	double *value, *row;
	struct envelope env;
	int ignored;                          /* words after the response of an expRecorder */
	double *gathered;                     /* expRecorder: rows of n values read at commits of the step, not written yet */
	int room;                             /* of them */
};

struct recorders {
	struct analysis *an;                  /* borrowed */
	struct recorder *first;               /* owned, in the order they were made */
	int last_tag[2];                      /* of recorder and of expRecorder */
	struct record_origin origin;
	bool keeps_nothing;                   /* those to come */
	struct clock clock;
	int64_t flushed_ns;                   /* when gathered rows were last brought to their files */
	int fired;                            /* commits of the first site in this step */
	double fired_t;                       /* their time */
};

/* Reads the words, opens the file; an expRecorder finds its objects before. On failure the recorder holds nothing that needs closing but its arena. */
int recorder_setup(struct recorder *r, struct args *a, bool experiment, struct record_context *c, const struct record_origin *origin,
                   struct err *e) MUST_CHECK;
/* Looks up objects, names columns, writes the header; again does nothing. */
int recorder_begin(struct recorder *r, struct record_context *c, struct err *e) MUST_CHECK;
/* Finds the objects and makes the columns of the file; again does nothing. The first half of recorder_begin. */
int recorder_columns(struct recorder *r, struct record_context *c, struct err *e) MUST_CHECK;
/* One row when it is due. */
int recorder_step(struct recorder *r, struct record_context *c, struct err *e) MUST_CHECK;
/* For expRecorders: whether a row is due at t, which it is too where time has gone back (and the next one is later);
 * the rows of the source as they are now; one row from n values. */
bool recorder_due(struct recorder *r, double t);
int recorder_rows(struct recorder *r, struct record_context *c, double t, struct err *e) MUST_CHECK;
int recorder_values(struct recorder *r, const double *value, double t, struct err *e) MUST_CHECK;
int recorder_flush(struct recorder *r, struct err *e) MUST_CHECK;
int recorder_close(struct recorder *r, struct err *e) MUST_CHECK;

/* Room for the commits of a step, before the first one. */
int recorders_prepare_exp(struct recorders *rs, struct err *e) MUST_CHECK;
/* Writes what was gathered at the commits of this step. */
int recorders_write_exp(struct recorders *rs, struct err *e) MUST_CHECK;
/* Makes one and puts it at the end. */
int recorders_make(struct recorders *rs, struct args *a, bool experiment, struct recorder **ret, struct err *e) MUST_CHECK;
