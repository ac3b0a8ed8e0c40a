/* Hybrid simulation by the generalized-alpha method in its midpoint form, a fixed number n of iterations and an
 * interpolated command.
 *
 *   M a_i + F(u_f, v_f) = f(t + alphaF dt),  x_f = (1 - alphaF) x + alphaF x+,  a_i = (1 - alphaI) a + alphaI a+
 *   command k = 1..n:  u_k = sum over j of L_j(k/n) d_j,  d = u_{k-1} + du_k, u, u-, u-- at the abscissae 1, 0, -1, -2
 *   (after steps of other lengths h, h-: 1, 0, -h/dt, -(h + h-)/dt)
 *
 * L are Lagrange's polynomials of order 1, 2 or 3 (-polyOrder, 2), so that the command moves smoothly and arrives with
 * the last iteration; use it with the test FixedNumIter n. At the end one more solution with the last measured force
 * corrects u, v, a and is not commanded. The elements are committed at the last command, which is that of the point
 * alphaF. The first step takes u-, u-- equal to u.
 *
 * Schellenberg, Mahin & Fenves 2009, PEER 2009/104; Chung & Hulbert
 * 1993, "A time integration algorithm for structural dynamics with improved numerical dissipation: the
 * generalized-alpha method", J. Appl. Mech. 60(2), 371-375, doi:10.1115/1.2900803.
 */
#include "integrator/integrator_common.h"

static int parse(void *self, struct args *a, struct err *e)
{
	return onestep_parse_rho(self, a, INCREMENT_FIXED, false, e);
}

const struct integrator_ops integrator_hht_hs_fixed_num_iter = {
	.name = "HHTHSFixedNumIter",
	.brief = "The generalized-alpha method in its midpoint form, fixed number of interpolated iterations",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER 2009/104",
	.example = "0.8",
	.kind = INTEGRATOR_TRANSIENT,
	.params = onestep_rho_fixed_params,
	.claims = {.order = 2.0, .rho_inf = 0.8, .front = FRONT_SUBSTEPS, .past_motion = true},
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
