/* Central differences with velocities at half steps: see half_step.h. */
#include "integrator/half_step.h"

int half_step_predict(struct explicit_step *s, struct problem *p, double dt, bool damped)
{
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->dt = dt;
	s->updates = 0;
	vec_mix(p->n, 1.0, p->vc, 0.5 * (explicit_last(p, dt) - dt), p->ac, s->v);
	int rc = explicit_at_start(p);
	if (damped)
		vec_copy(p->n, s->v, p->v);
	else
		vec_zero(p->n, p->v);
	problem_moved(p);
	return rc;
}

int half_step_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	(void)self;
	return problem_form(p, 0, which, 0.0, 0.0, 1.0, e);
}

int half_step_update(void *self, struct problem *p, const double *dx)
{
	struct explicit_step *s = self;
	int rc = explicit_once(s);
	if (rc)
		return rc;
	vec_add(p->n, s->dt, dx, s->v);
	vec_mix(p->n, 1.0, p->uc, s->dt, s->v, p->u);
	vec_copy(p->n, dx, p->a);
	problem_moved(p);
	return 0;
}

int half_step_commit(void *self, struct problem *p)
{
	struct explicit_step *s = self;
	vec_copy(p->n, s->v, p->v);
	p->hist_real[0] = s->dt;
	return problem_time(p, p->tc + s->dt);
}
