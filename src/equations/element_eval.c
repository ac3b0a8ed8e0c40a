/* One element at a time: its displacements from the unknowns, its answer, and Rayleigh damping on top:
 *   c = a0 m + a1 k + a2 k_initial + a3 k_committed,   f = f(u, v) + c v
 */
#include "equations/core.h"

#include <string.h>

struct view *view_find(const struct problem_core *c, const struct element *el)
{
	int lo = 0, hi = c->nview - 1;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (c->view[mid].el->tag < el->tag)
			lo = mid + 1;
		else
			hi = mid;
	}
	return hi >= 0 && c->view[lo].el == el ? &c->view[lo] : NULL;
}

int views_apart(const struct problem_core *c)
{
	const struct integrator_ops *ops = c->an->integrator.ops;

	/* a model that is a specimen is solved without a method */
	return ops && ops->claims.linear_stay ? APART_LOOPED : APART_ALL;
}

void view_gather(struct problem_core *c, const struct view *v)
{
	const double *uc = state_seen(c->state, 0), *gc = state_source(c->state, 0);

	for (int i = 0; i < v->el->ndof; i++) {
		c->el_u[i] = dofmap_value(&c->map, v->dof[i], c->ue, c->g[0]);
		c->el_v[i] = dofmap_value(&c->map, v->dof[i], c->ve, c->g[1]);
		c->el_uc[i] = dofmap_value(&c->map, v->dof[i], uc, gc);
	}
	for (int i = 0; v->el->ops->exchange && i < v->el->ndof; i++)
		c->el_a[i] = dofmap_value(&c->map, v->dof[i], c->ae, c->g[2]);
	view_from_origin(c, v);
}

void view_from_origin(struct problem_core *c, const struct view *v)
{
	for (int i = 0; v->el->origin && i < v->el->ndof; i++) {
		c->el_u[i] -= v->el->origin[i];
		c->el_uc[i] -= v->el->origin[i];
	}
}

struct element_io view_io(struct problem_core *c, const struct view *v)
{
	return (struct element_io){.u = c->el_u, .v = c->el_v, .uc = c->el_uc, .hc = state_history(c->state) + v->history,
	                           .ht = c->history + v->history, .load = v->load, .dt = c->dt,
	                           .a = v->el->ops->exchange ? c->el_a : NULL, .t = c->t_seen, .instant = c->instant, .live = c->live, .pair = c->pair};
}

void view_respond(struct problem_core *c, const struct view *v, double *f, double *k, double *damp)
{
	struct element_io io = view_io(c, v);

	v->el->ops->respond(v->el->self, &io, f, k, damp);
}

void view_send(struct problem_core *c, const struct view *v)
{
	struct element_io io;

	if (!v->el->ops->send)
		return;
	view_gather(c, v);
	io = view_io(c, v);
	v->el->ops->send(v->el->self, &io);
}

void view_virgin(struct problem_core *c, const struct view *v, double *f, double *k, double *damp)
{
	double *virgin = c->history + (v->looped ? v->history : c->nlive);
	struct element_io io = {.u = c->el_u, .v = c->el_v, .uc = c->el_uc, .hc = virgin, .ht = c->query_history, .load = v->load};

	memset(c->el_uc, 0, (size_t)v->el->ndof * sizeof(double));
	memset(virgin, 0, (size_t)v->el->nstate * sizeof(double));
	if (v->el->ops->start)
		v->el->ops->start(v->el->self, virgin);
	v->el->ops->respond(v->el->self, &io, f, k, damp);
}

void view_virgin_damping(struct problem_core *c, const struct view *v, bool rayleigh)
{
	const struct element *el = v->el;
	const double *a = el->factor;

	memset(c->el_u, 0, (size_t)el->ndof * sizeof(double));
	memset(c->el_v, 0, (size_t)el->ndof * sizeof(double));
	view_virgin(c, v, c->el_f, c->el_k, c->el_c);
	for (int i = 0; rayleigh && el->rayleigh && i < el->ndof * el->ndof; i++)
		c->el_c[i] += (v->mass ? a[0] * v->mass[i] : 0.0) + (a[1] + a[2] + a[3]) * v->initial[i];
}

const double *view_initial(struct problem_core *c, const struct view *v)
{
	if (v->initial)
		return v->initial;
	v->el->ops->initial(v->el->self, c->el_k0);
	return c->el_k0;
}

bool view_damped(const struct element *el)
{
	return el->rayleigh && (el->factor[0] != 0.0 || el->factor[1] != 0.0 || el->factor[2] != 0.0 || el->factor[3] != 0.0);
}

/* c += Rayleigh part; k is the current tangent. */
static void rayleigh_add(const struct problem_core *c, const struct view *v, const double *k, double *damp)
{
	const double *a = v->el->factor;
	const double *kc = v->committed_k >= 0 ? state_history(c->state) + v->committed_k : NULL;
	int size = v->el->ndof * v->el->ndof;

	for (int i = 0; i < size; i++)
		damp[i] += (v->mass ? a[0] * v->mass[i] : 0.0) + a[1] * k[i] + a[2] * v->initial[i] + (kc ? a[3] * kc[i] : 0.0);
}

void view_damping_add(struct problem_core *c, const struct view *v, double *f)
{
	int n = v->el->ndof;

	memset(c->el_c, 0, (size_t)(n * n) * sizeof(double));
	rayleigh_add(c, v, v->el->factor[1] != 0.0 ? c->el_k : v->initial, c->el_c);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			f[i] += c->el_c[i * n + j] * c->el_v[j];
}

void view_force(struct problem_core *c, const struct view *v)
{
	int n = v->el->ndof;
	bool damped = view_damped(v->el);

	view_gather(c, v);
	view_respond(c, v, c->el_f, damped && v->el->factor[1] != 0.0 ? c->el_k : NULL, NULL);
	if (damped)
		view_damping_add(c, v, c->el_f);
	/* inertia of prescribed accelerations; that of unknown ones is in M a */
	if (v->prescribed && v->mass)
		for (int j = 0; j < n; j++) {
			double a = dofmap_prescribed(&c->map, v->dof[j], c->g[2]);

			for (int i = 0; i < n; i++)
				c->el_f[i] += v->mass[i * n + j] * a;
		}
}

void view_tangent(struct problem_core *c, const struct view *v, enum stiffness which)
{
	int size = v->el->ndof * v->el->ndof;

	view_gather(c, v);
	view_respond(c, v, c->el_f, c->el_k, c->el_c);
	if (view_damped(v->el))
		rayleigh_add(c, v, c->el_k, c->el_c);
	if (which == STIFFNESS_INITIAL)
		memcpy(c->el_k, v->initial, (size_t)size * sizeof(double));
	for (int i = 0; i < size && which == STIFFNESS_BLEND; i++)
		c->el_k[i] = c->blend[0] * v->initial[i] + c->blend[1] * c->el_k[i];
}
