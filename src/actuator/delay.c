/* A pure delay:  x(t) = u(t - tau).
 *
 * The reference u runs straight between ticks, so any tau is exact: with tau = (m + p) dt, 0 <= p < 1,
 *   x_k = (1 - p) u_{k-m} + p u_{k-m-1},   v_k = (u_{k-m} - u_{k-m-1}) / dt.
 */
#include "experiment/actuator.h"
#include "experiment/laboratory.h"
#include "plugin.h"

struct delay {
	double tau;
};

/* head of the state: where the newest reference stands, the last velocity; then a ring of references */
enum { NEWEST, VELOCITY, RING };

/* the ring holds u_k .. u_{k-m-1} */
static int ring_size(const struct delay *d, double dt)
{
	double ticks = dt > 0.0 ? d->tau / dt : 0.0;

	return ticks < ACTUATOR_STATE_MOST ? (int)ticks + 2 : ACTUATOR_STATE_MOST;
}

static int nstate(const void *self, double dt)
{
	return RING + ring_size(self, dt);
}

static void advance(const void *self, double *h, double dt, double reference, double force, struct motion *ret)
{
	const struct delay *d = self;
	int n = ring_size(d, dt), newest = ((int)h[NEWEST] + 1) % n;
	double part = d->tau / dt - (n - 2), *ring = h + RING;

	(void)force;
	h[NEWEST] = newest;
	ring[newest] = reference;

	/* the two oldest */
	double before = ring[(newest + 1) % n], after = ring[(newest + 2) % n];
	double v = (after - before) / dt;

	*ret = (struct motion){.x = (1.0 - part) * after + part * before, .v = v, .a = (v - h[VELOCITY]) / dt};
	h[VELOCITY] = v;
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct delay, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay [s of laboratory time], any multiple of the tick" },
	{ 0 },
};

const struct actuator_ops actuator_delay = {
	.name = "Delay",
	.brief = "The reference, a constant time later",
	.example = "0.0123",
	.params = params,
	.size = sizeof(struct delay),
	.nstate = nstate,
	.advance = advance,
};
