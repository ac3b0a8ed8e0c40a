/* Setups (expSetup): how an element's basic coordinates and the actuators hang together.
 *
 *   trial x trialFact -> kinematics -> x ctrlFact -> rig;   rig -> daq x daqFact -> inverse kinematics -> out x outFact
 *
 * A setup plug-in is the kinematics alone; sizes, factors, the rig and recording are the core's. Factors are accepted by every setup.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "experiment/signals.h"

#include <stdbool.h>

struct laboratory;
struct rig;
struct setup;

enum setup_stage { SETUP_TRIAL, SETUP_OUT, SETUP_CTRL, SETUP_DAQ, SETUP_STAGES };  /* trial and out: basic; ctrl and daq: actuators */

struct setup_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;        /* after the tag and -control; read by the core before setup */
	size_t size;
	/* Reads the words after the table's and fills the sizes s->side[..].n of all stages and s->driven. s->side[..].x come later. */
	int (*setup)(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e);
	/* Basic to actuators: reads trial (after its factors), writes every slot of ctrl. */
	void (*command)(const void *self, const struct signals *trial, struct signals *ctrl) RT;
	/* Actuators to basic: reads daq (after its factors), writes every slot of out. out still holds the previous answer, which may start an
	 * iteration; trial is the last one commanded, for rigs that do not measure where they are. ERR_CONVERGE when measured displacements
	 * belong to no position of the rig; out is left alone then. */
	int (*answer)(const void *self, const struct signals *trial, const struct signals *daq, struct signals *out) RT;
};

struct setup {
	int tag;
	const struct setup_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	struct rig *rig;                   /* borrowed: laboratory; NULL: none (a part of an Aggregator) */
	bool taken;                        /* an Aggregator has it as a part */
	struct signals side[SETUP_STAGES]; /* trial after trialFact, out before outFact, ctrl after ctrlFact, daq after daqFact */
	struct signals scaled;             /* out after outFact */
	double *factor[SETUP_STAGES][SLOTS];   /* NULL: all one; owned: laboratory's arena */
	bool blind;                        /* set by the plug-in: measured displacements are not in its answers */
	bool *driven;                      /* one a component of out: some actuator drives it; owned: laboratory's arena, taken by the plug-in */
};

extern const struct setup_ops *const setup_table[];
const struct setup_ops *setup_find(const char *name);
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int setup_build(struct laboratory *lab, const struct setup_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* trial as the element sent it; runs down to the rig. */
int setup_command(struct setup *s, const struct signals *trial, double t, double instant) RT;
/* Measures, and brings s->side[SETUP_OUT] and s->scaled up to date. */
int setup_answer(struct setup *s, double t) RT;
/* The actuator, from 0, that a small displacement k of the trial moves alone; -1: none does, or several do. Between commands; mem: for room. */
int setup_channel(struct setup *s, int k, struct arena *mem);
/* Kinematics and factors alone, without a rig: parts of an Aggregator, direct tests. trial to side[CTRL]; side[DAQ] unscaled in daq to scaled. */
void setup_forward(struct setup *s, const struct signals *trial) RT;
int setup_backward(struct setup *s, const struct signals *daq) RT;
