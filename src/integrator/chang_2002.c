/* Chang's explicit method with unconditional stability (2002).
 *
 *   u+ = u + B1 dt v + B2 dt^2 a,   M a+ + C v+ + r(u+) = f+,   v+ = v + dt/2 (a + a+)
 *   B1 = D^-1 (I + dt/2 M^-1 C),   B2 = D^-1/2,   D = I + dt/2 M^-1 C + dt^2/4 M^-1 K0
 *
 * Multiplied by M the displacement needs one solution: u+ = u + (M + dt/2 C + dt^2/4 K0)^-1 [dt M v + dt^2/2 (C v + M a)].
 * Linear systems have exactly the poles of average acceleration.
 * S.-Y. Chang, Explicit pseudodynamic algorithm with unconditional stability, J. Eng. Mech. 128(9), 2002.
 */
#include "integrator/explicit_common.h"

enum { SLOT_D = 2 };

struct chang_2002 {
	struct explicit_step step;
	double formed_dt;            /* dt that D was factored for, 0: none */
};

static const struct param params[] = {
	{ 0 },
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct chang_2002 *s = self;
	s->step.alpha_i = s->step.alpha_f = 1.0;
	s->step.gamma = 0.5;
	s->formed_dt = 0.0;
	return explicit_setup(&s->step, p, run, e);
}

static int predict(void *self, struct problem *p, double dt)
{
	struct chang_2002 *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_begin(x, p, dt);
	if (rc)
		return rc;
	if (dt != s->formed_dt) {
		s->formed_dt = 0.0;
		rc = problem_form(p, SLOT_D, STIFFNESS_INITIAL, 0.25 * dt * dt, 0.5 * dt, 1.0, NULL);
		if (rc)
			return rc;
		s->formed_dt = dt;
	}
	vec_mix(p->n, dt, p->vc, 0.5 * dt * dt, p->ac, x->work);
	if ((rc = problem_mul(p, OPERATOR_M, x->work, x->u)) || (rc = problem_mul(p, OPERATOR_C, p->vc, x->more)))
		return rc;
	vec_add(p->n, 0.5 * dt * dt, x->more, x->u);
	if ((rc = problem_solve(p, SLOT_D, x->u)))
		return rc;
	vec_add(p->n, 1.0, p->uc, x->u);
	return explicit_place(x, p);
}

const struct integrator_ops integrator_chang_2002 = {
	.name = "Chang2002",
	.brief = "explicit with matrix coefficients, the poles of average acceleration",
	.cite = "Chang 2002, doi:10.1061/(ASCE)0733-9399(2002)128:9(935)",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 1, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct chang_2002),
	.factors = 2,
	.setup = setup,
	.predict = predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = explicit_update,
	.commit = explicit_commit,
};
