/* What all engines share: diagonal matrices, the way a matrix is taken, rows scaled for L U, the test of pivots.
 *
 * Rows are scaled before L U, R A with r_i = 2^-k, 2^k the size of the largest entry of row i: partial pivoting then compares
 * like with like (forces, moments, the rows of multipliers), and whether a pivot has vanished does not depend on units.
 *   N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, section 9.8 (scaling) */
#include "engine/engine_common.h"

#include "base/room.h"
#include "math/kernel.h"
#include "math/vec.h"

#include <math.h>

int engine_base_setup(struct engine_base *b, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct engine_diagonal *d = &b->diagonal;
	size_t n = (size_t)p->n;
	b->p = p;
	d->place = ARENA_ARRAY(run, n + 1, int);
	d->inverse = ARENA_ARRAY(run, ENGINE_SLOTS * n + 1, double);
	b->column_top = ARENA_ARRAY(run, n + 1, double);
	bool taken = d->place && d->inverse && b->column_top;
	for (int i = 0; i < ENGINE_SLOTS; i++)
		taken &= (b->row_scale[i] = ARENA_ARRAY(run, n + 1, double)) != NULL;
	if (!taken)
		return err_set(e, ERR_MEMORY, "engine", "no memory for %d unknowns", p->n);
	for (int i = 0; i < p->n; i++) {
		d->place[i] = pattern_index(p, i, i);
		if (d->place[i] < 0)
			return err_set(e, ERR_ARGUMENT, "engine", "the pattern lacks the diagonal of unknown %d", i);
	}
	return 0;
}

bool engine_slots(struct engine_base *b, size_t doubles, bool shared, struct arena *run, double *ret_factor[ENGINE_SLOTS], int *ret_row[ENGINE_SLOTS])
{
	bool had = true;
	for (int i = 0; i < ENGINE_SLOTS && had; i++) {
		bool own = i == 0 || !shared;
		b->lacks[i] = i > 0 && own && !room_for(8.0 * (double)doubles * (i + 1));
		ret_factor[i] = !own ? ret_factor[0] : b->lacks[i] ? NULL : ARENA_ARRAY(run, doubles, double);
		had = (b->lacks[i] || ret_factor[i]) && (!ret_row || (ret_row[i] = ARENA_ARRAY(run, (size_t)b->p->n + 1, int)));
	}
	return had;
}

/* Finite values? ERR_NONFINITE otherwise. Sets *ret_diagonal. */
static int engine_check(const struct pattern_csc *p, const double *value, bool *ret_diagonal)
{
	RT_CHECK(vec_finite(p->nnz, value), ERR_NONFINITE);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			if (value[k] != 0 && p->row[k] != j) {
				*ret_diagonal = false;
				return 0;
			}
		}
	}
	*ret_diagonal = true;
	return 0;
}

/* As the factor slot of the engines; *ret_pivot must be -1 before. */
static int engine_diagonal_factor(struct engine_diagonal *d, const struct pattern_csc *p, int slot, const double *value, int *ret_pivot)
{
	double *inverse = d->inverse + (size_t)slot * p->n;
	for (int i = 0; i < p->n; i++) {
		double pivot = value[d->place[i]];
		if (pivot == 0 || !isfinite(1 / pivot)) {
			*ret_pivot = i;
			return ERR_SINGULAR;
		}
		if (pivot < 0 && *ret_pivot < 0)
			*ret_pivot = i;
		inverse[i] = 1 / pivot;
	}
	return 0;
}

/* The reciprocal of a number below 2^-1023 would overflow. */
enum { EXPONENT_MOST = 1022 };

/* Largest magnitudes in the rows of the whole matrix, then the powers of 2 that bring them to [1/2, 1). */
static void rows_scale(const struct pattern_csc *p, const double *value, double *ret_scale)
{
	vec_zero(p->n, ret_scale);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];
			ret_scale[i] = fmax(ret_scale[i], fabs(value[k]));
			if (p->symmetric)
				ret_scale[j] = fmax(ret_scale[j], fabs(value[k]));
		}
	}
	for (int i = 0; i < p->n; i++) {
		int exponent;
		frexp(ret_scale[i], &exponent);
		ret_scale[i] = ldexp(1, exponent < -EXPONENT_MOST ? EXPONENT_MOST : -exponent);
	}
}

int engine_pivots(const struct engine_base *b, int slot, const double *value, const double *pivot, const int *column, int *ret_pivot)
{
	const struct pattern_csc *p = b->p;
	const double *scale = b->row_scale[slot];
	double *top = b->column_top;
	vec_zero(p->n, top);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];
			top[j] = fmax(top[j], fabs(value[k]) * scale[i]);
			if (p->symmetric)
				top[i] = fmax(top[i], fabs(value[k]) * scale[j]);
		}
	}
	for (int k = 0; k < p->n; k++) {
		int j = column ? column[k] : k;
		if (fabs(pivot[k]) > PIVOT_VANISHED * top[j])
			continue;
		*ret_pivot = j;
		return ERR_SINGULAR;
	}
	return 0;
}

int engine_factor(struct engine_base *b, const struct engine_ways *ways, int slot, const double *value, int *ret_pivot)
{
	enum engine_form form = ENGINE_LU;
	bool diagonal;
	int code = engine_check(b->p, value, &diagonal);
	*ret_pivot = -1;
	b->form[slot] = ENGINE_EMPTY;
	if (code)
		return code;
	RT_CHECK(diagonal || !b->lacks[slot], ERR_MEMORY);
	if (diagonal) {
		form = ENGINE_DIAGONAL;
		code = engine_diagonal_factor(&b->diagonal, b->p, slot, value, ret_pivot);
	} else if (b->p->symmetric && ways->cholesky(b, slot, value, ret_pivot)) {
		form = ENGINE_CHOLESKY;
		*ret_pivot = -1;
	} else {
		rows_scale(b->p, value, b->row_scale[slot]);
		code = ways->lu(b, slot, value, ret_pivot);
	}
	if (!code)
		b->form[slot] = form;
	return code;
}

int engine_solve(struct engine_base *b, const struct engine_ways *ways, int slot, double *x)
{
	int n = b->p->n;
	switch (b->form[slot]) {
	case ENGINE_DIAGONAL:
		kernel->product(n, b->diagonal.inverse + (size_t)slot * (size_t)n, x, x);
		return 0;
	case ENGINE_CHOLESKY:
		return ways->solve_cholesky(b, slot, x);
	case ENGINE_LU:
		kernel->product(n, b->row_scale[slot], x, x);
		return ways->solve_lu(b, slot, x);
	case ENGINE_EMPTY:
		break;
	}
	return ERR_STATE;
}

int engine_solve_whole(struct engine_base *b, const struct engine_ways *ways, int slot, int nin, const int *in, const double *right, int nout, const int *out,
	double *ret_x)
{
	double *x = b->column_top;
	vec_zero(b->p->n, x);
	for (int i = 0; i < nin; i++)
		x[in[i]] = right[i];
	int code = engine_solve(b, ways, slot, x);
	for (int i = 0; !code && i < nout; i++)
		ret_x[i] = x[out[i]];
	return code;
}
