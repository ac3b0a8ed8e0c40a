/* The command analyze: parts that the script did not give, the run, and what is said when it stops.
 *
 * Mistakes of set-up are errors. Where the numbers fail (no convergence, singular matrix, a value that is not finite)
 * analyze answers with a negative number, after one line that says where, and the state stays at the last good step. A
 * failure whose answer nobody looks at makes the whole run fail at its end: see script_unheard. */
#include "script/script_analysis.h"

#include "cluster/cluster.h"
#include "realtime/urgent.h"
#include "recorder/record.h"
#include "record/run_record.h"
#include "equations/elastic.h"
#include "driver/engine_auto.h"
#include "script/script_engine.h"
#include "script/script_live.h"
#include "script/script_progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Codes of OpenSees' analyze. */
enum { ANALYZE_STEP_FAILED = -3 };

/* OpenSees' defaults. */
struct part_default {
	bool (*given)(const struct analysis *an);
	const char *word[4];
	int n;
	int kind; /* ANALYSIS_NONE: for all kinds */
};

static bool given_constraint(const struct analysis *an) { return an->has_constraint; }
static bool given_numberer(const struct analysis *an) { return an->has_numberer; }
static bool given_system(const struct analysis *an) { return an->has_system; }
static bool given_integrator(const struct analysis *an)
{
	return an->has_integrator && (an->integrator.ops->kind == INTEGRATOR_STATIC) == (an->kind == ANALYSIS_STATIC);
}

static bool given_algorithm(const struct analysis *an) { return an->has_algorithm; }
static bool given_test(const struct analysis *an) { return an->has_test || an->algorithm.ops->no_test; }

static const struct part_default DEFAULTS[] = {
	{ given_constraint, { "constraints", "Plain" }, 2, ANALYSIS_NONE },
	{ given_numberer, { "numberer", "RCM" }, 2, ANALYSIS_NONE },
	{ given_system, { "system", "ProfileSPD" }, 2, ANALYSIS_NONE },
	{ given_algorithm, { "algorithm", "Newton" }, 2, ANALYSIS_NONE },
	{ given_test, { "test", "NormUnbalance", "1e-6", "25" }, 4, ANALYSIS_NONE },
	{ given_integrator, { "integrator", "LoadControl", "1.0" }, 3, ANALYSIS_STATIC },
	{ given_integrator, { "integrator", "Newmark", "0.5", "0.25" }, 4, ANALYSIS_TRANSIENT },
	{ given_integrator, { "integrator", "Newmark", "0.5", "0.25" }, 4, ANALYSIS_VARIABLE },
};

static void swap_integrators(struct analysis *an)
{
	struct integrator other = an->integrator;

	an->integrator = an->resting;
	an->resting = other;
	an->changed = true;
}

static int fill_parts(struct script *s, struct err *e)
{
	struct analysis *an = &s->analysis;
	char line[256] = "";
	int code = 0;

	/* static and transient analyses have an integrator each, as in OpenSees */
	if (an->has_integrator && !given_integrator(an) && an->has_resting)
		swap_integrators(an);
	for (size_t i = 0; code == 0 && i < COUNT(DEFAULTS); i++) {
		const struct part_default *d = &DEFAULTS[i];

		if ((d->kind != ANALYSIS_NONE && d->kind != (int)an->kind) || d->given(an))
			continue;
		code = script_analysis_part(s, d->n, d->word, e);
		for (int k = 0; k < d->n; k++)
			snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", k ? " " : line[0] ? ", " : "", d->word[k]);
	}
	if (line[0])
		script_say(s, "analyze: taken because the script gave none: %s\n", line);
	return code;
}

static int check_kind(struct script *s, const struct args *a, struct err *e)
{
	const struct analysis *an = &s->analysis;
	int code;

	if (an->kind == ANALYSIS_NONE) {
		code = err_set(e, ERR_STATE, a->object, "there is no analysis yet");
		err_hint(e, "give analysis Static or analysis Transient before analyze");
		return code;
	}
	if (s->model.nodes.n == 0) {
		code = err_set(e, ERR_STATE, a->object, "the model has no nodes");
		err_hint(e, "define nodes and elements before analyze");
		return code;
	}
	return 0;
}

/* ---- words --------------------------------------------------------------------------------------------------- */

struct run_words {
	int steps, iterations;
	bool variable;
	double dt, dt_min, dt_max;
	double gone;            /* of the time of variable steps */
};

static int read_run(struct script *s, struct args *a, struct run_words *ret, struct err *e)
{
	enum analysis_kind kind = s->analysis.kind;
	struct run_words w = { .iterations = 10 };
	int code = args_int(a, "steps", 0, INT_MAX, &w.steps, e);

	if (code == 0 && (kind != ANALYSIS_STATIC || args_more(a)))
		code = args_real(a, "dt", RANGE_POSITIVE, &w.dt, e);
	w.dt_min = w.dt;
	w.dt_max = w.dt;
	/* without bounds steps are constant */
	w.variable = code == 0 && kind == ANALYSIS_VARIABLE && args_more(a);
	if (w.variable) {
		code = args_real(a, "dtMin", RANGE_POSITIVE, &w.dt_min, e);
		if (code == 0)
			code = args_real(a, "dtMax", RANGE_POSITIVE, &w.dt_max, e);
		if (code == 0)
			code = args_int(a, "iterations", 1, INT_MAX, &w.iterations, e);
	}
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		*ret = w;
	return code;
}

/* ---- the run ------------------------------------------------------------------------------------------------- */

/* One line when the engine or the size is not the one last said. */
static void say_engine(struct script *s)
{
	const struct analysis *an = &s->analysis;
	char line[sizeof s->engine_said];

	if (!an->p || !an->engine_used)
		return;
	const char *many = an->p->n == 1 ? "" : "s";

	if (an->front)
		snprintf(line, sizeof line, "%d equation%s, engine %s%s%s, an interface of %d", an->p->n, many, an->engine_used,
		         an->engine_note[0] ? ": " : "", an->engine_note, analysis_interface(an));
	else
		snprintf(line, sizeof line, "%d equation%s, engine %s%s", an->p->n, many, an->engine_used,
		         strcmp(an->engine, "auto") == 0 ? " (chosen by cost)" : "");
	if (strcmp(line, s->engine_said) == 0)
		return;
	snprintf(s->engine_said, sizeof s->engine_said, "%s", line);
	script_say(s, "analyze: %s\n", line);
	if (an->measure.on && an->ntrial > 0)
		script_say_trials(s, engine_best(an));
}

static bool numbers_failed(int code)
{
	static const int CODES[] = { ERR_CONVERGE, ERR_SINGULAR, ERR_INDEFINITE, ERR_NONFINITE };

	for (size_t i = 0; i < COUNT(CODES); i++)
		if (code == CODES[i])
			return true;
	return false;
}

/* Where, how far, why, in one line. */
static void say_failure(struct script *s, const struct run_words *w, int done, const struct err *e)
{
	const struct analysis *an = &s->analysis;
	const struct test *t = &an->test;
	char why[640], norm[96] = "";

	err_text(e, why, sizeof why);
	if (an->has_test && !an->algorithm.ops->no_test && t->history && t->count > 0)
		snprintf(norm, sizeof norm, ", %d iterations, last norm %.3g (tolerance %.3g)", t->count, t->history[t->count - 1], t->tol);
	script_say(s, "WARNING analyze: step %d of %d failed, last good time %.10g%s: %s\n", done + 1, w->steps, analysis_time(an), norm, why);
}

/* A failure's answer is a number that has no text until somebody asks for it, to print or to compare it. It is kept to
 * see later whether anybody did. */
static void answer_text(Tcl_Obj *obj)
{
	char text[16];
	int n = snprintf(text, sizeof text, "%ld", obj->internalRep.longValue);

	obj->bytes = Tcl_Alloc((unsigned)n + 1);
	memcpy(obj->bytes, text, (size_t)n + 1);
	obj->length = n;
}

static const Tcl_ObjType ANSWER = { "analyzeAnswer", NULL, NULL, answer_text, NULL };

static void answer(struct script *s, int code)
{
	Tcl_Obj *obj;

	if (code == 0) {
		script_result_int(s, 0);
		return;
	}
	obj = Tcl_NewObj();
	Tcl_InvalidateStringRep(obj);
	obj->typePtr = &ANSWER;
	obj->internalRep.longValue = code;
	Tcl_IncrRefCount(obj);
	Tcl_SetObjResult(s->interp, obj);
	s->failed_answer = obj;
}

bool script_unheard(struct script *s)
{
	Tcl_Obj *obj = s->failed_answer;

	if (!obj)
		return s->failed_unheard;
	s->failed_unheard |= obj->bytes == NULL && obj->refCount == 1;
	Tcl_DecrRefCount(obj);
	s->failed_answer = NULL;
	return s->failed_unheard;
}

/* The print flag of the test: 1 and 4 show every norm of the step, 2 the last one. */
static void say_norms(struct script *s, const struct analysis *an)
{
	const struct test *t = &an->test;
	bool each = t->print == 1 || t->print == 4;

	for (int i = 0; each && i < t->count; i++)
		script_say(s, "test: time %.10g, iteration %d, norm %.6g (tolerance %.3g)\n", analysis_time(an), i + 1, t->history[i], t->tol);
	if (t->print == 2 && t->count > 0)
		script_say(s, "test: time %.10g, %d iterations, norm %.6g (tolerance %.3g)\n", analysis_time(an), t->count, t->history[t->count - 1], t->tol);
}

/* Long set-up of an engine, on the same line. */
static void show_setup(void *self, const char *what, long done, long all)
{
	struct progress *bar = self;

	if (!what || bar->what != what) {
		progress_end(bar);
		progress_begin(bar, what);
	}
	if (what)
		progress_show(bar, (int)done, (int)all);
}

/* Against the clock steps are not kept waiting by ordinary programs. A machine that refuses is said once where the user runs all the same. */
static int hurry(struct script *s, struct err *e)
{
	struct realtime_words *w = &s->lab.realtime;
	int code = urgent_begin(w->step_priority, e);
	char line[640];

	if (code == 0 || !w->unfit)
		return code;
	err_text(e, line, sizeof line);
	script_say(s, "%s\n", line);
	err_clear(e);
	w->step_priority = 0;
	return 0;
}

/* Steps in growing portions, between which the terminal is told how far it is; the answer is that of one portion. */
static int run_steps(struct script *s, struct run_words *w, int *ret_done, struct err *e)
{
	enum { PORTION_MAX = 64 };
	struct analysis *an = &s->analysis;
	bool talks = an->has_test && !an->algorithm.ops->no_test && (an->test.print == 1 || an->test.print == 2 || an->test.print == 4);
	struct progress bar, setup = {0};
	int done = 0, portion = 1, code = 0;

	if (w->variable)
		return analysis_run_variable(an, w->steps * w->dt, w->dt, w->dt_min, w->dt_max, w->iterations, &w->gone, e);
	progress_begin(&bar, "analyze");
	an->progress = show_setup;
	an->progress_self = &setup;
	if (s->lab.realtime.on && w->steps > 0) {
		code = analysis_prepare(an, w->steps, w->dt, e);
		if (code == 0)
			code = hurry(s, e);
	}
	while (code == 0 && done < w->steps) {
		int left = w->steps - done, some = 0;

		an->steps_ahead = left;

		code = analysis_run(an, left < portion ? left : portion, w->dt, &some, e);
		done += some;
		portion = talks ? 1 : portion < PORTION_MAX ? 2 * portion : PORTION_MAX;
		if (talks)
			say_norms(s, an);
		progress_show(&bar, done, w->steps);
	}
	if (s->lab.realtime.on && s->lab.realtime.step_priority > 0)
		urgent_end();
	progress_end(&bar);
	an->progress = NULL;
	an->steps_ahead = 0;
	*ret_done = done;
	return code;
}

/* Is there anything that moves, here or at a site elsewhere? */
static bool has_specimens(const struct script *s)
{
	return s->lab.rigs.n > 0 || s->lab.peers;
}

/* Is a rank that has died behind it? mpirun interrupts the program when one has: its name is the cause, not the interruption. */
static int find_rank(struct script *s, int code, struct err *e)
{
	struct trip why = {.cause = TRIP_RANK, .code = ERR_LOST, .t = analysis_time(&s->analysis)};
	char rest[128];

	if ((code != ERR_LOST && code != ERR_INTERRUPTED) || !cluster_lost())
		return code;
	why.why = cluster_lost_text();
	if (s->lab.trip.code == ERR_INTERRUPTED)
		s->lab.trip = why;
	if (s->lab.rigs.n > 0)
		laboratory_trip(&s->lab, &why);
	/* sites elsewhere keep the test as it stands, for whoever takes it up */
	s->lab.cut_short = true;
	err_clear(e);
	err_set(e, ERR_LOST, "ranks", "%s", cluster_lost_text());
	laboratory_rest_text(&s->lab, rest, sizeof rest);
	if (s->lab.rigs.n > 0)
		err_hint(e, "%s; the data up to here are on disk", rest);
	else
		err_hint(e, "%s", s->lab.peers ? "the sites come to rest by themselves; tandem resume goes on with the run" : "the state is that of the last step");
	return ERR_LOST;
}

/* An element that was taken as linear and is not: what the test computed since is not the structure's motion. */
static int find_broken(struct script *s, int code)
{
	if (code == ERR_LIMIT && elastic_found(s->analysis.guard) && has_specimens(s))
		laboratory_trip(&s->lab, &(struct trip){.cause = TRIP_MODEL, .code = code, .t = analysis_time(&s->analysis), .why = s->analysis.broken});
	return code;
}

static char file_text[256];

/* A test whose files cannot be written stops in the middle, and is not over: sites elsewhere would let their specimens go at its end, for good. */
static void find_full(struct script *s, int code, struct err *e)
{
	char rest[128];

	if (code != ERR_FILE || !has_specimens(s) || s->lab.trip.cause != TRIP_NONE)
		return;
	snprintf(file_text, sizeof file_text, "%.90s: %.120s", e->object, e->what);
	laboratory_trip(&s->lab, &(struct trip){.cause = TRIP_FILE, .code = code, .t = analysis_time(&s->analysis), .why = file_text});
	laboratory_rest_text(&s->lab, rest, sizeof rest);
	err_hint(e, "%s", rest);
}

/* Before the first step nothing stands under load: there the test is not begun. */
static bool has_moved(const struct script *s)
{
	bool any = false;

	for (int i = 0; i < s->lab.sites.n; i++)
		any |= ((const struct site *)s->lab.sites.row[i].object)->commits > 0;
	return any;
}

/* An interruption is a trip like any other; after a trip rigs write down what they kept. */
static void bring_to_rest(struct script *s, int code, struct err *e)
{
	find_full(s, code, e);
	if (code == ERR_INTERRUPTED && has_specimens(s))
		laboratory_trip(&s->lab, &(struct trip){.cause = TRIP_INTERRUPTED, .code = code, .t = analysis_time(&s->analysis)});
	laboratory_aftermath(&s->lab);
}

/* The steps, until they are done or fail for good; after a trip that an operator has acknowledged those that are left. */
static int run_all(struct script *s, struct run_words *w, int *ret_done, struct err *e)
{
	bool again;
	int code;

	do {
		int done = 0;

		code = script_live_ready(s, e);
		if (code == 0)
			code = run_steps(s, w, &done, e);
		*ret_done += done;
		w->steps -= w->variable ? 0 : done;
		say_engine(s);
		script_memory_say(s);
		code = script_live_cause(s, find_broken(s, find_rank(s, code, e)), e);
		bring_to_rest(s, code, e);
		run_record_stop(s->run, code, e);
		again = script_live_again(s, code, e);
		if (again) {
			err_clear(e);
			code = run_record_begin(s->run, w->steps, w->dt, e);
		}
	} while (again && code == 0);
	return code;
}

int script_run_analyze(struct script *s, struct args *a, struct err *e)
{
	struct run_words w = { 0 };
	bool failed;
	int done = 0, flushed, asked, code = check_kind(s, a, e);

	script_unheard(s);
	if (code == 0)
		code = read_run(s, a, &w, e);
	if (code == 0)
		code = script_live_analyze(s, w.steps, w.dt, e);
	if (code == 0)
		code = fill_parts(s, e);
	if (code == 0)
		code = recorders_prepare(s->recorders, e);
	if (code == 0)
		code = run_record_begin(s->run, w.steps, w.dt, e);
	if (code == 0 && s->instead && s->analysis.kind == ANALYSIS_TRANSIENT) {
		code = s->instead(s, w.dt, w.steps, e);
		s->enough = code == 0;
		return code ? code : err_set(e, ERR_STATE, "analyze", "the script ends here");
	}
	if (code < 0) {
		if (has_moved(s))
			bring_to_rest(s, code, e);
		return code;
	}
	asked = w.steps;
	s->analysis.patient = !s->lab.realtime.on;
	s->analysis.loop_cpu = s->lab.realtime.on ? s->lab.realtime.cpu : -1;
	code = run_all(s, &w, &done, e);
	w.steps = asked;
	/* a laboratory that has tripped goes no further, whatever the answer says */
	failed = code < 0 && numbers_failed(code) && s->lab.trip.cause == TRIP_NONE;
	if (failed) {
		say_failure(s, &w, done, e);
		s->last = *e;
		err_clear(e);
	}
	flushed = recorders_flush(s->recorders, e);
	if (code < 0 && !failed)
		return code;
	if (flushed < 0) {
		bring_to_rest(s, flushed, e);
		return flushed;
	}
	s->failed_last = failed;
	answer(s, failed ? ANALYZE_STEP_FAILED : 0);
	return 0;
}
