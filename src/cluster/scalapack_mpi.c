/* Dense matrices over ranks, as Obon Santacana and Dorka describe it for clusters: everything is inverted before the test, and a step is a matrix-vector
 * product.
 *
 *   A = L L' (pdpotrf), A^-1 = L^-T L^-1 (pdpotri), x = A^-1 b by pdsymv;      general: P A = L U (pdgetrf), A^-1 (pdgetri), x = A^-1 b by pdgemv
 *
 * The matrix is dealt out in square blocks, row and column of blocks by turns over a grid of ranks as square as their number allows. Every rank fills its
 * own part from the sparse numbers. b goes to all ranks and the parts of x come back to rank 0 in one reduction. The inverse is made in doubles always; in
 * single precision it is kept and multiplied with in floats (pssymv, psgemv), which moves half the memory in a step. The pivots, squares of diagonal entries
 * of L, or the diagonal of U, go to the program, which judges them.
 *   F. Obon Santacana, U. E. Dorka, 15WCEE 2012, section 3.2; L. S. Blackford et al., ScaLAPACK Users' Guide, SIAM 1997, doi:10.1137/1.9780898719642 */
#include "cluster/work.h"

#include "base/arena.h"

#include <mpi.h>
#include <stdio.h>

enum { SLOTS = CLUSTER_SLOTS, BLOCK = 64, DESCRIPTOR = 9 };

/* BLACS and PBLAS have no header. Matrices and numbers of either precision pass as void. */
void Cblacs_get(int context, int what, int *ret);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridinfo(int context, int *ret_rows, int *ret_columns, int *ret_row, int *ret_column);
void Cblacs_gridexit(int context);
int numroc_(const int *n, const int *block, const int *at, const int *first, const int *count);
void descinit_(int *ret, const int *m, const int *n, const int *mb, const int *nb, const int *row, const int *column, const int *context, const int *lead,
	int *ret_info);

typedef void potr(const char *half, const int *n, void *a, const int *i, const int *j, const int *desc, int *ret_info);
typedef void getr(const int *m, const int *n, void *a, const int *i, const int *j, const int *desc, int *ret_pivot, int *ret_info);
typedef void geti(const int *n, void *a, const int *i, const int *j, const int *desc, const int *pivot, void *work, const int *nwork, int *iwork,
	const int *niwork, int *ret_info);
typedef void symv(const char *half, const int *n, const void *alpha, const void *a, const int *ia, const int *ja, const int *desca, const void *x,
	const int *ix, const int *jx, const int *descx, const int *incx, const void *beta, void *y, const int *iy, const int *jy, const int *descy,
	const int *incy);
typedef void gemv(const char *turned, const int *m, const int *n, const void *alpha, const void *a, const int *ia, const int *ja, const int *desca,
	const void *x, const int *ix, const int *jx, const int *descx, const int *incx, const void *beta, void *y, const int *iy, const int *jy,
	const int *descy, const int *incy);
potr pdpotrf_, pdpotri_;
getr pdgetrf_;
geti pdgetri_;
symv pdsymv_, pssymv_;
gemv pdgemv_, psgemv_;

static const struct precision {
	bool single;
	size_t size;
	symv *symv;
	gemv *gemv;
} precision[] = {
	{false, sizeof(double), pdsymv_, pdgemv_},
	{true, sizeof(float), pssymv_, psgemv_},
};

struct slot {
	bool symmetric;            /* the lower half holds all of it */
	void *a;                   /* owned: mem; this rank's part of the inverse: rows x columns, of one precision */
	struct arena mem;
};

struct scalapack {
	const struct precision *how;
	struct work_pattern pattern;           /* start and row: owned by mem, on every rank */
	int context, grid[2], me[2];           /* ranks in a column and in a row of the grid; which one this is */
	int block, rows, columns;              /* of this rank's part */
	int desc[DESCRIPTOR], vector[DESCRIPTOR];
	double *value, *whole, *sum;           /* owned: mem; nnz + n, n, n */
	void *x, *y;                           /* owned: mem; parts of vectors */
	int *pivot;                            /* owned: mem */
	struct slot slot[SLOTS];
	struct arena mem;
};

static const int one = 1, zero = 0;

/* ---- parts ----------------------------------------------------------------------------------------------- */

/* The rank's own number of a global index, and whether it has it. */
static bool owns(int global, int block, int count, int me, int *ret_local)
{
	if (global / block % count != me)
		return false;
	*ret_local = global / block / count * block + global % block;
	return true;
}

static double entry(const struct precision *how, const void *a, size_t at)
{
	return how->single ? (double)((const float *)a)[at] : ((const double *)a)[at];
}

static void set_entry(const struct precision *how, void *a, size_t at, double x)
{
	if (how->single)
		((float *)a)[at] = (float)x;
	else
		((double *)a)[at] = x;
}

static void place(const struct scalapack *s, double *a, int i, int j, double x)
{
	int row, column;

	if (owns(i, s->block, s->grid[0], s->me[0], &row) && owns(j, s->block, s->grid[1], s->me[1], &column))
		a[(size_t)column * (size_t)s->rows + (size_t)row] = x;
}

/* As square a grid as there is. */
static void grid_find(int size, int *ret)
{
	int rows = 1;

	for (int i = 2; i * i <= size; i++)
		if (size % i == 0)
			rows = i;
	ret[0] = rows;
	ret[1] = size / rows;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

/* Grid, blocks that give every rank some, and the two descriptors; a code when ScaLAPACK does not want them. */
static int layout(struct scalapack *s)
{
	int n = s->pattern.n, info[2], lead, rows, columns;

	grid_find(work_size(), s->grid);
	Cblacs_get(-1, 0, &s->context);
	Cblacs_gridinit(&s->context, "Row", s->grid[0], s->grid[1]);
	Cblacs_gridinfo(s->context, &rows, &columns, &s->me[0], &s->me[1]);
	s->block = most(1, (n + s->grid[1] - 1) / s->grid[1]);
	s->block = s->block > BLOCK ? BLOCK : s->block;
	s->rows = numroc_(&n, &s->block, &s->me[0], &zero, &s->grid[0]);
	s->columns = numroc_(&n, &s->block, &s->me[1], &zero, &s->grid[1]);
	lead = most(1, s->rows);
	descinit_(s->desc, &n, &n, &s->block, &s->block, &zero, &zero, &s->context, &lead, &info[0]);
	descinit_(s->vector, &n, &one, &s->block, &s->block, &zero, &zero, &s->context, &lead, &info[1]);
	s->rows = lead;
	return info[0] || info[1] ? ERR_INTERNAL : 0;
}

/* The pattern on every rank, and the memory of all but the matrices. */
static int scalapack_memory(struct scalapack *s, const struct work_pattern *p)
{
	size_t n = (size_t)p->n + 1, nnz = (size_t)p->nnz + 1, rows = (size_t)s->rows + (size_t)s->block;
	int *start = ARENA_ARRAY(&s->mem, n, int), *row = ARENA_ARRAY(&s->mem, nnz, int);

	s->value = ARENA_ARRAY(&s->mem, nnz + n, double);
	s->whole = ARENA_ARRAY(&s->mem, n, double);
	s->sum = ARENA_ARRAY(&s->mem, n, double);
	s->x = arena_array(&s->mem, rows, s->how->size);
	s->y = arena_array(&s->mem, rows, s->how->size);
	s->pivot = ARENA_ARRAY(&s->mem, rows, int);
	if (work_agree(start && row && s->value && s->whole && s->sum && s->x && s->y && s->pivot ? 0 : ERR_MEMORY))
		return ERR_MEMORY;
	for (size_t i = 0; p->start && i < n; i++)
		start[i] = p->start[i];
	for (size_t i = 0; p->start && i + 1 < nnz; i++)
		row[i] = p->row[i];
	s->pattern.start = start;
	s->pattern.row = row;
	MPI_Bcast(start, (int)n, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Bcast(row, (int)nnz, MPI_INT, 0, MPI_COMM_WORLD);
	return 0;
}

static int open_as(struct scalapack *s, const struct precision *how, const struct work_pattern *p, struct cluster_answer *ret)
{
	int code;

	s->how = how;
	s->pattern = *p;
	arena_init(&s->mem);
	for (int i = 0; i < SLOTS; i++)
		arena_init(&s->slot[i].mem);
	code = layout(s);
	if (!code)
		code = work_room("a factored matrix needs",
		                 (double)s->rows * (double)s->columns * (double)(s->how->single ? sizeof(double) + sizeof(float) : sizeof(double)), ret);
	if (!code)
		code = scalapack_memory(s, p);
	if (code && !ret->what[0])
		snprintf(ret->what, sizeof ret->what, "no memory for %d unknowns, or no grid of %d ranks", p->n, work_size());
	return code;
}

static int scalapack_open(void *self, const struct work_pattern *p, struct cluster_answer *ret)
{
	return open_as(self, &precision[0], p, ret);
}

static int scalapack_open_single(void *self, const struct work_pattern *p, struct cluster_answer *ret)
{
	return open_as(self, &precision[1], p, ret);
}

/* ---- factor ---------------------------------------------------------------------------------------------- */

/* This rank's part of the matrix; what is not in the pattern is 0 already. scale: of rows; NULL: as they are. */
static void fill(const struct scalapack *s, const double *scale, double *ret_a)
{
	const struct work_pattern *p = &s->pattern;

	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];

			place(s, ret_a, i, j, s->value[k] * (scale ? scale[i] : 1.0));
			if (p->symmetric)
				place(s, ret_a, j, i, s->value[k] * (scale ? scale[j] : 1.0));
		}
}

/* The diagonal of the factor, on rank 0. */
static void diagonal(struct scalapack *s, const double *a, double *ret)
{
	for (int i = 0; i < s->pattern.n; i++) {
		int row, column;
		bool mine = owns(i, s->block, s->grid[0], s->me[0], &row) && owns(i, s->block, s->grid[1], s->me[1], &column);

		s->whole[i] = mine ? a[(size_t)column * (size_t)s->rows + (size_t)row] : 0.0;
	}
	MPI_Reduce(s->whole, work_rank() == 0 ? ret : s->sum, s->pattern.n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

/* Work space, which ScaLAPACK names itself, from mem. */
static int invert_general(struct scalapack *s, double *a, struct arena *mem)
{
	double asked = 0, *work;
	int n = s->pattern.n, any = -1, nwork, niwork = 0, info = 0, *iwork;

	pdgetri_(&n, a, &one, &one, s->desc, s->pivot, &asked, &any, &niwork, &any, &info);
	nwork = (int)asked;
	work = ARENA_ARRAY(mem, (size_t)most(1, nwork), double);
	iwork = ARENA_ARRAY(mem, (size_t)most(1, niwork), int);
	if (work_agree(info || !work || !iwork ? ERR_MEMORY : 0))
		return ERR_MEMORY;
	pdgetri_(&n, a, &one, &one, s->desc, s->pivot, work, &nwork, iwork, &niwork, &info);
	return info == 0 ? 0 : info > 0 ? ERR_SINGULAR : ERR_INTERNAL;
}

/* a becomes its inverse, in the lower half of a definite matrix; its pivots go to rank 0 on the way. */
static int invert(struct scalapack *s, bool definite, double *a, struct arena *mem, double *ret_pivots, int *ret_pivot)
{
	int n = s->pattern.n, info = 0;

	if (definite)
		pdpotrf_("L", &n, a, &one, &one, s->desc, &info);
	else
		pdgetrf_(&n, &n, a, &one, &one, s->desc, s->pivot, &info);
	*ret_pivot = info - 1;
	if (info)
		return info < 0 ? ERR_INTERNAL : definite ? ERR_INDEFINITE : ERR_SINGULAR;
	diagonal(s, a, ret_pivots);
	if (!definite)
		return invert_general(s, a, mem);
	pdpotri_("L", &n, a, &one, &one, s->desc, &info);
	return info ? ERR_INDEFINITE : 0;
}

/* The inverse as it is kept: where it is, or in floats. */
static int keep(const struct scalapack *s, struct slot *t, double *a, size_t size)
{
	t->a = a;
	if (!s->how->single)
		return 0;
	t->a = arena_array(&t->mem, size, s->how->size);
	if (work_agree(t->a ? 0 : ERR_MEMORY))
		return ERR_MEMORY;
	for (size_t i = 0; i < size; i++)
		set_entry(s->how, t->a, i, a[i]);
	return 0;
}

static int scalapack_factor(void *self, int slot, enum cluster_form form, const double *value, double *ret_data, int *ret_ndata, struct cluster_answer *ret)
{
	struct scalapack *s = self;
	struct slot *t = &s->slot[slot];
	size_t size = (size_t)s->rows * (size_t)most(1, s->columns);
	int nvalue = s->pattern.nnz + (form == CLUSTER_DEFINITE ? 0 : s->pattern.n), code;
	struct arena scratch;
	double *a;

	arena_init(&scratch);
	arena_reset(&t->mem);
	a = ARENA_ARRAY(s->how->single ? &scratch : &t->mem, size, double);
	code = work_agree(a ? 0 : ERR_MEMORY);
	if (!code) {
		for (int k = 0; value && k < nvalue; k++)
			s->value[k] = value[k];
		MPI_Bcast(s->value, nvalue, MPI_DOUBLE, 0, MPI_COMM_WORLD);
		t->symmetric = form == CLUSTER_DEFINITE;
		fill(s, t->symmetric ? NULL : s->value + s->pattern.nnz, a);
		code = invert(s, t->symmetric, a, &scratch, ret_data, &ret->pivot);
	}
	if (!code)
		code = keep(s, t, a, size);
	arena_fini(&scratch);
	*ret_ndata = code ? 0 : s->pattern.n;
	return code;
}

/* ---- solve ----------------------------------------------------------------------------------------------- */

static int scalapack_solve(void *self, int slot, double *x)
{
	static const double number[2] = {1.0, 0.0};
	static const float number_single[2] = {1.0F, 0.0F};
	struct scalapack *s = self;
	const struct slot *t = &s->slot[slot];
	const void *alpha = s->how->single ? (const void *)&number_single[0] : &number[0], *beta = s->how->single ? (const void *)&number_single[1] : &number[1];
	int n = s->pattern.n, row;

	for (int i = 0; x && i < n; i++)
		s->whole[i] = x[i];
	MPI_Bcast(s->whole, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	for (int i = 0; s->me[1] == 0 && i < n; i++)
		if (owns(i, s->block, s->grid[0], s->me[0], &row))
			set_entry(s->how, s->x, (size_t)row, s->whole[i]);
	if (t->symmetric)
		s->how->symv("L", &n, alpha, t->a, &one, &one, s->desc, s->x, &one, &one, s->vector, &one, beta, s->y, &one, &one, s->vector, &one);
	else
		s->how->gemv("N", &n, &n, alpha, t->a, &one, &one, s->desc, s->x, &one, &one, s->vector, &one, beta, s->y, &one, &one, s->vector, &one);
	for (int i = 0; i < n; i++)
		s->whole[i] = s->me[1] == 0 && owns(i, s->block, s->grid[0], s->me[0], &row) ? entry(s->how, s->y, (size_t)row) : 0.0;
	MPI_Reduce(s->whole, work_rank() == 0 ? x : s->sum, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	return 0;
}

static void scalapack_close(void *self)
{
	struct scalapack *s = self;

	for (int i = 0; i < SLOTS; i++)
		arena_fini(&s->slot[i].mem);
	arena_fini(&s->mem);
	if (s->how)
		Cblacs_gridexit(s->context);
}

const struct work_ops work_scalapack = {
	.size = sizeof(struct scalapack),
	.open = scalapack_open,
	.factor = scalapack_factor,
	.solve = scalapack_solve,
	.close = scalapack_close,
};

const struct work_ops work_scalapack_single = {
	.size = sizeof(struct scalapack),
	.open = scalapack_open_single,
	.factor = scalapack_factor,
	.solve = scalapack_solve,
	.close = scalapack_close,
};
