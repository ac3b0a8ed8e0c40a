/* What is special about beams and trusses: closed forms, loads, masses, answers by name. */
#include "test.h"

#include "math/dense.h"
#include "element_probe.h"

/* A plane beam along X of length l. */
static void plane_beam(struct probe *p, double l, const char *words)
{
	char line[200];
	probe_model(p, 2, 3);
	words_node(&p->m, 1, 3, 0, 0, 0);
	words_node(&p->m, 2, 3, l, 0, 0);
	words_make(&p->m, "geomTransf Linear 1");
	snprintf(line, sizeof line, "element elasticBeamColumn 1 1 2 %s", words);
	probe_element(p, line);
}

/* Displacements of node 2 with node 1 held. */
static void cantilever(struct probe *p, const double *force, double *ret_u)
{
	int h = p->el->ndof / 2;
	double k[144];
	p->el->ops->initial(p->el->self, p->k);
	for (int i = 0; i < h; i++)
		for (int j = 0; j < h; j++)
			k[i * h + j] = p->k[(h + i) * 2 * h + h + j];
	memcpy(ret_u, force, (size_t)h * sizeof *force);
	assert_int_equal(mat_solve(h, k, ret_u), 0);
}

/* Beams --------------------------------------------------------------------------------------------- */

static void cantilever_sways_by_pl3_over_3ei(void **state)
{
	struct probe p;
	const double l = 3.0, e = 200.0, a = 0.5, i = 0.02, force[3] = { 7.0, 2.0, 0.0 };
	double u[3];
	(void)state;
	plane_beam(&p, l, "0.5 200 0.02 1");
	cantilever(&p, force, u);
	assert_near(u[0], 7.0 * l / (e * a), 1e-14);
	assert_near(u[1], 2.0 * l * l * l / (3.0 * e * i), 1e-12);
	assert_near(u[2], 2.0 * l * l / (2.0 * e * i), 1e-12);
	model_fini(&p.m);
}

static void shear_adds_pl_over_gav(void **state)
{
	struct probe p;
	const double l = 3.0, force[3] = { 0.0, 2.0, 0.0 };
	double u[3];
	(void)state;
	plane_beam(&p, l, "0.5 200 0.02 80 0.4 1");
	cantilever(&p, force, u);
	assert_near(u[1], 2.0 * l * l * l / (3.0 * 4.0) + 2.0 * l / (80.0 * 0.4), 1e-12);
	assert_near(u[2], 2.0 * l * l / (2.0 * 4.0), 1e-12); /* shear turns no section */
	model_fini(&p.m);
}

static void space_cantilever_bends_about_both_axes_and_twists(void **state)
{
	struct probe p;
	const double l = 3.0, force[6] = { 0.0, 2.0, 5.0, 1.5, 0.0, 0.0 };
	double u[6];
	(void)state;
	probe_model(&p, 3, 6);
	words_node(&p.m, 1, 6, 0, 0, 0);
	words_node(&p.m, 2, 6, l, 0, 0);
	words_make(&p.m, "geomTransf Linear 1 0 0 1");
	probe_element(&p, "element elasticBeamColumn 1 1 2 0.5 200 80 0.03 0.05 0.02 0.4 0.3 1");
	cantilever(&p, force, u);
	/* Iy 0.05, Iz 0.02, J 0.03, Avy 0.4, Avz 0.3 */
	assert_near(u[1], 2.0 * 9.0 / 4.0 + 2.0 * l / 32.0, 1e-12);
	assert_near(u[2], 5.0 * 9.0 / 10.0 + 5.0 * l / 24.0, 1e-12);
	assert_near(u[3], 1.5 * l / (80.0 * 0.03), 1e-12);
	assert_near(u[4], -5.0 * l * l / (2.0 * 10.0), 1e-12);
	assert_near(u[5], 2.0 * l * l / (2.0 * 4.0), 1e-12);
	model_fini(&p.m);
}

static void add_load(struct probe *p, const struct element_load *l, double factor)
{
	assert_int_equal(p->el->ops->load(p->el->self, l, factor, p->load), 0);
}

static void held_ends_carry_wl2_over_12(void **state)
{
	struct probe p;
	const double l = 4.0, w = 3.0;
	(void)state;
	plane_beam(&p, l, "0.5 200 0.02 1");
	add_load(&p, &(struct element_load){ .kind = LOAD_BEAM_UNIFORM, .wy = -w, .wx = 0.5 }, 2.0);
	probe_respond(&p);
	/* resisting forces: reactions */
	const double want[6] = { -2.0, w * l, w * l * l / 6.0, -2.0, w * l, -w * l * l / 6.0 };
	for (int i = 0; i < 6; i++)
		assert_near(p.f[i], want[i], 1e-12);
	model_fini(&p.m);
}

static void held_ends_carry_pab2_over_l2(void **state)
{
	struct probe p;
	const double l = 5.0, a = 1.5, b = 3.5, load = 8.0;
	(void)state;
	plane_beam(&p, l, "0.5 200 0.02 1");
	add_load(&p, &(struct element_load){ .kind = LOAD_BEAM_POINT, .wy = -load, .wx = 2.0, .at = a / l }, 1.0);
	probe_respond(&p);
	double mi = load * a * b * b / (l * l), mj = load * a * a * b / (l * l);
	const double want[6] = { -2.0 * b / l, load * b * b * (3.0 * a + b) / (l * l * l), mi, -2.0 * a / l, load * a * a * (a + 3.0 * b) / (l * l * l), -mj };
	for (int i = 0; i < 6; i++)
		assert_near(p.f[i], want[i], 1e-12);
	model_fini(&p.m);
}

/* The held shear beam under a point load against two members that meet at the load. */
static void point_load_on_a_shear_beam_is_that_of_two_members(void **state)
{
	struct probe whole, left, right;
	const double load = 8.0;
	double k[9], u[3] = { 0.0, -load, 0.0 };
	(void)state;
	plane_beam(&whole, 2.0, "0.5 200 0.02 30 0.1 1");
	plane_beam(&left, 0.6, "0.5 200 0.02 30 0.1 1");
	plane_beam(&right, 1.4, "0.5 200 0.02 30 0.1 1");
	add_load(&whole, &(struct element_load){ .kind = LOAD_BEAM_POINT, .wy = -load, .at = 0.3 }, 1.0);
	probe_respond(&whole);
	left.el->ops->initial(left.el->self, left.k);
	right.el->ops->initial(right.el->self, right.k);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			k[i * 3 + j] = left.k[(3 + i) * 6 + 3 + j] + right.k[i * 6 + j];
	assert_int_equal(mat_solve(3, k, u), 0);
	for (int i = 0; i < 3; i++) {
		double at_i = 0.0, at_j = 0.0;
		for (int j = 0; j < 3; j++) {
			at_i += left.k[i * 6 + 3 + j] * u[j];
			at_j += right.k[(3 + i) * 6 + j] * u[j];
		}
		assert_near(whole.f[i], at_i, 1e-12);
		assert_near(whole.f[3 + i], at_j, 1e-12);
	}
	model_fini(&whole.m);
	model_fini(&left.m);
	model_fini(&right.m);
}

static void released_ends_carry_no_moment(void **state)
{
	static const struct {
		int release;
		double mi, mj, vi; /* of w L^2, w L: propped cantilevers 1/8, 5/8 */
	} want[] = { { 0, 1.0 / 12.0, -1.0 / 12.0, 0.5 }, { 1, 0.0, -0.125, 0.375 }, { 2, 0.125, 0.0, 0.625 }, { 3, 0.0, 0.0, 0.5 } };
	const double l = 4.0, w = 3.0;
	(void)state;
	for (size_t i = 0; i < COUNT(want); i++) {
		struct probe p;
		char words[80];
		snprintf(words, sizeof words, "0.5 200 0.02 1 -release %d", want[i].release);
		plane_beam(&p, l, words);
		add_load(&p, &(struct element_load){ .kind = LOAD_BEAM_UNIFORM, .wy = -w }, 1.0);
		probe_respond(&p);
		assert_near(p.f[2], want[i].mi * w * l * l, 1e-12);
		assert_near(p.f[5], want[i].mj * w * l * l, 1e-12);
		assert_near(p.f[1], want[i].vi * w * l, 1e-12);
		/* the stiffness of one free end is 3EI/L^3 against sway */
		p.el->ops->initial(p.el->self, p.k);
		double free_end = want[i].release == 0 ? 12.0 : want[i].release == 3 ? 0.0 : 3.0;
		assert_near(p.k[7], free_end * 4.0 / (l * l * l), 1e-12);
		model_fini(&p.m);
	}
}

static void space_releases_act_about_their_own_axis(void **state)
{
	struct probe p;
	const double l = 4.0;
	(void)state;
	probe_model(&p, 3, 6);
	words_node(&p.m, 1, 6, 0, 0, 0);
	words_node(&p.m, 2, 6, l, 0, 0);
	words_make(&p.m, "geomTransf Linear 1 0 0 1");
	probe_element(&p, "element elasticBeamColumn 1 1 2 0.5 200 80 0.03 0.05 0.02 1 -releasez 1 -releasey 2");
	add_load(&p, &(struct element_load){ .kind = LOAD_BEAM_UNIFORM, .wy = -3.0, .wz = -2.0 }, 1.0);
	probe_respond(&p);
	assert_near(p.f[5], 0.0, 1e-13);
	assert_near(p.f[11], -3.0 * l * l / 8.0, 1e-12);
	assert_near(p.f[4], -2.0 * l * l / 8.0, 1e-12); /* a load along -z bends about y the other way */
	assert_near(p.f[10], 0.0, 1e-13);
	assert_near(p.f[1] + p.f[7], 3.0 * l, 1e-12);
	assert_near(p.f[2] + p.f[8], 2.0 * l, 1e-12);
	model_fini(&p.m);
}

static void point_loads_outside_the_member_are_refused(void **state)
{
	struct probe p;
	(void)state;
	plane_beam(&p, 4.0, "0.5 200 0.02 1");
	struct element_load l = { .kind = LOAD_BEAM_POINT, .wy = -1.0, .at = 1.2 };
	assert_int_equal(p.el->ops->load(p.el->self, &l, 1.0, p.load), ERR_RANGE);
	for (int i = 0; i < 16; i++)
		assert_near(p.load[i], 0.0, 0.0);
	model_fini(&p.m);
}

/* Kinetic energy of rigid motions: m/2 for unit speed, m L^2/6 for unit rotation about node 1. */
static void consistent_mass_holds_the_inertia_of_a_rod(void **state)
{
	struct probe p;
	const double l = 3.0, m = 0.7 * 3.0;
	const double spin[6] = { 0, 0, 1, 0, 3, 1 };
	double mv[6], sum = 0.0;
	(void)state;
	plane_beam(&p, l, "0.5 200 0.02 1 -mass 0.7 -cMass");
	p.el->ops->mass(p.el->self, p.k);
	mat_vec(6, 6, p.k, spin, mv);
	for (int i = 0; i < 6; i++)
		sum += spin[i] * mv[i];
	assert_near(sum, m * l * l / 3.0, 1e-12);
	assert_near(p.k[0] + 2.0 * p.k[3] + p.k[21], m, 1e-12);
	model_fini(&p.m);
}

static void consistent_mass_in_torsion_is_that_of_j_over_a(void **state)
{
	struct probe p;
	(void)state;
	probe_model(&p, 3, 6);
	words_node(&p.m, 1, 6, 0, 0, 0);
	words_node(&p.m, 2, 6, 3, 0, 0);
	words_make(&p.m, "geomTransf Linear 1 0 0 1");
	probe_element(&p, "element elasticBeamColumn 1 1 2 0.5 200 80 0.03 0.05 0.02 1 -mass 0.7 -cMass");
	p.el->ops->mass(p.el->self, p.k);
	assert_near(p.k[3 * 12 + 3], 0.7 * 3.0 * 0.03 / 0.5 / 3.0, 1e-15);
	assert_near(p.k[3 * 12 + 9], 0.7 * 3.0 * 0.03 / 0.5 / 6.0, 1e-15);
	model_fini(&p.m);
}

/* On the undeformed member all transformations agree. */
static void member_loads_are_the_same_on_every_transformation(void **state)
{
	static const char *const type[] = { "Linear", "PDelta", "Corotational" };
	(void)state;
	for (int ndm = 2; ndm <= 3; ndm++) {
		double first[12];
		for (size_t t = 0; t < COUNT(type); t++) {
			struct probe p;
			char line[100];
			probe_model(&p, ndm, ndm == 2 ? 3 : 6);
			words_node(&p.m, 1, p.m.ndf, 0, 0, 0);
			words_node(&p.m, 2, p.m.ndf, 1, 2, ndm == 2 ? 0 : 2);
			snprintf(line, sizeof line, "geomTransf %s 1%s", type[t], ndm == 2 ? "" : " 0 0 1");
			words_make(&p.m, line);
			probe_element(&p, ndm == 2 ? "element elasticBeamColumn 1 1 2 0.5 200 0.02 1" : "element elasticBeamColumn 1 1 2 0.5 200 80 0.03 0.05 0.02 1");
			add_load(&p, &(struct element_load){ .kind = LOAD_BEAM_POINT, .wy = 2.0, .wz = 3.0, .wx = 0.5, .at = 0.3 }, 1.0);
			probe_respond(&p);
			if (t == 0)
				memcpy(first, p.f, sizeof first);
			for (int i = 0; i < p.el->ndof; i++)
				assert_near(p.f[i], first[i], 1e-13);
			model_fini(&p.m);
		}
	}
}

static void masses_are_those_of_the_words(void **state)
{
	static const struct {
		const char *line;
		double mass; /* along x, both nodes */
	} want[] = {
		{ "element truss 1 1 2 2 1 -rho 0.4", 0.4 * 5.0 },
		{ "element truss 1 1 2 2 1 -rho 0.4 -cMass 1", 0.4 * 5.0 },
		{ "element corotTruss 1 1 2 2 1 -rho 0.4 -cMass", 0.4 * 5.0 },
		{ "element elasticBeamColumn 1 1 2 2 100 3 1 -mass 0.6", 0.6 * 5.0 },
		{ "element elasticBeamColumn 1 1 2 2 100 3 1 -mass 0.6 -cMass", 0.6 * 5.0 },
		{ "element twoNodeLink 1 1 2 -mat 1 -dir 1 -mass 1.7", 1.7 },
		{ "element elastomericBearingPlasticity 1 1 2 10 1 0.1 0 1 -P 1 -Mz 1 -mass 1.3", 1.3 },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(want); i++) {
		struct probe p;
		probe_model(&p, 2, 3);
		words_node(&p.m, 1, 3, 0, 0, 0);
		words_node(&p.m, 2, 3, 3, 4, 0);
		words_make(&p.m, "uniaxialMaterial Elastic 1 100");
		words_make(&p.m, "geomTransf Linear 1");
		probe_element(&p, want[i].line);
		p.el->ops->mass(p.el->self, p.k);
		assert_near(p.k[0] + p.k[3] + p.k[18] + p.k[21], want[i].mass, 1e-13);
		model_fini(&p.m);
	}
}

static void beam_of_a_section_is_the_beam_of_its_numbers(void **state)
{
	static const char *const line[2] = {
		"element elasticBeamColumn 1 1 2 5 1 -mass 0.3 -cMass",
		"element elasticBeamColumn 1 1 2 2.5 100 40 1.1 0.8 1.3 1.25 1.0 1 -mass 0.3 -cMass",
	};
	struct probe p[2];
	double m[2][144];
	(void)state;
	for (int i = 0; i < 2; i++) {
		probe_model(&p[i], 3, 6);
		words_node(&p[i].m, 1, 6, 0, 0, 0);
		words_node(&p[i].m, 2, 6, 1, 2, 2);
		words_make(&p[i].m, "geomTransf Linear 1 0 0 1");
		words_make(&p[i].m, "section Elastic 5 100 2.5 1.3 0.8 40 1.1 0.5 0.4"); /* E A Iz Iy G J alphaY alphaZ */
		probe_element(&p[i], line[i]);
		p[i].el->ops->initial(p[i].el->self, p[i].k);
		p[i].el->ops->mass(p[i].el->self, m[i]);
	}
	for (int i = 0; i < 144; i++) {
		assert_near(p[0].k[i], p[1].k[i], 1e-12);
		assert_near(m[0][i], m[1][i], 1e-14);
	}
	model_fini(&p[0].m);
	model_fini(&p[1].m);
}

static void beam_answers_by_name(void **state)
{
	struct probe p;
	double x[DOF];
	(void)state;
	plane_beam(&p, 2.0, "0.5 200 0.02 1");
	p.u[4] = 0.1;
	probe_respond(&p);
	assert_int_equal(probe_answer(&p, "localForce", x), 6);
	for (int i = 0; i < 6; i++)
		assert_near(x[i], p.f[i], 1e-13); /* local axes are global here */
	assert_int_equal(probe_answer(&p, "basicForces", x), 3);
	assert_near(x[1], -6.0 * 4.0 / 4.0 * 0.1, 1e-13);
	assert_int_equal(probe_answer(&p, "basicDeformations", x), 3);
	assert_near(x[1], -0.05, 1e-15);
	model_fini(&p.m);
}

/* Trusses ------------------------------------------------------------------------------------------- */

static void truss_on_a_line_is_a_spring(void **state)
{
	struct probe p;
	double x[DOF];
	(void)state;
	probe_model(&p, 1, 1);
	words_node(&p.m, 1, 1, 0, 0, 0);
	words_node(&p.m, 2, 1, 4, 0, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100 7");
	probe_element(&p, "element truss 1 1 2 2 1");
	p.u[1] = 0.4;
	p.v[1] = 0.2;
	probe_respond(&p);
	assert_near(p.f[1], 2.0 * (100.0 * 0.1 + 7.0 * 0.05), 1e-13);
	assert_near(p.k[0], 50.0, 1e-13);
	assert_near(p.c[0], 3.5, 1e-13);
	assert_int_equal(probe_answer(&p, "material strainRate", x), 1);
	assert_near(x[0], 0.05, 1e-15);
	model_fini(&p.m);
}

static void truss_answers_by_name(void **state)
{
	static const struct {
		const char *words;
		int n;
		double x[6];
	} want[] = {
		{ "axialForce", 1, { 25.0 } },      { "basicForce", 1, { 25.0 } },  { "deformations", 1, { 0.5 } },
		{ "material stress", 1, { 10.0 } }, { "material 1 strain", 1, { 0.1 } }, { "localForce", 6, { -25.0, 0, 0, 25.0, 0, 0 } },
		{ "material stressStrain", 2, { 10.0, 0.1 } }, { "section force", 0, { 0 } }, { "nothing", 0, { 0 } }, { "material", 0, { 0 } },
	};
	struct probe p;
	(void)state;
	probe_model(&p, 2, 3);
	words_node(&p.m, 1, 3, 0, 0, 0);
	words_node(&p.m, 2, 3, 3, 4, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	probe_element(&p, "element truss 1 1 2 2.5 1");
	p.u[3] = 0.3;
	p.u[4] = 0.4;
	probe_respond(&p);
	for (size_t i = 0; i < COUNT(want); i++) {
		double x[DOF];
		assert_int_equal(probe_answer(&p, want[i].words, x), want[i].n);
		for (int j = 0; j < want[i].n; j++)
			assert_near(x[j], want[i].x[j], 1e-13);
	}
	model_fini(&p.m);
}

static void truss_of_a_section_takes_its_axial_part(void **state)
{
	struct probe p;
	double x[DOF];
	(void)state;
	probe_model(&p, 2, 2);
	words_node(&p.m, 1, 2, 0, 0, 0);
	words_node(&p.m, 2, 2, 2, 0, 0);
	words_make(&p.m, "section Elastic 5 100 2.5 0.8");
	probe_element(&p, "element truss 1 1 2 5");
	p.u[2] = 0.1;
	probe_respond(&p);
	assert_near(p.f[2], 100.0 * 2.5 * 0.05, 1e-13);
	assert_near(p.k[0], 125.0, 1e-13);
	assert_int_equal(probe_answer(&p, "section force", x), 2);
	assert_near(x[0], 12.5, 1e-13);
	assert_near(x[1], 0.0, 1e-15);
	assert_int_equal(probe_answer(&p, "section deformation", x), 2);
	assert_near(x[0], 0.05, 1e-15);
	assert_int_equal(probe_answer(&p, "material stress", x), 0);
	model_fini(&p.m);
}

/* A bar of length 1 laid from (1, 0) to (0.6, 0.8)... stretched to 1.1: engineering strain 0.1, force along the new direction. */
static void corot_truss_pulls_along_its_present_direction(void **state)
{
	struct probe p;
	(void)state;
	probe_model(&p, 2, 2);
	words_node(&p.m, 1, 2, 0, 0, 0);
	words_node(&p.m, 2, 2, 1, 0, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	probe_element(&p, "element corotTruss 1 1 2 2 1");
	p.u[2] = 1.1 * 0.6 - 1.0;
	p.u[3] = 1.1 * 0.8;
	probe_respond(&p);
	assert_near(p.f[2], 20.0 * 0.6, 1e-12);
	assert_near(p.f[3], 20.0 * 0.8, 1e-12);
	model_fini(&p.m);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(cantilever_sways_by_pl3_over_3ei),
		cmocka_unit_test(shear_adds_pl_over_gav),
		cmocka_unit_test(space_cantilever_bends_about_both_axes_and_twists),
		cmocka_unit_test(held_ends_carry_wl2_over_12),
		cmocka_unit_test(held_ends_carry_pab2_over_l2),
		cmocka_unit_test(point_load_on_a_shear_beam_is_that_of_two_members),
		cmocka_unit_test(released_ends_carry_no_moment),
		cmocka_unit_test(space_releases_act_about_their_own_axis),
		cmocka_unit_test(point_loads_outside_the_member_are_refused),
		cmocka_unit_test(consistent_mass_holds_the_inertia_of_a_rod),
		cmocka_unit_test(consistent_mass_in_torsion_is_that_of_j_over_a),
		cmocka_unit_test(member_loads_are_the_same_on_every_transformation),
		cmocka_unit_test(masses_are_those_of_the_words),
		cmocka_unit_test(beam_of_a_section_is_the_beam_of_its_numbers),
		cmocka_unit_test(beam_answers_by_name),
		cmocka_unit_test(truss_on_a_line_is_a_spring),
		cmocka_unit_test(truss_answers_by_name),
		cmocka_unit_test(truss_of_a_section_takes_its_axial_part),
		cmocka_unit_test(corot_truss_pulls_along_its_present_direction),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
