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

static int nstate(const void *self)
{
	(void)self;
	return past_nstate(1);
}

static void start(const void *self, double *h, double x, double step)
{
	(void)self;
	past_start(h, 1, x, step);
}

static double predict(const void *self, const double *h, double s)
{
	(void)self;
	return past_polynomial(h, 0, s);
}

static double correct(const void *self, const double *h, double s)
{
	const struct ramp_hold *r = self;
	const struct past *p = (const struct past *)h;
	double width = fmin(r->share, 1.0 - p->xi), part = s - p->xi;

	return s < 1.0 && part < width ? p->now + (p->next.x - p->now) * (part / width) : p->next.x;
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
	.nstate = nstate,
	.start = start,
	.target = past_target,
	.predict = predict,
	.correct = correct,
	.advance = past_advance,
};
