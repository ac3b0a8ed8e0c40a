/* The explicit alpha-method (beta = 0), forces of both ends averaged.
 *
 *   M a+ + w [C v+ + r(u+) - f+] + (1 - w) [C v + r(u) - f] = 0,   u+ = u + dt v + dt^2/2 a,
 *   v+ = v + dt [(1 - gamma) a + gamma a+]
 *
 * with w = alpha, the weight of the new state. Second order when gamma = 3/2 - alpha. For linear structures under linear
 * loads the same as HHTExplicit; what is said there about damping holds here too.
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
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct hht_explicit *s = self;
	(void)a;
	(void)e;
	s->step.alpha_i = 1.0;
	s->step.averaged = true;
	return 0;
}

const struct integrator_ops integrator_hht_explicit_tp = {
	.name = "HHTExplicit_TP",
	.brief = "explicit alpha-method: forces of both ends averaged",
	.cite = "Hilber, Hughes & Taylor 1977, doi:10.1002/eqe.4290050306; Schellenberg et al. 2009, PEER report 2009/104",
	.example = "0.9 0.65",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 1, .rho_inf = -1, .omega_max = 1.7817416, .once = true,
	            .front = FRONT_ONCE, .past_force = 1, .linear_only = true },
	.size = sizeof(struct hht_explicit),
	.nhist = EXPLICIT_NHIST,
	.nreal = EXPLICIT_NREAL,
	.parse = parse,
	.setup = explicit_setup,
	.predict = explicit_predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = explicit_update,
	.commit = explicit_commit,
};
