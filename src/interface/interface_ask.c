/* Elements asked in the coordinates of the interface: see interface.h. */
#include "interface/interface.h"

#include "math/dense.h"
#include "math/vec.h"

#include <string.h>

void interface_displace(const struct interface *x, const struct interface_element *el, const double *u, const double *v, const double *uc)
{
	struct problem_core *c = x->c;
	int n = el->n, ndof = el->v->el->ndof;

	for (int d = 0; d < ndof; d++) {
		const double *p = el->p + d * n;
		double su = 0.0, sv = 0.0, sc = 0.0;

		for (int i = 0; i < n; i++) {
			int at = el->first + i;

			su += p[i] * (u[at] - el->zero[i]);
			sv += p[i] * v[at];
			sc += p[i] * (uc[at] - el->zero[i]);
		}
		c->el_u[d] = su;
		c->el_v[d] = sv;
		c->el_uc[d] = sc;
	}
}

/* Force of an element in its deformations. */
static void deformed_force(struct interface *x, const struct interface_element *el, const double *u, const double *v, double *ret_r)
{
	struct problem_core *c = x->c;
	const struct element *e = el->v->el;
	struct element_io io = {.hc = state_history(c->state) + el->v->history, .ht = c->history + el->v->history, .dt = c->dt};
	double *deformation = c->el_u, *rate = c->el_v;
	int n = el->n;

	for (int i = 0; i < n; i++) {
		deformation[i] = el->length[i] * (u[i] - el->zero[i]);
		rate[i] = el->length[i] * v[i];
	}
	e->ops->law(e->self, &io, deformation, rate, ret_r);
	for (int i = 0; i < n; i++) {
		ret_r[i] *= el->length[i];
		for (int j = 0; j < n; j++)
			ret_r[i] += el->damp[i * n + j] * v[j];
	}
}

int interface_ask(struct interface *x, double *const z[MOTION_KINDS], double *ret_r)
{
	struct problem_core *c = x->c;

	for (int i = 0; i < x->nunknown; i++) {
		c->force[x->at[i]] = 0.0;
		c->ue[x->at[i]] = z[0][i];
		c->ve[x->at[i]] = z[1][i];
		if (c->ae)
			c->ae[x->at[i]] = z[2][i];
	}
	for (int i = 0; i < c->nexchange && c->live; i++)
		view_send(c, &c->view[c->exchange[i]]);
	c->defect = 0.0;
	for (int q = 0; q < x->nelement; q++) {
		const struct interface_element *el = &x->element[q];

		if (el->n) {
			deformed_force(x, el, z[0] + el->first, z[1] + el->first, ret_r + el->first);
			continue;
		}
		view_force(c, el->v);
		for (int k = 0; k < el->v->el->ndof; k++) {
			dofmap_scatter(&c->map, el->v->dof[k], c->el_f[k], c->force);
			c->defect += c->el_f[k] - c->el_f[k];
		}
	}
	for (int i = 0; i < x->nunknown; i++)
		ret_r[i] = c->force[x->at[i]];
	return vec_finite(x->m, ret_r) ? 0 : ERR_NONFINITE;
}

/* Stiffness and damping of an element in its deformations, into x->k and x->damp. Most have moduli to tell, and need not be asked again. */
static void deformed_tangent(struct interface *x, const struct interface_element *el, double *const z[MOTION_KINDS], const double *seen, bool initial)
{
	struct problem_core *c = x->c;
	const struct view *v = el->v;
	size_t size = (size_t)(el->n * el->n) * sizeof(double);

	if (v->el->ops->modulus(v->el->self, c->history + v->history, c->el_f)) {
		memset(x->k, 0, size);
		memcpy(x->damp, el->damp, size);
		for (int i = 0; i < el->n; i++)
			x->k[i * el->n + i] = c->el_f[i] * el->length[i] * el->length[i];
	} else {
		interface_displace(x, el, z[0], z[1], seen);
		view_respond(c, v, c->el_f, c->el_k, c->el_c);
		mat_congruence(v->el->ndof, el->n, c->el_k, el->p, x->k);
		mat_congruence(v->el->ndof, el->n, c->el_c, el->p, x->damp);
		for (int i = 0; i < el->n * el->n; i++)
			x->damp[i] += el->damp[i];
	}
	if (initial)
		mat_congruence(v->el->ndof, el->n, v->initial, el->p, x->k);
}

int interface_tangents(struct interface *x, double *const z[MOTION_KINDS], const double *seen, bool initial, double *ret_k, double *ret_c)
{
	struct problem_core *c = x->c;

	vec_zero(x->nnz, ret_k);
	vec_zero(x->nnz, ret_c);
	for (int q = 0; q < x->nelement; q++) {
		const struct interface_element *el = &x->element[q];

		if (el->n)
			deformed_tangent(x, el, z, seen, initial);
		else
			view_tangent(c, el->v, initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT);
		interface_add(el, el->n ? x->k : c->el_k, el->n ? x->damp : c->el_c, ret_k, ret_c);
	}
	return vec_finite(x->nnz, ret_k) && vec_finite(x->nnz, ret_c) ? 0 : ERR_NONFINITE;
}
