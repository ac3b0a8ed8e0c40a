/* The linear part within the step: see in_step.h. */
#include "advance/in_step.h"

#include "math/kernel.h"
#include "math/vec.h"

#include <string.h>

/* e[0] for a unit phi0 at each place, in a step of this phase: what W does. */
static int columns_find(struct in_step *s, struct front *f, int phase, struct err *e)
{
	struct linear_part *l = &f->linear;
	const struct integrator_ops *ops = l->g->ops;
	size_t m = (size_t)f->m;
	int code = 0;

	for (int j = 0; j < f->m && !code; j++) {
		double *column = s->w + ((size_t)phase * m + (size_t)j) * (size_t)KERNEL_ROUND(l->c.map.n);

		vec_zero(f->m, f->dx);
		f->dx[j] = 1.0;
		code = linear_predict(l, f->dt);
		linear_phi(l, f->dx);
		if (!code)
			code = linear_increment(l, column, e);
		if (!code)
			code = ops->update(l->g->self, &l->c.p, column);
		if (!code)
			linear_seen(l, f->e[2]);
		for (int x = 0; x < MOTION_KINDS; x++)
			for (size_t i = 0; i < m; i++)
				f->gain_of[phase][x][i * m + (size_t)j] = f->e[2][x][i];
	}
	return code;
}

/* From rest, without loads; between the phases a step in which nothing moves. */
static int gains_find(struct in_step *s, struct front *f, struct err *e)
{
	struct linear_part *l = &f->linear;
	int code = 0;

	linear_quiet(l);
	for (int p = 0; p < f->phases && !code; p++) {
		code = columns_find(s, f, p, e);
		if (!code)
			code = linear_idle(l, f->dt, e);
		if (!code)
			code = linear_end(l);
	}
	linear_loud(l);
	return code;
}

int in_step_arm(struct in_step *s, struct front *f, struct arena *mem, struct err *e)
{
	size_t n = (size_t)KERNEL_ROUND(f->linear.c.map.n);
	bool once = f->an->integrator.ops->claims.front == FRONT_ONCE;

	s->x = ARENA_ARRAY(mem, n + 1, double);
	s->w = once ? NULL : ARENA_ARRAY(mem, (size_t)f->phases * n * (size_t)f->m + 1, double);
	s->column = once ? NULL : ARENA_ARRAY(mem, (size_t)f->m + 1, const double *);
	s->weight = ARENA_ARRAY(mem, (size_t)f->m + 1, double);
	if (!s->x || !s->weight || (!once && (!s->w || !s->column)))
		return err_set(e, ERR_MEMORY, "engine", "no memory for %zu unknowns and an interface of %d", n, f->m);
	return once ? 0 : gains_find(s, f, e);
}

int in_step_keep(struct in_step *s, const struct front *f, struct arena *mem)
{
	s->before = arena_alloc(mem, f->linear.c.state->size);
	if (!s->before)
		return ERR_MEMORY;
	in_step_begun(s, f);
	return 0;
}

void in_step_begun(struct in_step *s, const struct front *f)
{
	memcpy(s->before, f->linear.c.state, f->linear.c.state->size);
}

bool in_step_ahead(const struct in_step *s, const struct front *f, double t)
{
	double now = f->linear.c.state->t;

	return now - t > 0.5 * (now - s->before->t);
}

void in_step_back(struct in_step *s, struct front *f)
{
	struct problem_core *c = &f->linear.c;

	linear_carry(s->before, c->state);
	c->dirty = true;
}

/* A point behind the solution. */
static void point_take(struct front *f, int k)
{
	if (!f->still)
		linear_seen(&f->linear, f->e[k]);
	for (int x = 0; x < f->kinds && f->still; x++)
		vec_copy(f->m, f->e[0][x], f->e[k][x]);
}

/* Columns whose force is not zero, with it. */
static int acting_find(struct in_step *s, const struct front *f)
{
	int count = 0;

	for (int j = 0; j < f->m; j++)
		if (f->phi[0][j] != 0.0) {
			s->column[count] = s->now + (size_t)j * (size_t)KERNEL_ROUND(f->linear.c.map.n);
			s->weight[count++] = f->phi[0][j];
		}
	return count;
}

int in_step_begin(void *self, struct front *f, struct err *e)
{
	struct in_step *s = self;
	struct linear_part *l = &f->linear;
	int code;

	linear_phi(l, NULL);
	code = linear_predict(l, f->dt);
	front_turn(f, linear_phase(l));
	s->now = s->w ? s->w + (size_t)linear_phase(l) * (size_t)f->m * (size_t)KERNEL_ROUND(l->c.map.n) : NULL;
	if (!code && s->w)
		code = linear_solve(l, e);
	if (!code)
		linear_seen(l, f->e[0]);
	return code;
}

int in_step_correct(void *self, struct front *f, struct err *e)
{
	struct in_step *s = self;
	struct linear_part *l = &f->linear;
	int n = l->c.map.n, code;

	linear_phi(l, f->phi[0]);
	if (!s->w) {
		code = linear_solve(l, e);
	} else {
		vec_zero(n, s->x);
		kernel->combine(KERNEL_ROUND(n), acting_find(s, f), s->column, s->weight, s->x);
		code = l->g->ops->update(l->g->self, &l->c.p, s->x);
	}
	if (!code)
		point_take(f, 1);
	return code;
}

int in_step_end(void *self, struct front *f)
{
	const struct in_step *s = self;
	struct linear_part *l = &f->linear;
	int code;

	if (s->before)
		linear_carry(l->c.state, s->before);
	if (f->late)
		linear_phi(l, f->phi[1]);
	code = linear_end(l);
	if (!code)
		point_take(f, 2);
	return code;
}
