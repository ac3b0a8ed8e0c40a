/* The shared step of the momentum form: see momentum.h for the equations. */
#include "integrator/momentum.h"

int momentum_setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct momentum *s = self;
	int rc = explicit_setup(&s->step, p, run, e);
	return rc ? rc : explicit_vector(p, run, &s->impulse, e);
}

/* Trapezoidal rule; leaves the trial time at t + dt. */
static int integrate_load(struct momentum *s, struct problem *p, double dt)
{
	double *f = s->step.work;
	vec_zero(p->n, s->impulse);
	for (int k = 0; k <= s->points; k++) {
		int rc = problem_time(p, k == s->points ? p->tc + dt : p->tc + dt * k / s->points);
		if (rc || (rc = problem_load(p, f)))
			return rc;
		double weight = k == 0 || k == s->points ? 0.5 : 1.0;
		vec_add(p->n, weight * dt / s->points, f, s->impulse);
	}
	return 0;
}

int momentum_predict(void *self, struct problem *p, double dt)
{
	struct momentum *s = self;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->step.dt = dt;
	s->step.updates = 0;
	int rc = integrate_load(s, p, dt);
	if (rc)
		return rc;
	vec_mix(p->n, 1.0, p->uc, 0.5 * dt, p->vc, p->u);
	vec_copy(p->n, p->vc, p->v);
	vec_zero(p->n, p->a);
	problem_moved(p);
	return 0;
}

int momentum_residual(void *self, struct problem *p, double *ret_r)
{
	struct momentum *s = self;
	int rc = problem_resist(p, ret_r);
	if (!rc)
		vec_mix(p->n, 1.0, s->impulse, -s->step.dt, ret_r, ret_r);
	return rc;
}

int momentum_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	const struct momentum *s = self;
	double dt = s->step.dt;
	return problem_form(p, 0, which, s->step.beta * dt * dt, 0.5 * dt, 1.0, e);
}

int momentum_update(void *self, struct problem *p, const double *dx)
{
	struct momentum *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_once(x);
	if (rc)
		return rc;
	vec_mix(p->n, 1.0, p->vc, 1.0, dx, p->v);
	vec_mix(p->n, 1.0, p->u, 0.5 * x->dt, p->v, x->u);
	vec_copy(p->n, dx, p->a);
	vec_scale(p->n, 1.0 / x->dt, p->a);
	problem_hold(p);
	return 0;
}

int momentum_commit(void *self, struct problem *p)
{
	struct momentum *s = self;
	vec_copy(p->n, s->step.u, p->u);
	return problem_time(p, p->tc + s->step.dt);
}
