/* One run in a few words: from its record, from what it publishes, from its folder. */
#include "web/runs.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/stamp.h"
#include "live/live_read.h"
#include "report/scan.h"
#include "web/files.h"
#include "web/lives.h"
#include "web/records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FOLDER = 4096 + 160, PATH_MOST = FOLDER + 32, START_S = 5 };

static struct clock wall = {.ops = &clock_monotonic};

/* ---- the record ---------------------------------------------------------------------------------------------- */

static int text_of(struct run_file *f, const char *name, char *ret, size_t size, struct err *e)
{
	struct arena mem;
	const char *text;
	int code;

	arena_init(&mem);
	code = run_text_if_any(f, name, &mem, &text, e);
	if (!code && text)
		snprintf(ret, size, "%s", text);
	arena_fini(&mem);
	return code;
}

static void number_of(struct run_file *f, const char *name, double *ret)
{
	double x;

	if (run_number(f, name, &x, NULL) == 0)
		*ret = x;
}

/* "laboratory: the operator (bob) tripped": whom it happened to, once. Both texts may fill their room. */
static void say_event(const struct run_event *x, char *ret, size_t size)
{
	size_t n = strnlen(x->source, sizeof x->source);
	bool said = n > 0 && strncmp(x->text, x->source, n) == 0 && x->text[n] == ':';

	snprintf(ret, size, "%.*s%s%.*s", said ? 0 : (int)n, x->source, said ? "" : ": ", (int)sizeof x->text, x->text);
}

/* Why it ended as it did: the last event that says so. */
static int reason_of(struct run_file *f, char *ret, size_t size, struct err *e)
{
	static const char *const KINDS[] = {"trip", "failed", "stop"};
	struct run_event *event;
	struct arena mem;
	int n = 0, code;

	arena_init(&mem);
	code = run_events(f, &mem, &event, &n, e);
	for (int i = n - 1; !code && i >= 0 && !ret[0]; i--)
		for (size_t k = 0; k < COUNT(KINDS); k++)
			if (strncmp(event[i].kind, KINDS[k], sizeof event[i].kind) == 0)
				say_event(&event[i], ret, size);
	arena_fini(&mem);
	/* events that are damaged have no reason; the rest of the run can be seen */
	return code == ERR_MEMORY ? code : 0;
}

static void tables_of(struct run_brief *b, struct run_file *f)
{
	int number;

	b->specimens = 0;
	for (int i = 0; i < run_tables(f); i++) {
		const struct run_table_info *t = run_table(f, i);
		int time = scan_time(t);

		if (strcmp(t->name, "steps") == 0) {
			b->steps = t->rows;
			if (t->rows > 0 && time >= 0 && run_column_rows(f, i, time, t->rows - 1, 1, &b->duration, NULL) != 0)
				b->duration = NAN;
		}
		for (int k = 0; strncmp(t->name, "channels/", 9) == 0 && k < t->n; k++)
			b->specimens += scan_numbered(t->column[k], "command", &number);
	}
}

/* "2026-11-16 08:36:47 UTC" and the like, as RFC 3339. */
static void time_of(struct run_brief *b)
{
	/* without it the date of the file does, which may be any */
	stamp_read(b->created, &b->sort);
	stamp_utc(b->sort, b->created);
}

static void title_of(struct run_brief *b)
{
	const char *slash = strrchr(b->script, '/'), *name = slash ? slash + 1 : b->script, *dot = strrchr(name, '.');

	snprintf(b->title, sizeof b->title, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
	if (!b->title[0])
		snprintf(b->title, sizeof b->title, "%.120s", b->id);
}

/* Of the first record: when and by what it began. */
static int begun_by(struct run_brief *b, struct run_file *f, struct err *e)
{
	int code = text_of(f, "created", b->created, sizeof b->created, e);

	return code ? code : text_of(f, "script_path", b->script, sizeof b->script, e);
}

/* Of the last one: how it ended. */
static int ended_with(struct run_brief *b, struct run_file *f, struct err *e)
{
	int code = text_of(f, "status", b->status, sizeof b->status, e);

	if (code)
		return code;
	if (strcmp(b->status, "cut short") == 0)
		snprintf(b->status, sizeof b->status, "killed");
	number_of(f, "dt", &b->dt);
	number_of(f, "freedoms", &b->freedoms);
	tables_of(b, f);
	code = text_of(f, "unit_time", b->time_unit, sizeof b->time_unit, e);
	if (!code && (strcmp(b->status, "tripped") == 0 || strcmp(b->status, "failed") == 0))
		code = reason_of(f, b->reason, sizeof b->reason, e);
	if (strcmp(b->status, "killed") == 0)
		snprintf(b->reason, sizeof b->reason, "the process of the run was killed, or crashed");
	return code;
}

/* ---- what it publishes --------------------------------------------------------------------------------------- */

static const struct { const char *state, *status; } STATUS[] = {{"connecting", "running"}, {"ended", "complete"}};

static void from_live(struct run_brief *b, const char *folder)
{
	struct live_view *v;
	struct live_now now = {0};
	char state[LIVE_WORD];

	if (live_open(&v, folder, false, NULL) != 0)
		return;
	b->live = live_alive(v);
	b->loops = lives_loops(v, clock_now(&wall));
	if (live_now(v, &now) && (b->live || strcmp(b->status, "running") == 0 || strcmp(b->status, "killed") == 0 || !b->status[0])) {
		live_words(v, &now, b->live, state, b->reason);
		snprintf(b->status, sizeof b->status, "%.15s", state);
		for (size_t i = 0; i < COUNT(STATUS); i++)
			if (strcmp(state, STATUS[i].state) == 0)
				snprintf(b->status, sizeof b->status, "%s", STATUS[i].status);
	}
	live_close(v);
}

/* ---- together ------------------------------------------------------------------------------------------------ */

/* The script of run.txt, where there is no record yet. */
static void from_text(struct run_brief *b, const char *path)
{
	char *text, *at;
	size_t n;

	if (files_read(path, FILES_SMALL, &text, &n, NULL) != 0)
		return;
	at = strstr(text, "\nscript ");
	if (at)
		snprintf(b->script, sizeof b->script, "%.*s", (int)strcspn(at + 8, "\n"), at + 8);
	free(text);
}

/* A test of this server's that has not got as far as its run.txt: it begins, or has ended before that. */
static bool just_started(struct run_brief *b, const char *folder)
{
	char path[PATH_MOST];
	struct stat st;

	snprintf(path, sizeof path, "%s/output.log", folder);
	if (stat(path, &st) != 0)
		return false;
	if (!b->status[0])
		snprintf(b->status, sizeof b->status, "%s", time(NULL) - st.st_mtim.tv_sec < START_S ? "running" : "failed");
	if (!b->sort)
		b->sort = (int64_t)st.st_mtim.tv_sec;
	return true;
}

/* A last record that cannot be read, as one that is being made, leaves what the one before it says. */
static int from_records(struct run_brief *b, struct records *records, struct err *e)
{
	struct run_file *f;
	int part = b->parts, code = records_open(records, b->id, 1, &f, e);

	if (!code)
		code = begun_by(b, f, e);
	if (code)
		return code;
	do
		code = records_open(records, b->id, part, &f, NULL);
	while (code && code != ERR_MEMORY && part-- > 1);
	return code ? code : ended_with(b, f, e);
}

int run_brief_read(struct run_brief *b, const char *runs, const char *id, struct records *records, struct err *e)
{
	char folder[FOLDER], path[PATH_MOST];
	struct stat st;
	bool any;
	int code = ERR_MISSING;

	*b = (struct run_brief){.duration = NAN, .dt = NAN, .freedoms = NAN, .steps = -1, .specimens = -1};
	if (snprintf(folder, sizeof folder, "%s/%s", runs, id) >= (int)sizeof folder || stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
		return ERR_MISSING;
	snprintf(b->id, sizeof b->id, "%s", id);
	while (run_part_path(folder, b->parts + 1, path, sizeof path) && access(path, R_OK) == 0)
		b->parts++;
	if (b->parts > 0)
		code = from_records(b, records, e);
	snprintf(path, sizeof path, "%s/run.txt", folder);
	any = code == 0 || stat(path, &st) == 0;
	b->sort = (int64_t)st.st_mtim.tv_sec;
	if (code && code != ERR_MEMORY)
		from_text(b, path);
	if (code == ERR_MEMORY)
		return code;
	from_live(b, folder);
	if (!any)
		any = just_started(b, folder);
	if (!b->status[0])
		snprintf(b->status, sizeof b->status, "killed");
	title_of(b);
	time_of(b);
	snprintf(path, sizeof path, "%s/report.html", folder);
	b->report = access(path, R_OK) == 0;
	return any || b->live ? 0 : ERR_MISSING;
}

static void put_known(struct jput *j, const char *key, int64_t i)
{
	if (i < 0)
		jput_null(j, key);
	else
		jput_int(j, key, i);
}

void run_brief_put(const struct run_brief *b, struct jput *j)
{
	jput_text(j, "id", b->id);
	jput_text(j, "title", b->title);
	jput_text(j, "created", b->created);
	jput_text(j, "status", b->status);
	jput_text(j, "reason", b->reason);
	jput_real(j, "duration", b->duration);
	jput_text(j, "time_unit", b->time_unit);
	jput_real(j, "dt", b->dt);
	put_known(j, "steps", b->steps);
	jput_text(j, "script", b->script);
	jput_real(j, "freedoms", b->freedoms);
	put_known(j, "specimens", b->specimens);
	jput_bool(j, "live", b->live);
	jput_int(j, "loops", b->loops);
	jput_bool(j, "report", b->report);
	jput_int(j, "parts", b->parts);
}
