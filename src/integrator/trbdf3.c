/* Trapezoidal rule, three-point and four-point backward difference in turn.
 *
 *   step 1  v+ = 2 (u+ - u)/dt - v,                      a+ = 2 (v+ - v)/dt - a
 *   step 2  v+ = (3 u+ - 4 u + u-)/(2 dt),               a+ = (3 v+ - 4 v + v-)/(2 dt)
 *   step 3  v+ = (11 u+ - 18 u + 9 u- - 2 u--)/(6 dt),   a+ = (2 u+ - 5 u + 4 u- - u--)/dt^2
 *   each    M a+ + F(u+, v+) = f(t + dt)
 *
 * A new step size begins with the first. First order: velocities and accelerations of the third formula do not belong together
 * as the first one, which goes on from them, takes it.
 *
 * Bathe 2007, "Conserving energy and momentum in nonlinear dynamics: a simple implicit time integration scheme",
 * Comput. Struct. 85, 437-445, doi:10.1016/j.compstruc.2006.09.004; Houbolt 1950, "A recurrence matrix solution for
 * the dynamic response of elastic aircraft", J. Aeronaut. Sci. 17(9), 540-550, doi:10.2514/8.1722.
 */
#include "integrator/integrator_common.h"

static const struct schedule plan = {.stage = {&stage_trapezoidal, &stage_bdf2, &stage_houbolt}, .n = 3, .again = 0};
static const struct param params[] = {{0}};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	(void)p, (void)run, (void)e;
	return multistep_plan(self, &plan);
}

const struct integrator_ops integrator_trbdf3 = {
	.name = "TRBDF3",
	.brief = "Trapezoidal rule, three-point and four-point backward difference in turn",
	.cite = "Bathe 2007, doi:10.1016/j.compstruc.2006.09.004",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = {.order = 1.0, .rho_inf = 0.0, .front = FRONT_NEWTON, .past_motion = true},
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
