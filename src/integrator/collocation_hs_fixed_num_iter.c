/* Hybrid simulation by collocation, a fixed number n of iterations and an interpolated command.
 *
 *   M a_t + F(u_t, v_t) = f(t + theta dt),  a_t = (1 - theta) a + theta a+,  Newmark's relations over theta dt
 *   command k = 1..n:  u_k = sum over j of L_j(k/n) d_j,  d = u_{k-1} + du_k, u, u-, u-- at the abscissae 1, 0, -1, -2
 *   (after steps of other lengths h, h-: 1, 0, -h/dt, -(h + h-)/dt)
 *
 * L are Lagrange's polynomials of order 1, 2 or 3 (-polyOrder, 2), so that the command moves smoothly and arrives with
 * the last iteration; use it with the test FixedNumIter n. At the end one more solution with the last measured force
 * corrects u, v, a and is not commanded. The matrix of that correction is the one of the last iteration, and the
 * elements are committed at the last command, at theta dt. The first step takes u-, u-- equal to u.
 *
 * Schellenberg, Mahin & Fenves 2009, PEER 2009/104; Hilber & Hughes
 * 1978, "Collocation, dissipation and overshoot for time integration schemes in structural dynamics", Earthquake Eng.
 * Struct. Dyn. 6(1), 99-117, doi:10.1002/eqe.4290060111.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_theta(self, a, INCREMENT_FIXED, e);
}

const struct integrator_ops integrator_collocation_hs_fixed_num_iter = {
	.name = "CollocationHSFixedNumIter",
	.brief = "Collocation, fixed number of interpolated iterations",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER 2009/104",
	.example = "1.2",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_theta_fixed_params,
	.claims = {.order = 2.0, .rho_inf = 0.82042, .front = FRONT_SUBSTEPS, .past_motion = true},
	.size = sizeof(struct onestep),
	.nhist = ONESTEP_FIXED_HIST,
	.nreal = ONESTEP_FIXED_REAL,
	.parse = parse,
	.setup = onestep_setup,
	.predict = onestep_predict,
	.form = onestep_form,
	.update = onestep_update,
	.commit = onestep_commit,
	.front_form = onestep_front_form,
	.front_step = onestep_front_step,
	.front_commit = onestep_front_commit,
	.limit = onestep_limit,
};
