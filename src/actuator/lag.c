/* The lag of Mosqueda, Stojadinovic and Mahin (UCB/EERC 2005-02, 3.4.2): a part of each increment of the command is missing,
 *
 *   x = d - (mu + sigma xi) (d - d_before),   xi normal with mean 0 and standard deviation 1, new for each command.
 *
 * It acts on commands, not on ticks: with steps of dt the actuator is late by about mu dt.
 */
#include "experiment/actuator.h"
#include "base/rng.h"
#include "plugin.h"

struct lag {
	double mu, sigma;
};

/* the last command, then the generator */
enum { BEFORE, CHANCE, NSTATE = CHANCE + sizeof(struct rng) / sizeof(double) };

static int nstate(const void *self, double dt)
{
	(void)self;
	(void)dt;
	return NSTATE;
}

static void start(const void *self, double *h, double dt, uint64_t seed, uint64_t stream)
{
	struct rng r;

	(void)self;
	(void)dt;
	rng_init(&r, seed, stream);
	memcpy(h + CHANCE, &r, sizeof(r));
}

static double aim(const void *self, double *h, double target)
{
	const struct lag *l = self;
	struct rng r;

	memcpy(&r, h + CHANCE, sizeof(r));
	double missing = l->mu + l->sigma * rng_normal(&r);
	double x = target - missing * (target - h[BEFORE]);

	memcpy(h + CHANCE, &r, sizeof(r));
	h[BEFORE] = target;
	return x;
}

static const struct param params[] = {
	{ .name = "mu", .kind = PARAM_REAL, .offset = offsetof(struct lag, mu), .required = true, .help = "mean part of the increment that is missing" },
	{ .name = "sigma", .kind = PARAM_REAL, .offset = offsetof(struct lag, sigma), .range = RANGE_NONNEG, .help = "its standard deviation" },
	{ 0 },
};

const struct actuator_ops actuator_lag = {
	.name = "Lag",
	.brief = "Each command is missed by a part of its increment",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 3.4.2",
	.example = "1.0 0.1",
	.params = params,
	.size = sizeof(struct lag),
	.nstate = nstate,
	.start = start,
	.aim = aim,
};
