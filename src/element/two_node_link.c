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
	struct link_words words;
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "-mat", .kind = PARAM_ROW, .required = true, .help = "tags of uniaxial materials: force over displacement or moment over rotation" },
	{ .name = "-dir", .kind = PARAM_ROW, .required = true, .help = "as many directions 1..6: along local x y z, about x y z; in the plane 1, 2, 3" },
	{ .name = "-orient", .kind = PARAM_ROW,
	  .help = "<x1 x2 x3> y1 y2 y3: local x (default: from i to j), and a vector in the local x-y plane" },
	{ .name = "-pDelta", .kind = PARAM_ROW,
	  .help = "parts of N delta taken as end moments: plane Mz_i Mz_j, space My_i My_j Mz_i Mz_j; each >= 0, pairs <= 1" },
	{ .name = "-shearDist", .kind = PARAM_ROW,
	  .help = "distance of the shear spring from node i over the length, 0..1, default 0.5: plane one, space y and z" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "takes part in Rayleigh damping" },
	{ .name = "-mass", .kind = PARAM_ROW, .help = "total mass >= 0, half to each node" },
	{ .name = NULL },
};

static int read_options(struct two_node_link *t, struct args *a, struct element *el, int ndm, struct err *e)
{
	int code = 0;
	while (code >= 0 && args_more(a)) {
		code = link_option(&t->words, a, ndm, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct two_node_link *t = self;
	const struct link_orientation *o = &t->words.orient;
	link_words_begin(&t->words);
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
	el->nstate = t->spring.nstate;
	return link_build(&t->link, &t->words, el, mem, a->object, e);
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
	element_bar_mass(t->link.ndm, t->link.ndf_i, t->link.ndf_j, t->words.mass, false, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct two_node_link *t = self;
	return springs_response_own(&t->spring, &t->link, io, true, argc, argv, ret_x, max);
}

static bool linear(const void *self)
{
	const struct two_node_link *t = self;
	return !t->words.pdelta && springs_linear(&t->spring);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct two_node_link *t = self;
	ret_c->symmetric = !t->words.pdelta;
	ret_c->inexact = t->words.pdelta;
	/* the default local y of links in space follows the global axes */
	ret_c->invariant = t->link.ndm == 2 && !t->words.orient.has_x && t->link.length > 0.0;
}

static int basis(const void *self, double *ret_b)
{
	const struct two_node_link *t = self;
	return t->words.pdelta ? 0 : springs_basis(&t->spring, &t->link, ret_b);
}

static void law(const void *self, const struct element_io *io, const double *deformation, const double *rate, double *ret_q)
{
	const struct two_node_link *t = self;
	double k[LINK_MAX], c[LINK_MAX];
	springs_step(&t->spring, io, deformation, rate, ret_q, k, c);
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
	.law = law,
	.modulus = modulus,
	.claim = claim,
};
