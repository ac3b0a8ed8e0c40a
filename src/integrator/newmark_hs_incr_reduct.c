/* Hybrid simulation by Newmark's method with reduced increments.
 *
 *   M a+ + F(u+, v+) = f(t + dt) with Newmark's relations
 *   u_k = u_{k-1} + reduct du_k
 *
 * with 0 < reduct <= 1, so that a specimen is not loaded beyond the solution and back. What it converges to does not
 * depend on the factor. With algorithm ModifiedNewton -initial (a specimen's tangent is not known) and a test with a tolerance this is the
 * method of Shing, Vannan & Cater without numerical damping (alpha = 0).
 *
 * Shing, Vannan & Cater 1991, "Implicit time integration for pseudodynamic tests", Earthquake Eng. Struct. Dyn. 20(6),
 * 551-576, doi:10.1002/eqe.4290200605; Newmark 1959, "A method of computation for structural dynamics", J. Eng. Mech.
 * Div. ASCE 85(3), 67-94, doi:10.1061/JMCEA3.0000098.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_newmark(self, a, INCREMENT_REDUCED, e);
}

const struct integrator_ops integrator_newmark_hs_incr_reduct = {
	.name = "NewmarkHSIncrReduct",
	.brief = "Newmark's method, Newton increments times a reduction factor (Shing 1991)",
	.cite = "Shing, Vannan & Cater 1991, doi:10.1002/eqe.4290200605",
	.example = "0.5 0.25 0.6",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_newmark_reduct_params,
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
