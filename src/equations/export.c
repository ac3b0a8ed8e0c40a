/* The equations as matrices. Values are those of problem_values at the initial stiffness, so that what is read back is summed to the same bits. */
#include "equations/export.h"

#include "equations/core.h"
#include "math/vec.h"

enum { MODAL_MAX = 10000 };     /* unknowns of a model whose damping matrix is full */

static const char OBJECT[] = "exportMatrices";

struct order {
	int *rank;                  /* of each unknown */
	int *at;                    /* the unknown of each rank */
};

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, OBJECT, "no memory for the matrices");
}

/* Unknowns by the freedoms they stand for, whatever the numberer made of them. */
static int order_take(struct order *o, const struct problem_core *c, struct arena *mem)
{
	int most = c->map.nall + c->map.n + 1, next = 0;
	int *of = ARENA_ARRAY(mem, (size_t)most, int);

	o->rank = ARENA_ARRAY(mem, (size_t)c->map.n + 1, int);
	o->at = ARENA_ARRAY(mem, (size_t)c->map.n + 1, int);
	if (!of || !o->rank || !o->at)
		return ERR_MEMORY;
	for (int i = 0; i < c->map.n; i++)
		of[c->map.owner[i]] = i + 1;
	for (int d = 0; d < most; d++)
		if (of[d]) {
			o->rank[of[d] - 1] = next;
			o->at[next++] = of[d] - 1;
		}
	return 0;
}

static int name_unknowns(struct equations *x, const struct problem_core *c, const struct order *o, struct arena *mem)
{
	x->node = ARENA_ARRAY(mem, (size_t)x->n + 1, int);
	x->dof = ARENA_ARRAY(mem, (size_t)x->n + 1, int);
	if (!x->node || !x->dof)
		return ERR_MEMORY;
	for (int i = 0, at = 0; i < x->n; i++) {
		int d = c->map.owner[o->at[i]];

		if (d >= c->m->ndof) {
			x->dof[i] = d - c->map.nall + 1;
			continue;
		}
		while (at + 1 < c->nnode && c->dof0[at + 1] <= d)
			at++;
		x->node[i] = c->node[at]->tag;
		x->dof[i] = d - c->dof0[at] + 1;
	}
	return 0;
}

/* --- matrices -------------------------------------------------------------------------------------- */

static int list_values(struct triplets *t, const struct problem_core *c, const struct order *o, const double *value)
{
	const struct pattern_csc *p = &c->pattern;

	t->rows = t->cols = p->n;
	t->mirrored = p->symmetric;
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++)
			if (value[k] != 0.0 && triplets_add(t, o->rank[p->row[k]], o->rank[j], value[k]))
				return ERR_MEMORY;
	return 0;
}

/* Modal damping, sum of d b b': every place, where the pattern has its own halves. */
static int list_modal(struct triplets *t, const struct problem_core *c, const struct order *o)
{
	for (int j = 0; j < c->map.n && c->nmodal; j++)
		for (int i = t->mirrored ? j : 0; i < c->map.n; i++) {
			double sum = 0.0;

			for (int k = 0; k < c->nmodal; k++) {
				const double *b = c->modal_b + (size_t)k * (size_t)c->map.n;

				sum += c->modal_d[k] * (b[i] * b[j]);
			}
			if (sum != 0.0 && triplets_add(t, o->rank[i], o->rank[j], sum))
				return ERR_MEMORY;
		}
	return 0;
}

static int take_matrix(struct problem_core *c, const struct order *o, double ck, double cc, double cm, struct arena *mem, struct csc *ret, struct err *e)
{
	struct arena scratch;
	struct triplets t;
	int code = problem_values(c, STIFFNESS_INITIAL, ck, cc, cm, c->trial_value);

	if (code)
		return err_set(e, code, OBJECT, "%s", err_message(code));
	arena_init(&scratch);
	triplets_init(&t, &scratch);
	if (list_values(&t, c, o, c->trial_value) || (cc != 0.0 && list_modal(&t, c, o)))
		code = no_memory(e);
	if (!code)
		code = csc_build(&t, mem, ret, OBJECT, e);
	arena_fini(&scratch);
	return code;
}

static int symmetric(const struct csc *a, bool *ret, struct err *e)
{
	double share = 0.0;
	int i, j;

	if (csc_asymmetry(a, &share, &i, &j))
		return no_memory(e);
	*ret = share == 0.0;
	return 0;
}

/* --- directions ------------------------------------------------------------------------------------ */

static int list_column(struct triplets *t, const struct order *o, int column, const double *x)
{
	for (int i = 0; i < t->rows; i++)
		if (x[o->at[i]] != 0.0 && triplets_add(t, i, column, x[o->at[i]]))
			return ERR_MEMORY;
	return 0;
}

/* iota and inertia of one direction over the unknowns; all has a number for each freedom. */
static void direction(const struct problem_core *c, int d, double *all, double *ret_iota, double *ret_inertia)
{
	vec_zero(c->map.nall, all);
	for (int i = 0; i < c->nnode; i++)
		for (int k = 0; k < c->node[i]->ndf; k++)
			all[c->dof0[i] + k] = node_influence(c->node[i], k, d);
	dofmap_restrict(c, all, c->g[3], ret_iota);
	vec_zero(c->map.nall, all);
	vec_zero(c->map.n, ret_inertia);
	inertia_of_nodes(c, d, 1.0, all);
	inertia_of_elements(c, d, 1.0, all);
	for (int k = 0; k < c->map.nall; k++)
		dofmap_scatter(&c->map, k, all[k], ret_inertia);
}

static int take_directions(struct equations *x, const struct problem_core *c, const struct order *o, struct arena *mem, struct err *e)
{
	struct arena scratch;
	struct triplets iota, inertia;
	double *all, *u, *f;
	int code = 0;

	arena_init(&scratch);
	triplets_init(&iota, &scratch);
	triplets_init(&inertia, &scratch);
	all = ARENA_ARRAY(&scratch, (size_t)c->map.nall + 1, double);
	u = ARENA_ARRAY(&scratch, (size_t)x->n + 1, double);
	f = ARENA_ARRAY(&scratch, (size_t)x->n + 1, double);
	if (!all || !u || !f)
		code = no_memory(e);
	iota.rows = inertia.rows = x->n;
	iota.cols = inertia.cols = x->ndirection = model_directions(c->m);
	for (int d = 0; d < x->ndirection && !code; d++) {
		direction(c, d, all, u, f);
		if (list_column(&iota, o, d, u) || list_column(&inertia, o, d, f))
			code = no_memory(e);
	}
	if (!code)
		code = csc_build(&iota, mem, &x->iota, OBJECT, e);
	if (!code)
		code = csc_build(&inertia, mem, &x->inertia, OBJECT, e);
	arena_fini(&scratch);
	return code;
}

static int check(const struct problem_core *c, struct err *e)
{
	if (c->an->constraint == CONSTRAINT_LAGRANGE && c->nadded) {
		err_set(e, ERR_UNSUPPORTED, OBJECT, "multipliers of Lagrange's constraints are no freedoms of a structure");
		err_hint(e, "use constraints Plain or Transformation");
		return ERR_UNSUPPORTED;
	}
	if (c->map.n == 0)
		return err_set(e, ERR_STATE, OBJECT, "the model has no unknowns");
	if (c->nmodal && c->map.n > MODAL_MAX) {
		err_set(e, ERR_LIMIT, OBJECT, "modal damping makes a full matrix, and the model is too large for one");
		err_value(e, "%d unknowns", c->map.n);
		err_allowed(e, "up to %d", MODAL_MAX);
		err_hint(e, "export without modalDamping, and give it again where the matrices are read");
		return ERR_LIMIT;
	}
	return 0;
}

int analysis_equations(struct analysis *an, struct arena *mem, struct equations *ret, struct err *e)
{
	struct equations x = {0};
	struct problem_core *c;
	struct order o;
	int code = analysis_ready(an, e);

	if (code)
		return code;
	c = core_of(an);
	code = check(c, e);
	if (code)
		return code;
	x.n = c->map.n;
	if (order_take(&o, c, mem) || name_unknowns(&x, c, &o, mem))
		return no_memory(e);
	problem_begin(c);
	code = take_matrix(c, &o, 1.0, 0.0, 0.0, mem, &x.k, e);
	if (!code)
		code = take_matrix(c, &o, 0.0, 1.0, 0.0, mem, &x.c, e);
	if (!code)
		code = take_matrix(c, &o, 0.0, 0.0, 1.0, mem, &x.m, e);
	if (!code)
		code = symmetric(&x.k, &x.k_symmetric, e);
	if (!code)
		code = symmetric(&x.c, &x.c_symmetric, e);
	if (!code)
		code = take_directions(&x, c, &o, mem, e);
	if (!code)
		*ret = x;
	return code;
}
