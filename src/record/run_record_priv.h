/* What run_record.c, run_plan.c and run_rows.c share. */
#pragma once

#include "base/clock.h"
#include "record/run_record.h"
#include "record/run_writer.h"
#include "record/run_yield.h"
#include "remote/peers.h"

#include <limits.h>

enum { RUN_FREEDOMS = 4096, RUN_ELEMENTS = 24 };   /* most freedoms whose motion is in the steps unasked; most elements of models whose reactions are */

/* A held freedom whose reaction is in the rows of steps. */
struct run_held {
	const struct node *node;   /* borrowed: model */
	int dof;
};

/* Exchanges over a network: with a remote site, or with a rig behind the model of one. */
struct run_network {
	const struct peer_site *peer;      /* borrowed: laboratory, as the next; NULL: it is the rig's */
	const struct rig *rig;
	int table;
	long seen;                 /* exchanges that were taken */
};

struct run_site { const struct site *site; int n[3]; };    /* sizes of command, measured displacement, force; borrowed: laboratory */

struct run_rig {
	const struct rig *rig;     /* borrowed: laboratory */
	int table, timing;         /* -1: none; behind the latter those of its histograms */
	int state;                 /* column; -1: none */
	int width;
	double last;               /* time of the last row that was taken */
	int was;                   /* state in it; -1: none yet */
	int64_t timed_ns;          /* when the row of timing was written */
	double lost;               /* rows that the rig had no room for, so far */
};

/* What the tables hold: made from the model as it is. */
struct run_plan {
	struct arena mem;
	struct run_table table[RUN_TABLES];
	int ntable;
	int *freedom, nfreedom;    /* whose displacements, then velocities, then accelerations are in the steps: numbers of the model */
	struct run_held *held; int nheld;
	struct run_site *site; int nsite;
	struct run_rig *rig; int nrig;
	struct run_network *network; int nnetwork;
	struct run_yields yields;
	int yielding;              /* table of their changes; -1: none */
	int guest;                 /* first table of guests; -1: none */
	double *row;               /* room for the widest */
	int nguest; double *value; /* numbers of guests */
	unsigned model, lab;       /* stamps */
	bool bare;                 /* no memory for what stands at the head of a table */
	uint64_t digest;           /* of all names and heads: plans with the same tables are the same */
};

struct run_record {
	struct analysis *an;       /* borrowed: script, as the next */
	struct laboratory *lab;
	struct record_words words;
	struct run_guest guest;    /* columns NULL: none */
	struct run_tap tap;        /* row NULL: none */
	char force[16], length[16], time[16];
	int *node, nnode;          /* chosen nodes in the order of their tags; owned: malloc */
	struct run_plan plan[2];   /* the one at hand, and room for the next */
	int now;                   /* which */
	bool planned;
	struct run_writer *writer; /* NULL: no record is open */
	char path[PATH_MAX];
	int part;                  /* records so far */
	int said_steps; double said_dt;    /* of the last event "analyze" */
	int nevent;                /* of the guest that were taken */
	const struct site *served; /* borrowed: laboratory; NULL: the steps are those of an analysis */
	const char *site;          /* its name */
	int exchanges;             /* of its step */
	bool failed, tripped;      /* the last analyze */
	bool broken;               /* a record of this run is not whole */
	int64_t lost;              /* rows that were said to be lost */
};

/* Test time, of the analysis or of the site that is served. */
double run_record_time(const struct run_record *r);
/* A row, an event, to the writer and to whoever taps. */
void run_record_row(struct run_record *r, int table, const double *x) RT;
void run_record_put(struct run_record *r, const struct run_event *event) RT;
/* Makes the plan of the model as it is; columns in the units of r. */
int run_plan_make(struct run_plan *p, const struct run_record *r, struct err *e) MUST_CHECK;
/* What stands at the head of a table (run_plan_head.c): its attributes. name: static; the others live as long as the plan. */
void run_plan_text(struct run_plan *p, int table, const char *name, const char *text);
/* Limits of a rig's channels, and the words of the objects that it is made of. */
void run_plan_rig(struct run_plan *p, int table, const struct rig *rig);
/* Thresholds of a guest's table, and its words. group: its name. */
void run_plan_guest(struct run_plan *p, int table, const struct run_guest *g, const char *group);
uint64_t run_plan_digest(const struct run_plan *p);
/* Rows of a committed step. */
int run_rows_step(struct run_record *r, struct err *e) MUST_CHECK;
/* Rows that rigs have and exchanges over networks that were not taken yet. */
void run_rows_rigs(struct run_record *r);
/* Events of guests that were not taken yet. */
void run_rows_events(struct run_record *r);
/* What is written when the record ends: rows that rigs have, histograms of command loops. */
void run_rows_end(struct run_record *r);
