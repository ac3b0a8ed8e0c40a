/* The page of a report: verdict first, then what was run, then pictures from the structure down to the network, then the story. */
#include "report/report_page.h"

#include "base/args.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_CHANNELS = 4 };

struct plot figure(const char *title, const char *x, const char *y)
{
	return (struct plot){.title = title, .x_label = x, .y_label = y, .width = FIGURE_WIDTH, .height = FIGURE_HEIGHT, .above = true};
}

void label(char *ret, const char *what, const char *unit)
{
	bool named = unit[0] && strcmp(unit, "-") != 0;

	snprintf(ret, CELL, "%.40s%s%.40s%s", what, named ? " [" : "", named ? unit : "", named ? "]" : "");
}

/* ---- head ----------------------------------------------------------------------------------------------------- */

void report_put_verdict(struct report_job *j)
{
	static const char *const HEAD[] = {"criterion", "value", "allowed", "verdict", "why this limit (chapters and tables: UCB/EERC 2005-02)"};
	struct report *r = j->r;
	char text[640];

	report_summary(r, text, sizeof(text));
	markup_put(&j->p.m, "<div class=\"verdict %s\"><b>%s</b><br/>", grade_name[r->grade], grade_name[r->grade]);
	markup_word(&j->p.m, text);
	markup_put(&j->p.m, "</div>\n");
	if (strcmp(r->head.status, "complete") != 0)
		page_text(&j->p, "This run did not end as planned (%s). What follows holds up to the last row that reached the disk: test time %.6g %s.",
		          r->head.status, r->steps.last, r->head.time);
	markup_put(&j->p.m, "<div class=\"criteria\">\n");
	page_table(&j->p, COUNT(HEAD), HEAD);
	for (int i = 0; i < r->nverdict; i++) {
		const struct verdict *v = &r->verdict[i];

		markup_put(&j->p.m, "<tr class=\"%s\"><td>", grade_name[v->grade]);
		markup_word(&j->p.m, v->criterion);
		markup_put(&j->p.m, "</td><td>");
		markup_word(&j->p.m, v->is);
		markup_put(&j->p.m, "</td><td>");
		markup_word(&j->p.m, v->allowed);
		markup_put(&j->p.m, "</td><td class=\"grade\">%s</td><td>", grade_name[v->grade]);
		markup_word(&j->p.m, v->source);
		markup_put(&j->p.m, "</td></tr>\n");
	}
	page_table_end(&j->p);
	markup_put(&j->p.m, "</div>\n");
}

void report_put_head(struct report_job *j)
{
	static const char *const HEAD[] = {"what was run", ""};
	const struct report *r = j->r;
	const struct report_head *h = &r->head;
	const struct run_head *kept = r->steps.info ? run_head(r->steps.info, "kept") : NULL;
	char extent[2 * CELL] = "", step[CELL] = "", units[CELL] = "";
	double dt;
	const char *const ROWS[][2] = {
		{"run", h->run}, {"record", run_path(r->file)}, {"script", h->script}, {"words of the script", h->words}, {"hash of the script", h->hash},
		{"program", h->program}, {"seed", h->seed}, {"machine", h->machine}, {"begun", h->created}, {"time", h->clock}, {"steps", extent},
		{"motion in the steps", kept && kept->text ? kept->text[0] : ""}, {"units", units},
	};

	/* a site is not told how long its steps are */
	if (text_real(h->dt, &dt) && dt > 0.0)
		snprintf(step, sizeof(step), " of %.9g %.30s", dt, h->time);
	if (r->steps.rows > 0)
		snprintf(extent, sizeof(extent), "%lld%s, from %.6g to %.6g", (long long)r->steps.rows, step, r->steps.first, r->steps.last);
	else
		snprintf(extent, sizeof(extent), "none%s%s", step[0] ? "," : "", step);
	snprintf(units, sizeof(units), "%s, %s, %s", h->force, h->length, h->time);
	page_heading(&j->p, 2, "run", "The run");
	markup_put(&j->p.m, "<div class=\"pairs\">\n");
	page_table(&j->p, 2, HEAD);
	for (size_t i = 0; i < COUNT(ROWS); i++)
		if (ROWS[i][1][0])
			page_row(&j->p, NULL, 2, ROWS[i]);
	page_table_end(&j->p);
	markup_put(&j->p.m, "</div>\n");
	if (h->text[0]) {
		markup_put(&j->p.m, "<details><summary>The script</summary><pre>");
		markup_word(&j->p.m, h->text);
		markup_put(&j->p.m, "</pre></details>\n");
	}
}

/* ---- the structure -------------------------------------------------------------------------------------------- */

static void put_histories(struct report_job *j)
{
	static const struct { const char *title, *what; } KIND[STEP_KINDS] = {
		{"Displacements of nodes", "displacement"}, {"Accelerations of nodes", "acceleration"},
	};
	struct step_report *s = &j->r->steps;
	char x[CELL] = "", y[CELL] = "";

	label(x, "test time", j->r->head.time);
	page_figures(&j->p);
	for (int kind = 0; kind < STEP_KINDS; kind++) {
		struct plot p = figure(KIND[kind].title, x, y);
		const struct node_history *most = s->nhistory[kind] > 0 ? &s->history[kind][0] : NULL;

		label(y, KIND[kind].what, most ? s->info->unit[most->column] : "");
		for (int i = 0; i < s->nhistory[kind]; i++)
			p.curve[p.ncurve++] = trace_curve(&s->history[kind][i].trace, s->info->column[s->history[kind][i].column]);
		if (most)
			page_figure(&j->p, KIND[kind].what, &p, "The nodes that move most; largest: %s, %.5g %s.", s->info->column[most->column], most->peak,
			            s->info->unit[most->column]);
		else
			page_figure(&j->p, KIND[kind].what, &p, "No node moved.");
	}
	page_figures_end(&j->p);
}

static void put_site(struct report_job *j, struct site_report *s)
{
	const struct step_report *all = &j->r->steps;
	char title[CELL] = "", x[CELL] = "", y[CELL] = "", name[CELL] = "";
	struct plot p = figure(title, x, y);

	snprintf(title, sizeof(title), "Site %d, component %d: force over displacement", s->site, s->number);
	snprintf(name, sizeof(name), "loop_site%d_%d", s->site, s->number);
	label(x, "displacement", all->info->unit[s->command]);
	label(y, "force", all->info->unit[s->force]);
	p.curve[p.ncurve++] = orbit_curve(&s->commanded, "over the command");
	if (s->disp >= 0) {
		p.curve[p.ncurve] = orbit_curve(&s->measured, "over what was measured");
		p.curve[p.ncurve++].dashed = true;
	}
	page_figure(&j->p, name, &p, "As the integrator sees it, and as it was. Largest force %.5g %s; energies [%s*%s]: E_E %.5g, E_BE %.5g, E_error %.5g: %s.",
	            extent_peak(&s->is_force), all->info->unit[s->force], j->r->head.force, j->r->head.length, s->observed, s->best, s->observed - s->best,
	            s->observed < s->best ? "energy was added" : s->observed > s->best ? "energy was removed" : "none was added or removed");
}

static void put_energies(struct report_job *j)
{
	struct step_report *s = &j->r->steps;
	char x[CELL] = "", y[CELL] = "", y2[CELL] = "", unit[CELL] = "";
	struct plot p = figure("Energy of the experimental part", x, y), q = figure("Energy error of each site", x, y2);
	char name[PLOT_CURVES][32];

	label(x, "test time", j->r->head.time);
	snprintf(unit, sizeof(unit), "%.30s*%.30s", j->r->head.force, j->r->head.length);
	label(y, "energy", unit);
	label(y2, "E_error", unit);
	p.curve[p.ncurve++] = trace_curve(&s->of_observed, "E_E, by the command");
	p.curve[p.ncurve++] = trace_curve(&s->of_best, "E_BE, as measured");
	p.curve[p.ncurve++] = trace_curve(&s->of_error, "E_error");
	for (int i = 0; i < s->nsite && q.ncurve < PLOT_CURVES; i++) {
		snprintf(name[q.ncurve], sizeof(name[0]), "site %d, %d", s->site[i].site, s->site[i].number);
		q.curve[q.ncurve] = trace_curve(&s->site[i].of_error, name[q.ncurve]);
		q.ncurve++;
	}
	page_figures(&j->p);
	page_figure(&j->p, "energy", &p, "E_error = E_E - E_BE, %.5g %s at the end; negative: the test adds energy (actuators lag), positive: it takes some away.",
	            s->observed - s->best, unit);
	page_figure(&j->p, "energy_error", &q, "Work of the measured force over the difference of command and measured displacement%s.",
	            s->nsite > PLOT_CURVES ? "; the first sixteen components" : "");
	page_figures_end(&j->p);
}

void report_put_structure(struct report_job *j)
{
	struct step_report *s = &j->r->steps;

	page_heading(&j->p, 2, "response", "Response");
	if (s->rows == 0) {
		page_text(&j->p, "The record holds no step: nothing was committed before the run ended.");
		return;
	}
	put_histories(j);
	if (s->nsite == 0)
		return;
	page_heading(&j->p, 2, "loops", "Hysteresis of the experimental elements");
	page_figures(&j->p);
	for (int i = 0; i < s->nsite; i++)
		put_site(j, &s->site[i]);
	page_figures_end(&j->p);
	page_heading(&j->p, 2, "energies", "Energies");
	put_energies(j);
}

/* ---- rigs ----------------------------------------------------------------------------------------------------- */

/* A channel that did not move has none. */
static void say_lag(const struct rig_report *g, const struct channel_report *c, char *ret_text, size_t size)
{
	double lag = channel_lag(g, c);

	ret_text[0] = '\0';
	if (isfinite(lag))
		snprintf(ret_text, size, "%.4g ms", 1e3 * lag);
}

static void put_channel_table(struct report_job *j, const struct rig_report *g)
{
	static const char *const HEAD[] = {"channel", "largest command", "largest error", "of the command", "error rms", "of the command", "lag", "largest force"};
	char cell[COUNT(HEAD)][CELL];
	const char *row[COUNT(HEAD)];

	page_table(&j->p, COUNT(HEAD), HEAD);
	for (int k = 0; k < g->n; k++) {
		const struct channel_report *c = &g->channel[k];
		double command = extent_peak(&c->is_command), rms = extent_rms(&c->is_command);

		snprintf(cell[0], CELL, "%d", c->number);
		snprintf(cell[1], CELL, "%.5g %s", command, g->info->unit[c->measured]);
		snprintf(cell[2], CELL, "%.4g %s", extent_peak(&c->is_error), g->info->unit[c->measured]);
		snprintf(cell[3], CELL, "%.3g %%", command > 0.0 ? 100.0 * extent_peak(&c->is_error) / command : 0.0);
		snprintf(cell[4], CELL, "%.4g %s", extent_rms(&c->is_error), g->info->unit[c->measured]);
		snprintf(cell[5], CELL, "%.3g %%", rms > 0.0 ? 100.0 * extent_rms(&c->is_error) / rms : 0.0);
		say_lag(g, c, cell[6], CELL);
		snprintf(cell[7], CELL, "%.5g %s", extent_peak(&c->is_force), c->force >= 0 ? g->info->unit[c->force] : "");
		for (size_t i = 0; i < COUNT(HEAD); i++)
			row[i] = cell[i];
		page_row(&j->p, NULL, COUNT(HEAD), row);
	}
	page_table_end(&j->p);
}

/* What the rig is made of: the words of its objects, as the script gave them. */
static void put_objects(struct report_job *j, const struct rig_report *g)
{
	static const char *const HEAD[] = {"made of", "channel", "words"};
	char channel[CELL] = "";

	markup_put(&j->p.m, "<details><summary>Words of its objects</summary>\n");
	page_table(&j->p, COUNT(HEAD), HEAD);
	for (int i = 0; i < g->info->nhead; i++) {
		const struct run_head *h = &g->info->head[i];

		for (int k = 0; h->text && k < h->n; k++) {
			snprintf(channel, sizeof(channel), "%d", k + 1);
			if (h->text[k][0])
				page_row(&j->p, NULL, COUNT(HEAD), (const char *const[]){h->name, h->n > 1 ? channel : "", h->text[k]});
		}
	}
	page_table_end(&j->p);
	markup_put(&j->p.m, "</details>\n");
}

/* Limits of a channel as lines where they are not far from what happened; what is set, in words. lo, hi: names of the attributes. */
static int mark_channel(const struct rig_report *g, const struct channel_report *c, bool force, const char *what, const char *lo, const char *hi,
                        struct plot *p, char *ret_text, int size)
{
	const struct extent *x = force ? &c->is_force : &c->is_command;
	int column = force ? c->force : c->measured;
	const struct run_head *of[2] = {run_head(g->info, lo), run_head(g->info, hi)};
	double limit[2], reach = 3.0 * extent_peak(x);

	for (int k = 0; k < 2; k++) {
		limit[k] = of[k] && of[k]->number && c->number <= of[k]->n ? of[k]->number[c->number - 1] : INFINITY;
		if (isfinite(limit[k]) && fabs(limit[k]) <= reach)
			report_mark(p, limit[k], what);
	}
	if (!isfinite(limit[0]) && !isfinite(limit[1]))
		return 0;
	return snprintf(ret_text, (size_t)size, " The %s: %.5g to %.5g %s.", what, limit[0], limit[1], column >= 0 ? g->info->unit[column] : "");
}

/* All limits on displacements, or on forces. */
static void mark_limits(const struct rig_report *g, const struct channel_report *c, bool force, struct plot *p, char *ret_text, int size)
{
	static const struct { bool force; const char *what, *lo, *hi; } LIMIT[] = {
		{false, "limit of the stroke", "stroke_min", "stroke_max"}, {false, "limit of commands", "command_min", "command_max"},
		{false, "limit of readings", "measured_disp_min", "measured_disp_max"}, {true, "limit of the force", "force_min", "force_max"},
		{true, "limit of readings", "measured_force_min", "measured_force_max"},
	};
	int used = 0;

	ret_text[0] = '\0';
	for (size_t i = 0; i < COUNT(LIMIT); i++)
		if (LIMIT[i].force == force && used < size - 1)
			used += mark_channel(g, c, force, LIMIT[i].what, LIMIT[i].lo, LIMIT[i].hi, p, ret_text + used, size - used);
}

static void put_channel(struct report_job *j, struct rig_report *g, struct channel_report *c)
{
	const char *of = strchr(g->info->name, '/') + 1, *unit = g->info->unit[c->measured];
	char title[CELL] = "", name[CELL] = "", y[CELL] = "", force[CELL] = "", error[CELL] = "", density[CELL] = "", lag[CELL], limits[3 * CELL];
	struct plot p = figure(title, "laboratory time [s]", y);

	label(y, "displacement", unit);
	label(error, "command - measured", unit);
	label(force, "force", c->force >= 0 ? g->info->unit[c->force] : "");
	snprintf(density, sizeof(density), "density [%.40s^2/Hz]", unit);
	snprintf(title, sizeof(title), "%.40s, channel %d: command and measurement", of, c->number);
	snprintf(name, sizeof(name), "%.40s_%d_command", of, c->number);
	p.curve[p.ncurve++] = trace_curve(&c->of_command, "command");
	p.curve[p.ncurve] = trace_curve(&c->of_measured, "measured");
	p.curve[p.ncurve++].dashed = true;
	mark_limits(g, c, false, &p, limits, sizeof(limits));
	page_figure(&j->p, name, &p, "Of every column of pixels the lowest and the highest value are drawn.%s", limits);
	p = figure(title, "laboratory time [s]", error);
	snprintf(title, sizeof(title), "%.40s, channel %d: tracking error", of, c->number);
	snprintf(name, sizeof(name), "%.40s_%d_error", of, c->number);
	p.curve[p.ncurve++] = trace_curve(&c->of_error, "error");
	say_lag(g, c, lag, sizeof(lag));
	page_figure(&j->p, name, &p, "Largest %.4g %s, rms %.4g %s%s%s.", extent_peak(&c->is_error), unit, extent_rms(&c->is_error), unit,
	            lag[0] ? "; explained best by a lag of " : "", lag);
	p = figure(title, "frequency [Hz]", density);
	snprintf(title, sizeof(title), "%.40s, channel %d: spectrum of the error", of, c->number);
	snprintf(name, sizeof(name), "%.40s_%d_spectrum", of, c->number);
	p.x_log = p.y_log = true;
	if (g->nspectrum > 1)
		p.curve[p.ncurve++] = (struct plot_curve){.name = "error", .n = g->nspectrum - 1, .x = g->hz + 1, .y = c->density + 1, .stride = 1};
	page_figure(&j->p, name, &p, g->nspectrum > 1 ? "Power spectral density, mean of %.0f pieces; a peak at a frequency of the structure is a systematic error."
	                                               : "The record is too short for a spectrum.", g->segments);
	p = figure(title, y, force);
	snprintf(title, sizeof(title), "%.40s, channel %d: the specimen", of, c->number);
	snprintf(name, sizeof(name), "%.40s_%d_loop", of, c->number);
	label(y, "measured displacement", unit);
	if (c->force >= 0)
		p.curve[p.ncurve++] = orbit_curve(&c->loop, "measured");
	mark_limits(g, c, true, &p, limits, sizeof(limits));
	page_figure(&j->p, name, &p, "Measured force over measured displacement, at the actuator%s.%s", c->loop.full ? "; the picture has no room for more" : "",
	            limits);
}

static void put_states(struct report_job *j, const struct rig_report *g)
{
	static const char *lane[RIG_STATES];
	double x[RIG_STATES * TRACE_COLUMNS], y[RIG_STATES * TRACE_COLUMNS], width = (g->last - g->first) / TRACE_COLUMNS;
	char title[CELL] = "", name[CELL] = "", text[CELL * RIG_STATES];
	struct plot p = figure(title, "laboratory time [s]", "");
	int used = 0;

	snprintf(title, sizeof(title), "%.40s: states of the controller", strchr(g->info->name, '/') + 1);
	snprintf(name, sizeof(name), "%.40s_states", strchr(g->info->name, '/') + 1);
	p.above = false;
	p.nlane = RIG_STATES;
	p.lane = lane;
	p.ncurve = 1;
	p.curve[0] = (struct plot_curve){.name = "", .x = x, .y = y, .stride = 1, .bars = true};
	text[0] = '\0';
	for (int s = 0; s < RIG_STATES; s++) {
		lane[s] = rig_state_name(s);
		if (g->spent[s] > 0)
			used += snprintf(text + used, sizeof(text) - (size_t)used, "%s%s %.3g %%", used > 0 ? ", " : "", lane[s],
			                 100.0 * (double)g->spent[s] / (double)g->rows);
	}
	/* one bar for every column of time in which the state occurred, joined where they touch: at most half as many as columns in each lane */
	for (int s = RIG_STATES - 1; s >= 0; s--)
		for (int i = 0; i < TRACE_COLUMNS; i++) {
			bool on = g->seen[i] >> s & 1, goes_on = i > 0 && g->seen[i - 1] >> s & 1;

			if (!on)
				continue;
			if (goes_on) {
				x[p.curve[0].n - 1] = g->first + (i + 1) * width;
				continue;
			}
			for (int end = 0; end < 2; end++) {
				x[p.curve[0].n] = g->first + (i + end) * width;
				y[p.curve[0].n++] = s;
			}
		}
	page_figure(&j->p, name, &p, "Share of the ticks: %s. A mark stands wherever the state occurred, however shortly.", text);
}

void report_put_rigs(struct report_job *j)
{
	if (j->r->nrig == 0)
		return;
	page_heading(&j->p, 2, "rigs", "Rigs: commanded against measured");
	for (int i = 0; i < j->r->nrig; i++) {
		struct rig_report *g = &j->r->rig[i];

		page_heading(&j->p, 3, g->info->name, "%s: %d channel%s, %lld rows", strchr(g->info->name, '/') + 1, g->n, g->n == 1 ? "" : "s", (long long)g->rows);
		if (g->rows == 0) {
			page_text(&j->p, "No row of this rig is in the record.");
			continue;
		}
		put_channel_table(j, g);
		if (run_head(g->info, "rig"))
			put_objects(j, g);
		if (g->state >= 0) {
			page_figures(&j->p);
			put_states(j, g);
			page_figures_end(&j->p);
		}
		for (int k = 0; k < g->n; k++) {
			markup_put(&j->p.m, "<details%s><summary>Channel %d</summary>\n", k < OPEN_CHANNELS ? " open=\"open\"" : "", g->channel[k].number);
			page_figures(&j->p);
			put_channel(j, g, &g->channel[k]);
			page_figures_end(&j->p);
			markup_put(&j->p.m, "</details>\n");
		}
	}
}
