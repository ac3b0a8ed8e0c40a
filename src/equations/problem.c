/* The operators of a problem: residual, products, factored matrices, commit. Equations in problem.h.
 *
 * Linear group: F = K u + C v by two sparse products (one where C = alpha M + beta K); looped elements one by one.
 * A matrix is factored again only when its numbers changed.
 */
#include "base/base.h"
#include "equations/modal_damping.h"
#include "equations/port.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

int problem_time(struct problem *p, double t)
{
	struct problem_core *c = p->core;

	RT_CHECK(t - t == 0.0, ERR_NONFINITE);
	p->t = t;
	c->dt = t - p->tc;
	problem_instant(p, t);
	load_cases_apply(c, t);
	load_pulls_apply(c);
	if (c->nlooped)
		c->force_valid = false;
	return 0;
}

void problem_elements_time(struct problem_core *c, double t)
{
	c->p.t = c->t_seen = t;
	c->dt = t - c->p.tc;
	problem_instant(&c->p, t);
	load_elements_apply(c, t);
}

void problem_moved(struct problem *p)
{
	struct problem_core *c = p->core;

	c->moved = true;
	c->force_valid = false;
}

/* Elements follow the trial state where the integrator said so; where it did not, they stay. */
static void problem_follow(struct problem_core *c)
{
	if (!c->moved)
		return;
	vec_copy(c->map.n, c->p.u, c->ue);
	vec_copy(c->map.n, c->p.v, c->ve);
	if (c->ae)
		vec_copy(c->map.n, c->p.a, c->ae);
	c->t_seen = c->p.t;
	c->moved = false;
}

void problem_hold(struct problem *p)
{
	problem_moved(p);
	problem_follow(p->core);
}

/* A load that is taken back (static analysis: time is the load factor) takes no test time. A linear part on its own commands nothing. */
void problem_instant(struct problem *p, double t)
{
	if (!p->core->port)
		p->core->instant = p->core->an->clock + fmax(t - p->tc, 0.0);
}

const double *problem_seen(const struct problem *p, int derivative)
{
	return state_seen(p->core->state, derivative);
}

void problem_pair(struct problem *p, bool on)
{
	p->core->pair = on;
}

/* y = C_linear x, modal damping included. */
static void damping_product(struct problem_core *c, const double *x, double *y)
{
	int n = c->map.n;

	if (c->mul_c) {
		spmul_apply(c->mul_c, x, y);
	} else if (c->proportional) {
		spmul_apply(c->mul_m, x, c->work);
		if (c->beta != 0.0)
			spmul_apply(c->mul_k, x, y);
		vec_mix(n, c->alpha, c->work, c->beta, c->beta != 0.0 ? y : c->work, y);
	} else {
		vec_zero(n, y);
	}
	modal_damping_add(c, x, y);
}

/* F of the linear group at ue, ve. */
static void linear_force(struct problem_core *c, double *y)
{
	int n = c->map.n;

	if (c->proportional) {
		vec_mix(n, 1.0, c->ue, c->beta, c->ve, c->work);
		spmul_apply(c->mul_k, c->work, y);
		if (c->alpha != 0.0) {
			spmul_apply(c->mul_m, c->ve, c->work);
			vec_add(n, c->alpha, c->work, y);
		}
		modal_damping_add(c, c->ve, y);
		return;
	}
	spmul_apply(c->mul_k, c->ue, y);
	if (c->mul_c) {
		spmul_apply(c->mul_c, c->ve, c->work);
		vec_add(n, 1.0, c->work, y);
	}
	modal_damping_add(c, c->ve, y);
}

/* y += F of the looped elements at ue, ve. */
static void looped_force(struct problem_core *c, double *y)
{
	for (int i = 0; i < c->nexchange && c->live; i++)
		view_send(c, &c->view[c->exchange[i]]);
	c->defect = 0.0;
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];

		view_force(c, v);
		for (int k = 0; k < v->el->ndof; k++) {
			dofmap_scatter(&c->map, v->dof[k], c->el_f[k], y);
			c->defect += c->el_f[k] - c->el_f[k];
		}
	}
}

static void force_evaluate(struct problem_core *c)
{
	problem_follow(c);
	if (c->force_valid)
		return;
	linear_force(c, c->force);
	looped_force(c, c->force);
	if (c->port)
		port_give(c->port, c->map.n, 1.0, c->phi, c->force);
	c->force_valid = true;
}

bool problem_alone(const struct problem *p)
{
	return p->core->port != NULL;
}

bool problem_iterated(const struct problem *p)
{
	return !p->core->an->algorithm.ops->no_test;
}

int problem_coupled(const struct problem *p, const int **ret_unknown)
{
	*ret_unknown = p->core->coupled;
	return p->core->ncoupled;
}

int problem_resist_coupled(struct problem *p, double *ret_f)
{
	struct problem_core *c = p->core;

	problem_follow(c);
	vec_zero(p->n, ret_f);
	looped_force(c, ret_f);
	if (c->port)
		port_give(c->port, p->n, 1.0, c->phi, ret_f);
	return vec_finite(p->n, ret_f) ? 0 : ERR_NONFINITE;
}

int problem_resist(struct problem *p, double *ret_f)
{
	force_evaluate(p->core);
	vec_copy(p->n, p->core->force, ret_f);
	return vec_finite(p->n, ret_f) ? 0 : ERR_NONFINITE;
}

int problem_load(struct problem *p, double *ret_f)
{
	vec_copy(p->n, p->core->f, ret_f);
	p->core->t_load = p->t;
	return 0;
}

/* r = f - K (u + beta v) - m (a + alpha v) in two passes: all elements linear, lumped mass, proportional or no damping. */
static int residual_lumped(struct problem_core *c, double *ret_r)
{
	int n = c->map.n;
	/* elements that are to follow have no history to write: they may be read where they will be */
	const double *u = c->moved ? c->p.u : c->ue, *v = c->moved ? c->p.v : c->ve;
	const double *a = c->p.a, *m = c->lumped, *f = c->f, *y = c->work;
	double alpha = c->proportional ? c->alpha : 0.0, defect = 0.0;

	if (c->proportional && c->beta != 0.0) {
		vec_mix(n, 1.0, u, c->beta, v, c->scratch);
		spmul_apply(c->mul_k, c->scratch, c->work);
	} else {
		spmul_apply(c->mul_k, u, c->work);
	}
	for (int i = 0; i < n; i++) {
		ret_r[i] = f[i] - y[i] - m[i] * (a[i] + alpha * v[i]);
		defect += ret_r[i] - ret_r[i];
	}
	if (c->port)
		port_give(c->port, n, -1.0, c->phi, ret_r);
	return defect == 0.0 ? 0 : ERR_NONFINITE;
}

int problem_residual(struct problem *p, double *ret_r)
{
	struct problem_core *c = p->core;

	if (c->lumped && !c->nlooped && !c->nmodal && !c->mul_c && !c->force_valid)
		return residual_lumped(c, ret_r);
	force_evaluate(c);
	spmul_apply(c->mul_m, p->a, c->work);
	for (int i = 0; i < p->n; i++)
		ret_r[i] = c->f[i] - c->force[i] - c->work[i];
	c->t_load = p->t;
	return vec_finite(p->n, ret_r) ? 0 : ERR_NONFINITE;
}

int problem_load_rate(struct problem *p, double *ret_f)
{
	struct problem_core *c = p->core;
	double t = p->t;

	load_cases_apply(c, t + 1.0);
	vec_copy(p->n, c->f, ret_f);
	load_cases_apply(c, t);
	vec_add(p->n, -1.0, c->f, ret_f);
	load_pulls_apply(c);
	return 0;
}

/* --- matrices ------------------------------------------------------------------------------------ */

int problem_values(struct problem_core *c, enum stiffness which, double ck, double cc, double cm, double *ret_value)
{
	int nnz = c->pattern.nnz;
	double linear = which == STIFFNESS_BLEND ? ck * (c->blend[0] + c->blend[1]) : ck;

	problem_follow(c);
	for (int k = 0; k < nnz; k++)
		ret_value[k] = linear * c->val_k[k] + cc * c->val_c[k] + cm * c->val_m[k];
	for (int i = 0; i < c->nlooped && which != STIFFNESS_LINEAR && (ck != 0.0 || cc != 0.0); i++) {
		const struct view *v = &c->view[c->looped[i]];

		view_tangent(c, v, which);
		if (ck != 0.0)
			assemble_element(c, v, c->el_k, ck, ret_value);
		if (cc != 0.0)
			assemble_element(c, v, c->el_c, cc, ret_value);
	}
	return vec_finite(nnz, ret_value) ? 0 : ERR_NONFINITE;
}

/* Product with the tangent, initial stiffness or damping of the looped elements, added to y. */
static void looped_product(struct problem_core *c, enum operator which, const double *x, double *y)
{
	problem_follow(c);
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];
		const double *matrix = v->initial;
		int n = v->el->ndof;

		if (which != OPERATOR_K0) {
			view_tangent(c, v, STIFFNESS_TANGENT);
			matrix = which == OPERATOR_C ? c->el_c : c->el_k;
		}
		for (int k = 0; k < n; k++)
			c->el_u[k] = dofmap_value(&c->map, v->dof[k], x, c->g[3]);
		for (int k = 0; k < n; k++) {
			double sum = 0.0;

			for (int j = 0; j < n; j++)
				sum += matrix[k * n + j] * c->el_u[j];
			dofmap_scatter(&c->map, v->dof[k], sum, y);
		}
	}
}

/* The looped elements' part of an operator between the coupled unknowns, column by column. */
static void coupled_matrix(struct problem *p, enum operator which, double *ret_k)
{
	struct problem_core *c = p->core;
	int m = c->ncoupled;

	for (int j = 0; j < m; j++) {
		vec_zero(p->n, c->work);
		vec_zero(p->n, p->u);
		p->u[c->coupled[j]] = 1.0;
		looped_product(c, which, p->u, c->work);
		for (int i = 0; i < m; i++)
			ret_k[i * m + j] = c->work[c->coupled[i]];
	}
	vec_copy(p->n, p->uc, p->u);
}

void problem_coupled_stiffness(struct problem *p, double *ret_k)
{
	coupled_matrix(p, OPERATOR_K0, ret_k);
}

void problem_coupled_damping(struct problem *p, double *ret_c)
{
	coupled_matrix(p, OPERATOR_C, ret_c);
}

int problem_mul(struct problem *p, enum operator which, const double *x, double *ret_y)
{
	struct problem_core *c = p->core;

	switch (which) {
	case OPERATOR_M:
		spmul_apply(c->mul_m, x, ret_y);
		return 0;
	case OPERATOR_C_LINEAR:
		damping_product(c, x, ret_y);
		return 0;
	case OPERATOR_K_LINEAR:
		spmul_apply(c->mul_k, x, ret_y);
		return 0;
	case OPERATOR_C:
		damping_product(c, x, ret_y);
		break;
	default:
		spmul_apply(c->mul_k, x, ret_y);
		break;
	}
	looped_product(c, which, x, ret_y);
	return 0;
}

static int report_matrix(const struct problem_core *c, int code, int pivot, struct err *e)
{
	char name[64];

	if (code == ERR_INDEFINITE) {
		err_set(e, code, "system of equations", "the matrix is not positive definite at %s", dofmap_name(c, pivot, name, sizeof(name)));
		err_value(e, "system %s", c->an->system);
		err_hint(e, "the structure is unstable there; a system for any matrix, such as BandGeneral, goes on");
		return code;
	}
	if (code != ERR_SINGULAR)
		return err_set(e, code, "system of equations", "%s", err_message(code));
	err_set(e, code, "system of equations", "the matrix is singular at %s", dofmap_name(c, pivot, name, sizeof(name)));
	err_hint(e, "fix that freedom, or connect it to something that has stiffness or mass there");
	return code;
}

/* Assembles and factors, unless the numbers are those already factored. */
static int form_whole(struct problem_core *c, int slot, enum stiffness which, const double coef[3], struct err *e)
{
	struct factored *s = &c->slot[slot];
	int nnz = c->pattern.nnz, pivot = -1;
	int code = problem_values(c, which, coef[0], coef[1], coef[2], c->trial_value);

	if (code)
		return report_matrix(c, code, -1, e);
	if (s->valid && s->cc == coef[1] && memcmp(s->value, c->trial_value, (size_t)nnz * sizeof(double)) == 0) {
		*s = (struct factored){.valid = true, .ck = coef[0], .cc = coef[1], .cm = coef[2], .which = which, .value = s->value};
		return 0;
	}
	*s = (struct factored){.ck = coef[0], .cc = coef[1], .cm = coef[2], .which = which, .value = s->value};
	memcpy(s->value, c->trial_value, (size_t)nnz * sizeof(double));
	c->nformed = slot >= c->nformed ? slot + 1 : c->nformed;
	code = c->engine.ops->factor(c->engine.self, slot, s->value, &pivot);
	if (!code && pivot >= 0 && c->an->definite)
		code = ERR_INDEFINITE;
	if (!code)
		code = modal_damping_form(c, slot);
	if (code)
		return report_matrix(c, code, pivot, e);
	s->valid = true;
	return 0;
}

/* Factors the virgin structure where that has not been done, then updates it; ERR_UNSUPPORTED: this way does not go now. */
static int form_updated(struct problem_core *c, const double coef[3], struct err *e)
{
	struct factored *s = &c->slot[0];
	bool same = s->valid && s->updated && s->ck == coef[0] && s->cc == coef[1] && s->cm == coef[2];
	int code = 0;

	force_evaluate(c);
	if (!same) {
		code = form_whole(c, 0, STIFFNESS_INITIAL, coef, e);
		if (!code)
			code = yielding_base(c);
	}
	if (!code)
		code = yielding_change(c, coef[0]);
	s->updated = s->valid = code == 0;
	return code;
}

void problem_blend(struct problem *p, double initial, double current)
{
	p->core->blend[0] = initial;
	p->core->blend[1] = current;
}

int problem_form(struct problem *p, int slot, enum stiffness which, double ck, double cc, double cm, struct err *e)
{
	struct problem_core *c = p->core;
	const struct factored *s = &c->slot[slot];
	const double coef[3] = {ck, cc, cm};
	bool same = s->valid && !s->updated && s->ck == ck && s->cc == cc && s->cm == cm;

	same &= which != STIFFNESS_BLEND && s->which != STIFFNESS_BLEND;
	if (same && (c->nlooped == 0 || (which == STIFFNESS_LINEAR && s->which == which)))
		return 0;
	if (same && c->steady && which != STIFFNESS_LINEAR && s->which != STIFFNESS_LINEAR)
		return 0;
	if (yielding_applies(c, slot, which, ck) && form_updated(c, coef, NULL) == 0)
		return 0;
	return form_whole(c, slot, which, coef, e);
}

int problem_solve(struct problem *p, int slot, double *x)
{
	struct problem_core *c = p->core;
	int code;

	RT_CHECK(c->slot[slot].valid, ERR_STATE);
	if (c->slot[slot].updated)
		return yielding_solve(c, x);
	code = c->engine.ops->solve(c->engine.self, slot, x);
	if (!code)
		modal_damping_solve(c, slot, x);
	return code;
}

int problem_solve_unit(struct problem *p, int slot, int in, int nout, const int *out, double *ret_x)
{
	struct problem_core *c = p->core;
	const double one = 1.0;
	int code;

	RT_CHECK(c->slot[slot].valid, ERR_STATE);
	if (c->engine.ops->solve_few && !c->slot[slot].updated && !c->nmodal)
		return c->engine.ops->solve_few(c->engine.self, slot, 1, &in, &one, nout, out, ret_x);
	vec_zero(p->n, c->work);
	c->work[in] = 1.0;
	code = problem_solve(p, slot, c->work);
	for (int i = 0; i < nout && !code; i++)
		ret_x[i] = c->work[out[i]];
	return code;
}

/* --- a step's life ------------------------------------------------------------------------------- */

void problem_begin(struct problem_core *c)
{
	struct problem *p = &c->p;

	c->dirty = true;
	c->defect = 0.0;
	p->tc = c->t_seen = c->t_load = c->state->t;
	vec_copy(p->n, p->uc, p->u);
	vec_copy(p->n, p->vc, p->v);
	vec_copy(p->n, p->ac, p->a);
	vec_copy(p->n, state_seen(c->state, 0), c->ue);
	vec_copy(p->n, state_seen(c->state, 1), c->ve);
	if (c->ae)
		vec_copy(p->n, p->ac, c->ae);
	c->moved = false;
	memcpy(c->history, state_history(c->state), (size_t)c->nlive * sizeof(double));
	c->force_valid = false;
	problem_time(p, p->tc);
}

void problem_committed_stiffness(struct problem_core *c)
{
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];

		if (v->committed_k < 0)
			continue;
		view_gather(c, v);
		view_respond(c, v, c->el_f, c->history + v->committed_k, NULL);
		/* its damping is another one now */
		c->force_valid = false;
	}
}

int problem_exchanged(struct problem_core *c)
{
	/* what an element failed with is in no force where it moves nothing but prescribed freedoms */
	int fault = problem_fault(c, NULL);

	if (fault)
		return fault;
	RT_CHECK(c->defect == 0.0, ERR_NONFINITE);
	for (int i = 0; i < c->nexchange; i++) {
		const struct element *el = c->view[c->exchange[i]].el;
		int code = el->ops->committed ? el->ops->committed(el->self) : 0;

		if (code)
			return code;
	}
	return 0;
}

int problem_commit(struct problem_core *c)
{
	struct problem *p = &c->p;
	bool together = c->moved;
	int code;

	if (c->nlooped)
		force_evaluate(c);
	problem_committed_stiffness(c);
	RT_CHECK(vec_finite(p->n, p->u) && vec_finite(p->n, p->v) && vec_finite(p->n, p->a), ERR_NONFINITE);
	RT_CHECK(!c->nexchange || vec_finite(p->n, c->force), ERR_NONFINITE);
	code = problem_exchanged(c);
	if (code)
		return code;
	vec_copy(p->n, p->u, p->uc);
	vec_copy(p->n, p->v, p->vc);
	vec_copy(p->n, p->a, p->ac);
	c->state->apart = together ? APART_NONE : views_apart(c);
	if (!together) {
		vec_copy(p->n, c->ue, state_vec(c->state, STATE_UE));
		vec_copy(p->n, c->ve, state_vec(c->state, STATE_VE));
	}
	for (int d = 0; d < 3; d++)
		vec_copy(c->map.nsource, c->g[d], state_source(c->state, d));
	memcpy(state_history(c->state), c->history, (size_t)c->nlive * sizeof(double));
	if (!c->port)
		c->an->clock += fmax(c->dt, 0.0);
	c->state->t = p->tc = p->t;
	c->dt = 0.0;
	c->dirty = false;
	return 0;
}

int problem_keep(struct problem_core *c, struct arena *mem)
{
	c->kept = ARENA_ARRAY(mem, state_share_length(c->state) + 1, double);
	return c->kept ? 0 : ERR_MEMORY;
}

int problem_end(struct problem_core *c, const struct integrator *g)
{
	double *share = state_share(c->state);
	size_t bytes = state_share_length(c->state) * sizeof(double);
	int code;

	memcpy(c->kept, share, bytes);
	code = g->ops->commit(g->self, &c->p);
	/* what is not a number would come out in the next step, and in all that follow */
	if (!code && !vec_finite((int)state_share_length(c->state), share))
		code = ERR_NONFINITE;
	if (!code)
		code = problem_commit(c);
	if (code)
		memcpy(share, c->kept, bytes);
	return code;
}

int problem_fault(const struct problem_core *c, struct err *e)
{
	for (int i = 0; i < c->nexchange; i++) {
		const struct element *el = c->view[c->exchange[i]].el;
		struct err report;
		int code;

		err_clear(&report);
		code = el->ops->fault ? el->ops->fault(el->self, &report) : 0;
		if (!code)
			continue;
		if (e)
			*e = report;
		return code;
	}
	return 0;
}

int problem_unknown(const struct problem *p, const struct node *n, int dof)
{
	return dof < 0 || dof >= n->ndf ? -1 : dofmap_unknown(&p->core->map, n->dof0 + dof);
}

const struct model *problem_model(const struct problem *p)
{
	return p->core->m;
}
