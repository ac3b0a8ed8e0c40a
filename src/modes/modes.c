/* Modes of the present tangent and the mass: K x = lambda M x over the free unknowns.
 *
 * Lagrange's multipliers have neither mass nor a stiffness of their own; between freedoms that have mass nothing is left to
 * condense them with. The modes are those of the structure whatever enforces its constraints, so they are then found with
 * the dependent freedoms eliminated, on equations made for it from the same model and motion. */
#include "equations/core.h"
#include "math/eig.h"

/* A freedom with neither mass nor stiffness makes every number an eigenvalue. */
static int empty_freedom(const struct problem_core *c, struct err *e)
{
	char name[64];

	for (int i = 0; i < c->map.n; i++) {
		int d = pattern_index(&c->pattern, i, i);

		if (c->trial_value[d] != 0.0 || c->val_m[d] != 0.0 || c->map.owner[i] >= c->m->ndof)
			continue;
		err_set(e, ERR_SINGULAR, "eigen", "%s has neither mass nor stiffness", dofmap_name(c, i, name, sizeof(name)));
		err_hint(e, "fix that freedom, or give it mass or stiffness");
		return ERR_SINGULAR;
	}
	return 0;
}

static int few_modes(const char *what, int nmode, int most, const char *of, struct err *e)
{
	err_set(e, ERR_RANGE, "eigen", "%s", what);
	err_value(e, "%d", nmode);
	err_allowed(e, "1 to %d, the %s", most, of);
	return ERR_RANGE;
}

/* Modes of the matrices that were formed last, as rows of all freedoms in memory of their own. */
static int modes_solve(struct problem_core *c, int nmode, bool dense, struct arena *mem, double **ret_value, double **ret_vector, struct err *e)
{
	enum { DENSE_BELOW = 64 };     /* ARPACK needs room between nmode and n */
	const struct model *m = c->m;
	double *value = ARENA_ARRAY(mem, (size_t)nmode, double);
	double *row = ARENA_ARRAY(mem, (size_t)nmode * (size_t)m->ndof, double);
	double *vector = ARENA_ARRAY(mem, (size_t)nmode * (size_t)c->map.n, double);
	int found = 0, code;

	if (!value || !row || !vector)
		return err_set(e, ERR_MEMORY, "eigen", "no memory for %d modes", nmode);
	code = (dense || c->map.n < DENSE_BELOW || nmode > c->map.n / 2 ? eig_dense : eig_sparse)
		(&c->pattern, c->trial_value, c->val_m, nmode, value, vector, &found, mem, e);
	if (code)
		return code;
	if (found < nmode)
		return few_modes("the model has fewer modes than asked for", nmode, found, "rank of the mass matrix", e);
	for (int k = 0; k < nmode; k++)
		for (int d = 0; d < m->ndof; d++)
			row[(size_t)k * (size_t)m->ndof + (size_t)d] = dofmap_value(&c->map, d, vector + (size_t)k * (size_t)c->map.n, c->g[3]);
	*ret_value = value;
	*ret_vector = row;
	return 0;
}

/* Modes that were found before stay until all of the new ones are there: modal damping lives on them. */
static int modes_find(struct problem_core *c, int nmode, bool dense, struct err *e)
{
	struct model *m = c->m;
	struct arena mem;
	int code;

	if (nmode < 1 || nmode > c->map.n)
		return few_modes("number of modes", nmode, c->map.n, "number of unknowns", e);
	problem_begin(c);
	code = problem_values(c, STIFFNESS_TANGENT, 1.0, 0.0, 0.0, c->trial_value);
	if (code)
		return err_set(e, code, "eigen", "%s", err_message(code));
	code = empty_freedom(c, e);
	if (code)
		return code;
	arena_init(&mem);
	code = modes_solve(c, nmode, dense, &mem, &m->eigenvalue, &m->eigenvector, e);
	if (code) {
		arena_fini(&mem);
		return code;
	}
	arena_fini(&m->eigen_arena);
	m->eigen_arena = mem;
	m->nmode = nmode;
	return 0;
}

/* The same on equations of their own, without multipliers. */
static int modes_eliminated(const struct analysis *an, int nmode, bool dense, struct err *e)
{
	const void *displacement_of = an->m->displacement_of;
	struct snapshot *kept = NULL;
	struct analysis other;
	struct arena mem;
	int code;

	arena_init(&mem);
	analysis_init(&other, an->m);
	other.constraint = CONSTRAINT_TRANSFORMATION;
	other.numberer = an->numberer;
	other.t0 = analysis_time(an);
	code = snapshot_take(an->p->core, &mem, &kept, e);
	if (!code)
		code = analysis_ready(&other, e);
	if (!code) {
		snapshot_restore(kept, other.p->core);
		code = modes_find(other.p->core, nmode, dense, e);
	}
	analysis_fini(&other);
	an->m->displacement_of = displacement_of; /* the model asks the analysis that stays */
	arena_fini(&mem);
	return code;
}

int analysis_eigen(struct analysis *an, int nmode, bool dense, struct err *e)
{
	int code = analysis_ready(an, e);

	if (!code)
		code = analysis_whole(an, e);
	if (code)
		return code;
	return an->constraint == CONSTRAINT_LAGRANGE ? modes_eliminated(an, nmode, dense, e) : modes_find(an->p->core, nmode, dense, e);
}
