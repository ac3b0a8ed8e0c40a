/* Gui's lambda family.
 *
 *   v+ = v + dt A1 a,   u+ = u + dt v + dt^2 A1 a,   A1 = 2 lambda (2 lambda M + lambda dt C + 2 dt^2 K0)^-1 M,   M a+ + C v+ + r(u+) = f+
 *
 * that is model_based.h with alphaI = alphaF = 1, gamma = 1/2, beta = 1/lambda. Unconditionally stable for lambda <= 4 on structures that
 * soften against K0; lambda = 4 is CR, smaller values stand more stiffening and lengthen the period.
 * Y. Gui, J.-T. Wang, F. Jin, C. Chen & M.-X. Zhou, Development of a family of explicit algorithms for structural dynamics with
 * unconditional stability, Nonlinear Dyn. 77, 2014.
 */
#include "integrator/model_based.h"

struct gui_lambda {
	struct model_based base;
	double lambda;
};

static const struct param params[] = {
	{ "lambda", PARAM_REAL, offsetof(struct gui_lambda, lambda), true, 4, { 0.0, 4.0, true, false },
	  "stability parameter; 4: CR" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct gui_lambda *s = self;
	struct explicit_step *x = &s->base.step;
	(void)a;
	(void)e;
	x->alpha_i = x->alpha_f = 1.0;
	x->gamma = 0.5;
	x->beta = 1.0 / s->lambda;
	return 0;
}

const struct integrator_ops integrator_gui_lambda = {
	.name = "GuiLambda",
	.brief = "family of model-based explicit methods, lambda <= 4",
	.cite = "Gui et al. 2014, doi:10.1007/s11071-014-1368-3",
	.example = "2",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 1, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct gui_lambda),
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
