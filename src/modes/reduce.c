/* The life of a reduction: made from the whole structure's equations, looked at again when equations are built, compared. reduce.h has the
 * contract, reduce_basis.c the transformation, reduce_map.c what the unknowns make of it.
 *
 * The whole structure's equations are built on the side, with constraints eliminated and unknowns in the order of the freedoms.
 */
#include "modes/reduce.h"

#include "modes/reduce_priv.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define NOT_SYMMETRIC 1e-9        /* of the diagonal: what rounding in elements' initial stiffness does not explain */

struct whole {                    /* equations without reduction */
	struct analysis an;
	struct problem_core *c;
};

static int whole_open(struct whole *w, struct model *m, struct err *e)
{
	const void *displacement_of = m->displacement_of;

	analysis_init(&w->an, m);
	m->displacement_of = displacement_of;        /* the model asks the analysis that stays */
	w->an.unreduced = true;
	w->an.constraint = CONSTRAINT_TRANSFORMATION;
	w->c = problem_new(&w->an, e);
	if (w->c)
		w->an.p = &w->c->p;
	return w->c ? 0 : e && e->code ? e->code : ERR_MEMORY;
}

static void whole_close(struct whole *w)
{
	analysis_fini(&w->an);
}

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "reduce", "no memory for the reduction");
}

/* --- what the whole structure is ------------------------------------------------------------------- */

static int note_unknowns(struct reduction *r, const struct problem_core *c, struct arena *mem)
{
	r->n = c->map.n;
	r->nsource = c->map.nsource;
	r->node = ARENA_ARRAY(mem, (size_t)r->n + 1, int);
	r->dof = ARENA_ARRAY(mem, (size_t)r->n + 1, int);
	if (!r->node || !r->dof)
		return ERR_MEMORY;
	for (int i = 0, at = 0; i < r->n; i++) {
		while (at + 1 < c->nnode && c->dof0[at + 1] <= c->map.owner[i])
			at++;
		r->node[i] = c->node[at]->tag;
		r->dof[i] = c->map.owner[i] - c->dof0[at];
	}
	return 0;
}

/* Initial stiffness and mass, lower triangle. Elements are not asked for an answer: some would move a specimen. */
static int note_matrices(struct reduction *r, struct problem_core *c, struct arena *mem, struct err *e)
{
	const struct pattern_csc *p = &c->pattern;
	struct pattern_csc *q = &r->pattern;
	double *value = c->trial_value;

	memcpy(value, c->val_k, (size_t)p->nnz * sizeof(double));
	for (int i = 0; i < c->nlooped; i++)
		assemble_element(c, &c->view[c->looped[i]], c->view[c->looped[i]].initial, 1.0, value);
	*q = (struct pattern_csc){.n = p->n, .symmetric = true};
	q->start = ARENA_ARRAY(mem, (size_t)p->n + 1, int);
	q->row = ARENA_ARRAY(mem, (size_t)p->nnz + 1, int);
	r->k = ARENA_ARRAY(mem, (size_t)p->nnz + 1, double);
	r->m = ARENA_ARRAY(mem, (size_t)p->nnz + 1, double);
	if (!q->start || !q->row || !r->k || !r->m)
		return no_memory(e);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k], mirror = p->symmetric ? k : pattern_index(p, j, i);
			double scale = fabs(value[pattern_index(p, i, i)]) + fabs(value[pattern_index(p, j, j)]);

			if (i < j)
				continue;
			if (mirror < 0 || fabs(value[k] - value[mirror]) > NOT_SYMMETRIC * scale)
				return err_set(e, ERR_UNSUPPORTED, "reduce", "the initial stiffness is not symmetric at node %d, freedom %d", r->node[j], r->dof[j] + 1);
			q->row[q->nnz] = i;
			r->k[q->nnz] = value[k];
			r->m[q->nnz++] = c->val_m[k];
		}
		q->start[j + 1] = q->nnz;
	}
	return 0;
}

/* Forces on the unknowns under unit prescribed values. */
static int note_sources(struct reduction *r, struct problem_core *c, struct arena *mem)
{
	r->ks = ARENA_ARRAY(mem, (size_t)r->nsource * (size_t)r->n + 1, double);
	if (!r->ks)
		return ERR_MEMORY;
	for (int i = 0; i < c->nview; i++) {
		const struct view *v = &c->view[i];
		const double *initial = v->prescribed ? view_initial(c, v) : NULL;
		int n = v->el->ndof;

		for (int j = 0; j < n && v->prescribed; j++)
			for (int k = c->map.start[v->dof[j]]; k < c->map.start[v->dof[j] + 1]; k++)
				for (int d = 0; d < n && c->map.master[k] < 0; d++)
					dofmap_scatter(&c->map, v->dof[d], initial[d * n + j] * c->map.coef[k],
					               r->ks + (size_t)(-1 - c->map.master[k]) * (size_t)r->n);
	}
	return parts_sources(c, r->ks);
}

/* --- what is refused ------------------------------------------------------------------------------- */

static int refuse_freedom(struct problem_core *c, const struct node *n, int dof, struct err *e)
{
	bool held = n->held >> dof & 1u;
	int code = err_set(e, ERR_STATE, "reduce", "node %d, freedom %d, cannot be kept: %s", n->tag, dof + 1,
	                   held ? "it is fixed or prescribed" : "it follows others by a multi-point constraint or a support motion");
	const struct dofmap *map = &c->map;
	int d = n->dof0 + dof, first = map->start[d];
	char name[64];

	if (!held && map->start[d + 1] > first && map->master[first] >= 0)
		err_hint(e, "keep what it follows: %s", dofmap_name(c, map->master[first], name, sizeof(name)));
	return code;
}

/* Marks the kept unknowns. */
static int mark_kept(struct problem_core *c, const struct reduction_plan *plan, bool *kept, struct err *e)
{
	for (int i = 0; i < plan->nkept; i++) {
		struct node *n;
		int code = model_need_node(c->m, plan->node[i], "reduce", &n, e), unknown;

		if (code)
			return code;
		if (plan->dof[i] < 0 || plan->dof[i] >= n->ndf) {
			err_set(e, ERR_RANGE, "reduce", "node %d has no such freedom", n->tag);
			err_value(e, "%d", plan->dof[i] + 1);
			err_allowed(e, "1 to %d", n->ndf);
			return ERR_RANGE;
		}
		unknown = problem_unknown(&c->p, n, plan->dof[i]);
		if (unknown < 0)
			return refuse_freedom(c, n, plan->dof[i], e);
		kept[unknown] = true;
	}
	return 0;
}

/* Does the element act on its freedom d? Elements with constant directions say so; others by their initial stiffness; those
 * without any may act on all. */
static bool acts_on(const struct view *v, const double *b, int directions, int d)
{
	int n = v->el->ndof;
	bool any = false, here = false;

	for (int k = 0; k < directions; k++)
		here |= b[k * n + d] != 0.0;
	if (directions)
		return here;
	for (int k = 0; k < n * n; k++)
		any |= v->initial[k] != 0.0;
	for (int k = 0; k < n; k++)
		here |= v->initial[d * n + k] != 0.0 || v->initial[k * n + d] != 0.0;
	return here || !any;
}

static int refuse_element(const struct problem_core *c, const struct view *v, int unknown, struct err *e)
{
	char name[64];
	int code = err_set(e, ERR_UNSUPPORTED, "reduce", "element %s %d is not linear and acts on %s, which is not kept", v->el->ops->name,
	                   v->el->tag, dofmap_name(c, unknown, name, sizeof(name)));

	err_hint(e, "keep that freedom, too");
	return code;
}

/* The interior answers with its initial stiffness for ever: nothing in it may yield or be tested. */
static int check_elements(const struct problem_core *c, const bool *kept, struct arena *mem, struct err *e)
{
	for (int i = 0; i < c->nview; i++) {
		const struct view *v = &c->view[i];
		const struct element_ops *ops = v->el->ops;
		int directions = ops->basis ? ops->basis(v->el->self, NULL) : 0;
		double *b;

		if (!ops->exchange && ops->linear && ops->linear(v->el->self))
			continue;
		b = ARENA_ARRAY(mem, (size_t)directions * (size_t)v->el->ndof + 1, double);
		if (!b)
			return no_memory(e);
		if (directions)
			ops->basis(v->el->self, b);
		for (int d = 0; d < v->el->ndof; d++)
			for (int k = c->map.start[v->dof[d]]; k < c->map.start[v->dof[d] + 1]; k++)
				if (c->map.master[k] >= 0 && !kept[c->map.master[k]] && acts_on(v, b, directions, d))
					return refuse_element(c, v, c->map.master[k], e);
	}
	return 0;
}

static int check_sources(const struct problem_core *c, struct err *e)
{
	for (int i = 0; i < c->map.nsource; i++) {
		const struct imposed *im = c->map.source[i].imposed;

		if (!im)
			continue;
		err_set(e, ERR_UNSUPPORTED, "reduce", "node %d, freedom %d, has an imposed support motion", im->node->tag, im->dof + 1);
		err_hint(e, "a reduced structure is shaken by UniformExcitation; support motions want the whole one");
		return ERR_UNSUPPORTED;
	}
	return 0;
}

/* Lists the kept unknowns in their order. */
static int choose_kept(struct reduction *r, struct problem_core *c, struct arena *mem, struct err *e)
{
	bool *kept = ARENA_ARRAY(mem, (size_t)r->n + 1, bool);
	int code;

	r->kept = ARENA_ARRAY(mem, (size_t)r->n + 1, int);
	if (!kept || !r->kept)
		return no_memory(e);
	code = mark_kept(c, &r->plan, kept, e);
	for (int i = 0; i < r->n && !code; i++)
		if (kept[i])
			r->kept[r->nkept++] = i;
	if (!code && r->plan.kind != REDUCTION_MODAL && !r->nkept)
		code = err_set(e, ERR_ARGUMENT, "reduce", "no freedom is kept");
	if (!code && r->plan.kind != REDUCTION_MODAL)
		code = check_elements(c, kept, mem, e);
	return code ? code : check_sources(c, e);
}

static int report_basis(const struct reduction *r, int code, int pivot, int found, struct err *e)
{
	if (code == ERR_SINGULAR && pivot >= 0) {
		err_set(e, code, "reduce", "what is kept does not hold the rest: stiffness vanishes at node %d, freedom %d", r->node[pivot], r->dof[pivot] + 1);
		err_hint(e, "keep that freedom or one that holds it, or fix it");
	} else if (code == ERR_RANGE) {
		err_set(e, code, "reduce", "more modes than there are");
		err_value(e, "%d", r->plan.nmode);
		err_allowed(e, "at most %d, the rank of the mass %s", found, r->nkept ? "of what is not kept" : "matrix");
	}
	return err_set(e, code, "reduce", "%s", err_message(code));
}

/* A freedom with neither mass nor stiffness makes every number an eigenvalue. */
static int check_empty(const struct reduction *r, struct err *e)
{
	for (int i = 0; i < r->n && r->plan.kind == REDUCTION_MODAL; i++) {
		int d = r->pattern.start[i];

		if (r->k[d] != 0.0 || r->m[d] != 0.0)
			continue;
		err_set(e, ERR_SINGULAR, "reduce", "node %d, freedom %d, has neither mass nor stiffness", r->node[i], r->dof[i] + 1);
		err_hint(e, "fix that freedom, or give it mass or stiffness");
		return ERR_SINGULAR;
	}
	return 0;
}

/* --- making ---------------------------------------------------------------------------------------- */

static int copy_plan(struct reduction *r, const struct reduction_plan *plan, struct arena *mem)
{
	int *node = ARENA_ARRAY(mem, (size_t)plan->nkept + 1, int), *dof = ARENA_ARRAY(mem, (size_t)plan->nkept + 1, int);

	if (!node || !dof)
		return ERR_MEMORY;
	for (int i = 0; i < plan->nkept; i++) {
		node[i] = plan->node[i];
		dof[i] = plan->dof[i];
	}
	r->plan = *plan;
	r->plan.node = node;
	r->plan.dof = dof;
	return 0;
}

static bool same_unknowns(const struct reduction *a, const struct reduction *b)
{
	return a->n == b->n && memcmp(a->node, b->node, (size_t)a->n * sizeof(int)) == 0 && memcmp(a->dof, b->dof, (size_t)a->n * sizeof(int)) == 0;
}

/* The same matrices: the transformation may stay. */
static bool same_equations(const struct reduction *a, const struct reduction *b)
{
	size_t n = (size_t)a->n, nnz = (size_t)a->pattern.nnz;

	return a->pattern.nnz == b->pattern.nnz && a->nsource == b->nsource
		&& memcmp(a->pattern.start, b->pattern.start, (n + 1) * sizeof(int)) == 0
		&& memcmp(a->pattern.row, b->pattern.row, nnz * sizeof(int)) == 0
		&& memcmp(a->k, b->k, nnz * sizeof(double)) == 0 && memcmp(a->m, b->m, nnz * sizeof(double)) == 0
		&& memcmp(a->ks, b->ks, (size_t)a->nsource * n * sizeof(double)) == 0;
}

static int out_of_date(const struct reduction *was, const struct reduction *is, struct err *e)
{
	err_set(e, ERR_STATE, "reduce", "nodes or constraints have changed since the model was reduced");
	err_value(e, "%d free freedoms then, %d now", was->n, is->n);
	err_hint(e, "give the command reduce again, behind the last node and constraint, or reduce none");
	return ERR_STATE;
}

/* Everything but the transformation. Where there is an old one it must be for the same unknowns. */
static int reduction_note(struct reduction *r, const struct reduction_plan *plan, const struct reduction *old, struct problem_core *c,
	struct arena *mem, struct err *e)
{
	int code;

	if (copy_plan(r, plan, mem) || note_unknowns(r, c, mem))
		return no_memory(e);
	if (old && !same_unknowns(old, r))
		return out_of_date(old, r, e);
	code = choose_kept(r, c, mem, e);
	if (!code)
		code = note_matrices(r, c, mem, e);
	if (!code && note_sources(r, c, mem))
		code = no_memory(e);
	return code ? code : check_empty(r, e);
}

/* A reduction of the present model by a plan, in the place of the one the model has; refresh: that one stays where it is for the same
 * matrices. */
static int reduction_renew(struct model *m, const struct reduction_plan *plan, bool refresh, struct err *e)
{
	struct reduction *r, *old = refresh ? m->reduction : NULL;
	int pivot = -1, found = 0, code;
	struct whole w;
	struct arena mem;

	arena_init(&mem);
	code = whole_open(&w, m, e);
	r = ARENA_NEW(&mem, struct reduction);
	if (!code && !r)
		code = no_memory(e);
	if (!code)
		code = reduction_note(r, plan, old, w.c, &mem, e);
	whole_close(&w);
	if (code || (old && same_equations(old, r))) {
		arena_fini(&mem);
		return code;
	}
	code = reduction_basis(r, &mem, &pivot, &found, e);
	if (code) {
		report_basis(r, code, pivot, found, e);
		arena_fini(&mem);
		return code;
	}
	arena_fini(&m->reduction_arena);
	m->reduction_arena = mem;
	m->reduction = r;
	return 0;
}

int reduction_refresh(struct model *m, struct err *e)
{
	return reduction_renew(m, &m->reduction->plan, true, e);
}

int reduction_make(struct analysis *an, const struct reduction_plan *plan, struct reduction_size *ret, struct err *e)
{
	struct model *m = an->m;
	int code = reduction_renew(m, plan, false, e);

	if (code)
		return code;
	m->stamp++;
	*ret = (struct reduction_size){.whole = m->reduction->n, .kept = m->reduction->nkept, .modes = m->reduction->nmode};
	return 0;
}

void reduction_drop(struct model *m)
{
	if (!m->reduction)
		return;
	arena_fini(&m->reduction_arena);
	m->reduction = NULL;
	m->stamp++;
}

/* --- comparing ------------------------------------------------------------------------------------- */

static int frequencies(const struct pattern_csc *p, const double *k, const double *m, int n, double *ret_hz, int *ret_n, struct arena *mem, struct err *e)
{
	double *value = ARENA_ARRAY(mem, (size_t)n + 1, double), *vector = ARENA_ARRAY(mem, (size_t)n * (size_t)p->n + 1, double);
	int code;

	if (!value || !vector)
		return no_memory(e);
	code = reduction_modes(p, k, m, n, value, vector, ret_n, mem, e);
	for (int i = 0; i < *ret_n && !code; i++)
		ret_hz[i] = value[i] > 0.0 ? sqrt(value[i]) / (2.0 * acos(-1.0)) : 0.0;
	return code;
}

static bool has_mass(const struct reduction *r)
{
	for (int k = 0; k < r->pattern.nnz; k++)
		if (r->m[k] != 0.0)
			return true;
	return false;
}

static int compare(const struct reduction *r, int n, double *ret_whole, double *ret_reduced, int *ret_n, struct arena *mem, struct err *e)
{
	int nq = r->nkept + r->nmode, begin[2] = {0, nq}, whole = 0, reduced = 0, code;
	int *all = ARENA_ARRAY(mem, (size_t)nq + 1, int);
	struct pattern_csc full;
	double *k, *m;

	if (!all)
		return no_memory(e);
	for (int i = 0; i < nq; i++)
		all[i] = i;
	code = pattern_build(&full, nq, true, 1, begin, all, mem, e);
	if (code)
		return code;
	k = ARENA_ARRAY(mem, (size_t)full.nnz + 1, double);
	m = ARENA_ARRAY(mem, (size_t)full.nnz + 1, double);
	if (!k || !m || reduction_project(r, r->k, &full, k, mem) || reduction_project(r, r->m, &full, m, mem))
		return no_memory(e);
	n = n < nq ? n : nq;
	code = frequencies(&full, k, m, n, ret_reduced, &reduced, mem, e);
	if (!code)
		code = frequencies(&r->pattern, r->k, r->m, n, ret_whole, &whole, mem, e);
	*ret_n = code ? 0 : whole < reduced ? whole : reduced;
	return code;
}

int reduction_compare(struct analysis *an, int n, double *ret_whole, double *ret_reduced, int *ret_n, struct err *e)
{
	struct model *m = an->m;
	struct arena mem;
	int code;

	if (!m->reduction) {
		err_set(e, ERR_STATE, "reduce", "the model is not reduced");
		err_hint(e, "reduce Guyan, CraigBampton or Modal first");
		return ERR_STATE;
	}
	code = reduction_refresh(m, e);
	*ret_n = 0;
	if (code || n == 0 || !has_mass(m->reduction))
		return code;
	arena_init(&mem);
	code = compare(m->reduction, n, ret_whole, ret_reduced, ret_n, &mem, e);
	arena_fini(&mem);
	return code;
}
