/* The central difference method.
 *
 *   (M/dt^2 + C/2dt) u+ = f - r(u) + 2 M/dt^2 u - (M/dt^2 - C/2dt) u-
 *
 * written as a residual at t with v = -u-/2dt and a = (u- - 2 u)/dt^2, so that the solution is u+ itself. The velocity and the
 * acceleration reported at t + dt are backward differences, v+ = (3 u+ - 4 u + u-)/2dt and a+ = (v+ - v)/dt.
 * The first step assumes u- = u: a start from rest. After a step of another length h, u- is that of a step dt before t,
 *   u- = u - dt v' + dt^2/2 a',   v' = (u - u(t - h))/h + h/2 a'
 * with a' at t by the straight line through the accelerations of t - h, a_h = 2 (v - (u - u(t - h))/h)/h, and of the step of length g before, which the
 * reported one has in it, a = a_h + g/2h (a_h - a_g): a' = a_h + 2 (h/g)^2 (a - a_h). So it is of second order with any lengths.
 * Stable for omega dt <= 2.
 * The method of the first on-line tests: K. Takanashi et al., Non-linear earthquake response analysis of structures by a
 * computer-actuator on-line system, Bull. ERS, University of Tokyo 8, 1975.
 */
#include "integrator/explicit_common.h"

struct central_difference {
	struct explicit_step step;   /* dt, corrections and work; u: u- */
};

static const struct param params[] = {
	{ 0 },
};

/* u-: kept from the last step, or u; after a step of another length what the motion at t says. */
static void before(const struct problem *p, double dt, double *ret_u)
{
	double h = explicit_last(p, dt), g = p->hist_real[1];
	vec_copy(p->n, p->hist_real[0] != 0.0 ? p->hist[0] : p->uc, ret_u);
	for (int i = 0; i < p->n && h != dt; i++) {
		double half = (p->uc[i] - ret_u[i]) / h, a = 2.0 * (p->vc[i] - half) / h;
		a += 2.0 * (h / g) * (h / g) * (p->ac[i] - a);
		ret_u[i] = p->uc[i] - dt * (half + 0.5 * (h - dt) * a);
	}
}

static int predict(void *self, struct problem *p, double dt)
{
	struct explicit_step *s = self;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->dt = dt;
	s->updates = 0;
	s->c2 = 0.5 / dt;
	s->c3 = 1.0 / (dt * dt);
	before(p, dt, s->u);
	vec_copy(p->n, p->uc, p->u);
	vec_copy(p->n, s->u, p->v);
	vec_scale(p->n, -s->c2, p->v);
	vec_mix(p->n, -2.0 * s->c3, p->uc, s->c3, s->u, p->a);
	problem_moved(p);
	return problem_time(p, p->tc);
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	const struct explicit_step *s = self;
	return problem_form(p, 0, which, 0.0, s->c2, s->c3, e);
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct explicit_step *s = self;
	int rc = explicit_once(s);
	if (rc)
		return rc;
	vec_copy(p->n, dx, p->u);
	vec_mix(p->n, 3.0 * s->c2, dx, -4.0 * s->c2, p->uc, p->v);
	vec_add(p->n, s->c2, s->u, p->v);
	vec_mix(p->n, 1.0 / s->dt, p->v, -1.0 / s->dt, p->vc, p->a);
	problem_hold(p);     /* at the old time, as the accelerations are */
	return 0;
}

static int commit(void *self, struct problem *p)
{
	const struct explicit_step *s = self;
	vec_copy(p->n, p->uc, p->hist[0]);
	p->hist_real[1] = explicit_last(p, s->dt);
	p->hist_real[0] = s->dt;
	return problem_time(p, p->tc + s->dt);
}

const struct integrator_ops integrator_central_difference = {
	.name = "CentralDifference",
	.brief = "central differences, damping at the same instant",
	.cite = "Takanashi et al. 1975; Mosqueda, Stojadinovic & Mahin, UCB/EERC-2005/02, eq. 2.5",
	.example = "",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 2.0, .once = true,
	            .front = FRONT_ONCE, .past_motion = true, .linear_only = true },
	.size = sizeof(struct central_difference),
	.nhist = 1,
	.nreal = 2,
	.setup = explicit_setup,
	.predict = predict,
	.form = form,
	.update = update,
	.commit = commit,
};
