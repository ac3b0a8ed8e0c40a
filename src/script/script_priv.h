/* What the files of the script's core share and no command needs. */
#pragma once

#include "script/script.h"

/* The script an interpreter belongs to. */
struct script *script_of(Tcl_Interp *interp);

/* Turns a report into the interpreter's error with errorCode and place; returns TCL_ERROR. */
int script_fail(struct script *s, int objc, Tcl_Obj *const objv[], const struct err *e);

/* Registers unknown (nearest names) and the note that proc takes of where procedures are written. */
int script_error_init(struct script *s, struct err *e) MUST_CHECK;
void script_error_fini(struct script *s);

/* `source` looks at a file (script_file_check) before Tcl reads it. */
void script_file_init(struct script *s);
/* What `source` does with a file, with a script that comes through a pipe, to a bound: the code of Tcl; or ERR_FILE, and in e: too large, or no text.
 * encoding: that of source -encoding, NULL: that of the system. */
int script_file_eval_pipe(struct script *s, const char *path, const char *encoding, struct err *e) MUST_CHECK;

/* The row of a command by name, NULL when there is none. */
const struct script_command *script_find(const char *name);
