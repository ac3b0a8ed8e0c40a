/* What the parts of the virtual rig share: virtual.c reads its words, virtual_run.c moves it, virtual_drive.c lets a controller
 * move it, virtual_play.c plays commands beside the test. */
#pragma once

#include "experiment/actuator.h"
#include "experiment/command.h"
#include "control/keeper.h"
#include "control/pace.h"
#include "control/rows.h"
#include "control/tune.h"
#include "experiment/compensator.h"
#include "experiment/laboratory.h"
#include "experiment/network.h"
#include "experiment/sensor.h"
#include "experiment/specimen.h"

#include <stdint.h>

enum { READINGS = SLOT_FORCE + 1 };    /* displacement, velocity, acceleration, force */
enum { VIRTUAL_BEHIND = 1000 };        /* most ticks that a command waits */

struct virtual_channel {
	struct specimen *specimen;         /* borrowed: laboratory */
	struct actuator_use actuator;
	struct compensator_use compensator;
	const struct limits_plan *limits;  /* borrowed: laboratory; NULL: none */
	struct sensor_use sensor[READINGS];
	struct command_use generator;
	double from, command;              /* commands of the last step and of this one, in the quantity under control and laboratory time */
	double aim_from, aim;              /* the same as the actuator takes them */
	double now;                        /* command at this tick */
	double wanted, wanted_rate;        /* what the actuator shall follow at this tick, and its difference over the tick [1/s] */
	double *waiting, *seen;            /* with -behind: commands and readings of the last so many ticks, in a ring; owned: laboratory's arena */
	struct motion at;                  /* true motion */
	double force;                      /* true force */
	double reading[READINGS];
};

struct virtual_part {                  /* a specimen and the channels of the rig that move it, in the order of its own */
	struct specimen *specimen;         /* borrowed: laboratory */
	int *channel;                      /* owned: laboratory's arena */
};

struct virtual_rig {
	double rate_hz, ramp, hold, iteration, scale, known;   /* words */
	int record, buffer;
	int behind;                        /* ticks between a command and when it is sent */
	int drive_slot;                    /* enum slot: displacement, velocity or acceleration */
	int n, nparts;
	struct virtual_channel *channel;   /* owned: laboratory's arena */
	struct virtual_part *part;         /* owned: laboratory's arena */
	struct rig *rig;                   /* borrowed: laboratory */
	uint64_t *seed;                    /* borrowed: laboratory */
	const struct command *command;     /* borrowed: laboratory; NULL: straight from target to target */
	bool met;                          /* the generators know the target of this step */
	const struct control_plan *plan;   /* borrowed: laboratory; NULL: no event-driven controller */
	struct drive drive;                /* with a plan */
	struct keeper keeper;              /* of its loop, in real time */
	struct command_target *target;     /* n; owned: laboratory's arena */
	const char *name;                  /* "expControl 1"; the same */
	char *stem;                        /* of the black box's file; the same */
	int broken;                        /* code of a specimen that cannot go on, met by the drive */
	bool asked;                        /* in real time: a target was sent whose answer is not here yet */
	struct network_use network;
	struct network_round *round;       /* borrowed: laboratory */
	unsigned turn;                     /* round of the last command */
	double late;                       /* laboratory time spent waiting for commands [s] */
	double silent;                     /* laboratory time when the exchange began that had no answer; NaN: none */
	int64_t tick;                      /* since the start; tick k ends at k / rate */
	struct pace pace;                  /* ticks of the test time */
	struct pace agreed;                /* as of the last commit: a step that failed comes again from there */
	double t;                          /* laboratory time */
	double base;                       /* laboratory time at origin, without ticks */
	struct compensator_reach reach;    /* a compensator that looks too far ahead */
	double crowd;                      /* ticks of a command that are too many; 0: none */
	double speed;                      /* largest velocity so far */
	bool resting;
	bool playing;                      /* beside the test: no rows */
	const struct realtime_words *realtime;     /* borrowed: laboratory */
	struct signals watch;              /* readings on the way, as the rig gives them; owned: laboratory's arena */
	struct rows rows;
	struct guards guards;              /* in virtual time */
	struct limits_trip stopped;        /* by one of them, without a controller; its cause LIMITS_OK: not */
};

/* Slots of rig_ops (virtual_run.c). */
int virtual_start(void *self, struct err *e);
int virtual_command(void *self, const struct signals *ctrl, double instant) RT;
int virtual_measure(void *self, struct signals *daq) RT;
int virtual_commit(void *self) RT;
bool virtual_rest(void *self) RT;
int virtual_acknowledge(void *self, struct err *e);
int virtual_ticks(const void *self);
void virtual_tick(const void *self, int i, double *ret_x);

/* Pieces of virtual_run.c: the plan of a command, the wait for it, specimens and sensors at the end of a tick, a row of data. */
int virtual_wait(struct virtual_rig *r, double instant, double *ret_ticks, int *ret_lost) RT;
void virtual_late(struct virtual_rig *r, double ticks) RT;
int virtual_settle_tick(struct virtual_rig *r, double dt) RT;

/* Under an event-driven controller (virtual_drive.c). */
int virtual_drive_setup(struct virtual_rig *r, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
int virtual_drive_start(struct virtual_rig *r, struct err *e) MUST_CHECK;
int virtual_drive_command(struct virtual_rig *r, const struct signals *ctrl, double instant) RT;
int virtual_drive_measure(struct virtual_rig *r) RT;
bool virtual_drive_ready(void *self);
int virtual_drive_stopped(void *self);
bool virtual_drive_limit(const void *self, int channel, struct rig_limit *ret);
void virtual_drive_ask(void *self, enum rig_wish wish) RT;
bool virtual_drive_rest(struct virtual_rig *r) RT;
void virtual_drive_end(void *self);
int virtual_drive_go_on(struct virtual_rig *r, struct err *e);
void virtual_drive_aftermath(void *self);
const struct keeper *virtual_drive_keeper(const void *self);
const struct controller *virtual_drive_controller(const void *self);
int virtual_drive_play_live(struct virtual_rig *r, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e);
int virtual_drive_play(struct virtual_rig *r, const double *x, bool compensated) RT;    /* a tick with given commands */

/* Beside the test (virtual_play.c). */
double virtual_rate(const void *self);
void virtual_standing(const void *self, double *ret_x);
void virtual_stand_still(const void *self, double *ret_x);
int virtual_play(void *self, int nticks, const double *x, bool compensated, double *ret_x, double *ret_f, struct err *e);
