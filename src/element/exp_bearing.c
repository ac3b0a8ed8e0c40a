/* Experimental bearing: shears are measured, axial force and moments come from materials.
 *
 * Basic directions as a twoNodeLink: axial, shear (one or two), and the rotations, with one shear distance s for both shears. All are
 * sent. A direction that no actuator drives, except the shears, has the force of its material; with pFrcCtrl = 1 the force of the
 * axial material goes with every trial, for a rig that controls it. -initStif is the stiffness of the shears alone.
 * -pDelta as twoNodeLink, and the rotations r of the ends turn the axial force N over their distance from the shear coordinate:
 *
 *   M_i += N (s L r_i - (1 - s) L r_j),   M_j -= the same
 *
 * The tangent is that of the materials, -initStif, and the P-Delta part, which holds N but not its change.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exp_link.h"

#include "element/bearing.h"

struct exp_bearing {
	struct exchange x;
	struct link link;
	struct link_words words;
	struct bearing_springs materials;
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "pFrcCtrl", .kind = PARAM_ROW, .required = true, .help = "1: the axial force is sent for control, 0: it is not" },
	{ .name = "-P", .kind = PARAM_ROW, .required = true, .help = "material of the axial direction" },
	{ .name = "-T", .kind = PARAM_ROW, .help = "material in torsion (space)" },
	{ .name = "-My", .kind = PARAM_ROW, .help = "material of the moment about local y (space)" },
	{ .name = "-Mz", .kind = PARAM_ROW, .required = true, .help = "material of the moment about local z" },
	EXCHANGE_PARAMS,
	EXP_LINK_PARAMS,
	{ .name = "-shearDist", .kind = PARAM_ROW, .help = "distance of the shear coordinate from node i over the length, 0..1, default 0.5" },
	{ .name = NULL },
};

static int read_options(struct exp_bearing *b, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&b->x, a, el, m, mem, e);
		if (code == 0)
			code = bearing_option(&b->materials, a, e);
		if (code == 0 && args_accept(a, "-shearDist")) {
			code = args_real(a, "-shearDist", RANGE_UNIT, &b->words.share[0], e);
			b->words.share[1] = b->words.share[0];
			continue;
		}
		if (code == 0)
			code = link_option(&b->words, a, m->ndm, e);
		if (code == 0)
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

/* The moments of the axial force over the rotations of the ends. */
static void add_rotations(struct link *l, double share, int about)
{
	double h[2] = { share * l->length, (1.0 - share) * l->length };

	for (int to = 0; to < 2; to++)
		for (int from = 0; from < 2; from++)
			link_geo_add(l, to, about, (to == from ? 1.0 : -1.0) * h[from], from, about);
}

static int build(struct exp_bearing *b, struct element *el, const struct model *m, struct arena *mem, const char *object, struct err *e)
{
	int code = bearing_materials(&b->materials, 0, m, object, e);

	if (code == 0)
		code = link_nodes(&b->link, el, m->ndm, object, e);
	if (code == 0)
		code = exp_link_orient(&b->link, &b->words.orient, el, object, e);
	if (code == 0)
		code = link_build(&b->link, &b->words, el, mem, object, e);
	if (code < 0)
		return code;
	if (b->words.pdelta)
		add_rotations(&b->link, b->words.share[0], 5);
	if (b->words.pdelta && m->ndm == 3)
		add_rotations(&b->link, b->words.share[0], 4);
	el->nstate = b->materials.spring.nstate;
	return 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct exp_bearing *b = self;
	int control = 0, code = bearing_space(m, a->object, e);

	if (code == 0)
		code = element_nodes(el, a, 2, m, mem, e);
	if (code == 0)
		code = args_int(a, "pFrcCtrl", 0, 1, &control, e);
	if (code < 0)
		return code;
	int shears = bearing_directions(&b->link, m->ndm);
	exchange_begin(&b->x, b->link.n, el);
	b->x.nk = shears;
	b->x.first = 1;
	b->x.sends_force = control == 1;
	link_words_begin(&b->words);
	code = read_options(b, a, el, m, mem, e);
	if (code == 0)
		code = build(b, el, m, mem, a->object, e);
	return code < 0 ? code : exchange_join(&b->x, a->object, mem, e);
}

static void start(const void *self, double *h)
{
	const struct exp_bearing *b = self;

	springs_start(&b->materials.spring, h);
}

/* Answers of the materials, which may go with the trial. */
static void materials(const struct exp_bearing *b, const struct element_io *io, double *ret_q, double *ret_k, double *ret_c)
{
	const struct link *l = &b->link;
	double v[LINK_MAX], rate[LINK_MAX];

	link_deform(l, io->u, v);
	link_deform(l, io->v, rate);
	memset(ret_k, 0, (size_t)(l->n * l->n) * sizeof *ret_k);
	memset(ret_c, 0, (size_t)(l->n * l->n) * sizeof *ret_c);
	bearing_step(&b->materials, l, io, v, rate, ret_q, ret_k, ret_c);
	if (io->live && b->x.sends_force)
		b->x.memory->trial.x[SLOT_FORCE][0] = ret_q[0];
}

static int send(const void *self, const struct element_io *io)
{
	const struct exp_bearing *b = self;
	struct exchange_motion m;
	double q[LINK_MAX], k[LINK_MAX * LINK_MAX], c[LINK_MAX * LINK_MAX];

	materials(b, io, q, k, c);
	exp_link_motion(&b->link, io, &m);
	return exchange_send(&b->x, io, &m);
}

static void add_shear(const struct exp_bearing *b, double *kb)
{
	const struct exchange *x = &b->x;

	for (int i = 0; i < x->nk; i++)
		for (int j = 0; j < x->nk; j++)
			kb[(1 + i) * b->link.n + 1 + j] = x->k0[i * x->nk + j];
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct exp_bearing *b = self;
	const struct link *l = &b->link;
	struct exchange_motion m;
	double own[LINK_MAX], kb[LINK_MAX * LINK_MAX], cb[LINK_MAX * LINK_MAX];
	bool measured;

	materials(b, io, own, kb, cb);
	if (io->live)
		exp_link_motion(l, io, &m);
	double *q = exchange_force(&b->x, io, &m, &measured);
	if (!q) {
		exchange_fail(l->ndof, f, k, c);
		return;
	}
	for (int i = 0; i < b->materials.spring.n; i++) {
		int d = bearing_basic(l, i);
		if (!b->x.driven[d])
			q[d] = own[d];
	}
	add_shear(b, kb);
	exp_link_assemble(l, io, q, kb, f, k);
	if (c)
		mat_congruence(l->n, l->ndof, cb, l->row, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct exp_bearing *b = self;
	double kb[LINK_MAX * LINK_MAX] = { 0 };

	bearing_initial(&b->materials, &b->link, kb);
	add_shear(b, kb);
	mat_congruence(b->link.n, b->link.ndof, kb, b->link.row, ret_k);
}

/* Materials whose coordinate nobody measures are computed. */
static void tested(const void *self, double *ret_k)
{
	const struct exp_bearing *b = self;
	double kb[LINK_MAX * LINK_MAX] = { 0 };

	bearing_initial(&b->materials, &b->link, kb);
	for (int i = 0; i < b->materials.spring.n; i++) {
		int d = bearing_basic(&b->link, i);
		if (!b->x.driven[d])
			kb[d * (b->link.n + 1)] = 0.0;
	}
	add_shear(b, kb);
	mat_congruence(b->link.n, b->link.ndof, kb, b->link.row, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct exp_bearing *b = self;

	element_bar_mass(b->link.ndm, b->link.ndf_i, b->link.ndf_j, b->words.mass, false, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct exp_bearing *b = self;

	if (argc > 0 && !strcmp(argv[0], "material"))
		return springs_material_answer(&b->materials.spring, io->ht, argc - 1, argv + 1, ret_x, max);
	return exp_link_response(&b->x, &b->link, io, argc, argv, ret_x, max);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct exp_bearing *b = self;

	ret_c->symmetric = !b->words.pdelta && exchange_symmetric(&b->x);
	ret_c->inexact = b->words.pdelta;
	ret_c->invariant = b->link.ndm == 2 && !b->words.orient.has_x && !b->words.orient.has_y && b->link.length > 0.0;
}

const struct element_ops element_exp_bearing = {
	.name = "bearing",
	.brief = "experimental bearing: measured shears, materials for axial force and moments",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 2 0 -P 1 -Mz 1 -site 2 -initStif 100 -mass 0.3 | 1 2 0 -P 1 -Mz 3 -site 2 -initStif 100 -shearDist 0.3 -pDelta 0.4 0.5 |"
	           " 1 2 1 -P 1 -T 1 -My 1 -Mz 1 -site 7 -initStif 100 0 0 100 -mass 0.3 |"
	           " 1 2 0 -P 1 -T 3 -My 1 -Mz 1 -site 7 -initStif 100 0 0 100 -shearDist 0.6 -pDelta 0.4 0.4 0.3 0.3 -iMod",
	.params = params,
	.claims = { .symmetric = true },
	.exchange = true,
	.size = sizeof(struct exp_bearing),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.tested = tested,
	.mass = mass,
	.response = response,
	.claim = claim,
	.send = send,
	.elsewhere = exchange_elsewhere,
	.committed = exchange_committed,
	.fault = exchange_fault,
	.exchanged = exchange_exchanged,
	.removed = exchange_removed,
};
