/* What `tandem probe` says: page, JSON, CSV, times, picture. Seconds everywhere.
 *
 * Histogram and cumulative curve as in UCB/EERC 2005-02, Figures 5-12 and 5-13: bins of a round width, about 16 up to the 99 % quantile; the last one
 * has no end. */
#include "main/cmd_probe_words.h"

#include "base/io.h"
#include "plot/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 40, WANTED = 16, BAR = 40 };

struct bins {
	double width, first;               /* bin i begins at first + i width */
	int n;
	int count[BINS];                   /* the last one: from there on, the lost ones too */
};

static const struct {
	const char *name, *key;
	double q;
} quantiles[] = {
	{"least", "least", 0.0}, {"median", "median", 0.5}, {"90 %", "p90", 0.9}, {"95 %", "p95", 0.95}, {"99 %", "p99", 0.99}, {"most", "most", 1.0},
};

static int answered(const struct probe *p)
{
	return p->n - p->lost;
}

/* The time in which the share q of all steps has its answer: rank ceil(q n), as histogram.h counts; infinite where that step has none. */
static double probe_quantile(const struct probe *p, double q)
{
	int rank = (int)ceil(q * p->n - 1e-9);

	rank = rank < 1 ? 1 : rank;
	return rank > answered(p) ? INFINITY : p->sorted[rank - 1];
}

static double mean(const struct probe *p)
{
	double sum = 0.0;

	for (int i = 0; i < answered(p); i++)
		sum += p->sorted[i];
	return sum / answered(p);
}

static int bin_of(const struct bins *b, double x)
{
	return (int)fmin((x - b->first) / b->width + 1e-9, BINS - 2);
}

static void fill_bins(const struct probe *p, struct bins *b)
{
	int n = answered(p);
	double least = n > 0 ? p->sorted[0] : 0.0, most = n > 0 ? p->sorted[(int)ceil(0.99 * n) - 1] : 1.0;

	*b = (struct bins){.width = plot_step(most > least ? most - least : most > 0.0 ? most : 1.0, WANTED)};
	b->first = b->width * floor(least / b->width + 1e-9);
	b->n = bin_of(b, most) + 2;
	for (int i = 0; i < p->n; i++) {
		int k = i < n ? bin_of(b, p->sorted[i]) : b->n - 1;

		b->count[k < b->n ? k : b->n - 1]++;
	}
	while (b->n > 1 && b->count[b->n - 1] == 0)
		b->n--;
}

/* ---- the proposal ---- */

/* To four digits, up. */
static double round_up(double x)
{
	double unit = pow(10.0, floor(log10(x)) - 3.0);

	return unit * ceil(x / unit - 1e-6);
}

/* A span that -scale says in four digits, and not faster than real time. */
static void propose(struct probe *p)
{
	double scale;

	err_clear(&p->why);
	p->refused = timing_find(&p->words.timing, p->sorted, answered(p), p->lost, &p->timing, &p->why);
	if (p->refused)
		return;
	p->shortest_s = p->timing.span_s;
	scale = fmax(p->shortest_s / p->words.dt, 1.0);
	timing_of_span(&p->words.timing, p->sorted, answered(p), p->lost, p->words.dt * round_up(scale), &p->timing);
}

static double scale_of(const struct probe *p)
{
	return p->timing.span_s / p->words.dt;
}

static void print_proposal(const struct probe *p, FILE *to)
{
	const struct timing_words *w = &p->words.timing;
	const struct timing *t = &p->timing;
	char text[640];

	if (p->refused) {
		err_text(&p->why, text, sizeof(text));
		fprintf(to, "no proposal: %s\n", text);
		return;
	}
	if (p->shortest_s < p->words.dt)
		fprintf(to, "the network allows steps of %.4g s: it is faster than real time, and what the actuators need decides\n", p->shortest_s);
	fprintf(to, "proposal: steps of %.6g s; answers within %.4g s are in time, within %.4g s slow the step down, later ones hold it\n",
		t->span_s, t->slow_at_s, t->hold_at_s);
	fprintf(to, "  of these steps %d slow down (%.2f %%, wanted at most %.2f %%), %d hold (%.2f %%, at most %.2f %%); a step lasts %.4g s in the mean\n",
		t->slow, 100.0 * t->slow / p->n, 100.0 * w->slow_share, t->hold, 100.0 * t->hold / p->n, 100.0 * w->hold_share, t->mean_s);
	fprintf(to, "    expCommand Lagrange 1 3\n    expController 1 1 -extrapolate %.6g -slow %.6g -slowRate %.6g\n", w->extrapolate, w->slow, w->rate);
	fprintf(to, "    expControl VirtualRig 1 ... -controller 1 -scale %.4g        ;# or DeviceRig; steps of %.6g s of test time\n", scale_of(p), p->words.dt);
}

/* ---- the page ---- */

static void print_bins(const struct probe *p, FILE *to)
{
	static const char bar[BAR + 1] = "########################################";
	struct bins b;
	int most = 1, sum = 0;

	fill_bins(p, &b);
	for (int i = 0; i < b.n; i++)
		most = b.count[i] > most ? b.count[i] : most;
	fprintf(to, "  %14s %10s %10s\n", "from [s]", "steps", "up to here");
	for (int i = 0; i < b.n; i++) {
		sum += b.count[i];
		fprintf(to, "  %14.6g %10d %8.2f %% %.*s\n", b.first + i * b.width, b.count[i], 100.0 * sum / p->n,
			b.count[i] == 0 ? 0 : 1 + (int)((BAR - 1) * (double)b.count[i] / most), bar);
	}
}

static void print_page(const struct probe *p, FILE *to)
{
	const struct probe_words *w = &p->words;

	if (w->from)
		fprintf(to, "probe of the times in %s: %d steps\n", w->from, p->n);
	else
		fprintf(to, "probe of %s port %d%s: %d steps of %d bytes every %g s; lost %d, late %d, connections %d\n", w->host, w->port, p->tls ? ", TLS" : "",
			p->n, w->bytes, w->interval, p->lost, p->late, p->connections);
	if (answered(p) > 0) {
		fprintf(to, "  mean %.6g", mean(p));
		for (size_t i = 0; i < COUNT(quantiles); i++)
			fprintf(to, ", %s %.6g", quantiles[i].name, probe_quantile(p, quantiles[i].q));
		fprintf(to, " s\n");
		print_bins(p, to);
		fprintf(to, "%.6g %% of the steps need %.6g s at most\n", 100.0 * w->share, probe_quantile(p, w->share));
	}
	print_proposal(p, to);
}

/* JSON has no infinity: a time without an end is null. */
static void json_time(const char *key, double x, FILE *to)
{
	if (isfinite(x))
		fprintf(to, "\"%s\": %.9g", key, x);
	else
		fprintf(to, "\"%s\": null", key);
}

static void print_json(const struct probe *p, FILE *to)
{
	const struct timing *t = &p->timing;
	struct bins b;

	fill_bins(p, &b);
	fprintf(to, "{\"steps\": %d, \"lost\": %d, \"late\": %d, \"connections\": %d, \"tls\": %s,\n \"time_s\": {", p->n, p->lost, p->late, p->connections,
		p->tls ? "true" : "false");
	json_time("mean", mean(p), to);
	for (size_t i = 0; i < COUNT(quantiles); i++) {
		fprintf(to, ", ");
		json_time(quantiles[i].key, probe_quantile(p, quantiles[i].q), to);
	}
	fprintf(to, "},\n \"share\": %.9g, ", p->words.share);
	json_time("share_s", probe_quantile(p, p->words.share), to);
	fprintf(to, ",\n \"histogram\": [");
	for (int i = 0; i < b.n; i++)
		fprintf(to, "%s{\"from_s\": %.9g, \"n\": %d}", i ? ", " : "", b.first + i * b.width, b.count[i]);
	fprintf(to, "],\n \"proposal\": ");
	if (p->refused)
		fprintf(to, "null}\n");
	else
		fprintf(to, "{\"shortest_s\": %.9g, \"span_s\": %.9g, \"scale\": %.9g, "
			"\"slow_at_s\": %.9g, \"hold_at_s\": %.9g, \"slow\": %d, \"hold\": %d, \"mean_s\": %.9g}}\n",
			p->shortest_s, t->span_s, scale_of(p), t->slow_at_s, t->hold_at_s, t->slow, t->hold, t->mean_s);
}

/* ---- files ---- */

static int write_lines(const struct probe *p, const char *path, bool times, struct err *e)
{
	char line[128] = "step,sent_s,took_s,late\n";
	int handle, closed, code = io_open(path, IO_WRITE, &handle, e);

	if (code)
		return code;
	if (times)
		snprintf(line, sizeof(line), "# seconds from a step sent to its answer, %d of %d\n", answered(p), p->n);
	code = io_write(handle, path, line, strlen(line), e);
	for (int i = 0; i < p->n && !code; i++) {
		const struct probe_step *s = &p->step[i];

		if (times && isnan(s->took_s))
			continue;
		if (times)
			snprintf(line, sizeof(line), "%.9f\n", s->took_s);
		else if (isnan(s->took_s))
			snprintf(line, sizeof(line), "%d,%.9f,,0\n", i + 1, s->sent_s);
		else
			snprintf(line, sizeof(line), "%d,%.9f,%.9f,%d\n", i + 1, s->sent_s, s->took_s, s->late);
		code = io_write(handle, path, line, strlen(line), e);
	}
	closed = io_close(handle, path, code ? NULL : e);
	return code ? code : closed;
}

static int draw(struct probe *p, const char *path, struct err *e)
{
	int n = answered(p);
	double x[2 * BINS + 2], y[2 * BINS + 2], slow[2], hold[2], all[2] = {0.0, 100.0};
	double *share = ARENA_ARRAY(&p->mem, (size_t)n + 1, double);
	struct bins b;
	struct plot two[2];

	if (!share)
		return err_set(e, ERR_MEMORY, "probe", "no memory for the picture");
	fill_bins(p, &b);
	for (int i = 0; i < b.n; i++) {
		x[2 * i] = b.first + i * b.width;
		x[2 * i + 1] = x[2 * i] + b.width;
		y[2 * i] = y[2 * i + 1] = b.count[i];
	}
	for (int i = 0; i < n; i++)
		share[i] = 100.0 * (i + 1) / p->n;
	slow[0] = slow[1] = p->timing.slow_at_s;
	hold[0] = hold[1] = p->timing.hold_at_s;
	for (int i = 0; i < 2; i++)
		two[i] = (struct plot){.title = i ? "" : "time from a step sent to its answer", .x_label = i ? "time [s]" : "", .y_label = i ? "answered [%]" : "steps",
		                       .width = PLOT_WIDTH, .height = PLOT_HEIGHT, .ncurve = 1};
	two[0].curve[0] = (struct plot_curve){.name = "steps", .n = 2 * b.n, .x = x, .y = y, .stride = 1};
	two[1].curve[0] = (struct plot_curve){.name = "answered", .n = n, .x = p->sorted, .y = share, .stride = 1};
	two[1].y_hi = 100.0;
	if (!p->refused) {
		two[1].curve[1] = (struct plot_curve){.name = "slow", .n = 2, .x = slow, .y = all, .stride = 1, .dashed = true};
		two[1].curve[2] = (struct plot_curve){.name = "hold", .n = 2, .x = hold, .y = all, .stride = 1, .dashed = true};
		two[1].ncurve = 3;
	}
	return plot_write_stack(two, 2, path, e);
}

int probe_report(struct probe *p, struct err *e)
{
	int code = 0;

	propose(p);
	(p->words.json ? print_json : print_page)(p, stdout);
	if (p->words.file)
		code = write_lines(p, p->words.file, false, e);
	if (p->words.times && !code)
		code = write_lines(p, p->words.times, true, e);
	if (p->words.plot && !code)
		code = draw(p, p->words.plot, e);
	return code;
}
