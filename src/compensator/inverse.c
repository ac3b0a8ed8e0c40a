/* The inverse of an actuator that makes a part 1/alpha of its way in a tick, alpha = 1 + tau / tick:
 *
 *   u_k = alpha x_k - (alpha - 1) x_{k-1}.
 *
 * Chen, Ricles, Eng. Struct. 31 (2009) 2643-2655.
 */
#include "experiment/compensator.h"
#include "plugin.h"

struct inverse {
	double tau;
};

enum { LAST, NSTATE };

static int nstate(const void *self, double dt, double delay_most)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	return NSTATE;
}

static void start(const void *self, double *h, double dt, double delay_most, double x)
{
	(void)self;
	(void)dt;
	(void)delay_most;
	h[LAST] = x;
}

static double delay(const void *self)
{
	return ((const struct inverse *)self)->tau;
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	const struct inverse *c = self;
	double alpha = 1.0 + (isnan(io->delay) ? c->tau : io->delay) / io->dt, u = alpha * io->wish.x - (alpha - 1.0) * h[LAST];

	h[LAST] = io->wish.x;
	return u;
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct inverse, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay of the actuator [s of laboratory time]" },
	{ 0 },
};

const struct compensator_ops compensator_inverse = {
	.name = "Inverse",
	.brief = "Inverse of a first-order discrete model of the actuator",
	.cite = "Chen, Ricles 2009",
	.example = "0.0123",
	.params = params,
	.size = sizeof(struct inverse),
	.nstate = nstate,
	.start = start,
	.delay = delay,
	.apply = apply,
};
