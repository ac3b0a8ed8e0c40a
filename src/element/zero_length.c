/* zeroLength: independent springs between two nodes at the same place.
 *
 *   v_i = a_d . (u_j - u_i)  (d = 1..3, translations)  or  a_d . (r_j - r_i)  (d = 4..6, rotations about local axes)
 *   f_j = sum q_i a_d = -f_i,   q_i = sigma_i(v_i, rate)
 *
 * a_d are the local axes: global ones unless -orient is given. The distance between the nodes, if there is any, does
 * not matter. Materials of -dampMats see the velocity as their strain and add their stress.
 */
#include "element/springs.h"

struct zero_length {
	struct link link;
	struct springs spring;
	struct springs damper;     /* n = 0: none */
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "-mat", .kind = PARAM_ROW, .required = true, .help = "tags of uniaxial materials: force over displacement or moment over rotation" },
	{ .name = "-dir", .kind = PARAM_ROW, .required = true, .help = "as many directions 1..6: along local x y z, about x y z; in the plane 1, 2 and 3 or 6" },
	{ .name = "-orient", .kind = PARAM_ROW, .help = "x1 x2 x3 y1 y2 y3: local x, and a vector in the local x-y plane (plane: x alone will do)" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "takes part in Rayleigh damping (0: does not, the default)" },
	{ .name = "-dampMats", .kind = PARAM_ROW, .help = "as many materials again, which see velocities instead of displacements" },
	{ .name = NULL },
};

static int read_dampers(struct zero_length *z, struct args *a, const struct model *m, struct err *e)
{
	if (z->damper.n > 0)
		return err_set(e, ERR_DUPLICATE, a->object, "-dampMats is given twice");
	for (int i = 0; i < z->spring.n; i++) {
		int tag;
		int code = args_tag(a, "-dampMats", &tag, e);
		if (code < 0)
			return code;
		code = springs_add(&z->damper, tag, m, a->object, e);
		if (code < 0)
			return code;
	}
	return 0;
}

/* In the plane local y follows from x; in space both are needed. */
static int read_axes(double *x, double *y, struct args *a, int ndm, struct err *e)
{
	int code = element_vector(a, "-orient", x, e);
	if (code < 0)
		return code;
	if (ndm == 3 || args_more_real(a)) {
		code = element_vector(a, "-orient", y, e);
		if (code < 0)
			return code;
	}
	if (ndm < 3) {
		y[0] = -x[1];
		y[1] = x[0];
		y[2] = 0.0;
	}
	return 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct zero_length *z = self;
	double x[3] = { 1.0, 0.0, 0.0 }, y[3] = { 0.0, 1.0, 0.0 };
	int code = element_nodes(el, a, 2, m, mem, e);
	if (code < 0)
		return code;
	code = springs_read(&z->spring, &z->link, a, m, e);
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-orient"))
			code = read_axes(x, y, a, m->ndm, e);
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else if (args_accept(a, "-dampMats"))
			code = read_dampers(z, a, m, e);
		else
			code = args_end(a, e);
	}
	if (code < 0)
		return code;
	code = link_nodes(&z->link, el, m->ndm, a->object, e);
	if (code < 0)
		return code;
	z->link.length = 0.0;
	code = element_axes(x, y, z->link.axis, a->object, e);
	if (code < 0)
		return code;
	for (int i = 0; i < z->damper.n; i++)
		z->damper.history[i] += z->spring.nstate;
	el->nstate = z->spring.nstate + z->damper.nstate;
	return link_rows(&z->link, 0.0, 0.0, mem, a->object, e);
}

static void start(const void *self, double *h)
{
	const struct zero_length *z = self;
	springs_start(&z->spring, h);
	springs_start(&z->damper, h);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct zero_length *z = self;
	const struct link *l = &z->link;
	size_t size = (size_t)(l->ndof * l->ndof) * sizeof *f;
	double v[LINK_MAX], rate[LINK_MAX], q[LINK_MAX], kb[LINK_MAX], cb[LINK_MAX];
	const double still[LINK_MAX] = { 0 };
	link_deform(l, io->u, v);
	link_deform(l, io->v, rate);
	springs_step(&z->spring, io, v, rate, q, kb, cb);
	if (z->damper.n > 0) {
		double dq[LINK_MAX], dk[LINK_MAX], dc[LINK_MAX];
		springs_step(&z->damper, io, rate, still, dq, dk, dc);
		for (int i = 0; i < l->n; i++) {
			q[i] += dq[i];
			cb[i] += dk[i];
		}
	}
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
}

static void initial(const void *self, double *ret_k)
{
	const struct zero_length *z = self;
	springs_initial(&z->spring, &z->link, ret_k);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct zero_length *z = self;
	return springs_response_own(&z->spring, &z->link, io, false, argc, argv, ret_x, max);
}

static bool linear(const void *self)
{
	const struct zero_length *z = self;
	return springs_linear(&z->damper) && springs_linear(&z->spring);
}

static int basis(const void *self, double *ret_b)
{
	const struct zero_length *z = self;
	return z->damper.n > 0 ? 0 : springs_basis(&z->spring, &z->link, ret_b);
}

static void law(const void *self, const struct element_io *io, const double *deformation, const double *rate, double *ret_q)
{
	const struct zero_length *z = self;
	double k[LINK_MAX], c[LINK_MAX];
	springs_step(&z->spring, io, deformation, rate, ret_q, k, c);
}

static bool modulus(const void *self, const double *ht, double *ret_d)
{
	const struct zero_length *z = self;
	return springs_modulus(&z->spring, ht, ret_d);
}

const struct element_ops element_zero_length = {
	.name = "zeroLength",
	.brief = "independent springs between two nodes at the same place",
	.cite = "McGuire, Gallagher & Ziemian 2000, Matrix structural analysis, 2nd ed.",
	.example = "1 3 -mat 1 2 3 -dir 1 2 6 | 1 3 -mat 1 3 3 -dir 2 1 6 -orient 0.8 0.6 0 -0.6 0.8 0 -doRayleigh 1 |"
	           " 1 3 -mat 1 2 1 3 2 1 -dir 1 2 3 4 5 6 -orient 1 2 0.5 -1 1 0.3 | 11 13 -mat 2 1 -dir 1 2 -dampMats 1 1",
	.params = params,
	.claims = { .symmetric = true, .finite_rotation = false },
	.origin = ORIGIN_NOW,
	.size = sizeof(struct zero_length),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.response = response,
	.linear = linear,
	.basis = basis,
	.law = law,
	.modulus = modulus,
};
