/* Gain, contraction and exchange of the coupled part: see coupled.h for the equations. */
#include "integrator/coupled.h"

#include "math/radius.h"

int coupled_setup(struct coupled *c, struct problem *p, struct arena *run, struct err *e)
{
	c->m = problem_coupled(p, &c->at);
	return coupled_room(c, p->n, run, e);
}

int coupled_room(struct coupled *c, int all, struct arena *run, struct err *e)
{
	size_t m = (size_t)c->m, n = (size_t)all;
	const struct { double **at; size_t size; } need[] = {
		{&c->gain, m * m}, {&c->k, m * m}, {&c->c, m * m}, {&c->product, m * m}, {&c->work, RADIUS_WORK * m},
		{&c->f, m}, {&c->gf, m}, {&c->all, n},
		{&c->x0[MOTION_U], m}, {&c->x0[MOTION_V], m}, {&c->x0[MOTION_A], m},
		{&c->x1[MOTION_U], m}, {&c->x1[MOTION_V], m}, {&c->x1[MOTION_A], m},
		{&c->now[MOTION_U], m}, {&c->now[MOTION_V], m}, {&c->now[MOTION_A], m},
	};
	for (size_t i = 0; i < COUNT(need); i++)
		if (!(*need[i].at = ARENA_ARRAY(run, need[i].size, double)))
			return err_set(e, ERR_MEMORY, "integrator", "no memory for %d coupled unknowns", c->m);
	return 0;
}

int coupled_form(struct coupled *c, struct problem *p)
{
	for (int j = 0; j < c->m; j++) {
		int rc = problem_solve_unit(p, 0, c->at[j], c->m, c->at, c->gf);
		if (rc)
			return rc;
		for (int i = 0; i < c->m; i++)
			c->gain[i * c->m + j] = c->gf[i];
	}
	problem_coupled_stiffness(p, c->k);
	problem_coupled_damping(p, c->c);
	return 0;
}

int coupled_radius(struct coupled *c, double diagonal, double factor, double b_v, double *ret_radius)
{
	int m = c->m;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < m; j++) {
			double sum = 0.0;
			for (int k = 0; k < m; k++)
				sum += c->gain[i * m + k] * (c->k[k * m + j] + b_v * c->c[k * m + j]);
			c->product[i * m + j] = factor * sum + (i == j ? diagonal : 0.0);
		}
	return spectral_radius(m, c->product, c->work, ret_radius);
}

void coupled_take(const struct coupled *c, const double *x, double *ret_part)
{
	for (int i = 0; i < c->m; i++)
		ret_part[i] = x[c->at[i]];
}

int coupled_exchange(struct coupled *c, struct problem *p, double t, double *ret_f)
{
	for (int i = 0; i < c->m; i++) {
		p->u[c->at[i]] = c->now[MOTION_U][i];
		p->v[c->at[i]] = c->now[MOTION_V][i];
		p->a[c->at[i]] = c->now[MOTION_A][i];
	}
	problem_moved(p);
	int rc = problem_time(p, t);
	if (!rc)
		rc = problem_resist_coupled(p, ret_f);
	if (!rc)
		vec_scale(p->n, -1.0, ret_f);
	return rc;
}

void coupled_begin(struct coupled *c, const struct problem *p, const struct newmark *k, double weight)
{
	const double *const at[MOTIONS] = {p->uc, p->vc, p->ac}, b[MOTIONS] = {1.0, k->b_v, k->b_a};
	for (int x = 0; x < MOTIONS; x++) {
		coupled_take(c, at[x], c->now[x]);
		vec_mix(c->m, 1.0, c->now[x], -b[x] * weight, c->gf, c->x0[x]);
	}
}

void coupled_explicit(struct coupled *c, const struct problem *p, const struct newmark *k, const double *dx, double *ret_u, double *v, double *a)
{
	vec_add(p->n, k->b_v, dx, v);
	vec_add(p->n, k->b_a, dx, a);
	vec_mix(p->n, 1.0, p->uc, 1.0, dx, ret_u);
	coupled_take(c, ret_u, c->x1[MOTION_U]);
	coupled_take(c, v, c->x1[MOTION_V]);
	coupled_take(c, a, c->x1[MOTION_A]);
}

/* Changes places with the motion at the coupled unknowns. */
static void exchange_motion(struct coupled *c, struct problem *p)
{
	double *const all[MOTIONS] = {p->u, p->v, p->a};
	for (int x = 0; x < MOTIONS; x++)
		for (int i = 0; i < c->m; i++) {
			double keep = all[x][c->at[i]];
			all[x][c->at[i]] = c->now[x][i];
			c->now[x][i] = keep;
		}
}

int coupled_end(struct coupled *c, struct problem *p, const struct newmark *k, double weight, const double *f, const double *u, const double *v,
                const double *a)
{
	vec_copy(p->n, f, c->all);
	int rc = problem_solve(p, 0, c->all);
	if (rc)
		return rc;
	vec_mix(p->n, 1.0, u, weight, c->all, p->u);
	vec_mix(p->n, 1.0, v, weight * k->b_v, c->all, p->v);
	vec_mix(p->n, 1.0, a, weight * k->b_a, c->all, p->a);

	/* linear elements answer with the force of the end of the step; the others stay at the last command */
	exchange_motion(c, p);
	problem_hold(p);
	exchange_motion(c, p);
	return 0;
}

struct newmark newmark_alpha(double alpha, double dt)
{
	return newmark_step(0.25 * (1.0 - alpha) * (1.0 - alpha), 0.5 - alpha, dt);
}

struct newmark newmark_step(double beta, double gamma, double dt)
{
	return (struct newmark){.beta = beta, .gamma = gamma, .dt = dt, .b_v = gamma / (beta * dt), .b_a = 1.0 / (beta * dt * dt)};
}

void newmark_start(const struct newmark *k, const struct problem *p, double *ret_v, double *ret_a)
{
	vec_mix(p->n, 1.0 - k->gamma / k->beta, p->vc, k->dt * (1.0 - 0.5 * k->gamma / k->beta), p->ac, ret_v);
	vec_mix(p->n, -1.0 / (k->beta * k->dt), p->vc, 1.0 - 0.5 / k->beta, p->ac, ret_a);
}

int newmark_update(const struct newmark *k, struct problem *p, const double *dx, bool first, const double *v, const double *a)
{
	if (first) {
		vec_copy(p->n, p->uc, p->u);
		vec_copy(p->n, v, p->v);
		vec_copy(p->n, a, p->a);
	}
	vec_add(p->n, 1.0, dx, p->u);
	vec_add(p->n, k->b_v, dx, p->v);
	vec_add(p->n, k->b_a, dx, p->a);
	problem_moved(p);
	return 0;
}

int alpha_alone_residual(const struct newmark *k, double alpha, struct problem *p, double *ret_v, double *ret_a, double *work, double *ret_r)
{
	double w = 1.0 + alpha;
	int rc = problem_load(p, work);
	if (rc)
		return rc;
	vec_mix(p->n, -alpha, work, 0.0, work, ret_r);
	newmark_start(k, p, ret_v, ret_a);
	if ((rc = problem_time(p, p->tc + k->dt)) || (rc = problem_load(p, work)))
		return rc;
	vec_add(p->n, w, work, ret_r);
	const struct { enum operator which; const double *x; double factor; } part[] = {
		{OPERATOR_K_LINEAR, p->uc, alpha - w}, {OPERATOR_C_LINEAR, p->vc, alpha}, {OPERATOR_C_LINEAR, ret_v, -w}, {OPERATOR_M, ret_a, -1.0},
	};
	for (size_t i = 0; i < COUNT(part); i++) {
		if ((rc = problem_mul(p, part[i].which, part[i].x, work)))
			return rc;
		vec_add(p->n, part[i].factor, work, ret_r);
	}
	if ((rc = problem_resist_coupled(p, work)))
		return rc;
	vec_add(p->n, -w, work, ret_r);
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}
