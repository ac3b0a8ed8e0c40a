/* The friction device UHYDE-fbr: plates clamped by air pressure, with an elastic, ideally plastic loop,
 *
 *   f+ = f + k dx,  at most mu N in size,   N = p(t) A.
 *
 * The pressure p may follow a time series: air is let in and out during the test. U. E. Dorka, Friction device for protection of structural systems
 * against dynamic actions, US patent 5456047, 1995; F. Obon Santacana and U. E. Dorka, 15WCEE 2012, section 4, Figure 4.2.
 */
#include "specimen/specimen_common.h"

#include "plugin.h"

struct device {
	double k, mu, area;
	struct dial pressure;
};

enum { X, FORCE, NSTATE };

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	(void)sp;
	(void)lab;
	return dial_find(&((struct device *)self)->pressure, m, a->object, e);
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

/* No pressure below that of the air outside. */
static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct device *d = self;
	double most = d->mu * d->area * fmax(dial_at(&d->pressure, t), 0.0);

	(void)dt;
	h[FORCE] = fmax(-most, fmin(most, h[FORCE] + d->k * (to->x - h[X])));
	h[X] = to->x;
	*ret_f = h[FORCE];
	return 0;
}

static const struct param params[] = {
	{ .name = "k", .kind = PARAM_REAL, .offset = offsetof(struct device, k), .required = true, .range = RANGE_POSITIVE, .help = "stiffness before it slides" },
	{ .name = "mu", .kind = PARAM_REAL, .offset = offsetof(struct device, mu), .required = true, .range = RANGE_NONNEG, .help = "friction coefficient" },
	{ .name = "area", .kind = PARAM_REAL, .offset = offsetof(struct device, area), .required = true, .range = RANGE_POSITIVE,
	  .help = "area on which the air presses, of all sliding faces together" },
	{ .name = "pressure", .kind = PARAM_REAL, .offset = offsetof(struct device, pressure.value), .required = true, .range = RANGE_NONNEG,
	  .help = "pressure of the air" },
	{ .name = "-series", .kind = PARAM_TAG, .offset = offsetof(struct device, pressure.tag),
	  .help = "timeSeries by which the pressure is multiplied, in laboratory time" },
	{ 0 },
};

const struct specimen_ops specimen_uhyde_fbr = {
	.name = "UHYDE-fbr",
	.brief = "Friction device with adjustable air pressure: elastic, ideally plastic",
	.cite = "Dorka 1995, US patent 5456047",
	.example = "1e6 0.3 0.01 2e5",
	.params = params,
	.claims = {.passive = true, .amplitude = 0.01},
	.size = sizeof(struct device),
	.setup = setup,
	.nstate = nstate,
	.advance = advance,
};
