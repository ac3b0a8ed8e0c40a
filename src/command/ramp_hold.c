/* Ramp and hold: straight to the target in a share of the step, then hold; hold while the target is not known.
 *
 *   x = now + (target - now) min((s - xi) / w, 1),   w = share, but no more than what is left of the step, 1 - xi.
 * Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 2.3.
 */
#include "command/command_common.h"
#include "plugin.h"

struct ramp_hold {
	double share;
};

static double correct(const void *self, const double *h, double s)
{
	const struct past *p = (const struct past *)h;

	return hold_ramp(h, fmin(((const struct ramp_hold *)self)->share, 1.0 - p->xi), s);
}

static const struct param params[] = {
	{ .name = "-share", .kind = PARAM_REAL, .offset = offsetof(struct ramp_hold, share), .def = 0.5, .range = {0.0, 1.0, true, false},
	  .help = "of the step that the ramp takes; the rest holds" },
	{ 0 },
};

const struct command_ops command_ramp_hold = {
	.name = "RampHold",
	.brief = "Straight to the target in a share of the step, then hold",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 2.3",
	.example = "-share 0.6",
	.params = params,
	.claims = {.degree = 0, .history = 1, .continuous = true},
	.size = sizeof(struct ramp_hold),
	.nstate = hold_nstate,
	.start = hold_start,
	.target = past_target,
	.predict = hold_predict,
	.correct = correct,
	.advance = past_advance,
};
