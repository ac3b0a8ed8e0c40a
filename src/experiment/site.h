/* Sites (expSite): where an element finds its specimen, in this process or elsewhere.
 *
 * An element joins a site with the sizes it sends and wants; then it sends a trial when its displacement has changed and asks for the
 * answer, which is measured once for every trial, at the first question. Commit tells the specimen's side that the step is accepted.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "experiment/setup.h"
#include "experiment/signals.h"
#include "experiment/substeps.h"

#include <stdbool.h>

struct laboratory;
struct site;

struct site_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag */
	size_t size;
	bool outside;                      /* behind a program of others, which keeps no journal: a run that is taken up again must not move it */
	/* Reads its words and fills the sizes of site->trial and site->out that it can serve. */
	int (*setup)(void *self, struct args *a, struct site *s, struct laboratory *lab, struct err *e);
	/* The sizes of the first element that joins, before start: for sites whose sizes are those of their element. May change the sizes of site->trial and
	 * site->out; the core takes their room. NULL: they follow from setup(). */
	int (*adopt)(void *self, struct site *s, const int trial_n[SLOTS], const int out_n[SLOTS], struct err *e);
	int (*start)(void *self, struct err *e);                                   /* before the first element joins */
	int (*send)(void *self, const struct signals *trial, double instant) RT;   /* returns without waiting where it can */
	int (*receive)(void *self, struct signals *out) RT;                        /* waits for the answer */
	/* For sites elsewhere that run the sub-steps of a step by themselves: where they begin (s), the trial x0+ at their end. Without waiting; receive() then
	 * gives the last answer, and s its before and now. NULL: sub-steps are trials like any other. */
	int (*ramp)(void *self, const struct signals *trial, double instant, struct substeps *s) RT;
	int (*commit)(void *self) RT;
	bool (*driven)(const void *self, int component);                           /* some actuator drives it */
	/* Why send, receive or commit has failed: for sites that are elsewhere, whose failure trips the laboratory. NULL: what is behind it trips by itself. */
	bool (*why)(const void *self, char *ret_text, int size);
	/* The site is removed or forgotten: ends its conversation, in bounded time; again does nothing. NULL: nothing to do. */
	void (*end)(void *self);
	/* What went over the network to its specimen; false, or a NULL slot: there is none on the way. */
	bool (*traffic)(const void *self, struct traffic *ret) RT;
	/* The laboratory has tripped: what is behind the site is told, and comes to rest. NULL: its rig is of this laboratory. */
	void (*rest)(void *self);
	/* After that, before rigs are waited for that are on their way: who could not be told without waiting is told now, in bounded time. NULL: nothing to do. */
	void (*insist)(void *self);
	/* The trip is acknowledged here: may what is behind the site go on with this test? ERR_STATE: not in this process. NULL: yes. */
	int (*acknowledge)(const void *self, struct err *e);
	/* Between two commands, every now and then: hears whether what is behind the site has failed by itself, and lets it know that we live; without waiting. A
	 * code as of receive; NULL: nothing to do. */
	int (*look)(void *self);
};

struct site {
	int tag;
	const struct site_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	struct laboratory *lab;            /* borrowed */
	struct setup *setup;               /* borrowed: laboratory; NULL where it is elsewhere */
	struct rig *rig;                   /* that it commands without a setup; borrowed: laboratory; else NULL */
	struct signals trial, out;         /* what the element sent; answers after outFact */
	int elements;                      /* that joined and have not left */
	int commits;                       /* so far */
	bool started, fresh;               /* a trial was sent whose answer has not been fetched */
	bool closed;                       /* removed: nothing goes through any more */
	double t;                          /* time of the last trial or commit */
};

extern const struct site_ops *const site_table[];
const struct site_ops *site_find(const char *name);
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int site_build(struct laboratory *lab, const struct site_ops *ops, struct args *a, struct err *e) MUST_CHECK;
/* The same for a site without a tag, of one element (a stands behind the tag): the laboratory owns it, and ends it when it is cleared. */
int site_build_private(struct laboratory *lab, const struct site_ops *ops, struct args *a, struct site **ret, struct err *e) MUST_CHECK;
/* Looks at it between two commands. One that has failed trips the laboratory; the code of that. */
int site_look(struct site *s);
/* Ends its conversation, if it has one. */
void site_end(struct site *s);

/* An element joins: trial_n, out_n are the sizes it sends and wants (0: it does not use the slot). Refuses sizes the site cannot
 * serve, naming both. Makes the rig ready. */
int site_join(struct site *s, const int trial_n[SLOTS], const int out_n[SLOTS], const char *object, struct err *e) MUST_CHECK;

/* An element that joined was removed from the model. */
void site_leave(struct site *s);

/* A trial for `instant` of test time; the step under way began `since` before it (0: nobody says), for rigs that are not commanded in every step. */
int site_send(struct site *s, const struct signals *trial, double instant, double since) RT;
/* The sub-steps of a whole step, begun (substeps_begin): those of a site elsewhere run there, in one exchange; of others here, one trial each. trial holds
 * x0+, and is changed. The answer is that to the last command, which is in sub->now once it was asked for, with f_{k-1} in sub->before. */
int site_ramp(struct site *s, struct signals *trial, double instant, struct substeps *sub) RT;
/* The answer to the last trial (before any: the specimen at rest). */
int site_answer(struct site *s, const struct signals **ret_out) RT;
/* An element's step is accepted at time t: the specimen's side is told, and whoever watches the laboratory's sites. */
int site_commit(struct site *s, double t) RT;
/* Its sub-steps run elsewhere (ops->ramp). */
bool site_elsewhere(const struct site *s);
bool site_driven(const struct site *s, int component);
/* Its answers hold where the specimen is: a control error can be corrected. */
bool site_sees(const struct site *s);
/* Why the site gives no answer; 0: it does. For the fault slot of elements. */
int site_fault(const struct site *s, const char *object, struct err *e);
