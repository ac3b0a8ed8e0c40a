/* zeroLengthSection: one section between two nodes at the same place, as a section is examined or the end of a member slips.
 *
 *   e_i = a_i . (u_j - u_i)  (P along local x, Vy y, Vz z)  or  a_i . (r_j - r_i)  (T about local x, My y, Mz z)
 *   f_j = sum s_i a_i = -f_i,   k = A' k_s A
 *
 * a_d are the local axes: global ones unless -orient is given. The section's strains are differences, not parts of a length: a displacement in the place of
 * an extension, a rotation in the place of a curvature. History: strains, resultants, the section's own.
 */
#include "element/link.h"

struct zero_length_section {
	struct link link;
	const struct section *section;   /* borrowed: model */
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "secTag", .kind = PARAM_ROW, .required = true, .help = "tag of a section: force over displacement, moment over rotation" },
	{ .name = "-orient", .kind = PARAM_ROW, .help = "x1 x2 x3 y1 y2 y3: local x, and a vector in the local x-y plane; default the global axes" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "0 or 1 (default): takes part in Rayleigh damping" },
	{ .name = NULL },
};

/* A direction of the link for every component of the section. */
static int directions(struct zero_length_section *z, const struct model *m, const char *object, struct err *e)
{
	static const int dir[SECTION_CODES] = { [SECTION_P] = 0, [SECTION_VY] = 1, [SECTION_VZ] = 2, [SECTION_T] = 3, [SECTION_MY] = 4, [SECTION_MZ] = 5 };
	const struct section *s = z->section;
	z->link.n = s->n;
	for (int i = 0; i < s->n; i++) {
		int d = z->link.dir[i] = dir[s->code[i]];
		if (m->ndm == 1 ? d > 0 : m->ndm == 2 && d >= 2 && d < 5) {
			int code = err_set(e, ERR_ARGUMENT, object, "section %d has a component that nothing moves with -ndm %d", s->tag, m->ndm);
			err_allowed(e, m->ndm == 1 ? "P" : "P, Vy and Mz");
			return code;
		}
	}
	return 0;
}

static int read_options(double *x, double *y, struct args *a, struct element *el, struct err *e)
{
	int code = 0;
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-orient")) {
			code = element_vector(a, "-orient", x, e);
			if (code == 0)
				code = element_vector(a, "-orient", y, e);
		} else if (args_accept(a, "-doRayleigh")) {
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		} else {
			code = args_end(a, e);
		}
	}
	return code;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct zero_length_section *z = self;
	double x[3] = { 1.0, 0.0, 0.0 }, y[3] = { 0.0, 1.0, 0.0 };
	struct section *s;
	int tag, code = element_nodes(el, a, 2, m, mem, e);
	el->rayleigh = true;
	if (code == 0)
		code = args_tag(a, "section", &tag, e);
	if (code == 0)
		code = model_need_section(m, tag, a->object, &s, e);
	if (code == 0)
		code = read_options(x, y, a, el, e);
	if (code < 0)
		return code;
	z->section = s;
	code = directions(z, m, a->object, e);
	if (code == 0)
		code = link_nodes(&z->link, el, m->ndm, a->object, e);
	if (code < 0)
		return code;
	z->link.length = 0.0;
	code = element_axes(x, y, z->link.axis, a->object, e);
	if (code < 0)
		return code;
	el->nstate = 2 * s->n + s->nstate;
	return link_rows(&z->link, 0.0, 0.0, mem, a->object, e);
}

static void start(const void *self, double *h)
{
	const struct section *s = ((const struct zero_length_section *)self)->section;
	if (s->ops->start)
		s->ops->start(s->self, h + 2 * s->n);
}

/* k = A' k_s A */
static void spread(const struct link *l, const double *ks, double *ret_k)
{
	memset(ret_k, 0, (size_t)(l->ndof * l->ndof) * sizeof *ret_k);
	for (int i = 0; i < l->n; i++)
		for (int j = 0; j < l->n; j++)
			for (int r = 0; r < l->ndof; r++)
				for (int c = 0; c < l->ndof; c++)
					ret_k[r * l->ndof + c] += l->row[i * l->ndof + r] * ks[i * l->n + j] * l->row[j * l->ndof + c];
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct zero_length_section *z = self;
	const struct section *s = z->section;
	double ks[SECTION_MAX * SECTION_MAX], *strain = io->ht, *force = strain + s->n;
	link_deform(&z->link, io->u, strain);
	struct section_io in = { .e = strain, .dt = io->dt, .s = force, .k = k ? ks : NULL };
	s->ops->respond(s->self, io->hc + 2 * s->n, io->ht + 2 * s->n, &in);
	link_force(&z->link, force, io->u, f);
	if (k)
		spread(&z->link, ks, k);
	if (c)
		memset(c, 0, (size_t)(z->link.ndof * z->link.ndof) * sizeof *c);
}

static void initial(const void *self, double *ret_k)
{
	const struct zero_length_section *z = self;
	double ks[SECTION_MAX * SECTION_MAX];
	z->section->ops->initial(z->section->self, ks);
	spread(&z->link, ks, ret_k);
}

static int give(int n, const double *x, double *ret_x, int max)
{
	if (n > max)
		return 0;
	memcpy(ret_x, x, (size_t)n * sizeof *x);
	return n;
}

/* The section's strains and resultants, also behind "section", with its number 1 or without; what else stands behind it is the section's to answer. */
static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const force[] = { "basicForce", "basicForces", "localForce", "localForces", NULL };
	static const char *const defo[] = { "defo", "deformation", "deformations", "basicDeformation", "basicDeformations", NULL };
	static const char *const resultant[] = { "force", "forces", NULL };
	const struct section *s = ((const struct zero_length_section *)self)->section;
	const double *strain = io->ht;
	int number;
	if (argc == 1)
		return text_among(argv[0], force) ? give(s->n, strain + s->n, ret_x, max) : text_among(argv[0], defo) ? give(s->n, strain, ret_x, max) : 0;
	if (argc < 2 || strcmp(argv[0], "section") != 0)
		return 0;
	argc--, argv++;
	if (text_int(argv[0], &number)) {
		if (number != 1 || argc < 2)
			return 0;
		argc--, argv++;
	}
	if (argc == 1 && text_among(argv[0], resultant))
		return give(s->n, strain + s->n, ret_x, max);
	if (argc == 1 && text_among(argv[0], defo))
		return give(s->n, strain, ret_x, max);
	if (argc == 1 && strcmp(argv[0], "forceAndDeformation") == 0)
		return give(2 * s->n, strain, ret_x, max);
	return s->ops->response ? s->ops->response(s->self, strain + 2 * s->n, argc, argv, ret_x, max) : 0;
}

static bool linear(const void *self)
{
	const struct section *s = ((const struct zero_length_section *)self)->section;
	return s->ops->linear && s->ops->linear(s->self);
}

const struct element_ops element_zero_length_section = {
	.name = "zeroLengthSection",
	.brief = "one section between two nodes at the same place: moment and curvature, the slip of bars at the end of a member",
	.cite = "McGuire, Gallagher & Ziemian 2000, Matrix structural analysis, 2nd ed.",
	.example = "1 3 5 | 1 3 6 -doRayleigh 0 | 1 3 6 -orient 0.8 0.6 0 -0.6 0.8 0",
	.params = params,
	.claims = { .symmetric = true, .finite_rotation = false },
	.origin = ORIGIN_NOW,
	.size = sizeof(struct zero_length_section),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.response = response,
	.linear = linear,
};
