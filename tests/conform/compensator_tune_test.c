/* Numbers of compensators that may be changed while a test runs: over every row of compensator_table. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_tunable_acts_and_only_where_it_is_tuned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
