/* The choice of an engine by measuring: every way to advance, with every solver that fits behind it, runs steps of the model at hand without asking any
 * element, so that nothing moves, and its times are taken.
 *
 * The choice hangs on the machine and the moment: the same script gives the same bits again when it names the engine that was taken. */
#pragma once

#include "analysis/analysis.h"

enum { TRIAL_SAMPLES = 4000 };

/* Measures what there is for steps of dt, an->to_go of them, and fills an->trial. The problem is ready, its parts are given; the integrator must be set
 * up again afterwards. At most about an->measure.time seconds each. ERR_MEMORY, ERR_INTERRUPTED; what a candidate cannot do stands in its row. */
int engine_measure(struct analysis *an, double dt, struct err *e) MUST_CHECK;
/* Is it worth while to iterate on the interface alone? Not where it is a large part of the structure: then factoring the whole, or updating a factor, takes
 * less. True for integrators that do not iterate. */
bool engine_front_pays(const struct analysis *an);
/* The row to take, by the limits of an->measure: the least median among those whose worst step is within the period and whose set-up is within its
 * limit; where none is, the least worst step. -1: none can run at all. */
int engine_best(const struct analysis *an);
/* Takes it: way and solver of the analysis. */
int engine_take(struct analysis *an, int row, struct err *e) MUST_CHECK;
