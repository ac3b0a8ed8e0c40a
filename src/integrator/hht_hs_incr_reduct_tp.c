/* Hybrid simulation by the generalized-alpha method with averaged forces with reduced increments.
 *
 *   alphaI M a+ + (1 - alphaI) M a + alphaF F+ + (1 - alphaF) F = alphaF f+ + (1 - alphaF) f
 *   u_k = u_{k-1} + reduct du_k
 *
 * with 0 < reduct <= 1, so that a specimen is not loaded beyond the solution and back. What it converges to does not
 * depend on the factor. With algorithm ModifiedNewton -initial (a specimen's tangent is not known), a test with a tolerance and the
 * weights 1, 1 + alpha, (1 - alpha)^2/4, 1/2 - alpha this is the method of Shing, Vannan & Cater for the alpha-method, all forces weighted.
 *
 * Shing, Vannan & Cater 1991, "Implicit time integration for pseudodynamic tests", Earthquake Eng. Struct. Dyn. 20(6),
 * 551-576, doi:10.1002/eqe.4290200605; Chung & Hulbert 1993, "A time integration algorithm for structural dynamics
 * with improved numerical dissipation: the generalized-alpha method", J. Appl. Mech. 60(2), 371-375,
 * doi:10.1115/1.2900803.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_rho(self, a, INCREMENT_REDUCED, true, e);
}

const struct integrator_ops integrator_hht_hs_incr_reduct_tp = {
	.name = "HHTHSIncrReduct_TP",
	.brief = "alpha-method with averaged forces, Newton increments times a reduction factor (Shing 1991)",
	.cite = "Shing, Vannan & Cater 1991, doi:10.1002/eqe.4290200605",
	.example = "0.8 0.6",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_rho_reduct_params,
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
