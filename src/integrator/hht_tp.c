/* The alpha method of Hilber, Hughes and Taylor with averaged forces (trapezoidal form).
 *
 *   M a+ + alpha F+ + (1 - alpha) F = alpha f+ + (1 - alpha) f, with Newmark's relations
 *   gamma = 3/2 - alpha, beta = (2 - alpha)^2/4 unless given
 *
 * F at t_n is kept from the last step, so that elements see states at the ends of steps only. The same as HHT where F
 * is linear.
 *
 * Hilber, Hughes & Taylor 1977, "Improved numerical dissipation for time integration algorithms in structural
 * dynamics", Earthquake Eng. Struct. Dyn. 5(3), 283-292, doi:10.1002/eqe.4290050306.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_alpha(self, a, true, e);
}

const struct integrator_ops integrator_hht_tp = {
	.name = "HHT_TP",
	.brief = "Alpha method, averaged forces",
	.cite = "Hilber, Hughes & Taylor 1977, doi:10.1002/eqe.4290050306",
	.example = "0.9",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_alpha_params,
	.claims = {.order = 2.0, .rho_inf = 0.9 / 1.1, .front = FRONT_NEWTON, .past_force = ONESTEP_AVERAGE_HIST},
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
