/* What the parts of the rig of actuators that exist share: device.c reads its words and speaks with the integrator, device_plant.c is what its drive moves. */
#pragma once

#include "control/keeper.h"
#include "control/pace.h"
#include "control/rows.h"
#include "experiment/laboratory.h"

enum { COLUMNS = 4 };                  /* of data a channel */

struct device_rig {
	double rate_hz, scale, patience;   /* words */
	int device_tag, controller_tag, record, buffer;
	struct device *device;             /* borrowed: laboratory, as what follows */
	const struct control_plan *plan;
	const struct limits_plan **limits; /* n */
	struct compensator_use *compensator;   /* n */
	struct rig *rig;
	const struct realtime_words *realtime;
	const char *name, *stem;
	struct drive drive;
	struct keeper keeper;
	struct pace pace, agreed;          /* agreed: as of the last commit; a step that failed comes again from there */
	struct rows rows;
	struct compensator_reach reach;    /* a compensator that looks too far ahead */
	struct command_target *target;     /* n */
	double *last;                      /* n displacements, then n velocities, of the reading before */
	int64_t number;                    /* of that reading; */
	double since;                      /* ticks since it came, with those that the loop has missed, */
	int64_t missed;                    /* of which there were so many in all */
	double reading[DEVICE_SLOTS][DEVICE_CHANNELS];
	double instant;
	double crowd;                      /* ticks of a command that are too many; 0: none */
	bool asked;
};

/* The device as its drive sees it, in the process of the loop: reads it, writes to it, and keeps a row of data a tick. */
struct drive_plant device_plant(struct device_rig *r);
