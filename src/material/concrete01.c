/* Concrete without tension: Kent-Scott-Park curve, straight unloading and reloading.
 *
 * From the lowest strain em so far, with stress sm on the curve of concrete.h, it unloads and reloads along one line to zero stress at the
 * plastic strain ep:
 *   r = max(em, epscu)/epsc0,   ep = epsc0 (0.145 r^2 + 0.13 r)  for r < 2,  epsc0 (0.707 (r - 2) + 0.834)  beyond,
 * but with no more than the modulus of virgin concrete (then ep = em - sm/Ec). Beyond ep there is no stress.
 * Kent and Park 1971, doi:10.1061/JSDEAG.0002957; Scott, Park and Priestley 1982, doi:10.14359/10875; unloading: I. D. Karsan and
 * J. O. Jirsa, J. Struct. Div. ASCE 95 (1969), doi:10.1061/JSDEAG.0002424.
 */
#include "material/concrete.h"

#include <float.h>

static const struct param params[] = {
	{ "fpc", PARAM_REAL, offsetof(struct concrete, fpc), true, 0, RANGE_ANY,
	  "compressive strength [stress]; compression is negative, the sign may be left out" },
	{ "epsc0", PARAM_REAL, offsetof(struct concrete, epsc0), true, 0, RANGE_ANY, "strain at the strength" },
	{ "fpcu", PARAM_REAL, offsetof(struct concrete, fpcu), true, 0, RANGE_ANY, "stress when crushed [stress]" },
	{ "epscu", PARAM_REAL, offsetof(struct concrete, epscu), true, 0, RANGE_ANY, "strain when crushed" },
	{ 0 },
};

enum { STRAIN, STRESS, TANGENT, LOWEST, PLASTIC, SLOPE, NSTATE };

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	(void)m, (void)mem;
	return concrete_compression(self, a->object, e);
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void start(const void *self, double *h)
{
	h[TANGENT] = h[SLOPE] = concrete_modulus(self);
}

/* The unloading line from a new lowest strain. */
static void turn_line(const struct concrete *x, double *h)
{
	double r = fmax(h[LOWEST], x->epscu) / x->epsc0, elastic = h[STRESS] / concrete_modulus(x);
	double span = h[LOWEST] - x->epsc0 * (r < 2.0 ? r * (0.145 * r + 0.13) : 0.707 * (r - 2.0) + 0.834);
	if (span > -DBL_EPSILON || span > elastic) {
		h[SLOPE] = concrete_modulus(x);
		h[PLASTIC] = span > -DBL_EPSILON ? h[LOWEST] - span : h[LOWEST] - elastic;
	} else {
		h[SLOPE] = h[STRESS] / span;
		h[PLASTIC] = h[LOWEST] - span;
	}
}

/* Deeper into compression: the curve, the line back to it, or nothing yet. */
static void load(const struct concrete *x, double *h)
{
	h[STRESS] = h[TANGENT] = 0.0;
	if (h[STRAIN] <= h[LOWEST]) {
		h[LOWEST] = h[STRAIN];
		h[STRESS] = concrete_envelope(x, h[STRAIN], &h[TANGENT]);
		turn_line(x, h);
	} else if (h[STRAIN] <= h[PLASTIC]) {
		h[TANGENT] = h[SLOPE];
		h[STRESS] = h[SLOPE] * (h[STRAIN] - h[PLASTIC]);
	}
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	double dstrain = io->strain - hc[STRAIN], line = hc[STRESS] + hc[SLOPE] * dstrain;
	memcpy(ht, hc, NSTATE * sizeof(*ht));
	if (fabs(dstrain) > DBL_EPSILON) {
		ht[STRAIN] = io->strain;
		if (dstrain < 0.0)
			load(self, ht);
		else
			ht[STRESS] = ht[TANGENT] = 0.0;
		/* on the line until it meets what was found */
		if (dstrain < 0.0 ? line > ht[STRESS] : line <= 0.0) {
			ht[STRESS] = line;
			ht[TANGENT] = hc[SLOPE];
		}
	}
	io->stress = ht[STRESS];
	io->tangent = ht[TANGENT];
	io->damp = 0.0;
}

static double initial(const void *self)
{
	return concrete_modulus(self);
}

const struct material_ops material_concrete01 = {
	.name = "Concrete01",
	.brief = "concrete without tension, Kent-Scott-Park",
	.cite = "Kent & Park 1971, doi:10.1061/JSDEAG.0002957; Scott et al. 1982, doi:10.14359/10875",
	.example = "-30 -0.0021 -6 -0.0053",
	.params = params,
	.claims = { .strain = 0.005, .no_tension = true },
	.size = sizeof(struct concrete),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
};
