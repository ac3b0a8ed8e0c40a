/* From constraints to unknowns: u = T x + g.
 *
 * Plain and Transformation eliminate: a fixed or prescribed freedom has the value of its source, a dependent one the
 * combination of its masters, resolved down to freedoms that are unknown or prescribed. A row of a multi-point constraint
 * whose own freedom is held, or given by another row, gives one of the freedoms that are left in it. Penalty and Lagrange keep
 * every freedom unknown and add equations: alpha (A u - g) to the residual, or multipliers with A u = g.
 */
#include "equations/core.h"
#include "math/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 4096, ROW_MAX = 4096 };
static const double NOTHING = 1e-10;   /* of the largest coefficient: what is left of others that cancel */

struct row { int dof; double coef; };  /* dof < 0: the source -1 - dof */

struct tie {                           /* u of a freedom = sum of coef times u of others, and sources */
	int dof, n;
	struct row *row;
	const struct mp *mp;               /* whose k-th row it is */
	int k;
};

struct builder {                       /* who constrains a freedom */
	struct problem_core *c;
	int *source_of;                    /* freedom -> source, -1 */
	struct tie *tie;                   /* a row of a multi-point constraint each */
	int ntie;
	const struct tie **tie_of;         /* freedom -> what gives it, NULL */
	struct row *row;                   /* the row being built */
	int nrow;
	struct err *e;
};

static int freedom(const struct node *n, int dof)
{
	return n->dof0 + dof;
}

static int row_add(struct builder *b, int dof, double coef)
{
	for (int k = 0; k < b->nrow; k++)
		if (b->row[k].dof == dof) {
			b->row[k].coef += coef;
			return 0;
		}
	if (b->nrow == ROW_MAX)
		return err_set(b->e, ERR_LIMIT, "constraints", "a freedom depends on more than %d others", ROW_MAX);
	b->row[b->nrow++] = (struct row){.dof = dof, .coef = coef};
	return 0;
}

/* Adds coef times freedom dof (or a source) to the row, following dependence down. */
static int row_resolve(struct builder *b, int dof, double coef, int depth)
{
	const struct tie *tie = dof >= 0 && b->source_of[dof] < 0 ? b->tie_of[dof] : NULL;
	int code = 0;

	if (coef == 0.0)
		return 0;
	if (depth > b->ntie || depth > DEPTH_MAX)
		return err_set(b->e, ERR_STATE, "constraints", "multi-point constraints form a circle");
	for (int k = 0; tie && k < tie->n && !code; k++)
		code = row_resolve(b, tie->row[k].dof, coef * tie->row[k].coef, depth + 1);
	return tie ? code : row_add(b, dof, coef);
}

/* Sources: fixes at zero share source 0 (the value zero); every sp of a pattern, every imposed motion, every freedom that the analysis
 * drives, every fix of a displaced freedom and every offset of a multi-point constraint has its own. */
static int source_count(const struct model *m, int ndrive)
{
	int n = 1 + m->nsp + ndrive;

	for (int i = 0; i < m->patterns.n; i++)
		n += ((const struct pattern *)m->patterns.row[i].object)->nimposed;
	for (int i = 0; i < m->nmp; i++)
		n += m->mp[i]->nc;
	return n;
}

static int sources_find(struct builder *b)
{
	struct problem_core *c = b->c;
	struct dofmap *map = &c->map;
	const struct model *m = c->m;

	map->source = ARENA_ARRAY(c->run, (size_t)source_count(m, c->an->ndrive), struct source);
	if (!map->source)
		return ERR_MEMORY;
	map->nsource = 1;
	for (int i = 0; i < m->nsp; i++) {
		const struct sp *sp = m->sp[i];
		int source = 0;

		if (sp->pattern) {
			source = map->nsource++;
			map->source[source] = (struct source){.sp = sp, .pattern = sp->pattern, .origin = sp->origin};
		} else if (sp->origin != 0.0) {
			source = map->nsource++;
			map->source[source] = (struct source){.origin = sp->origin};
		}
		b->source_of[freedom(sp->node, sp->dof)] = source;
	}
	for (int i = 0; i < m->patterns.n; i++) {
		const struct pattern *p = m->patterns.row[i].object;

		for (int k = 0; k < p->nimposed; k++) {
			const struct imposed *im = &p->imposed[k];

			map->source[map->nsource] = (struct source){.imposed = im, .pattern = p};
			b->source_of[freedom(im->node, im->dof)] = map->nsource++;
		}
	}
	for (int i = 0; i < c->an->ndrive; i++) {
		const struct driven *drive = &c->an->drive[i];

		map->source[map->nsource] = (struct source){.drive = drive};
		b->source_of[freedom(drive->node, drive->dof)] = map->nsource++;
	}
	return 0;
}

static int tie_make(struct builder *b, const struct mp *mp, int k)
{
	struct dofmap *map = &b->c->map;
	struct tie *tie = &b->tie[b->ntie++];

	tie->mp = mp;
	tie->k = k;
	tie->dof = freedom(mp->constrained, mp->dof_c[k]);
	tie->row = ARENA_ARRAY(b->c->run, (size_t)mp->nr + 1, struct row);
	if (!tie->row)
		return ERR_MEMORY;
	for (int r = 0; r < mp->nr; r++)
		tie->row[tie->n++] = (struct row){.dof = freedom(mp->retained, mp->dof_r[r]), .coef = mp->matrix[k * mp->nr + r]};
	if (mp->offset[k] != 0.0) {
		map->source[map->nsource] = (struct source){.origin = mp->offset[k]};
		tie->row[tie->n++] = (struct row){.dof = -1 - map->nsource++, .coef = 1.0};
	}
	return 0;
}

static int ties_find(struct builder *b)
{
	const struct model *m = b->c->m;
	int n = 0, code = 0;

	for (int i = 0; i < m->nmp; i++)
		n += m->mp[i]->nc;
	b->tie = ARENA_ARRAY(b->c->run, (size_t)n + 1, struct tie);
	if (!b->tie)
		return ERR_MEMORY;
	for (int i = 0; i < m->nmp; i++)
		for (int k = 0; k < m->mp[i]->nc && !code; k++)
			code = tie_make(b, m->mp[i], k);
	return code;
}

/* A tie whose freedom is held or given already, as one that gives another freedom: the largest of those that are left in it; none where
 * the ties before and what is held say it all. */
static int tie_turn(struct builder *b, struct tie *tie)
{
	double largest = 1.0, most = 0.0;
	struct row *row;
	int at = -1, code;

	b->nrow = 0;
	code = row_resolve(b, tie->dof, -1.0, 0);
	for (int k = 0; k < tie->n && !code; k++) {
		largest = fmax(largest, fabs(tie->row[k].coef));
		code = row_resolve(b, tie->row[k].dof, tie->row[k].coef, 0);
	}
	for (int k = 0; k < b->nrow; k++)
		if (b->row[k].dof >= 0 && b->source_of[b->row[k].dof] < 0 && fabs(b->row[k].coef) > most) {
			most = fabs(b->row[k].coef);
			at = k;
		}
	if (code || most <= NOTHING * largest)
		return code;
	row = ARENA_ARRAY(b->c->run, (size_t)b->nrow, struct row);
	if (!row)
		return ERR_MEMORY;
	*tie = (struct tie){.dof = b->row[at].dof, .row = row};
	for (int k = 0; k < b->nrow; k++)
		if (k != at)
			row[tie->n++] = (struct row){.dof = b->row[k].dof, .coef = -b->row[k].coef / b->row[at].coef};
	b->tie_of[tie->dof] = tie;
	return 0;
}

/* Which tie gives which freedom. */
static int ties_share(struct builder *b)
{
	int code = 0;

	for (int i = 0; i < b->ntie; i++)
		if (b->source_of[b->tie[i].dof] < 0 && !b->tie_of[b->tie[i].dof])
			b->tie_of[b->tie[i].dof] = &b->tie[i];
	for (int i = 0; i < b->ntie && !code; i++)
		if (b->tie_of[b->tie[i].dof] != &b->tie[i])
			code = tie_turn(b, &b->tie[i]);
	return code;
}

/* Elimination: two passes over all freedoms, the first counts. */
static int eliminate(struct builder *b)
{
	struct dofmap *map = &b->c->map;
	struct arena *run = b->c->run;
	int *unknown_of = ARENA_ARRAY(run, (size_t)map->nall + 1, int);
	int total = 0, code;

	map->start = ARENA_ARRAY(run, (size_t)map->nall + 1, int);
	map->owner = ARENA_ARRAY(run, (size_t)map->nall + 1, int);
	if (!unknown_of || !map->start || !map->owner)
		return ERR_MEMORY;
	map->n = 0;
	for (int d = 0; d < map->nall; d++) {
		bool is_free = b->source_of[d] < 0 && !b->tie_of[d];

		unknown_of[d] = is_free ? map->n : -1;
		if (is_free)
			map->owner[map->n++] = d;
	}
	for (int pass = 0; pass < 2; pass++) {
		total = 0;
		for (int d = 0; d < map->nall; d++) {
			b->nrow = 0;
			code = row_resolve(b, d, 1.0, 0);
			if (code)
				return code;
			map->start[d] = total;
			for (int k = 0; k < b->nrow; k++) {
				int dof = b->row[k].dof, source = dof < 0 ? -1 - dof : b->source_of[dof];

				if (source == 0)
					continue;
				if (pass) {
					map->master[total] = source > 0 ? -1 - source : unknown_of[dof];
					map->coef[total] = b->row[k].coef;
				}
				total++;
			}
		}
		map->start[map->nall] = total;
		if (!pass) {
			map->master = ARENA_ARRAY(run, (size_t)total + 1, int);
			map->coef = ARENA_ARRAY(run, (size_t)total + 1, double);
			if (!map->master || !map->coef)
				return ERR_MEMORY;
		}
	}
	return 0;
}

/* Every freedom is its own unknown. */
static int keep_all(struct builder *b)
{
	struct dofmap *map = &b->c->map;
	size_t n = (size_t)map->nall;

	map->n = map->nall;
	map->start = ARENA_ARRAY(b->c->run, n + 1, int);
	map->owner = ARENA_ARRAY(b->c->run, n + 1, int);
	map->master = ARENA_ARRAY(b->c->run, n + 1, int);
	map->coef = ARENA_ARRAY(b->c->run, n + 1, double);
	if (!map->start || !map->owner || !map->master || !map->coef)
		return ERR_MEMORY;
	for (int d = 0; d < map->nall; d++) {
		map->start[d] = map->owner[d] = map->master[d] = d;
		map->coef[d] = 1.0;
	}
	map->start[map->nall] = map->nall;
	return 0;
}

static int added_one(struct problem_core *c, int n, int source, double alpha, struct added_constraint **ret)
{
	struct added_constraint *a = &c->added[c->nadded];

	a->n = n;
	a->dof = ARENA_ARRAY(c->run, (size_t)n, int);
	a->coef = ARENA_ARRAY(c->run, (size_t)n, double);
	if (!a->dof || !a->coef)
		return ERR_MEMORY;
	a->source = source;
	a->alpha = alpha;
	a->multiplier = c->an->constraint == CONSTRAINT_LAGRANGE ? c->m->ndof + c->nadded : -1;
	c->nadded++;
	*ret = a;
	return 0;
}

static int added_build(struct builder *b, int count)
{
	struct problem_core *c = b->c;
	const struct model *m = c->m;
	struct added_constraint *a;

	c->added = ARENA_ARRAY(c->run, (size_t)count + 1, struct added_constraint);
	if (!c->added)
		return ERR_MEMORY;
	for (int d = 0; d < m->ndof; d++)
		if (b->source_of[d] >= 0) {
			if (added_one(c, 1, b->source_of[d] ? b->source_of[d] : -1, c->an->alpha_sp, &a))
				return ERR_MEMORY;
			a->dof[0] = d;
			a->coef[0] = 1.0;
		}
	for (int i = 0; i < b->ntie; i++) {
		const struct tie *tie = &b->tie[i];
		int source = tie->n > 0 && tie->row[tie->n - 1].dof < 0 ? -1 - tie->row[tie->n - 1].dof : -1, n = tie->n - (source >= 0);

		if (added_one(c, n + 1, source, c->an->alpha_mp, &a))
			return ERR_MEMORY;
		a->mp = tie->mp;
		a->row = tie->k;
		a->dof[0] = tie->dof;
		a->coef[0] = 1.0;
		for (int r = 0; r < n; r++) {
			a->dof[r + 1] = tie->row[r].dof;
			a->coef[r + 1] = -tie->row[r].coef;
		}
	}
	return 0;
}

static int added_count(const struct builder *b)
{
	int n = b->ntie;

	for (int d = 0; d < b->c->m->ndof; d++)
		n += b->source_of[d] >= 0;
	return n;
}

int dofmap_build(struct problem_core *c, struct err *e)
{
	bool adds = c->an->constraint == CONSTRAINT_PENALTY || c->an->constraint == CONSTRAINT_LAGRANGE;
	size_t n = (size_t)c->m->ndof + 1;
	struct builder b = {.c = c, .e = e};
	int code = 0, count = 0;

	if (adds && c->m->reduction && !c->an->unreduced) {
		err_set(e, ERR_UNSUPPORTED, "constraints", "a reduced model wants dependent freedoms eliminated");
		err_hint(e, "use constraints Plain or Transformation, or reduce none");
		return ERR_UNSUPPORTED;
	}
	b.source_of = ARENA_ARRAY(c->run, n, int);
	b.tie_of = ARENA_ARRAY(c->run, n, const struct tie *);
	b.row = ARENA_ARRAY(c->run, ROW_MAX, struct row);
	if (!b.source_of || !b.tie_of || !b.row)
		return err_set(e, ERR_MEMORY, "constraints", "no memory for %d freedoms", c->m->ndof);
	for (int d = 0; d < c->m->ndof; d++)
		b.source_of[d] = -1;
	c->map.nall = c->m->ndof;
	code = sources_find(&b);
	if (!code)
		code = ties_find(&b);
	if (!code && !adds)
		code = ties_share(&b);
	if (adds)
		count = added_count(&b);
	if (c->an->constraint == CONSTRAINT_LAGRANGE)
		c->map.nall += count;
	if (!code && adds)
		code = added_build(&b, count);
	if (!code)
		code = adds ? keep_all(&b) : eliminate(&b);
	if (!code && c->m->reduction && !c->an->unreduced)
		code = reduction_apply(c, e);
	return code ? err_set(e, code, "constraints", "%s", err_message(code)) : 0;
}

double dofmap_value(const struct dofmap *map, int dof, const double *x, const double *g)
{
	double sum = 0.0;

	for (int k = map->start[dof]; k < map->start[dof + 1]; k++) {
		int j = map->master[k];

		sum += map->coef[k] * (j >= 0 ? x[j] : g[-1 - j]);
	}
	return sum;
}

double dofmap_prescribed(const struct dofmap *map, int dof, const double *g)
{
	double sum = 0.0;

	for (int k = map->start[dof]; k < map->start[dof + 1]; k++)
		if (map->master[k] < 0)
			sum += map->coef[k] * g[-1 - map->master[k]];
	return sum;
}

void dofmap_values(const struct dofmap *map, int n, const int *dof, const double *x, const double *g, double *ret_value)
{
	for (int i = 0; i < n; i++) {
		int k = map->start[dof[i]];

		/* most are an unknown of their own; the sum begins with 0 there, too: it is never -0 */
		if (map->start[dof[i] + 1] == k + 1 && map->master[k] >= 0)
			ret_value[i] = 0.0 + map->coef[k] * x[map->master[k]];
		else
			ret_value[i] = dofmap_value(map, dof[i], x, g);
	}
}

int dofmap_unknown(const struct dofmap *map, int dof)
{
	int first = map->start[dof], unknown = map->start[dof + 1] - first == 1 ? map->master[first] : -1;

	return unknown >= 0 && map->owner[unknown] == dof ? unknown : -1;
}

void dofmap_scatter(const struct dofmap *map, int dof, double value, double *x)
{
	for (int k = map->start[dof]; k < map->start[dof + 1]; k++)
		if (map->master[k] >= 0)
			x[map->master[k]] += map->coef[k] * value;
}

int dofmap_column(const struct dofmap *map, int n, const int *dof, const double *b, double *work, int *ret_row, double *ret_value)
{
	int used = 0;

	vec_zero(map->n, work);
	for (int d = 0; d < n; d++)
		dofmap_scatter(map, dof[d], b[d], work);
	for (int d = 0; d < n; d++)
		for (int k = map->start[dof[d]]; k < map->start[dof[d] + 1]; k++) {
			int unknown = map->master[k];

			if (unknown < 0 || work[unknown] == 0.0)
				continue;
			ret_row[used] = unknown;
			ret_value[used++] = work[unknown];
			work[unknown] = 0.0;
		}
	return used;
}

void dofmap_restrict(const struct problem_core *c, const double *all, const double *g, double *ret_x)
{
	const struct dofmap *map = &c->map;

	for (int i = 0; i < map->n; i++) {
		int d = map->owner[i];

		if (d < c->m->ndof)
			ret_x[i] = all[d];
		else
			ret_x[i] = map->reduction ? reduction_coordinate(map, d - map->nall, all, g) : 0.0;
	}
}

const char *dofmap_name(const struct problem_core *c, int unknown, char *ret_text, int size)
{
	int d = unknown >= 0 && unknown < c->map.n ? c->map.owner[unknown] : -1;

	snprintf(ret_text, (size_t)size, "equation %d", unknown + 1);
	if (d >= c->m->ndof)
		snprintf(ret_text, (size_t)size, c->map.reduction ? "mode %d of the reduction" : "the multiplier of constraint %d", d - c->m->ndof + 1);
	for (int i = 0; i < c->m->nodes.n && d >= 0; i++) {
		const struct node *n = c->m->nodes.row[i].object;

		if (d >= n->dof0 && d < n->dof0 + n->ndf)
			snprintf(ret_text, (size_t)size, "node %d, freedom %d", n->tag, d - n->dof0 + 1);
	}
	return ret_text;
}
