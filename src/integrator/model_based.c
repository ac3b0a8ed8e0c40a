/* The shared step of explicit methods with model-based parameters: see model_based.h for the equations. */
#include "integrator/model_based.h"

enum { SLOT_E, SLOT_M, SLOT_D };

const struct param model_based_radius_params[] = {
	MODEL_BASED_RADIUS,
	{ "-updateElemDisp", PARAM_FLAG, offsetof(struct model_based_radius, base.step.follow), false, 0, { 0.0, 0.0, false, false },
	  "elements see the end of the step when it is committed" },
	{ 0 },
};

/* True when the equation is that of the end of the step, with a+ = M^-1 r. */
static bool at_end(const struct explicit_step *s)
{
	return s->alpha_i == 1.0 && s->alpha_f == 1.0;
}

int model_based_setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct model_based *s = self;
	int rc = explicit_setup(&s->step, p, run, e);
	if (rc || (rc = explicit_vector(p, run, &s->h, e)) || (rc = explicit_vector(p, run, &s->y, e)))
		return rc;
	s->formed_dt = 0.0;
	return explicit_mass(p, SLOT_M, e);
}

int model_based_predict(void *self, struct problem *p, double dt)
{
	struct model_based *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_begin(x, p, dt);
	if (rc)
		return rc;
	if (dt != s->formed_dt) {
		s->formed_dt = 0.0;
		rc = problem_form(p, SLOT_D, STIFFNESS_INITIAL, x->beta * dt * dt, x->gamma * dt, 1.0, NULL);
		if (rc)
			return rc;
	}
	if ((rc = problem_mul(p, OPERATOR_M, p->ac, s->h)) || (rc = problem_solve(p, SLOT_D, s->h)))
		return rc;
	double moved = x->gamma * (explicit_last(p, dt) - dt);
	vec_mix(p->n, 1.0, p->vc, dt + moved, s->h, x->v);
	vec_mix(p->n, 1.0, p->uc, dt, p->vc, x->u);
	vec_add(p->n, (0.5 + x->gamma) * dt * dt + moved * dt, s->h, x->u);
	vec_mix(p->n, 1.0 - x->alpha_f, p->ac, x->alpha_f - x->alpha_i, s->h, x->a);
	return explicit_place(x, p);
}

int model_based_residual(void *self, struct problem *p, double *ret_r)
{
	struct model_based *s = self;
	int rc = explicit_residual(&s->step, p, ret_r);
	if (rc || at_end(&s->step))
		return rc;
	vec_copy(p->n, ret_r, s->y);
	return problem_solve(p, SLOT_M, s->y);
}

int model_based_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct model_based *s = self;
	const struct explicit_step *x = &s->step;
	(void)which;
	if (s->formed_dt == x->dt)
		return 0;
	double w = at_end(x) ? 0.0 : x->alpha_f;
	int rc = problem_form(p, SLOT_E, STIFFNESS_INITIAL, w * x->beta * x->dt * x->dt, w * x->gamma * x->dt, x->alpha_i, e);
	if (!rc)
		s->formed_dt = x->dt;
	return rc;
}

int model_based_update(void *self, struct problem *p, const double *dx)
{
	struct model_based *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_once(x);
	if (rc)
		return rc;
	vec_copy(p->n, x->v, p->v);
	if (at_end(x))
		vec_copy(p->n, dx, p->a);
	else
		vec_mix(p->n, 1.0 / x->alpha_f, s->y, (x->alpha_f - x->alpha_i) / x->alpha_f, dx, p->a);
	problem_hold(p);
	return 0;
}

int model_based_commit(void *self, struct problem *p)
{
	const struct model_based *s = self;
	p->hist_real[0] = s->step.dt;
	return explicit_commit(self, p);
}
