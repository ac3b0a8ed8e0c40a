/* Experimental generic element: any freedoms of any nodes, in global axes.
 *
 * Basic coordinates are the listed freedoms in the order of the script; the measured forces act on them, the tangent is -initStif and
 * the mass -mass, both n x n at these freedoms.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exchange.h"

struct generic {
	struct exchange x;
	int ndof;
	int *at;                   /* n: place of each coordinate among the element's freedoms; owned: model arena */
	double *mass;              /* n x n; owned: model arena; NULL: none */
};

static const struct param params[] = {
	{ .name = "-node", .kind = PARAM_ROW, .required = true, .help = "tags of the nodes" },
	{ .name = "-dof", .kind = PARAM_ROW, .required = true, .help = "freedoms of the first node, then -dof and those of the next; as many -dof as nodes" },
	EXCHANGE_PARAMS,
	{ .name = "-mass", .kind = PARAM_ROW, .help = "mass matrix of the coordinates, row by row" },
	{ .name = "-checkTime", .kind = PARAM_ROW, .help = "sends when time has changed, too" },
	{ .name = NULL },
};

static int read_nodes(struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int n = 0;

	if (!args_accept(a, "-node")) {
		int code = err_set(e, ERR_ARGUMENT, a->object, "expected -node and the nodes' tags");
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		return code;
	}
	for (struct args look = *a; args_more_int(&look); look.at++)
		n++;
	if (n == 0)
		return err_set(e, ERR_ARGUMENT, a->object, "no node after -node");
	return element_nodes(el, a, n, m, mem, e);
}

/* The freedoms of one node; first: where its freedoms begin among the element's. */
static int read_freedoms(struct generic *g, struct args *a, const struct node *node, int first, struct err *e)
{
	int begin = g->x.n, code = 0;

	if (!args_accept(a, "-dof") && !args_accept(a, "-dir")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "expected -dof and the freedoms of node %d", node->tag);
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		err_hint(e, "give one -dof list for every node");
		return code;
	}
	while (code == 0 && (g->x.n == begin || args_more_int(a))) {
		int dof = 0;
		code = args_int(a, "freedom", 1, node->ndf, &dof, e);
		for (int i = begin; i < g->x.n && code == 0; i++)
			if (g->at[i] == first + dof - 1)
				code = err_set(e, ERR_DUPLICATE, a->object, "freedom %d of node %d is given twice", dof, node->tag);
		if (code == 0)
			g->at[g->x.n++] = first + dof - 1;
	}
	return code;
}

static int read_mass(struct generic *g, struct args *a, struct arena *mem, struct err *e)
{
	int n, code = args_list_real(a, "-mass", RANGE_ANY, 1, mem, &g->mass, &n, e);

	if (code == 0 && n != g->x.n * g->x.n) {
		code = err_set(e, ERR_RANGE, a->object, "-mass has the wrong number of values");
		err_value(e, "%d", n);
		err_allowed(e, "%d, the %d x %d matrix row by row", g->x.n * g->x.n, g->x.n, g->x.n);
	}
	for (int i = 0; i < g->x.n && code == 0; i++)
		for (int j = 0; j < i && code == 0; j++)
			if (g->mass[i * g->x.n + j] != g->mass[j * g->x.n + i]) {
				code = err_set(e, ERR_RANGE, a->object, "-mass is not symmetric: row %d, column %d", i + 1, j + 1);
				err_value(e, "%g and %g", g->mass[i * g->x.n + j], g->mass[j * g->x.n + i]);
			}
	return code;
}

static int read_options(struct generic *g, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&g->x, a, el, m, mem, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-mass"))
			code = read_mass(g, a, mem, e);
		else if (args_accept(a, "-checkTime"))
			g->x.check_time = true;
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct generic *g = self;
	int code = read_nodes(a, el, m, mem, e);

	for (int i = 0; i < el->nnode && code == 0; i++)
		g->ndof += el->node[i]->ndf;
	if (code == 0 && g->ndof > ELEMENT_DOF_MAX) {
		code = err_set(e, ERR_LIMIT, a->object, "its nodes have too many freedoms");
		err_value(e, "%d", g->ndof);
		err_allowed(e, "at most %d", ELEMENT_DOF_MAX);
	}
	if (code < 0)
		return code;
	g->at = ARENA_ARRAY(mem, (size_t)g->ndof, int);
	if (!g->at)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	for (int i = 0, first = 0; i < el->nnode && code == 0; first += el->node[i++]->ndf)
		code = read_freedoms(g, a, el->node[i], first, e);
	if (code < 0)
		return code;
	exchange_begin(&g->x, g->x.n, el);
	code = read_options(g, a, el, m, mem, e);
	return code < 0 ? code : exchange_join(&g->x, a->object, mem, e);
}

static void motion(const struct generic *g, const struct element_io *io, struct exchange_motion *ret_m)
{
	const double *of[MOTIONS] = { io->u, io->v, io->a };

	for (int k = 0; k < MOTIONS; k++)
		for (int i = 0; i < g->x.n; i++)
			ret_m->x[k][i] = of[k][g->at[i]];
}

static int send(const void *self, const struct element_io *io)
{
	const struct generic *g = self;
	struct exchange_motion m;

	motion(g, io, &m);
	return exchange_send(&g->x, io, &m);
}

/* A matrix of the coordinates at the element's freedoms. */
static void spread(const struct generic *g, const double *small, double *ret_large)
{
	int n = g->x.n;

	memset(ret_large, 0, (size_t)(g->ndof * g->ndof) * sizeof *ret_large);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			ret_large[g->at[i] * g->ndof + g->at[j]] = small[i * n + j];
}

static void force(const struct generic *g, const double *q, double *ret_f)
{
	memset(ret_f, 0, (size_t)g->ndof * sizeof *ret_f);
	for (int i = 0; i < g->x.n; i++)
		ret_f[g->at[i]] = q[i];
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct generic *g = self;
	struct exchange_motion m;
	bool measured;

	if (io->live)
		motion(g, io, &m);
	const double *q = exchange_force(&g->x, io, &m, &measured);
	if (!q) {
		exchange_fail(g->ndof, f, k, c);
		return;
	}
	force(g, q, f);
	if (k)
		spread(g, g->x.k0, k);
	exchange_undamped(g->ndof, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct generic *g = self;

	spread(g, g->x.k0, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct generic *g = self;

	memset(ret_m, 0, (size_t)(g->ndof * g->ndof) * sizeof *ret_m);
	if (g->mass)
		spread(g, g->mass, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const local[] = { "localForce", "localForces", NULL };
	const struct generic *g = self;
	double f[ELEMENT_DOF_MAX];

	(void)io;
	if (argc < 1 || !element_word(argv[0], local))
		return exchange_response(&g->x, argc, argv, ret_x, max);
	force(g, g->x.memory->q, f);
	return exchange_copy(g->ndof, f, ret_x, max);
}

static void claim(const void *self, struct element_claims *ret_c)
{
	ret_c->symmetric = exchange_symmetric(self);
}

const struct element_ops element_exp_generic = {
	.name = "generic",
	.brief = "experimental element on any freedoms of any nodes",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "-node 1 2 -dof 1 -dof 1 2 -site 3 -initStif 100 0 0 0 100 0 0 0 100 -mass 0.3 0.1 0 0.1 0.3 0 0 0 0.4 |"
	           " -node 2 -dof 2 -site 1 -initStif 100 -checkTime |"
	           " -node 1 2 12 -dof 1 -dof 2 -dof 2 -site 3 -initStif 100 0 0 0 100 0 0 0 100 -iMod",
	.params = params,
	.claims = { .symmetric = true, .steady = true },
	.exchange = true,
	.size = sizeof(struct generic),
	.setup = setup,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.response = response,
	.claim = claim,
	.send = send,
	.committed = exchange_committed,
	.fault = exchange_fault,
	.removed = exchange_removed,
};
