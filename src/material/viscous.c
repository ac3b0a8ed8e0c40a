/* Dashpot with a power of the velocity.
 *
 *   stress = C sgn(rate) |rate|^alpha
 * with sgn 0 = 0, also of alpha = 0 (friction). The damping tangent of alpha < 1 is infinite at rest; below minVel its value at minVel is used.
 */
#include "plugin.h"

struct viscous {
	double c, alpha, min_rate;
};

static const struct param params[] = {
	{ "C", PARAM_REAL, offsetof(struct viscous, c), true, 0, RANGE_ANY, "damping coefficient [stress time^alpha]" },
	{ "alpha", PARAM_REAL, offsetof(struct viscous, alpha), true, 0, RANGE_NONNEG, "power of the rate" },
	{ "minVel", PARAM_REAL, offsetof(struct viscous, min_rate), false, 1e-11, RANGE_POSITIVE, "rate below which the damping tangent is constant [1/time]" },
	{ 0 },
};

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct viscous *x = self;
	(void)hc, (void)ht;
	double rate = fabs(io->rate);
	io->stress = rate == 0.0 ? 0.0 : copysign(x->c * pow(rate, x->alpha), x->c * io->rate);
	io->tangent = 0.0;
	io->damp = x->alpha * x->c * pow(fmax(rate, x->min_rate), x->alpha - 1.0);
}

static double initial(const void *self)
{
	(void)self;
	return 0.0;
}

static bool linear(const void *self)
{
	return ((const struct viscous *)self)->alpha == 1.0;
}

const struct material_ops material_viscous = {
	.name = "Viscous",
	.brief = "dashpot with a power of the velocity",
	.cite = "Constantinou, Symans, Struct. Design Tall Build. 2 (1993)",
	.example = "6 0.7 0.001",
	.params = params,
	.claims = { .rate = true, .strain = 0.02 },
	.size = sizeof(struct viscous),
	.respond = respond,
	.initial = initial,
	.linear = linear,
};
