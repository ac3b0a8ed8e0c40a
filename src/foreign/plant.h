/* Plants of talk.h that are ours: a site, or an element.
 *
 * Time: what the client sends is the time of the test; it only goes forward here. A client that sends none is given steps of `dt`. The length of a step is
 * the difference of two times divided by the commits between them, because programs send no target in steps that move nothing. Where a client's time stands
 * still or goes back from one step to the next (loadConst -time, setTime, a load factor that falls) the clock here goes on by the step before, so that a rig
 * has the time of a step for every step; a second client goes on where the rigs' time stands.
 */
#pragma once

#include "base/arena.h"
#include "experiment/site.h"
#include "foreign/talk.h"
#include "model/element.h"

/* Test time behind a client. */
struct plant_time {
	double dt;                 /* of clients that send no time */
	double instant;            /* of the last target; at first: where the rigs' time stands */
	double ahead;              /* of the client's time: how far the clock is */
	double step;               /* length of the step under way */
	long commits, seen;        /* so far, and when the last target came */
	bool any;                  /* a target has come */
};

/* Before the first target; `instant`: where the rigs' time stands. */
void plant_time_init(struct plant_time *t, double dt, double instant);
/* A target has come, which `moves` what is tested: instant and length of its step. ERR_NONFINITE: its time is no number; nothing has changed. */
int plant_time_trial(struct plant_time *t, const struct signals *x, bool moves) RT MUST_CHECK;

struct plant_site {
	struct plant plant;
	struct site *site;         /* borrowed */
	struct plant_time time;
	struct signals sent;       /* owned: mem; the last target */
	bool joined;
	struct arena *mem;         /* borrowed */
	char object[96];
};

void plant_site_init(struct plant_site *p, struct site *site, double dt, struct arena *mem, const char *object);
/* The client has gone: the site is free for others. Again does nothing. */
void plant_site_leave(struct plant_site *p);

struct plant_element {
	struct plant plant;
	const struct element *el;  /* borrowed */
	struct plant_time time;
	double *u, *v, *a, *uc;    /* owned: the arena; ndof each */
	double *hc, *ht, *load;    /* owned: the arena; histories and member loads */
	double *f, *k;             /* owned: the arena; what it answered last */
	double *matrix[PLANT_MATRICES];    /* owned: the arena; initial, damping and mass are found once */
	struct signals out;        /* owned: the arena; force; the time stays zero */
	double t;
	bool fresh;                /* a target has come that was not answered yet */
	char object[96];
};

/* Any element of the model, experimental or not; what it remembers begins virgin. `instant`: where the time of the laboratory's rigs stands. */
int plant_element_init(struct plant_element *p, const struct element *el, double dt, double instant, struct arena *mem, const char *object,
                       struct err *e) MUST_CHECK;
