/* The alpha method of Hilber, Hughes and Taylor in the generalised midpoint form.
 *
 *   M a+ + F(u_f, v_f) = f(t + alpha dt),  x_f = (1 - alpha) x + alpha x+, with Newmark's relations
 *   gamma = 3/2 - alpha, beta = (2 - alpha)^2/4 unless given
 *
 * alpha is one plus the (negative) alpha of the paper, 2/3 to 1; one is Newmark's method. Second order,
 * unconditionally stable, spectral radius at infinity alpha/(2 - alpha).
 *
 * Hilber, Hughes & Taylor 1977, "Improved numerical dissipation for time integration algorithms in structural
 * dynamics", Earthquake Eng. Struct. Dyn. 5(3), 283-292, doi:10.1002/eqe.4290050306.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_alpha(self, a, false, e);
}

const struct integrator_ops integrator_hht = {
	.name = "HHT",
	.brief = "Alpha method, equation at t + alpha dt",
	.cite = "Hilber, Hughes & Taylor 1977, doi:10.1002/eqe.4290050306",
	.example = "0.9",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_alpha_params,
	.claims = {.order = 2.0, .rho_inf = 0.9 / 1.1, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
};
