/* tandem resume <--live> <--hold> <--pace x> <--view> FOLDER
 * tandem run <--realtime> <--rate f> <--cpu n> <--priority p> <--step-priority p> <--unfit> <--run folder> <--no-record>
 *            <--live> <--hold> <--pace x> <--view> FILE.tcl [words] */
#include "main/cmd_run.h"

#include "main/words.h"

#include "base/param.h"
#include "realtime/loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct run_words {
	bool realtime, unfit, no_record, live, hold, view;
	double rate_hz;
	int cpu, priority, step_priority;
};

enum { PRIORITY = 80, HELP = 4096 };

/* Of both commands. */
#define LIVE_WORDS \
	{.name = "--live", .kind = PARAM_FLAG, .offset = offsetof(struct run_words, live), \
	 .help = "others may watch and steer it while it runs (docs/live.md): its folder is made at once, and has a record"}, \
	{.name = "--hold", .kind = PARAM_FLAG, .offset = offsetof(struct run_words, hold), \
	 .help = "an operator is there: waits for his start before the first step, and after a trip for his acknowledgement; with --live"}, \
	{.name = "--pace x|max", .kind = PARAM_ROW, \
	 .help = "in virtual time x test seconds go by in a second, so that one sees it move; max: as fast as it can, the default but for --view, where it is 1"}, \
	{.name = "--view", .kind = PARAM_FLAG, .offset = offsetof(struct run_words, view), .help = "--live, and a page in the browser: its address is printed"},

static const struct param words[] = {
	{.name = "--realtime", .kind = PARAM_FLAG, .offset = offsetof(struct run_words, realtime), .help = "rigs with a controller run against the clock"},
	{.name = "--rate", .kind = PARAM_REAL, .offset = offsetof(struct run_words, rate_hz), .def = NAN, .range = {LOOP_RATE_MIN, LOOP_RATE_MAX, false, false},
	 .help = "ticks of their command loops [Hz], for rigs that give no -rate"},
	{.name = "--cpu", .kind = PARAM_INT, .offset = offsetof(struct run_words, cpu), .def = -1.0, .range = {0, LOOP_CPU_MAX, false, false},
	 .help = "the processor of the command loops; the rest of the program leaves it to them"},
	{.name = "--priority", .kind = PARAM_INT, .offset = offsetof(struct run_words, priority), .def = PRIORITY, .range = {0, LOOP_PRIORITY_MAX, false, false},
	 .help = "SCHED_FIFO priority of the command loops, 0 for none"},
	{.name = "--step-priority", .kind = PARAM_INT, .offset = offsetof(struct run_words, step_priority), .def = -1.0,
	 .range = {0, LOOP_PRIORITY_MAX, false, false},
	 .help = "SCHED_FIFO priority of the integrator while it steps, below that of the loops, 0 for none; default half of theirs"},
	{.name = "--unfit", .kind = PARAM_FLAG, .offset = offsetof(struct run_words, unfit),
	 .help = "runs although this machine is not fit (tandem doctor), or refuses priority or locked memory"},
	{.name = "--run folder", .kind = PARAM_ROW,
	 .help = "folder of the run: its record (docs/record.md), and journals of remote sites, for tandem resume; default runs/ID, made for tests with specimens"},
	{.name = "--no-record", .kind = PARAM_FLAG, .offset = offsetof(struct run_words, no_record), .help = "writes no record"},
	LIVE_WORDS
	{0},
};

static const struct param resume_words[] = {
	LIVE_WORDS
	{0},
};

/* What differs between the three. */
struct command {
	const char *name, *options, *what, *hint, *more;   /* more: of its help; NULL: it has its own */
	const struct param *words;
};

static const struct command RUN = {
	"tandem run", "--realtime, --rate, --cpu, --priority, --step-priority, --unfit, --run, --no-record, --live, --hold, --pace, --view", "the file is missing",
	"tandem run FILE.tcl [words]", "FILE.tcl and the words of the script. docs/realtime.md and docs/live.md say more.", words,
};
static const struct command SITE = {
	"tandem site", "--realtime, --rate, --cpu, --priority, --step-priority, --unfit, --no-record", "the file is missing",
	"tandem site FILE.tcl -name n ...", NULL, words,
};
static const struct command RESUME = {
	"tandem resume", "--live, --hold, --pace, --view", "the folder of a run is missing", "tandem resume FOLDER",
	"the folder of the run. docs/network.md and docs/live.md say more.", resume_words,
};

enum { PACE_MOST = 1000000 };

/* Options that would do nothing, which nobody means; and those that contradict each other. */
static int check(const struct command *k, const struct run_words *w, const struct cmd_run *c, struct err *e)
{
	bool clock = !isnan(w->rate_hz) || w->cpu >= 0 || w->priority != PRIORITY || w->step_priority >= 0 || w->unfit, live = w->live || w->view;

	if (k == &SITE && (live || w->hold || !isnan(c->pace)))
		return err_set(e, ERR_ARGUMENT, k->name, "--live, --hold, --pace and --view are of runs: whoever coordinates the test shows it");
	if (clock && !w->realtime)
		return err_set(e, ERR_ARGUMENT, k->name, "--rate, --cpu, --priority, --step-priority and --unfit go with --realtime");
	if (live && w->no_record)
		return err_set(e, ERR_ARGUMENT, k->name, "--live shows what the record gets: it does not go with --no-record");
	if (!live && (w->hold || !isnan(c->pace)))
		return err_set(e, ERR_ARGUMENT, k->name, "--hold and --pace go with --live or --view");
	if (w->realtime && !isnan(c->pace))
		return err_set(e, ERR_ARGUMENT, k->name, "--pace is of virtual time: with --realtime the clock sets the pace");
	if (w->step_priority <= 0 || w->step_priority < w->priority)
		return 0;
	err_set(e, ERR_RANGE, k->name, "the integrator must not keep the command loops waiting");
	err_value(e, "--step-priority %d, --priority %d", w->step_priority, w->priority);
	err_allowed(e, "--step-priority below --priority, or 0");
	return ERR_RANGE;
}

static int read_pace(struct args *a, double *ret, struct err *e)
{
	int code = 0;

	if (args_accept(a, "max"))
		*ret = 0.0;
	else
		code = args_real(a, "--pace", (struct range){0.0, PACE_MOST, true, false}, ret, e);
	if (code)
		err_hint(e, "test seconds a second, or max");
	return code;
}

/* Options in any order; --run and --pace have a word. */
static int read_words(const struct command *k, struct run_words *w, struct cmd_run *c, struct args *a, struct err *e)
{
	int code = param_parse(k->words, w, a, e), at;

	do {
		at = a->at;
		if (!code && k == &RUN && args_accept(a, "--run"))
			code = words_text(a, "--run", &c->folder, e);
		if (!code && args_accept(a, "--pace"))
			code = read_pace(a, &c->pace, e);
		if (!code)
			code = param_options(k->words, w, a, e);
	} while (!code && a->at != at);
	return code;
}

static void hand_over(const struct run_words *w, struct cmd_run *c)
{
	c->realtime = (struct realtime_words){.on = w->realtime, .rate_hz = isnan(w->rate_hz) ? 0.0 : w->rate_hz, .cpu = w->cpu, .priority = w->priority,
	                                      .step_priority = w->step_priority < 0 ? w->priority / 2 : w->step_priority, .unfit = w->unfit};
	c->record = !w->no_record;
	c->view = w->view;
	c->live = w->live || w->view;
	c->hold = w->hold;
	c->pace = !isnan(c->pace) ? c->pace : w->view && !w->realtime ? 1.0 : 0.0;
}

static int read_command(const struct command *k, int argc, char **argv, struct cmd_run *ret)
{
	struct run_words w = {.rate_hz = NAN, .cpu = -1, .priority = PRIORITY, .step_priority = -1};
	struct args a;
	struct err e;
	char text[HELP];
	int code;

	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		param_usage(k->words, k->name, text, sizeof text);
		printf("%s\n    then %s\n", text, k->more);
		return 0;
	}
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "%s", k->name);
	*ret = (struct cmd_run){.pace = NAN};
	code = read_words(k, &w, ret, &a, &e);
	if (!code)
		code = check(k, &w, ret, &e);
	if (!code && args_more(&a) && a.word[a.at][0] == '-') {
		code = err_set(&e, ERR_ARGUMENT, k->name, "unknown option");
		err_value(&e, "%s", a.word[a.at]);
		err_allowed(&e, "%s", k->options);
	}
	if (!code && !args_more(&a)) {
		code = err_set(&e, ERR_ARGUMENT, k->name, "%s", k->what);
		if (ret->folder)
			err_hint(&e, "%s is the folder of --run: tandem run --run FOLDER FILE.tcl [words]", ret->folder);
		else
			err_hint(&e, "%s", k->hint);
	}
	if (code) {
		err_text(&e, text, sizeof text);
		fprintf(stderr, "%s\n", text);
		return -1;
	}
	hand_over(&w, ret);
	if (k != &SITE)
		words_behind("tandem run", words, a.word[a.at], argc - a.at - 2, argv + a.at + 2);
	return 1 + a.at;
}

int cmd_run_words(int argc, char **argv, struct cmd_run *ret)
{
	return read_command(&RUN, argc, argv, ret);
}

int cmd_site_run_words(int argc, char **argv, struct cmd_run *ret)
{
	return read_command(&SITE, argc, argv, ret);
}

int cmd_resume_words(int argc, char **argv, struct cmd_run *ret)
{
	return read_command(&RESUME, argc, argv, ret);
}
