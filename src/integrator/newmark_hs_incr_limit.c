/* Hybrid simulation by Newmark's method with limited increments.
 *
 *   M a+ + F(u+, v+) = f(t + dt) with Newmark's relations
 *   u_k = u_{k-1} + min(1, limit/|du_k|) du_k
 *
 * so that no command is farther than limit from the one before; |.| is the norm of -normType (2; 0 is the largest
 * magnitude). What it converges to does not depend on the limit.
 *
 * Schellenberg, Mahin & Fenves 2009, PEER 2009/104; Newmark 1959, "A
 * method of computation for structural dynamics", J. Eng. Mech. Div. ASCE 85(3), 67-94, doi:10.1061/JMCEA3.0000098.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_newmark(self, a, INCREMENT_LIMITED, e);
}

const struct integrator_ops integrator_newmark_hs_incr_limit = {
	.name = "NewmarkHSIncrLimit",
	.brief = "Newmark's method, increments not longer than a limit",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER 2009/104",
	.example = "0.5 0.25 0.01",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_newmark_limit_params,
	.claims = {.order = 2.0, .rho_inf = 1.0, .front = FRONT_NEWTON},
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
