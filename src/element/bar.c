/* The axial member behind truss and corotTruss.
 *
 * Made of an area and a uniaxial material, n = A sigma(strain, rate), or of a section, n = P(strain) with all other
 * generalised strains zero. History: of a material its own with head; of a section [modulus, strains, resultants, its own].
 */
#include "element/bar.h"

enum { SECTION_MODULUS, SECTION_STRAIN };

const struct param bar_params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "A matTag | secTag", .kind = PARAM_ROW, .required = true, .help = "area [length^2] > 0 and uniaxial material, or a section with P" },
	{ .name = "-rho", .kind = PARAM_ROW, .help = "mass per length [mass/length] >= 0, default 0" },
	{ .name = "-cMass", .kind = PARAM_ROW, .help = "0 lumped (default), 1 consistent mass" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "0 (default) or 1: takes part in Rayleigh damping" },
	{ .name = NULL },
};

/* One number stands there: the tag of a section, or an area whose material was forgotten. */
static int read_section(struct bar *b, struct args *a, const struct model *m, struct err *e)
{
	const char *word = args_peek(a);
	bool area = !args_more_int(a);
	int tag = 0, code = area ? 0 : args_tag(a, "section", &tag, e);
	if (code < 0)
		return code;
	b->section = area ? NULL : model_section(m, tag);
	if (!b->section) {
		code = err_set(e, area ? ERR_ARGUMENT : ERR_MISSING, a->object, area ? "the material is missing behind the area" : "there is no such section");
		err_value(e, "%s", word);
		err_hint(e, "give an area and the tag of a uniaxialMaterial, or the tag of a section that was defined before");
		return code;
	}
	b->axial = section_index(b->section, SECTION_P);
	if (b->axial < 0) {
		code = err_set(e, ERR_ARGUMENT, a->object, "section %d has no axial component P", tag);
		err_hint(e, "use a section with P, or an area and a material");
		return code;
	}
	return 0;
}

static int read_material(struct bar *b, struct args *a, const struct model *m, struct err *e)
{
	int tag;
	int code = args_real(a, "area", RANGE_POSITIVE, &b->area, e);
	if (code < 0)
		return code;
	code = args_tag(a, "material", &tag, e);
	if (code < 0)
		return code;
	return model_need_material(m, tag, a->object, &b->material, e);
}

static int read_options(struct bar *b, struct args *a, struct element *el, struct err *e)
{
	int code = 0;
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-rho"))
			code = args_real(a, "-rho", RANGE_NONNEG, &b->rho, e);
		else if (args_accept(a, "-cMass"))
			code = element_switch(a, "-cMass", &b->consistent, e);
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else
			code = args_end(a, e);
	}
	return code;
}

/* A section form has one number before the first option, the material form two. */
static int count_numbers(const struct args *a)
{
	struct args look = *a;
	int n = 0;
	while (args_more_real(&look)) {
		look.at++;
		n++;
	}
	return n;
}

int bar_place(struct bar *b, const struct element *el, const struct model *m, const char *object, struct err *e)
{
	b->ndm = m->ndm;
	b->ndf_i = el->node[0]->ndf;
	b->ndf_j = el->node[1]->ndf;
	b->ndof = b->ndf_i + b->ndf_j;
	int code = element_need_ndf(el, b->ndm, false, object, e);
	if (code < 0)
		return code;
	b->length = element_span(el, b->axis);
	if (!(b->length > 0.0)) {
		code = err_set(e, ERR_GEOMETRY, object, "zero length between nodes %d and %d", el->node[0]->tag, el->node[1]->tag);
		err_value(e, "length %g", b->length);
		err_allowed(e, "> 0");
		err_hint(e, "check the coordinates, or use zeroLength");
		return code;
	}
	for (int i = 0; i < 3; i++)
		b->axis[i] /= b->length;
	return 0;
}

int bar_setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct bar *b = self;
	int code = element_nodes(el, a, 2, m, mem, e);
	if (code < 0)
		return code;
	code = count_numbers(a) == 1 ? read_section(b, a, m, e) : read_material(b, a, m, e);
	if (code < 0)
		return code;
	code = read_options(b, a, el, e);
	if (code < 0)
		return code;
	code = bar_place(b, el, m, a->object, e);
	if (code < 0)
		return code;
	el->nstate = b->material ? material_size(b->material) : SECTION_STRAIN + 2 * b->section->n + b->section->nstate;
	return 0;
}

void bar_start(const void *self, double *h)
{
	const struct bar *b = self;
	if (b->material)
		material_start(b->material, h);
	else if (b->section->ops->start)
		b->section->ops->start(b->section->self, h + SECTION_STRAIN + 2 * b->section->n);
	if (b->section)
		h[SECTION_MODULUS] = bar_initial_ea(b);
}

struct bar_force bar_now(const struct bar *b, const double *ht)
{
	if (!b->material)
		return (struct bar_force){ .n = ht[SECTION_STRAIN + b->section->n + b->axial], .ea = ht[SECTION_MODULUS] };
	return (struct bar_force){
		.n = b->area * ht[MATERIAL_STRESS],
		.ea = b->area * ht[MATERIAL_TANGENT],
		.eta = b->area * ht[MATERIAL_DAMP],
	};
}

static void section_law(const struct bar *b, const struct element_io *io, double strain)
{
	const struct section *s = b->section;
	double k[SECTION_MAX * SECTION_MAX], *e = io->ht + SECTION_STRAIN, *r = e + s->n;
	int own = SECTION_STRAIN + 2 * s->n;
	memset(e, 0, (size_t)s->n * sizeof *e);
	e[b->axial] = strain;
	struct section_io sio = { .e = e, .dt = io->dt, .s = r, .k = k };
	s->ops->respond(s->self, io->hc + own, io->ht + own, &sio);
	io->ht[SECTION_MODULUS] = k[b->axial * s->n + b->axial];
}

struct bar_force bar_law(const struct bar *b, const struct element_io *io, double strain, double rate)
{
	if (b->material)
		material_step(b->material, io->hc, io->ht, strain, rate, io->dt);
	else
		section_law(b, io, strain);
	return bar_now(b, io->ht);
}

double bar_initial_ea(const struct bar *b)
{
	double k[SECTION_MAX * SECTION_MAX];
	if (b->material)
		return b->area * material_initial(b->material);
	b->section->ops->initial(b->section->self, k);
	return k[b->axial * b->section->n + b->axial];
}

/* Kinematics ---------------------------------------------------------------------------------------- */

void bar_row(const struct bar *b, double *ret_row)
{
	memset(ret_row, 0, (size_t)b->ndof * sizeof *ret_row);
	for (int i = 0; i < b->ndm; i++) {
		ret_row[i] = -b->axis[i];
		ret_row[b->ndf_i + i] = b->axis[i];
	}
}

double bar_direction(const struct bar *b, const double *u, double *ret_e, double *ret_stretch)
{
	double l2 = 0.0, gain = 0.0;
	for (int i = 0; i < 3; i++) {
		double du = i < b->ndm ? u[b->ndf_i + i] - u[i] : 0.0, x = b->length * b->axis[i];
		ret_e[i] = x + du;
		gain += (2.0 * x + du) * du;
		l2 += ret_e[i] * ret_e[i];
	}
	double l = sqrt(l2);
	for (int i = 0; i < 3; i++)
		ret_e[i] /= l;
	*ret_stretch = gain / (l + b->length);
	return l;
}

void bar_spread(const struct bar *b, double along, double across, const double *e, double *ret_k)
{
	int n = b->ndof, o = b->ndf_i;
	memset(ret_k, 0, (size_t)(n * n) * sizeof *ret_k);
	for (int i = 0; i < b->ndm; i++)
		for (int j = 0; j < b->ndm; j++) {
			double g = along * e[i] * e[j] + across * ((i == j) - e[i] * e[j]);
			ret_k[i * n + j] = ret_k[(o + i) * n + o + j] = g;
			ret_k[i * n + o + j] = ret_k[(o + i) * n + j] = -g;
		}
}

void bar_mass(const void *self, double *ret_m)
{
	const struct bar *b = self;
	element_bar_mass(b->ndm, b->ndf_i, b->ndf_j, b->rho * b->length, b->consistent, ret_m);
}

bool bar_linear(const void *self)
{
	const struct bar *b = self;
	if (b->material)
		return material_linear(b->material);
	return b->section->ops->linear && b->section->ops->linear(b->section->self);
}

/* Answers ------------------------------------------------------------------------------------------- */

static int section_answer(const struct bar *b, const double *ht, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const force[] = { "force", "forces", NULL };
	static const char *const strain[] = { "deformation", "deformations", NULL };
	int n = b->section ? b->section->n : 0, i;
	if (argc > 1 && text_int(argv[0], &i)) {
		argc--;
		argv++;
	}
	if (argc < 1 || n == 0 || n > max)
		return 0;
	if (!text_among(argv[0], force) && !text_among(argv[0], strain))
		return 0;
	memcpy(ret_x, ht + SECTION_STRAIN + (text_among(argv[0], force) ? n : 0), (size_t)n * sizeof *ret_x);
	return n;
}

static int material_answer(const struct bar *b, const double *ht, int argc, const char *const *argv, double *ret_x, int max)
{
	int i;
	if (!b->material)
		return 0;
	if (argc > 1 && text_int(argv[0], &i)) {
		argc--;
		argv++;
	}
	return element_material_answer(ht, argc, argv, ret_x, max);
}

int bar_response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const axial[] = { "axialForce", "basicForce", "basicForces", NULL };
	static const char *const stretch[] = { "deformation", "deformations", "basicDeformation", "basicDeformations", NULL };
	static const char *const local[] = { "localForce", "localForces", NULL };
	const struct bar *b = self;
	double n = bar_now(b, io->ht).n;
	double strain = io->ht[b->material ? MATERIAL_STRAIN : SECTION_STRAIN + b->axial];

	if (argc < 1 || max < 1)
		return 0;
	if (!strcmp(argv[0], "material") || !strcmp(argv[0], "-material"))
		return material_answer(b, io->ht, argc - 1, argv + 1, ret_x, max);
	if (!strcmp(argv[0], "section"))
		return section_answer(b, io->ht, argc - 1, argv + 1, ret_x, max);
	if (text_among(argv[0], local)) {
		if (b->ndof > max)
			return 0;
		memset(ret_x, 0, (size_t)b->ndof * sizeof *ret_x);
		ret_x[0] = -n;
		ret_x[b->ndf_i] = n;
		return b->ndof;
	}
	if (!text_among(argv[0], axial) && !text_among(argv[0], stretch))
		return 0;
	ret_x[0] = text_among(argv[0], axial) ? n : strain * b->length;
	return 1;
}
