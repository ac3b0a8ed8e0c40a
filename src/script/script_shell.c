/* The shell: commands from a terminal with line editing, history and completion, or from a pipe.
 *
 * Lines are joined until Tcl says that a command is complete. History is kept in ~/.tandem_history. */
#include "script/script.h"

#include "base/interrupt.h"

#include <editline/readline.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HISTORY[] = ".tandem_history";
enum { HISTORY_LINES = 1000, CHUNK = 65536, LOOK_MS = 100 };

struct piped {                     /* what was read of a pipe, of which lines were taken up to `at` */
	char *text;                    /* owned: malloc */
	size_t at, n, size;
};

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

/* Room for more behind what was not taken yet. */
static bool piped_room(struct piped *p)
{
	char *larger;

	memmove(p->text, p->text + p->at, p->n -= p->at);
	p->at = 0;
	if (p->n + CHUNK <= p->size)
		return true;
	larger = realloc(p->text, 2 * p->size);
	if (larger) {
		p->text = larger;
		p->size *= 2;
	}
	return larger;
}

/* Waits for more; false at the end of the pipe, on a signal, which is looked for while nothing comes, and without memory. */
static bool piped_more(struct piped *p)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
	ssize_t got;

	if (!piped_room(p))
		return false;
	while (!interrupt_asked())
		if (poll(&in, 1, LOOK_MS) > 0) {
			got = read(STDIN_FILENO, p->text + p->n, CHUNK);
			p->n += got > 0 ? (size_t)got : 0;
			return got > 0;
		}
	return false;
}

static char *piped_line(struct piped *p)
{
	char *end, *line;
	bool more = true;

	while (!(end = memchr(p->text + p->at, '\n', p->n - p->at)) && more)
		more = piped_more(p);
	if (p->at == p->n || interrupt_asked())
		return NULL;
	end = end ? end + 1 : p->text + p->n;
	line = strndup(p->text + p->at, (size_t)(end - p->text) - p->at);
	p->at = (size_t)(end - p->text);
	return line;
}

/* The next line, with its newline; NULL at the end. p: NULL at a terminal. The caller frees it. */
static char *next_line(struct piped *p, const char *prompt)
{
	char *line, *text;
	size_t size;

	if (p)
		return piped_line(p);
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
	struct piped piped = {.text = malloc(CHUNK), .size = CHUNK};
	Tcl_DString command;
	char *line;

	Tcl_DStringInit(&command);
	if (!terminal)
		script_interrupt_begin(s);
	while (piped.text && (line = next_line(terminal ? NULL : &piped, Tcl_DStringLength(&command) ? "      > " : "tandem> "))) {
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
		/* no command runs that would notice */
		(void)Tcl_AsyncInvoke(s->interp, TCL_OK);
		script_say(s, "standard input:%d: interrupted\n", first);
		status = -1;
	} else if (Tcl_DStringLength(&command)) {
		script_say(s, "standard input:%d: the command has no end: a brace, bracket or quote is open\n", first);
		status = -1;
	}
	Tcl_DStringFree(&command);
	free(piped.text);
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
