/* A network that always takes the same time: t. With 0 nothing changes but what loss, stalls and a cut do. */
#include "experiment/network.h"
#include "plugin.h"

struct constant {
	double time;
};

static double exchange(const void *self, double *h)
{
	(void)h;
	return ((const struct constant *)self)->time;
}

static const struct param params[] = {
	{ .name = "time", .kind = PARAM_REAL, .offset = offsetof(struct constant, time), .required = true, .range = RANGE_NONNEG,
	  .help = "of one exchange: a measurement to the computer and a command back [s of laboratory time]" },
	{ 0 },
};

const struct network_ops network_constant = {
	.name = "Constant",
	.brief = "The same time for every exchange",
	.example = "0.2",
	.params = params,
	.size = sizeof(struct constant),
	.exchange = exchange,
};
