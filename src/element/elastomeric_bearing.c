/* elastomericBearingPlasticity: an elastomeric bearing with circular coupled shear plasticity and hardening.
 *
 * Basic directions: axial, one shear (plane) or two (space), torsion and bending. Axial force and moments are those
 * of uniaxial materials. The shears q follow, with k0 = (1 - a1) kInit, k2 = a1 kInit, k3 = a2 kInit,
 *
 *   q = q_h + k2 u + k3 sign(u) |u|^mu  (u: each component),   q_h = k0 (u - u_p),   |q_h| <= qd
 *
 * with return mapping on the circle: q_t = k0 (u - u_p,n); when |q_t| > qd: q_h = qd n, n = q_t/|q_t|, and
 * u_p += (|q_t| - qd)/k0 n; dq_h/du = k0 qd/|q_t| (I - n n'). The moments N delta/2 of the axial force go to both
 * ends, where the relative displacement delta is that of the shear spring's ends: see add_pdelta(). The tangent holds N but
 * not its change (as OpenSees): exact at delta = 0.
 * History: [u_p y, u_p z, u y, u z, q y, q z, the materials'].
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/bearing.h"

enum { BEARING_PLASTIC = 0, BEARING_DISP = 2, BEARING_FORCE = 4, BEARING_HISTORY = 6 };

struct bearing {
	struct link link;
	struct bearing_springs materials;
	struct link_orientation orient;
	double k_init, qd, a1, a2, mu;
	double share;              /* of the length from node i to the shear spring */
	double mass;
	int nshear;                /* 1 or 2: basic directions 1 .. nshear */
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "kInit", .kind = PARAM_ROW, .required = true, .help = "initial elastic stiffness in local shear [force/length] > 0" },
	{ .name = "qd", .kind = PARAM_ROW, .required = true, .help = "characteristic strength [force] > 0" },
	{ .name = "alpha1", .kind = PARAM_ROW, .required = true, .help = "post-yield stiffness ratio of the linear hardening, 0 <= alpha1 < 1" },
	{ .name = "alpha2", .kind = PARAM_ROW, .required = true, .help = "post-yield stiffness ratio of the non-linear hardening >= 0" },
	{ .name = "mu", .kind = PARAM_ROW, .required = true, .help = "exponent of the non-linear hardening >= 1" },
	{ .name = "-P", .kind = PARAM_ROW, .required = true, .help = "material of the axial direction" },
	{ .name = "-T", .kind = PARAM_ROW, .help = "material in torsion (space)" },
	{ .name = "-My", .kind = PARAM_ROW, .help = "material of the moment about local y (space)" },
	{ .name = "-Mz", .kind = PARAM_ROW, .required = true, .help = "material of the moment about local z" },
	{ .name = "-orient", .kind = PARAM_ROW, .help = "<x1 x2 x3> y1 y2 y3: local x, and a vector in the local x-y plane" },
	{ .name = "-shearDist", .kind = PARAM_ROW, .help = "distance of the shear spring from node i over the length, 0..1, default 0.5" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "takes part in Rayleigh damping" },
	{ .name = "-mass", .kind = PARAM_ROW, .help = "total mass >= 0, half to each node" },
	{ .name = NULL },
};

static int read_law(struct bearing *b, struct args *a, struct err *e)
{
	static const struct range part = { .lo = 0.0, .hi = 1.0, .hi_open = true };
	static const struct range one_up = { .lo = 1.0, .hi = HUGE_VAL, .hi_open = true };
	const struct {
		const char *name;
		struct range range;
		double *to;
	} number[] = {
		{ "kInit", RANGE_POSITIVE, &b->k_init }, { "qd", RANGE_POSITIVE, &b->qd }, { "alpha1", part, &b->a1 },
		{ "alpha2", RANGE_NONNEG, &b->a2 },      { "mu", one_up, &b->mu },
	};
	int code = 0;
	for (size_t i = 0; i < COUNT(number) && code == 0; i++)
		code = args_real(a, number[i].name, number[i].range, number[i].to, e);
	return code;
}

static int read_options(struct bearing *b, struct args *a, struct element *el, struct err *e)
{
	int code = 0;
	while (code >= 0 && args_more(a)) {
		code = bearing_option(&b->materials, a, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-orient"))
			code = link_read_orient(a, &b->orient, e);
		else if (args_accept(a, "-shearDist"))
			code = args_real(a, "-shearDist", RANGE_UNIT, &b->share, e);
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else if (args_accept(a, "-mass"))
			code = args_real(a, "-mass", RANGE_NONNEG, &b->mass, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

/* Local moments m about `about` at both ends: N/2 (delta + h_i r_i - h_j r_j) at i and N/2 (delta - h_i r_i + h_j r_j) at j, where
 * delta is the relative transverse displacement, h_i = share L, h_j = L - h_i and r the end rotations. */
static void add_pdelta(struct link *l, double share, int d, int about, double sign)
{
	double h[2] = { share * l->length, (1.0 - share) * l->length };
	for (int to = 0; to < 2; to++) {
		link_geo_add(l, to, about, -0.5 * sign, 0, d);
		link_geo_add(l, to, about, 0.5 * sign, 1, d);
		for (int from = 0; from < 2; from++)
			link_geo_add(l, to, about, (to == from ? 0.5 : -0.5) * h[from], from, about);
	}
}

static int build(struct bearing *b, struct element *el, const struct model *m, struct arena *mem, const char *object, struct err *e)
{
	struct link *l = &b->link;
	b->nshear = bearing_directions(l, m->ndm);
	int code = link_nodes(l, el, m->ndm, object, e);
	if (code < 0)
		return code;
	code = link_orient(l, el, b->orient.has_x ? b->orient.x : NULL, b->orient.has_y ? b->orient.y : NULL, object, e);
	if (code < 0)
		return code;
	code = link_rows(l, b->share, b->share, mem, object, e);
	if (code < 0)
		return code;
	code = link_geo(l, mem, object, e);
	if (code < 0)
		return code;
	add_pdelta(l, b->share, 1, 5, 1.0);
	if (b->nshear == 2)
		add_pdelta(l, b->share, 2, 4, -1.0);
	el->nstate = BEARING_HISTORY + b->materials.spring.nstate;
	return 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct bearing *b = self;
	b->share = 0.5;
	int code = bearing_space(m, a->object, e);
	if (code < 0)
		return code;
	code = element_nodes(el, a, 2, m, mem, e);
	if (code < 0)
		return code;
	code = read_law(b, a, e);
	if (code < 0)
		return code;
	code = read_options(b, a, el, e);
	if (code < 0)
		return code;
	code = bearing_materials(&b->materials, BEARING_HISTORY, m, a->object, e);
	if (code < 0)
		return code;
	return build(b, el, m, mem, a->object, e);
}

static void start(const void *self, double *h)
{
	const struct bearing *b = self;
	springs_start(&b->materials.spring, h);
}

/* Hardening of one component: force and stiffness. */
static double harden(const struct bearing *b, double u, double *ret_k)
{
	double rate = b->a2 > 0.0 ? b->a2 * b->k_init * power(fabs(u), b->mu - 1.0) : 0.0;
	*ret_k = b->a1 * b->k_init + b->mu * rate;
	return b->a1 * b->k_init * u + rate * u;
}

/* Shear forces q and their stiffness k (2 x 2, second component unused in the plane) at displacements u. */
static void shear(const struct bearing *b, const double *hc, double *ht, const double *u, double *q, double *k)
{
	double k0 = (1.0 - b->a1) * b->k_init, n[2], size = 0.0;
	for (int i = 0; i < b->nshear; i++) {
		n[i] = k0 * (u[i] - hc[BEARING_PLASTIC + i]);
		size += n[i] * n[i];
	}
	size = sqrt(size);
	bool slips = size > b->qd;
	memset(k, 0, 4 * sizeof *k);
	for (int i = 0; i < b->nshear; i++) {
		double kh;
		q[i] = (slips ? b->qd / size : 1.0) * n[i] + harden(b, u[i], &kh);
		for (int j = 0; j < b->nshear; j++)
			k[2 * i + j] = slips ? k0 * b->qd / size * ((i == j) - n[i] * n[j] / (size * size)) : (i == j) * k0;
		k[3 * i] += kh;
		ht[BEARING_PLASTIC + i] = hc[BEARING_PLASTIC + i] + (slips ? (size - b->qd) / k0 * n[i] / size : 0.0);
		ht[BEARING_DISP + i] = u[i];
		ht[BEARING_FORCE + i] = q[i];
	}
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct bearing *b = self;
	const struct link *l = &b->link;
	double v[LINK_MAX], rate[LINK_MAX], q[LINK_MAX], ks[4], kb[LINK_MAX * LINK_MAX] = { 0 }, cb[LINK_MAX * LINK_MAX] = { 0 };
	link_deform(l, io->u, v);
	link_deform(l, io->v, rate);
	shear(b, io->hc, io->ht, v + 1, q + 1, ks);
	for (int i = 0; i < b->nshear; i++)
		for (int j = 0; j < b->nshear; j++)
			kb[(1 + i) * l->n + 1 + j] = ks[2 * i + j];
	bearing_step(&b->materials, l, io, v, rate, q, kb, cb);
	link_force(l, q, io->u, f);
	if (k) {
		mat_congruence(l->n, l->ndof, kb, l->row, k);
		link_stiff_geo(l, q, k);
	}
	if (c)
		mat_congruence(l->n, l->ndof, cb, l->row, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct bearing *b = self;
	const struct link *l = &b->link;
	double kb[LINK_MAX * LINK_MAX] = { 0 };
	for (int i = 0; i < b->nshear; i++) {
		double kh;
		harden(b, 0.0, &kh);
		kb[(1 + i) * (l->n + 1)] = (1.0 - b->a1) * b->k_init + kh;
	}
	bearing_initial(&b->materials, l, kb);
	mat_congruence(l->n, l->ndof, kb, l->row, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct bearing *b = self;
	element_bar_mass(b->link.ndm, b->link.ndf_i, b->link.ndf_j, b->mass, false, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct bearing *b = self;
	double v[LINK_MAX], q[LINK_MAX];
	for (int i = 0; i < b->nshear; i++) {
		v[1 + i] = io->ht[BEARING_DISP + i];
		q[1 + i] = io->ht[BEARING_FORCE + i];
	}
	for (int i = 0; i < b->materials.spring.n; i++) {
		const double *h = io->ht + b->materials.spring.history[i];
		v[bearing_basic(&b->link, i)] = h[MATERIAL_STRAIN];
		q[bearing_basic(&b->link, i)] = h[MATERIAL_STRESS];
	}
	return springs_response(&b->materials.spring, &b->link, io, q, v, true, argc, argv, ret_x, max);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct bearing *b = self;
	ret_c->invariant = b->link.ndm == 2 && !b->orient.has_x && b->link.length > 0.0;
}

const struct element_ops element_elastomeric_bearing = {
	.name = "elastomericBearingPlasticity",
	.brief = "elastomeric bearing: coupled shear plasticity, materials for axial force and moments",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 80 1.5 0.1 0 1 -P 1 -Mz 2 -mass 0.3 | 1 2 80 1.5 0.05 0.02 3 -P 1 -Mz 3 -shearDist 0.4 |"
	           " 1 2 80 1.5 0.1 0 1 -P 1 -T 3 -My 1 -Mz 2 -mass 0.3 | 1 2 80 1.5 0.05 0.02 3 -P 1 -T 3 -My 1 -Mz 2 -shearDist 0.3",
	.params = params,
	.claims = { .inexact = true },
	.size = sizeof(struct bearing),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.response = response,
	.claim = claim,
};
