/* The page and the JSON object of `tandem doctor`. Times are microseconds. */
#include "main/cmd_doctor_print.h"

#include "base/base.h"

enum { BAR = 50 };

static const struct {
	const char *name, *key;
	double q;
} percentiles[] = {
	{"50 %", "p50", 0.5}, {"90 %", "p90", 0.9}, {"99 %", "p99", 0.99}, {"99.9 %", "p99_9", 0.999}, {"max", "max", 1.0},
};

/* Row i of the histogram holds an octave, so that its ends are ends of bins: it begins at 2^(i + 9) ns, the first one at 0. The last
 * one has no end. */
enum { ROWS = 22, FIRST_OCTAVE = 9 };

static int64_t row_begin(int row)
{
	return row == 0 ? 0 : (int64_t)1 << (row + FIRST_OCTAVE);
}

static uint64_t count_row(const struct histogram *h, int row)
{
	return row + 1 < ROWS ? histogram_between(h, row_begin(row), row_begin(row + 1)) : h->n - histogram_between(h, 0, row_begin(row));
}

/* The rows from the first to the last that is not empty. */
static void row_span(const struct histogram *h, int *ret_first, int *ret_end)
{
	int first = ROWS, end = 0;
	for (int i = 0; i < ROWS; i++) {
		if (count_row(h, i) == 0)
			continue;
		first = i < first ? i : first;
		end = i + 1;
	}
	*ret_first = first;
	*ret_end = end;
}

/* ---- the page ---- */

void doctor_print_machine(const struct doctor *d, FILE *to)
{
	fprintf(to, "%-16s %-32s %-8s %-16s %s\n", "machine", "is", "", "wanted", "because");
	for (int i = 0; i < MACHINE_ITEMS; i++) {
		const struct machine_row *r = &d->row[i];
		fprintf(to, "%-16s %-32s %-8s %-16s %s\n", r->name, r->read, machine_state_name(r->state), r->want, r->why);
	}
}

static void print_measures(const struct doctor *d, FILE *to)
{
	for (enum loop_measure m = 0; m < LOOP_MEASURES; m++) {
		char line[640];
		if (!loop_refused(&d->loop, m))
			continue;
		err_text(loop_refused(&d->loop, m), line, sizeof(line));
		fprintf(to, "refused, measured without it: %s\n", line);
	}
}

static void print_histogram(const struct histogram *h, FILE *to)
{
	static const char bar[BAR + 1] = "##################################################";
	int first, end;
	row_span(h, &first, &end);
	for (int i = first; i < end; i++) {
		uint64_t n = count_row(h, i);
		int length = n == 0 ? 0 : 1 + (int)((BAR - 1) * (double)n / (double)h->n);
		fprintf(to, "  from %10.1f us %10llu %.*s\n", 1e-3 * (double)row_begin(i), (unsigned long long)n, length, bar);
	}
}

static void print_todo(const struct doctor *d, FILE *to)
{
	const char *title = "what to change:";
	for (int i = 0; i < MACHINE_ITEMS; i++) {
		if (d->row[i].state != MACHINE_POOR)
			continue;
		fprintf(to, "%-16s %s: %s\n", title, d->row[i].name, d->row[i].todo);
		title = "";
	}
}

void doctor_print_result(const struct doctor *d, FILE *to)
{
	const struct loop_report *r = &d->report;
	char cpu[24] = "any CPU";
	if (d->cpu >= 0)
		snprintf(cpu, sizeof(cpu), "CPU %d", d->cpu);
	fprintf(to, "\nwake-up latency at %g Hz (period %.1f us) for %g s, priority %d, %s\n", d->rate_hz, 1e-3 * r->period_ns, d->seconds, d->priority, cpu);
	print_measures(d, to);
	for (size_t i = 0; i < COUNT(percentiles); i++)
		fprintf(to, "  %-8s %10.1f us\n", percentiles[i].name, 1e-3 * (double)histogram_quantile(&r->wake, percentiles[i].q));
	fprintf(to, "  ticks %lld, overruns %lld, missed periods %lld; page faults %lld, taken off the CPU %lld times\n", (long long)r->calls,
		(long long)r->overruns, (long long)r->missed, (long long)(r->minor_faults + r->major_faults), (long long)r->switches);
	print_histogram(&r->wake, to);
	fprintf(to, "\nverdict: %s at %g Hz\n", fitness_name(d->verdict.fit), d->rate_hz);
	for (int i = 0; i < d->verdict.n; i++)
		fprintf(to, "    %s\n", d->verdict.reason[i]);
	print_todo(d, to);
}

/* ---- JSON ---- */

static void json_text(const char *text, FILE *to)
{
	fputc('"', to);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\')
			fprintf(to, "\\%c", c);
		else if (c < 0x20)
			fprintf(to, "\\u%04x", c);
		else
			fputc(c, to);
	}
	fputc('"', to);
}

static void json_machine(const struct doctor *d, FILE *to)
{
	fprintf(to, " \"machine\": [");
	for (int i = 0; i < MACHINE_ITEMS; i++) {
		const struct machine_row *r = &d->row[i];
		const char *const pair[][2] = {
			{"name", r->name}, {"read", r->read}, {"state", machine_state_name(r->state)}, {"want", r->want}, {"why", r->why}, {"todo", r->todo},
		};
		for (size_t k = 0; k < COUNT(pair); k++) {
			fprintf(to, "%s\"%s\": ", k > 0 ? ", " : i > 0 ? "},\n  {" : "\n  {", pair[k][0]);
			json_text(pair[k][1], to);
		}
	}
	fprintf(to, "}],\n");
}

static void json_loop(const struct doctor *d, FILE *to)
{
	const struct loop_report *r = &d->report;
	int first, end;
	fprintf(to, " \"rate_hz\": %.10g, \"seconds\": %.10g, \"cpu\": %d, \"priority\": %d,\n \"refused\": [", d->rate_hz, d->seconds, d->cpu, d->priority);
	const char *comma = "";
	for (enum loop_measure m = 0; m < LOOP_MEASURES; m++) {
		if (!loop_refused(&d->loop, m))
			continue;
		fprintf(to, "%s", comma);
		json_text(loop_measure_name(m), to);
		comma = ", ";
	}
	fprintf(to, "],\n \"ticks\": %lld, \"overruns\": %lld, \"missed\": %lld, \"page_faults\": %lld, \"switches\": %lld,\n \"wake_us\": {", (long long)r->calls,
		(long long)r->overruns, (long long)r->missed, (long long)(r->minor_faults + r->major_faults), (long long)r->switches);
	for (size_t i = 0; i < COUNT(percentiles); i++)
		fprintf(to, "%s\"%s\": %.3f", i ? ", " : "", percentiles[i].key, 1e-3 * (double)histogram_quantile(&r->wake, percentiles[i].q));
	fprintf(to, "},\n \"histogram\": [");
	row_span(&r->wake, &first, &end);
	for (int i = first; i < end; i++)
		fprintf(to, "%s{\"from_us\": %.3f, \"n\": %llu}", i > first ? ", " : "", 1e-3 * (double)row_begin(i), (unsigned long long)count_row(&r->wake, i));
	fprintf(to, "],\n");
}

void doctor_print_json(const struct doctor *d, FILE *to)
{
	fprintf(to, "{\n");
	json_machine(d, to);
	json_loop(d, to);
	fprintf(to, " \"verdict\": ");
	json_text(fitness_name(d->verdict.fit), to);
	fprintf(to, ", \"reasons\": [");
	for (int i = 0; i < d->verdict.n; i++) {
		fprintf(to, "%s", i ? ", " : "");
		json_text(d->verdict.reason[i], to);
	}
	fprintf(to, "]\n}\n");
}
