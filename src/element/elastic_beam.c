/* elasticBeamColumn: a prismatic elastic member in plane or space, with or without shear deformation.
 *
 * In the basic system (see model/transform.h) q = kb v + q0, where bending in one plane gives, with phi = 12 EI/(G Av L^2),
 *
 *   kb = EI / (L (1 + phi)) [4 + phi, 2 - phi; 2 - phi, 4 + phi]
 *
 * and axial force and torsion EA/L, GJ/L. q0 are the basic forces of the member with both ends held under loads along it: see beam.c.
 *
 * A released end moment is condensed out of kb and q0: with k = [p, r; r, p] and end i released k_jj = p - r^2/p and
 * q0_j -= (r/p) q0_i. Consistent mass is that of Hermite polynomials, with J/A as the radius of gyration
 * squared in torsion (GJ/EA where a section knows no more, as OpenSees).
 * J. S. Przemieniecki, Theory of matrix structural analysis, McGraw-Hill 1968, ch. 5, 6, 11.
 */
#include "element/beam.h"

struct beam {
	struct frame frame;
	int nb;                     /* basic freedoms: 3 or 6 */
	double ea, gj, ei[2], ga[2];/* ei, ga: bending in x-y (about z), in x-z (about y); ga 0: no shear deformation */
	double gyration;            /* J/A */
	double rho;
	bool consistent;
	struct bending bend[2];
	double kb[36];
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "A E Iz <G Avy> | A E G J Iy Iz <Avy Avz> | secTag", .kind = PARAM_ROW, .required = true,
	  .help = "plane, space, or a section; all > 0. Shear areas bring shear deformation" },
	{ .name = "transfTag", .kind = PARAM_ROW, .required = true, .help = "tag of a geomTransf" },
	{ .name = "-mass", .kind = PARAM_ROW, .help = "mass per length >= 0, default 0" },
	{ .name = "-cMass", .kind = PARAM_ROW, .help = "consistent instead of lumped mass" },
	{ .name = "-lMass", .kind = PARAM_ROW, .help = "lumped mass, as without a word" },
	{ .name = "-release", .kind = PARAM_ROW, .help = "moment releases in the plane (space: -releasez, -releasey): 0 none, 1 end i, 2 end j, 3 both" },
	{ .name = "-alpha", .kind = PARAM_ROW, .help = "coefficient of thermal expansion; read, used by thermal loads only" },
	{ .name = "-depth", .kind = PARAM_ROW, .help = "depth; read, used by thermal loads only" },
	{ .name = NULL },
};

/* Words --------------------------------------------------------------------------------------------- */

enum { FORM_PLANE, FORM_PLANE_SHEAR, FORM_SPACE, FORM_SPACE_SHEAR, FORM_SECTION, FORMS };

enum quantity { QTY_A, QTY_E, QTY_G, QTY_J, QTY_IY, QTY_IZ, QTY_AVY, QTY_AVZ, QTYS };

static const char *const quantity_name[QTYS] = { "A", "E", "G", "J", "Iy", "Iz", "Avy", "Avz" };

static const struct {
	int ndm;                    /* 0: both */
	int n;                      /* numbers before the transformation */
	enum quantity of[8];
} form[FORMS] = {
	[FORM_PLANE] = { 2, 3, { QTY_A, QTY_E, QTY_IZ } },
	[FORM_PLANE_SHEAR] = { 2, 5, { QTY_A, QTY_E, QTY_IZ, QTY_G, QTY_AVY } },
	[FORM_SPACE] = { 3, 6, { QTY_A, QTY_E, QTY_G, QTY_J, QTY_IY, QTY_IZ } },
	[FORM_SPACE_SHEAR] = { 3, 8, { QTY_A, QTY_E, QTY_G, QTY_J, QTY_IY, QTY_IZ, QTY_AVY, QTY_AVZ } },
	[FORM_SECTION] = { 0, 1, { 0 } },
};

static int read_numbers(struct beam *b, struct args *a, int which, struct err *e)
{
	double x[QTYS] = { 0 };
	for (int i = 0; i < form[which].n; i++) {
		enum quantity q = form[which].of[i];
		int code = args_real(a, quantity_name[q], RANGE_POSITIVE, &x[q], e);
		if (code < 0)
			return code;
	}
	b->ea = x[QTY_E] * x[QTY_A];
	b->gj = x[QTY_G] * x[QTY_J];
	b->ei[0] = x[QTY_E] * x[QTY_IZ];
	b->ei[1] = x[QTY_E] * x[QTY_IY];
	b->ga[0] = x[QTY_G] * x[QTY_AVY];
	b->ga[1] = x[QTY_G] * x[QTY_AVZ];
	b->gyration = x[QTY_J] / x[QTY_A];
	return 0;
}

static double diagonal(const struct section *s, const double *k, int code)
{
	int i = section_index(s, code);
	return i < 0 ? 0.0 : k[i * s->n + i];
}

static int read_section(struct beam *b, struct args *a, const struct model *m, struct err *e)
{
	struct section *s;
	double k[SECTION_MAX * SECTION_MAX];
	int tag;
	int code = args_tag(a, "section", &tag, e);
	if (code < 0)
		return code;
	code = model_need_section(m, tag, a->object, &s, e);
	if (code < 0)
		return code;
	s->ops->initial(s->self, k);
	b->ea = diagonal(s, k, SECTION_P);
	b->ei[0] = diagonal(s, k, SECTION_MZ);
	b->ga[0] = diagonal(s, k, SECTION_VY);
	b->ei[1] = diagonal(s, k, SECTION_MY);
	b->ga[1] = diagonal(s, k, SECTION_VZ);
	b->gj = diagonal(s, k, SECTION_T);
	b->gyration = s->ops->gyration ? s->ops->gyration(s->self) : b->ea > 0.0 ? b->gj / b->ea : 0.0;
	if (!(b->ea > 0.0) || !(b->ei[0] > 0.0) || (m->ndm == 3 && (!(b->ei[1] > 0.0) || !(b->gj > 0.0)))) {
		code = err_set(e, ERR_ARGUMENT, a->object, "section %d lacks a stiffness that the member needs", tag);
		err_value(e, "P %g, Mz %g, My %g, T %g", b->ea, b->ei[0], b->ei[1], b->gj);
		err_allowed(e, m->ndm == 3 ? "P, Mz, My and T > 0" : "P and Mz > 0");
		return code;
	}
	return 0;
}

static int read_stiffness(struct beam *b, struct args *a, const struct model *m, struct err *e)
{
	int given = 0;
	for (struct args look = *a; args_more_real(&look); look.at++)
		given++;
	for (int i = 0; i < FORMS; i++)
		if (given == form[i].n + 1 && (form[i].ndm == 0 || form[i].ndm == m->ndm))
			return i == FORM_SECTION ? read_section(b, a, m, e) : read_numbers(b, a, i, e);
	int code = err_set(e, ERR_ARGUMENT, a->object, "wrong number of values before the options");
	err_value(e, "%d", given);
	err_allowed(e, m->ndm == 2 ? "A E Iz <G Avy> transfTag, or secTag transfTag" : "A E G J Iy Iz <Avy Avz> transfTag, or secTag transfTag");
	return code;
}

static int read_options(struct beam *b, struct args *a, int ndm, struct err *e)
{
	double ignored;
	int code = 0;
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-mass"))
			code = args_real(a, "-mass", RANGE_NONNEG, &b->rho, e);
		else if (args_accept(a, "-cMass"))
			b->consistent = true;
		else if (args_accept(a, "-lMass"))
			b->consistent = false;
		else if ((ndm == 2 && args_accept(a, "-release")) || args_accept(a, "-releasez"))
			code = args_int(a, "release code", 0, 3, &b->bend[0].release, e);
		else if (ndm == 3 && args_accept(a, "-releasey"))
			code = args_int(a, "release code", 0, 3, &b->bend[1].release, e);
		else if (args_accept(a, "-alpha") || args_accept(a, "-depth"))
			code = args_real(a, "thermal property", RANGE_ANY, &ignored, e);
		else
			code = args_end(a, e);
	}
	return code;
}

/* Stiffness ----------------------------------------------------------------------------------------- */

/* Condenses released end moments out of k = [near, far; far, near] into four numbers. */
static void release_stiffness(const struct bending *b, double *ret_k)
{
	double one = b->near - b->far * b->far / b->near;
	const double k[4][4] = {
		{ b->near, b->far, b->far, b->near },
		{ 0.0, 0.0, 0.0, one },
		{ one, 0.0, 0.0, 0.0 },
		{ 0.0, 0.0, 0.0, 0.0 },
	};
	memcpy(ret_k, k[b->release], sizeof k[0]);
}

static void form_basic(struct beam *b)
{
	double l = b->frame.length;
	b->nb = b->frame.ndm == 2 ? 3 : 6;
	b->kb[0] = b->ea / l;
	for (int p = 0; p < b->frame.ndm - 1; p++) {
		struct bending *d = &b->bend[p];
		double k[4];
		d->phi = b->ga[p] > 0.0 ? 12.0 * b->ei[p] / (b->ga[p] * l * l) : 0.0;
		d->near = b->ei[p] / l * (4.0 + d->phi) / (1.0 + d->phi);
		d->far = b->ei[p] / l * (2.0 - d->phi) / (1.0 + d->phi);
		release_stiffness(d, k);
		for (int i = 0; i < 4; i++)
			b->kb[(1 + 2 * p + i / 2) * b->nb + 1 + 2 * p + i % 2] = k[i];
	}
	if (b->nb == 6)
		b->kb[35] = b->gj / l;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct beam *b = self;
	int code = beam_nodes(el, a, m, mem, e);
	if (code < 0)
		return code;
	code = read_stiffness(b, a, m, e);
	if (code < 0)
		return code;
	code = beam_place(&b->frame, a, el, m, e);
	if (code < 0)
		return code;
	code = read_options(b, a, m->ndm, e);
	if (code < 0)
		return code;
	form_basic(b);
	el->rayleigh = true;
	return 0;
}

static void start(const void *self, double *h)
{
	const struct beam *b = self;
	beam_start(&b->frame, h);
}

/* Answer -------------------------------------------------------------------------------------------- */

/* Basic deformations and forces. */
static void basic(const struct beam *b, const struct element_io *io, double *ret_v, double *ret_q)
{
	b->frame.ops->deform(&b->frame, io->hc, io->ht, io->u, ret_v);
	mat_vec(b->nb, b->nb, b->kb, ret_v, ret_q);
	beam_add_held(&b->frame, io->load, ret_q);
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct beam *b = self;
	double v[6], q[6];
	int ndof = 2 * b->nb;
	basic(b, io, v, q);
	b->frame.ops->force(&b->frame, io->ht, io->u, q, io->load, f);
	if (k)
		b->frame.ops->stiff(&b->frame, io->ht, io->u, b->kb, q, k);
	if (c)
		memset(c, 0, (size_t)(ndof * ndof) * sizeof *c);
}

static void initial(const void *self, double *ret_k)
{
	const struct beam *b = self;
	beam_initial(&b->frame, b->kb, ret_k);
}

static int load(const void *self, const struct element_load *l, double factor, double *load)
{
	const struct beam *b = self;
	return beam_load(&b->frame, b->bend, l, factor, load);
}

static void mass(const void *self, double *ret_m)
{
	const struct beam *b = self;
	beam_mass(&b->frame, b->rho * b->frame.length, b->gyration, b->consistent, ret_m);
}

/* Answers by name ----------------------------------------------------------------------------------- */

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct beam *b = self;
	double v[6], q[6];
	basic(b, io, v, q);
	return beam_response(&b->frame, v, q, io->load, argc, argv, ret_x, max);
}

static bool linear(const void *self)
{
	const struct beam *b = self;
	return b->frame.ops->linear;
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct beam *b = self;
	beam_claim(&b->frame, ret_c);
}

const struct element_ops element_elastic_beam = {
	.name = "elasticBeamColumn",
	.brief = "prismatic elastic member in plane or space",
	.cite = "Przemieniecki 1968, Theory of matrix structural analysis",
	.example = "1 2 2.5 100 0.8 1 -mass 0.4 | 1 2 2.5 100 0.8 2 -mass 0.4 -cMass | 1 2 2.5 100 0.8 3 -mass 0.4 -cMass | 1 2 2.5 100 0.8 40 1.5 3 -release 1 |"
	           " 1 2 2.5 100 0.8 4 -mass 0.4 -cMass -release 2 | 1 2 2.5 100 40 1.1 0.8 1.3 1 -mass 0.4 -cMass | 1 2 2.5 100 40 1.1 0.8 1.3 2 -mass 0.4 |"
	           " 1 2 2.5 100 40 1.1 0.8 1.3 3 -mass 0.4 -cMass | 1 2 2.5 100 40 1.1 0.8 1.3 1.2 1.6 5 -releasez 1 -releasey 2 |"
	           " 1 2 2.5 100 40 1.1 0.8 1.3 4 -mass 0.4 -cMass | 1 2 5 1",
	.params = params,
	.claims = { .symmetric = true, .invariant = true },
	.origin = ORIGIN_PLACE,
	.size = sizeof(struct beam),
	.setup = setup,
	.start = start,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.load = load,
	.response = response,
	.linear = linear,
	.claim = claim,
};
