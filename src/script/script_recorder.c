/* Commands that write results: recorder, record. */
#include "script/script.h"

#include "record/record.h"

#include <stdio.h>

int script_recorder_init(struct script *s, struct err *e)
{
	int code = recorders_create(&s->recorders, &s->analysis, e);

	if (code < 0)
		return code;
	s->analysis.observer = recorders_observe;
	s->analysis.observer_self = s->recorders;
	s->lab.watch = recorders_watch;
	s->lab.watch_self = s->recorders;
	return 0;
}

int script_recorder_clear(struct script *s, struct err *e)
{
	return s->recorders ? recorders_clear(s->recorders, e) : 0;
}

int script_recorder_remove(struct script *s, int tag, struct err *e)
{
	return recorders_remove(s->recorders, false, tag, e);
}

void script_recorder_fini(struct script *s)
{
	recorders_destroy(s->recorders);
	s->recorders = NULL;
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

const struct script_command script_recorder_commands[] = {
	{ "recorder", run_recorder,
	  "recorder kind -file|-csv|-xml|-binary|-hdf5 name | -tcp host port <-time> <-dT dt> <-precision n> <-append> what response",
	  "writes a row of numbers after every committed step; answers the recorder's tag", recorder_topic },
	{ "record", run_record, "record", "writes a row of every recorder for the present state", NULL },
	{ 0 },
};
