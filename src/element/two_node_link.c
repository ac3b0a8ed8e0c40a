/* twoNodeLink: independent springs in the local directions of two nodes that need not coincide.
 *
 * Local x runs from node i to node j unless -orient says otherwise. Basic deformations are the relative displacements
 * of the nodes in local axes; the shears see the end rotations over their distance from the shear centre,
 *
 *   v_y = uy_j - uy_i - s_y L rz_i - (1 - s_y) L rz_j,     v_z = uz_j - uz_i + s_z L ry_i + (1 - s_z) L ry_j
 *
 * so that springs of finite length pass rigid rotations. With -pDelta r1 r2 the moment N delta of the axial spring's force
 * on the relative displacement delta goes to the ends in the parts r1, r2, and the rest as a couple of shears over L:
 *
 *   M_i = r1 N delta,  M_j = r2 N delta,  V = (1 - r1 - r2) N delta / L
 *
 * each in the directions that have a spring. The tangent holds N but not its change (as OpenSees): exact at delta = 0.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/springs.h"

struct two_node_link {
	struct link link;
	struct springs spring;
	struct link_orientation orient;
	double mass;               /* total */
	bool pdelta;
	double ratio[4];           /* moments about y at i, j, about z at i, j */
	double share[2];           /* shear distances from node i, parts of L: y, z */
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "-mat", .kind = PARAM_ROW, .required = true, .help = "tags of uniaxial materials: force over displacement or moment over rotation" },
	{ .name = "-dir", .kind = PARAM_ROW, .required = true, .help = "as many directions 1..6: along local x y z, about x y z; in the plane 1, 2, 3" },
	{ .name = "-orient", .kind = PARAM_ROW,
	  .help = "x1 x2 x3 y1 y2 y3: local x, and a vector in the local x-y plane; three numbers are x in the plane and y in space" },
	{ .name = "-pDelta", .kind = PARAM_ROW,
	  .help = "parts of N delta taken as end moments: plane Mz_i Mz_j, space My_i My_j Mz_i Mz_j; each >= 0, pairs <= 1" },
	{ .name = "-shearDist", .kind = PARAM_ROW,
	  .help = "distance of the shear spring from node i over the length, 0..1, default 0.5: plane one, space y and z" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "takes part in Rayleigh damping" },
	{ .name = "-mass", .kind = PARAM_ROW, .help = "total mass >= 0, half to each node" },
	{ .name = NULL },
};

static int read_pdelta(struct two_node_link *t, struct args *a, int ndm, struct err *e)
{
	for (int i = ndm == 3 ? 0 : 2; i < 4; i++) {
		int code = args_real(a, "-pDelta", range_closed(0.0, 1.0), &t->ratio[i], e);
		if (code < 0)
			return code;
	}
	for (int i = 0; i < 4; i += 2)
		if (t->ratio[i] + t->ratio[i + 1] > 1.0) {
			int code = err_set(e, ERR_RANGE, a->object, "-pDelta ratios of one axis sum to more than 1");
			err_value(e, "%g + %g", t->ratio[i], t->ratio[i + 1]);
			err_allowed(e, "at most 1");
			return code;
		}
	t->pdelta = true;
	return 0;
}

static int read_shares(struct two_node_link *t, struct args *a, int ndm, struct err *e)
{
	int code = 0;
	for (int i = 0; i < (ndm == 3 ? 2 : 1) && code == 0; i++)
		code = args_real(a, "-shearDist", RANGE_UNIT, &t->share[i], e);
	return code;
}

static int read_options(struct two_node_link *t, struct args *a, struct element *el, int ndm, struct err *e)
{
	int code = 0;
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-orient"))
			code = link_read_orient(a, ndm < 3, &t->orient, e);
		else if (args_accept(a, "-pDelta"))
			code = read_pdelta(t, a, ndm, e);
		else if (args_accept(a, "-shearDist"))
			code = read_shares(t, a, ndm, e);
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else if (args_accept(a, "-mass"))
			code = args_real(a, "-mass", RANGE_NONNEG, &t->mass, e);
		else
			code = args_end(a, e);
	}
	return code;
}

/* One transverse direction d with moments about `about`: shears where d has a spring, moments where the rotation has one. */
static void add_pdelta(struct two_node_link *t, int d, int about, double sign, const double *ratio)
{
	struct link *l = &t->link;
	double shear = (1.0 - ratio[0] - ratio[1]) / l->length;
	bool moves = false, turns = false;
	for (int i = 0; i < l->n; i++) {
		moves |= l->dir[i] == d;
		turns |= l->dir[i] == about;
	}
	if (!moves)
		return;
	for (int from = 0; from < 2; from++) {
		double delta = from == 0 ? -1.0 : 1.0;
		link_geo_add(l, 0, d, -shear * delta, from, d);
		link_geo_add(l, 1, d, shear * delta, from, d);
		if (turns) {
			link_geo_add(l, 0, about, sign * ratio[0] * delta, from, d);
			link_geo_add(l, 1, about, sign * ratio[1] * delta, from, d);
		}
	}
}

static int build_pdelta(struct two_node_link *t, const struct element *el, struct arena *mem, const char *object, struct err *e)
{
	if (!(t->link.length > 0.0)) {
		int code = err_set(e, ERR_GEOMETRY, object, "-pDelta needs a distance between nodes %d and %d", el->node[0]->tag, el->node[1]->tag);
		err_value(e, "length %g", t->link.length);
		err_allowed(e, "> 0");
		return code;
	}
	int code = link_geo(&t->link, mem, object, e);
	if (code < 0)
		return code;
	add_pdelta(t, 1, 5, 1.0, t->ratio + 2);
	add_pdelta(t, 2, 4, -1.0, t->ratio);
	return 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct two_node_link *t = self;
	const struct link_orientation *o = &t->orient;
	t->share[0] = t->share[1] = 0.5;
	int code = element_nodes(el, a, 2, m, mem, e);
	if (code < 0)
		return code;
	code = springs_read(&t->spring, &t->link, a, m, e);
	if (code < 0)
		return code;
	code = read_options(t, a, el, m->ndm, e);
	if (code < 0)
		return code;
	code = link_nodes(&t->link, el, m->ndm, a->object, e);
	if (code < 0)
		return code;
	code = link_orient(&t->link, el, o->has_x ? o->x : NULL, o->has_y ? o->y : NULL, a->object, e);
	if (code < 0)
		return code;
	code = link_rows(&t->link, t->share[0], t->share[1], mem, a->object, e);
	if (code < 0)
		return code;
	el->nstate = t->spring.nstate;
	return t->pdelta ? build_pdelta(t, el, mem, a->object, e) : 0;
}

static void start(const void *self, double *h)
{
	const struct two_node_link *t = self;
	springs_start(&t->spring, h);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct two_node_link *t = self;
	const struct link *l = &t->link;
	size_t size = (size_t)(l->ndof * l->ndof) * sizeof *f;
	double v[LINK_MAX], rate[LINK_MAX], q[LINK_MAX], kb[LINK_MAX], cb[LINK_MAX];
	link_deform(l, io->u, v);
	link_deform(l, io->v, rate);
	springs_step(&t->spring, io, v, rate, q, kb, cb);
	link_force(l, q, io->u, f);
	if (k)
		memset(k, 0, size);
	if (c)
		memset(c, 0, size);
	for (int i = 0; i < l->n; i++) {
		if (k)
			element_add_outer(l->ndof, kb[i], l->row + i * l->ndof, k);
		if (c)
			element_add_outer(l->ndof, cb[i], l->row + i * l->ndof, c);
	}
	if (k)
		link_stiff_geo(l, q, k);
}

static void initial(const void *self, double *ret_k)
{
	const struct two_node_link *t = self;
	springs_initial(&t->spring, &t->link, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct two_node_link *t = self;
	element_bar_mass(t->link.ndm, t->link.ndf_i, t->link.ndf_j, t->mass, false, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct two_node_link *t = self;
	return springs_response_own(&t->spring, &t->link, io, true, argc, argv, ret_x, max);
}

static bool linear(const void *self)
{
	const struct two_node_link *t = self;
	return !t->pdelta && springs_linear(&t->spring);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct two_node_link *t = self;
	ret_c->symmetric = !t->pdelta;
	ret_c->inexact = t->pdelta;
	/* the default local y of links in space follows the global axes */
	ret_c->invariant = t->link.ndm == 2 && !t->orient.has_x && t->link.length > 0.0;
}

static int basis(const void *self, double *ret_b)
{
	const struct two_node_link *t = self;
	return t->pdelta ? 0 : springs_basis(&t->spring, &t->link, ret_b);
}

static bool modulus(const void *self, const double *ht, double *ret_d)
{
	const struct two_node_link *t = self;
	return springs_modulus(&t->spring, ht, ret_d);
}

const struct element_ops element_two_node_link = {
	.name = "twoNodeLink",
	.brief = "springs in the local directions of two nodes, with shear distance and P-Delta",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 -mat 1 2 3 -dir 1 2 3 -mass 0.7 | 1 2 -mat 1 2 1 3 2 1 -dir 1 2 3 4 5 6 -shearDist 0.3 0.6 -mass 0.7 |"
	           " 1 2 -mat 1 1 3 -dir 1 2 3 -shearDist 0.2 -pDelta 0.3 0.4 | 1 3 -mat 1 2 3 -dir 1 2 3 |"
	           " 1 2 -mat 1 1 1 3 1 1 -dir 1 2 3 4 5 6 -pDelta 0.2 0.3 0.4 0.1",
	.params = params,
	.claims = { .symmetric = true },
	.size = sizeof(struct two_node_link),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.response = response,
	.linear = linear,
	.basis = basis,
	.modulus = modulus,
	.claim = claim,
};
