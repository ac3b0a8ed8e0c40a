/* Newmark's method.
 *
 *   u+ = u + dt v + dt^2 [(1/2 - beta) a + beta a+]
 *   v+ = v + dt [(1 - gamma) a + gamma a+]
 *   M a+ + F(u+, v+) = f(t + dt)
 *
 * The increment that is solved for is that of the displacement (D), velocity (V) or acceleration (A); the iterations
 * start where that quantity keeps its old value. gamma = 1/2, beta = 1/4 is the average acceleration method (no
 * dissipation, unconditionally stable), beta = 1/6 the linear one. Second order for gamma = 1/2.
 *
 * Newmark 1959, "A method of computation for structural dynamics", J. Eng. Mech. Div. ASCE 85(3), 67-94,
 * doi:10.1061/JMCEA3.0000098.
 */
#include "integrator/integrator_common.h"

static const struct param params[] = {
	{.name = "gamma", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[0]), .required = true, .range = RANGE_POSITIVE,
	 .help = "0.5 without numerical damping"},
	{.name = "beta", .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[1]), .required = true, .range = RANGE_POSITIVE,
	 .help = "0.25 average, 1/6 linear acceleration"},
	{.name = "-form", .kind = PARAM_ROW, .help = "unknown of the equations: D displacement (default), V velocity, A acceleration"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	static const char *const forms[] = {"D", "V", "A", "d", "v", "a", "disp", "vel", "accel", NULL};
	struct onestep *s = self;
	int form = UNKNOWN_DISP;
	if (args_accept(a, "-form")) {
		int rc = args_choice(a, "-form", forms, &form, e);
		if (rc < 0)
			return rc;
	}
	s->unknown = (enum unknown)(form % 3);
	return onestep_parse_newmark(s, a, INCREMENT_FULL, e);
}

const struct integrator_ops integrator_newmark = {
	.name = "Newmark",
	.brief = "Newmark's method with any gamma and beta",
	.cite = "Newmark 1959, doi:10.1061/JMCEA3.0000098",
	.example = "0.5 0.25",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = {.order = 2.0, .rho_inf = 1.0, .front = FRONT_NEWTON},
	.size = sizeof(struct onestep),
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
};
