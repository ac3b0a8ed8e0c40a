/* What the two halves of the virtual rig share: virtual.c reads its words, virtual_run.c moves it. */
#pragma once

#include "experiment/actuator.h"
#include "experiment/command.h"
#include "control/controller.h"
#include "experiment/compensator.h"
#include "experiment/laboratory.h"
#include "experiment/network.h"
#include "experiment/sensor.h"
#include "experiment/specimen.h"

#include <stdint.h>

enum { READINGS = SLOT_FORCE + 1 };    /* displacement, velocity, acceleration, force */
enum { VIRTUAL_TICKS = 100000000 };    /* most of one command */

struct virtual_channel {
	struct specimen *specimen;         /* borrowed: laboratory */
	struct actuator_use actuator;
	struct compensator_use compensator;
	struct sensor_use sensor[READINGS];
	struct command_use generator;
	double from, command;              /* commands of the last step and of this one, in the quantity under control and laboratory time */
	double aim_from, aim;              /* the same as the actuator takes them */
	double now;                        /* command at this tick */
	double wanted, wanted_rate;        /* what the actuator shall follow at this tick, and its difference over the tick [1/s] */
	struct motion at;                  /* true motion */
	double force;                      /* true force */
	double reading[READINGS];
};

struct virtual_part {                  /* a specimen and the channels of the rig that move it, in the order of its own */
	struct specimen *specimen;         /* borrowed: laboratory */
	int *channel;                      /* owned: laboratory's arena */
};

struct virtual_rows {                  /* the newest `size` rows of the step */
	double *x;                         /* owned: laboratory's arena */
	int columns, size, first, n;
	int64_t lost;                      /* rows that found no room since the start */
	bool closed;                       /* the step is accepted: the next command begins anew */
};

struct virtual_rig {
	double rate_hz, ramp, hold, iteration, scale;   /* words */
	int record, buffer;
	int drive;                         /* enum slot: displacement, velocity or acceleration */
	int n, nparts;
	struct virtual_channel *channel;   /* owned: laboratory's arena */
	struct virtual_part *part;         /* owned: laboratory's arena */
	struct rig *rig;                   /* borrowed: laboratory */
	uint64_t *seed;                    /* borrowed: laboratory */
	const struct command *command;     /* borrowed: laboratory; NULL: straight from target to target */
	const struct control_plan *plan;   /* borrowed: laboratory; NULL: no event-driven controller */
	struct controller control;
	struct command_target *target;     /* n; owned: laboratory's arena, as the next two */
	double *given, *felt;              /* n commands of a tick, n measured forces */
	bool let_go;                       /* a command came after the controller had let the specimens go */
	struct network_use network;
	struct network_round *round;       /* borrowed: laboratory */
	unsigned turn;                     /* round of the last command */
	double late;                       /* laboratory time spent waiting for commands [s] */
	double silent;                     /* laboratory time when the exchange began that had no answer; NaN: none */
	int64_t tick;                      /* since the start; tick k ends at k / rate */
	int64_t done;                      /* ticks of the test time since origin */
	double origin, instant;            /* test time: where counting began, of the last command */
	double t;                          /* laboratory time */
	double base;                       /* laboratory time at origin, without ticks */
	double crowd;                      /* ticks of a command that are too many; 0: none */
	double speed;                      /* largest velocity so far */
	bool resting;
	struct signals watch;              /* readings on the way, as the rig gives them; owned: laboratory's arena */
	struct virtual_rows rows;
};

int virtual_start(void *self, struct err *e);
int virtual_command(void *self, const struct signals *ctrl, double instant) RT;
int virtual_measure(void *self, struct signals *daq) RT;
int virtual_commit(void *self) RT;
void virtual_rest(void *self) RT;
int virtual_ticks(const void *self);
void virtual_tick(const void *self, int i, double *ret_x);
