/* tandem doctor <-rate f> <-seconds s> <-cpu n> <-priority p> <-json>: looks at the machine, lets an empty loop tick, judges. */
#include "main/cmd_doctor.h"

#include "base/param.h"
#include "main/cmd_doctor_print.h"

#include <string.h>
#include <unistd.h>

enum { NS_PER_S = 1000000000, TICKS_LEAST = 10, PROGRESS_PER_S = 4 };

static const struct param words[] = {
	{.name = "-rate", .kind = PARAM_REAL, .offset = offsetof(struct doctor, rate_hz), .def = 1024.0, .range = {LOOP_RATE_MIN, LOOP_RATE_MAX, false, false},
	 .help = "ticks of the loop [Hz]"},
	{.name = "-seconds", .kind = PARAM_REAL, .offset = offsetof(struct doctor, seconds), .def = 5.0, .range = {0.1, 86400.0, false, false},
	 .help = "how long to measure [s], at least ten ticks"},
	{.name = "-cpu", .kind = PARAM_INT, .offset = offsetof(struct doctor, cpu), .def = -1.0, .range = {0, LOOP_CPU_MAX, false, false},
	 .help = "the processor of the loop; any when it is not given"},
	{.name = "-priority", .kind = PARAM_INT, .offset = offsetof(struct doctor, priority), .def = 80.0, .range = {0, LOOP_PRIORITY_MAX, false, false},
	 .help = "SCHED_FIFO priority, 0 for none"},
	{.name = "-json", .kind = PARAM_FLAG, .offset = offsetof(struct doctor, json), .help = "print one JSON object"},
	{0},
};

static int read_words(struct doctor *d, int n, const char *const *word, struct err *e)
{
	struct args a;
	args_init(&a, n, word, "doctor");
	int rc = param_parse(words, d, &a, e);
	if (rc == 0)
		rc = args_end(&a, e);
	if (rc == 0 && d->seconds * d->rate_hz < TICKS_LEAST) {
		rc = err_set(e, ERR_RANGE, "doctor", "-seconds is too short for %d ticks at %g Hz", TICKS_LEAST, d->rate_hz);
		err_value(e, "%g", d->seconds);
		err_allowed(e, ">= %g", TICKS_LEAST / d->rate_hz);
	}
	return rc;
}

static int do_nothing(void *ctx, int64_t tick, int64_t t_ns)
{
	(void)ctx;
	(void)tick;
	(void)t_ns;
	return 0;
}

/* Waits until the time is over; on a terminal it says how far it is. */
static int wait_and_show(double seconds, struct err *e)
{
	struct clock clock;
	bool show = isatty(STDERR_FILENO);
	clock_init(&clock, &clock_monotonic, 0);
	int64_t start_ns = clock_now(&clock), end_ns = start_ns + (int64_t)(seconds * NS_PER_S), now_ns;
	while ((now_ns = clock_now(&clock)) < end_ns) {
		int64_t next_ns = now_ns + NS_PER_S / PROGRESS_PER_S;
		if (show)
			fprintf(stderr, "\rmeasuring: %.0f of %g s ", 1e-9 * (double)(now_ns - start_ns), seconds);
		if (clock_sleep_until(&clock, next_ns < end_ns ? next_ns : end_ns) < 0)
			return err_set(e, ERR_STATE, "doctor", "the clock cannot be waited for");
	}
	if (show)
		fprintf(stderr, "\r%40s\r", "");
	return 0;
}

static int measure(struct doctor *d, struct arena *mem, struct err *e)
{
	const struct loop_config config = {
		.rate_hz = d->rate_hz, .priority = d->priority, .cpu = d->cpu, .tolerant = true, .body = {.call = do_nothing},
	};
	int rc = loop_init(&d->loop, &config, mem, e);
	if (rc < 0)
		return rc;
	rc = loop_start(&d->loop, e);
	if (rc == 0)
		rc = wait_and_show(d->seconds, e);
	int stopped = loop_stop(&d->loop, e);
	if (rc == 0)
		rc = stopped;
	if (rc == 0 && !loop_read(&d->loop, &d->report))
		rc = err_set(e, ERR_STATE, "doctor", "the loop left no report");
	return rc;
}

static int examine(struct doctor *d, struct arena *mem, struct err *e)
{
	machine_look(d->cpu, d->priority, d->row);
	if (!d->json) {
		doctor_print_machine(d, stdout);
		fflush(stdout);
	}
	int rc = measure(d, mem, e);
	if (rc < 0)
		return rc;
	verdict_find(d->row, &d->loop, &d->report, &d->verdict);
	if (d->json)
		doctor_print_json(d, stdout);
	else
		doctor_print_result(d, stdout);
	return fflush(stdout) == 0 ? 0 : err_set(e, ERR_FILE, "doctor", "standard output cannot be written");
}

int cmd_doctor(int argc, char **argv)
{
	static struct doctor d;
	struct arena mem;
	struct err e;
	char text[1024];

	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-help") == 0 || strcmp(argv[1], "-h") == 0)) {
		param_usage(words, "tandem doctor", text, sizeof(text));
		printf("%s\n", text);
		return 0;
	}
	err_clear(&e);
	arena_init(&mem);
	int rc = read_words(&d, argc - 1, (const char *const *)argv + 1, &e);
	if (rc == 0)
		rc = examine(&d, &mem, &e);
	arena_fini(&mem);
	if (rc == 0)
		return 0;
	err_text(&e, text, sizeof(text));
	fprintf(stderr, "%s\n", text);
	return 1;
}
