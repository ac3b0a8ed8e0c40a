/* The command of a time tau later: k_comp = tau / tick ticks ahead on the path itself,
 *
 *   u(t) = x(t + tau).
 *
 * Where the path is known for a shorter time k only, it goes on from there:  u = x(t + k) + v (tau - k), with -order 2 v + a k in place of v, and
 * + a (tau - k)^2 / 2. A path of straight pieces has no second derivative to go on with: order 1 is the default. Mosqueda, Stojadinovic, Mahin, UCB/EERC
 * 2005-02, 6.4 and Equation 6.7; a delay is time, so in a slowed test it is fewer counts of the command. Under a command generator or a controller, whose
 * prediction ends at 0.8 of a step, a longer tau is refused.
 */
#include "experiment/compensator.h"
#include "plugin.h"

struct advance {
	double tau;
	int order;
};

static double delay(const void *self)
{
	return ((const struct advance *)self)->tau;
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	const struct advance *c = self;
	const struct compensator_wish *w = &io->wish;
	double tau = isnan(io->delay) ? c->tau : io->delay, known = w->ahead ? fmin(tau, w->known) : 0.0, rest = tau - known;
	double a = c->order >= 2 ? w->a : 0.0, v = c->order >= 1 ? w->v + a * known : 0.0;
	double x = known > 0.0 ? w->ahead(w->path, known) : w->x;

	(void)h;
	return rest > 0.0 ? x + v * rest + 0.5 * a * rest * rest : x;
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct advance, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay of the actuator [s of laboratory time]" },
	{ .name = "-order", .kind = PARAM_INT, .offset = offsetof(struct advance, order), .def = 1, .range = {0, 2, false, false},
	  .help = "derivatives that carry on where the path ahead is not known" },
	{ 0 },
};

const struct compensator_ops compensator_advance = {
	.name = "Advance",
	.brief = "The command k_comp ticks ahead on its path",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 6.4",
	.example = "0.0123",
	.params = params,
	.claims = {.ahead = true},
	.size = sizeof(struct advance),
	.delay = delay,
	.apply = apply,
};
