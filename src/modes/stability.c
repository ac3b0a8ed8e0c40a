/* Matrices of the problem, column by column, and the share of the specimens in them:
 *   K_n = K_0 - B K_e B',  B the unknowns that experimental elements touch.
 * Large problems are written in q, u = T q: T holds the lowest modes of the whole and the static shapes K_0^-1 B, made orthonormal. */
#include "modes/stability.h"

#include "equations/core.h"
#include "math/dense.h"
#include "math/eig.h"
#include "math/lapack.h"
#include "math/vec.h"

#include <math.h>

static const char OBJECT[] = "stability";

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, OBJECT, "no memory for the matrices");
}

static double *matrix(struct arena *mem, int n, int m)
{
	return ARENA_ARRAY(mem, (size_t)n * (size_t)m, double);
}

/* An operator as a matrix. */
static int columns(struct problem *p, enum operator which, double *unit, double *y, double *ret, struct err *e)
{
	int n = p->n, rc = 0;
	vec_zero(n, unit);
	for (int j = 0; j < n && !rc; j++) {
		unit[j] = 1.0;
		rc = problem_mul(p, which, unit, y);
		unit[j] = 0.0;
		for (int i = 0; i < n; i++)
			ret[i * n + j] = y[i];
	}
	return rc ? err_set(e, rc, OBJECT, "the matrices of the model: %s", err_message(rc)) : 0;
}

/* Which unknowns experimental elements touch, and their stiffness on all. */
static void specimens(struct problem_core *c, double *unit, double *y, bool *touched, double *ret_k)
{
	int n = c->p.n;
	vec_zero(n, unit);
	for (int j = 0; j < n; j++) {
		unit[j] = 1.0;
		vec_zero(n, y);
		for (int q = 0; q < c->nexchange; q++) {
			const struct view *v = &c->view[c->exchange[q]];
			int dofs = v->el->ndof;
			const double *k = v->initial;
			if (v->el->ops->tested) {
				v->el->ops->tested(v->el->self, c->el_k);
				k = c->el_k;
			}
			for (int i = 0; i < dofs; i++)
				c->el_u[i] = dofmap_value(&c->map, v->dof[i], unit, c->g[3]);
			mat_vec(dofs, dofs, k, c->el_u, c->el_f);
			for (int i = 0; i < dofs; i++)
				dofmap_scatter(&c->map, v->dof[i], c->el_f[i], y);
		}
		unit[j] = 0.0;
		for (int i = 0; i < n; i++) {
			ret_k[i * n + j] = y[i];
			touched[i] |= y[i] != 0.0;
		}
	}
}

/* B and K_e of the touched unknowns; K of the rest of the structure. */
static int part(struct stability *s, const bool *touched, const double *ks, struct arena *mem, struct err *e)
{
	int n = s->n, r = 0, *at = ARENA_ARRAY(mem, (size_t)n, int);
	double *k = matrix(mem, n, n), *b, *ke;
	if (!at || !k)
		return no_memory(e);
	for (int i = 0; i < n; i++)
		if (touched[i])
			at[r++] = i;
	b = matrix(mem, n, r);
	ke = matrix(mem, r, r);
	if (!b || !ke)
		return no_memory(e);
	for (int i = 0; i < r; i++) {
		b[at[i] * r + i] = 1.0;
		for (int j = 0; j < r; j++)
			ke[i * r + j] = ks[at[i] * n + at[j]];
	}
	vec_mix(n * n, 1.0, s->k, -1.0, ks, k);
	s->kn = k;
	s->loop = (struct delay_loop){.n = n, .r = r, .m = s->m, .c = s->c, .k = k, .b = b, .ke = ke};
	return 0;
}

/* --- fewer coordinates -------------------------------------------------------------------------------- */

/* Static shapes of unit forces at the specimens, as rows behind the modes. */
static int shapes(const struct stability *s, double *t, int rows, struct arena *mem, struct err *e)
{
	int n = s->n, r = s->loop.r, info = 0, *pivot = ARENA_ARRAY(mem, (size_t)n, int);
	double *lu = matrix(mem, n, n);
	if (!pivot || !lu)
		return no_memory(e);
	vec_copy(n * n, s->k, lu);
	dgetrf_(&n, &n, lu, &n, pivot, &info);
	if (info)
		return err_set(e, ERR_SINGULAR, OBJECT, "the initial stiffness of the structure is singular");
	for (int j = 0; j < r; j++)
		for (int i = 0; i < n; i++)
			t[(rows + j) * n + i] = s->loop.b[i * r + j];
	/* K is symmetric: rows or columns alike */
	dgetrs_("T", &n, &r, lu, &n, pivot, t + rows * n, &n, &info, 1);
	return 0;
}

/* Rows made orthonormal, twice; those that hang on others are dropped. Returns how many are left. */
static int orthonormal(int rows, int n, double *t)
{
	int left = 0;
	for (int i = 0; i < rows; i++) {
		double *x = t + left * n, size = vec_norm(n, t + i * n);
		if (!(size > 0.0))
			continue;
		vec_copy(n, t + i * n, x);
		vec_scale(n, 1.0 / size, x);
		for (int pass = 0; pass < 2; pass++)
			for (int j = 0; j < left; j++)
				vec_add(n, -vec_dot(n, t + j * n, x), t + j * n, x);
		size = vec_norm(n, x);
		if (size < 1e-9)
			continue;
		vec_scale(n, 1.0 / size, x);
		left++;
	}
	return left;
}

/* T A T' with T of rows x n. */
static int project(int n, int rows, const double *t, const double *a, struct arena *mem, const double **ret)
{
	double *x = matrix(mem, rows, rows), *y = ARENA_ARRAY(mem, (size_t)n, double);
	if (!x || !y)
		return ERR_MEMORY;
	for (int j = 0; j < rows; j++) {
		mat_vec(n, n, a, t + j * n, y);
		for (int i = 0; i < rows; i++)
			x[i * rows + j] = vec_dot(n, t + i * n, y);
	}
	*ret = x;
	return 0;
}

static int fewer(struct stability *s, struct problem_core *c, struct arena *mem, struct err *e)
{
	int n = s->n, r = s->loop.r, found = 0, rows;
	double *t = matrix(mem, STABILITY_MODES + r, n), *value = ARENA_ARRAY(mem, STABILITY_MODES, double);
	double *k = ARENA_ARRAY(mem, (size_t)c->pattern.nnz, double), *b;
	struct delay_loop *l = &s->loop;
	if (!t || !value || !k)
		return no_memory(e);
	int rc = problem_values(c, STIFFNESS_INITIAL, 1.0, 0.0, 0.0, k);
	if (rc || (rc = eig_sparse(&c->pattern, k, c->val_m, STABILITY_MODES, value, t, &found, mem, e)) || (rc = shapes(s, t, found, mem, e)))
		return rc ? err_set(e, rc, OBJECT, "the modes of the structure: %s", err_message(rc)) : 0;
	rows = orthonormal(found + r, n, t);
	if (!(b = matrix(mem, rows, r)))
		return no_memory(e);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < r; j++)
			for (int q = 0; q < n; q++)
				b[i * r + j] += t[i * n + q] * l->b[q * r + j];
	if (project(n, rows, t, s->m, mem, &l->m) || project(n, rows, t, s->c, mem, &l->c) || project(n, rows, t, l->k, mem, &l->k))
		return no_memory(e);
	l->b = b;
	l->n = rows;
	s->reduced = true;
	return 0;
}

int stability_take(struct analysis *an, struct arena *mem, struct stability *ret, struct err *e)
{
	int rc = analysis_ready(an, e), n = rc ? 0 : an->p->n;
	if (rc)
		return rc;
	if (n > STABILITY_MAX) {
		err_set(e, ERR_LIMIT, OBJECT, "too many unknowns for dense matrices");
		err_value(e, "%d", n);
		err_allowed(e, "up to %d", STABILITY_MAX);
		err_hint(e, "reduce the model first: help reduce");
		return ERR_LIMIT;
	}
	struct stability s = {.n = n, .m = matrix(mem, n, n), .c = matrix(mem, n, n), .k = matrix(mem, n, n)};
	double *unit = ARENA_ARRAY(mem, (size_t)(2 * n), double), *y = unit + n, *ks = matrix(mem, n, n);
	bool *touched = ARENA_ARRAY(mem, (size_t)n, bool);
	if (!s.m || !s.c || !s.k || !unit || !ks || !touched)
		return no_memory(e);
	struct problem_core *c = core_of(an);
	if ((rc = columns(an->p, OPERATOR_M, unit, y, s.m, e)) || (rc = columns(an->p, OPERATOR_C, unit, y, s.c, e)) ||
	    (rc = columns(an->p, OPERATOR_K0, unit, y, s.k, e)))
		return rc;
	specimens(c, unit, y, touched, ks);
	if (!(rc = part(&s, touched, ks, mem, e)) && n > STABILITY_DIRECT && s.loop.r > 0)
		rc = fewer(&s, c, mem, e);
	if (!rc)
		*ret = s;
	return rc;
}

/* --- the limit ---------------------------------------------------------------------------------------- */

static int share_of(double share, const struct delay_loop *l, struct arena *mem, const double **ret)
{
	double *x = share > 0.0 ? matrix(mem, l->r, l->r) : NULL;
	if (share > 0.0 && !x)
		return ERR_MEMORY;
	for (int i = 0; i < l->r * l->r && x; i++)
		x[i] = share * l->ke[i];
	*ret = x;
	return 0;
}

static int delay_in(struct analysis *an, const struct stability_specimen *own, struct arena *mem, struct delay_limit *ret, struct err *e)
{
	struct stability s;
	int rc = stability_take(an, mem, &s, e);
	if (!rc && s.loop.r == 0) {
		rc = err_set(e, ERR_STATE, OBJECT, "no element of the model has a specimen");
		err_hint(e, "expElement makes one");
	}
	if (!rc && own && (share_of(own->damping, &s.loop, mem, &s.loop.ce) || share_of(own->mass, &s.loop, mem, &s.loop.me)))
		rc = no_memory(e);
	return rc ? rc : delay_critical(&s.loop, mem, ret, e);
}

int stability_delay(struct analysis *an, const struct stability_specimen *own, struct delay_limit *ret, struct err *e)
{
	struct arena mem;
	arena_init(&mem);
	int rc = delay_in(an, own, &mem, ret, e);
	arena_fini(&mem);
	return rc;
}
