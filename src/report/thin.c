/* Curves thinned while they pass. */
#include "report/thin.h"

#include <math.h>
#include <stdlib.h>

enum slot { FIRST, LOWEST, HIGHEST, LAST };

bool trace_init(struct trace *t, double from, double to, struct arena *mem)
{
	*t = (struct trace){.from = from, .to = to > from ? to : from + 1.0};
	t->column = ARENA_ARRAY(mem, TRACE_COLUMNS, struct trace_column);
	t->x = ARENA_ARRAY(mem, 4 * TRACE_COLUMNS, double);
	t->y = ARENA_ARRAY(mem, 4 * TRACE_COLUMNS, double);
	return t->column && t->x && t->y;
}

static void keep(struct trace_column *c, enum slot slot, double x, double y, int64_t at)
{
	c->x[slot] = x;
	c->y[slot] = y;
	c->at[slot] = at;
}

void trace_add(struct trace *t, double x, double y)
{
	double share = (x - t->from) / (t->to - t->from) * TRACE_COLUMNS;

	if (!isfinite(x) || !isfinite(y))
		return;
	struct trace_column *c = &t->column[share < 0.0 ? 0 : share < TRACE_COLUMNS ? (int)share : TRACE_COLUMNS - 1];

	bool fresh = c->at[FIRST] == 0;

	t->n++;
	for (int slot = FIRST; slot <= LAST && fresh; slot++)
		keep(c, (enum slot)slot, x, y, t->n);
	if (y < c->y[LOWEST])
		keep(c, LOWEST, x, y, t->n);
	if (y > c->y[HIGHEST])
		keep(c, HIGHEST, x, y, t->n);
	keep(c, LAST, x, y, t->n);
}

struct plot_curve trace_curve(struct trace *t, const char *name)
{
	struct plot_curve curve = {.name = name, .x = t->x, .y = t->y, .stride = 1};

	for (int i = 0; i < TRACE_COLUMNS; i++) {
		const struct trace_column *c = &t->column[i];
		const enum slot early = c->at[LOWEST] < c->at[HIGHEST] ? LOWEST : HIGHEST, late = early == LOWEST ? HIGHEST : LOWEST;
		const enum slot order[4] = {FIRST, early, late, LAST};
		int64_t drawn = 0;

		for (int k = 0; k < 4; k++)
			if (c->at[order[k]] > drawn) {
				drawn = c->at[order[k]];
				t->x[curve.n] = c->x[order[k]];
				t->y[curve.n++] = c->y[order[k]];
			}
	}
	return curve;
}

/* ---- orbits --------------------------------------------------------------------------------------------------- */

bool orbit_init(struct orbit *l, double x0, double x1, double y0, double y1, struct arena *mem)
{
	*l = (struct orbit){.x0 = x0, .x1 = x1 > x0 ? x1 : x0 + 1.0, .y0 = y0, .y1 = y1 > y0 ? y1 : y0 + 1.0};
	l->seen = ARENA_ARRAY(mem, ORBIT_WIDTH * ORBIT_HEIGHT / 8 + 1, uint8_t);
	l->x = ARENA_ARRAY(mem, ORBIT_POINTS, double);
	l->y = ARENA_ARRAY(mem, ORBIT_POINTS, double);
	return l->seen && l->x && l->y;
}

static int cell(double x, double lo, double hi, int n)
{
	double at = (x - lo) / (hi - lo) * n;

	return at < 0.0 ? 0 : at < n ? (int)at : n - 1;
}

/* Marks the cells of the piece from the last sample to (x, y); was one of them new? */
static bool pass(struct orbit *l, double x, double y)
{
	int i0 = cell(l->last_x, l->x0, l->x1, ORBIT_WIDTH), j0 = cell(l->last_y, l->y0, l->y1, ORBIT_HEIGHT);
	int i1 = cell(x, l->x0, l->x1, ORBIT_WIDTH), j1 = cell(y, l->y0, l->y1, ORBIT_HEIGHT);
	int steps = (int)fmax(abs(i1 - i0), abs(j1 - j0));
	bool news = false;

	for (int k = 0; k <= steps; k++) {
		double share = steps > 0 ? (double)k / steps : 1.0;
		int at = (int)lround(j0 + share * (j1 - j0)) * ORBIT_WIDTH + (int)lround(i0 + share * (i1 - i0));

		news |= !(l->seen[at / 8] >> at % 8 & 1);
		l->seen[at / 8] |= (uint8_t)(1 << at % 8);
	}
	return news;
}

static void point(struct orbit *l, double x, double y)
{
	l->x[l->n] = x;
	l->y[l->n++] = y;
}

void orbit_add(struct orbit *l, double x, double y)
{
	if (!isfinite(x) || !isfinite(y))
		return;
	/* samples on the way through one cell are one point of the picture */
	int at = cell(y, l->y0, l->y1, ORBIT_HEIGHT) * ORBIT_WIDTH + cell(x, l->x0, l->x1, ORBIT_WIDTH);

	if (l->begun && at == l->cell)
		return;
	if (!l->begun) {
		l->last_x = x;
		l->last_y = y;
	}
	bool stays = pass(l, x, y);

	l->cell = at;
	if (stays && l->n + 3 > ORBIT_POINTS)
		l->full = true;
	else if (stays) {
		if (!l->pen && l->begun) {
			point(l, NAN, NAN);
			point(l, l->last_x, l->last_y);
		}
		point(l, x, y);
	}
	l->pen = stays;
	l->begun = true;
	l->last_x = x;
	l->last_y = y;
}

struct plot_curve orbit_curve(const struct orbit *l, const char *name)
{
	return (struct plot_curve){.name = name, .n = l->n, .x = l->x, .y = l->y, .stride = 1};
}

/* ---- extents -------------------------------------------------------------------------------------------------- */

void extent_init(struct extent *x)
{
	*x = (struct extent){.lo = INFINITY, .hi = -INFINITY};
}

void extent_add(struct extent *x, double value)
{
	if (!isfinite(value))
		return;
	x->lo = fmin(x->lo, value);
	x->hi = fmax(x->hi, value);
	x->sum += value;
	x->square += value * value;
	x->n++;
}

double extent_peak(const struct extent *x)
{
	return x->n > 0 ? fmax(fabs(x->lo), fabs(x->hi)) : 0.0;
}

double extent_rms(const struct extent *x)
{
	return x->n > 0 ? sqrt(x->square / (double)x->n) : 0.0;
}
