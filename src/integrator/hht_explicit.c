/* The explicit alpha-method (beta = 0), forces evaluated between the ends of the step.
 *
 *   M a+ + C [(1 - w) v + w v+] + r((1 - w) u + w u+) = f(t + w dt),   u+ = u + dt v + dt^2/2 a,
 *   v+ = v + dt [(1 - gamma) a + gamma a+]
 *
 * with w = alpha, the weight of the new state. Second order when gamma = 3/2 - alpha, else first order. Without
 * viscous damping a mode of frequency omega has numerical damping of about (gamma + alpha - 3/2) omega dt/2: with alpha < 1 give a gamma
 * above 3/2 - alpha (the default 1/2 needs alpha >= 1), or rely on viscous damping.
 * Elements are asked at the averaged displacement and stay there, unless -updateElemDisp is given.
 */
#include "integrator/explicit_common.h"

struct hht_explicit {
	struct explicit_step step;
};

static const struct param params[] = {
	{ "alpha", PARAM_REAL, offsetof(struct hht_explicit, step.alpha_f), true, 1, RANGE_POSITIVE,
	  "weight of the new state: 1 + alpha of Hilber, Hughes & Taylor" },
	{ "gamma", PARAM_REAL, offsetof(struct hht_explicit, step.gamma), false, 0.5, RANGE_POSITIVE,
	  "velocity parameter; 1.5 - alpha: second order, more: numerical damping" },
	EXPLICIT_FOLLOW(struct hht_explicit),
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct hht_explicit *s = self;
	(void)a;
	(void)e;
	s->step.alpha_i = 1.0;
	return 0;
}

const struct integrator_ops integrator_hht_explicit = {
	.name = "HHTExplicit",
	.brief = "explicit alpha-method: forces at an averaged state",
	.cite = "Hilber, Hughes & Taylor 1977, doi:10.1002/eqe.4290050306; Schellenberg et al. 2009, PEER report 2009/104",
	.example = "0.9 0.65",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 1, .rho_inf = -1, .omega_max = 1.7817416, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct hht_explicit),
	.parse = parse,
	.setup = explicit_setup,
	.predict = explicit_predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = explicit_update,
	.commit = explicit_commit,
};
