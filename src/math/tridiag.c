/* A = M D M' of a tridiagonal matrix, eliminated from both ends to the middle (twisted factorisation):
 *   from above  d_i = a_i - l_(i-1)^2 d_(i-1),  l_i = b_i / d_i        for i < m,
 *   from below  d_i = a_i - u_(i+1)^2 d_(i+1),  u_i = b_(i-1) / d_i    for i > m,
 * and the middle takes both. A solve then has two independent chains of multiply-adds running in to the middle and two
 * running out, so that it takes half the time of the one-sided recurrence, which waits for each operation to end.
 *   J. M. Varah, On the solution of block-tridiagonal systems arising from certain finite-difference equations, Math.
 *   Comp. 26 (1972) 859-868, doi:10.1090/S0025-5718-1972-0323087-4; K. V. Fernando, On computing an eigenvector of a
 *   tridiagonal matrix, SIAM J. Matrix Anal. Appl. 18 (1997) 1013, doi:10.1137/S0895479895294484. */
#include "math/tridiag.h"

#include "math/kernel.h"

static bool order_natural(int n, const int *perm)
{
	for (int i = 0; i < n; i++)
		if (perm[i] != i)
			return false;
	return true;
}

int tridiag_setup(struct tridiag *t, const struct pattern_csc *p, const int *perm, struct arena *mem, struct err *e)
{
	size_t n = (size_t)p->n;
	*t = (struct tridiag){.n = p->n, .middle = p->n / 2};
	t->perm = ARENA_ARRAY(mem, n + 1, int);
	t->diagonal = ARENA_ARRAY(mem, n + 1, int);
	t->below = ARENA_ARRAY(mem, n + 1, int);
	t->work = ARENA_ARRAY(mem, n + 1, double);
	if (!t->perm || !t->diagonal || !t->below || !t->work)
		return err_set(e, ERR_MEMORY, "tridiagonal system", "no memory for %d unknowns", p->n);
	/* The reverse of an order is as good: take the one that may spare the permutation. */
	bool backward = p->n > 1 && perm[0] > perm[p->n - 1];
	for (int i = 0; i < p->n; i++)
		t->perm[i] = perm[backward ? p->n - 1 - i : i];
	t->natural = order_natural(p->n, t->perm);
	for (int i = 0; i < p->n; i++) {
		t->diagonal[i] = pattern_index(p, t->perm[i], t->perm[i]);
		t->below[i] = i + 1 < p->n ? pattern_index(p, t->perm[i + 1], t->perm[i]) : -1;
	}
	return 0;
}

size_t tridiag_size(const struct tridiag *t)
{
	return 2 * (size_t)t->n + 8;
}

/* One pivot: ret_inverse = 1 / d, or false when d has vanished. */
static bool pivot_invert(double d, double diagonal, double *ret_inverse)
{
	if (!(d > PIVOT_VANISHED * diagonal) || !(d > 0))
		return false;
	*ret_inverse = 1 / d;
	return true;
}

/* factor: n inverse pivots, then n couplings: l_i at i below the middle, u_i at i above it. */
int tridiag_factor(const struct tridiag *t, const double *value, double *ret_factor, int *ret_pivot)
{
	int n = t->n, m = t->middle;
	double *inverse = ret_factor, *couple = ret_factor + n, from_above = 0, from_below = 0;
	for (int i = 0; i < m; i++) {
		double a = value[t->diagonal[i]], b = t->below[i] >= 0 ? value[t->below[i]] : 0;
		*ret_pivot = t->perm[i];
		RT_CHECK(pivot_invert(a - from_above, a, &inverse[i]), ERR_INDEFINITE);
		couple[i] = b * inverse[i];
		from_above = couple[i] * b;
	}
	for (int i = n - 1; i > m; i--) {
		double a = value[t->diagonal[i]], b = t->below[i - 1] >= 0 ? value[t->below[i - 1]] : 0;
		*ret_pivot = t->perm[i];
		RT_CHECK(pivot_invert(a - from_below, a, &inverse[i]), ERR_INDEFINITE);
		couple[i] = b * inverse[i];
		from_below = couple[i] * b;
	}
	if (n > 0) {
		double a = value[t->diagonal[m]];
		*ret_pivot = t->perm[m];
		RT_CHECK(pivot_invert(a - from_above - from_below, a, &inverse[m]), ERR_INDEFINITE);
		couple[m] = 0;
	}
	return 0;
}

void tridiag_solve(const struct tridiag *t, const double *factor, double *x)
{
	int n = t->n, m = t->middle;
	double *z = t->natural ? x : t->work;
	if (n == 0)
		return;
	if (!t->natural)
		kernel->gather(n, t->perm, x, z);
	kernel->twisted(n, m, factor, factor + n, z);
	for (int i = 0; !t->natural && i < n; i++)
		x[t->perm[i]] = z[i];
}
