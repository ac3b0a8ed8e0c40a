/* The step on the interface: set-up, the three points of a step, commit. See front.h and advance.h. */
#include "interface/front.h"

#include "interface/follow.h"
#include "math/dense.h"
#include "math/vec.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDING 1e-14   /* of a force, in a difference of forces */

bool front_wanted(const struct analysis *an)
{
	return an->way.ops && an->kind == ANALYSIS_TRANSIENT && an->integrator.ops->kind == INTEGRATOR_TRANSIENT;
}

/* --- set-up -------------------------------------------------------------------------------------- */

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "engine", "no memory for the interface");
}

void front_turn(struct front *f, int phase)
{
	f->phase = phase;
	for (int x = 0; x < MOTION_KINDS; x++)
		f->gain[x] = f->gain_of[phase][x];
}

int front_tangents(struct front *f, bool initial, double *ret_k, double *ret_c)
{
	struct interface *x = &f->face;
	size_t m = (size_t)f->m;

	int code = interface_tangents(x, f->asked, f->seen[0], initial, f->newton_room.dk, f->newton_room.dc);

	vec_zero((int)(m * m), ret_k);
	vec_zero((int)(m * m), ret_c);
	for (size_t i = 0; i < m; i++)
		for (int k = x->row[i]; k < x->row[i + 1]; k++) {
			ret_k[i * m + (size_t)x->column[k]] = f->newton_room.dk[k];
			ret_c[i * m + (size_t)x->column[k]] = f->newton_room.dc[k];
		}
	return code;
}

void front_motion(const struct front *f, const double *x, double *ret_motion)
{
	struct port held = f->face.port;

	held.m = f->nheld;
	port_take(&held, f->c->map.n, x, ret_motion);
	for (int i = f->nheld; i < f->nwatch; i++)
		ret_motion[i] = x[f->watch[i]];
}

/* Watched motion, and where elements stand, from the problem's state. */
static void motion_read(struct front *f)
{
	static const enum state_part part[MOTION_KINDS] = {STATE_U, STATE_V, STATE_A};

	for (int x = 0; x < MOTION_KINDS; x++)
		front_motion(f, state_vec(f->c->state, part[x]), f->motion[x]);
	for (int x = 0; x < 2; x++) {
		port_take(&f->face.port, f->c->map.n, state_seen(f->c->state, x), f->seen[x]);
		vec_copy(f->m, f->seen[x], f->asked[x]);
	}
}

int front_make(struct analysis *an, struct advance *way, struct arena *mem, struct front **ret, struct err *e)
{
	struct problem_core *c = core_of(an);
	bool shift = !an->integrator.ops->claims.linear_matrix;
	struct front *f;
	int code = front_refuse(an, way, e);

	if (code)
		return code;
	f = ARENA_NEW(mem, struct front);
	if (!f)
		return no_memory(e);
	*f = (struct front){.an = an, .c = c, .way = way, .newton = an->integrator.ops->claims.front == FRONT_NEWTON,
	                    .phases = an->integrator.ops->phases ? an->integrator.ops->phases : 1};
	ASSERT(f->phases <= FRONT_PHASES);
	code = front_take(f, shift, mem, e);
	if (!code)
		code = linear_setup(&f->linear, c, &f->face.port, f->kinds, &an->integrator, shift, mem, e);
	if (code)
		return code;
	f->stiffness = f->linear.c.val_k;
	code = way->ops->setup ? way->ops->setup(way->self, f, mem, e) : linear_start(&f->linear, mem, e);
	if (code) {
		if (way->ops->fini)
			way->ops->fini(way->self);
		return code;
	}
	motion_read(f);
	*ret = f;
	return 0;
}

int front_setup(struct analysis *an, struct err *e)
{
	return front_make(an, &an->way, &an->work, &an->front, e);
}

/* --- before the steps ---------------------------------------------------------------------------- */

/* When elements are asked, and whether what they answer after the solution matters: by a step from rest without loads. */
static int points_probe(struct front *f, struct err *e)
{
	struct linear_part *l = &f->linear;
	double *const rest[MOTION_KINDS] = {f->e[2][0], f->e[2][1], f->e[2][2]}, begun, largest = 0.0;
	int code;

	linear_quiet(l);
	begun = l->c.p.tc;
	code = linear_predict(l, f->dt);
	f->offset[0] = l->c.p.t - begun;
	if (!code)
		code = linear_solve(l, e);
	if (f->newton)
		f->offset[0] = l->c.p.t - begun;
	f->offset[1] = l->c.p.t - begun;
	for (int i = 0; i < f->m; i++)
		f->dx[i] = 1.0;
	if (!code && !f->newton)
		linear_phi(l, f->dx);
	if (!code)
		code = linear_end(l);
	f->offset[2] = l->c.p.t - begun;
	f->apart = l->c.state->apart;
	if (!code)
		code = linear_idle(l, f->dt, e);
	if (!code)
		linear_seen(l, rest);
	for (int x = 0; !code && x < MOTION_KINDS; x++)
		largest = fmax(largest, vec_max(f->m, rest[x]));
	f->late = largest > 0.0;
	linear_loud(l);
	return code;
}

/* Implicit methods: do elements stay, at the end of the step, where its solution left them? Steps with forces from rest show it. */
static int still_probe(struct front *f, struct err *e)
{
	struct linear_part *l = &f->linear;
	int code = 0;

	f->still = f->newton && !f->an->integrator.ops->front_step && f->offset[1] == f->offset[2];
	linear_quiet(l);
	for (int k = 0; k <= f->phases && f->still && !code; k++) {
		code = linear_predict(l, f->dt);
		linear_phi(l, f->dx);
		if (!code)
			code = linear_solve(l, e);
		if (!code)
			linear_seen(l, f->e[1]);
		if (!code)
			code = linear_end(l);
		if (!code)
			linear_seen(l, f->e[2]);
		for (int x = 0; x < f->kinds && !code; x++)
			f->still &= memcmp(f->e[1][x], f->e[2][x], (size_t)f->m * sizeof(double)) == 0;
	}
	linear_loud(l);
	return code;
}

int front_probe(struct front *f, double dt, int horizon, struct err *e)
{
	f->horizon = horizon;
	f->done = 0;
	f->dt = dt;
	vec_zero(f->m, f->phi[0]);
	vec_zero(f->m, f->phi[1]);
	int code = points_probe(f, e);
	return code ? code : still_probe(f, e);
}

static int refuse_step(const struct front *f, double dt, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, "engine", "the step changes during the run, from %.10g to %.10g: %s knows one step only", f->dt, dt, f->way->ops->name);
	err_hint(e, "keep the step, or take another engine (condensed, modal, sparse)");
	return ERR_UNSUPPORTED;
}

/* The n steps to come. A bounded way whose steps are gone is armed for twice as many each time: a script may ask for one step at a time. */
static int horizon_next(const struct front *f, int n)
{
	if (!f->way->ops->bounded || f->dt == 0.0)
		return n;
	int twice = f->horizon <= INT_MAX / 2 ? 2 * f->horizon : INT_MAX;

	return n > twice ? n : twice;
}

/* What the integrator's first step needs of elements that are not of the linear part. */
static int start(struct front *f, struct err *e)
{
	struct problem_core *c = f->c;
	const struct integrator_ops *ops = f->an->integrator.ops;
	int code;

	if (!ops->start || state_reals(c->state)[0] != 0.0)
		return 0;
	problem_begin(c);
	code = ops->start(&c->p);
	problem_begin(c);
	return code ? err_set(e, code, ops->name, "the forces at the beginning: %s", err_message(code)) : 0;
}

int front_ready(struct front *f, double dt, int n, struct err *e)
{
	const struct advance_ops *ops = f->way->ops;
	int code;

	if (f->dt == dt && (!ops->bounded || f->done < f->horizon))
		return follow_adjust(f, e);
	if (ops->bounded && f->dt != 0.0 && f->dt != dt)
		return refuse_step(f, dt, e);
	code = front_whole(f, e);
	if (code)
		return code;
	follow_stop(f);
	arena_reset(&f->an->ahead);
	code = start(f, e);
	if (!code)
		code = front_probe(f, dt, horizon_next(f, n), e);
	if (!code)
		code = ops->arm(f->way->self, f, &f->an->ahead, e);
	if (!code)
		front_newton_begin(f);
	if (!code && f->an->integrator.ops->front_form)
		code = f->an->integrator.ops->front_form(f->an->integrator.self, f, &f->an->ahead, e);
	arena_seal(&f->an->ahead);
	if (code)
		f->dt = 0.0;
	return code ? code : follow_adjust(f, e);
}

void front_force_take(const struct front *f, const double *x, double *ret_phi)
{
	port_take(&f->face.port, f->c->map.n, x, ret_phi);
	if (f->square)
		mat_factored_solve(f->m, f->square, f->pivot, ret_phi);
}

void front_force_give(const struct front *f, const double *phi, double *ret_x)
{
	vec_zero(f->c->map.n, ret_x);
	port_give(&f->face.port, f->c->map.n, 1.0, phi, ret_x);
}

void front_coordinates(struct front *f, const double *z, double *x)
{
	for (int i = 0; i < f->face.nunknown; i++)
		x[f->face.at[i]] = z[i];
	if (!f->square)
		return;
	port_take(&f->face.port, f->c->map.n, x, f->dx);
	vec_mix(f->m, 1.0, z, -1.0, f->dx, f->dx);
	mat_factored_solve(f->m, f->square, f->pivot, f->dx);
	port_give(&f->face.port, f->c->map.n, 1.0, f->dx, x);
}

/* What the front knows of the motion, into the problem's state. */
static void known_write(struct front *f)
{
	static const enum state_part part[MOTION_KINDS] = {STATE_U, STATE_V, STATE_A};
	struct state *s = f->c->state;

	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < f->nwatch; i++)
			if (f->watch[i] >= 0)
				state_vec(s, part[x])[f->watch[i]] = f->motion[x][i];
	for (int x = 0; x < 2 && s->apart; x++)
		front_coordinates(f, f->seen[x], state_vec(s, x ? STATE_VE : STATE_UE));
}

/* Elements stand apart from the nodes; those of the linear part, if nothing says otherwise, at them. */
static void seen_apart(struct state *s, int apart)
{
	vec_copy(s->n, state_vec(s, STATE_U), state_vec(s, STATE_UE));
	vec_copy(s->n, state_vec(s, STATE_V), state_vec(s, STATE_VE));
	s->apart = apart;
}

int front_whole(struct front *f, struct err *e)
{
	int code, apart;

	if (!f || (!f->behind && !f->unloaded))
		return 0;
	apart = f->c->state->apart;
	code = f->behind ? follow_catch_up(f, e) : 0;
	if (!code && f->behind)
		code = f->way->ops->recover(f->way->self, f, e);
	if (code)
		return code;
	/* what recovered the linear part knows of its elements only */
	if (apart && !f->c->state->apart)
		seen_apart(f->c->state, apart);
	known_write(f);
	load_cases_apply(f->c, f->c->state->t);
	load_pulls_apply(f->c);
	f->behind = f->unloaded = false;
	return 0;
}

/* A linear structure that was advanced once can be advanced again: nothing here fails but for what would have failed before. */
static void whole_or_nothing(struct front *f)
{
	if (front_whole(f, NULL))
		vec_scale(f->c->map.n, NAN, state_vec(f->c->state, STATE_U));
}

void front_need(struct front *f, int dof)
{
	const struct dofmap *map = &f->c->map;

	for (int k = map->start[dof]; f->behind && k < map->start[dof + 1]; k++)
		if (map->master[k] >= 0 && !f->known[map->master[k]])
			whole_or_nothing(f);
}

/* Where elements stand away from the nodes that is known of the coordinates only, not of all watched unknowns. */
static bool stand_known(const struct front *f, int unknown)
{
	bool known = f->known[unknown] && !f->c->state->apart;

	for (int i = 0; i < f->face.nunknown && !known; i++)
		known = f->face.at[i] == unknown;
	return known;
}

void front_need_stand(struct front *f, int dof)
{
	const struct dofmap *map = &f->c->map;

	for (int k = map->start[dof]; f->behind && k < map->start[dof + 1]; k++)
		if (map->master[k] >= 0 && !stand_known(f, map->master[k]))
			whole_or_nothing(f);
}

void front_forget(struct analysis *an)
{
	if (!an->front)
		return;
	follow_stop(an->front);
	if (an->way.ops->fini)
		an->way.ops->fini(an->way.self);
	an->changed = true;
	an->front = NULL;
	arena_reset(&an->ahead);
}

void front_drop(struct analysis *an)
{
	const struct integrator *g = &an->integrator;

	if (an->front)
		whole_or_nothing(an->front);
	/* one that was chosen meanwhile knows nothing of these steps */
	if (an->front && g->self == an->set_up && g->ops->front_leave)
		g->ops->front_leave(g->self, an->front);
	front_forget(an);
}

/* --- the step ------------------------------------------------------------------------------------ */

/* Elements stand at z, at time t from the beginning of the step. */
static void stand(struct front *f, double *const z[MOTION_KINDS], double t)
{
	struct problem_core *c = f->c;

	for (int x = 0; x < f->kinds; x++)
		vec_copy(f->m, z[x], f->asked[x]);
	if (c->t_seen != c->p.tc + t)
		problem_elements_time(c, c->p.tc + t);
}

int front_ask_at(struct front *f, double *const z[MOTION_KINDS], double t)
{
	stand(f, z, t);
	return interface_ask(&f->face, f->asked, f->resist);
}

int front_ask_by(struct front *f, double *const z[MOTION_KINDS], double t, double instant)
{
	stand(f, z, t);
	problem_instant(&f->c->p, f->c->p.tc + instant);
	return interface_ask(&f->face, f->asked, f->resist);
}

int front_ask_still(struct front *f)
{
	double *const still[MOTION_KINDS] = {f->seen[0], f->seen[1], f->motion[2]};

	return front_ask_at(f, still, 0.0);
}

int front_ask(struct front *f, int k)
{
	return front_ask_at(f, f->e[k], f->offset[k]);
}

void front_phi(const struct front *f, double *const z[MOTION_KINDS], double *ret_phi)
{
	const struct interface *x = &f->face;

	for (int i = 0; i < f->m; i++) {
		double sum = f->resist[i], size = fabs(sum);

		for (int k = x->row[i]; k < x->row[i + 1]; k++) {
			double force = x->k0[k] * z[0][x->column[k]] + x->c0[k] * z[1][x->column[k]];

			sum -= force;
			size += fabs(force);
		}
		/* elements on the straight line leave nothing but rounding, and nothing costs nothing */
		ret_phi[i] = fabs(sum) > ROUNDING * size ? sum : 0.0;
	}
}

bool front_element(const struct front *f, const struct view *v)
{
	const struct interface_element *el = f->behind && v->looped ? interface_find(&f->face, v) : NULL;

	if (!el || !el->n)
		return false;
	interface_displace(&f->face, el, f->seen[0], f->seen[1], f->seen[0]);
	vec_zero(v->el->ndof, f->c->el_a);
	return true;
}

static bool elsewhere(const struct front *f, int k, int from)
{
	bool moved = f->offset[k] != f->offset[from];

	for (int x = 0; x < MOTION_KINDS - 1 && !moved; x++)
		moved = memcmp(f->e[k][x], f->e[from][x], (size_t)f->m * sizeof(double)) != 0;
	return moved;
}

/* phi0, and where it was found. */
static int force_find(struct front *f, int *ret_iterations, struct err *e)
{
	const struct integrator *g = &f->an->integrator;
	int code;

	if (f->newton || g->ops->front_step) {
		code = g->ops->front_step ? g->ops->front_step(g->self, f, e) : f->c->nlooped ? front_newton(f, e) : 0;
		*ret_iterations = code > 0 ? code : 1;
		return code < 0 ? code : 0;
	}
	code = front_ask(f, 0);
	if (!code)
		front_phi(f, f->e[0], f->phi[0]);
	return code;
}

/* What follows the solution: e1 and phi1, e2. */
static int force_follow(struct front *f, struct err *e)
{
	const struct advance_ops *ops = f->way->ops;
	bool own = f->an->integrator.ops->front_step != NULL;
	/* where Newton's method has ended is where the linear part is, but for rounding: e1, not e0 */
	int code = ops->correct(f->way->self, f, e), last = f->newton || own ? 1 : 0;

	if (!own)
		vec_copy(f->m, f->phi[0], f->phi[1]);
	if (!code && !f->newton && !own && elsewhere(f, 1, 0)) {
		code = front_ask(f, 1);
		front_phi(f, f->e[1], f->phi[1]);
		last = 1;
	}
	for (int x = 0; x < MOTION_KINDS; x++)
		vec_copy(f->nwatch, f->motion[x], f->before[x]);
	if (!code)
		code = ops->end(f->way->self, f, e);
	f->ended = !code;
	/* the linear part has it but for rounding, which specimens would take for one more command */
	for (int x = 0; x < f->kinds && f->ended && f->held; x++)
		vec_copy(f->m, f->asked[x], f->e[2][x]);
	if (!code && elsewhere(f, 2, last))
		code = front_ask(f, 2);
	else if (f->newton && !own)
		for (int x = 0; x < f->kinds; x++)
			vec_copy(f->m, f->e[2][x], f->asked[x]);
	return code;
}

/* Where elements were asked last. Whole vectors are copied only where the whole motion is known. */
static void seen_keep(struct front *f)
{
	struct state *s = f->c->state;
	/* of deformations, and where there is no interface, only the method can tell */
	bool apart = (f->face.nunknown < f->m || f->m == 0) && f->apart;

	for (int x = 0; x < 2; x++) {
		vec_copy(f->m, f->asked[x], f->seen[x]);
		for (int i = 0; i < f->nheld; i++)
			apart |= f->seen[x][i] != f->motion[x][i];
	}
	if (apart && !s->apart && !f->way->ops->recover)
		seen_apart(s, APART_ALL);
	s->apart = apart ? views_apart(f->c) : APART_NONE;
	known_write(f);
}

/* Committed = trial, of what the front knows. */
static int commit(struct front *f)
{
	struct problem_core *c = f->c;
	struct state *s = c->state;
	int code;

	problem_committed_stiffness(c);
	RT_CHECK(vec_finite(f->nwatch, f->motion[0]) && vec_finite(f->nwatch, f->motion[1]) && vec_finite(f->nwatch, f->motion[2]), ERR_NONFINITE);
	code = problem_exchanged(c);
	if (code)
		return code;
	seen_keep(f);
	/* prescribed values are those of the end of the step, wherever elements were asked last */
	c->p.t = c->p.tc + f->dt;
	load_elements_apply(c, c->p.t);
	for (int d = 0; d < 3; d++)
		vec_copy(c->map.nsource, c->g[d], state_source(s, d));
	memcpy(state_history(s), c->history, (size_t)c->nlive * sizeof(double));
	c->an->clock += f->dt;
	s->t = c->p.tc = c->p.t;
	c->dt = 0.0;
	if (c->an->integrator.ops->front_commit)
		c->an->integrator.ops->front_commit(c->an->integrator.self, f);
	f->behind = f->way->ops->recover != NULL;
	f->unloaded = true;
	f->done++;
	front_newton_end(f, true);
	if (f->follow)
		follow_step(f);
	return 0;
}

/* A step that was not accepted: nothing of it is left. */
static void take_back(struct front *f)
{
	for (int x = 0; x < MOTION_KINDS && f->ended; x++)
		vec_copy(f->nwatch, f->before[x], f->motion[x]);
	for (int x = 0; x < 2; x++)
		vec_copy(f->m, f->seen[x], f->asked[x]);
	if (f->ended && f->way->ops->back)
		f->way->ops->back(f->way->self, f);
	front_newton_end(f, false);
}

int front_step(struct front *f, int *ret_iterations, struct err *e)
{
	struct problem_core *c = f->c;
	int code;

	c->live = c->dirty = true;
	c->force_valid = false;
	c->p.tc = c->state->t;
	memcpy(c->history, state_history(c->state), (size_t)c->nlive * sizeof(double));
	*ret_iterations = 1;
	f->ended = false;
	code = f->way->ops->begin(f->way->self, f, e);
	if (!code)
		code = force_find(f, ret_iterations, e);
	if (!code)
		code = force_follow(f, e);
	if (!code)
		code = commit(f);
	if (code)
		take_back(f);
	c->live = false;
	return code;
}
