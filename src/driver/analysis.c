/* The driver: builds the problem when the model changed, sets up the parts, and goes step by step.
 *
 * One step: trial = committed; predict; the algorithm iterates; commit; observers. A step that fails leaves the state of the last
 * commit. The variable transient analysis changes its step by the ratio of wanted to needed iterations.
 */
#include "base/interrupt.h"
#include "driver/engine_auto.h"
#include "equations/elastic.h"
#include "interface/follow.h"
#include "monitoring/monitor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double displacement_now(const void *of, const struct node *n, int dof)
{
	return analysis_node(of, n, dof, NODE_DISP);
}

struct problem_core *core_of(const struct analysis *an)
{
	return an->p ? an->p->core : NULL;
}

void analysis_init(struct analysis *an, struct model *m)
{
	memset(an, 0, sizeof(*an));
	an->m = m;
	m->displacement = displacement_now;
	m->displacement_of = an;
	an->alpha_sp = an->alpha_mp = 1.0;
	an->numberer = NUMBERER_PLAIN;
	strcpy(an->engine, "auto");
	arena_init(&an->parts);
	arena_init(&an->run);
	arena_init(&an->work);
	arena_init(&an->choice);
	arena_init(&an->watching);
	arena_init(&an->ahead);
	arena_init(&an->following);
	display_init(&an->display);
	an->loop_cpu = -1;
	an->patient = true;
	arena_init(&an->between);
	arena_init(&an->keep[0]);
	arena_init(&an->keep[1]);
}

void analysis_wipe(struct analysis *an)
{
	front_drop(an);
	an->kind = ANALYSIS_NONE;
	an->sub_levels = an->sub_steps = 0;
	an->has_test = an->has_algorithm = an->has_integrator = an->has_resting = false;
	an->has_constraint = an->has_numberer = an->has_system = an->definite = false;
	an->constraint = CONSTRAINT_PLAIN;
	an->numberer = NUMBERER_PLAIN;
	an->changed = true;
	an->set_up = NULL;
	an->stamp = an->m->stamp - 1;
	an->guard = NULL;
	an->stopped = false;
	arena_reset(&an->parts);
	arena_reset(&an->work);
}

static void motion_drop(struct analysis *an)
{
	arena_reset(&an->between);
	an->motion = NULL;
}

/* What `engine auto` has found; it will look again. */
static void choice_forget(struct analysis *an)
{
	an->measure.taken = false;
	an->ntrial = 0;
	an->way = (struct advance){0};
	an->engine_options = NULL;
	an->engine_note[0] = '\0';
	strcpy(an->engine, "auto");
	arena_reset(&an->choice);
}

void analysis_reset(struct analysis *an)
{
	front_forget(an);
	analysis_wipe(an);
	problem_destroy(core_of(an));
	if (an->monitors)
		monitors_unbegin(an->monitors);
	an->p = NULL;
	an->state = NULL;
	an->t0 = an->clock = 0.0;
	an->steps = 0;
	/* elements that were promised by their tags are gone; the engine stays, but for what was measured on this model */
	an->elastic.n = 0;
	if (an->measure.on)
		choice_forget(an);
	motion_drop(an);
	an->watch = NULL;
	arena_reset(&an->watching);
	arena_reset(&an->run);
	arena_reset(&an->keep[0]);
	arena_reset(&an->keep[1]);
}

void analysis_fini(struct analysis *an)
{
	analysis_reset(an);
	arena_fini(&an->parts);
	arena_fini(&an->run);
	arena_fini(&an->work);
	arena_fini(&an->choice);
	arena_fini(&an->watching);
	arena_fini(&an->ahead);
	arena_fini(&an->following);
	display_fini(&an->display);
	arena_fini(&an->between);
	arena_fini(&an->keep[0]);
	arena_fini(&an->keep[1]);
}

/* --- set-up -------------------------------------------------------------------------------------- */

/* A new problem for the present model; the motion so far is carried over, and waits while the model has no equations. */
static int rebuild(struct analysis *an, struct err *e)
{
	struct problem_core *c = core_of(an);
	int code = 0;

	front_drop(an);
	if (c && c->state) {
		motion_drop(an);
		code = snapshot_take(c, &an->between, &an->motion, e);
		if (code)
			return code;
		an->t0 = c->state->t;
	}
	problem_destroy(c);
	if (an->monitors)
		monitors_unbegin(an->monitors);
	an->p = NULL;
	an->state = NULL;
	arena_reset(&an->run);
	c = problem_new(an, e);
	if (an->stage)
		an->stage(an->stage_self, NULL);
	if (!c)
		return e ? e->code : ERR_MEMORY;
	an->p = &c->p;
	code = snapshot_state(an->motion, c, e);
	if (code)
		return code;
	snapshot_restore(an->motion, c);
	motion_drop(an);
	problem_begin(c);
	arena_seal(&an->run);
	an->stamp = an->m->stamp;
	an->changed = true;
	return 0;
}

int analysis_ready(struct analysis *an, struct err *e)
{
	return an->p && an->stamp == an->m->stamp ? 0 : rebuild(an, e);
}

/* Sets up integrator and algorithm on the problem, with their share of the state. */
static int parts_setup(struct analysis *an, struct err *e)
{
	struct problem_core *c = core_of(an);
	struct problem *p = an->p;
	const struct integrator_ops *ops = an->integrator.ops;
	int code = 0;

	front_drop(an);
	an->guard = NULL;
	an->stopped = false;
	arena_reset(&an->work);
	/* an integrator that goes on with another test or algorithm keeps its history */
	if (an->integrator.self != an->set_up || c->state->nvec != ops->nhist || c->state->nreal != ops->nreal)
		code = state_renew(c, ops->nhist, ops->nreal, e);
	if (code)
		return code;
	code = problem_room(c, ops->factors, e);
	if (code)
		return code;
	an->set_up = an->integrator.self;
	p->hist = ARENA_ARRAY(&an->work, (size_t)ops->nhist + 1, double *);
	an->solver = (struct solver){.p = p, .integrator = &an->integrator, .test = &an->test};
	an->solver.r = ARENA_ARRAY(&an->work, (size_t)p->n + 1, double);
	an->solver.x = ARENA_ARRAY(&an->work, (size_t)p->n + 1, double);
	if (!p->hist || !an->solver.r || !an->solver.x || (!front_wanted(an) && problem_keep(c, &an->work)))
		return err_set(e, ERR_MEMORY, "analysis", "no memory for %d unknowns", p->n);
	for (int k = 0; k < ops->nhist; k++)
		p->hist[k] = state_integrator(c->state, k);
	p->hist_real = state_reals(c->state);
	code = elastic_make(c, &an->work, &an->guard, e);
	if (!code)
		code = display_prepare(&an->display, c, e);
	if (code)
		return code;
	problem_begin(c);
	problem_pair(p, false);
	for (int k = 0; k < PROBLEM_SLOTS; k++)
		c->slot[k].valid = false;
	if (ops->limit && an->has_test)
		ops->limit(an->integrator.self, an->test.limit);
	if (front_wanted(an))
		code = front_setup(an, e);
	else if (ops->setup)
		code = ops->setup(an->integrator.self, p, &an->work, e);
	if (!code && !an->front && an->algorithm.ops->setup)
		code = an->algorithm.ops->setup(an->algorithm.self, p, &an->work, e);
	arena_seal(&an->work);
	an->changed = code != 0;
	return code;
}

static int dt_check(const struct analysis *an, double dt, struct err *e)
{
	if (an->kind == ANALYSIS_STATIC || (dt > 0.0 && dt - dt == 0.0))
		return 0;
	err_set(e, ERR_RANGE, "analyze", "time step");
	err_value(e, "%g", dt);
	err_allowed(e, "> 0");
	return ERR_RANGE;
}

static int missing(const struct analysis *an, struct err *e)
{
	const char *what = !an->has_integrator ? "integrator" : !an->has_algorithm ? "algorithm" : NULL;

	if (!what && !an->has_test && !an->algorithm.ops->no_test)
		what = "test";
	if (what) {
		err_set(e, ERR_STATE, "analyze", "the analysis has no %s", what);
		err_hint(e, "choose one with the command %s", what);
		return ERR_STATE;
	}
	if ((an->kind == ANALYSIS_STATIC) != (an->integrator.ops->kind == INTEGRATOR_STATIC)) {
		err_set(e, ERR_STATE, "analyze", "integrator %s does not fit a %s analysis", an->integrator.ops->name,
		        an->kind == ANALYSIS_STATIC ? "static" : "transient");
		return ERR_STATE;
	}
	return 0;
}

/* Monitors watch what happens in time. */
static bool watched(const struct analysis *an)
{
	return an->monitors && an->kind != ANALYSIS_STATIC;
}

void analysis_unwatched(struct analysis *an)
{
	if (an->monitors)
		an->monitors->begun = false;
}

/* `engine auto`, once for an integrator that such engines can advance. */
static int engine_find_best(struct analysis *an, double dt, struct err *e)
{
	int row, code;

	if (!an->measure.on || an->measure.taken || an->kind != ANALYSIS_TRANSIENT)
		return 0;
	an->measure.taken = true;
	/* an integrator that only runs on the whole has nothing to choose from but solvers, nor has one for which the interface is too large */
	if (an->integrator.ops->claims.front == FRONT_NONE || !engine_front_pays(an))
		return 0;
	code = parts_setup(an, e);
	if (!code)
		code = engine_measure(an, dt, e);
	row = code ? -1 : engine_best(an);
	if (row >= 0)
		code = engine_take(an, row, e);
	/* what failed now may be mended */
	an->measure.taken = code == 0;
	return code || row < 0 ? code : analysis_ready(an, e);
}

static int prepare(struct analysis *an, double dt, struct err *e)
{
	int code;

	if (an->kind == ANALYSIS_NONE) {
		err_set(e, ERR_STATE, "analyze", "no analysis has been defined");
		err_hint(e, "give the command analysis Static or analysis Transient first");
		return ERR_STATE;
	}
	code = missing(an, e);
	if (!code)
		code = analysis_ready(an, e);
	/* without unknowns there is still something to follow when a pattern moves the nodes */
	if (!code && an->p->n == 0 && core_of(an)->map.nsource <= 1) {
		err_set(e, ERR_STATE, "analyze", "the model has no free freedom, and none that a pattern moves");
		return ERR_STATE;
	}
	if (!code && an->changed)
		code = engine_find_best(an, dt, e);
	if (!code && an->changed)
		code = parts_setup(an, e);
	if (!code && watched(an))
		code = monitors_begin(an->monitors, an, e);
	if (!watched(an))
		analysis_unwatched(an);
	return code;
}

int analysis_measure(struct analysis *an, double dt, int steps, struct err *e)
{
	int code = dt_check(an, dt, e);

	if (!code)
		code = missing(an, e);
	if (!code)
		code = analysis_ready(an, e);
	if (!code)
		code = parts_setup(an, e);
	an->to_go = steps;
	return code ? code : engine_measure(an, dt, e);
}

/* --- stepping ------------------------------------------------------------------------------------ */

/* One step of all unknowns, committed. */
static int whole_step(struct analysis *an, double dt, struct err *e)
{
	struct problem_core *c = core_of(an);
	const struct integrator_ops *ops = an->integrator.ops;
	int code;

	if (c->dirty)
		problem_begin(c);
	c->dirty = c->live = true;
	code = ops->predict(an->integrator.self, an->p, dt);
	if (!code) {
		code = an->algorithm.ops->solve(an->algorithm.self, &an->solver, e);
		an->iterations = code > 0 ? code : an->test.count;
		code = code > 0 ? 0 : code;
	}
	if (!code)
		code = problem_end(c, &an->integrator);
	c->live = false;
	return code;
}

static int promise_broken(struct analysis *an, struct err *e)
{
	an->stopped = an->stopped || elastic_found(an->guard);
	return an->stopped ? elastic_report(an->guard, an, e) : 0;
}

/* After a step: has an element left the range that was promised, as far as anybody knows? */
static int promise_kept(struct analysis *an, struct err *e)
{
	bool follows = an->guard && an->front && an->front->follow;
	int code = 0;

	if (follows && an->patient && an->front->done % FOLLOW_LOOK)
		return 0;
	if (follows && an->patient)
		code = follow_catch_up(an->front, e);
	return code ? code : promise_broken(an, e);
}

/* The step was accepted: who looks at the whole motion gets it, here where it is known or may be asked for, else by the thread behind. */
static int accepted(struct analysis *an, struct err *e)
{
	struct front *f = an->front;
	struct state *s = an->state;
	int code = 0;

	an->steps++;
	display_step(an);
	if (an->guard && f && f->behind && follow_waits(f))
		code = front_whole(f, e);
	if (!code && an->guard && !(f && f->behind))
		elastic_look(an->guard, &(struct elastic_motion){.step = an->steps, .t = s->t, .u = state_vec(s, STATE_U), .v = state_vec(s, STATE_V),
		                                                 .g = state_source(s, 0), .gv = state_source(s, 1)});
	return code;
}

/* Nothing is left of a step but what its specimens went through. */
static void refused(struct problem_core *c)
{
	for (int i = 0; i < c->nexchange; i++) {
		const struct element *el = c->view[c->exchange[i]].el;

		if (el->ops->refused)
			el->ops->refused(el->self);
	}
	problem_begin(c);
}

/* What monitors ask for, after the observer has answered this code: a stop acts whatever it was. The first code stays. */
static int act(struct analysis *an, int code, struct err *e)
{
	int acted = watched(an) && (!code || monitors_stopping(an->monitors)) ? monitors_act(an->monitors, code ? NULL : e) : 0;

	return code ? code : acted;
}

/* A step that gave a code and no words. */
static void say_code(const struct analysis *an, int code, struct err *e)
{
	const struct integrator_ops *ops = an->integrator.ops;
	const char *iterates = an->algorithm.ops->name;

	if (code != ERR_STATE || !ops->claims.linear_only || strcmp(iterates, "Linear") == 0) {
		err_set(e, code, ops->name, "%s", err_message(code));
		return;
	}
	err_set(e, code, ops->name, "it corrects a step once, algorithm %s asked it again", iterates);
	err_hint(e, "give algorithm Linear%s", ops->claims.splits ? " -initial" : "");
}

static int step(struct analysis *an, double dt, struct err *e)
{
	struct problem_core *c = core_of(an);
	const struct integrator_ops *ops = an->integrator.ops;
	int code, behind;

	code = an->stopped ? promise_broken(an, e) : 0;
	if (!code && an->front)
		code = front_ready(an->front, dt, an->to_go, e);
	if (code)
		return code;
	code = an->front ? front_step(an->front, &an->iterations, e) : whole_step(an, dt, e);
	if (code) {
		int fault = problem_fault(c, e);

		refused(c);
		if (watched(an))
			monitors_failed(an->monitors, an);
		code = fault ? fault : code;
		if (e && !e->code)
			say_code(an, code, e);
		return code;
	}
	behind = accepted(an, e);
	if (ops->iterations)
		ops->iterations(an->integrator.self, an->p, an->iterations);
	if (watched(an))
		monitors_step(an->monitors, an, dt);
	code = an->observer ? an->observer(an->observer_self, an, e) : 0;
	code = act(an, code, e);
	code = code ? code : behind;
	return code ? code : promise_kept(an, e);
}

/* Whether a failed step may be tried again: the numbers failed. Not where a specimen gives no answer, for nothing may move it any more,
 * and not where the step was accepted (steps: accepted before it) and something failed behind it. */
static bool may_try_again(const struct analysis *an, long steps, int code)
{
	bool numbers = code == ERR_CONVERGE || code == ERR_SINGULAR || code == ERR_INDEFINITE || code == ERR_NONFINITE;

	return numbers && an->steps == steps && problem_fault(core_of(an), NULL) == 0;
}

/* A step, or when it fails the same time in smaller ones, level after level. The report is that of the
 * step that failed at the last level; what was committed before it stays. A pause comes when the whole time has gone. */
static int step_divided(struct analysis *an, double dt, int level, struct err *e)
{
	long steps = an->steps;
	int code = step(an, dt, e), left = 0;
	double part = an->sub_steps > 0 ? dt / an->sub_steps : 0.0;

	if (!code || an->kind == ANALYSIS_STATIC || level == an->sub_levels || part == 0.0 || !may_try_again(an, steps, code))
		return code;
	/* who knows one step only has no smaller ones, and would say that instead of why */
	if (an->front && an->front->way->ops->bounded)
		return code;
	if (e)
		err_clear(e);
	for (int i = 0; i < an->sub_steps && (!left || left == ERR_PAUSED); i++) {
		struct err why;

		err_clear(&why);
		code = step_divided(an, part, level + 1, &why);
		if (!code || (code == ERR_PAUSED && left))
			continue;
		left = code;
		if (e)
			*e = why;
	}
	return left;
}

/* After the last step that was asked for: elements whose promise has not been looked at yet. */
static int promise_settle(struct analysis *an, struct err *e)
{
	int code = an->guard && an->front ? follow_settle(an->front, e) : 0;
	int64_t missed = an->front ? follow_missed(an->front) : 0;
	size_t used = strlen(an->engine_note);

	if (missed > 0 && !strstr(an->engine_note, "not looked at"))
		snprintf(an->engine_note + used, sizeof(an->engine_note) - used, "; %lld steps were not looked at for -elastic", (long long)missed);
	return code ? code : promise_broken(an, e);
}

/* The same where the run ended early: a promise that was broken before comes first. */
static int promise_first(struct analysis *an, int code, struct err *e)
{
	struct err broken;

	err_clear(&broken);
	if (promise_settle(an, &broken) != ERR_LIMIT)
		return code;
	if (e)
		*e = broken;
	return ERR_LIMIT;
}

static int interrupted(struct err *e)
{
	return interrupt_asked() ? err_set(e, ERR_INTERRUPTED, "analyze", "interrupted; the state is that of the last step") : 0;
}

int analysis_prepare(struct analysis *an, int steps, double dt, struct err *e)
{
	int code = dt_check(an, dt, e);

	an->to_go = steps;
	if (!code)
		code = prepare(an, dt, e);
	return !code && an->front ? front_ready(an->front, dt, steps, e) : code;
}

int analysis_run(struct analysis *an, int n, double dt, int *ret_done, struct err *e)
{
	int code = 0, done = 0;

	code = dt_check(an, dt, e);
	while (!code && done < n) {
		long steps = an->steps;

		an->to_go = an->steps_ahead > n ? an->steps_ahead - done : n - done;
		code = interrupted(e);
		if (!code)
			code = prepare(an, dt, e);
		if (!code)
			code = step_divided(an, dt, 0, e);
		/* a pause comes after its step, and so does what fails behind one that was accepted in one piece */
		if (!code || code == ERR_PAUSED || (an->steps > steps && an->sub_levels == 0))
			done++;
	}
	*ret_done = done;
	if (code)
		return promise_first(an, code, e);
	return an->steps_ahead > n ? 0 : promise_settle(an, e);
}

int analysis_run_variable(struct analysis *an, double total, double dt, double dt_min, double dt_max, int iterations, double *gone, struct err *e)
{
	int code = dt_check(an, dt, e);

	while (!code && *gone < total) {
		struct err trouble;
		long steps = an->steps;
		double next;

		code = interrupted(e);
		if (!code)
			code = prepare(an, dt, e);
		if (!code && an->state->t + dt == an->state->t)
			code = err_set(e, ERR_RANGE, "analyze", "a step of %g does not change the time %g any more: give a larger dtMin, or more iterations",
			               dt, an->state->t);
		if (code)
			return code;
		err_clear(&trouble);
		code = step(an, dt, &trouble);
		if (!code || an->steps > steps)
			*gone += dt;
		next = dt * iterations / (an->test.count > 0 ? an->test.count : 1);
		/* the same step again, or a longer one, would fail for ever */
		if (code && (dt <= dt_min || next >= dt || !may_try_again(an, steps, code))) {
			if (e && !e->code)
				*e = trouble;
			return code;
		}
		code = 0;
		dt = next < dt_min ? nextafter(dt_min, 0.0) : next > dt_max ? dt_max : next;
	}
	return code;
}
