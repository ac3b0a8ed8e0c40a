/* Measures of two runs. */
#include "report/compare.h"

#include "record/run_unit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double STILL = 1e-6;      /* of what moves most: below it a column is rounding */

enum grade compare_grade(double eps_max)
{
	return eps_max <= 0.1 ? GRADE_GOOD : eps_max <= 0.2 ? GRADE_DOUBTFUL : GRADE_BAD;
}

static void say(struct compare *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct compare *c, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(c->said[c->nsaid++], sizeof(c->said[0]), format, list);
	va_end(list);
}

/* A unit that nobody named: the record has the name of its dimension. */
static bool is_unnamed(const char *unit)
{
	return unit[0] == '\0' || strcmp(unit, "force") == 0 || strcmp(unit, "length") == 0;
}

/* Older records spell units as their script did. */
static bool is_same_unit(const char *a, const char *b)
{
	return strcmp(run_unit(a), run_unit(b)) == 0;
}

/* Numbers of different units cannot be compared; where one run has named none they are taken as they are. */
static int check_units(struct compare *c, struct err *e)
{
	const struct report_head *a = &c->a.head, *b = &c->b.head;
	const char *const ROWS[][2] = {{a->force, b->force}, {a->length, b->length}, {a->time, b->time}};
	bool unnamed = false;

	for (size_t i = 0; i < COUNT(ROWS); i++) {
		if (is_same_unit(ROWS[i][0], ROWS[i][1]))
			continue;
		if (!is_unnamed(ROWS[i][0]) && !is_unnamed(ROWS[i][1])) {
			err_set(e, ERR_RANGE, "compare", "the runs have different units");
			err_value(e, "%s, %s, %s and %s, %s, %s", a->force, a->length, a->time, b->force, b->length, b->time);
			return ERR_RANGE;
		}
		unnamed = true;
	}
	if (unnamed)
		say(c, "one of the runs does not name its units (defaultUnits): numbers are compared as they are");
	return 0;
}

static void tell_differences(struct compare *c)
{
	const struct pair *p = &c->pair;
	double slack = 1e-6 * fmax(p->a.dt, p->b.dt);

	for (int k = 0; k < 2; k++) {
		const struct report_head *h = k == 0 ? &c->a.head : &c->b.head;

		if (strcmp(h->status, "complete") != 0)
			say(c, "the %s run did not end as planned: %.80s", k == 0 ? "first" : "second", h->status[0] ? h->status : "unknown");
	}
	if (c->a.steps.bad_rows > 0)
		say(c, "%lld steps of the first run hold numbers that are not finite: they measure nothing", (long long)c->a.steps.bad_rows);
	if (fabs(p->a.last - p->b.last) > slack || fabs(p->a.first - p->b.first) > slack)
		say(c, "the runs are of different length: %.6g to %.6g and %.6g to %.6g; compared from %.6g to %.6g", p->a.first, p->a.last, p->b.first,
		    p->b.last, p->from, p->to);
	if (fabs(p->a.dt - p->b.dt) > 1e-6 * p->a.dt)
		say(c, "their steps differ: %.6g and %.6g; the second is interpolated at the times of the first", p->a.dt, p->b.dt);
	if (p->only_a + p->only_b > 0)
		say(c, "%d columns are only in the first and %d only in the second: they are left out", p->only_a, p->only_b);
}

/* The input energy at a time: that of the last row up to it. */
static int energy_at(struct report *r, double t, struct arena *mem, double *ret, struct err *e)
{
	double *time, *input;
	int at, table, code;

	*ret = NAN;
	for (int i = 0; i < r->nmonitor; i++) {
		const struct table_report *m = &r->monitor[i];

		at = scan_column(m->info, "input");
		if (at < 0 || m->time < 0)
			continue;
		code = run_find(r->file, m->info->name, NULL, &table, NULL, e);
		if (!code)
			code = run_column(r->file, table, m->time, mem, &time, e);
		if (!code)
			code = run_column(r->file, table, at, mem, &input, e);
		for (int64_t k = 0; k < m->info->rows && !code && time[k] <= t * (1.0 + 1e-9); k++)
			*ret = input[k];
		return code;
	}
	return 0;
}

/* A record has many columns and few units; a column of one beyond that many is measured with itself. */
void compare_most(struct compare *c)
{
	enum { UNITS = 32 };
	const char *unit[UNITS];
	double most[UNITS];
	int nunit = 0;

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < c->pair.n; i++) {
			int k = 0;

			while (k < nunit && strcmp(unit[k], c->pair.column[i].unit) != 0)
				k++;
			if (k == nunit && nunit < UNITS) {
				unit[nunit] = c->pair.column[i].unit;
				most[nunit++] = 0.0;
			}
			if (pass == 0 && k < nunit)
				most[k] = fmax(most[k], c->like[i].peak);
			c->most[i] = k < nunit ? most[k] : c->like[i].peak;
		}
}

bool compare_moves(const struct compare *c, int i)
{
	return fmax(c->like[i].peak, c->like[i].most) > STILL * c->most[i];
}

static bool is_displacement(const char *name)
{
	return strncmp(name, "node", 4) == 0 && strstr(name, "_disp");
}

void compare_summary(const struct compare *c, char *ret_text, int size)
{
	double eps = c->order_first >= 0 ? likeness_max(&c->like[c->order_first]) : NAN;

	ret_text[0] = '\0';
	if (c->order_first >= 0)
		snprintf(ret_text, (size_t)size, "Displacements differ by %.3g %% of the largest at most (%s).", 100.0 * eps, c->pair.column[c->order_first].name);
}

static int measure(struct compare *c, struct err *e)
{
	struct pair *p = &c->pair;
	int code;

	while ((code = pair_next(p, e)) > 0)
		for (int i = 0; i < p->n; i++)
			likeness_add(&c->like[i], p->t, p->x[i], p->y[i]);
	compare_most(c);
	c->order_first = -1;
	for (int i = 0; i < p->n && !code; i++)
		if (is_displacement(p->column[i].name) && compare_moves(c, i) && !isnan(likeness_max(&c->like[i])) &&
		    (c->order_first < 0 || likeness_max(&c->like[i]) > likeness_max(&c->like[c->order_first])))
			c->order_first = i;
	if (!code)
		code = energy_at(&c->a, p->to, &c->mem, &c->energy_a, e);
	if (!code)
		code = energy_at(&c->b, p->to, &c->mem, &c->energy_b, e);
	c->eps_enr = likeness_energy(c->energy_a, c->energy_b);
	return code;
}

int compare_read(struct compare *c, const char *a, const char *b, struct err *e)
{
	int code;

	*c = (struct compare){0};
	arena_init(&c->mem);
	arena_init(&c->b.mem);
	code = report_read(&c->a, a, e);
	if (!code)
		code = report_read(&c->b, b, e);
	if (!code)
		code = check_units(c, e);
	if (!code)
		code = pair_init(&c->pair, c->a.file, c->b.file, &c->mem, e);
	if (code)
		return code;
	if (c->pair.to < c->pair.from || c->pair.n == 0) {
		err_set(e, ERR_RANGE, "compare", c->pair.n == 0 ? "the runs have no column in common" : "the runs have no time in common");
		err_value(e, "%.40s, %.40s", a, b);
		return ERR_RANGE;
	}
	c->like = ARENA_ARRAY(&c->mem, (size_t)c->pair.n, struct likeness);
	c->most = ARENA_ARRAY(&c->mem, (size_t)c->pair.n, double);
	if (!c->like || !c->most)
		return err_set(e, ERR_MEMORY, "compare", "no memory for its columns");
	tell_differences(c);
	return measure(c, e);
}

void compare_close(struct compare *c)
{
	report_close(&c->a);
	report_close(&c->b);
	arena_fini(&c->mem);
}
