/* Explicit difference: leap-frog with damping half a step late.
 *
 *   v(t + dt/2) = v(t - dt/2) + dt a,   u+ = u + dt v(t + dt/2),   M a+ = f(t + dt) - F(u+, v(t + dt/2))
 *
 * The velocity reported at t + dt is v(t + dt/2) + dt/8 (3 a+ + a). Damping lags by half a step, so
 * that damped systems are integrated to first order. The first step takes v at rest for v(t - dt/2). After a step of another
 * length h the way from t - h/2 to t + dt/2 is (h + dt)/2 long. Stable for omega dt <= 2.
 */
#include "integrator/explicit_common.h"

static const struct param params[] = {
	{ 0 },
};

static int predict(void *self, struct problem *p, double dt)
{
	struct explicit_step *s = self;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->dt = dt;
	s->updates = 0;
	vec_mix(p->n, 1.0, p->hist_real[0] != 0.0 ? p->hist[0] : p->vc, 0.5 * (explicit_last(p, dt) + dt), p->ac, s->v);
	vec_mix(p->n, 1.0, p->uc, dt, s->v, p->u);
	vec_copy(p->n, s->v, p->v);
	vec_zero(p->n, p->a);
	problem_moved(p);
	return problem_time(p, p->tc + dt);
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	(void)self;
	return problem_form(p, 0, which, 0.0, 0.0, 1.0, e);
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct explicit_step *s = self;
	int rc = explicit_once(s);
	if (rc)
		return rc;
	vec_mix(p->n, 1.0, s->v, 0.375 * s->dt, dx, p->v);
	vec_add(p->n, 0.125 * s->dt, p->ac, p->v);
	vec_copy(p->n, dx, p->a);
	problem_moved(p);
	return 0;
}

static int commit(void *self, struct problem *p)
{
	struct explicit_step *s = self;
	vec_copy(p->n, s->v, p->hist[0]);
	p->hist_real[0] = s->dt;
	return problem_time(p, p->tc + s->dt);
}

const struct integrator_ops integrator_explicit_difference = {
	.name = "ExplicitDifference",
	.brief = "leap-frog with damping half a step late",
	.cite = "OpenSees command of the same name",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 1, .rho_inf = -1, .omega_max = 2.0, .once = true,
	            .front = FRONT_ONCE, .past_motion = true, .linear_only = true },
	.size = sizeof(struct explicit_step),
	.nhist = 1,
	.nreal = 1,
	.setup = explicit_setup,
	.predict = predict,
	.form = form,
	.update = update,
	.commit = commit,
};
