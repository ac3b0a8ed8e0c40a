/* Least squares in a box against problems with known answers; parameters of known specimens found again from their loops. */
#include "test.h"

#include "base/base.h"
#include "base/rng.h"
#include "math/fit.h"
#include "math/math_init.h"
#include "report/calibrate.h"

enum { N = 1500 };

/* ---- the solver ----------------------------------------------------------------------------------------------- */

/* Rosenbrock's valley as residuals 10 (y - x^2), 1 - x: the only minimum is (1, 1). */
static void valley(void *ctx, const double *p, double *ret_r)
{
	(void)ctx;
	ret_r[0] = 10.0 * (p[1] - p[0] * p[0]);
	ret_r[1] = 1.0 - p[0];
	ret_r[2] = 0.0;
}

static struct fit_result solve(const struct fit *f, const double *p)
{
	struct arena mem;
	struct fit_result x;
	struct err e;

	err_clear(&e);
	arena_init(&mem);
	assert_int_equal(fit_run(f, p, &mem, &x, &e), 0);
	arena_fini(&mem);
	return x;
}

static void finds_the_bottom_of_a_curved_valley(void **state)
{
	static const struct fit_parameter box[] = {{-10, 10, 1}, {-10, 10, 1}};
	const struct fit f = {.n = 2, .m = 3, .parameter = box, .residual = valley, .steps_max = 200, .tolerance = 1e-14};
	struct fit_result x = solve(&f, (double[]){-1.2, 1.0});

	(void)state;
	assert_true(x.converged);
	assert_near(x.p[0], 1.0, 1e-6);
	assert_near(x.p[1], 1.0, 1e-6);
}

static void stays_in_its_box_and_says_which_bound_holds(void **state)
{
	/* with x <= 0.5 the best is x = 0.5, y = x^2: the rest is (1 - x)^2 */
	static const struct fit_parameter box[] = {{-10, 0.5, 1}, {-10, 10, 1}};
	const struct fit f = {.n = 2, .m = 3, .parameter = box, .residual = valley, .steps_max = 200, .tolerance = 1e-14};
	struct fit_result x = solve(&f, (double[]){-1.2, 1.0});

	(void)state;
	assert_near(x.p[0], 0.5, 0.0);
	assert_near(x.p[1], 0.25, 1e-6);
	assert_true(x.bound[0] && !x.bound[1]);
	assert_true(isnan(x.error[0]) && !isnan(x.error[1]));
	assert_near(x.rms, 0.5 / sqrt(3.0), 1e-9);
}

/* y_i = a + b x_i + noise, x_i = i. */
static void line(void *ctx, const double *p, double *ret_r)
{
	const double *y = ctx;

	for (int i = 0; i < N; i++)
		ret_r[i] = p[0] + p[1] * i - y[i];
}

static void errors_are_those_of_the_straight_line(void **state)
{
	static const struct fit_parameter box[] = {{-1e3, 1e3, 1}, {-1e3, 1e3, 0.01}};
	static double y[N];
	const struct fit f = {.n = 2, .m = N, .parameter = box, .ctx = y, .residual = line, .steps_max = 50, .tolerance = 1e-14};
	struct fit_result x;
	struct rng rng;
	double sx = 0, sxx = 0, s2, determinant;

	(void)state;
	rng_init(&rng, 11, 0);
	for (int i = 0; i < N; i++) {
		y[i] = 3.0 + 0.02 * i + 0.5 * rng_normal(&rng);
		sx += i;
		sxx += (double)i * i;
	}
	x = solve(&f, (double[]){0, 0});
	/* closed form: var a = s^2 sxx / D, var b = s^2 N / D, D = N sxx - sx^2 */
	determinant = N * sxx - sx * sx;
	s2 = x.rms * x.rms * N / (N - 2);
	assert_near(x.error[0], sqrt(s2 * sxx / determinant), 1e-6 * x.error[0]);
	assert_near(x.error[1], sqrt(s2 * N / determinant), 1e-6 * x.error[1]);
	assert_true(fabs(x.p[0] - 3.0) < 4.0 * x.error[0] && fabs(x.p[1] - 0.02) < 4.0 * x.error[1]);
	assert_near(x.rms, 0.5, 0.04);
}

/* ---- specimens ------------------------------------------------------------------------------------------------ */

/* Table 7-2 of the paper, and two others: hardening and blunt, sharp. */
static const double SPECIMENS[][BOUC_WEN_PARAMETERS] = {
	{2.74, 0.675, 0.0, 0.45, 0.55, 2.0},
	{120.0, 0.02, 0.12, 0.7, 0.3, 1.3},
	{5.0e6, 0.004, 0.03, 0.5, 0.5, 6.0},
};

/* Growing cycles that end at rest, up to `ductility` yield deformations. */
static void make_path(double uy, double ductility, int n, double *ret_u)
{
	for (int i = 0; i < n; i++) {
		double s = (double)i / n;

		ret_u[i] = ductility * uy * sin(14.0 * M_PI * s) * sin(M_PI * s);
	}
}

static struct calibrate calibrate(int n, const double *u, const double *r)
{
	struct arena mem;
	struct calibrate c;
	struct err e;

	err_clear(&e);
	arena_init(&mem);
	assert_int_equal(calibrate_run(&(struct calibrate_loop){.n = n, .u = u, .r = r}, &mem, &c, &e), 0);
	arena_fini(&mem);
	return c;
}

static void a_known_specimen_is_found_again(void **state)
{
	static double u[N], r[N];

	(void)state;
	for (size_t s = 0; s < COUNT(SPECIMENS); s++) {
		const double *p = SPECIMENS[s];
		struct calibrate c;

		make_path(p[BOUC_WEN_UY], 5.0, N, u);
		bouc_wen_path(p, N, u, r);
		c = calibrate(N, u, r);
		assert_true(c.converged && c.yields);
		for (int k = 0; k < BOUC_WEN_PARAMETERS; k++)
			assert_near(c.p[k], p[k], 1e-5 * fmax(fabs(p[k]), 0.1));
		assert_near(c.rms, 0.0, 1e-6 * c.r_max);
	}
}

static void noise_moves_the_parameters_by_their_errors(void **state)
{
	static double u[N], r[N];
	struct rng rng;

	(void)state;
	rng_init(&rng, 5, 1);
	for (size_t s = 0; s < COUNT(SPECIMENS); s++) {
		const double *p = SPECIMENS[s];
		struct calibrate c;
		double noise;

		make_path(p[BOUC_WEN_UY], 5.0, N, u);
		bouc_wen_path(p, N, u, r);
		noise = 0.02 * p[BOUC_WEN_K] * p[BOUC_WEN_UY];
		for (int i = 0; i < N; i++)
			r[i] += noise * rng_normal(&rng);
		c = calibrate(N, u, r);
		/* 1500 draws: the standard deviation of a sample is within 8 % of the true one (4 sigma) */
		assert_near(c.rms, noise, 0.08 * noise);
		for (int k = 0; k < BOUC_WEN_PARAMETERS; k++) {
			assert_true(fabs(c.p[k] - p[k]) < 4.0 * c.error[k]);
			assert_true(c.error[k] < 0.15 * fmax(fabs(p[k]), 0.1));
		}
	}
}

static void a_linear_specimen_is_called_linear(void **state)
{
	static double u[N], r[N];
	struct calibrate c;
	struct rng rng;
	char line_text[200];

	(void)state;
	rng_init(&rng, 6, 1);
	make_path(1.0, 0.9, N, u);
	/* 2.82 kip/in: the second storey of the paper's pulse test */
	for (int i = 0; i < N; i++)
		r[i] = 2.82 * u[i] + 0.01 * rng_normal(&rng);
	c = calibrate(N, u, r);
	assert_false(c.yields);
	assert_true(fabs(c.linear_k - 2.82) < 4.0 * c.linear_error && c.linear_error < 2e-3);
	calibrate_words(&c, 7, true, line_text, sizeof(line_text));
	assert_contains(line_text, "uniaxialMaterial Elastic 7 2.8");
}

static void noise_of_both_transducers_moves_the_parameters_by_a_hundredth(void **state)
{
	static double u[N], r[N];
	const double *p = SPECIMENS[0];
	struct calibrate c;
	struct rng rng;

	(void)state;
	rng_init(&rng, 12, 1);
	make_path(p[BOUC_WEN_UY], 5.0, N, u);
	bouc_wen_path(p, N, u, r);
	for (int i = 0; i < N; i++) {
		u[i] += 0.005 * p[BOUC_WEN_UY] * rng_normal(&rng);
		r[i] += 0.01 * p[BOUC_WEN_K] * p[BOUC_WEN_UY] * rng_normal(&rng);
	}
	c = calibrate(N, u, r);
	assert_true(c.yields && c.converged);
	assert_near(c.noise_u, 0.005 * p[BOUC_WEN_UY], 0.0005 * p[BOUC_WEN_UY]);
	for (int k = 0; k < BOUC_WEN_PARAMETERS; k++) {
		assert_near(c.p[k], p[k], 0.01 * fmax(fabs(p[k]), 1.0));
		assert_false(calibrate_vague(&c, (enum bouc_wen_parameter)k));
	}
}

static void a_loop_too_small_for_its_noise_is_called_linear(void **state)
{
	static double u[N], r[N];
	const double *p = SPECIMENS[0];
	struct calibrate c;
	struct rng rng;

	(void)state;
	rng_init(&rng, 5, 1);
	/* a fifth of the yield deformation: k u (1 - (u/uy)^2 / 3 ...) is linear but for one hundredth, the noise of the force is a part of 20 of its largest */
	make_path(p[BOUC_WEN_UY], 0.2, N, u);
	bouc_wen_path(p, N, u, r);
	for (int i = 0; i < N; i++)
		r[i] += 0.01 * p[BOUC_WEN_K] * p[BOUC_WEN_UY] * rng_normal(&rng);
	c = calibrate(N, u, r);
	assert_false(c.yields);
	assert_near(c.linear_k, p[BOUC_WEN_K], 4.0 * c.linear_error + 0.01 * p[BOUC_WEN_K]);
}

static void one_push_does_not_say_how_the_specimen_unloads(void **state)
{
	static double u[N], r[N];
	const double *p = SPECIMENS[0];
	struct calibrate c;
	struct rng rng;

	(void)state;
	rng_init(&rng, 7, 1);
	/* while u grows only beta + gamma counts, and that is 1 */
	for (int i = 0; i < N; i++)
		u[i] = 5.0 * p[BOUC_WEN_UY] * i / N;
	bouc_wen_path(p, N, u, r);
	for (int i = 0; i < N; i++)
		r[i] += 0.01 * p[BOUC_WEN_K] * p[BOUC_WEN_UY] * rng_normal(&rng);
	c = calibrate(N, u, r);
	assert_true(c.yields);
	assert_true(calibrate_vague(&c, BOUC_WEN_GAMMA) && calibrate_vague(&c, BOUC_WEN_BETA));
	assert_false(calibrate_vague(&c, BOUC_WEN_K) || calibrate_vague(&c, BOUC_WEN_UY));
	assert_near(c.p[BOUC_WEN_K], p[BOUC_WEN_K], 0.02 * p[BOUC_WEN_K]);
	assert_near(c.p[BOUC_WEN_UY], p[BOUC_WEN_UY], 0.02 * p[BOUC_WEN_UY]);
}

static void a_specimen_that_only_trembles_is_refused(void **state)
{
	static double u[N], r[N];
	struct calibrate c;
	struct arena mem;
	struct err e;
	struct rng rng;

	(void)state;
	rng_init(&rng, 9, 1);
	for (int i = 0; i < N; i++) {
		u[i] = 0.3 + 0.001 * rng_normal(&rng);
		r[i] = 0.01 * rng_normal(&rng);
	}
	err_clear(&e);
	arena_init(&mem);
	assert_int_equal(calibrate_run(&(struct calibrate_loop){N, u, r}, &mem, &c, &e), ERR_RANGE);
	assert_contains(e.what, "too small");
	for (int i = 0; i < N; i++)
		u[i] = 0.3;
	err_clear(&e);
	assert_int_equal(calibrate_run(&(struct calibrate_loop){N, u, r}, &mem, &c, &e), ERR_RANGE);
	assert_contains(e.what, "did not move");
	arena_fini(&mem);
}

static void a_long_record_is_gathered_and_loses_its_noise(void **state)
{
	enum { LONG = 120000 };
	static double u[LONG], r[LONG];
	const double *p = SPECIMENS[0];
	struct calibrate_gather g;
	struct calibrate_loop loop;
	struct calibrate c;
	struct arena mem;
	struct rng rng;

	(void)state;
	arena_init(&mem);
	rng_init(&rng, 8, 1);
	make_path(p[BOUC_WEN_UY], 5.0, LONG, u);
	bouc_wen_path(p, LONG, u, r);
	assert_true(calibrate_gather_init(&g, LONG, &mem));
	/* noise of both transducers: 1 % of the yield deformation and of the yield force */
	for (int i = 0; i < LONG; i++)
		calibrate_gather_add(&g, u[i] + 0.01 * p[BOUC_WEN_UY] * rng_normal(&rng), r[i] + 0.01 * p[BOUC_WEN_K] * p[BOUC_WEN_UY] * rng_normal(&rng));
	loop = calibrate_gather_loop(&g);
	assert_int_equal(loop.n, CALIBRATE_MOST);
	c = calibrate(loop.n, loop.u, loop.r);
	arena_fini(&mem);
	/* 20 samples a group: noise is sqrt(20) times smaller, that of the displacement counts as well */
	assert_near(c.rms, 0.01 * sqrt(2.0 / 20.0) * p[BOUC_WEN_K] * p[BOUC_WEN_UY], 0.002 * p[BOUC_WEN_K] * p[BOUC_WEN_UY]);
	/* noise at turning points is not taken off: what it moves is of its own order, a part of 1 % */
	for (int k = 0; k < BOUC_WEN_PARAMETERS; k++)
		assert_near(c.p[k], p[k], 0.01 * fmax(fabs(p[k]), 1.0));
}

static void what_is_no_loop_is_refused(void **state)
{
	static const struct { int n; double u, r; int code; const char *says; } ROWS[] = {
		{8, 1, 1, ERR_RANGE, "too few samples"},
		{100, 0, 1, ERR_RANGE, "did not move"},
		{100, 1, 0, ERR_RANGE, "no force"},
		{100, NAN, 1, ERR_NONFINITE, "not a finite number"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		double u[100], r[100];
		struct calibrate c;
		struct arena mem;
		struct err e;

		for (int k = 0; k < 100; k++)
			u[k] = ROWS[i].u * k, r[k] = ROWS[i].r * k;
		err_clear(&e);
		arena_init(&mem);
		assert_int_equal(calibrate_run(&(struct calibrate_loop){ROWS[i].n, u, r}, &mem, &c, &e), ROWS[i].code);
		assert_contains(e.what, ROWS[i].says);
		arena_fini(&mem);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_bottom_of_a_curved_valley),
		cmocka_unit_test(stays_in_its_box_and_says_which_bound_holds),
		cmocka_unit_test(errors_are_those_of_the_straight_line),
		cmocka_unit_test(a_known_specimen_is_found_again),
		cmocka_unit_test(noise_moves_the_parameters_by_their_errors),
		cmocka_unit_test(a_linear_specimen_is_called_linear),
		cmocka_unit_test(noise_of_both_transducers_moves_the_parameters_by_a_hundredth),
		cmocka_unit_test(a_loop_too_small_for_its_noise_is_called_linear),
		cmocka_unit_test(one_push_does_not_say_how_the_specimen_unloads),
		cmocka_unit_test(a_specimen_that_only_trembles_is_refused),
		cmocka_unit_test(a_long_record_is_gathered_and_loses_its_noise),
		cmocka_unit_test(what_is_no_loop_is_refused),
	};

	math_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
