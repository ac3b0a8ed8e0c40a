/* A specimen that is stronger when it moves faster:  f = material(x) (1 + c log10(1 + |v| / v0)).
 *
 * P. B. Shing and S. A. Mahin, Rate-of-loading effects on pseudodynamic tests, J. Struct. Eng. 114(11), 1988, 2403-2420,
 * doi:10.1061/(ASCE)0733-9445(1988)114:11(2403): the force of steel grows with the logarithm of the rate, so many per cent a decade.
 */
#include "specimen/specimen_common.h"

#include "plugin.h"

struct rate {
	struct piece piece;
	double c, v0;
};

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	(void)sp;
	(void)lab;
	return piece_find(&((struct rate *)self)->piece, m, a->object, e);
}

static int nstate(const void *self)
{
	return piece_size(&((const struct rate *)self)->piece);
}

static void start(const void *self, double *h)
{
	piece_start(&((const struct rate *)self)->piece, h);
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct rate *r = self;

	(void)t;
	*ret_f = piece_step(&r->piece, h, dt, to) * (1.0 + r->c * log10(1.0 + fabs(to->v) / r->v0));
	return 0;
}

static const struct param params[] = {
	{ .name = "matTag", .kind = PARAM_TAG, .offset = offsetof(struct rate, piece.tag), .required = true,
	  .help = "uniaxial material: the force of slow loading" },
	{ .name = "c", .kind = PARAM_REAL, .offset = offsetof(struct rate, c), .required = true, .range = RANGE_NONNEG,
	  .help = "gain of force a decade of velocity" },
	{ .name = "v0", .kind = PARAM_REAL, .offset = offsetof(struct rate, v0), .required = true, .range = RANGE_POSITIVE,
	  .help = "velocity of slow loading [length/s of laboratory time]" },
	{ 0 },
};

const struct specimen_ops specimen_rate_dependent = {
	.name = "RateDependent",
	.brief = "A material whose force grows with the logarithm of the velocity",
	.cite = "Shing & Mahin 1988, doi:10.1061/(ASCE)0733-9445(1988)114:11(2403)",
	.example = "2 0.03 0.001",
	.params = params,
	.size = sizeof(struct rate),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.advance = advance,
};
