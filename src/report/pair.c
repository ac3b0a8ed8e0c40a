/* Two tables of steps merged by time. */
#include "report/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int side_init(struct pair_side *s, struct run_file *f, struct arena *mem, struct err *e)
{
	int table, code = run_find(f, "steps", NULL, &table, NULL, e);

	if (!code)
		code = scan_init(&s->scan, f, table, mem, e);
	if (code)
		return code;
	s->rows = s->scan.info->rows;
	s->time = scan_time(s->scan.info);
	if (s->time < 0)
		return err_set(e, ERR_FORMAT, run_path(f), "its steps have no column of time");
	code = scan_ends(f, table, s->time, mem, &s->first, &s->last, e);
	if (!code && !(isfinite(s->first) && isfinite(s->last)))
		code = err_set(e, ERR_FORMAT, run_path(f), "its steps have times that are not finite");
	s->dt = s->rows > 1 ? (s->last - s->first) / (double)(s->rows - 1) : 0.0;
	return code;
}

static bool is_history(const char *name)
{
	return strcmp(name, "time") != 0 && strcmp(name, "test_time") != 0 && strcmp(name, "iterations") != 0;
}

struct place { const char *name; int at; };

static int by_name(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* The columns of a table in the order of their names; NULL: no memory. */
static const struct place *sorted(const struct run_table_info *t, struct arena *mem)
{
	struct place *all = ARENA_ARRAY(mem, (size_t)t->n + 1, struct place);

	for (int i = 0; all && i < t->n; i++)
		all[i] = (struct place){t->column[i], i};
	if (all)
		qsort(all, (size_t)t->n, sizeof(*all), by_name);
	return all;
}

/* The first column of that name; -1: none. */
static int find(const struct place *all, int n, const char *name)
{
	int lo = 0, hi = n;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (strcmp(all[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && strcmp(all[lo].name, name) == 0 ? all[lo].at : -1;
}

static int match(struct pair *p, struct arena *mem, struct err *e)
{
	const struct run_table_info *a = p->a.scan.info, *b = p->b.scan.info;
	const struct place *all = sorted(b, mem);

	p->column = ARENA_ARRAY(mem, (size_t)a->n + 1, struct pair_column);
	p->x = ARENA_ARRAY(mem, (size_t)a->n + 1, double);
	p->y = ARENA_ARRAY(mem, (size_t)a->n + 1, double);
	p->before = ARENA_ARRAY(mem, (size_t)b->n + 1, double);
	p->after = ARENA_ARRAY(mem, (size_t)b->n + 1, double);
	if (!all || !p->column || !p->x || !p->y || !p->before || !p->after)
		return err_set(e, ERR_MEMORY, "compare", "no memory for %d columns", a->n);
	for (int i = 0; i < a->n; i++) {
		int other = is_history(a->column[i]) ? find(all, b->n, a->column[i]) : -1;

		if (other >= 0)
			p->column[p->n++] = (struct pair_column){i, other, a->column[i], a->unit[i]};
		p->only_a += is_history(a->column[i]) && other < 0;
	}
	for (int i = 0; i < b->n; i++)
		p->only_b += is_history(b->column[i]);
	p->only_b = p->only_b > p->n ? p->only_b - p->n : 0;
	return 0;
}

int pair_init(struct pair *p, struct run_file *a, struct run_file *b, struct arena *mem, struct err *e)
{
	int code;

	*p = (struct pair){0};
	code = side_init(&p->a, a, mem, e);
	if (!code)
		code = side_init(&p->b, b, mem, e);
	if (!code)
		code = match(p, mem, e);
	p->from = fmax(p->a.first, p->b.first);
	p->to = p->a.rows > 0 && p->b.rows > 0 ? fmin(p->a.last, p->b.last) : p->from - 1.0;
	return code;
}

void pair_rewind(struct pair *p)
{
	scan_rewind(&p->a.scan);
	scan_rewind(&p->b.scan);
	p->a.at = p->b.at = 0;
	p->begun = false;
}

/* The next row of a side; NULL at the end. */
static int row(struct pair_side *s, const double **ret, struct err *e)
{
	int code = 0;

	if (s->at >= s->scan.n) {
		code = scan_next(&s->scan, e);
		s->at = 0;
	}
	*ret = !code && s->scan.n > 0 ? s->scan.x + (size_t)s->at++ * (size_t)s->scan.info->n : NULL;
	return code;
}

/* Moves b until t lies between before and after; at its end after stays the last row. */
static int follow(struct pair *p, double t, struct err *e)
{
	size_t bytes = (size_t)p->b.scan.info->n * sizeof(double);
	const double *next;
	int code = 0;

	if (!p->begun) {
		code = row(&p->b, &next, e);
		if (code || !next)
			return code;
		memcpy(p->after, next, bytes);
		memcpy(p->before, next, bytes);
		p->begun = true;
	}
	while (!code && p->after[p->b.time] < t) {
		code = row(&p->b, &next, e);
		if (code || !next)
			return code;
		memcpy(p->before, p->after, bytes);
		memcpy(p->after, next, bytes);
	}
	return code;
}

int pair_next(struct pair *p, struct err *e)
{
	/* times that were summed up differ in their last digits */
	double slack = 1e-6 * fmax(p->a.dt, p->b.dt), share, span;
	const double *x;
	int code;

	do {
		code = row(&p->a, &x, e);
		if (code || !x)
			return code;
		p->t = x[p->a.time];
	} while (p->t < p->from - slack);
	if (p->t > p->to + slack)
		return 0;
	code = follow(p, p->t, e);
	span = p->after[p->b.time] - p->before[p->b.time];
	share = span > 0.0 ? fmin(fmax((p->t - p->before[p->b.time]) / span, 0.0), 1.0) : 1.0;
	/* a row at the same time counts alone, bit for bit */
	share = fabs(p->after[p->b.time] - p->t) <= slack ? 1.0 : fabs(p->before[p->b.time] - p->t) <= slack ? 0.0 : share;
	for (int i = 0; i < p->n && !code; i++) {
		const struct pair_column *c = &p->column[i];

		p->x[i] = x[c->a];
		p->y[i] = share == 1.0 ? p->after[c->b] : share == 0.0 ? p->before[c->b] : p->before[c->b] + share * (p->after[c->b] - p->before[c->b]);
	}
	return code ? code : 1;
}
