/* The core of integrators that use u and v of earlier steps: difference formulas by a schedule. See integrator_common.h.
 *
 *   trapezoidal   v+ = 2 (u+ - u)/dt - v,                    a+ = 2 (v+ - v)/dt - a
 *   bdf2          v+ = (3 u+ - 4 u + u-)/(2 dt),             a+ = (3 v+ - 4 v + v-)/(2 dt)
 *   bdf21         v+ = (3 u+ - 4 u + u-)/(2 dt),             a+ = (v+ - v)/dt
 *   houbolt       v+ = (11 u+ - 18 u + 9 u- - 2 u--)/(6 dt), a+ = (2 u+ - 5 u + 4 u- - u--)/dt^2
 *
 * The unknown is u+; the prediction keeps u. hist: u-, u--, v-; reals: the stage of the last step plus one, its dt.
 */
#include "integrator/integrator_common.h"

enum { PAST_U1, PAST_U2, PAST_V1 };
enum { REAL_STAGE, REAL_DT };

const struct stage stage_trapezoidal = {.v_u = {2.0, -2.0}, .v_v = -1.0, .a_v = {2.0, -2.0}, .a_a = -1.0};
const struct stage stage_bdf2 = {.v_u = {1.5, -2.0, 0.5}, .a_v = {1.5, -2.0, 0.5}};
const struct stage stage_bdf21 = {.v_u = {1.5, -2.0, 0.5}, .a_v = {1.0, -1.0}};
const struct stage stage_houbolt = {.v_u = {11.0 / 6.0, -3.0, 1.5, -1.0 / 3.0}, .a_u = {2.0, -5.0, 4.0, -1.0}};

/* The first stage, or the one after the last step's. */
static int stage_next(const struct schedule *plan, const double *real, double dt)
{
	int done = (int)real[REAL_STAGE];
	if (done == 0 || real[REAL_DT] != dt)
		return 0;
	return done < plan->n ? done : plan->again;
}

int multistep_plan(struct multistep *s, const struct schedule *plan)
{
	ASSERT(plan->again < plan->n);
	s->plan = plan;
	return 0;
}

int multistep_predict(void *self, struct problem *p, double dt)
{
	struct multistep *s = self;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->dt = dt;
	s->stage = stage_next(s->plan, p->hist_real, dt);

	const struct stage *k = s->plan->stage[s->stage];
	const double *u1 = p->hist[PAST_U1], *u2 = p->hist[PAST_U2], *v1 = p->hist[PAST_V1];
	double by = 1.0 / dt, by2 = by * by;
	s->cv = k->v_u[0] * by;
	s->ca = (k->a_u[0] + k->a_v[0] * k->v_u[0]) * by2;
	for (int i = 0; i < p->n; i++) {
		double u = p->uc[i], v = p->vc[i];
		p->u[i] = u;
		p->v[i] = by * ((k->v_u[0] + k->v_u[1]) * u + k->v_u[2] * u1[i] + k->v_u[3] * u2[i]) + k->v_v * v;
		p->a[i] = by2 * ((k->a_u[0] + k->a_u[1]) * u + k->a_u[2] * u1[i] + k->a_u[3] * u2[i])
		        + by * (k->a_v[0] * p->v[i] + k->a_v[1] * v + k->a_v[2] * v1[i]) + k->a_a * p->ac[i];
	}
	problem_moved(p);
	return problem_time(p, p->tc + dt);
}

int multistep_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct multistep *s = self;
	return problem_form(p, 0, which, 1.0, s->cv, s->ca, e);
}

int multistep_update(void *self, struct problem *p, const double *dx)
{
	struct multistep *s = self;
	vec_add(p->n, 1.0, dx, p->u);
	vec_add(p->n, s->cv, dx, p->v);
	vec_add(p->n, s->ca, dx, p->a);
	problem_moved(p);
	return 0;
}

int multistep_commit(void *self, struct problem *p)
{
	struct multistep *s = self;
	bool first = p->hist_real[REAL_STAGE] == 0.0;
	vec_copy(p->n, first ? p->uc : p->hist[PAST_U1], p->hist[PAST_U2]);
	vec_copy(p->n, p->uc, p->hist[PAST_U1]);
	vec_copy(p->n, p->vc, p->hist[PAST_V1]);
	p->hist_real[REAL_STAGE] = s->stage + 1;
	p->hist_real[REAL_DT] = s->dt;
	return 0;
}

int multistep_phase(const void *self)
{
	const struct multistep *s = self;
	return s->stage;
}
