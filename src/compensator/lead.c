/* A first-order lead, the inverse of an actuator of first order with a pole that makes it proper:
 *
 *   u / x = (T1 s + 1) / (T2 s + 1),   s = 2/tick (z - 1)/(z + 1)  (Tustin):
 *   u_k = ((b + 1) x_k - (b - 1) x_{k-1} + (a - 1) u_{k-1}) / (a + 1),   b = 2 T1/tick,  a = 2 T2/tick.
 *
 * A ramp is sent T1 - T2 early.
 */
#include "compensator/lead.h"

#include "experiment/compensator.h"
#include "plugin.h"

struct lead {
	double lead, lag;
};

double lead_step(double lead, double lag, double dt, double *h, double x)
{
	double b = 2.0 * lead / dt, a = 2.0 * lag / dt, u = ((b + 1.0) * x - (b - 1.0) * h[LEAD_IN] + (a - 1.0) * h[LEAD_OUT]) / (a + 1.0);

	h[LEAD_IN] = x;
	h[LEAD_OUT] = u;
	return u;
}

static int nstate(const void *self, double dt, double delay_most)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	return LEAD_NSTATE;
}

static void start(const void *self, double *h, double dt, double delay_most, double x)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	h[LEAD_IN] = h[LEAD_OUT] = x;
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	const struct lead *c = self;

	return lead_step(c->lead, c->lag, io->dt, h, io->wish.x);
}

/* The lag is positive: without it the rule rings at every tick. */
static const struct param params[] = {
	{ .name = "lead", .kind = PARAM_REAL, .offset = offsetof(struct lead, lead), .required = true, .range = RANGE_NONNEG,
	  .help = "T1, the time constant of the actuator [s of laboratory time]" },
	{ .name = "lag", .kind = PARAM_REAL, .offset = offsetof(struct lead, lag), .required = true, .range = RANGE_POSITIVE,
	  .help = "T2, a much shorter one [s]" },
	{ 0 },
};

const struct compensator_ops compensator_lead = {
	.name = "Lead",
	.brief = "First-order lead, the inverse of a first-order actuator",
	.example = "0.0123 0.0002",
	.params = params,
	.tunable = (const char *const[]){"lead", "lag", NULL},
	.size = sizeof(struct lead),
	.nstate = nstate,
	.start = start,
	.apply = apply,
};
