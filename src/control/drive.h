/* A drive: everything between a target and an actuator, at every tick. The same code in virtual time and against the clock.
 *
 *   targets --> controller --> compensators --> limits --> plant (a device, or a virtual laboratory)
 *                    ^--------- readings <--------------------|
 *
 * One tick (drive_tick): read, move the controller on, compensate, pass the limits, write. Nothing in it allocates, locks, formats or waits; a device's
 * own calls are declared in its file. In virtual time a rig ticks its drive itself. In real time a command loop of another process does (keeper.h), which
 * takes targets from the link and puts answers there (drive_serve).
 *
 * Guards (experiment/guard.h) look at the command and the reading of every row: of a reading that a tick begins with before the limits, so that what they
 * stop is not sent any more; of one that it ends with at its end. Commands that are played beside the test are not theirs.
 *
 * A trip is the limits'. Tripped, the controller stands still and takes no target; the policy of the limits moves the command to rest. Signals of the
 * last second and of the way to rest are in the black box.
 */
#pragma once

#include "control/blackbox.h"
#include "control/controller.h"
#include "control/limits.h"
#include "control/link.h"
#include "experiment/compensator.h"
#include "experiment/device.h"

/* What commands go to. Slots as in device.h. */
struct drive_plant {
	void *self;                /* borrowed: the rig */
	bool at_once;              /* a reading after a command is that of the end of the tick; else the next tick's is */
	int (*open)(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e);   /* NULL: nothing to do */
	int (*read)(void *self, struct device_reading *ret) RT;
	int (*write)(void *self, const struct device_command *c) RT;
	void (*safe)(void *self) RT;       /* NULL: nothing to do */
	void (*close)(void *self);         /* NULL: nothing to do */
};

struct drive_words {
	const char *object;        /* for messages; kept: lives as long as the drive */
	int n;
	double rate_hz;
	const struct control_plan *plan;
	const struct limits_plan *const *limits;        /* n; an entry may be NULL */
	struct compensator_use *const *compensator;     /* n; none NULL */
	struct guards *guards;     /* that look at every row in virtual time; borrowed: the rig; NULL: none. In real time those of the link do */
	int record;                /* a row every so many ticks; 0 or 1: every tick */
	struct drive_plant plant;
};

struct drive_channel {
	struct compensator_use *compensator;    /* borrowed: the rig */
	double target;             /* the last one */
	double wanted, rate;       /* at this tick, and its difference over it [1/s] */
};

struct drive {
	struct drive_words words;  /* its arrays are not kept */
	struct controller control;
	struct limits limits;
	struct drive_channel *channel;     /* owned: the arena of drive_setup, as all below */
	struct device_reading reading;     /* the newest */
	double *command, *asked, *sent;    /* n: of the controller, after compensation, after the limits */
	bool rests;                /* since the tick before */
	bool still;                /* let go or ended, and compensators have settled: nothing is sent any more but where it stands */
	bool returns;              /* the next target is the first after a trip */
	bool due;                  /* the next reading is that of a target that was reached */
	bool fresh;                /* this tick has brought a new one */
	int64_t t_ns;              /* when the tick was due; 0 in virtual time */
	int64_t loop_tick;         /* number of the loop's last tick */
	uint32_t acknowledged;     /* trips, so far */
	uint64_t taken;            /* targets seen in the link */
	bool playing, echo;        /* the last tick's command was played; what it came to is still to be told */
	double play;               /* number of that playing */
	struct link_answer answer;
	struct link_target target; /* as it was read */
	struct blackbox box;
	struct link *link;         /* borrowed: keeper; NULL in virtual time */
	const struct stop_word *trip;      /* looked at in every tick of a command loop; borrowed: whoever runs the script; NULL: none */
};

int drive_setup(struct drive *d, const struct drive_words *w, struct arena *mem, struct err *e) MUST_CHECK;
/* The plant is open: latches the measured displacements as set-points (no jump) and is ready for targets. ERR_NONFINITE, or ERR_LIMIT when a
 * specimen stands outside its stroke; both name the channel. */
int drive_start(struct drive *d, struct err *e) MUST_CHECK;
/* The target of the next step, which lasts `span` ticks. Returns whether it was taken. */
bool drive_target(struct drive *d, int64_t number, double span, const struct command_target *t) RT;
/* The span of the step before its target is known. */
void drive_span(struct drive *d, double span) RT;
/* One tick; missed: ticks of the schedule that were skipped before it. Returns whether a target was reached and measured in it: d->answer. */
bool drive_tick(struct drive *d, int64_t missed) RT;
/* One tick beside the test: x, n commands, in place of the controller's, which stands still; through the compensators, to which nothing of the way ahead is
 * known, when asked, and through the limits as ever. */
void drive_play(struct drive *d, const double *x, bool compensated) RT;
/* The controller goes on from the command of the last drive_play, if that is not where it stands; the next target counts on. */
void drive_stand(struct drive *d) RT;
/* A number of a compensator, the controller or the limits is another one from the next tick on. */
void drive_tune(struct drive *d, const struct tune *t) RT;
/* Somebody asks for rest: a trip like any other. */
void drive_rest(struct drive *d) RT;
/* The test is over: holds where it is, takes no target any more. It rests once compensators have settled there, after a second at most, and then stays. */
void drive_end(struct drive *d) RT;
/* The trip was seen by an operator: targets are taken again, from where the commands stand. The way to the first of them is no faster, in the mean, than
 * limits_return: its step lasts longer where it must, and the next one begins at rest. */
void drive_acknowledge(struct drive *d) RT;
/* The n commands as they stand: of the controller or of a play, and what is sent once the limits have tripped. */
const double *drive_standing(const struct drive *d) RT;
/* Nothing moves any more. */
bool drive_resting(const struct drive *d) RT;
bool drive_tripped(const struct drive *d) RT;
/* For rows of data: the state of the controller (enum control_state), or CONTROL_STATES while it is tripped. */
int drive_state(const struct drive *d) RT;

/* One tick of a command loop: what came through the link, the tick, the answer. A loop_body's function; ctx is the drive. */
int drive_serve(void *ctx, int64_t tick, int64_t t_ns) RT;

/* The reason as one line: of the trip (unit: as for limits_text), or what the controller did. */
void drive_why(const struct link_answer *a, const char *const unit[3], char *ret_line, int size);
/* The black box to a file (blackbox_write). */
int drive_write_box(struct drive *d, const char *stem, const char *reason, char *ret_path, int size, struct err *e) MUST_CHECK;
