/* Builds the problem of a model: constraints, elements, pattern, matrices, loads, engine, in this order. */
#include "base/base.h"
#include "base/room.h"
#include "equations/elastic.h"
#include "equations/modal_damping.h"

#include <stdio.h>
#include <string.h>

/* What matrices, products and vectors take, before any of them is made: numbers of K, C, M, of the matrix before and as it is factored, with the places where
 * products and elimination find them; vectors of the state, the loads, the integrator. */
static int equations_room(struct problem_core *c, struct err *e)
{
	enum { BYTES_ENTRY = 72, BYTES_UNKNOWN = 400 };

	return room_need((double)BYTES_ENTRY * c->pattern.nnz + (double)BYTES_UNKNOWN * c->map.n, "analysis", "the equations",
	                 "take a smaller model, or reduce it", e);
}

/* The engine has looked for room for the first one at its set-up. */
int problem_room(const struct problem_core *c, int factors, struct err *e)
{
	double each = c->engine.ops->memory(c->engine.self) + 8.0 * c->pattern.nnz;
	int more = factors - (c->nformed > 1 ? c->nformed : 1);
	char what[64];

	snprintf(what, sizeof(what), "%d more factored matri%s of engine %s", more, more == 1 ? "x" : "ces", c->engine.ops->name);
	return more > 0 ? room_need(more * each, "analysis", what, "an integrator with one matrix, a smaller model, or more memory", e) : 0;
}

void analysis_memory(const struct analysis *an, struct analysis_memory *ret)
{
	const struct problem_core *c = core_of(an);

	*ret = (struct analysis_memory){.model = (double)an->m->arena.used};
	if (!c)
		return;
	ret->equations = (double)c->without_engine;
	ret->factor = c->engine.ops->memory(c->engine.self) + 8.0 * c->pattern.nnz;
	ret->factors = c->nformed;
	ret->state = c->state ? (double)c->state->size : 0.0;
}

static int engine_start(struct problem_core *c, struct err *e)
{
	const struct analysis *an = c->an;
	const struct engine_ops *ops = strcmp(an->engine, "auto") == 0 ? engine_choose(&c->pattern, c->nlooped > 0 && !an->way.ops) : engine_find(an->engine);

	if (!ops)
		return err_set(e, ERR_UNKNOWN, "engine", "there is no engine %s", an->engine);
	/* values of slots that are not factored are not there yet */
	c->without_engine = c->run->used - (size_t)PROBLEM_SLOTS * ((size_t)c->pattern.nnz + 1) * sizeof(double);
	int code = engine_make(ops, NULL, c->run, &c->engine.self, e);
	if (code)
		return code;
	if (an->engine_options)
		memcpy(c->engine.self, an->engine_options, ops->size);
	c->engine.ops = ops;
	c->an->engine_used = an->way.ops ? an->way.ops->name : ops->name;
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

	for (size_t i = 0; i < COUNT(vector); i++)
		ok &= (*vector[i] = ARENA_ARRAY(c->run, n, double)) != NULL;
	for (int i = 0; i < 4; i++)
		ok &= (c->g[i] = ARENA_ARRAY(c->run, (size_t)c->map.nsource + 1, double)) != NULL;
	for (int i = 0; i < PROBLEM_SLOTS; i++)
		ok &= (c->slot[i].value = ARENA_ARRAY(c->run, (size_t)c->pattern.nnz + 1, double)) != NULL;
	ok &= (c->trial_value = ARENA_ARRAY(c->run, (size_t)c->pattern.nnz + 1, double)) != NULL;
	ok &= (c->reaction = ARENA_ARRAY(c->run, (size_t)c->map.nall + 1, double)) != NULL;
	ok &= (c->applied = ARENA_ARRAY(c->run, (size_t)c->map.nall + 1, double)) != NULL;
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

static int views_build(struct problem_core *c, struct err *e)
{
	c->nhistory = assemble_views(c, e);
	return c->nhistory < 0 ? c->nhistory : 0;
}

static const struct {
	const char *what;
	int (*run)(struct problem_core *c, struct err *e);
} stages[] = {
	{"constraints", dofmap_build},
	{"constraints", parts_check},
	{"elements", elastic_check},
	{"elements", views_build},
	{"which unknowns couple", assemble_pattern},
	{"which unknowns couple", equations_room},
	{"coupled unknowns", coupled_find},
	{"vectors", vectors_take},
	{"matrices", assemble_constant},
	{"loads", load_cases_build},
	{"modal damping", modal_damping_build},
	{"order of elimination", engine_start},
	{"yielding members", yielding_build},
};

struct problem_core *problem_new(struct analysis *an, struct err *e)
{
	struct problem_core *c = ARENA_NEW(&an->run, struct problem_core);
	int code = 0;

	if (!c) {
		err_set(e, ERR_MEMORY, "analysis", "no memory for the equations");
		return NULL;
	}
	c->an = an;
	c->m = an->m;
	c->run = &an->run;
	c->p.core = c;
	model_number(c->m);
	for (size_t i = 0; i < COUNT(stages) && !code; i++) {
		if (an->stage)
			an->stage(an->stage_self, stages[i].what);
		code = stages[i].run(c, e);
	}
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
