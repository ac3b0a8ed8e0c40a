/* Explicit generalized-alpha method, forces evaluated between the ends of the step.
 *
 *   W M a+ + (1 - W) M a + C [(1 - w) v + w v+] + r((1 - w) u + w u~) = f(t + w dt),
 *   u~ = u + dt v + dt^2 (1/2 - beta) a,   u+ = u~ + dt^2 beta a+,   v+ = v + dt [(1 - gamma) a + gamma a+]
 *
 * with W = alphaI and w = alphaF, the weights of the new state. Given rhoB, the spectral radius at the bifurcation, and alphaF:
 *   alphaI = (2 - rhoB)/(1 + rhoB),   gamma = 1/2 + alphaI - alphaF (second order),
 *   beta = [5 - 3 rhoB - 3 alphaF (2 + rhoB - rhoB^2) + alphaF^2 (2 + 3 rhoB - rhoB^3)] / [(1 - alphaF)(2 - rhoB)(1 + rhoB)^2]
 * Elements are asked at the averaged displacement and stay there, unless -updateElemDisp is given.
 * G. M. Hulbert & J. Chung, Explicit time integration algorithms for structural dynamics with optimal numerical dissipation,
 * Comput. Methods Appl. Mech. Eng. 137, 1996.
 */
#include "integrator/explicit_common.h"

static const struct param params[] = {
	{ "rhoB|alphaI", PARAM_REAL, offsetof(struct explicit_radius, first), true, 0, { 0.0, 2.0, false, false },
	  "spectral radius at the bifurcation, 0 to 1; with four numbers: weight of the new acceleration" },
	{ "alphaF", PARAM_REAL, offsetof(struct explicit_radius, step.alpha_f), true, 0, RANGE_POSITIVE,
	  "weight of the new forces" },
	{ "beta", PARAM_REAL, offsetof(struct explicit_radius, step.beta), false, NAN, RANGE_ANY,
	  "displacement parameter; derived from rhoB when left out" },
	{ "gamma", PARAM_REAL, offsetof(struct explicit_radius, step.gamma), false, NAN, RANGE_POSITIVE,
	  "velocity parameter; derived from rhoB when left out" },
	EXPLICIT_FOLLOW(struct explicit_radius),
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct explicit_radius *s = self;
	struct explicit_step *x = &s->step;
	return explicit_bifurcation(x, s->first, a->object, e);
}

const struct integrator_ops integrator_hht_generalized_explicit = {
	.name = "HHTGeneralizedExplicit",
	.brief = "explicit generalized-alpha: forces at an averaged state",
	.cite = "Hulbert & Chung 1996, doi:10.1016/S0045-7825(96)01036-5",
	.example = "0.8 0.7",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 1.9757567, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct explicit_radius),
	.parse = parse,
	.setup = explicit_setup,
	.predict = explicit_predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = explicit_update,
	.commit = explicit_commit,
};
