/* Smooth hysteresis of Bouc and Wen with a yield deformation, integrated to rounding.
 *
 *   r = alpha k u + (1-alpha) k uy z                                                             (7.2)
 *   uy z' + gamma |u'| z |z|^(n-1) + beta u' |z|^n - u' = 0                                      (7.3)
 * The law knows no time: with y = z sgn(du) and x = |du|/uy it is dy/dx = 1 - (beta + gamma sgn y) |y|^n along a step, solved
 * by the Dormand-Prince pair with error control, so that answers depend on the path but not on how it is cut in steps.
 * Hence the tangent of the step is that of the law, k (alpha + (1-alpha) dy/dx) at its end.
 * Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, equations 7.2 and 7.3.
 */
#include "material/material_common.h"

struct bouc_wen_mosqueda {
	double k, uy, alpha, gamma, beta, n;
};

static const struct param params[] = {
	{ "k", PARAM_REAL, offsetof(struct bouc_wen_mosqueda, k), true, 0, RANGE_POSITIVE, "initial stiffness" },
	{ "uy", PARAM_REAL, offsetof(struct bouc_wen_mosqueda, uy), true, 0, RANGE_POSITIVE, "yield deformation" },
	{ "alpha", PARAM_REAL, offsetof(struct bouc_wen_mosqueda, alpha), true, 0, RANGE_ANY, "post-yield over initial stiffness" },
	{ "gamma", PARAM_REAL, offsetof(struct bouc_wen_mosqueda, gamma), true, 0, RANGE_ANY, "shape of the loop" },
	{ "beta", PARAM_REAL, offsetof(struct bouc_wen_mosqueda, beta), true, 0, RANGE_ANY, "shape of the loop" },
	{ "n", PARAM_REAL, offsetof(struct bouc_wen_mosqueda, n), true, 0, { 1, 1000, false, false }, "sharpness of yielding" },
	{ 0 },
};

enum { STRAIN, Z, NSTATE };

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	const struct bouc_wen_mosqueda *x = self;
	(void)m, (void)mem;
	if (x->beta + x->gamma >= 0.0)
		return 0;
	int rc = err_set(e, ERR_RANGE, a->object, "beta + gamma must not be negative");
	err_value(e, "%g", x->beta + x->gamma);
	err_allowed(e, ">= 0");
	err_hint(e, "beta + gamma = 1 makes uy the yield deformation");
	return rc;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static double slope(const void *ctx, double at, double y)
{
	const struct bouc_wen_mosqueda *x = ctx;
	(void)at;
	return 1.0 - (x->beta + (y < 0.0 ? -x->gamma : x->gamma)) * power(fabs(y), x->n);
}

/* y after a length of path. Ends early on the plateau, where y does not change any more. */
static double advance(const struct bouc_wen_mosqueda *x, double y, double length)
{
	const double tol = 1e-13, least = 0x1p-30, plateau = 1e-15;
	enum { STEPS_MAX = 100000 };
	double done = 0.0, h = fmin(0.125, length), error;
	for (int i = 0; i < STEPS_MAX && done < length && fabs(slope(x, 0.0, y)) > plateau; i++) {
		h = fmin(h, length - done);
		double end = material_rk54(slope, x, 0.0, y, h, &error);
		if (fabs(error) <= tol || h <= least) {
			y = end;
			done += h;
			if (fabs(error) < tol / 64.0)
				h *= 2.0;
		} else {
			h *= 0.5;
		}
	}
	return y;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct bouc_wen_mosqueda *x = self;
	double du = io->strain - hc[STRAIN], sign = du < 0.0 ? -1.0 : 1.0;
	double y = advance(x, sign * hc[Z], fabs(du) / x->uy);
	ht[STRAIN] = io->strain;
	ht[Z] = sign * y;
	io->stress = x->k * (x->alpha * io->strain + (1.0 - x->alpha) * x->uy * ht[Z]);
	io->tangent = x->k * (x->alpha + (1.0 - x->alpha) * slope(x, 0.0, y));
	io->damp = 0.0;
}

static double initial(const void *self)
{
	return ((const struct bouc_wen_mosqueda *)self)->k;
}

const struct material_ops material_bouc_wen_mosqueda = {
	.name = "BoucWenMosqueda",
	.brief = "smooth hysteresis of Bouc and Wen by stiffness and yield deformation",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, equations 7.2 and 7.3",
	.example = "2.74 0.675 0.05 0.45 0.55 2",
	.params = params,
	.claims = { .strain = 2 },
	.size = sizeof(struct bouc_wen_mosqueda),
	.setup = setup,
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
