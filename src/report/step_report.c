/* Steps: extents in the first pass, curves and energies in the second. */
#include "report/step_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const KIND[STEP_KINDS] = {"disp", "accel"};

/* ---- what there is -------------------------------------------------------------------------------------------- */

static int site_column(const struct run_table_info *t, int site, const char *what, int number)
{
	char name[64];

	snprintf(name, sizeof(name), "site%d_%s%d", site, what, number);
	return scan_column(t, name);
}

static int find_sites(struct step_report *r, struct arena *mem, struct err *e)
{
	const struct run_table_info *t = r->info;
	int site, number;

	r->site = ARENA_ARRAY(mem, (size_t)t->n + 1, struct site_report);
	if (!r->site)
		return err_set(e, ERR_MEMORY, t->name, "no memory for sites");
	for (int i = 0; i < t->n; i++) {
		if (!scan_tagged(t->column[i], "site", "command", &site, &number))
			continue;
		struct site_report *s = &r->site[r->nsite];

		*s = (struct site_report){.site = site, .number = number, .command = i, .disp = site_column(t, site, "disp", number),
		                          .force = site_column(t, site, "force", number), .before = {NAN, NAN, NAN}};
		extent_init(&s->is_command);
		extent_init(&s->is_force);
		extent_init(&s->is_error);
		r->nsite += s->force >= 0;
	}
	return 0;
}

/* The number of a node's column of a kind, "node3_disp1"; false: it is none. */
static bool is_motion(const char *column, const char *kind)
{
	int node, dof;

	return scan_tagged(column, "node", kind, &node, &dof);
}

/* ---- first pass ----------------------------------------------------------------------------------------------- */

static double value(const double *row, int column)
{
	return column >= 0 ? row[column] : NAN;
}

static int first_pass(struct step_report *r, struct scan *s, struct err *e)
{
	int n = r->info->n, code;

	while ((code = scan_next(s, e)) == 0 && s->n > 0)
		for (int i = 0; i < s->n; i++) {
			const double *row = s->x + (size_t)i * (size_t)n;
			bool bad = false;

			for (int k = 0; k < n; k++) {
				bad |= !isfinite(row[k]);
				extent_add(&r->extent[k], row[k]);
			}
			r->bad_rows += bad;
			r->rows++;
			for (int k = 0; k < r->nsite; k++) {
				extent_add(&r->site[k].is_command, row[r->site[k].command]);
				extent_add(&r->site[k].is_force, row[r->site[k].force]);
				extent_add(&r->site[k].is_error, row[r->site[k].command] - value(row, r->site[k].disp));
			}
		}
	return code;
}

/* The columns of a kind that move most, largest first, in the unit of the largest. */
static void choose(struct step_report *r, int kind)
{
	struct node_history *h = r->history[kind];
	int n = 0;

	for (int i = 0; i < r->info->n; i++) {
		double peak = extent_peak(&r->extent[i]);
		int at = n;

		if (!is_motion(r->info->column[i], KIND[kind]) || peak == 0.0 || strstr(r->info->unit[i], "rad"))
			continue;
		while (at > 0 && h[at - 1].peak < peak)
			at--;
		if (at == STEP_CURVES)
			continue;
		n += n < STEP_CURVES;
		memmove(h + at + 1, h + at, (size_t)(n - at - 1) * sizeof(*h));
		h[at] = (struct node_history){.column = i, .peak = peak};
	}
	r->nhistory[kind] = n;
}

/* ---- second pass ---------------------------------------------------------------------------------------------- */

static bool begin_curves(struct step_report *r, struct arena *mem)
{
	bool good = trace_init(&r->of_observed, r->first, r->last, mem) && trace_init(&r->of_best, r->first, r->last, mem) &&
		trace_init(&r->of_error, r->first, r->last, mem);

	for (int kind = 0; kind < STEP_KINDS; kind++)
		for (int i = 0; i < r->nhistory[kind]; i++)
			good &= trace_init(&r->history[kind][i].trace, r->first, r->last, mem);
	for (int i = 0; i < r->nsite; i++) {
		struct site_report *s = &r->site[i];
		double lo = s->is_command.lo, hi = s->is_command.hi;

		if (s->disp >= 0) {
			lo = fmin(lo, r->extent[s->disp].lo);
			hi = fmax(hi, r->extent[s->disp].hi);
		}
		good &= trace_init(&s->of_error, r->first, r->last, mem) && orbit_init(&s->commanded, lo, hi, s->is_force.lo, s->is_force.hi, mem) &&
			orbit_init(&s->measured, lo, hi, s->is_force.lo, s->is_force.hi, mem);
	}
	return good;
}

/* Work of the mean force over a change; nothing before the second row, which begins from rest at zero. */
static void work(struct site_report *s, const double *row)
{
	const double now[3] = {row[s->command], s->disp >= 0 ? row[s->disp] : row[s->command], row[s->force]};
	double from[3], mean;

	for (int k = 0; k < 3; k++)
		from[k] = isfinite(s->before[k]) ? s->before[k] : 0.0;
	mean = 0.5 * (now[2] + from[2]);
	s->observed += mean * (now[0] - from[0]);
	s->best += mean * (now[1] - from[1]);
	memcpy(s->before, now, sizeof(s->before));
}

static void larger(double *most, double x)
{
	*most = fabs(x) > fabs(*most) ? x : *most;
}

static void add_row(struct step_report *r, const double *row)
{
	double t = row[r->time], observed = 0.0, best = 0.0;

	for (int kind = 0; kind < STEP_KINDS; kind++)
		for (int i = 0; i < r->nhistory[kind]; i++)
			trace_add(&r->history[kind][i].trace, t, row[r->history[kind][i].column]);
	for (int i = 0; i < r->nsite; i++) {
		struct site_report *s = &r->site[i];

		work(s, row);
		observed += s->observed;
		best += s->best;
		larger(&s->best_most, s->best);
		larger(&s->error_worst, s->observed - s->best);
		trace_add(&s->of_error, t, s->observed - s->best);
		orbit_add(&s->commanded, row[s->command], row[s->force]);
		orbit_add(&s->measured, value(row, s->disp), row[s->force]);
	}
	r->observed = observed;
	r->best = best;
	larger(&r->best_most, best);
	larger(&r->error_worst, observed - best);
	trace_add(&r->of_observed, t, observed);
	trace_add(&r->of_best, t, best);
	trace_add(&r->of_error, t, observed - best);
}

static int second_pass(struct step_report *r, struct scan *s, struct arena *mem, struct err *e)
{
	int code = begin_curves(r, mem) ? 0 : err_set(e, ERR_MEMORY, r->info->name, "no memory for curves");

	scan_rewind(s);
	while (!code && (code = scan_next(s, e)) == 0 && s->n > 0)
		for (int i = 0; i < s->n; i++)
			add_row(r, s->x + (size_t)i * (size_t)r->info->n);
	return code;
}

int step_report_make(struct step_report *r, struct run_file *f, struct arena *mem, struct err *e)
{
	struct err none;
	struct scan s;
	int table, code;

	err_clear(&none);
	*r = (struct step_report){0};
	if (run_find(f, "steps", NULL, &table, NULL, &none) < 0)
		return 0;
	r->info = run_table(f, table);
	r->time = scan_time(r->info);
	r->extent = ARENA_ARRAY(mem, (size_t)r->info->n + 1, struct extent);
	code = r->extent ? find_sites(r, mem, e) : err_set(e, ERR_MEMORY, r->info->name, "no memory for its columns");
	for (int i = 0; i < r->info->n && !code; i++)
		extent_init(&r->extent[i]);
	if (code || r->info->rows == 0 || r->time < 0)
		return code;
	code = scan_ends(f, table, r->time, mem, &r->first, &r->last, e);
	if (!code)
		code = scan_init(&s, f, table, mem, e);
	if (!code)
		code = first_pass(r, &s, e);
	for (int kind = 0; kind < STEP_KINDS && !code; kind++)
		choose(r, kind);
	return code ? code : second_pass(r, &s, mem, e);
}
