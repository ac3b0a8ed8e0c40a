/* Elastic, perfectly plastic spring with separate yield strains and an initial strain.
 *
 *   trial  s = E (strain - eps0 - ep)      ep: plastic strain
 *   stress   = s clipped to [E epsyN, E epsyP]; ep takes up what was clipped
 */
#include "plugin.h"

#include <float.h>

struct elastic_pp {
	double e, epsy_p, epsy_n, eps0;
};

static const struct param params[] = {
	{ "E", PARAM_REAL, offsetof(struct elastic_pp, e), true, 0, RANGE_POSITIVE, "stiffness [stress]" },
	{ "epsyP", PARAM_REAL, offsetof(struct elastic_pp, epsy_p), true, 0, RANGE_ANY, "yield strain in tension" },
	{ "epsyN", PARAM_REAL, offsetof(struct elastic_pp, epsy_n), false, NAN, RANGE_ANY, "yield strain in compression, default -epsyP" },
	{ "eps0", PARAM_REAL, offsetof(struct elastic_pp, eps0), false, 0, RANGE_ANY, "initial strain" },
	{ 0 },
};

enum { PLASTIC, NSTATE };

/* As the peer does, a yield strain of the wrong sign is turned. */
static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct elastic_pp *x = self;
	(void)a, (void)m, (void)mem, (void)e;
	x->epsy_p = fabs(x->epsy_p);
	x->epsy_n = isnan(x->epsy_n) ? -x->epsy_p : -fabs(x->epsy_n);
	return 0;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct elastic_pp *x = self;
	double elastic = io->strain - x->eps0 - hc[PLASTIC];
	double yield = elastic >= 0.0 ? x->epsy_p : x->epsy_n;
	bool yields = fabs(elastic) > fabs(yield) - DBL_EPSILON;
	io->stress = x->e * (yields ? yield : elastic);
	io->tangent = yields ? 0.0 : x->e;
	io->damp = 0.0;
	ht[PLASTIC] = hc[PLASTIC] + (yields ? elastic - yield : 0.0);
}

static double initial(const void *self)
{
	return ((const struct elastic_pp *)self)->e;
}

const struct material_ops material_elastic_pp = {
	.name = "ElasticPP",
	.brief = "elastic, perfectly plastic spring",
	.cite = "Prandtl-Reuss law in one dimension",
	.example = "100 0.05",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct elastic_pp),
	.setup = setup,
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
