/* Sparse matrices from lists of entries. Two stable sorts by counting, first by rows and then by columns, bring the entries in order in linear time.
 *
 * Semi-definite: D^-1/2 A D^-1/2 + slack I over the rows whose diagonal is not 0 has a Cholesky factor; a row whose diagonal is 0 must be empty.
 */
#include "math/csc.h"

#include "math/spd.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { BLOCK_ENTRIES = 1 << 15 };

struct triplet { int i, j; double x; };
struct triplet_block {
	struct triplet_block *next;     /* owned: arena */
	int n;
	struct triplet entry[BLOCK_ENTRIES];
};

void triplets_init(struct triplets *t, struct arena *mem)
{
	*t = (struct triplets){.mem = mem};
}

int triplets_add(struct triplets *t, int i, int j, double x)
{
	struct triplet_block *b = t->last;

	if (!b || b->n == BLOCK_ENTRIES) {
		b = ARENA_NEW(t->mem, struct triplet_block);
		if (!b)
			return ERR_MEMORY;
		if (t->last)
			t->last->next = b;
		else
			t->first = b;
		t->last = b;
	}
	b->entry[b->n++] = (struct triplet){i, j, x};
	t->n++;
	return 0;
}

/* --- sorting --------------------------------------------------------------------------------------- */

static bool is_mirrored(const struct triplets *t, const struct triplet *at)
{
	return t->mirrored && at->i != at->j;
}

/* Where each row's entries begin; returns their number with mirror images. */
static long count_rows(const struct triplets *t, long *start)
{
	for (const struct triplet_block *b = t->first; b; b = b->next)
		for (int k = 0; k < b->n; k++) {
			start[b->entry[k].i + 1]++;
			if (is_mirrored(t, &b->entry[k]))
				start[b->entry[k].j + 1]++;
		}
	for (int i = 0; i < t->rows; i++)
		start[i + 1] += start[i];
	return start[t->rows];
}

/* Entries row by row; start[i] ends as the end of row i. */
static void place_rows(const struct triplets *t, long *start, int *col, double *value)
{
	for (const struct triplet_block *b = t->first; b; b = b->next)
		for (int k = 0; k < b->n; k++) {
			const struct triplet *at = &b->entry[k];
			long to = start[at->i]++;

			col[to] = at->j;
			value[to] = at->x;
			if (!is_mirrored(t, at))
				continue;
			to = start[at->j]++;
			col[to] = at->i;
			value[to] = at->x;
		}
}

/* Sums neighbours of the same place and closes the gaps. */
static void sum_places(struct csc *a)
{
	int to = 0, from = 0;

	for (int j = 0; j < a->cols; j++) {
		int end = a->start[j + 1], begin = to;

		for (; from < end; from++) {
			if (to > begin && a->row[to - 1] == a->row[from]) {
				a->value[to - 1] += a->value[from];
				continue;
			}
			a->row[to] = a->row[from];
			a->value[to++] = a->value[from];
		}
		a->start[j + 1] = to;
	}
}

/* Entries of `rows` rows, the i-th of which ends at end[i], into columns. */
static void place_columns(int rows, const long *end, const int *col, const double *value, struct csc *a)
{
	int *next = a->start + 1;   /* the place of the next entry of a column while they are filled */

	for (long k = 0; rows > 0 && k < end[rows - 1]; k++)
		if (col[k] + 1 < a->cols)
			next[col[k] + 1]++;
	for (int j = 1; j < a->cols; j++)
		next[j] += next[j - 1];
	for (int i = 0; i < rows; i++)
		for (long k = i ? end[i - 1] : 0; k < end[i]; k++) {
			int to = next[col[k]]++;

			a->row[to] = i;
			a->value[to] = value[k];
		}
}

static bool csc_take(struct csc *a, long n, struct arena *mem)
{
	a->start = ARENA_ARRAY(mem, (size_t)a->cols + 2, int);
	a->row = ARENA_ARRAY(mem, (size_t)n + 1, int);
	a->value = ARENA_ARRAY(mem, (size_t)n + 1, double);
	return a->start && a->row && a->value;
}

int csc_build(const struct triplets *t, struct arena *mem, struct csc *ret, const char *object, struct err *e)
{
	struct csc a = {.rows = t->rows, .cols = t->cols};
	struct arena scratch;
	long *start, n = 0;
	int *col = NULL, code = 0;
	double *value = NULL;

	arena_init(&scratch);
	start = ARENA_ARRAY(&scratch, (size_t)t->rows + 1, long);
	if (start) {
		n = count_rows(t, start);
		col = n <= INT_MAX ? ARENA_ARRAY(&scratch, (size_t)n + 1, int) : NULL;
		value = col ? ARENA_ARRAY(&scratch, (size_t)n + 1, double) : NULL;
	}
	if (n > INT_MAX)
		code = err_set(e, ERR_LIMIT, object, "%ld entries are more than can be counted", n);
	else if (!value || !csc_take(&a, n, mem))
		code = err_set(e, ERR_MEMORY, object, "no memory for %ld entries", n);
	if (!code) {
		place_rows(t, start, col, value);
		place_columns(t->rows, start, col, value, &a);
		sum_places(&a);
		*ret = a;
	}
	arena_fini(&scratch);
	return code;
}

int csc_transpose(const struct csc *a, struct arena *mem, struct csc *ret)
{
	struct csc b = {.rows = a->cols, .cols = a->rows};
	struct arena scratch;
	long *end;
	int code;

	arena_init(&scratch);
	end = ARENA_ARRAY(&scratch, (size_t)a->cols + 1, long);
	code = end && csc_take(&b, a->start[a->cols], mem) ? 0 : ERR_MEMORY;
	for (int j = 0; j < a->cols && !code; j++)
		end[j] = a->start[j + 1];
	if (!code) {
		place_columns(a->cols, end, a->row, a->value, &b);
		*ret = b;
	}
	arena_fini(&scratch);
	return code;
}

/* --- looking --------------------------------------------------------------------------------------- */

double csc_at(const struct csc *a, int i, int j)
{
	int lo = a->start[j], hi = a->start[j + 1];

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (a->row[mid] < i)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < a->start[j + 1] && a->row[lo] == i ? a->value[lo] : 0.0;
}

int csc_diagonal(const struct csc *column, struct arena *mem, struct csc *ret)
{
	struct csc a = {.rows = column->rows, .cols = column->rows};
	int n = column->start[1];

	if (!csc_take(&a, n, mem))
		return ERR_MEMORY;
	for (int k = 0, j = 0; j < a.cols; j++) {
		a.start[j] = k;
		if (k < n && column->row[k] == j) {
			a.row[k] = j;
			a.value[k] = column->value[k];
			k++;
		}
		a.start[j + 1] = k;
	}
	*ret = a;
	return 0;
}

static double share(const double *diagonal, int i, int j, double x, double y)
{
	double scale = fmax(fmax(fabs(x), fabs(y)), sqrt(fabs(diagonal[i])) * sqrt(fabs(diagonal[j])));

	return x == y || !(scale > 0.0) ? 0.0 : fabs(x - y) / scale;
}

int csc_asymmetry(const struct csc *a, double *ret_share, int *ret_i, int *ret_j)
{
	struct arena scratch;
	struct csc t;
	double *diagonal;
	double worst = 0.0;
	int code;

	arena_init(&scratch);
	diagonal = ARENA_ARRAY(&scratch, (size_t)a->cols + 1, double);
	code = diagonal ? csc_transpose(a, &scratch, &t) : ERR_MEMORY;
	for (int j = 0; j < a->cols && !code; j++)
		diagonal[j] = csc_at(a, j, j);
	/* columns of A and A' side by side: entries that only one of them has differ from 0 */
	for (int j = 0; j < a->cols && !code; j++)
		for (int p = a->start[j], q = t.start[j]; p < a->start[j + 1] || q < t.start[j + 1];) {
			int i = p < a->start[j + 1] ? a->row[p] : INT_MAX, k = q < t.start[j + 1] ? t.row[q] : INT_MAX;
			int row = i < k ? i : k;
			double x = i == row ? a->value[p++] : 0.0, y = k == row ? t.value[q++] : 0.0;
			double now = share(diagonal, row, j, x, y);

			if (row > j && now > worst) {
				worst = now;
				*ret_i = row;
				*ret_j = j;
			}
		}
	if (!code)
		*ret_share = worst;
	arena_fini(&scratch);
	return code;
}

/* --- semi-definite --------------------------------------------------------------------------------- */

/* What single entries tell; writes 1 / sqrt of the diagonal, 0 for empty rows. Returns the row that fails, -1. */
static int entries_fail(const struct pattern_csc *p, const double *value, double slack, double *scale)
{
	for (int j = 0; j < p->n; j++) {
		double d = value[p->start[j]];

		if (d < 0.0)
			return j;
		scale[j] = d > 0.0 ? 1.0 / sqrt(d) : 0.0;
	}
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j] + 1; k < p->start[j + 1]; k++)
			if (value[k] != 0.0 && !(fabs(value[k]) * scale[j] * scale[p->row[k]] <= 1.0 + slack && scale[j] > 0.0 && scale[p->row[k]] > 0.0))
				return scale[j] > 0.0 ? p->row[k] : j;
	return -1;
}

static bool is_diagonal(const struct pattern_csc *p, const double *value)
{
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j] + 1; k < p->start[j + 1]; k++)
			if (value[k] != 0.0)
				return false;
	return true;
}

static int eliminate(const struct pattern_csc *p, const double *value, const double *scale, double slack, double work_ns, struct arena *mem,
	int *ret_i, struct err *e)
{
	int *perm = ARENA_ARRAY(mem, (size_t)p->n + 1, int);
	double *scaled = ARENA_ARRAY(mem, (size_t)p->nnz + 1, double), *factor;
	struct spd *spd;
	int code = perm && scaled ? order_amd(p, perm, mem, e) : ERR_MEMORY;

	if (!code)
		code = spd_prepare(&spd, p, perm, mem, e);
	if (code || spd_factor_cost(spd) > work_ns)
		return code;
	factor = ARENA_ARRAY(mem, spd_size(spd), double);
	code = factor ? spd_workspace(spd, mem, e) : ERR_MEMORY;
	if (code)
		return code;
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++)
			scaled[k] = value[k] * scale[j] * scale[p->row[k]];
		scaled[p->start[j]] = 1.0 + slack;
	}
	code = spd_factor(spd, scaled, factor, ret_i);
	if (!code)
		*ret_i = -1;
	return code == ERR_INDEFINITE ? 0 : code;
}

int csc_semidefinite(const struct pattern_csc *p, const double *value, double slack, double work_ns, int *ret_i, struct err *e)
{
	struct arena scratch;
	double *scale;
	int code = 0, fails;

	arena_init(&scratch);
	scale = ARENA_ARRAY(&scratch, (size_t)p->n + 1, double);
	if (!scale) {
		arena_fini(&scratch);
		return err_set(e, ERR_MEMORY, "matrix", "no memory for %d numbers", p->n);
	}
	fails = entries_fail(p, value, slack, scale);
	if (fails < 0 && !is_diagonal(p, value))
		code = eliminate(p, value, scale, slack, work_ns, &scratch, &fails, e);
	if (!code)
		*ret_i = fails;
	arena_fini(&scratch);
	return code;
}
