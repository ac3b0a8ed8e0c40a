/* Houbolt's method: four-point backward differences.
 *
 *   v+ = (11 u+ - 18 u + 9 u- - 2 u--)/(6 dt),  a+ = (2 u+ - 5 u + 4 u- - u--)/dt^2,  M a+ + F(u+, v+) = f(t + dt)
 *
 * The first two steps, and two after every new step size, are trapezoidal. Second order, unconditionally stable, much
 * damping of high frequencies.
 *
 * Houbolt 1950, "A recurrence matrix solution for the dynamic response of elastic aircraft", J. Aeronaut. Sci. 17(9),
 * 540-550, doi:10.2514/8.1722.
 */
#include "integrator/integrator_common.h"

static const struct schedule plan = {.stage = {&stage_trapezoidal, &stage_trapezoidal, &stage_houbolt}, .n = 3, .again = 2};
static const struct param params[] = {{0}};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	(void)p, (void)run, (void)e;
	return multistep_plan(self, &plan);
}

const struct integrator_ops integrator_houbolt = {
	.name = "Houbolt",
	.brief = "Four-point backward differences",
	.cite = "Houbolt 1950, doi:10.2514/8.1722",
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
