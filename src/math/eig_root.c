/* A root of a mass matrix: M = F F', F of n rows and as many columns as M has rank.
 *
 * Masses couple few freedoms (those of a node, of a rigid floor): M falls apart into small blocks, and so does F. Of each block
 *   D^-1/2 M D^-1/2 = Q W Q',  D = diag M,  F = D^1/2 Q W^1/2,
 * in the axes whose W is not 0 but for rounding; scaled by D, that does not depend on units. */
#include "math/eig_priv.h"

#include "math/vec.h"

#include <math.h>

enum { BLOCK_MOST = 32 };    /* freedoms of a block: beyond it M is no matrix of small blocks */

static int leader(int *of, int i)
{
	while (of[i] != i)
		i = of[i] = of[of[i]];
	return i;
}

/* Unknowns in an order where those that masses couple stand together; ret_first: where each block begins, and the end. Returns how many; < 0: no memory. */
static int blocks_find(const struct pattern_csc *p, const double *m, int *ret_order, int *ret_first, struct arena *mem)
{
	int n = p->n, count = 0, *of = ARENA_ARRAY(mem, (size_t)n + 1, int), *at = ARENA_ARRAY(mem, (size_t)n + 1, int);
	if (!of || !at)
		return ERR_MEMORY;
	for (int i = 0; i < n; i++)
		of[i] = i;
	/* the first unknown of a block leads it */
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int a = leader(of, p->row[k]), b = leader(of, j);
			if (m[k] != 0)
				of[a > b ? a : b] = a < b ? a : b;
		}
	}
	for (int i = 0; i < n; i++)
		at[leader(of, i)]++;
	for (int i = 0, next = 0; i < n; i++) {
		if (of[i] != i)
			continue;
		int size = at[i];
		ret_first[count++] = at[i] = next;
		next += size;
	}
	ret_first[count] = n;
	for (int i = 0; i < n; i++)
		ret_order[at[leader(of, i)]++] = i;
	return count;
}

/* Appends the columns of one block. mem is emptied. */
static int root_block(struct mass_root *f, const struct pattern_csc *p, const double *m, int size, const int *unknown, struct arena *mem)
{
	double block[BLOCK_MOST * BLOCK_MOST], q[BLOCK_MOST * BLOCK_MOST], w[BLOCK_MOST];
	int null = 0, code;
	arena_reset(mem);
	for (int j = 0; j < size; j++) {
		for (int i = 0; i < size; i++) {
			int at = pattern_index(p, unknown[i], unknown[j]);
			block[j * size + i] = at >= 0 ? m[at] : 0;
		}
	}
	if (size == 1 && block[0] == 0)
		return 0;
	code = eig_mass_axes(size, block, w, q, &null, mem);
	for (int j = null; j < size && !code; j++) {
		for (int i = 0; i < size; i++) {
			f->row[f->start[f->rank] + i] = unknown[i];
			f->value[f->start[f->rank] + i] = sqrt(block[i * size + i]) * q[j * size + i] * sqrt(w[j]);
		}
		f->start[f->rank + 1] = f->start[f->rank] + size;
		f->rank++;
	}
	return code;
}

int eig_root(const struct pattern_csc *p, const double *m, struct mass_root *ret_f, bool *ret_small, struct arena *mem)
{
	struct mass_root f = {.n = p->n};
	struct arena scratch, work;
	size_t room = 0;
	int code = ERR_MEMORY;
	arena_init(&scratch);
	arena_init(&work);
	int *order = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int), *first = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int);
	int count = order && first ? blocks_find(p, m, order, first, &scratch) : ERR_MEMORY;
	*ret_small = true;
	for (int b = 0; b < count; b++) {
		size_t size = (size_t)(first[b + 1] - first[b]);
		*ret_small = *ret_small && size <= BLOCK_MOST;
		room += size * size;
	}
	if (count < 0 || !*ret_small) {
		code = count < 0 ? count : 0;
		goto out;
	}
	f.start = ARENA_ARRAY(mem, (size_t)p->n + 1, int);
	f.row = ARENA_ARRAY(mem, room + 1, int);
	f.value = ARENA_ARRAY(mem, room + 1, double);
	if (!f.start || !f.row || !f.value)
		goto out;
	code = 0;
	for (int b = 0; b < count && !code; b++)
		code = root_block(&f, p, m, first[b + 1] - first[b], order + first[b], &work);
	if (!code)
		*ret_f = f;
out:
	arena_fini(&work);
	arena_fini(&scratch);
	return code;
}

void eig_root_mul(const struct mass_root *f, const double *x, double *ret_y)
{
	vec_zero(f->n, ret_y);
	for (int j = 0; j < f->rank; j++)
		for (int k = f->start[j]; k < f->start[j + 1]; k++)
			ret_y[f->row[k]] += f->value[k] * x[j];
}

void eig_root_tmul(const struct mass_root *f, const double *x, double *ret_y)
{
	for (int j = 0; j < f->rank; j++) {
		ret_y[j] = 0;
		for (int k = f->start[j]; k < f->start[j + 1]; k++)
			ret_y[j] += f->value[k] * x[f->row[k]];
	}
}
