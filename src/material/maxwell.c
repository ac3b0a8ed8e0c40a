/* Spring and linear dashpot one after the other, by the exponential rule.
 *
 *   stress = exp(-dt/tr) committed stress + K/2 (1 + exp(-dt/tr)) (strain - committed strain),   tr = C/(K L^alpha)
 * (the trapezoidal rule on the memory integral). The exponent acts through L^alpha alone, as in the peer.
 * The tangent is K, as in the peer, not K/2 (1 + exp(-dt/tr)); with -returnD the damping tangent is stress/strain.
 */
#include "plugin.h"

#include <float.h>

struct maxwell {
	double k, c, alpha, length;
	bool secant, secant_short; /* -returnD, -D */
	double time;               /* tr */
};

static const struct param params[] = {
	{ "K", PARAM_REAL, offsetof(struct maxwell, k), true, 0, RANGE_POSITIVE, "stiffness of the spring" },
	{ "C", PARAM_REAL, offsetof(struct maxwell, c), true, 0, RANGE_POSITIVE, "damping coefficient" },
	{ "alpha", PARAM_REAL, offsetof(struct maxwell, alpha), true, 0, RANGE_NONNEG, "exponent of the length" },
	{ "L", PARAM_REAL, offsetof(struct maxwell, length), true, 0, RANGE_POSITIVE, "length" },
	{ "-returnD", PARAM_FLAG, offsetof(struct maxwell, secant), false, 0, RANGE_ANY, "answer stress/strain as damping tangent" },
	{ "-D", PARAM_FLAG, offsetof(struct maxwell, secant_short), false, 0, RANGE_ANY, "the same" },
	{ 0 },
};

enum { STRAIN, STRESS, NSTATE };

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct maxwell *x = self;
	(void)m, (void)mem;
	x->secant |= x->secant_short;
	x->time = x->c / (x->k * pow(x->length, x->alpha));
	if (x->time >= DBL_MIN && isfinite(x->time))
		return 0;
	int rc = err_set(e, ERR_RANGE, a->object, "its time C/(K L^alpha) is not one that can be reckoned with");
	err_value(e, "%g", x->time);
	err_allowed(e, ">= %g and finite", DBL_MIN);
	return rc;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct maxwell *x = self;
	double decay = exp(-io->dt / x->time);
	ht[STRAIN] = io->strain;
	ht[STRESS] = decay * hc[STRESS] + 0.5 * x->k * (1.0 + decay) * (io->strain - hc[STRAIN]);
	io->stress = ht[STRESS];
	io->tangent = x->k;
	io->damp = x->secant && io->strain != 0.0 ? io->stress / io->strain : 0.0;
}

static double initial(const void *self)
{
	return ((const struct maxwell *)self)->k;
}

const struct material_ops material_maxwell = {
	.name = "Maxwell",
	.brief = "spring and dashpot in series",
	.cite = "Maxwell's model; trapezoidal rule on its memory integral",
	.example = "300 8 1 1",
	.params = params,
	.claims = { .rate = true, .inexact = true, .strain = 0.02 },
	.size = sizeof(struct maxwell),
	.setup = setup,
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
