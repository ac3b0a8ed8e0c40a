/* The generalized-alpha method by its two weights.
 *
 *   M a_m + F(u_f, v_f) = f(t + alphaF dt),  x_f = (1 - alphaF) x + alphaF x+,  a_m = (1 - alphaM) a + alphaM a+
 *   gamma = 1/2 + alphaM - alphaF, beta = (1 + alphaM - alphaF)^2/4 unless given
 *
 * alphaM and alphaF are weights of the new state (one minus those of the paper). Second order with that gamma;
 * unconditionally stable for alphaM >= alphaF >= 1/2. alphaM = 1 is the alpha method.
 *
 * As in OpenSees, whose histories scripts expect, iterations converge to M a+ instead of M a_m: only the first increment of
 * a step (and so the algorithm Linear) has the weight alphaM. The method of the paper under any algorithm is HHTGeneralized.
 *
 * Chung & Hulbert 1993, "A time integration algorithm for structural dynamics with improved numerical dissipation: the
 * generalized-alpha method", J. Appl. Mech. 60(2), 371-375, doi:10.1115/1.2900803.
 */
#include "integrator/integrator_common.h"

static const struct param params[] = {
	{.name = "alphaM", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[0]), .required = true, .range = RANGE_POSITIVE,
	 .help = "weight of the new inertia"},
	{.name = "alphaF", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[1]), .required = true, .range = RANGE_POSITIVE,
	 .help = "weight of the new forces"},
	{.name = "gamma", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[2]), .def = NAN, .range = RANGE_POSITIVE,
	 .help = "Newmark's gamma, 0.5 + alphaM - alphaF if not given"},
	{.name = "beta", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[3]), .def = NAN, .range = RANGE_POSITIVE,
	 .help = "Newmark's beta, (1 + alphaM - alphaF)^2/4 if not given"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct onestep *s = self;
	double m = s->word[0], f = s->word[1];
	bool given = !isnan(s->word[2]);
	if (given && isnan(s->word[3])) {
		int rc = err_set(e, ERR_ARGUMENT, a->object, "gamma without beta");
		err_allowed(e, "alphaM alphaF, or alphaM alphaF gamma beta");
		return rc;
	}
	double gamma = given ? s->word[2] : 0.5 + m - f;
	double beta = given ? s->word[3] : 0.25 * (1.0 + m - f) * (1.0 + m - f);
	s->end_inertia = true;
	return onestep_set(s, a, m, f, beta, gamma, e);
}

/* A linear part on its own, which is solved once, goes at once to where iterations would end. */
static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct onestep *s = self;
	s->alpha_i = problem_alone(p) && problem_iterated(p) ? 1.0 : s->word[0];
	return onestep_setup(s, p, run, e);
}

const struct integrator_ops integrator_generalized_alpha = {
	.name = "GeneralizedAlpha",
	.brief = "Generalized-alpha method by alphaM and alphaF",
	.cite = "Chung & Hulbert 1993, doi:10.1115/1.2900803",
	.example = "1.0 0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = {.order = 2.0, .rho_inf = 2.0 / 3.0, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
};
