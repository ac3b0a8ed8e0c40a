/* Builds the problem of a model: constraints, elements, pattern, matrices, loads, engine, in this order. */
#include "analysis/core.h"
#include "analysis/modal_damping.h"
#include "base/base.h"

#include <string.h>

static int engine_start(struct problem_core *c, struct err *e)
{
	const struct analysis *an = c->an;
	const struct engine_ops *ops = strcmp(an->engine, "auto") == 0 ? engine_choose(&c->pattern, c->nlooped > 0) : engine_find(an->engine);

	if (!ops)
		return err_set(e, ERR_UNKNOWN, "engine", "there is no engine %s", an->engine);
	c->engine.self = arena_alloc(c->run, ops->size);
	if (!c->engine.self)
		return err_set(e, ERR_MEMORY, "engine", "no memory");
	c->engine.ops = ops;
	c->an->engine_used = ops->name;
	return ops->setup(c->engine.self, &c->pattern, c->run, e);
}

/* The unknowns behind the looped elements, and where specimens are, a vector of accelerations. */
static int coupled_find(struct problem_core *c, struct err *e)
{
	const struct dofmap *map = &c->map;
	bool *touched = ARENA_ARRAY(c->run, (size_t)map->n + 1, bool);

	c->coupled = ARENA_ARRAY(c->run, (size_t)map->n + 1, int);
	if (c->nexchange)
		c->ae = ARENA_ARRAY(c->run, (size_t)map->n + 1, double);
	if (!touched || !c->coupled || (c->nexchange && !c->ae))
		return err_set(e, ERR_MEMORY, "analysis", "no memory for %d unknowns", map->n);
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];

		for (int d = 0; d < v->el->ndof; d++)
			for (int k = map->start[v->dof[d]]; k < map->start[v->dof[d] + 1]; k++)
				if (map->master[k] >= 0)
					touched[map->master[k]] = true;
	}
	for (int i = 0; i < map->n; i++)
		if (touched[i])
			c->coupled[c->ncoupled++] = i;
	return 0;
}

static int vectors_take(struct problem_core *c, struct err *e)
{
	size_t n = (size_t)c->map.n + 1;
	double **vector[] = {&c->p.u, &c->p.v, &c->p.a, &c->f, &c->force, &c->ue, &c->ve, &c->scratch, &c->work};
	bool ok = true;
	int widest = 1;

	for (size_t i = 0; i < COUNT(vector); i++)
		ok &= (*vector[i] = ARENA_ARRAY(c->run, n, double)) != NULL;
	for (int i = 0; i < 4; i++)
		ok &= (c->g[i] = ARENA_ARRAY(c->run, (size_t)c->map.nsource + 1, double)) != NULL;
	for (int i = 0; i < PROBLEM_SLOTS; i++)
		ok &= (c->slot[i].value = ARENA_ARRAY(c->run, (size_t)c->pattern.nnz + 1, double)) != NULL;
	for (int i = 0; i < c->nview; i++)
		if (c->view[i].el->nstate > widest)
			widest = c->view[i].el->nstate;
	ok &= (c->trial_value = ARENA_ARRAY(c->run, (size_t)c->pattern.nnz + 1, double)) != NULL;
	ok &= (c->reaction = ARENA_ARRAY(c->run, (size_t)c->map.nall + 1, double)) != NULL;
	ok &= (c->applied = ARENA_ARRAY(c->run, (size_t)c->map.nall + 1, double)) != NULL;
	ok &= (c->query_history = ARENA_ARRAY(c->run, (size_t)widest, double)) != NULL;
	return ok ? 0 : err_set(e, ERR_MEMORY, "analysis", "no memory for %d unknowns", c->map.n);
}

int state_renew(struct problem_core *c, int nvec, int nreal, struct err *e)
{
	struct analysis *an = c->an;
	const struct state *old = c->state;
	int next = 1 - an->kept;
	size_t size = state_size(c->map.n, c->map.nsource, c->nhistory, nvec, nreal);
	struct state *s;

	arena_reset(&an->keep[next]);
	s = arena_alloc(&an->keep[next], size);
	if (!s)
		return err_set(e, ERR_MEMORY, "analysis", "no memory for the state");
	*s = (struct state){.size = size, .t = old ? old->t : an->t0, .n = c->map.n, .nsource = c->map.nsource,
	                    .nhistory = c->nhistory, .nvec = nvec, .nreal = nreal, .apart = old ? old->apart : 0};
	if (old)
		memcpy(s->data, old->data, (state_size(s->n, s->nsource, s->nhistory, 0, 0) - sizeof(*s)));
	arena_reset(&an->keep[an->kept]);
	an->kept = next;
	an->state = c->state = s;
	c->p.uc = state_vec(s, STATE_U);
	c->p.vc = state_vec(s, STATE_V);
	c->p.ac = state_vec(s, STATE_A);
	c->p.tc = s->t;
	return 0;
}

struct problem_core *problem_new(struct analysis *an, struct err *e)
{
	struct problem_core *c = ARENA_NEW(&an->run, struct problem_core);
	int code;

	if (!c) {
		err_set(e, ERR_MEMORY, "analysis", "no memory for the equations");
		return NULL;
	}
	c->an = an;
	c->m = an->m;
	c->run = &an->run;
	c->p.core = c;
	model_number(c->m);
	code = dofmap_build(c, e);
	if (!code)
		code = parts_check(c, e);
	if (!code) {
		c->nhistory = assemble_views(c, e);
		code = c->nhistory < 0 ? c->nhistory : 0;
	}
	if (!code)
		code = assemble_pattern(c, e);
	if (!code)
		code = coupled_find(c, e);
	if (!code)
		code = vectors_take(c, e);
	if (!code)
		code = assemble_constant(c, e);
	if (!code)
		code = load_cases_build(c, e);
	if (!code)
		code = modal_damping_build(c, e);
	if (!code)
		code = engine_start(c, e);
	if (!code)
		code = yielding_build(c, e);
	c->p.n = c->map.n;
	if (code)
		problem_destroy(c);
	return code ? NULL : c;
}

void problem_destroy(struct problem_core *c)
{
	if (c && c->engine.ops && c->engine.ops->fini)
		c->engine.ops->fini(c->engine.self);
}
