/* Explicit Newmark on the momentum form of the equation of motion: momentum.h with beta = 0.
 *
 *   (M + dt/2 C) (v+ - v) = int f dt - dt F(u + dt/2 v, v),   u+ = u + dt/2 (v + v+)
 *
 * Stable for omega dt <= 2, with the poles of central differences.
 * S.-Y. Chang, K.-C. Tsai & K.-C. Chen, Improved time integration for pseudodynamic tests, Earthq. Eng. Struct. Dyn. 27(7), 1998.
 */
#include "integrator/momentum.h"

static const struct param params[] = {
	MOMENTUM_POINTS,
	{ 0 },
};

const struct integrator_ops integrator_momentum_newmark_explicit = {
	.name = "MomentumNewmarkExplicit",
	.brief = "explicit Newmark on impulses and momenta",
	.cite = "Chang, Tsai & Chen 1998, Earthq. Eng. Struct. Dyn. 27(7):711-730",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 2.0, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct momentum),
	.setup = momentum_setup,
	.predict = momentum_predict,
	.residual = momentum_residual,
	.form = momentum_form,
	.update = momentum_update,
	.commit = momentum_commit,
};
