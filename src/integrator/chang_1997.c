/* Chang's gamma-function method (1997): explicit Newmark whose gamma grows with the frequency.
 *
 *   u+ = u + dt v + dt^2/2 a,   M a+ + C v+ + r(u+) = f+,   v+ = v + dt [(I - G) a + G a+],
 *   G = I/2 + H,   H = sum over k of c_k (dt^2 M^-1 K0)^k
 *
 * H is never made; H x is k products with K0 and solutions with M. The equation for a+,
 *   (M + dt/2 C) a+ + dt C H a+ = r
 * is solved with the factor of its first matrix and the fixed point of the second, which contracts by about
 * 2 xi (omega dt) sum c_k (omega dt)^2k a turn; without damping there is nothing to iterate.
 * A mode is stable while (1/2 + sum c_k W^k) W <= 2 with W = (omega dt)^2, and has damping about (omega dt)/2 sum c_k W^k.
 * S.-Y. Chang, Improved numerical dissipation for explicit methods in pseudodynamic tests, Earthq. Eng. Struct. Dyn. 26(9), 1997.
 */
#include "integrator/explicit_common.h"

#include <float.h>

enum { TERMS = 4, TURNS = 60, SLOT_M = 1 };

struct chang_1997 {
	struct explicit_step step;
	double c[TERMS];
	int terms;                   /* up to the last one that is not zero */
	double *ha;                  /* H a. owned: run arena */
};

static const struct param params[] = {
	{ "c1", PARAM_REAL, offsetof(struct chang_1997, c), true, 0.0, RANGE_NONNEG,
	  "coefficient of dt^2 M^-1 K0 in gamma" },
	{ "c2", PARAM_REAL, offsetof(struct chang_1997, c) + sizeof(double), false, 0.0, RANGE_NONNEG,
	  "coefficient of its square" },
	{ "c3", PARAM_REAL, offsetof(struct chang_1997, c) + 2 * sizeof(double), false, 0.0, RANGE_NONNEG,
	  "of its third power" },
	{ "c4", PARAM_REAL, offsetof(struct chang_1997, c) + 3 * sizeof(double), false, 0.0, RANGE_NONNEG,
	  "of its fourth power" },
	{ 0 },
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct chang_1997 *s = self;
	s->step.alpha_i = s->step.alpha_f = 1.0;
	s->step.gamma = 0.5;
	for (int k = 0; k < TERMS; k++)
		if (s->c[k] != 0.0)
			s->terms = k + 1;
	int rc = explicit_setup(&s->step, p, run, e);
	if (rc || (rc = explicit_vector(p, run, &s->ha, e)))
		return rc;
	return explicit_mass(p, SLOT_M, e);
}

/* ha = H x */
static int apply_h(struct chang_1997 *s, struct problem *p, const double *x)
{
	double *y = s->step.work, dt = s->step.dt;
	vec_zero(p->n, s->ha);
	for (int k = 0; k < s->terms; k++) {
		int rc = problem_mul(p, OPERATOR_K0, k ? y : x, s->step.more);
		if (rc || (rc = problem_solve(p, SLOT_M, s->step.more)))
			return rc;
		vec_copy(p->n, s->step.more, y);
		vec_scale(p->n, dt * dt, y);
		vec_add(p->n, s->c[k], y, s->ha);
	}
	return 0;
}

static int predict(void *self, struct problem *p, double dt)
{
	struct chang_1997 *s = self;
	int rc = explicit_begin(&s->step, p, dt);
	if (rc || (rc = apply_h(s, p, p->ac)))
		return rc;
	vec_add(p->n, -dt, s->ha, s->step.v);
	return explicit_place(&s->step, p);
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct chang_1997 *s = self;
	struct explicit_step *x = &s->step;
	double *a = x->start, *next = x->work;
	vec_copy(p->n, dx, a);
	for (int turn = 0;; turn++) {
		int rc = apply_h(s, p, a);
		if (rc || (rc = problem_mul(p, OPERATOR_C, s->ha, x->more)) || (rc = problem_solve(p, 0, x->more)))
			return rc;
		vec_mix(p->n, 1.0, dx, -x->dt, x->more, next);
		vec_mix(p->n, 1.0, next, -1.0, a, a);
		double change = vec_max(p->n, a);
		vec_copy(p->n, next, a);
		if (change <= 4.0 * DBL_EPSILON * vec_max(p->n, next))
			break;
		RT_CHECK(turn < TURNS, ERR_CONVERGE);
	}
	vec_add(p->n, x->dt, s->ha, x->v);
	return explicit_update(x, p, a);
}

const struct integrator_ops integrator_chang_1997 = {
	.name = "Chang1997",
	.brief = "explicit Newmark with a gamma that grows with the frequency",
	.cite = "Chang 1997, Earthq. Eng. Struct. Dyn. 26(9):917-929",
	.example = "0.1",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = -1, .omega_max = 1.6197146, .once = true, .front = FRONT_ONCE, .linear_only = true },
	.size = sizeof(struct chang_1997),
	.factors = 2,
	.setup = setup,
	.predict = predict,
	.residual = explicit_residual,
	.form = explicit_form,
	.update = update,
	.commit = explicit_commit,
};
