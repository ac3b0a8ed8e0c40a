/* The KR-alpha method.
 *
 * The equations of model_based.h with, for rho = rhoInf,
 *   alphaI = (2 - rho)/(1 + rho), alphaF = 1/(1 + rho), beta = 1/(1 + rho)^2, gamma = (3 - rho)/(2 (1 + rho))
 * (alpha_m = 1 - alphaI and alpha_f = 1 - alphaF in the paper, beta = (1/2 + gamma)^2/4). Explicit, second order, and
 * unconditionally stable for structures that soften against K0; linear systems have exactly the poles of generalized-alpha
 * with the same rhoInf. Elements are asked at the averaged displacement and stay there, unless
 * -updateElemDisp is given.
 * C. Kolay & J. M. Ricles, Development of a family of unconditionally stable explicit direct integration algorithms with
 * controllable numerical energy dissipation, Earthq. Eng. Struct. Dyn. 43, 2014.
 */
#include "integrator/model_based.h"

static int parse(void *self, struct args *a, struct err *e)
{
	struct model_based_radius *s = self;
	struct explicit_step *x = &s->base.step;
	(void)a;
	(void)e;
	explicit_weights(x, s->rho);
	return 0;
}

const struct integrator_ops integrator_kr_alpha_explicit = {
	.name = "KRAlphaExplicit",
	.brief = "model-based explicit with the poles of generalized-alpha",
	.cite = "Kolay & Ricles 2014, doi:10.1002/eqe.2401",
	.example = "0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = model_based_radius_params,
	.claims = { .order = 2, .rho_inf = 0.8, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct model_based_radius),
	.factors = 3,
	.nreal = MODEL_BASED_NREAL,
	.parse = parse,
	.setup = model_based_setup,
	.predict = model_based_predict,
	.residual = model_based_residual,
	.form = model_based_form,
	.update = model_based_update,
	.commit = model_based_commit,
};
