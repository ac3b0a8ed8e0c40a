/* Noise of a sensor or an actuator: y = x + avg + std n, n independent and normal with mean 0 and standard deviation 1.
 *
 * Every component has its own sequence, which begins with the laboratory's seed: the same seed gives the same bits.
 */
#include "base/rng.h"
#include "experiment/filter.h"
#include "plugin.h"

struct gauss {
	double average, deviation;
};

_Static_assert(sizeof(struct rng) % sizeof(double) == 0, "a generator is kept in doubles");

static int nstate(const void *self)
{
	(void)self;
	return (int)(sizeof(struct rng) / sizeof(double));
}

static void start(const void *self, double *h, uint64_t seed, uint64_t stream)
{
	struct rng r;

	(void)self;
	rng_init(&r, seed, stream);
	memcpy(h, &r, sizeof(r));
}

static double apply(const void *self, double *h, double x, double t)
{
	const struct gauss *f = self;
	struct rng r;
	double n;

	(void)t;
	memcpy(&r, h, sizeof(r));
	n = rng_normal(&r);
	memcpy(h, &r, sizeof(r));
	return x + f->average + f->deviation * n;
}

static const struct param params[] = {
	{ .name = "avg", .kind = PARAM_REAL, .offset = offsetof(struct gauss, average), .required = true, .range = RANGE_ANY,
	  .help = "mean of the noise [unit of the signal]" },
	{ .name = "std", .kind = PARAM_REAL, .offset = offsetof(struct gauss, deviation), .required = true, .range = RANGE_NONNEG,
	  .help = "standard deviation of the noise [unit of the signal]" },
	{ 0 },
};

const struct filter_ops filter_error_random_gauss = {
	.name = "ErrorSimRandomGauss",
	.brief = "Normal noise from the laboratory's seed",
	.example = "0.01 0.1",
	.params = params,
	.size = sizeof(struct gauss),
	.nstate = nstate,
	.start = start,
	.apply = apply,
};
