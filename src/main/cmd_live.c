/* tandem live RUN | RUN -follow table | RUN -events | RUN <-who name> request */
#include "main/cmd_live.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "live/live_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
	"tandem live RUN\n"
	"    how the run is: state, time, step, command loops. RUN: the folder of a run that was started with --live\n"
	"tandem live RUN -follow table\n"
	"    rows of a table as CSV, as they come, until the run is over; rows that came too fast are counted in the last line\n"
	"tandem live RUN -events\n"
	"    the same of events\n"
	"tandem live RUN <-who name> start | pause | resume | stop | trip | acknowledge | pace x|max | tune line\n"
	"    asks the run for it and prints its answer. trip acts at once, whatever the run is at. docs/live.md says more.\n";

enum { ANSWER_S = 10, LOOK_NS = 5 * 1000 * 1000, ROWS = 256 };

static struct clock wall = {.ops = &clock_monotonic};

struct live_command {
	const char *run, *who, *table;
	bool events;
	char text[LIVE_TEXT];      /* request; empty: none */
};

/* ---- how it is -------------------------------------------------------------------------------------------------- */

static void print_rig(const struct live_rig *r)
{
	static const char *const STATE[] = {"ready", "extrapolate", "interpolate", "slow", "hold", "free vibration", "rest", "tripped"};

	printf("rig %d: %s%s%s%s, %lld ticks, %lld missed, wake-up 99 %% %.0f us, latest %.0f us%s%s\n", r->tag,
	       r->state >= 0 && r->state < (int)(sizeof STATE / sizeof STATE[0]) ? STATE[r->state] : "unknown", r->resting ? ", at rest" : "",
	       r->orphan ? ", without the process that integrates" : "", r->ended ? ", ended" : "", (long long)r->tick, (long long)r->missed,
	       1e-3 * (double)r->wake_99_ns, 1e-3 * (double)r->wake_most_ns, r->why[0] ? ": " : "", r->why);
}

static int print_now(struct live_view *v)
{
	struct live_now now;
	struct live_rig rig;
	char state[LIVE_WORD], reason[LIVE_REASON];
	bool alive = live_alive(v);

	if (!live_now(v, &now))
		return 0;
	live_words(v, &now, alive, state, reason);
	printf("run %s\nprocess %d%s\nstate %s%s%s\n", live_front(v)->id, live_front(v)->pid, alive ? "" : ", gone", state, reason[0] ? ": " : "", reason);
	printf("test_time %.9g\nstep %lld of %lld\npace %g\npart %u\n", now.test_time, (long long)now.step, (long long)now.steps, now.pace, now.part);
	for (int i = 0; i < live_rigs(v); i++)
		if (live_rig(v, i, &rig))
			print_rig(&rig);
	return 0;
}

/* ---- as it comes ------------------------------------------------------------------------------------------------ */

static void nap(void)
{
	fflush(stdout);
	if (clock_sleep_until(&wall, clock_now(&wall) + LOOK_NS) < 0)
		return;
}

/* Is there no more to come? Looked at before what is there is taken. */
static bool is_over(const struct live_view *v)
{
	return !live_alive(v) || interrupt_asked();
}

static int find_table(const struct live_view *v, const char *name)
{
	for (int i = 0; i < live_tables(v); i++)
		if (strcmp(live_table(v, i)->name, name) == 0)
			return i;
	return -1;
}

static void print_rows(int n, int columns, const double *x)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < columns; k++)
			printf("%.17g%c", x[i * columns + k], k + 1 < columns ? ',' : '\n');
}

/* All rows of the part at hand, and of those that come. */
static int follow(struct live_view *v, const char *name, struct err *e)
{
	uint64_t place = 0, lost = 0;
	double *x = NULL;
	int table = -1, code = 0;

	for (bool over = false; code >= 0;) {
		bool last = over;
		int n;

		over = is_over(v);
		code = live_refresh(v, e);
		if (code > 0) {
			table = find_table(v, name);
			place = 0;
			free(x);
			x = table < 0 ? NULL : calloc((size_t)ROWS * (size_t)live_table(v, table)->n, sizeof(double));
			for (int k = 0; x && k < live_table(v, table)->n; k++)
				printf("%s%c", live_table(v, table)->column[k], k + 1 < live_table(v, table)->n ? ',' : '\n');
			if (!x)
				code = err_set(e, ERR_MISSING, "tandem live", "the run has no table %.90s", name);
		}
		for (n = 1; x && n > 0 && code >= 0;) {
			n = live_rows(v, table, &place, ROWS, x, &lost);
			print_rows(n, live_table(v, table)->n, x);
		}
		if (last)
			break;
		nap();
	}
	free(x);
	fprintf(stderr, "%llu rows lost\n", (unsigned long long)lost);
	return code < 0 ? code : 0;
}

static int follow_events(struct live_view *v)
{
	uint64_t place = 0, lost = 0;
	struct run_event event;

	for (bool over = false, last = false; !last;) {
		last = over;
		over = is_over(v);
		while (live_event(v, &place, &event, &lost))
			printf("%.9g %s %s: %s\n", event.time, event.kind, event.source, event.text);
		if (!last)
			nap();
	}
	return 0;
}

/* ---- asking ----------------------------------------------------------------------------------------------------- */

static int ask(struct live_view *v, const struct live_command *c, struct err *e)
{
	int64_t end_ns = clock_now(&wall) + (int64_t)ANSWER_S * 1000000000;
	struct live_answer a;
	uint64_t id;
	int code;

	if (strcmp(c->text, "trip") == 0) {
		code = live_trip(v, c->who, e);
		if (!code)
			printf("tripped\n");
		return code;
	}
	code = live_ask(v, c->who, c->text, &id, e);
	if (code)
		return code;
	while (!live_answer(v, id, &a)) {
		if (!live_alive(v))
			return err_set(e, ERR_STATE, "tandem live", "the run is over");
		if (clock_now(&wall) > end_ns)
			return err_set(e, ERR_STATE, "tandem live", "the run is at other work, and has not answered within %d s", ANSWER_S);
		nap();
	}
	if (a.code)
		return err_set(e, a.code, "tandem live", "refused: %.300s", a.text);
	printf("%s\n", a.text);
	return 0;
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static int add_word(struct live_command *c, const char *word, struct err *e)
{
	size_t n = strlen(c->text);

	if (n + strlen(word) + 2 > sizeof c->text)
		return err_set(e, ERR_ARGUMENT, "tandem live", "the request is too long");
	snprintf(c->text + n, sizeof c->text - n, "%s%s", n ? " " : "", word);
	return 0;
}

static int read_words(struct live_command *c, int argc, char **argv, struct err *e)
{
	int code = 0;

	for (int i = 1; i < argc && !code; i++) {
		const char **to = c->text[0] ? NULL : strcmp(argv[i], "-follow") == 0 ? &c->table : strcmp(argv[i], "-who") == 0 ? &c->who : NULL;

		if (to && ++i == argc)
			return err_set(e, ERR_ARGUMENT, "tandem live", "%s wants a word", argv[i - 1]);
		if (to)
			*to = argv[i];
		else if (!c->text[0] && strcmp(argv[i], "-events") == 0)
			c->events = true;
		else if (!c->run)
			c->run = argv[i];
		else
			code = add_word(c, argv[i], e);
	}
	if (!code && !c->run)
		code = err_set(e, ERR_ARGUMENT, "tandem live", "which run? its folder is missing: tandem live RUN");
	if (!code && (c->text[0] != '\0') + (c->table != NULL) + c->events > 1)
		code = err_set(e, ERR_ARGUMENT, "tandem live", "-follow, -events and a request do not go together");
	return code;
}

int cmd_live(int argc, char **argv)
{
	const char *user = getenv("USER");
	struct live_command c = {.who = user && user[0] ? user : "terminal"};
	struct live_view *v = NULL;
	struct err e;
	char line[640];
	int code;

	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		printf("%s", HELP);
		return 0;
	}
	err_clear(&e);
	code = read_words(&c, argc, argv, &e);
	if (!code)
		code = live_open(&v, c.run, c.text[0] != '\0', &e);
	if (!code)
		live_sweep(v);
	if (!code)
		code = c.text[0] ? ask(v, &c, &e) : c.table ? follow(v, c.table, &e) : c.events ? follow_events(v) : print_now(v);
	live_close(v);
	if (!code)
		return 0;
	err_text(&e, line, sizeof line);
	fprintf(stderr, "%s\n", line);
	return code == ERR_ARGUMENT && !v ? 2 : 1;
}
