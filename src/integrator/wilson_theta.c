/* Wilson's theta method: the acceleration is linear from t to t + theta dt, where the equation of motion holds.
 *
 *   M a_t + F(u_t, v_t) = f(t + theta dt),  a_t = (1 - theta) a + theta a+
 *   u_t = u + h v + h^2 (a/3 + a_t/6),  v_t = v + h (a + a_t)/2,  h = theta dt; the same with a+ over dt gives u+, v+
 *
 * It is collocation with beta = 1/6, gamma = 1/2. Second order; unconditionally stable for theta >= 1.37.
 *
 * Wilson, Farhoomand & Bathe 1973, "Nonlinear dynamic analysis of complex structures", Earthquake Eng. Struct. Dyn.
 * 1(3), 241-252, doi:10.1002/eqe.4290010305.
 */
#include "integrator/integrator_common.h"

static const struct param params[] = {
	{.name = "theta", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[0]), .required = true, .range = RANGE_POSITIVE,
	 .help = "point of the equation in steps, 1.4 usually; unconditionally stable from 1.37"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct onestep *s = self;
	double theta = s->word[0];
	int rc = onestep_set(s, a, 1.0, 1.0, 1.0 / 6.0, 0.5, e);
	s->theta = theta;
	return rc;
}

const struct integrator_ops integrator_wilson_theta = {
	.name = "WilsonTheta",
	.brief = "Wilson's theta method",
	.cite = "Wilson, Farhoomand & Bathe 1973, doi:10.1002/eqe.4290010305",
	.example = "1.4",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = {.order = 2.0, .rho_inf = 0.77844, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
};
