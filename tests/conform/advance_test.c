/* Every way to advance the linear part (advance_table) with every integrator: the motion of the whole method to 1e-9 of the peak where the integrator
 * claims to be linear in the force of a step, a refusal that names it where it does not. On a damped chain two of whose springs yield; in one run, step
 * by step with questions in between, from another state, and after the model has changed. In a program with MPI (tests/cluster) also on its ranks. */
#include "engine_subject.h"
#include "rig.h"

#include "analysis/engine.h"
#include "analysis/front.h"
#include "base/base.h"
#include "base/interrupt.h"
#include "cluster/cluster.h"

#include <math.h>

enum { MASSES = 8, STEPS = 60, KINDS = 3, NUMBERS = STEPS * KINDS * MASSES };

static const double DT = 0.02;

/* Spring 1 and 4 yield, the others are linear. */
static void chain(struct rig *r, const struct integrator_ops *ops, const char *words)
{
	static const struct rig_chain c = {.n = MASSES, .mass = 1.0, .alpha = 0.3, .amplitude = 6.0, .period = 0.9, .end = 1e9};
	const double factor[4] = {c.alpha, 0.0, 0.002, 0.0};

	rig_make(r, &c);
	rig_material(r, 1, "Elastic 400");
	rig_material(r, 2, "Steel01 6 400 0.05");
	for (int i = 1; i <= MASSES; i++) {
		char text[64];
		const char *word[RIG_WORDS];

		snprintf(text, sizeof(text), "%d %d %d -mat %d -dir 1 -doRayleigh 1", i, i, i + 1, i == 1 || i == 4 ? 2 : 1);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	model_rayleigh(&r->m, factor);
	rig_test(r, "NormUnbalance 1e-12 100");
	rig_algorithm(r, ops->claims.linear_only ? "Linear" : "Newton", ops->claims.linear_only ? "-initial" : "");
	rig_integrator(r, ops->name, words);
}

static int engine(struct rig *r, const char *name, const char *words)
{
	char text[128];
	const char *word[RIG_WORDS];

	snprintf(text, sizeof(text), "%s %s", name, words);
	struct args a = rig_args(text, word, "engine");
	err_clear(&r->e);
	return analysis_engine(&r->an, &a, &r->e);
}

static void note(const struct rig *r, int step, double *ret_x)
{
	static const double scale[KINDS] = {1.0, 0.1, 0.01};

	for (int kind = 0; kind < KINDS; kind++)
		for (int i = 0; i < MASSES; i++)
			ret_x[(step * KINDS + kind) * MASSES + i] = scale[kind] * analysis_node(&r->an, model_node(&r->m, i + 2), 0, NODE_DISP + kind);
}

static double difference(const double *a, const double *b)
{
	double top = 0.0, most = 0.0;

	for (int i = 0; i < NUMBERS; i++) {
		top = fmax(top, fabs(a[i]));
		most = fmax(most, fabs(a[i] - b[i]));
	}
	return most / top;
}

/* Portions of steps, everything asked after each. */
static void history(struct rig *r, int portion, double *ret_x)
{
	for (int i = 0; i < STEPS; i += portion) {
		rig_step(r, portion, DT);
		note(r, i + portion - 1, ret_x);
	}
	rig_end(r);
}

static void whole(const struct integrator_ops *ops, const char *words, int portion, double *ret_x)
{
	struct rig r;

	chain(&r, ops, words);
	rig_must(&r, engine(&r, "dense", ""), "dense");
	history(&r, portion, ret_x);
}

static bool exact(const struct advance_ops *way, const char *words)
{
	return !(strcmp(way->name, "modal") == 0 && strstr(words, "-modes"));
}

/* The i-th engine to try: every way as it is without options, then those on ranks where there may be any. false: there is no more. */
static bool subject(int i, const char **ret_name, const char **ret_words)
{
	int rows = 0;

	while (advance_table[rows])
		rows++;
	*ret_name = i < rows ? advance_table[i]->name : "modal";
	*ret_words = i < rows ? "" : "-ranks";
	return i < rows + (cluster_missing() == NULL);
}

/* Options of a way to try: its examples, then -ranks where there may be any. */
static bool option(const struct advance_ops *way, int i, char *ret_options, int size)
{
	char last[64];
	bool ranks = strcmp(way->name, "modal") == 0 && !cluster_missing() && (i == 0 || row_example(way->example, i - 1, last, sizeof(last)));

	if (row_example(way->example, i, ret_options, size))
		return true;
	snprintf(ret_options, (size_t)size, "-ranks");
	return ranks;
}

/* Calls check for every way, its options to try, and every transient integrator with its examples. */
static void each(void (*check)(const struct advance_ops *way, const char *options, const struct integrator_ops *ops, const char *words))
{
	char options[64], words[128];

	for (int w = 0; advance_table[w]; w++)
		for (int o = 0; option(advance_table[w], o, options, sizeof(options)); o++)
			for (int i = 0; integrator_table[i]; i++)
				for (int k = 0; integrator_table[i]->kind == INTEGRATOR_TRANSIENT && row_example(integrator_table[i]->example, k, words, sizeof(words)); k++)
					if (exact(advance_table[w], options))
						check(advance_table[w], options, integrator_table[i], words);
}

static void check_agrees(const struct advance_ops *way, const char *options, const struct integrator_ops *ops, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];
	struct rig r;

	if (ops->claims.front == FRONT_NONE)
		return;
	for (int portion = 1; portion <= STEPS; portion *= 10) {
		memset(right, 0, sizeof(right));
		memset(got, 0, sizeof(got));
		whole(ops, words, portion, right);
		chain(&r, ops, words);
		rig_must(&r, engine(&r, way->name, options), way->name);
		history(&r, portion, got);
		if (!(difference(right, got) <= 1e-9))
			fail_msg("engine %s %s, integrator %s %s, %d steps at a time: differs by %.3g", way->name, options, ops->name, words, portion,
			         difference(right, got));
	}
}

static void give_the_motion_of_the_whole_method(void **state)
{
	(void)state;
	each(check_agrees);
}

static void check_refuses(const struct advance_ops *way, const char *options, const struct integrator_ops *ops, const char *words)
{
	struct rig r;
	int done;

	if (ops->claims.front != FRONT_NONE)
		return;
	chain(&r, ops, words);
	rig_must(&r, engine(&r, way->name, options), way->name);
	assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_UNSUPPORTED);
	assert_contains(r.e.what, ops->name);
	assert_contains(r.e.hint, "engine sparse");
	rig_end(&r);
}

static void refuse_integrators_that_are_not_linear_in_one_force_a_step(void **state)
{
	(void)state;
	each(check_refuses);
}

/* From a state that is not rest, then with an element more. */
static void shaken(const char *name, const char *words, double *ret_x)
{
	struct rig r;
	char text[] = "99 3 7 -mat 1 -dir 1 -doRayleigh 1";
	const double factor[4] = {0.3, 0.0, 0.002, 0.0};
	const char *word[RIG_WORDS];

	chain(&r, integrator_find("Newmark"), "0.5 0.25");
	rig_must(&r, engine(&r, name, words), name);
	rig_start(&r, 0.02, -0.3, 1.5);
	for (int i = 0; i < STEPS; i += 20) {
		rig_step(&r, 20, DT);
		note(&r, i + 19, ret_x);
		if (i == 20) {
			struct args a = rig_args(text, word, "element");
			rig_must(&r, element_build(&r.m, element_find("zeroLength"), &a, &r.e), "zeroLength");
			model_rayleigh(&r.m, factor);
		}
	}
	rig_end(&r);
}

static void go_on_from_any_state_and_when_the_model_changes(void **state)
{
	const char *name, *words;
	static double right[NUMBERS], got[NUMBERS];

	(void)state;
	shaken("dense", "", right);
	for (int w = 0; subject(w, &name, &words); w++) {
		memset(got, 0, sizeof(got));
		shaken(name, words, got);
		if (!(difference(right, got) <= 1e-9))
			fail_msg("engine %s %s: differs by %.3g", name, words, difference(right, got));
	}
}

/* One engine after the other in one run. */
static void take_over_from_each_other(void **state)
{
	static double right[NUMBERS], got[NUMBERS];
	const char *name, *words;
	struct rig r;
	int step = 0;

	(void)state;
	whole(integrator_find("Newmark"), "0.5 0.25", 10, right);
	chain(&r, integrator_find("Newmark"), "0.5 0.25");
	for (int w = 0; step < STEPS; step += 10) {
		if (step == 30) {
			rig_must(&r, engine(&r, "sparse", ""), "engine");
		} else {
			w = subject(w, &name, &words) ? w : 0;
			subject(w++, &name, &words);
			rig_must(&r, engine(&r, name, words), "engine");
		}
		rig_step(&r, 10, DT);
		note(&r, step + 9, got);
	}
	rig_end(&r);
	assert_true(difference(right, got) <= 1e-9);
}

static void refuse_another_step_where_one_is_all_they_know(void **state)
{
	(void)state;
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;
		int done, code;

		chain(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, engine(&r, advance_table[w]->name, ""), "engine");
		rig_step(&r, 5, DT);
		code = analysis_run(&r.an, 1, 0.5 * DT, &done, &r.e);
		assert_int_equal(code, advance_table[w]->bounded ? ERR_UNSUPPORTED : 0);
		if (code)
			assert_contains(r.e.what, "0.02 to 0.01");
		rig_end(&r);
	}
}

/* Ten steps, twenty of half the length, ten more. */
static void uneven(const struct integrator_ops *ops, const char *words, const char *name, const char *options, double *ret_x)
{
	struct rig r;

	chain(&r, ops, words);
	rig_must(&r, engine(&r, name, options), name);
	for (int i = 0; i < 40; i += 10) {
		rig_step(&r, 10, i == 10 || i == 20 ? 0.5 * DT : DT);
		note(&r, i, ret_x);
	}
	rig_end(&r);
}

static void check_uneven(const struct advance_ops *way, const char *options, const struct integrator_ops *ops, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];

	if (way->bounded || ops->claims.front == FRONT_NONE)
		return;
	memset(right, 0, sizeof(right));
	memset(got, 0, sizeof(got));
	uneven(ops, words, "dense", "", right);
	uneven(ops, words, way->name, options, got);
	if (!(difference(right, got) <= 1e-9))
		fail_msg("engine %s %s, integrator %s %s, when the step changes: differs by %.3g", way->name, options, ops->name, words, difference(right, got));
}

static void keep_what_the_integrator_keeps_when_the_step_changes(void **state)
{
	(void)state;
	each(check_uneven);
}

/* Somebody asked the program to stop: what was computed is still there, everywhere. */
static void keep_the_motion_when_they_are_interrupted(void **state)
{
	const char *name, *words;
	static double right[NUMBERS], got[NUMBERS];

	(void)state;
	whole(integrator_find("Newmark"), "0.5 0.25", STEPS, right);
	for (int w = 0; subject(w, &name, &words); w++) {
		struct rig r;

		memset(got, 0, sizeof(got));
		chain(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, engine(&r, name, words), "engine");
		rig_step(&r, STEPS, DT);
		interrupt_ask();
		note(&r, STEPS - 1, got);
		interrupt_clear();
		rig_end(&r);
		assert_true(difference(right, got) <= 1e-9);
	}
}

/* The ranks go on before the program knows that the step is good: what it does not accept, they take back. */
static void check_takes_back(const char *integrator, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];
	const struct advance_ops *way = advance_find("modal");
	struct rig r;

	whole(integrator_find(integrator), words, 10, right);
	chain(&r, integrator_find(integrator), words);
	rig_must(&r, engine(&r, "modal", "-ranks"), "modal");
	for (int step = 0; step < STEPS; step += 10) {
		struct front *f = r.an.front;

		/* a step whose forces are nonsense, and which nobody commits */
		for (int twice = 0; f && twice < 2; twice++) {
			assert_int_equal(way->begin(f->way->self, f, &r.e), 0);
			f->phi[0][0] = 1e3;
			f->phi[1][0] = -1e3;
			assert_int_equal(way->correct(f->way->self, f, &r.e), 0);
			if (twice || step % 20)
				assert_int_equal(way->end(f->way->self, f, &r.e), 0);
		}
		rig_step(&r, 10, DT);
		note(&r, step + 9, got);
	}
	rig_end(&r);
	if (!(difference(right, got) <= 1e-9))
		fail_msg("integrator %s: differs by %.3g", integrator, difference(right, got));
}

static void ranks_take_back_a_step_that_was_not_accepted(void **state)
{
	(void)state;
	if (cluster_missing())
		skip();
	check_takes_back("Newmark", "0.5 0.25");
	check_takes_back("KRAlphaExplicit", "0.8");
	check_takes_back("AlphaOS_TP", "0.9");
}

/* Chosen modes: statics are exact, and with all of them so is the rest. */
static void chosen_modes_come_nearer_the_more_they_are(void **state)
{
	static double right[NUMBERS], got[NUMBERS];
	double last = 1.0;

	(void)state;
	whole(integrator_find("Newmark"), "0.5 0.25", 1, right);
	for (int modes = 2; modes <= MASSES; modes += 3) {
		struct rig r;
		char words[32];

		snprintf(words, sizeof(words), "-modes %d", modes);
		chain(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, engine(&r, "modal", words), words);
		history(&r, 1, got);
		assert_true(difference(right, got) < last);
		last = difference(right, got);
	}
	assert_true(last < 1e-9);
}

int main(void)
{
	int status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(give_the_motion_of_the_whole_method),
		cmocka_unit_test(refuse_integrators_that_are_not_linear_in_one_force_a_step),
		cmocka_unit_test(go_on_from_any_state_and_when_the_model_changes),
		cmocka_unit_test(take_over_from_each_other),
		cmocka_unit_test(refuse_another_step_where_one_is_all_they_know),
		cmocka_unit_test(keep_what_the_integrator_keeps_when_the_step_changes),
		cmocka_unit_test(keep_the_motion_when_they_are_interrupted),
		cmocka_unit_test(ranks_take_back_a_step_that_was_not_accepted),
		cmocka_unit_test(chosen_modes_come_nearer_the_more_they_are),
	};
	return subjects_rank(&status) ? status : cmocka_run_group_tests_name("advance", tests, NULL, NULL);
}
