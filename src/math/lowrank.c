/* The Sherman-Morrison-Woodbury formula
 *   (A + B D B')^-1 = A^-1 - Z (I + D G)^-1 D B' A^-1,   Z = A^-1 B,  G = B' Z,
 * on the columns whose D is not 0. I + D G is factored by L U with partial pivoting, for D may have either sign.
 *   M. A. Woodbury, Inverting modified matrices, Memorandum 42, Princeton 1950; W. W. Hager, Updating the inverse of a
 *   matrix, SIAM Review 31 (1989) 221-239, doi:10.1137/1031049. */
#include "math/lowrank.h"

#include "math/kernel.h"
#include "math/lapack.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

struct lowrank {
	int n, m;
	double solve_work;
	int *start, *row;          /* owned: arena; B */
	double *value;             /* owned: arena */
	double *z, *g;             /* owned: arena; n x m and m x m, column-major */
	lowrank_solver *solver;
	void *context;             /* borrowed: the caller's */
	int nactive;
	int *active;               /* owned: arena; columns whose D is not 0 */
	double *d;                 /* owned: arena; D of the active columns */
	double *lu;                /* owned: arena; of I + D G, nactive x nactive */
	int *ipiv;                 /* owned: arena */
	double *y;                 /* owned: arena; m */
	const double **column;     /* owned: arena; columns of z that are active */
	double *work;              /* owned: arena; n */
};

static int lowrank_memory(struct lowrank *w, int nentry, struct arena *mem)
{
	size_t n = (size_t)w->n, m = (size_t)w->m;
	w->start = ARENA_ARRAY(mem, m + 1, int);
	w->row = ARENA_ARRAY(mem, (size_t)nentry + 1, int);
	w->value = ARENA_ARRAY(mem, (size_t)nentry + 1, double);
	w->z = ARENA_ARRAY(mem, n * m + 1, double);
	w->g = ARENA_ARRAY(mem, m * m + 1, double);
	w->lu = ARENA_ARRAY(mem, m * m + 1, double);
	w->active = ARENA_ARRAY(mem, m + 1, int);
	w->ipiv = ARENA_ARRAY(mem, m + 1, int);
	w->d = ARENA_ARRAY(mem, m + 1, double);
	w->y = ARENA_ARRAY(mem, m + 1, double);
	w->column = ARENA_ARRAY(mem, m + 1, const double *);
	w->work = ARENA_ARRAY(mem, n + 1, double);
	bool all = w->start && w->row && w->value && w->z && w->g && w->lu && w->active && w->ipiv && w->d && w->y && w->column && w->work;
	return all ? 0 : ERR_MEMORY;
}

int lowrank_setup(struct lowrank **ret, const struct lowrank_columns *b, double solve_work, struct arena *mem, struct err *e)
{
	int nentry = b->m > 0 ? b->start[b->m] : 0;
	for (int k = 0; k < nentry; k++)
		if (b->row[k] < 0 || b->row[k] >= b->n)
			return err_set(e, ERR_RANGE, "low-rank change", "row %d of a system of %d unknowns", b->row[k], b->n);
	struct lowrank *w = ARENA_NEW(mem, struct lowrank);
	if (w)
		*w = (struct lowrank){.n = b->n, .m = b->m, .solve_work = solve_work};
	if (!w || lowrank_memory(w, nentry, mem))
		return err_set(e, ERR_MEMORY, "low-rank change", "no memory for %d columns of %d unknowns", b->m, b->n);
	for (int k = 0; b->m > 0 && k <= b->m; k++)
		w->start[k] = b->start[k];
	for (int k = 0; k < nentry; k++) {
		w->row[k] = b->row[k];
		w->value[k] = b->value[k];
	}
	*ret = w;
	return 0;
}

/* Column c of B times a vector. */
static double column_dot(const struct lowrank *w, int c, const double *x)
{
	double sum = 0;
	for (int k = w->start[c]; k < w->start[c + 1]; k++)
		sum += w->value[k] * x[w->row[k]];
	return sum;
}

int lowrank_base(struct lowrank *w, lowrank_solver *solver, void *context)
{
	w->solver = solver;
	w->context = context;
	w->nactive = 0;
	for (int c = 0; c < w->m; c++) {
		double *z = w->z + (size_t)c * (size_t)w->n;
		vec_zero(w->n, z);
		for (int k = w->start[c]; k < w->start[c + 1]; k++)
			z[w->row[k]] += w->value[k];
		int code = solver(context, z);
		if (code)
			return code;
		for (int r = 0; r < w->m; r++)
			w->g[(size_t)c * (size_t)w->m + (size_t)r] = column_dot(w, r, z);
	}
	return 0;
}

int lowrank_change(struct lowrank *w, const double *d, int *ret_column)
{
	int n = 0, info;
	w->nactive = 0;
	RT_CHECK(vec_finite(w->m, d), ERR_NONFINITE);
	for (int c = 0; c < w->m; c++) {
		if (d[c] == 0)
			continue;
		w->active[n] = c;
		w->d[n] = d[c];
		w->column[n] = w->z + (size_t)c * (size_t)w->n;
		n++;
	}
	if (n == 0)
		return 0;
	for (int j = 0; j < n; j++) {
		const double *g = w->g + (size_t)w->active[j] * (size_t)w->m;
		double *lu = w->lu + (size_t)j * (size_t)n, top = 1;
		for (int i = 0; i < n; i++) {
			lu[i] = w->d[i] * g[w->active[i]];
			top = fmax(top, fabs(lu[i]));
		}
		lu[j] += 1;
		w->y[j] = top;
	}
	dgetrf_(&n, &n, w->lu, &n, w->ipiv, &info);
	RT_CHECK(info >= 0, ERR_INTERNAL);
	for (int j = 0; j < n; j++) {
		if (fabs(w->lu[(size_t)j * (size_t)n + (size_t)j]) > 1e-14 * w->y[j])
			continue;
		if (ret_column)
			*ret_column = w->active[j];
		return ERR_SINGULAR;
	}
	w->nactive = n;
	return 0;
}

int lowrank_solve(struct lowrank *w, double *x)
{
	int n = w->nactive, one = 1, info = 0;
	RT_CHECK(w->solver, ERR_STATE);
	int code = w->solver(w->context, x);
	if (code || n == 0)
		return code;
	for (int i = 0; i < n; i++)
		w->y[i] = -w->d[i] * column_dot(w, w->active[i], x);
	dgetrs_("N", &n, &one, w->lu, &n, w->ipiv, w->y, &n, &info, 1);
	RT_CHECK(info == 0, ERR_INTERNAL);
	if ((double)n * w->n <= w->solve_work) {
		kernel->combine(w->n, n, w->column, w->y, x);
		return 0;
	}
	/* Many columns: A^-1 (B y) by a solve reads less than Z y. */
	vec_zero(w->n, w->work);
	for (int i = 0; i < n; i++)
		for (int k = w->start[w->active[i]]; k < w->start[w->active[i] + 1]; k++)
			w->work[w->row[k]] += w->value[k] * w->y[i];
	code = w->solver(w->context, w->work);
	if (!code)
		vec_add(w->n, 1, w->work, x);
	return code;
}
