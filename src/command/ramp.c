/* A ramp of given duration: straight to the target in that time, then hold; hold while the target is not known.
 *
 *   x = now + (target - now) min((s - xi) / w, 1),   w = duration / step, but no more than what is left of the step, 1 - xi.
 * Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 2.3.
 */
#include "command/command_common.h"
#include "plugin.h"

struct ramp {
	double duration;
};

static double correct(const void *self, const double *h, double s)
{
	const struct ramp *r = self;
	const struct past *p = (const struct past *)h;
	double left = 1.0 - p->xi;

	return hold_ramp(h, r->duration < left * p->step ? r->duration / p->step : left, s);
}

static const struct param params[] = {
	{ .name = "duration", .kind = PARAM_REAL, .offset = offsetof(struct ramp, duration), .required = true, .range = RANGE_POSITIVE,
	  .help = "of the ramp [s of test time: with -scale n it lasts n times as long in the laboratory]; at most what is left of the step" },
	{ 0 },
};

const struct command_ops command_ramp = {
	.name = "Ramp",
	.brief = "Straight to the target in a given time, then hold",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 2.3",
	.example = "0.004",
	.params = params,
	.claims = {.degree = 0, .history = 1, .continuous = true},
	.size = sizeof(struct ramp),
	.nstate = hold_nstate,
	.start = hold_start,
	.target = past_target,
	.predict = hold_predict,
	.correct = correct,
	.advance = past_advance,
};
