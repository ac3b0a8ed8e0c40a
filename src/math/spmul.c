/* Products with a sparse matrix whose pattern is prepared once.
 *
 * Four forms, the best is taken:
 *   diagonal    all entries off the diagonal are 0 (found anew with every set of values: a lumped mass matrix in the
 *               pattern of the stiffness): y_i = d_i x_i;
 *   diagonals   few diagonals, nearly full (chains): y_i += d_k,i x_(i+k), vectorised over i;
 *   symmetric   groups of up to three consecutive rows with equal columns (the freedoms of a node): the matrix falls
 *               apart into small dense blocks between groups, of which those on and left of the diagonal are stored,
 *               column by column, and multiply both ways while they are in registers;
 *   groups      an unsymmetric matrix, groups of up to eight rows, x_j multiplies the rows of a group at once.
 */
#include "math/sparse.h"

#include "math/kernel.h"

#include <string.h>

enum { GROUP_ROWS = 8, SYMMETRIC_ROWS = 3, DIAGONALS_MOST = 64 };

enum form { FORM_DIAGONAL, FORM_DIAGONALS, FORM_SYMMETRIC, FORM_GROUPS };

/* Consecutive groups of a symmetric matrix of one kind. */
struct segment {
	bool plain;
	int ngroup, row, code;
};

struct spmul {
	const struct pattern_csc *p; /* borrowed: the caller's */
	enum form prepared;          /* diagonals, symmetric or groups */
	enum form form;              /* what the present values need */
	int nentry;
	int *source;                 /* owned: arena; entry to place in the caller's values, -1: padding */
	double *value;               /* owned: arena; entries in the order of the form, then 8 zeros */
	int *diagonal;               /* owned: arena; place of entry (i, i) in the caller's values */
	double *diagonal_value;      /* owned: arena */
	int ndiagonal;
	int *offset;                 /* owned: arena; ndiagonal, rising */
	int ngroup;
	int *code;                   /* owned: arena; groups as kernel.h and symmetric_append say */
	int nsegment;
	struct segment *segment;     /* owned: arena */
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

/* Do `height` columns from place k on follow each other? */
static bool block_begins(const int *column, int k, int width, int height)
{
	return k + height <= width && column[k + height - 1] == column[k] + height - 1;
}

/* Appends one group: its code (see kernel.h), the blocks' entries column by column, then the single columns'. */
static void group_append(struct spmul *m, const struct rows *r, int first, int height, int *at_code, int *at_entry)
{
	int *code = m->code + *at_code, *to = code + 3;
	int width = r->start[first + 1] - r->start[first];
	const int *column = r->column + r->start[first];
	code[0] = height;
	for (int pass = 0; pass < 2; pass++) {
		for (int k = 0; k < width;) {
			bool block = block_begins(column, k, width, height);
			int step = block ? height : 1;
			if (block == (pass == 0)) {
				code[1 + pass]++;
				*to++ = column[k];
				for (int c = k; c < k + step; c++)
					for (int i = 0; i < height; i++)
						m->source[(*at_entry)++] = r->source[r->start[first + i] + c];
			}
			k += step;
		}
	}
	*at_code += (int)(to - code);
}

/* How many rows from i on have equal columns, at most `most`. */
static int group_height(const struct rows *r, int n, int i, int most)
{
	int height = 1;
	while (height < most && i + height < n && rows_equal(r, i, i + height))
		height++;
	return height;
}

/* Appends one group of a symmetric matrix: the diagonal block, then the blocks left of it, by the groups they lie in (size:
 * first row of a group to its rows). Groups of three that couple with groups of three only (plain) go in a few words,
 * the others with the sizes of their blocks. */
static void symmetric_append(struct spmul *m, const struct rows *r, int first, const int *size, const struct segment *segment, int *at_code)
{
	int *code = m->code + *at_code, *to = code + (segment->plain ? 1 : 2), height = size[first], blocks = 0, near = 0;
	int width = r->start[first + 1] - r->start[first];
	const int *column = r->column + r->start[first];
	for (int pass = 0; pass < 2; pass++) {
		for (int k = 0; k < width && column[k] <= first; k += size[column[k]]) {
			int columns = size[column[k]];
			if ((column[k] == first) != (pass == 0))
				continue;
			for (int c = k; c < k + columns; c++)
				for (int i = 0; i < height; i++)
					m->source[m->nentry++] = r->source[r->start[first + i] + c];
			if (pass == 0)
				continue;
			if (segment->plain && column[k] == first - 3 && segment->row < first) {
				near = 1;
				continue;
			}
			blocks++;
			*to++ = column[k];
			if (!segment->plain)
				*to++ = columns;
		}
	}
	code[0] = segment->plain ? 2 * blocks + near : height;
	if (!segment->plain)
		code[1] = blocks;
	*at_code += (int)(to - code);
}

/* A group of three with others of three only to its left, and room behind it to write a whole register. */
static bool group_plain(const struct rows *r, int n, int first, const int *size)
{
	if (size[first] != 3 || first + 4 > n)
		return false;
	for (int k = r->start[first]; k < r->start[first + 1] && r->column[k] < first; k += size[r->column[k]])
		if (size[r->column[k]] != 3)
			return false;
	return true;
}

static int groups_memory(struct spmul *m, const struct rows *r, struct arena *mem)
{
	size_t n = (size_t)m->p->n, most = (size_t)r->start[m->p->n];
	m->source = ARENA_ARRAY(mem, most + 1, int);
	m->code = ARENA_ARRAY(mem, 3 * n + most + 1, int);
	return m->source && m->code ? 0 : ERR_MEMORY;
}

static int symmetric_fill(struct spmul *m, const struct rows *r, struct arena *mem, struct arena *scratch)
{
	int n = m->p->n, at_code = 0;
	int *size = ARENA_ARRAY(scratch, (size_t)n + 1, int);
	m->prepared = FORM_SYMMETRIC;
	m->segment = ARENA_ARRAY(mem, (size_t)n + 1, struct segment);
	if (!size || !m->segment || groups_memory(m, r, mem))
		return ERR_MEMORY;
	for (int i = 0; i < n; i += size[i])
		size[i] = group_height(r, n, i, SYMMETRIC_ROWS);
	for (int i = 0; i < n; i += size[i]) {
		bool plain = group_plain(r, n, i, size);
		struct segment *s = &m->segment[m->nsegment - 1];
		if (m->nsegment == 0 || s->plain != plain) {
			s = &m->segment[m->nsegment++];
			*s = (struct segment){.plain = plain, .row = i, .code = at_code};
		}
		s->ngroup++;
		symmetric_append(m, r, i, size, s, &at_code);
	}
	return 0;
}

static int groups_fill(struct spmul *m, const struct rows *r, struct arena *mem)
{
	int n = m->p->n, at_code = 0;
	m->prepared = FORM_GROUPS;
	if (groups_memory(m, r, mem))
		return ERR_MEMORY;
	for (int i = 0, height; i < n; i += height) {
		height = group_height(r, n, i, GROUP_ROWS);
		group_append(m, r, i, height, &at_code, &m->nentry);
		m->ngroup++;
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
	code = narrow ? diagonals_fill(m, &r, mem) : p->symmetric ? symmetric_fill(m, &r, mem, &scratch) : groups_fill(m, &r, mem);
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

/* Groups of any size from the lower triangle. */
static const double *others_apply(const struct segment *s, const int *code, const double *value, const double *x, double *y)
{
	int row = s->row;
	for (int g = 0; g < s->ngroup; g++) {
		int height = *code++, blocks = *code++;
		double *y1 = y + row;
		const double *x1 = x + row;
		for (int i = 0; i < height; i++)
			y1[i] = 0;
		for (int c = 0; c < height; c++, value += height)
			for (int i = 0; i < height; i++)
				y1[i] += value[i] * x1[c];
		for (int b = 0; b < blocks; b++, code += 2) {
			for (int c = 0; c < code[1]; c++, value += height) {
				double turned = 0;
				for (int i = 0; i < height; i++) {
					y1[i] += value[i] * x[code[0] + c];
					turned += value[i] * x1[i];
				}
				y[code[0] + c] += turned;
			}
		}
		row += height;
	}
	return value;
}

static void symmetric_apply(const struct spmul *m, const double *x, double *ret_y)
{
	const double *value = m->value;
	for (int i = 0; i < m->nsegment; i++) {
		const struct segment *s = &m->segment[i];
		if (s->plain)
			value = kernel->threes(s->ngroup, m->code + s->code, value, x, s->row, ret_y);
		else
			value = others_apply(s, m->code + s->code, value, x, ret_y);
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
	case FORM_SYMMETRIC:
		symmetric_apply(m, x, ret_y);
		break;
	case FORM_GROUPS:
		kernel->groups(m->ngroup, m->code, m->value, x, m->p->n, ret_y);
		break;
	}
}
