/* Errors: from a report to Tcl's error and on to the final message with file, line, command and callers.
 *
 * A command that fails asks Tcl for its frames (info frame) while they still stand, and keeps file, line and procedure
 * of each in the error's return options, under -tandem, so that catch and error pass them on. Errors of Tcl's own
 * commands carry only errorInfo; their place is read from it, with the help of the places of procedures that proc noted. */
#include "script/script_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 64, PLACES_MAX = 10, COMMAND_SHOWN = 160 };

struct place {
	char file[512];
	int line;
	char proc[96];
};

static Tcl_Obj *dict_value(Tcl_Interp *interp, Tcl_Obj *dict, const char *key)
{
	Tcl_Obj *name = Tcl_NewStringObj(key, -1), *value = NULL;

	Tcl_IncrRefCount(name);
	if (Tcl_DictObjGet(interp, dict, name, &value) != TCL_OK)
		value = NULL;
	Tcl_DecrRefCount(name);
	return value;
}

/* Frame k above the running command. False past the outermost. ret->file is empty when it stands in no file. */
static bool frame_place(Tcl_Interp *interp, int k, struct place *ret)
{
	Tcl_Obj *dict, *file, *line, *proc;
	char question[48];

	memset(ret, 0, sizeof *ret);
	snprintf(question, sizeof question, "::info frame -%d", k);
	if (Tcl_EvalEx(interp, question, -1, 0) != TCL_OK)
		return false;
	dict = Tcl_GetObjResult(interp);
	Tcl_IncrRefCount(dict);
	file = dict_value(interp, dict, "file");
	line = dict_value(interp, dict, "line");
	proc = dict_value(interp, dict, "proc");
	if (file && line && Tcl_GetIntFromObj(NULL, line, &ret->line) == TCL_OK)
		snprintf(ret->file, sizeof ret->file, "%s", Tcl_GetString(file));
	if (proc) {
		const char *name = Tcl_GetString(proc);

		snprintf(ret->proc, sizeof ret->proc, "%s", strncmp(name, "::", 2) == 0 ? name + 2 : name);
	}
	Tcl_DecrRefCount(dict);
	return true;
}

/* Places of all frames that stand in files, innermost first: a flat list of file, line, procedure. */
static Tcl_Obj *frame_places(Tcl_Interp *interp)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);
	struct place p, last = { .line = -1 };
	int n = 0;

	for (int k = 1; k <= FRAMES_MAX && n < PLACES_MAX && frame_place(interp, k, &p); k++) {
		if (!p.file[0] || (p.line == last.line && strcmp(p.file, last.file) == 0))
			continue;
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(p.file, -1));
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewIntObj(p.line));
		Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(p.proc, -1));
		last = p;
		n++;
	}
	return list;
}

/* One line of text, cut to what a reader needs. */
static Tcl_Obj *shown_text(const char *text, int length)
{
	char line[COMMAND_SHOWN + 4];
	int n = 0;

	for (int i = 0; i < length && n < COMMAND_SHOWN; i++) {
		char c = text[i] == '\n' || text[i] == '\t' ? ' ' : text[i];

		if (c != ' ' || (n > 0 && line[n - 1] != ' '))
			line[n++] = c;
	}
	line[n] = 0;
	if (n == COMMAND_SHOWN)
		memcpy(line + n, "...", sizeof("..."));
	return Tcl_NewStringObj(line, -1);
}

static void dict_put(Tcl_Obj *dict, const char *key, Tcl_Obj *value)
{
	Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(key, -1), value);
}

int script_fail(struct script *s, int objc, Tcl_Obj *const objv[], const struct err *e)
{
	const char *const part[] = { "TANDEM", err_name(e->code), e->object, e->what, e->value, e->allowed };
	Tcl_Obj *options = Tcl_NewDictObj(), *code = Tcl_NewListObj(0, NULL), *words = Tcl_NewListObj(objc, objv);
	Tcl_Obj *places = frame_places(s->interp);
	const char *command;
	char line[640];
	int length;

	s->last = *e;
	for (size_t i = 0; i < COUNT(part); i++)
		Tcl_ListObjAppendElement(NULL, code, Tcl_NewStringObj(part[i], -1));
	command = Tcl_GetStringFromObj(words, &length);
	dict_put(options, "-code", Tcl_NewIntObj(TCL_ERROR));
	dict_put(options, "-level", Tcl_NewIntObj(0));
	dict_put(options, "-errorcode", code);
	dict_put(options, "-tandem", places);
	dict_put(options, "-command", shown_text(command, length));
	Tcl_DecrRefCount(words);
	err_text(e, line, sizeof line);
	Tcl_SetObjResult(s->interp, Tcl_NewStringObj(line, -1));
	return Tcl_SetReturnOptions(s->interp, options);
}

/* ---- where procedures are written --------------------------------------------------------------------------- */

static int newlines(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static const char *name_tail(const char *name)
{
	const char *tail = strrchr(name, ':');

	return tail ? tail + 1 : name;
}

/* Notes file and line where the body of a procedure begins. */
static void note_proc(struct script *s, Tcl_Obj *const objv[])
{
	struct place p, *kept;
	Tcl_HashEntry *entry;
	int fresh;

	if (!frame_place(s->interp, 1, &p) || !p.file[0])
		return;
	p.line += newlines(Tcl_GetString(objv[2]));
	entry = Tcl_CreateHashEntry(&s->procs, name_tail(Tcl_GetString(objv[1])), &fresh);
	kept = fresh ? (struct place *)ckalloc(sizeof *kept) : Tcl_GetHashValue(entry);
	*kept = p;
	Tcl_SetHashValue(entry, kept);
}

/* Tcl's proc, with a note of the place. */
static int proc_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	Tcl_CmdInfo *original = data;
	int code = original->objProc(original->objClientData, interp, objc, objv);

	if (code == TCL_OK) {
		note_proc(script_of(interp), objv);
		Tcl_ResetResult(interp);
	}
	return code;
}

static void proc_forget(ClientData data)
{
	ckfree(data);
}

/* ---- unknown commands --------------------------------------------------------------------------------------- */

/* Tcl's library may still know the command (parray and others). */
static bool auto_loaded(Tcl_Interp *interp, Tcl_Obj *name)
{
	Tcl_Obj *call[2] = { Tcl_NewStringObj("::auto_load", -1), name };
	int found = 0;

	Tcl_IncrRefCount(call[0]);
	if (Tcl_EvalObjv(interp, 2, call, TCL_EVAL_GLOBAL) != TCL_OK
	    || Tcl_GetIntFromObj(NULL, Tcl_GetObjResult(interp), &found) != TCL_OK)
		found = 0;
	Tcl_DecrRefCount(call[0]);
	return found != 0;
}

static void offer_commands(Tcl_Interp *interp, struct script_near *near, Tcl_Obj **ret_names)
{
	Tcl_Obj **name, *list;
	int n;

	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *c = f->commands; c->name; c++)
			script_near_offer(near, c->name);
	Tcl_EvalEx(interp, "::info procs", -1, TCL_EVAL_GLOBAL);
	list = Tcl_GetObjResult(interp);
	Tcl_IncrRefCount(list);
	if (Tcl_ListObjGetElements(NULL, list, &n, &name) == TCL_OK)
		for (int i = 0; i < n; i++)
			script_near_offer(near, Tcl_GetString(name[i]));
	*ret_names = list;
}

static int unknown_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct script_near near;
	struct err e;
	Tcl_Obj *names;

	(void)data;
	if (objc < 2)
		return TCL_OK;
	if (auto_loaded(interp, objv[1]))
		return Tcl_EvalObjv(interp, objc - 1, objv + 1, 0);
	err_clear(&e);
	script_near_init(&near, Tcl_GetString(objv[1]));
	offer_commands(interp, &near, &names);
	script_near_report(&near, "script", "command", &e);
	Tcl_DecrRefCount(names);
	return script_fail(script_of(interp), objc - 1, objv + 1, &e);
}

int script_error_init(struct script *s, struct err *e)
{
	Tcl_CmdInfo *original = (Tcl_CmdInfo *)ckalloc(sizeof *original);

	if (!Tcl_GetCommandInfo(s->interp, "proc", original)) {
		ckfree((char *)original);
		return err_set(e, ERR_INTERNAL, "script", "Tcl has no command proc");
	}
	Tcl_CreateObjCommand(s->interp, "proc", proc_call, original, proc_forget);
	Tcl_CreateObjCommand(s->interp, "unknown", unknown_call, NULL, NULL);
	return 0;
}

void script_error_fini(struct script *s)
{
	Tcl_HashSearch search;

	for (Tcl_HashEntry *entry = Tcl_FirstHashEntry(&s->procs, &search); entry; entry = Tcl_NextHashEntry(&search))
		ckfree(Tcl_GetHashValue(entry));
	Tcl_DeleteHashTable(&s->procs);
}

/* ---- the final message -------------------------------------------------------------------------------------- */

/* Reads one line of errorInfo: (file "x" line n), (procedure "p" line n), ("for" body line n). */
static bool info_line(const char *line, const char *kind, char *ret_name, int size, int *ret_line)
{
	const char *begin, *end, *number;
	size_t skip = strlen(kind);

	if (strncmp(line, kind, skip) != 0)
		return false;
	begin = line + skip;
	end = strstr(begin, "\" ");
	number = end ? strstr(end, "line ") : NULL;
	if (!number)
		return false;
	snprintf(ret_name, (size_t)size, "%.*s", (int)(end - begin), begin);
	*ret_line = (int)strtol(number + 5, NULL, 10);
	return true;
}

/* The innermost place that errorInfo gives away. */
static bool info_place(struct script *s, const char *info, struct place *ret)
{
	int offset = 0, line;
	char name[512];

	memset(ret, 0, sizeof *ret);
	for (const char *at = strstr(info, "\n    ("); at; at = strstr(at + 1, "\n    (")) {
		if (info_line(at, "\n    (file \"", name, sizeof name, &line)) {
			snprintf(ret->file, sizeof ret->file, "%s", name);
			ret->line = line + offset;
			return true;
		}
		if (info_line(at, "\n    (procedure \"", name, sizeof name, &line)) {
			Tcl_HashEntry *entry = Tcl_FindHashEntry(&s->procs, name_tail(name));

			if (entry) {
				*ret = *(struct place *)Tcl_GetHashValue(entry);
				snprintf(ret->proc, sizeof ret->proc, "%.90s", name);
				ret->line += line - 1 + offset;
				return true;
			}
			offset = 0;
		} else if (info_line(at, "\n    (\"", name, sizeof name, &line)) {
			offset += line - 1;
		}
	}
	return false;
}

/* Files under the working folder by their path in it. */
static const char *short_path(struct script *s, const char *path)
{
	Tcl_Obj *here = Tcl_FSGetCwd(s->interp);
	const char *folder = here ? Tcl_GetString(here) : "";
	size_t n = strlen(folder);

	if (n > 1 && strncmp(path, folder, n) == 0 && path[n] == '/')
		path += n + 1;
	if (here)
		Tcl_DecrRefCount(here);
	return path;
}

/* "file:line: " and "in procedure p" of the innermost place, then the callers. */
static void add_places(struct script *s, Tcl_Obj *text, Tcl_Obj *tail, Tcl_Obj *places)
{
	Tcl_Obj **part;
	int n;

	if (Tcl_ListObjGetElements(NULL, places, &n, &part) != TCL_OK)
		return;
	for (int i = 0; i + 2 < n; i += 3) {
		const char *file = short_path(s, Tcl_GetString(part[i])), *line = Tcl_GetString(part[i + 1]), *proc = Tcl_GetString(part[i + 2]);

		if (i == 0)
			Tcl_AppendPrintfToObj(text, "%s:%s: ", file, line);
		else
			Tcl_AppendPrintfToObj(tail, "\n    called from %s:%s", file, line);
		if (proc[0])
			Tcl_AppendPrintfToObj(tail, "%s procedure %s", i == 0 ? "\n    in" : " in", proc);
	}
}

/* errorInfo leaves out the lines inside if and its like: the failing command is at or below the line it gives away. */
static void refine_line(struct script *s, struct place *p, const char *command, int length)
{
	Tcl_Channel file = script_file_is_pipe(p->file) ? NULL : Tcl_OpenFileChannel(s->interp, p->file, "r", 0);
	Tcl_Obj *whole = Tcl_NewObj(), *part = Tcl_NewStringObj(command, length);
	const char *at, *found;
	int line = 1;

	Tcl_IncrRefCount(whole);
	Tcl_IncrRefCount(part);
	if (file && Tcl_ReadChars(file, whole, -1, 0) > 0) {
		at = Tcl_GetString(whole);
		for (; line < p->line && (found = strchr(at, '\n')); line++)
			at = found + 1;
		found = strstr(at, Tcl_GetString(part));
		for (; found && at < found; at++)
			line += *at == '\n';
		if (found)
			p->line = line;
	}
	if (file)
		Tcl_Close(NULL, file);
	Tcl_DecrRefCount(part);
	Tcl_DecrRefCount(whole);
}

/* Place and command of an error that Tcl itself raised. */
static void add_info(struct script *s, const char *info, Tcl_Obj *text, Tcl_Obj *tail)
{
	const char *begin = strstr(info, "\n    while executing\n\""), *end;
	bool placed;
	struct place p;
	Tcl_Obj *shown;
	int length;

	placed = info_place(s, info, &p);
	if (begin) {
		begin += strlen("\n    while executing\n\"");
		end = strstr(begin, "\"\n    ");
		length = end ? (int)(end - begin) : (int)strlen(begin) - 1;
		if (placed)
			refine_line(s, &p, begin, length > 3 && strncmp(begin + length - 3, "...", 3) == 0 ? length - 3 : length);
		shown = shown_text(begin, length);
		Tcl_IncrRefCount(shown);
		Tcl_AppendToObj(tail, "\n    command: ", -1);
		Tcl_AppendObjToObj(tail, shown);
		Tcl_DecrRefCount(shown);
	}
	if (placed)
		Tcl_AppendPrintfToObj(text, "%s:%d: ", short_path(s, p.file), p.line);
	if (p.proc[0])
		Tcl_AppendPrintfToObj(tail, "\n    in procedure %s", p.proc);
}

/* Of a command that knows no place, as in a script that came through a pipe. */
static void add_info_place(struct script *s, const char *info, Tcl_Obj *text, Tcl_Obj *tail)
{
	struct place p;

	if (!info_place(s, info, &p))
		return;
	Tcl_AppendPrintfToObj(text, "%s:%d: ", short_path(s, p.file), p.line);
	if (p.proc[0])
		Tcl_AppendPrintfToObj(tail, "\n    in procedure %s", p.proc);
}

Tcl_Obj *script_error_text(struct script *s)
{
	int nplace = 0;
	Tcl_Obj *options = Tcl_GetReturnOptions(s->interp, TCL_ERROR);
	Tcl_Obj *message = Tcl_GetObjResult(s->interp);
	Tcl_Obj *text = Tcl_NewObj(), *tail = Tcl_NewObj();
	Tcl_Obj *places, *command, *info;

	Tcl_IncrRefCount(options);
	Tcl_IncrRefCount(message);
	Tcl_IncrRefCount(tail);
	places = dict_value(NULL, options, "-tandem");
	command = dict_value(NULL, options, "-command");
	info = dict_value(NULL, options, "-errorinfo");
	if (command)
		Tcl_AppendPrintfToObj(tail, "\n    command: %s", Tcl_GetString(command));
	if (places && Tcl_ListObjLength(NULL, places, &nplace) == TCL_OK && nplace > 0)
		add_places(s, text, tail, places);
	else if (info && command)
		add_info_place(s, Tcl_GetString(info), text, tail);
	else if (info)
		add_info(s, Tcl_GetString(info), text, tail);
	Tcl_AppendObjToObj(text, message);
	Tcl_AppendObjToObj(text, tail);
	Tcl_DecrRefCount(tail);
	Tcl_DecrRefCount(message);
	Tcl_DecrRefCount(options);
	return text;
}
