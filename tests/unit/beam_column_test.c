/* Members with sections along them: points, elastic beams, yielding cantilevers, loads, the way back. */
#include "test.h"

#include "math/quadrature.h"
#include "element_probe.h"
#include "math/dense.h"

/* Quadrature ---------------------------------------------------------------------------------------- */

static void lobatto_has_points_at_both_ends(void **state)
{
	/* Abramowitz & Stegun, table 25.6: n = 4, x = 1/sqrt 5, w = 5/6 and 1/6 on -1..1 */
	double x[4], w[4], inner = 0.5 - 0.5 / sqrt(5.0);
	(void)state;
	quadrature(QUADRATURE_LOBATTO, 4, x, w);
	assert_true(x[0] == 0.0 && x[3] == 1.0);
	assert_near(x[1], inner, 1e-15);
	assert_near(w[0], 1.0 / 12.0, 1e-15);
	assert_near(w[2], 5.0 / 12.0, 1e-15);
}

/* Members ------------------------------------------------------------------------------------------- */

/* A plane member along X of length l, of elements and materials in these lines; the last is the element. */
static void member(struct probe *p, int ndm, double l, const char *const *line)
{
	int ndf = ndm == 2 ? 3 : 6;
	probe_model(p, ndm, ndf);
	words_node(&p->m, 1, ndf, 0, 0, 0);
	words_node(&p->m, 2, ndf, l, 0, 0);
	words_make(&p->m, ndm == 2 ? "geomTransf Linear 1" : "geomTransf Linear 1 0 0 1");
	for (; line[1]; line++)
		words_make(&p->m, *line);
	probe_element(p, *line);
}

static void settle_in(struct probe *p)
{
	probe_respond(p);
	memcpy(p->hc, p->ht, sizeof p->hc);
}

/* Forces of two members at the same random-looking displacements and under the same loads. */
static void compare(int ndm, const char *const *one, const char *const *other)
{
	static const struct element_load load[] = {
		{ .kind = LOAD_BEAM_UNIFORM, .wy = 0.7, .wz = -0.4, .wx = 0.3 }, { .kind = LOAD_BEAM_UNIFORM, .wy = -0.2 },
	};
	static struct probe p[2];
	const char *const *line[2] = { one, other };
	for (int i = 0; i < 2; i++) {
		member(&p[i], ndm, 3.0, line[i]);
		for (int j = 0; j < p[i].el->ndof; j++)
			p[i].u[j] = 0.01 * sin(1.0 + 3.0 * j);
		for (size_t j = 0; j < COUNT(load); j++)
			assert_int_equal(p[i].el->ops->load(p[i].el->self, &load[j], 1.5, p[i].load), 0);
		probe_respond(&p[i]);
	}
	for (int j = 0; j < p[0].el->ndof; j++)
		assert_near(p[0].f[j], p[1].f[j], 1e-11);
	for (int j = 0; j < p[0].el->ndof * p[0].el->ndof; j++)
		assert_near(p[0].k[j], p[1].k[j], 1e-10);
	for (int i = 0; i < 2; i++)
		model_fini(&p[i].m);
}

static void members_of_elastic_sections_are_elastic_beams(void **state)
{
	static const char *const beam[] = { "section Elastic 5 100 0.5 0.02", "element elasticBeamColumn 1 1 2 5 1", NULL };
	static const char *const force[] = { "section Elastic 5 100 0.5 0.02", "element forceBeamColumn 1 1 2 3 5 1", NULL };
	static const char *const disp[] = { "section Elastic 5 100 0.5 0.02", "element dispBeamColumn 1 1 2 2 5 1", NULL };
	static const char *const shear[] = { "section Elastic 5 100 0.5 0.02 40 0.8", "element elasticBeamColumn 1 1 2 5 1", NULL };
	static const char *const shear_force[] = { "section Elastic 5 100 0.5 0.02 40 0.8", "element forceBeamColumn 1 1 2 3 5 1", NULL };
	static const char *const space[] = { "section Elastic 5 100 0.5 0.02 0.03 40 0.01 0.8 0.7", "element elasticBeamColumn 1 1 2 5 1", NULL };
	static const char *const space_force[] = { "section Elastic 5 100 0.5 0.02 0.03 40 0.01 0.8 0.7", "element forceBeamColumn 1 1 2 4 5 1", NULL };
	static const char *const slender[] = { "section Elastic 5 100 0.5 0.02 0.03 40 0.01", "element elasticBeamColumn 1 1 2 5 1", NULL };
	static const char *const slender_disp[] = { "section Elastic 5 100 0.5 0.02 0.03 40 0.01", "element dispBeamColumn 1 1 2 2 5 1", NULL };
	(void)state;
	compare(2, beam, force);
	compare(2, beam, disp);
	compare(2, shear, shear_force);
	compare(3, space, space_force);
	compare(3, slender, slender_disp);
}

static void point_loads_reach_the_sections(void **state)
{
	/* simple beam under P at a: M = -P (1 - a/L) x up to the load, -P a (1 - x/L) beyond; the end moments q1, q2 are the element's */
	static const char *const line[] = { "section Elastic 5 100 0.5 0.02", "element forceBeamColumn 1 1 2 5 5 1", NULL };
	static const struct element_load load = { .kind = LOAD_BEAM_POINT, .wy = 2.0, .wx = 0.6, .at = 0.4 };
	static struct probe p;
	const double l = 3.0;
	double q[3], s[2], x[5];
	(void)state;
	member(&p, 2, l, line);
	assert_int_equal(p.el->ops->load(p.el->self, &load, 1.0, p.load), 0);
	probe_respond(&p);
	assert_int_equal(probe_answer(&p, "basicForce", q), 3);
	assert_int_equal(probe_answer(&p, "integrationPoints", x), 5);
	for (int i = 0; i < 5; i++) {
		char words[40];
		double r = x[i] / l, simple = r <= 0.4 ? -2.0 * 0.6 * x[i] : -2.0 * 0.4 * (l - x[i]);
		snprintf(words, sizeof words, "section %d force", i + 1);
		assert_int_equal(probe_answer(&p, words, s), 2);
		assert_near(s[0], q[0] + (r <= 0.4 ? 0.6 : 0.0), 1e-12);
		assert_near(s[1], (r - 1.0) * q[1] + r * q[2] + simple, 1e-12);
	}
	/* all of the load is carried by the ends */
	assert_near(p.f[1] + p.f[4], -2.0, 1e-12);
	assert_near(p.f[0] + p.f[3], -0.6, 1e-12);
	model_fini(&p.m);
}

/* What bends about z under a load along y bends about y under the same load along z: turned about the member, y becomes z and z -y. Sections whose
 * shear stiffness changes along the member notice which way a load shears them. */
static void loads_along_z_do_as_loads_along_y(void **state)
{
	static const char *const line[] = { "section Elastic 5 100 0.5 0.02 0.02 40 0.01 0.8 0.8", "section Elastic 6 100 0.5 0.03 0.03 40 0.01 0.1 0.1",
		"element forceBeamColumn 1 1 2 4 -sections 5 5 6 6 1", NULL };
	static const struct element_load load[2][2] = {
		{ { .kind = LOAD_BEAM_UNIFORM, .wy = 0.7 }, { .kind = LOAD_BEAM_POINT, .wy = 1.1, .at = 0.3 } },
		{ { .kind = LOAD_BEAM_UNIFORM, .wz = 0.7 }, { .kind = LOAD_BEAM_POINT, .wz = 1.1, .at = 0.3 } },
	};
	static struct probe p[2];
	double s[2][SECTION_MAX];
	(void)state;
	for (int i = 0; i < 2; i++) {
		member(&p[i], 3, 3.0, line);
		for (size_t j = 0; j < COUNT(load[i]); j++)
			assert_int_equal(p[i].el->ops->load(p[i].el->self, &load[i][j], 1.0, p[i].load), 0);
		probe_respond(&p[i]);
	}
	for (int n = 0; n < 12; n += 6) {
		assert_near(p[1].f[n + 2], p[0].f[n + 1], 1e-12);
		assert_near(p[1].f[n + 4], -p[0].f[n + 5], 1e-12);
	}
	for (int j = 1; j <= 4; j++) {
		char words[40];
		snprintf(words, sizeof words, "section %d force", j);
		for (int i = 0; i < 2; i++)
			assert_int_equal(probe_answer(&p[i], words, s[i]), 6);
		/* the order of section Elastic: P Mz Vy My Vz T */
		assert_near(s[1][3], -s[0][1], 1e-12);
		assert_near(s[1][4], -s[0][2], 1e-12);
	}
	for (int i = 0; i < 2; i++)
		model_fini(&p[i].m);
}

/* b h = 0.4 x 1.2 of ElasticPP 100, 0.05: Mp = 0.72, ky = 1/12, as above; length 3. */
static const char *const yielding[] = { "uniaxialMaterial ElasticPP 1 100 0.05", "section Fiber 5 patch rect 1 200 1 -0.6 -0.2 0.6 0.2",
	"element forceBeamColumn 1 1 2 5 5 1 -iter 40 1e-14", NULL };

static void yielding_cantilever_has_the_moments_of_its_load(void **state)
{
	/* With tip load F the moment at x is F (L - x), its curvature M/EI or ky/sqrt(3 (1 - M/Mp)); tip deflection and rotation are
	 * their integrals, by the same five points. Given to the element, the load must come back. */
	static const double base[] = { 0.5, 0.66, 0.8, 0.9, 0.95 };
	const double l = 3.0, mp = 0.72, ky = 1.0 / 12.0, my = 2.0 / 3.0 * mp;
	double x[QUADRATURE_MAX], w[QUADRATURE_MAX];
	static struct probe p;
	(void)state;
	quadrature(QUADRATURE_LOBATTO, 5, x, w);
	member(&p, 2, l, yielding);
	for (size_t i = 0; i < COUNT(base); i++) {
		double tip = 0.0, turn = 0.0;
		for (int j = 0; j < 5; j++) {
			double m = base[i] * mp * (1.0 - x[j]), k = m <= my ? ky * m / my : ky / sqrt(3.0 * (1.0 - m / mp));
			tip += l * w[j] * k * l * (1.0 - x[j]);
			turn += l * w[j] * k;
		}
		p.u[4] = tip;
		p.u[5] = turn;
		settle_in(&p);
		assert_near(p.f[4], base[i] * mp / l, 1e-4 * mp / l);
		assert_near(p.f[2], -base[i] * mp, 1e-4 * mp);
		assert_near(p.f[5], 0.0, 1e-4 * mp);
	}
	model_fini(&p.m);
}

/* Newton's iterations of a cantilever to a load at its tip, and the commit. */
static void push(struct probe *p, const double *load, double factor)
{
	double gap = INFINITY;
	for (int it = 0; it < 60 && !(gap <= 1e-9); it++) {
		double k[9], r[3];
		probe_respond(p);
		gap = 0.0;
		for (int i = 0; i < 3; i++) {
			r[i] = factor * load[i] - p->f[3 + i];
			assert_true(isfinite(r[i]));
			gap = larger(gap, fabs(r[i]));
			for (int j = 0; j < 3; j++)
				k[3 * i + j] = p->k[(3 + i) * 6 + 3 + j];
		}
		assert_int_equal(mat_solve(3, k, r), 0);
		for (int i = 0; i < 3; i++)
			p->u[3 + i] += r[i];
	}
	assert_true(gap <= 1e-9);
	settle_in(p);
}

static void members_unload_elastically_whatever_their_passes(void **state)
{
	/* Fibres that harden by kinematics have an elastic range of twice their yield stress, so the first way back is straight, with the initial
	 * stiffness: u changes by K0^-1 p. The passes of the element overshoot into yielding on the other side; that must leave no trace. */
	static const char *const kind[] = { "element forceBeamColumn 1 1 2 3 5 1", "element dispBeamColumn 1 1 2 3 4 1" };
	static const double load[3] = { 100.0, 20.0, 30.0 };
	static struct probe p;
	(void)state;
	for (size_t i = 0; i < COUNT(kind); i++) {
		const char *const line[] = { "uniaxialMaterial Hardening 1 2e8 2.5e5 0 2e6", "uniaxialMaterial Elastic 2 4e5",
			"section Fiber 4 patch quad 1 4 8 -0.10 -0.05 -0.10 -0.15 0.10 -0.10 0.10 0.05 fiber 0.12 0 0.002 1 fiber -0.12 0 0.001 1",
			"section Aggregator 5 2 Vy -section 4", kind[i], NULL };
		double top[3], k0[36], k[9], du[3];
		member(&p, 2, 1.0, line);
		for (double factor = 1.0; factor < 9.0; factor += 1.0)
			push(&p, load, factor);
		memcpy(top, p.u + 3, sizeof top);
		p.el->ops->initial(p.el->self, k0);
		for (int j = 0; j < 9; j++)
			k[j] = k0[(3 + j / 3) * 6 + 3 + j % 3];
		memcpy(du, load, sizeof du);
		assert_int_equal(mat_solve(3, k, du), 0);
		assert_true(top[1] > 1.2 * 8.0 * du[1]); /* it has yielded */
		for (double factor = 7.0; factor > 0.0; factor -= 1.0) {
			for (int j = 0; j < 3; j++)
				p.u[3 + j] = top[j] - (8.0 - factor) * du[j];
			settle_in(&p);
			for (int j = 0; j < 3; j++)
				assert_near(p.f[3 + j], factor * load[j], 1e-7);
		}
		model_fini(&p.m);
	}
}

/* Concrete and steel, three members of each kind of geometry. */
static void concrete_member(struct probe *p, const char *element, const char *transform)
{
	char geometry[60], last[100];
	const char *const line[] = { "uniaxialMaterial Concrete02 1 -30 -0.002 -6 -0.006", "uniaxialMaterial Steel01 2 400 2e5 0.01", geometry,
		"section Fiber 5 patch rect 1 8 1 -0.25 -0.2 0.25 0.2 layer straight 2 2 0.002 -0.2 0 0.2 0", last, NULL };
	snprintf(geometry, sizeof geometry, "geomTransf %s 2", transform);
	snprintf(last, sizeof last, "element %s 1 1 2 3 5 2", element);
	member(p, 2, 3.0, line);
}

/* Tip of a cantilever on a path through yielding and cracking, t = 0..1, back where it began. */
static void tip_at(struct probe *p, double t)
{
	double a = 2.0 * 3.14159265358979323846 * t;
	p->u[3] = -5e-4 * sin(0.5 * a);
	p->u[4] = t == 1.0 ? 0.0 : 0.03 * sin(2.0 * a) * (0.5 + 0.5 * t);
	p->u[5] = 0.6 * p->u[4];
}

static const char *const KIND[] = { "forceBeamColumn", "dispBeamColumn" }, *const GEOMETRY[] = { "Linear", "PDelta", "Corotational" };

static void trial_excursions_of_members_leave_no_trace(void **state)
{
	static struct probe p;
	static double ht[COUNT(p.ht)];
	(void)state;
	for (size_t i = 0; i < COUNT(KIND) * COUNT(GEOMETRY); i++) {
		concrete_member(&p, KIND[i % 2], GEOMETRY[i / 2]);
		size_t size = (size_t)p.el->nstate * sizeof *ht;
		for (int t = 1; t <= 60; t++) {
			double f[6];
			tip_at(&p, t / 60.0);
			probe_respond(&p);
			memcpy(f, p.f, sizeof f);
			memcpy(ht, p.ht, size);
			for (int other = 0; other < 3; other++) {
				tip_at(&p, 0.31 * other + 0.1);
				probe_respond(&p);
			}
			tip_at(&p, t / 60.0);
			settle_in(&p);
			assert_memory_equal(f, p.f, sizeof f);
			assert_memory_equal(ht, p.ht, size);
		}
		model_fini(&p.m);
	}
}

static void closed_cycles_of_members_take_energy(void **state)
{
	static struct probe p;
	(void)state;
	for (size_t i = 0; i < COUNT(KIND) * COUNT(GEOMETRY); i++) {
		enum { STEPS = 4000 };
		double work = 0.0, u[6] = { 0 }, f[6] = { 0 }, peak = 0.0;
		concrete_member(&p, KIND[i % 2], GEOMETRY[i / 2]);
		for (int t = 1; t <= STEPS; t++) {
			tip_at(&p, t / (double)STEPS);
			settle_in(&p);
			for (int j = 3; j < 6; j++) {
				work += 0.5 * (f[j] + p.f[j]) * (p.u[j] - u[j]);
				peak = larger(peak, fabs(p.f[j] * p.u[j]));
			}
			memcpy(f, p.f, sizeof f);
			memcpy(u, p.u, sizeof u);
		}
		if (!(work > 0.1 * peak))
			fail_msg("%s, %s: a cycle takes %g of %g", KIND[i % 2], GEOMETRY[i / 2], work, peak);
		model_fini(&p.m);
	}
}

static void passes_that_do_not_settle_fail_the_step(void **state)
{
	static const char *const line[] = { "uniaxialMaterial ElasticPP 1 100 0.05", "section Fiber 5 patch rect 1 20 1 -0.6 -0.2 0.6 0.2",
		"element forceBeamColumn 1 1 2 5 5 1 -iter 1 1e-300", NULL };
	static struct probe p;
	(void)state;
	member(&p, 2, 3.0, line);
	p.u[4] = 0.5;
	probe_respond(&p);
	for (int j = 0; j < 6; j++)
		assert_true(isnan(p.f[j]));
	for (int j = 0; j < 36; j++)
		assert_true(isfinite(p.k[j]));
	model_fini(&p.m);
}

static void coarse_steps_are_gone_in_parts(void **state)
{
	/* From rest to a tip far beyond yielding at once, and in a hundred steps: the same forces, for the fibres never turn back. */
	static struct probe p[2];
	(void)state;
	for (int i = 0; i < 2; i++) {
		int steps = i == 0 ? 1 : 100;
		member(&p[i], 2, 3.0, yielding);
		for (int s = 1; s <= steps; s++) {
			p[i].u[4] = 0.6 * s / steps;
			p[i].u[5] = 0.3 * s / steps;
			settle_in(&p[i]);
		}
	}
	for (int j = 0; j < 6; j++)
		assert_near(p[0].f[j], p[1].f[j], 1e-9);
	for (int i = 0; i < 2; i++)
		model_fini(&p[i].m);
}

static void refusals_name_the_member(void **state)
{
	static const struct { const char *line; int code; const char *part; } row[] = {
		{ "element forceBeamColumn 1 1 2 1 5 1", ERR_RANGE, "integration points" },
		{ "element dispBeamColumn 1 1 2 21 5 1", ERR_RANGE, "integration points" },
		{ "element dispBeamColumn 1 1 2 3 9 1", ERR_MISSING, "9" },
		{ "element dispBeamColumn 1 1 2 3 6 1", ERR_ARGUMENT, "P and Mz" },
		{ "element dispBeamColumn 1 1 2 3 5 8", ERR_MISSING, "8" },
		{ "element dispBeamColumn 1 1 2 1 5 1 -integration Lobatto", ERR_RANGE, "Lobatto" },
		{ "element dispBeamColumn 1 1 2 3 5 1 -iter 10 1e-9", ERR_ARGUMENT, "-iter" },
		{ "element forceBeamColumn 1 1 2 3 5 1 -iter 0 1e-9", ERR_RANGE, "maxIters" },
		{ "element forceBeamColumn 1 1 2 3 7 1", ERR_SINGULAR, "stiffness" },
		{ "element forceBeamColumn 1 1 2 1 Simpson 5 3", ERR_UNKNOWN, "Lobatto" },
		{ "element forceBeamColumn 1 1 2 3 -sections 5 5 1", ERR_MISSING, "1" },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		static const char *const line[] = { "uniaxialMaterial ElasticPPGap 3 100 5 0.02 0.05", "section Fiber 7 fiber 1 0 1 3 fiber -1 0 1 3",
			"section Elastic 5 100 0.5 0.02", "section Uniaxial 6 3 Mz", NULL };
		struct model m;
		struct err e;
		char text[600];
		model_init(&m);
		m.ndm = 2, m.ndf = 3;
		words_node(&m, 1, 3, 0, 0, 0);
		words_node(&m, 2, 3, 3, 0, 0);
		words_make(&m, "geomTransf Linear 1");
		for (int j = 0; line[j]; j++)
			words_make(&m, line[j]);
		err_clear(&e);
		int code = words_try(&m, row[i].line, &e);
		err_text(&e, text, sizeof text);
		if (code != row[i].code)
			fail_msg("%s: %s: %s", row[i].line, err_name(code), text);
		assert_contains(text, row[i].part);
		model_fini(&m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lobatto_has_points_at_both_ends),
		cmocka_unit_test(members_of_elastic_sections_are_elastic_beams),
		cmocka_unit_test(point_loads_reach_the_sections),
		cmocka_unit_test(loads_along_z_do_as_loads_along_y),
		cmocka_unit_test(yielding_cantilever_has_the_moments_of_its_load),
		cmocka_unit_test(members_unload_elastically_whatever_their_passes),
		cmocka_unit_test(trial_excursions_of_members_leave_no_trace),
		cmocka_unit_test(closed_cycles_of_members_take_energy),
		cmocka_unit_test(passes_that_do_not_settle_fail_the_step),
		cmocka_unit_test(coarse_steps_are_gone_in_parts),
		cmocka_unit_test(refusals_name_the_member),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
