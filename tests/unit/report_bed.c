/* Synthetic records. */
#include "test.h"

#include "unit/report_bed.h"

#include "base/base.h"
#include "math/math_init.h"
#include "record/run_read.h"
#include "record/run_writer.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHANNELS = 32, TABLES = 8, COLUMNS = 4 * CHANNELS + 4 };
enum { STEPS, CHANNEL, HSEI, ENERGY, TIMING, WAKE, NETWORK, SECOND };

static const struct run_column STEP_COLUMNS[] = {
	{"time", "s"}, {"test_time", "s"}, {"iterations", ""}, {"node1_disp1", "in"}, {"node2_disp1", "in"}, {"node2_accel1", "in/s^2"},
	{"site1_command1", "in"}, {"site1_disp1", "in"}, {"site1_force1", "kip"},
};
static const struct run_column HSEI_COLUMNS[] = {{"test_time", "s"}, {"hseiS", "-"}, {"hseiI", "-"}};
static const struct run_column ENERGY_COLUMNS[] = {{"test_time", "s"}, {"input", "force*length"}, {"error", "force*length"}, {"unbalanced", "force*length"}};
static const struct run_column TIMING_COLUMNS[] = {{"time", "s"}, {"ticks", "ticks"}, {"missed", "ticks"}, {"overruns", "ticks"}};
static const struct run_column WAKE_COLUMNS[] = {{"from", "us"}, {"to", "us"}, {"count", "ticks"}};
static const struct run_column NETWORK_COLUMNS[] = {{"test_time", "s"}, {"exchange", ""}, {"sent", "s"}, {"answered", "s"}, {"round_trip", "s"}, {"losses", ""},
                                                    {"resent", ""}, {"ignored", ""}};

/* What stands at the head of tables: thresholds that never speak here but one, limits of the channels near and far. */
static const char *const THRESHOLD_COLUMN[] = {"hseiI", "hseiI", "hseiS"}, *const THRESHOLD_ACTION[] = {"warn", "pause", "stop"};
static const double THRESHOLD_LIMIT[] = {-0.05, -0.1, 0.4}, THRESHOLD_BOTH[] = {0.0, 0.0, 1.0};
static struct run_attribute HSEI_HEAD[] = {{.name = "threshold_column", .n = 3, .texts = THRESHOLD_COLUMN},
                                           {.name = "threshold_action", .n = 3, .texts = THRESHOLD_ACTION},
                                           {.name = "threshold_limit", .n = 3, .numbers = THRESHOLD_LIMIT},
                                           {.name = "threshold_both", .n = 3, .numbers = THRESHOLD_BOTH}};
static const double STROKE_MIN[CHANNELS] = {-2.0, -1000.0}, STROKE_MAX[CHANNELS] = {2.0, 1000.0};
static struct run_attribute CHANNEL_HEAD[] = {{.name = "stroke_min", .n = CHANNELS, .numbers = STROKE_MIN},
                                              {.name = "stroke_max", .n = CHANNELS, .numbers = STROKE_MAX}};

struct bed {
	const struct bed_words *w;
	struct run_writer *writer;
	char name[COLUMNS][24];
	struct run_column column[COLUMNS];
	struct run_table table[TABLES];
	int at[TABLES];            /* table number in the file; -1: none */
	int n;
};

static void add(struct bed *b, int which, const char *group, int n, const struct run_column *column, double rate)
{
	b->at[which] = b->n;
	b->table[b->n++] = (struct run_table){.group = group, .brief = "known numbers", .n = n, .column = column, .rate_hz = rate, .packed = rate > 0.0};
}

static void add_head(struct bed *b, int which, const char *group, int n, const struct run_column *column, double rate, int nhead, struct run_attribute *head)
{
	add(b, which, group, n, column, rate);
	b->table[b->n - 1].attribute = head;
	b->table[b->n - 1].nattribute = nhead;
}

static void plan(struct bed *b)
{
	static const char *const PART[] = {"command", "disp", "measuredDisp", "measuredForce"};
	static const char *const UNIT[] = {"in", "in", "in", "kip"};
	int n = 0;

	for (int i = 0; i < TABLES; i++)
		b->at[i] = -1;
	add(b, STEPS, "steps", COUNT(STEP_COLUMNS), STEP_COLUMNS, 0.0);
	b->column[n++] = (struct run_column){"time", "s"};
	for (int c = 1; c <= b->w->channels; c++)
		for (int k = 0; k < 4; k++, n++) {
			snprintf(b->name[n], sizeof(b->name[n]), "%s%d", PART[k], c);
			b->column[n] = (struct run_column){b->name[n], UNIT[k]};
		}
	b->column[n++] = (struct run_column){"state", ""};
	b->column[n++] = (struct run_column){"lost", ""};
	if (b->w->channels > 0)
		add_head(b, CHANNEL, "channels/control1", n, b->column, BED_RATE, COUNT(CHANNEL_HEAD), CHANNEL_HEAD);
	if (b->w->input != 0.0) {
		add_head(b, HSEI, "monitors/hsei1", COUNT(HSEI_COLUMNS), HSEI_COLUMNS, 0.0, COUNT(HSEI_HEAD), HSEI_HEAD);
		add(b, ENERGY, "monitors/energy2", COUNT(ENERGY_COLUMNS), ENERGY_COLUMNS, 0.0);
	}
	if (b->w->second != 0.0)
		add(b, SECOND, "monitors/hsei12", COUNT(HSEI_COLUMNS), HSEI_COLUMNS, 0.0);
	if (b->w->loops) {
		add(b, TIMING, "timing/control1", COUNT(TIMING_COLUMNS), TIMING_COLUMNS, 0.0);
		add(b, WAKE, "timing/control1_wake", COUNT(WAKE_COLUMNS), WAKE_COLUMNS, 0.0);
		add(b, NETWORK, "network/elsewhere", COUNT(NETWORK_COLUMNS), NETWORK_COLUMNS, 0.0);
	}
}

static void put_steps(struct bed *b, double seconds)
{
	const double w = 2.0 * M_PI * BED_HZ, dt = b->w->dt > 0.0 ? b->w->dt : BED_DT;
	long n = lround(seconds / dt);

	for (long i = 1; i <= n; i++) {
		double t = (double)i * dt, s = sin(w * t), measured = BED_A * sin(w * (t - b->w->lag)), share = (double)i / (double)n;
		const double row[] = {t, t, 1.0, b->w->scale * s, 2.0 * b->w->scale * s, -2.0 * w * w * s, BED_A * s, measured, BED_K * measured};
		const double hsei[] = {t, 2.0 * b->w->hsei * share, b->w->hsei * share};
		const double energy[] = {t, b->w->input * share, 0.01 * b->w->input * share, 0.001 * b->w->input * share};
		const double took = i % 10 == 0 ? BED_SLOW : BED_FAST;
		const double network[] = {t, (double)i, t, t + took, took, share >= 0.5, 2.0 * (share >= 0.5), 0.0};

		run_writer_row(b->writer, b->at[STEPS], row);
		if (b->at[HSEI] >= 0)
			run_writer_row(b->writer, b->at[HSEI], hsei);
		if (b->at[SECOND] >= 0)
			run_writer_row(b->writer, b->at[SECOND], (const double[]){t, 2.0 * b->w->second * share, b->w->second * share});
		if (b->at[ENERGY] >= 0)
			run_writer_row(b->writer, b->at[ENERGY], energy);
		if (b->at[NETWORK] >= 0)
			run_writer_row(b->writer, b->at[NETWORK], network);
	}
}

/* State: extrapolate and interpolate by turns, hold in the last hundredth. */
static void put_channels(struct bed *b, double seconds)
{
	const double w = 2.0 * M_PI * BED_HZ;
	long n = lround(seconds * BED_RATE);

	for (long i = 1; i <= n && b->at[CHANNEL] >= 0; i++) {
		double row[COLUMNS], t = (double)i / BED_RATE;
		int at = 0;

		row[at++] = t;
		for (int c = 1; c <= b->w->channels; c++) {
			double measured = c * BED_A * sin(w * (t - b->w->lag));

			row[at++] = c * BED_A * sin(w * t);
			row[at++] = measured;
			row[at++] = measured;
			row[at++] = BED_K * measured;
		}
		row[at++] = i * 100 > n * 99 ? 4.0 : 1.0 + (double)(i / 10 % 2);
		row[at++] = 0.0;
		run_writer_row(b->writer, b->at[CHANNEL], row);
	}
}

static void put_loops(struct bed *b)
{
	run_writer_row(b->writer, b->at[TIMING], (const double[]){10.0, 5000.0, 0.0, 0.0});
	run_writer_row(b->writer, b->at[TIMING], (const double[]){20.0, 10000.0, 3.0, 1.0});
	for (int i = 0; i < 12; i++)
		run_writer_row(b->writer, b->at[WAKE], (const double[]){pow(2.0, i), pow(2.0, i + 1), i == 3 ? 9000.0 : 100.0});
}

static void put_event(struct bed *b, double t, const char *kind, const char *source, const char *text)
{
	struct run_event event = {.time = t};

	snprintf(event.kind, sizeof(event.kind), "%s", kind);
	snprintf(event.source, sizeof(event.source), "%s", source);
	snprintf(event.text, sizeof(event.text), "%s", text);
	run_writer_event(b->writer, &event);
}

static void put_events(struct bed *b)
{
	put_event(b, 0.0, "analyze", "analyze", "4000 steps of 0.005 s");
	for (int i = 0; i < 5; i++)
		put_event(b, 3.0 + i, "state", "expControl 1", "hold from 3.1 s of its laboratory");
	put_event(b, 10.0, "pause", "hsei1", "monitor HSEI 1: pause: hseiI = -0.1 - at t = 10, limit -0.1");
	put_event(b, 10.0, "resume", "hsei1", "monitor HSEI 1: the test goes on at t = 10");
	if (b->w->second != 0.0)
		put_event(b, 11.0, "pause", "monitor hsei12", "monitor HSEI 12: pause: hseiI = -0.3 - at t = 11, limit -0.3");
	put_event(b, 12.0, "odd", "some <one> & others", "a kind that nobody knows");
	put_event(b, 20.0, "end", "run", "complete");
}

static void write_rows(struct bed *b)
{
	double seconds = b->w->seconds > 0.0 ? b->w->seconds : BED_SECONDS;

	if (b->w->empty)
		return;
	put_steps(b, seconds);
	put_channels(b, seconds);
	if (b->w->loops)
		put_loops(b);
	if (b->w->events)
		put_events(b);
}

static void open_writer(struct bed *b, const char *path)
{
	static const struct run_attribute ATTRIBUTES[] = {
		{.name = "program", .text = "tandem 1.2.3"}, {.name = "run", .text = "bed-1"},
		{.name = "script_path", .text = "/home/me/bed & breakfast.tcl"}, {.name = "script_words", .text = ""},
		{.name = "script_hash", .text = "0123456789abcdef"}, {.name = "seed", .number = 42}, {.name = "dt", .number = BED_DT},
		{.name = "unit_force", .text = "kip"}, {.name = "unit_length", .text = "in"}, {.name = "unit_time", .text = "s"},
		{.name = "machine", .text = "a <machine>"}, {.name = "created", .text = "2026-01-02T03:04:05Z"}, {.name = "clock", .text = "virtual time"},
	};
	struct err e;

	err_clear(&e);
	assert_int_equal(run_writer_open(&b->writer, &(struct run_writer_words){.path = path, .attribute = ATTRIBUTES, .nattribute = COUNT(ATTRIBUTES),
	                                 .script = "puts \"1 < 2\"\n", .table = b->table, .ntable = b->n, .patient = true}, &e), 0);
}

/* Rows of the steps that can be read; -1: not yet. */
static long rows_there(const char *path)
{
	struct run_file *f = NULL;
	struct err e;
	long rows = -1;
	int table;

	err_clear(&e);
	if (run_open(&f, path, &e) == 0 && run_find(f, "steps", NULL, &table, NULL, &e) == 0)
		rows = (long)run_table(f, table)->rows;
	run_close(f);
	return rows;
}

/* A writer in a process of its own, killed when its rows are on the disk. */
static void write_and_kill(struct bed *b, const char *path)
{
	double seconds = b->w->seconds > 0.0 ? b->w->seconds : BED_SECONDS;
	long n = lround(seconds / (b->w->dt > 0.0 ? b->w->dt : BED_DT));
	pid_t child = fork();
	int status, waits = 0;

	assert_true(child >= 0);
	if (child == 0) {
		open_writer(b, path);
		write_rows(b);
		for (;;)
			pause();
	}
	while (rows_there(path) < n && ++waits < 600)
		usleep(100000);
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(waits < 600);
}

void bed_record(const char *path, const struct bed_words *w)
{
	struct bed b = {.w = w};
	struct err e;

	assert_true(w->channels <= CHANNELS);
	plan(&b);
	if (w->status && strcmp(w->status, "killed") == 0) {
		write_and_kill(&b, path);
		return;
	}
	open_writer(&b, path);
	write_rows(&b);
	err_clear(&e);
	assert_int_equal(run_writer_close(b.writer, w->status ? w->status : "complete", &e), 0);
}

char *bed_content(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	long n;

	assert_non_null(f);
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	rewind(f);
	text = malloc((size_t)n + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)n, f), n);
	text[n] = '\0';
	fclose(f);
	return text;
}
