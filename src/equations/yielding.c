/* Few members of changing stiffness on a structure that does not change.
 *
 * Where every looped element has k = sum d_i b_i b_i' with constant b_i (trusses, springs), the matrix of a Newton step is
 *   ck (K_0 + B diag(d - d_0) B') + cc C + cm M
 * with K_0 of virgin elements. Its first part is factored once for given coefficients; the rest is a low-rank update by the identity of
 * Woodbury (math/lowrank.h), in which only members count whose modulus differs from the virgin one. The answer is that of a new factorisation
 * to rounding. Left to the ordinary way: small systems, many members, damping that follows the tangent, prescribed freedoms, modal damping.
 */
#include "equations/core.h"
#include "math/lowrank.h"

#include <string.h>

enum { UNKNOWNS_MIN = 60, SHARE = 4, MEMBERS_MAX = 400 };

struct yielding {
	int m;               /* directions */
	double *d, *virgin;  /* moduli now and of virgin elements, times 1 and 1 */
	struct lowrank *low;
};

/* Directions of a looped element, 0 when it does not fit. */
static int directions(const struct view *v)
{
	const struct element *el = v->el;

	if (v->prescribed || !el->ops->basis || (el->rayleigh && (el->factor[1] != 0.0 || el->factor[3] != 0.0)))
		return 0;
	return el->ops->basis(el->self, NULL);
}

/* Columns of B in the unknowns. row and value have room for all entries. */
static int columns_fill(struct problem_core *c, int *start, int *row, double *value, double *b)
{
	int m = 0, used = 0;

	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];
		int n = v->el->ndof, count = v->el->ops->basis(v->el->self, b);

		for (int k = 0; k < count; k++) {
			start[m++] = used;
			used += dofmap_column(&c->map, n, v->dof, b + k * n, c->scratch, row + used, value + used);
		}
	}
	start[m] = used;
	return m;
}

static int moduli(struct problem_core *c, const double *history, double *ret_d)
{
	int at = 0;

	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];

		if (!v->el->ops->modulus(v->el->self, history + v->history, ret_d + at))
			return ERR_UNSUPPORTED;
		at += v->el->ops->basis(v->el->self, NULL);
	}
	return 0;
}

/* Virgin moduli, from virgin histories in the trial block (which problem_begin fills again). */
static int moduli_virgin(struct problem_core *c, struct yielding *y)
{
	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];
		double *h = c->history + v->history;

		memset(h, 0, (size_t)v->nstate * sizeof(double));
		if (v->el->ops->start)
			v->el->ops->start(v->el->self, h);
	}
	return moduli(c, c->history, y->virgin);
}

static int yielding_setup(struct problem_core *c, struct yielding *y, int m, int entries, struct err *e)
{
	int *start = ARENA_ARRAY(c->run, (size_t)m + 1, int), *row = ARENA_ARRAY(c->run, (size_t)entries + 1, int);
	double *value = ARENA_ARRAY(c->run, (size_t)entries + 1, double);
	double *b = ARENA_ARRAY(c->run, (size_t)entries + 1, double);
	struct lowrank_columns columns = {.n = c->map.n, .m = m, .start = start, .row = row, .value = value};

	y->m = m;
	y->d = ARENA_ARRAY(c->run, (size_t)m, double);
	y->virgin = ARENA_ARRAY(c->run, (size_t)m, double);
	if (!start || !row || !value || !b || !y->d || !y->virgin)
		return err_set(e, ERR_MEMORY, "analysis", "no memory for %d yielding members", m);
	columns_fill(c, start, row, value, b);
	return lowrank_setup(&y->low, &columns, 8.0 * c->pattern.nnz, c->run, e);
}

int yielding_build(struct problem_core *c, struct err *e)
{
	int m = 0, entries = 0, code;
	struct yielding *y;

	for (int i = 0; i < c->nlooped; i++) {
		const struct view *v = &c->view[c->looped[i]];
		int count = directions(v), masters = 0;

		if (!count)
			return 0;
		for (int k = 0; k < v->el->ndof; k++)
			masters += c->map.start[v->dof[k] + 1] - c->map.start[v->dof[k]] + 1;
		m += count;
		entries += count * masters;
	}
	if (!m || m > MEMBERS_MAX || c->map.n < UNKNOWNS_MIN || SHARE * m > c->map.n || c->nmodal || c->nadded)
		return 0;
	y = ARENA_NEW(c->run, struct yielding);
	if (!y)
		return err_set(e, ERR_MEMORY, "analysis", "no memory for %d yielding members", m);
	code = yielding_setup(c, y, m, entries, e);
	if (!code && moduli_virgin(c, y) == 0)
		c->yielding = y;
	return code;
}

bool yielding_applies(const struct problem_core *c, int slot, enum stiffness which, double ck)
{
	return c->yielding && slot == 0 && which == STIFFNESS_TANGENT && ck != 0.0;
}

static int solve_base(void *context, double *x)
{
	struct problem_core *c = context;

	return c->engine.ops->solve(c->engine.self, 0, x);
}

int yielding_base(struct problem_core *c)
{
	return lowrank_base(c->yielding->low, solve_base, c);
}

int yielding_change(struct problem_core *c, double ck)
{
	struct yielding *y = c->yielding;
	int code = moduli(c, c->history, y->d);

	for (int i = 0; i < y->m && !code; i++)
		y->d[i] = ck * (y->d[i] - y->virgin[i]);
	return code ? code : lowrank_change(y->low, y->d, NULL);
}

int yielding_solve(struct problem_core *c, double *x)
{
	return lowrank_solve(c->yielding->low, x);
}
