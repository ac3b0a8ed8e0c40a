/* Recorders: after every committed step a row of numbers goes to a file.
 *
 * A recorder is a source (source.h: node, element, drift), perhaps an envelope over it, and a format (format.h: text,
 * csv, xml, binary, hdf5). All recorders of a script are in one struct recorders, which is the analysis' observer.
 * Files are opened when the recorder is made; objects are looked up by recorders_prepare, before the first step, so that
 * a recorder may be made before its nodes.
 *
 * Experimental recorders (expRecorder) are in the same set, with tags of their own. They write a first row, with time 0, when they are
 * made, and then one for every commit of the first site: the one with the lowest tag of those that elements have joined. Their time
 * is that site's. Values are taken at the commit (recorders_watch) and written after the step, before those of the others.
 *
 * What is on disk when the program stops, for whatever reason:
 *   text, csv, xml, binary   every row of every committed step, written as soon as it is made, whole rows only
 *   hdf5, envelopes          everything older than RECORD_FLUSH_NS (0.2 s), and everything at the end of an analyze command
 * "On disk" means handed to the operating system: it survives the end of the program, not a power cut in the next seconds.
 *
 * -dT: a row is written when the time has reached the last written one plus dT (within 1e-5 dT), the first at once.
 * Envelopes write three rows: minimum, maximum, largest magnitude; with -time each number has the time it occurred before it.
 * One thread; writing may block in the file system.
 */
#pragma once

#include "analysis/analysis.h"
#include "base/args.h"
#include "base/err.h"
#include "recorder/format.h"

#include <stdint.h>

struct recorders;
struct site;

/* Rows kept in memory (-memory name): number k of row i is x[i columns + k]. */
struct recorded {
	const char *name;       /* owned: the recorder, as what follows, until it is removed */
	int64_t n;
	int columns;
	double *x;              /* until the next row; NULL: none yet */
	const char **column;    /* their names, NULL-ended */
};

/* An empty set for an analysis, which it borrows. */
int recorders_create(struct recorders **ret_rs, struct analysis *an, struct err *e) MUST_CHECK;
/* Closes and frees everything; problems at closing are lost, so clear first. NULL is allowed. */
void recorders_destroy(struct recorders *rs);

/* Recorders to come keep nothing, as where a script is looked at without being run: their words are checked, and whether their file could be written, but none
 * is made, emptied or written, and nobody is connected to. Rows in memory are kept. */
void recorders_keep_nothing(struct recorders *rs);

/* Written into files that have a place for it, from the next recorder on. */
void recorders_origin(struct recorders *rs, const char *program, const char *script);

/* Adds one from the words after "recorder": kind, options, response. Opens its file. ret_tag counts up from 1. */
int recorders_add(struct recorders *rs, struct args *a, int *ret_tag, struct err *e) MUST_CHECK;
/* The same after "expRecorder". Its objects must be there. ret_ignored: words after the response, which were passed over. */
int recorders_add_exp(struct recorders *rs, struct args *a, int *ret_tag, int *ret_ignored, struct err *e) MUST_CHECK;
/* Row i of the kinds of recorder or expRecorder for help ("Node", "EnvelopeNode", ...): false past the end. */
bool recorders_kind(bool experiment, int i, const char **ret_name, const struct source_ops **ret_source);

/* Looks up objects of recorders that have not begun. Nothing is written but headers. */
int recorders_prepare(struct recorders *rs, struct err *e) MUST_CHECK;
/* One row of each recorder for the committed state. */
int recorders_write(struct recorders *rs, struct err *e) MUST_CHECK;
/* The same as the observer of an analysis; self is the struct recorders. */
int recorders_observe(void *self, struct analysis *an, struct err *e);
/* One row of each experimental recorder as things stand now (recordExp). */
int recorders_record_exp(struct recorders *rs, struct err *e) MUST_CHECK;
/* What the laboratory calls at every commit of a site; self is the struct recorders. */
void recorders_watch(void *self, const struct site *s) RT;
/* The analysis begins anew (reset): envelopes forget what they have seen. */
void recorders_restart(struct recorders *rs);
/* Brings gathered rows and envelopes to their files. */
int recorders_flush(struct recorders *rs, struct err *e) MUST_CHECK;

/* Rows of the youngest recorder that keeps them under this name. ERR_MISSING: there is none. */
int recorders_recorded(const struct recorders *rs, const char *name, struct recorded *ret, struct err *e) MUST_CHECK;

/* Flushes, closes and forgets one, all of a kind, or all of them. The first problem is reported, the others are closed all the same. */
int recorders_remove(struct recorders *rs, bool experiment, int tag, struct err *e) MUST_CHECK;
int recorders_clear_kind(struct recorders *rs, bool experiment, struct err *e) MUST_CHECK;
int recorders_clear(struct recorders *rs, struct err *e) MUST_CHECK;
