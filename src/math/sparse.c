/* The pattern of a sparse matrix, compressed by columns: built from groups of unknowns that couple, searched, and
 * multiplied with. A symmetric pattern holds the lower triangle: row >= column. */
#include "math/sparse.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The groups that each unknown is in, compressed: of[start[i]] ... of[start[i+1]-1]. */
struct membership {
	int *start, *of;
};

static int groups_check(int n, int ngroup, const int *begin, const int *unknown, struct err *e)
{
	for (int k = ngroup > 0 ? begin[0] : 0; ngroup > 0 && k < begin[ngroup]; k++)
		if (unknown[k] >= n)
			return err_set(e, ERR_RANGE, "matrix pattern", "unknown %d of a system of %d", unknown[k], n);
	return 0;
}

static int membership_build(struct membership *ret, int n, int ngroup, const int *begin, const int *unknown, struct arena *mem)
{
	int last = ngroup > 0 ? begin[ngroup] : 0;
	int *start = ARENA_ARRAY(mem, (size_t)n + 2, int);
	int *of = ARENA_ARRAY(mem, (size_t)last + 1, int);
	if (!start || !of)
		return ERR_MEMORY;
	for (int k = ngroup > 0 ? begin[0] : 0; k < last; k++)
		if (unknown[k] >= 0)
			start[unknown[k] + 2]++;
	for (int i = 2; i <= n + 1; i++)
		start[i] += start[i - 1];
	/* start[i + 1] is the place of the next group of unknown i, and ends as the beginning of unknown i + 1. */
	for (int g = 0; g < ngroup; g++)
		for (int k = begin[g]; k < begin[g + 1]; k++)
			if (unknown[k] >= 0)
				of[start[unknown[k] + 1]++] = g;
	*ret = (struct membership){start, of};
	return 0;
}

/* Writes the rows of column j to ret_row (unsorted; NULL: only counts). mark holds the last column that saw a row. */
static int column_rows(int j, bool symmetric, const struct membership *in, const int *begin, const int *unknown, int *mark, int *ret_row)
{
	int count = 0;
	mark[j] = j;
	if (ret_row)
		ret_row[count] = j;
	count++;
	for (int g = in->start[j]; g < in->start[j + 1]; g++) {
		for (int k = begin[in->of[g]]; k < begin[in->of[g] + 1]; k++) {
			int i = unknown[k];
			if (i < 0 || mark[i] == j || (symmetric && i < j))
				continue;
			mark[i] = j;
			if (ret_row)
				ret_row[count] = i;
			count++;
		}
	}
	return count;
}

static int int_compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int pattern_build(struct pattern_csc *ret, int n, bool symmetric, int ngroup, const int *begin, const int *unknown, struct arena *mem, struct err *e)
{
	struct arena scratch;
	struct membership in;
	struct pattern_csc p = {.n = n, .symmetric = symmetric};
	arena_init(&scratch);
	int code = groups_check(n, ngroup, begin, unknown, e);
	int *mark = ARENA_ARRAY(&scratch, (size_t)n + 1, int);
	p.start = ARENA_ARRAY(mem, (size_t)n + 1, int);
	if (!code && (!mark || !p.start || membership_build(&in, n, ngroup, begin, unknown, &scratch)))
		code = err_set(e, ERR_MEMORY, "matrix pattern", "no memory for %d unknowns", n);
	if (code)
		goto out;
	long total = 0;
	memset(mark, -1, (size_t)n * sizeof *mark);
	for (int j = 0; j < n; j++)
		total += column_rows(j, symmetric, &in, begin, unknown, mark, NULL);
	p.row = total <= INT_MAX ? ARENA_ARRAY(mem, (size_t)total + 1, int) : NULL;
	if (!p.row) {
		code = err_set(e, ERR_MEMORY, "matrix pattern", "no memory for %ld entries", total);
		goto out;
	}
	memset(mark, -1, (size_t)n * sizeof *mark);
	for (int j = 0; j < n; j++) {
		int count = column_rows(j, symmetric, &in, begin, unknown, mark, p.row + p.start[j]);
		qsort(p.row + p.start[j], (size_t)count, sizeof *p.row, int_compare);
		p.start[j + 1] = p.start[j] + count;
	}
	p.nnz = p.start[n];
	*ret = p;
out:
	arena_fini(&scratch);
	return code;
}

int pattern_index(const struct pattern_csc *p, int i, int j)
{
	if (i < 0 || j < 0 || i >= p->n || j >= p->n)
		return -1;
	int row = p->symmetric && i < j ? j : i;
	int column = p->symmetric && i < j ? i : j;
	int lo = p->start[column], hi = p->start[column + 1];
	while (lo < hi) {
		int middle = lo + (hi - lo) / 2;
		if (p->row[middle] < row)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < p->start[column + 1] && p->row[lo] == row ? lo : -1;
}

void pattern_mul(const struct pattern_csc *p, const double *value, const double *x, double *ret_y)
{
	memset(ret_y, 0, (size_t)p->n * sizeof *ret_y);
	for (int j = 0; j < p->n; j++) {
		double sum = 0;
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k];
			ret_y[i] += value[k] * x[j];
			if (p->symmetric && i != j)
				sum += value[k] * x[i];
		}
		ret_y[j] += sum;
	}
}
