/* The program: a table of subcommands, and nothing else.
 *
 *   tandem run [--realtime ...] FILE.tcl [words]    runs a script; the words are the script's argv
 *   tandem FILE.tcl [words]         the same
 *   tandem shell [words]            commands from the terminal or from a pipe
 *   tandem motion ...               earthquake records (motion/)
 *   tandem doctor ...               is this machine fit for real time? (realtime/)
 *   tandem probe HOST ...           how fast a path of the network is, and the controller's timing (control/timing.h)
 *   tandem wan ...                  a slow network between two programs (net/wan.h)
 *   tandem help [command [type]]    this list, or what a script's command does
 *   tandem version
 * Status 0: success; 1: the run failed and said why; 2: the words of the command line are wrong. */
#include "main/cmd_doctor.h"
#include "main/cmd_motion.h"
#include "main/cmd_probe.h"
#include "main/cmd_run.h"
#include "main/cmd_wan.h"
#include "math/math_init.h"
#include "script/script.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct script script;

/* What a script's exit calls; the recorders are closed. Tcl flushes its channels. */
static void leave(struct script *s, int status)
{
	(void)s;
	Tcl_Exit(status);
}

static int open_script(const char *argv0, const char *name, int argc, char **argv)
{
	struct err e;
	char line[640];

	err_clear(&e);
	math_init();
	if (script_init(&script, argv0, &e) < 0) {
		err_text(&e, line, sizeof line);
		fprintf(stderr, "%s\n", line);
		script_fini(&script);
		return -1;
	}
	script.leave = leave;
	script_arguments(&script, name, argc, (const char *const *)argv);
	return 0;
}

static int close_script(int status)
{
	script_fini(&script);
	Tcl_Finalize();
	return status < 0 ? 1 : 0;
}

static int cmd_run(int argc, char **argv)
{
	struct realtime_words w;
	int at = cmd_run_words(argc, argv, &w);

	if (at < 0)
		return 2;
	if (at == 0)
		return 0;
	if (open_script(argv[0], argv[at], argc - at - 1, argv + at + 1) < 0)
		return 1;
	w.say = script.lab.realtime.say;
	script.lab.realtime = w;
	return close_script(script_run_file(&script, argv[at]));
}

static int cmd_shell(int argc, char **argv)
{
	int status;
	struct err e;

	if (open_script(argv[0], "tandem", argc - 1, argv + 1) < 0)
		return 1;
	status = script_shell(&script);
	err_clear(&e);
	if (script_recorder_clear(&script, &e) < 0) {
		fprintf(stderr, "%s: %s\n", e.object, e.what);
		status = -1;
	}
	return close_script(status);
}

static int cmd_version(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	printf("tandem %s\n", script_version());
	return 0;
}

static int cmd_help(int argc, char **argv);

static const struct subcommand {
	const char *name;
	int (*run)(int argc, char **argv);   /* argv[0] is the program, then the words after the subcommand */
	const char *usage, *help;
} SUBCOMMANDS[] = {
	{ "run", cmd_run, "run FILE.tcl [words]", "runs a script; tandem FILE.tcl does the same; run --help: against the clock" },
	{ "shell", cmd_shell, "shell [words]", "reads commands from the terminal or a pipe" },
	{ "motion", cmd_motion, "motion ...", "reads, changes, makes and judges earthquake records" },
	{ "doctor", cmd_doctor, "doctor ...", "is this machine fit for real time? settings, measured latency, verdict" },
	{ "probe", cmd_probe, "probe HOST [port] ...", "how fast a path of the network is, and the controller's timing that follows" },
	{ "wan", cmd_wan, "wan ...", "a slow network between two programs: delays, stalls, throttles, cuts and heals" },
	{ "help", cmd_help, "help [command [type]]", "this list, or what a command of the script does" },
	{ "version", cmd_version, "version", "the version" },
};

static void print_usage(FILE *to)
{
	fprintf(to, "tandem %s: structures under load, in numbers and in the laboratory\n", script_version());
	for (size_t i = 0; i < COUNT(SUBCOMMANDS); i++)
		fprintf(to, "    tandem %-24s %s\n", SUBCOMMANDS[i].usage, SUBCOMMANDS[i].help);
}

static int cmd_help(int argc, char **argv)
{
	const char *word[8] = { "help" };
	char *line;
	int code, n = 1;

	if (argc < 2) {
		print_usage(stdout);
		printf("    commands of scripts: tandem help commands\n");
		return 0;
	}
	if (open_script(argv[0], "tandem", 0, NULL) < 0)
		return 1;
	for (int i = 1; i < argc && n < (int)COUNT(word); i++)
		if (strcmp(argv[i], "commands") != 0)
			word[n++] = argv[i];
	line = Tcl_Merge(n, word);
	code = Tcl_EvalEx(script.interp, line, -1, TCL_EVAL_GLOBAL);
	Tcl_Free(line);
	if (code != TCL_OK)
		fprintf(stderr, "%s\n", Tcl_GetStringResult(script.interp));
	return close_script(code == TCL_OK ? 0 : -1);
}

/* A file to run rather than a subcommand. */
static bool is_file(const char *word)
{
	size_t n = strlen(word);

	return (n > 4 && strcmp(word + n - 4, ".tcl") == 0) || access(word, R_OK) == 0;
}

static int report_unknown(const char *word)
{
	struct script_near near;
	struct err e;
	char line[640];

	err_clear(&e);
	script_near_init(&near, word);
	for (size_t i = 0; i < COUNT(SUBCOMMANDS); i++)
		script_near_offer(&near, SUBCOMMANDS[i].name);
	script_near_report(&near, "tandem", "subcommand", &e);
	err_text(&e, line, sizeof line);
	fprintf(stderr, "%s\n", line);
	return 2;
}

int main(int argc, char **argv)
{
	/* A closed pipe is an error of the write, with a message, not the end. */
	signal(SIGPIPE, SIG_IGN);
	if (argc < 2) {
		print_usage(stderr);
		return 2;
	}
	for (size_t i = 0; i < COUNT(SUBCOMMANDS); i++)
		if (strcmp(argv[1], SUBCOMMANDS[i].name) == 0) {
			argv[1] = argv[0];
			return SUBCOMMANDS[i].run(argc - 1, argv + 1);
		}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return cmd_help(1, argv);
	if (strcmp(argv[1], "--version") == 0)
		return cmd_version(1, argv);
	return is_file(argv[1]) ? cmd_run(argc, argv) : report_unknown(argv[1]);
}
