/* The generalized-alpha method by its high-frequency radius, with averaged forces (trapezoidal form).
 *
 *   alphaI M a+ + (1 - alphaI) M a + alphaF F+ + (1 - alphaF) F = alphaF f+ + (1 - alphaF) f
 *   alphaI = (2 - rhoInf)/(1 + rhoInf), alphaF = 1/(1 + rhoInf), beta = 1/(1 + rhoInf)^2, gamma = (3 - rhoInf)/(2 (1 + rhoInf))
 *
 * or any four of them. Second order and unconditionally stable with rhoInf, the spectral radius at infinite frequency,
 * from 0 to 1.
 *
 * Chung & Hulbert 1993, "A time integration algorithm for structural dynamics with improved numerical dissipation: the
 * generalized-alpha method", J. Appl. Mech. 60(2), 371-375, doi:10.1115/1.2900803.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_rho(self, a, INCREMENT_FULL, true, e);
}

const struct integrator_ops integrator_hht_generalized_tp = {
	.name = "HHTGeneralized_TP",
	.brief = "Generalized-alpha method by rhoInf, averaged forces",
	.cite = "Chung & Hulbert 1993, doi:10.1115/1.2900803",
	.example = "0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_rho_params,
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
};
