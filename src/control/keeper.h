/* A keeper: another process that keeps a drive ticking against the clock, whatever happens to the one that integrates.
 *
 * keeper_start forks. The new process opens the plant, takes the measures of a real-time loop (realtime/loop.h), and ticks; the old one sends targets and
 * waits for answers through a link in shared memory. The drive's memory is copied by the fork: from then on the caller's copy is only a
 * description. When the integrator dies or is stopped no target comes any more, and the controller goes its way: slow, hold, free vibration or the
 * policy of its limits, rest. The keeper then writes the black box, says what happened, and ends. It does not hang on the terminal, and a signal
 * meant for the integrator does not reach it; SIGTERM to itself is a wish for rest.
 *
 * Life: keeper_start; keeper_send, keeper_wait, ...; keeper_end (idempotent). All on the integrator's thread.
 */
#pragma once

#include "base/shared.h"
#include "control/drive.h"
#include "experiment/rig.h"

#include <sys/types.h>

/* How a command loop is, for whoever looks (live/live_write.h). */
struct keeper_view {
	int rig;                   /* tag */
	double rate_hz;
	const char *const *unit;   /* of keeper_words */
	const struct link_answer *answer;
	const struct loop_report *timing;  /* as it was told last */
	bool orphan, ended;        /* the integrator's process is gone; the loop has ended */
};

struct keeper_words {
	const char *object;        /* "expControl 1"; kept */
	double rate_hz;
	int cpu, priority;         /* as in loop_config */
	bool unfit;                /* drives although the machine is not fit, or a measure was refused */
	bool physical;             /* what moves is not only in memory: the machine must be fit */
	bool slow;                 /* laboratory time is stretched: a machine for slow tests is enough */
	double watchdog_s, patience_s;     /* for the plant's open */
	int columns, nrows;        /* of the ring of rows; 0 columns: none */
	const char *stem;          /* of the black box's file; kept */
	void (*say)(const char *line);     /* to the user, from either process */
	const char *const *unit;   /* names of force, length and time in what is said; NULL: none. In memory that the new process has, too */
	int rig;                   /* tag, for the next */
	void (*show)(const struct keeper_view *v);     /* every few ms, and at the end, from the new process; NULL: nobody looks */
	const struct stop_word *trip;      /* the operator's; in memory that the new process has, too; NULL: none */
	double rest_s;             /* longest wait of the integrator for rest; 0: KEEPER_REST_S, and the next two accordingly */
	double polite_s, firm_s;   /* the test being over: until its limits are asked for rest, until the laboratory is told to hold and the process ends */
};

struct keeper {
	struct keeper_words words;
	struct shared memory;
	struct link *link;         /* in it; NULL: not started */
	pid_t pid;
	int64_t number;            /* of the last target */
	struct link_answer answer; /* as it was read last */
	int64_t since;             /* tick after which it is waited for to stand still */
	bool ended;
};

/* Returns once the loop ticks, or with the report of why it does not: the machine (ERR_UNSUPPORTED), the plant, the specimens' place. */
int keeper_start(struct keeper *k, struct drive *d, const struct keeper_words *w, struct err *e) MUST_CHECK;
/* The list of guards that its loop looks through; NULL: not started. */
struct guards *keeper_guards(const struct keeper *k);
/* The ring that rows of data come through; in the new process the rig's rows go there. */
struct ring *keeper_rows(const struct keeper *k);
/* Never waits. */
void keeper_send(struct keeper *k, double span, const struct command_target *t, int n) RT;
/* Until the last target is reached and measured; k->answer. ERR_LIMIT when the drive tripped or let go, ERR_LOST when its process is gone or its
 * ticks stand still for KEEPER_PATIENCE_S, ERR_INTERRUPTED when somebody interrupts. */
int keeper_wait(struct keeper *k);
/* keeper_wait will not wait. */
bool keeper_ready(struct keeper *k);
/* Between steps, without waiting: has the loop stopped by itself? 0, or what keeper_wait would say of the next target: ERR_LIMIT, ERR_LOST. */
int keeper_stopped(struct keeper *k);
/* Plays commands beside the test (rig.h, play): n a tick, answers displacement and force at the end of each. Waits for as long as it takes; codes as
 * keeper_wait. Between steps. */
int keeper_play(struct keeper *k, int n, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f);
/* Is there room for another change, or has the loop not taken the LINK_TUNES before it yet? */
bool keeper_can_tune(const struct keeper *k);
/* A number changes from the loop's next tick on (drive_tune). There is room: a change that was left and not taken would be lost. */
void keeper_tune(struct keeper *k, const struct tune *t);
/* The newest answer, without waiting; false: there is none. */
bool keeper_look(struct keeper *k);
/* Where the commands stand, without waiting: of the newest tick of its loop, or as they were read last. Not started: those of the drive itself. */
void keeper_standing(const struct keeper *k, const struct drive *d, double *ret_x);
/* Waits, in bounded time, until the tick at hand is over and the commands stand still: a controller without targets holds. ERR_UNSUPPORTED: they
 * move on, and nothing can be played. Not started: 0. e may be NULL. */
int keeper_still(struct keeper *k, struct err *e);
/* Wishes: rest or the end, without waiting. */
void keeper_ask(struct keeper *k, enum rig_wish wish);
/* Wishes rest, and waits until it is there, in bounded time: also of specimens that were let go and rest already the policy of the limits has its way. false:
 * it is not known to be there, which is said; a loop that runs stays on its way. */
bool keeper_rest(struct keeper *k);
/* Goes on after a trip, or after it let go: waits until it is at rest and its black box is written, in bounded time. A loop that goes on already is left as it
 * is. ERR_STATE: it has ended, or does not come to rest; may be asked again. */
int keeper_acknowledge(struct keeper *k, struct err *e) MUST_CHECK;
/* Ends the test: rest, then the process. Bounded in time. What the loop has counted is in k->link->timing until keeper_close, and said in one line. */
void keeper_end(struct keeper *k);
/* Gives the memory back. */
void keeper_close(struct keeper *k);

enum { KEEPER_PATIENCE_S = 10, KEEPER_REST_S = 40, KEEPER_POLITE_S = 20, KEEPER_FIRM_S = 40 };
