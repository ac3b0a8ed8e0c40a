/* Linear spring, with its own dashpot and, if wanted, another stiffness in compression.
 *
 *   stress = E strain + eta rate        strain >= 0
 *   stress = Eneg strain + eta rate     strain <  0
 */
#include "plugin.h"

struct elastic {
	double e, eta, eneg;
};

static const struct param params[] = {
	{ "E", PARAM_REAL, offsetof(struct elastic, e), true, 0, RANGE_ANY, "stiffness [stress]" },
	{ "eta", PARAM_REAL, offsetof(struct elastic, eta), false, 0, RANGE_ANY, "damping tangent [stress time]" },
	{ "Eneg", PARAM_REAL, offsetof(struct elastic, eneg), false, NAN, RANGE_ANY, "stiffness in compression [stress], default E" },
	{ 0 },
};

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct elastic *x = self;
	(void)a, (void)m, (void)mem, (void)e;
	if (isnan(x->eneg))
		x->eneg = x->e;
	return 0;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct elastic *x = self;
	(void)hc, (void)ht;
	double k = io->strain >= 0.0 ? x->e : x->eneg;
	io->stress = k * io->strain + x->eta * io->rate;
	io->tangent = io->strain == 0.0 ? fmax(x->e, x->eneg) : k;
	io->damp = x->eta;
}

static double initial(const void *self)
{
	const struct elastic *x = self;
	return fmax(x->e, x->eneg);
}

static bool linear(const void *self)
{
	const struct elastic *x = self;
	return x->e == x->eneg;
}

const struct material_ops material_elastic = {
	.name = "Elastic",
	.brief = "linear spring with dashpot, optionally stiffer or softer in compression",
	.cite = "Hooke's law; Kelvin-Voigt dashpot",
	.example = "100 0.5",
	.params = params,
	.claims = { .rate = true, .strain = 0.02 },
	.size = sizeof(struct elastic),
	.setup = setup,
	.respond = respond,
	.initial = initial,
	.linear = linear,
};
