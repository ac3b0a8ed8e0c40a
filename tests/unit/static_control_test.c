/* Static controls: increments that follow the iterations, displacement control on a falling branch, what is refused. */
#include "rig.h"

/* n masses on as many springs; on the last one a reference load of 1 times the load factor. */
static void springs(struct rig *r, int n, const char *material)
{
	const double one = 1.0;
	const char *word[RIG_WORDS];
	char none[] = "";
	struct series *s;
	struct pattern *p;
	rig_make(r, &(struct rig_chain){.n = n, .mass = 1.0, .material = material});
	struct args a = rig_args(none, word, "timeSeries");
	rig_must(r, series_build(&r->m, series_find("Linear"), 1, &a, &s, &r->e), "Linear");
	rig_must(r, model_add_pattern(&r->m, 1, PATTERN_PLAIN, &p, &r->e), "pattern");
	p->series = s;
	p->factor = 1.0;
	rig_must(r, model_add_nodal_load(&r->m, p, r->last, &one, &r->e), "load");
	r->an.kind = ANALYSIS_STATIC;
	rig_test(r, "NormUnbalance 1e-10 200");
	rig_algorithm(r, "ModifiedNewton", "-initial");
}

static void spring(struct rig *r, const char *material)
{
	springs(r, 1, material);
}

static double increment_wanted(double last, int wanted, int iterations, double least, double most)
{
	return fmin(fmax(last * wanted / iterations, least), most);
}

static void load_control_divides_by_the_iterations_it_took(void **state)
{
	(void)state;
	/* initial stiffness on a softening spring: the iterations grow with the slope ratio, so that the increments must fall */
	struct rig r;
	double before = 0.0, last = 0.0;
	int iterations = 0, changes = 0;
	spring(&r, "Steel02 2.0 100 0.2 8 0.925 0.15");
	rig_integrator(&r, "LoadControl", "0.3 5 0.05 0.45");
	for (int i = 0; i < 20; i++) {
		rig_step(&r, 1, 0.0);
		double made = analysis_time(&r.an) - before;
		double want = i == 0 ? 0.3 : increment_wanted(last, 5, iterations, 0.05, 0.45);
		assert_near(made, want, 1e-12);
		changes += made != last;
		last = want;
		before = analysis_time(&r.an);
		iterations = r.an.iterations;
	}
	assert_true(changes > 5);
	assert_near(last, 0.05, 0.0);
	rig_end(&r);
}

static void step_that_failed_is_tried_again_with_less(void **state)
{
	(void)state;
	/* ten iterations are allowed and do not suffice, two were wanted: the next increment is a fifth */
	struct rig r;
	int done;
	spring(&r, "Steel02 2.0 100 0.02 8 0.925 0.15");
	rig_test(&r, "NormUnbalance 1e-10 10");
	rig_integrator(&r, "LoadControl", "2.05 2 0.001 5");
	assert_int_equal(analysis_run(&r.an, 1, 0.0, &done, &r.e), ERR_CONVERGE);
	assert_near(analysis_time(&r.an), 0.0, 0.0);
	rig_step(&r, 1, 0.0);
	assert_near(analysis_time(&r.an), 2.05 * 2.0 / 10.0, 1e-15);
	rig_end(&r);
}

static void load_control_without_bounds_is_constant(void **state)
{
	(void)state;
	struct rig r;
	spring(&r, "Steel02 2.0 100 0.2 8 0.925 0.15");
	rig_integrator(&r, "LoadControl", "-0.25");
	rig_step(&r, 12, 0.0);
	assert_near(analysis_time(&r.an), -3.0, 1e-14);
	rig_end(&r);
}

static void static_steps_leave_velocities_alone(void **state)
{
	(void)state;
	/* a Rayleigh force c v must not act in a static step, and the motion must go on afterwards where it was */
	struct rig r;
	const double factor[4] = {0.7};
	spring(&r, "Elastic 50");
	model_rayleigh(&r.m, factor);
	rig_start(&r, 0.0, 3.0, -2.0);
	rig_integrator(&r, "LoadControl", "1");
	rig_step(&r, 1, 0.0);
	assert_near(rig_u(&r), 1.0 / 50.0, 1e-12);
	assert_near(analysis_node(&r.an, r.last, 0, NODE_VEL), 3.0, 0.0);
	assert_near(analysis_node(&r.an, r.last, 0, NODE_ACCEL), -2.0, 0.0);
	rig_end(&r);
}

/* --- displacement control ------------------------------------------------------------------------ */

/* Bilinear force: k u up to dy, then k dy + theta k (u - dy). */
static double bilinear(double k, double dy, double theta, double u)
{
	return u <= dy ? k * u : k * dy + theta * k * (u - dy);
}

static void displacement_control_walks_down_a_falling_branch(void **state)
{
	(void)state;
	struct rig r;
	spring(&r, "Bilinear 100 0.05 -0.3");
	rig_algorithm(&r, "Newton", "");
	rig_integrator(&r, "DisplacementControl", "2 1 0.01");
	for (int i = 1; i <= 20; i++) {
		rig_step(&r, 1, 0.0);
		assert_near(rig_u(&r), 0.01 * i, 1e-14);
		assert_near(analysis_time(&r.an), bilinear(100.0, 0.05, -0.3, 0.01 * i), 1e-9);
	}
	rig_end(&r);
}

static void displacement_control_moves_the_freedom_it_was_given(void **state)
{
	(void)state;
	/* three springs in series, load on the last mass: all have the same force, so node 3 moves 2/3 of node 4 */
	struct rig r;
	springs(&r, 3, "Elastic 40");
	rig_test(&r, "NormDispIncr 1e-12 10");
	rig_algorithm(&r, "Newton", "");
	rig_integrator(&r, "DisplacementControl", "3 1 -0.02");
	rig_step(&r, 3, 0.0);
	assert_near(analysis_node(&r.an, model_node(&r.m, 3), 0, NODE_DISP), -0.06, 1e-15);
	assert_near(rig_u(&r), -0.09, 1e-14);
	assert_near(analysis_time(&r.an), -0.06 * 40.0 / 2.0, 1e-12);
	rig_end(&r);
}

static void displacement_control_divides_by_the_iterations_it_took(void **state)
{
	(void)state;
	struct rig r;
	double before = 0.0, last = 0.0;
	int iterations = 0, changes = 0;
	/* an elastic spring beside the first of two, so that they do not yield together */
	char beside[] = "9 1 2 -mat 2 -dir 1";
	const char *word[RIG_WORDS];
	springs(&r, 2, "Steel02 2.0 100 0.02 8 0.925 0.15");
	rig_material(&r, 2, "Elastic 30");
	struct args a = rig_args(beside, word, "element");
	rig_must(&r, element_build(&r.m, element_find("zeroLength"), &a, &r.e), "zeroLength");
	rig_integrator(&r, "DisplacementControl", "3 1 -0.008 5 -0.018 -0.002");
	for (int i = 0; i < 20; i++) {
		rig_step(&r, 1, 0.0);
		double want = i == 0 ? -0.008 : increment_wanted(last, 5, iterations, -0.018, -0.002);
		assert_near(rig_u(&r) - before, want, 1e-12);
		changes += want != last;
		last = want;
		before = rig_u(&r);
		iterations = r.an.iterations;
	}
	assert_true(changes > 3);
	rig_end(&r);
}

/* An increment of displacement is judged as it was applied: in one unknown under control it is zero from the first correction on. */
static void test_judges_the_applied_increment(void **state)
{
	(void)state;
	struct rig r;
	spring(&r, "Steel02 2.0 100 0.2 8 0.925 0.15");
	rig_test(&r, "NormDispIncr 1e-14 20");
	rig_algorithm(&r, "Newton", "");
	rig_integrator(&r, "DisplacementControl", "2 1 0.015");
	for (int i = 0; i < 4; i++) {
		rig_step(&r, 1, 0.0);
		assert_int_equal(r.an.iterations, 1);
	}
	rig_end(&r);
}

/* --- refusals ------------------------------------------------------------------------------------ */

static void refused(const char *words, bool loaded, int code, const char *says)
{
	struct rig r;
	char line[600];
	int done;
	spring(&r, "Elastic 50");
	if (!loaded)
		rig_must(&r, model_remove_pattern(&r.m, 1, &r.e), "pattern");
	rig_integrator(&r, "DisplacementControl", words);
	assert_int_equal(analysis_run(&r.an, 1, 0.0, &done, &r.e), code);
	err_text(&r.e, line, sizeof(line));
	assert_contains(line, says);
	assert_contains(line, "DisplacementControl");
	rig_end(&r);
}

static void displacement_control_says_what_it_cannot_control(void **state)
{
	(void)state;
	refused("7 1 0.1", true, ERR_MISSING, "7");
	refused("2 3 0.1", true, ERR_RANGE, "1 to 1");
	refused("1 1 0.1", true, ERR_STATE, "fixed");
	refused("2 1 0.1", false, ERR_STATE, "no load");
}

static void bounds_must_be_in_order_and_both(void **state)
{
	(void)state;
	static const struct { const char *name, *words; int code; } bad[] = {
		{"LoadControl", "0.1 3 0.2 0.05", ERR_RANGE},
		{"LoadControl", "0.1 3 0.05", ERR_ARGUMENT},
		{"DisplacementControl", "2 1 -0.1 3 -0.01 -0.3", ERR_RANGE},
	};
	for (size_t i = 0; i < COUNT(bad); i++) {
		char text[64];
		const char *word[RIG_WORDS];
		struct integrator made;
		struct arena mem;
		struct err e;
		err_clear(&e);
		arena_init(&mem);
		snprintf(text, sizeof(text), "%s", bad[i].words);
		struct args a = rig_args(text, word, bad[i].name);
		assert_int_equal(integrator_build(&made, integrator_find(bad[i].name), &a, &mem, &e), bad[i].code);
		arena_fini(&mem);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(load_control_divides_by_the_iterations_it_took),
		cmocka_unit_test(step_that_failed_is_tried_again_with_less),
		cmocka_unit_test(load_control_without_bounds_is_constant),
		cmocka_unit_test(static_steps_leave_velocities_alone),
		cmocka_unit_test(displacement_control_walks_down_a_falling_branch),
		cmocka_unit_test(displacement_control_moves_the_freedom_it_was_given),
		cmocka_unit_test(displacement_control_divides_by_the_iterations_it_took),
		cmocka_unit_test(test_judges_the_applied_increment),
		cmocka_unit_test(displacement_control_says_what_it_cannot_control),
		cmocka_unit_test(bounds_must_be_in_order_and_both),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
