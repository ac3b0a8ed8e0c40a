/* One-step methods with commands of their own on the interface of a linear part that an engine advances. See integrator_common.h.
 *
 * The linear part takes all of the increment of one solution. Here the same iterations as of the whole structure go on with m unknowns: from the prediction,
 * with Newton's increments (front_increment) of which the method takes its part; u, v, a at the end of the step follow from it as they do there,
 *   z := z + (cu, cv, ca) part,   elements at (1 - alpha_f) u + alpha_f z_u and so on (with averaged forces at z)
 *
 * Limited and reduced increments: until the test is passed, by the increments of the interface and by g with G_u g = b_u, the force that would take it to where
 * the linear part asks it to be. A limit is one of the interface's increments. The force found is phi where the commands have ended.
 *
 * A fixed number of iterations: the last command is where the linear part is with the force phi_a of its increment; the correction afterwards, which is not
 * commanded, with that of one more. The linear part gets the first for its solution, the second for its commit. Averaged forces keep
 * phi + (C - C_0) dv of the last command instead of the latter, phi_b; the difference is put right with the force of the next step,
 *   s+ = (1 - alpha_f)/alpha_f [phi + (C - C_0) dv - phi_b - s],   both forces of that step plus s
 * and when the front ends, in what the linear part has kept: less alpha_f s.
 */
#include "integrator/integrator_common.h"

#include "interface/front.h"
#include "math/lapack.h"

enum { U, V, A };

struct onestep_face {                /* of the interface, m each. owned: arena of front_form */
	double *at[3], *step[3];         /* u, v, a at t_n + theta dt; an increment where elements are */
	double *dx, *part;               /* the increment of the unknown, and what is taken of it */
	double *phi, *next;              /* force for the last command; s of the next step */
	double *begun;                   /* u of t_n, until the step is accepted */
	double *inverse;                 /* m x m: factors of G_u */
	double *force, *rest;            /* phi where elements are; g */
	int *pivot;
	struct front_system system;
	bool initial;                    /* the algorithm keeps to the initial stiffness */
};

/* Kept from step to step in f->own: u of the last two steps; s; the lengths of these two (one number each, 0: none yet). */
enum { OWN_LAST, OWN_BEFORE, OWN_SHIFT, OWN_DT, OWN_DT_BEFORE };

/* --- set-up -------------------------------------------------------------------------------------- */

static int room(struct onestep_face *x, int m, struct arena *mem, struct err *e)
{
	double **const vector[] = {&x->at[U], &x->at[V], &x->at[A], &x->step[U], &x->step[V], &x->step[A], &x->dx, &x->part, &x->phi, &x->next,
	                           &x->begun, &x->force, &x->rest};
	bool whole = true;

	for (size_t i = 0; i < COUNT(vector); i++)
		whole &= (*vector[i] = ARENA_ARRAY(mem, (size_t)m + 1, double)) != NULL;
	x->inverse = ARENA_ARRAY(mem, (size_t)m * (size_t)m + 1, double);
	x->pivot = ARENA_ARRAY(mem, (size_t)m + 1, int);
	whole = whole && x->inverse && x->pivot && !front_system_take(&x->system, m, mem);
	return whole ? 0 : err_set(e, ERR_MEMORY, "integrator", "no memory for %d coupled unknowns", m);
}

/* Factors of the gain. Motions of an interface that hang on each other make it singular: a little on its diagonal does no harm, b_u is in its range. */
static int gain_factor(struct onestep_face *x, const struct front *f, struct err *e)
{
	int m = f->m, info = 0;
	double little = 1e-12 * vec_max(m * m, f->gain[U]);

	for (int i = 0; i < m; i++)
		for (int j = 0; j < m; j++)
			x->inverse[j * m + i] = f->gain[U][i * m + j] - (i == j ? little : 0.0);
	if (m > 0)
		dgetrf_(&m, &m, x->inverse, &m, x->pivot, &info);
	return info ? err_set(e, ERR_SINGULAR, "integrator", "forces at the interface do not move it") : 0;
}

int onestep_front_form(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct onestep *s = self;
	struct state *state = f->c->state;
	struct onestep_face *x = s->face = ARENA_NEW(mem, struct onestep_face);
	int code = x ? room(x, f->m, mem, e) : err_set(e, ERR_MEMORY, "integrator", "no memory for %d coupled unknowns", f->m);

	if (code)
		return code;
	s->dt = f->dt;
	f->held = onestep_stays(s);
	x->initial = algorithm_matrix(&f->an->algorithm) == MATRIX_INITIAL;
	if (s->increment != INCREMENT_FIXED)
		return gain_factor(x, f, e);
	/* what another engine has kept goes on */
	bool others = f->own[OWN_DT][0] == 0.0 && state_reals(state)[0] > 0.0;
	for (int k = 0; k < ONESTEP_PAST && others; k++) {
		port_take(&f->face.port, f->c->map.n, state_integrator(state, k), f->own[OWN_LAST + k]);
		f->own[OWN_DT + k][0] = state_reals(state)[k];
	}
	return 0;
}

/* --- the step ------------------------------------------------------------------------------------ */

/* Weights of the new state where elements are: displacement and velocity; acceleration. */
static double weight(const struct onestep *s, int x)
{
	return s->averaged ? 1.0 : x == A ? s->alpha_i : s->alpha_f;
}

static void place(const struct onestep *s, struct front *f)
{
	for (int x = U; x <= A; x++)
		vec_mix(f->m, 1.0 - weight(s, x), f->motion[x], weight(s, x), s->face->at[x], f->e[0][x]);
}

/* The prediction; e[1] is where the linear part is without this step's forces. */
static void predict(struct onestep *s, struct front *f)
{
	struct onestep_face *x = s->face;
	struct prediction k = onestep_coefficients(s);
	int m = f->m;

	for (int q = U; q <= A; q++)
		for (int i = 0; i < m; i++)
			f->e[1][q][i] = f->e[0][q][i] + vec_dot(m, f->gain[q] + (size_t)i * (size_t)m, f->own[OWN_SHIFT]);
	vec_mix(m, 1.0, f->motion[U], k.uv, f->motion[V], x->at[U]);
	vec_add(m, k.ua, f->motion[A], x->at[U]);
	vec_mix(m, k.vv, f->motion[V], k.va, f->motion[A], x->at[V]);
	vec_mix(m, k.av, f->motion[V], k.aa, f->motion[A], x->at[A]);
	place(s, f);
}

/* Newton's increment from where elements are: into face.step, and of the unknown into face.dx. */
static int increment(struct onestep *s, struct front *f, enum front_matrix which, double *ret_phi)
{
	struct onestep_face *x = s->face;
	int code = front_increment(&x->system, f, f->e[1], f->e[0], which, x->step, ret_phi);

	if (!code)
		vec_mix(f->m, 1.0 / (weight(s, U) * s->cu), x->step[U], 0.0, x->step[U], x->dx);
	return code;
}

static void take(struct onestep *s, struct front *f)
{
	struct onestep_face *x = s->face;

	vec_add(f->m, s->cu, x->part, x->at[U]);
	vec_add(f->m, s->cv, x->part, x->at[V]);
	vec_add(f->m, s->ca, x->part, x->at[A]);
	place(s, f);
}

/* The force that would take the interface to where the linear part asks it to be. */
static void rest(struct onestep *s, struct front *f)
{
	struct onestep_face *x = s->face;
	int m = f->m, one = 1, info;

	front_phi(f, f->e[0], x->force);
	for (int i = 0; i < m; i++)
		x->rest[i] = f->e[1][U][i] + vec_dot(m, f->gain[U] + (size_t)i * (size_t)m, x->force) - f->e[0][U][i];
	if (m > 0)
		dgetrs_("N", &m, &one, x->inverse, &m, x->pivot, x->rest, &m, &info, 1);
}

/* Limited and reduced increments. */
static int converge(struct onestep *s, struct front *f, struct err *e)
{
	struct onestep_face *x = s->face;
	struct test *test = &f->an->test;
	int code = front_ask(f, 0);

	if (code)
		return code;
	rest(s, f);
	test_begin(test, f->m, x->rest);
	for (int i = 0; i < test->limit; i++) {
		code = increment(s, f, x->initial ? FRONT_INITIAL : FRONT_TANGENT, x->phi);
		if (code)
			return code;
		vec_mix(f->m, onestep_share(s, f->m, x->dx), x->dx, 0.0, x->dx, x->part);
		take(s, f);
		code = front_ask(f, 0);
		if (code)
			return code;
		rest(s, f);
		code = test_check(test, f->m, x->dx, x->rest);
		if (code < 0)
			return test_report(test, code, e);
		vec_copy(f->m, x->force, f->phi[0]);
		if (code)
			return test->count;
	}
	return test_report(test, ERR_CONVERGE, e);
}

/* What averaged forces keep, and the linear part does not. */
static int shift(struct onestep *s, struct front *f)
{
	struct onestep_face *x = s->face;
	double factor = (1.0 - s->alpha_f) / s->alpha_f;
	int code = front_changes(&x->system, f, false);

	for (int i = 0; i < f->m; i++)
		x->next[i] = factor * (x->system.phi[i] + vec_dot(f->m, x->system.c + (size_t)i * (size_t)f->m, x->step[V]) - f->phi[1][i]);
	vec_add(f->m, -factor, f->own[OWN_SHIFT], x->next);
	return code;
}

static int commands(struct onestep *s, struct front *f)
{
	struct onestep_face *x = s->face;
	enum front_matrix which = x->initial ? FRONT_INITIAL : FRONT_TANGENT;
	struct onestep_past past = {.u = {NULL, f->motion[U], f->motion[U], f->motion[U]}, .dt = {f->dt, f->dt}};
	/* where the last command was not the end of its step, the way there is not part of this one */
	int code = front_ask_by(f, f->e[0], f->offset[0], 0.0);

	if (f->own[OWN_DT][0] != 0.0)
		past = (struct onestep_past){.u = {NULL, f->motion[U], f->own[OWN_LAST], f->own[OWN_BEFORE]},
		                             .dt = {f->own[OWN_DT][0], f->own[OWN_DT_BEFORE][0]}};
	test_begin(&f->an->test, f->m, f->resist);
	for (s->iteration = 0; s->iteration < s->iterations && !code; s->iteration++) {
		code = increment(s, f, which, x->phi);
		if (code)
			return code;
		double gone = onestep_interpolate(s, f->m, &past, x->at[U], x->dx, x->part);

		take(s, f);
		code = front_ask_by(f, f->e[0], f->offset[0], gone * f->dt);
		if (!code && test_check(&f->an->test, f->m, x->dx, f->resist) < 0)
			code = ERR_NONFINITE;
	}
	return code ? code : increment(s, f, s->theta == 1.0 ? which : FRONT_KEPT, f->phi[1]);
}

int onestep_front_step(void *self, struct front *f, struct err *e)
{
	struct onestep *s = self;
	int code;

	predict(s, f);
	if (s->increment != INCREMENT_FIXED)
		return f->c->nlooped ? converge(s, f, e) : 0;
	code = commands(s, f);
	if (!code && s->averaged)
		code = shift(s, f);
	if (code)
		return code;
	vec_copy(f->m, s->face->phi, f->phi[0]);
	for (int k = 0; k < FRONT_FORCES; k++)
		vec_add(f->m, 1.0, f->own[OWN_SHIFT], f->phi[k]);
	vec_copy(f->m, f->motion[U], s->face->begun);
	return s->iterations;
}

void onestep_front_commit(void *self, struct front *f)
{
	struct onestep *s = self;

	bool first = f->own[OWN_DT][0] == 0.0;

	vec_copy(f->m, first ? s->face->begun : f->own[OWN_LAST], f->own[OWN_BEFORE]);
	vec_copy(f->m, s->face->begun, f->own[OWN_LAST]);
	if (s->averaged)
		vec_copy(f->m, s->face->next, f->own[OWN_SHIFT]);
	f->own[OWN_DT_BEFORE][0] = first ? f->dt : f->own[OWN_DT][0];
	f->own[OWN_DT][0] = f->dt;
}

void onestep_front_leave(void *self, struct front *f)
{
	const struct onestep *s = self;
	struct problem *p = &f->c->p;

	port_give(&f->face.port, p->n, -s->alpha_f, f->own[OWN_SHIFT], onestep_average(s, p));
}
