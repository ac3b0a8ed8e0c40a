/* Linear isotropic and kinematic hardening, with an optional viscous overstress.
 *
 * Return mapping with plastic strain ep, hardening variable a:
 *   s = E (strain - ep),  xi = s - Hkin ep,  f = |xi| - (sigmaY + Hiso a)
 *   f > 0:  dg = f/(E + Hiso + Hkin + eta/dt),  ep += dg sgn xi,  a += dg,  stress = s - E dg sgn xi
 * A yield stress that falls (Hiso < 0) falls to nothing and stays there: sigmaY + Hiso a is never taken below zero.
 * Simo, Hughes, Computational Inelasticity (1998), box 1.5; doi:10.1007/b98904.
 */
#include "plugin.h"

#include <float.h>

struct hardening {
	double e, sigma_y, h_iso, h_kin, eta;
};

static const struct param params[] = {
	{ "E", PARAM_REAL, offsetof(struct hardening, e), true, 0, RANGE_POSITIVE, "stiffness [stress]" },
	{ "sigmaY", PARAM_REAL, offsetof(struct hardening, sigma_y), true, 0, RANGE_POSITIVE, "yield stress" },
	{ "Hiso", PARAM_REAL, offsetof(struct hardening, h_iso), true, 0, RANGE_ANY, "isotropic hardening modulus [stress]" },
	{ "Hkin", PARAM_REAL, offsetof(struct hardening, h_kin), true, 0, RANGE_ANY, "kinematic hardening modulus [stress]" },
	{ "eta", PARAM_REAL, offsetof(struct hardening, eta), false, 0, RANGE_NONNEG, "viscosity of plastic flow [stress time]" },
	{ 0 },
};

enum { PLASTIC, HARDENING, NSTATE };

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	const struct hardening *x = self;
	(void)m, (void)mem;
	if (x->e + x->h_iso + x->h_kin > 0.0)
		return 0;
	int rc = err_set(e, ERR_RANGE, a->object, "E + Hiso + Hkin must be positive");
	err_value(e, "%g", x->e + x->h_iso + x->h_kin);
	return rc;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct hardening *x = self;
	double xi = x->e * (io->strain - hc[PLASTIC]) - x->h_kin * hc[PLASTIC];
	double radius = fmax(0.0, x->sigma_y + x->h_iso * hc[HARDENING]), f = fabs(xi) - radius, dg = 0.0;
	bool frozen = x->eta > 0.0 && io->dt <= 0.0; /* no time, no viscous flow */
	io->tangent = x->e;
	io->damp = 0.0;
	if (f > -DBL_EPSILON * x->e && !frozen) {
		double modulus = x->h_kin + (x->eta > 0.0 ? x->eta / io->dt : 0.0);
		dg = f / (x->e + modulus + x->h_iso);
		if (radius + x->h_iso * dg >= 0.0)
			modulus += x->h_iso;
		else /* the yield stress comes to nothing within the step */
			dg = fabs(xi) / (x->e + modulus);
		io->tangent = x->e * modulus / (x->e + modulus);
	}
	ht[PLASTIC] = hc[PLASTIC] + (xi < 0.0 ? -dg : dg);
	ht[HARDENING] = hc[HARDENING] + dg;
	io->stress = x->e * (io->strain - ht[PLASTIC]);
}

static double initial(const void *self)
{
	return ((const struct hardening *)self)->e;
}

const struct material_ops material_hardening = {
	.name = "Hardening",
	.brief = "linear isotropic and kinematic hardening",
	.cite = "Simo, Hughes, Computational Inelasticity (1998), doi:10.1007/b98904",
	.example = "100 5 2 6",
	.params = params,
	.claims = { .rate = true, .strain = 0.2 },
	.size = sizeof(struct hardening),
	.setup = setup,
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
