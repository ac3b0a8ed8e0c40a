/* Dorka's substructure algorithm: Newmark's method as a control equation, k sub-steps of command and measurement a step, and an error
 * force that carries what they left to the next step.
 *
 *   u+ = u0+ + G f+,   u0+ = G {M (a0 u + a2 v + a3 a) + C (a1 u + a4 v + a5 a) + p+ + f_e},   G = (K + a1 C + a0 M)^-1
 *   a0 = 1/(beta dt^2), a1 = gamma/(beta dt), a2 = 1/(beta dt), a3 = 1/(2 beta) - 1, a4 = gamma/beta - 1, a5 = dt/2 (gamma/beta - 2)
 *
 * M, C, K are the linear numerical part; f are the forces on it of all other elements, numerical f_r and measured f_s, at their
 * unknowns c. Sub-step i = 1 .. k, at t + (i/k) dt, moves the coupled unknowns only:
 *   command  u_i = u0 (1 - i/k) + u0+ i/k + G_cc f_{i-1},  then  f_i = -r(u_i)
 * After the last one u+ = u0+ + G f_{k-1} everywhere, v+ = a1 (u+ - u) - a4 v - a5 a, a+ = a0 (u+ - u) - a2 v - a3 a, and
 *   e = M a+ + C v+ + K u+ - p+ - f_k = f_e + f_{k-1} - f_k,   f_e+ = -P [e + I dt sum e + D/dt (e - e-)]
 * The same equation written for the other two is v+ = v0+ + a1 G f and a+ = a0+ + a0 G f. With -control velocity (acceleration)
 * ramp and feedback are on v (on a), and the specimen receives their integral from u (and v) at t by the trapezoidal rule over
 * the sub-steps; it begins anew in every step, so that it does not drift from the model. Displacement, velocity and acceleration
 * are sent together: those that are not integrated are their own equations' values.
 * Forces are one sub-step old: first order in dt/k where elements are coupled, second order in dt where none is.
 * Sub-steps contract when rho(G_cc (K_s + a1 C_s)) < 1; that and the decay of e are checked for every new dt.
 * -single makes the sub-steps' arithmetic (ramp, G_cc f) in single precision, as the controller of the University of Kassel does.
 *
 * F. Obon Santacana & U. E. Dorka, Effects of large numerical models in continuous hybrid simulation, 15WCEE, Lisbon 2012.
 * U. E. Dorka, Hybrid experimental-numerical simulation of vibrating structures, WAVE2002, Okayama 2002.
 */
#include "integrator/coupled.h"

#include "math/radius.h"

enum control { CONTROL_DISPLACEMENT, CONTROL_VELOCITY, CONTROL_ACCELERATION };

struct dorka {
	double beta, gamma;
	int substeps;
	double p, i, d;
	enum control control;
	bool single;
	struct newmark k;
	double formed_dt;            /* step that the gain is for, 0: none */
	int updates;
	struct coupled c;
	double *v, *a;               /* v*, a*, then v0+, a0+. owned: run arena, as all below */
	double *force, *before;      /* f_i, f_{i-1} on all unknowns */
	double *work;
};

/* Kept: f_{k-1}, e, sum of e, f_e; was there a step. */
enum { HIST_BEFORE, HIST_ERROR, HIST_SUM, HIST_ERROR_FORCE, NHIST };
enum { REAL_STARTED, NREAL };

static const struct param params[] = {
	{ "beta", PARAM_REAL, offsetof(struct dorka, beta), false, 0.25, RANGE_POSITIVE, "Newmark's beta" },
	{ "gamma", PARAM_REAL, offsetof(struct dorka, gamma), false, 0.5, { 0.5, INFINITY, false, true }, "Newmark's gamma" },
	{ "-substeps", PARAM_INT, offsetof(struct dorka, substeps), false, 4, { 1.0, 10000.0, false, false },
	  "commands a step" },
	{ "-P", PARAM_REAL, offsetof(struct dorka, p), false, 0.95, { -1.0, 1.0, true, true },
	  "proportional part of the error force; 0: none, negative: adds to the error" },
	{ "-I", PARAM_REAL, offsetof(struct dorka, i), false, 0.0, RANGE_NONNEG, "integral part of the error force [1/time]" },
	{ "-D", PARAM_REAL, offsetof(struct dorka, d), false, 0.0, RANGE_NONNEG, "derivative part of the error force [time]" },
	{ "-single", PARAM_FLAG, offsetof(struct dorka, single), false, 0, { 0.0, 0.0, false, false },
	  "the sub-steps' arithmetic in single precision" },
	{ "-control displacement|velocity|acceleration", PARAM_ROW, 0, false, 0, { 0.0, 0.0, false, false },
	  "what the sub-steps ramp and feed back; default displacement" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	static const char *const names[] = {"displacement", "velocity", "acceleration", NULL};
	struct dorka *s = self;
	int rc = 0, which;
	while (!rc && args_accept(a, "-control")) {
		if ((rc = args_choice(a, "-control", names, &which, e)))
			return rc;
		s->control = (enum control)which;
		rc = param_options(params, self, a, e);
	}
	return rc;
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct dorka *s = self;
	double **const vectors[] = { &s->v, &s->a, &s->force, &s->before, &s->work };
	int rc = integrator_vectors(vectors, COUNT(vectors), p, run, e);
	s->formed_dt = 0.0;
	return rc ? rc : coupled_setup(&s->c, p, run, e);
}

static int predict(void *self, struct problem *p, double dt)
{
	struct dorka *s = self;
	(void)p;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->k = newmark_step(s->beta, s->gamma, dt);
	s->updates = 0;
	return 0;
}

/* --- what must decay ----------------------------------------------------------------------------- */

static int check_contraction(struct dorka *s, struct err *e)
{
	double rho;
	int rc = coupled_radius(&s->c, 0.0, 1.0, s->k.b_v, &rho);
	if (rc)
		return err_set(e, rc, "integrator Dorka", "the stiffness of the coupled elements: %s", err_message(rc));
	if (rho < 1.0)
		return 0;
	err_set(e, ERR_RANGE, "integrator Dorka", "the sub-steps do not contract: spectral radius of G_cc K_s with dt = %g", s->k.dt);
	err_value(e, "%.6g", rho);
	err_allowed(e, "< 1");
	err_hint(e, "a smaller dt, more mass at the coupling nodes, or a part of the specimen's stiffness as a linear numerical element help");
	return ERR_RANGE;
}

/* e+ = -P [e + I dt sum e + D/dt (e - e-)]: the radius of this recursion, written for e, e- and the sum before e. */
static int check_error_force(struct dorka *s, struct err *e)
{
	double i = s->i * s->k.dt, d = s->d / s->k.dt, rho, work[3 * RADIUS_WORK];
	double a[9] = {
		-s->p * (1.0 + i + d), s->p * d, -s->p * i,
		1.0, 0.0, 0.0,
		1.0, 0.0, 1.0,
	};
	/* the sum of a vanishing error stays; it does not act without I */
	if (s->i == 0.0)
		a[8] = 0.0;
	int rc = spectral_radius(3, a, work, &rho);
	if (rc || rho < 1.0)
		return rc;
	err_set(e, ERR_RANGE, "integrator Dorka", "the error force grows: growth a step with P = %g, I = %g, D = %g, dt = %g", s->p, s->i, s->d, s->k.dt);
	err_value(e, "%.6g", rho);
	err_allowed(e, "< 1");
	err_hint(e, "smaller -P, -I or -D; P (1 + I dt/2 + 2 D/dt) must stay below 1");
	return ERR_RANGE;
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct dorka *s = self;
	(void)which;
	int rc = problem_form(p, 0, STIFFNESS_LINEAR, 1.0, s->k.b_v, s->k.b_a, e);
	if (rc || s->formed_dt == s->k.dt)
		return rc;
	s->formed_dt = 0.0;
	if ((rc = coupled_form(&s->c, p)) || (rc = check_contraction(s, e)) || (rc = check_error_force(s, e)))
		return rc;
	s->formed_dt = s->k.dt;
	return 0;
}

/* --- the step ------------------------------------------------------------------------------------ */

/* G_cc f with f the coupled part of a vector, in the precision chosen. */
static void feedback(struct dorka *s, const double *force)
{
	struct coupled *c = &s->c;
	coupled_take(c, force, c->f);
	if (!s->single) {
		mat_vec(c->m, c->m, c->gain, c->f, c->gf);
		return;
	}
	for (int i = 0; i < c->m; i++) {
		float sum = 0.0f;
		for (int j = 0; j < c->m; j++)
			sum += (float)c->gain[i * c->m + j] * (float)c->f[j];
		c->gf[i] = (double)sum;
	}
}

static int residual(void *self, struct problem *p, double *ret_r)
{
	struct dorka *s = self;
	RT_CHECK(s->formed_dt == s->k.dt, ERR_STATE);
	int rc = problem_resist_coupled(p, s->force);
	if (rc)
		return rc;
	vec_scale(p->n, -1.0, s->force);
	vec_copy(p->n, p->hist_real[REAL_STARTED] != 0.0 ? p->hist[HIST_BEFORE] : s->force, s->before);
	feedback(s, s->before);
	coupled_begin(&s->c, p, &s->k, 1.0);

	/* equilibrium without coupled elements at u, v*, a* */
	newmark_start(&s->k, p, s->v, s->a);
	if ((rc = problem_time(p, p->tc + s->k.dt)) || (rc = problem_load(p, ret_r)))
		return rc;
	vec_add(p->n, 1.0, p->hist[HIST_ERROR_FORCE], ret_r);
	const struct { enum operator which; const double *x; } part[] = {
		{OPERATOR_M, s->a}, {OPERATOR_C_LINEAR, s->v}, {OPERATOR_K_LINEAR, p->uc},
	};
	for (size_t i = 0; i < COUNT(part); i++) {
		if ((rc = problem_mul(p, part[i].which, part[i].x, s->work)))
			return rc;
		vec_add(p->n, -1.0, s->work, ret_r);
	}
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}

static double ramp(const struct dorka *s, double from, double to, double share, double b, double gf)
{
	if (!s->single)
		return from * (1.0 - share) + to * share + b * gf;
	float f = (float)share;
	return (double)((float)from * (1.0f - f) + (float)to * f + (float)b * (float)gf);
}

/* The command of one sub-step into now: the equations' values, those below the controlled one integrated. */
static void command(struct dorka *s, int i)
{
	struct coupled *c = &s->c;
	double share = i / (double)s->substeps, half = 0.5 * s->k.dt / s->substeps, **x = c->now;
	for (int j = 0; j < c->m; j++) {
		double v = x[MOTION_V][j], a = x[MOTION_A][j];
		x[MOTION_A][j] = ramp(s, c->x0[MOTION_A][j], c->x1[MOTION_A][j], share, s->k.b_a, c->gf[j]);
		if (s->control == CONTROL_ACCELERATION)
			x[MOTION_V][j] = v + half * (a + x[MOTION_A][j]);
		else
			x[MOTION_V][j] = ramp(s, c->x0[MOTION_V][j], c->x1[MOTION_V][j], share, s->k.b_v, c->gf[j]);
		if (s->control == CONTROL_DISPLACEMENT)
			x[MOTION_U][j] = ramp(s, c->x0[MOTION_U][j], c->x1[MOTION_U][j], share, 1.0, c->gf[j]);
		else
			x[MOTION_U][j] += half * (v + x[MOTION_V][j]);
	}
}

static int substeps(struct dorka *s, struct problem *p)
{
	int rc = 0;
	for (int i = 1; i <= s->substeps && s->c.m > 0 && !rc; i++) {
		vec_copy(p->n, s->force, s->before);
		feedback(s, s->before);
		command(s, i);
		rc = coupled_exchange(&s->c, p, i == s->substeps ? p->tc + s->k.dt : p->tc + i * (s->k.dt / s->substeps), s->force);
	}
	return rc;
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct dorka *s = self;
	RT_CHECK(s->updates++ == 0, ERR_STATE);
	coupled_explicit(&s->c, p, &s->k, dx, s->work, s->v, s->a);
	int rc = substeps(s, p);
	return rc ? rc : coupled_end(&s->c, p, &s->k, 1.0, s->before, s->work, s->v, s->a);
}

static int commit(void *self, struct problem *p)
{
	struct dorka *s = self;
	double *error = p->hist[HIST_ERROR], *sum = p->hist[HIST_SUM], *force = p->hist[HIST_ERROR_FORCE];
	double i = s->i * s->k.dt, d = s->d / s->k.dt;
	for (int j = 0; j < p->n; j++) {
		double e = force[j] + s->before[j] - s->force[j], old = error[j];
		sum[j] += e;
		error[j] = e;
		force[j] = -s->p * (e + i * sum[j] + d * (e - old));
	}
	vec_copy(p->n, s->before, p->hist[HIST_BEFORE]);
	p->hist_real[REAL_STARTED] = 1.0;
	return 0;
}

const struct integrator_ops integrator_dorka = {
	.name = "Dorka",
	.brief = "Dorka's substructure algorithm: sub-steps of command and measurement with a PID error force",
	.cite = "Obon Santacana & Dorka 2012, 15WCEE; Dorka 2002",
	.example = "0.25 0.5 -substeps 4|0.25 0.5 -substeps 4 -P 0 -control velocity|0.25 0.5 -substeps 8 -P 0 -control acceleration",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .order_coupled = 1, .rho_inf = 1, .linear_only = true },
	.size = sizeof(struct dorka),
	.nhist = NHIST,
	.nreal = NREAL,
	.parse = parse,
	.setup = setup,
	.predict = predict,
	.residual = residual,
	.form = form,
	.update = update,
	.commit = commit,
};
