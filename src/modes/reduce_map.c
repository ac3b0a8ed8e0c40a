/* The unknowns of a reduced structure: rows of T in the place of the free freedoms.
 *
 * A freedom that was u_d = sum of coef * x_j becomes sum of coef * (t_j q + s_j g). The row of a kept freedom is itself.
 */
#include "modes/reduce_priv.h"

/* Writes the row of freedom d as one number for each unknown and, behind them, each source. */
static void row_expand(const struct dofmap *map, const struct reduction *r, int d, double *row)
{
	int nq = r->nkept + r->nmode;

	for (int k = 0; k < nq + map->nsource; k++)
		row[k] = 0.0;
	for (int k = map->start[d]; k < map->start[d + 1]; k++) {
		int j = map->master[k];
		double coef = map->coef[k];

		if (j < 0) {
			row[nq - 1 - j] += coef;
			continue;
		}
		for (int q = 0; q < nq; q++)
			row[q] += coef * r->t[(size_t)j * (size_t)nq + (size_t)q];
		for (int s = 0; s < map->nsource; s++)
			row[nq + s] += coef * r->s[(size_t)j * (size_t)map->nsource + (size_t)s];
	}
}

/* Appends a row to the new map; with master NULL only counts. Source 0 is the constant zero. */
static int row_write(struct dofmap *to, int at, const double *row, int nq)
{
	for (int k = 0; k < nq + to->nsource; k++) {
		if (row[k] == 0.0 || k == nq)
			continue;
		if (to->master) {
			to->master[at] = k < nq ? k : nq - 1 - k;
			to->coef[at] = row[k];
		}
		at++;
	}
	return at;
}

static void rows_write(const struct dofmap *from, const struct reduction *r, double *row, struct dofmap *to)
{
	int nq = r->nkept + r->nmode, at = 0;

	for (int d = 0; d < from->nall; d++) {
		to->start[d] = at;
		row_expand(from, r, d, row);
		at = row_write(to, at, row, nq);
	}
	to->start[from->nall] = at;
}

static int map_replace(struct dofmap *map, const struct reduction *r, struct arena *run)
{
	int nq = r->nkept + r->nmode;
	struct dofmap to = {.nall = map->nall, .n = nq, .nsource = map->nsource, .source = map->source, .reduction = r, .whole_owner = map->owner};
	double *row = ARENA_ARRAY(run, (size_t)(nq + map->nsource) + 1, double);

	to.start = ARENA_ARRAY(run, (size_t)map->nall + 1, int);
	to.owner = ARENA_ARRAY(run, (size_t)nq + 1, int);
	if (!row || !to.start || !to.owner)
		return ERR_MEMORY;
	rows_write(map, r, row, &to);
	to.coef = ARENA_ARRAY(run, (size_t)to.start[to.nall] + 1, double);
	to.master = ARENA_ARRAY(run, (size_t)to.start[to.nall] + 1, int);
	if (!to.coef || !to.master)
		return ERR_MEMORY;
	rows_write(map, r, row, &to);
	for (int q = 0; q < nq; q++)
		to.owner[q] = q < r->nkept ? map->owner[r->kept[q]] : map->nall + q - r->nkept;
	*map = to;
	return 0;
}

int reduction_apply(struct problem_core *c, struct err *e)
{
	int code = reduction_refresh(c->m, e);

	if (!code && map_replace(&c->map, c->m->reduction, c->run))
		code = err_set(e, ERR_MEMORY, "reduce", "no memory for the rows of %d freedoms", c->map.nall);
	return code;
}

double reduction_coordinate(const struct dofmap *map, int mode, const double *all, const double *g)
{
	const struct reduction *r = map->reduction;
	const double *row = r->coordinate + (size_t)mode * (size_t)r->n;
	double sum = 0.0;

	for (int j = 0; j < r->n; j++) {
		double x = all[map->whole_owner[j]];

		for (int s = 1; s < r->nsource; s++)
			x -= r->s[(size_t)j * (size_t)r->nsource + (size_t)s] * g[s];
		sum += row[j] * x;
	}
	return sum;
}
