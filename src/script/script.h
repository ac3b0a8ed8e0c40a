/* The script: one Tcl interpreter, one model, one analysis, and the tables of commands that work on them.
 *
 * A command is a row of a family's table: name, function, usage, help. The function gets the words after its name as
 * struct args, and answers 0 (result set with script_result_*, empty by default), a negative code with the report
 * filled, or a positive Tcl completion code when Tcl code it ran has left its own result. One generic Tcl procedure
 * turns reports into Tcl errors: the result is the report's line, errorCode is {TANDEM RANGE object what value allowed},
 * and the place (file, line, command) is kept with the error for the final message.
 * A family is a line in script/list.def and a NULL-ended table script_<family>_commands[].
 * One thread. Only here and in main/ is anything printed.
 */
#pragma once

#include "analysis/analysis.h"
#include "base/args.h"
#include "base/err.h"
#include "base/param.h"
#include "experiment/laboratory.h"
#include "model/model.h"
#include "monitoring/monitor.h"
#include "script/script_progress.h"

#include <stdbool.h>
#include <tcl.h>

struct recorders;               /* record/: all recorders of a script */
struct run_record;              /* record/: the record of the run */
struct script_live;             /* script_live.c: who watches and steers it */

struct script {
	Tcl_Interp *interp;         /* owned */
	struct model model;
	struct laboratory lab;      /* experimental objects */
	struct analysis analysis;
	struct monitors monitors;
	struct recorders *recorders;/* owned: script_recorder.c */
	struct run_record *run;     /* the same; told by main what to do, without which it does nothing */
	struct script_live *live;   /* owned: script_live.c; NULL: nobody watches */
	/* Instead of the first transient analysis, after which the script ends; NULL: it runs. */
	int (*instead)(struct script *s, double dt, int steps, struct err *e);
	bool enough;                /* it was called */
	bool failed;                /* the script has ended with an error */
	struct pattern *pattern;    /* borrowed: the last plain or multiple-support pattern, to which load, sp, eleLoad add; NULL at first */
	struct script_gather *gather; /* borrowed: script_section.c; where the commands inside the braces of a section put their words, NULL outside */
	const struct section_ops *open; /* borrowed: table; kind of the section that waits for such commands without braces, NULL: none */
	struct arena open_words;    /* its words */
	struct arena scratch;       /* for the words of the command that runs; emptied when the outermost command ends */
	Tcl_Obj *const *objv;       /* borrowed: the running command's words; word i of args is objv[i + 1] */
	char inside[32];            /* "expModel 3" while its body fills another model, else empty: only commands that build are allowed */
	bool paused;                /* -onPause of a monitor runs: commands that would change the test are refused */
	int depth;                  /* commands inside commands (pattern bodies) */
	Tcl_Channel log;            /* owned: of logFile, NULL when none */
	bool log_only;              /* logFile -noEcho: messages go to the file only */
	Tcl_HashTable procs;        /* procedure name to the place of its body */
	char engine_said[320];      /* the line about the engine last printed */
	Tcl_Obj *failed_answer;     /* owned: answer of the last analyze when it failed, until it is known whether anybody looked; else NULL */
	bool window_said;           /* that no windows are opened: script_window.c */
	bool failed_unheard;        /* an analyze failed and nobody looked at its answer */
	bool failed_last;           /* the last analyze did, whether anybody looked or not */
	Tcl_CmdInfo source;         /* Tcl's own: script_file.c */
	Tcl_AsyncHandler interrupt; /* owned: script_interrupt.c; NULL: not begun */
	struct {                    /* set-up of large equations: script_memory.c */
		struct progress bar;
		bool going, unsaid;
		double seconds;         /* of the last one */
	} setup;
	/* What is said, instead of on standard output (1) and standard error (2): pieces of text with their line ends. NULL: there. For the library. */
	void (*print)(void *self, int to, const char *text);
	void *print_self;           /* borrowed: the library */
	struct err last;            /* report of the command that failed last, or of the last step that did */
	struct {                    /* the answer of a command with all its bits: script_result.c */
		Tcl_Obj *of;            /* owned: the result that these are the numbers of; NULL: none */
		double *x;              /* owned */
		int n, room;
	} numbers;
	int64_t watch_ns;           /* when start began the stopwatch, monotonic time; 0: never */
	/* Ends the program; given by main. Called by the command exit after the recorders are closed. When it returns the script ends with ERR_ENDED. */
	void (*leave)(struct script *s, int status);
};

/* One kind that a command knows by its first word (element truss, uniaxialMaterial Steel01, recorder Node), for help. */
struct script_topic {
	const char *name, *brief, *cite, *example;
	const char *before;         /* words between the name and the parameters: "tag"; NULL: none */
	const struct param *params; /* may be NULL */
	const char *usage;          /* full line when the parameters are not in a table; else NULL */
	const char *solves;         /* of an integrator: "static", "once" (algorithm Linear), "counted" (test FixedNumIter) or "iterates"; else NULL */
	double omega_dt;            /* of an integrator: largest stable omega dt with the words of its example; 0: any */
};

struct script_command {
	const char *name;           /* NULL ends the table */
	int (*run)(struct script *s, struct args *a, struct err *e);
	const char *usage;          /* "node tag x <y <z>> <-ndf n> <-mass m ...>" */
	const char *help;           /* one or two lines */
	/* Row i of the kinds this command knows; false past the end. NULL: it has none. */
	bool (*topic)(int i, struct script_topic *ret);
};

struct script_family {
	const char *name, *brief;
	const struct script_command *commands;
};

/* All families, NULL-ended, from script/list.def. */
extern const struct script_family script_families[];

/* The program's version, "1.0.0". */
const char *script_version(void);

/* ---- life -------------------------------------------------------------------------------------------------- */

/* Makes interpreter, model and analysis and registers all commands. argv0 is the program's name for Tcl. */
int script_init(struct script *s, const char *argv0, struct err *e) MUST_CHECK;
/* Closes recorders and log, deletes the interpreter, frees everything. After a failed script_init too. */
void script_fini(struct script *s);
/* Sets the Tcl variables argv0, argv, argc. */
void script_arguments(struct script *s, const char *argv0, int argc, const char *const *argv);
/* Runs a file. Returns 0, or -1 after having printed the one message that says what went wrong where. Recorders are
 * closed either way. */
int script_run_file(struct script *s, const char *path);
/* Can the file be a script: no device, no folder, no more than 64 MiB, text? One that is not there, or a pipe, is not looked at. ERR_FILE, ERR_RANGE,
 * ERR_FORMAT with the report filled. Not from two threads at once. */
int script_file_check(const char *path, struct err *e) MUST_CHECK;
/* The script's open, source and file exists, isfile, readable, size, mtime follow files that stand aside (base/aside.h). Before it is run. */
void script_aside(struct script *s);
/* Opens what a command of the script writes at path, mode w or a, where that is in a dry run; the caller closes it. ERR_FILE, ERR_RANGE, ERR_MEMORY. */
int script_file_write(struct script *s, const char *path, const char *mode, const char *object, Tcl_Channel *ret_out, struct err *e) MUST_CHECK;
/* Can it be read once only? */
bool script_file_is_pipe(const char *path);
/* Reads commands from standard input, with line editing when it is a terminal, until its end. Errors are printed and
 * reading goes on. Returns 0 when every command succeeded, else -1. */
int script_shell(struct script *s);
/* Writes the final message of the error that the interpreter holds (file:line, message, command, callers) to a text
 * that the caller gives back with Tcl_DecrRefCount. */
Tcl_Obj *script_error_text(struct script *s);
/* wipe: empties model, laboratory, analysis and recorders. */
int script_wipe(struct script *s, struct err *e) MUST_CHECK;

/* ---- results of commands ----------------------------------------------------------------------------------- */

/* Numbers as OpenSees answers: 20 decimals, blanks between them. */
void script_result_real(struct script *s, double x);
/* A number for which scripts get a text of fewer digits. */
void script_result_worded(struct script *s, Tcl_Obj *text, double x);
void script_result_reals(struct script *s, int n, const double *x);
void script_result_int(struct script *s, int i);
void script_result_ints(struct script *s, int n, const int *i);
/* The numbers of the interpreter's result as they were given to the calls above: NULL when it is no result of theirs. Until the next command. */
const double *script_result_numbers(const struct script *s, int *ret_n);
void script_result_fini(struct script *s);
/* A key and its value at the end of a dictionary that a command answers with. */
void script_put(Tcl_Obj *dict, const char *key, Tcl_Obj *value);
void script_result_text(struct script *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- for writing commands ---------------------------------------------------------------------------------- */

/* A line to the user's standard error, from any process: what command loops and sites have to say. */
void script_line(const char *line);
/* Text on standard output, with its line ends. */
void script_print(struct script *s, Tcl_Obj *text);
/* A message to the user: standard error and the log file. */
void script_say(struct script *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs a braced word (index in args) as Tcl code, keeping its file and lines. Returns 0 or a Tcl completion code. */
int script_body(struct script *s, int word);

/* Up to three known names nearest to a wrong one, collected by offering all names, then reported as ERR_UNKNOWN:
 * object: unknown <what>: word (did you mean: ...). */
struct script_near {
	const char *word;
	const char *name[3];
	int distance[3];
};
void script_near_init(struct script_near *near, const char *word);
void script_near_offer(struct script_near *near, const char *name);
int script_near_report(const struct script_near *near, const char *object, const char *what, struct err *e);

/* The row of a kind by name through a command's topic function; reports the nearest names when there is none.
 * Reads the word (alias resolved) from args and writes its row number. */
int script_kind(const char *command, bool (*topic)(int i, struct script_topic *ret), struct args *a, int *ret_row, struct err *e) MUST_CHECK;

/* Tags and objects from words: missing objects fill the report. Freedoms are 1-based in scripts, 0-based in ret_dof. */
int script_node(struct script *s, struct args *a, const char *name, struct node **ret_n, struct err *e) MUST_CHECK;
int script_element(struct script *s, struct args *a, const char *name, struct element **ret_el, struct err *e) MUST_CHECK;
int script_dof(struct args *a, const struct node *n, int *ret_dof, struct err *e) MUST_CHECK;
/* A series by tag, or one written in place as a list ("Sine 0 50 3.14"). */
int script_series(struct script *s, struct args *a, const char *name, const struct series **ret_series, struct err *e) MUST_CHECK;
/* Numbers beyond those a command reads are passed over with a warning, as the field's scripts expect; other words fail. */
int script_surplus(struct script *s, struct args *a, struct err *e) MUST_CHECK;
/* Passes over numbers that stand here, with a warning that there are more than `what`. */
void script_pass_numbers(struct script *s, struct args *a, const char *what);
/* Fails with ERR_STATE when the command model was not given yet. */
int script_need_model(struct script *s, const struct args *a, struct err *e) MUST_CHECK;

/* ---- given by script_interrupt.c ----------------------------------------------------------------------------- */

/* From now on the first SIGINT or SIGTERM ends the command that runs with an error, between steps of an analysis and between commands of Tcl; a
 * second one ends the process at once. What was asked before is forgotten. */
void script_interrupt_begin(struct script *s);
void script_interrupt_fini(struct script *s);

/* ---- given by script_section.c ------------------------------------------------------------------------------ */

/* Makes the section that is open, when a command comes that is not one of its own; before wipe it is forgotten. */
int script_section_close(struct script *s, const struct script_command *c, struct err *e) MUST_CHECK;

/* ---- given by script_submodel.c ----------------------------------------------------------------------------- */

/* May the command stand where it does: anywhere, or inside the body of expModel? Else the report is filled. */
int script_allowed(const struct script *s, const struct script_command *c, struct err *e) MUST_CHECK;

/* ---- given by script_monitor.c ------------------------------------------------------------------------------- */

/* Makes s->monitors and hangs them on s->analysis. */
void script_monitor_init(struct script *s);
/* May the command be given while a monitor's pause lasts? Else the report is filled. */
int script_paused_allowed(const struct script *s, const struct script_command *c, struct err *e) MUST_CHECK;

/* ---- given by script_memory.c ------------------------------------------------------------------------------- */

/* Hangs on s->analysis what tells the terminal how far the set-up of a large model is. */
void script_memory_init(struct script *s);
/* One line about the set-up of a large model behind the first analyze that made it: time and memory. */
void script_memory_say(struct script *s);

/* ---- given by script_analysis_run.c ------------------------------------------------------------------------ */

/* Did an analyze fail whose answer the script neither kept nor compared? Then the run as a whole has failed. Asked at the
 * end of a script, after Tcl_ResetResult; gives back what is held for it. */
bool script_unheard(struct script *s);

/* ---- given by script_recorder*.c --------------------------------------------------------------------------- */

/* Lets the monitors into s->run (script_run_record.c). */
void script_run_record_init(struct script *s);
/* Makes s->recorders and s->run and hangs them on s->analysis as observer. */
int script_recorder_init(struct script *s, struct err *e) MUST_CHECK;
/* Flushes and closes all recorders and forgets them, and ends the record of the run (wipe, exit, end of a script). */
int script_recorder_clear(struct script *s, struct err *e) MUST_CHECK;
/* Tells the recorders made from now on which program and script they belong to. */
void script_recorder_origin(struct script *s);
/* recorder display and the like: says once that no windows are opened, and passes the words over. script_window.c */
int script_window(struct script *s, struct args *a, struct err *e) MUST_CHECK;
/* remove recorder tag. */
int script_recorder_remove(struct script *s, int tag, struct err *e) MUST_CHECK;
/* Frees s->recorders; idempotent. */
void script_recorder_fini(struct script *s);
