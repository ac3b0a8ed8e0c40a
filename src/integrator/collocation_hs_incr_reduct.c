/* Hybrid simulation by collocation with reduced increments.
 *
 *   M a_t + F(u_t, v_t) = f(t + theta dt),  a_t = (1 - theta) a + theta a+,  Newmark's relations over theta dt
 *   u_k = u_{k-1} + reduct du_k
 *
 * with 0 < reduct <= 1, so that a specimen is not loaded beyond the solution and back. What it converges to does not
 * depend on the factor. The elements are committed at the last command, at theta dt.
 *
 * Shing, Vannan & Cater 1991, "Implicit time integration for pseudodynamic tests", Earthquake Eng. Struct. Dyn. 20(6),
 * 551-576, doi:10.1002/eqe.4290200605; Hilber & Hughes 1978, "Collocation, dissipation and overshoot for time
 * integration schemes in structural dynamics", Earthquake Eng. Struct. Dyn. 6(1), 99-117, doi:10.1002/eqe.4290060111.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_theta(self, a, INCREMENT_REDUCED, e);
}

const struct integrator_ops integrator_collocation_hs_incr_reduct = {
	.name = "CollocationHSIncrReduct",
	.brief = "Collocation, increments times a factor",
	.cite = "Shing, Vannan & Cater 1991, doi:10.1002/eqe.4290200605",
	.example = "1.2 0.6",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_theta_reduct_params,
	.claims = {.order = 2.0, .rho_inf = 0.82042, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
	.front_form = onestep_front_form,
	.front_step = onestep_front_step,
};
