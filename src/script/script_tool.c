/* Commands around the model: remove, logFile, loadPackage, version, exit; and the table of the family. */
#include "script/script.h"

#include "base/clock.h"
#include "recorder/record.h"
#include "script/script_tool.h"

#include <limits.h>
#include <string.h>

/* ---- remove ------------------------------------------------------------------------------------------------- */

static int read_tag(struct args *a, int *ret_tag, struct err *e)
{
	int code = args_int(a, "tag", INT_MIN, INT_MAX, ret_tag, e);

	return code < 0 ? code : args_end(a, e);
}

static int remove_element(struct script *s, struct args *a, struct err *e)
{
	int tag, code = read_tag(a, &tag, e);

	return code < 0 ? code : model_remove_element(&s->model, tag, e);
}

static int remove_node(struct script *s, struct args *a, struct err *e)
{
	int tag, code = read_tag(a, &tag, e);

	return code < 0 ? code : model_remove_node(&s->model, tag, e);
}

static int remove_pattern(struct script *s, struct args *a, struct err *e)
{
	int tag, code = read_tag(a, &tag, e);

	if (code == 0)
		code = model_remove_pattern(&s->model, tag, e);
	if (code == 0 && s->pattern && s->pattern->tag == tag)
		s->pattern = NULL;
	return code;
}

static int remove_series(struct script *s, struct args *a, struct err *e)
{
	int tag, code = read_tag(a, &tag, e);

	if (code == 0 && !table_remove(&s->model.series, tag))
		code = err_set(e, ERR_MISSING, a->object, "there is no time series %d", tag);
	return code;
}

static const struct sp *find_sp(const struct model *m, int node, int dof)
{
	for (int i = 0; i < m->nsp; i++)
		if (m->sp[i]->node->tag == node && m->sp[i]->dof == dof)
			return m->sp[i];
	return NULL;
}

/* The freedom, and the tag of the pattern that must own its constraint if one is given. */
static int remove_sp_of_freedom(struct script *s, struct args *a, int node, struct err *e)
{
	int dof, pattern = 0, code = args_int(a, "dof", 1, NODE_DOF_MAX, &dof, e);
	bool owned = code == 0 && args_more(a);
	const struct sp *sp;

	if (owned)
		code = args_int(a, "pattern", INT_MIN, INT_MAX, &pattern, e);
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	sp = find_sp(&s->model, node, dof - 1);
	if (owned && (!sp || (sp->pattern ? sp->pattern->tag : 0) != pattern))
		return err_set(e, ERR_MISSING, a->object, "pattern %d does not constrain node %d, freedom %d", pattern, node, dof);
	return model_remove_sp(&s->model, node, dof - 1, e);
}

/* remove sp node dof <pattern>, or remove sp tag. */
static int remove_sp(struct script *s, struct args *a, struct err *e)
{
	struct model *m = &s->model;
	int node, code = args_int(a, "node or tag", INT_MIN, INT_MAX, &node, e);

	if (code < 0)
		return code;
	if (args_more(a))
		return remove_sp_of_freedom(s, a, node, e);
	for (int i = 0; i < m->nsp; i++)
		if (m->sp[i]->tag == node)
			return model_remove_sp(m, m->sp[i]->node->tag, m->sp[i]->dof, e);
	return err_set(e, ERR_MISSING, a->object, "there is no single-point constraint %d", node);
}

/* remove mp node takes all that constrain the node; remove mp -tag tag takes one. */
static int remove_mp(struct script *s, struct args *a, struct err *e)
{
	struct model *m = &s->model;
	bool by_tag = args_accept(a, "-tag");
	int tag, before = m->nmp, code = read_tag(a, &tag, e);

	if (code < 0 || by_tag)
		return code < 0 ? code : model_remove_mp(m, tag, e);
	for (int i = m->nmp - 1; code == 0 && i >= 0; i--)
		if (m->mp[i]->constrained->tag == tag)
			code = model_remove_mp(m, m->mp[i]->tag, e);
	if (code == 0 && m->nmp == before)
		code = err_set(e, ERR_MISSING, a->object, "node %d is not constrained by another", tag);
	return code;
}

static int remove_recorder(struct script *s, struct args *a, struct err *e)
{
	int tag, code = read_tag(a, &tag, e);

	return code < 0 ? code : script_recorder_remove(s, tag, e);
}

static int remove_recorders(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	return code < 0 ? code : recorders_clear_kind(s->recorders, false, e);
}

static const struct {
	const char *name, *usage, *brief;
	int (*run)(struct script *s, struct args *a, struct err *e);
} REMOVES[] = {
	{ "element", "remove element tag", "takes an element out", remove_element },
	{ "ele", "remove ele tag", "the same as remove element", remove_element },
	{ "node", "remove node tag", "takes a node out that no element holds, with its constraints", remove_node },
	{ "loadPattern", "remove loadPattern tag", "takes a pattern out with its loads", remove_pattern },
	{ "pattern", "remove pattern tag", "the same as remove loadPattern", remove_pattern },
	{ "timeSeries", "remove timeSeries tag", "forgets the tag of a series; patterns that use it keep it", remove_series },
	{ "sp", "remove sp node dof <pattern> | remove sp tag", "frees a freedom", remove_sp },
	{ "SPconstraint", "remove SPconstraint node dof", "the same as remove sp", remove_sp },
	{ "mp", "remove mp node | remove mp -tag tag", "takes the multi-point constraints of a constrained node out", remove_mp },
	{ "MPconstraint", "remove MPconstraint node", "the same as remove mp", remove_mp },
	{ "recorder", "remove recorder tag", "closes and forgets a recorder", remove_recorder },
	{ "recorders", "remove recorders", "closes and forgets all recorders", remove_recorders },
};

static bool remove_topic(int i, struct script_topic *ret)
{
	if (i >= (int)COUNT(REMOVES))
		return false;
	*ret = (struct script_topic){ .name = REMOVES[i].name, .brief = REMOVES[i].brief, .usage = REMOVES[i].usage };
	return true;
}

static int run_remove(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("remove", remove_topic, a, &row, e);

	return code < 0 ? code : REMOVES[row].run(s, a, e);
}

/* ---- files and the end -------------------------------------------------------------------------------------- */

static int run_log_file(struct script *s, struct args *a, struct err *e)
{
	const char *path, *mode = "w";
	bool silent = false;
	Tcl_Channel log;
	int code = args_word(a, "file", &path, e);

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-append"))
			mode = "a";
		else if (args_accept(a, "-noEcho"))
			silent = true;
		else
			code = args_end(a, e);
	}
	if (code < 0)
		return code;
	code = script_file_write(s, path, mode, a->object, &log, e);
	if (code < 0)
		return code;
	if (s->log)
		Tcl_Close(s->interp, s->log);
	s->log = log;
	s->log_only = silent;
	return 0;
}

/* The packages whose commands are built in. */
static int run_load_package(struct script *s, struct args *a, struct err *e)
{
	static const char *const KNOWN[] = { "OpenFresco", "OpenFrescoTcl", "OpenFrescoPy", NULL };
	const char *name;
	int row, code;

	(void)s;
	code = args_choice(a, "package", KNOWN, &row, e);
	/* Function names behind the package are OpenSees' business. */
	while (code == 0 && args_more(a))
		code = args_word(a, "function", &name, e);
	return code;
}

static int run_version(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	if (code == 0)
		script_result_text(s, "%s", script_version());
	return code;
}

/* Nothing here asks for the names that a script gives its model. */
static int run_meta_data(struct script *s, struct args *a, struct err *e)
{
	const char *word;
	int code = 0;

	(void)s;
	while (code == 0 && args_more(a))
		code = args_word(a, "word", &word, e);
	return code;
}

static int run_initialize(struct script *s, struct args *a, struct err *e)
{
	(void)s;
	return args_end(a, e);
}

static int64_t machine_time(void)
{
	struct clock clock;

	clock_init(&clock, &clock_monotonic, 0);
	return clock_now(&clock);
}

static int run_start(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	if (code == 0)
		s->watch_ns = machine_time();
	return code;
}

static int run_stop(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	if (code)
		return code;
	if (s->watch_ns == 0) {
		code = err_set(e, ERR_STATE, a->object, "the stopwatch was never started");
		err_hint(e, "begin it with start");
		return code;
	}
	script_say(s, "elapsed time: %.6f s", (double)(machine_time() - s->watch_ns) * 1e-9);
	return 0;
}

/* A negative status is what the system makes of it: exit -1 ends with 255. */
static int run_exit(struct script *s, struct args *a, struct err *e)
{
	bool given = args_more(a);
	int status = 0, code = given ? args_int(a, "status", -128, 255, &status, e) : 0;

	if (code == 0)
		code = args_end(a, e);
	/* A failed step that nobody looked at is no success, unless the script says so. */
	if (script_unheard(s) && !given)
		status = 1;
	s->failed = status != 0;
	if (code == 0)
		code = script_recorder_clear(s, e);
	laboratory_wipe(&s->lab);
	if (code)
		return code;
	s->leave(s, status & 255);
	code = err_set(e, ERR_ENDED, "exit", "the script has ended");
	err_value(e, "%d", status & 255);
	return code;
}

const struct script_command script_tool_commands[] = {
	{ "defaultUnits", run_default_units, "defaultUnits -force f -length l -time t <-temp T>",
	  "Makes variables of units (pi, g, in, ft, mm, m, N, kN, kip, psi, ksi, Pa, MPa, sec, ...) in this base; answers their names and values.", NULL },
	{ "remove", run_remove, "remove what ...", "Takes an object out of the model.", remove_topic },
	{ "print", run_print, "print <-file f> <-JSON> <-node <tag ...>> <-ele <tag ...>>",
	  "Describes nodes and elements, all of them when none is named; text is put behind what the file holds, JSON replaces it.", NULL },
	{ "logFile", run_log_file, "logFile file <-append> <-noEcho>", "Writes messages to a file too; -noEcho: to the file only.", NULL },
	{ "loadPackage", run_load_package, "loadPackage OpenFresco|OpenFrescoTcl|OpenFrescoPy", "Accepted: there is nothing to load.", NULL },
	{ "version", run_version, "version", "The version of the program.", NULL },
	{ "packageVersion", run_version, "packageVersion", "The same as version.", NULL },
	{ "metaData", run_meta_data, "metaData word ...", "Accepted: nothing here asks for a model's title.", NULL },
	{ "initialize", run_initialize, "initialize", "Accepted: elements know their first stiffness from the beginning.", NULL },
	{ "start", run_start, "start", "Starts the stopwatch.", NULL },
	{ "stop", run_stop, "stop", "Says how long ago start was.", NULL },
	{ "help", run_help, "help <command <type>>", "Lists the commands, or explains one of them, or one of its types.", NULL },
	{ "exit", run_exit, "exit <status>", "Closes all recorders and ends the program; without a status 0, or 1 when a failed step went unnoticed.", NULL },
	{ "quit", run_exit, "quit <status>", "The same as exit.", NULL },
	{ 0 },
};
