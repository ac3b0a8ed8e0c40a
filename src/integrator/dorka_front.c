/* Dorka's sub-steps on the interface of a linear part that an engine advances. Equations in dorka.c.
 *
 * The engine gives u0+ (and v0+, a0+) without any force of this step, e; with the gain G = - f->gain, G_cc of the method,
 *   u0+ of the method = e + G f_e,   sub-steps as in dorka.c,   phi = - (f_{k-1} + f_e)
 */
#include "integrator/dorka.h"

/* Kept from step to step in f->own: f_{k-1}, e, sum of dt e, f_e, as in the state; f_k; was there a step (one number). */
enum { OWN_BEFORE, OWN_ERROR, OWN_SUM, OWN_ERROR_FORCE, OWN_FORCE, OWN_STARTED };

static int face_room(struct dorka_face *x, struct dorka *s, struct front *f, struct arena *mem, struct err *e)
{
	int m = f->m, n, rc;
	double **const vector[] = {&x->force, &x->before, &x->sub.before};

	x->c = (struct coupled){.m = m, .at = f->face.at};
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
	if ((rc = front_tangents(f, true, x->c.k, x->c.c)) || (rc = dorka_check(s, &x->c, e)))
		return rc;
	if (x->there.n > 0)
		problem_site_gain(&f->c->p, x->c.gain, x->gain);
	for (int q = 0; q < f->face.nelement; q++)
		x->anew |= f->face.element[q].v->committed_k >= 0;
	x->taken = f->own[OWN_STARTED][0] == 0.0 && f->c->p.hist_real[REAL_STARTED] != 0.0;
	for (int k = 0; k < NHIST && x->taken; k++)
		front_force_take(f, f->c->p.hist[k], f->own[OWN_BEFORE + k]);
	s->face = x;
	return 0;
}

void dorka_front_leave(void *self, struct front *f)
{
	struct problem *p = &f->c->p;

	(void)self;
	if (f->own[OWN_STARTED][0] == 0.0)
		return;
	for (int k = 0; k < NHIST; k++)
		front_force_give(f, f->own[OWN_BEFORE + k], p->hist[k]);
	p->hist_real[REAL_STARTED] = 1.0;
}

/* Before the first step elements say what they carry; before others those do that would say something else than in the last. */
static int start(const struct dorka_face *x, struct front *f)
{
	bool started = f->m > 0 && f->own[OWN_STARTED][0] != 0.0;
	if (f->m == 0 || (started && !x->anew))
		return 0;
	int rc = front_ask_still(f);

	vec_copy(f->m, f->resist, f->own[OWN_FORCE]);
	vec_scale(f->m, -1.0, f->own[OWN_FORCE]);
	if (!started && !x->taken)
		vec_copy(f->m, f->own[OWN_FORCE], f->own[OWN_BEFORE]);
	return rc;
}

/* Ramps from the motion at t to that without this step's forces. */
static void ramps(const struct dorka *s, struct dorka_face *x, const struct front *f)
{
	const double b[MOTIONS] = {1.0, s->k.b_v, s->k.b_a};

	substeps_feed(&x->here, f->own[OWN_BEFORE], x->c.gf);
	for (int q = 0; q < MOTIONS; q++) {
		vec_copy(f->m, f->motion[q], x->c.now[q]);
		vec_mix(f->m, 1.0, x->c.now[q], -b[q], x->c.gf, x->c.x0[q]);
		for (int i = 0; i < f->m; i++)
			x->c.x1[q][i] = f->e[0][q][i] - vec_dot(f->m, f->gain[q] + (size_t)i * (size_t)f->m, f->own[OWN_ERROR_FORCE]);
	}
}

/* Forces on the structure, after a command. */
static int answer(struct dorka_face *x, struct front *f, double t)
{
	int rc = front_ask_at(f, x->sub.now, t);

	vec_copy(f->m, f->resist, x->force);
	vec_scale(f->m, -1.0, x->force);
	return rc;
}

static int substeps_here(struct dorka_face *x, struct front *f)
{
	int rc = 0;

	while (!rc && substeps_next(&x->sub)) {
		vec_copy(f->m, x->force, x->before);
		rc = answer(x, f, x->sub.t - f->c->p.tc);
		vec_copy(f->m, x->force, x->sub.f);
	}
	return rc;
}

static int substeps_there(struct dorka_face *x, struct front *f)
{
	int rc = problem_site_ramp(&f->c->p, &x->there, &x->sub);

	if (rc)
		return rc;
	vec_copy(f->m, x->sub.before, x->before);
	substeps_feed(&x->here, x->sub.before, x->sub.gf);
	substeps_end(&x->sub);
	return answer(x, f, f->dt);
}

int dorka_front_step(void *self, struct front *f, struct err *e)
{
	struct dorka *s = self;
	struct dorka_face *x = s->face;
	int rc = start(x, f);

	(void)e;
	if (rc)
		return rc;
	ramps(s, x, f);
	vec_copy(f->m, f->own[OWN_FORCE], x->force);
	vec_copy(f->m, f->own[OWN_FORCE], x->sub.f);
	x->sub.t0 = f->c->p.tc;
	substeps_begin(&x->sub, &x->here);
	rc = x->there.n > 0 ? substeps_there(x, f) : substeps_here(x, f);
	for (int j = 0; j < f->m && !rc; j++)
		f->phi[0][j] = -(x->before[j] + f->own[OWN_ERROR_FORCE][j]);
	return rc;
}

void dorka_front_commit(void *self, struct front *f)
{
	const struct dorka *s = self;
	const struct dorka_face *x = s->face;
	double *force = f->own[OWN_ERROR_FORCE], d = s->d / s->k.dt;

	for (int j = 0; j < f->m; j++) {
		double e = force[j] + x->before[j] - x->force[j], old = f->own[OWN_ERROR][j];

		f->own[OWN_SUM][j] += s->k.dt * e;
		f->own[OWN_ERROR][j] = e;
		force[j] = -s->p * (e + s->i * f->own[OWN_SUM][j] + d * (e - old));
		f->own[OWN_STARTED][j] = 1.0;
	}
	vec_copy(f->m, x->force, f->own[OWN_FORCE]);
	vec_copy(f->m, x->before, f->own[OWN_BEFORE]);
}
