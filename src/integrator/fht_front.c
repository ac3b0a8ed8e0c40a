/* The iterations of the Fast Hybrid Test on the interface of a linear part that an engine advances. Equations in fht.c.
 *
 * The linear part has the initial stiffness and damping of all elements, so that what is left of the force F(d) of the pair is
 *   phi(d) = phi_m + (C - C_0)(v - v_c),   phi_m = F_m - K_ini d_c - C_0 v_c
 * and a solution with the residual at d_{k-1} is
 *   d_k = e + G [phi(d_{k-1}) - s],   s = alpha/(1 + alpha) phi of the last step,
 * e without any force of this step, G the gain of the engine. The force of the linear part is phi - s of the last solution.
 */
#include "integrator/fht.h"

/* Kept from step to step in f->own: last command of this step and of the one before, phi; size of the last step (one number, 0: none). */
enum { OWN_COMMAND, OWN_BEFORE, OWN_PHI, OWN_DT };

/* What steps of the whole structure have kept: phi is what F has beside the linear elements and the virgin others. */
static void take(struct front *f)
{
	const struct problem *p = &f->c->p;

	port_take(&f->face.port, p->n, p->hist[HIST_COMMAND], f->own[OWN_COMMAND]);
	port_take(&f->face.port, p->n, p->hist[HIST_BEFORE], f->own[OWN_BEFORE]);
	interface_virgin_force(&f->face, f->motion[MOTION_U], f->motion[MOTION_V], f->dphi);
	front_force_take(f, p->hist[HIST_FORCE], f->own[OWN_PHI]);
	vec_add(f->m, -1.0, f->dphi, f->own[OWN_PHI]);
	f->own[OWN_DT][0] = p->hist_real[REAL_DT];
}

void fht_front_leave(void *self, struct front *f)
{
	struct problem *p = &f->c->p;

	(void)self;
	if (f->own[OWN_DT][0] == 0.0)
		return;
	interface_virgin_force(&f->face, f->motion[MOTION_U], f->motion[MOTION_V], f->dphi);
	vec_add(f->m, 1.0, f->own[OWN_PHI], f->dphi);
	front_force_give(f, f->dphi, p->hist[HIST_FORCE]);

	/* elements stand where they were commanded last, and linear ones with them */
	vec_copy(p->n, state_seen(f->c->state, 0), p->hist[HIST_COMMAND]);
	vec_copy(p->n, p->hist[HIST_COMMAND], p->hist[HIST_BEFORE]);
	front_coordinates(f, f->own[OWN_BEFORE], p->hist[HIST_BEFORE]);
	p->hist_real[REAL_STARTED] = 1.0;
	p->hist_real[REAL_DT] = f->own[OWN_DT][0];
}

int fht_front_form(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct fht *s = self;
	struct fht_face *x = &s->face;
	double **const vector[] = {&x->trial[MOTION_U], &x->trial[MOTION_V], &x->trial[MOTION_A], &x->now[MOTION_U], &x->now[MOTION_V], &x->now[MOTION_A],
	                           &x->measured, &x->pair, &x->used, &x->shift, &x->slip};

	s->k = newmark_alpha(s->alpha, f->dt);
	for (size_t i = 0; i < COUNT(vector); i++)
		if (!(*vector[i] = ARENA_ARRAY(mem, (size_t)f->m + 1, double)))
			return err_set(e, ERR_MEMORY, "integrator FHT", "no memory for %d coupled unknowns", f->m);
	problem_pair(&f->c->p, true);
	if (f->own[OWN_DT][0] == 0.0 && f->c->p.hist_real[REAL_STARTED] != 0.0)
		take(f);
	return front_system_take(&x->system, f->m, mem) ? err_set(e, ERR_MEMORY, "integrator FHT", "no memory for %d coupled unknowns", f->m) : 0;
}

/* What elements have answered to the command, and C - C_0 there. */
static int measure(struct fht_face *x, struct front *f)
{
	front_phi(f, x->now, x->measured);
	return front_changes(&x->system, f, false);
}

static void pair_force(struct fht_face *x, const struct front *f)
{
	vec_mix(f->m, 1.0, x->trial[MOTION_V], -1.0, x->now[MOTION_V], x->slip);
	for (int i = 0; i < f->m; i++)
		x->pair[i] = x->measured[i] + vec_dot(f->m, x->system.c + (size_t)i * (size_t)f->m, x->slip);
}

/* The next trial, with the force at the present one. */
static void iterate(struct fht_face *x, const struct front *f)
{
	pair_force(x, f);
	vec_mix(f->m, 1.0, x->pair, -1.0, x->shift, x->used);
	for (int q = 0; q < MOTIONS; q++)
		for (int i = 0; i < f->m; i++)
			x->trial[q][i] = f->e[0][q][i] + vec_dot(f->m, f->gain[q] + (size_t)i * (size_t)f->m, x->used);
}

/* The first trial, with what is measured before anything moves. */
static int start(const struct fht *s, struct fht_face *x, struct front *f)
{
	bool started = f->own[OWN_DT][0] != 0.0;
	double b = s->k.beta, g = s->k.gamma;
	int rc = front_ask_still(f);

	if (!started)
		vec_copy(f->m, f->seen[MOTION_U], f->own[OWN_COMMAND]);
	vec_copy(f->m, f->seen[MOTION_U], x->now[MOTION_U]);
	vec_copy(f->m, f->seen[MOTION_V], x->now[MOTION_V]);
	if (!rc)
		rc = measure(x, f);
	vec_copy(f->m, f->motion[MOTION_V], x->trial[MOTION_V]);
	pair_force(x, f);
	vec_mix(f->m, s->alpha / (1.0 + s->alpha), started ? f->own[OWN_PHI] : x->pair, 0.0, x->pair, x->shift);
	vec_mix(f->m, 1.0 - g / b, f->motion[MOTION_V], s->k.dt * (1.0 - 0.5 * g / b), f->motion[MOTION_A], x->trial[MOTION_V]);
	iterate(x, f);
	return rc;
}

int fht_front_step(void *self, struct front *f, struct err *e)
{
	struct fht *s = self;
	struct fht_face *x = &s->face;
	const struct fht_past past = {.v = f->motion[MOTION_V], .now = x->now[MOTION_U], .command = f->own[OWN_COMMAND],
	                              .before = f->own[OWN_BEFORE], .dt = f->own[OWN_DT][0]};
	int rc = start(s, x, f);

	(void)e;
	for (int k = 0; k < s->iterations && !rc; k++) {
		pair_force(x, f);
		rc = front_ask_at(f, x->now, fht_command(s, k, f->m, &past, x->trial[MOTION_U], x->now));
		if (!rc && (k + 1 < s->iterations || s->correction)) {
			rc = measure(x, f);
			iterate(x, f);
		}
	}
	if (s->correction)
		pair_force(x, f);
	vec_copy(f->m, x->used, f->phi[0]);
	return rc;
}

void fht_front_commit(void *self, struct front *f)
{
	const struct fht *s = self;
	const struct fht_face *x = &s->face;

	vec_copy(f->m, f->own[OWN_COMMAND], f->own[OWN_BEFORE]);
	vec_copy(f->m, x->now[MOTION_U], f->own[OWN_COMMAND]);
	vec_copy(f->m, x->pair, f->own[OWN_PHI]);
	f->own[OWN_DT][0] = s->k.dt;
}
