/* The program: a table of subcommands, and nothing else.
 *
 *   tandem new NAME                 a folder with a first test
 *   tandem run [--realtime ...] [--view ...] FILE.tcl [words]    runs a script; the words are the script's argv
 *   tandem FILE.tcl [words]         the same
 *   tandem resume FOLDER            goes on with a run after a crash
 *   tandem site ...                 serves a site to a coordinator
 *   tandem export RUN ...           the record of a run as CSV files (record/run_export.h)
 *   tandem live RUN ...             how a run is, and requests to it (live/)
 *   tandem shell [words]            commands from the terminal or from a pipe
 *   tandem motion ...               earthquake records (motion/)
 *   tandem rehearse FILE.tcl        a dry run of a test, and whether to go
 *   tandem size FILE.tcl            does the model fit into the period, with which engine
 *   tandem check FILE.tcl           builds the model and the laboratory, and stops before the first analysis
 *   tandem serve ...                runs in a browser (web/)
 *   tandem study NAME ...           figures and tables of the papers, computed again (study/)
 *   tandem doctor ...               is this machine fit for real time? (realtime/)
 *   tandem probe HOST ...           how fast a path of the network is, and the controller's timing (control/timing.h)
 *   tandem wan ...                  a slow network between two programs (net/wan.h)
 *   tandem report RUN ...           what a test was and whether it can be believed (report/)
 *   tandem compare RUN RUN ...      how like two runs are (report/)
 *   tandem calibrate RUN SPECIMEN   parameters of a specimen from its measured loop (report/)
 *   tandem help [command [type]]    this list, or what a script's command does
 *   tandem version
 * Status 0: success; 1: the run failed and said why; 2: the words of the command line are wrong;
 * 3: a rehearsal found that something must change before the test. */
#include "base/aside.h"
#include "cluster/cluster.h"
#include "main/cmd_doctor.h"
#include "main/cmd_export.h"
#include "main/cmd_motion.h"
#include "main/cmd_keygen.h"
#include "main/cmd_new.h"
#include "main/cmd_live.h"
#include "main/cmd_probe.h"
#include "main/cmd_rehearse.h"
#include "main/cmd_size.h"
#include "main/cmd_report.h"
#include "main/cmd_run.h"
#include "main/cmd_serve.h"
#include "main/cmd_site.h"
#include "main/run_folder.h"
#include "main/space.h"
#include "main/cmd_study.h"
#include "main/cmd_wan.h"
#include "main/view.h"
#include "main/words.h"
#include "math/math_init.h"
#include "record/run_record.h"
#include "recorder/hdf5_try.h"
#include "recorder/record.h"
#include "script/script.h"
#include "script/script_live.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct script script;

/* What a script's exit calls; the recorders are closed. Tcl flushes its channels. */
static void leave(struct script *s, int status)
{
	script_live_end(s, status != 0);
	Tcl_Exit(status);
}

/* Tcl has no memory left, after which it would abort without another word. Rigs against the clock come to rest in processes of their own. */
static void tcl_gives_up(const char *format, ...)
{
	va_list words;

	fputs("tandem: ", stderr);
	va_start(words, format);
	vfprintf(stderr, format, words);
	va_end(words);
	fputc('\n', stderr);
	_exit(1);
}

static int open_script(const char *argv0, const char *name, int argc, char **argv)
{
	struct err e;
	char line[640];

	err_clear(&e);
	math_init();
	hdf5_sole();
	Tcl_SetPanicProc(tcl_gives_up);
	if (script_init(&script, argv0, &e) < 0) {
		err_text(&e, line, sizeof line);
		fprintf(stderr, "%s\n", line);
		script_fini(&script);
		return -1;
	}
	script.leave = leave;
	Tcl_SetVar2Ex(script.interp, "tandem", "ranks", Tcl_NewIntObj(cluster_given()), TCL_GLOBAL_ONLY);
	script_arguments(&script, name, argc, (const char *const *)argv);
	return 0;
}

static int close_script(int status)
{
	script_fini(&script);
	Tcl_Finalize();
	return status < 0 ? 1 : 0;
}

/* ---- a run and its folder ------------------------------------------------------------------------------------- */

static struct run_folder folder;
static struct arena words;

static int make_folder(struct err *e)
{
	int code = run_folder_make(&folder, e);

	if (code == 0) {
		script.lab.run.make = NULL;
		if (script.lab.peers)
			fprintf(stderr, "run %s: tandem resume %s goes on with it\n", folder.id, folder.folder);
		else
			fprintf(stderr, "run %s: its record is in %s\n", folder.id, folder.folder);
	}
	return code;
}

static int report(const struct err *e)
{
	char line[640];

	err_text(e, line, sizeof line);
	fprintf(stderr, "%s\n", line);
	return 1;
}

/* What stands at the head of the record. */
static void tell_record(const char *path, enum run_when when)
{
	static char program[32];
	struct record_words w = { .when = when, .program = program, .script = folder.script[0] ? folder.script : path };

	snprintf(program, sizeof program, "tandem %s", script_version());
	w.words = arena_join(&words, folder.nwords, (const char *const *)folder.word);
	w.text = run_folder_text(path, &words);
	run_record_words(script.run, &w);
}

/* Whoever watches must find it from the beginning: the folder is made at once. */
static int begin_live(const struct cmd_run *w)
{
	struct err e;
	int code;

	err_clear(&e);
	code = script.lab.run.resume ? 0 : make_folder(&e);
	if (!code)
		code = script_live_begin(&script, &(struct script_live_words){ .hold = w->hold, .pace = w->pace, .folder = folder.folder, .id = folder.id }, &e);
	if (code) {
		report(&e);
		return code;
	}
	/* who only wants to look can do without */
	if (w->view && view_start(folder.folder, &e) < 0)
		report(&e);
	return 0;
}

/* Runs the script of the folder. */
static int run_script(const char *argv0, const char *path, const struct cmd_run *w, bool resume, enum run_when when)
{
	int status;

	if (open_script(argv0, path, folder.nwords, folder.word) < 0)
		return 1;
	tell_record(path, when);
	script.lab.realtime = w->realtime;
	script.lab.realtime.say = script_line;
	script.lab.run = (struct run_identity){ .folder = folder.folder, .id = folder.id, .resume = resume, .make = resume ? NULL : make_folder,
	                                        .script = folder.hash, .instance = run_folder_instance() };
	Tcl_SetVar2(script.interp, "tandem", "run", folder.folder, TCL_GLOBAL_ONLY);
	status = w->live && begin_live(w) < 0 ? -1 : script_run_file(&script, path);
	script_live_end(&script, status < 0);
	return close_script(status);
}

static int cmd_run(int argc, char **argv)
{
	struct cmd_run w;
	struct err e;
	int status, at = cmd_run_words(argc, argv, &w);

	if (at <= 0)
		return at < 0 ? 2 : 0;
	err_clear(&e);
	arena_init(&words);
	if (run_folder_plan(&folder, w.folder, argv[at], argc - at - 1, argv + at + 1, &words, &e) < 0 ||
	    (w.folder && run_folder_free(&folder, &e) < 0))
		status = report(&e);
	else
		status = run_script(argv[0], argv[at], &w, false, !w.record ? RUN_NEVER : w.folder || w.live ? RUN_ALWAYS : RUN_HYBRID);
	arena_fini(&words);
	return status;
}

static int cmd_resume(int argc, char **argv)
{
	struct cmd_run w;
	struct err e;
	int status, at = cmd_resume_words(argc, argv, &w);

	if (at <= 0)
		return at < 0 ? 2 : 0;
	if (at + 1 != argc) {
		fprintf(stderr, "tandem resume: one folder, the words of the script are in it: tandem resume FOLDER\n");
		return 2;
	}
	err_clear(&e);
	arena_init(&words);
	if (run_folder_read(&folder, argv[at], &words, &e) < 0)
		status = report(&e);
	else if (chdir(folder.cwd) != 0)
		status = report((err_set(&e, ERR_FILE, "resume", "the folder in which it ran is gone: %.100s", folder.cwd), &e));
	else
		status = run_script(argv[0], folder.script, &w, true, w.live ? RUN_ALWAYS : RUN_HYBRID);
	arena_fini(&words);
	return status;
}

/* Words up to the first "--"; what follows it is for the script. */
static int count_own(int argc, char **argv)
{
	int n = 0;

	while (n < argc && strcmp(argv[n], "--") != 0)
		n++;
	return n;
}

/* The script makes the laboratory; then its site is served, as its words say, with a record of its own. */
static int serve_script(const char *argv0, const char *path, const struct realtime_words *w, bool record, const struct site_words *site)
{
	int status;

	if (open_script(argv0, path, folder.nwords, folder.word) < 0)
		return 1;
	tell_record(path, record ? RUN_HYBRID : RUN_NEVER);
	script.lab.realtime = *w;
	script.lab.realtime.say = script_line;
	status = script_run_file(&script, path);
	if (status == 0 && cmd_site_serve(&script, site) != 0)
		status = -1;
	return close_script(status);
}

static int cmd_site(int argc, char **argv)
{
	struct cmd_run w;
	struct site_words site;
	struct err e;
	int status, at, own = count_own(argc, argv);

	if (argc > 1 && strcmp(argv[1], "keygen") == 0)
		return cmd_keygen(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		cmd_site_help();
		return 0;
	}
	at = cmd_site_run_words(own, argv, &w);
	if (at <= 0)
		return at < 0 ? 2 : 0;
	err_clear(&e);
	if (cmd_site_words(&site, own - at, argv + at) < 0)
		return 1;
	arena_init(&words);
	if (run_folder_plan(&folder, NULL, argv[at], own < argc ? argc - own - 1 : 0, argv + own + (own < argc), &words, &e) < 0)
		status = report(&e);
	else
		status = serve_script(argv[0], argv[at], &w.realtime, w.record, &site);
	arena_fini(&words);
	cmd_site_words_fini(&site);
	return status;
}

/* An interpreter for the script argv[at] in virtual time, whatever it says, with stand-ins for what exists. */
static int open_rehearsal(int argc, char **argv, int at)
{
	if (open_script(argv[0], argv[at], argc - at - 1, argv + at + 1) < 0)
		return -1;
	script.lab.realtime = (struct realtime_words){ .cpu = -1, .say = script_line };
	script.lab.rehearsal = true;
	Tcl_SetVar2(script.interp, "tandem", "rehearsal", "1", TCL_GLOBAL_ONLY);
	return 0;
}

/* The same for a script that is only looked at: what a test has left in its files stays. */
static int open_look(int argc, char **argv, int at)
{
	if (open_rehearsal(argc, argv, at) < 0)
		return -1;
	recorders_keep_nothing(script.recorders);
	return 0;
}

static int cmd_rehearse(int argc, char **argv)
{
	struct rehearse_words w = { 0 };
	int status, at = cmd_rehearse_words(argc, argv, &w);

	if (at <= 0)
		return at < 0 ? 2 : 0;
	if (open_rehearsal(argc, argv, at) < 0)
		return 1;
	script_aside(&script);
	aside_begin();
	status = cmd_rehearse_run(&script, argv[at], &w);
	close_script(0);
	aside_end();
	return status;
}

static int cmd_size(int argc, char **argv)
{
	struct size_words w = { 0 };
	int status, at = cmd_size_words(argc, argv, &w);

	if (at <= 0)
		return at < 0 ? 2 : 0;
	if (open_look(argc, argv, at) < 0)
		return 1;
	status = cmd_size_run(&script, argv[at], &w);
	close_script(0);
	return status;
}

static int stop_here(struct script *s, double dt, int steps, struct err *e)
{
	const char *unit[3];

	(void)e;
	run_record_units_named(s->run, unit);
	printf("the model and the laboratory are built; the first transient analysis would be %d steps of %g %s\n", steps, dt, unit[2]);
	return 0;
}

/* All mistakes that show before anything moves. */
static int cmd_check(int argc, char **argv)
{
	if (argc < 2 || argv[1][0] == '-') {
		if (argc < 2)
			fprintf(stderr, "tandem check: the file is missing: tandem check FILE.tcl [words]\n");
		else
			fprintf(stderr, "tandem check: unknown option: %s; it has none: tandem check FILE.tcl [words]\n", argv[1]);
		return 2;
	}
	if (open_look(argc, argv, 1) < 0)
		return 1;
	script.instead = stop_here;
	return close_script(script_run_file(&script, argv[1]));
}

/* A script of a study, in an interpreter of its own. */
static int run_study(const char *argv0, const char *path, int argc, char **argv)
{
	int status;

	if (open_script(argv0, path, argc, argv) < 0)
		return 1;
	script.lab.realtime.say = script_line;
	status = script_run_file(&script, path);
	script_fini(&script);
	return status < 0 ? 1 : 0;
}

static int cmd_studies(int argc, char **argv)
{
	int status = cmd_study(argc, argv, run_study);

	Tcl_Finalize();
	return status;
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
	bool plain;                          /* has no options: --help says these words */
} SUBCOMMANDS[] = {
	{ "new", cmd_new, "new NAME", "makes a folder with a commented first test", false },
	{ "run", cmd_run, "run FILE.tcl [words]", "runs a script; tandem FILE.tcl does the same; run --help: against the clock", false },
	{ "resume", cmd_resume, "resume [--live] [--view] FOLDER", "goes on with a run after a crash, from the last step that it and its sites know", false },
	{ "site", cmd_site, "site FILE.tcl -name n ...", "serves a site of the script to a coordinator; site keygen FOLDER NAME ... makes certificates", false },
	{ "export", cmd_export, "export RUN [column ...]", "writes the record of a run as CSV files; export RUN -list: what is in it", false },
	{ "live", cmd_live, "live RUN [request]", "how a run is that was started with --live; start, pause, resume, stop, trip, acknowledge, pace, tune",
	  false },
	{ "shell", cmd_shell, "shell [words]", "reads commands from the terminal or a pipe", true },
	{ "motion", cmd_motion, "motion ...", "reads, changes, makes and judges earthquake records", false },
	{ "size", cmd_size, "size --rate 1000 FILE.tcl [words]", "does the model fit into the period of a test, with which engine, how large could it be", false },
	{ "rehearse", cmd_rehearse, "rehearse FILE.tcl [words]", "a dry run of a test with stand-ins for what exists: limits, margins, go or what to change",
	  false },
	{ "check", cmd_check, "check FILE.tcl [words]", "builds the model and the laboratory, and stops before the first analysis: mistakes with file and line",
	  true },
	{ "serve", cmd_serve, "serve ...", "runs of a folder in a browser, live ones and old ones; serve --help: port, TLS, tokens", false },
	{ "study", cmd_studies, "study NAME ... | list", "figures and tables of the papers, computed again, their numbers beside", false },
	{ "doctor", cmd_doctor, "doctor ...", "is this machine fit for real time? settings, measured latency, verdict", false },
	{ "probe", cmd_probe, "probe HOST [port] ...", "how fast a path of the network is, and the controller's timing that follows", false },
	{ "wan", cmd_wan, "wan ...", "a slow network between two programs: delays, stalls, throttles, cuts and heals", false },
	{ "report", cmd_report, "report RUN [-o page.html]", "what a test was and whether it can be believed: a page with pictures and a verdict", false },
	{ "compare", cmd_compare, "compare RUN RUN ...", "how like two runs are: eps_max, eps_rms, eps_enr", false },
	{ "calibrate", cmd_calibrate, "calibrate RUN SPECIMEN", "stiffness and Bouc-Wen parameters from a measured loop, as a line for a script", false },
	{ "help", cmd_help, "help [command [type]]", "this list, or what a command of the script does", true },
	{ "version", cmd_version, "version", "the version", true },
};

static void print_usage(FILE *to)
{
	fprintf(to, "tandem %s: structures under load, in numbers and in the laboratory\n", script_version());
	for (size_t i = 0; i < COUNT(SUBCOMMANDS); i++)
		fprintf(to, "    tandem %-24s  %s\n", SUBCOMMANDS[i].usage, SUBCOMMANDS[i].help);
}

static int print_help(const struct subcommand *c)
{
	printf("tandem %s\n    %s\n", c->usage, c->help);
	return 0;
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
		if (i > 1 || strcmp(argv[i], "commands") != 0)
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

/* Under mpirun: is this process one of the ranks, which serve and say nothing? */
static bool is_rank(int *ret_status)
{
	struct err e;

	err_clear(&e);
	if (!cluster_enter(ret_status, &e))
		return false;
	if (e.code)
		report(&e);
	return true;
}

/* Who asked for an answer and cannot have it is told so: a disk that is full, a pipe that was closed. */
static int said(int status)
{
	bool lost = fflush(stdout) != 0 || ferror(stdout);

	if (!lost || status != 0)
		return status;
	fprintf(stderr, "tandem: standard output cannot be written: the disk is full, or who read it is gone\n");
	return 1;
}

int main(int argc, char **argv)
{
	static char help_word[] = "--help";
	struct err e;
	int status;

	err_clear(&e);
	if (space_begin(argv, &e)) {
		report(&e);
		_exit(1);
	}
	/* A closed pipe or a file beyond the allowed size is an error of the write, with a message, not the end. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	if (is_rank(&status))
		return status;
	if (argc < 2) {
		print_usage(stderr);
		return 2;
	}
	for (size_t i = 0; i < COUNT(SUBCOMMANDS); i++)
		if (strcmp(argv[1], SUBCOMMANDS[i].name) == 0) {
			bool help = argc == 3 && words_ask_help(argv[2]);

			if (help && SUBCOMMANDS[i].plain)
				return said(print_help(&SUBCOMMANDS[i]));
			argv[1] = argv[0];
			if (help)
				argv[2] = help_word;
			return said(SUBCOMMANDS[i].run(argc - 1, argv + 1));
		}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return said(cmd_help(1, argv));
	if (strcmp(argv[1], "--version") == 0)
		return said(cmd_version(1, argv));
	return is_file(argv[1]) ? said(cmd_run(argc, argv)) : report_unknown(argv[1]);
}
