/* elasticBeamColumn: a prismatic elastic member in plane or space, with or without shear deformation.
 *
 * In the basic system (see model/transform.h) q = kb v + q0, where bending in one plane gives, with phi = 12 EI/(G Av L^2),
 *
 *   kb = EI / (L (1 + phi)) [4 + phi, 2 - phi; 2 - phi, 4 + phi]
 *
 * and axial force and torsion EA/L, GJ/L. q0 are the basic forces of the member with both ends held under loads
 * along it, p0 the reactions of the simply supported one:
 *
 *   uniform w:            M = w L^2/12 at both ends
 *   point P at a = L - b: M_i = P a b (b + phi L/2) / (L^2 (1 + phi)),  M_j = P a b (a + phi L/2) / (L^2 (1 + phi))
 *
 * A released end moment is condensed out of kb and q0: with k = [p, r; r, p] and end i released k_jj = p - r^2/p and
 * q0_j -= (r/p) q0_i. Consistent mass is that of Hermite polynomials, with J/A as the radius of gyration
 * squared in torsion (GJ/EA where a section knows no more, as OpenSees).
 * J. S. Przemieniecki, Theory of matrix structural analysis, McGraw-Hill 1968, ch. 5, 6, 11.
 */
#include "element/element_common.h"

enum { BEAM_LOADS = 10 };           /* p0 then q0: plane 3 + 3, space 5 + 5 */

struct bending { /* in one plane */
	double near, far;           /* kb before release */
	double phi;
	int release;                /* 0 none, 1 end i, 2 end j, 3 both */
};

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

/* The same for end moments of the held member. */
static void release_moments(const struct bending *b, double *m)
{
	double carry = b->far / b->near;
	switch (b->release) {
	case 1:
		m[1] -= carry * m[0];
		m[0] = 0.0;
		break;
	case 2:
		m[0] -= carry * m[1];
		m[1] = 0.0;
		break;
	case 3:
		m[0] = m[1] = 0.0;
		break;
	default:
		break;
	}
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
	struct transform *t;
	int tag;
	if (m->ndm != 2 && m->ndm != 3) {
		int code = err_set(e, ERR_STATE, a->object, "a beam needs a plane or space model");
		err_value(e, "-ndm %d", m->ndm);
		return code;
	}
	int code = element_nodes(el, a, 2, m, mem, e);
	if (code < 0)
		return code;
	code = element_need_ndf(el, m->ndm == 2 ? 3 : 6, true, a->object, e);
	if (code < 0)
		return code;
	code = read_stiffness(b, a, m, e);
	if (code < 0)
		return code;
	code = args_tag(a, "transformation", &tag, e);
	if (code < 0)
		return code;
	code = model_need_transform(m, tag, a->object, &t, e);
	if (code < 0)
		return code;
	code = read_options(b, a, m->ndm, e);
	if (code < 0)
		return code;
	struct node end[2] = { *el->node[0], *el->node[1] };
	for (int i = 0; i < 2; i++)
		element_place(el, i, end[i].x);
	code = transform_place(&b->frame, t, &end[0], &end[1], m->ndm, a->object, e);
	if (code < 0)
		return code;
	form_basic(b);
	el->nstate = t->ops->nstate ? t->ops->nstate(&b->frame) : 0;
	el->nload = BEAM_LOADS;
	el->rayleigh = true;
	return 0;
}

static void start(const void *self, double *h)
{
	const struct beam *b = self;
	if (b->frame.ops->start)
		b->frame.ops->start(&b->frame, h);
}

/* Answer -------------------------------------------------------------------------------------------- */

/* Basic deformations and forces. q0 of torsion is zero. */
static void basic(const struct beam *b, const struct element_io *io, double *ret_v, double *ret_q)
{
	const double *q0 = io->load + (b->nb == 3 ? 3 : 5);
	b->frame.ops->deform(&b->frame, io->hc, io->ht, io->u, ret_v);
	mat_vec(b->nb, b->nb, b->kb, ret_v, ret_q);
	for (int i = 0; i < (b->nb == 3 ? 3 : 5); i++)
		ret_q[i] += q0[i];
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
	double t[72], local[144];
	frame_basic_matrix(&b->frame, t);
	mat_congruence(b->nb, 2 * b->nb, b->kb, t, local);
	frame_turn(&b->frame, local, ret_k);
}

/* Loads along the member ---------------------------------------------------------------------------- */

/* Transverse load in one plane: reactions of the simple beam at i and j, and held end moments with the sign of a load in +y. */
static void transverse(const struct beam *b, int p, const struct element_load *l, double w, double *ret_v, double *ret_m)
{
	const struct bending *d = &b->bend[p];
	double len = b->frame.length;
	if (l->kind == LOAD_BEAM_UNIFORM) {
		ret_v[0] = ret_v[1] = 0.5 * w * len;
		ret_m[0] = -w * len * len / 12.0;
		ret_m[1] = w * len * len / 12.0;
	} else {
		double s = l->at, r = 1.0 - l->at, by = w * len * s * r / (1.0 + d->phi);
		ret_v[0] = w * r;
		ret_v[1] = w * s;
		ret_m[0] = -by * (r + 0.5 * d->phi);
		ret_m[1] = by * (s + 0.5 * d->phi);
	}
	release_moments(d, ret_m);
}

static int load(const void *self, const struct element_load *l, double factor, double *load)
{
	const struct beam *b = self;
	double *p0 = load, *q0 = load + (b->nb == 3 ? 3 : 5);
	double v[2], m[2], n = factor * l->wx;
	bool uniform = l->kind == LOAD_BEAM_UNIFORM;
	if (!uniform && (l->at < 0.0 || l->at > 1.0))
		return ERR_RANGE;
	if (uniform)
		n *= b->frame.length;
	p0[0] -= n;
	q0[0] -= n * (uniform ? 0.5 : l->at);
	for (int p = 0; p < b->frame.ndm - 1; p++) {
		double sign = p == 0 ? 1.0 : -1.0; /* a load in +z bends about y the other way */
		transverse(b, p, l, factor * (p == 0 ? l->wy : l->wz), v, m);
		p0[1 + 2 * p] -= v[0];
		p0[2 + 2 * p] -= v[1];
		q0[1 + 2 * p] += sign * m[0];
		q0[2 + 2 * p] += sign * m[1];
	}
	return 0;
}

/* Mass ---------------------------------------------------------------------------------------------- */

/* Hermite mass of bending in one plane; at: freedoms uy_i, rz_i, uy_j, rz_j, sign: -1 turns the rotations (about y). */
static void bending_mass(int n, const int *at, double m, double l, double sign, double *ret_m)
{
	double r = sign * l;
	const double h[4][4] = {
		{ 156.0, 22.0 * r, 54.0, -13.0 * r },
		{ 22.0 * r, 4.0 * l * l, 13.0 * r, -3.0 * l * l },
		{ 54.0, 13.0 * r, 156.0, -22.0 * r },
		{ -13.0 * r, -3.0 * l * l, -22.0 * r, 4.0 * l * l },
	};
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			ret_m[at[i] * n + at[j]] = m / 420.0 * h[i][j];
}

/* Linear shape functions between freedoms i and j. */
static void line_mass(int n, int i, int j, double m, double *ret_m)
{
	ret_m[i * n + i] = ret_m[j * n + j] = m / 3.0;
	ret_m[i * n + j] = ret_m[j * n + i] = m / 6.0;
}

static void mass(const void *self, double *ret_m)
{
	static const int plane[] = { 1, 2, 4, 5 }, about_z[] = { 1, 5, 7, 11 }, about_y[] = { 2, 4, 8, 10 };
	const struct beam *b = self;
	int n = 2 * b->nb;
	double m = b->rho * b->frame.length, local[144] = { 0 };
	if (!b->consistent) {
		element_bar_mass(b->frame.ndm, b->nb, b->nb, m, false, ret_m);
		return;
	}
	line_mass(n, 0, b->nb, m, local);
	bending_mass(n, b->nb == 3 ? plane : about_z, m, b->frame.length, 1.0, local);
	if (b->nb == 6) {
		bending_mass(n, about_y, m, b->frame.length, -1.0, local);
		line_mass(n, 3, 9, m * b->gyration, local);
	}
	frame_turn(&b->frame, local, ret_m);
}

/* Answers by name ----------------------------------------------------------------------------------- */

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const basic_force[] = { "basicForce", "basicForces", NULL };
	static const char *const local_force[] = { "localForce", "localForces", NULL };
	static const char *const deformation[] = { "basicDeformation", "basicDeformations", "deformation", "deformations", "chordRotation", NULL };
	const struct beam *b = self;
	double v[6], q[6], local[12];
	if (argc < 1)
		return 0;
	basic(b, io, v, q);
	frame_local_force(&b->frame, q, io->load, local);
	const struct {
		const char *const *names;
		const double *x;
		int n;
	} answer[] = { { basic_force, q, b->nb }, { local_force, local, 2 * b->nb }, { deformation, v, b->nb } };
	for (size_t i = 0; i < COUNT(answer); i++)
		if (element_word(argv[0], answer[i].names) && answer[i].n <= max) {
			memcpy(ret_x, answer[i].x, (size_t)answer[i].n * sizeof *ret_x);
			return answer[i].n;
		}
	return 0;
}

static bool linear(const void *self)
{
	const struct beam *b = self;
	return b->frame.ops->linear;
}

static void claim(const void *self, struct element_claims *ret_c)
{
	const struct beam *b = self;
	ret_c->finite_rotation = b->frame.ops->finite && (b->frame.ndm == 3 || !b->frame.offsets);
	ret_c->symmetric = !(b->frame.ops->finite && b->frame.ndm == 3);
	/* in space the spin of the mean triad holds to the order of the deformations: see corotational_space.c */
	ret_c->inexact = b->frame.ops->inexact || !ret_c->symmetric;
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
