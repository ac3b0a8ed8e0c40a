/* A pure delay that may grow:  x(t) = u(t - tau),  tau = tau_0 + drift t, at most `most`.
 *
 * The reference u runs straight between ticks, so any tau is exact: with tau = (m + p) dt, 0 <= p < 1,
 *   x_k = (1 - p) u_{k-m} + p u_{k-m-1},   v_k = (1 - drift) (u_{k-m} - u_{k-m-1}) / dt.
 */
#include "experiment/actuator.h"
#include "experiment/laboratory.h"
#include "plugin.h"

struct delay {
	double tau, drift, most;
};

/* head of the state: where the newest reference stands, the last velocity, ticks so far; then a ring of references */
enum { NEWEST, VELOCITY, TICKS, RING };

/* the ring holds u_k .. u_{k-m-1} of the longest delay */
static int ring_size(const struct delay *d, double dt)
{
	double ticks = dt > 0.0 ? d->most / dt : 0.0;

	return ticks < ACTUATOR_STATE_MOST ? (int)ticks + 2 : ACTUATOR_STATE_MOST;
}

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	struct delay *d = self;

	(void)lab;
	if (isnan(d->most))
		d->most = d->tau;
	if (d->most < d->tau || (d->drift > 0.0 && d->most == d->tau)) {
		err_set(e, ERR_RANGE, a->object, "-most, the longest delay");
		err_value(e, "%g", d->most);
		err_allowed(e, d->drift > 0.0 ? "> %g, from which it grows" : "at least %g", d->tau);
		return ERR_RANGE;
	}
	return 0;
}

static int nstate(const void *self, double dt)
{
	return RING + ring_size(self, dt);
}

static void advance(const void *self, double *h, double dt, double reference, double force, struct motion *ret)
{
	const struct delay *d = self;
	double tau = fmin(d->tau + d->drift * (h[TICKS] + 1.0) * dt, d->most), *ring = h + RING;
	int n = ring_size(d, dt), newest = ((int)h[NEWEST] + 1) % n, m = (int)fmin(tau / dt, n - 2);
	double part = tau / dt - m;

	(void)force;
	h[NEWEST] = newest;
	h[TICKS] += 1.0;
	ring[newest] = reference;

	/* the two on either side of then */
	double before = ring[(newest - m - 1 + n) % n], after = ring[(newest - m + n) % n];
	double v = (tau < d->most ? 1.0 - d->drift : 1.0) * ((after - before) / dt);

	*ret = (struct motion){.x = (1.0 - part) * after + part * before, .v = v, .a = (v - h[VELOCITY]) / dt};
	h[VELOCITY] = v;
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct delay, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay [s of laboratory time], any multiple of the tick" },
	{ .name = "-drift", .kind = PARAM_REAL, .offset = offsetof(struct delay, drift), .range = {0.0, 1.0, false, true},
	  .help = "growth of the delay [s a second of laboratory time]: oil that warms up; default 0" },
	{ .name = "-most", .kind = PARAM_REAL, .offset = offsetof(struct delay, most), .def = NAN, .range = RANGE_NONNEG,
	  .help = "where it ends to grow [s]; with -drift" },
	{ 0 },
};

const struct actuator_ops actuator_delay = {
	.name = "Delay",
	.brief = "The reference, a time later that is constant or grows",
	.example = "0.0123",
	.params = params,
	.size = sizeof(struct delay),
	.setup = setup,
	.nstate = nstate,
	.advance = advance,
};
