/* A copy of the problem without looped elements: see linear_part.h for the equations. */
#include "interface/linear_part.h"

#include "math/vec.h"

#include <string.h>

static int no_memory(const struct linear_part *l, struct err *e)
{
	return err_set(e, ERR_MEMORY, "engine", "no memory for a linear part of %d unknowns", l->c.map.n);
}

/* K + K0 and C + C0, with their products. Virgin elements are asked on trial histories, which every step makes anew. */
static int shift_matrices(struct linear_part *l, struct problem_core *whole, struct arena *mem, struct err *e)
{
	struct problem_core *c = &l->c;
	size_t nnz = (size_t)c->pattern.nnz;

	c->val_k = ARENA_ARRAY(mem, nnz + 1, double);
	c->val_c = ARENA_ARRAY(mem, nnz + 1, double);
	if (!c->val_k || !c->val_c)
		return no_memory(l, e);
	memcpy(c->val_k, whole->val_k, nnz * sizeof(double));
	memcpy(c->val_c, whole->val_c, nnz * sizeof(double));
	for (int i = 0; i < whole->nlooped; i++) {
		const struct view *v = &whole->view[whole->looped[i]];

		view_virgin_damping(whole, v, true);
		if (v->initial)
			assemble_element(whole, v, v->initial, 1.0, c->val_k);
		assemble_element(whole, v, whole->el_c, 1.0, c->val_c);
	}
	c->has_c = vec_max((int)nnz, c->val_c) > 0.0;
	c->proportional = c->proportional && assemble_proportional(c);
	return assemble_products(c, mem, e);
}

int linear_setup(struct linear_part *l, struct problem_core *c, const struct port *port, int kinds, const struct integrator *g, bool shift, struct arena *mem,
                 struct err *e)
{
	l->c = *c;
	l->own = (struct integrator){.ops = g->ops, .self = arena_alloc(mem, g->ops->size)};
	l->g = &l->own;
	if (!l->own.self)
		return no_memory(l, e);
	memcpy(l->own.self, g->self, g->ops->size);
	l->port = *port;
	l->kinds = kinds;
	l->c.p.core = &l->c;
	l->c.nlooped = l->c.nexchange = l->c.ncoupled = l->c.nlive = 0;
	l->c.yielding = NULL;
	l->c.site = NULL;
	l->c.steady = true;
	return shift && c->nlooped ? shift_matrices(l, c, mem, e) : 0;
}

/* Vectors of its own in place of those that were copied. */
static int vectors_take(struct linear_part *l, struct arena *mem)
{
	struct problem_core *c = &l->c;
	double **const vector[] = {&c->p.u, &c->p.v, &c->p.a, &c->f, &c->force, &c->ue, &c->ve, &c->ae, &c->scratch, &c->work, &l->x};

	for (size_t i = 0; i < COUNT(vector); i++)
		if (!(*vector[i] = ARENA_ARRAY(mem, (size_t)c->map.n + 1, double)))
			return ERR_MEMORY;
	for (int i = 0; i < 4; i++)
		if (!(c->g[i] = ARENA_ARRAY(mem, (size_t)c->map.nsource + 1, double)))
			return ERR_MEMORY;
	l->phi = ARENA_ARRAY(mem, (size_t)l->port.m + 1, double);
	return l->phi ? 0 : ERR_MEMORY;
}

static int state_take(struct linear_part *l, struct arena *mem)
{
	const struct integrator_ops *ops = l->g->ops;
	struct problem_core *c = &l->c;
	size_t size = state_size(c->map.n, c->map.nsource, 0, ops->nhist, ops->nreal);
	struct state *s = arena_alloc(mem, size);

	l->kept = arena_alloc(mem, size);
	c->p.hist = ARENA_ARRAY(mem, (size_t)ops->nhist + 1, double *);
	if (!s || !l->kept || !c->p.hist)
		return ERR_MEMORY;
	*s = (struct state){.size = size, .n = c->map.n, .nsource = c->map.nsource, .nvec = ops->nhist, .nreal = ops->nreal};
	c->state = s;
	c->p.uc = state_vec(s, STATE_U);
	c->p.vc = state_vec(s, STATE_V);
	c->p.ac = state_vec(s, STATE_A);
	for (int k = 0; k < ops->nhist; k++)
		c->p.hist[k] = state_integrator(s, k);
	c->p.hist_real = state_reals(s);
	return problem_keep(c, mem);
}

int linear_start(struct linear_part *l, struct arena *mem, struct err *e)
{
	struct problem_core *c = &l->c;

	c->p.n = c->map.n;
	if (vectors_take(l, mem) || state_take(l, mem))
		return no_memory(l, e);
	c->port = &l->port;
	c->phi = l->phi;
	for (int k = 0; k < PROBLEM_SLOTS; k++)
		c->slot[k].valid = false;
	problem_begin(c);
	return l->g->ops->setup ? l->g->ops->setup(l->g->self, &c->p, mem, e) : 0;
}

/* Motion and prescribed values are one piece in both blocks, and so is the integrator's share. */
void linear_carry(struct state *from, struct state *to)
{
	/* where elements stand apart from the nodes comes last */
	memcpy(to->data, from->data, (size_t)(from->apart ? STATE_PARTS : STATE_UE) * (size_t)from->n * sizeof(double));
	memcpy(state_source(to, 0), state_source(from, 0), 3 * (size_t)from->nsource * sizeof(double));
	if (from->nvec == to->nvec && from->nreal == to->nreal)
		memcpy(state_share(to), state_share(from), state_share_length(from) * sizeof(double));
	to->t = from->t;
	to->apart = from->apart;
}

void linear_load(struct linear_part *l, const struct problem_core *c)
{
	linear_carry(c->state, l->c.state);
	problem_begin(&l->c);
}

void linear_store(const struct linear_part *l, struct problem_core *c)
{
	linear_carry(l->c.state, c->state);
}

void linear_quiet(struct linear_part *l)
{
	struct problem_core *c = &l->c;
	struct state *s = c->state;

	memcpy(l->kept, s, s->size);
	l->nload = c->nload;
	l->load = c->load;
	l->npull = c->npull;
	l->nsource = c->map.nsource;
	c->nload = c->npull = 0;
	c->map.nsource = 0;
	memset(s->data, 0, s->size - sizeof(*s));
	s->apart = 0;
	s->t = 0.0;
	for (int i = 0; i < 3; i++)
		vec_zero(l->nsource, c->g[i]);
	linear_phi(l, NULL);
	problem_begin(c);
}

void linear_loud(struct linear_part *l)
{
	struct problem_core *c = &l->c;

	c->nload = l->nload;
	c->load = l->load;
	c->npull = l->npull;
	c->map.nsource = l->nsource;
	memcpy(c->state, l->kept, l->kept->size);
	linear_phi(l, NULL);
	problem_begin(c);
}

int linear_noise(struct linear_part *l, struct rng *rng, struct arena *mem)
{
	static const struct pattern constant = {.kind = PATTERN_PLAIN, .constant = true, .frozen = 1.0};
	struct problem_core *c = &l->c;
	struct state *s = c->state;

	c->load = ARENA_NEW(mem, struct case_load);
	if (!c->load)
		return ERR_MEMORY;
	*c->load = (struct case_load){.p = &constant, .vector = ARENA_ARRAY(mem, (size_t)c->map.n + 1, double)};
	if (!c->load->vector)
		return ERR_MEMORY;
	c->nload = 1;
	for (int i = 0; i < c->map.n; i++)
		c->load->vector[i] = rng_uniform(rng) - 0.5;
	for (size_t i = 0; i < (s->size - sizeof(*s)) / sizeof(double); i++)
		s->data[i] = rng_uniform(rng) - 0.5;
	/* every phase comes */
	vec_zero(s->nreal, state_reals(s));
	problem_begin(c);
	return 0;
}

void linear_phi(struct linear_part *l, const double *phi)
{
	struct problem_core *c = &l->c;

	if (c->force_valid)
		port_give(&l->port, c->map.n, -1.0, l->phi, c->force);
	for (int i = 0; i < l->port.m; i++)
		l->phi[i] = phi ? phi[i] : 0.0;
	if (c->force_valid)
		port_give(&l->port, c->map.n, 1.0, l->phi, c->force);
}

int linear_predict(struct linear_part *l, double dt)
{
	if (l->c.dirty)
		problem_begin(&l->c);
	l->c.dirty = true;
	return l->g->ops->predict(l->g->self, &l->c.p, dt);
}

int linear_phase(const struct linear_part *l)
{
	return l->g->ops->phase ? l->g->ops->phase(l->g->self) : 0;
}

int linear_increment(struct linear_part *l, double *ret_x, struct err *e)
{
	const struct integrator_ops *ops = l->g->ops;
	struct problem *p = &l->c.p;
	int code = ops->form(l->g->self, p, STIFFNESS_INITIAL, e);

	if (!code)
		code = ops->residual ? ops->residual(l->g->self, p, ret_x) : problem_residual(p, ret_x);
	return code ? code : problem_solve(p, 0, ret_x);
}

int linear_solve(struct linear_part *l, struct err *e)
{
	int code = linear_increment(l, l->x, e);

	return code ? code : l->g->ops->update(l->g->self, &l->c.p, l->x);
}

int linear_end(struct linear_part *l)
{
	return problem_end(&l->c, l->g);
}

int linear_idle(struct linear_part *l, double dt, struct err *e)
{
	int code;

	linear_phi(l, NULL);
	code = linear_predict(l, dt);
	return code ? code : linear_solve(l, e);
}

void linear_seen(struct linear_part *l, double *const ret_z[3])
{
	const struct problem_core *c = &l->c;
	/* elements that are to follow may be read where they will be: there are none here that would notice */
	const double *const from[MOTION_KINDS] = {c->moved ? c->p.u : c->ue, c->moved ? c->p.v : c->ve, c->moved ? c->p.a : c->ae};

	for (int x = 0; x < l->kinds; x++)
		port_take(&l->port, c->map.n, from[x], ret_z[x]);
}
