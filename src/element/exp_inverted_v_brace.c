/* Experimental inverted V-brace: two braces from nodes i and j to an apex at node k, tested together.
 *
 *          k            With l1 = x_k - x_i, l2 = x_k - x_j, D = l1x l2y - l2x l1y, the apex is moved by d, the displacement of k relative
 *         / \           to the apex of a rigid triangle carried by i and j; the third coordinate (a rotation) is always 0:
 *    l1  /   \  l2
 *       i     j         dx = uk_x - (l1x l2y ui_x + l1y l2y ui_y - l2x l1y uj_x - l1y l2y uj_y)/D
 *                       dy = uk_y + (l1x l2x ui_x + l2x l1y ui_y - l1x l2x uj_x - l1x l2y uj_y)/D
 *
 * Measured are the reactions (Fx1 Fy1 M1 Fx2 Fy2 M2) under i and j. Each is brought to the direction of its brace,
 *
 *   at i: Fx = (Fx1 + (l1x/l1y) Fy1)/2,   Fy = ((l1y/l1x) Fx1 + Fy1)/2;   j alike with l2;   k gets minus the sum; no moments
 *
 * with l1, l2 between the nodes where they stood at the end of the last step. A control error g = K0 (d_measured - d) is put on both halves:
 * Fx1 += g1/2 + (g2/2) l1x/l1y, Fy1 += (g1/2) l1y/l1x + g2/2, j alike.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exchange.h"

enum { BRACE_NODES = 3, BRACE_NDF = 3, BRACE_DOF = 9, BRACE_FORCES = 6 };

struct brace {
	struct exchange x;
	double at[BRACE_NODES][3];         /* coordinates of i, j, k                               */
	double row[3 * BRACE_DOF];         /* d = row u                                            */
	double rho[2], length[2];
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the node under the first brace" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the node under the second brace" },
	{ .name = "kNode", .kind = PARAM_ROW, .required = true, .help = "tag of the node at the apex" },
	EXCHANGE_PARAMS,
	{ .name = "-rho", .kind = PARAM_ROW, .help = "r1 r2: mass per length of the two braces >= 0, default 0. Also -rho1 r1, -rho2 r2" },
	{ .name = NULL },
};

static int read_options(struct brace *b, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&b->x, a, el, m, mem, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-rho")) {
			code = args_real(a, "-rho", RANGE_NONNEG, &b->rho[0], e);
			if (code == 0)
				code = args_real(a, "-rho", RANGE_NONNEG, &b->rho[1], e);
		} else if (args_accept(a, "-rho1")) {
			code = args_real(a, "-rho1", RANGE_NONNEG, &b->rho[0], e);
		} else if (args_accept(a, "-rho2")) {
			code = args_real(a, "-rho2", RANGE_NONNEG, &b->rho[1], e);
		} else if (args_accept(a, "-nlGeom")) {
			code = err_set(e, ERR_UNSUPPORTED, a->object, "-nlGeom: the braces are tested in small displacements only");
		} else {
			code = args_end(a, e);
		}
	}
	return code < 0 ? code : 0;
}

/* Vector from node n (0, 1) to the apex, the nodes displaced by u; NULL: undisplaced. */
static void leg(const struct brace *b, int n, const double *u, double *ret_l)
{
	for (int i = 0; i < 2; i++)
		ret_l[i] = b->at[2][i] - b->at[n][i] + (u ? u[2 * BRACE_NDF + i] - u[n * BRACE_NDF + i] : 0.0);
}

static int place(struct brace *b, const struct element *el, const char *object, struct err *e)
{
	double l1[2], l2[2];

	for (int i = 0; i < BRACE_NODES; i++)
		element_place(el, i, b->at[i]);
	leg(b, 0, NULL, l1);
	leg(b, 1, NULL, l2);
	double d = l1[0] * l2[1] - l2[0] * l1[1];
	if (l1[0] == 0.0 || l1[1] == 0.0 || l2[0] == 0.0 || l2[1] == 0.0 || d == 0.0) {
		int code = err_set(e, ERR_GEOMETRY, object, "its braces must be inclined, and not parallel to each other");
		err_value(e, "from nodes %d and %d to %d: (%g, %g) and (%g, %g)", el->node[0]->tag, el->node[1]->tag, el->node[2]->tag, l1[0], l1[1], l2[0], l2[1]);
		return code;
	}
	const double x[BRACE_DOF] = { -l1[0] * l2[1] / d, -l1[1] * l2[1] / d, 0.0, l2[0] * l1[1] / d, l1[1] * l2[1] / d, 0.0, 1.0, 0.0, 0.0 };
	const double y[BRACE_DOF] = { l1[0] * l2[0] / d, l2[0] * l1[1] / d, 0.0, -l1[0] * l2[0] / d, -l1[0] * l2[1] / d, 0.0, 0.0, 1.0, 0.0 };
	memcpy(b->row, x, sizeof x);
	memcpy(b->row + BRACE_DOF, y, sizeof y);
	b->length[0] = sqrt(l1[0] * l1[0] + l1[1] * l1[1]);
	b->length[1] = sqrt(l2[0] * l2[0] + l2[1] * l2[1]);
	return 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct brace *b = self;

	if (m->ndm != 2) {
		int code = err_set(e, ERR_STATE, a->object, "a V-brace needs a plane model");
		err_value(e, "-ndm %d", m->ndm);
		return code;
	}
	int code = element_nodes(el, a, BRACE_NODES, m, mem, e);
	if (code == 0)
		code = element_need_ndf(el, BRACE_NDF, true, a->object, e);
	if (code < 0)
		return code;
	exchange_begin(&b->x, 3, el);
	b->x.nforce = BRACE_FORCES;
	code = read_options(b, a, el, m, mem, e);
	if (code == 0)
		code = place(b, el, a->object, e);
	return code < 0 ? code : exchange_join(&b->x, a->object, mem, e);
}

static void motion(const struct brace *b, const struct element_io *io, struct exchange_motion *ret_m)
{
	const double *of[MOTIONS] = { io->u, io->v, io->a };

	for (int k = 0; k < MOTIONS; k++)
		mat_vec(3, BRACE_DOF, b->row, of[k], ret_m->x[k]);
}

static int send(const void *self, const struct element_io *io)
{
	const struct brace *b = self;
	struct exchange_motion m;

	motion(b, io, &m);
	return exchange_send(&b->x, io, &m);
}

/* Half of the force that the control error stands for goes to each brace. */
static void correct(const struct brace *b, const double *uc, double *q)
{
	const struct exchange_memory *s = b->x.memory;
	double error[3], g[3];

	for (int i = 0; i < 3; i++)
		error[i] = s->daq[MOTION_DISP][i] - s->ctrl[MOTION_DISP][i];
	mat_vec(3, 3, b->x.k0, error, g);
	for (int n = 0; n < 2; n++) {
		double l[2];

		leg(b, n, uc, l);
		q[3 * n] += 0.5 * (g[0] + g[1] * l[0] / l[1]);
		q[3 * n + 1] += 0.5 * (g[0] * l[1] / l[0] + g[1]);
	}
}

static void force(const struct brace *b, const double *uc, const double *q, double *ret_f)
{
	memset(ret_f, 0, BRACE_DOF * sizeof *ret_f);
	for (int n = 0; n < 2; n++) {
		double l[2], *f = ret_f + n * BRACE_NDF, *apex = ret_f + 2 * BRACE_NDF;

		leg(b, n, uc, l);
		f[0] = 0.5 * (q[3 * n] + l[0] / l[1] * q[3 * n + 1]);
		f[1] = 0.5 * (l[1] / l[0] * q[3 * n] + q[3 * n + 1]);
		apex[0] -= f[0];
		apex[1] -= f[1];
	}
}

static void initial(const void *self, double *ret_k)
{
	const struct brace *b = self;

	mat_congruence(3, BRACE_DOF, b->x.k0, b->row, ret_k);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct brace *b = self;
	struct exchange_motion m;
	bool measured;

	if (io->live)
		motion(b, io, &m);
	double *q = exchange_force(&b->x, io, &m, &measured);
	if (!q) {
		exchange_fail(BRACE_DOF, f, k, c);
		return;
	}
	if (measured && exchange_corrects(&b->x, io))
		correct(b, io->uc, q);
	force(b, io->uc, q, f);
	if (k)
		initial(self, k);
	exchange_undamped(BRACE_DOF, c);
}

static void mass(const void *self, double *ret_m)
{
	const struct brace *b = self;

	memset(ret_m, 0, BRACE_DOF * BRACE_DOF * sizeof *ret_m);
	for (int n = 0; n < 2; n++)
		for (int i = 0; i < 2; i++) {
			double half = 0.5 * b->rho[n] * b->length[n];
			int foot = n * BRACE_NDF + i, apex = 2 * BRACE_NDF + i;

			ret_m[foot * (BRACE_DOF + 1)] += half;
			ret_m[apex * (BRACE_DOF + 1)] += half;
		}
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const local[] = { "localForce", "localForces", NULL };
	const struct brace *b = self;
	double f[BRACE_DOF];

	if (argc < 1 || !text_among(argv[0], local))
		return exchange_response(&b->x, argc, argv, ret_x, max);
	force(b, io->uc, b->x.memory->q, f);
	return exchange_copy(BRACE_DOF, f, ret_x, max);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	ret_c->symmetric = exchange_symmetric(self);
}

const struct element_ops element_exp_inverted_v_brace = {
	.name = "invertedVBrace",
	.brief = "experimental inverted V-brace: two braces tested together at their apex",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "1 4 2 -site 9 -initStif 100 0 0 0 100 0 0 0 100 | 1 4 2 -site 9 -initStif 100 20 0 20 100 0 0 0 100 -iMod -rho 0.3 0.4",
	.params = params,
	.claims = { .symmetric = true, .steady = true },
	.exchange = true,
	.size = sizeof(struct brace),
	.setup = setup,
	.respond = respond,
	.initial = initial,
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
