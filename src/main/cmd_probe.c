/* tandem probe HOST <port> | -serve port | -from file: measures a path as UCB/EERC 2005-02, 5.4.2 does, and proposes the controller's timing (6.3.2). */
#include "main/cmd_probe.h"

#include "base/interrupt.h"
#include "base/textfile.h"
#include "main/cmd_probe_words.h"
#include "main/words.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void on_signal(int number)
{
	(void)number;
	interrupt_ask();
}

static void watch_signals(void)
{
	/* the second signal finds the default */
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

	interrupt_clear();
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

static int take_memory(struct probe *p, int n, struct err *e)
{
	p->step = ARENA_ARRAY(&p->mem, (size_t)n, struct probe_step);
	p->sorted = ARENA_ARRAY(&p->mem, (size_t)n, double);
	return p->step && p->sorted ? 0 : err_set(e, ERR_MEMORY, "probe", "no memory for %d steps", n);
}

/* Times of a file instead of a network. */
static int take_times(struct probe *p, struct err *e)
{
	double *x;
	int n, code = textfile_read(p->words.from, &p->mem, &x, &n, e);

	if (!code)
		code = take_memory(p, n, e);
	for (int i = 0; i < n && !code; i++) {
		p->step[i] = (struct probe_step){.sent_s = i ? p->step[i - 1].sent_s + p->step[i - 1].took_s : 0.0, .took_s = x[i] * p->words.factor};
		if (!(x[i] >= 0.0 && p->step[i].took_s < HUGE_VAL)) {
			code = err_set(e, ERR_FORMAT, "probe", "%s: number %d is no time", p->words.from, i + 1);
			err_value(e, "%g", x[i]);
			err_allowed(e, "0 or more");
		}
	}
	p->n = code ? 0 : n;
	return code;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sort(struct probe *p)
{
	int n = 0;

	for (int i = 0; i < p->n; i++)
		if (!isnan(p->step[i].took_s))
			p->sorted[n++] = p->step[i].took_s;
	qsort(p->sorted, (size_t)n, sizeof(double), by_size);
}

static int run(struct probe *p, struct err *e)
{
	int code;

	watch_signals();
	if (p->words.serve >= 0)
		return probe_serve(p, e);
	code = p->words.from ? take_times(p, e) : take_memory(p, p->words.n, e);
	if (!code && !p->words.from)
		code = probe_measure(p, e);
	if (code)
		return code;
	sort(p);
	code = probe_report(p, e);
	return !code && fflush(stdout) != 0 ? err_set(e, ERR_FILE, "probe", "standard output cannot be written") : code;
}

int cmd_probe(int argc, char **argv)
{
	struct probe p = {0};
	struct err e;
	int code;

	if (argc > 1 && words_ask_help(argv[1])) {
		probe_words_help();
		return 0;
	}
	err_clear(&e);
	arena_init(&p.mem);
	code = probe_words_read(&p, argc - 1, (const char *const *)argv + 1, &e);
	if (!code)
		code = run(&p, &e);
	tls_close(p.tls);
	arena_fini(&p.mem);
	return code ? words_failed(&e) : 0;
}
