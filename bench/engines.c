/* What a step of a test costs with the engines, as JSON lines. Every measurement runs in a process of its own, pinned to one processor, so that its
 * peak of memory is its own; ratios are made of measurements of this one run. Models: bench/engines/models.tcl.
 *
 *   engines shear    2,000 storeys, one specimen: auto against the dense ways (seed: Obon Santacana & Dorka, 15WCEE 2012, invert before the test)
 *   engines space    100,000 freedoms in space, a yielding specimen, one step a millisecond at the priority of a test; cyclictest beside
 *   engines braces   660 freedoms, 60 yielding braces: every engine against Newton that factors anew in each iteration, "times_faster" at least 5 for auto
 *   engines display  what a step costs more when the motion of all nodes is shown 60 times a second (analysis/display.h)
 *   engines growth   exponents p of cost ~ n^p and ~ length^p
 *   engines large    1,000,000 freedoms against 10,000: minutes and some gigabytes, so only when asked for (make bench LARGE=1)
 * Without a word: all but the last.
 *
 * A step's work is the same when the test is run again, so that of `runs` runs the least time of each step is its cost, and what other programs on the machine
 * took is left out; the worst step is that of all runs as they were. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "base/clock.h"
#include "script/script.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS_MAX = 100000, PRIORITY = 80, NAME = 80 };

struct figures {
	bool done;
	char engine[NAME];
	int n, interface, priority;
	double setup_s, memory_mb, mean, median, p999, worst;  /* of a step [us] */
	double ductility, iterations;
	double drift[STEPS_MAX];
};

struct trial {
	const char *model, *engine;  /* words of Tcl */
	int steps, runs;
	double period;               /* a step each so many seconds; 0: one after the other */
	bool fifo;                   /* at the priority of a test, where that is allowed */
};

static const double dt = 0.01;
static struct clock the_clock;

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int eval(struct script *s, const char *text)
{
	if (Tcl_EvalEx(s->interp, text, -1, TCL_EVAL_GLOBAL) == TCL_OK)
		return 0;
	fprintf(stderr, "bench engines: %s\n", Tcl_GetStringResult(s->interp));
	return -1;
}

static double memory_peak_mb(void)
{
	char line[128];
	long kb = 0;
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "VmHWM: %ld", &kb) == 1)
			break;
	if (f)
		fclose(f);
	return (double)kb / 1024.0;
}

/* --- one test, in its process ---------------------------------------------------------------------- */

static int build(struct script *s, const struct trial *t, const struct node *ret_node[2], double *ret_uy)
{
	char line[300];
	int tag[2];
	double uy;

	snprintf(line, sizeof(line), "wipe; wipeExp; set found [%s]; engine %s; set found", t->model, t->engine);
	if (eval(s, line) || sscanf(Tcl_GetStringResult(s->interp), "%d %d %lf", &tag[0], &tag[1], &uy) != 3)
		return -1;
	/* looked at in every step, as a recorder does */
	for (int i = 0; i < 2; i++)
		if (!(ret_node[i] = model_node(&s->model, tag[i])) || analysis_watch(&s->analysis, ret_node[i]))
			return -1;
	*ret_uy = uy;
	return 0;
}

static int failed(const struct err *e)
{
	char text[640];

	err_text(e, text, sizeof(text));
	fprintf(stderr, "bench engines: %s\n", text);
	return -1;
}

static void priority(int level)
{
	struct sched_param p = {.sched_priority = level};

	(void)sched_setscheduler(0, level ? SCHED_FIFO : SCHED_OTHER, &p);
}

/* All steps but the first, which sets up. ret_us: least time of each so far. */
static int run(struct script *s, const struct trial *t, bool again, struct figures *r, double *ret_us)
{
	struct analysis *an = &s->analysis;
	const struct node *node[2];
	struct err e;
	double uy = 1.0;
	int done, iterations = 0;

	err_clear(&e);
	if (build(s, t, node, &uy))
		return -1;
	an->steps_ahead = t->steps;
	int64_t begun = clock_now(&the_clock);
	if (analysis_run(an, 1, dt, &done, &e))
		return failed(&e);
	r->setup_s = again ? r->setup_s : 1e-9 * (double)(clock_now(&the_clock) - begun);
	if (t->fifo)
		priority(PRIORITY);
	r->priority = sched_getscheduler(0) == SCHED_FIFO ? PRIORITY : 0;
	int64_t next = clock_now(&the_clock);
	for (int i = 1; i < t->steps; i++) {
		if (t->period > 0.0) {
			next += (int64_t)(1e9 * t->period);
			if (clock_sleep_until(&the_clock, next))
				return -1;
		}
		an->steps_ahead = t->steps - i;
		int64_t from = clock_now(&the_clock);
		if (analysis_run(an, 1, dt, &done, &e))
			return failed(&e);
		double us = 1e-3 * (double)(clock_now(&the_clock) - from);
		ret_us[i - 1] = again ? fmin(ret_us[i - 1], us) : us;
		r->worst = fmax(r->worst, us);
		r->drift[i] = analysis_node(an, node[1], 0, NODE_DISP) - analysis_node(an, node[0], 0, NODE_DISP);
		r->ductility = fmax(r->ductility, fabs(r->drift[i]) / uy);
		iterations += an->iterations;
	}
	priority(0);
	r->iterations = (double)iterations / (t->steps - 1);
	r->n = an->p->n;
	r->interface = analysis_interface(an);
	snprintf(r->engine, sizeof(r->engine), "%s", an->engine_used);
	return 0;
}

static int child(const struct trial *t, const char *self, struct figures *r)
{
	static struct script s;
	struct err e;
	int code, n = t->steps - 1;
	double *us = calloc((size_t)t->steps, sizeof(double));

	err_clear(&e);
	code = !us || script_init(&s, self, &e) || eval(&s, "source bench/engines/models.tcl");
	s.analysis.cache = NULL;
	for (int k = 0; k < t->runs && !code; k++)
		code = run(&s, t, k > 0, r, us);
	if (!code) {
		qsort(us, (size_t)n, sizeof(double), compare);
		r->median = us[n / 2];
		for (int i = 0; i < n; i++)
			r->mean += us[i] / n;
		r->p999 = us[n - 1 - n / 1000];
		r->memory_mb = memory_peak_mb();
		r->done = true;
	}
	free(us);
	return code ? 1 : 0;
}

/* The figures, in memory that both processes see; NULL: it failed. */
static struct figures *measure(const struct trial *t, const char *self)
{
	struct figures *r = mmap(NULL, sizeof(*r), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = 1;

	if (r == MAP_FAILED)
		return NULL;
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0)
		_exit(child(t, self, r));
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0 || !r->done)
		return NULL;
	return r;
}

static void print_figures(const char *bench, const struct trial *t, const struct figures *r)
{
	printf("{\"bench\":\"%s\", \"model\":\"%s\", \"n\":%d, \"interface\":%d, \"asked\":\"%s\", \"engine\":\"%s\", \"steps\":%d, \"us_mean\":%.2f, "
	       "\"us_median\":%.2f, \"us_p99_9\":%.2f, \"p99_9_over_median\":%.2f, \"us_worst\":%.1f, \"iterations\":%.2f, \"ductility\":%.1f, "
	       "\"setup_s\":%.2f, \"memory_mb\":%.0f",
	       bench, t->model, r->n, r->interface, t->engine, r->engine, t->steps, r->mean, r->median, r->p999, r->p999 / r->median, r->worst, r->iterations,
	       r->ductility, r->setup_s, r->memory_mb);
}

/* Largest difference of the drift, over its peak, in the steps that both have. */
static double apart(const struct figures *a, int steps_a, const struct figures *b, int steps_b)
{
	double most = 0.0, peak = 0.0;

	for (int i = 0; i < (steps_a < steps_b ? steps_a : steps_b); i++) {
		double off = fabs(a->drift[i] - b->drift[i]);

		/* what is no number stays */
		most = most >= off || isnan(most) ? most : off;
		peak = fmax(peak, fabs(b->drift[i]));
	}
	return most / peak;
}

/* Each row against the first: how many times quicker, and how far apart the answers are. */
static int rows_beside(const char *bench, const struct trial *t, int n, const char *self)
{
	struct figures *base = NULL;

	for (int i = 0; i < n; i++) {
		struct figures *r = measure(&t[i], self);

		if (!r)
			return 1;
		base = base ? base : r;
		print_figures(bench, &t[i], r);
		printf(", \"times_faster\":%.1f, \"apart\":%.1e}\n", base->mean / r->mean, apart(r, t[i].steps, base, t[0].steps));
		if (r != base)
			munmap(r, sizeof(*r));
	}
	munmap(base, sizeof(*base));
	return 0;
}

/* --- the rows -------------------------------------------------------------------------------------- */

static int shear(const char *self)
{
	static const struct trial t[] = {
		{"shear 2000", "dense -inverse", 200, 3, 0.0, true},
		{"shear 2000", "dense", 200, 3, 0.0, true},
		{"shear 2000", "auto -time 0.3", 10000, 2, 0.0, true},
	};

	return rows_beside("2000 storeys", t, COUNT(t), self);
}

static int braces(const char *self)
{
	static const struct trial t[] = {
		{"braces 1e-15", "sparse", 500, 6, 0.0, true},
		{"braces 1e-15", "band", 500, 6, 0.0, true},
		{"braces 1e-15", "dense", 60, 1, 0.0, false},
		{"braces 0", "sparse", 500, 6, 0.0, true},
		{"braces 0", "condensed", 500, 6, 0.0, true},
		{"braces 0", "modal", 500, 6, 0.0, true},
		{"braces 0", "impulse", 500, 1, 0.0, true},
		{"braces 0", "auto -time 0.3", 500, 6, 0.0, true},
	};

	return rows_beside("60 braces", t, COUNT(t), self);
}

/* The same test without and with somebody who looks. The thread behind it has the processor when no step has it. */
static int display(const char *self)
{
	static const struct trial t[][2] = {
		{{"shear 2000", "impulse", 10000, 3, 0.0, true}, {"shear 2000", "impulse; displayMotion 60", 10000, 3, 0.0, true}},
		{{"plain_shear 500", "modal", 3000, 3, 0.0, true}, {"plain_shear 500", "modal; displayMotion 60", 3000, 3, 0.0, true}},
	};

	for (size_t i = 0; i < COUNT(t); i++) {
		struct figures *without = measure(&t[i][0], self), *with = without ? measure(&t[i][1], self) : NULL;

		if (!with)
			return 1;
		print_figures("display", &t[i][1], with);
		printf(", \"us_without\":%.3f, \"us_added\":%.3f, \"limit_us\":1, \"ratio\":%.3f, \"apart\":%.1e}\n", without->median, with->median - without->median,
		       with->median / without->median, apart(with, t[i][1].steps, without, t[i][0].steps));
		munmap(with, sizeof(*with));
		munmap(without, sizeof(*without));
	}
	return 0;
}

/* The latest wake-up of cyclictest at this priority and processor, as many as steps; -1: not to be had. */
static double cyclictest_us(int cpu, int loops)
{
	char line[256];
	double most = -1.0;

	snprintf(line, sizeof(line), "cyclictest -q -m -t 1 -p %d -a %d -i 1000 -l %d 2>/dev/null", PRIORITY, cpu, loops);
	FILE *from = popen(line, "r");
	while (from && fgets(line, sizeof(line), from)) {
		const char *at = strstr(line, "Max:");
		if (at)
			most = atof(at + 4);
	}
	return from && pclose(from) == 0 ? most : -1.0;
}

static int space(const char *self)
{
	static const struct trial t = {"space 1042", "impulse", 1000, 1, 0.001, true};
	int cpu = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1;
	struct figures *r = measure(&t, self);
	double theirs;

	if (!r)
		return 1;
	print_figures("100000 freedoms", &t, r);
	printf(", \"period_us\":%.0f, \"priority\":%d, \"limit_us\":50", 1e6 * t.period, r->priority);
	theirs = cyclictest_us(cpu, 3 * t.steps);
	if (theirs >= 0.0)
		printf(", \"cyclictest_worst_us\":%.0f}\n", theirs);
	else
		printf(", \"cyclictest\":\"not available\"}\n");
	munmap(r, sizeof(*r));
	return 0;
}

static int large(const char *self)
{
	static const struct trial t[] = {{"tower 134", "impulse", 100, 3, 0.0, true}, {"tower 13334", "impulse", 100, 1, 0.0, true}};

	return rows_beside("1000000 freedoms", t, COUNT(t), self);
}

/* Slope of log y over log x, least squares. */
static double exponent(int n, const double *x, const double *y)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0;

	for (int i = 0; i < n; i++) {
		double a = log(x[i]), b = log(y[i]);

		sx += a, sy += b, sxx += a * a, sxy += a * b;
	}
	return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

struct growth { const char *engine, *with; int n[4], steps[4], count, runs; };

static int growth_row(const struct growth *g, const char *self)
{
	double x[4], y[4];

	printf("{\"bench\":\"growth\", \"engine\":\"%s\", \"with\":\"%s\"", g->engine, g->with);
	for (int i = 0; i < g->count; i++) {
		char model[NAME];
		struct trial t = {model, g->engine, g->steps[i], g->runs, 0.0, false};

		snprintf(model, sizeof(model), "plain_shear %d", g->n[i]);
		struct figures *r = measure(&t, self);
		if (!r)
			return 1;
		x[i] = strcmp(g->with, "n") == 0 ? g->n[i] : g->steps[i];
		y[i] = r->median;
		munmap(r, sizeof(*r));
	}
	for (int i = 0; i < g->count; i++)
		printf("%s%.0f", i ? ", " : ", \"at\":[", x[i]);
	for (int i = 0; i < g->count; i++)
		printf("%s%.2f", i ? ", " : "], \"us_median\":[", y[i]);
	printf("], \"exponent\":%.2f}\n", exponent(g->count, x, y));
	return 0;
}

static int growth(const char *self)
{
	static const struct growth g[] = {
		{"impulse", "n", {1000, 10000, 100000}, {1000, 1000, 1000}, 3, 3},
		{"condensed -solver band", "n", {1000, 10000, 100000}, {300, 300, 100}, 3, 3},
		{"condensed -solver sparse", "n", {1000, 10000, 100000}, {300, 300, 100}, 3, 3},
		{"modal", "n", {500, 1000, 2000}, {300, 300, 300}, 3, 3},
		{"condensed -solver dense -inverse", "n", {500, 1000, 2000, 4000}, {200, 200, 100, 50}, 4, 1},
		{"impulse", "length", {1000, 1000, 1000}, {1000, 10000, 100000}, 3, 3},
		{"condensed -solver band", "length", {1000, 1000, 1000}, {1000, 10000, 100000}, 3, 1},
	};
	int bad = 0;

	for (size_t i = 0; i < COUNT(g) && !bad; i++)
		bad = growth_row(&g[i], self);
	return bad;
}

int main(int argc, char **argv)
{
	static const struct { const char *name; int (*run)(const char *self); bool asked; } all[] = {
		{"shear", shear, false}, {"space", space, false}, {"braces", braces, false}, {"display", display, false}, {"growth", growth, false},
		{"large", large, true},
	};
	cpu_set_t one;
	int bad = 0;

	clock_init(&the_clock, &clock_monotonic, 0);
	CPU_ZERO(&one);
	CPU_SET((size_t)sysconf(_SC_NPROCESSORS_ONLN) - 1, &one);
	(void)sched_setaffinity(0, sizeof(one), &one);
	for (size_t i = 0; i < COUNT(all) && !bad; i++)
		if (argc > 1 ? strcmp(argv[1], all[i].name) == 0 : !all[i].asked || getenv("LARGE"))
			bad = all[i].run(argv[0]);
	return bad;
}
