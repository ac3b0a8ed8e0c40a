/* A step that fails leaves nothing behind, whatever failed and when: every integrator on every solver and every way to advance, on a damped chain two of
 * whose springs yield. Trouble comes from these springs: one does not accept the step when all is computed, as a specimen may; or its k-th answer of the
 * step is not a number, for every k until the step has no k-th answer; or from the solver, whose k-th call fails, likewise. After each refusal the state is
 * what it was, to the last bit; and the motion is that of a run without trouble: to the last bit where the next try is of the same length, to 1e-9 of the
 * peak where a try of another length has had the engine prepared again. */
#include "advance_chain.h"
#include "engine_subject.h"

#include "equations/core.h"
#include "interface/front.h"

#include <stdlib.h>

enum { ANSWERS_MAX = 500 };             /* of both springs, or of the solver, in a step: more than any method asks for */
enum trouble { TROUBLE_NONE, TROUBLE_SPECIMEN, TROUBLE_ANSWER, TROUBLE_SOLVER, TROUBLE_OTHER_STEP, TROUBLE_OTHER_SOLVER };

/* What goes wrong now. */
static bool unwilling;
static int until_nonsense;             /* answers until one is not a number; negative: none is */
static int until_failure;              /* calls of the solver until one fails; negative: none does */
static const struct element_ops *healthy;
static const struct engine_ops *sound;

/* Has a countdown come to its end in this call? */
static bool comes(int *until)
{
	return *until >= 0 && (*until)-- == 0;
}

static bool nonsense(void)
{
	return comes(&until_nonsense);
}

static int fail_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	return comes(&until_failure) ? ERR_LOST : sound->factor(self, slot, value, ret_pivot);
}

static int fail_solve(void *self, int slot, double *x)
{
	return comes(&until_failure) ? ERR_LOST : sound->solve(self, slot, x);
}

static int fail_solve_few(void *self, int slot, int nin, const int *in, const double *b, int nout, const int *out, double *ret_x)
{
	return comes(&until_failure) ? ERR_LOST : sound->solve_few(self, slot, nin, in, b, nout, out, ret_x);
}

static int committed(const void *self)
{
	(void)self;
	return unwilling ? ERR_LOST : 0;
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	healthy->respond(self, io, f, k, c);
	if (nonsense()) {
		f[0] = f[1] = NAN;
		for (int i = 0; k && i < 4; i++)
			k[i] = NAN;
	}
}

static void law(const void *self, const struct element_io *io, const double *deformation, const double *rate, double *ret_q)
{
	healthy->law(self, io, deformation, rate, ret_q);
	if (nonsense())
		ret_q[0] = NAN;
}

/* The load grows with the load factor. */
static void make_static(struct rig *r)
{
	struct args a;
	struct series *s;

	args_init(&a, 0, NULL, "timeSeries");
	rig_must(r, series_build(&r->m, series_find("Linear"), 2, &a, &s, &r->e), "Linear");
	((struct pattern *)r->m.patterns.row[0].object)->series = s;
	r->an.kind = ANALYSIS_STATIC;
}

static void make(struct rig *r, const char *engine, const char *options, const struct integrator_ops *ops, const char *words)
{
	static struct element_ops sick;

	unwilling = false;
	until_nonsense = until_failure = -1;
	chain_yielding(r, ops, words);
	healthy = model_element(&r->m, 1)->ops;
	sick = *healthy;
	sick.exchange = true;
	sick.committed = committed;
	sick.respond = respond;
	sick.law = law;
	model_element(&r->m, 1)->ops = model_element(&r->m, 4)->ops = &sick;
	rig_must(r, chain_engine(r, engine, options), engine);
	if (ops->kind == INTEGRATOR_STATIC)
		make_static(r);
}

/* After the analysis was prepared, which made the solver. */
static void make_solver_fail(struct rig *r)
{
	static struct engine_ops sick;
	struct engine *engine = &r->an.p->core->engine;

	sound = engine->ops;
	sick = *sound;
	sick.factor = fail_factor;
	sick.solve = fail_solve;
	sick.solve_few = sound->solve_few ? fail_solve_few : NULL;
	engine->ops = &sick;
}

/* --- what is left of a step that was refused ----------------------------------------------------------- */

struct run {
	const char *engine, *options;
	const struct integrator_ops *ops;
	const char *words;
	enum trouble trouble;
};

static int wrong;                      /* complaints of this case */

static void complain(const struct run *w, int step, const char *what)
{
	static const char *const name[] = {"", "a specimen refuses", "an answer is not a number", "the solver fails", "a step of another length is refused",
	                                   "the solver fails in a step of another length"};

	print_error("engine %s %s, integrator %s %s, step %d, %s: %s\n", w->engine, w->options, w->ops->name, w->words, step, name[w->trouble], what);
	wrong++;
}

/* All that a state holds; where elements were evaluated counts only where that was elsewhere than at the nodes. */
static bool same(struct state *a, struct state *b)
{
	size_t skip = (size_t)(a->apart ? STATE_PARTS : STATE_UE) * (size_t)a->n * sizeof(double);
	const char *rest_a = (const char *)state_source(a, 0), *rest_b = (const char *)state_source(b, 0);

	return a->t == b->t && a->apart == b->apart && memcmp(a->data, b->data, skip) == 0
	       && memcmp(rest_a, rest_b, a->size - (size_t)(rest_a - (const char *)a)) == 0;
}

/* Tries a step that may fail, and looks at what is left. Returns its code. */
static int try(struct rig *r, const struct run *w, int step, double dt)
{
	struct analysis *an = &r->an;
	struct state *before = malloc(an->state->size);
	double clock = an->clock;
	long steps = an->steps;
	int code, done;

	assert_non_null(before);
	memcpy(before, an->state, an->state->size);
	err_clear(&r->e);
	code = analysis_run(an, 1, dt, &done, &r->e);
	assert_int_equal(done, code == 0);
	if (code && (!same(before, an->state) || clock != an->clock || steps != an->steps))
		complain(w, step, "something has changed");
	free(before);
	return code;
}

/* The specimen does not accept a step of dt. */
static void refuse(struct rig *r, const struct run *w, int step, double dt)
{
	int code;

	unwilling = true;
	until_failure = w->trouble == TROUBLE_OTHER_SOLVER ? step % 4 : -1;
	code = try(r, w, step, dt);
	if (code != ERR_LOST && !(code == ERR_UNSUPPORTED && w->trouble == TROUBLE_OTHER_STEP))
		complain(w, step, "was not refused");
	unwilling = false;
	until_failure = -1;
}

/* Is this how a step may end that had this trouble? */
static bool expected(int code, enum trouble trouble)
{
	return trouble == TROUBLE_SOLVER ? code == ERR_LOST : code == ERR_NONFINITE || code == ERR_CONVERGE;
}

/* Does the step in the end. Where nobody looks at the k-th answer the step is good: the next one goes on with the answer after it. Returns the k-th to begin
 * the next step with. */
static int answer_badly(struct rig *r, const struct run *w, int step, int k, int *refusals)
{
	int code = -1, *until = w->trouble == TROUBLE_SOLVER ? &until_failure : &until_nonsense;

	for (; code && k < ANSWERS_MAX; k++) {
		*until = k;
		code = try(r, w, step, DT);
		*refusals += code != 0;
		if (code && !expected(code, w->trouble))
			complain(w, step, err_name(code));
	}
	if (code)
		complain(w, step, "does not end");
	k = *until >= 0 ? 0 : k;
	*until = -1;
	return k;
}

static void motion(const struct run *w, double *ret_x)
{
	struct rig r;
	int k = 0, refusals = 0;

	memset(ret_x, 0, NUMBERS * sizeof(double));
	make(&r, w->engine, w->options, w->ops, w->words);
	rig_must(&r, analysis_prepare(&r.an, STEPS, DT, &r.e), w->ops->name);
	if (w->trouble == TROUBLE_SOLVER || w->trouble == TROUBLE_OTHER_SOLVER)
		make_solver_fail(&r);
	for (int i = 0; i < STEPS; i++) {
		/* an engine that is prepared again asks for the whole motion first */
		if (w->trouble >= TROUBLE_OTHER_STEP)
			rig_must(&r, analysis_whole(&r.an, &r.e), w->ops->name);
		if (w->trouble == TROUBLE_SPECIMEN || w->trouble >= TROUBLE_OTHER_STEP)
			refuse(&r, w, i, w->trouble == TROUBLE_SPECIMEN ? DT : 0.5 * DT);
		if (w->trouble == TROUBLE_ANSWER || w->trouble == TROUBLE_SOLVER)
			k = answer_badly(&r, w, i, k, &refusals);
		else
			rig_step(&r, 1, DT);
		if (i % 7 == 6 || i + 1 == STEPS)
			note(&r, i, ret_x);
	}
	if ((w->trouble == TROUBLE_ANSWER || w->trouble == TROUBLE_SOLVER) && refusals < STEPS)
		complain(w, STEPS, "was hardly ever refused");
	rig_end(&r);
}

static void check(const char *engine, const char *options, const struct integrator_ops *ops, const char *words)
{
	static double right[NUMBERS], got[NUMBERS];
	struct run w = {engine, options, ops, words, TROUBLE_NONE};
	bool way = advance_find(engine) != NULL;

	motion(&w, right);
	for (w.trouble = TROUBLE_SPECIMEN; w.trouble <= TROUBLE_OTHER_SOLVER; w.trouble++) {
		/* ways to advance make their own of the solver before the first step */
		if (way && (w.trouble == TROUBLE_SOLVER || w.trouble == TROUBLE_OTHER_SOLVER))
			continue;
		bool prepared = way && w.trouble == TROUBLE_OTHER_STEP && !advance_find(engine)->bounded;

		motion(&w, got);
		if (!(prepared ? difference(right, got) <= 1e-9 : memcmp(right, got, sizeof(right)) == 0)) {
			char text[64];

			snprintf(text, sizeof(text), "the motion differs by %.3g", difference(right, got));
			complain(&w, STEPS, text);
		}
	}
}

static void each(enum integrator_kind kind, const char *engine, const char *options)
{
	char words[128];

	for (int i = 0; integrator_table[i]; i++)
		for (int k = 0; integrator_table[i]->kind == kind && row_example(integrator_table[i]->example, k, words, sizeof(words)); k++)
			check(engine, options, integrator_table[i], words);
}

static void leaves_nothing_behind_on_all_unknowns(void **state)
{
	static const char *const solver[] = {"dense", "band", "sparse"};

	(void)state;
	wrong = 0;
	for (size_t i = 0; i < COUNT(solver); i++) {
		each(INTEGRATOR_TRANSIENT, solver[i], "");
		each(INTEGRATOR_STATIC, solver[i], "");
	}
	assert_int_equal(wrong, 0);
}

static void leaves_nothing_behind_on_the_interface(void **state)
{
	const char *name, *options;

	(void)state;
	wrong = 0;
	for (int w = 0; subject(w, &name, &options); w++)
		each(INTEGRATOR_TRANSIENT, name, options);
	assert_int_equal(wrong, 0);
}

/* --- behind the step ------------------------------------------------------------------------------------ */

static int unhappy(void *self, struct analysis *an, struct err *e)
{
	(void)self;
	return an->steps == 3 ? err_set(e, ERR_NONFINITE, "observer", "what it saw is not a number") : 0;
}

/* Whoever looks at an accepted step fails with a code that a step could fail with: the step is there, and time does not go through it twice in smaller ones. */
static void is_not_tried_again_where_it_was_accepted(void **state)
{
	struct rig r;
	int done, code;

	(void)state;
	for (int divided = 0; divided < 3; divided++) {
		double gone = 0.0;

		make(&r, "dense", "", integrator_find("Newmark"), "0.5 0.25");
		r.an.observer = unhappy;
		if (divided == 1)
			r.an.sub_levels = r.an.sub_steps = 2;
		err_clear(&r.e);
		if (divided < 2)
			code = analysis_run(&r.an, 5, DT, &done, &r.e);
		else
			code = analysis_run_variable(&r.an, 5 * DT, DT, 1e-3 * DT, DT, 1, &gone, &r.e);
		assert_int_equal(code, ERR_NONFINITE);
		assert_string_equal(r.e.object, "observer");
		assert_int_equal(r.an.steps, 3);
		if (divided == 0)
			assert_int_equal(done, 3);
		if (divided == 2)
			assert_near(gone, 3 * DT, 1e-12 * DT);
		rig_end(&r);
	}
}

static int pausing(void *self, struct analysis *an, struct err *e)
{
	(void)self;
	return an->steps >= 2 ? err_set(e, ERR_PAUSED, "observer", "pause in part %ld", an->steps) : 0;
}

/* Somebody asks for a pause in the second of four parts of a step: it comes when the step is whole, once, with the words of who asked first. */
static void is_whole_before_a_pause(void **state)
{
	struct rig r;
	int done;

	(void)state;
	make(&r, "dense", "", integrator_find("Newmark"), "0.5 0.25");
	r.an.observer = pausing;
	r.an.sub_levels = 1;
	r.an.sub_steps = 4;
	until_nonsense = 0;
	err_clear(&r.e);
	assert_int_equal(analysis_run(&r.an, 3, DT, &done, &r.e), ERR_PAUSED);
	assert_string_equal(r.e.what, "pause in part 2");
	assert_int_equal(done, 1);
	assert_int_equal(r.an.steps, 4);
	assert_true(fabs(r.an.state->t - DT) < 1e-15);
	rig_end(&r);
}

/* A way that knows one step only has no smaller ones: the report is that of the step. */
static void says_why_it_failed_where_it_cannot_be_divided(void **state)
{
	struct rig r;
	int done, code;

	(void)state;
	make(&r, "impulse", "", integrator_find("Newmark"), "0.5 0.25");
	r.an.sub_levels = 1;
	r.an.sub_steps = 2;
	rig_step(&r, 5, DT);
	until_nonsense = 0;
	err_clear(&r.e);
	code = analysis_run(&r.an, 1, DT, &done, &r.e);
	if (!expected(code, TROUBLE_ANSWER))
		fail_msg("%s: %s", err_name(code), r.e.what);
	rig_end(&r);
}

/* Steps that a bounded way looks ahead are twice as many when they are gone, and no more for any other reason: those to come. */
static void is_armed_for_the_steps_that_are_to_come(void **state)
{
	const char *name, *options;

	(void)state;
	for (int w = 0; subject(w, &name, &options); w++) {
		bool bounded = advance_find(name)->bounded;
		struct rig r;

		chain_yielding(&r, integrator_find("Newmark"), "0.5 0.25");
		rig_must(&r, chain_engine(&r, name, options), name);
		for (int i = 0; i < 4; i++) {
			/* as where it could not be armed */
			if (bounded && i == 3) {
				rig_must(&r, front_whole(r.an.front, &r.e), name);
				r.an.front->dt = 0.0;
			}
			rig_step(&r, 3, bounded || i % 2 ? DT : 1.5 * DT);
			assert_int_equal(r.an.front->horizon, bounded && (i == 1 || i == 2) ? 6 : 3);
		}
		rig_end(&r);
	}
}

int main(void)
{
	int status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_nothing_behind_on_all_unknowns),
		cmocka_unit_test(leaves_nothing_behind_on_the_interface),
		cmocka_unit_test(is_not_tried_again_where_it_was_accepted),
		cmocka_unit_test(is_whole_before_a_pause),
		cmocka_unit_test(says_why_it_failed_where_it_cannot_be_divided),
		cmocka_unit_test(is_armed_for_the_steps_that_are_to_come),
	};
	return subjects_rank(&status) ? status : cmocka_run_group_tests_name("refused step", tests, NULL, NULL);
}
