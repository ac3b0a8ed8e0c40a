/* Elements as the equations see them: their freedoms, constant matrices and the places of their histories.
 *
 * What linear elements need lies in few large arrays, and their initial stiffness is not kept: of a million of them each byte counts.
 */
#include "base/base.h"
#include "equations/elastic.h"
#include "math/vec.h"

#include <string.h>

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "analysis", "no memory for the elements");
}

static bool touches_source(const struct dofmap *map, const struct view *v)
{
	for (int i = 0; i < v->el->ndof; i++)
		for (int k = map->start[v->dof[i]]; k < map->start[v->dof[i] + 1]; k++)
			if (map->master[k] < 0)
				return true;
	return false;
}

/* Its mass, where it has any; its initial stiffness, where steps ask for it. */
static int view_constants(struct problem_core *c, struct view *v)
{
	size_t size = (size_t)v->el->ndof * (size_t)v->el->ndof;

	v->initial = v->looped ? ARENA_ARRAY(c->run, size, double) : NULL;
	if (v->looped && !v->initial)
		return ERR_MEMORY;
	if (v->looped)
		v->el->ops->initial(v->el->self, v->initial);
	if (!v->el->ops->mass)
		return 0;
	v->el->ops->mass(v->el->self, c->el_k);
	if (vec_max((int)size, c->el_k) == 0.0)
		return 0;
	v->mass = ARENA_ARRAY(c->run, size, double);
	if (!v->mass)
		return ERR_MEMORY;
	memcpy(v->mass, c->el_k, size * sizeof(double));
	return 0;
}

/* dof and load: its share of what all views have. */
static int view_fill(struct problem_core *c, struct view *v, const struct element *el, int *dof, double *load)
{
	int at = 0;

	v->el = el;
	v->dof = dof;
	v->load = load;
	for (int k = 0; k < el->nnode; k++)
		for (int i = 0; i < el->node[k]->ndf; i++)
			v->dof[at++] = el->node[k]->dof0 + i;
	ASSERT(at == el->ndof && at <= ELEMENT_DOF_MAX);
	v->prescribed = touches_source(&c->map, v);
	v->looped = el->origin || !el->ops->linear || !el->ops->linear(el->self);
	v->elastic = v->looped && elastic_takes(c->an, el);
	v->looped = v->looped && !v->elastic;
	v->nstate = el->nstate;
	v->committed_k = -1;
	return view_constants(c, v);
}

static int nodes_note(struct problem_core *c)
{
	c->nnode = c->m->nodes.n;
	c->node = ARENA_ARRAY(c->run, (size_t)c->nnode + 1, const struct node *);
	c->dof0 = ARENA_ARRAY(c->run, (size_t)c->nnode + 1, int);
	if (!c->node || !c->dof0)
		return ERR_MEMORY;
	for (int i = 0; i < c->nnode; i++) {
		c->node[i] = c->m->nodes.row[i].object;
		c->dof0[i] = c->node[i]->dof0;
	}
	return 0;
}

/* Room for one element's numbers, and for the looped ones' histories with that of one more behind them. */
static int one_take(struct problem_core *c, int widest, int state)
{
	double **vector[] = {&c->el_u, &c->el_v, &c->el_uc, &c->el_a, &c->el_f}, **matrix[] = {&c->el_k, &c->el_c, &c->el_k0};
	bool ok = true;

	for (size_t i = 0; i < COUNT(vector); i++)
		ok &= (*vector[i] = ARENA_ARRAY(c->run, (size_t)widest, double)) != NULL;
	for (size_t i = 0; i < COUNT(matrix); i++)
		ok &= (*matrix[i] = ARENA_ARRAY(c->run, (size_t)(widest * widest), double)) != NULL;
	ok &= (c->query_history = ARENA_ARRAY(c->run, (size_t)state, double)) != NULL;
	return ok ? 0 : ERR_MEMORY;
}

/* Places of the histories: looped elements first, so that a step copies theirs alone. Returns their length. */
static int histories_place(struct problem_core *c)
{
	int at = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < c->nview; i++) {
			struct view *v = &c->view[i];

			if (v->looped != (pass == 0))
				continue;
			v->history = at;
			if (v->looped && v->el->rayleigh && v->el->factor[3] != 0.0) {
				v->committed_k = at + v->el->nstate;
				v->nstate += v->el->ndof * v->el->ndof;
			}
			at += v->nstate;
		}
		if (pass == 0)
			c->nlive = at;
	}
	return at;
}

static int views_fill(struct problem_core *c, size_t ndof, size_t nload)
{
	int *dof = ARENA_ARRAY(c->run, ndof + 1, int);
	double *load = ARENA_ARRAY(c->run, nload + 1, double);

	if (!dof || !load)
		return ERR_MEMORY;
	for (int i = 0; i < c->nview; i++) {
		struct view *v = &c->view[i];
		const struct element *el = c->m->elements.row[i].object;

		if (view_fill(c, v, el, dof, load))
			return ERR_MEMORY;
		dof += el->ndof;
		load += el->nload + 1;
		if (v->looped)
			c->looped[c->nlooped++] = i;
		c->steady &= !v->looped || element_claims(el).steady;
		if (el->ops->exchange)
			c->exchange[c->nexchange++] = i;
	}
	return 0;
}

int assemble_views(struct problem_core *c, struct err *e)
{
	int history, widest = 1, state = 1;
	size_t ndof = 0, nload = 0;

	if (nodes_note(c))
		return no_memory(e);
	c->steady = true;
	c->nview = c->m->elements.n;
	c->view = ARENA_ARRAY(c->run, (size_t)c->nview + 1, struct view);
	c->looped = ARENA_ARRAY(c->run, (size_t)c->nview + 1, int);
	c->exchange = ARENA_ARRAY(c->run, (size_t)c->nview + 1, int);
	for (int i = 0; i < c->nview; i++) {
		const struct element *el = c->m->elements.row[i].object;

		ndof += (size_t)el->ndof;
		nload += (size_t)el->nload + 1;
		widest = el->ndof > widest ? el->ndof : widest;
		state = el->nstate > state ? el->nstate : state;
	}
	if (!c->view || !c->looped || !c->exchange || one_take(c, widest, state) || views_fill(c, ndof, nload))
		return no_memory(e);
	history = histories_place(c);
	c->history = ARENA_ARRAY(c->run, (size_t)c->nlive + (size_t)state, double);
	return c->history ? history : no_memory(e);
}
