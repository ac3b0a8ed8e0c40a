/* Experimental generic element: any freedoms of any nodes, in global axes.
 *
 * Basic coordinates are the listed freedoms in the order of the script; the measured forces act on them, the tangent is -initStif and
 * the mass -mass, both n x n at these freedoms.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/exchange.h"
#include "element/freedoms.h"

struct generic {
	struct exchange x;
	struct freedoms at;
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

static int read_options(struct generic *g, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = exchange_option(&g->x, a, el, m, mem, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-mass"))
			code = freedoms_matrix(&g->at, a, "-mass", true, mem, &g->mass, e);
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
	int code = freedoms_read(&g->at, a, el, m, mem, e);

	if (code < 0)
		return code;
	exchange_begin(&g->x, g->at.n, el);
	code = read_options(g, a, el, m, mem, e);
	return code < 0 ? code : exchange_join(&g->x, a->object, mem, e);
}

static void motion(const struct generic *g, const struct element_io *io, struct exchange_motion *ret_m)
{
	const double *of[MOTIONS] = { io->u, io->v, io->a };

	for (int k = 0; k < MOTIONS; k++)
		freedoms_gather(&g->at, of[k], ret_m->x[k]);
}

static int send(const void *self, const struct element_io *io)
{
	const struct generic *g = self;
	struct exchange_motion m;

	motion(g, io, &m);
	return exchange_send(&g->x, io, &m);
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
		exchange_fail(g->at.ndof, f, k, c);
		return;
	}
	freedoms_scatter(&g->at, q, f);
	if (k)
		freedoms_spread(&g->at, g->x.k0, k);
	exchange_undamped(g->at.ndof, c);
}

static int rows(const void *self, struct element_rows *ret)
{
	const struct generic *g = self;

	if (!ret->at_rest && !exchange_plain(&g->x, false, &ret->why))
		return 0;
	memset(ret->row, 0, (size_t)(g->at.n * g->at.ndof) * sizeof *ret->row);
	for (int i = 0; i < g->at.n; i++)
		ret->row[i * g->at.ndof + g->at.at[i]] = 1.0;
	return g->at.n;
}

static void initial(const void *self, double *ret_k)
{
	const struct generic *g = self;

	freedoms_spread(&g->at, g->x.k0, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct generic *g = self;

	memset(ret_m, 0, (size_t)(g->at.ndof * g->at.ndof) * sizeof *ret_m);
	if (g->mass)
		freedoms_spread(&g->at, g->mass, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const local[] = { "localForce", "localForces", NULL };
	const struct generic *g = self;
	double f[ELEMENT_DOF_MAX];

	(void)io;
	if (argc < 1 || !text_among(argv[0], local))
		return exchange_response(&g->x, argc, argv, ret_x, max);
	freedoms_scatter(&g->at, g->x.memory->q, f);
	return exchange_copy(g->at.ndof, f, ret_x, max);
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
	.elsewhere = exchange_elsewhere,
	.rows = rows,
	.ramp = exchange_ramp,
	.committed = exchange_committed,
	.fault = exchange_fault,
	.exchanged = exchange_exchanged,
	.removed = exchange_removed,
};
