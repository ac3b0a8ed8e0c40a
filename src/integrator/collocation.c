/* Collocation: the equation of motion beyond the end of the step.
 *
 *   M a_t + F(u_t, v_t) = f(t + theta dt),  a_t = (1 - theta) a + theta a+
 *   Newmark's relations over theta dt for u_t, v_t and over dt for u+, v+
 *
 * theta = 1 is Newmark's method, beta = 1/6 Wilson's. Without beta and gamma: gamma = 1/2 and the beta for which this
 * theta is the smallest that keeps the principal roots complex (largest dissipation of high frequencies). Second order
 * for gamma = 1/2.
 *
 * Hilber & Hughes 1978, "Collocation, dissipation and overshoot for time integration schemes in structural dynamics",
 * Earthquake Eng. Struct. Dyn. 6(1), 99-117, doi:10.1002/eqe.4290060111.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_theta(self, a, INCREMENT_FULL, e);
}

const struct integrator_ops integrator_collocation = {
	.name = "Collocation",
	.brief = "Collocation beyond the step",
	.cite = "Hilber & Hughes 1978, doi:10.1002/eqe.4290060111",
	.example = "1.2",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_theta_params,
	.claims = {.order = 2.0, .rho_inf = 0.82042, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
};
