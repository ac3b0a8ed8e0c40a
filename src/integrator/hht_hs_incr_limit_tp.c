/* Hybrid simulation by the generalized-alpha method with averaged forces with limited increments.
 *
 *   alphaI M a+ + (1 - alphaI) M a + alphaF F+ + (1 - alphaF) F = alphaF f+ + (1 - alphaF) f
 *   u_k = u_{k-1} + min(1, limit/|du_k|) du_k
 *
 * so that no command is farther than limit from the one before; |.| is the norm of -normType (2; 0 is the largest
 * magnitude). What it converges to does not depend on the limit.
 *
 * Schellenberg, Mahin & Fenves 2009, PEER 2009/104; Chung & Hulbert
 * 1993, "A time integration algorithm for structural dynamics with improved numerical dissipation: the
 * generalized-alpha method", J. Appl. Mech. 60(2), 371-375, doi:10.1115/1.2900803.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_rho(self, a, INCREMENT_LIMITED, true, e);
}

const struct integrator_ops integrator_hht_hs_incr_limit_tp = {
	.name = "HHTHSIncrLimit_TP",
	.brief = "The generalized-alpha method with averaged forces, increments not longer than a limit",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER 2009/104",
	.example = "0.8 0.01",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_rho_limit_params,
	.claims = {.order = 2.0, .rho_inf = 0.8, .front = FRONT_NEWTON, .past_force = ONESTEP_AVERAGE_HIST},
	.size = sizeof(struct onestep),
	.nhist = ONESTEP_AVERAGE_HIST,
	.nreal = ONESTEP_REAL,
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.residual = onestep_average_residual,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
	.front_form = onestep_front_form,
	.front_step = onestep_front_step,
};
