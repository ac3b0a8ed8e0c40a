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
 *   e = M a+ + C v+ + K u+ - p+ - f_k = f_e + f_{k-1} - f_k,   f_e+ = -P [e + I sum (dt e) + D/dt (e - e-)]
 * The same equation written for the other two is v+ = v0+ + a1 G f and a+ = a0+ + a0 G f. With -control velocity (acceleration)
 * ramp and feedback are on v (on a), and the specimen receives their integral from u (and v) at t by the trapezoidal rule over
 * the sub-steps; it begins anew in every step, so that it does not drift from the model. Displacement, velocity and acceleration
 * are sent together: those that are not integrated are their own equations' values.
 * Forces are one sub-step old: first order in dt/k where elements are coupled, second order in dt where none is.
 * Sub-steps contract when rho(G_cc (K_s + a1 C_s)) < 1; that and the decay of e are checked for every new dt.
 * -single makes the sub-steps' arithmetic (ramp, G_cc f) in single precision, as the controller of the University of Kassel does.
 * Where one specimen is all that is coupled, and its site is elsewhere, the site gets G_cc in its coordinates and runs the sub-steps by itself: only u0 at
 * both ends of the step travels, and the last two forces come back (experiment/substeps.h; -where).
 *
 * F. Obon Santacana & U. E. Dorka, Effects of large numerical models in continuous hybrid simulation, 15WCEE, Lisbon 2012.
 * U. E. Dorka, Hybrid experimental-numerical simulation of vibrating structures, WAVE2002, Okayama 2002.
 */
#include "integrator/dorka.h"

#include "math/radius.h"

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
	{ "-where auto|here|site", PARAM_ROW, 0, false, 0, { 0.0, 0.0, false, false },
	  "who runs the sub-steps; default auto: the specimen's site where it is elsewhere and can, so that a step is one round trip; else the integrator" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	static const char *const control[] = {"displacement", "velocity", "acceleration", NULL}, *const place[] = {"auto", "here", "site", NULL};
	struct dorka *s = self;
	int rc = 0, at = -1, which;
	while (!rc && a->at != at) {
		at = a->at;
		if (args_accept(a, "-control") && !(rc = args_choice(a, "-control", control, &which, e)))
			s->control = (enum substep_control)which;
		else if (!rc && args_accept(a, "-where") && !(rc = args_choice(a, "-where", place, &which, e)))
			s->place = (enum substep_place)which;
		if (!rc && a->at != at)
			rc = param_options(params, self, a, e);
	}
	return rc;
}

/* The sub-steps of the coupled unknowns, on the vectors of the coupled part; and whether a site will run them. */
static int setup_substeps(struct dorka *s, struct problem *p, struct arena *run, struct err *e)
{
	struct coupled *c = &s->c;
	int n, rc = problem_site(p, s->place, "integrator Dorka", &s->said, run, &n, e);
	if (rc)
		return rc;
	s->here = (struct substep_gains){.n = c->m, .k = s->substeps, .control = s->control, .single = s->single, .g = c->gain};
	s->there = s->here;
	s->there.n = n;
	s->there.g = s->gain = ARENA_ARRAY(run, (size_t)n * (size_t)n + 1, double);
	s->sub = (struct substeps){.f = c->f, .gf = c->gf, .before = ARENA_ARRAY(run, (size_t)c->m + 1, double)};
	if (!s->gain || !s->sub.before)
		return err_set(e, ERR_MEMORY, "integrator Dorka", "no memory for its sub-steps");
	for (int x = 0; x < MOTIONS; x++) {
		s->sub.x0[x] = c->x0[x];
		s->sub.x1[x] = c->x1[x];
		s->sub.now[x] = c->now[x];
	}
	return 0;
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct dorka *s = self;
	double **const vectors[] = { &s->v, &s->a, &s->force, &s->before, &s->work };
	int rc = integrator_vectors(vectors, COUNT(vectors), p, run, e);
	s->formed_dt = 0.0;
	if (rc || (rc = coupled_setup(&s->c, p, run, e)))
		return rc;
	return setup_substeps(s, p, run, e);
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

static int check_contraction(const struct dorka *s, struct coupled *c, struct err *e)
{
	double rho;
	int rc = coupled_radius(c, 0.0, 1.0, s->k.b_v, &rho);
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

/* With steps of one length e+ = -P [e + I dt sum e + D/dt (e - e-)]: the radius of this recursion, written for e, e- and the sum before e. */
static int check_error_force(const struct dorka *s, struct err *e)
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

int dorka_check(const struct dorka *s, struct coupled *c, struct err *e)
{
	int rc = check_contraction(s, c, e);
	return rc ? rc : check_error_force(s, e);
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct dorka *s = self;
	(void)which;
	int rc = problem_form(p, 0, STIFFNESS_LINEAR, 1.0, s->k.b_v, s->k.b_a, e);
	if (rc || s->formed_dt == s->k.dt)
		return rc;
	s->formed_dt = 0.0;
	if ((rc = coupled_form(&s->c, p)) || (rc = dorka_check(s, &s->c, e)))
		return rc;
	s->formed_dt = s->k.dt;
	s->here.dt = s->there.dt = s->k.dt;
	s->here.b_v = s->there.b_v = s->k.b_v;
	s->here.b_a = s->there.b_a = s->k.b_a;
	if (s->there.n > 0)
		problem_site_gain(p, s->c.gain, s->gain);
	return 0;
}

/* --- the step ------------------------------------------------------------------------------------ */

static int residual(void *self, struct problem *p, double *ret_r)
{
	struct dorka *s = self;
	RT_CHECK(s->formed_dt == s->k.dt, ERR_STATE);
	int rc = problem_resist_coupled(p, s->force);
	if (rc)
		return rc;
	vec_scale(p->n, -1.0, s->force);
	vec_copy(p->n, p->hist_real[REAL_STARTED] != 0.0 ? p->hist[HIST_BEFORE] : s->force, s->before);
	coupled_take(&s->c, s->before, s->c.f);
	substeps_feed(&s->here, s->c.f, s->c.gf);
	coupled_begin(&s->c, p, &s->k, 1.0);

	/* equilibrium without coupled elements at u, v*, a* */
	newmark_start(&s->k, p, s->v, s->a);
	if ((rc = problem_time(p, p->tc + s->k.dt)) || (rc = problem_load(p, ret_r)))
		return rc;
	const struct { enum operator which; const double *x; } part[] = {
		{OPERATOR_M, s->a}, {OPERATOR_C_LINEAR, s->v}, {OPERATOR_K_LINEAR, p->uc},
	};
	for (size_t i = 0; i < COUNT(part); i++) {
		if ((rc = problem_mul(p, part[i].which, part[i].x, s->work)))
			return rc;
		vec_add(p->n, -1.0, s->work, ret_r);
	}
	/* a linear part on its own: the force that was found for it, with f_e in it */
	vec_add(p->n, 1.0, s->c.m == 0 ? s->force : p->hist[HIST_ERROR_FORCE], ret_r);
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}

/* The specimen's site runs them; elements then stand where the last one went. */
static int substeps_there(struct dorka *s, struct problem *p)
{
	struct substeps *sub = &s->sub;
	int rc = problem_site_ramp(p, &s->there, sub);
	if (rc)
		return rc;
	vec_copy(p->n, s->force, s->before);
	for (int i = 0; i < s->c.m; i++)
		s->before[s->c.at[i]] = sub->before[i];
	substeps_feed(&s->here, sub->before, sub->gf);
	substeps_end(sub);
	return coupled_exchange(&s->c, p, p->tc + s->k.dt, s->force);
}

static int substeps_here(struct dorka *s, struct problem *p)
{
	struct substeps *sub = &s->sub;
	int rc = 0;
	coupled_take(&s->c, s->force, sub->f);
	while (!rc && substeps_next(sub)) {
		vec_copy(p->n, s->force, s->before);
		rc = coupled_exchange(&s->c, p, sub->t, s->force);
		coupled_take(&s->c, s->force, sub->f);
	}
	return rc;
}

static int substeps(struct dorka *s, struct problem *p)
{
	s->sub.t0 = p->tc;
	substeps_begin(&s->sub, &s->here);
	return s->there.n > 0 ? substeps_there(s, p) : substeps_here(s, p);
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct dorka *s = self;
	if (s->c.m == 0)
		return newmark_update(&s->k, p, dx, s->updates++ == 0, s->v, s->a);
	RT_CHECK(s->updates++ == 0, ERR_STATE);
	coupled_explicit(&s->c, p, &s->k, dx, s->work, s->v, s->a);
	int rc = substeps(s, p);
	return rc ? rc : coupled_end(&s->c, p, &s->k, 1.0, s->before, s->work, s->v, s->a);
}

static int commit(void *self, struct problem *p)
{
	struct dorka *s = self;
	double *error = p->hist[HIST_ERROR], *sum = p->hist[HIST_SUM], *force = p->hist[HIST_ERROR_FORCE];
	double d = s->d / s->k.dt;
	if (s->c.m == 0)
		return 0;
	for (int j = 0; j < p->n; j++) {
		double e = force[j] + s->before[j] - s->force[j], old = error[j];
		sum[j] += s->k.dt * e;
		error[j] = e;
		force[j] = -s->p * (e + s->i * sum[j] + d * (e - old));
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
	.claims = { .order = 2, .order_coupled = 1, .rho_inf = 1, .front = FRONT_SUBSTEPS, .linear_matrix = true, .linear_only = true, .linear_stay = true },
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
	.front_form = dorka_front_form,
	.front_step = dorka_front_step,
	.front_commit = dorka_front_commit,
	.front_leave = dorka_front_leave,
};
