/* Modes as a linear part with diagonal matrices: see modal_share.h. */
#include "advance/modal_share.h"

#include "math/vec.h"

#include <string.h>

static int diagonal_pattern(struct problem_core *c, int r, struct arena *mem)
{
	c->pattern = (struct pattern_csc){.n = r, .nnz = r, .symmetric = true, .start = ARENA_ARRAY(mem, (size_t)r + 1, int),
	                                  .row = ARENA_ARRAY(mem, (size_t)r + 1, int)};
	for (int i = 0; c->pattern.start && c->pattern.row && i < r; i++)
		c->pattern.start[i + 1] = (c->pattern.row[i] = i) + 1;
	return c->pattern.start && c->pattern.row ? 0 : ERR_MEMORY;
}

int modal_matrices(struct problem_core *c, const struct modal_numbers *w, struct arena *mem, struct err *e)
{
	int code;

	if (diagonal_pattern(c, w->r, mem))
		return ERR_MEMORY;
	c->map.n = w->r;
	c->val_k = w->k;
	c->val_m = w->mu;
	c->val_c = w->c;
	c->lumped = w->mu;
	c->has_c = w->damped;
	c->proportional = w->proportional;
	c->alpha = w->alpha;
	c->beta = w->beta;
	c->nmodal = 0;
	if ((code = assemble_products(c, mem, e)) || (code = spmul_prepare(&c->mul_m, &c->pattern, mem, e)))
		return code;
	spmul_values(c->mul_m, c->val_m);
	return engine_set_up(engine_find("band"), &c->pattern, mem, &c->engine, e);
}

void modal_motion(const struct linear_part *l, int nwatch, const double *watched, double *const ret_motion[MOTION_KINDS])
{
	const double *const from[MOTION_KINDS] = {l->c.p.uc, l->c.p.vc, l->c.p.ac};
	int r = l->c.map.n;

	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < nwatch; i++)
			ret_motion[x][i] = vec_dot(r, watched + (size_t)i * (size_t)r, from[x]);
}

double *modal_part(struct state *s, int k)
{
	return k < MOTION_KINDS ? state_vec(s, (enum state_part)k) : state_integrator(s, k - MOTION_KINDS);
}

int modal_past(const struct front *f)
{
	const struct integrator_ops *ops = f->an->integrator.ops;

	return (ops->claims.past_motion || ops->claims.past_force) && f->c->state->nvec == ops->nhist ? ops->nhist : 0;
}

int modal_reals(const struct front *f)
{
	const struct integrator_ops *ops = f->an->integrator.ops;

	return f->c->state->nvec == ops->nhist && f->c->state->nreal == ops->nreal && modal_past(f) == ops->nhist ? ops->nreal : 0;
}

bool modal_force(const struct front *f, int k)
{
	const struct integrator_ops *ops = f->an->integrator.ops;

	return k >= MOTION_KINDS + ops->nhist - ops->claims.past_force;
}

/* --- a share --------------------------------------------------------------------------------------- */

/* Room for the points and forces of a step, and for matrices before they are factored. */
static int room_take(struct front *f, int r, struct arena *mem)
{
	struct problem_core *c = &f->linear.c;
	size_t m = (size_t)f->m + 1;
	bool ok = true;

	for (int x = 0; x < MOTION_KINDS; x++) {
		for (int k = 0; k < FRONT_POINTS; k++)
			ok &= (f->e[k][x] = ARENA_ARRAY(mem, m, double)) != NULL;
		for (int p = 0; p < f->phases; p++)
			ok &= (f->gain_of[p][x] = ARENA_ARRAY(mem, m * m, double)) != NULL;
	}
	for (int k = 0; k < FRONT_FORCES; k++)
		ok &= (f->phi[k] = ARENA_ARRAY(mem, m, double)) != NULL;
	ok &= (f->dx = ARENA_ARRAY(mem, m, double)) != NULL;
	ok &= (c->trial_value = ARENA_ARRAY(mem, (size_t)r + 1, double)) != NULL;
	ok &= (c->history = ARENA_ARRAY(mem, 1, double)) != NULL;
	for (int k = 0; k < PROBLEM_SLOTS; k++) {
		c->slot[k] = (struct factored){.value = ARENA_ARRAY(mem, (size_t)r + 1, double)};
		ok &= c->slot[k].value != NULL;
	}
	return ok ? 0 : ERR_MEMORY;
}

int modal_share_make(struct modal_share *s, const struct problem_core *like, const struct modal_numbers *w, const struct port *port, int kinds,
	const struct modal_method *method, struct arena *mem, struct err *e)
{
	struct front *f = &s->front;
	struct problem_core *c = &f->linear.c;
	const struct integrator_ops *ops = method->ops;
	void *own = arena_alloc(mem, ops->size);
	int code;

	*f = (struct front){.an = &s->an, .m = port->m, .kinds = kinds, .phases = ops->phases ? ops->phases : 1};
	s->an = (struct analysis){.integrator = {.ops = ops, .self = own}, .has_integrator = true, .algorithm = {.ops = method->algorithm}};
	*c = *like;
	c->p.core = c;
	c->an = &s->an;
	c->npull = 0;
	f->linear.g = &s->an.integrator;
	f->linear.port = *port;
	f->linear.kinds = kinds;
	code = own && room_take(f, w->r, mem) == 0 ? modal_matrices(c, w, mem, e) : ERR_MEMORY;
	if (code)
		return e && e->code ? code : err_set(e, code, "engine modal", "no memory for %d modes", w->r);
	memcpy(own, method->options, ops->size);
	code = linear_start(&f->linear, mem, e);
	if (!code && in_step_keep(&s->step, f, mem))
		code = err_set(e, ERR_MEMORY, "engine modal", "no memory for %d modes", w->r);
	return code;
}

void modal_share_rest(struct modal_share *s)
{
	struct state *to = s->front.linear.c.state;

	memset(to->data, 0, to->size - sizeof(*to));
	to->apart = 0;
}

int modal_share_arm(struct modal_share *s, double t, double dt, bool late, struct arena *mem, struct err *e)
{
	struct front *f = &s->front;

	f->linear.c.state->t = t;
	f->dt = dt;
	f->late = late;
	problem_begin(&f->linear.c);
	return in_step_arm(&s->step, f, mem, e);
}
