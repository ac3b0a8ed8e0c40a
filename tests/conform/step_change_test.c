/* Suite over every transient row of integrator_table: the length of the step changes in the middle of a test, and the method keeps the order that it claims.
 *
 * A damped oscillator under a sine, from rest, whose motion is known in closed form. Steps of h, then of h times a ratio, then of h again; the error is the
 * largest at any step behind the first change, the observed order the logarithm of its ratio for h and h/2. Half, double, and a ratio that no
 * number of steps makes up for. That every engine goes the same way then is in advance_methods_test.c; what knows one step only says so in refused_step_test.c.
 */
#include "rig.h"

static const struct rig_chain loaded = {.n = 1, .mass = 1.0, .alpha = 0.8, .material = "Elastic 16", .amplitude = 3.0, .period = 2.5, .end = 1e9};
static const double STIFFNESS = 16.0, PART = 1.25;

/* Steps of dt over a third of the test, from *t on: the largest error. */
static double part_run(struct rig *r, const struct rig_chain *c, double dt, double *t)
{
	double worst = 0.0;
	int n = (int)lround(PART / dt);

	for (int i = 0; i < n; i++) {
		rig_step(r, 1, dt);
		*t += dt;
		worst = fmax(worst, fabs(rig_u(r) - rig_closed_form(c, STIFFNESS, *t)));
	}
	return worst;
}

/* The largest error behind the first change, with `fine` steps in the first part. */
static double error_of(const struct integrator_ops *ops, const char *words, double ratio, int fine)
{
	struct rig_chain c = loaded;
	struct rig r;
	double h = PART / fine, t = 0.0, worst;

	c.alpha = ops->claims.undamped ? 0.0 : c.alpha;
	rig_make(&r, &c);
	rig_method(&r, ops, words);
	part_run(&r, &c, h, &t);
	worst = part_run(&r, &c, ratio * h, &t);
	worst = fmax(worst, part_run(&r, &c, h, &t));
	rig_end(&r);
	return worst;
}

static void order_is_kept_when_the_step_changes(void **state)
{
	static const double RATIO[] = {0.5, 2.0, 0.61803398874989485};
	char words[128];
	int wrong = 0;

	(void)state;
	for (int row = 0; integrator_table[row]; row++) {
		const struct integrator_ops *ops = integrator_table[row];

		for (int k = 0; ops->kind == INTEGRATOR_TRANSIENT && row_example(ops->example, k, words, sizeof(words)); k++)
			for (size_t i = 0; i < COUNT(RATIO); i++) {
				double coarse = error_of(ops, words, RATIO[i], 160), fine = error_of(ops, words, RATIO[i], 320), order = log2(coarse / fine);

				if (!(fabs(order - ops->claims.order) <= 0.1)) {
					print_error("%s %s, step times %g: observed order %.3f, claimed %g\n", ops->name, words, RATIO[i], order, ops->claims.order);
					wrong++;
				}
			}
	}
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_is_kept_when_the_step_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
