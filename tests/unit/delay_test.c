/* Limits of delay, step and sub-steps against closed forms and validation.md items 13, 14 and 16. That tests really grow beyond them is shown in
 * tests/verify/stability_test.c, tests/verify/delay_test.c and tests/verify/benchmark_test.c. */
#include "jacobi.h"
#include "test.h"

#include "base/base.h"
#include "math/math_init.h"
#include "math/step_limit.h"

static const double DEGREE = M_PI / 180.0;

static struct delay_limit many(const struct delay_loop *l)
{
	struct delay_limit x = {-1.0, -1.0};
	struct arena mem;
	struct err e;
	err_clear(&e);
	arena_init(&mem);
	assert_int_equal(delay_critical(l, &mem, &x, &e), 0);
	arena_fini(&mem);
	return x;
}

/* Item 14: xi = 0.1 and 5 degrees at resonance, growth above 11.535 degrees. */
static void a_late_oscillator_has_its_critical_phase(void **state)
{
	(void)state;
	assert_near(delay_transfer(0.1, 1.0, 5.0 * DEGREE), 8.8567, 5e-5);
	assert_near(delay_critical_phase(0.1) / DEGREE, 11.535, 5e-4);
	/* without delay: the textbook's 1/(2 xi) */
	assert_near(delay_transfer(0.1, 1.0, 0.0), 5.0, 1e-12);
	/* the same from the equation of one mass, all of whose stiffness is tested: tau w_n = phi */
	struct delay_limit x = delay_critical_one(1.0, 2.0 * 0.1 * 3.0, 0.0, 9.0);
	assert_near(3.0 * x.tau, delay_critical_phase(0.1), 1e-14);
	assert_near(x.omega / 3.0, sqrt(-0.02 + sqrt(1.0004)), 1e-14);
}

/* Item 13: 2 xi/w_n; the third row is that of a period of 0.38 s, as the report has it. */
static void the_lag_of_the_error_model_is_limited(void **state)
{
	(void)state;
	assert_near(1e3 * lag_critical(0.05, 2.0 * M_PI / 1.0), 15.92, 5e-3);
	assert_near(1e3 * lag_critical(0.05, 2.0 * M_PI / 0.33), 5.25, 5e-3);
	assert_near(1e3 * lag_critical(0.05, 2.0 * M_PI / 0.38), 6.05, 5e-3);
}

/* Without k_e > k_n no delay is too long when the damping is large; with it the two programs agree. */
static void one_mass_is_the_smallest_case_of_many(void **state)
{
	static const struct { double m, c, kn, ke; } row[] = {{2.0, 0.7, 30.0, 50.0}, {1.0, 0.2, 0.0, 9.0}, {1.0, 0.05, 80.0, 20.0}, {3.0, 9.0, 10.0, 12.0}};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		const double b = 1.0;
		struct delay_loop l = {1, 1, &row[i].m, &row[i].c, &row[i].kn, &b, &row[i].ke, NULL, NULL};
		struct delay_limit a = delay_critical_one(row[i].m, row[i].c, row[i].kn, row[i].ke), x = many(&l);
		assert_true(isfinite(a.tau) && a.tau > 0.0);
		assert_near(x.tau, a.tau, 1e-12 * a.tau);
		assert_near(x.omega, a.omega, 1e-12 * a.omega);
	}
	/* a tenth of the stiffness with 20 %: (m w^2 - k)^2 + c^2 w^2 is never as small as k_e^2 */
	struct delay_limit none = delay_critical_one(1.0, 0.4, 0.9, 0.1);
	assert_true(isinf(none.tau));
	double m = 1.0, c = 0.4, kn = 0.9, b = 1.0, ke = 0.1;
	struct delay_loop l = {1, 1, &m, &c, &kn, &b, &ke, NULL, NULL};
	assert_true(isinf(many(&l).tau));
}

/* Two equal masses that do not know each other but stand in one matrix, each with a specimen: the shorter delay of the two. */
static void two_specimens_have_the_shorter_delay(void **state)
{
	double m[] = {1.0, 0.0, 0.0, 2.0}, c[] = {0.3, 0.0, 0.0, 0.2}, k[] = {5.0, 0.0, 0.0, 1.0}, b[] = {1.0, 0.0, 0.0, 1.0}, ke[] = {20.0, 0.0, 0.0, 70.0};
	struct delay_loop l = {2, 2, m, c, k, b, ke, NULL, NULL};
	double first = delay_critical_one(1.0, 0.3, 5.0, 20.0).tau, second = delay_critical_one(2.0, 0.2, 1.0, 70.0).tau;
	(void)state;
	assert_near(many(&l).tau, fmin(first, second), 1e-12);
}

/* A freedom without mass between mass and specimen: two springs in a row, k_1 k_2/(k_1 + k_2) when nothing is late. */
static void freedoms_without_mass_are_allowed(void **state)
{
	double m[] = {1.0, 0.0, 0.0, 0.0}, c[] = {0.5, 0.0, 0.0, 0.0}, k[] = {40.0, -40.0, -40.0, 40.0}, b[] = {0.0, 1.0}, ke[] = {10.0};
	struct delay_loop l = {2, 1, m, c, k, b, ke, NULL, NULL};
	struct delay_limit x = many(&l);
	(void)state;
	/* -w^2 + j w c + s = 0 with s = 40 z/(40 + z), z = 10 e^{-j w tau}: residue of the characteristic equation at the answer */
	double turn = x.omega * x.tau, zr = 10.0 * cos(turn), zi = -10.0 * sin(turn), below = (40.0 + zr) * (40.0 + zr) + zi * zi;
	double sr = 40.0 * (zr * (40.0 + zr) + zi * zi) / below, si = 40.0 * (zi * (40.0 + zr) - zr * zi) / below;
	assert_true(x.tau > 0.0 && isfinite(x.tau));
	assert_near(sr, x.omega * x.omega, 1e-9);
	assert_near(si + 0.5 * x.omega, 0.0, 1e-9);
	/* the specimen stiffer than what holds the massless freedom: it answers itself at any frequency, and no delay is short enough */
	ke[0] = 50.0;
	assert_near(many(&l).tau, 0.0, 0.0);
}

/* --- item 16 -------------------------------------------------------------------------------------- */

enum { FLOORS = 3 };

static struct delay_limit benchmark(double mass, double zeta)
{
	static const double stiffness[FLOORS][FLOORS] = {
		{26054883.8796, -23133938.8771, 5937035.4633}, {-23133938.8771, 32560774.1864, -14419970.7772}, {5937035.4633, -14419970.7772, 9267275.5062},
	};
	double me = 29.13, ke = 1.190e6, ce = 2.0 * 0.0097 * sqrt(ke * me), a[FLOORS][FLOORS], v[FLOORS][FLOORS];
	double m[FLOORS * FLOORS] = {0}, c[FLOORS * FLOORS] = {0}, k[FLOORS * FLOORS], b[FLOORS] = {1.0, 0.0, 0.0};
	for (int i = 0; i < FLOORS; i++)
		for (int j = 0; j < FLOORS; j++)
			a[i][j] = stiffness[i][j] / mass;
	jacobi(a, v);
	for (int i = 0; i < FLOORS; i++)
		for (int j = 0; j < FLOORS; j++) {
			k[i * FLOORS + j] = stiffness[i][j];
			m[i * FLOORS + j] = i == j ? mass : 0.0;
			for (int q = 0; q < FLOORS; q++)
				c[i * FLOORS + j] += mass * 2.0 * zeta * sqrt(a[q][q]) * v[i][q] * v[j][q];
		}
	k[0] -= ke;
	c[0] -= ce;
	m[0] -= me;
	struct delay_loop l = {FLOORS, 1, m, c, k, b, &ke, &ce, &me};
	return many(&l);
}

static void the_benchmark_has_the_published_delays(void **state)
{
	static const struct { double mass, zeta, ms; } row[] = {{1000.0, 0.05, 14.64}, {1100.0, 0.04, 12.22}, {1300.0, 0.03, 9.92}, {1000.0, 0.03, 8.73}};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		double ms = 1e3 * benchmark(row[i].mass, row[i].zeta).tau;
		print_message("critical delay of case %d: %.4f ms\n", (int)i + 1, ms);
		assert_near(ms, row[i].ms, 5e-3);
	}
	assert_near(delay_indicator(0.01464), log10(14.64), 1e-14);
}

/* --- steps ---------------------------------------------------------------------------------------- */

/* A chain of n equal masses and springs, fixed at one end: w_max = 2 sqrt(k/m) cos(pi/(2n + 1)). A freedom without mass changes nothing. */
static void the_highest_frequency_of_a_chain_is_known(void **state)
{
	enum { N = 6 };
	double k[N * N] = {0}, m[N * N] = {0}, w = 0.0;
	struct arena mem;
	struct err e;
	(void)state;
	err_clear(&e);
	arena_init(&mem);
	for (int i = 0; i < N - 1; i++) {
		k[i * N + i] = i == N - 2 ? 8.0 : 16.0;
		m[i * N + i] = 2.0;
		if (i > 0)
			k[i * N + i - 1] = k[(i - 1) * N + i] = -8.0;
	}
	k[N * N - 1] = 123.0;
	assert_int_equal(explicit_frequency(N, k, m, &mem, &w, &e), 0);
	assert_near(w, 2.0 * sqrt(4.0) * cos(M_PI / (2.0 * (N - 1) + 1.0)), 1e-9);
	arena_fini(&mem);
}

/* Item 9's oscillator: k_s = k_n = (2 pi)^2, 5 %, dt = 0.02. One mass: G = 1/(k + a1 c + a0 m). */
static void substeps_contract_and_do_not_grow(void **state)
{
	double w2 = 4.0 * M_PI * M_PI, m = 1.0, c = 0.2 * M_PI, b = 1.0, kn = w2, ke = w2, growth, rho;
	struct delay_loop l = {1, 1, &m, &c, &kn, &b, &ke, NULL, NULL};
	struct substep_plan plan = {.dt = 0.02, .beta = 0.25, .gamma = 0.5, .p = 0.95};
	struct arena mem;
	struct err e;
	int k = -1;
	(void)state;
	err_clear(&e);
	arena_init(&mem);
	assert_int_equal(substeps_growth(&l, &plan, 4, &mem, &growth, &rho, &e), 0);
	assert_near(rho, ke / (kn + 2.0 / 0.02 * c + 4.0 / 4e-4), 1e-12);
	assert_true(growth < 1.0);
	assert_int_equal(substeps_critical(&l, &plan, 64, &mem, &k, &e), 0);
	assert_int_equal(k, 1);
	/* many sub-steps of a specimen without error force: Newmark's step of the whole, whose poles have this magnitude */
	plan.p = 0.0;
	assert_int_equal(substeps_growth(&l, &plan, 4000, &mem, &growth, NULL, &e), 0);
	double h = plan.dt, w = sqrt(2.0 * w2), z = c / (2.0 * w), d = 1.0 + z * w * h + 0.25 * w * w * h * h;
	assert_near(growth, sqrt((1.0 - z * w * h + 0.25 * w * w * h * h) / d), 2e-5);
	/* a specimen that outweighs what Newmark's matrix holds against it: no number of sub-steps helps */
	ke = 2.0e4;
	assert_int_equal(substeps_growth(&l, &plan, 4, &mem, &growth, &rho, &e), 0);
	assert_true(rho > 1.0 && growth > 1.0);
	arena_fini(&mem);
}

static void what_cannot_be_is_refused(void **state)
{
	double one = 1.0, bad = NAN;
	struct delay_loop none = {0, 1, &one, &one, &one, &one, &one, NULL, NULL}, nan = {1, 1, &one, &bad, &one, &one, &one, NULL, NULL};
	struct delay_limit x = {7.0, 7.0};
	struct arena mem;
	struct err e;
	(void)state;
	arena_init(&mem);
	err_clear(&e);
	assert_int_equal(delay_critical(&none, &mem, &x, &e), ERR_RANGE);
	err_clear(&e);
	assert_int_equal(delay_critical(&nan, &mem, &x, &e), ERR_NONFINITE);
	assert_near(x.tau, 7.0, 0.0);
	/* unstable without any delay: negative damping */
	double c = -0.1;
	struct delay_loop grows = {1, 1, &one, &c, &one, &one, &one, NULL, NULL};
	assert_near(many(&grows).tau, 0.0, 0.0);
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_late_oscillator_has_its_critical_phase),
		cmocka_unit_test(the_lag_of_the_error_model_is_limited),
		cmocka_unit_test(one_mass_is_the_smallest_case_of_many),
		cmocka_unit_test(two_specimens_have_the_shorter_delay),
		cmocka_unit_test(freedoms_without_mass_are_allowed),
		cmocka_unit_test(the_benchmark_has_the_published_delays),
		cmocka_unit_test(the_highest_frequency_of_a_chain_is_known),
		cmocka_unit_test(substeps_contract_and_do_not_grow),
		cmocka_unit_test(what_cannot_be_is_refused),
	};
	math_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
