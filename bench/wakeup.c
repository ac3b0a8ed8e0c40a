/* How late the real-time loop wakes, beside cyclictest (package rt-tests) at the same rate, priority and processor, in one run: the two take
 * turns, and the counts of all turns are added. One JSON line: medians and 99th percentiles of both in microseconds, ours / theirs,
 * and the share of wake-ups that came more than a period late. Where cyclictest or SCHED_FIFO is not to be had the line says so.
 *
 * cyclictest counts whole microseconds, rounded down: half of one is added. Its interval is a whole number of microseconds, so
 * both run with 977 us, 1023.5 Hz. */
#include "realtime/loop.h"

#include <stdio.h>
#include <unistd.h>

enum { TURNS = 5, CALLS = 2000, INTERVAL_US = 977, PRIORITY = 80, MOST_US = 20000 };

struct counts {
	long n[MOST_US];  /* wake-ups that were so many whole microseconds late */
	long more, all;   /* later than that; all */
};

static int do_nothing(void *ctx, int64_t tick, int64_t t_ns)
{
	(void)ctx;
	(void)tick;
	(void)t_ns;
	return 0;
}

/* One turn of ours, added to the sum. */
static int turn_ours(int cpu, struct loop_report *sum, struct err *e)
{
	static struct loop loop;
	static struct loop_report report;
	struct loop_config c = {.rate_hz = 1e6 / INTERVAL_US, .priority = PRIORITY, .cpu = cpu, .calls = CALLS, .body = {.call = do_nothing}};
	struct arena mem;

	arena_init(&mem);
	int rc = loop_init(&loop, &c, &mem, e);
	if (rc == 0)
		rc = loop_start(&loop, e);
	while (rc == 0 && (!loop_read(&loop, &report) || !report.ended))
		usleep(10000);
	if (rc == 0)
		rc = loop_stop(&loop, e);
	if (rc == 0) {
		histogram_merge(&sum->wake, &report.wake);
		sum->late += report.late;
	}
	arena_fini(&mem);
	return rc;
}

/* One turn of cyclictest, added; false when it cannot be run or says nothing. */
static bool turn_theirs(int cpu, struct counts *sum)
{
	char line[256];
	long before = sum->all;

	snprintf(line, sizeof(line), "cyclictest -q -m -t 1 -p %d -a %d -i %d -l %d -h %d 2>/dev/null", PRIORITY, cpu, INTERVAL_US, CALLS, MOST_US);
	FILE *from = popen(line, "r");
	if (!from)
		return false;
	while (fgets(line, sizeof(line), from)) {
		long us, n;
		if (sscanf(line, "# Histogram Overflows: %ld", &n) == 1) {
			sum->more += n;
			sum->all += n;
		} else if (line[0] != '#' && sscanf(line, "%ld %ld", &us, &n) == 2 && us >= 0 && us < MOST_US) {
			sum->n[us] += n;
			sum->all += n;
		}
	}
	return pclose(from) == 0 && sum->all > before;
}

static double counts_quantile(const struct counts *c, double q)
{
	long seen = 0;
	for (int us = 0; us < MOST_US; us++) {
		seen += c->n[us];
		if ((double)seen >= q * (double)c->all)
			return us + 0.5;
	}
	return MOST_US;
}

static double counts_late(const struct counts *c)
{
	long late = c->more;
	for (int us = INTERVAL_US; us < MOST_US; us++)
		late += c->n[us];
	return (double)late / (double)c->all;
}

int main(void)
{
	static struct loop_report ours;
	static struct counts theirs;
	int cpu = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1;
	bool beside = true;
	struct err e;
	char text[640];

	err_clear(&e);
	for (int k = 0; k < TURNS; k++) {
		if (turn_ours(cpu, &ours, &e) < 0) {
			err_text(&e, text, sizeof(text));
			printf("{\"bench\":\"wake-up\", \"not_measured\":\"%s\"}\n", text);
			return 0;
		}
		beside = beside && turn_theirs(cpu, &theirs);
	}
	double median = 1e-3 * (double)histogram_quantile(&ours.wake, 0.5), p99 = 1e-3 * (double)histogram_quantile(&ours.wake, 0.99);
	printf("{\"bench\":\"wake-up\", \"rate_hz\":%.1f, \"cpu\":%d, \"priority\":%d, \"n\":%llu, \"median_us\":%.2f, \"p99_us\":%.2f, \"late_share\":%.5f, ",
	       1e6 / INTERVAL_US, cpu, PRIORITY, (unsigned long long)ours.wake.n, median, p99, (double)ours.late / (double)ours.wake.n);
	if (beside)
		printf("\"cyclictest_n\":%ld, \"cyclictest_median_us\":%.2f, \"cyclictest_p99_us\":%.2f, \"cyclictest_late_share\":%.5f, "
		       "\"median_ratio\":%.2f, \"p99_ratio\":%.2f}\n", theirs.all, counts_quantile(&theirs, 0.5), counts_quantile(&theirs, 0.99),
		       counts_late(&theirs), median / counts_quantile(&theirs, 0.5), p99 / counts_quantile(&theirs, 0.99));
	else
		printf("\"cyclictest\":\"not available\"}\n");
	return 0;
}
