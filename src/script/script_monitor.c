/* The command monitor: makes monitors, asks for their values and events; what they say to the user, and what a script does in a pause. */
#include "script/script.h"

#include "record/run_record.h"
#include "script/script_experiment.h"
#include "script/script_live.h"

#include <stdio.h>

EXPERIMENT_TOPIC(monitor, monitor_table)

/* ---- answers ------------------------------------------------------------------------------------------------- */

static int read_monitor(struct script *s, struct args *a, struct monitor **ret, struct err *e)
{
	int tag, code = args_tag(a, "tag", &tag, e);

	return code ? code : monitors_need(&s->monitors, tag, a->object, ret, e);
}

static int run_value(struct script *s, struct args *a, struct err *e)
{
	struct monitor *m = NULL;
	const char *name;
	int column, code = read_monitor(s, a, &m, e);

	if (!code)
		code = args_word(a, "column", &name, e);
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = monitor_column_find(m, name, a->object, &column, e);
	if (!code)
		script_result_real(s, m->value[column]);
	return code;
}

static void append_text(Tcl_Obj *list, const char *text)
{
	Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(text, -1));
}

/* {name kind {column unit column unit ..}} of each. */
static int run_list(struct script *s, struct args *a, struct err *e)
{
	Tcl_Obj *all = Tcl_NewListObj(0, NULL);
	int code = args_end(a, e);

	for (int i = 0; i < s->monitors.table.n; i++) {
		const struct monitor *m = s->monitors.table.row[i].object;
		Tcl_Obj *one = Tcl_NewListObj(0, NULL), *columns = Tcl_NewListObj(0, NULL);

		append_text(one, m->name);
		append_text(one, m->ops->name);
		for (int k = 0; k < m->ncolumn; k++) {
			append_text(columns, m->column[k].name);
			append_text(columns, m->column[k].unit);
		}
		Tcl_ListObjAppendElement(NULL, one, columns);
		Tcl_ListObjAppendElement(NULL, all, one);
	}
	Tcl_SetObjResult(s->interp, all);
	return code;
}

/* {time step action monitor column value limit text} of each; column "": of no column. */
static int run_events(struct script *s, struct args *a, struct err *e)
{
	Tcl_Obj *all = Tcl_NewListObj(0, NULL);
	int code = args_end(a, e);

	for (int i = 0; i < s->monitors.nevent; i++) {
		const struct monitor_event *ev = &s->monitors.event[i];
		Tcl_Obj *one = Tcl_NewListObj(0, NULL);

		Tcl_ListObjAppendElement(NULL, one, Tcl_NewDoubleObj(ev->t));
		Tcl_ListObjAppendElement(NULL, one, Tcl_NewLongObj(ev->step));
		append_text(one, monitor_action_name[ev->action]);
		append_text(one, ev->monitor->name);
		append_text(one, ev->column < 0 ? "" : ev->monitor->column[ev->column].name);
		Tcl_ListObjAppendElement(NULL, one, Tcl_NewDoubleObj(ev->value));
		Tcl_ListObjAppendElement(NULL, one, Tcl_NewDoubleObj(ev->limit));
		append_text(one, ev->text);
		Tcl_ListObjAppendElement(NULL, all, one);
	}
	Tcl_SetObjResult(s->interp, all);
	return code;
}

static int run_reset(struct script *s, struct args *a, struct err *e)
{
	struct monitor *m = NULL;
	int code = read_monitor(s, a, &m, e);

	if (!code)
		code = args_end(a, e);
	if (!code)
		monitor_reset(m, analysis_time(&s->analysis));
	return code;
}

static int run_threshold(struct script *s, struct args *a, struct err *e)
{
	static const char *const ACTIONS[] = { "warn", "pause", "stop", NULL };
	struct monitor *m = NULL;
	const char *name;
	double limit;
	int column, action, code = read_monitor(s, a, &m, e);

	if (!code)
		code = args_word(a, "column", &name, e);
	if (!code)
		code = monitor_column_find(m, name, a->object, &column, e);
	if (!code)
		code = args_choice(a, "action", ACTIONS, &action, e);
	if (!code)
		code = args_real(a, ACTIONS[action], RANGE_ANY, &limit, e);
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = monitor_threshold_set(m, column, (enum monitor_action)action, limit, a->object, e);
	if (code)
		return code;
	script_live_tuned(s);
	run_record_event(s->run, "tune", m->name, "%s of %s is %.9g from now on", ACTIONS[action], name, limit);
	return 0;
}

/* In a pause the script may look and correct, but not pull the test from under the analysis: model, laboratory and monitors are what the steps, and the
 * tables of an open record, were made for. */
static const char *const REFUSED_FAMILY[] = { "model", "constraint", "parts", "section", "generate", "matrix", "experiment", "virtual", "characterise",
                                              "submodel", "load", "damping", "reduce", NULL };
static const char *const REFUSED[] = { "analyze", "wipeAnalysis", "remove", "reset", NULL };
static const char *const GRANTED[] = { "recordExp", "exportMatrices", NULL };  /* of those families: they change nothing */

static bool is_refused(const struct script_command *c)
{
	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *of = f->commands; of->name; of++)
			if (of == c && text_among(f->name, REFUSED_FAMILY))
				return !text_among(c->name, GRANTED);
	return text_among(c->name, REFUSED);
}

static int refuse_paused(const char *object, struct err *e)
{
	err_set(e, ERR_STATE, object, "the test is paused: this would change it under the analysis");
	err_hint(e, "break ends -onPause and the analyze that is paused; then it may be said");
	return ERR_STATE;
}

int script_paused_allowed(const struct script *s, const struct script_command *c, struct err *e)
{
	return s->paused && is_refused(c) ? refuse_paused(c->name, e) : 0;
}

static int run_monitor(struct script *s, struct args *a, struct err *e)
{
	static const struct { const char *word; int (*run)(struct script *s, struct args *a, struct err *e); } WORDS[] = {
		{ "value", run_value }, { "list", run_list }, { "events", run_events }, { "reset", run_reset },
		{ "threshold", run_threshold }};
	int row, code;

	for (size_t i = 0; i < COUNT(WORDS); i++)
		if (args_accept(a, WORDS[i].word))
			return WORDS[i].run(s, a, e);
	if (s->paused)
		return refuse_paused("monitor", e);
	code = script_kind("monitor", monitor_topic, a, &row, e);
	return code ? code : monitor_build(&s->monitors, monitor_table[row], a, e);
}

/* ---- while the test runs ------------------------------------------------------------------------------------- */

static void say(void *self, const char *line)
{
	script_say(self, "%s\n", line);
}

/* Runs -onPause. Its break ends the analyze; its error ends it, too. Without one the operator is asked. */
static int pause_test(void *self, const struct monitor_event *why, struct err *e)
{
	struct script *s = self;
	int done;

	if (!why->monitor->hook)
		return script_live_pause(s, why->text, e);
	s->paused = true;
	done = Tcl_EvalEx(s->interp, why->monitor->hook, -1, TCL_EVAL_GLOBAL);
	s->paused = false;
	if (done == TCL_ERROR)
		return err_set(e, ERR_STATE, "monitor", "%s, -onPause: %.120s", why->monitor->name, Tcl_GetStringResult(s->interp));
	Tcl_ResetResult(s->interp);
	return done == TCL_BREAK ? monitor_paused(why, e) : 0;
}

void script_monitor_init(struct script *s)
{
	monitors_init(&s->monitors, &s->lab, &s->model);
	s->monitors.say = say;
	s->monitors.pause = pause_test;
	s->monitors.self = s;
	s->analysis.monitors = &s->monitors;
}

const struct script_command script_monitor_commands[] = {
	{ "monitor", run_monitor,
	  "monitor Type tag ... <-on column> <-warn x> <-pause x> <-stop x> <-hysteresis h> <-both> ... <-onPause script> | "
	  "monitor value tag column | monitor list | monitor events | monitor reset tag | "
	  "monitor threshold tag column warn|pause|stop x",
	  "Watches the test while it runs. A value that reaches -warn says so, -pause holds the test and runs -onPause (without it analyze ends, and may be given\n"
	  "    again), -stop brings all rigs to rest. Without -on the column that the kind acts by; several -on may follow each other. -both: the magnitude\n"
	  "    counts. It speaks again after the value has come back by -hysteresis. value: of a column after the last step. list: names, kinds, columns and\n"
	  "    units. events: {time step action monitor column value limit text} of each. reset: sums and windows begin anew. threshold: a limit that it was\n"
	  "    made with is another one from now on, also where it acts in a command loop. docs/monitors.md.", monitor_topic },
	{ 0 },
};
