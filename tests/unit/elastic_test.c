/* Elements taken as linear (equations/elastic.h): the motion is that of the whole method while they stay so, and the test stops when one does not. Right
 * motions are those of engine dense; the right step of a stop is the first at which the linear chain carries more than the yield force. */
#include "chain.h"

#include "equations/elastic.h"
#include "interface/follow.h"

#include <math.h>

enum { STEPS = 96, NODES = CHAIN_MASSES + 1 };

static const double DT = 0.02, STIFFNESS = 400.0, YIELD = 6.0;
static const char STRONG[] = "Steel01 1e6 400 0.05", WEAK[] = "Steel01 6 400 0.05", LINEAR[] = "Elastic 400";

static void begin(struct rig *r, const char *material, const char *weak, const char *engine, const char *words)
{
	chain_make(r, material, weak, 6.0);
	chain_method(r, integrator_find("Newmark"), "0.5 0.25");
	rig_must(r, chain_engine(r, engine, words), engine);
}

static double spring(const struct rig *r, int i)
{
	return STIFFNESS * (analysis_node(&r->an, model_node(&r->m, i + 1), 0, NODE_DISP) - analysis_node(&r->an, model_node(&r->m, i), 0, NODE_DISP));
}

static void motion(const struct rig *r, double *ret_u)
{
	for (int i = 0; i < NODES; i++)
		ret_u[i] = analysis_node(&r->an, model_node(&r->m, i + 1), 0, NODE_DISP);
}

static double difference(const double *a, const double *b)
{
	double top = 0.0, most = 0.0;

	for (int i = 0; i < NODES; i++) {
		top = larger(top, fabs(b[i]));
		most = larger(most, fabs(a[i] - b[i]));
	}
	return most / top;
}

/* Springs 1 and 4 yield, the others, of the same kind of material, do not: the right motion is that of a chain whose others are linear, for methods whose
 * matrix has linear elements only treat the two kinds differently. */
static void keep_the_motion_of_the_whole_method_and_shrink_the_interface(void **state)
{
	(void)state;
	for (int i = 0; integrator_table[i]; i++) {
		const struct integrator_ops *ops = integrator_table[i];
		double right[NODES], got[NODES];
		char words[128];
		struct rig r;

		if (ops->claims.front == FRONT_NONE || !row_example(ops->example, 0, words, sizeof(words)))
			continue;
		chain_make(&r, LINEAR, WEAK, 6.0);
		chain_method(&r, ops, words);
		rig_must(&r, chain_engine(&r, "dense", ""), "dense");
		rig_step(&r, STEPS, DT);
		motion(&r, right);
		rig_end(&r);
		for (int w = 0; advance_table[w]; w++) {
			const int *unknown;

			chain_make(&r, STRONG, WEAK, 6.0);
			chain_method(&r, ops, words);
			rig_must(&r, chain_engine(&r, advance_table[w]->name, "-elastic 2 3 5 6 7 8"), advance_table[w]->name);
			rig_step(&r, STEPS, DT);
			motion(&r, got);
			/* node 2 behind spring 1, nodes 4 and 5 at spring 4 */
			assert_int_equal(problem_coupled(r.an.p, &unknown), 3);
			rig_end(&r);
			if (!(difference(got, right) <= 1e-9))
				fail_msg("engine %s, integrator %s: differs by %.3g", advance_table[w]->name, ops->name, difference(got, right));
		}
	}
}

/* The first step, and the spring of the two weak ones, that carries more than the yield force where all are linear. */
static int first_beyond(int *ret_spring)
{
	struct rig r;
	int step = 0;

	begin(&r, LINEAR, LINEAR, "dense", "");
	for (*ret_spring = 0; *ret_spring == 0;) {
		rig_step(&r, 1, DT);
		step++;
		*ret_spring = fabs(spring(&r, 1)) > YIELD ? 1 : fabs(spring(&r, 4)) > YIELD ? 4 : 0;
	}
	rig_end(&r);
	return step;
}

static void check_stop(struct rig *r, int spring_broken, int step, const char *who)
{
	char text[64];

	if (r->e.code != ERR_LIMIT)
		fail_msg("%s: ended with %s: %s", who, err_name(r->e.code), r->e.what);
	snprintf(text, sizeof(text), "element %d (zeroLength) is not linear", spring_broken);
	assert_contains(r->e.what, text);
	snprintf(text, sizeof(text), "(step %d)", step);
	assert_contains(r->e.what, text);
	assert_contains(r->e.hint, "leave it out of -elastic");
}

static void stop_the_test_where_the_linear_structure_reaches_the_yield_force(void **state)
{
	int broken, step = first_beyond(&broken);

	(void)state;
	assert_in_range(step, 2, STEPS - FOLLOW_LOOK);
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;
		int done, late = advance_table[w]->recover ? (step + FOLLOW_LOOK - 1) / FOLLOW_LOOK * FOLLOW_LOOK : step;
		char text[64];

		begin(&r, STRONG, WEAK, advance_table[w]->name, "-elastic all");
		assert_int_equal(analysis_run(&r.an, STEPS, DT, &done, &r.e), ERR_LIMIT);
		check_stop(&r, broken, step, advance_table[w]->name);
		assert_int_equal(r.an.steps, late);
		snprintf(text, sizeof(text), "%d steps later, at step %d", late - step, late);
		assert_true(late == step || strstr(r.e.what, text) != NULL);
		/* it goes no further */
		err_clear(&r.e);
		assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_LIMIT);
		assert_int_equal(done, 0);
		assert_int_equal(r.an.steps, late);
		rig_end(&r);
	}
}

/* Against the clock nobody waits: the step of the stop is the machine's, that of the event is not, and no run ends without having looked everywhere. */
static void find_the_same_step_when_nobody_waits(void **state)
{
	int broken, step = first_beyond(&broken);

	(void)state;
	struct rig r;
	int done;

	begin(&r, STRONG, WEAK, "impulse", "-elastic all");
	r.an.patient = false;
	assert_int_equal(analysis_run(&r.an, STEPS, DT, &done, &r.e), ERR_LIMIT);
	check_stop(&r, broken, step, "impulse");
	assert_in_range(r.an.steps, step, STEPS);
	rig_end(&r);
}

/* Step by step the answer is there after each. */
static void look_before_analyze_answers(void **state)
{
	int broken, step = first_beyond(&broken), done;

	(void)state;
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;

		begin(&r, STRONG, WEAK, advance_table[w]->name, "-elastic all");
		for (int k = 1; k < step; k++)
			rig_step(&r, 1, DT);
		assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_LIMIT);
		check_stop(&r, broken, step, advance_table[w]->name);
		assert_int_equal(r.an.steps, step);
		rig_end(&r);
	}
}

static int unhappy(void *self, struct analysis *an, struct err *e)
{
	return an->steps > *(const int *)self ? err_set(e, ERR_CONVERGE, "observer", "no more") : 0;
}

/* A run that ends early, for another reason, has looked at its steps as well: what was promised comes first. */
static void tell_of_a_broken_promise_where_a_later_step_fails(void **state)
{
	int broken, step = first_beyond(&broken), done;

	(void)state;
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;

		begin(&r, STRONG, WEAK, advance_table[w]->name, "-elastic all");
		r.an.observer = unhappy;
		r.an.observer_self = &step;
		assert_int_equal(analysis_run(&r.an, STEPS, DT, &done, &r.e), ERR_LIMIT);
		check_stop(&r, broken, step, advance_table[w]->name);
		rig_end(&r);
	}
}

static void refuse_an_element_that_has_yielded_before(void **state)
{
	(void)state;
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;
		int done;

		begin(&r, STRONG, WEAK, "dense", "");
		rig_step(&r, STEPS, DT);
		rig_must(&r, chain_engine(&r, advance_table[w]->name, "-elastic all"), "engine");
		assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_STATE);
		assert_contains(r.e.what, "(zeroLength) has left its virgin range already");
		/* those that have not are taken */
		rig_must(&r, chain_engine(&r, advance_table[w]->name, "-elastic 2 3"), "engine");
		rig_step(&r, 1, DT);
		rig_end(&r);
	}
}

static void refuse_an_element_that_carries_a_force_at_rest(void **state)
{
	struct rig r;
	int done;

	(void)state;
	chain_make(&r, STRONG, STRONG, 6.0);
	chain_method(&r, integrator_find("Newmark"), "0.5 0.25");
	/* 400 times an initial strain of 0.01 */
	rig_material(&r, 3, "ElasticPP 400 1 -1 0.01");
	char text[] = "99 3 5 -mat 3 -dir 1";
	const char *word[RIG_WORDS];
	struct args a = rig_args(text, word, "element");
	rig_must(&r, element_build(&r.m, element_find("zeroLength"), &a, &r.e), "zeroLength");
	rig_must(&r, chain_engine(&r, "condensed", "-elastic all"), "engine");
	assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_STATE);
	assert_contains(r.e.what, "element 99 (zeroLength) carries a force before it moves: 4");
	rig_end(&r);
}

/* Another engine goes on from where it ends, as if there had been no promise. */
static void leave_the_state_to_other_engines(void **state)
{
	double right[NODES], got[NODES];
	struct rig r;

	(void)state;
	begin(&r, STRONG, WEAK, "dense", "");
	rig_step(&r, STEPS, DT);
	motion(&r, right);
	rig_end(&r);
	for (int w = 0; advance_table[w]; w++) {
		begin(&r, STRONG, WEAK, advance_table[w]->name, "-elastic 2 3 5 6 7 8");
		rig_step(&r, STEPS / 2, DT);
		rig_must(&r, chain_engine(&r, "dense", ""), "dense");
		rig_step(&r, STEPS / 2, DT);
		motion(&r, got);
		rig_end(&r);
		assert_true(difference(got, right) <= 1e-9);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keep_the_motion_of_the_whole_method_and_shrink_the_interface),
		cmocka_unit_test(stop_the_test_where_the_linear_structure_reaches_the_yield_force),
		cmocka_unit_test(find_the_same_step_when_nobody_waits),
		cmocka_unit_test(look_before_analyze_answers),
		cmocka_unit_test(tell_of_a_broken_promise_where_a_later_step_fails),
		cmocka_unit_test(refuse_an_element_that_has_yielded_before),
		cmocka_unit_test(refuse_an_element_that_carries_a_force_at_rest),
		cmocka_unit_test(leave_the_state_to_other_engines),
	};
	return cmocka_run_group_tests_name("elastic", tests, NULL, NULL);
}
