/* Sparse factors over the ranks of MPI, by MUMPS (cluster/mumps_mpi.c): models beyond the memory of one machine.
 *
 * Definite, general symmetric and unsymmetric matrices go three ways, by the rules of all engines. MUMPS says that a pivot is negative, not which. The unknown
 * that is named for a matrix that is not definite is one whose diagonal entry, or whose 2 x 2 minor with another, is not positive, where there is
 * one; else the one whose row is dominated least, where a negative pivot shows first.
 *   P. R. Amestoy, I. S. Duff, J. Koster, J.-Y. L'Excellent, SIAM J. Matrix Anal. Appl. 23 (2001) 15, doi:10.1137/S0895479899358194 */
#include "analysis/engine.h"

#include "engine/ranks.h"
#include "math/vec.h"

#include <math.h>

struct mumps {
	struct ranks ranks;
	double *reach;               /* owned: run arena; sum of a row without its diagonal */
};

static int mumps_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct mumps *s = self;

	s->reach = ARENA_ARRAY(run, (size_t)p->n + 1, double);
	if (!s->reach)
		return err_set(e, ERR_MEMORY, "engine mumps", "no memory for %d unknowns", p->n);
	return ranks_setup(&s->ranks, CLUSTER_MUMPS, p, run, e);
}

/* Where a symmetric matrix is seen not to be definite, or may best be. */
static int weakest(struct mumps *s, const double *value)
{
	const struct pattern_csc *p = s->ranks.base.p;
	const int *place = s->ranks.base.diagonal.place;
	int found = -1, worst = 0;

	vec_zero(p->n, s->reach);
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];
			double a = value[place[i]], b = value[place[j]];

			if (i != j) {
				s->reach[i] += fabs(value[k]);
				s->reach[j] += fabs(value[k]);
			}
			if (i == j && !(b > 0.0))
				return j;
			if (found < 0 && i != j && a * b <= value[k] * value[k])
				found = i;
		}
	if (found >= 0)
		return found;
	for (int i = 1; i < p->n; i++)
		if (s->reach[i] * value[place[worst]] > s->reach[worst] * value[place[i]])
			worst = i;
	return worst;
}

static bool mumps_definite(void *self, int slot, const double *value, int *ret_pivot)
{
	struct mumps *s = self;
	int code = ranks_factor(&s->ranks, slot, CLUSTER_DEFINITE, value, NULL, ret_pivot);

	if (code)
		*ret_pivot = weakest(s, value);
	return code == 0;
}

static int mumps_general(void *self, int slot, const double *value, int *ret_pivot)
{
	struct mumps *s = self;
	int pivot, code = ranks_factor(&s->ranks, slot, CLUSTER_GENERAL, value, NULL, &pivot);

	if (code == ERR_SINGULAR)
		*ret_pivot = pivot < 0 ? 0 : pivot;
	return code;
}

static int mumps_solve_definite(void *self, int slot, double *x)
{
	struct mumps *s = self;

	return ranks_solve(&s->ranks, slot, x);
}

/* MUMPS scales by itself: the powers of 2 that engine_solve has put in are taken out again. */
static int mumps_solve_general(void *self, int slot, double *x)
{
	struct mumps *s = self;

	for (int i = 0; i < s->ranks.base.p->n; i++)
		x[i] /= s->ranks.base.row_scale[slot][i];
	return ranks_solve(&s->ranks, slot, x);
}

static const struct engine_ways ways = {mumps_definite, mumps_general, mumps_solve_definite, mumps_solve_general};

static int mumps_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	return engine_factor(self, &ways, slot, value, ret_pivot);
}

static int mumps_solve(void *self, int slot, double *x)
{
	return engine_solve(self, &ways, slot, x);
}

const struct engine_ops engine_mumps = {
	.name = "mumps",
	.brief = "sparse factors over the ranks of MPI, by MUMPS; for models beyond one machine",
	.cite = "Amestoy et al. 2001, doi:10.1137/S0895479899358194",
	.size = sizeof(struct mumps),
	.ranks = true,
	.cost = ranks_cost,
	.setup = mumps_setup,
	.factor = mumps_factor,
	.solve = mumps_solve,
	.memory = ranks_memory,
	.fini = ranks_fini,
};
