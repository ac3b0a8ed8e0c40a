/* Checks of values and diagonal matrices, for all engines. */
#include "engine/engine_common.h"

#include "math/kernel.h"
#include "math/vec.h"

#include <math.h>

int engine_diagonal_setup(struct engine_diagonal *d, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	d->place = ARENA_ARRAY(run, (size_t)p->n + 1, int);
	d->inverse = ARENA_ARRAY(run, ENGINE_SLOTS * (size_t)p->n + 1, double);
	if (!d->place || !d->inverse)
		return err_set(e, ERR_MEMORY, "engine", "no memory for %d unknowns", p->n);
	for (int i = 0; i < p->n; i++) {
		d->place[i] = pattern_index(p, i, i);
		if (d->place[i] < 0)
			return err_set(e, ERR_ARGUMENT, "engine", "the pattern lacks the diagonal of unknown %d", i);
	}
	return 0;
}

int engine_check(const struct pattern_csc *p, const double *value, bool *ret_diagonal)
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

int engine_diagonal_factor(struct engine_diagonal *d, const struct pattern_csc *p, int slot, const double *value, int *ret_pivot)
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

void engine_diagonal_solve(const struct engine_diagonal *d, int n, int slot, double *x)
{
	kernel->product(n, d->inverse + (size_t)slot * n, x, x);
}

void engine_column_max(const struct pattern_csc *p, const double *value, double *ret_max)
{
	vec_zero(p->n, ret_max);
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			double size = fabs(value[k]);
			if (size > ret_max[j])
				ret_max[j] = size;
			if (p->symmetric && size > ret_max[p->row[k]])
				ret_max[p->row[k]] = size;
		}
	}
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
	if (diagonal) {
		form = ENGINE_DIAGONAL;
		code = engine_diagonal_factor(&b->diagonal, b->p, slot, value, ret_pivot);
	} else if (b->p->symmetric && ways->cholesky(b, slot, value, ret_pivot)) {
		form = ENGINE_CHOLESKY;
		*ret_pivot = -1;
	} else {
		code = ways->lu(b, slot, value, ret_pivot);
	}
	if (!code)
		b->form[slot] = form;
	return code;
}

int engine_solve(struct engine_base *b, const struct engine_ways *ways, int slot, double *x)
{
	switch (b->form[slot]) {
	case ENGINE_DIAGONAL:
		engine_diagonal_solve(&b->diagonal, b->p->n, slot, x);
		return 0;
	case ENGINE_CHOLESKY:
		return ways->solve_cholesky(b, slot, x);
	case ENGINE_LU:
		return ways->solve_lu(b, slot, x);
	case ENGINE_EMPTY:
		break;
	}
	return ERR_STATE;
}
