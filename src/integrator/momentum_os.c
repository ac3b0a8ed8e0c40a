/* Operator splitting on the momentum form of the equation of motion: momentum.h with beta = 1/4.
 *
 *   (M + dt/2 C + dt^2/4 K) (v+ - v) = int f dt - dt F(u + dt/2 v, v),   u+ = u + dt/2 (v + v+)
 *
 * Elements are asked at the predictor only; unconditionally stable while the structure softens against K, with the poles of average
 * acceleration. K is the tangent stiffness, or the initial one with algorithm Linear -initial.
 * S.-Y. Chang, K.-C. Tsai & K.-C. Chen, Improved time integration for pseudodynamic tests, Earthq. Eng. Struct. Dyn. 27(7), 1998.
 */
#include "integrator/momentum.h"

static const struct param params[] = {
	MOMENTUM_POINTS,
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct momentum *s = self;
	(void)a;
	(void)e;
	s->step.beta = 0.25;
	return 0;
}

const struct integrator_ops integrator_momentum_os = {
	.name = "MomentumOS",
	.brief = "operator splitting on impulses and momenta",
	.cite = "Chang, Tsai & Chen 1998, Earthq. Eng. Struct. Dyn. 27(7):711-730",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 1, .once = true, .front = FRONT_ONCE, .splits = true, .linear_only = true },
	.size = sizeof(struct momentum),
	.parse = parse,
	.setup = momentum_setup,
	.predict = momentum_predict,
	.residual = momentum_residual,
	.form = momentum_form,
	.update = momentum_update,
	.commit = momentum_commit,
};
