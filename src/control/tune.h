/* What may be changed of a rig while a test runs (expTune): rows of tables that are marked so, and nothing else.
 *
 *   of a channel   the delay that its compensator takes out; numbers of the compensator (compensator_ops.tunable); limits, which may be made tighter and
 *                  never wider
 *   of the rig     numbers of its controller (control_plan_tunable); -scale, laboratory time over test time
 *
 * Values are checked as they are when the object is made: the same ranges, the same words. What is changed acts from the next tick on: here, and in the
 * process of the command loop (keeper.h), which gets it through the link. Between steps; the integrator's thread. Nothing blocks.
 */
#pragma once

#include "control/keeper.h"
#include "control/pace.h"
#include "experiment/rig.h"

/* A rig as tuning sees it. */
struct tune_bed {
	int n;                             /* channels */
	void *self;                        /* the rig, for the next */
	struct compensator_use *(*compensator)(void *self, int channel);
	struct drive *drive;               /* NULL: no controller */
	struct keeper *keeper;             /* its link NULL: in virtual time */
	void (*standing)(const void *self, double *ret_x);     /* n: where its commands stand; NULL: nobody knows */
	double scale;                      /* laboratory time over test time; NaN: it cannot be changed */
	void (*rescale)(void *self, double scale);
};

/* The slots of rig_ops over a bed. */
int tune_set(const struct tune_bed *b, int channel, struct args *a, struct rig_tunable *ret_t, struct err *e) MUST_CHECK;
bool tune_list(const struct tune_bed *b, int k, struct rig_tunable *ret);
