/* The implicit loop of Thewalt and Mahin in digital form: the alpha-method whose restoring force is measured while the command chases it.
 *
 *   M a+ + (1 + alpha) F+ - alpha F = (1 + alpha) f+ - alpha f,   beta = (1 - alpha)^2/4,   gamma = 1/2 - alpha
 *   u+ = u^ - (1 + alpha) E^-1 r(u+),   E = M/(beta dt^2) + (1 + alpha) [gamma/(beta dt) C + K]
 *
 * u^ is the explicit part, r the forces of all elements that are not linear, numerical or measured; C and K are those of the linear
 * ones, which need no chase (K = 0: the equation of the paper, u+ = u^ - dt^2 beta (1 + alpha) M-bar^-1 r+). In the paper an analog
 * circuit closes the loop; here the command goes n times a step, at t + (j/n) dt, part of the way to what the last force asks for:
 *   c_j = c_{j-1} + g [u (1 - s_j) + u^ s_j - (1 + alpha) G_cc r_{j-1} - c_{j-1}],   G_cc the coupled block of E^-1
 * s_j rises from 0 to 1 over the first share `-ramp` of the step; the others are left to the chase. Velocity and acceleration sent chase
 * their own equations in the same way. The loop contracts when rho[(1 - g) I - g (1 + alpha) G_cc (K_s + a1 C_s)] < 1; for the usual
 * symmetric structures when g < 2/(1 + rho_s), rho_s = rho[(1 + alpha) G_cc (K_s + a1 C_s)]. By default g = 2/(2 + rho_s), which makes
 * an error shrink by rho_s/(2 + rho_s) or faster a chase. The motion at the end of the step is in equilibrium with the force measured last.
 *
 * Where an engine advances the linear part by itself (interface/front.h), the chase runs on the interface: u^ is e, without any force of this step, plus
 * alpha E^-1 r(u), and phi = r+ - alpha/(1 + alpha) r(u) is the force of the linear part.
 *
 * C. R. Thewalt & S. A. Mahin, Hybrid solution techniques for generalized pseudodynamic testing, UCB/EERC-87/09, 1987.
 */
#include "integrator/coupled.h"
#include "interface/front.h"

struct thewalt_mahin {
	double alpha, given, ramp;
	int chases;
	double gain;                 /* in use */
	struct newmark k;
	double formed_dt;            /* step that the gain is for, 0: none */
	int updates;
	struct coupled c;
	double *v, *a;               /* v*, a*, then those of the explicit part. owned: run arena, as all below */
	double *force;               /* -r measured last */
	double *work;
	struct coupled face;         /* of the interface. owned: arena of front_form */
	double *before;              /* r(u) there */
};

static const struct param params[] = {
	{ "alpha", PARAM_REAL, offsetof(struct thewalt_mahin, alpha), true, 0, { -1.0 / 3.0, 0.0, false, false },
	  "numerical damping, 0 none; spectral radius at infinity (1 + alpha)/(1 - alpha)" },
	{ "-chases", PARAM_INT, offsetof(struct thewalt_mahin, chases), false, 20, { 1.0, 10000.0, false, false },
	  "commands a step, dt times the controller's rate" },
	{ "-gain", PARAM_REAL, offsetof(struct thewalt_mahin, given), false, NAN, { 0.0, 2.0, true, true },
	  "part of the way a command goes; from the structure's stiffness and mass when left out" },
	{ "-ramp", PARAM_REAL, offsetof(struct thewalt_mahin, ramp), false, 0.5, RANGE_UNIT,
	  "share of the step in which the explicit part is ramped" },
	{ 0 },
};

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct thewalt_mahin *s = self;
	double **const vectors[] = { &s->v, &s->a, &s->force, &s->work };
	int rc = integrator_vectors(vectors, COUNT(vectors), p, run, e);
	s->formed_dt = 0.0;
	return rc ? rc : coupled_setup(&s->c, p, run, e);
}

static int predict(void *self, struct problem *p, double dt)
{
	struct thewalt_mahin *s = self;
	(void)p;
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->k = newmark_alpha(s->alpha, dt);
	s->updates = 0;
	return 0;
}

/* The gain, refused when the command would not find the force. */
static int choose_gain(struct thewalt_mahin *s, struct coupled *c, struct err *e)
{
	double w = 1.0 + s->alpha, rho, shrink;
	int rc = coupled_radius(c, 0.0, w, s->k.b_v, &rho);
	if (rc)
		return err_set(e, rc, "integrator ThewaltMahin", "the stiffness of the coupled elements: %s", err_message(rc));
	s->gain = isnan(s->given) ? 2.0 / (2.0 + rho) : s->given;
	if ((rc = coupled_radius(c, 1.0 - s->gain, -s->gain * w, s->k.b_v, &shrink)) || shrink < 1.0)
		return rc;
	err_set(e, ERR_RANGE, "integrator ThewaltMahin", "the command does not settle: an error grows by %.6g a chase with dt = %g and the gain", shrink, s->k.dt);
	err_value(e, "%g", s->gain);
	err_allowed(e, "> 0 and < %.6g", 2.0 / (1.0 + rho));
	err_hint(e, "a smaller gain, a smaller dt or more mass at the coupling nodes help; without -gain it is chosen");
	return ERR_RANGE;
}

static int form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct thewalt_mahin *s = self;
	double w = 1.0 + s->alpha;
	(void)which;
	int rc = problem_form(p, 0, STIFFNESS_LINEAR, w, w * s->k.b_v, s->k.b_a, e);
	if (rc || s->formed_dt == s->k.dt)
		return rc;
	s->formed_dt = 0.0;
	if (!problem_alone(p) && ((rc = coupled_form(&s->c, p)) || (rc = choose_gain(s, &s->c, e))))
		return rc;
	s->formed_dt = s->k.dt;
	return 0;
}

/* y += factor (K u + C v) of the linear elements. */
static int add_linear(struct thewalt_mahin *s, struct problem *p, double factor, const double *u, const double *v, double *y)
{
	int rc = problem_mul(p, OPERATOR_K_LINEAR, u, s->work);
	if (rc)
		return rc;
	vec_add(p->n, factor, s->work, y);
	rc = problem_mul(p, OPERATOR_C_LINEAR, v, s->work);
	vec_add(p->n, factor, s->work, y);
	return rc;
}

/* G f of the force measured last, c->f. */
static void feedback(struct coupled *c)
{
	mat_vec(c->m, c->m, c->gain, c->f, c->gf);
}

static int residual(void *self, struct problem *p, double *ret_r)
{
	struct thewalt_mahin *s = self;
	double w = 1.0 + s->alpha;
	RT_CHECK(s->formed_dt == s->k.dt, ERR_STATE);
	if (problem_alone(p))
		return alpha_alone_residual(&s->k, s->alpha, p, s->v, s->a, s->work, ret_r);

	/* alpha (F - f) at t */
	int rc = problem_resist_coupled(p, s->force);
	if (rc || (rc = problem_load(p, s->work)))
		return rc;
	vec_mix(p->n, s->alpha, s->force, -s->alpha, s->work, ret_r);
	if ((rc = add_linear(s, p, s->alpha, p->uc, p->vc, ret_r)))
		return rc;
	vec_scale(p->n, -1.0, s->force);
	coupled_take(&s->c, s->force, s->c.f);
	feedback(&s->c);
	coupled_begin(&s->c, p, &s->k, w);

	/* equilibrium at t + dt without coupled elements, at u, v*, a* */
	newmark_start(&s->k, p, s->v, s->a);
	if ((rc = problem_time(p, p->tc + s->k.dt)) || (rc = problem_load(p, s->work)))
		return rc;
	vec_add(p->n, w, s->work, ret_r);
	if ((rc = add_linear(s, p, -w, p->uc, s->v, ret_r)) || (rc = problem_mul(p, OPERATOR_M, s->a, s->work)))
		return rc;
	vec_add(p->n, -1.0, s->work, ret_r);
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}

/* Command j, after what was measured last. Returns its time from the beginning of the step. */
static double move(const struct thewalt_mahin *s, struct coupled *c, int j)
{
	const double b[MOTIONS] = {1.0, s->k.b_v, s->k.b_a};
	double gone = j / (double)s->chases, share = gone < s->ramp ? gone / s->ramp : 1.0;
	feedback(c);
	for (int x = 0; x < MOTIONS; x++)
		for (int i = 0; i < c->m; i++) {
			double to = c->x0[x][i] * (1.0 - share) + c->x1[x][i] * share + b[x] * (1.0 + s->alpha) * c->gf[i];
			c->now[x][i] += s->gain * (to - c->now[x][i]);
		}
	return j == s->chases ? s->k.dt : gone * s->k.dt;
}

static int chase(struct thewalt_mahin *s, struct problem *p)
{
	int rc = 0;
	for (int j = 1; j <= s->chases && s->c.m > 0 && !rc; j++) {
		rc = coupled_exchange(&s->c, p, p->tc + move(s, &s->c, j), s->force);
		coupled_take(&s->c, s->force, s->c.f);
	}
	return rc;
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct thewalt_mahin *s = self;
	if (problem_alone(p))
		return newmark_update(&s->k, p, dx, s->updates++ == 0, s->v, s->a);
	RT_CHECK(s->updates++ == 0, ERR_STATE);
	coupled_explicit(&s->c, p, &s->k, dx, s->work, s->v, s->a);
	int rc = chase(s, p);
	return rc ? rc : coupled_end(&s->c, p, &s->k, 1.0 + s->alpha, s->force, s->work, s->v, s->a);
}

/* The time and the motion are those of the end already; coupled elements stay at the last command. */
static int commit(void *self, struct problem *p)
{
	(void)self;
	(void)p;
	return 0;
}

/* --- on the interface ---------------------------------------------------------------------------- */

static int face_form(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct thewalt_mahin *s = self;
	struct coupled *c = &s->face;
	int rc;

	*c = (struct coupled){.m = f->m, .at = f->face.at};
	s->k = newmark_alpha(s->alpha, f->dt);
	s->before = ARENA_ARRAY(mem, (size_t)f->m + 1, double);
	if (!s->before)
		return err_set(e, ERR_MEMORY, "integrator ThewaltMahin", "no memory for %d coupled unknowns", f->m);
	if ((rc = coupled_room(c, 1, mem, e)))
		return rc;
	for (int i = 0; i < f->m * f->m; i++)
		c->gain[i] = -f->gain[0][i] / (1.0 + s->alpha);
	if ((rc = front_tangents(f, false, c->k, c->c)) || (rc = front_tangents(f, true, c->k, c->product)))
		return rc;
	return choose_gain(s, c, e);
}

/* Ramps from the motion at t to that without the force of the end. */
static void ramps(struct thewalt_mahin *s, const struct front *f)
{
	const double b[MOTIONS] = {1.0, s->k.b_v, s->k.b_a};
	struct coupled *c = &s->face;
	double w = 1.0 + s->alpha;

	feedback(c);
	for (int x = 0; x < MOTIONS; x++) {
		vec_copy(f->m, f->motion[x], c->now[x]);
		vec_mix(f->m, 1.0, c->now[x], -b[x] * w, c->gf, c->x0[x]);
		for (int i = 0; i < f->m; i++)
			c->x1[x][i] = f->e[0][x][i] - s->alpha / w * vec_dot(f->m, f->gain[x] + (size_t)i * (size_t)f->m, s->before);
	}
}

static int face_step(void *self, struct front *f, struct err *e)
{
	struct thewalt_mahin *s = self;
	struct coupled *c = &s->face;
	int rc = front_ask_still(f);

	(void)e;
	vec_copy(f->m, f->resist, s->before);
	vec_mix(f->m, -1.0, f->resist, 0.0, f->resist, c->f);
	ramps(s, f);
	for (int j = 1; j <= s->chases && f->m > 0 && !rc; j++) {
		double t = move(s, c, j);

		rc = front_ask_at(f, c->now, t);
		vec_mix(f->m, -1.0, f->resist, 0.0, f->resist, c->f);
	}
	vec_mix(f->m, -1.0, c->f, -s->alpha / (1.0 + s->alpha), s->before, f->phi[0]);
	return rc;
}

const struct integrator_ops integrator_thewalt_mahin = {
	.name = "ThewaltMahin",
	.brief = "the alpha-method with a command that chases the measured force",
	.cite = "Thewalt & Mahin 1987, UCB/EERC-87/09",
	.example = "-0.1",
	.kind = INTEGRATOR_TRANSIENT,
	.params = params,
	.claims = { .order = 2, .rho_inf = 9.0 / 11.0, .front = FRONT_SUBSTEPS, .linear_matrix = true, .linear_only = true, .linear_stay = true },
	.size = sizeof(struct thewalt_mahin),
	.setup = setup,
	.predict = predict,
	.residual = residual,
	.form = form,
	.update = update,
	.commit = commit,
	.front_form = face_form,
	.front_step = face_step,
};
