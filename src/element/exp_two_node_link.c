/* Experimental twoNodeLink: the forces between two nodes are measured, in any of the local directions.
 *
 * Basic coordinates are the relative displacements of the nodes in the directions of -dir, with shear distances and P-Delta as
 * in two_node_link.c. A direction that no actuator drives and whose force is zero has the force K0_ii d_i. The tangent is
 * -initStif, or an estimate, and the P-Delta part with the current axial force.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exp_link.h"

struct exp_two_node_link {
	struct exchange x;
	struct link link;
	struct link_words words;
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "-dir", .kind = PARAM_ROW, .required = true, .help = "directions 1..6: along local x y z, about x y z; in the plane 1, 2, 3. Also -dof" },
	EXCHANGE_PARAMS,
	EXCHANGE_PARAM_TANGENT,
	EXP_LINK_PARAMS,
	{ .name = "-shearDist", .kind = PARAM_ROW,
	  .help = "distance of the shear coordinate from node i over the length, 0..1, default 0.5: plane one, space y and z" },
	{ .name = NULL },
};

static int read_directions(struct link *l, struct args *a, int ndm, struct err *e)
{
	int code = 0;

	if (!args_accept(a, "-dir") && !args_accept(a, "-dof")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "expected -dir and the directions");
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		return code;
	}
	while (code == 0 && (l->n == 0 || args_more_int(a))) {
		int word, dir = 0;
		code = args_int(a, "direction", 1, 6, &word, e);
		if (code == 0)
			code = link_direction(word, ndm, a->object, &dir, e);
		for (int i = 0; i < l->n && code == 0; i++)
			if (l->dir[i] == dir)
				code = err_set(e, ERR_DUPLICATE, a->object, "direction %d is given twice", word);
		l->dir[l->n] = dir;
		l->n += code == 0;
	}
	return code;
}

static int read_options(struct exp_two_node_link *t, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&t->x, a, el, m, mem, e);
		if (code == 0)
			code = link_option(&t->words, a, m->ndm, e);
		if (code == 0)
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct exp_two_node_link *t = self;
	int code = element_nodes(el, a, 2, m, mem, e);

	if (code == 0)
		code = read_directions(&t->link, a, m->ndm, e);
	if (code < 0)
		return code;
	exchange_begin(&t->x, t->link.n, el);
	t->x.estimates = true;
	link_words_begin(&t->words);
	code = read_options(t, a, el, m, mem, e);
	if (code == 0)
		code = link_nodes(&t->link, el, m->ndm, a->object, e);
	if (code == 0)
		code = exp_link_orient(&t->link, &t->words.orient, el, a->object, e);
	if (code == 0)
		code = link_build(&t->link, &t->words, el, mem, a->object, e);
	return code < 0 ? code : exchange_join(&t->x, a->object, mem, e);
}

static int send(const void *self, const struct element_io *io)
{
	const struct exp_two_node_link *t = self;
	struct exchange_motion m;

	exp_link_motion(&t->link, io, &m);
	return exchange_send(&t->x, io, &m);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct exp_two_node_link *t = self;
	const struct exchange *x = &t->x;
	struct exchange_motion m;
	bool measured;

	if (io->live)
		exp_link_motion(&t->link, io, &m);
	double *q = exchange_force(x, io, &m, &measured);
	if (!q) {
		exchange_fail(t->link.ndof, f, k, c);
		return;
	}
	for (int i = 0; i < x->n && measured; i++)
		if (!x->driven[i] && q[i] == 0.0)
			q[i] = x->k0[i * x->n + i] * m.x[MOTION_DISP][i];
	exp_link_assemble(&t->link, io, q, k ? exchange_stiffness(x, io) : NULL, f, k);
	exchange_undamped(t->link.ndof, c);
}

static int rows(const void *self, struct element_rows *ret)
{
	const struct exp_two_node_link *t = self;

	if (t->link.geo && !ret->at_rest) {
		ret->why = "-pDelta adds forces of its own";
		return 0;
	}
	if (!ret->at_rest && !exchange_plain(&t->x, true, &ret->why))
		return 0;
	memcpy(ret->row, t->link.row, (size_t)(t->link.n * t->link.ndof) * sizeof *ret->row);
	return t->link.n;
}

static void initial(const void *self, double *ret_k)
{
	const struct exp_two_node_link *t = self;

	mat_congruence(t->link.n, t->link.ndof, t->x.k0, t->link.row, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct exp_two_node_link *t = self;

	element_bar_mass(t->link.ndm, t->link.ndf_i, t->link.ndf_j, t->words.mass, false, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct exp_two_node_link *t = self;

	return exp_link_response(&t->x, &t->link, io, argc, argv, ret_x, max);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct exp_two_node_link *t = self;

	ret_c->symmetric = !t->words.pdelta && exchange_symmetric(&t->x);
	ret_c->inexact = t->words.pdelta;
	ret_c->steady = !t->words.pdelta && !t->x.tangent;
	ret_c->invariant = t->link.ndm == 2 && !t->words.orient.has_x && !t->words.orient.has_y && t->link.length > 0.0;
}

const struct element_ops element_exp_two_node_link = {
	.name = "twoNodeLink",
	.brief = "experimental link: measured forces in local directions of two nodes, with shear distance and P-Delta",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 -dir 1 -site 1 -initStif 100 | 1 2 -dir 1 2 3 -site 3 -initStif 100 0 0 0 100 0 0 0 100 -mass 0.7 |"
	           " 1 3 -dir 2 -site 1 -initStif 100 | 1 2 -dir 1 2 3 -site 3 -initStif 100 0 0 0 100 0 0 0 100 -shearDist 0.2 -pDelta 0.3 0.4 |"
	           " 1 2 -dir 3 1 2 4 6 5 -site 6 -initStif 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100 0 0 0 0 0 0 100"
	           " -shearDist 0.3 0.6 -mass 0.7 | 1 2 -dir 2 -site 1 -initStif 100 -tangStif 1 -iMod",
	.params = params,
	.claims = { .symmetric = true },
	.exchange = true,
	.size = sizeof(struct exp_two_node_link),
	.setup = setup,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.response = response,
	.claim = claim,
	.send = send,
	.elsewhere = exchange_elsewhere,
	.rows = rows,
	.ramp = exchange_ramp,
	.committed = exchange_committed,
	.fault = exchange_fault,
	.exchanged = exchange_exchanged,
	.removed = exchange_removed,
};
