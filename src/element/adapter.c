/* Element adapter: the freedoms of this model that another program's experimental control SimFEAdapter moves, and whose forces it measures.
 *
 *   q = K (d - d_target) at the listed freedoms; K stiff, so that d follows the target (docs/foreign.md)
 *
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/served.h"

#include "element/freedoms.h"

struct adapter {
	struct freedoms at;
	double *k, *mass;          /* n x n; owned: model arena; mass NULL: none */
	struct served *served;     /* owned: laboratory's arena */
};

static const struct param params[] = {
	{ .name = "-node", .kind = PARAM_ROW, .required = true, .help = "tags of the nodes" },
	{ .name = "-dof", .kind = PARAM_ROW, .required = true, .help = "freedoms of the first node, then -dof and those of the next; as many -dof as nodes" },
	{ .name = "-stif", .kind = PARAM_ROW, .required = true, .help = "stiffness of the spring that imposes the targets, row by row" },
	SERVED_PARAMS,
	{ .name = "-mass", .kind = PARAM_ROW, .help = "mass matrix of the freedoms, row by row" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "0 (default) or 1: takes part in Rayleigh damping" },
	{ .name = NULL },
};

/* n x n numbers, and behind them the port: a list of numbers would take it, too. */
static int read_stiffness(struct adapter *s, struct args *a, int *ret_port, struct arena *mem, struct err *e)
{
	int n = s->at.n * s->at.n, code = 0;

	if (!args_accept(a, "-stif") && !args_accept(a, "-stiff")) {
		code = err_set(e, ERR_ARGUMENT, a->object, "expected -stif and %d values, the %d x %d stiffness row by row", n, s->at.n, s->at.n);
		err_value(e, "%s", args_more(a) ? args_peek(a) : "(end of command)");
		return code;
	}
	s->k = ARENA_ARRAY(mem, (size_t)n, double);
	if (!s->k)
		return err_set(e, ERR_MEMORY, a->object, "out of memory");
	for (int i = 0; i < n && code == 0; i++)
		code = args_real(a, "-stif", RANGE_ANY, &s->k[i], e);
	return code ? code : args_int(a, "ipPort", 1, 65535, ret_port, e);
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct adapter *s = self;
	struct cable_words words;
	int code = freedoms_read(&s->at, a, el, m, mem, e);

	served_words(&words);
	if (code == 0)
		code = read_stiffness(s, a, &words.port, mem, e);
	while (code >= 0 && args_more(a)) {
		code = cable_option(&words, a, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-mass"))
			code = freedoms_matrix(&s->at, a, "-mass", true, mem, &s->mass, e);
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : served_open(&s->served, s->at.n, &words, m, a->object, e);
}

static void spring(const struct adapter *s, const double *d, const double *target, double *ret_q)
{
	int n = s->at.n;

	for (int i = 0; i < n; i++) {
		ret_q[i] = 0.0;
		for (int j = 0; j < n; j++)
			ret_q[i] += s->k[i * n + j] * (d[j] - target[j]);
	}
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct adapter *s = self;
	double d[ELEMENT_DOF_MAX], dc[ELEMENT_DOF_MAX], q[ELEMENT_DOF_MAX] = {0};
	const double *target;

	freedoms_gather(&s->at, io->u, d);
	freedoms_gather(&s->at, io->uc, dc);
	if (served_now(s->served))
		spring(s, dc, served_now(s->served), q);
	target = served_target(s->served, io->dt, io->live, dc, q);
	if (target)
		spring(s, d, target, q);
	freedoms_scatter(&s->at, q, f);
	for (int i = 0; i < s->at.ndof && !target; i++)
		f[i] = (double)NAN;
	if (k)
		freedoms_spread(&s->at, s->k, k);
	if (c)
		memset(c, 0, (size_t)(s->at.ndof * s->at.ndof) * sizeof *c);
}

static void initial(const void *self, double *ret_k)
{
	const struct adapter *s = self;

	freedoms_spread(&s->at, s->k, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct adapter *s = self;

	memset(ret_m, 0, (size_t)(s->at.ndof * s->at.ndof) * sizeof *ret_m);
	if (s->mass)
		freedoms_spread(&s->at, s->mass, ret_m);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct adapter *s = self;
	double d[ELEMENT_DOF_MAX], q[ELEMENT_DOF_MAX] = {0};

	freedoms_gather(&s->at, io->u, d);
	if (served_now(s->served))
		spring(s, d, served_now(s->served), q);
	return served_response(s->served, d, q, argc, argv, ret_x, max);
}

static int committed(const void *self)
{
	return served_committed(((const struct adapter *)self)->served);
}

static void refused(const void *self)
{
	served_refused(((const struct adapter *)self)->served);
}

static int fault(const void *self, struct err *e)
{
	return served_fault(((const struct adapter *)self)->served, e);
}

static void removed(const void *self)
{
	served_end(((const struct adapter *)self)->served);
}

const struct element_ops element_adapter = {
	.name = "adapter",
	.brief = "freedoms that SimFEAdapter of another program moves and measures: this model is its specimen",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.params = params,
	.exchange = true,
	.size = sizeof(struct adapter),
	.setup = setup,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.response = response,
	.committed = committed,
	.refused = refused,
	.fault = fault,
	.removed = removed,
};
