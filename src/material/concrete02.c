/* Concrete with tension and linear softening.
 *
 * Compression follows the curve of concrete.h down to new lowest strains em, with stress sm. The reloading line goes from (em, sm) towards
 * the focal point R,
 *   eR = (fpcu - lambda Ec epscu) / (Ec (1 - lambda)),  sR = Ec eR,   Er = (sm - sR)/(em - eR),
 * and meets zero stress at et = em - sm/Er. Between, stress changes by Ec and stays between that line and Er/2 (e - et), on which
 * it unloads. Beyond et is tension: Ec up to ft, then -Ets down to zero, counted from et; it unloads and reloads from the widest crack
 * opening straight through et.
 * Er is kept between zero and Ec: where R lies in compression (fpcu beyond lambda Ec epscu) the formula has a pole at em = eR.
 * F. Yassin, Nonlinear analysis of prestressed concrete structures under monotonic and cyclic loads, dissertation, Berkeley (1994);
 * curve: Kent and Park 1971, doi:10.1061/JSDEAG.0002957.
 */
#include "material/concrete.h"

#include <float.h>

struct concrete02 {
	struct concrete curve;
	double lambda, ft, ets;
};

static const struct param params[] = {
	{ "fpc", PARAM_REAL, offsetof(struct concrete02, curve.fpc), true, 0, RANGE_ANY,
	  "compressive strength [stress]; compression is negative, the sign may be left out" },
	{ "epsc0", PARAM_REAL, offsetof(struct concrete02, curve.epsc0), true, 0, RANGE_ANY, "strain at the strength" },
	{ "fpcu", PARAM_REAL, offsetof(struct concrete02, curve.fpcu), true, 0, RANGE_ANY, "stress when crushed [stress]" },
	{ "epscu", PARAM_REAL, offsetof(struct concrete02, curve.epscu), true, 0, RANGE_ANY, "strain when crushed" },
	{ "lambda", PARAM_REAL, offsetof(struct concrete02, lambda), false, 0.1, { 0, 1, false, true }, "unloading slope at epscu over the initial one" },
	{ "ft", PARAM_REAL, offsetof(struct concrete02, ft), false, NAN, RANGE_NONNEG, "tensile strength [stress]; default |fpc|/10" },
	{ "Ets", PARAM_REAL, offsetof(struct concrete02, ets), false, NAN, RANGE_NONNEG, "softening stiffness in tension [stress]; default fpc/epsc0/10" },
	{ 0 },
};

enum { STRAIN, STRESS, TANGENT, LOWEST, OPENING, NSTATE };

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct concrete02 *x = self;
	int code = concrete_compression(&x->curve, a->object, e);
	(void)m, (void)mem;
	if (code < 0)
		return code;
	if (isnan(x->ft))
		x->ft = 0.1 * -x->curve.fpc;
	if (isnan(x->ets))
		x->ets = 0.1 * x->curve.fpc / x->curve.epsc0;
	return 0;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void start(const void *self, double *h)
{
	h[TANGENT] = concrete_modulus(&((const struct concrete02 *)self)->curve);
}

/* Stress and tangent at a crack opening. */
static double tension(const struct concrete02 *x, double opening, double *ret_tangent)
{
	double ec = concrete_modulus(&x->curve), peak = x->ft / ec, stress = x->ft - x->ets * (opening - peak);
	if (opening <= peak) {
		*ret_tangent = ec;
		return ec * opening;
	}
	*ret_tangent = stress > 0.0 ? -x->ets : 0.0;
	return fmax(stress, 0.0);
}

/* Tension at an opening, after the widest so far. */
static void open(const struct concrete02 *x, double opening, double *h)
{
	double widest = h[OPENING], ignored;
	if (opening <= widest) {
		h[TANGENT] = tension(x, widest, &ignored) / widest;
		h[STRESS] = h[TANGENT] * opening;
	} else {
		h[STRESS] = tension(x, opening, &h[TANGENT]);
		h[OPENING] = opening;
	}
}

/* Slope of the reloading line from the lowest strain, where the stress was sm. */
static double reload_slope(const struct concrete02 *x, double lowest, double sm)
{
	double ec = concrete_modulus(&x->curve);
	double focus = (x->curve.fpcu - x->lambda * ec * x->curve.epscu) / (ec * (1.0 - x->lambda));
	double slope = (sm - ec * focus) / (lowest - focus);
	return slope > 0.0 && slope < ec ? slope : ec;
}

/* Above the lowest strain. */
static void unload(const struct concrete02 *x, const double *hc, double *h)
{
	double ec = concrete_modulus(&x->curve), ignored;
	double sm = concrete_envelope(&x->curve, h[LOWEST], &ignored), slope = reload_slope(x, h[LOWEST], sm), zero = h[LOWEST] - sm / slope;
	if (h[STRAIN] > zero) {
		open(x, h[STRAIN] - zero, h);
		return;
	}
	double lower = sm + slope * (h[STRAIN] - h[LOWEST]), upper = 0.5 * slope * (h[STRAIN] - zero);
	h[STRESS] = hc[STRESS] + ec * (h[STRAIN] - hc[STRAIN]);
	h[TANGENT] = ec;
	if (h[STRESS] <= lower) {
		h[STRESS] = lower;
		h[TANGENT] = slope;
	}
	if (h[STRESS] >= upper) {
		h[STRESS] = upper;
		h[TANGENT] = 0.5 * slope;
	}
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct concrete02 *x = self;
	memcpy(ht, hc, NSTATE * sizeof(*ht));
	if (fabs(io->strain - hc[STRAIN]) > DBL_EPSILON) {
		ht[STRAIN] = io->strain;
		if (io->strain < hc[LOWEST]) {
			ht[LOWEST] = io->strain;
			ht[STRESS] = concrete_envelope(&x->curve, io->strain, &ht[TANGENT]);
		} else {
			unload(x, hc, ht);
		}
	}
	io->stress = ht[STRESS];
	io->tangent = ht[TANGENT];
	io->damp = 0.0;
}

static double initial(const void *self)
{
	return concrete_modulus(&((const struct concrete02 *)self)->curve);
}

const struct material_ops material_concrete02 = {
	.name = "Concrete02",
	.brief = "concrete with tension and linear softening",
	.cite = "Yassin 1994; Kent & Park 1971, doi:10.1061/JSDEAG.0002957",
	.example = "-30 -0.0021 -6 -0.0053 0.1 2.7 1500",
	.params = params,
	.claims = { .strain = 0.005 },
	.size = sizeof(struct concrete02),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
};
