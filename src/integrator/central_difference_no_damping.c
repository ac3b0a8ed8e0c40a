/* Central differences with velocities at half steps, without damping.
 *
 *   M a = f(t) - r(u),   v(t + dt/2) = v(t - dt/2) + dt a,   u+ = u + dt v(t + dt/2)
 *
 * The matrix is M alone. Viscous forces are left out: elements are asked with no velocity. Stable for omega dt <= 2.
 * The velocity reported at t + dt is that of t + dt/2, the acceleration that of t.
 * R. D. Cook, D. S. Malkus & M. E. Plesha, Concepts and Applications of Finite Element Analysis, 3rd ed., Wiley, 1989, section 13.10.
 */
#include "integrator/half_step.h"

static const struct param params[] = {
	{ 0 },
};

static int predict(void *self, struct problem *p, double dt)
{
	return half_step_predict(self, p, dt, false);
}

const struct integrator_ops integrator_central_difference_no_damping = {
	.name = "CentralDifferenceNoDamping",
	.brief = "central differences at half steps, no damping",
	.cite = "Cook, Malkus & Plesha 1989",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 2.0, .once = true, .undamped = true,
	             .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct explicit_step),
	.nreal = HALF_STEP_NREAL,
	.setup = explicit_setup,
	.predict = predict,
	.form = half_step_form,
	.update = half_step_update,
	.commit = half_step_commit,
};
