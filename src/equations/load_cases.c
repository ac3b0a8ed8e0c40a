/* Loads on the unknowns: f(t) = sum of pattern factor(t) times pattern vector, and prescribed values.
 *
 * Uniform excitation: f = -M iota a_g. Member loads of linear elements are their fixed-end forces, of looped ones numbers that
 * the element itself takes into account. Penalty and Lagrange constraints receive alpha A' g, or g.
 */
#include "equations/core.h"
#include "math/vec.h"

#include <string.h>

double pattern_factor(const struct pattern *p, double t)
{
	if (p->constant)
		return p->frozen;
	return p->series ? p->factor * series_value(p->series, t) : 0.0;
}

static void case_nodal(const struct problem_core *c, const struct case_load *l)
{
	const struct pattern *p = l->p;

	for (int i = 0; i < p->nnodal; i++)
		for (int k = 0; k < p->nodal[i].node->ndf; k++)
			dofmap_scatter(&c->map, p->nodal[i].node->dof0 + k, p->nodal[i].value[k], p->nodal[i].constant ? l->constant : l->vector);
}

static bool has_constant(const struct pattern *p)
{
	for (int i = 0; i < p->nnodal; i++)
		if (p->nodal[i].constant)
			return true;
	return false;
}

/* Fixed-end forces of linear elements under one unit of the pattern. */
static void case_members(struct problem_core *c, const struct pattern *p, double *vector)
{
	for (int i = 0; i < p->nmember; i++) {
		struct view *v = view_find(c, p->member[i].element);

		if (v->looped)
			continue;
		memset(c->el_u, 0, (size_t)v->el->ndof * sizeof(double));
		memset(c->el_v, 0, (size_t)v->el->ndof * sizeof(double));
		memset(v->load, 0, (size_t)v->el->nload * sizeof(double));
		v->el->ops->load(v->el->self, &p->member[i].load, 1.0, v->load);
		view_virgin(c, v, c->el_f, NULL, NULL);
		for (int k = 0; k < v->el->ndof; k++)
			dofmap_scatter(&c->map, v->dof[k], -c->el_f[k], vector);
		memset(v->load, 0, (size_t)v->el->nload * sizeof(double));
	}
}

void inertia_of_nodes(const struct problem_core *c, int direction, double scale, double *all)
{
	for (int i = 0; i < c->nnode; i++) {
		const struct node *n = c->node[i];

		for (int d = 0; d < n->ndf; d++) {
			double iota = node_influence(n, d, direction);

			for (int k = 0; k < n->ndf && iota != 0.0; k++)
				all[n->dof0 + k] += scale * iota * n->mass[k * n->ndf + d];
		}
	}
}

void inertia_of_elements(const struct problem_core *c, int direction, double scale, double *all)
{
	for (int i = 0; i < c->nview; i++) {
		const struct view *v = &c->view[i];
		int n = v->el->ndof, first = 0;

		for (int q = 0; q < v->el->nnode && v->mass; first += v->el->node[q++]->ndf)
			for (int d = 0; d < v->el->node[q]->ndf; d++) {
				double iota = node_influence(v->el->node[q], d, direction);

				for (int k = 0; k < n && iota != 0.0; k++)
					all[v->dof[k]] += scale * iota * v->mass[k * n + first + d];
			}
	}
	parts_inertia(c, direction, scale, all);
}

/* The ground's motion means nothing to matrices that were not told which freedoms follow it. */
static int check_direction(const struct problem_core *c, const struct pattern *p, struct err *e)
{
	for (int i = 0; i < c->m->npart; i++) {
		const struct matrix_part *x = c->m->part[i];

		if (!x->m || p->direction < x->ndirection)
			continue;
		err_set(e, ERR_STATE, "pattern", "UniformExcitation %d: the matrices of nodes %d to %d do not say which freedoms move with the ground", p->tag,
		        x->first, x->first + x->n - 1);
		err_value(e, "direction %d", p->direction + 1);
		err_hint(e, "give matrixModel -load for this direction: a list of freedoms, all, or a file");
		return ERR_STATE;
	}
	return 0;
}

static void case_uniform(struct problem_core *c, const struct pattern *p, double *vector)
{
	vec_zero(c->map.nall, c->reaction);
	inertia_of_nodes(c, p->direction, -1.0, c->reaction);
	inertia_of_elements(c, p->direction, -1.0, c->reaction);
	for (int d = 0; d < c->map.nall; d++)
		dofmap_scatter(&c->map, d, c->reaction[d], vector);
	vec_zero(c->map.nall, c->reaction);
}

int load_cases_build(struct problem_core *c, struct err *e)
{
	c->nload = c->m->patterns.n;
	c->load = ARENA_ARRAY(c->run, (size_t)c->nload + 1, struct case_load);
	if (!c->load)
		return err_set(e, ERR_MEMORY, "pattern", "no memory for the loads");
	for (int i = 0; i < c->nload; i++) {
		const struct pattern *p = c->m->patterns.row[i].object;

		c->load[i].p = p;
		if (p->kind == PATTERN_MULTIPLE || (p->kind == PATTERN_PLAIN && !p->nnodal && !p->nmember))
			continue;
		c->load[i].vector = ARENA_ARRAY(c->run, (size_t)c->map.n + 1, double);
		if (has_constant(p))
			c->load[i].constant = ARENA_ARRAY(c->run, (size_t)c->map.n + 1, double);
		if (!c->load[i].vector || (has_constant(p) && !c->load[i].constant))
			return err_set(e, ERR_MEMORY, "pattern", "no memory for the loads");
		if (p->kind == PATTERN_UNIFORM) {
			int code = check_direction(c, p, e);

			if (code)
				return code;
			case_uniform(c, p, c->load[i].vector);
			continue;
		}
		case_nodal(c, &c->load[i]);
		case_members(c, p, c->load[i].vector);
	}
	return 0;
}

static void sources_apply(struct problem_core *c, double t)
{
	for (int i = 1; i < c->map.nsource; i++) {
		const struct source *s = &c->map.source[i];

		c->g[0][i] = s->origin;
		c->g[1][i] = c->g[2][i] = 0.0;
		if (s->sp)
			c->g[0][i] += s->sp->value * (s->sp->constant ? 1.0 : pattern_factor(s->pattern, t));
		else if (s->drive)
			c->g[0][i] = s->drive->value;
		else if (s->imposed)
			motion_value(s->imposed->motion, t, &c->g[0][i], &c->g[1][i], &c->g[2][i]);
		/* in statics time is a load factor: nothing moves */
		if (c->an->kind == ANALYSIS_STATIC)
			c->g[1][i] = c->g[2][i] = 0.0;
	}
}

/* What prescribed values do through equations that were added. */
static void added_apply(struct problem_core *c)
{
	for (int i = 0; i < c->nadded; i++) {
		const struct added_constraint *a = &c->added[i];

		if (a->source < 0)
			continue;
		if (a->multiplier >= 0)
			dofmap_scatter(&c->map, a->multiplier, c->g[0][a->source], c->f);
		else
			for (int k = 0; k < a->n; k++)
				dofmap_scatter(&c->map, a->dof[k], a->alpha * a->coef[k] * c->g[0][a->source], c->f);
	}
}

void load_pulls_apply(struct problem_core *c)
{
	for (int i = 0; i < c->npull; i++) {
		const struct pull *p = &c->pull[i];

		c->f[p->unknown] -= p->k * c->g[0][p->source] + p->c * c->g[1][p->source] + p->m * c->g[2][p->source];
	}
}

/* f = (empty ? 0 : f) + factor x; returns whether f is still empty. */
static bool load_add(struct problem_core *c, double factor, const double *x, bool empty)
{
	if (!x || factor == 0.0)
		return empty;
	vec_mix(c->map.n, factor, x, empty ? 0.0 : 1.0, empty ? x : c->f, c->f);
	return false;
}

/* Member loads now, in the elements' own numbers. */
static void members_apply(struct problem_core *c, double t)
{
	for (int i = 0; i < c->nload; i++)
		for (int k = 0; k < c->load[i].p->nmember; k++) {
			const struct member_load *l = &c->load[i].p->member[k];

			memset(view_find(c, l->element)->load, 0, (size_t)l->element->nload * sizeof(double));
		}
	for (int i = 0; i < c->nload; i++) {
		const struct pattern *p = c->load[i].p;
		double factor = p->nmember ? pattern_factor(p, t) : 0.0;

		for (int k = 0; k < p->nmember; k++) {
			struct view *v = view_find(c, p->member[k].element);

			v->el->ops->load(v->el->self, &p->member[k].load, factor, v->load);
		}
	}
}

void load_elements_apply(struct problem_core *c, double t)
{
	members_apply(c, t);
	sources_apply(c, t);
}

void load_cases_apply(struct problem_core *c, double t)
{
	bool empty = true;

	for (int i = 0; i < c->nload; i++) {
		const struct pattern *p = c->load[i].p;
		double factor = p->kind == PATTERN_MULTIPLE ? 0.0 : pattern_factor(p, t);

		empty = load_add(c, factor, c->load[i].vector, empty);
		empty = load_add(c, 1.0, c->load[i].constant, empty);
	}
	if (empty)
		vec_zero(c->map.n, c->f);
	/* the numbers of elements belong to whoever evaluates them */
	if (!c->port)
		members_apply(c, t);
	sources_apply(c, t);
	added_apply(c);
}
