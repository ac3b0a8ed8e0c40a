/* Bilinear force with kinematic rule and any post-yield ratio, also a negative one (softening).
 *
 *   force = theta k u + (1 - theta) k clip(u - p, -dy, dy)      p: plastic deformation
 * The second term is an elastic-plastic slider, so the elastic range keeps its width 2 dy.
 * Jung, Implicit Time Integration Scheme for Real-Time Hybrid Test System (2006), Figure 3.
 */
#include "material/material_common.h"

struct bilinear {
	double k, dy, theta;
};

static const struct param params[] = {
	{ "k", PARAM_REAL, offsetof(struct bilinear, k), true, 0, RANGE_POSITIVE, "initial stiffness" },
	{ "dy", PARAM_REAL, offsetof(struct bilinear, dy), true, 0, RANGE_POSITIVE, "yield deformation" },
	{ "theta", PARAM_REAL, offsetof(struct bilinear, theta), true, 0, { -INFINITY, 1, true, true }, "post-yield over initial stiffness" },
	{ 0 },
};

enum { PLASTIC, NSTATE };

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct bilinear *x = self;
	double slider = io->strain - hc[PLASTIC];
	double held = fmax(-x->dy, fmin(x->dy, slider));
	ht[PLASTIC] = hc[PLASTIC] + (slider - held);
	io->stress = x->k * (x->theta * io->strain + (1.0 - x->theta) * held);
	io->tangent = material_slips(slider, x->dy, io->strain) ? x->theta * x->k : x->k;
	io->damp = 0.0;
}

static double initial(const void *self)
{
	return ((const struct bilinear *)self)->k;
}

const struct material_ops material_bilinear = {
	.name = "Bilinear",
	.brief = "bilinear kinematic law, hardening or softening",
	.cite = "Jung, Implicit Time Integration Scheme for Real-Time Hybrid Test System (2006), Figure 3",
	.example = "100 0.05 -0.3",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct bilinear),
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
