/* The shell: commands from a terminal with line editing, history and completion, or from a pipe.
 *
 * Lines are joined until Tcl says that a command is complete. History is kept in ~/.tandem_history. */
#include "script/script.h"

#include "base/interrupt.h"
#include "script/script_priv.h"

#include <editline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HISTORY[] = ".tandem_history";
enum { HISTORY_LINES = 1000 };

/* Names of all commands that begin with what is typed, one a call. */
static char *next_match(const char *text, int again)
{
	static const struct script_family *family;
	static const struct script_command *command;
	size_t length = strlen(text);

	if (!again) {
		family = script_families;
		command = family->commands;
	}
	while (family->name) {
		for (; command->name; command++)
			if (strncmp(command->name, text, length) == 0)
				return strdup((command++)->name);
		family++;
		command = family->commands;
	}
	return NULL;
}

/* Commands at the beginning of a line, file names elsewhere. */
static char **complete(const char *text, int start, int end)
{
	(void)end;
	return start == 0 ? rl_completion_matches(text, next_match) : NULL;
}

static bool history_path(char *ret_path, int size)
{
	const char *home = getenv("HOME");

	return home && snprintf(ret_path, (size_t)size, "%s/%s", home, HISTORY) < size;
}

/* The next line, with its newline; NULL at the end. The caller frees it. */
static char *next_line(bool terminal, const char *prompt)
{
	char *line = NULL, *text;
	size_t size = 0;

	if (!terminal)
		return getline(&line, &size, stdin) < 0 ? (free(line), NULL) : line;
	text = readline(prompt);
	if (!text)
		return NULL;
	if (text[0])
		add_history(text);
	size = strlen(text);
	line = malloc(size + 2);
	if (line)
		snprintf(line, size + 2, "%s\n", text);
	free(text);
	return line;
}

/* Runs one complete command. Returns 0 or -1 when it failed. */
static int run_command(struct script *s, const char *text, bool terminal, int number)
{
	const char *result;
	Tcl_Obj *message;
	int code;

	if (terminal)
		script_interrupt_begin(s);
	code = Tcl_EvalEx(s->interp, text, -1, TCL_EVAL_GLOBAL);
	result = Tcl_GetStringResult(s->interp);

	if (code != TCL_ERROR) {
		if (terminal && result[0])
			printf("%s\n", result);
		fflush(stdout);
		return 0;
	}
	message = script_error_text(s);
	Tcl_IncrRefCount(message);
	if (terminal)
		script_say(s, "%s\n", Tcl_GetString(message));
	else
		script_say(s, "standard input:%d: %s\n", number, Tcl_GetString(message));
	Tcl_DecrRefCount(message);
	return -1;
}

/* Reads and runs until the end of input; of a pipe until a signal, too, which at a terminal ends the command alone.
 * The history is written before each command, which may be the end (exit). */
static int read_commands(struct script *s, bool terminal, const char *history)
{
	int status = 0, number = 0, first = 1;
	Tcl_DString command;
	char *line;

	Tcl_DStringInit(&command);
	if (!terminal)
		script_interrupt_begin(s);
	while ((terminal || !interrupt_asked()) && (line = next_line(terminal, Tcl_DStringLength(&command) ? "      > " : "tandem> "))) {
		number++;
		Tcl_DStringAppend(&command, line, -1);
		free(line);
		if (!Tcl_CommandComplete(Tcl_DStringValue(&command)))
			continue;
		if (history)
			write_history(history);
		if (run_command(s, Tcl_DStringValue(&command), terminal, first) < 0)
			status = -1;
		Tcl_DStringSetLength(&command, 0);
		first = number + 1;
	}
	if (!terminal && interrupt_asked()) {
		script_say(s, "standard input:%d: interrupted\n", first);
		status = -1;
	} else if (Tcl_DStringLength(&command)) {
		script_say(s, "standard input:%d: the command has no end: a brace, bracket or quote is open\n", first);
		status = -1;
	}
	Tcl_DStringFree(&command);
	return status;
}

int script_shell(struct script *s)
{
	bool terminal = isatty(STDIN_FILENO);
	char path[1024];
	bool kept = terminal && history_path(path, sizeof path);
	int status;

	Tcl_SetVar2Ex(s->interp, "tcl_interactive", NULL, Tcl_NewIntObj(terminal), TCL_GLOBAL_ONLY);
	if (terminal) {
		rl_readline_name = "tandem";
		rl_attempted_completion_function = complete;
		using_history();
		stifle_history(HISTORY_LINES);
		printf("Tandem %s. help lists the commands, exit ends.\n", script_version());
	}
	if (kept)
		read_history(path);
	status = read_commands(s, terminal, kept ? path : NULL);
	if (terminal)
		printf("\n");
	return status;
}
