/* Alpha operator splitting, forces of both ends averaged.
 *
 *   M a+ + w [C v+ + r(u~+) + K (u+ - u~+) - f+] + (1 - w) [C v + r(u~) + K (u - u~) - f] = 0,
 *   u~+ = u + dt v + dt^2 (1/2 - beta) a,   u+ = u~+ + dt^2 beta a+,   v+ = v + dt [(1 - gamma) a + gamma a+]
 *
 * with w = alpha, the weight of the new state (1 + alpha of Hilber, Hughes & Taylor; 2/3 to 1), beta = (2 - alpha)^2/4 and
 * gamma = 3/2 - alpha unless given.
 * K is the tangent stiffness, or the initial one with algorithm Linear -initial. Only predictors u~ are ever sent to elements: one
 * request a step, no iteration; unconditionally stable while the structure softens against K.
 * M. Nakashima, T. Kaminosono, M. Ishida & K. Ando, Integration techniques for substructure pseudo dynamic test, 4th US Nat.
 * Conf. Earthq. Eng., 1990. D. Combescure & P. Pegon, alpha-operator splitting time integration technique for
 * pseudodynamic testing: error propagation analysis, Soil Dyn. Earthq. Eng. 16, 1997.
 */
#include "integrator/explicit_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	struct explicit_step *x = self;
	x->split = true;
	x->averaged = true;
	return explicit_alpha(x, a->object, e);
}

const struct integrator_ops integrator_alpha_os_tp = {
	.name = "AlphaOS_TP",
	.brief = "alpha operator splitting: forces of both ends averaged",
	.cite = "Nakashima et al. 1990; Combescure & Pegon 1997, doi:10.1016/S0267-7261(97)00017-1",
	.example = "0.9",
	.kind = INTEGRATOR_TRANSIENT,
	.params = explicit_alpha_params,
	.claims = { .order = 2, .rho_inf = 9.0 / 11.0, .once = true,
	            .front = FRONT_ONCE, .past_force = 1, .splits = true, .linear_only = true },
	.size = sizeof(struct explicit_alpha_words),
	.nhist = EXPLICIT_NHIST,
	.nreal = EXPLICIT_NREAL,
	.parse = parse,
	.setup = explicit_setup,
	.predict = explicit_predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = explicit_update,
	.commit = explicit_commit,
};
