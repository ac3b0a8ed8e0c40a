/* The on-line estimate of a delay where there is nothing to learn from: in holds, and in the noise before the first motion. */
#include "test.h"

#include "base/rng.h"
#include "experiment/delay_estimate.h"

enum { RATE = 1000, ROOM = 200 };
static const double DT = 1.0 / RATE, TAU = 0.02;

/* A sine that begins at rest and holds from `until` on. */
static double path(double t, double until)
{
	double at = fmin(fmax(t, 0.0), until);

	return 0.01 * (1.0 - cos(2.0 * M_PI * at));
}

static void tick(struct delay_estimate *d, double t, double until, double noise)
{
	delay_estimate_measured(d, path(t - TAU, until) + noise);
	delay_estimate_sent(d, path(t, until));
}

/* What is not learnt yet when the motion ends is not made up by waiting: an hour of holding changes nothing once what was sent last has arrived. */
static void a_hold_leaves_the_estimate_where_it_is(void **state)
{
	const struct delay_words words = {.first = 0.005, .most = 0.1, .window = 1.0};
	struct delay_estimate d;
	double ring[ROOM], held;
	int k = 1;

	(void)state;
	assert_true(delay_estimate_size(&words, DT) <= ROOM);
	delay_estimate_start(&d, &words, DT, ring, 0.0);
	for (; k < 900 + ROOM; k++)
		tick(&d, k * DT, 0.9, 0.0);
	held = d.delay;
	assert_true(held > 0.006 && held < TAU);
	for (; k < 3600 * RATE; k++)
		tick(&d, k * DT, 0.9, 0.0);
	assert_near(d.delay, held, 0.0);
}

/* The error of an estimate between 0 and the longest delay is no longer than that, whatever noise over a crawling command says: twice that a window at most. */
static void noise_over_a_first_motion_does_not_throw_it(void **state)
{
	const struct delay_words words = {.first = 0.02, .most = 0.1, .window = 1.0};
	struct delay_estimate d;
	double ring[ROOM];
	struct rng chance;

	(void)state;
	rng_init(&chance, 1, 2);
	delay_estimate_start(&d, &words, DT, ring, 0.0);
	for (int k = 1; k < 2000; k++) {
		double before = d.delay;

		tick(&d, 1e-3 * k * DT, 1.0, 1e-4 * rng_normal(&chance));
		assert_true(fabs(d.delay - before) <= 2.0 * DT / words.window * words.most * (1.0 + 1e-9));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hold_leaves_the_estimate_where_it_is),
		cmocka_unit_test(noise_over_a_first_motion_does_not_throw_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
