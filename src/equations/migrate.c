/* What outlives the equations: motion of the nodes, histories of the elements and vectors of the integrator, carried from one problem to the
 * next when the model or its constraints changed. Nodes and elements are recognised by tag and identity; new ones start virgin.
 *
 * The integrator's vectors are numbers of the unknowns whose meaning only it knows (displacements of earlier steps, forces). They go with
 * the freedoms that were and are unknowns; unknowns of new nodes begin with zero. Where a freedom of an old node has become an unknown there is
 * nothing to carry, nor are there vectors of reduced equations: then the integrator begins anew. The multiplier of a constraint is its force: it goes
 * with the freedom that is held or the row of a multi-point constraint; where there is a new constraint the integrator begins anew, too. */
#include "equations/core.h"
#include "math/vec.h"

#include <string.h>

struct kept_node {
	const struct node *node;
	double *x;                 /* STATE_PARTS rows of ndf */
	double *vec;               /* nvec rows of ndf: the integrator's; zero where the freedom was no unknown */
	bool *unknown;             /* ndf */
};
struct kept_multiplier {
	const struct mp *mp;       /* and its row; NULL: the constraint of a freedom of a node */
	const struct node *node;
	int row;
	double *x;                 /* STATE_PARTS, then the integrator's nvec */
};
struct kept_element { const struct element *el; double *h; int n; };

struct snapshot {
	double t;
	int nnode, nelement, nmultiplier;
	struct kept_node *node;
	struct kept_multiplier *multiplier;
	struct kept_element *element;
	int nvec, nreal;           /* of the integrator */
	double *real;
	int apart;
};

static const int part_derivative[STATE_PARTS] = {0, 1, 2, 0, 1};

static const double *part_read(struct state *s, int part)
{
	return part >= STATE_UE ? state_seen(s, part - STATE_UE) : state_vec(s, part);
}

/* The integrator's numbers at node i of the old equations. */
static bool keep_vectors(struct snapshot *s, const struct problem_core *c, int i, struct arena *mem)
{
	struct kept_node *kept = &s->node[i];
	int ndf = kept->node->ndf;

	kept->vec = ARENA_ARRAY(mem, (size_t)(s->nvec * ndf) + 1, double);
	kept->unknown = ARENA_ARRAY(mem, (size_t)ndf + 1, bool);
	for (int k = 0; k < ndf && kept->vec && kept->unknown; k++) {
		int unknown = dofmap_unknown(&c->map, c->dof0[i] + k);

		kept->unknown[k] = unknown >= 0;
		for (int v = 0; v < s->nvec && unknown >= 0; v++)
			kept->vec[v * ndf + k] = state_integrator(c->state, v)[unknown];
	}
	return kept->vec && kept->unknown;
}

/* Which constraint it is, in words that outlive the equations. Nodes are numbered in rising order. */
static struct kept_multiplier multiplier_name(const struct problem_core *c, const struct added_constraint *a)
{
	int lo = 0, hi = c->nnode - 1;

	if (a->mp)
		return (struct kept_multiplier){.mp = a->mp, .row = a->row};
	while (lo < hi) {
		int mid = (lo + hi + 1) / 2;

		if (c->dof0[mid] <= a->dof[0])
			lo = mid;
		else
			hi = mid - 1;
	}
	return (struct kept_multiplier){.node = c->node[lo], .row = a->dof[0] - c->dof0[lo]};
}

static int multiplier_unknown(const struct problem_core *c, const struct added_constraint *a)
{
	return a->multiplier >= 0 ? c->map.master[c->map.start[a->multiplier]] : -1;
}

static bool multipliers_take(struct snapshot *s, const struct problem_core *c, struct arena *mem)
{
	s->multiplier = ARENA_ARRAY(mem, (size_t)c->nadded + 1, struct kept_multiplier);
	for (int i = 0; i < c->nadded && s->multiplier; i++) {
		struct kept_multiplier *kept = &s->multiplier[s->nmultiplier];
		int unknown = multiplier_unknown(c, &c->added[i]);

		if (unknown < 0)
			continue;
		*kept = multiplier_name(c, &c->added[i]);
		kept->x = ARENA_ARRAY(mem, (size_t)(STATE_PARTS + s->nvec), double);
		if (!kept->x)
			return false;
		for (int part = 0; part < STATE_PARTS; part++)
			kept->x[part] = part_read(c->state, part)[unknown];
		for (int v = 0; v < s->nvec; v++)
			kept->x[STATE_PARTS + v] = state_integrator(c->state, v)[unknown];
		s->nmultiplier++;
	}
	return s->multiplier != NULL;
}

/* The multiplier of this constraint as it was, NULL: it is new. Both lists have the same order: *at, where the last was found, is next to it. */
static const struct kept_multiplier *multiplier_find(const struct snapshot *s, const struct problem_core *c, const struct added_constraint *a, int *at)
{
	struct kept_multiplier name = multiplier_name(c, a);

	for (int k = 0; k < s->nmultiplier; k++) {
		const struct kept_multiplier *kept = &s->multiplier[(*at + k) % s->nmultiplier];

		if (kept->mp == name.mp && kept->node == name.node && kept->row == name.row) {
			*at = (*at + k + 1) % s->nmultiplier;
			return kept;
		}
	}
	return NULL;
}

int snapshot_take(const struct problem_core *c, struct arena *mem, struct snapshot **ret, struct err *e)
{
	struct snapshot *s = ARENA_NEW(mem, struct snapshot);
	struct state *state = c->state;
	bool ok = s != NULL;

	if (ok) {
		s->node = ARENA_ARRAY(mem, (size_t)c->nnode + 1, struct kept_node);
		s->element = ARENA_ARRAY(mem, (size_t)c->nview + 1, struct kept_element);
		s->nvec = c->map.reduction ? 0 : state->nvec;
		s->nreal = c->map.reduction ? 0 : state->nreal;
		s->real = ARENA_ARRAY(mem, (size_t)s->nreal + 1, double);
		ok = s->node && s->element && s->real;
	}
	if (ok)
		memcpy(s->real, state_reals(state), (size_t)s->nreal * sizeof(double));
	for (int i = 0; ok && i < c->nnode; i++) {
		const struct node *n = c->node[i];
		double *x = ARENA_ARRAY(mem, (size_t)(STATE_PARTS * n->ndf), double);

		ok = x != NULL;
		for (int part = 0; ok && part < STATE_PARTS; part++)
			for (int k = 0; k < n->ndf; k++)
				x[part * n->ndf + k] = dofmap_value(&c->map, c->dof0[i] + k, part_read(state, part), state_source(state, part_derivative[part]));
		s->node[s->nnode++] = (struct kept_node){.node = n, .x = x};
		ok = ok && keep_vectors(s, c, i, mem);
	}
	ok = ok && multipliers_take(s, c, mem);
	for (int i = 0; ok && i < c->nview; i++) {
		const struct view *v = &c->view[i];
		double *h = ARENA_ARRAY(mem, (size_t)v->nstate + 1, double);

		ok = h != NULL;
		if (ok)
			memcpy(h, state_history(state) + v->history, (size_t)v->nstate * sizeof(double));
		s->element[s->nelement++] = (struct kept_element){.el = v->el, .h = h, .n = v->nstate};
	}
	if (!ok)
		return err_set(e, ERR_MEMORY, "analysis", "no memory to keep the state");
	s->t = state->t;
	s->apart = state->apart;
	*ret = s;
	return 0;
}

void state_virgin(struct problem_core *c)
{
	struct state *s = c->state;

	memset(s->data, 0, s->size - sizeof(*s));
	s->apart = 0;
	for (int i = 0; i < c->nview; i++) {
		const struct view *v = &c->view[i];
		double *h = state_history(s) + v->history;

		if (v->el->ops->start)
			v->el->ops->start(v->el->self, h);
		if (v->committed_k >= 0)
			memcpy(state_history(s) + v->committed_k, v->initial, (size_t)(v->el->ndof * v->el->ndof) * sizeof(double));
	}
}

static bool node_stays(const struct kept_node *kept, const struct problem_core *c)
{
	return model_node(c->m, kept->node->tag) == kept->node;
}

/* Do the integrator's vectors have a meaning for the new unknowns? */
static bool vectors_fit(const struct snapshot *s, const struct problem_core *c)
{
	bool fit = s && !c->map.reduction;
	int at = 0;

	for (int i = 0; fit && i < c->nadded; i++)
		fit = c->added[i].multiplier < 0 || multiplier_find(s, c, &c->added[i], &at);
	for (int i = 0; fit && i < s->nnode; i++)
		for (int k = 0; fit && node_stays(&s->node[i], c) && k < s->node[i].node->ndf; k++)
			fit = s->node[i].unknown[k] || problem_unknown(&c->p, s->node[i].node, k) < 0;
	return fit;
}

int snapshot_state(const struct snapshot *s, struct problem_core *c, struct err *e)
{
	bool fit = vectors_fit(s, c);

	return state_renew(c, fit ? s->nvec : 0, fit ? s->nreal : 0, e);
}

static void restore_node(const struct kept_node *kept, struct problem_core *c)
{
	const struct node *n = kept->node;

	for (int k = 0; k < n->ndf; k++) {
		int unknown = problem_unknown(&c->p, n, k);

		for (int part = 0; part < STATE_PARTS && unknown >= 0; part++)
			state_vec(c->state, part)[unknown] = kept->x[part * n->ndf + k];
		for (int v = 0; v < c->state->nvec && unknown >= 0; v++)
			state_integrator(c->state, v)[unknown] = kept->vec[v * n->ndf + k];
	}
}

static void restore_multipliers(const struct snapshot *s, struct problem_core *c)
{
	for (int i = 0, at = 0; i < c->nadded; i++) {
		int unknown = multiplier_unknown(c, &c->added[i]);
		const struct kept_multiplier *kept = unknown >= 0 ? multiplier_find(s, c, &c->added[i], &at) : NULL;

		for (int part = 0; kept && part < STATE_PARTS; part++)
			state_vec(c->state, part)[unknown] = kept->x[part];
		for (int v = 0; kept && v < c->state->nvec; v++)
			state_integrator(c->state, v)[unknown] = kept->x[STATE_PARTS + v];
	}
}

/* The initial velocity, not yet given, of this freedom of a node; 0: there is none. */
static double initial_velocity_of(const struct pattern *p, const struct node *n, int dof)
{
	/* Penalty and Lagrange constraints keep unknowns where nodes are held */
	return p->kind == PATTERN_UNIFORM && !p->vel0_done && !(n->held >> dof & 1u) ? p->vel0 * node_influence(n, dof, p->direction) : 0.0;
}

/* One part of the motion at all freedoms, as the snapshot and initial velocities have it. */
static void part_of_nodes(const struct snapshot *s, const struct problem_core *c, int part, double *ret_all)
{
	vec_zero(c->map.nall, ret_all);
	for (int i = 0; s && i < s->nnode; i++) {
		const struct node *n = s->node[i].node;

		if (node_stays(&s->node[i], c))
			vec_copy(n->ndf, s->node[i].x + part * n->ndf, ret_all + n->dof0);
	}
	for (int i = 0; i < c->m->patterns.n && part_derivative[part] == 1; i++) {
		const struct pattern *p = c->m->patterns.row[i].object;

		for (int k = 0; k < c->nnode; k++)
			for (int d = 0; d < c->node[k]->ndf; d++)
				if (initial_velocity_of(p, c->node[k], d) != 0.0)
					ret_all[c->node[k]->dof0 + d] = initial_velocity_of(p, c->node[k], d);
	}
}

/* Reduced equations: modal coordinates are no freedom of any node. */
static void restore_reduced(const struct snapshot *s, struct problem_core *c)
{
	for (int part = 0; part < STATE_PARTS; part++) {
		part_of_nodes(s, c, part, c->applied);
		dofmap_restrict(c, c->applied, c->g[part_derivative[part]], state_vec(c->state, part));
	}
	vec_zero(c->map.nall, c->applied);
}

/* Initial velocity of uniform excitation on every freedom of its direction that is free, once. */
static void initial_velocity(struct problem_core *c)
{
	for (int i = 0; i < c->m->patterns.n; i++) {
		struct pattern *p = c->m->patterns.row[i].object;

		if (p->kind != PATTERN_UNIFORM || p->vel0 == 0.0 || p->vel0_done)
			continue;
		for (int k = 0; k < c->m->nodes.n; k++) {
			const struct node *n = c->m->nodes.row[k].object;

			for (int d = 0; d < n->ndf; d++) {
				double v = initial_velocity_of(p, n, d);
				int unknown = v != 0.0 ? problem_unknown(&c->p, n, d) : -1;

				if (unknown >= 0)
					state_vec(c->state, STATE_V)[unknown] = state_vec(c->state, STATE_VE)[unknown] = v;
			}
		}
		p->vel0_done = true;
	}
}

void snapshot_restore(const struct snapshot *s, struct problem_core *c)
{
	state_virgin(c);
	if (s)
		memcpy(state_reals(c->state), s->real, (size_t)c->state->nreal * sizeof(double));
	for (int i = 0; s && i < s->nnode; i++)
		if (node_stays(&s->node[i], c))
			restore_node(&s->node[i], c);
	if (s)
		restore_multipliers(s, c);
	for (int i = 0, at = 0; s && i < c->nview; i++) {
		const struct view *v = &c->view[i];

		while (at < s->nelement && s->element[at].el->tag < v->el->tag)
			at++;
		/* one that is looped now and was not before, or the other way, has another share of the core's behind its own */
		if (at < s->nelement && s->element[at].el == v->el)
			memcpy(state_history(c->state) + v->history, s->element[at].h,
			       (size_t)(s->element[at].n == v->nstate ? v->nstate : v->el->nstate) * sizeof(double));
	}
	c->state->apart = !s ? APART_NONE : s->apart == APART_LOOPED ? APART_LOOPED : APART_ALL;
	if (s)
		c->state->t = c->p.tc = s->t;
	load_cases_apply(c, c->state->t);
	if (c->map.reduction)
		restore_reduced(s, c);
	initial_velocity(c);
	for (int d = 0; d < 3; d++)
		memcpy(state_source(c->state, d), c->g[d], (size_t)c->map.nsource * sizeof(double));
}
