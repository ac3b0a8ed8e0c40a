/* Materials one after another: same stress, strains add.
 *
 * Unknown are the strains e_i of the members with s_i(e_i) = s for all i and sum e_i = strain. Newton's method on all of them at
 * once; the softest member j is eliminated last, so that one of them may have no stiffness at all (a plateau, an open gap):
 *   s = (s_j + k_j (r + sum s_i/k_i)) / (1 + k_j sum 1/k_i),   sums over i != j,   r = strain - sum e_i
 *   d_i = (s - s_i)/k_i,   d_j = r - sum of the others.
 * For members whose stress does not fall with strain, equilibrium is the minimum of their work under sum e_i = strain; the slope of
 * the work along d is g(a) = sum s_i(e_i + a d_i) d_i. A full step that does not lessen |g| is replaced by one where it is halved
 * at least, found by bisection, and so the iteration cannot cycle. Other members of no stiffness get a thousandth of the
 * largest, for the direction only.
 * Where a member softens more steeply than the others can give way there is no such state near by: the answer is not a number, and the step fails.
 * Members see no rate, as in the peer: a dashpot and a spring in series are Maxwell or ViscousDamper.
 */
#include "material/material_common.h"

#include <float.h>

struct chain {
	struct material_members members;
	double scale;   /* largest initial stiffness of the members */
	int max_iter;
	double tol;     /* of stress, relative */
};

static const struct param params[] = {
	{ "matTag ...", PARAM_ROW, 0, true, 0, RANGE_ANY, "tags of the members" },
	{ "-iter", PARAM_ROW, 0, false, 0, RANGE_ANY,
	  "maxIter tol: bound of the iteration, default 60 1e-12; a step in which the stresses of the members do not meet fails" },
	{ 0 },
};

static int check_members(struct chain *x, const char *object, struct err *e)
{
	for (int i = 0; i < x->members.n; i++) {
		const struct material *mat = x->members.mat[i];
		double k = material_initial(mat);
		x->scale = fmax(x->scale, fabs(k));
		if (k != 0.0 || !mat->ops->claims.rate)
			continue;
		int rc = err_set(e, ERR_UNSUPPORTED, object, "a member has no stiffness, only a dashpot");
		err_value(e, "%s %d", mat->ops->name, mat->tag);
		err_hint(e, "use Maxwell or ViscousDamper for a spring and a dashpot in series");
		return rc;
	}
	if (x->scale == 0.0)
		x->scale = 1.0;
	return 0;
}

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct chain *x = self;
	const struct range below_one = { 0, 1, true, true };
	int rc = material_members_read(&x->members, 1, a, m, mem, e);
	if (rc < 0)
		return rc;
	x->max_iter = 60;
	x->tol = 1e-12;
	if (args_accept(a, "-iter") &&
	    ((rc = args_int(a, "maxIter", 1, 100000, &x->max_iter, e)) < 0 || (rc = args_real(a, "tol", below_one, &x->tol, e)) < 0))
		return rc;
	return check_members(x, a->object, e);
}

static int nstate(const void *self)
{
	const struct chain *x = self;
	return x->members.size + 2 * x->members.n; /* the strains of the members and the last direction come after their histories */
}

static void start(const void *self, double *h)
{
	material_members_start(&((const struct chain *)self)->members, h);
}

/* What one linearisation says: the common stress, and the softest member. */
struct balance {
	int soft;
	double stress;
};

static double lifted(const struct chain *x, double k)
{
	double least = 1e-3 * x->scale;
	return fabs(k) >= least ? k : copysign(least, k);
}

static struct balance balance(const struct chain *x, const double *h, double strain)
{
	const struct material_members *all = &x->members;
	const double *part = h + all->size;
	struct balance b = { 0 };
	double flexibility = 0.0, sum = 0.0, r = strain;
	for (int i = 1; i < all->n; i++)
		if (fabs(h[all->at[i] + MATERIAL_TANGENT]) < fabs(h[all->at[b.soft] + MATERIAL_TANGENT]))
			b.soft = i;
	for (int i = 0; i < all->n; i++) {
		const double *hi = h + all->at[i];
		r -= part[i];
		if (i == b.soft)
			continue;
		flexibility += 1.0 / lifted(x, hi[MATERIAL_TANGENT]);
		sum += hi[MATERIAL_STRESS] / lifted(x, hi[MATERIAL_TANGENT]);
	}
	const double *hj = h + all->at[b.soft];
	double k = hj[MATERIAL_TANGENT], divisor = 1.0 + k * flexibility;
	/* Softening as steep as the others are stiff: any stress balances to first order; a long step, which the search along it shortens. */
	if (divisor == 0.0)
		divisor = 1e-12;
	b.stress = (hj[MATERIAL_STRESS] + k * (r + sum)) / divisor;
	return b;
}

/* Newton's direction, written behind the strains; it closes the gap to the strain of the chain. */
static void aim(const struct chain *x, const struct balance *b, double strain, double *h)
{
	const struct material_members *all = &x->members;
	double *part = h + all->size, *d = part + all->n, rest = strain;
	for (int i = 0; i < all->n; i++) {
		const double *hi = h + all->at[i];
		rest -= part[i];
		if (i == b->soft)
			continue;
		d[i] = (b->stress - hi[MATERIAL_STRESS]) / lifted(x, hi[MATERIAL_TANGENT]);
		rest -= d[i];
	}
	d[b->soft] = rest;
}

/* Moves the strains by `by` times the direction and steps all members; returns g there. */
static double go(const struct chain *x, const double *hc, double *h, double by, double dt)
{
	const struct material_members *all = &x->members;
	double *part = h + all->size, *d = part + all->n, g = 0.0;
	for (int i = 0; i < all->n; i++) {
		part[i] += by * d[i];
		material_step(all->mat[i], hc + all->at[i], h + all->at[i], part[i], 0.0, dt);
		g += h[all->at[i] + MATERIAL_STRESS] * d[i];
	}
	return g;
}

static double slope(const struct chain *x, const double *h)
{
	const struct material_members *all = &x->members;
	double g = 0.0;
	for (int i = 0; i < all->n; i++)
		g += h[all->at[i] + MATERIAL_STRESS] * h[all->size + all->n + i];
	return g;
}

/* One step of the iteration. Only a step that is feasible already (r = 0) and goes downhill may be shortened. */
static void descend(const struct chain *x, const double *hc, double *h, bool feasible, double dt)
{
	enum { BISECTIONS = 50 };
	double before = slope(x, h), enough = 0.5 * fabs(before), g = go(x, hc, h, 1.0, dt), at = 1.0, lo = 0.0, hi = 1.0;
	if (!feasible || before >= 0.0 || g <= enough)
		return;
	for (int i = 0; i < BISECTIONS && fabs(g) > enough; i++) {
		if (g > 0.0)
			hi = at;
		else
			lo = at;
		g = go(x, hc, h, 0.5 * (lo + hi) - at, dt);
		at = 0.5 * (lo + hi);
	}
}

static double tangent(const struct chain *x, const double *h)
{
	double flexibility = 0.0;
	for (int i = 0; i < x->members.n; i++) {
		double k = h[x->members.at[i] + MATERIAL_TANGENT];
		if (k == 0.0)
			return 0.0;
		flexibility += 1.0 / k;
	}
	return 1.0 / flexibility;
}

/* Within a tolerance of the stresses, or of what rounding leaves of them. */
static bool balanced(const struct chain *x, const struct balance *b, const double *h, double tol)
{
	double largest = fabs(b->stress), longest = 0.0, gap = 0.0;
	for (int i = 0; i < x->members.n; i++) {
		double stress = h[x->members.at[i] + MATERIAL_STRESS];
		largest = fmax(largest, fabs(stress));
		longest = fmax(longest, fabs(h[x->members.size + i]));
		gap = fmax(gap, fabs(stress - b->stress));
	}
	return gap <= tol * largest + 4.0 * DBL_EPSILON * x->scale * longest;
}

/* Passes that come to their end with stresses closer than this have an answer. */
static const double LOOSE = 1e-6;

static void respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	const struct chain *x = self;
	memcpy(ht, hc, (size_t)nstate(self) * sizeof(*ht));
	struct balance b = balance(x, ht, io->strain);
	for (int it = 0; it < x->max_iter; it++) {
		aim(x, &b, io->strain, ht);
		descend(x, hc, ht, it > 0, io->dt);
		b = balance(x, ht, io->strain);
		if (balanced(x, &b, ht, x->tol))
			break;
	}
	io->stress = balanced(x, &b, ht, fmax(x->tol, LOOSE)) ? b.stress : NAN;
	io->tangent = tangent(x, ht);
	io->damp = 0.0;
}

static double initial(const void *self)
{
	const struct chain *x = self;
	double flexibility = 0.0;
	for (int i = 0; i < x->members.n; i++) {
		double k = material_initial(x->members.mat[i]);
		if (k == 0.0)
			return 0.0;
		flexibility += 1.0 / k;
	}
	return 1.0 / flexibility;
}

static bool linear(const void *self)
{
	return material_members_linear(&((const struct chain *)self)->members);
}

const struct material_ops material_series = {
	.name = "Series",
	.brief = "materials one after another",
	.cite = "equilibrium of springs one after another",
	.example = "1 2",
	.params = params,
	.claims = { .strain = 0.2 },
	.size = sizeof(struct chain),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.respond = respond,
	.initial = initial,
	.linear = linear,
};
