/* What is special about explicit and operator-splitting methods: poles, bounds of stability, what they see of a load, what they refuse.
 *
 * Poles are tested by the polynomial they are the roots of: with z^k u_n = u_{n+k} it must annihilate the history of a free oscillator.
 */
#include "rig.h"

#include <stdlib.h>

enum { STEPS = 60 };

static const double PI = 3.14159265358979323846;

/* Free motion of one mass, m = 1, c = 2 xi omega, in steps of 1, from the initial values given. */
static void free_motion(const char *name, const char *words, double omega, double xi, int n, double *ret_u)
{
	char material[64];
	struct rig r;
	snprintf(material, sizeof(material), "Elastic %.17g", omega * omega);
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .alpha = 2.0 * xi * omega, .material = material});
	rig_method(&r, integrator_find(name), words);
	rig_start(&r, 1.0, 0.3, 0.0);
	for (int i = 0; i < n; i++) {
		rig_step(&r, 1, 1.0);
		ret_u[i] = rig_u(&r);
	}
	rig_end(&r);
}

/* Largest |u_{n+3} + c2 u_{n+2} + c1 u_{n+1} + c0 u_n| in parts of the largest |u|, from the third step on. */
static double left_over(int n, const double *u, const double c[3])
{
	double worst = 0.0, most = 0.0;
	for (int i = 0; i < n; i++)
		most = larger(most, fabs(u[i]));
	for (int i = 2; i + 3 < n; i++)
		worst = larger(worst, fabs(u[i + 3] + c[2] * u[i + 2] + c[1] * u[i + 1] + c[0] * u[i]));
	return worst / most;
}

/* Average acceleration: z^2 - (2 - W/2)/D z + (1 - xi O + W/4)/D, D = 1 + xi O + W/4, O = omega dt, W = O^2; times z. */
static void average_acceleration(double omega, double xi, double ret_c[3])
{
	double w = omega * omega, d = 1.0 + xi * omega + 0.25 * w;
	ret_c[2] = -(2.0 - 0.5 * w) / d;
	ret_c[1] = (1.0 - xi * omega + 0.25 * w) / d;
	ret_c[0] = 0.0;
}

static void model_based_methods_have_the_poles_of_average_acceleration(void **state)
{
	(void)state;
	static const char *const method[][2] = {
		{"CR", ""}, {"GuiLambda", "4"}, {"Chang2002", ""}, {"MomentumOS", ""}, {"ImplicitExplicit", ""},
		{"AlphaOS", "1"}, {"AlphaOS_TP", "1"}, {"AlphaOSGeneralized", "1"},
	};
	static const double omega[] = {0.2, 1.7, 9.0};
	for (size_t m = 0; m < COUNT(method); m++)
		for (size_t i = 0; i < COUNT(omega); i++) {
			double u[STEPS], c[3];
			free_motion(method[m][0], method[m][1], omega[i], 0.05, STEPS, u);
			average_acceleration(omega[i], 0.05, c);
			if (!(left_over(STEPS, u, c) <= 1e-11))
				fail_msg("%s %s at omega dt = %g leaves %g", method[m][0], method[m][1], omega[i], left_over(STEPS, u, c));
		}
}

/* Characteristic polynomial of generalized-alpha (Chung & Hulbert 1993) with weights of the new state, dt = 1. */
static void generalized_alpha(double rho, double omega, double xi, double ret_c[3])
{
	double ai = (2.0 - rho) / (1.0 + rho), af = 1.0 / (1.0 + rho), g = 0.5 + ai - af, b = 0.25 * (1.0 + ai - af) * (1.0 + ai - af);
	double k = omega * omega, c = 2.0 * xi * omega, x[3][3];
	for (int j = 0; j < 3; j++) {
		double u = j == 0, v = j == 1, a = j == 2;
		double up = u + v + (0.5 - b) * a, vp = v + (1.0 - g) * a;
		double rest = (1.0 - ai) * a + c * ((1.0 - af) * v + af * vp) + k * ((1.0 - af) * u + af * up);
		double next = -rest / (ai + af * g * c + af * b * k);
		x[0][j] = up + b * next;
		x[1][j] = vp + g * next;
		x[2][j] = next;
	}
	ret_c[2] = -(x[0][0] + x[1][1] + x[2][2]);
	ret_c[1] = x[0][0] * x[1][1] - x[0][1] * x[1][0] + x[0][0] * x[2][2] - x[0][2] * x[2][0] + x[1][1] * x[2][2] - x[1][2] * x[2][1];
	ret_c[0] = -(x[0][0] * (x[1][1] * x[2][2] - x[1][2] * x[2][1]) - x[0][1] * (x[1][0] * x[2][2] - x[1][2] * x[2][0])
	             + x[0][2] * (x[1][0] * x[2][1] - x[1][1] * x[2][0]));
}

static void kr_alpha_and_splitting_have_the_poles_of_generalized_alpha(void **state)
{
	(void)state;
	static const char *const method[] = {"KRAlphaExplicit", "KRAlphaExplicit_TP", "AlphaOSGeneralized", "AlphaOSGeneralized_TP"};
	static const char *const rho[] = {"0", "0.4", "0.8", "1"};
	static const double omega[] = {0.2, 1.7, 9.0};
	for (size_t m = 0; m < COUNT(method); m++)
		for (size_t i = 0; i < COUNT(rho); i++)
			for (size_t j = 0; j < COUNT(omega); j++) {
				double u[STEPS], c[3];
				free_motion(method[m], rho[i], omega[j], 0.05, STEPS, u);
				generalized_alpha(atof(rho[i]), omega[j], 0.05, c);
				if (!(left_over(STEPS, u, c) <= 1e-10))
					fail_msg("%s %s at omega dt = %g leaves %g", method[m], rho[i], omega[j], left_over(STEPS, u, c));
			}
}

static void mkr_alpha_goes_to_rho_at_infinity(void **state)
{
	(void)state;
	static const char *const rho[] = {"0.3", "0.6", "0.9"};
	for (size_t i = 0; i < COUNT(rho); i++) {
		double u[STEPS], r = atof(rho[i]);
		free_motion("MKRAlpha", rho[i], 1e6, 0.0, STEPS, u);
		/* with omega dt to infinity the characteristic polynomial becomes (z^4 - rho^4)/(z - rho): four steps are a factor rho^4 */
		for (int k = 2; k + 4 < 20; k++)
			assert_near(u[k + 4] / u[k], r * r * r * r, 1e-6);
	}
}

/* --- modified Newmark ---------------------------------------------------------------------------- */

/* One step of one mass with (omega dt)^2 = w: 0 or the code of the refusal, whose line goes to ret_line. */
static int one_step(const char *name, const char *words, double w, char *ret_line, int size)
{
	char material[64];
	struct rig r;
	int done;
	snprintf(material, sizeof(material), "Elastic %.17g", w);
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .material = material});
	rig_method(&r, integrator_find(name), words);
	int code = analysis_run(&r.an, 1, 1.0, &done, &r.e);
	err_text(&r.e, ret_line, size);
	rig_end(&r);
	return code;
}

static void modified_newmark_has_the_roots_of_its_polynomial(void **state)
{
	(void)state;
	/* errata 4.2: z^2 - (2 - (1 + alpha) W - rho) z + (1 - alpha W - rho) */
	static const double w[] = {0.4, 1.0, 2.5};
	for (size_t i = 0; i < COUNT(w); i++) {
		double u[STEPS];
		const double c[3] = {0.0, 1.0 - 0.3 * w[i] + 0.1, -(2.0 - 1.3 * w[i] + 0.1)};
		free_motion("ModifiedNewmark", "0.3 -0.1", sqrt(w[i]), 0.0, STEPS, u);
		assert_near(left_over(STEPS, u, c), 0.0, 1e-12);
	}
}

static void modified_newmark_takes_steps_up_to_both_limits_and_none_beyond(void **state)
{
	(void)state;
	/* -rho/alpha = 1/3, (4 - 2 rho)/(1 + 2 alpha) = 4.2/1.6 */
	const double low = 0.1 / 0.3, high = 4.2 / 1.6;
	char line[600];
	double u[400];
	assert_int_equal(one_step("ModifiedNewmark", "0.3 -0.1", low * (1.0 + 1e-6), line, sizeof(line)), 0);
	assert_int_equal(one_step("ModifiedNewmark", "0.3 -0.1", high * (1.0 - 1e-6), line, sizeof(line)), 0);
	assert_int_equal(one_step("ModifiedNewmark", "0.3 -0.1", low * (1.0 - 1e-6), line, sizeof(line)), ERR_RANGE);
	assert_contains(line, "lowest mode");
	assert_int_equal(one_step("ModifiedNewmark", "0.3 -0.1", high * (1.0 + 1e-6), line, sizeof(line)), ERR_RANGE);
	assert_contains(line, "highest mode");
	assert_contains(line, "between 0.333333 and 2.625");

	/* the steps it takes do not grow */
	const double inside[] = {low * (1.0 + 1e-6), high * (1.0 - 1e-3)};
	for (size_t i = 0; i < COUNT(inside); i++) {
		free_motion("ModifiedNewmark", "0.3 -0.1", sqrt(inside[i]), 0.0, COUNT(u), u);
		for (size_t k = 0; k < COUNT(u); k++)
			assert_true(fabs(u[k]) < 40.0);
	}
}

static int refusal(const char *name, const char *words, char *ret_line, int size)
{
	char text[128];
	const char *word[RIG_WORDS];
	struct integrator made;
	struct arena mem;
	struct err e;
	err_clear(&e);
	arena_init(&mem);
	snprintf(text, sizeof(text), "%s", words);
	struct args a = rig_args(text, word, name);
	int code = integrator_build(&made, integrator_find(name), &a, &mem, &e);
	err_text(&e, ret_line, size);
	arena_fini(&mem);
	return code;
}

static void refuses_parameters_that_mean_nothing(void **state)
{
	(void)state;
	static const struct { const char *name, *words; int code; const char *says; } bad[] = {
		{"ModifiedNewmark", "0 -0.1", ERR_RANGE, "no step is stable"},
		{"ModifiedNewmark", "0.1 -0.4", ERR_RANGE, "no step is stable"},
		{"ModifiedNewmark", "-0.1 0", ERR_RANGE, "alpha"},
		{"ModifiedNewmark", "0.1 0.1", ERR_RANGE, "rho"},
		{"NewmarkExplicit", "", ERR_ARGUMENT, "gamma"},
		{"NewmarkExplicit", "0", ERR_RANGE, "gamma"},
		{"AlphaOS", "0.9 0.3", ERR_ARGUMENT, "alpha beta gamma"},
		{"AlphaOS", "1.1", ERR_RANGE, "alpha"},
		{"AlphaOSGeneralized", "1.2", ERR_RANGE, "rhoInf"},
		{"AlphaOSGeneralized", "0.6 0.5 0.3", ERR_ARGUMENT, "alphaI alphaF beta gamma"},
		{"HHTGeneralizedExplicit", "0.8 1", ERR_RANGE, "alphaF"},
		{"HHTGeneralizedExplicit", "0.8 0.7 0.3", ERR_ARGUMENT, "alphaI alphaF beta gamma"},
		{"KRAlphaExplicit", "1.5", ERR_RANGE, "rhoInf"},
		{"KRAlphaExplicit_TP", "0.8 -updateElemDisp", ERR_ARGUMENT, "-updateElemDisp"},
		{"GuiLambda", "4.1", ERR_RANGE, "lambda"},
		{"ExplicitBathe", "1", ERR_RANGE, "p"},
		{"CR", "1", ERR_ARGUMENT, "1"},
	};
	char line[600];
	for (size_t i = 0; i < COUNT(bad); i++) {
		int code = refusal(bad[i].name, bad[i].words, line, sizeof(line));
		if (code != bad[i].code)
			fail_msg("%s %s: %s, not %s", bad[i].name, bad[i].words, err_name(code), err_name(bad[i].code));
		assert_contains(line, bad[i].says);
	}
}

/* --- gamma function ------------------------------------------------------------------------------ */

static void gamma_function_is_explicit_newmark_with_the_gamma_of_each_mode(void **state)
{
	(void)state;
	/* mode k of three equal masses on equal springs (k = m = 1): sin((2k - 1) pi i/7), omega = 2 sin((2k - 1) pi/14) */
	enum { N = 3 };
	for (int mode = 1; mode <= N; mode++) {
		double omega = 2.0 * sin((2 * mode - 1) * PI / 14.0), w = omega * omega, dt2 = 0.64;
		double gamma = 0.5 + 0.1 * w * dt2 + 0.05 * w * w * dt2 * dt2;
		double shape[N], scale = sin((2 * mode - 1) * PI * N / 7.0);
		char words[64], spring[64];
		struct rig chain, one;

		rig_make(&chain, &(struct rig_chain){.n = N, .mass = 1.0, .alpha = 0.4, .material = "Elastic 1"});
		rig_method(&chain, integrator_find("Chang1997"), "0.1 0.05");
		for (int i = 0; i < N; i++) {
			shape[i] = sin((2 * mode - 1) * PI * (i + 1) / 7.0) / scale;
			rig_must(&chain, analysis_set_node(&chain.an, model_node(&chain.m, i + 2), 0, NODE_DISP, shape[i], &chain.e), "shape");
		}
		snprintf(spring, sizeof(spring), "Elastic %.17g", w);
		snprintf(words, sizeof(words), "%.17g", gamma);
		rig_make(&one, &(struct rig_chain){.n = 1, .mass = 1.0, .alpha = 0.4, .material = spring});
		rig_method(&one, integrator_find("NewmarkExplicit"), words);
		rig_start(&one, 1.0, 0.0, 0.0);
		for (int i = 0; i < STEPS; i++) {
			rig_step(&chain, 1, 0.8);
			rig_step(&one, 1, 0.8);
			assert_near(rig_u(&chain), rig_u(&one), 1e-12);
			assert_near(analysis_node(&chain.an, model_node(&chain.m, 2), 0, NODE_VEL),
			            shape[0] * analysis_node(&one.an, one.last, 0, NODE_VEL), 1e-12);
		}
		rig_end(&chain);
		rig_end(&one);
	}
}

/* --- splitting ----------------------------------------------------------------------------------- */

static void splitting_is_the_implicit_method_on_linear_structures(void **state)
{
	(void)state;
	static const char *const pair[][4] = {
		{"AlphaOS", "0.9", "HHT", "0.9"}, {"AlphaOS_TP", "0.9", "HHT_TP", "0.9"},
		{"AlphaOSGeneralized", "0.7", "HHTGeneralized", "0.7"}, {"AlphaOSGeneralized_TP", "0.7", "HHTGeneralized_TP", "0.7"},
		{"ImplicitExplicit", "0.5 0.25", "Newmark", "0.5 0.25"}, {"ImplicitExplicit", "0.6 0.3025", "Newmark", "0.6 0.3025"},
	};
	const struct rig_chain c = {.n = 3, .mass = 1.0, .alpha = 0.3, .material = "Elastic 200", .amplitude = 4.0, .period = 0.7, .end = 1e9};
	for (size_t k = 0; k < COUNT(pair); k++) {
		struct rig a, b;
		rig_make(&a, &c);
		rig_make(&b, &c);
		rig_method(&a, integrator_find(pair[k][0]), pair[k][1]);
		rig_method(&b, integrator_find(pair[k][2]), pair[k][3]);
		for (int i = 0; i < STEPS; i++) {
			rig_step(&a, 1, 0.02);
			rig_step(&b, 1, 0.02);
			assert_near(rig_u(&a), rig_u(&b), 1e-11);
		}
		rig_end(&a);
		rig_end(&b);
	}
}

/* A yielding spring that carries a stiff one: k = 400 yielding at force 3, then k = 9e4, two masses of 1. */
static void stiff_on_soft(struct rig *r, const char *method, const char *words)
{
	static const char *const element[] = {"1 1 2 -mat 1 -dir 1", "2 2 3 -mat 2 -dir 1"};
	struct rig_chain c = {.n = 2, .mass = 1.0, .alpha = 0.5, .amplitude = 6.0, .period = 0.8, .end = 1e9};
	rig_make(r, &c);
	rig_material(r, 1, "Steel01 3.0 400 0.1");
	rig_material(r, 2, "Elastic 9e4");
	for (int i = 0; i < 2; i++) {
		char text[64];
		const char *word[RIG_WORDS];
		snprintf(text, sizeof(text), "%s", element[i]);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	rig_method(r, integrator_find(method), words);
}

static void implicit_explicit_is_bound_by_the_explicit_part_alone(void **state)
{
	(void)state;
	/* omega dt: 8.5 in the stiff mode, 0.3 in the yielding one */
	struct rig coarse, fine, explicit;
	int done;
	double most = 0.0, apart = 0.0;
	stiff_on_soft(&coarse, "ImplicitExplicit", "");
	stiff_on_soft(&fine, "Newmark", "0.5 0.25");
	for (int i = 0; i < 200; i++) {
		rig_step(&coarse, 1, 0.02);
		rig_step(&fine, 20, 0.001);
		most = larger(most, fabs(rig_u(&fine)));
		apart = larger(apart, fabs(rig_u(&fine) - rig_u(&coarse)));
	}
	assert_true(most > 3.0 / 400.0 * 2.0);
	assert_true(apart < 0.04 * most);
	rig_end(&coarse);
	rig_end(&fine);

	stiff_on_soft(&explicit, "NewmarkExplicit", "0.5");
	assert_true(analysis_run(&explicit.an, 200, 0.02, &done, &explicit.e) < 0 || fabs(rig_u(&explicit)) > 1e6);
	rig_end(&explicit);
}

/* --- momentum ------------------------------------------------------------------------------------ */

/* Displacement 12 steps of 0.1 after a half sine of force 40 that lasts half a step, on m = 1, omega = 4. */
static double after_pulse(const char *name, const char *words)
{
	struct rig r;
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .material = "Elastic 16", .amplitude = 40.0, .period = 0.1, .end = 0.05});
	rig_method(&r, integrator_find(name), words);
	rig_step(&r, 12, 0.1);
	double u = rig_u(&r);
	rig_end(&r);
	return u;
}

static void momentum_form_sees_a_pulse_between_steps(void **state)
{
	(void)state;
	/* impulse 40 * 0.1/pi at its middle, t = 0.025: u = I/omega sin(omega (t - 0.025)); the pulse is short, omega * 0.05 = 0.2 */
	double exact = 40.0 * 0.1 / PI / 4.0 * sin(4.0 * (1.2 - 0.025));
	assert_near(after_pulse("NewmarkExplicit", "0.5"), 0.0, 0.0);
	assert_near(after_pulse("MomentumNewmarkExplicit", "-points 20"), exact, 0.15 * fabs(exact));
	assert_near(after_pulse("MomentumOS", "-points 20"), exact, 0.15 * fabs(exact));
}

/* Poles of central differences: z^2 - (2 - W)/(1 + xi O) z + (1 - xi O)/(1 + xi O). */
static void momentum_form_has_the_poles_of_its_base(void **state)
{
	(void)state;
	static const double omega[] = {0.2, 1.0, 1.7};
	for (size_t i = 0; i < COUNT(omega); i++) {
		double u[STEPS], o = omega[i], d = 1.0 + 0.05 * o;
		const double c[3] = {0.0, (1.0 - 0.05 * o) / d, -(2.0 - o * o) / d};
		free_motion("MomentumNewmarkExplicit", "", o, 0.05, STEPS, u);
		assert_near(left_over(STEPS, u, c), 0.0, 1e-12);
		free_motion("NewmarkExplicit", "0.5", o, 0.05, STEPS, u);
		assert_near(left_over(STEPS, u, c), 0.0, 1e-12);
	}
}

/* --- refusals at run time ------------------------------------------------------------------------ */

static void explicit_bathe_refuses_an_unstable_step_when_asked(void **state)
{
	(void)state;
	/* limit of p = 0.54: omega dt = 3.74503, from the roots of the amplification matrix */
	char line[600];
	assert_int_equal(one_step("ExplicitBathe", "0.54 1", 3.744 * 3.744, line, sizeof(line)), 0);
	assert_int_equal(one_step("ExplicitBathe", "0.54 1", 3.746 * 3.746, line, sizeof(line)), ERR_RANGE);
	assert_contains(line, "omega dt = 3.746");
	assert_int_equal(one_step("ExplicitBathe", "0.54", 3.746 * 3.746, line, sizeof(line)), 0);
}

static void methods_that_divide_by_the_mass_name_the_freedom_without(void **state)
{
	(void)state;
	static const char *const method[][2] = {{"KRAlphaExplicit", "0.8"}, {"MKRAlpha", "0.8"}, {"CR", ""}, {"Chang1997", "0.1"}, {"ModifiedNewmark", "0.1 0"}};
	for (size_t i = 0; i < COUNT(method); i++) {
		struct rig r;
		char line[600];
		int done;
		const double none = 0.0;
		rig_make(&r, &(struct rig_chain){.n = 2, .mass = 1.0, .material = "Elastic 10"});
		rig_must(&r, model_set_mass(&r.m, r.last, &none, &r.e), "mass");
		rig_method(&r, integrator_find(method[i][0]), method[i][1]);
		assert_int_equal(analysis_run(&r.an, 1, 0.01, &done, &r.e), ERR_SINGULAR);
		err_text(&r.e, line, sizeof(line));
		assert_contains(line, "inverse of the mass matrix");
		assert_contains(line, "node 3, freedom 1");
		rig_end(&r);
	}
}

/* A chain whose nodes are numbered in another order: from 2 on in steps of 7, beginning again with the first that is left. */
static void shuffled_chain(struct rig *r, int n)
{
	int last = 1, at = 1;
	rig_make(r, &(struct rig_chain){.n = n, .mass = 1.0});
	rig_material(r, 1, "Elastic 400");
	for (int from = 2; from <= 8; from++)
		for (int to = from; to <= n + 1; to += 7) {
			char text[64];
			const char *word[RIG_WORDS];
			snprintf(text, sizeof(text), "%d %d %d -mat 1 -dir 1", at++, last, to);
			struct args a = rig_args(text, word, "element");
			rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
			last = to;
		}
}

/* The chain's highest mode is hardly higher than the next: 4 k/m sin^2((2 n - 1) pi/(2 (2 n + 1))). A step one part in a thousand beyond the limit of the
 * method is refused, one as much below it is not. (omega dt)^2 <= 4/(1 + 2 alpha) with rho = 0: modified_newmark.c. */
static void unstable_steps_of_long_chains_are_refused(void **state)
{
	static const struct { const char *name, *words; double limit; } row[] = {
		{"ExplicitBathe", "0.54 1", 3.7450294}, {"ModifiedNewmark", "0.2 0", 1.6903085},
	};
	static const int masses[] = {1, 2, 10, 40, 80};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++)
		for (size_t k = 0; k < COUNT(masses); k++)
			for (int beyond = 0; beyond < 2; beyond++) {
				double omega = 2.0 * 20.0 * sin((2 * masses[k] - 1) * PI / (2.0 * (2 * masses[k] + 1)));
				struct rig r;
				int done;
				shuffled_chain(&r, masses[k]);
				rig_method(&r, integrator_find(row[i].name), row[i].words);
				int code = analysis_run(&r.an, 1, row[i].limit / omega * (beyond ? 1.001 : 0.999), &done, &r.e);
				if (code != (beyond ? ERR_RANGE : 0))
					fail_msg("%s, %d masses, %s the limit: %d", row[i].name, masses[k], beyond ? "beyond" : "below", code);
				rig_end(&r);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(model_based_methods_have_the_poles_of_average_acceleration),
		cmocka_unit_test(kr_alpha_and_splitting_have_the_poles_of_generalized_alpha),
		cmocka_unit_test(mkr_alpha_goes_to_rho_at_infinity),
		cmocka_unit_test(modified_newmark_has_the_roots_of_its_polynomial),
		cmocka_unit_test(modified_newmark_takes_steps_up_to_both_limits_and_none_beyond),
		cmocka_unit_test(refuses_parameters_that_mean_nothing),
		cmocka_unit_test(gamma_function_is_explicit_newmark_with_the_gamma_of_each_mode),
		cmocka_unit_test(splitting_is_the_implicit_method_on_linear_structures),
		cmocka_unit_test(implicit_explicit_is_bound_by_the_explicit_part_alone),
		cmocka_unit_test(momentum_form_sees_a_pulse_between_steps),
		cmocka_unit_test(momentum_form_has_the_poles_of_its_base),
		cmocka_unit_test(explicit_bathe_refuses_an_unstable_step_when_asked),
		cmocka_unit_test(unstable_steps_of_long_chains_are_refused),
		cmocka_unit_test(methods_that_divide_by_the_mass_name_the_freedom_without),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
