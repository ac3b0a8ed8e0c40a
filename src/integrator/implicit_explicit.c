/* Implicit-explicit integration of Hughes and Liu: linear elements implicit, the others explicit.
 *
 *   M a+ + C_I v+ + C_E v~ + K_I u+ + R_E(u~) = f+,   u~ = u + dt v + dt^2 (1/2 - beta) a,   v~ = v + dt (1 - gamma) a,
 *   u+ = u~ + beta dt^2 a+,   v+ = v~ + gamma dt a+
 *
 * I is the linear part of the structure, E the rest: elements whose law is not linear, and specimens. As F(u~, v~) already has the
 * linear part at the predictor, the matrix is M + gamma dt C_I + beta dt^2 K_I. The step is bound by the explicit part alone.
 * Mass-proportional damping counts as I. Elements stay at u~ unless -updateElemDisp is given.
 * T. J. R. Hughes & W. K. Liu, Implicit-explicit finite elements in transient analysis: stability theory, J. Appl. Mech. 45, 1978.
 */
#include "integrator/explicit_common.h"

struct implicit_explicit {
	struct explicit_step step;
};

static const struct param params[] = {
	{ "gamma", PARAM_REAL, offsetof(struct implicit_explicit, step.gamma), false, 0.5, RANGE_POSITIVE,
	  "velocity parameter" },
	{ "beta", PARAM_REAL, offsetof(struct implicit_explicit, step.beta), false, 0.25, RANGE_POSITIVE,
	  "displacement parameter" },
	EXPLICIT_FOLLOW(struct implicit_explicit),
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct implicit_explicit *s = self;
	(void)a;
	(void)e;
	s->step.alpha_i = s->step.alpha_f = 1.0;
	s->step.split = true;
	return 0;
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	(void)which;
	return explicit_form(self, p, STIFFNESS_LINEAR, e);
}

const struct integrator_ops integrator_implicit_explicit = {
	.name = "ImplicitExplicit",
	.brief = "linear elements implicit, all others explicit",
	.cite = "Hughes & Liu 1978, doi:10.1115/1.3424304",
	.example = "0.5 0.25",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 1, .once = true,
	            .front = FRONT_ONCE, .past_motion = true, .linear_matrix = true, .linear_only = true },
	.size = sizeof(struct implicit_explicit),
	.nhist = EXPLICIT_NHIST,
	.nreal = EXPLICIT_NREAL,
	.parse = parse,
	.setup = explicit_setup,
	.predict = explicit_predict,
	.residual = explicit_residual,
	.form = form,
	.update = explicit_update,
	.commit = explicit_commit,
};
