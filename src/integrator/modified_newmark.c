/* The modified Newmark method of Shing and Mahin.
 *
 *   M a+ + (1 + alpha) F+ - alpha F + rho/dt^2 M (u+ - u) = f+,   u+ = u + dt v + dt^2/2 a,   v+ = v + dt/2 (a + a+)
 *
 * F is the whole resisting force; the authors left viscous damping out. A mode of frequency omega has, with W = (omega dt)^2,
 *   z^2 - (2 - (1 + alpha) W - rho) z + (1 - alpha W - rho) = 0
 * so it is stable for -rho/alpha <= W <= (4 - 2 rho)/(1 + 2 alpha), and its numerical damping is -ln(1 - alpha W - rho) over
 * twice the phase angle, about (alpha omega dt + rho/(omega dt))/2: negative rho takes damping from the low modes, and steps that
 * bring a mode under the lower limit make it grow. The bounds are checked against the lowest and the highest mode of the initial
 * structure before the first step. First order.
 * P. B. Shing & S. A. Mahin, Experimental error propagation in pseudodynamic testing, UCB/EERC-83/12, 1983.
 */
#include "integrator/explicit_common.h"

struct modified_newmark {
	struct explicit_step step;
	double alpha, rho;
	double lowest, highest;      /* omega^2 of the initial structure */
	double checked_dt;           /* last step found stable */
};

static const struct param params[] = {
	{ "alpha", PARAM_REAL, offsetof(struct modified_newmark, alpha), true, 0.0, RANGE_NONNEG,
	  "damping that grows with the frequency" },
	{ "rho", PARAM_REAL, offsetof(struct modified_newmark, rho), true, 0.0, { -INFINITY, 0.0, true, false },
	  "takes damping from the low modes; between -4 alpha and 0" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct modified_newmark *s = self;
	if (s->rho < 0.0 && !(-s->rho < 4.0 * s->alpha)) {
		int rc = err_set(e, ERR_RANGE, a->object, "no step is stable with these parameters: rho");
		err_value(e, "%g", s->rho);
		err_allowed(e, "-4 alpha < rho <= 0, here more than %g", -4.0 * s->alpha);
		return rc;
	}
	s->step.alpha_i = s->step.alpha_f = 1.0;
	s->step.gamma = 0.5;
	return 0;
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct modified_newmark *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_setup(x, p, run, e);
	if (rc || (rc = explicit_omega2(p, 1, true, x->work, x->more, &s->highest, e)))
		return rc;
	s->checked_dt = 0.0;
	s->lowest = INFINITY;
	if (s->rho < 0.0 && explicit_omega2(p, 1, false, x->work, x->more, &s->lowest, NULL))
		s->lowest = 0.0;
	return 0;
}

/* Is every mode inside the stable range with this step? */
static int check_step(struct modified_newmark *s, struct err *e)
{
	double dt2 = s->step.dt * s->step.dt;
	double low = s->rho < 0.0 ? -s->rho / s->alpha : 0.0;
	double high = (4.0 - 2.0 * s->rho) / (1.0 + 2.0 * s->alpha);
	bool under = s->lowest * dt2 < low, over = s->highest * dt2 > high * (1.0 + 1e-12);
	if (!under && !over) {
		s->checked_dt = s->step.dt;
		return 0;
	}
	int rc = err_set(e, ERR_RANGE, "integrator ModifiedNewmark", "the %s mode is unstable with this step", over ? "highest" : "lowest");
	err_value(e, "(omega dt)^2 = %g", (over ? s->highest : s->lowest) * dt2);
	err_allowed(e, "between %g and %g", low, high);
	err_hint(e, over ? "take a smaller step" : "take rho closer to 0 or a larger alpha");
	return rc;
}

static int start(struct problem *p)
{
	int rc = explicit_at_start(p);
	if (!rc)
		rc = problem_resist(p, p->hist[0]);
	p->hist_real[0] = rc ? 0.0 : EXPLICIT_BEGUN;
	return rc;
}

static int predict(void *self, struct problem *p, double dt)
{
	struct modified_newmark *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_begin(x, p, dt);
	if (rc)
		return rc;
	x->old = p->hist[0];
	if (p->hist_real[0] == 0.0) {
		x->old = x->start;
		if ((rc = explicit_at_start(p)) || (rc = problem_resist(p, x->start)))
			return rc;
	}
	return explicit_place(x, p);
}

static int residual(void *self, struct problem *p, double *ret_r)
{
	struct modified_newmark *s = self;
	struct explicit_step *x = &s->step;
	int rc = problem_load(p, ret_r);
	if (rc || (rc = problem_resist(p, x->work)))
		return rc;
	vec_add(p->n, -(1.0 + s->alpha), x->work, ret_r);
	vec_add(p->n, s->alpha, x->old, ret_r);
	vec_mix(p->n, 1.0, x->u, -1.0, p->uc, x->work);
	if ((rc = problem_mul(p, OPERATOR_M, x->work, x->more)))
		return rc;
	vec_add(p->n, -s->rho / (x->dt * x->dt), x->more, ret_r);
	return 0;
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct modified_newmark *s = self;
	int rc = s->step.dt == s->checked_dt ? 0 : check_step(s, e);
	return rc ? rc : problem_form(p, 0, which, 0.0, (1.0 + s->alpha) * s->step.c2, 1.0, e);
}

static int commit(void *self, struct problem *p)
{
	struct modified_newmark *s = self;
	int rc = problem_resist(p, p->hist[0]);
	if (rc)
		return rc;
	p->hist_real[0] = s->step.dt;
	return explicit_commit(&s->step, p);
}

const struct integrator_ops integrator_modified_newmark = {
	.name = "ModifiedNewmark",
	.brief = "explicit Newmark with damping that rises with the frequency",
	.cite = "Shing & Mahin 1983, UCB/EERC-83/12",
	.example = "0.2 0",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 1, .rho_inf = -1, .omega_max = 1.6903085, .once = true,
	            .front = FRONT_ONCE, .past_force = 1, .linear_only = true },
	.size = sizeof(struct modified_newmark),
	.nhist = 1,
	.nreal = 1,
	.parse = parse,
	.setup = setup,
	.predict = predict,
	.residual = residual,
	.form = form,
	.update = explicit_update,
	.commit = commit,
	.start = start,
};
