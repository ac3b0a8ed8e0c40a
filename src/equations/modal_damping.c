/* Modal damping as a low-rank addition: C = B D B', B = M Phi, D = diag(2 zeta omega).
 * (A + cc C)^-1 b = x - X S^-1 B' x with x = A^-1 b, X = A^-1 B, S = (cc D)^-1 + B' X (Woodbury). */
#include "equations/modal_damping.h"

#include "math/dense.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

struct modal_slot {
	double cc;          /* factor of C in this slot's matrix; 0: nothing to do */
	double *x;          /* nmodal rows of A^-1 b_k */
	double *s;          /* inverse of S, nmodal x nmodal */
};

static int modes_gone(const struct model *m, struct err *e)
{
	err_set(e, ERR_STATE, "modalDamping", "ratios are those of %d modes, the last eigen found fewer", m->nmodal);
	err_value(e, "%d", m->nmode);
	err_hint(e, "modalDamping again, for the modes that there are now");
	return ERR_STATE;
}

int modal_damping_build(struct problem_core *c, struct err *e)
{
	const struct model *m = c->m;
	size_t n = (size_t)c->map.n + 1;
	int count = m->modal_damping ? m->nmodal : 0;

	if (!count)
		return 0;
	if (m->nmode < count)
		return modes_gone(m, e);
	c->modal_b = ARENA_ARRAY(c->run, n * (size_t)count, double);
	c->modal_d = ARENA_ARRAY(c->run, (size_t)count, double);
	c->modal_y = ARENA_ARRAY(c->run, 2 * (size_t)count, double);
	c->modal_work = ARENA_ARRAY(c->run, 2 * (size_t)count * (size_t)count, double);
	c->modal_slot = ARENA_ARRAY(c->run, PROBLEM_SLOTS, struct modal_slot);
	if (!c->modal_b || !c->modal_d || !c->modal_y || !c->modal_work || !c->modal_slot)
		return err_set(e, ERR_MEMORY, "modalDamping", "no memory for %d modes", count);
	for (int i = 0; i < PROBLEM_SLOTS; i++) {
		c->modal_slot[i].x = ARENA_ARRAY(c->run, n * (size_t)count, double);
		c->modal_slot[i].s = ARENA_ARRAY(c->run, (size_t)count * (size_t)count, double);
		if (!c->modal_slot[i].x || !c->modal_slot[i].s)
			return err_set(e, ERR_MEMORY, "modalDamping", "no memory for %d modes", count);
	}
	for (int k = 0; k < count; k++) {
		dofmap_restrict(c, m->eigenvector + (size_t)k * (size_t)m->ndof, c->g[3], c->work);
		spmul_apply(c->mul_m, c->work, c->modal_b + (size_t)k * (size_t)c->map.n);
		c->modal_d[k] = m->eigenvalue[k] > 0.0 ? 2.0 * m->modal_damping[k] * sqrt(m->eigenvalue[k]) : 0.0;
	}
	c->nmodal = count;
	return 0;
}

void modal_damping_add(struct problem_core *c, const double *v, double *y)
{
	for (int k = 0; k < c->nmodal; k++) {
		const double *b = c->modal_b + (size_t)k * (size_t)c->map.n;

		vec_add(c->map.n, c->modal_d[k] * vec_dot(c->map.n, b, v), b, y);
	}
}

int modal_damping_form(struct problem_core *c, int slot)
{
	struct modal_slot *s = c->nmodal ? &c->modal_slot[slot] : NULL;
	int m = c->nmodal, n = c->map.n, code = 0;

	if (!m)
		return 0;
	s->cc = c->slot[slot].cc;
	if (s->cc == 0.0)
		return 0;
	for (int k = 0; k < m && !code; k++) {
		vec_copy(n, c->modal_b + (size_t)k * (size_t)n, s->x + (size_t)k * (size_t)n);
		code = c->engine.ops->solve(c->engine.self, slot, s->x + (size_t)k * (size_t)n);
	}
	/* undamped modes: their row of S is the identity and their column of D B' is zero */
	for (int i = 0; i < m && !code; i++)
		for (int k = 0; k < m; k++)
			c->modal_work[i * m + k] = (i == k) + s->cc * c->modal_d[i] * vec_dot(n, c->modal_b + (size_t)i * (size_t)n, s->x + (size_t)k * (size_t)n);
	return code ? code : mat_invert(m, c->modal_work, s->s);
}

void modal_damping_solve(struct problem_core *c, int slot, double *x)
{
	int m = c->nmodal, n = c->map.n;
	const struct modal_slot *s = m ? &c->modal_slot[slot] : NULL;
	double *y, *z;

	if (!m || s->cc == 0.0)
		return;
	y = c->modal_y;
	z = y + m;
	for (int k = 0; k < m; k++)
		y[k] = s->cc * c->modal_d[k] * vec_dot(n, c->modal_b + (size_t)k * (size_t)n, x);
	mat_vec(m, m, s->s, y, z);
	for (int k = 0; k < m; k++)
		vec_add(n, -z[k], s->x + (size_t)k * (size_t)n, x);
}
