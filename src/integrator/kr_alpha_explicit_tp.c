/* The KR-alpha method, forces of both ends averaged.
 *
 * The equations of model_based.h with, for rho = rhoInf,
 *   alphaI = (2 - rho)/(1 + rho), alphaF = 1/(1 + rho), beta = 1/(1 + rho)^2, gamma = (3 - rho)/(2 (1 + rho))
 * (alpha_m = 1 - alphaI and alpha_f = 1 - alphaF in the paper, beta = (1/2 + gamma)^2/4). Explicit, second order, and
 * unconditionally stable for structures that soften against K0; linear systems have exactly the poles of generalized-alpha
 * with the same rhoInf. Forces are averaged: one request at u+ a step.
 * C. Kolay & J. M. Ricles, Development of a family of unconditionally stable explicit direct integration algorithms with
 * controllable numerical energy dissipation, Earthq. Eng. Struct. Dyn. 43, 2014.
 */
#include "integrator/model_based.h"

static const struct param params[] = {
	MODEL_BASED_RADIUS,
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct model_based_radius *s = self;
	struct explicit_step *x = &s->base.step;
	(void)a;
	(void)e;
	explicit_weights(x, s->rho);
	x->averaged = true;
	x->evaluate_start = true;
	return 0;
}

const struct integrator_ops integrator_kr_alpha_explicit_tp = {
	.name = "KRAlphaExplicit_TP",
	.brief = "model-based explicit with the poles of generalized-alpha: forces averaged",
	.cite = "Kolay & Ricles 2014, doi:10.1002/eqe.2401",
	.example = "0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 0.8, .once = true, .front = FRONT_ONCE, .past_force = 1, .linear_only = true },
	.size = sizeof(struct model_based_radius),
	.factors = 3,
	.nhist = EXPLICIT_NHIST,
	.nreal = EXPLICIT_NREAL,
	.parse = parse,
	.setup = model_based_setup,
	.predict = model_based_predict,
	.residual = model_based_residual,
	.form = model_based_form,
	.update = model_based_update,
	.commit = model_based_commit,
	.start = explicit_start,
};
