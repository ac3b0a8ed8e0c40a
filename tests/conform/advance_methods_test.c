/* What makes methods special that ask elements several times a step, remember earlier steps or change their coefficients, on every way to advance: damping
 * that is not linear, damping by the present stiffness, other algorithms, a start in motion, a step that changes, the commands themselves. Against the whole
 * method, to 1e-9 of the peak. In a program with MPI (tests/cluster) also on its ranks. */
#include "advance_chain.h"
#include "engine_subject.h"

#include <stdlib.h>

struct course {
	const char *name;
	const char *test, *algorithm, *words;    /* NULL: the chain's own */
	bool damper;                             /* a dashpot with the square of the velocity beside spring 4 */
	bool tangent;                            /* Rayleigh damping by the present stiffness of all springs */
	bool committed;                          /* by that of the last step */
	bool moving;                             /* from a state that is not rest */
	bool slower;                             /* the step becomes longer */
	bool turns;                              /* an engine of the whole structure takes every second portion of steps */
};

static void prepare(struct rig *r, const struct course *c, const struct integrator_ops *ops, const char *words, const char *way, const char *options)
{
	const double by_tangent[4] = {0.3, 0.002, 0.0, 0.0}, by_committed[4] = {0.3, 0.0, 0.0, 0.002};

	chain_yielding(r, ops, words);
	if (c->damper) {
		char text[] = "50 4 5 -mat 3 -dir 1";
		const char *word[RIG_WORDS];
		struct args a = rig_args(text, word, "element");

		rig_material(r, 3, "Viscous 1.5 2");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	if (c->tangent)
		model_rayleigh(&r->m, by_tangent);
	if (c->committed)
		model_rayleigh(&r->m, by_committed);
	if (c->test)
		rig_test(r, c->test);
	if (c->algorithm)
		rig_algorithm(r, c->algorithm, c->words);
	rig_must(r, chain_engine(r, way, options), way);
	if (c->moving)
		rig_start(r, 0.02, -0.3, 1.5);
}

static void course_run(const struct course *c, const struct integrator_ops *ops, const char *words, const char *way, const char *options, double *ret_x)
{
	struct rig r;

	prepare(&r, c, ops, words, way, options);
	memset(ret_x, 0, NUMBERS * sizeof(double));
	for (int i = 0; i < STEPS; i += 10) {
		if (c->turns)
			rig_must(&r, i / 10 % 2 ? chain_engine(&r, "dense", "") : chain_engine(&r, way, options), way);
		rig_step(&r, 10, c->slower && i >= 30 ? 1.25 * DT : DT);
		note(&r, i + 9, ret_x);
	}
	rig_end(&r);
}

static void compare(const struct course *c, const struct integrator_ops *ops, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];
	const char *name, *options;

	course_run(c, ops, words, "dense", "", right);
	for (int w = 0; subject(w, &name, &options); w++) {
		if (c->slower && !c->turns && advance_find(name)->bounded)
			continue;
		course_run(c, ops, words, name, options, got);
		if (!(difference(right, got) <= 1e-9))
			fail_msg("engine %s %s, integrator %s %s, %s: differs by %.3g", name, options, ops->name, words, c->name, difference(right, got));
	}
}

/* Every transient integrator with its examples that `wanted` takes. */
static void each(const struct course *c, bool (*wanted)(const struct integrator_ops *ops))
{
	char words[128];

	for (int i = 0; integrator_table[i]; i++)
		for (int k = 0; integrator_table[i]->kind == INTEGRATOR_TRANSIENT && wanted(integrator_table[i])
		     && row_example(integrator_table[i]->example, k, words, sizeof(words)); k++)
			compare(c, integrator_table[i], words);
}

static bool any(const struct integrator_ops *ops)
{
	return ops->claims.front != FRONT_NONE;
}

/* Explicit methods have the matrices of such elements in their equations, which must not change. */
static bool iterating(const struct integrator_ops *ops)
{
	return ops->claims.front == FRONT_NEWTON || ops->claims.front == FRONT_SUBSTEPS;
}

static bool counting(const struct integrator_ops *ops)
{
	return ops->limit != NULL;
}

static void agree_where_damping_is_not_linear(void **state)
{
	static const struct course c = {.name = "a dashpot with the square of the velocity", .damper = true};

	(void)state;
	each(&c, iterating);
}

/* Sub-steps of FHT are measured at every command, whether the last is corrected or not. */
static void agree_where_the_last_command_is_not_corrected(void **state)
{
	static const struct course c[] = {{.name = "no correction"}, {.name = "no correction, with a dashpot", .damper = true},
	                                  {.name = "no correction, longer steps", .slower = true}, {.name = "no correction, engines in turn", .turns = true}};
	static const char *const words[] = {"-0.25", "-0.25 -iterations 3", "-0.1 -iterations 4 -normalised"};

	(void)state;
	for (size_t i = 0; i < COUNT(words) * COUNT(c); i++)
		compare(&c[i / COUNT(words)], integrator_find("FHT"), words[i % COUNT(words)]);
}

/* Reactions at all nodes, inertia and damping counted: where linear elements have dampers, it matters at which velocity. */
static void reactions(const struct integrator_ops *ops, const char *words, const char *way, const char *options, double *ret_x)
{
	static const struct course c = {.name = "reactions"};
	struct rig r;

	prepare(&r, &c, ops, words, way, options);
	memset(ret_x, 0, NUMBERS * sizeof(double));
	for (int i = 0; i < STEPS; i += 10) {
		rig_step(&r, 10, DT);
		rig_must(&r, analysis_reactions(&r.an, REACTION_DYNAMIC, &r.e), way);
		for (int k = 0; k <= MASSES; k++)
			ret_x[i * MASSES + k] = analysis_reaction(&r.an, model_node(&r.m, k + 1), 0);
	}
	rig_end(&r);
}

static void react_as_with_the_whole_method(void **state)
{
	static double right[NUMBERS], got[NUMBERS];
	char words[128];
	const char *name, *options;

	(void)state;
	for (int i = 0; integrator_table[i]; i++)
		for (int k = 0; integrator_table[i]->kind == INTEGRATOR_TRANSIENT && integrator_table[i]->claims.front != FRONT_NONE
		     && row_example(integrator_table[i]->example, k, words, sizeof(words)); k++) {
			reactions(integrator_table[i], words, "dense", "", right);
			for (int w = 0; subject(w, &name, &options); w++) {
				reactions(integrator_table[i], words, name, options, got);
				if (!(difference(right, got) <= 1e-9))
					fail_msg("engine %s %s, integrator %s %s: reactions differ by %.3g", name, options, integrator_table[i]->name, words,
					         difference(right, got));
			}
		}
}

/* Balance at a node that no force acts on and whose elements are linear, without numerical damping: inertia and the forces that the elements say cancel. */
static void linear_elements_of_the_fast_hybrid_test_stay_in_balance(void **state)
{
	static const char *const way[] = {"dense", "condensed", "modal", "impulse"};
	static double got[NUMBERS];

	(void)state;
	for (size_t w = 0; w < COUNT(way); w++) {
		reactions(integrator_find("FHT"), "0 -correction", way[w], "", got);
		/* node 3 lies between springs 2 and 3; springs 1 and 4 yield */
		for (int i = 0; i < STEPS; i += 10)
			assert_true(fabs(got[i * MASSES + 2]) <= 1e-10);
	}
}

static void agree_where_damping_follows_the_stiffness(void **state)
{
	static const struct course c[] = {{.name = "damping by the present stiffness", .tangent = true},
	                                  {.name = "damping by the stiffness of the last step", .committed = true}};

	(void)state;
	for (size_t i = 0; i < COUNT(c); i++)
		each(&c[i], iterating);
}

static void agree_from_a_state_in_motion(void **state)
{
	static const struct course c = {.name = "from a state in motion", .moving = true};

	(void)state;
	each(&c, any);
}

static void agree_when_the_step_changes(void **state)
{
	static const struct course c = {.name = "with a longer step", .slower = true};

	(void)state;
	each(&c, any);
}

static void count_iterations_with_each_matrix(void **state)
{
	static const struct course c[] = {
		{.name = "Newton -initial", .test = "FixedNumIter 5", .algorithm = "Newton", .words = "-initial", .damper = true},
		{.name = "ModifiedNewton -initial, two iterations", .test = "FixedNumIter 2", .algorithm = "ModifiedNewton", .words = "-initial"},
		{.name = "Newton, one iteration", .test = "FixedNumIter 1", .algorithm = "Newton", .words = "", .damper = true, .tangent = true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(c); i++)
		each(&c[i], counting);
}

/* What iterations that are few leave for the next step goes along. */
static void leave_to_others_what_few_iterations_have_left(void **state)
{
	static const struct course c[] = {
		{.name = "two iterations, in turns", .test = "FixedNumIter 2", .algorithm = "ModifiedNewton", .words = "-initial", .turns = true},
		{.name = "one iteration, a dashpot, in turns", .test = "FixedNumIter 1", .algorithm = "Newton", .words = "", .damper = true, .turns = true},
		{.name = "one iteration, in turns, slower", .test = "FixedNumIter 1", .algorithm = "Newton", .words = "", .turns = true, .slower = true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(c); i++)
		each(&c[i], counting);
}

/* Iterations of GeneralizedAlpha end elsewhere than its first increment; one increment does not. */
static void go_where_iterations_end(void **state)
{
	static const struct course c = {.name = "alphaM is not one"};

	(void)state;
	compare(&c, integrator_find("GeneralizedAlpha"), "0.9 0.8");
}

/* --- what elements are given ----------------------------------------------------------------------- */

enum { PLACES = 20000 };

/* Places that the spring at the ground was given in steps, and when it should have been there; one after the other, no two alike. */
static struct { double u[2], instant; } given[2][PLACES];
static int ngiven[2], listener;
/* The last one as it was, and how many were to the same place by the end of the same step, but for rounding. */
static struct { double u[2], instant; } last;
static int ntwice;
static const struct element_ops *heard;

static void listen(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	int n = ngiven[listener];
	bool moved = n == 0;

	for (int i = 0; i < 2 && n > 0; i++)
		moved |= fabs(io->u[i] - given[listener][n - 1].u[i]) > 1e-13;
	if (io->live && moved && n < PLACES) {
		given[listener][n].u[0] = io->u[0];
		given[listener][n].u[1] = io->u[1];
		given[listener][n].instant = io->instant;
		ngiven[listener]++;
	}
	if (io->live) {
		bool end = io->t == io->instant && io->instant == last.instant;
		ntwice += end && !moved && (io->u[0] != last.u[0] || io->u[1] != last.u[1]);
		memcpy(last.u, io->u, sizeof(last.u));
		last.instant = io->instant;
	}
	heard->respond(self, io, f, k, c);
}

static void course_listen(int to, const struct course *c, const struct integrator_ops *ops, const char *words, const char *way,
	const char *options)
{
	static struct element_ops open;
	struct rig r;

	listener = to;
	ngiven[to] = ntwice = 0;
	last.instant = NAN;
	prepare(&r, c, ops, words, way, options);
	heard = model_element(&r.m, 1)->ops;
	open = *heard;
	open.respond = listen;
	model_element(&r.m, 1)->ops = &open;
	rig_step(&r, STEPS, DT);
	rig_end(&r);
}

static bool commanding(const struct integrator_ops *ops)
{
	return ops->claims.front == FRONT_SUBSTEPS;
}

/* As often, at the same places, by the same times. */
static void command_as_the_whole_method_does(void **state)
{
	static const struct course c = {.name = "commands"};
	const char *name, *options;
	char words[128];

	(void)state;
	for (int w = 0; subject(w, &name, &options); w++)
		for (int i = 0; integrator_table[i]; i++) {
			const struct integrator_ops *ops = integrator_table[i];

			if (!commanding(ops) || !row_example(ops->example, 0, words, sizeof(words)))
				continue;
			course_listen(0, &c, ops, words, "dense", "");
			course_listen(1, &c, ops, words, name, options);
			if (ngiven[0] != ngiven[1] || ngiven[0] < 3 * STEPS)
				fail_msg("engine %s %s, integrator %s: %d commands, not %d", name, options, ops->name, ngiven[1], ngiven[0]);
			for (int k = 0; k < ngiven[0]; k++)
				for (int d = 0; d < 2; d++)
					if (!(fabs(given[0][k].u[d] - given[1][k].u[d]) <= 1e-10 && fabs(given[0][k].instant - given[1][k].instant) <= 1e-12))
						fail_msg("engine %s %s, integrator %s: command %d is %.15g at %.15g, not %.15g at %.15g", name, options, ops->name, k,
						         given[1][k].u[d], given[1][k].instant, given[0][k].u[d], given[0][k].instant);
		}
}

/* The commands of a fixed number have instants of their own: nothing is sent to the last place once more at the end of the step. */
static void send_no_command_twice(void **state)
{
	static const struct course c = {.name = "twice"};
	const char *name, *options;
	char words[128];

	(void)state;
	for (int w = 0; subject(w, &name, &options); w++)
		for (int i = 0; integrator_table[i]; i++) {
			const struct integrator_ops *ops = integrator_table[i];

			if (!counting(ops) || !row_example(ops->example, 0, words, sizeof(words)))
				continue;
			course_listen(1, &c, ops, words, name, options);
			if (ntwice > 0)
				fail_msg("engine %s %s, integrator %s: %d commands were sent twice", name, options, ops->name, ntwice);
		}
}

/* No command is farther from the one before than the limit, and some are as far. */
static void limit_the_way_of_commands(void **state)
{
	static const struct course c = {.name = "limit"};
	const char *name, *options;
	double most;

	(void)state;
	for (int w = 0; subject(w, &name, &options); w++) {
		most = 0.0;
		course_listen(1, &c, integrator_find("NewmarkHSIncrLimit"), "0.5 0.25 0.002", name, options);
		for (int k = 1; k < ngiven[1]; k++)
			for (int d = 0; d < 2; d++)
				most = larger(most, fabs(given[1][k].u[d] - given[1][k - 1].u[d]));
		assert_true(most <= 0.002 * (1.0 + 1e-9));
		assert_true(most > 0.001);
	}
}

static void refuse(const char *test, const char *algorithm, const char *said, const char *hint)
{
	for (int w = 0; advance_table[w]; w++)
		for (int i = 0; integrator_table[i]; i++) {
			const struct integrator_ops *ops = integrator_table[i];
			const struct course c = {.test = test, .algorithm = algorithm, .words = ""};
			char words[128];
			struct rig r;
			int done;

			if (!counting(ops) || !row_example(ops->example, 0, words, sizeof(words)))
				continue;
			prepare(&r, &c, ops, words, advance_table[w]->name, "");
			assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_UNSUPPORTED);
			assert_contains(r.e.what, ops->name);
			assert_contains(r.e.what, said);
			assert_contains(r.e.hint, hint);
			assert_contains(r.e.hint, "engine sparse");
			rig_end(&r);
		}
}

static void refuse_to_count_iterations_of_other_algorithms_and_tests(void **state)
{
	(void)state;
	refuse("FixedNumIter 5", "KrylovNewton", "KrylovNewton", "ModifiedNewton -initial");
	refuse("FixedNumIter 5", "ModifiedNewton", "ModifiedNewton", "ModifiedNewton -initial");
	refuse("NormUnbalance 1e-9 50", "Newton", "FixedNumIter", "FixedNumIter");
}

int main(void)
{
	int status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agree_where_damping_is_not_linear),
		cmocka_unit_test(agree_where_the_last_command_is_not_corrected),
		cmocka_unit_test(react_as_with_the_whole_method),
		cmocka_unit_test(linear_elements_of_the_fast_hybrid_test_stay_in_balance),
		cmocka_unit_test(agree_where_damping_follows_the_stiffness),
		cmocka_unit_test(agree_from_a_state_in_motion),
		cmocka_unit_test(agree_when_the_step_changes),
		cmocka_unit_test(count_iterations_with_each_matrix),
		cmocka_unit_test(leave_to_others_what_few_iterations_have_left),
		cmocka_unit_test(go_where_iterations_end),
		cmocka_unit_test(command_as_the_whole_method_does),
		cmocka_unit_test(send_no_command_twice),
		cmocka_unit_test(limit_the_way_of_commands),
		cmocka_unit_test(refuse_to_count_iterations_of_other_algorithms_and_tests),
	};
	return subjects_rank(&status) ? status : cmocka_run_group_tests_name("advance methods", tests, NULL, NULL);
}
