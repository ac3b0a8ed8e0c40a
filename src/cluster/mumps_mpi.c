/* Sparse factors over ranks: MUMPS's multifrontal L D L' of symmetric matrices, L U of others.
 *
 * One instance a slot, made when the slot is first used: its analysis (order, mapping on ranks) is kept and only numbers are factored again. Matrix, right-hand
 * side and answer are on rank 0. Symmetric matrices have threshold pivoting with 2 x 2 pivots: a definite one shows no negative pivot, and the factor of one
 * that does is as good. Unsymmetric patterns are factored by L U. Rows and columns are scaled to equal size first (Ruiz), so that the size of a pivot means
 * the same in all units. Pivots below PIVOT_VANISHED of the scaled matrix are recorded by MUMPS with their unknown.
 * Ranks hand work to who is idle, so that with more than one of them the last bits may differ from run to run.
 *   P. R. Amestoy, I. S. Duff, J. Koster, J.-Y. L'Excellent, SIAM J. Matrix Anal. Appl. 23 (2001) 15, doi:10.1137/S0895479899358194;
 *   D. Ruiz, B. Ucar, SIAM J. Matrix Anal. Appl. 35 (2014) (scaling) */
#include "cluster/work.h"

#include "base/arena.h"
#include "math/sparse.h"

#include <dmumps_c.h>
#include <mpi.h>
#include <stdio.h>

enum { SLOTS = CLUSTER_SLOTS };
enum { JOB_BEGIN = -1, JOB_END = -2, JOB_ANALYSE = 1, JOB_FACTOR = 2, JOB_SOLVE = 3 };
/* Numbers of MUMPS's tables, from 1 as its guide has them: controls, then what it says. */
enum { ICNTL_ERRORS = 1, ICNTL_WARNINGS = 2, ICNTL_GLOBAL = 3, ICNTL_LEVEL = 4, ICNTL_TRANSVERSAL = 6, ICNTL_SCALING = 8, ICNTL_ROOT = 13, ICNTL_RELAX = 14,
       ICNTL_NULL_PIVOTS = 24 };
enum { CNTL_THRESHOLD = 1, CNTL_NULL_PIVOTS = 3 };
enum { INFO_MEMORY = 15, INFOG_CODE = 1, INFOG_NEGATIVE = 12, INFOG_NULL = 28 };
/* Too little work space: integers, reals. */
enum { MUMPS_SHORT_INTEGERS = -8, MUMPS_SHORT_REALS = -9, MUMPS_SINGULAR_STRUCTURE = -6, MUMPS_SINGULAR = -10, MUMPS_NO_MEMORY = -13 };
enum { RELAX_FIRST = 40, RELAX_TRIES = 6, SCALING_RUIZ = 7 };

#define MEGABYTE 1e6

struct mumps {
	struct work_pattern pattern;
	int *row, *column;         /* owned: mem, rank 0; from 1 */
	double *value[SLOTS];      /* owned: mem, rank 0; MUMPS keeps pointers to them */
	bool made[SLOTS];
	bool indefinite[SLOTS];    /* the last matrix of the definite way was not: its factor is a general one, and whole */
	DMUMPS_STRUC_C id[SLOTS];
	struct arena mem;
};

static int run_job(DMUMPS_STRUC_C *id, int job)
{
	id->job = job;
	dmumps_c(id);
	return id->infog[INFOG_CODE - 1];
}

static void controls(DMUMPS_STRUC_C *id)
{
	static const struct {
		int at, value;
	} row[] = {
		{ICNTL_ERRORS, -1}, {ICNTL_WARNINGS, -1}, {ICNTL_GLOBAL, -1}, {ICNTL_LEVEL, 0},
		{ICNTL_TRANSVERSAL, 0},            /* columns stay where they are, so that a pivot is an unknown */
		{ICNTL_SCALING, SCALING_RUIZ},
		{ICNTL_ROOT, 1},                   /* the last front on one rank: all its pivots are seen */
		{ICNTL_RELAX, RELAX_FIRST}, {ICNTL_NULL_PIVOTS, 1},
	};

	for (size_t i = 0; i < COUNT(row); i++)
		id->icntl[row[i].at - 1] = row[i].value;
	id->cntl[CNTL_NULL_PIVOTS - 1] = PIVOT_VANISHED;
}

/* Order and mapping, once a slot. */
static int mumps_make(struct mumps *s, int slot)
{
	DMUMPS_STRUC_C *id = &s->id[slot];
	int code;

	if (s->pattern.start)
		s->value[slot] = ARENA_ARRAY(&s->mem, (size_t)s->pattern.nnz + 1, double);
	code = work_agree(s->pattern.start && !s->value[slot] ? ERR_MEMORY : 0);
	if (code)
		return code;
	id->par = 1;
	id->sym = s->pattern.symmetric ? 2 : 0;
	id->comm_fortran = (MUMPS_INT)MPI_Comm_c2f(MPI_COMM_WORLD);
	if (run_job(id, JOB_BEGIN) < 0)
		return ERR_MEMORY;
	s->made[slot] = true;
	controls(id);
	id->n = s->pattern.n;
	id->nnz = s->pattern.nnz;
	id->irn = s->row;
	id->jcn = s->column;
	id->a = s->value[slot];
	return run_job(id, JOB_ANALYSE) < 0 ? ERR_MEMORY : 0;
}

/* The order is found here, because it says what the factor takes. */
static int mumps_open(void *self, const struct work_pattern *p, struct cluster_answer *ret)
{
	struct mumps *s = self;
	int code = 0;

	s->pattern = *p;
	arena_init(&s->mem);
	if (p->start) {
		s->row = ARENA_ARRAY(&s->mem, (size_t)p->nnz + 1, int);
		s->column = ARENA_ARRAY(&s->mem, (size_t)p->nnz + 1, int);
		code = s->row && s->column ? 0 : ERR_MEMORY;
		for (int j = 0; !code && j < p->n; j++)
			for (int k = p->start[j]; k < p->start[j + 1]; k++) {
				s->row[k] = p->row[k] + 1;
				s->column[k] = j + 1;
			}
	}
	code = work_agree(code);
	if (!code && p->n > 0)
		code = mumps_make(s, 0);
	if (!code && p->n > 0)
		code = work_room("a factored matrix needs", MEGABYTE * s->id[0].info[INFO_MEMORY - 1], ret);
	if (code && !ret->what[0])
		snprintf(ret->what, sizeof ret->what, "no memory for %d entries", p->nnz);
	return code;
}

static void mumps_drop(struct mumps *s, int slot)
{
	if (s->made[slot])
		run_job(&s->id[slot], JOB_END);
	s->made[slot] = false;
}

/* Factors, with more room where the estimate of the analysis was too small. */
static int factor_in_room(DMUMPS_STRUC_C *id)
{
	int said = 0;

	for (int i = 0; i < RELAX_TRIES; i++) {
		said = run_job(id, JOB_FACTOR);
		if (said != MUMPS_SHORT_INTEGERS && said != MUMPS_SHORT_REALS)
			break;
		id->icntl[ICNTL_RELAX - 1] *= 2;
	}
	return said;
}

/* MUMPS's word as one of ours. */
static int code_of(int said)
{
	if (said >= 0)
		return 0;
	if (said == MUMPS_SINGULAR || said == MUMPS_SINGULAR_STRUCTURE)
		return ERR_SINGULAR;
	return said == MUMPS_NO_MEMORY || said == MUMPS_SHORT_INTEGERS || said == MUMPS_SHORT_REALS ? ERR_MEMORY : ERR_INTERNAL;
}

static int mumps_factor(void *self, int slot, enum cluster_form form, const double *value, double *ret_data, int *ret_ndata, struct cluster_answer *ret)
{
	struct mumps *s = self;
	DMUMPS_STRUC_C *id = &s->id[slot];
	int code = s->made[slot] ? 0 : mumps_make(s, slot);

	(void)ret_data;
	*ret_ndata = 0;
	if (code)
		return code;
	if (form == CLUSTER_GENERAL && s->indefinite[slot])
		return 0;                  /* the factor of the definite way, which has just been refused, is the one wanted */
	s->indefinite[slot] = false;
	for (int k = 0; s->pattern.start && k < s->pattern.nnz; k++)
		s->value[slot][k] = value[k];
	id->cntl[CNTL_THRESHOLD - 1] = s->pattern.symmetric ? 0.01 : 0.5;
	code = code_of(factor_in_room(id));
	if (!code && id->infog[INFOG_NULL - 1] > 0) {
		ret->pivot = s->pattern.start ? id->pivnul_list[0] - 1 : -1;
		code = ERR_SINGULAR;
	} else if (!code && form == CLUSTER_DEFINITE && id->infog[INFOG_NEGATIVE - 1] > 0) {
		s->indefinite[slot] = true;
		code = ERR_INDEFINITE;
	}
	if (code == ERR_INTERNAL)
		snprintf(ret->what, sizeof ret->what, "MUMPS: INFOG(1) = %d, INFOG(2) = %d", id->infog[0], id->infog[1]);
	return code;
}

static int mumps_solve(void *self, int slot, double *x)
{
	struct mumps *s = self;
	DMUMPS_STRUC_C *id = &s->id[slot];

	id->rhs = x;
	id->nrhs = 1;
	id->lrhs = s->pattern.n;
	return run_job(id, JOB_SOLVE) < 0 ? ERR_INTERNAL : 0;
}

static void mumps_close(void *self)
{
	struct mumps *s = self;

	for (int i = 0; i < SLOTS; i++)
		mumps_drop(s, i);
	arena_fini(&s->mem);
}

const struct work_ops work_mumps = {
	.size = sizeof(struct mumps),
	.open = mumps_open,
	.factor = mumps_factor,
	.solve = mumps_solve,
	.close = mumps_close,
};
