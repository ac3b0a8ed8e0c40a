/* Smooth hysteresis of Bouc and Wen with degradation, in the parameters of OpenSees.
 *
 *   stress = alpha ko strain + (1-alpha) ko z
 *   dz = (A - |z|^n (gamma + beta sgn(dstrain z)) nu) dstrain / eta
 *   A = Ao - deltaA e,  nu = 1 + deltaNu e,  eta = 1 + deltaEta e,  de = (1-alpha) ko z dstrain
 * by backward Euler over the step: all on the right is taken at the end, and z is found by Newton's method from 0.01.
 * Where that does not end within maxIter at a root between the ends that z can reach, it is bisected between these.
 * Wen, J. Eng. Mech. Div. 102 (1976); Baber, Noori, J. Eng. Mech. 111 (1985), doi:10.1061/(ASCE)0733-9399(1985)111:8(1010);
 * Haukaas, Der Kiureghian, PEER 2003/14 (the incremental form).
 */
#include "plugin.h"

struct bouc_wen {
	double alpha, ko, n, gamma, beta, ao, delta_a, delta_nu, delta_eta, tol;
	int max_iter;
};

static const struct param params[] = {
	{ "alpha", PARAM_REAL, offsetof(struct bouc_wen, alpha), true, 0, RANGE_ANY, "post-yield over initial stiffness" },
	{ "ko", PARAM_REAL, offsetof(struct bouc_wen, ko), true, 0, RANGE_POSITIVE, "initial stiffness [stress]" },
	{ "n", PARAM_REAL, offsetof(struct bouc_wen, n), true, 0, RANGE_POSITIVE, "sharpness of yielding" },
	{ "gamma", PARAM_REAL, offsetof(struct bouc_wen, gamma), true, 0, RANGE_ANY, "shape of the loop" },
	{ "beta", PARAM_REAL, offsetof(struct bouc_wen, beta), true, 0, RANGE_ANY, "shape of the loop" },
	{ "Ao", PARAM_REAL, offsetof(struct bouc_wen, ao), true, 0, RANGE_ANY, "initial slope of z, usually 1" },
	{ "deltaA", PARAM_REAL, offsetof(struct bouc_wen, delta_a), true, 0, RANGE_ANY, "degradation of A with dissipated energy" },
	{ "deltaNu", PARAM_REAL, offsetof(struct bouc_wen, delta_nu), true, 0, RANGE_ANY, "degradation of strength with dissipated energy" },
	{ "deltaEta", PARAM_REAL, offsetof(struct bouc_wen, delta_eta), true, 0, RANGE_ANY, "degradation of stiffness with dissipated energy" },
	{ "tol", PARAM_REAL, offsetof(struct bouc_wen, tol), false, 1e-8, RANGE_POSITIVE, "tolerance of z" },
	{ "maxIter", PARAM_INT, offsetof(struct bouc_wen, max_iter), false, 20, { 1, 10000, false, false }, "largest number of iterations" },
	{ 0 },
};

enum { STRAIN, Z, ENERGY, NSTATE };

/* Everything at one z of the step. */
struct trial {
	double energy;
	double f, f_z;  /* residual z - zc - phi/eta de and its derivative by z */
	double f_e;     /* its derivative by strain, with the sign turned       */
};

static struct trial evaluate(const struct bouc_wen *x, const double *hc, double dstrain, double z)
{
	struct trial t;
	double hysteretic = (1.0 - x->alpha) * x->ko;
	double sign = z > 0.0 ? 1.0 : -1.0;
	double psi = x->gamma + (dstrain * z > 0.0 ? x->beta : -x->beta);
	double zn = power(fabs(z), x->n), zn_z = z == 0.0 ? 0.0 : x->n * power(fabs(z), x->n - 1.0) * sign;
	t.energy = hc[ENERGY] + hysteretic * dstrain * z;
	double a = x->ao - x->delta_a * t.energy, nu = 1.0 + x->delta_nu * t.energy, eta = 1.0 + x->delta_eta * t.energy;
	double phi = a - zn * psi * nu;
	/* derivative of phi/eta by the energy, then by z at fixed energy */
	double by_energy = -(x->delta_a + zn * psi * x->delta_nu + phi / eta * x->delta_eta) / eta;
	double by_z = -zn_z * psi * nu / eta;
	t.f = z - hc[Z] - phi / eta * dstrain;
	t.f_z = 1.0 - dstrain * (by_z + by_energy * hysteretic * dstrain);
	t.f_e = phi / eta + dstrain * by_energy * hysteretic * z;
	return t;
}

/* Between which ends z may lie after the step: it goes with the strain, no farther than Ao takes it; or back, where degradation has drawn in its limit.
 * False: nowhere, the law runs away. */
static bool reach(const struct bouc_wen *x, const double *hc, double dstrain, double *ret_lo, double *ret_hi)
{
	double way = dstrain < 0.0 ? -1.0 : 1.0, from = hc[Z], far = fabs(from) + fabs(x->ao * dstrain), to = way * far;
	if (way * evaluate(x, hc, dstrain, from).f > 0.0) {
		to = way * from > 0.0 ? 0.0 : from - way * far;
		if (way * evaluate(x, hc, dstrain, to).f > 0.0)
			return false;
	}
	*ret_lo = fmin(from, to);
	*ret_hi = fmax(from, to);
	return true;
}

static double bisect(const struct bouc_wen *x, const double *hc, double dstrain, double lo, double hi)
{
	for (int i = 0; i < 100; i++) {
		double mid = 0.5 * (lo + hi);
		if (evaluate(x, hc, dstrain, mid).f < 0.0)
			lo = mid;
		else
			hi = mid;
	}
	return 0.5 * (lo + hi);
}

/* A short step of Newton's is no sign of a root towards z = 0 for n < 1, where the derivative grows without bound; and there are roots that lie where the law
 * does not go. */
static struct trial solve(const struct bouc_wen *x, const double *hc, double dstrain, double *ret_z)
{
	double z = 0.01, lo, hi;
	if (!reach(x, hc, dstrain, &lo, &hi)) {
		*ret_z = NAN;
		return evaluate(x, hc, dstrain, NAN);
	}
	struct trial t = evaluate(x, hc, dstrain, z);
	for (int it = 0; it < x->max_iter; it++) {
		double change = t.f / t.f_z;
		z -= change;
		t = evaluate(x, hc, dstrain, z);
		if (fabs(change) > x->tol || fabs(t.f) > 10.0 * x->tol)
			continue;
		if (z < lo - x->tol || z > hi + x->tol)
			break;
		*ret_z = z;
		return t;
	}
	*ret_z = bisect(x, hc, dstrain, lo, hi);
	return evaluate(x, hc, dstrain, *ret_z);
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct bouc_wen *x = self;
	double dstrain = io->strain - hc[STRAIN], z;
	struct trial t = solve(x, hc, dstrain, &z);
	ht[STRAIN] = io->strain;
	ht[Z] = z;
	ht[ENERGY] = t.energy;
	io->stress = x->alpha * x->ko * io->strain + (1.0 - x->alpha) * x->ko * z;
	io->tangent = x->ko * (x->alpha + (1.0 - x->alpha) * t.f_e / t.f_z);
	io->damp = 0.0;
}

static double initial(const void *self)
{
	const struct bouc_wen *x = self;
	return x->ko * (x->alpha + (1.0 - x->alpha) * x->ao);
}

const struct material_ops material_bouc_wen = {
	.name = "BoucWen",
	.brief = "smooth hysteresis of Bouc and Wen with degradation",
	.cite = "Wen (1976); Baber, Noori (1985); Haukaas, Der Kiureghian, PEER 2003/14",
	.example = "0.1 100 1 10 10 1 0 0 0 1e-12",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct bouc_wen),
	.nstate = nstate,
	.respond = respond,
	.initial = initial,
};
