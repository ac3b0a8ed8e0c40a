/* Rigs (expControl): what moves a specimen and measures it, real or simulated.
 *
 * A rig is given commands in actuator coordinates (the slots it asked for) and answers with measurements. Around the plug-in the core
 * does what is the same for every rig: control points (relative values, factors, limits), filters, the check of every number that
 * goes in or comes out, and the trip: a command or a measurement that is not finite or outside its limits brings ALL rigs of the
 * laboratory to rest and fails the step. Nothing moves again until the laboratory is wiped.
 *
 * Order, out: minus the first value (-relTrial), factor, filter, plus the value measured at start (-relCtrl), limits, rig. The value at start is
 * that of the -outCP signal of the same node, freedom and type; without such signals, of the same component.
 * Back: rig, limits, minus the value at start (-relDaq), factor, filter. Limits of -outCP are on the measured value itself.
 * The j-th signal of a control point with a response type belongs to the j-th component of that slot.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "experiment/filter.h"
#include "experiment/signals.h"

#include <stdbool.h>

struct keeper;
struct controller;
struct guards;
struct laboratory;
struct model;
struct node;
struct rig;

struct control_signal {
	int node;                  /* tag, 0: none given */
	int dof;                   /* 0-based */
	enum slot slot;
	double factor;
	double lo, hi;             /* limits; infinite: none */
	bool rel_trial, rel_ctrl, rel_daq;
	bool rel_out;              /* said by the script; acts on nothing, as in OpenFresco 2.8 */
};

struct control_point {
	int tag;
	int n;
	struct control_signal *signal;     /* owned: laboratory's arena */
};

struct rig_limit {                     /* of a channel; infinite: none */
	double stroke_lo, stroke_hi, velocity, force_lo, force_hi, following;
};
#define RIG_UNLIMITED {-HUGE_VAL, HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL}

struct rig_part {                      /* an object of the laboratory that a rig is made of */
	const char *command;               /* "expActuator"; static */
	int tag;
};

/* A number of a rig that may be changed while a test runs (expTune). */
struct rig_tunable {
	int channel;                       /* 0-based; -1: of the rig as a whole */
	const char *name;                  /* "kp", "-strokeMax"; static */
	char of[48];                       /* "expCompensator 1 (PI)" */
	double value;
	struct range range;
	const char *help;                  /* static */
};

/* What a rig is asked for beforehand, and then waited for: by rest, by end. */
enum rig_wish { RIG_REST, RIG_END };

struct rig_ops {
	const char *name, *brief, *cite, *example;
	bool physical;                     /* what it moves exists: a run that is taken up again must not move it through its history */
	/* Another program or machine is behind it: a rehearsal does not speak to it. What it moves may exist, and it cannot start without moving it: a run that is
	 * taken up again does not start it. */
	bool outside;
	const struct param *params;        /* after the tag; for help, and read by the core before setup */
	size_t size;
	/* Reads the words after the table's, finds what it needs in laboratory and model, and fills rig->ctrl.n and rig->daq.n
	 * (the slots it takes and gives). The common options (-trialCP, -outCP, -ctrlFilters, -daqFilters) are read by the core and are in
	 * rig->trial_point, rig->out_point already. */
	int (*setup)(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e);
	/* Once, before the first command or question: connects, and stands where it is. Blocking allowed. NULL: nothing to do. */
	int (*start)(void *self, struct err *e);
	/* Once, after start, of a rig whose specimen stands where a run that is taken up again has left it: the last command of that run was for this test time.
	 * Moves nothing. NULL: nothing to do. */
	void (*taken_up)(void *self, double instant);
	/* Go there; be there at the test time `instant`. Returns when it may be asked, or at once if measure() waits. */
	int (*command)(void *self, const struct signals *ctrl, double instant) RT;
	/* What is measured now. Before the first command: the specimen at rest. */
	int (*measure)(void *self, struct signals *daq) RT;
	bool (*ready)(void *self);         /* measure() will not wait; NULL: it never does */
	/* Between commands, without waiting: has it come to rest by itself, or is it gone? 0, or the code of that. NULL: it does nothing without a command. */
	int (*stopped)(void *self);
	/* What its channel may do at every tick beside the limits of control points; false: nothing is limited. NULL: the same for all. */
	bool (*limit)(const void *self, int channel, struct rig_limit *ret);
	/* Object k of those that a channel (0-based; -1: the rig as a whole) is made of, for records; false: there are no more. NULL: none. */
	bool (*part)(const void *self, int channel, int k, struct rig_part *ret);
	int (*commit)(void *self) RT;      /* the step is accepted; NULL: nothing to do */
	/* Why command, measure or commit has failed, for the report; false: nothing to say beyond the code. NULL: never. */
	bool (*why)(const void *self, char *ret_text, int size);
	/* The test is over, or the rig is removed: comes to rest and gives back what start took, in bounded time. NULL: nothing to do. */
	void (*end)(void *self);
	/* After a trip, at rest: goes on from where it stands. NULL: it cannot, unless it has no rest either. */
	int (*acknowledge)(void *self, struct err *e);
	/* After a trip, at rest: writes to disk what it kept of the last second. Blocks. NULL: nothing. */
	void (*aftermath)(void *self);
	const struct keeper *(*keeper)(const void *self);    /* its command loop against the clock (control/keeper.h), or NULL; NULL: never */
	const struct controller *(*controller)(const void *self);    /* that moves it in virtual time (control/controller.h), or NULL; NULL: never */
	/* It is told to come to rest (trip) or that the test is over, and this returns at once: all rigs are on their way before one is waited for. rest or end
	 * follows. NULL: these tell it. */
	void (*ask)(void *self, enum rig_wish wish) RT;
	/* Trip: come to rest and stay, whatever is commanded later; waits for it, in bounded time. false: it is not known to rest yet. NULL: it cannot move by
	 * itself. */
	bool (*rest)(void *self) RT;
	/* Ticks a second of laboratory time. NULL, or an answer of 0: it does not tick. */
	double (*rate)(const void *self);
	double (*scale)(const void *self); /* laboratory time over test time. NULL: 1 */
	/* The n = rig->ctrl.n[SLOT_DISP] displacements that it is commanded to now; waits, in bounded time, until these stand still. NULL: those of the last
	 * command, before it what was measured at start. */
	void (*standing)(const void *self, double *ret_x);
	/* Beside the test: nticks commands x[k n + i], one a tick, straight from one to the next, without controller, generator, network and filters, through
	 * compensators only when asked. Answers displacement and force measured at the end of every tick, in the same order, and stands where the
	 * last command is. Commands are checked before; readings it hands to rig_watch at every tick. Its clock goes on, the time of the test does
	 * not. Blocks for as long as it takes. ERR_UNSUPPORTED: refused with the report, nothing has moved; every other failure trips. What was measured
	 * until then is in ret_x and ret_f. NULL: not possible. */
	int (*play)(void *self, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e);
	/* Between steps: a number of a channel (0-based; -1: of the rig as a whole) is another one from now on. Reads its name and value from a; a value alone is
	 * the delay that the channel's compensator takes out [s]. ret_t: what was changed, with its new value. NULL: nothing can be. */
	int (*tune)(void *self, int channel, struct args *a, struct rig_tunable *ret_t, struct err *e);
	/* Number k of those that can be changed; false: there are no more. NULL: none. */
	bool (*tunable)(const void *self, int k, struct rig_tunable *ret);
	bool (*traffic)(const void *self, struct traffic *ret) RT;   /* as of sites: of a rig behind an expNetwork; NULL: none */
	/* Rows at the rig's own rate of the step committed last, for recorders, kept until the first command after the commit: number of
	 * rows; row i with its columns. NULL: none. */
	int (*ticks)(const void *self);
	int (*tick_columns)(const void *self);
	const char *(*tick_name)(const void *self, int column, char *ret_text, int size);
	void (*tick)(const void *self, int i, double *ret_x);
	double (*tick_rate)(const void *self);     /* rows a second of laboratory time; 0: one a command. NULL: it has no rows */
	/* Those that look at every row as it comes and may stop it there; NULL: none can yet, it has not started. NULL: never. */
	struct guards *(*guards)(void *self);
};

struct rig_point {                     /* control signals by slot and component; NULL where none is given */
	const struct control_signal **signal[SLOTS];
	int n[SLOTS];
	struct control_signal **all;       /* in the order given */
	int nall;
};

struct rig {
	int tag;
	const struct rig_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	struct laboratory *lab;            /* borrowed */
	struct signals ctrl, daq;          /* as sent to the specimen, as given on after filters */
	struct signals read;               /* what was measured last, before factors and filters; what was then, while it relives */
	bool relives;                      /* rig_relive */
	struct rig_point trial_point, out_point;
	const struct filter *ctrl_filter[SLOTS], *daq_filter[SLOTS];   /* borrowed: laboratory; NULL: none */
	struct filter_use ctrl_use[SLOTS], daq_use[SLOTS];
	struct signals first, start;       /* first trial values; measured at start */
	double instant;                    /* test time of the last command */
	bool started, commanded;
	bool played;                       /* commands came beside the test; ctrl has the last of them, or of the test */
	double t;                          /* test time of the last command */
	bool fresh;                        /* a command was sent whose effect has not been measured */
	bool sent;                         /* one was sent since the step accepted last */
	bool idle;                         /* that step commanded nothing */
	double accepted;                   /* its test time; several elements accept one */
};

extern const struct rig_ops *const rig_table[];
const struct rig_ops *rig_find(const char *name);
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int rig_build(struct laboratory *lab, const struct model *m, const struct rig_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* Makes it ready; again does nothing. At set-up (an element joins), and blocking. ERR_UNSUPPORTED, and nothing has moved: the run is one that is taken up
 * again (lab->run.resume), and what the rig moves exists or is behind another program. */
int rig_start(struct rig *r, struct err *e) MUST_CHECK;
/* A control point whose values count from where the rig stood at its start, or was commanded first: its tag, and the word that says so; false: none does. */
bool rig_relative(const struct rig *r, int *ret_point, const char **ret_word);
/* Does a filter of it keep earlier values? Then what it does next depends on all that has passed. */
bool rig_remembers(const struct rig *r);
/* A started rig whose specimen stands where a run that is taken up again has left it. on: its filters are as before their first value, and until it is told
 * off, commands and measurements go through factors and filters alone: nothing moves, nothing is checked, and measured is what the caller has put into
 * r->read. */
void rig_relive(struct rig *r, bool on);
/* trial: in actuator coordinates. The codes of a trip: ERR_LIMIT, ERR_NONFINITE, ERR_STATE when the laboratory has tripped before. ERR_STATE
 * without a trip, as of rig_measure and rig_commit, for one that has not started or has ended: nothing moves. */
int rig_command(struct rig *r, const struct signals *trial, double t, double instant) RT;
/* Would a command be let through? trial: in actuator coordinates, before filters. Nothing moves, nothing trips; else a sentence. */
bool rig_allows(const struct rig *r, const struct signals *trial, char *ret_text, int size);
/* rig_measure will not wait. */
bool rig_ready(const struct rig *r);
/* Between commands: a rig that has stopped by itself trips the laboratory, and the code is that of the trip; 0: it has not, or has not started. */
int rig_look(struct rig *r);
/* Brings r->daq up to date: once for every command. */
int rig_measure(struct rig *r, double t) RT;
int rig_commit(struct rig *r, double t) RT;
/* Rows of the step accepted last, for recorders and monitors: ops->ticks, but none where that step commanded nothing: its rows are of an earlier one, and were
 * given with it. 0 without ticks. */
int rig_ticks(const struct rig *r) RT;
/* Length of the step that a command for `instant` ends, the last one having been for `last` [test time]; steps that commanded nothing are not part of it.
 * 0 or less: an iteration. */
double rig_step(const struct rig *r, double instant, double last) RT;
/* The test is over for it; again does nothing. Blocks, in bounded time. */
void rig_end(struct rig *r);
/* What a channel may do: by the rig's own limits and those of its control points. */
struct rig_limit rig_limit(const struct rig *r, int channel);
/* Ticks a second; 0: it does not tick. */
double rig_rate(const struct rig *r);
/* Where a started rig is commanded to, once it stands still: rig->ctrl.n[SLOT_DISP] displacements, as sent to the specimen. */
void rig_standing(const struct rig *r, double *ret_x);
/* Can commands be played on it, the laboratory being as it is? ERR_UNSUPPORTED: it does not tick, or has no such slot. */
int rig_playable(const struct rig *r, const char *object, struct err *e) MUST_CHECK;
/* Plays commands beside the test (see play above), as they are sent to the specimen: after factors and filters of control points. A rig that has not
 * started is started. Refused before anything moves: rigs that cannot, commands that are not finite or outside the limits of their control point, a
 * laboratory that has tripped. A reading outside its limits trips. The first command may not be far from where the rig stands: it goes there in one
 * tick. Between steps, never within one. */
int rig_play(struct rig *r, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e) MUST_CHECK;
/* For rigs that measure more often than they are asked: looks at readings (as measure() gives them) on the way to a target, and trips. */
int rig_watch(struct rig *r, const struct signals *reading) RT;

/* The words after -trialCP or -outCP: gathers the signals of these control points by slot. p is empty before: a second list is refused. */
int rig_points(struct rig_point *p, struct args *a, struct laboratory *lab, struct err *e) MUST_CHECK;
/* Slot of a response word of a control point: 1..5 or disp vel accel force time; -1: none. */
int slot_of(const char *word);
