/* Hybrid simulation by collocation with limited increments.
 *
 *   M a_t + F(u_t, v_t) = f(t + theta dt),  a_t = (1 - theta) a + theta a+,  Newmark's relations over theta dt
 *   u_k = u_{k-1} + min(1, limit/|du_k|) du_k
 *
 * so that no command is farther than limit from the one before; |.| is the norm of -normType (2; 0 is the largest
 * magnitude). What it converges to does not depend on the limit. The elements are committed at the last command, at
 * theta dt.
 *
 * Schellenberg, Mahin & Fenves 2009, PEER 2009/104; Hilber & Hughes
 * 1978, "Collocation, dissipation and overshoot for time integration schemes in structural dynamics", Earthquake Eng.
 * Struct. Dyn. 6(1), 99-117, doi:10.1002/eqe.4290060111.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_theta(self, a, INCREMENT_LIMITED, e);
}

const struct integrator_ops integrator_collocation_hs_incr_limit = {
	.name = "CollocationHSIncrLimit",
	.brief = "Collocation, increments not longer than a limit",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER 2009/104",
	.example = "1.2 0.01",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_theta_limit_params,
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
