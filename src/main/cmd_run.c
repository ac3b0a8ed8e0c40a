/* tandem run <--realtime> <--rate f> <--cpu n> <--priority p> <--step-priority p> <--unfit> <--run folder> <--no-record> FILE.tcl [words] */
#include "main/cmd_run.h"

#include "base/param.h"
#include "realtime/loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct run_words {
	bool realtime, unfit, no_record;
	double rate_hz;
	int cpu, priority, step_priority;
};

enum { PRIORITY = 80, HELP = 2048 };

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
	{0},
};

/* Options without --realtime would do nothing, which nobody means; an integrator at the loops' priority could keep them waiting. */
static int check(const struct run_words *w, int options, struct err *e)
{
	if (!w->realtime && options > 0)
		return err_set(e, ERR_ARGUMENT, "tandem run", "--rate, --cpu, --priority, --step-priority and --unfit go with --realtime");
	if (w->step_priority <= 0 || w->step_priority < w->priority)
		return 0;
	err_set(e, ERR_RANGE, "tandem run", "the integrator must not keep the command loops waiting");
	err_value(e, "--step-priority %d, --priority %d", w->step_priority, w->priority);
	err_allowed(e, "--step-priority below --priority, or 0");
	return ERR_RANGE;
}

/* Options in any order; --run has a word. */
static int read_words(struct run_words *w, struct args *a, const char **ret_folder, struct err *e)
{
	int code = param_parse(words, w, a, e), at;

	do {
		at = a->at;
		if (!code && args_accept(a, "--run"))
			code = args_word(a, "--run", ret_folder, e);
		if (!code)
			code = param_options(words, w, a, e);
	} while (!code && a->at != at);
	return code;
}

int cmd_run_words(int argc, char **argv, struct realtime_words *ret, const char **ret_folder, bool *ret_record)
{
	struct run_words w = {0};
	struct args a;
	struct err e;
	char text[HELP];
	int code;

	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		param_usage(words, "tandem run", text, sizeof text);
		printf("%s\n    then FILE.tcl and the words of the script. docs/realtime.md says more.\n", text);
		return 0;
	}
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "tandem run");
	*ret_folder = NULL;
	code = read_words(&w, &a, ret_folder, &e);
	if (!code)
		code = check(&w, a.at - (*ret_folder ? 2 : 0) - w.no_record, &e);
	if (!code && args_more(&a) && strncmp(a.word[a.at], "--", 2) == 0) {
		code = err_set(&e, ERR_ARGUMENT, "tandem run", "unknown option");
		err_value(&e, "%s", a.word[a.at]);
		err_allowed(&e, "--realtime, --rate, --cpu, --priority, --step-priority, --unfit, --run, --no-record");
	}
	if (!code && !args_more(&a)) {
		code = err_set(&e, ERR_ARGUMENT, "tandem run", "the file is missing");
		err_hint(&e, "tandem run FILE.tcl [words]");
	}
	if (code) {
		err_text(&e, text, sizeof text);
		fprintf(stderr, "%s\n", text);
		return -1;
	}
	*ret = (struct realtime_words){.on = w.realtime, .rate_hz = isnan(w.rate_hz) ? 0.0 : w.rate_hz, .cpu = w.cpu, .priority = w.priority,
	                                .step_priority = w.step_priority < 0 ? w.priority / 2 : w.step_priority, .unfit = w.unfit};
	*ret_record = !w.no_record;
	return 1 + a.at;
}
