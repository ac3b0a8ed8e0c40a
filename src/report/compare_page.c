/* The page of a comparison. */
#include "report/compare.h"

#include "report/report_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PICTURES = 24 };

struct overlay {
	struct trace a, b, difference;
};

struct compare_job {
	struct compare *c;
	struct page p;
	int n, column[PICTURES];
	struct overlay overlay[PICTURES];
};

/* Displacements of nodes, then what sites measured: those that a picture is made of. */
static void choose(struct compare_job *j)
{
	static const char *const KINDS[] = {"_disp", "_force"};
	const struct pair *p = &j->c->pair;

	for (size_t k = 0; k < COUNT(KINDS); k++)
		for (int i = 0; i < p->n && j->n < PICTURES; i++)
			if (strstr(p->column[i].name, KINDS[k]) && j->c->like[i].peak > 0.0)
				j->column[j->n++] = i;
}

static int draw(struct compare_job *j, struct err *e)
{
	struct pair *p = &j->c->pair;
	bool good = true;
	int code;

	for (int i = 0; i < j->n; i++) {
		struct overlay *o = &j->overlay[i];

		good &= trace_init(&o->a, p->from, p->to, &j->c->mem) && trace_init(&o->b, p->from, p->to, &j->c->mem) &&
			trace_init(&o->difference, p->from, p->to, &j->c->mem);
	}
	if (!good)
		return err_set(e, ERR_MEMORY, "compare", "no memory for its pictures");
	pair_rewind(p);
	while ((code = pair_next(p, e)) > 0)
		for (int i = 0; i < j->n; i++) {
			double x = p->x[j->column[i]], y = p->y[j->column[i]];

			trace_add(&j->overlay[i].a, p->t, x);
			trace_add(&j->overlay[i].b, p->t, y);
			trace_add(&j->overlay[i].difference, p->t, x - y);
		}
	return code;
}

/* ---- parts ---------------------------------------------------------------------------------------------------- */

static void put_verdict(struct compare_job *j)
{
	const struct compare *c = j->c;
	const char *grade = c->order_first >= 0 ? grade_name[compare_grade(likeness_max(&c->like[c->order_first]))] : NULL;
	char text[200];

	if (!grade)
		return;
	compare_summary(c, text, sizeof(text));
	markup_put(&j->p.m, "<div class=\"verdict %s\"><b>%s</b><br/>", grade, grade);
	markup_word(&j->p.m, text);
	markup_put(&j->p.m, "</div>\n");
}

static void put_runs(struct compare_job *j)
{
	static const char *const HEAD[] = {"", "first: the measure", "second"};
	const struct report *a = &j->c->a, *b = &j->c->b;
	char rows[2][CELL] = {"", ""};
	const char *const ROWS[][3] = {
		{"run", a->head.run, b->head.run}, {"record", run_path(a->file), run_path(b->file)}, {"status", a->head.status, b->head.status},
		{"script", a->head.script, b->head.script}, {"words of the script", a->head.words, b->head.words}, {"hash of the script", a->head.hash, b->head.hash},
		{"program", a->head.program, b->head.program}, {"seed", a->head.seed, b->head.seed}, {"machine", a->head.machine, b->head.machine},
		{"begun", a->head.created, b->head.created}, {"steps", rows[0], rows[1]}, {"verdict by itself", grade_name[a->grade], grade_name[b->grade]},
	};

	for (int k = 0; k < 2; k++) {
		const struct pair_side *s = k == 0 ? &j->c->pair.a : &j->c->pair.b;

		snprintf(rows[k], CELL, "%lld of %.6g, from %.6g to %.6g", (long long)s->rows, s->dt, s->first, s->last);
	}
	page_heading(&j->p, 2, "runs", "The runs");
	page_table(&j->p, COUNT(HEAD), HEAD);
	for (size_t i = 0; i < COUNT(ROWS); i++)
		if (ROWS[i][1][0] || ROWS[i][2][0])
			page_row(&j->p, NULL, COUNT(HEAD), ROWS[i]);
	page_table_end(&j->p);
}

static void put_measures(struct compare_job *j)
{
	static const char *const HEAD[] = {"column", "unit", "largest of the first", "largest difference", "at", "eps_max", "eps_rms", ""};
	const struct compare *c = j->c;
	char cell[COUNT(HEAD)][CELL];
	const char *row[COUNT(HEAD)];

	page_heading(&j->p, 2, "measures", "How like they are");
	page_text(&j->p, "eps_max is the largest difference and eps_rms the root mean square of the differences, both over the largest value of the first run "
	                 "(UCB/EERC 2005-02, equations 8.7 and 8.8). Up to 10 %% is good, more than 20 %% bad (8.4.2).");
	for (int i = 0; i < c->nsaid; i++)
		page_text(&j->p, "Note: %s.", c->said[i]);
	if (isnan(c->eps_enr))
		page_text(&j->p, "eps_enr (8.9) is not known: both runs need a monitor Energy.");
	else
		page_text(&j->p, "Input energy: %.6g and %.6g, eps_enr = %.4g (8.9).", c->energy_a, c->energy_b, c->eps_enr);
	markup_put(&j->p.m, "<div class=\"likeness\">\n");
	page_table(&j->p, COUNT(HEAD), HEAD);
	for (int i = 0; i < c->pair.n; i++) {
		const struct likeness *l = &c->like[i];

		snprintf(cell[0], CELL, "%s", c->pair.column[i].name);
		snprintf(cell[1], CELL, "%s", c->pair.column[i].unit);
		snprintf(cell[2], CELL, "%.5g", l->peak);
		snprintf(cell[3], CELL, "%.4g", l->most);
		snprintf(cell[4], CELL, "%.5g", l->at);
		snprintf(cell[5], CELL, "%.4g", likeness_max(l));
		snprintf(cell[6], CELL, "%.4g", likeness_rms(l));
		snprintf(cell[7], CELL, "%s", compare_moves(c, i) ? grade_name[compare_grade(likeness_max(l))] : "at rest");
		for (size_t k = 0; k < COUNT(HEAD); k++)
			row[k] = cell[k];
		page_row(&j->p, compare_moves(c, i) ? grade_name[compare_grade(likeness_max(l))] : NULL, COUNT(HEAD), row);
	}
	page_table_end(&j->p);
	markup_put(&j->p.m, "</div>\n");
}

static void put_histories(struct compare_job *j)
{
	char x[CELL] = "", y[CELL] = "", title[CELL] = "", name[CELL] = "";

	page_heading(&j->p, 2, "histories", "Histories");
	page_figures(&j->p);
	label(x, "test time", j->c->a.head.time);
	for (int i = 0; i < j->n; i++) {
		const struct pair_column *col = &j->c->pair.column[j->column[i]];
		const struct likeness *l = &j->c->like[j->column[i]];
		struct plot p = figure(col->name, x, y), q = figure(title, x, y);

		label(y, col->name, col->unit);
		p.curve[p.ncurve++] = trace_curve(&j->overlay[i].a, "first");
		p.curve[p.ncurve] = trace_curve(&j->overlay[i].b, "second");
		p.curve[p.ncurve++].dashed = true;
		page_figure(&j->p, col->name, &p, "eps_max %.4g, eps_rms %.4g.", likeness_max(l), likeness_rms(l));
		snprintf(title, sizeof(title), "%.60s: first - second", col->name);
		snprintf(name, sizeof(name), "%.50s_difference", col->name);
		q.curve[q.ncurve++] = trace_curve(&j->overlay[i].difference, "difference");
		page_figure(&j->p, name, &q, "Largest %.4g %s at %.5g %s.", l->most, col->unit, l->at, j->c->a.head.time);
	}
	page_figures_end(&j->p);
}

/* The loops of both, one beside the other. */
static void put_loops(struct compare_job *j)
{
	struct step_report *s[2] = {&j->c->a.steps, &j->c->b.steps};
	char x[CELL] = "", y[CELL] = "", title[CELL] = "", name[CELL] = "";

	if (s[0]->nsite + s[1]->nsite == 0)
		return;
	page_heading(&j->p, 2, "loops", "Hysteresis of the experimental elements");
	page_figures(&j->p);
	for (int i = 0; i < (s[0]->nsite > s[1]->nsite ? s[0]->nsite : s[1]->nsite); i++)
		for (int k = 0; k < 2; k++) {
			struct plot p = figure(title, x, y);
			const struct site_report *of = i < s[k]->nsite ? &s[k]->site[i] : NULL;

			if (!of)
				continue;
			snprintf(title, sizeof(title), "Site %d, component %d: %s run", of->site, of->number, k == 0 ? "first" : "second");
			snprintf(name, sizeof(name), "loop_site%d_%d_%s", of->site, of->number, k == 0 ? "first" : "second");
			label(x, "displacement", s[k]->info->unit[of->command]);
			label(y, "force", s[k]->info->unit[of->force]);
			p.curve[p.ncurve++] = orbit_curve(&of->commanded, "over the command");
			page_figure(&j->p, name, &p, "Largest force %.5g; energy %.5g.", extent_peak(&of->is_force), of->observed);
		}
	page_figures_end(&j->p);
}

int compare_write(struct compare *c, const char *path, int *ret_figures, int *ret_png, char ret_why[160], struct err *e)
{
	struct compare_job *j = ARENA_NEW(&c->mem, struct compare_job);
	int code;

	if (!j)
		return err_set(e, ERR_MEMORY, path, "no memory for the page");
	j->c = c;
	choose(j);
	code = draw(j, e);
	if (!code)
		code = page_open(&j->p, path, "Two runs compared", &c->mem, e);
	if (code)
		return code;
	markup_put(&j->p.m, "<h1>Two runs compared</h1>\n");
	put_verdict(j);
	put_measures(j);
	put_runs(j);
	put_histories(j);
	put_loops(j);
	code = page_close(&j->p);
	if (code)
		return code;
	*ret_figures = j->p.figures;
	*ret_png = page_png(&j->p, ret_why);
	return 0;
}
