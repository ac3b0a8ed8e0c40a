/* The modified KR-alpha method.
 *
 * The equations of model_based.h with, for rho = rhoInf,
 *   alpha_m = (2 rho^3 + rho^2 - 1)/(rho^3 + rho^2 + rho + 1), alpha_f = rho/(rho + 1), alphaI = 1 - alpha_m, alphaF = 1 - alpha_f,
 *   gamma = 1/2 - alpha_m + alpha_f, beta = (1/2 + gamma)/2
 * Explicit, second order, unconditionally stable for structures that soften against K0. Compared with KRAlphaExplicit the
 * displacement overshoots less at large omega dt.
 * C. Kolay & J. M. Ricles, Improved explicit integration algorithms for structural dynamic analysis with unconditional stability
 * and controllable numerical dissipation, J. Earthq. Eng. 23(5), 2019.
 */
#include "integrator/model_based.h"

static int parse(void *self, struct args *a, struct err *e)
{
	struct model_based_radius *s = self;
	struct explicit_step *x = &s->base.step;
	(void)a;
	(void)e;
	double r = s->rho, r2 = r * r;
	double alpha_m = (2.0 * r2 * r + r2 - 1.0) / (r2 * r + r2 + r + 1.0);
	double alpha_f = r / (r + 1.0);
	x->alpha_i = 1.0 - alpha_m;
	x->alpha_f = 1.0 - alpha_f;
	x->gamma = 0.5 - alpha_m + alpha_f;
	x->beta = 0.5 * (0.5 + x->gamma);
	return 0;
}

const struct integrator_ops integrator_mkr_alpha = {
	.name = "MKRAlpha",
	.brief = "KR-alpha with less overshoot and a better spectrum",
	.cite = "Kolay & Ricles 2019, doi:10.1080/13632469.2017.1326423",
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
