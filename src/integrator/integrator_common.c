/* The core of one-step implicit integrators: prediction, increments, averaged forces, commit. See integrator_common.h.
 *
 * With h = theta dt, the unknown (u, v or a) stays at its committed value in the prediction and the other two follow from
 * Newmark's relations; a unit increment then changes u, v, a by cu, cv, ca. Residual and matrix:
 *   midpoint   r = f(t_n + alpha_f h) - F(u_f, v_f) - M a_i,      x_f = (1 - alpha_f) x_n + alpha_f x+,  a_i likewise
 *   averaged   r = alpha_f (f+ - F+) - alpha_i M a+ + (1 - alpha_f)(f_n - F_n) - (1 - alpha_i) M a_n
 *   both       alpha_f cu K + alpha_f cv C + alpha_i ca M
 * Newmark 1959, J. Eng. Mech. Div. 85(3), 67-94; Chung & Hulbert 1993, doi:10.1115/1.2900803; Hilber & Hughes 1978,
 * doi:10.1002/eqe.4290060111; interpolated and reduced increments: Schellenberg, Mahin & Fenves 2009, PEER 2009/104.
 */
#include "integrator/integrator_common.h"

#include "math/poly.h"

int integrator_vectors(double **const *vector, size_t count, const struct problem *p, struct arena *run, struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (!(*vector[i] = ARENA_ARRAY(run, (size_t)p->n, double)))
			return err_set(e, ERR_MEMORY, "integrator", "no memory for %d unknowns", p->n);
	return 0;
}

int onestep_setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct onestep *s = self;
	bool own = !s->averaged && (s->alpha_i != 1.0 || s->alpha_f != 1.0);
	double **const work[] = {&s->part, &s->force, &s->average, &s->u, &s->v, &s->a};
	int code = integrator_vectors(work, own ? COUNT(work) : 3, p, run, e);

	if (code)
		return code;
	if (!own) {
		s->u = p->u;
		s->v = p->v;
		s->a = p->a;
	}
	s->iteration = 0;
	return 0;
}

void onestep_limit(void *self, int iterations)
{
	struct onestep *s = self;
	s->iterations = iterations;
}

struct prediction onestep_coefficients(struct onestep *s)
{
	double b = s->beta, g = s->gamma, h = s->theta * s->dt;

	switch (s->unknown) {
	case UNKNOWN_VEL:
		s->cu = b * h / g; s->cv = 1.0; s->ca = 1.0 / (g * h);
		return (struct prediction){.uv = h, .ua = h * h * (0.5 - b / g), .vv = 1.0, .aa = 1.0 - 1.0 / g};
	case UNKNOWN_ACCEL:
		s->cu = b * h * h; s->cv = g * h; s->ca = 1.0;
		return (struct prediction){.uv = h, .ua = 0.5 * h * h, .vv = 1.0, .va = h, .aa = 1.0};
	default:
		s->cu = 1.0; s->cv = g / (b * h); s->ca = 1.0 / (b * h * h);
		return (struct prediction){.vv = 1.0 - g / b, .va = h * (1.0 - 0.5 * g / b), .av = -1.0 / (b * h), .aa = 1.0 - 0.5 / b};
	}
}

bool onestep_stays(const struct onestep *s)
{
	return s->increment == INCREMENT_FIXED || (s->theta != 1.0 && s->increment != INCREMENT_FULL);
}

/* The state of the equation from that at the end of the step. */
static void place(struct onestep *s, struct problem *p)
{
	double alpha_i = s->end_inertia && s->iteration > 0 ? 1.0 : s->alpha_i;
	if (s->u != p->u) {
		vec_mix(p->n, 1.0 - s->alpha_f, p->uc, s->alpha_f, s->u, p->u);
		vec_mix(p->n, 1.0 - s->alpha_f, p->vc, s->alpha_f, s->v, p->v);
		vec_mix(p->n, 1.0 - alpha_i, p->ac, alpha_i, s->a, p->a);
	}
	if (onestep_stays(s))
		problem_hold(p);
	else
		problem_moved(p);
}

/* wf (f - F) - wi M a at the trial state into ret_r. F is that of the last evaluation plus C times `dv` where given. */
static int weigh(struct onestep *s, struct problem *p, double wf, double wi, const double *dv, double *ret_r)
{
	int rc;
	if ((rc = problem_load(p, s->force)) < 0)
		return rc;
	vec_copy(p->n, s->force, ret_r);
	if ((rc = problem_resist(p, s->force)) < 0)
		return rc;
	vec_mix(p->n, wf, ret_r, -wf, s->force, ret_r);
	if (dv) {
		if ((rc = problem_mul(p, OPERATOR_C, dv, s->force)) < 0)
			return rc;
		vec_add(p->n, -wf, s->force, ret_r);
	}
	if ((rc = problem_mul(p, OPERATOR_M, p->a, s->force)) < 0)
		return rc;
	vec_add(p->n, -wi, s->force, ret_r);
	return 0;
}

double *onestep_average(const struct onestep *s, struct problem *p)
{
	return p->hist[s->increment == INCREMENT_FIXED ? ONESTEP_PAST : 0];
}

/* The forces of t_n: kept at the last commit. A run starts from a state that is taken to be in equilibrium, f - F = M a. */
static int start_average(struct onestep *s, struct problem *p)
{
	if (p->hist_real[0] > 0.0) {
		vec_copy(p->n, onestep_average(s, p), s->average);
		return 0;
	}
	int rc = problem_mul(p, OPERATOR_M, p->ac, s->average);
	vec_scale(p->n, s->alpha_i - s->alpha_f, s->average);
	return rc;
}

int onestep_predict(void *self, struct problem *p, double dt)
{
	struct onestep *s = self;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	if (s->averaged) {
		int rc = start_average(s, p);
		if (rc < 0)
			return rc;
	}
	s->dt = dt;
	s->iteration = 0;
	struct prediction k = onestep_coefficients(s);
	vec_copy(p->n, p->uc, s->u);
	if (k.uv != 0.0) {
		vec_add(p->n, k.uv, p->vc, s->u);
		vec_add(p->n, k.ua, p->ac, s->u);
	}
	vec_mix(p->n, k.vv, p->vc, k.va, p->ac, s->v);
	vec_mix(p->n, k.av, p->vc, k.aa, p->ac, s->a);
	place(s, p);
	int rc = problem_time(p, p->tc + (s->averaged ? 1.0 : s->alpha_f * s->theta) * dt);
	/* where the last command was not the end of its step, the way there is not part of this one */
	if (s->increment == INCREMENT_FIXED)
		problem_instant(p, p->tc);
	return rc;
}

int onestep_average_residual(void *self, struct problem *p, double *ret_r)
{
	struct onestep *s = self;
	int rc = weigh(s, p, s->alpha_f, s->alpha_i, NULL, ret_r);
	if (rc < 0)
		return rc;
	vec_add(p->n, 1.0, s->average, ret_r);
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}

int onestep_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct onestep *s = self;
	s->which = which;
	return problem_form(p, 0, which, s->alpha_f * s->cu, s->alpha_f * s->cv, s->alpha_i * s->ca, e);
}

double onestep_interpolate(const struct onestep *s, int n, const struct onestep_past *past, const double *u, const double *dx, double *ret_part)
{
	const double node[ONESTEP_POINTS] = {1.0, 0.0, -past->dt[0] / s->dt, -(past->dt[0] + past->dt[1]) / s->dt};
	double w[ONESTEP_POINTS];
	int last = s->iterations > 0 ? s->iterations : 1;
	int now = s->iteration + 1 < last ? s->iteration + 1 : last;

	lagrange_weights(s->order + 1, node, now / (double)last, w, NULL, NULL);
	vec_mix(n, w[0] - 1.0, u, w[0], dx, ret_part);
	for (int i = 1; i <= s->order; i++)
		vec_add(n, w[i], past->u[i], ret_part);
	return now / (double)last;
}

double onestep_share(const struct onestep *s, int n, const double *dx)
{
	if (s->increment == INCREMENT_LIMITED) {
		double size = vec_norm_p(n, dx, s->norm);
		return size <= s->bound ? 1.0 : s->bound / size;
	}
	return s->increment == INCREMENT_REDUCED ? s->bound : 1.0;
}

/* What is taken of dx. A linear part on its own takes all of it: its commands are given elsewhere. */
static const double *increment_part(struct onestep *s, struct problem *p, const double *dx)
{
	if (s->increment == INCREMENT_FULL || problem_alone(p))
		return dx;
	if (s->increment != INCREMENT_FIXED) {
		vec_mix(p->n, onestep_share(s, p->n, dx), dx, 0.0, dx, s->part);
		return s->part;
	}
	struct onestep_past past = {.u = {NULL, p->uc, p->uc, p->uc}, .dt = {s->dt, s->dt}};
	if (p->hist_real[0] > 0.0)
		past = (struct onestep_past){.u = {NULL, p->uc, p->hist[0], p->hist[1]}, .dt = {p->hist_real[0], p->hist_real[1]}};
	problem_instant(p, p->tc + s->dt * onestep_interpolate(s, p->n, &past, s->u, dx, s->part));
	return s->part;
}

static void add(struct onestep *s, int n, const double *dx)
{
	vec_add(n, s->cu, dx, s->u);
	vec_add(n, s->cv, dx, s->v);
	vec_add(n, s->ca, dx, s->a);
}

int onestep_update(void *self, struct problem *p, const double *dx)
{
	struct onestep *s = self;
	add(s, p->n, increment_part(s, p, dx));
	s->iteration++;
	place(s, p);
	return 0;
}

/* One more correction of u, v, a without a new command: the elements stay where they are. The collocation form solves with
 * the matrix of the last iteration, the others with that of the last command. */
static int correct(struct onestep *s, struct problem *p)
{
	int rc = s->averaged ? onestep_average_residual(s, p, s->part) : problem_residual(p, s->part);
	if (rc < 0)
		return rc;
	if (s->theta == 1.0 && (rc = onestep_form(s, p, s->which, NULL)) < 0)
		return rc;
	if ((rc = problem_solve(p, 0, s->part)) < 0)
		return rc;
	add(s, p->n, s->part);
	vec_scale(p->n, s->cv, s->part);
	return 0;
}

/* From t_n + theta dt back to t_n + dt: the acceleration is linear in between. */
static void return_from_theta(struct onestep *s, struct problem *p)
{
	double dt = s->dt, b = s->beta, g = s->gamma;
	for (int i = 0; i < p->n; i++) {
		double u = p->uc[i], v = p->vc[i], a = p->ac[i];
		double end = a + (s->a[i] - a) / s->theta;
		s->a[i] = end;
		s->v[i] = v + dt * ((1.0 - g) * a + g * end);
		s->u[i] = u + dt * v + dt * dt * ((0.5 - b) * a + b * end);
	}
}

static int keep_history(struct onestep *s, struct problem *p)
{
	bool fixed = s->increment == INCREMENT_FIXED;
	if (s->averaged) {
		int rc = weigh(s, p, 1.0 - s->alpha_f, 1.0 - s->alpha_i, fixed ? s->part : NULL, s->average);
		if (rc < 0)
			return rc;
		vec_copy(p->n, s->average, onestep_average(s, p));
	}
	if (fixed) {
		vec_copy(p->n, p->hist_real[0] > 0.0 ? p->hist[0] : p->uc, p->hist[1]);
		vec_copy(p->n, p->uc, p->hist[0]);
		p->hist_real[1] = p->hist_real[0] > 0.0 ? p->hist_real[0] : s->dt;
	}
	if (fixed || s->averaged)
		p->hist_real[0] = s->dt;
	return 0;
}

int onestep_commit(void *self, struct problem *p)
{
	struct onestep *s = self;
	int rc;
	if (s->increment == INCREMENT_FIXED && (rc = correct(s, p)) < 0)
		return rc;
	if (s->theta != 1.0)
		return_from_theta(s, p);
	if (s->u != p->u) {
		vec_copy(p->n, s->u, p->u);
		vec_copy(p->n, s->v, p->v);
		vec_copy(p->n, s->a, p->a);
	}
	if (!onestep_stays(s) && (s->theta != 1.0 || s->u != p->u))
		problem_moved(p);
	if ((rc = keep_history(s, p)) < 0)
		return rc;
	return s->averaged || s->alpha_f * s->theta == 1.0 ? 0 : problem_time(p, p->tc + s->dt);
}
