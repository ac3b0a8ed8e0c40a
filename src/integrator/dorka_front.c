/* Dorka's sub-steps on the interface of a linear part that an engine advances. Equations in dorka.c.
 *
 * The engine gives u0+ (and v0+, a0+) without any force of this step, e; with the gain G = - f->gain, G_cc of the method,
 *   u0+ of the method = e + G f_e,   sub-steps as in dorka.c,   phi = - (f_{k-1} + f_e)
 * What a step leaves for the next is taken up when that begins: a step that fails later on leaves nothing.
 */
#include "integrator/dorka.h"

static int face_room(struct dorka_face *x, struct dorka *s, struct front *f, struct arena *mem, struct err *e)
{
	int m = f->m, n, rc;
	double **const vector[] = {&x->force, &x->before, &x->error, &x->sum, &x->error_force, &x->next[0], &x->next[1], &x->next[2], &x->next[3], &x->next[4],
	                           &x->sub.before};

	x->c = (struct coupled){.m = m, .at = f->at};
	if ((rc = coupled_room(&x->c, 1, mem, e)) || (rc = problem_site(&f->c->p, s->place, "integrator Dorka", &s->said, mem, &n, e)))
		return rc;
	for (size_t i = 0; i < COUNT(vector); i++)
		if (!(*vector[i] = ARENA_ARRAY(mem, (size_t)m + 1, double)))
			return err_set(e, ERR_MEMORY, "integrator Dorka", "no memory for its sub-steps");
	x->gain = ARENA_ARRAY(mem, (size_t)n * (size_t)n + 1, double);
	if (!x->gain)
		return err_set(e, ERR_MEMORY, "integrator Dorka", "no memory for its sub-steps");
	x->here = (struct substep_gains){.n = m, .k = s->substeps, .control = s->control, .single = s->single, .dt = s->k.dt, .b_v = s->k.b_v, .b_a = s->k.b_a,
	                                 .g = x->c.gain};
	x->there = x->here;
	x->there.n = n;
	x->there.g = x->gain;
	x->sub.f = x->c.f;
	x->sub.gf = x->c.gf;
	for (int q = 0; q < MOTIONS; q++) {
		x->sub.x0[q] = x->c.x0[q];
		x->sub.x1[q] = x->c.x1[q];
		x->sub.now[q] = x->c.now[q];
	}
	return 0;
}

int dorka_front_form(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct dorka *s = self;
	struct dorka_face *x = ARENA_NEW(mem, struct dorka_face);
	int rc;

	if (!x)
		return err_set(e, ERR_MEMORY, "integrator Dorka", "no memory for its sub-steps");
	s->k = newmark_step(s->beta, s->gamma, f->dt);
	if ((rc = face_room(x, s, f, mem, e)))
		return rc;
	for (int i = 0; i < f->m * f->m; i++)
		x->c.gain[i] = -f->gain[0][i];
	front_tangents(f, true, x->c.k, x->c.c);
	if ((rc = dorka_check(s, &x->c, e)))
		return rc;
	if (x->there.n > 0)
		problem_site_gain(&f->c->p, x->c.gain, x->gain);
	x->step = -1;
	s->face = x;
	return 0;
}

/* The last step was accepted: what it left counts. Before the first one elements say what they carry. */
static int take_up(struct dorka_face *x, struct front *f)
{
	double *const kept[] = {x->force, x->before, x->error, x->sum, x->error_force};

	if (x->step >= 0 && f->done == x->step + 1) {
		for (size_t i = 0; i < COUNT(kept); i++)
			vec_copy(f->m, x->next[i], kept[i]);
		x->started = true;
	}
	x->step = f->done;
	if (x->started)
		return 0;
	int rc = front_ask_at(f, f->motion, 0.0);
	vec_copy(f->m, f->resist, x->force);
	vec_scale(f->m, -1.0, x->force);
	vec_copy(f->m, x->force, x->before);
	return rc;
}

/* Ramps from the motion at t to that without this step's forces. */
static void ramps(const struct dorka *s, struct dorka_face *x, const struct front *f)
{
	const double b[MOTIONS] = {1.0, s->k.b_v, s->k.b_a};

	substeps_feed(&x->here, x->before, x->c.gf);
	for (int q = 0; q < MOTIONS; q++) {
		vec_copy(f->m, f->motion[q], x->c.now[q]);
		vec_mix(f->m, 1.0, x->c.now[q], -b[q], x->c.gf, x->c.x0[q]);
		for (int i = 0; i < f->m; i++)
			x->c.x1[q][i] = f->e[0][q][i] - vec_dot(f->m, f->gain[q] + (size_t)i * (size_t)f->m, x->error_force);
	}
}

static int substeps_here(struct dorka_face *x, struct front *f, double *force, double *before)
{
	struct substeps *sub = &x->sub;
	int rc = 0;

	while (!rc && substeps_next(sub)) {
		vec_copy(f->m, force, before);
		rc = front_ask_at(f, sub->now, sub->t - f->c->p.tc);
		vec_copy(f->m, f->resist, force);
		vec_scale(f->m, -1.0, force);
		vec_copy(f->m, force, sub->f);
	}
	return rc;
}

static int substeps_there(struct dorka_face *x, struct front *f, double *force, double *before)
{
	struct substeps *sub = &x->sub;
	int rc = problem_site_ramp(&f->c->p, &x->there, sub);

	if (rc)
		return rc;
	vec_copy(f->m, sub->before, before);
	substeps_feed(&x->here, sub->before, sub->gf);
	substeps_end(sub);
	rc = front_ask_at(f, sub->now, f->dt);
	vec_copy(f->m, f->resist, force);
	vec_scale(f->m, -1.0, force);
	return rc;
}

int dorka_front_step(void *self, struct front *f)
{
	struct dorka *s = self;
	struct dorka_face *x = s->face;
	double *force = x->next[0], *before = x->next[1], i = s->i * s->k.dt, d = s->d / s->k.dt;
	int rc = take_up(x, f);

	if (rc)
		return rc;
	ramps(s, x, f);
	vec_copy(f->m, x->force, force);
	vec_copy(f->m, x->before, before);
	vec_copy(f->m, x->force, x->sub.f);
	x->sub.t0 = f->c->p.tc;
	substeps_begin(&x->sub, &x->here);
	rc = x->there.n > 0 ? substeps_there(x, f, force, before) : substeps_here(x, f, force, before);
	for (int j = 0; j < f->m && !rc; j++) {
		double e = x->error_force[j] + before[j] - force[j];

		f->phi[0][j] = -(before[j] + x->error_force[j]);
		x->next[3][j] = x->sum[j] + e;
		x->next[2][j] = e;
		x->next[4][j] = -s->p * (e + i * x->next[3][j] + d * (e - x->error[j]));
	}
	return rc;
}
