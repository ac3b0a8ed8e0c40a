/* Sources: where a recorder's numbers come from. One row of ops a source, source_<name>.c, SOURCE(name) in list.def.
 *
 * Life: words are read (option, response), check() says what is missing, begin() finds the objects in the model and names the
 * columns, read() fills one row after each committed step. The model may change in between: refresh() looks the objects up
 * again; columns stay, and what is gone reads as zero. All memory is the recorder's arena. One thread; nothing here blocks.
 */
#pragma once

#include "analysis/analysis.h"
#include "base/arena.h"
#include "base/args.h"
#include "base/err.h"

struct column {
	const char *name;       /* "node3_disp1"; owned: recorder's arena */
	const char *response;   /* short name within its owner: "D1"; owned: recorder's arena */
	const char *owner;      /* XML tag with attributes; columns of one owner share the pointer; owned: recorder's arena */
};

/* What the sources of one step share. */
struct record_context {
	struct analysis *an;    /* borrowed */
	int row;                /* of the rows that the source has for this step, from 0 */
	int reactions;          /* the kind that the state's reaction vector holds for this step; -1: none yet */
};

/* Makes sure that the state's reactions are of this kind (REACTION_*); computed once a step and kind in a row. */
int record_reactions(struct record_context *c, int kind, struct err *e) MUST_CHECK;

/* Options that every recorder takes, for usage lines. */
#define RECORDER_OPTIONS "-file|-csv|-xml|-binary|-hdf5|-memory name <-time> <-dT dt> <-precision n> <-scientific> <-append> <-group name>"

struct source_ops {
	const char *name;       /* word after recorder: "Node"; after expRecorder: "Site" */
	const char *envelope;   /* word for the envelope over it: "EnvelopeNode"; NULL: there is none */
	const char *brief, *usage;
	bool experiment;        /* a kind of expRecorder: rows at the commits of a site instead of those of the analysis */
	size_t size;            /* private struct, zeroed */
	/* The next word is an option. 1: it was this source's and is consumed with its values; 0: not its own; negative: error. */
	int (*option)(void *self, struct args *a, struct arena *mem, struct err *e);
	/* The next word is no option: reads the response. NULL: the source has none. */
	int (*response)(void *self, struct args *a, struct arena *mem, struct err *e);
	/* All words are read: refuses when something is missing. */
	int (*check)(const void *self, const char *object, struct err *e);
	/* Finds the objects, makes the columns. Called once, before the first row. */
	int (*begin)(void *self, struct record_context *c, const char *object, struct arena *mem, struct column **ret_column, int *ret_n, struct err *e);
	/* The model changed since begin. NULL: never looks at it. */
	void (*refresh)(void *self, const struct model *m);
	/* Rows of this step; NULL: one. */
	int (*rows)(const void *self, const struct record_context *c);
	/* Kinds of expRecorder: rows are read after the step; else at the commit of the site, where read() is RT. NULL: never. */
	bool (*late)(const void *self);
	/* One row, that of c->row. */
	int (*read)(void *self, struct record_context *c, double *ret_x, struct err *e);
};

extern const struct source_ops *const source_table[];
/* The source of a word after recorder, or after expRecorder, and whether it asks for the envelope; NULL: none. */
const struct source_ops *source_find(const char *word, bool experiment, bool *ret_envelope);

/* printf into the arena; NULL when it refuses. For names of columns and owners. */
char *record_text(struct arena *mem, const char *format, ...) __attribute__((format(printf, 2, 3)));
