/* The Fast Hybrid Test: the alpha-method with a fixed number n of iterations, done here, at the rate of the controller.
 *
 *   M a+ + (1 + alpha) F(u+, v+) - alpha F(u, v) = (1 + alpha) f+ - alpha f,   beta = (1 - alpha)^2/4,   gamma = 1/2 - alpha
 *
 * with Newmark's relations. Iteration k = 0 .. n-1, m = (k + 1)/n:
 *   1. force and displacement measured at its beginning are one pair. The force at any trial is
 *        F(d) = F_m + K_ini (d - d_c) + C (v - v_c),   F_m what elements answer to the command d_c before; specimens answer with their
 *      own pair r_m + K_ini (d_c - d_m), so that a specimen that lags is seen where it is
 *   2. d_k = d_{k-1} + [M/(beta dt^2) + (1 + alpha) (gamma/(beta dt) C + K_ini)]^-1 (residual at d_{k-1}), factored once
 *   3. command at t + m dt:  (m^2 - m)/2 c- + (1 - m^2) c + (m^2 + m)/2 d_k, c and c- the last commands of the two steps before;
 *      in the first step m^2 d_k + dt (m - m^2) v_0 + (1 - m^2) d_0; after a step of another size the parabola through the same points.
 *      With -normalised (Shing et al. 2002) d_c + (d_k - d_c)/(n - k) instead. Velocity and acceleration sent are those of this path.
 * After the last one u+ = d_c and F+ is the pair of the beginning of the last iteration (equations 12-15 of Jung). That force is one
 * iteration old: where a specimen is not linear the answer is first order in dt/n. -correction solves once more with what was measured
 * after the last command and does not command the result: second order. A linear specimen is exact with any n and any delay.
 * What linear elements say, and reactions, is K u + C v at u+, v+, as in the equation; others say what they answered to the last command, whose velocity is
 * that of the path.
 * Supports that move are moved with the iterations; their last increment is in the force only with -correction.
 *
 * R.-Y. Jung & P. B. Shing, Performance evaluation of a real-time pseudodynamic test system, Earthquake Eng. Struct. Dyn. 35, 2006,
 * doi:10.1002/eqe.547. R.-Y. Jung, Implicit time integration scheme for real-time hybrid test system, J. Earthquake Eng. Soc. Korea 10, 2006.
 * The force in every iteration is the pair; Jung writes it for the last only, and without it a delay destroys the test.
 */
#include "integrator/fht.h"

#include "math/poly.h"

static const struct param params[] = {
	{ "alpha", PARAM_REAL, offsetof(struct fht, alpha), true, 0, { -1.0 / 3.0, 0.0, false, false },
	  "numerical damping, 0 none; spectral radius at infinity (1 + alpha)/(1 - alpha)" },
	{ "-iterations", PARAM_INT, offsetof(struct fht, iterations), false, 10, { 1.0, 1000.0, false, false },
	  "commands a step, dt times the controller's rate" },
	{ "-correction", PARAM_FLAG, offsetof(struct fht, correction), false, 0, { 0.0, 0.0, false, false },
	  "one more solution with the force measured after the last command" },
	{ "-normalised", PARAM_FLAG, offsetof(struct fht, normalised), false, 0, { 0.0, 0.0, false, false },
	  "each command goes 1/(iterations that remain) of the way to the trial, instead of along a parabola" },
	{ 0 },
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct fht *s = self;
	double **const vectors[] = { &s->u, &s->v, &s->a, &s->command, &s->speed, &s->force, &s->constant, &s->pair, &s->work, &s->more };
	s->formed_dt = 0.0;
	problem_pair(p, true);
	return integrator_vectors(vectors, COUNT(vectors), p, run, e);
}

static int predict(void *self, struct problem *p, double dt)
{
	struct fht *s = self;
	(void)p;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->k = newmark_alpha(s->alpha, dt);
	s->updates = 0;
	return 0;
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct fht *s = self;
	double w = 1.0 + s->alpha;
	(void)which;
	if (s->formed_dt == s->k.dt)
		return 0;
	s->formed_dt = 0.0;
	int rc = problem_form(p, 0, STIFFNESS_INITIAL, w, w * s->k.b_v, s->k.b_a, e);
	if (!rc)
		s->formed_dt = s->k.dt;
	return rc;
}

/* F at the trial from the last answer: force + K_ini (u - command) + C (v - speed). */
static int pair_force(struct fht *s, struct problem *p)
{
	vec_mix(p->n, 1.0, s->u, -1.0, s->command, s->work);
	int rc = problem_mul(p, OPERATOR_K0, s->work, s->more);
	if (rc)
		return rc;
	vec_mix(p->n, 1.0, s->force, 1.0, s->more, s->pair);
	vec_mix(p->n, 1.0, s->v, -1.0, s->speed, s->work);
	rc = problem_mul(p, OPERATOR_C, s->work, s->more);
	vec_add(p->n, 1.0, s->more, s->pair);
	return rc;
}

/* y += factor (K u + C v) of the linear elements. */
static int add_linear(struct problem *p, double factor, const double *u, const double *v, double *work, double *y)
{
	int rc = problem_mul(p, OPERATOR_K_LINEAR, u, work);
	vec_add(p->n, factor, work, y);
	if (!rc)
		rc = problem_mul(p, OPERATOR_C_LINEAR, v, work);
	vec_add(p->n, factor, work, y);
	return rc;
}

/* F at the beginning of the step: as the step before has left it, or of what is measured before anything moves. */
static int past_force(struct fht *s, struct problem *p, bool started, double *ret_f)
{
	vec_copy(p->n, p->uc, s->u);
	vec_copy(p->n, p->vc, s->v);
	int rc = started ? 0 : pair_force(s, p);
	vec_copy(p->n, started ? p->hist[HIST_FORCE] : s->pair, ret_f);
	return rc || !started ? rc : add_linear(p, 1.0, p->uc, p->vc, s->more, ret_f);
}

/* constant - (1 + alpha) F - M a of the trial whose F was found last. */
static int balance(struct fht *s, struct problem *p, double *ret_r)
{
	int rc = problem_mul(p, OPERATOR_M, s->a, s->more);
	if (rc)
		return rc;
	vec_mix(p->n, 1.0, s->constant, -(1.0 + s->alpha), s->pair, ret_r);
	vec_add(p->n, -1.0, s->more, ret_r);
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}

/* The first residual: at u, with what is measured before anything moves. */
static int residual(void *self, struct problem *p, double *ret_r)
{
	struct fht *s = self;
	bool started = p->hist_real[REAL_STARTED] != 0.0;
	if (problem_alone(p))
		return alpha_alone_residual(&s->k, s->alpha, p, s->v, s->a, s->work, ret_r);
	vec_copy(p->n, problem_seen(p, MOTION_U), s->command);
	vec_copy(p->n, problem_seen(p, MOTION_V), s->speed);
	if (!started)
		vec_copy(p->n, s->command, p->hist[HIST_COMMAND]);
	int rc = problem_resist(p, s->force);
	if (rc || (rc = past_force(s, p, started, s->constant)))
		return rc;
	newmark_start(&s->k, p, s->v, s->a);
	if ((rc = pair_force(s, p)) || (rc = problem_load(p, s->work)))
		return rc;
	vec_mix(p->n, -s->alpha, s->work, s->alpha, s->constant, s->constant);

	/* elements have answered: now time may go on */
	if ((rc = problem_time(p, p->tc + s->k.dt)) || (rc = problem_load(p, s->work)))
		return rc;
	vec_add(p->n, 1.0 + s->alpha, s->work, s->constant);
	return balance(s, p, ret_r);
}

static void correct(struct fht *s, int n, const double *dx)
{
	vec_add(n, 1.0, dx, s->u);
	vec_add(n, s->k.b_v, dx, s->v);
	vec_add(n, s->k.b_a, dx, s->a);
}

/* The parabola at m, with its derivatives with respect to time. */
static void parabola(double dt, double m, int n, const struct fht_past *past, const double *u, double *const ret[MOTIONS])
{
	if (past->dt == 0.0) {
		for (int i = 0; i < n; i++) {
			double way = u[i] - past->command[i] - dt * past->v[i];
			ret[MOTION_U][i] = m == 1.0 ? u[i] : past->command[i] + m * dt * past->v[i] + m * m * way;
			ret[MOTION_V][i] = past->v[i] + 2.0 * m * way / dt;
			ret[MOTION_A][i] = 2.0 * way / (dt * dt);
		}
		return;
	}
	const double node[3] = {1.0, 0.0, -past->dt / dt};
	const double *c = past->command, *before = past->before;
	double w[3], w1[3], w2[3];
	lagrange_weights(3, node, m, w, w1, w2);
	for (int i = 0; i < n; i++) {
		ret[MOTION_U][i] = w[0] * u[i] + w[1] * c[i] + w[2] * before[i];
		ret[MOTION_V][i] = (w1[0] * u[i] + w1[1] * c[i] + w1[2] * before[i]) / dt;
		ret[MOTION_A][i] = (w2[0] * u[i] + w2[1] * c[i] + w2[2] * before[i]) / (dt * dt);
	}
}

static void straight(const struct fht *s, int left, int n, const double *now, const double *u, double *const ret[MOTIONS])
{
	for (int i = 0; i < n; i++) {
		double way = (u[i] - now[i]) / left;
		ret[MOTION_U][i] = left == 1 ? u[i] : now[i] + way;
		ret[MOTION_V][i] = way * s->iterations / s->k.dt;
		ret[MOTION_A][i] = 0.0;
	}
}

double fht_command(const struct fht *s, int k, int n, const struct fht_past *past, const double *u, double *const ret[MOTIONS])
{
	double m = (k + 1) / (double)s->iterations;
	if (s->normalised)
		straight(s, s->iterations - k, n, past->now, u, ret);
	else
		parabola(s->k.dt, m, n, past, u, ret);
	return k + 1 == s->iterations ? s->k.dt : m * s->k.dt;
}

/* Gives elements the command of iteration k. */
static int command(struct fht *s, struct problem *p, int k)
{
	const struct fht_past past = {.v = p->vc, .now = s->command, .command = p->hist[HIST_COMMAND], .before = p->hist[HIST_BEFORE],
	                              .dt = p->hist_real[REAL_STARTED] != 0.0 ? p->hist_real[REAL_DT] : 0.0};
	double *const to[MOTIONS] = {p->u, p->v, p->a};
	double t = fht_command(s, k, p->n, &past, s->u, to);
	vec_copy(p->n, p->u, s->command);
	vec_copy(p->n, p->v, s->speed);
	problem_hold(p);
	return problem_time(p, p->tc + t);
}

/* Measures, and solves for the next trial. */
static int iterate(struct fht *s, struct problem *p)
{
	int rc = problem_resist(p, s->force);
	if (rc || (rc = pair_force(s, p)) || (rc = balance(s, p, s->work)) || (rc = problem_solve(p, 0, s->work)))
		return rc;
	correct(s, p->n, s->work);
	return 0;
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct fht *s = self;
	int rc = 0;
	if (problem_alone(p))
		return newmark_update(&s->k, p, dx, s->updates++ == 0, s->v, s->a);
	RT_CHECK(s->updates++ == 0 && s->formed_dt == s->k.dt, ERR_STATE);
	correct(s, p->n, dx);
	for (int k = 0; k < s->iterations && !rc; k++) {
		bool last = k + 1 == s->iterations;
		if (last)
			rc = pair_force(s, p);
		if (!rc)
			rc = command(s, p, k);
		if (!rc && !last)
			rc = iterate(s, p);
	}
	if (!rc && s->correction && !(rc = iterate(s, p)))
		rc = pair_force(s, p);
	if (rc)
		return rc;
	vec_copy(p->n, s->u, p->u);
	vec_copy(p->n, s->v, p->v);
	vec_copy(p->n, s->a, p->a);
	return 0;
}

static int commit(void *self, struct problem *p)
{
	struct fht *s = self;
	if (problem_alone(p))
		return 0;
	int rc = add_linear(p, -1.0, s->u, s->v, s->more, s->pair);
	vec_copy(p->n, p->hist[HIST_COMMAND], p->hist[HIST_BEFORE]);
	vec_copy(p->n, s->command, p->hist[HIST_COMMAND]);
	vec_copy(p->n, s->pair, p->hist[HIST_FORCE]);
	p->hist_real[REAL_STARTED] = 1.0;
	p->hist_real[REAL_DT] = s->k.dt;
	return rc;
}

const struct integrator_ops integrator_fht = {
	.name = "FHT",
	.brief = "Fast Hybrid Test: the alpha-method with a fixed number of commands a step, force and displacement as a pair",
	.cite = "Jung & Shing 2006, doi:10.1002/eqe.547; Shing et al. 2002",
	.example = "-0.25 -correction|-0.25 -iterations 4 -correction -normalised",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 0.6, .front = FRONT_SUBSTEPS, .linear_only = true, .linear_stay = true },
	.size = sizeof(struct fht),
	.nhist = NHIST,
	.nreal = NREAL,
	.setup = setup,
	.predict = predict,
	.residual = residual,
	.form = form,
	.update = update,
	.commit = commit,
	.front_form = fht_front_form,
	.front_step = fht_front_step,
	.front_commit = fht_front_commit,
	.front_leave = fht_front_leave,
};
