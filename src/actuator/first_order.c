/* A lag of first order:  tau x' + x = u.
 *
 * Exact for a reference that runs straight during the tick, with E = exp(-dt/tau) and slope u':
 *   x+ = u1 - tau u' + (x - u0 + tau u') E,   v = (u1 - x+)/tau,   a = (u' - v)/tau.
 */
#include "experiment/actuator.h"
#include "plugin.h"

struct lag {
	double tau;
};

enum { POSITION, REFERENCE, DECAY, NSTATE };

static int nstate(const void *self, double dt)
{
	(void)self;
	(void)dt;
	return NSTATE;
}

static void start(const void *self, double *h, double dt, uint64_t seed, uint64_t stream)
{
	(void)seed;
	(void)stream;
	h[DECAY] = exp(-dt / ((const struct lag *)self)->tau);
}

static void advance(const void *self, double *h, double dt, double reference, double force, struct motion *ret)
{
	const struct lag *l = self;
	double slope = (reference - h[REFERENCE]) / dt;
	double x = reference - l->tau * slope + (h[POSITION] - h[REFERENCE] + l->tau * slope) * h[DECAY];
	double v = (reference - x) / l->tau;

	(void)force;
	h[POSITION] = x;
	h[REFERENCE] = reference;
	*ret = (struct motion){.x = x, .v = v, .a = (slope - v) / l->tau};
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct lag, tau), .required = true, .range = RANGE_POSITIVE,
	  .help = "time constant [s of laboratory time]" },
	{ 0 },
};

const struct actuator_ops actuator_first_order = {
	.name = "FirstOrder",
	.brief = "tau x' + x = reference",
	.example = "0.01",
	.params = params,
	.size = sizeof(struct lag),
	.nstate = nstate,
	.start = start,
	.advance = advance,
};
