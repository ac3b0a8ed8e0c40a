/* The record of a run: after every committed step what the structure, the sites, the rigs and the guests (monitors) did goes to one HDF5 file.
 *
 * A record begins with the first analyze of a model that has an experimental element, or of any model when the user wants one. It has these tables
 * (docs/record.md): steps, channels/control<tag> at the rate of each rig, timing/control<tag>, network/<site>, monitors/<name>, and the events. What a table
 * holds is fixed when the record begins; when nodes, sites, rigs or guests have changed at a later analyze the record ends and the next one of the
 * run begins (record-2.h5, ...). Rows are handed to the thread of run_writer.h. In virtual time they wait for room there, against the clock they never do.
 *
 * The disk never ends a test: a record that cannot be begun refuses the analyze, before anything moves; one that cannot be written any further is said
 * once, and the test goes on. The end of the run then fails (run_record_end).
 * One thread, that of the analysis.
 */
#pragma once

#include "analysis/analysis.h"
#include "base/err.h"
#include "experiment/laboratory.h"
#include "record/run_layout.h"
#include "record/run_writer.h"

enum run_when { RUN_NEVER, RUN_HYBRID, RUN_ALWAYS };

/* A threshold on a column of a guest. */
struct run_limit {
	const char *table, *column, *action;       /* "hsei1", "hseiI", "pause"; live as long as the columns */
	double limit, hysteresis;
	bool both;                 /* the magnitude counts, whatever the sign */
};

/* Numbers and events of others, each in a table of its own. Columns of one table stand beside each other. */
struct run_guest {
	void *self;                /* borrowed: whoever gives it */
	int (*columns)(void *self);
	void (*column)(void *self, int i, const char **ret_table, const char **ret_name, const char **ret_unit);   /* texts live as long as the columns */
	void (*values)(void *self, double *ret_x);
	int (*events)(void *self);                                         /* so far; fewer than before: they have begun anew */
	void (*event)(void *self, int i, struct run_event *ret);
	bool (*limit)(void *self, int i, struct run_limit *ret);           /* threshold i of all, whether it has spoken or not; false: no more. NULL: none */
	const char *(*words)(void *self, const char *table);               /* that made the table's object; empty: nobody knows. NULL: the same */
};

/* Somebody who sees what the record gets, as it gets it (live/). */
struct run_tap {
	void *self;                /* borrowed: whoever gives it */
	/* A record with these tables begins, part k of the run (record-k.h5), from 1; unit: names of those of force, length and time. What it answers the
	 * analyze is refused with. */
	int (*begin)(void *self, int part, const struct run_table *table, int n, const char *const unit[3], struct err *e);
	void (*row)(void *self, int table, const double *x) RT;
	void (*event)(void *self, const struct run_event *event) RT;       /* also of no record, before one is open */
};

struct record_words {
	enum run_when when;
	const char *program;       /* "tandem 0.1.0"; borrowed: constant, as what follows: until run_record_destroy */
	const char *script;        /* path; NULL: none */
	const char *words;         /* of the script, in one line */
	const char *text;          /* of the script; NULL: unknown */
};

struct run_record;

int run_record_create(struct run_record **ret, struct analysis *an, struct laboratory *lab, struct err *e) MUST_CHECK;
/* Nothing is written any more. NULL is allowed. */
void run_record_destroy(struct run_record *r);
void run_record_words(struct run_record *r, const struct record_words *w);
void run_record_guest(struct run_record *r, const struct run_guest *g);
/* Before the first analyze. */
void run_record_tap(struct run_record *r, const struct run_tap *t);
/* Names of the base units, for the records to come; until then "force", "length" and "s". */
void run_record_units(struct run_record *r, const char *force, const char *length, const char *time);
/* These names, of force, length and time. Borrowed: r; until run_record_units. */
void run_record_units_named(const struct run_record *r, const char *ret_unit[3]);
/* Records whatever the model from the next analyze on, of these nodes when there are any (tags; in order). */
int run_record_want(struct run_record *r, enum run_when when, int n, const int *node, struct err *e) MUST_CHECK;

/* Of a site that is served to others (tandem site): begins its record, unless none is wanted. Its steps are those that were accepted (run_record_step), after
 * `exchanges` of them each; ticks that its rig has kept of a step that was not accepted yet are among them. name: of the site; lives until the record ends. */
int run_record_serve(struct run_record *r, const struct site *s, const char *name, struct err *e) MUST_CHECK;
void run_record_served(struct run_record *r, int exchanges);

/* Before the first step of an analyze: begins or goes on. */
int run_record_begin(struct run_record *r, int steps, double dt, struct err *e) MUST_CHECK;
/* After a committed step; as the observer of an analysis. */
int run_record_step(struct run_record *r, struct err *e) MUST_CHECK;
/* The analyze is over: code 0, or why it failed. Rows that rigs still have are taken. */
void run_record_stop(struct run_record *r, int code, const struct err *why);
/* At the time of the test that it is now, behind what guests have told so far; while no record is open only a tap hears it. */
void run_record_event(struct run_record *r, const char *kind, const char *source, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The run, the model or the laboratory is over. failed: the script has. ERR_FILE when a record of this run is not whole. */
int run_record_end(struct run_record *r, bool failed, struct err *e) MUST_CHECK;
/* How far the record at hand is behind (run_writer.h): rows are those of steps. False: there is none. */
bool run_record_written(struct run_record *r, struct run_written *ret);
/* Path of the record at hand, or of the last one; empty: none. */
const char *run_record_path(const struct run_record *r);
