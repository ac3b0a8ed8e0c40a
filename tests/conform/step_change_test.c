/* Suite over every transient row of integrator_table: the length of the step changes in the middle of a test, and the method keeps the order that it claims.
 *
 * A damped oscillator under a sine, from rest, whose motion is known in closed form. Steps of h, then of h times a ratio, then of h again; the error is the
 * largest at any step behind the first change, the observed order the logarithm of its ratio for h and h/2. Half, double, and a ratio that no
 * number of steps makes up for. That every engine goes the same way then is in advance_methods_test.c; what knows one step only says so in refused_step_test.c.
 *
 * Methods of many commands a step also keep their path: a mass that nothing holds goes straight on, and so do the commands of its specimen.
 */
#include "chain.h"
#include "specimen.h"

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
		worst = larger(worst, fabs(rig_u(r) - rig_closed_form(c, STIFFNESS, *t)));
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
	worst = larger(worst, part_run(&r, &c, h, &t));
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

/* No two steps of the same length: of all methods of more than one step, central differences claim their order then, too. */
static double error_of_uneven(const struct integrator_ops *ops, int fine)
{
	struct rig r;
	double worst = 0.0, t = 0.0;

	rig_make(&r, &loaded);
	rig_method(&r, ops, "");
	for (int i = 0; i < 3 * fine; i++) {
		double dt = PART / fine * (0.6 + 0.8 * fmod(0.61803398874989485 * i, 1.0));

		rig_step(&r, 1, dt);
		t += dt;
		worst = larger(worst, fabs(rig_u(&r) - rig_closed_form(&loaded, STIFFNESS, t)));
	}
	rig_end(&r);
	return worst;
}

static void central_differences_are_of_second_order_with_steps_of_any_length(void **state)
{
	const struct integrator_ops *ops = integrator_find("CentralDifference");

	(void)state;
	assert_near(log2(error_of_uneven(ops, 160) / error_of_uneven(ops, 320)), 2.0, 0.1);
}

/* How far the ways between the commands of the last step differ, of their mean; a specimen without stiffness that moves with speed one. */
static double unevenness(const struct specimen_log *log, double dt)
{
	enum { COMMANDS = 6 };    /* FixedNumIter of rig_method */
	double most = 0.0, first = log->sent[0] - log->sent[1];

	for (int i = 1; i + 1 < COMMANDS; i++)
		most = larger(most, fabs(log->sent[i] - log->sent[i + 1] - first));
	return most / dt;
}

/* The largest of the steps behind the first three, which take the motion before them for rest. */
static double unevenness_of(const struct integrator_ops *ops, const char *words, const char *engine, int steps, const double *dt)
{
	struct specimen_log log = {.dy = 1.0};
	struct rig r;
	double most = 0.0;

	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0});
	specimen_add(&r.m, 1, 1, 2, &log);
	rig_method(&r, ops, words);
	rig_must(&r, chain_engine(&r, engine, ""), engine);
	rig_start(&r, 0.0, 1.0, 0.0);
	for (int i = 0; i < steps; i++) {
		rig_step(&r, 1, dt[i]);
		most = i < 3 ? 0.0 : fmax(most, unevenness(&log, dt[i]));
	}
	rig_end(&r);
	return most;
}

/* Collocation aims beyond the step, so that its commands are not even with one step either; with others they are at most twice as uneven, as the second
 * derivative of the polynomial at the abscissae 1, 0, -r is in the proportion of 1/(1 + r). */
static void commands_of_a_straight_motion_stay_straight_when_the_step_changes(void **state)
{
	static const double SAME[] = {0.02, 0.02, 0.02, 0.02, 0.02}, CHANGING[] = {0.02, 0.02, 0.02, 0.02, 0.05, 0.05, 0.05, 0.013, 0.02, 0.02, 0.02};
	static const char *const ENGINE[] = {"dense", "condensed"};
	char words[128];
	int tried = 0, wrong = 0;

	(void)state;
	for (int row = 0; integrator_table[row]; row++)
		for (size_t k = 0; integrator_table[row]->limit && k < COUNT(ENGINE); k++) {
			const struct integrator_ops *ops = integrator_table[row];
			double same, changing;

			assert_true(row_example(ops->example, 0, words, sizeof(words)));
			same = unevenness_of(ops, words, ENGINE[k], COUNT(SAME), SAME);
			changing = unevenness_of(ops, words, ENGINE[k], COUNT(CHANGING), CHANGING);
			tried++;
			if (!(changing <= 2.0 * same + 1e-12)) {
				print_error("%s %s, engine %s: uneven by %.3g, with one step by %.3g\n", ops->name, words, ENGINE[k], changing, same);
				wrong++;
			}
		}
	assert_int_equal(wrong, 0);
	assert_true(tried > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_is_kept_when_the_step_changes),
		cmocka_unit_test(central_differences_are_of_second_order_with_steps_of_any_length),
		cmocka_unit_test(commands_of_a_straight_motion_stay_straight_when_the_step_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
