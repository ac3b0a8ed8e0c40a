/* Steel of Giuffre, Menegotto and Pinto with isotropic hardening after Filippou.
 *
 * Between the last reversal (er, sr) and the corner (e0, s0) of the two asymptotes, with x = (e - er)/(e0 - er):
 *   stress = sr + E0 (e - er) (b + (1-b) / (1 + |x|^R)^(1/R))
 *   R = R0 (1 - cR1 xi/(cR2 + xi)),   xi = |(ep - e0)/ey|,   ey = Fy/E0
 * where ep is the largest strain reached before in the direction of loading. A reversal moves the yield asymptote by
 *   1 + a (strain range/(2 a' ey))^0.8.
 * An initial stress is an initial strain sigInit/E0 that is added to the strain given.
 * Menegotto, Pinto, IABSE (1973); Filippou, Popov, Bertero, UCB/EERC 83-19 (1983).
 */
#include "plugin.h"

#include <float.h>

struct steel02 {
	double fy, e0, b, r0, cr1, cr2, a1, a2, a3, a4, sig_init;
};

static const struct param params[] = {
	{ "Fy", PARAM_REAL, offsetof(struct steel02, fy), true, 0, RANGE_POSITIVE, "yield stress" },
	{ "E0", PARAM_REAL, offsetof(struct steel02, e0), true, 0, RANGE_POSITIVE, "initial stiffness [stress]" },
	{ "b", PARAM_REAL, offsetof(struct steel02, b), true, 0, { -INFINITY, 1, true, true }, "hardening ratio" },
	{ "R0", PARAM_REAL, offsetof(struct steel02, r0), false, 15, RANGE_POSITIVE, "curvature of the first branch" },
	{ "cR1", PARAM_REAL, offsetof(struct steel02, cr1), false, 0.925, { -INFINITY, 1, true, false }, "its decay with plastic strain" },
	{ "cR2", PARAM_REAL, offsetof(struct steel02, cr2), false, 0.15, RANGE_NONNEG, "its decay with plastic strain" },
	{ "a1", PARAM_REAL, offsetof(struct steel02, a1), false, 0, RANGE_ANY, "isotropic hardening: growth in compression" },
	{ "a2", PARAM_REAL, offsetof(struct steel02, a2), false, 1, RANGE_POSITIVE, "after a plastic strain of a2 Fy/E0" },
	{ "a3", PARAM_REAL, offsetof(struct steel02, a3), false, 0, RANGE_ANY, "isotropic hardening: growth in tension" },
	{ "a4", PARAM_REAL, offsetof(struct steel02, a4), false, 1, RANGE_POSITIVE, "after a plastic strain of a4 Fy/E0" },
	{ "sigInit", PARAM_REAL, offsetof(struct steel02, sig_init), false, 0, RANGE_ANY, "initial stress" },
	{ 0 },
};

/* Direction is 0 before the first movement, then +1 or -1. */
enum { STRAIN, STRESS, DIRECTION, STRAIN_MIN, STRAIN_MAX, REACHED, CORNER, REVERSAL_E, REVERSAL_S, NSTATE };

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void start(const void *self, double *h)
{
	const struct steel02 *x = self;
	h[STRAIN] = x->sig_init / x->e0;
	h[STRESS] = x->sig_init;
	h[STRAIN_MAX] = x->fy / x->e0;
	h[STRAIN_MIN] = -h[STRAIN_MAX];
}

static void first_branch(const struct steel02 *x, double *ht, double direction)
{
	ht[DIRECTION] = direction;
	ht[CORNER] = ht[REACHED] = direction * x->fy / x->e0;
}

/* A new branch towards `direction` from the last committed point. */
static void reverse(const struct steel02 *x, const double *hc, double *ht, double direction)
{
	double esh = x->b * x->e0, ey = x->fy / x->e0;
	double a = direction > 0.0 ? x->a3 : x->a1, at = direction > 0.0 ? x->a4 : x->a2;
	ht[DIRECTION] = direction;
	ht[REVERSAL_E] = hc[STRAIN];
	ht[REVERSAL_S] = hc[STRESS];
	if (direction > 0.0)
		ht[STRAIN_MIN] = fmin(hc[STRAIN_MIN], hc[STRAIN]);
	else
		ht[STRAIN_MAX] = fmax(hc[STRAIN_MAX], hc[STRAIN]);
	double shift = 1.0 + a * pow((ht[STRAIN_MAX] - ht[STRAIN_MIN]) / (2.0 * at * ey), 0.8);
	double fy = direction * x->fy * shift, ey_shifted = direction * ey * shift;
	ht[CORNER] = (fy - esh * ey_shifted - hc[STRESS] + x->e0 * hc[STRAIN]) / (x->e0 - esh);
	ht[REACHED] = direction > 0.0 ? ht[STRAIN_MAX] : ht[STRAIN_MIN];
}

/* The corner lies on the elastic line through the reversal, so s0 - sr is E0 (e0 - er): of the two only one is asked for, since little is left of either
 * where the steel was turned close to its asymptote. Turned on it, the way to the corner is nothing and the branch is the asymptote. */
static void branch(const struct steel02 *x, const double *h, double strain, struct material_io *io)
{
	double xi = fabs((h[REACHED] - h[CORNER]) * x->e0 / x->fy);
	double r = x->r0 * (1.0 - (xi > 0.0 ? x->cr1 * xi / (x->cr2 + xi) : 0.0));
	double way = strain - h[REVERSAL_E], to_corner = h[CORNER] - h[REVERSAL_E];
	double ratio = to_corner == 0.0 ? HUGE_VAL : fabs(way / to_corner);
	double sum = 1.0 + pow(ratio, r), root = pow(sum, 1.0 / r);
	io->stress = h[REVERSAL_S] + x->e0 * way * (x->b + (1.0 - x->b) / root);
	io->tangent = x->e0 * (x->b + (1.0 - x->b) / (sum * root));
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct steel02 *x = self;
	double strain = io->strain + x->sig_init / x->e0, dstrain = strain - hc[STRAIN];
	double direction = dstrain > 0.0 ? 1.0 : -1.0;
	memcpy(ht, hc, NSTATE * sizeof(*ht));
	io->strain = strain;
	io->damp = 0.0;
	if (hc[DIRECTION] == 0.0 && fabs(dstrain) < 10.0 * DBL_EPSILON) {
		io->stress = x->sig_init;
		io->tangent = x->e0;
	} else {
		if (hc[DIRECTION] == 0.0)
			first_branch(x, ht, direction);
		else if (dstrain != 0.0 && direction != hc[DIRECTION])
			reverse(x, hc, ht, direction);
		branch(x, ht, strain, io);
	}
	ht[STRAIN] = strain;
	ht[STRESS] = io->stress;
}

static double initial(const void *self)
{
	return ((const struct steel02 *)self)->e0;
}

const struct material_ops material_steel02 = {
	.name = "Steel02",
	.brief = "curved steel of Giuffre, Menegotto and Pinto with isotropic hardening",
	.cite = "Menegotto, Pinto, IABSE (1973); Filippou, Popov, Bertero, UCB/EERC 83-19 (1983)",
	.example = "5 100 0.02 18 0.925 0.15",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct steel02),
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
};
