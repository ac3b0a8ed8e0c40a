/* Products with a sparse matrix whose pattern is prepared once.
 *
 * Three forms, the best is taken:
 *   diagonal    all entries off the diagonal are 0 (found anew with every set of values: a lumped mass matrix in the
 *               pattern of the stiffness): y_i = d_i x_i;
 *   diagonals   few diagonals, nearly full (chains): y_i += d_k,i x_(i+k), vectorised over i;
 *   groups      consecutive rows with equal columns, up to eight (the freedoms of a node). The group's block is stored
 *               column by column, x_j is spread over a register and multiplies the rows of the group at once.
 * A symmetric pattern is unfolded, for streaming both triangles is faster than scattering one of them.
 */
#include "math/sparse.h"

#include "math/kernel.h"

#include <string.h>

enum { GROUP_ROWS = 8, DIAGONALS_MOST = 64 };

enum form { FORM_DIAGONAL, FORM_DIAGONALS, FORM_GROUPS };

struct spmul {
	const struct pattern_csc *p; /* borrowed: the caller's */
	enum form prepared;          /* diagonals or groups */
	enum form form;              /* what the present values need */
	int nentry;
	int *source;                 /* owned: arena; entry to place in the caller's values, -1: padding */
	double *value;               /* owned: arena; entries in the order of the form, then 8 zeros */
	int *diagonal;               /* owned: arena; place of entry (i, i) in the caller's values */
	double *diagonal_value;      /* owned: arena */
	int ndiagonal;
	int *offset;                 /* owned: arena; ndiagonal, rising */
	int ngroup;
	int *code;                   /* owned: arena; groups as kernel.h says */
};

/* The matrix by rows, both triangles. */
struct rows {
	int *start, *column, *source;
};

static int rows_build(struct rows *ret, const struct pattern_csc *p, struct arena *mem)
{
	int n = p->n;
	int *start = ARENA_ARRAY(mem, (size_t)n + 2, int);
	int *column = ARENA_ARRAY(mem, 2 * (size_t)p->nnz + 1, int);
	int *source = ARENA_ARRAY(mem, 2 * (size_t)p->nnz + 1, int);
	if (!start || !column || !source)
		return ERR_MEMORY;
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			start[p->row[k] + 2]++;
			if (p->symmetric && p->row[k] != j)
				start[j + 2]++;
		}
	}
	for (int i = 2; i <= n + 1; i++)
		start[i] += start[i - 1];
	/* The lower triangle's columns come first (rising with j), then those right of the diagonal (rising with the row). */
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int at = start[p->row[k] + 1]++;
			column[at] = j;
			source[at] = k;
		}
		for (int k = p->start[j]; p->symmetric && k < p->start[j + 1]; k++) {
			if (p->row[k] == j)
				continue;
			int at = start[j + 1]++;
			column[at] = p->row[k];
			source[at] = k;
		}
	}
	*ret = (struct rows){start, column, source};
	return 0;
}

/* Counts the diagonals with entries; writes their offsets, rising. Gives up (returns 0) beyond DIAGONALS_MOST. */
static int diagonals_find(int n, const struct rows *r, bool *seen, int *ret_offset)
{
	int count = 0;
	for (int i = 0; i < n; i++) {
		for (int k = r->start[i]; k < r->start[i + 1]; k++) {
			int place = r->column[k] - i + n;
			if (seen[place])
				continue;
			seen[place] = true;
			if (++count > DIAGONALS_MOST)
				return 0;
		}
	}
	count = 0;
	for (int place = 0; place < 2 * n; place++)
		if (seen[place])
			ret_offset[count++] = place - n;
	return count;
}

static int diagonals_fill(struct spmul *m, const struct rows *r, struct arena *mem)
{
	int n = m->p->n;
	m->prepared = FORM_DIAGONALS;
	m->nentry = m->ndiagonal * n;
	m->source = ARENA_ARRAY(mem, (size_t)m->nentry + 1, int);
	if (!m->source)
		return ERR_MEMORY;
	memset(m->source, -1, (size_t)m->nentry * sizeof *m->source);
	for (int i = 0; i < n; i++) {
		int d = 0;
		for (int k = r->start[i]; k < r->start[i + 1]; k++) {
			while (m->offset[d] != r->column[k] - i)
				d++;
			m->source[d * n + i] = r->source[k];
		}
	}
	return 0;
}

static bool rows_equal(const struct rows *r, int i, int j)
{
	int count = r->start[i + 1] - r->start[i];
	return count == r->start[j + 1] - r->start[j] && !memcmp(r->column + r->start[i], r->column + r->start[j], (size_t)count * sizeof *r->column);
}

/* Appends one group: its code (rows, runs, then first column and length of each run) and its entries column by column. */
static void group_append(struct spmul *m, const struct rows *r, int first, int height, int *at_code, int *at_entry)
{
	int *code = m->code + *at_code;
	int runs = 0, width = r->start[first + 1] - r->start[first];
	const int *column = r->column + r->start[first];
	for (int k = 0; k < width; k++) {
		if (k > 0 && column[k] == column[k - 1] + 1) {
			code[1 + 2 * runs]++;
		} else {
			code[2 + 2 * runs] = column[k];
			code[3 + 2 * runs] = 1;
			runs++;
		}
		for (int i = 0; i < height; i++)
			m->source[(*at_entry)++] = r->source[r->start[first + i] + k];
	}
	code[0] = height;
	code[1] = runs;
	*at_code += 2 + 2 * runs;
}

static int groups_fill(struct spmul *m, const struct rows *r, struct arena *mem)
{
	int n = m->p->n;
	m->prepared = FORM_GROUPS;
	m->nentry = r->start[n];
	m->source = ARENA_ARRAY(mem, (size_t)m->nentry + 1, int);
	m->code = ARENA_ARRAY(mem, 2 * (size_t)n + 2 * (size_t)m->nentry + 2, int);
	if (!m->source || !m->code)
		return ERR_MEMORY;
	int at_code = 0, at_entry = 0;
	for (int i = 0; i < n;) {
		int height = 1;
		while (height < GROUP_ROWS && i + height < n && rows_equal(r, i, i + height))
			height++;
		group_append(m, r, i, height, &at_code, &at_entry);
		m->ngroup++;
		i += height;
	}
	return 0;
}

int spmul_prepare(struct spmul **ret, const struct pattern_csc *p, struct arena *mem, struct err *e)
{
	struct arena scratch;
	struct rows r;
	int n = p->n, code = 0;
	arena_init(&scratch);
	struct spmul *m = ARENA_NEW(mem, struct spmul);
	bool *seen = ARENA_ARRAY(&scratch, 2 * (size_t)n + 1, bool);
	int *offset = ARENA_ARRAY(mem, DIAGONALS_MOST, int);
	int *diagonal = ARENA_ARRAY(mem, (size_t)n + 1, int);
	double *diagonal_value = ARENA_ARRAY(mem, (size_t)n + 1, double);
	if (!m || !seen || !offset || !diagonal || !diagonal_value || rows_build(&r, p, &scratch)) {
		code = err_set(e, ERR_MEMORY, "matrix product", "no memory for %d entries", p->nnz);
		goto out;
	}
	m->p = p;
	m->diagonal = diagonal;
	m->diagonal_value = diagonal_value;
	for (int i = 0; i < n; i++)
		m->diagonal[i] = pattern_index(p, i, i);
	m->offset = offset;
	m->ndiagonal = diagonals_find(n, &r, seen, m->offset);
	/* Padding up to a quarter is cheaper than the groups' bookkeeping. */
	bool narrow = m->ndiagonal > 0 && 4L * m->ndiagonal * n <= 5L * r.start[n];
	code = narrow ? diagonals_fill(m, &r, mem) : groups_fill(m, &r, mem);
	m->value = ARENA_ARRAY(mem, (size_t)m->nentry + 8, double);
	if (code || !m->value) {
		code = err_set(e, ERR_MEMORY, "matrix product", "no memory for %d entries", m->nentry);
		goto out;
	}
	m->form = m->prepared;
	*ret = m;
out:
	arena_fini(&scratch);
	return code;
}

static bool values_diagonal(const struct spmul *m, const double *value)
{
	const struct pattern_csc *p = m->p;
	for (int j = 0; j < p->n; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++)
			if (value[k] != 0 && p->row[k] != j)
				return false;
	return true;
}

void spmul_values(struct spmul *m, const double *value)
{
	if (values_diagonal(m, value)) {
		m->form = FORM_DIAGONAL;
		for (int i = 0; i < m->p->n; i++)
			m->diagonal_value[i] = m->diagonal[i] >= 0 ? value[m->diagonal[i]] : 0;
		return;
	}
	m->form = m->prepared;
	for (int k = 0; k < m->nentry; k++)
		m->value[k] = m->source[k] >= 0 ? value[m->source[k]] : 0;
}

/* Blocks of rows stay in the cache while the diagonals pass over them. */
static void diagonals_apply(const struct spmul *m, const double *x, double *ret_y)
{
	enum { BLOCK = 1024 };
	int n = m->p->n;
	memset(ret_y, 0, (size_t)n * sizeof *ret_y);
	for (int from = 0; from < n; from += BLOCK) {
		int to = from + BLOCK < n ? from + BLOCK : n;
		for (int d = 0; d < m->ndiagonal; d++) {
			int off = m->offset[d];
			int lo = from + off < 0 ? -off : from;
			int hi = to + off > n ? n - off : to;
			kernel->product_add(hi - lo, m->value + (size_t)d * n + lo, x + lo + off, ret_y + lo);
		}
	}
}

void spmul_apply(const struct spmul *m, const double *x, double *ret_y)
{
	switch (m->form) {
	case FORM_DIAGONAL:
		kernel->product(m->p->n, m->diagonal_value, x, ret_y);
		break;
	case FORM_DIAGONALS:
		diagonals_apply(m, x, ret_y);
		break;
	case FORM_GROUPS:
		kernel->groups(m->ngroup, m->code, m->value, x, m->p->n, ret_y);
		break;
	}
}
