/* From elements to matrices: which unknowns couple, where each element's numbers go, and the constant matrices.
 *
 *   K = sum T' k T,  C = sum T' (c + Rayleigh) T,  M = sum T' m T over nodes and elements
 * Linear elements are summed once; looped ones only get the list of places their numbers go to.
 */
#include "equations/core.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "analysis", "no memory for the equations");
}

/* --- pattern ------------------------------------------------------------------------------------- */

struct groups { int n, used; int *begin, *unknown; };

/* Appends the unknowns behind a freedom. With unknown NULL only counts. */
static void group_freedom(struct groups *g, const struct dofmap *map, int dof)
{
	for (int k = map->start[dof]; k < map->start[dof + 1]; k++)
		if (map->master[k] >= 0) {
			if (g->unknown)
				g->unknown[g->used] = map->master[k];
			g->used++;
		}
}

static void group_end(struct groups *g)
{
	g->n++;
	if (g->begin)
		g->begin[g->n] = g->used;
}

/* Entries of matrices, each a pair that couples. */
static void group_part(struct groups *g, const struct dofmap *map, const struct matrix_part *x)
{
	for (int j = 0; j < x->n; j++)
		for (int k = x->pattern.start[j]; k < x->pattern.start[j + 1]; k++) {
			group_freedom(g, map, x->node[j].dof0);
			if (x->pattern.row[k] != j)
				group_freedom(g, map, x->node[x->pattern.row[k]].dof0);
			group_end(g);
		}
}

static void groups_walk(const struct problem_core *c, struct groups *g)
{
	g->n = g->used = 0;
	if (g->begin)
		g->begin[0] = 0;
	/* reduced: everything couples through the interior */
	for (int i = 0; i < c->map.n && c->map.reduction; i++) {
		if (g->unknown)
			g->unknown[g->used] = i;
		g->used++;
	}
	if (c->map.reduction) {
		group_end(g);
		return;
	}
	for (int i = 0; i < c->nview; i++) {
		for (int k = 0; k < c->view[i].el->ndof; k++)
			group_freedom(g, &c->map, c->view[i].dof[k]);
		group_end(g);
	}
	for (int i = 0; i < c->m->nodes.n; i++) {
		const struct node *n = c->m->nodes.row[i].object;
		bool massive = false;

		for (int k = 0; k < n->ndf * n->ndf; k++)
			massive |= n->mass[k] != 0.0;
		for (int k = 0; k < n->ndf && massive; k++)
			group_freedom(g, &c->map, n->dof0 + k);
		group_end(g);
	}
	for (int i = 0; i < c->m->npart; i++)
		group_part(g, &c->map, c->m->part[i]);
	for (int i = 0; i < c->nadded; i++) {
		for (int k = 0; k < c->added[i].n; k++)
			group_freedom(g, &c->map, c->added[i].dof[k]);
		if (c->added[i].multiplier >= 0)
			group_freedom(g, &c->map, c->added[i].multiplier);
		group_end(g);
	}
}

/* Renumbers the unknowns: perm[new] = old. */
static int renumber(struct problem_core *c)
{
	struct dofmap *map = &c->map;
	int *perm = ARENA_ARRAY(c->run, (size_t)map->n + 1, int);
	int *rank = ARENA_ARRAY(c->run, (size_t)map->n + 1, int);
	int *owner = ARENA_ARRAY(c->run, (size_t)map->n + 1, int);
	int code;

	if (!perm || !rank || !owner)
		return ERR_MEMORY;
	code = (c->an->numberer == NUMBERER_RCM ? order_rcm : order_amd)(&c->pattern, perm, c->run, NULL);
	if (code)
		return code;
	for (int i = 0; i < map->n; i++) {
		rank[perm[i]] = i;
		owner[i] = map->owner[perm[i]];
	}
	map->owner = owner;
	for (int k = 0; k < map->start[map->nall]; k++)
		if (map->master[k] >= 0)
			map->master[k] = rank[map->master[k]];
	return 0;
}

static int pattern_once(struct problem_core *c, struct groups *g, bool symmetric, struct arena *mem, struct err *e)
{
	groups_walk(c, g);
	return pattern_build(&c->pattern, c->map.n, symmetric, g->n, g->begin, g->unknown, mem, e);
}

static int pattern_twice(struct problem_core *c, bool symmetric, struct arena *scratch, struct err *e)
{
	struct groups g = {0};
	int code;

	groups_walk(c, &g);
	g.begin = ARENA_ARRAY(scratch, (size_t)g.n + 1, int);
	g.unknown = ARENA_ARRAY(scratch, (size_t)g.used + 1, int);
	if (!g.begin || !g.unknown)
		return no_memory(e);
	if (c->an->numberer == NUMBERER_PLAIN || c->map.n == 0)
		return pattern_once(c, &g, symmetric, c->run, e);
	code = pattern_once(c, &g, symmetric, scratch, e);
	if (code)
		return code;
	code = renumber(c);
	if (code)
		return err_set(e, code, "numberer", "%s", err_message(code));
	return pattern_once(c, &g, symmetric, c->run, e);
}

int assemble_pattern(struct problem_core *c, struct err *e)
{
	struct arena scratch;
	bool symmetric = true;
	int code;

	for (int i = 0; i < c->nview; i++) {
		const struct element *el = c->view[i].el;
		struct element_claims claims = el->ops->claims;

		if (el->ops->claim)
			el->ops->claim(el->self, &claims);
		symmetric &= claims.symmetric;
	}
	for (int i = 0; i < c->m->npart; i++)
		symmetric &= c->m->part[i]->pattern.symmetric;
	arena_init(&scratch);
	code = pattern_twice(c, symmetric, &scratch, e);
	arena_fini(&scratch);
	return code;
}

/* --- places -------------------------------------------------------------------------------------- */

/* Does one of these freedoms follow many unknowns? */
static bool is_wide(const struct problem_core *c, int n, const int *dof)
{
	enum { FEW = 6 };             /* masters of a freedom on a rigid floor */

	for (int i = 0; i < n && c->wide; i++)
		if (c->map.start[dof[i] + 1] - c->map.start[dof[i]] > FEW)
			return true;
	return false;
}

/* As scatter, for long rows, of which only a reduction has any: its pattern is full, so that columns are added at once. */
static void scatter_wide(const struct problem_core *c, int n, const int *dof, const double *matrix, double scale, double *value)
{
	const struct dofmap *map = &c->map;
	const struct pattern_csc *p = &c->pattern;
	size_t nq = (size_t)p->n;
	double *t = c->wide, *x = c->wide + (size_t)n * nq;   /* n rows of all unknowns each: T and A T */

	if (vec_max(n * n, matrix) == 0.0)
		return;
	vec_zero(2 * n * p->n, t);
	for (int d = 0; d < n; d++)
		for (int k = map->start[dof[d]]; k < map->start[dof[d] + 1]; k++)
			if (map->master[k] >= 0)
				t[(size_t)d * nq + (size_t)map->master[k]] = map->coef[k];
	for (int d = 0; d < n; d++)
		for (int k = 0; k < n; k++)
			if (matrix[d * n + k] != 0.0)
				vec_add(p->n, scale * matrix[d * n + k], t + (size_t)k * nq, x + (size_t)d * nq);
	for (int j = 0; j < p->n; j++)
		for (int d = 0; d < n; d++) {
			int first = p->symmetric ? j : 0;

			if (x[(size_t)d * nq + (size_t)j] != 0.0)
				vec_add(p->n - first, x[(size_t)d * nq + (size_t)j], t + (size_t)d * nq + first, value + p->start[j]);
		}
}

/* value += scale * T' matrix T over freedoms dof[0..n). */
static void scatter(const struct problem_core *c, int n, const int *dof, const double *matrix, double scale, double *value)
{
	const struct dofmap *map = &c->map;

	if (is_wide(c, n, dof)) {
		scatter_wide(c, n, dof, matrix, scale, value);
		return;
	}
	for (int i = 0; i < n; i++)
		for (int p = map->start[dof[i]]; p < map->start[dof[i] + 1]; p++)
			for (int j = 0; j < n && map->master[p] >= 0; j++) {
				double x = scale * matrix[i * n + j] * map->coef[p];

				if (x == 0.0)
					continue;
				for (int q = map->start[dof[j]]; q < map->start[dof[j] + 1]; q++) {
					int row = map->master[p], col = map->master[q];

					if (col < 0 || (c->pattern.symmetric && row < col))
						continue;
					value[pattern_index(&c->pattern, row, col)] += x * map->coef[q];
				}
			}
}

/* The same as a list of places for an element that is summed again and again. With at NULL only counts. */
static int places(const struct problem_core *c, struct view *v)
{
	const struct dofmap *map = &c->map;
	int n = v->el->ndof, count = 0;

	for (int i = 0; i < n; i++)
		for (int p = map->start[v->dof[i]]; p < map->start[v->dof[i] + 1]; p++)
			for (int j = 0; j < n && map->master[p] >= 0; j++)
				for (int q = map->start[v->dof[j]]; q < map->start[v->dof[j] + 1]; q++) {
					int row = map->master[p], col = map->master[q];

					if (col < 0 || (c->pattern.symmetric && row < col))
						continue;
					if (v->at) {
						v->at[count] = pattern_index(&c->pattern, row, col);
						v->from[count] = i * n + j;
						v->coef[count] = map->coef[p] * map->coef[q];
					}
					count++;
				}
	return count;
}

static int places_build(struct problem_core *c, struct view *v)
{
	size_t count;

	if (is_wide(c, v->el->ndof, v->dof))
		return 0;
	count = (size_t)places(c, v) + 1;
	v->from = ARENA_ARRAY(c->run, count, int);
	v->coef = ARENA_ARRAY(c->run, count, double);
	v->at = ARENA_ARRAY(c->run, count, int);
	if (!v->at || !v->from || !v->coef)
		return ERR_MEMORY;
	v->ntriple = places(c, v);
	return 0;
}

void assemble_element(const struct problem_core *c, const struct view *v, const double *matrix, double scale, double *value)
{
	if (!v->at) {
		scatter(c, v->el->ndof, v->dof, matrix, scale, value);
		return;
	}
	for (int k = 0; k < v->ntriple; k++)
		value[v->at[k]] += scale * v->coef[k] * matrix[v->from[k]];
}

/* --- constant matrices --------------------------------------------------------------------------- */

/* Stiffness and damping of a linear element; returns whether its materials damp by themselves. */
static bool linear_element(struct problem_core *c, const struct view *v)
{
	const struct element *el = v->el;
	int size = el->ndof * el->ndof;
	const double *a = el->factor;
	bool viscous = false;

	memset(c->el_u, 0, (size_t)el->ndof * sizeof(double));
	memset(c->el_v, 0, (size_t)el->ndof * sizeof(double));
	view_virgin(c, v, c->el_f, c->el_k, c->el_c);
	assemble_element(c, v, c->el_k, 1.0, c->val_k);
	for (int i = 0; i < size; i++)
		viscous |= c->el_c[i] != 0.0;
	if (el->rayleigh)
		for (int i = 0; i < size; i++)
			c->el_c[i] += (v->mass ? a[0] * v->mass[i] : 0.0) + (a[1] + a[2] + a[3]) * c->el_k[i];
	assemble_element(c, v, c->el_c, 1.0, c->val_c);
	return viscous;
}

/* What prescribed freedoms do to the unknowns through the matrices of n freedoms; K, C, M: NULL is zero. With c->pull NULL only counts. */
static int pulls_note(struct problem_core *c, int n, const int *dof, const double *const matrix[3], int count)
{
	const struct dofmap *map = &c->map;

	for (int i = 0; i < n; i++)
		for (int p = map->start[dof[i]]; p < map->start[dof[i] + 1]; p++)
			for (int j = 0; j < n && map->master[p] >= 0; j++)
				for (int q = map->start[dof[j]]; q < map->start[dof[j] + 1]; q++) {
					double x = map->coef[p] * map->coef[q], of[3];

					if (map->master[q] >= 0)
						continue;
					for (int d = 0; d < 3; d++)
						of[d] = matrix[d] ? x * matrix[d][i * n + j] : 0.0;
					if (c->pull)
						c->pull[count] = (struct pull){.unknown = map->master[p], .source = -1 - map->master[q], .k = of[0], .c = of[1], .m = of[2]};
					count++;
				}
	return count;
}

/* Of a linear element, whose matrices are in el_k, el_c. */
static int pulls_of_view(struct problem_core *c, const struct view *v, int count)
{
	const double *const matrix[3] = {c->el_k, c->el_c, v->mass};

	return v->prescribed ? pulls_note(c, v->el->ndof, v->dof, matrix, count) : count;
}

/* Of the masses of nodes: of one that follows unknowns and prescribed freedoms, as on a rigid body whose support moves. */
static int pulls_of_nodes(struct problem_core *c, int count)
{
	for (int i = 0; i < c->m->nodes.n; i++) {
		const struct node *n = c->m->nodes.row[i].object;
		double damp[NODE_DOF_MAX * NODE_DOF_MAX];
		const double *const matrix[3] = {NULL, damp, n->mass};
		int dof[NODE_DOF_MAX];

		if (vec_max(n->ndf * n->ndf, n->mass) == 0.0)
			continue;
		for (int k = 0; k < n->ndf; k++)
			dof[k] = n->dof0 + k;
		for (int k = 0; k < n->ndf * n->ndf; k++)
			damp[k] = n->mass_factor * n->mass[k];
		count = pulls_note(c, n->ndf, dof, matrix, count);
	}
	return count;
}

static int pulls_take(struct problem_core *c)
{
	int count = 0;

	for (int i = 0; i < c->nview; i++)
		if (!c->view[i].looped)
			count = pulls_of_view(c, &c->view[i], count);
	count = parts_pulls(c, pulls_of_nodes(c, count));
	if (count < 0)
		return count;
	c->npull = count;
	c->pull = ARENA_ARRAY(c->run, (size_t)count + 1, struct pull);
	return c->pull ? 0 : ERR_MEMORY;
}

static void added_stiffness(struct problem_core *c)
{
	for (int i = 0; i < c->nadded; i++) {
		const struct added_constraint *a = &c->added[i];

		for (int p = 0; p < a->n; p++) {
			if (a->multiplier >= 0) {
				int dof[2] = {a->dof[p], a->multiplier};
				double k[4] = {0.0, a->coef[p], a->coef[p], 0.0};

				scatter(c, 2, dof, k, 1.0, c->val_k);
				continue;
			}
			for (int q = 0; q < a->n; q++) {
				int row = c->map.master[a->dof[p]], col = c->map.master[a->dof[q]];

				if (!c->pattern.symmetric || row >= col)
					c->val_k[pattern_index(&c->pattern, row, col)] += a->alpha * a->coef[p] * a->coef[q];
			}
		}
	}
}

static void node_matrices(struct problem_core *c)
{
	for (int i = 0; i < c->m->nodes.n; i++) {
		const struct node *n = c->m->nodes.row[i].object;
		int dof[NODE_DOF_MAX];

		for (int k = 0; k < n->ndf; k++)
			dof[k] = n->dof0 + k;
		scatter(c, n->ndf, dof, n->mass, 1.0, c->val_m);
		if (n->mass_factor != 0.0)
			scatter(c, n->ndf, dof, n->mass, n->mass_factor, c->val_c);
	}
}

bool assemble_proportional(const struct problem_core *c)
{
	for (int k = 0; k < c->pattern.nnz; k++) {
		double should = c->alpha * c->val_m[k] + c->beta * c->val_k[k];
		double size = c->alpha * fabs(c->val_m[k]) + c->beta * fabs(c->val_k[k]);

		if (fabs(c->val_c[k] - should) > 1e-14 * size)
			return false;
	}
	return true;
}

/* Is C = alpha M + beta K for the linear group? Compared number by number. */
static void damping_classify(struct problem_core *c, bool viscous)
{
	const struct model *m = c->m;
	double scale = vec_max(c->pattern.nnz, c->val_c);

	c->has_c = scale > 0.0;
	if (!c->has_c || viscous || c->nadded)
		return;
	for (int i = 0; i < m->nodes.n; i++) {
		const struct node *n = m->nodes.row[i].object;

		if (n->mass_factor != 0.0)
			c->alpha = n->mass_factor;
	}
	for (int i = 0; i < c->nview; i++) {
		const struct element *el = c->view[i].el;
		double b = el->factor[1] + el->factor[2] + el->factor[3];

		if (!c->view[i].looped && el->rayleigh && b != 0.0)
			c->beta = b;
		if (!c->view[i].looped && el->rayleigh && el->ops->mass && el->factor[0] != 0.0)
			c->alpha = el->factor[0];
	}
	for (int i = 0; i < m->npart; i++) {
		const double *a = m->part[i]->factor;

		c->alpha = a[0] != 0.0 && m->part[i]->m ? a[0] : c->alpha;
		c->beta = a[1] + a[2] + a[3] != 0.0 ? a[1] + a[2] + a[3] : c->beta;
	}
	c->proportional = assemble_proportional(c);
}

/* The diagonal of M, when that is all there is. */
static int lumped_find(struct problem_core *c)
{
	const struct pattern_csc *p = &c->pattern;
	double *diagonal = ARENA_ARRAY(c->run, (size_t)p->n + 1, double);

	if (!diagonal)
		return ERR_MEMORY;
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			if (p->row[k] == j)
				diagonal[j] = c->val_m[k];
			else if (c->val_m[k] != 0.0)
				return 0;
		}
	c->lumped = diagonal;
	return 0;
}

/* The pattern of a diagonal matrix. */
static int diagonal_build(struct problem_core *c)
{
	struct pattern_csc *p = &c->diagonal;

	*p = (struct pattern_csc){.n = c->pattern.n, .nnz = c->pattern.n, .symmetric = true};
	p->start = ARENA_ARRAY(c->run, (size_t)p->n + 1, int);
	if (!p->start)
		return ERR_MEMORY;
	for (int i = 0; i <= p->n; i++)
		p->start[i] = i;
	p->row = p->start;
	return 0;
}

int assemble_products(struct problem_core *c, struct arena *mem, struct err *e)
{
	int code = spmul_prepare(&c->mul_k, &c->pattern, mem, e);

	c->mul_c = NULL;
	if (!code && c->has_c && !c->proportional)
		code = spmul_prepare(&c->mul_c, &c->pattern, mem, e);
	if (code)
		return code;
	spmul_values(c->mul_k, c->val_k);
	if (c->mul_c)
		spmul_values(c->mul_c, c->val_c);
	return 0;
}

static int multiply_prepare(struct problem_core *c, struct err *e)
{
	int code = assemble_products(c, c->run, e);

	if (!code && c->lumped && diagonal_build(c))
		code = no_memory(e);
	if (!code)
		code = spmul_prepare(&c->mul_m, c->lumped ? &c->diagonal : &c->pattern, c->run, e);
	if (!code)
		spmul_values(c->mul_m, c->lumped ? c->lumped : c->val_m);
	return code;
}

int assemble_constant(struct problem_core *c, struct err *e)
{
	size_t nnz = (size_t)c->pattern.nnz + 1;
	bool viscous = false;
	int pulled = 0, code;

	c->val_k = ARENA_ARRAY(c->run, nnz, double);
	c->val_c = ARENA_ARRAY(c->run, nnz, double);
	c->val_m = ARENA_ARRAY(c->run, nnz, double);
	if (c->map.reduction)
		c->wide = ARENA_ARRAY(c->run, 2 * (size_t)ELEMENT_DOF_MAX * (size_t)c->map.n + 1, double);
	if (!c->val_k || !c->val_c || !c->val_m || (c->map.reduction && !c->wide))
		return no_memory(e);
	if (pulls_take(c))
		return no_memory(e);
	for (int i = 0; i < c->nview; i++) {
		struct view *v = &c->view[i];

		if (v->looped && places_build(c, v))
			return no_memory(e);
		if (v->mass)
			assemble_element(c, v, v->mass, 1.0, c->val_m);
		if (v->looped)
			continue;
		viscous |= linear_element(c, v);
		pulled = pulls_of_view(c, v, pulled);
	}
	if (parts_pulls(c, pulls_of_nodes(c, pulled)) < 0)
		return no_memory(e);
	code = parts_assemble(c, &viscous, e);
	if (code)
		return code;
	node_matrices(c);
	added_stiffness(c);
	if (!vec_finite(c->pattern.nnz, c->val_k) || !vec_finite(c->pattern.nnz, c->val_m))
		return err_set(e, ERR_NONFINITE, "analysis", "the stiffness or mass matrix holds a number that is not finite");
	damping_classify(c, viscous);
	if (lumped_find(c))
		return no_memory(e);
	return multiply_prepare(c, e);
}
