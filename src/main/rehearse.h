/* What a rehearsal looks at while its script runs: the test as a linear loop before its first step, and the largest motions and forces of every channel, the
 * energies and the times of all its steps.
 *
 * rehearse_init hangs it on the analysis as its observer, in front of the recorders. Nothing of the test is changed; memory is the rehearsal's own. One thread.
 */
#pragma once

#include "base/arena.h"
#include "base/clock.h"
#include "record/run_record.h"
#include "script/script.h"

struct rehearse_channel {               /* of a rig with these limits, rows and scale; another one with its tag, or tuned (expTune), has channels of its own */
	int rig, channel;               /* tag; 0-based */
	const struct rig *of;           /* borrowed: laboratory, while it is live */
	int listing;                    /* the last that had it (rehearse_live) */
	bool standin;
	double scale;                   /* laboratory time over test time */
	double stroke_lo, stroke_hi, velocity, force_lo, force_hi;   /* found, of commands and measurements; velocity of commands in laboratory time */
	double last, force;             /* command and force before */
	int at[3];                      /* in rows of its rig: command, measured displacement, force; 0: it keeps none */
	double rate_hz, t;              /* of the rows; laboratory time of the last one [s] */
	double hold;                    /* for how long commands stood still, at least, when a step ended [s]; INFINITY: it never moved */
	struct rig_limit limit;         /* the narrowest of control points and rig; infinite: none */
};

struct rehearse_loop {              /* before the first step */
	bool known;                     /* the rest is; else why not is in `fault` */
	struct err fault;
	int coordinates;                /* of specimens */
	double delay, omega;            /* critical, test time */
	double omega_max, omega_numerical;   /* highest frequency of the whole, and without specimens */
	double dt_limit;                /* of the script's integrator; INFINITY: unconditionally stable */
	int substeps, substeps_critical;/* of the script, 0: it has none; smallest number with which a step does not grow, 0: none up to 100 */
	double contraction;             /* radius of G_cc K_s */
	char integrator[32];
};

struct rehearse_words {
	double lag, yield, hsei;        /* [s] of laboratory time; displacement, 0: none given; threshold of |HSEI_I| */
	bool ended;                     /* the script came to its end */
	bool failed;                    /* but its last analysis did not */
};

struct rehearse_finding {           /* of energies: the worst of all tests of the script */
	bool known;
	double input, hsei_s, hsei_i;   /* of the test with the largest |HSEI_I| */
	double lag;                     /* smallest at which |HSEI_I| reaches its threshold, laboratory time, without hold; INFINITY: none */
};

struct rehearse {
	const struct rehearse_words *words;     /* borrowed: the command */
	struct rehearse_finding found;
	double *row;                    /* widest row of a rig. owned: mem */
	int width;
	struct arena mem;
	int (*next)(void *self, struct analysis *an, struct err *e);   /* the observer behind it */
	void *next_self;
	struct laboratory *lab;         /* borrowed: script */
	const struct run_record *run;   /* knows the names of the script's units. borrowed: script */
	struct clock clock;
	int64_t begin_ns, end_ns;       /* of the first and of the last step */
	struct rehearse_loop loop;
	bool looked, tested;            /* at a test; at one with specimens */
	struct rehearse_channel *channel;   /* owned: mem */
	int nchannel, channel_room;
	double scale, scale_least;      /* laboratory time over test time: of the test at hand; of the fastest that is judged, 0: none is */
	unsigned stamp;                 /* of the laboratory when channels were listed */
	int listing;                    /* how often they were */
	int total;                      /* steps of all tests */
	int steps, room;                /* kept, of the test at hand, and room for */
	int n;                          /* coordinates of experimental elements, all together */
	double *history;                /* steps x (2 + 2 n): dt, input, d, r. owned: mem */
	double *f, *u;                  /* load and displacement at the step before. owned: mem */
	int unknowns;
	double dt_max, clock_s;         /* clock_s: of the analysis at the step before */
	double test_s, laboratory_s;    /* sums over all steps */
};

void rehearse_init(struct rehearse *r, const struct rehearse_words *w, struct script *s);
/* The script has ended: the last test is judged, too. */
void rehearse_end(struct rehearse *r);
void rehearse_fini(struct rehearse *r);

/* Is it of a rig that there is now, with the limits and the scale of now? Not of a test or of limits before. */
static inline bool rehearse_live(const struct rehearse *r, const struct rehearse_channel *c)
{
	return c->listing == r->listing;
}

/* E_error, E_input and the largest recoverable energy of a test whose specimens answer late by `lag` (test time), to first order: the motion is that of the dry
 * run, d_m(t) = d(t - lag), r_m(t) = r(t - lag). strain: the largest 1/2 d' r of
 * the dry run, or with yield > 0 the energy 1/2 k u_y^2 of all coordinates at that displacement, k their stiffness before it. */
struct rehearse_energy { double error, input, strain; };
struct rehearse_energy rehearse_energy(const struct rehearse *r, double lag, double yield);
/* What is kept was a whole test: its energies against those of the tests before it (r->found). */
void rehearse_judge(struct rehearse *r);
/* Laboratory time over test time: of the slowest rig of the test at hand. */
double rehearse_scale(const struct rehearse *r);
/* The lag given, less what is over before anything is measured, where all rigs hold their commands for a while [s of laboratory time]; that while. */
double rehearse_lag(const struct rehearse *r);
double rehearse_hold(const struct rehearse *r);
/* The smallest lag (test time) at which |HSEI_I| reaches a threshold, up to `most`; INFINITY: none. */
double rehearse_lag_for(const struct rehearse *r, double threshold, double yield, double most);
