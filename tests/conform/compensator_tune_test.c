/* Numbers of compensators that change while a test runs: those that are tuned, over every row of compensator_table, and those that are learnt from a test
 * that does not begin at zero. */
#include "test.h"

#include "experiment/compensator.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

enum { TAG = 10 };
static const double DT = 1.0 / 1024.0;

static double path(double t)
{
	return 0.02 * sin(2.0 * M_PI * 2.0 * t);
}

static const struct param *row_of(const struct compensator_ops *ops, const char *name)
{
	for (const struct param *p = ops->params; p && p->name; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}

/* The way of a command, after which something was tuned. */
static double after_tuning(struct stage *s, int tag, size_t offset, double factor)
{
	struct compensator_use u;
	struct err e;
	double sum = 0.0;

	err_clear(&e);
	assert_int_equal(compensator_use(&u, table_get(&s->script.lab.compensators, tag), DT, &s->script.lab, "test", &e), 0);
	compensator_start(&u, 0.0);
	compensator_set(&u, offset, factor * compensator_get(&u, offset));
	for (int k = 1; k < 400; k++)
		sum += fabs(compensator_apply(&u, &(struct compensator_wish){.x = path(k * DT), .v = (path(k * DT) - path((k - 1) * DT)) / DT}, path((k - 3) * DT)));
	return sum;
}

/* Every name is a real of the row's table; another value acts at its own place and at no other that was made from the same words. */
static void what_is_tunable_acts_and_only_where_it_is_tuned(void **state)
{
	struct stage s;
	int seen = 0;

	(void)state;
	for (int i = 0; compensator_table[i]; i++)
		for (const char *const *name = compensator_table[i]->tunable; name && *name; name++, seen++) {
			const struct param *p = row_of(compensator_table[i], *name);
			double plain, other;

			assert_non_null(p);
			assert_int_equal(p->kind, PARAM_REAL);
			stage_begin(&s);
			stage_eval(&s, "expCompensator %s %d %s", compensator_table[i]->name, TAG, compensator_table[i]->example);
			plain = after_tuning(&s, TAG, p->offset, 1.0);
			other = after_tuning(&s, TAG, p->offset, 1.5);
			/* a threshold of 0 stays 0 */
			assert_true(other != plain || p->def == 0.0);
			assert_true(after_tuning(&s, TAG, p->offset, 1.0) == plain);
			stage_end(&s);
		}
	assert_true(seen >= 5);
}

/* ATS and AMB on an actuator that does what it is told, from where gravity has left the specimen: 1, 0, 0 is right, and stays. */
static void a_specimen_that_stands_away_from_zero_teaches_nothing_wrong(void **state)
{
	static const char *const kind[] = {"ATS 1 0", "AMB 1 0"};
	const double stands = 0.3, w = 2.0 * M_PI * 2.0;

	(void)state;
	for (size_t i = 0; i < COUNT(kind); i++) {
		struct stage s;
		struct compensator_use u;
		struct err e;
		double sent = stands, learnt[COMPENSATOR_LEARNT], off = 0.0;

		stage_begin(&s);
		stage_eval(&s, "expCompensator %s", kind[i]);
		err_clear(&e);
		assert_int_equal(compensator_use(&u, table_get(&s.script.lab.compensators, 1), DT, &s.script.lab, "test", &e), 0);
		compensator_start(&u, stands);
		for (int k = 1; k < 4096; k++) {
			double p = w * k * DT;
			const struct compensator_wish wish = {.x = stands + 0.02 * (1.0 - cos(p)), .v = 0.02 * w * sin(p), .a = 0.02 * w * w * cos(p)};

			sent = compensator_apply(&u, &wish, sent);
			off = larger(off, fabs(sent - wish.x));
		}
		assert_true(compensator_learnt(&u, learnt) >= 3);
		print_message("%s: %.9f %.9f %.9f, off by %.3g\n", kind[i], learnt[0], learnt[1], learnt[2], off);
		assert_near(off, 0.0, 1e-14);
		stage_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_tunable_acts_and_only_where_it_is_tuned),
		cmocka_unit_test(a_specimen_that_stands_away_from_zero_teaches_nothing_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
