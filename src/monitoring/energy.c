/* Work of all terms of the equation of motion, step by step. Equations in energy.h. */
#include "monitoring/energy.h"

#include "base/base.h"
#include "equations/core.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

enum force { FORCE_INERTIA, FORCE_DAMPING, FORCE_LINEAR, FORCE_LOAD, FORCE_LOOPED, FORCE_SPECIMEN, FORCES };

struct before {                         /* an experimental element at the last step */
	double *command, *measured, *force, *used;
};

struct energy {
	struct problem_core *core;         /* borrowed: analysis */
	int n;
	double *now[FORCES], *last[FORCES];
	double *u, *seen;                  /* unknowns at the last step, and where elements saw them */
	double *left[2];                   /* force that the method leaves unbalanced, now and at the last step */
	double *part;                      /* a force of one element */
	struct before *before;
};

/* --- forces of now --------------------------------------------------------------------------------- */

static void scatter(const struct problem_core *c, const struct view *v, const double *f, double *ret_y)
{
	for (int k = 0; k < v->el->ndof; k++)
		dofmap_scatter(&c->map, v->dof[k], f[k], ret_y);
}

/* Inertia of prescribed accelerations through an element that is no part of the constant load. */
static void inertia_prescribed(struct energy *e, const struct view *v)
{
	const struct problem_core *c = e->core;
	int n = v->el->ndof;

	memset(e->part, 0, (size_t)n * sizeof(double));
	for (int j = 0; j < n; j++) {
		double a = dofmap_prescribed(&c->map, v->dof[j], state_source(c->state, 2));

		for (int i = 0; i < n; i++)
			e->part[i] += v->mass[i * n + j] * a;
	}
	scatter(c, v, e->part, e->now[FORCE_INERTIA]);
}

/* Committed answers of an element that is evaluated one by one; specimens are not moved for it. */
static void looped(struct energy *e, const struct view *v)
{
	struct problem_core *c = e->core;
	struct element_io io = view_committed(c, v);
	bool damped = view_damped(v->el);

	v->el->ops->respond(v->el->self, &io, c->el_f, damped && v->el->factor[1] != 0.0 ? c->el_k : NULL, NULL);
	scatter(c, v, c->el_f, e->now[v->el->ops->exchange ? FORCE_SPECIMEN : FORCE_LOOPED]);
	if (damped) {
		memset(e->part, 0, (size_t)v->el->ndof * sizeof(double));
		view_damping_add(c, v, e->part);
		scatter(c, v, e->part, e->now[FORCE_DAMPING]);
	}
	if (v->prescribed && v->mass)
		inertia_prescribed(e, v);
}

static void forces(struct energy *e)
{
	struct problem_core *c = e->core;
	struct problem *p = &c->p;

	/* what an engine left for later; where it cannot be had the motion is not a number */
	(void)analysis_whole(c->an, NULL);

	problem_mul(p, OPERATOR_M, p->ac, e->now[FORCE_INERTIA]);
	problem_mul(p, OPERATOR_C_LINEAR, p->vc, e->now[FORCE_DAMPING]);
	problem_mul(p, OPERATOR_K_LINEAR, p->uc, e->now[FORCE_LINEAR]);
	vec_copy(e->n, c->f, e->now[FORCE_LOAD]);
	vec_zero(e->n, e->now[FORCE_LOOPED]);
	vec_zero(e->n, e->now[FORCE_SPECIMEN]);
	for (int i = 0; i < c->nlooped; i++)
		looped(e, &c->view[c->looped[i]]);
	for (int i = 0; i < e->n; i++)
		e->left[0][i] = e->now[FORCE_LOAD][i] - e->now[FORCE_INERTIA][i] - e->now[FORCE_DAMPING][i] - e->now[FORCE_LINEAR][i] - e->now[FORCE_LOOPED][i]
		              - e->now[FORCE_SPECIMEN][i];
}

static void remember(struct energy *e, const struct monitor_element *element, int nelement)
{
	const struct problem_core *c = e->core;

	for (int k = 0; k < FORCES; k++) {
		double *old = e->last[k];

		e->last[k] = e->now[k];
		e->now[k] = old;
	}
	double *old = e->left[1];

	e->left[1] = e->left[0];
	e->left[0] = old;
	vec_copy(e->n, c->p.uc, e->u);
	vec_copy(e->n, state_seen(c->state, 0), e->seen);
	for (int i = 0; i < nelement; i++) {
		const struct element_exchange *x = &element[i].now;

		vec_copy(x->n, x->command, e->before[i].command);
		vec_copy(x->n, x->measured, e->before[i].measured);
		vec_copy(x->n, x->force, e->before[i].force);
		vec_copy(x->n, x->used, e->before[i].used);
	}
}

/* --- beginning ------------------------------------------------------------------------------------- */

static bool before_take(struct before *b, int n, struct arena *mem)
{
	double **const room[] = {&b->command, &b->measured, &b->force, &b->used};
	bool good = true;

	for (size_t k = 0; k < COUNT(room); k++) {
		*room[k] = ARENA_ARRAY(mem, (size_t)n + 1, double);
		good &= *room[k] != NULL;
	}
	return good;
}

struct energy *energy_begin(struct problem *p, const struct monitor_element *element, int nelement, struct arena *mem)
{
	struct energy *e = ARENA_NEW(mem, struct energy);
	size_t n = (size_t)p->n + 1;
	bool good = e != NULL;

	if (!good)
		return NULL;
	*e = (struct energy){.core = p->core, .n = p->n, .u = ARENA_ARRAY(mem, n, double), .seen = ARENA_ARRAY(mem, n, double),
	                     .left = {ARENA_ARRAY(mem, n, double), ARENA_ARRAY(mem, n, double)},
	                     .part = ARENA_ARRAY(mem, ELEMENT_DOF_MAX, double),
	                     .before = ARENA_ARRAY(mem, (size_t)nelement + 1, struct before)};
	good = e->u && e->seen && e->left[0] && e->left[1] && e->part && e->before;
	for (int k = 0; k < FORCES && good; k++) {
		e->now[k] = ARENA_ARRAY(mem, n, double);
		e->last[k] = ARENA_ARRAY(mem, n, double);
		good = e->now[k] && e->last[k];
	}
	for (int i = 0; i < nelement && good; i++)
		good = before_take(&e->before[i], element[i].now.n, mem);
	if (!good)
		return NULL;
	forces(e);
	remember(e, element, nelement);
	return e;
}

/* --- steps ----------------------------------------------------------------------------------------- */

/* 1/2 (F + F_before)' (x - x_before) */
static double work(int n, const double *now, const double *last, const double *x, const double *before)
{
	double sum = 0.0;

	for (int i = 0; i < n; i++)
		sum += (now[i] + last[i]) * (x[i] - before[i]);
	return 0.5 * sum;
}

/* E_E - E_BE of an element's coordinates that actuators drive. */
static double error_of(const struct element_exchange *x, const struct before *b)
{
	double sum = 0.0;

	for (int i = 0; i < x->n && x->seen; i++)
		if (x->driven[i])
			sum += (x->used[i] + b->used[i]) * (x->command[i] - b->command[i]) - (x->force[i] + b->force[i]) * (x->measured[i] - b->measured[i]);
	return 0.5 * sum;
}

void energy_step(struct energy *e, const struct monitor_element *element, int nelement, struct monitor_energy *sum)
{
	const struct problem_core *c = e->core;
	const double *u = c->p.uc, *seen = state_seen(c->state, 0);
	double w[FORCES];

	forces(e);
	for (int k = 0; k < FORCES; k++) {
		bool where_seen = k == FORCE_LOOPED || k == FORCE_SPECIMEN;

		w[k] = work(e->n, e->now[k], e->last[k], where_seen ? seen : u, where_seen ? e->seen : e->u);
	}
	sum->unbalanced += work(e->n, e->left[0], e->left[1], u, e->u);
	for (int k = FORCE_LOOPED; k <= FORCE_SPECIMEN; k++)
		sum->unbalanced -= w[k] - work(e->n, e->now[k], e->last[k], u, e->u);
	sum->kinetic += w[FORCE_INERTIA];
	sum->viscous += w[FORCE_DAMPING];
	sum->numerical += w[FORCE_LINEAR] + w[FORCE_LOOPED];
	sum->observed += w[FORCE_SPECIMEN];
	sum->input += w[FORCE_LOAD];
	for (int i = 0; i < nelement; i++)
		sum->error += error_of(&element[i].now, &e->before[i]);
	sum->specimen = sum->observed - sum->error;
	sum->balance = sum->input - sum->error - sum->unbalanced - (sum->kinetic + sum->viscous + sum->numerical + sum->specimen);
	sum->most = fmax(sum->most, fabs(sum->input));
	remember(e, element, nelement);
}
