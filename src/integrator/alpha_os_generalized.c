/* Generalized-alpha operator splitting, forces evaluated between the ends of the step.
 *
 *   W M a+ + (1 - W) M a + C [(1 - w) v + w v+] + r((1 - w) u~ + w u~+) + K [(1 - w) (u - u~) + w (u+ - u~+)] = f(t + w dt),
 *   u~+ = u + dt v + dt^2 (1/2 - beta) a,   u+ = u~+ + dt^2 beta a+,   v+ = v + dt [(1 - gamma) a + gamma a+]
 *
 * with W = alphaI and w = alphaF, the weights of the new state; from rhoInf, the spectral radius at infinity of linear systems:
 * alphaI = (2 - rhoInf)/(1 + rhoInf), alphaF = 1/(1 + rhoInf), beta = 1/(1 + rhoInf)^2, gamma = (3 - rhoInf)/(2 (1 + rhoInf)).
 * K is the tangent stiffness, or the initial one with algorithm Linear -initial. Only predictors u~ are ever sent to elements: one
 * request a step, no iteration; unconditionally stable while the structure softens against K.
 * M. Nakashima, T. Kaminosono, M. Ishida & K. Ando, Integration techniques for substructure pseudo dynamic test, 4th US Nat.
 * Conf. Earthq. Eng., 1990. D. Combescure & P. Pegon, alpha-operator splitting time integration technique for
 * pseudodynamic testing: error propagation analysis, Soil Dyn. Earthq. Eng. 16, 1997.
 */
#include "integrator/explicit_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	struct explicit_radius *s = self;
	struct explicit_step *x = &s->step;
	x->split = true;
	return explicit_rho_or_weights(x, s->first, a->object, e);
}

const struct integrator_ops integrator_alpha_os_generalized = {
	.name = "AlphaOSGeneralized",
	.brief = "generalized-alpha operator splitting: forces at an averaged state",
	.cite = "Nakashima et al. 1990; Combescure & Pegon 1997, doi:10.1016/S0267-7261(97)00017-1",
	.example = "0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = explicit_radius_params,
	.claims = { .order = 2, .rho_inf = 0.8, .once = true,
	            .front = FRONT_ONCE, .past_motion = true, .splits = true, .linear_only = true },
	.size = sizeof(struct explicit_radius),
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
