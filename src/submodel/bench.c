/* A model on a testing machine; equations in bench.h. */
#include "submodel/bench.h"

#include "equations/core.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/* Line search: when an increment is shortened, and how often at most (Crisfield 1991, Wiley, 9.2). */
#define OVERSHOOT 0.8
enum { SEARCHES = 10 };

/* --- set-up ---------------------------------------------------------------------------------------- */

static int freedom_find(const struct model *m, struct bench_freedom f, const char *object, struct node **ret, struct err *e)
{
	*ret = model_node(m, f.node);
	if (!*ret) {
		err_set(e, ERR_MISSING, object, "its model has no node with this tag");
		err_value(e, "%d", f.node);
		return ERR_MISSING;
	}
	if (f.dof >= 0 && f.dof < (*ret)->ndf)
		return 0;
	err_set(e, ERR_RANGE, object, "node %d of its model has no such freedom", f.node);
	err_value(e, "%d", f.dof + 1);
	err_allowed(e, "1 to %d", (*ret)->ndf);
	return ERR_RANGE;
}

/* Who else decides about a freedom; NULL: nobody. */
static const char *held_by(const struct model *m, const struct node *n, int dof)
{
	if (n->held >> dof & 1u)
		return "it is fixed, or a pattern moves it";
	for (int i = 0; i < m->patterns.n; i++) {
		const struct pattern *p = m->patterns.row[i].object;

		for (int k = 0; k < p->nimposed; k++)
			if (p->imposed[k].node == n && p->imposed[k].dof == dof)
				return "a support motion moves it";
	}
	for (int i = 0; i < m->nmp; i++)
		for (int k = 0; k < m->mp[i]->nc; k++)
			if (m->mp[i]->constrained == n && m->mp[i]->dof_c[k] == dof)
				return "it follows another node by a multi-point constraint";
	return NULL;
}

static int freedoms_find(struct bench *b, const struct model *m, const struct bench_freedom *drive, const struct bench_freedom *gauge,
                         const char *object, struct err *e)
{
	struct node *n;
	int code = 0;

	for (int i = 0; i < b->ndrive && !code; i++) {
		const char *why;

		code = freedom_find(m, drive[i], object, &n, e);
		why = code ? NULL : held_by(m, n, drive[i].dof);
		if (why) {
			code = err_set(e, ERR_STATE, object, "freedom %d of node %d of its model cannot be driven: %s", drive[i].dof + 1, drive[i].node, why);
			err_hint(e, "drive a free one, or free it in the model");
		}
		if (!code)
			b->drive[i] = (struct driven){.node = n, .dof = drive[i].dof};
	}
	for (int i = 0; i < b->ngauge && !code; i++) {
		code = freedom_find(m, gauge[i], object, &n, e);
		if (!code) {
			b->gauge_node[i] = n;
			b->gauge_dof[i] = gauge[i].dof;
		}
	}
	return code;
}

static int model_fits(const struct model *m, const char *object, struct err *e)
{
	for (int i = 0; i < m->patterns.n; i++) {
		const struct pattern *p = m->patterns.row[i].object;

		if (p->kind != PATTERN_UNIFORM)
			continue;
		err_set(e, ERR_UNSUPPORTED, object, "pattern %d of its model shakes masses, but the model is moved statically", p->tag);
		err_hint(e, "the masses of a specimen belong to the structure around it");
		return ERR_UNSUPPORTED;
	}
	return 0;
}

static int rooms_take(struct bench *b, struct arena *mem)
{
	size_t nd = (size_t)b->ndrive + 1, ng = (size_t)b->ngauge + 1;

	b->drive = ARENA_ARRAY(mem, nd, struct driven);
	b->committed = ARENA_ARRAY(mem, nd, double);
	b->gauge_node = ARENA_ARRAY(mem, ng, const struct node *);
	b->gauge_dof = ARENA_ARRAY(mem, ng, int);
	b->disp = ARENA_ARRAY(mem, ng, double);
	b->force = ARENA_ARRAY(mem, ng, double);
	return b->drive && b->committed && b->gauge_node && b->gauge_dof && b->disp && b->force ? 0 : ERR_MEMORY;
}

/* The source of a driven freedom, -1: the gauge's freedom is not driven. */
static int gauge_source(const struct bench *b, const struct dofmap *map, int gauge)
{
	for (int s = 1; s < map->nsource; s++) {
		const struct driven *d = map->source[s].drive;

		if (d && d->node == b->gauge_node[gauge] && d->dof == b->gauge_dof[gauge])
			return s;
	}
	return -1;
}

/* The freedoms whose forces a gauge feels; with term NULL only counts. */
static int gauge_terms(const struct bench *b, const struct dofmap *map, int gauge, struct bench_term *term)
{
	int n = 0, source = gauge_source(b, map, gauge);

	if (source < 0) {
		if (term)
			term[n] = (struct bench_term){.gauge = gauge, .dof = b->gauge_node[gauge]->dof0 + b->gauge_dof[gauge], .coef = 1.0};
		return 1;
	}
	for (int d = 0; d < map->nall; d++)
		for (int k = map->start[d]; k < map->start[d + 1]; k++)
			if (map->master[k] == -1 - source) {
				if (term)
					term[n] = (struct bench_term){.gauge = gauge, .dof = d, .coef = map->coef[k]};
				n++;
			}
	return n;
}

static bool view_felt(const struct bench *b, const struct view *v)
{
	for (int k = 0; k < v->el->ndof; k++)
		for (int i = 0; i < b->nterm; i++)
			if (b->term[i].dof == v->dof[k])
				return true;
	return false;
}

static int gauges_build(struct bench *b, struct arena *mem)
{
	const struct problem_core *c = core_of(&b->an);
	size_t n = (size_t)c->map.n + 1;

	for (int g = 0; g < b->ngauge; g++)
		b->nterm += gauge_terms(b, &c->map, g, NULL);
	b->term = ARENA_ARRAY(mem, (size_t)b->nterm + 1, struct bench_term);
	b->view = ARENA_ARRAY(mem, (size_t)c->nview + 1, int);
	b->step = ARENA_ARRAY(mem, (size_t)c->map.nsource + 1, double);
	b->zero = ARENA_ARRAY(mem, n, double);
	b->r = ARENA_ARRAY(mem, n, double);
	b->dx = ARENA_ARRAY(mem, n, double);
	if (!b->term || !b->view || !b->step || !b->zero || !b->r || !b->dx)
		return ERR_MEMORY;
	for (int g = 0, at = 0; g < b->ngauge; g++)
		at += gauge_terms(b, &c->map, g, b->term + at);
	for (int i = 0; i < c->nview; i++)
		if (view_felt(b, &c->view[i]))
			b->view[b->nview++] = i;
	return 0;
}

/* --- motion ---------------------------------------------------------------------------------------- */

static void drive_to(struct bench *b, const double *x)
{
	for (int i = 0; i < b->ndrive; i++)
		b->drive[i].value = x[i];
}

/* r -= K_fd dg with the tangent of now. */
static void take_along(struct bench *b, const double *x)
{
	struct problem_core *c = core_of(&b->an);

	for (int s = 1; s < c->map.nsource; s++) {
		const struct driven *d = c->map.source[s].drive;

		b->step[s] = d ? x[d - b->drive] - d->value : 0.0;
	}
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];
		int n = v->el->ndof;

		if (!v->prescribed)
			continue;
		view_tangent(c, v, STIFFNESS_TANGENT);
		for (int k = 0; k < n; k++)
			c->el_u[k] = dofmap_value(&c->map, v->dof[k], b->zero, b->step);
		for (int k = 0; k < n; k++)
			dofmap_scatter(&c->map, v->dof[k], -vec_dot(n, c->el_k + k * n, c->el_u), b->r);
	}
	for (int i = 0; i < c->npull; i++)
		b->r[c->pull[i].unknown] -= c->pull[i].k * b->step[c->pull[i].source];
}

/* The increment dx of the unknowns for the residual r that is there. Where the tangent is singular, the virgin stiffness takes its place. x: where
 * driven freedoms go with it; NULL: nowhere. */
static int increment(struct bench *b, const double *x, struct err *e)
{
	struct problem *p = b->an.p;
	int code = problem_form(p, 0, STIFFNESS_TANGENT, 1.0, 0.0, 0.0, NULL);

	if (code == ERR_SINGULAR)
		code = problem_form(p, 0, STIFFNESS_INITIAL, 1.0, 0.0, 0.0, e);
	if (code)
		return code;
	if (x)
		take_along(b, x);
	vec_copy(p->n, b->r, b->dx);
	return problem_solve(p, 0, b->dx);
}

/* Goes along dx, by eta instead of from; the new residual into r, its slope along dx is returned in ret_s. */
static int go(struct bench *b, double from, double eta, double *ret_s)
{
	struct problem *p = b->an.p;
	int code;

	vec_add(p->n, eta - from, b->dx, p->u);
	problem_moved(p);
	code = problem_residual(p, b->r);
	*ret_s = vec_dot(p->n, b->dx, b->r);
	return code;
}

/* A whole increment, shortened where it overshoots so far that Newton's method would swing to and fro (yielding and unloading by turns):
 * the zero of s = dx r is looked for between its ends by false position, halving where that does not move. */
static int advance(struct bench *b)
{
	double lo = 0.0, hi = 1.0, s_lo = vec_dot(b->an.p->n, b->dx, b->r), s_first = s_lo, s_hi, eta = 1.0, s;
	int code = go(b, 0.0, 1.0, &s_hi);

	s = s_hi;
	for (int i = 0; i < SEARCHES && !code && s_lo * s_hi < 0.0 && fabs(s) > OVERSHOOT * fabs(s_first); i++) {
		double next = i % 2 ? 0.5 * (lo + hi) : lo + (hi - lo) * s_lo / (s_lo - s_hi);

		code = go(b, eta, next, &s);
		eta = next;
		*(s * s_lo > 0.0 ? &lo : &hi) = eta;
		*(s * s_lo > 0.0 ? &s_lo : &s_hi) = s;
	}
	return code;
}

static int equilibrium(struct bench *b, const double *x, double t, struct err *e)
{
	struct problem *p = b->an.p;
	bool done = p->n == 0;
	int code;

	/* the first iteration: loads of the new time, driven freedoms still where they were */
	drive_to(b, b->committed);
	problem_begin(p->core);
	code = problem_time(p, t);
	if (!code)
		code = problem_residual(p, b->r);
	if (!code && !done)
		code = increment(b, x, e);
	if (!code)
		vec_add(p->n, 1.0, b->dx, p->u);
	drive_to(b, x);
	if (!code)
		code = problem_time(p, t);
	problem_moved(p);
	if (!code)
		code = problem_residual(p, b->r);
	for (int i = 1; i < b->test.limit && !done && !code; i++) {
		code = increment(b, NULL, e);
		done = !code && vec_norm(p->n, b->dx) <= b->test.tolerance;
		if (!code)
			code = done ? go(b, 0.0, 1.0, &(double){0.0}) : advance(b);
	}
	return code ? code : done ? 0 : ERR_CONVERGE;
}

/* What acts at the nodes at the trial state: elements less loads. */
static void forces_gather(struct bench *b)
{
	struct problem_core *c = core_of(&b->an);

	problem_hold(&c->p);
	vec_zero(c->map.nall, c->reaction);
	for (int i = 0; i < b->nview; i++) {
		const struct view *v = &c->view[b->view[i]];

		view_gather(c, v);
		view_respond(c, v, c->el_f, NULL, NULL);
		for (int k = 0; k < v->el->ndof; k++)
			c->reaction[v->dof[k]] += c->el_f[k];
	}
	for (int i = 0; i < c->nload; i++) {
		const struct pattern *pattern = c->load[i].p;
		double factor = pattern_factor(pattern, c->p.t);

		for (int k = 0; k < pattern->nnodal; k++)
			for (int d = 0; d < pattern->nodal[k].node->ndf; d++)
				c->reaction[pattern->nodal[k].node->dof0 + d] -= (pattern->nodal[k].constant ? 1.0 : factor) * pattern->nodal[k].value[d];
	}
}

static void gauges_read(struct bench *b)
{
	const struct problem_core *c = core_of(&b->an);

	forces_gather(b);
	vec_zero(b->ngauge, b->force);
	for (int i = 0; i < b->nterm; i++)
		b->force[b->term[i].gauge] += b->term[i].coef * c->reaction[b->term[i].dof];
	for (int g = 0; g < b->ngauge; g++)
		b->disp[g] = dofmap_value(&c->map, b->gauge_node[g]->dof0 + b->gauge_dof[g], c->p.u, c->g[0]);
}

int bench_move(struct bench *b, const double *x, double t)
{
	int code = equilibrium(b, x, t, NULL);

	if (!code)
		gauges_read(b);
	return code;
}

void bench_measure(const struct bench *b, double *ret_disp, double *ret_force)
{
	vec_copy(b->ngauge, b->disp, ret_disp);
	vec_copy(b->ngauge, b->force, ret_force);
}

int bench_commit(struct bench *b)
{
	for (int i = 0; i < b->ndrive; i++)
		b->committed[i] = b->drive[i].value;
	return problem_commit(core_of(&b->an));
}

int bench_nstate(const struct bench *b)
{
	return (int)((b->an.state->size + sizeof(double) - 1) / sizeof(double));
}

void bench_save(const struct bench *b, double *ret_h)
{
	memcpy(ret_h, b->an.state, b->an.state->size);
}

void bench_restore(struct bench *b, const double *h)
{
	const struct dofmap *map = &core_of(&b->an)->map;

	memcpy(b->an.state, h, b->an.state->size);
	for (int s = 1; s < map->nsource; s++)
		if (map->source[s].drive)
			b->committed[map->source[s].drive - b->drive] = state_source(b->an.state, 0)[s];
}

/* --- life ------------------------------------------------------------------------------------------ */

/* Equations, gauges, and the equilibrium under the model's own loads. */
static int stand(struct bench *b, struct arena *mem, const char *object, struct err *e)
{
	int code = analysis_ready(&b->an, e);

	if (!code && gauges_build(b, mem))
		code = err_set(e, ERR_MEMORY, object, "no memory for its gauges");
	if (code)
		return code;
	code = equilibrium(b, b->committed, 0.0, e);
	if (!code)
		code = problem_commit(core_of(&b->an));
	if (code)
		return err_set(e, code, object, "its model finds no equilibrium under its own loads: %s", err_message(code));
	gauges_read(b);
	return 0;
}

int bench_init(struct bench *b, struct model *m, int ndrive, const struct bench_freedom *drive, int ngauge, const struct bench_freedom *gauge,
               struct bench_test test, struct arena *mem, const char *object, struct err *e)
{
	int code;

	*b = (struct bench){.ndrive = ndrive, .ngauge = ngauge, .test = test};
	analysis_init(&b->an, m);
	/* the model is complete: nothing will be made while it stands displaced */
	m->displacement = NULL;
	m->displacement_of = NULL;
	b->an.constraint = CONSTRAINT_TRANSFORMATION;
	code = rooms_take(b, mem) ? err_set(e, ERR_MEMORY, object, "no memory for %d freedoms", ndrive + ngauge) : 0;
	if (!code)
		code = model_fits(m, object, e);
	if (!code)
		code = freedoms_find(b, m, drive, gauge, object, e);
	b->an.drive = b->drive;
	b->an.ndrive = ndrive;
	if (!code)
		code = stand(b, mem, object, e);
	if (code)
		analysis_fini(&b->an);
	return code;
}

void bench_fini(struct bench *b)
{
	analysis_fini(&b->an);
}
