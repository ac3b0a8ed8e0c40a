/* Newmark's explicit method (beta = 0).
 *
 *   u+ = u + dt v + dt^2/2 a;   M a+ + C v+ + r(u+) = f+;   v+ = v + dt [(1 - gamma) a + gamma a+]
 *
 * gamma = 1/2 is the central difference method; larger values damp the higher modes and lower the order to one.
 * Stable for omega dt <= sqrt(2 / gamma) without damping.
 * N. M. Newmark, A method of computation for structural dynamics, J. Eng. Mech. Div. ASCE 85(3), 1959.
 */
#include "integrator/explicit_common.h"

struct newmark_explicit {
	struct explicit_step step;
};

static const struct param params[] = {
	{ "gamma", PARAM_REAL, offsetof(struct newmark_explicit, step.gamma), true, 0.5, RANGE_POSITIVE,
	  "velocity parameter; 0.5: no numerical damping" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct newmark_explicit *s = self;
	(void)a;
	(void)e;
	s->step.alpha_i = s->step.alpha_f = 1.0;
	return 0;
}

const struct integrator_ops integrator_newmark_explicit = {
	.name = "NewmarkExplicit",
	.brief = "Newmark with beta = 0: displacements are known before forces",
	.cite = "Newmark 1959, doi:10.1061/JMCEA3.0000098",
	.example = "0.5",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 2.0, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct newmark_explicit),
	.parse = parse,
	.setup = explicit_setup,
	.predict = explicit_predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = explicit_update,
	.commit = explicit_commit,
};
