/* The generalized-alpha method by its high-frequency radius, in the generalised midpoint form.
 *
 *   M a_i + F(u_f, v_f) = f(t + alphaF dt),  x_f = (1 - alphaF) x + alphaF x+,  a_i = (1 - alphaI) a + alphaI a+
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
	return onestep_parse_rho(self, a, INCREMENT_FULL, false, e);
}

const struct integrator_ops integrator_hht_generalized = {
	.name = "HHTGeneralized",
	.brief = "Generalized-alpha method by rhoInf",
	.cite = "Chung & Hulbert 1993, doi:10.1115/1.2900803",
	.example = "0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_rho_params,
	.claims = {.order = 2.0, .rho_inf = 0.8, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
};
