/* Questions about the committed state: motion of nodes, answers of elements, reactions, matrices. None of them changes it. */
#include "base/base.h"
#include "interface/front.h"
#include "math/vec.h"

#include <string.h>

/* First freedom of a node in the numbering of the problem, -1 when it came later. */
static int first_freedom(const struct problem_core *c, const struct node *n)
{
	int lo = 0, hi = c->nnode - 1;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (c->node[mid]->tag < n->tag)
			lo = mid + 1;
		else
			hi = mid;
	}
	return c->nnode && c->node[lo] == n ? c->dof0[lo] : -1;
}

static const enum state_part part[] = {[NODE_DISP] = STATE_U, [NODE_VEL] = STATE_V, [NODE_ACCEL] = STATE_A};

double analysis_node(const struct analysis *an, const struct node *n, int dof, int what)
{
	const struct problem_core *c = core_of(an);
	int first = c && c->state ? first_freedom(c, n) : -1;

	/* trial and committed displacement are the same between steps */
	if (first < 0 || dof < 0 || dof >= n->ndf || what == NODE_INCR_DISP)
		return 0.0;
	if (an->front)
		front_need(an->front, first + dof);
	return dofmap_value(&c->map, first + dof, state_vec(c->state, part[what]), state_source(c->state, what));
}

void analysis_motion(const struct analysis *an, int what, int n, const int *freedom, double *ret_x)
{
	const struct problem_core *c = core_of(an);

	for (int i = 0; an->front && i < n; i++)
		front_need(an->front, freedom[i]);
	if (c && c->state)
		dofmap_values(&c->map, n, freedom, state_vec(c->state, part[what]), state_source(c->state, what), ret_x);
	else
		memset(ret_x, 0, (size_t)n * sizeof(*ret_x));
}

int analysis_set_node(struct analysis *an, const struct node *n, int dof, int what, double value, struct err *e)
{
	int code = analysis_ready(an, e), unknown;

	if (code)
		return code;
	unknown = problem_unknown(an->p, n, dof);
	if (unknown < 0)
		return err_set(e, ERR_STATE, "node", "freedom %d of node %d is constrained and cannot be set", dof + 1, n->tag);
	front_drop(an);
	state_vec(an->state, part[what])[unknown] = value;
	if (what == NODE_DISP)
		state_vec(an->state, STATE_UE)[unknown] = value;
	if (what == NODE_VEL)
		state_vec(an->state, STATE_VE)[unknown] = value;
	analysis_unwatched(an);
	problem_begin(core_of(an));
	return 0;
}

/* --- elements ------------------------------------------------------------------------------------ */

/* el_u, el_v as the elements saw them, el_uc where the nodes stand, and an io on a private copy of the history. */
struct element_io view_committed(struct problem_core *c, const struct view *v)
{
	const double *h = state_history(c->state) + v->history;
	bool found = c->an->front && front_element(c->an->front, v), stays = c->state->apart == APART_LOOPED && !v->looped;
	const double *u = stays ? state_vec(c->state, STATE_U) : state_seen(c->state, 0);
	const double *du = stays ? state_vec(c->state, STATE_V) : state_seen(c->state, 1);
	struct element_io io;

	for (int i = 0; !found && c->an->front && i < v->el->ndof; i++)
		(stays ? front_need : front_need_stand)(c->an->front, v->dof[i]);
	for (int i = 0; !found && i < v->el->ndof; i++) {
		c->el_u[i] = dofmap_value(&c->map, v->dof[i], u, state_source(c->state, 0));
		c->el_v[i] = dofmap_value(&c->map, v->dof[i], du, state_source(c->state, 1));
		c->el_a[i] = dofmap_value(&c->map, v->dof[i], state_vec(c->state, STATE_A), state_source(c->state, 2));
		c->el_uc[i] = dofmap_value(&c->map, v->dof[i], state_vec(c->state, STATE_U), state_source(c->state, 0));
	}
	if (!found)
		view_from_origin(c, v);
	memcpy(c->query_history, h, (size_t)v->el->nstate * sizeof(double));
	io = (struct element_io){.u = c->el_u, .v = c->el_v, .uc = c->el_uc, .hc = h, .ht = c->query_history, .load = v->load, .dt = 0.0,
	                          .a = c->el_a, .t = c->state->t, .instant = c->an->clock, .pair = c->pair};
	return io;
}

/* Words that every element answers. */
static bool is_force(const char *word)
{
	static const char *const names[] = {"force", "forces", "globalForce", "globalForces"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(word, names[i]) == 0)
			return true;
	return false;
}

/* Elements with specimens count the inertia of a uniform excitation among their forces, as the field's programs do: f += m iota a_g, at the
 * time of the loads that were last balanced. */
static void excitation_add(const struct problem_core *c, const struct view *v, double *f)
{
	int n = v->el->ndof;

	for (int i = 0; i < c->m->patterns.n && v->mass; i++) {
		const struct pattern *p = c->m->patterns.row[i].object;
		double a = p->kind == PATTERN_UNIFORM ? pattern_factor(p, c->t_load) : 0.0;

		for (int q = 0, first = 0; q < v->el->nnode && a != 0.0; first += v->el->node[q++]->ndf)
			for (int d = 0; d < v->el->node[q]->ndf; d++)
				for (int k = 0; k < n; k++)
					f[k] += a * node_influence(v->el->node[q], d, p->direction) * v->mass[k * n + first + d];
	}
}

int analysis_element_response(struct analysis *an, const struct element *el, int argc, const char *const *argv, double *ret_x, int max)
{
	struct problem_core *c;
	struct element_io io;
	struct view *v;
	int size = el->ndof;

	if (argc < 1 || analysis_ready(an, NULL))
		return 0;
	c = core_of(an);
	v = view_find(c, el);
	if (!v)
		return 0;
	io = view_committed(c, v);
	if (is_force(argv[0])) {
		if (size > max)
			return 0;
		el->ops->respond(el->self, &io, c->el_f, NULL, NULL);
		memcpy(ret_x, c->el_f, (size_t)size * sizeof(double));
		if (el->ops->exchange)
			excitation_add(c, v, ret_x);
		return size;
	}
	if (strcmp(argv[0], "stiffness") == 0 || (argc == 1 && strcmp(argv[0], "tangStif") == 0)) {
		if (size * size > max)
			return 0;
		el->ops->respond(el->self, &io, c->el_f, ret_x, NULL);
		return size * size;
	}
	if (!el->ops->response)
		return 0;
	/* looped elements keep what they answered in the step; linear ones have never been asked */
	if (!v->looped)
		el->ops->respond(el->self, &io, c->el_f, NULL, NULL);
	return el->ops->response(el->self, &io, argc, argv, ret_x, max);
}

/* --- reactions ----------------------------------------------------------------------------------- */

/* Subtracts loads on all freedoms at the committed time: nodal loads and inertia of uniform excitation, that of elements if asked for. */
static void reaction_loads(struct problem_core *c, bool elements)
{
	for (int i = 0; i < c->m->patterns.n; i++) {
		const struct pattern *p = c->m->patterns.row[i].object;
		double factor = p->kind == PATTERN_MULTIPLE ? 0.0 : pattern_factor(p, c->state->t);

		for (int k = 0; k < p->nnodal; k++)
			for (int d = 0; d < p->nodal[k].node->ndf; d++)
				c->reaction[p->nodal[k].node->dof0 + d] -= (p->nodal[k].constant ? 1.0 : factor) * p->nodal[k].value[d];
		if (p->kind != PATTERN_UNIFORM)
			continue;
		inertia_of_nodes(c, p->direction, factor, c->reaction);
		if (elements)
			inertia_of_elements(c, p->direction, factor, c->reaction);
	}
}

/* f += (mass a) + Rayleigh damping of one element; el_f overwritten where only damping counts. */
static void reaction_element(struct problem_core *c, const struct view *v, int kind)
{
	struct element_io io = view_committed(c, v);
	const double *a = v->el->factor;
	const double *initial = view_initial(c, v), *kc = v->committed_k >= 0 ? state_history(c->state) + v->committed_k : initial;
	int n = v->el->ndof;
	/* asked for damping alone, elements that take no part in it answer too, as the peer's do */
	bool damped = v->el->rayleigh || kind == REACTION_RAYLEIGH;

	v->el->ops->respond(v->el->self, &io, c->el_f, c->el_k, NULL);
	if (kind == REACTION_RAYLEIGH)
		memset(c->el_f, 0, (size_t)n * sizeof(double));
	for (int i = 0; i < n && kind != REACTION_STATIC; i++)
		for (int j = 0; j < n; j++) {
			double m = v->mass ? v->mass[i * n + j] : 0.0;

			if (kind == REACTION_DYNAMIC)
				c->el_f[i] += m * c->el_a[j];
			if (damped)
				c->el_f[i] += (a[0] * m + a[1] * c->el_k[i * n + j] + a[2] * initial[i * n + j] + a[3] * kc[i * n + j]) * c->el_v[j];
		}
	for (int i = 0; i < n; i++)
		c->reaction[v->dof[i]] += c->el_f[i];
}

/* Damping proportional to nodal mass counts in every kind; inertia in one. */
static void reaction_node(struct problem_core *c, const struct node *n, int kind)
{
	for (int j = 0; j < n->ndf; j++) {
		double a = dofmap_value(&c->map, n->dof0 + j, state_vec(c->state, STATE_A), state_source(c->state, 2));
		double v = dofmap_value(&c->map, n->dof0 + j, state_vec(c->state, STATE_V), state_source(c->state, 1));
		double f = n->mass_factor * v + (kind == REACTION_DYNAMIC ? a : 0.0);

		for (int i = 0; i < n->ndf; i++)
			c->reaction[n->dof0 + i] += n->mass[i * n->ndf + j] * f;
	}
}

/* What acts on the nodes themselves: the elements' answers do not count. */
static void applied_forces(struct problem_core *c, int kind)
{
	bool loads = kind != REACTION_NODE_RAYLEIGH;
	double *reaction = c->reaction;

	c->reaction = c->applied;
	vec_zero(c->map.nall, c->reaction);
	if (loads)
		reaction_loads(c, false);
	for (int i = 0; i < c->nnode && kind != REACTION_APPLIED; i++)
		reaction_node(c, c->node[i], kind == REACTION_APPLIED_DYNAMIC ? REACTION_DYNAMIC : REACTION_STATIC);
	for (int i = 0; i < c->map.nall && loads; i++)
		c->reaction[i] = 0.0 - c->reaction[i];
	c->reaction = reaction;
}

int analysis_reactions(struct analysis *an, int kind, struct err *e)
{
	int code = analysis_ready(an, e);
	struct problem_core *c;

	if (!code)
		code = analysis_whole(an, e);
	if (code)
		return code;
	c = core_of(an);
	if (kind >= REACTION_APPLIED) {
		applied_forces(c, kind);
		return 0;
	}
	vec_zero(c->map.nall, c->reaction);
	for (int i = 0; i < c->nview; i++)
		reaction_element(c, &c->view[i], kind);
	code = parts_reactions(c, kind);
	if (code)
		return err_set(e, code, "reactions", "%s", err_message(code));
	if (kind != REACTION_RAYLEIGH)
		reaction_loads(c, true);
	for (int i = 0; i < c->nnode; i++)
		reaction_node(c, c->node[i], kind);
	return 0;
}

static double force_at(const struct problem_core *c, const double *force, const struct node *n, int dof)
{
	int first = c ? first_freedom(c, n) : -1;

	return first < 0 || dof < 0 || dof >= n->ndf ? 0.0 : force[first + dof];
}

double analysis_reaction(const struct analysis *an, const struct node *n, int dof)
{
	const struct problem_core *c = core_of(an);

	return force_at(c, c ? c->reaction : NULL, n, dof);
}

double analysis_applied(const struct analysis *an, const struct node *n, int dof)
{
	const struct problem_core *c = core_of(an);

	return force_at(c, c ? c->applied : NULL, n, dof);
}

/* --- matrices ---------------------------------------------------------------------------------- */

int analysis_matrix(struct analysis *an, struct arena *mem, double **ret_a, int *ret_n, struct err *e)
{
	int code = analysis_ready(an, e), n;
	const struct pattern_csc *pat;
	struct problem_core *c;
	double *a;

	if (code)
		return code;
	if (an->front)
		return err_set(e, ERR_UNSUPPORTED, "printA", "engine %s has no matrix of the whole structure", an->way.ops->name);
	c = core_of(an);
	if (!c->slot[0].valid) {
		err_set(e, ERR_STATE, "printA", "no matrix has been formed yet");
		err_hint(e, "analyze at least one step first");
		return ERR_STATE;
	}
	code = problem_values(c, c->slot[0].which, c->slot[0].ck, c->slot[0].cc, c->slot[0].cm, c->trial_value);
	if (code)
		return err_set(e, code, "printA", "%s", err_message(code));
	pat = &c->pattern;
	n = pat->n;
	a = ARENA_ARRAY(mem, (size_t)n * (size_t)n, double);
	if (!a)
		return err_set(e, ERR_MEMORY, "printA", "no memory for %d x %d numbers", n, n);
	for (int j = 0; j < n; j++)
		for (int k = pat->start[j]; k < pat->start[j + 1]; k++) {
			a[(size_t)pat->row[k] * (size_t)n + (size_t)j] = c->trial_value[k];
			if (pat->symmetric)
				a[(size_t)j * (size_t)n + (size_t)pat->row[k]] = c->trial_value[k];
		}
	*ret_a = a;
	*ret_n = n;
	return 0;
}

int analysis_residual(struct analysis *an, struct arena *mem, double **ret_r, int *ret_n, struct err *e)
{
	int code = analysis_ready(an, e);
	double *r;

	if (code)
		return code;
	if (an->front)
		return err_set(e, ERR_UNSUPPORTED, "printB", "engine %s has no residual of the whole structure", an->way.ops->name);
	if (!an->solver.r || an->changed) {
		err_set(e, ERR_STATE, "printB", "there are no equations of a step yet");
		err_hint(e, "analyze at least one step first");
		return ERR_STATE;
	}
	code = solver_residual(&an->solver);
	/* methods that ask elements on the way have gone to other times */
	core_of(an)->dirty = true;
	if (code)
		return err_set(e, code, "printB", "%s", err_message(code));
	r = ARENA_ARRAY(mem, (size_t)an->p->n + 1, double);
	if (!r)
		return err_set(e, ERR_MEMORY, "printB", "no memory for %d numbers", an->p->n);
	vec_copy(an->p->n, an->solver.r, r);
	*ret_r = r;
	*ret_n = an->p->n;
	return 0;
}

int analysis_size(struct analysis *an, struct err *e)
{
	int code = analysis_ready(an, e);

	return code ? code : an->p->n;
}
