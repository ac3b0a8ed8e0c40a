/* Random times: a log-normal body, and a rare long tail on top of it,
 *
 *   d = least + (median - least) exp(sigma xi) + tail,   xi normal;   tail: 0 but for a chance p, then
 *   P(tail > x) = exp(-x / scale),  or with a shape a  (1 + x / scale)^-a  (Lomax: Pareto from 0).
 *
 * sigma may be given by the time that 95 % of the body stay below: sigma = ln((p95 - least) / (median - least)) / Phi^-1(0.95).
 * The defaults are fitted to the network of Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02: least time 0.16 s (5.4.2); Table 6-2, three tests of 1000 and
 * 3000 steps: 5.9 to 12.4 % of the exchanges longer than 0.72 s, 0.6 to 1.7 % longer than 1.2 s, the longest 1.8 to 6.6 s. Theirs here: 8.3 %, 1.1 %.
 */
#include "experiment/network.h"
#include "base/rng.h"
#include "plugin.h"

struct chance {
	double least, median, sigma, p95, tail, scale, shape;
};

_Static_assert(sizeof(struct rng) % sizeof(double) == 0, "a generator is kept in doubles");

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	struct chance *c = self;
	int code = 0;

	(void)lab;
	if (!(c->median > c->least)) {
		code = err_set(e, ERR_RANGE, a->object, "-median must be more than -least");
		err_value(e, "%g", c->median);
		err_allowed(e, "> %g", c->least);
	} else if (!isnan(c->p95) && !isnan(c->sigma)) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the width is given twice");
		err_hint(e, "either -sigma or -p95");
	} else if (!isnan(c->p95) && !(c->p95 > c->median)) {
		code = err_set(e, ERR_RANGE, a->object, "-p95 must be more than -median");
		err_value(e, "%g", c->p95);
		err_allowed(e, "> %g", c->median);
	} else if (!isnan(c->p95)) {
		c->sigma = log((c->p95 - c->least) / (c->median - c->least)) / normal_quantile(0.95);
	} else if (isnan(c->sigma)) {
		c->sigma = 0.6;
	}
	return code;
}

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

/* By inversion: u is uniform in [0, 1). */
static double tail(const struct chance *c, double u)
{
	double y = -log1p(-u);

	return c->scale * (c->shape > 0.0 ? expm1(y / c->shape) : y);
}

/* Three numbers each time, so that sequences with other parameters stay side by side. Finite by the ranges of the parameters. */
static double exchange(const void *self, double *h)
{
	const struct chance *c = self;
	struct rng r;
	double d, u, v;

	memcpy(&r, h, sizeof(r));
	d = c->least + (c->median - c->least) * exp(c->sigma * rng_normal(&r));
	u = rng_uniform(&r);
	v = rng_uniform(&r);
	memcpy(h, &r, sizeof(r));
	return u < c->tail ? d + tail(c, v) : d;
}

static const struct param params[] = {
	{ .name = "-least", .kind = PARAM_REAL, .offset = offsetof(struct chance, least), .def = 0.16, .range = {0.0, 1e6, false, false},
	  .help = "no exchange is shorter [s of laboratory time]" },
	{ .name = "-median", .kind = PARAM_REAL, .offset = offsetof(struct chance, median), .def = 0.40, .range = {0.0, 1e6, true, false},
	  .help = "of the log-normal body [s]" },
	{ .name = "-sigma", .kind = PARAM_REAL, .offset = offsetof(struct chance, sigma), .def = NAN, .range = {0.0, 10.0, false, false},
	  .help = "standard deviation of ln(body - least); default 0.6" },
	{ .name = "-p95", .kind = PARAM_REAL, .offset = offsetof(struct chance, p95), .def = NAN, .range = {0.0, 1e6, true, false},
	  .help = "instead of -sigma: 95 % of the body are shorter [s]" },
	{ .name = "-tail", .kind = PARAM_REAL, .offset = offsetof(struct chance, tail), .def = 0.006, .range = RANGE_UNIT,
	  .help = "chance of a long delay on top" },
	{ .name = "-tailScale", .kind = PARAM_REAL, .offset = offsetof(struct chance, scale), .def = 1.5, .range = {0.0, 1e6, true, false},
	  .help = "of the long delay: mean of the exponential, scale of the Pareto distribution [s]" },
	{ .name = "-tailShape", .kind = PARAM_REAL, .offset = offsetof(struct chance, shape), .def = NAN, .range = {0.1, 1e6, false, false},
	  .help = "of the Pareto distribution; without: exponential" },
	{ 0 },
};

const struct network_ops network_random = {
	.name = "Random",
	.brief = "Log-normal times with a rare long tail",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 5.4.2 and Table 6-2",
	.example = "-median 0.4 -sigma 0.5 -tail 0.01 -tailScale 1.5",
	.params = params,
	.chance = true,
	.size = sizeof(struct chance),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.exchange = exchange,
};
