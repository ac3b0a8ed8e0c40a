/* The shared step of explicit and operator-splitting methods: see explicit_common.h for the equations. */
#include "integrator/explicit_common.h"

#include "math/radius.h"

int explicit_vector(struct problem *p, struct arena *run, double **ret_x, struct err *e)
{
	double *x = ARENA_ARRAY(run, (size_t)p->n, double);
	if (!x)
		return err_set(e, ERR_MEMORY, "integrator", "no memory for a vector of %d unknowns", p->n);
	*ret_x = x;
	return 0;
}

int explicit_setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct explicit_step *s = self;
	double **const vectors[] = { &s->u, &s->v, &s->a, &s->start, &s->work, &s->more };
	for (size_t i = 0; i < COUNT(vectors); i++) {
		int rc = explicit_vector(p, run, vectors[i], e);
		if (rc)
			return rc;
	}
	s->which = STIFFNESS_TANGENT;
	return 0;
}

void explicit_weights(struct explicit_step *s, double rho)
{
	s->alpha_i = (2.0 - rho) / (1.0 + rho);
	s->alpha_f = 1.0 / (1.0 + rho);
	s->beta = 1.0 / ((1.0 + rho) * (1.0 + rho));
	s->gamma = 0.5 * (3.0 - rho) / (1.0 + rho);
}

static int wrong_count(const char *object, const char *allowed, struct err *e)
{
	int rc = err_set(e, ERR_ARGUMENT, object, "wrong number of parameters");
	err_allowed(e, "%s", allowed);
	return rc;
}

const struct param explicit_alpha_params[] = {
	{ "alpha", PARAM_REAL, offsetof(struct explicit_alpha_words, step.alpha_f), true, 1, { 0.0, 1.0, true, false },
	  "weight of the new state, 2/3 to 1" },
	{ "beta", PARAM_REAL, offsetof(struct explicit_alpha_words, step.beta), false, NAN, RANGE_POSITIVE,
	  "displacement parameter; (2 - alpha)^2/4 when left out" },
	{ "gamma", PARAM_REAL, offsetof(struct explicit_alpha_words, step.gamma), false, NAN, RANGE_POSITIVE,
	  "velocity parameter; 3/2 - alpha when left out" },
	EXPLICIT_FOLLOW(struct explicit_alpha_words),
	{ 0 },
};

const struct param explicit_radius_params[] = {
	{ "rhoInf|alphaI", PARAM_REAL, offsetof(struct explicit_radius, first), true, 0, { 0.0, 2.0, false, false },
	  "spectral radius at infinity, 0 to 1; with four numbers: weight of the new acceleration" },
	{ "alphaF", PARAM_REAL, offsetof(struct explicit_radius, step.alpha_f), false, NAN, RANGE_POSITIVE,
	  "weight of the new forces; derived from rhoInf when left out" },
	{ "beta", PARAM_REAL, offsetof(struct explicit_radius, step.beta), false, NAN, RANGE_POSITIVE,
	  "displacement parameter; derived from rhoInf when left out" },
	{ "gamma", PARAM_REAL, offsetof(struct explicit_radius, step.gamma), false, NAN, RANGE_POSITIVE,
	  "velocity parameter; derived from rhoInf when left out" },
	EXPLICIT_FOLLOW(struct explicit_radius),
	{ 0 },
};

int explicit_alpha(struct explicit_step *s, const char *object, struct err *e)
{
	s->alpha_i = 1.0;
	if (isnan(s->beta) != isnan(s->gamma))
		return wrong_count(object, "alpha, or alpha beta gamma", e);
	if (isnan(s->beta)) {
		s->beta = 0.25 * (2.0 - s->alpha_f) * (2.0 - s->alpha_f);
		s->gamma = 1.5 - s->alpha_f;
	}
	return 0;
}

static int need_unit(double rho, const char *name, const char *object, struct err *e)
{
	if (rho >= 0.0 && rho <= 1.0)
		return 0;
	int rc = err_set(e, ERR_RANGE, object, "%s is out of range", name);
	err_value(e, "%g", rho);
	err_allowed(e, "between 0 and 1");
	return rc;
}

int explicit_rho_or_weights(struct explicit_step *s, double first, const char *object, struct err *e)
{
	if (isnan(s->alpha_f)) {
		int rc = need_unit(first, "rhoInf", object, e);
		if (!rc)
			explicit_weights(s, first);
		return rc;
	}
	if (isnan(s->gamma))
		return wrong_count(object, "rhoInf, or alphaI alphaF beta gamma", e);
	s->alpha_i = first;
	return 0;
}

int explicit_bifurcation(struct explicit_step *s, double first, const char *object, struct err *e)
{
	double r = first, f = s->alpha_f;
	if (isnan(s->beta) != isnan(s->gamma))
		return wrong_count(object, "rhoB alphaF, or alphaI alphaF beta gamma", e);
	if (!isnan(s->beta)) {
		s->alpha_i = first;
		return 0;
	}
	int rc = need_unit(r, "rhoB", object, e);
	if (rc)
		return rc;
	if (f == 1.0) {
		rc = err_set(e, ERR_RANGE, object, "beta is infinite for alphaF = 1");
		err_allowed(e, "alphaF other than 1");
		return rc;
	}
	s->alpha_i = (2.0 - r) / (1.0 + r);
	s->gamma = 0.5 + s->alpha_i - f;
	s->beta = (5.0 - 3.0 * r - 3.0 * f * (2.0 + r - r * r) + f * f * (2.0 + 3.0 * r - r * r * r)) /
		((1.0 - f) * (2.0 - r) * (1.0 + r) * (1.0 + r));
	return 0;
}

int explicit_begin(struct explicit_step *s, struct problem *p, double dt)
{
	RT_CHECK(dt > 0.0, ERR_RANGE);
	s->dt = dt;
	s->updates = 0;

	/* the unknown is the acceleration, with splitting the displacement beyond the predictor */
	s->c3 = s->split ? 1.0 / (s->beta * dt * dt) : 1.0;
	s->c2 = s->gamma * dt * s->c3;
	s->c1 = s->beta * dt * dt * s->c3;

	vec_mix(p->n, 1.0, p->uc, dt, p->vc, s->u);
	vec_add(p->n, (0.5 - s->beta) * dt * dt, p->ac, s->u);
	vec_mix(p->n, 1.0, p->vc, (1.0 - s->gamma) * dt, p->ac, s->v);
	vec_copy(p->n, p->ac, s->a);
	vec_scale(p->n, 1.0 - s->alpha_i, s->a);
	return 0;
}

double explicit_last(const struct problem *p, double dt)
{
	return p->hist_real[0] > 0.0 ? p->hist_real[0] : dt;
}

int explicit_at_start(struct problem *p)
{
	vec_copy(p->n, p->uc, p->u);
	vec_copy(p->n, p->vc, p->v);
	vec_zero(p->n, p->a);
	problem_moved(p);
	return problem_time(p, p->tc);
}

int explicit_start(struct problem *p)
{
	int rc = explicit_at_start(p);
	if (!rc)
		rc = problem_residual(p, p->hist[0]);
	p->hist_real[0] = rc ? 0.0 : EXPLICIT_BEGUN;
	return rc;
}

/* (f - F)(t): kept from the last step. Before the first, what the committed acceleration answers for, or evaluated. */
static int old_unbalance(struct explicit_step *s, struct problem *p)
{
	s->old = p->hist[0];
	if (p->hist_real[0] != 0.0)
		return 0;
	s->old = s->start;
	if (!s->evaluate_start)
		return problem_mul(p, OPERATOR_M, p->ac, s->start);
	int rc = explicit_at_start(p);
	return rc ? rc : problem_residual(p, s->start);
}

int explicit_place(struct explicit_step *s, struct problem *p)
{
	int n = p->n;
	double w = s->alpha_f;
	if (s->averaged) {
		int rc = old_unbalance(s, p);
		if (rc)
			return rc;
		/* explicit_residual weighs the new residual by w, but the old acceleration enters with its own weight */
		vec_copy(n, s->u, p->u);
		vec_copy(n, s->v, p->v);
		vec_copy(n, s->a, p->a);
		vec_scale(n, 1.0 / w, p->a);
		problem_moved(p);
		return problem_time(p, p->tc + s->dt);
	}
	bool seen = s->split && p->hist_real[0] != 0.0;
	vec_mix(n, 1.0 - w, seen ? p->hist[0] : p->uc, w, s->u, p->u);
	vec_mix(n, 1.0 - w, p->vc, w, s->v, p->v);
	vec_copy(n, s->a, p->a);
	problem_moved(p);
	return problem_time(p, p->tc + w * s->dt);
}

int explicit_predict(void *self, struct problem *p, double dt)
{
	struct explicit_step *s = self;
	int rc = explicit_begin(s, p, dt);
	return rc ? rc : explicit_place(s, p);
}

/* r -= weight K (u - u~): what the elements did not see of a displacement. */
static int add_unseen(struct explicit_step *s, struct problem *p, double weight, const double *u, const double *seen, double *r)
{
	vec_mix(p->n, 1.0, u, -1.0, seen, s->work);
	int rc = problem_mul(p, s->which == STIFFNESS_INITIAL ? OPERATOR_K0 : OPERATOR_K, s->work, s->more);
	if (!rc)
		vec_add(p->n, -weight, s->more, r);
	return rc;
}

int explicit_residual(void *self, struct problem *p, double *ret_r)
{
	struct explicit_step *s = self;
	int rc = problem_residual(p, ret_r);
	if (rc)
		return rc;
	if (s->averaged)
		vec_mix(p->n, s->alpha_f, ret_r, 1.0 - s->alpha_f, s->old, ret_r);
	else if (s->split && s->alpha_f < 1.0 && p->hist_real[0] != 0.0)
		rc = add_unseen(s, p, 1.0 - s->alpha_f, p->uc, p->hist[0], ret_r);
	return rc;
}

int explicit_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	struct explicit_step *s = self;
	s->which = which;
	double ck = s->split ? s->alpha_f * s->c1 : 0.0;
	return problem_form(p, 0, which, ck, s->alpha_f * s->c2, s->alpha_i * s->c3, e);
}

int explicit_once(struct explicit_step *s)
{
	return s->updates++ == 0 ? 0 : ERR_STATE;
}

int explicit_update(void *self, struct problem *p, const double *dx)
{
	struct explicit_step *s = self;
	int rc = explicit_once(s);
	if (rc)
		return rc;
	/* the predictor is still needed where elements stay behind */
	if (s->split)
		vec_copy(p->n, s->u, s->start);
	vec_add(p->n, s->c1, dx, s->u);
	vec_add(p->n, s->c2, dx, s->v);
	vec_copy(p->n, s->v, p->v);
	vec_copy(p->n, dx, p->a);
	vec_scale(p->n, s->c3, p->a);
	if (s->averaged && !s->split)
		vec_copy(p->n, s->u, p->u);
	problem_hold(p);
	return 0;
}

/* (f - F)(t + dt) as the next step's old unbalance, with splitting less K (u+ - u~). */
static int keep_unbalance(struct explicit_step *s, struct problem *p)
{
	double *kept = p->hist[0];
	int rc = problem_load(p, kept);
	if (rc || (rc = problem_resist(p, s->work)))
		return rc;
	vec_add(p->n, -1.0, s->work, kept);
	return s->split ? add_unseen(s, p, 1.0, s->u, s->start, kept) : 0;
}

int explicit_commit(void *self, struct problem *p)
{
	struct explicit_step *s = self;
	int rc = 0;
	if (s->averaged && s->alpha_f != 1.0)
		rc = keep_unbalance(s, p);
	else if (s->split)
		vec_copy(p->n, s->start, p->hist[0]);
	if (rc)
		return rc;
	if (s->averaged || s->split)
		p->hist_real[0] = s->dt;

	/* nodes move on; elements stay where they were asked unless they follow */
	vec_copy(p->n, s->u, p->u);
	if (s->follow)
		problem_moved(p);
	return problem_time(p, p->tc + s->dt);
}

int explicit_mass(struct problem *p, int slot, struct err *e)
{
	struct err inner;
	err_clear(&inner);
	int rc = problem_form(p, slot, STIFFNESS_INITIAL, 0.0, 0.0, 1.0, &inner);
	if (rc) {
		err_set(e, rc, "integrator", "the method needs the inverse of the mass matrix: %.90s", inner.what);
		err_hint(e, "give every free freedom a mass, or constrain it");
	}
	return rc;
}

/* A turn of Lanczos' recurrence. v: the vector of now, before: the one before and beta its weight; ret_z: what is left of M^-1 K0 v (highest) or K0^-1 M v. */
static int lanczos_turn(struct problem *p, int slot, bool highest, const double *v, double *before, double *beta, double *ret_alpha, double *ret_z)
{
	int rc = problem_mul(p, highest ? OPERATOR_K0 : OPERATOR_M, v, ret_z);
	if (rc || (rc = problem_solve(p, slot, ret_z)))
		return rc;
	vec_add(p->n, -*beta, before, ret_z);
	if ((rc = problem_mul(p, OPERATOR_M, v, before)))
		return rc;
	*ret_alpha = vec_dot(p->n, before, ret_z);
	vec_add(p->n, -*ret_alpha, v, ret_z);
	if ((rc = problem_mul(p, OPERATOR_M, ret_z, before)))
		return rc;
	*beta = sqrt(fmax(vec_dot(p->n, before, ret_z), 0.0));
	return 0;
}

int explicit_omega2(struct problem *p, int slot, bool highest, double *work, double *more, double *ret_omega2, struct err *e)
{
	enum { TURNS = 60 };
	double t[TURNS * TURNS], alpha[TURNS], beta[TURNS], room[TURNS * RADIUS_WORK], size, found = 0.0;
	double *before = p->a;       /* on trial: of nobody in set-up */
	int n = 0, rc = highest ? explicit_mass(p, slot, e) : problem_form(p, slot, STIFFNESS_INITIAL, 1.0, 0.0, 0.0, e);
	if (rc)
		return rc;
	if (p->n == 0) {
		*ret_omega2 = highest ? 0.0 : INFINITY;
		return 0;
	}
	for (int i = 0; i < p->n; i++)
		work[i] = 1.0 + 0.37 * (i % 7) * (i & 1 ? -1.0 : 1.0);
	if ((rc = problem_mul(p, OPERATOR_M, work, more)))
		return rc;
	size = sqrt(vec_dot(p->n, work, more));
	RT_CHECK(size > 0.0, ERR_SINGULAR);
	vec_scale(p->n, 1.0 / size, work);
	vec_zero(p->n, before);
	for (size = 0.0; n < TURNS && n < p->n && !rc; n++) {
		rc = lanczos_turn(p, slot, highest, work, before, &size, &alpha[n], more);
		beta[n] = size;
		/* nothing is left: the start was made of so many modes */
		if (!rc && size <= 1e-12 * fabs(alpha[n])) {
			n++;
			break;
		}
		vec_copy(p->n, work, before);
		vec_mix(p->n, 1.0 / size, more, 0.0, more, work);
	}
	vec_copy(p->n, p->ac, p->a);
	memset(t, 0, sizeof(t));
	for (int i = 0; i < n && !rc; i++) {
		t[i * n + i] = alpha[i];
		if (i + 1 < n)
			t[i * n + i + 1] = t[(i + 1) * n + i] = beta[i];
	}
	if (!rc)
		rc = spectral_radius(n, t, room, &found);
	if (!rc)
		*ret_omega2 = highest ? found : 1.0 / found;
	return rc;
}
