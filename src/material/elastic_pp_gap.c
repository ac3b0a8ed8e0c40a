/* Elastic, perfectly plastic (or hardening) spring that acts only after a gap has closed, in one direction.
 *
 * In the direction of Fy: no stress up to the point of contact, then slope E, then the envelope
 *   stress = Fy + eta E (strain - gap - Fy/E),   nothing where that is pulling (eta < 0).
 * Yielding moves the point of contact. Without damage the gap closes again when the spring is pulled back past
 * the permanent set (the spring is pushed back by its neighbour); with damage it stays. As in the peer it is pushed back to
 * where a step ends between the first gap and the set: a step that leaps over both leaves the set as it is.
 * In the code lengths are measured in the direction of Fy, so that both directions are one.
 */
#include "plugin.h"

struct elastic_pp_gap {
	double e, fy, gap, eta;
	bool damage;
	double sign; /* of Fy */
};

static const struct param params[] = {
	{ "E", PARAM_REAL, offsetof(struct elastic_pp_gap, e), true, 0, RANGE_POSITIVE, "stiffness [stress]" },
	{ "Fy", PARAM_REAL, offsetof(struct elastic_pp_gap, fy), true, 0, RANGE_ANY, "yield stress; its sign is the direction of action" },
	{ "gap", PARAM_REAL, offsetof(struct elastic_pp_gap, gap), true, 0, RANGE_ANY, "strain that closes the gap, with the sign of Fy" },
	{ "eta", PARAM_REAL, offsetof(struct elastic_pp_gap, eta), false, 0, { -INFINITY, 1, true, true }, "hardening ratio" },
	{ "damage", PARAM_ROW, 0, false, 0, RANGE_ANY, "the word damage (or noDamage): the permanent set stays" },
	{ 0 },
};

enum { CONTACT, YIELD, NSTATE }; /* strains where contact and yielding begin, in the direction of Fy */

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct elastic_pp_gap *x = self;
	(void)m, (void)mem;
	x->damage = args_accept(a, "damage");
	if (!x->damage)
		(void)args_accept(a, "noDamage");
	x->sign = x->fy < 0.0 ? -1.0 : 1.0;
	if (x->fy * x->gap < 0.0) {
		int rc = err_set(e, ERR_RANGE, a->object, "gap must have the sign of Fy");
		err_value(e, "Fy %g, gap %g", x->fy, x->gap);
		err_hint(e, "give both negative for a gap that closes in compression");
		return rc;
	}
	return 0;
}

static int nstate(const void *self)
{
	(void)self;
	return NSTATE;
}

static void start(const void *self, double *h)
{
	const struct elastic_pp_gap *x = self;
	h[CONTACT] = x->sign * x->gap;
	h[YIELD] = x->sign * (x->gap + x->fy / x->e);
}

/* History after an elastic or open step: an open gap may have been pushed back, within the first gap. Yielding begins where the line from the
 * contact meets the envelope, at once where that is nothing. */
static void push_back(const struct elastic_pp_gap *x, double strain, double *ht)
{
	double gap = x->sign * x->gap;
	if (x->damage || strain >= ht[CONTACT] || strain <= gap)
		return;
	ht[CONTACT] = strain;
	ht[YIELD] = fmax(strain, fabs(x->fy) / x->e + (strain - x->eta * gap) / (1.0 - x->eta));
}

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct elastic_pp_gap *x = self;
	double strain = x->sign * io->strain, fy = fabs(x->fy), stress;
	memcpy(ht, hc, NSTATE * sizeof(*ht));
	io->damp = 0.0;
	if (strain > hc[YIELD]) {
		double envelope = fy + x->eta * x->e * (strain - x->sign * x->gap - fy / x->e);
		stress = fmax(0.0, envelope);
		io->tangent = envelope > 0.0 ? x->eta * x->e : 0.0;
		ht[YIELD] = strain;
		ht[CONTACT] = strain - stress / x->e;
	} else {
		bool open = strain < hc[CONTACT] || hc[YIELD] <= hc[CONTACT]; /* or nothing is left of it */
		stress = open ? 0.0 : x->e * (strain - hc[CONTACT]);
		io->tangent = open ? 0.0 : x->e;
		push_back(x, strain, ht);
	}
	io->stress = x->sign * stress;
}

static double initial(const void *self)
{
	const struct elastic_pp_gap *x = self;
	return x->gap == 0.0 ? x->e : 0.0;
}

const struct material_ops material_elastic_pp_gap = {
	.name = "ElasticPPGap",
	.brief = "spring that acts in one direction after a gap has closed",
	.cite = "contact law of bridge joints and seat abutments",
	.example = "100 5 0.02 0.05",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct elastic_pp_gap),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
};
