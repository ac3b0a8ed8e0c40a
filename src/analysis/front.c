/* The step on the interface: set-up, the three points of a step, commit. See front.h and advance.h. */
#include "analysis/front.h"

#include "math/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool front_wanted(const struct analysis *an)
{
	return an->way.ops && an->kind == ANALYSIS_TRANSIENT && an->integrator.ops->kind == INTEGRATOR_TRANSIENT;
}

/* --- set-up -------------------------------------------------------------------------------------- */

/* Entries of looped elements' matrices in those of the interface; with f->place NULL only counts. rank: unknown to interface. */
static int places_note(struct front *f, const int *rank)
{
	const struct problem_core *c = f->c;
	const struct dofmap *map = &c->map;
	int count = 0;

	for (int q = 0; q < c->nlooped; q++) {
		const struct view *v = &c->view[c->looped[q]];
		int n = v->el->ndof;

		if (f->place)
			f->place0[q] = count;
		for (int i = 0; i < n; i++)
			for (int p = map->start[v->dof[i]]; p < map->start[v->dof[i] + 1]; p++)
				for (int j = 0; j < n && map->master[p] >= 0; j++)
					for (int r = map->start[v->dof[j]]; r < map->start[v->dof[j] + 1]; r++) {
						if (map->master[r] < 0)
							continue;
						if (f->place)
							f->place[count] = (struct front_place){.row = rank[map->master[p]], .column = rank[map->master[r]], .from = i * n + j,
							                                       .coef = map->coef[p] * map->coef[r]};
						count++;
					}
	}
	if (f->place)
		f->place0[c->nlooped] = count;
	return count;
}

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "engine", "no memory for the interface");
}

/* Interface first, then the unknowns behind watched nodes. rank is -1 where an unknown is not among them yet. */
static int watch_find(struct front *f, int *rank, struct arena *mem)
{
	const struct analysis *an = f->an;
	const struct dofmap *map = &f->c->map;
	size_t most = (size_t)f->m + 1;

	for (const struct watch *w = an->watch; w; w = w->next)
		most += model_node(an->m, w->tag) ? (size_t)model_node(an->m, w->tag)->ndf * 8 : 0;
	f->watch = ARENA_ARRAY(mem, most, int);
	if (!f->watch)
		return ERR_MEMORY;
	for (f->nwatch = 0; f->nwatch < f->m; f->nwatch++)
		f->watch[f->nwatch] = f->at[f->nwatch];
	for (const struct watch *w = an->watch; w; w = w->next) {
		const struct node *n = model_node(an->m, w->tag);

		for (int d = 0; n && d < n->ndf; d++)
			for (int k = map->start[n->dof0 + d]; k < map->start[n->dof0 + d + 1]; k++)
				if (map->master[k] >= 0 && rank[map->master[k]] < 0 && (size_t)f->nwatch + 1 < most) {
					rank[map->master[k]] = f->nwatch;
					f->watch[f->nwatch++] = map->master[k];
				}
	}
	return 0;
}

void front_turn(struct front *f, int phase)
{
	for (int x = 0; x < MOTION_KINDS; x++)
		f->gain[x] = f->gain_of[phase][x];
}

static int vectors_take(struct front *f, struct arena *mem)
{
	size_t m = (size_t)f->m + 1, w = (size_t)f->nwatch + 1;
	struct { double **at; size_t n; } need[48];
	int count = 0;

	for (int x = 0; x < MOTION_KINDS; x++) {
		for (int k = 0; k < FRONT_POINTS; k++)
			need[count].at = &f->e[k][x], need[count++].n = m;
		need[count].at = &f->motion[x], need[count++].n = w;
		for (int p = 0; p < f->phases; p++)
			need[count].at = &f->gain_of[p][x], need[count++].n = m * m;
	}
	double **const vector[] = {&f->phi[0], &f->phi[1], &f->seen[0], &f->seen[1], &f->resist, &f->row, &f->g, &f->dx, &f->dphi};
	double **const square[] = {&f->k0, &f->c0, &f->kt, &f->ct, &f->matrix};
	for (size_t i = 0; i < COUNT(vector); i++)
		need[count].at = vector[i], need[count++].n = m;
	for (int i = 0; i < FRONT_OWN; i++)
		need[count].at = &f->own[i], need[count++].n = m;
	for (size_t i = 0; i < COUNT(square); i++)
		need[count].at = square[i], need[count++].n = m * m;
	for (int i = 0; i < count; i++)
		if (!(*need[i].at = ARENA_ARRAY(mem, need[i].n, double)))
			return ERR_MEMORY;
	front_turn(f, 0);
	f->changed = ARENA_ARRAY(mem, m, int);
	f->pivot = ARENA_ARRAY(mem, m, int);
	return f->changed && f->pivot ? 0 : ERR_MEMORY;
}

static int interface_take(struct front *f, struct arena *mem)
{
	const struct problem_core *c = f->c;
	int *rank = ARENA_ARRAY(mem, (size_t)c->map.n + 1, int), count;

	if (!rank)
		return ERR_MEMORY;
	for (int i = 0; i < c->map.n; i++)
		rank[i] = -1;
	for (int i = 0; i < f->m; i++)
		rank[f->at[i]] = i;
	f->place0 = ARENA_ARRAY(mem, (size_t)c->nlooped + 1, int);
	count = places_note(f, rank);
	f->place = ARENA_ARRAY(mem, (size_t)count + 1, struct front_place);
	f->known = ARENA_ARRAY(mem, (size_t)c->map.n + 1, bool);
	if (!f->place0 || !f->place || !f->known || watch_find(f, rank, mem) || vectors_take(f, mem))
		return ERR_MEMORY;
	for (int i = 0; i < f->nwatch; i++)
		f->known[f->watch[i]] = true;
	places_note(f, rank);
	return 0;
}

void front_tangents(struct front *f, bool initial, double *ret_k, double *ret_c)
{
	struct problem_core *c = f->c;
	size_t m = (size_t)f->m;

	vec_zero((int)(m * m), ret_k);
	vec_zero((int)(m * m), ret_c);
	for (int q = 0; q < c->nlooped; q++) {
		const struct view *v = &c->view[c->looped[q]];

		view_tangent(c, v, initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT);
		for (int k = f->place0[q]; k < f->place0[q + 1]; k++) {
			const struct front_place *p = &f->place[k];

			ret_k[(size_t)p->row * m + (size_t)p->column] += p->coef * c->el_k[p->from];
			ret_c[(size_t)p->row * m + (size_t)p->column] += p->coef * c->el_c[p->from];
		}
	}
}

/* K0 and C0 are what the linear part has of the looped group: the difference of its matrices to those of the linear elements. */
static void virgin_matrices(struct front *f)
{
	const struct problem_core *c = f->c, *l = &f->linear.c;

	for (int i = 0; i < f->m && l->val_k != c->val_k; i++)
		for (int j = 0; j < f->m; j++) {
			int at = pattern_index(&c->pattern, f->at[i], f->at[j]);

			if (at < 0)
				continue;
			f->k0[(size_t)i * (size_t)f->m + (size_t)j] = l->val_k[at] - c->val_k[at];
			f->c0[(size_t)i * (size_t)f->m + (size_t)j] = l->val_c[at] - c->val_c[at];
		}
}

/* Motion of the watched unknowns, and where elements are, from the problem's state. */
static void motion_read(struct front *f)
{
	static const enum state_part part[MOTION_KINDS] = {STATE_U, STATE_V, STATE_A};

	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < f->nwatch; i++)
			f->motion[x][i] = state_vec(f->c->state, part[x])[f->watch[i]];
	for (int x = 0; x < 2; x++)
		for (int i = 0; i < f->m; i++)
			f->seen[x][i] = state_seen(f->c->state, x)[f->at[i]];
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
	*f = (struct front){.an = an, .c = c, .way = way, .m = c->ncoupled, .at = c->coupled, .newton = an->integrator.ops->claims.front == FRONT_NEWTON,
	                    .phases = an->integrator.ops->phases ? an->integrator.ops->phases : 1};
	ASSERT(f->phases <= FRONT_PHASES);
	if (interface_take(f, mem))
		return no_memory(e);
	code = linear_setup(&f->linear, c, &an->integrator, shift, mem, e);
	if (code)
		return code;
	virgin_matrices(f);
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
	linear_phi(l, NULL);
	if (!code)
		code = linear_predict(l, f->dt);
	if (!code)
		code = linear_solve(l, e);
	if (!code)
		linear_seen(l, rest);
	for (int x = 0; !code && x < MOTION_KINDS; x++)
		largest = fmax(largest, vec_max(f->m, rest[x]));
	f->late = largest > 0.0;
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
	return points_probe(f, e);
}

static int refuse_step(const struct front *f, double dt, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, "engine", "the step changes during the run, from %.10g to %.10g: %s knows one step only", f->dt, dt, f->way->ops->name);
	err_hint(e, "keep the step, or take another engine (condensed, modal, sparse)");
	return ERR_UNSUPPORTED;
}

int front_ready(struct front *f, double dt, int n, struct err *e)
{
	const struct advance_ops *ops = f->way->ops;
	int code;

	if (f->dt == dt && (!ops->bounded || f->done < f->horizon))
		return 0;
	if (ops->bounded && f->dt != 0.0 && f->dt != dt)
		return refuse_step(f, dt, e);
	code = front_whole(f, e);
	if (code)
		return code;
	arena_reset(&f->an->ahead);
	/* a script that asks for one step at a time is armed for twice as many each time */
	code = front_probe(f, dt, n > 2 * f->horizon ? n : 2 * f->horizon, e);
	if (!code)
		code = ops->arm(f->way->self, f, &f->an->ahead, e);
	if (!code && f->an->integrator.ops->front_form)
		code = f->an->integrator.ops->front_form(f->an->integrator.self, f, &f->an->ahead, e);
	arena_seal(&f->an->ahead);
	if (code)
		f->dt = 0.0;
	return code;
}

/* What the front knows of the motion, into the problem's state. */
static void known_write(struct front *f)
{
	static const enum state_part part[MOTION_KINDS] = {STATE_U, STATE_V, STATE_A};
	struct state *s = f->c->state;

	for (int x = 0; x < MOTION_KINDS; x++)
		for (int i = 0; i < f->nwatch; i++)
			state_vec(s, part[x])[f->watch[i]] = f->motion[x][i];
	for (int i = 0; i < f->m && s->apart; i++) {
		state_vec(s, STATE_UE)[f->at[i]] = f->seen[0][i];
		state_vec(s, STATE_VE)[f->at[i]] = f->seen[1][i];
	}
}

int front_whole(struct front *f, struct err *e)
{
	int code;

	if (!f || (!f->behind && !f->unloaded))
		return 0;
	code = f->behind ? f->way->ops->recover(f->way->self, f, e) : 0;
	if (code)
		return code;
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

void front_forget(struct analysis *an)
{
	if (!an->front)
		return;
	if (an->way.ops->fini)
		an->way.ops->fini(an->way.self);
	an->changed = true;
	an->front = NULL;
	arena_reset(&an->ahead);
}

void front_drop(struct analysis *an)
{
	if (an->front)
		whole_or_nothing(an->front);
	front_forget(an);
}

/* --- the step ------------------------------------------------------------------------------------ */

/* All looped elements at ue, ve, ae: r at the interface. */
static int ask(struct front *f)
{
	struct problem_core *c = f->c;

	for (int i = 0; i < f->m; i++)
		c->force[f->at[i]] = 0.0;
	for (int i = 0; i < c->nexchange && c->live; i++)
		view_send(c, &c->view[c->exchange[i]]);
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];

		view_force(c, v);
		for (int k = 0; k < v->el->ndof; k++)
			dofmap_scatter(&c->map, v->dof[k], c->el_f[k], c->force);
	}
	for (int i = 0; i < f->m; i++)
		f->resist[i] = c->force[f->at[i]];
	return vec_finite(f->m, f->resist) ? 0 : ERR_NONFINITE;
}

/* Elements stand at z, at time t from the beginning of the step. */
static void stand(struct front *f, double *const z[MOTION_KINDS], double t)
{
	struct problem_core *c = f->c;

	for (int i = 0; i < f->m; i++) {
		c->ue[f->at[i]] = z[0][i];
		c->ve[f->at[i]] = z[1][i];
		if (c->ae)
			c->ae[f->at[i]] = z[2][i];
	}
	if (c->t_seen != c->p.tc + t)
		problem_elements_time(c, c->p.tc + t);
}

int front_ask_at(struct front *f, double *const z[MOTION_KINDS], double t)
{
	stand(f, z, t);
	return ask(f);
}

int front_ask_by(struct front *f, double *const z[MOTION_KINDS], double t, double instant)
{
	stand(f, z, t);
	problem_instant(&f->c->p, f->c->p.tc + instant);
	return ask(f);
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
	for (int i = 0; i < f->m; i++)
		ret_phi[i] = f->resist[i] - vec_dot(f->m, f->k0 + (size_t)i * (size_t)f->m, z[0])
			- vec_dot(f->m, f->c0 + (size_t)i * (size_t)f->m, z[1]);
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
	int code = ops->correct(f->way->self, f, e), last = own ? 1 : 0;

	if (!own)
		vec_copy(f->m, f->phi[0], f->phi[1]);
	if (!code && !f->newton && !own && elsewhere(f, 1, 0)) {
		code = front_ask(f, 1);
		front_phi(f, f->e[1], f->phi[1]);
		last = 1;
	}
	if (!code)
		code = ops->end(f->way->self, f, e);
	if (!code && elsewhere(f, 2, last))
		code = front_ask(f, 2);
	return code;
}

/* Where elements were asked last. Whole vectors are copied only where the whole motion is known. */
static void seen_keep(struct front *f)
{
	struct problem_core *c = f->c;
	struct state *s = c->state;
	bool apart = false;

	for (int i = 0; i < f->m; i++) {
		f->seen[0][i] = c->ue[f->at[i]];
		f->seen[1][i] = c->ve[f->at[i]];
		apart |= f->seen[0][i] != f->motion[0][i] || f->seen[1][i] != f->motion[1][i];
	}
	if (apart && !s->apart && !f->way->ops->recover) {
		vec_copy(s->n, state_vec(s, STATE_U), state_vec(s, STATE_UE));
		vec_copy(s->n, state_vec(s, STATE_V), state_vec(s, STATE_VE));
	}
	s->apart = apart;
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
	return 0;
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
	code = f->way->ops->begin(f->way->self, f, e);
	if (!code)
		code = force_find(f, ret_iterations, e);
	if (!code)
		code = force_follow(f, e);
	if (!code)
		code = commit(f);
	c->live = false;
	return code;
}
