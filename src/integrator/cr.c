/* The CR method.
 *
 *   v+ = v + dt A1 a,   u+ = u + dt v + dt^2 A1 a,   A1 = 4 (4 M + 2 dt C + dt^2 K0)^-1 M,   M a+ + C v+ + r(u+) = f+
 *
 * that is model_based.h with alphaI = alphaF = 1, gamma = 1/2, beta = 1/4. Velocity and displacement are both known before forces;
 * linear systems have exactly the poles of average acceleration.
 * C. Chen & J. M. Ricles, Development of direct integration algorithms for structural dynamics using discrete control theory,
 * J. Eng. Mech. 134(8), 2008.
 */
#include "integrator/model_based.h"

struct cr {
	struct model_based base;
};

static const struct param params[] = {
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct cr *s = self;
	struct explicit_step *x = &s->base.step;
	(void)a;
	(void)e;
	x->alpha_i = x->alpha_f = 1.0;
	x->gamma = 0.5;
	x->beta = 0.25;
	return 0;
}

const struct integrator_ops integrator_cr = {
	.name = "CR",
	.brief = "model-based explicit with the poles of average acceleration",
	.cite = "Chen & Ricles 2008, doi:10.1061/(ASCE)0733-9399(2008)134:8(676)",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 1, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct cr),
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
