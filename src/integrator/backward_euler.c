/* The three-point backward difference in every step (OpenSees' name for it is BackwardEuler).
 *
 *   v+ = (3 u+ - 4 u + u-)/(2 dt),  a+ = (3 v+ - 4 v + v-)/(2 dt),  M a+ + F(u+, v+) = f(t + dt)
 *
 * The first two steps, and two after every new step size, are trapezoidal. Second order, unconditionally stable. With the
 * option 1 the acceleration is the two-point difference a+ = (v+ - v)/dt and the order is one.
 *
 * Gear 1971, "Numerical initial value problems in ordinary differential equations", Prentice-Hall.
 */
#include "integrator/integrator_common.h"

static const struct schedule plans[] = {
	{.stage = {&stage_trapezoidal, &stage_trapezoidal, &stage_bdf2}, .n = 3, .again = 2},
	{.stage = {&stage_trapezoidal, &stage_trapezoidal, &stage_bdf21}, .n = 3, .again = 2},
};

static const struct param params[] = {
	{.name = "option", .kind = PARAM_BOOL, .offset = offsetof(struct multistep, option), .help = "1: acceleration by a two-point difference"},
	{0},
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct multistep *s = self;
	(void)p, (void)run, (void)e;
	return multistep_plan(s, &plans[s->option]);
}

const struct integrator_ops integrator_backward_euler = {
	.name = "BackwardEuler",
	.brief = "Three-point backward difference",
	.cite = "Gear 1971, Prentice-Hall",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = {.order = 2.0, .rho_inf = 0.0, .front = FRONT_NEWTON, .past_motion = true},
	.size = sizeof(struct multistep),
	.nhist = MULTISTEP_HIST,
	.nreal = MULTISTEP_REAL,
	.phases = 3,
	.setup = setup,
	.predict = multistep_predict,
	.form = multistep_form,
	.update = multistep_update,
	.commit = multistep_commit,
	.phase = multistep_phase,
};
