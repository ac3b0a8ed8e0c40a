/* What is special about springs, links and bearings. */
#include "test.h"

#include "element_probe.h"

static void plane_spring_three_is_the_rotation(void **state)
{
	static const char *const line[2] = { "element zeroLength 1 1 2 -mat 1 -dir 3", "element zeroLength 1 1 2 -mat 1 -dir 6" };
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct probe p;
		probe_model(&p, 2, 3);
		words_node(&p.m, 1, 3, 0, 0, 0);
		words_node(&p.m, 2, 3, 0, 0, 0);
		words_make(&p.m, "uniaxialMaterial Elastic 1 100");
		probe_element(&p, line[i]);
		p.u[5] = 0.02;
		probe_respond(&p);
		assert_near(p.f[5], 2.0, 1e-14);
		assert_near(p.f[2], -2.0, 1e-14);
		assert_false(p.el->rayleigh);
		model_fini(&p.m);
	}
}

static void dampers_see_the_velocity(void **state)
{
	struct probe p;
	(void)state;
	probe_model(&p, 2, 2);
	words_node(&p.m, 1, 2, 0, 0, 0);
	words_node(&p.m, 2, 2, 0, 0, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	words_make(&p.m, "uniaxialMaterial Elastic 2 8");
	probe_element(&p, "element zeroLength 1 1 2 -mat 1 -dir 1 -dampMats 2");
	p.u[2] = 0.01;
	p.v[2] = 0.5;
	probe_respond(&p);
	assert_near(p.f[2], 1.0 + 4.0, 1e-14);
	assert_near(p.c[0], 8.0, 1e-14);
	model_fini(&p.m);
}

static void link_along_the_y_axis_has_a_default_frame(void **state)
{
	struct probe p;
	double x[DOF];
	(void)state;
	probe_model(&p, 3, 6);
	words_node(&p.m, 1, 6, 0, 0, 0);
	words_node(&p.m, 2, 6, 0, 2, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	probe_element(&p, "element twoNodeLink 1 1 2 -mat 1 1 1 -dir 1 2 3");
	p.u[6] = 0.01; /* X is local -y, Y local x, Z local z */
	p.u[7] = 0.02;
	p.u[8] = 0.03;
	probe_respond(&p);
	assert_int_equal(probe_answer(&p, "deformations", x), 3);
	assert_near(x[0], 0.02, 1e-15);
	assert_near(x[1], -0.01, 1e-15);
	assert_near(x[2], 0.03, 1e-15);
	model_fini(&p.m);
}

static void shear_spring_sits_at_its_distance(void **state)
{
	struct probe p;
	(void)state;
	probe_model(&p, 2, 3);
	words_node(&p.m, 1, 3, 0, 0, 0);
	words_node(&p.m, 2, 3, 2, 0, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	probe_element(&p, "element twoNodeLink 1 1 2 -mat 1 -dir 2 -shearDist 0.3");
	p.u[4] = 0.05;
	probe_respond(&p);
	/* V = 5 at 0.6 from node 1: moments V h about the nodes */
	const double want[6] = { 0, -5, -3, 0, 5, -7 };
	for (int i = 0; i < 6; i++)
		assert_near(p.f[i], want[i], 1e-13);
	model_fini(&p.m);
}

static void link_shares_the_pdelta_moment_between_its_ends(void **state)
{
	struct probe p;
	const double n = -4.0, delta = 0.05, l = 2.0;
	(void)state;
	probe_model(&p, 2, 3);
	words_node(&p.m, 1, 3, 0, 0, 0);
	words_node(&p.m, 2, 3, l, 0, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	words_make(&p.m, "uniaxialMaterial Elastic 2 1e-12");
	probe_element(&p, "element twoNodeLink 1 1 2 -mat 1 2 2 -dir 1 2 3 -pDelta 0.3 0.2");
	p.u[3] = n / 100.0;
	p.u[4] = delta;
	probe_respond(&p);
	assert_near(p.f[2], 0.3 * n * delta, 1e-11);
	assert_near(p.f[5], 0.2 * n * delta, 1e-11);
	assert_near(p.f[4], 0.5 * n * delta / l, 1e-11);
	/* equilibrium of the displaced link: moments about node 1 */
	assert_near(p.f[2] + p.f[5] + p.f[4] * (l + p.u[3]) - p.f[3] * delta, 0.0, 1e-2 * fabs(n) * delta);
	model_fini(&p.m);
}

static void bearing_yields_on_a_circle(void **state)
{
	struct probe p;
	double x[DOF];
	(void)state;
	probe_model(&p, 3, 6);
	words_node(&p.m, 1, 6, 0, 0, 0);
	words_node(&p.m, 2, 6, 0, 0, 0.4);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	probe_element(&p, "element elastomericBearingPlasticity 1 1 2 80 1.5 0.1 0 1 -P 1 -T 1 -My 1 -Mz 1 -orient 0 0 1 1 0 0");
	/* local y is X, z is Y; 3-4-5 far beyond yield: hysteretic part qd along the direction of motion */
	p.u[6] = 0.3;
	p.u[7] = 0.4;
	probe_respond(&p);
	assert_int_equal(probe_answer(&p, "basicForce", x), 6);
	assert_near(x[1], 1.5 * 0.6 + 8.0 * 0.3, 1e-12);
	assert_near(x[2], 1.5 * 0.8 + 8.0 * 0.4, 1e-12);
	/* back to zero from there: the plastic displacement stays */
	memcpy(p.hc, p.ht, sizeof p.hc);
	p.u[6] = p.u[7] = 0.0;
	probe_respond(&p);
	assert_int_equal(probe_answer(&p, "basicForce", x), 6);
	assert_near(hypot(x[1], x[2]), 1.5, 1e-12);
	/* a little way back from the far point it is elastic: 80 times the way */
	p.u[6] = 0.3 - 0.003;
	p.u[7] = 0.4 - 0.004;
	probe_respond(&p);
	assert_int_equal(probe_answer(&p, "basicForce", x), 6);
	assert_near(x[1], 1.5 * 0.6 + 8.0 * 0.3 - 80.0 * 0.003, 1e-12);
	assert_near(x[2], 1.5 * 0.8 + 8.0 * 0.4 - 80.0 * 0.004, 1e-12);
	model_fini(&p.m);
}

/* M_i = N/2 (delta + h_i r_i - h_j r_j), M_j = N/2 (delta - h_i r_i + h_j r_j), h_i = 0.25 L, on top of the springs' moments. */
static void bearing_moments_follow_its_turned_ends(void **state)
{
	struct probe p;
	double x[DOF];
	const double l = 2.0, n = -6.0, delta = 0.01, ri = 0.02, rj = -0.005, hi = 0.25 * l, hj = 0.75 * l;
	(void)state;
	probe_model(&p, 2, 3);
	words_node(&p.m, 1, 3, 0, 0, 0);
	words_node(&p.m, 2, 3, l, 0, 0);
	words_make(&p.m, "uniaxialMaterial Elastic 1 100");
	probe_element(&p, "element elastomericBearingPlasticity 1 1 2 80 1e3 0.1 0 1 -P 1 -Mz 1 -shearDist 0.25");
	p.u[2] = ri;
	p.u[3] = n / 100.0;
	p.u[4] = delta;
	p.u[5] = rj;
	probe_respond(&p);
	double v = 80.0 * (delta - hi * ri - hj * rj), m = 100.0 * (rj - ri);
	assert_int_equal(probe_answer(&p, "localForce", x), 6);
	assert_near(x[1], -v, 1e-12);
	assert_near(x[2], -m - v * hi + 0.5 * n * (delta + hi * ri - hj * rj), 1e-12);
	assert_near(x[5], m - v * hj + 0.5 * n * (delta - hi * ri + hj * rj), 1e-12);
	model_fini(&p.m);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(plane_spring_three_is_the_rotation),
		cmocka_unit_test(dampers_see_the_velocity),
		cmocka_unit_test(link_along_the_y_axis_has_a_default_frame),
		cmocka_unit_test(shear_spring_sits_at_its_distance),
		cmocka_unit_test(link_shares_the_pdelta_moment_between_its_ends),
		cmocka_unit_test(bearing_yields_on_a_circle),
		cmocka_unit_test(bearing_moments_follow_its_turned_ends),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
