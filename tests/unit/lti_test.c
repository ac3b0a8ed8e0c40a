/* The matrix exponential and ticks of linear systems, against closed forms; streams of chance that never meet. */
#include "test.h"

#include "experiment/chance.h"
#include "math/lti.h"

static void the_exponential_of_a_rotation_is_its_matrix(void **state)
{
	static const double angle[] = {1e-9, 0.3, 2.0, 30.0};
	double e[4];

	(void)state;
	for (size_t i = 0; i < COUNT(angle); i++) {
		const double a[4] = {0.0, -angle[i], angle[i], 0.0};
		mat_exp(2, a, e);
		assert_near(e[0], cos(angle[i]), 1e-13);
		assert_near(e[1], -sin(angle[i]), 1e-13);
		assert_near(e[2], sin(angle[i]), 1e-13);
		assert_near(e[3], cos(angle[i]), 1e-13);
	}
}

/* exp of a nilpotent matrix ends: I + N + N^2/2. */
static void the_exponential_of_a_nilpotent_matrix_is_a_polynomial(void **state)
{
	const double a[9] = {0.0, 3.0, 5.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0};
	double e[9];

	(void)state;
	mat_exp(3, a, e);
	assert_near(e[1], 3.0, 1e-13);
	assert_near(e[2], 5.0 + 0.5 * 21.0, 1e-12);
	assert_near(e[5], 7.0, 1e-13);
	assert_near(e[0], 1.0, 1e-14);
	assert_near(e[3], 0.0, 0.0);
}

/* x' = -p x + u: Phi = E, g0 + g1 = (1 - E)/p, g1 = (1 - (1 - E)/(p dt))/p with E = exp(-p dt). */
static void a_tick_is_exact_for_an_input_that_runs_straight(void **state)
{
	static const double p_dt[] = {1e-6, 0.1, 5.0, 40.0};
	const double b = 1.0, dt = 0.25;
	double phi, g0, g1;

	(void)state;
	for (size_t i = 0; i < COUNT(p_dt); i++) {
		double p = p_dt[i] / dt, a = -p, gone = -expm1(-p_dt[i]);
		lti_tick(1, &a, &b, dt, &phi, &g0, &g1);
		assert_near(phi, exp(-p_dt[i]), 1e-13);
		assert_near(g0 + g1, gone / p, 1e-12 * dt);
		if (p_dt[i] > 0.01)
			assert_near(g1, (1.0 - gone / p_dt[i]) / p, 1e-12);
	}
}

/* x'' = u: positions by a straight acceleration, dt^2 (2 u0 + u1)/6. */
static void a_double_integrator_follows_a_straight_acceleration(void **state)
{
	const double a[4] = {0.0, 1.0, 0.0, 0.0}, b[2] = {0.0, 1.0}, dt = 0.02;
	double phi[4], g0[2], g1[2];

	(void)state;
	lti_tick(2, a, b, dt, phi, g0, g1);
	assert_near(phi[1], dt, 1e-16);
	assert_near(g0[0], dt * dt / 3.0, 1e-17);
	assert_near(g1[0], dt * dt / 6.0, 1e-17);
	assert_near(g0[1], dt / 2.0, 1e-16);
	assert_near(g1[1], dt / 2.0, 1e-16);
}

static void streams_are_different_for_every_place(void **state)
{
	enum { TAGS = 6, N = 2 * TAGS * TAGS * TAGS * TAGS };
	static uint64_t seen[N];
	int n = 0;

	(void)state;
	for (int kind = CHANCE_ACTUATOR; kind <= CHANCE_SENSOR; kind++)
		for (int i = 0; i < TAGS * TAGS * TAGS * TAGS; i++)
			seen[n++] = chance_of(kind, i % TAGS - 1, i / TAGS % TAGS, i / (TAGS * TAGS) % TAGS, i / (TAGS * TAGS * TAGS));
	assert_int_equal(n, N);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < i; k++)
			assert_true(seen[i] != seen[k]);
	assert_true(chance_of(CHANCE_SENSOR, 3, 1, 0, 3) == chance_of(CHANCE_SENSOR, 3, 1, 0, 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exponential_of_a_rotation_is_its_matrix),
		cmocka_unit_test(the_exponential_of_a_nilpotent_matrix_is_a_polynomial),
		cmocka_unit_test(a_tick_is_exact_for_an_input_that_runs_straight),
		cmocka_unit_test(a_double_integrator_follows_a_straight_acceleration),
		cmocka_unit_test(streams_are_different_for_every_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
