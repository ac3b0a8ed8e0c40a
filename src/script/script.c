/* The life of a script: interpreter, registration of all commands, running a file.
 *
 * Every command of every family is the same Tcl procedure, command_call, with its row as client data: it hands the
 * words over as struct args and turns the report of a failure into a Tcl error. */
#include "script/script.h"

#include "record/run_record.h"
#include "script/script_priv.h"

#include <stdio.h>
#include <string.h>

#define FAMILY(name, brief) extern const struct script_command script_##name##_commands[];
#include "script/list.def"
#undef FAMILY

const struct script_family script_families[] = {
#define FAMILY(name, brief) { #name, brief, script_##name##_commands },
#include "script/list.def"
#undef FAMILY
	{ 0 },
};

static const char ASSOC[] = "tandem";
static const char LABORATORY[] = "exp";    /* how names of its commands begin */

const char *script_version(void)
{
	return "0.1.0";
}

struct script *script_of(Tcl_Interp *interp)
{
	return Tcl_GetAssocData(interp, ASSOC, NULL);
}

const struct script_command *script_find(const char *name)
{
	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *c = f->commands; c->name; c++)
			if (strcmp(c->name, name) == 0)
				return c;
	return NULL;
}

/* "node 3", "element truss 3": the command and its first word, and the tag behind the word when that is a type. */
static void label_words(struct args *a, const struct script_command *c, int n, const char *const *word)
{
	int tag;
	bool first = n > 0 && word[0][0] != '-' && strlen(word[0]) < 32;
	bool second = first && c->topic && n > 1 && text_int(word[1], &tag);

	args_init(a, n, word, "%s%s%s%s%s", c->name, first ? " " : "", first ? word[0] : "", second ? " " : "", second ? word[1] : "");
}

/* Number of words before a comment: Tcl wants a semicolon before it, which scripts of the field often lack. */
static int before_comment(struct script *s, const struct script_command *c, int n, const char **word)
{
	for (int i = 0; i < n; i++)
		if (word[i][0] == '#' && !strpbrk(word[i], " \t\n")) {
			script_say(s, "WARNING %s: a comment in the line of a command wants a semicolon before it: ;%s\n", c->name, word[i]);
			return i;
		}
	return n;
}

static int run_words(struct script *s, const struct script_command *c, int objc, Tcl_Obj *const objv[], struct err *e)
{
	const char **word = ARENA_ARRAY(&s->scratch, (size_t)objc, const char *);
	int code = script_allowed(s, c, e);
	struct args a;

	if (code == 0)
		code = script_paused_allowed(s, c, e);
	if (code == 0)
		code = script_section_close(s, c, e);
	if (code < 0)
		return code;
	if (!word)
		return err_set(e, ERR_MEMORY, c->name, "no memory for %d words", objc);
	for (int i = 1; i < objc; i++)
		word[i - 1] = Tcl_GetString(objv[i]);
	label_words(&a, c, before_comment(s, c, objc - 1, word), word);
	if (strncmp(c->name, LABORATORY, sizeof(LABORATORY) - 1) == 0)
		args_once(&a);
	return c->run(s, &a, e);
}

/* The Tcl procedure of every command. */
static int command_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const struct script_command *c = data;
	struct script *s = script_of(interp);
	Tcl_Obj *const *outer = s->objv;
	struct err e;
	int code;

	err_clear(&e);
	Tcl_ResetResult(interp);
	s->objv = objv;
	s->depth++;
	code = run_words(s, c, objc, objv, &e);
	s->depth--;
	s->objv = outer;
	if (s->depth == 0)
		arena_reset(&s->scratch);
	if (code >= 0)
		return code;
	if (e.code == 0)
		err_set(&e, code, c->name, "%s", err_message(code));
	return script_fail(s, objc, objv, &e);
}

static void register_commands(struct script *s)
{
	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *c = f->commands; c->name; c++)
			Tcl_CreateObjCommand(s->interp, c->name, command_call, (ClientData)c, NULL);
}

/* What command loops have to say, from whichever process. */
void script_line(const char *line)
{
	fprintf(stderr, "%s\n", line);
}

int script_init(struct script *s, const char *argv0, struct err *e)
{
	int code;

	memset(s, 0, sizeof *s);
	arena_init(&s->scratch);
	arena_init(&s->open_words);
	model_init(&s->model);
	laboratory_init(&s->lab);
	s->lab.realtime.say = script_line;
	s->model.lab = &s->lab;
	analysis_init(&s->analysis, &s->model);
	script_monitor_init(s);
	s->lab.unit = s->monitors.unit;
	script_memory_init(s);
	Tcl_InitHashTable(&s->procs, TCL_STRING_KEYS);
	Tcl_FindExecutable(argv0);
	s->interp = Tcl_CreateInterp();
	if (Tcl_Init(s->interp) != TCL_OK) {
		code = err_set(e, ERR_STATE, "script", "Tcl's library cannot be loaded: %.100s", Tcl_GetStringResult(s->interp));
		err_hint(e, "install tcl8.6, or set TCL_LIBRARY to the folder of init.tcl");
		return code;
	}
	Tcl_SetAssocData(s->interp, ASSOC, NULL, s);
	register_commands(s);
	script_file_init(s);
	code = script_error_init(s, e);
	if (code == 0)
		code = script_recorder_init(s, e);
	if (code == 0)
		run_record_units_named(s->run, s->monitors.unit);
	return code;
}

int script_wipe(struct script *s, struct err *e)
{
	int code = script_recorder_clear(s, e);

	monitors_clear(&s->monitors);
	analysis_reset(&s->analysis);
	model_wipe(&s->model);
	laboratory_clear(&s->lab);
	s->pattern = NULL;
	return code;
}

void script_fini(struct script *s)
{
	script_recorder_fini(s);
	if (s->log)
		Tcl_Close(s->interp, s->log);
	if (s->interp) {
		script_unheard(s);
		Tcl_DeleteInterp(s->interp);
	}
	s->log = NULL;
	s->interp = NULL;
	script_result_fini(s);
	script_error_fini(s);
	script_interrupt_fini(s);
	monitors_fini(&s->monitors);
	analysis_fini(&s->analysis);
	model_fini(&s->model);
	laboratory_fini(&s->lab);
	arena_fini(&s->scratch);
	arena_fini(&s->open_words);
}

void script_arguments(struct script *s, const char *argv0, int argc, const char *const *argv)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int i = 0; i < argc; i++)
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(argv[i], -1));
	Tcl_SetVar2Ex(s->interp, "argv", NULL, list, TCL_GLOBAL_ONLY);
	Tcl_SetVar2Ex(s->interp, "argc", NULL, Tcl_NewIntObj(argc), TCL_GLOBAL_ONLY);
	Tcl_SetVar2Ex(s->interp, "argv0", NULL, Tcl_NewStringObj(argv0, -1), TCL_GLOBAL_ONLY);
	Tcl_SetVar2Ex(s->interp, "tcl_interactive", NULL, Tcl_NewIntObj(0), TCL_GLOBAL_ONLY);
}

static int say_error(struct script *s, const struct err *e)
{
	char line[640];

	err_text(e, line, sizeof line);
	script_say(s, "%s\n", line);
	return -1;
}

/* Closing what is open may fail too (a full disk): that is an error of the run. */
static int close_recorders(struct script *s)
{
	struct err e;

	err_clear(&e);
	return script_recorder_clear(s, &e) == 0 ? 0 : say_error(s, &e);
}

int script_run_file(struct script *s, const char *path)
{
	Tcl_Obj *name;
	struct err e;
	int status = 0, code;

	err_clear(&e);
	if (script_file_check(path, &e) < 0) {
		s->failed = true;
		return say_error(s, &e);
	}
	name = Tcl_NewStringObj(path, -1);
	Tcl_IncrRefCount(name);
	script_interrupt_begin(s);
	code = script_file_is_pipe(path) ? script_file_eval_pipe(s, path, NULL, &e) : Tcl_FSEvalFileEx(s->interp, name, NULL);
	if (e.code) {
		status = say_error(s, &e);
	} else if (code == TCL_ERROR && !s->enough) {
		Tcl_Obj *text = script_error_text(s);

		Tcl_IncrRefCount(text);
		script_say(s, "%s\n", Tcl_GetString(text));
		Tcl_DecrRefCount(text);
		status = -1;
	}
	Tcl_DecrRefCount(name);
	Tcl_ResetResult(s->interp);
	s->failed = status < 0;
	if (script_unheard(s) && status == 0) {
		script_say(s, "%s: a step failed and the script did not look at the answer of analyze\n", path);
		status = -1;
	}
	if (close_recorders(s) < 0)
		status = -1;
	return status;
}
