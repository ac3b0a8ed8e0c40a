/* Energies that a rehearsal expects of a late test, against closed forms: a harmonic motion of a spring. */
#include "test.h"

#include "base/base.h"
#include "main/rehearse.h"

enum { STEPS = 20000, PER_CYCLE = 2000 };

/* d = A sin w t and r = k d for whole cycles; the input is 1 a step. */
static void harmonic(struct rehearse *r, double k, double amplitude, double dt, double *history)
{
	double w = 2.0 * M_PI / (PER_CYCLE * dt);
	*r = (struct rehearse){.n = 1, .steps = STEPS, .history = history, .test_s = STEPS * dt};
	for (int i = 0; i < STEPS; i++) {
		double d = amplitude * sin(w * (i + 1) * dt);
		history[4 * i] = dt;
		history[4 * i + 1] = 1.0;
		history[4 * i + 2] = d;
		history[4 * i + 3] = k * d;
	}
}

/* E_E = integral r(t - tau) dd = -pi k A^2 sin(w tau) a cycle; E_BE of a spring is what it holds at the end, and E_E has it, too. */
static void a_lag_adds_energy_to_a_spring(void **state)
{
	static double history[4 * STEPS];
	const double k = 3.0, a = 0.7, dt = 0.001, w = 2.0 * M_PI / (PER_CYCLE * dt);
	struct rehearse r;
	(void)state;
	harmonic(&r, k, a, dt, history);
	for (double lag = 0.0005; lag < 0.1; lag *= 2.0) {
		struct rehearse_energy x = rehearse_energy(&r, lag, 0.0);
		double cycles = STEPS / (double)PER_CYCLE, want = -M_PI * k * a * a * sin(w * lag) * cycles;
		/* the first and the last cycle are not whole by the lag */
		assert_near(x.error, want, 0.02 * fabs(want));
		assert_true(x.error < 0.0);
		assert_near(x.input, STEPS, 1e-9);
		assert_near(x.strain, 0.5 * k * a * a, 1e-5);
	}
	/* no lag, no error */
	assert_near(rehearse_energy(&r, 0.0, 0.0).error, 0.0, 1e-12);
	/* recoverable at a given yield displacement */
	assert_near(rehearse_energy(&r, 0.0, 0.5).strain, 0.5 * k * 0.25, 1e-9);
}

static void the_lag_of_a_threshold_is_found(void **state)
{
	static double history[4 * STEPS];
	const double k = 3.0, a = 0.7, dt = 0.001, w = 2.0 * M_PI / (PER_CYCLE * dt);
	struct rehearse r;
	(void)state;
	harmonic(&r, k, a, dt, history);
	/* |E_error| = threshold (strain + input) in closed form */
	double want = 1e-4 * (0.5 * k * a * a + STEPS) / (M_PI * k * a * a * STEPS / PER_CYCLE), lag = asin(want) / w;
	assert_near(rehearse_lag_for(&r, 1e-4, 0.0, 0.4), lag, 0.02 * lag);
	assert_true(isinf(rehearse_lag_for(&r, 10.0, 0.0, 0.4)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lag_adds_energy_to_a_spring),
		cmocka_unit_test(the_lag_of_a_threshold_is_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
