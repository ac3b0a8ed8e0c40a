/* Monitors with their thresholds, command loops and their times, the story; and the page as a whole. */
#include "report/report_page.h"

#include "base/unit.h"
#include "report/story.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- monitors ------------------------------------------------------------------------------------------------- */

/* Is an event of this monitor? Its source says so, "monitor hsei1" or "hsei1", or its text, "monitor HSEI 1: ..." of hsei1. */
static bool is_of(const struct run_event *x, const char *monitor)
{
	char kind[32], tag[16], name[48];
	const char *blank = strrchr(x->source, ' ');

	if (strcmp(blank ? blank + 1 : x->source, monitor) == 0)
		return true;
	if (sscanf(x->text, "monitor %31s %15[-0-9]:", kind, tag) != 2)
		return false;
	snprintf(name, sizeof(name), "%s%s", kind, tag);
	return strcasecmp(name, monitor) == 0;
}

void report_mark(struct plot *p, double y, const char *name)
{
	for (int k = 0; k < p->nmark; k++)
		if (p->mark[k].y == y)
			return;
	if (isfinite(y) && p->nmark < PLOT_MARKS)
		p->mark[p->nmark++] = (struct plot_mark){y, name};
}

/* Thresholds as they were set, whether they spoke or not. */
static void mark_thresholds(const struct run_table_info *t, const char *column, struct plot *p)
{
	const struct run_head *of = run_head(t, "threshold_column"), *action = run_head(t, "threshold_action"), *limit = run_head(t, "threshold_limit"),
	                      *both = run_head(t, "threshold_both");

	if (!of || !of->text || !action || !action->text || action->n != of->n || !limit || !limit->number || limit->n != of->n)
		return;
	for (int i = 0; i < of->n; i++) {
		if (strcmp(of->text[i], column) != 0)
			continue;
		report_mark(p, limit->number[i], action->text[i]);
		if (both && both->number && both->n == of->n && both->number[i] != 0.0)
			report_mark(p, -limit->number[i], action->text[i]);
	}
}

/* Limits that spoke, from the events "... column = value ..., limit x ...": of records that do not hold all of them. */
static void mark_limits(const struct report *r, const char *monitor, const char *column, struct plot *p)
{
	char word[CELL] = "", *end;

	snprintf(word, sizeof(word), " %.80s = ", column);
	for (int i = 0; i < r->nevent; i++) {
		const struct run_event *x = &r->event[i];
		const char *at = is_of(x, monitor) && strstr(x->text, word) ? strstr(x->text, "limit ") : NULL;

		if (!at)
			continue;
		at += 6 + strspn(at + 6, "<>= ");
		double limit = strtod(at, &end);

		if (end > at)
			report_mark(p, limit, x->kind);
	}
}

/* "kinetic 0.31, viscous 9.2": what the curves of a picture came to. */
static void say_ends(const struct table_report *t, const struct plot *p, char *ret, size_t size)
{
	size_t used = 0;

	ret[0] = '\0';
	for (int i = 0; i < p->ncurve && used < size; i++) {
		double end = t->end[scan_column(t->info, p->curve[i].name)];

		used += (size_t)snprintf(ret + used, size - used, isfinite(end) ? "%s%s %.4g" : "%s%s not known", i > 0 ? ", " : "", p->curve[i].name, end);
	}
}

/* The columns of a monitor with one unit, a picture at a time. */
static void put_group(struct report_job *j, struct table_report *t, const bool *of, const char *unit, int number)
{
	char x[CELL] = "", y[CELL] = "", title[CELL] = "", name[CELL] = "", named[CELL], ends[PLOT_CURVES * CELL];
	const char *monitor = strchr(t->info->name, '/') + 1;
	struct plot p = figure(title, x, y);

	label(x, "test time", j->r->head.time);
	snprintf(name, sizeof(name), "monitor_%.50s_%d", monitor, number);
	for (int k = 0; k < t->info->n; k++) {
		if (!of[k])
			continue;
		p.curve[p.ncurve++] = trace_curve(&t->trace[k], t->info->column[k]);
		mark_thresholds(t->info, t->info->column[k], &p);
		mark_limits(j->r, monitor, t->info->column[k], &p);
	}
	snprintf(title, sizeof(title), "Monitor %.40s%s%.40s", monitor, p.ncurve == 1 ? ": " : "", p.ncurve == 1 ? p.curve[0].name : "");
	unit_words((const char *const[]){j->r->head.force, j->r->head.length, j->r->head.time}, unit, named, sizeof(named));
	label(y, p.ncurve == 1 ? p.curve[0].name : "value", named);
	say_ends(t, &p, ends, sizeof(ends));
	if (t->info->rows == 0)
		page_figure(&j->p, name, &p, "No step was watched.");
	else
		page_figure(&j->p, name, &p, "At the end: %s%s%s.", ends, p.nmark > 0 ? "; thresholds are drawn, also those that were not reached" : "",
		            p.ncurve == PLOT_CURVES ? "; the first sixteen columns" : "");
}

static void report_put_monitors(struct report_job *j)
{
	if (j->r->nmonitor == 0)
		return;
	page_heading(&j->p, 2, "monitors", "Monitors");
	page_figures(&j->p);
	for (int i = 0; i < j->r->nmonitor; i++) {
		struct table_report *t = &j->r->monitor[i];
		bool *shown = ARENA_ARRAY(&j->r->mem, (size_t)t->info->n, bool), *of = ARENA_ARRAY(&j->r->mem, (size_t)t->info->n, bool);

		for (int k = 0, number = 1; shown && of && k < t->info->n; k++) {
			int n = 0;

			if (k == t->time || shown[k])
				continue;
			for (int c = 0; c < t->info->n; c++) {
				of[c] = c != t->time && !shown[c] && n < PLOT_CURVES && strcmp(t->info->unit[c], t->info->unit[k]) == 0;
				shown[c] |= of[c];
				n += of[c];
			}
			put_group(j, t, of, t->info->unit[k], number++);
		}
	}
	page_figures_end(&j->p);
}

/* ---- command loops -------------------------------------------------------------------------------------------- */

static void put_histogram(struct report_job *j, const struct table_report *t)
{
	const char *of = strchr(t->info->name, '/') + 1;
	double x[2 * GRID_ROWS], y[2 * GRID_ROWS], n = 0.0;
	char title[CELL] = "", name[CELL] = "";
	struct plot p = figure(title, "time [us]", "ticks");

	snprintf(title, sizeof(title), "%.60s: how long, how often", of);
	snprintf(name, sizeof(name), "timing_%.60s", of);
	p.x_log = p.y_log = true;
	/* what occurred once is seen, too */
	p.y_lo = 0.5;
	p.y_hi = 1.0;
	p.ncurve = 1;
	p.curve[0] = (struct plot_curve){.name = "", .n = 2 * (int)t->info->rows, .x = x, .y = y, .stride = 1, .bars = true};
	for (int i = 0; i < t->info->rows; i++) {
		const double *row = t->grid + (size_t)i * (size_t)t->info->n;

		x[2 * i] = row[0];
		x[2 * i + 1] = row[1];
		y[2 * i] = y[2 * i + 1] = row[2];
		n += row[2];
	}
	page_figure(&j->p, name, &p, "%s: %.0f ticks.", t->info->brief, n);
}

static bool is_histogram(const struct table_report *t)
{
	return t->info->n == 3 && scan_column(t->info, "count") == 2 && t->grid && t->info->rows > 0;
}

/* The last row of each table, column by column. */
void report_put_ends(struct report_job *j, const struct table_report *t)
{
	static const char *const HEAD[] = {"counted until the end", "", "unit"};
	char value[CELL] = "";

	page_heading(&j->p, 3, t->info->name, "%s", strchr(t->info->name, '/') + 1);
	page_table(&j->p, COUNT(HEAD), HEAD);
	for (int k = 0; k < t->info->n; k++) {
		snprintf(value, sizeof(value), "%.7g", t->end[k]);
		page_row(&j->p, NULL, COUNT(HEAD), (const char *const[]){t->info->column[k], t->info->rows > 0 ? value : "-", t->info->unit[k]});
	}
	page_table_end(&j->p);
}

static void report_put_timing(struct report_job *j)
{
	if (j->r->ntiming == 0)
		return;
	page_heading(&j->p, 2, "timing", "Command loops: their times");
	for (int i = 0; i < j->r->ntiming; i++)
		if (j->r->timing[i].time >= 0)
			report_put_ends(j, &j->r->timing[i]);
	page_figures(&j->p);
	for (int i = 0; i < j->r->ntiming; i++)
		if (is_histogram(&j->r->timing[i]))
			put_histogram(j, &j->r->timing[i]);
	page_figures_end(&j->p);
}

/* ---- the story, and the page ---------------------------------------------------------------------------------- */

static void tell(void *ctx, const char *sentence)
{
	struct report_job *j = ctx;

	markup_put(&j->p.m, "<li>");
	markup_word(&j->p.m, sentence);
	markup_put(&j->p.m, "</li>\n");
}

static void report_put_story(struct report_job *j)
{
	page_heading(&j->p, 2, "story", "What happened");
	if (j->r->nevent == 0) {
		page_text(&j->p, "No event is in the record.");
		return;
	}
	markup_put(&j->p.m, "<ol class=\"story\">\n");
	story_tell(j->r->event, j->r->nevent, j->r->head.time, tell, j);
	markup_put(&j->p.m, "</ol>\n");
}

/* Links to the parts that the page has. */
static void put_ways(struct report_job *j)
{
	const struct report *r = j->r;
	const bool sites = r->steps.rows > 0 && r->steps.nsite > 0;
	const struct { bool there; const char *anchor, *words; } ROWS[] = {
		{true, "run", "the run"}, {true, "story", "what happened"}, {true, "response", "response"}, {sites, "loops", "hysteresis"},
		{sites, "energies", "energies"}, {r->nmonitor > 0, "monitors", "monitors"}, {r->nrig > 0, "rigs", "rigs"},
		{r->ntiming > 0, "timing", "times"}, {r->nnetwork > 0, "network", "network"},
	};

	markup_put(&j->p.m, "<nav>");
	for (size_t i = 0; i < COUNT(ROWS); i++)
		if (ROWS[i].there)
			markup_put(&j->p.m, "<a href=\"#%s\">%s</a> ", ROWS[i].anchor, ROWS[i].words);
	markup_put(&j->p.m, "</nav>\n");
}

int report_write(struct report *r, const char *path, int *ret_figures, int *ret_png, char ret_why[160], struct err *e)
{
	static void (*const PART[])(struct report_job *j) = {
		report_put_verdict, report_put_head, report_put_story, report_put_structure, report_put_monitors, report_put_rigs,
		report_put_timing, report_put_network,
	};
	struct report_job *j = ARENA_NEW(&r->mem, struct report_job);
	const char *name = r->head.run[0] ? r->head.run : run_path(r->file);
	char title[CELL + 16];
	int code;

	if (!j)
		return err_set(e, ERR_MEMORY, path, "no memory for the page");
	j->r = r;
	snprintf(title, sizeof(title), "Test report: %.*s", CELL - 16, name);
	code = page_open(&j->p, path, title, &r->mem, e);
	if (code)
		return code;
	markup_put(&j->p.m, "<h1>");
	markup_word(&j->p.m, title);
	markup_put(&j->p.m, "</h1>\n");
	put_ways(j);
	for (size_t i = 0; i < COUNT(PART); i++)
		PART[i](j);
	code = page_close(&j->p);
	if (code)
		return code;
	*ret_figures = j->p.figures;
	*ret_png = page_png(&j->p, ret_why);
	return 0;
}
