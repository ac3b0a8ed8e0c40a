/* What the files of the experimental sources share: the kinds of objects, and the words of a recorder that name them. */
#pragma once

#include "experiment/laboratory.h"
#include "recorder/source.h"

enum { SLOT_SIGNALS = SLOTS, SLOT_TICKS };   /* responses that are no single slot */

struct stage {
	const char *word;
	int which;              /* of the object: SETUP_*; 0 first, 1 second */
	int first, last;        /* slots it has */
};

struct exp_kind {
	const char *command;    /* "expSite" */
	const char *label;      /* "site", for names of columns and XML */
	const char *option[4];  /* -site; NULL-ended */
	const char *range;      /* -siteRange */
	size_t table;           /* of the objects, in struct laboratory */
	struct stage stage[5];  /* a NULL word ends them */
	const char *allowed;    /* responses, for messages */
};

struct source_exp {
	const struct exp_kind *kind;
	int *tag, ntag;                 /* owned: recorder's arena */
	bool all;
	const char *word;               /* response as given; owned: recorder's arena */
	const struct stage *stage;
	int slot;
	const double **at;              /* one a column; owned: recorder's arena, numbers borrowed: laboratory */
	struct column *column;          /* the same */
	int n, room;
	const struct rig *ticking;      /* tickSig: whose rows; else NULL; borrowed: laboratory */
};

/* The option and response slots of a source for one kind. */
int exp_option(struct source_exp *s, const struct exp_kind *kind, struct args *a, struct arena *mem, struct err *e);
int exp_response(struct source_exp *s, const struct exp_kind *kind, struct args *a, struct arena *mem, struct err *e);
/* Refuses when objects or response are missing. */
int exp_check(const void *self, const char *object, struct err *e);
