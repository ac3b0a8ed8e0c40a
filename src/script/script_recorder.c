/* Commands that write results: recorder, record, runRecord. */
#include "script/script.h"

#include "record/run_record.h"
#include "recorder/record.h"
#include "script/script_live.h"

#include <limits.h>
#include <stdio.h>

/* After every committed step. */
static int observe(void *self, struct analysis *an, struct err *e)
{
	struct script *s = self;
	int code = recorders_observe(s->recorders, an, e);

	if (code == 0)
		code = run_record_step(s->run, e);
	return code < 0 ? code : script_live_step(s, e);
}

int script_recorder_init(struct script *s, struct err *e)
{
	int code = recorders_create(&s->recorders, &s->analysis, e);

	if (code == 0)
		code = run_record_create(&s->run, &s->analysis, &s->lab, e);
	if (code < 0)
		return code;
	script_run_record_init(s);
	s->analysis.observer = observe;
	s->analysis.observer_self = s;
	s->lab.watch = recorders_watch;
	s->lab.watch_self = s->recorders;
	return 0;
}

int script_recorder_clear(struct script *s, struct err *e)
{
	int first = s->recorders ? recorders_clear(s->recorders, e) : 0, second = s->run ? run_record_end(s->run, s->failed, e) : 0;

	return first < 0 ? first : second;
}

int script_recorder_remove(struct script *s, int tag, struct err *e)
{
	return recorders_remove(s->recorders, false, tag, e);
}

void script_recorder_fini(struct script *s)
{
	recorders_destroy(s->recorders);
	run_record_destroy(s->run);
	s->recorders = NULL;
	s->run = NULL;
	s->analysis.observer = NULL;
	s->analysis.observer_self = NULL;
	s->lab.watch = NULL;
	s->lab.watch_self = NULL;
}

static bool recorder_topic(int i, struct script_topic *ret)
{
	const struct source_ops *source;
	const char *name;

	if (!recorders_kind(false, i, &name, &source))
		return false;
	*ret = (struct script_topic){ .name = name, .brief = source->brief, .usage = source->usage };
	return true;
}

static const char *script_path(struct script *s)
{
	Tcl_Obj *path = Tcl_EvalEx(s->interp, "info script", -1, TCL_EVAL_GLOBAL) == TCL_OK ? Tcl_GetObjResult(s->interp) : NULL;

	return path ? Tcl_GetString(path) : "";
}

void script_recorder_origin(struct script *s)
{
	char program[32];

	snprintf(program, sizeof program, "tandem %s", script_version());
	recorders_origin(s->recorders, program, script_path(s));
	Tcl_ResetResult(s->interp);
}

static int run_recorder(struct script *s, struct args *a, struct err *e)
{
	int tag, code;

	if (args_accept(a, "display") || args_accept(a, "plot") || args_accept(a, "plotDifference"))
		return script_window(s, a, e);
	script_recorder_origin(s);
	code = recorders_add(s->recorders, a, &tag, e);
	if (code == 0)
		script_result_int(s, tag);
	return code;
}

static int run_record(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	if (code == 0)
		code = recorders_prepare(s->recorders, e);
	if (code == 0)
		code = recorders_write(s->recorders, e);
	if (code == 0)
		code = recorders_flush(s->recorders, e);
	return code;
}

/* A list of rows, each a list of its numbers. */
static int run_recorded(struct script *s, struct args *a, struct err *e)
{
	Tcl_Obj *all;
	struct recorded rows;
	const char *name;
	int code = args_word(a, "name", &name, e);

	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = recorders_recorded(s->recorders, name, &rows, e);
	if (code)
		return code;
	all = Tcl_NewListObj(0, NULL);
	for (int64_t i = 0; i < rows.n; i++) {
		Tcl_Obj *row = Tcl_NewListObj(0, NULL);

		for (int k = 0; k < rows.columns; k++)
			Tcl_ListObjAppendElement(NULL, row, Tcl_NewDoubleObj(rows.x[i * rows.columns + k]));
		Tcl_ListObjAppendElement(NULL, all, row);
	}
	Tcl_SetObjResult(s->interp, all);
	return 0;
}

/* Rows of steps in the file; all that is older is there; how long the writer was not at work. */
static int record_written(struct script *s, struct args *a, struct err *e)
{
	struct run_written now;
	int code = args_end(a, e);

	if (code == 0 && run_record_written(s->run, &now))
		script_result_text(s, "%lld %.6f %.6f", (long long)now.rows, now.age, now.silence);
	return code;
}

static int run_run_record(struct script *s, struct args *a, struct err *e)
{
	int *node = NULL, n = 0, code = 0;

	if (args_accept(a, "-path")) {
		code = args_end(a, e);
		if (code == 0)
			script_result_text(s, "%s", run_record_path(s->run));
		return code;
	}
	if (args_accept(a, "-written"))
		return record_written(s, a, e);
	if (args_accept(a, "-node"))
		code = args_list_int(a, "-node", INT_MIN, INT_MAX, 1, &s->scratch, &node, &n, e);
	if (code == 0)
		code = args_end(a, e);
	return code < 0 ? code : run_record_want(s->run, RUN_ALWAYS, n, node, e);
}

const struct script_command script_recorder_commands[] = {
	{ "recorder", run_recorder,
	  "recorder kind -file|-csv|-xml|-binary|-hdf5|-memory name | -tcp host port <-time> <-dT dt> <-precision n> <-append> what response",
	  "writes a row of numbers after every committed step; answers the recorder's tag", recorder_topic },
	{ "record", run_record, "record", "writes a row of every recorder for the present state", NULL },
	{ "recorded", run_recorded, "recorded name", "the rows that a recorder with -memory name has kept so far: a list, in it a list of numbers a row", NULL },
	{ "runRecord", run_run_record, "runRecord <-node tag ...> | runRecord -path | runRecord -written",
	  "the run gets a record from its next analyze on although it has no specimen; -node: with the motion of these nodes only. -path answers where it is; "
	  "empty: there is none (docs/record.md). -written answers how far it is: steps in the file, the age in seconds beyond which everything is, and for "
	  "how long its writer was kept from work lately; empty: no record is open", NULL },
	{ 0 },
};
