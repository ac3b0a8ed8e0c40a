/* dispBeamColumn: a member whose displacements are assumed, with sections at the points of a quadrature.
 *
 * Axial strain and twist are constant, curvatures linear (cubic Hermite deflection), with x = 0..1 and basic deformations v:
 *   e0 = v0/L,   kz = ((6x - 4) v1 + (6x - 2) v2)/L,   ky = ((6x - 4) v3 + (6x - 2) v4)/L,   twist = v5/L
 *   q = L sum w B' s + q0,   kb = L sum w B' k B
 * with q0 the basic forces of the held elastic member under loads along it (beam.c). Sections feel no shear strain. Points are Gauss-Legendre's
 * unless -integration says otherwise.
 * O. C. Zienkiewicz and R. L. Taylor, The finite element method, vol. 2, 5th ed., ch. 11 (2000); fibre sections: Spacone, Filippou and Taucer 1996.
 */
#include "element/beam_column.h"

static const struct param params[] = {
	BEAM_COLUMN_PARAMS,
	{ .name = "-cMass", .kind = PARAM_ROW, .help = "consistent instead of lumped mass" },
	BEAM_COLUMN_INTEGRATION("Legendre"),
	{ .name = NULL },
};

/* Strains of section i by basic deformations, n x nb. */
static void strain_matrix(const struct beam_column *b, int i, double *ret_b)
{
	const struct section *s = b->section[i];
	double x = b->x[i], l = b->frame.length;
	memset(ret_b, 0, (size_t)(s->n * b->nb) * sizeof *ret_b);
	for (int c = 0; c < s->n; c++) {
		double *row = ret_b + c * b->nb;
		int bending = s->code[c] == SECTION_MZ ? 1 : s->code[c] == SECTION_MY && b->nb == 6 ? 3 : 0;
		if (s->code[c] == SECTION_P)
			row[0] = 1.0 / l;
		if (bending) {
			row[bending] = (6.0 * x - 4.0) / l;
			row[bending + 1] = (6.0 * x - 2.0) / l;
		}
		if (s->code[c] == SECTION_T && b->nb == 6)
			row[5] = 1.0 / l;
	}
}

/* kb += L w B' k B of point i. */
static void add_stiffness(const struct beam_column *b, int i, const double *matrix, const double *k, double *kb)
{
	double part[36];
	mat_congruence(b->section[i]->n, b->nb, k, matrix, part);
	for (int j = 0; j < b->nb * b->nb; j++)
		kb[j] += b->frame.length * b->w[i] * part[j];
}

static void form_initial(struct beam_column *b)
{
	double matrix[SECTION_MAX * 6], k[SECTION_MAX * SECTION_MAX];
	for (int i = 0; i < b->n; i++) {
		strain_matrix(b, i, matrix);
		b->section[i]->ops->initial(b->section[i]->self, k);
		add_stiffness(b, i, matrix, k, b->kb);
	}
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct beam_column *b = self;
	int code = beam_column_read(b, QUADRATURE_LEGENDRE, a, el, m, mem, e);
	while (code == 0 && args_more(a))
		code = beam_column_option(b, a, e);
	if (code == 0)
		form_initial(b);
	return code;
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct beam_column *b = self;
	double v[6], q[6] = { 0 }, kb[36] = { 0 };
	b->frame.ops->deform(&b->frame, io->hc, io->ht, io->u, v);
	for (int i = 0; i < b->n; i++) {
		double matrix[SECTION_MAX * 6], e[SECTION_MAX], ks[SECTION_MAX * SECTION_MAX], part[6];
		int n = b->section[i]->n;
		strain_matrix(b, i, matrix);
		mat_vec(n, b->nb, matrix, v, e);
		beam_column_ask(b, i, io, e, ks);
		mat_tvec(n, b->nb, matrix, beam_column_strain(b, i, io->ht) + n, part);
		for (int j = 0; j < b->nb; j++)
			q[j] += b->frame.length * b->w[i] * part[j];
		add_stiffness(b, i, matrix, ks, kb);
	}
	beam_add_held(&b->frame, io->load, q);
	beam_column_answer(b, io, v, q, kb, f, k, c);
}

const struct element_ops element_disp_beam_column = {
	.name = "dispBeamColumn",
	.brief = "member with sections along it, displacements assumed",
	.cite = "Zienkiewicz & Taylor 2000; Spacone, Filippou & Taucer 1996, doi:10.1002/(SICI)1096-9845(199607)25:7<711::AID-EQE576>3.0.CO;2-9",
	.example = "1 2 3 6 1 -mass 0.4 | 1 2 3 6 2 | 1 2 3 6 3 -mass 0.4 -cMass | 1 2 4 5 4 -integration Lobatto | 1 2 2 -sections 5 6 5 -mass 0.4 |"
	           " 1 2 3 Legendre 6 2 | 1 2 2 1 -mass 0.4",
	.params = params,
	.claims = { .symmetric = true, .invariant = true },
	.origin = ORIGIN_PLACE,
	.size = sizeof(struct beam_column),
	.setup = setup,
	.start = beam_column_start,
	.respond = respond,
	.initial = beam_column_initial,
	.mass = beam_column_mass,
	.load = beam_column_load,
	.response = beam_column_response,
	.linear = beam_column_linear,
	.claim = beam_column_claim,
};
