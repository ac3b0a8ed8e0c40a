/* Every way to advance the linear part (advance_table) with every integrator: the motion of the whole method to 1e-9 of the peak where the integrator
 * claims to be linear in the forces of a step, which all do; a refusal that names one that does not. On a damped chain two of whose springs yield, one at
 * the ground, which is an unknown at the interface, and one between masses, a deformation; in one run, step by step with questions in between, from another
 * state, and after the model has changed. In a program with MPI (tests/cluster) also on its ranks. */
#include "advance_chain.h"
#include "engine_subject.h"
#include "evidence.h"

#include "base/interrupt.h"
#include "interface/front.h"
#include "math/vec.h"

static bool exact(const struct advance_ops *way, const char *words)
{
	return !(strcmp(way->name, "modal") == 0 && strstr(words, "-modes"));
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
		chain_yielding(&r, ops, words);
		rig_must(&r, chain_engine(&r, way->name, options), way->name);
		history(&r, portion, got);
		evidence("advance-every-method", difference(right, got));
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

static void leave_no_integrator_out(void **state)
{
	(void)state;
	for (int i = 0; integrator_table[i]; i++)
		if (integrator_table[i]->kind == INTEGRATOR_TRANSIENT && integrator_table[i]->claims.front == FRONT_NONE)
			fail_msg("integrator %s runs on no such engine", integrator_table[i]->name);
}

/* One that says so of itself. */
static void refuse_integrators_that_are_not_linear_in_the_forces_of_a_step(void **state)
{
	struct integrator_ops other = *integrator_find("Newmark");

	(void)state;
	other.claims.front = FRONT_NONE;
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;
		int done;

		chain_yielding(&r, &other, "0.5 0.25");
		r.an.integrator.ops = &other;
		rig_must(&r, chain_engine(&r, advance_table[w]->name, ""), advance_table[w]->name);
		assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_UNSUPPORTED);
		assert_contains(r.e.what, "Newmark");
		assert_contains(r.e.hint, "engine sparse");
		rig_end(&r);
	}
}

/* From a state that is not rest, then with an element more. */
static void shaken(const char *name, const char *words, double *ret_x)
{
	struct rig r;
	char text[] = "99 3 7 -mat 1 -dir 1 -doRayleigh 1";
	const double factor[4] = {0.3, 0.0, 0.002, 0.0};
	const char *word[RIG_WORDS];

	chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
	rig_must(&r, chain_engine(&r, name, words), name);
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

/* The i-th part of a run in turns: every subject, and among them an engine of the whole structure. */
static void turn_to(struct rig *r, int i)
{
	const char *name = "sparse", *options = "";
	int subjects = 0;

	while (subject(subjects, &name, &options))
		subjects++;
	if (i == 3)
		name = "sparse", options = "";
	else
		subject((i < 3 ? i : i - 1) % subjects, &name, &options);
	rig_must(r, chain_engine(r, name, options), name);
}

/* Parts of ten steps, every second one of them of steps so much longer. */
static void turns(const struct integrator_ops *ops, const char *words, bool others, double longer, double *ret_x)
{
	struct rig r;

	chain_yielding(&r, ops, words);
	rig_must(&r, chain_engine(&r, "dense", ""), "dense");
	memset(ret_x, 0, NUMBERS * sizeof(double));
	for (int i = 0; 10 * i < STEPS; i++) {
		if (others)
			turn_to(&r, i);
		rig_step(&r, 10, i % 2 ? longer * DT : DT);
		note(&r, 10 * i + 9, ret_x);
	}
	rig_end(&r);
}

/* One engine after the other in one run: what integrators remember of earlier steps goes along, also where steps are of another length then. */
static void check_take_over(const struct integrator_ops *ops, const char *words)
{
	static const double LONGER[] = {1.0, 1.25};
	static double right[NUMBERS], got[NUMBERS];

	for (size_t i = 0; i < COUNT(LONGER); i++) {
		turns(ops, words, false, LONGER[i], right);
		turns(ops, words, true, LONGER[i], got);
		if (!(difference(right, got) <= 1e-9))
			fail_msg("integrator %s %s, steps %g times as long: differs by %.3g", ops->name, words, LONGER[i], difference(right, got));
	}
}

/* What the two springs say in every step: force, strain and its rate. */
static void answers(struct rig *r, double *ret_x)
{
	static const char *const force[] = {"force"}, *const strain[] = {"material", "1", "strain"}, *const rate[] = {"material", "1", "strainRate"};
	double two[2];

	for (int step = 0; step < STEPS; step++) {
		double *x = ret_x + step * KINDS * MASSES;

		rig_step(r, 1, DT);
		for (int k = 0; k < 2; k++, x += 4) {
			const struct element *el = model_element(&r->m, k ? 4 : 1);

			assert_int_equal(analysis_element_response(&r->an, el, 1, force, two, 2), 2);
			x[0] = two[0];
			x[1] = two[1];
			assert_int_equal(analysis_element_response(&r->an, el, 3, strain, &x[2], 1), 1);
			assert_int_equal(analysis_element_response(&r->an, el, 3, rate, &x[3], 1), 1);
		}
	}
}

static void check_answers(const struct advance_ops *way, const char *options, const struct integrator_ops *ops, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];
	struct rig r;

	if (ops->claims.front == FRONT_NONE)
		return;
	chain_yielding(&r, ops, words);
	rig_must(&r, chain_engine(&r, "dense", ""), "dense");
	answers(&r, right);
	rig_end(&r);
	chain_yielding(&r, ops, words);
	rig_must(&r, chain_engine(&r, way->name, options), way->name);
	answers(&r, got);
	if (!(difference(right, got) <= 1e-9))
		fail_msg("engine %s %s, integrator %s %s: answers differ by %.3g", way->name, options, ops->name, words, difference(right, got));
	/* one unknown, one deformation; and nobody had to run behind the test for what elements say */
	assert_int_equal(analysis_interface(&r.an), 2);
	assert_int_equal(r.an.front->behind, way->recover != NULL);
	rig_end(&r);
}

static void elements_answer_as_with_the_whole_method(void **state)
{
	(void)state;
	each(check_answers);
}

static void take_over_from_each_other(void **state)
{
	char words[128];

	(void)state;
	for (int i = 0; integrator_table[i]; i++)
		for (int k = 0; row_example(integrator_table[i]->example, k, words, sizeof(words)); k++)
			if (integrator_table[i]->kind == INTEGRATOR_TRANSIENT && integrator_table[i]->claims.front != FRONT_NONE)
				check_take_over(integrator_table[i], words);
}

static void refuse_another_step_where_one_is_all_they_know(void **state)
{
	(void)state;
	for (int w = 0; advance_table[w]; w++) {
		struct rig r;
		int done, code;

		chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, chain_engine(&r, advance_table[w]->name, ""), "engine");
		rig_step(&r, 5, DT);
		code = analysis_run(&r.an, 1, 0.5 * DT, &done, &r.e);
		assert_int_equal(code, advance_table[w]->bounded ? ERR_UNSUPPORTED : 0);
		if (code)
			assert_contains(r.e.what, "0.02 to 0.01");
		rig_end(&r);
	}
}

/* Ten steps, twenty of half the length, ten more. */
enum { UNEVEN = 40 };

static double uneven_step(int i)
{
	return i == 10 || i == 20 ? 0.5 * DT : DT;
}

static void uneven(const struct integrator_ops *ops, const char *words, const char *name, const char *options, double *ret_x)
{
	struct rig r;

	chain_yielding(&r, ops, words);
	rig_must(&r, chain_engine(&r, name, options), name);
	for (int i = 0; i < UNEVEN; i += 10) {
		rig_step(&r, 10, uneven_step(i));
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
	const struct integrator_ops *dorka = integrator_find("Dorka");

	(void)state;
	each(check_uneven);
	for (int w = 0; advance_table[w]; w++)
		check_uneven(advance_table[w], "", dorka, "0.25 0.5 -substeps 4 -P 0.5 -I 3");
}

/* f_e = -P [e + I integral of e]: the integral has the lengths of its steps. The vectors that Dorka's method keeps: e is the second, f_e the fourth. */
static void dorka_integrates_its_error_over_steps_of_any_length(void **state)
{
	double integral[MASSES] = {0};
	struct rig r;

	(void)state;
	chain_yielding(&r, integrator_find("Dorka"), "0.25 0.5 -substeps 4 -P 0.5 -I 3");
	rig_must(&r, chain_engine(&r, "dense", ""), "dense");
	for (int i = 0; i < UNEVEN; i++) {
		double dt = uneven_step(i / 10 * 10), most = 0.0;

		rig_step(&r, 1, dt);
		for (int k = 0; k < MASSES; k++) {
			double e = r.an.p->hist[1][k], f = r.an.p->hist[3][k];

			integral[k] += dt * e;
			most = larger(most, fabs(f + 0.5 * (e + 3.0 * integral[k])));
		}
		assert_true(most <= 1e-12);
	}
	assert_true(vec_max(MASSES, integral) > 1e-4);
	rig_end(&r);
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
		chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, chain_engine(&r, name, words), "engine");
		rig_step(&r, STEPS, DT);
		interrupt_ask();
		note(&r, STEPS - 1, got);
		interrupt_clear();
		rig_end(&r);
		assert_true(difference(right, got) <= 1e-9);
	}
}

/* Modes go on before the program knows that the step is good, on ranks and here: what it does not accept is taken back, also where the next is of another
 * length. */
static void check_takes_back(const char *options, const char *integrator, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];
	const struct advance_ops *way = advance_find("modal");
	struct rig r;

	memset(right, 0, sizeof(right));
	memset(got, 0, sizeof(got));
	uneven(integrator_find(integrator), words, "dense", "", right);
	chain_yielding(&r, integrator_find(integrator), words);
	rig_must(&r, chain_engine(&r, "modal", options), "modal");
	for (int i = 0; i < UNEVEN; i += 10) {
		struct front *f = r.an.front;

		/* a step whose forces are nonsense, and which nobody commits */
		for (int twice = 0; f && twice < 2; twice++) {
			assert_int_equal(way->begin(f->way->self, f, &r.e), 0);
			f->phi[0][0] = 1e3;
			f->phi[1][0] = -1e3;
			assert_int_equal(way->correct(f->way->self, f, &r.e), 0);
			if (twice || i % 20)
				assert_int_equal(way->end(f->way->self, f, &r.e), 0);
		}
		rig_step(&r, 10, uneven_step(i));
		note(&r, i, got);
	}
	rig_end(&r);
	if (!(difference(right, got) <= 1e-9))
		fail_msg("modal %s, integrator %s: differs by %.3g", options, integrator, difference(right, got));
}

static void modes_take_back_a_step_that_was_not_accepted(void **state)
{
	static const char *const method[][2] = {{"Newmark", "0.5 0.25"}, {"KRAlphaExplicit", "0.8"}, {"AlphaOS_TP", "0.9"}, {"Houbolt", ""}, {"TRBDF3", ""}};

	(void)state;
	for (size_t i = 0; i < COUNT(method); i++) {
		check_takes_back("", method[i][0], method[i][1]);
		if (!cluster_missing())
			check_takes_back("-ranks", method[i][0], method[i][1]);
	}
}

/* ---- a step that fails when everything is computed ------------------------------------------------------------ */

static bool unwilling;             /* the specimen does not accept the step */

static int committed(const void *self)
{
	(void)self;
	return unwilling ? ERR_LOST : 0;
}

/* Spring 4 counts as a specimen, which is told of every step that is accepted, and may fail it: after the way has ended the step, before the front commits. */
static void chain_tested(struct rig *r, const struct integrator_ops *ops, const char *words)
{
	static struct element_ops tested;
	struct element *el;

	chain_yielding(r, ops, words);
	el = model_element(&r->m, 4);
	tested = *el->ops;
	tested.exchange = true;
	tested.committed = committed;
	el->ops = &tested;
}

/* Nothing has moved where the step was refused, to the last bit, and the next goes on as if it had not been tried. */
static void check_refused(const struct advance_ops *way, const char *options, const struct integrator_ops *ops, const char *words)
{
	static double right[NUMBERS], got[NUMBERS], before[NUMBERS], after[NUMBERS];
	struct rig r;
	int done;

	if (ops->claims.front == FRONT_NONE)
		return;
	memset(right, 0, sizeof(right));
	memset(got, 0, sizeof(got));
	memset(before, 0, sizeof(before));
	memset(after, 0, sizeof(after));
	chain_tested(&r, ops, words);
	rig_must(&r, chain_engine(&r, "dense", ""), "dense");
	history(&r, 10, right);
	chain_tested(&r, ops, words);
	rig_must(&r, chain_engine(&r, way->name, options), way->name);
	for (int i = 0; i < STEPS; i += 10) {
		rig_step(&r, 10, DT);
		note(&r, i + 9, got);
		note(&r, 0, before);
		double t = analysis_time(&r.an);
		unwilling = true;
		for (int twice = 0; twice < 2; twice++) {
			err_clear(&r.e);
			assert_int_equal(analysis_run(&r.an, 1, DT, &done, &r.e), ERR_LOST);
			note(&r, 0, after);
			if (memcmp(before, after, sizeof(before)) != 0 || analysis_time(&r.an) != t)
				fail_msg("engine %s %s, integrator %s %s: a step that was refused has moved something", way->name, options, ops->name, words);
		}
		unwilling = false;
	}
	rig_end(&r);
	if (!(difference(right, got) <= 1e-9))
		fail_msg("engine %s %s, integrator %s %s, after steps that were refused: differs by %.3g", way->name, options, ops->name, words,
		         difference(right, got));
}

static void leave_everything_as_it_was_when_a_specimen_refuses_a_step(void **state)
{
	(void)state;
	each(check_refused);
}

/* Who looks at the whole motion while a test runs on ranks gets it from them, after the step. */
static void ranks_show_the_motion_of_the_whole_method(void **state)
{
	static double right[NUMBERS];
	static _Alignas(struct display_motion) char room[sizeof(struct display_motion) + (MASSES + 1) * sizeof(double)];
	struct display_motion *shown = (struct display_motion *)room;
	const double *u;
	struct rig r;

	(void)state;
	whole(integrator_find("Newmark"), "0.5 0.25", 1, right);
	chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
	rig_must(&r, chain_engine(&r, "modal", "-ranks"), "modal");
	rig_must(&r, analysis_display(&r.an, DISPLAY_RATE_MAX, &r.e), "display");
	rig_step(&r, STEPS, DT);
	assert_true(display_read(&r.an.display, MASSES + 1, shown));
	assert_in_range(shown->step, 1, STEPS);
	/* which step that was is a matter of the clock */
	u = right + (shown->step - 1) * KINDS * MASSES;
	for (int i = 0; i < MASSES; i++)
		assert_true(fabs(shown->u[i + 1] - u[i]) <= 1e-9 * vec_max(NUMBERS, right));
	rig_end(&r);
}

/* A promise is broken at the same step as with an engine that knows every motion. */
static long broken_at(const char *name, const char *options, bool patient, int *ret_code)
{
	struct rig r;
	long steps;
	int done;

	chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
	r.an.patient = patient;
	rig_must(&r, chain_engine(&r, name, options), name);
	*ret_code = analysis_run(&r.an, STEPS, DT, &done, &r.e);
	if (*ret_code == ERR_LIMIT)
		assert_contains(r.e.what, "is not linear any more");
	else
		assert_contains(r.e.what, "modes are on ranks");
	steps = r.an.steps;
	rig_end(&r);
	return steps;
}

static void ranks_tell_when_a_promise_is_broken(void **state)
{
	int code;
	long right;

	(void)state;
	right = broken_at("condensed", "-elastic all", true, &code);
	assert_int_equal(code, ERR_LIMIT);
	assert_in_range(right, 2, STEPS - 1);
	assert_int_equal(broken_at("modal", "-ranks -elastic all", true, &code), right);
	assert_int_equal(code, ERR_LIMIT);
	/* against the clock nobody waits for ranks */
	assert_int_equal(broken_at("modal", "-ranks -elastic all", false, &code), 0);
	assert_int_equal(code, ERR_UNSUPPORTED);
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
		chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, chain_engine(&r, "modal", words), words);
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
		cmocka_unit_test(leave_no_integrator_out),
		cmocka_unit_test(refuse_integrators_that_are_not_linear_in_the_forces_of_a_step),
		cmocka_unit_test(go_on_from_any_state_and_when_the_model_changes),
		cmocka_unit_test(elements_answer_as_with_the_whole_method),
		cmocka_unit_test(take_over_from_each_other),
		cmocka_unit_test(refuse_another_step_where_one_is_all_they_know),
		cmocka_unit_test(keep_what_the_integrator_keeps_when_the_step_changes),
		cmocka_unit_test(dorka_integrates_its_error_over_steps_of_any_length),
		cmocka_unit_test(keep_the_motion_when_they_are_interrupted),
		cmocka_unit_test(modes_take_back_a_step_that_was_not_accepted),
		cmocka_unit_test(leave_everything_as_it_was_when_a_specimen_refuses_a_step),
		cmocka_unit_test(chosen_modes_come_nearer_the_more_they_are),
	};
	const struct CMUnitTest on_ranks[] = {
		cmocka_unit_test(ranks_show_the_motion_of_the_whole_method),
		cmocka_unit_test(ranks_tell_when_a_promise_is_broken),
	};
	if (subjects_rank(&status))
		return status;
	status = cmocka_run_group_tests_name("advance", tests, NULL, NULL);
	return cluster_missing() ? status : status + cmocka_run_group_tests_name("advance, ranks", on_ranks, NULL, NULL);
}
