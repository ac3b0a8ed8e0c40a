/* Trapezoidal rule and second-order backward difference: steps alternate between the trapezoidal rule and the
 * three-point backward difference
 *
 *   odd     v+ = 2 (u+ - u)/dt - v,         a+ = 2 (v+ - v)/dt - a
 *   even    v+ = (3 u+ - 4 u + u-)/(2 dt),  a+ = (3 v+ - 4 v + v-)/(2 dt)
 *   both    M a+ + F(u+, v+) = f(t + dt)
 *
 * A new step size begins with the trapezoidal rule. Second order, energy decays in stiff and non-linear problems where
 * the trapezoidal rule alone fails.
 *
 * Bathe 2007, "Conserving energy and momentum in nonlinear dynamics: a simple implicit time integration scheme",
 * Comput. Struct. 85, 437-445, doi:10.1016/j.compstruc.2006.09.004; Bank, Coughran, Fichtner, Grosse, Rose & Smith
 * 1985, "Transient simulation of silicon devices and circuits", IEEE Trans. Electron Devices 32(10), 1992-2007,
 * doi:10.1109/T-ED.1985.22232.
 */
#include "integrator/integrator_common.h"

static const struct schedule plan = {.stage = {&stage_trapezoidal, &stage_bdf2}, .n = 2, .again = 0};
static const struct param params[] = {{0}};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	(void)p, (void)run, (void)e;
	return multistep_plan(self, &plan);
}

const struct integrator_ops integrator_trbdf2 = {
	.name = "TRBDF2",
	.brief = "Trapezoidal rule and three-point backward difference in turn",
	.cite = "Bathe 2007, doi:10.1016/j.compstruc.2006.09.004",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = {.order = 2.0, .rho_inf = 0.0, .front = FRONT_NEWTON, .past_motion = true},
	.size = sizeof(struct multistep),
	.nhist = MULTISTEP_HIST,
	.nreal = MULTISTEP_REAL,
	.phases = 2,
	.setup = setup,
	.predict = multistep_predict,
	.form = multistep_form,
	.update = multistep_update,
	.commit = multistep_commit,
	.phase = multistep_phase,
};
