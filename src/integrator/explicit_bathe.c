/* The explicit method of Noh and Bathe: two sub-steps, dissipative in the highest modes only.
 *
 * To t + p dt:   u1 = u + p dt v + (p dt)^2/2 a,   M a1 = f1 - F(u1, v + p dt a),   v1 = v + p dt/2 (a + a1)
 * then, with d = (1 - p) dt:
 *   u+ = u1 + d v1 + d^2/2 a1,   M a+ = f+ - F(u+, v1 + d a1),   v+ = v1 + d [q0 a + (1/2 + q1) a1 + q2 a+]
 *   q1 = (1 - 2 p)/(2 p (1 - p)),   q2 = 1/2 - p q1,   q0 = 1/2 - q1 - q2
 *
 * p = 0.54 is the authors' choice. The second argument 1 has the step checked before it is taken: the analysis refuses a step that
 * makes the highest mode grow.
 * G. Noh & K.-J. Bathe, An explicit time integration scheme for the analysis of wave propagations, Comput. Struct. 129, 2013.
 */
#include "integrator/explicit_common.h"

struct explicit_bathe {
	struct explicit_step step;
	double p;
	int check;                   /* is the step checked against the highest mode */
	double q0, q1, q2;
	double omega2;               /* of the highest mode, when checked */
	double checked_dt;           /* last step found stable */
	double *r, *a1, *v1;         /* second residual and solution; first acceleration and velocity. owned: run arena */
};

static const struct param params[] = {
	{ "p", PARAM_REAL, offsetof(struct explicit_bathe, p), true, 0.54, { 0.0, 1.0, true, true },
	  "length of the first sub-step as a part of dt" },
	{ "check", PARAM_BOOL, offsetof(struct explicit_bathe, check), false, 0, RANGE_UNIT,
	  "1: refuse steps that are unstable for the highest mode" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct explicit_bathe *s = self;
	(void)a;
	(void)e;
	s->q1 = (1.0 - 2.0 * s->p) / (2.0 * s->p * (1.0 - s->p));
	s->q2 = 0.5 - s->p * s->q1;
	s->q0 = 0.5 - s->q1 - s->q2;
	return 0;
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct explicit_bathe *s = self;
	int rc = explicit_setup(&s->step, p, run, e);
	double **const vectors[] = { &s->r, &s->a1, &s->v1 };
	for (size_t i = 0; i < COUNT(vectors) && !rc; i++)
		rc = explicit_vector(p, run, vectors[i], e);
	s->checked_dt = 0.0;
	if (!rc && s->check)
		rc = explicit_omega2(p, 1, true, s->r, s->a1, &s->omega2, e);
	return rc;
}

static int predict(void *self, struct problem *p, double dt)
{
	struct explicit_bathe *s = self;
	struct explicit_step *x = &s->step;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	x->dt = dt;
	x->updates = 0;
	double d = s->p * dt;
	vec_mix(p->n, 1.0, p->uc, d, p->vc, p->u);
	vec_add(p->n, 0.5 * d * d, p->ac, p->u);
	vec_mix(p->n, 1.0, p->vc, d, p->ac, p->v);
	vec_zero(p->n, p->a);
	problem_moved(p);
	return problem_time(p, p->tc + d);
}

/* Energy-like growth of one undamped mode: the step's matrix for (u, dt v, dt^2 a) raised to a high power by squaring. */
static bool grows(const struct explicit_bathe *s, double omega_dt2)
{
	enum { SQUARINGS = 24 };
	double m[9], sq[9];
	double p = s->p, d = 1.0 - p;
	for (int j = 0; j < 3; j++) {
		double u = j == 0, v = j == 1, a = j == 2;
		double u1 = u + p * v + 0.5 * p * p * a, a1 = -omega_dt2 * u1, v1 = v + 0.5 * p * (a + a1);
		double u2 = u1 + d * v1 + 0.5 * d * d * a1, a2 = -omega_dt2 * u2;
		m[j] = u2;
		m[3 + j] = v1 + d * (s->q0 * a + (0.5 + s->q1) * a1 + s->q2 * a2);
		m[6 + j] = a2;
	}
	for (int k = 0; k < SQUARINGS; k++) {
		mat_mul(3, 3, 3, m, m, sq);
		memcpy(m, sq, sizeof m);
		if (!(vec_max(9, m) < 1e100))
			return true;
	}
	return false;
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct explicit_bathe *s = self;
	double dt = s->step.dt;
	if (s->check && dt != s->checked_dt) {
		if (grows(s, s->omega2 * dt * dt)) {
			err_set(e, ERR_RANGE, "integrator ExplicitBathe", "the step is unstable for the highest mode");
			err_value(e, "omega dt = %g", sqrt(s->omega2) * dt);
			err_hint(e, "take a smaller step: the highest mode has omega = %g", sqrt(s->omega2));
			return ERR_RANGE;
		}
		s->checked_dt = dt;
	}
	return problem_form(p, 0, which, 0.0, 0.0, 1.0, e);
}

/* The end of the first sub-step, and the predictor of the second. */
static int update(void *self, struct problem *p, const double *dx)
{
	struct explicit_bathe *s = self;
	struct explicit_step *x = &s->step;
	int rc = explicit_once(x);
	if (rc)
		return rc;

	double d0 = s->p * x->dt, d = (1.0 - s->p) * x->dt;
	vec_copy(p->n, dx, s->a1);
	vec_mix(p->n, 1.0, p->vc, 0.5 * d0, p->ac, s->v1);
	vec_add(p->n, 0.5 * d0, s->a1, s->v1);
	vec_add(p->n, d, s->v1, p->u);
	vec_add(p->n, 0.5 * d * d, s->a1, p->u);
	vec_mix(p->n, 1.0, s->v1, d, s->a1, p->v);
	problem_moved(p);
	return problem_time(p, p->tc + x->dt);
}

/* The second sub-step: elements are asked at its predictor. */
static int commit(void *self, struct problem *p)
{
	struct explicit_bathe *s = self;
	double d = (1.0 - s->p) * s->step.dt;
	int rc = problem_residual(p, s->r);
	if (rc || (rc = problem_solve(p, 0, s->r)))
		return rc;

	vec_mix(p->n, 1.0, s->v1, d * s->q0, p->ac, p->v);
	vec_add(p->n, d * (0.5 + s->q1), s->a1, p->v);
	vec_add(p->n, d * s->q2, s->r, p->v);
	vec_copy(p->n, s->r, p->a);
	problem_moved(p);
	return 0;
}

const struct integrator_ops integrator_explicit_bathe = {
	.name = "ExplicitBathe",
	.brief = "two explicit sub-steps with dissipation at high frequencies",
	.cite = "Noh & Bathe 2013, doi:10.1016/j.compstruc.2013.06.007",
	.example = "0.54",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 3.7450294, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct explicit_bathe),
	.parse = parse,
	.setup = setup,
	.predict = predict,
	.form = form,
	.update = update,
	.commit = commit,
};
