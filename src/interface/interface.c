/* Coordinates of the interface, its elements in them, and its matrices: see interface.h. */
#include "interface/interface.h"

#include "math/dense.h"
#include "math/vec.h"

#include <stdlib.h>

/* --- elements in their coordinates ------------------------------------------------------------------ */

/* P' matrix P. */
static void turned(const struct interface_element *el, const double *matrix, double *ret_k)
{
	mat_congruence(el->v->el->ndof, el->n, matrix, el->p, ret_k);
}

/* P = R' (R R')^-1; square and inverse of n x n. Rows are independent: interface_choose has looked. */
static void element_turn(struct interface_element *el, const double *r, double *square, double *inverse)
{
	int n = el->n, ndof = el->v->el->ndof, code;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			square[i * n + j] = vec_dot(ndof, r + i * ndof, r + j * ndof);
	code = mat_invert(n, square, inverse);
	ASSERT(code == 0);
	for (int d = 0; d < ndof; d++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				el->p[d * n + i] += r[j * ndof + d] * inverse[j * n + i];
}

/* An element with deformations: its columns of B, behind *used entries, and P. */
static int element_fill(struct interface *x, struct interface_element *el, int *start, int *index, double *coef, int *used, struct arena *mem)
{
	struct problem_core *c = x->c;
	const struct view *v = el->v;
	int n = el->n, ndof = v->el->ndof;
	size_t size = (size_t)n * (size_t)ndof, square = (size_t)n * (size_t)n;
	double *r = ARENA_ARRAY(mem, size + 2 * square, double);

	el->p = ARENA_ARRAY(mem, size, double);
	el->zero = ARENA_ARRAY(mem, (size_t)n, double);
	el->length = ARENA_ARRAY(mem, (size_t)n, double);
	el->damp = ARENA_ARRAY(mem, square, double);
	if (!r || !el->p || !el->zero || !el->length || !el->damp)
		return ERR_MEMORY;
	v->el->ops->basis(v->el->self, r);
	for (int i = 0; i < n; i++) {
		double *row = r + i * ndof, *b = coef + *used, length;
		int count = dofmap_column(&c->map, ndof, v->dof, row, c->scratch, index + *used, b);

		/* between nodes that cannot move there is nothing to divide by */
		length = vec_norm(count, b) > 0.0 ? vec_norm(count, b) : 1.0;
		el->length[i] = length;
		vec_scale(count, 1.0 / length, b);
		vec_scale(ndof, 1.0 / length, row);
		el->zero[i] = v->el->origin ? vec_dot(ndof, row, v->el->origin) : 0.0;
		*used += count;
		start[el->first + i + 1] = *used;
	}
	element_turn(el, r, r + size, r + size + square);
	return 0;
}

/* Coordinates: unknowns in rising order, then deformations element by element. */
static int columns_fill(struct interface *x, const struct interface_choice *g, struct arena *mem)
{
	struct problem_core *c = x->c;
	int *start = ARENA_ARRAY(mem, (size_t)x->m + 1, int), *index = ARENA_ARRAY(mem, (size_t)g->entries + 1, int), used = 0, next = x->nunknown, code = 0;
	double *coef = ARENA_ARRAY(mem, (size_t)g->entries + 1, double);

	if (!start || !index || !coef)
		return ERR_MEMORY;
	for (int i = 0; i < c->map.n; i++)
		if (g->unknown[i]) {
			x->at[used] = index[used] = i;
			coef[used++] = 1.0;
			start[used] = used;
		}
	for (int q = 0; q < x->nelement && !code; q++) {
		struct interface_element *el = &x->element[q];

		*el = (struct interface_element){.v = &c->view[c->looped[q]], .n = g->count[q], .first = next};
		for (int i = 0; i < el->n; i++)
			x->at[next++] = -1;
		code = el->n ? element_fill(x, el, start, index, coef, &used, mem) : 0;
	}
	x->port = (struct port){.m = x->m, .start = start, .index = index, .coef = coef};
	return code;
}

/* --- matrices ---------------------------------------------------------------------------------------- */

/* An entry of an element's matrix, before its place in the rows is known. */
struct entry { int row, column; struct interface_place *place; };

static int by_place(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->column > y->column) - (x->column < y->column);
}

/* Entries of one element; ret NULL: only their number. rank: coordinate of an unknown. */
static int element_entries(const struct interface *x, struct interface_element *el, const int *rank, struct entry *ret)
{
	const struct dofmap *map = &x->c->map;
	const struct view *v = el->v;
	int n = v->el->ndof, count = 0;

	for (int i = 0; i < el->n * el->n; i++, count++)
		if (ret) {
			ret[count] = (struct entry){el->first + i / el->n, el->first + i % el->n, &el->place[count]};
			el->place[count] = (struct interface_place){.from = i, .coef = 1.0};
		}
	for (int i = 0; i < n && !el->n; i++)
		for (int p = map->start[v->dof[i]]; p < map->start[v->dof[i] + 1]; p++)
			for (int j = 0; j < n && map->master[p] >= 0; j++)
				for (int r = map->start[v->dof[j]]; r < map->start[v->dof[j] + 1]; r++) {
					if (map->master[r] < 0)
						continue;
					if (ret) {
						ret[count] = (struct entry){rank[map->master[p]], rank[map->master[r]], &el->place[count]};
						el->place[count] = (struct interface_place){.from = i * n + j, .coef = map->coef[p] * map->coef[r]};
					}
					count++;
				}
	return count;
}

/* Rows of the matrices, and where every entry of an element goes. */
static int rows_make(struct interface *x, struct arena *mem, struct arena *scratch)
{
	int *rank = ARENA_ARRAY(scratch, (size_t)x->c->map.n + 1, int), all = 0, at = 0;
	struct entry *entry;

	for (int q = 0; q < x->nelement; q++)
		all += x->element[q].nplace = element_entries(x, &x->element[q], NULL, NULL);
	entry = ARENA_ARRAY(scratch, (size_t)all + 1, struct entry);
	x->row = ARENA_ARRAY(mem, (size_t)x->m + 1, int);
	x->column = ARENA_ARRAY(mem, (size_t)all + 1, int);
	if (!rank || !entry || !x->row || !x->column)
		return ERR_MEMORY;
	for (int i = 0; i < x->nunknown; i++)
		rank[x->at[i]] = i;
	for (int q = 0; q < x->nelement; q++) {
		struct interface_element *el = &x->element[q];

		el->place = ARENA_ARRAY(mem, (size_t)el->nplace + 1, struct interface_place);
		if (!el->place)
			return ERR_MEMORY;
		at += element_entries(x, el, rank, entry + at);
	}
	qsort(entry, (size_t)all, sizeof(*entry), by_place);
	for (int k = 0; k < all; k++) {
		if (k == 0 || by_place(&entry[k - 1], &entry[k]) != 0) {
			x->column[x->nnz++] = entry[k].column;
			x->row[entry[k].row + 1] = x->nnz;
		}
		entry[k].place->to = x->nnz - 1;
	}
	for (int i = 0; i < x->m; i++)
		x->row[i + 1] = x->row[i + 1] > x->row[i] ? x->row[i + 1] : x->row[i];
	return 0;
}

void interface_add(const struct interface_element *el, const double *k, const double *c, double *all_k, double *all_c)
{
	for (int i = 0; i < el->nplace; i++) {
		const struct interface_place *p = &el->place[i];

		all_k[p->to] += p->coef * k[p->from];
		all_c[p->to] += p->coef * c[p->from];
	}
}

/* K0 and C0 where the linear part has them; else the constant damping of elements with deformations, which they go without. Virgin elements are asked on trial
 * histories, which every step makes anew. */
static void virgin_fill(struct interface *x, bool shift)
{
	struct problem_core *c = x->c;

	for (int q = 0; q < x->nelement; q++) {
		struct interface_element *el = &x->element[q];
		const struct view *v = el->v;
		double beta = v->el->rayleigh ? v->el->factor[2] : 0.0;

		view_virgin_damping(c, v, !el->n);
		if (el->n) {
			turned(el, v->initial, x->k);
			turned(el, c->el_c, x->damp);
			for (int i = 0; i < el->n * el->n && !shift; i++)
				el->damp[i] = beta * x->k[i];
		}
		if (shift)
			interface_add(el, el->n ? x->k : v->initial, el->n ? x->damp : c->el_c, x->k0, x->c0);
	}
}

void interface_virgin_force(const struct interface *x, const double *u, const double *v, double *ret_r)
{
	for (int i = 0; i < x->m; i++) {
		ret_r[i] = 0.0;
		for (int k = x->row[i]; k < x->row[i + 1]; k++)
			ret_r[i] += x->k0[k] * u[x->column[k]] + x->c0[k] * v[x->column[k]];
	}
	for (int q = 0; q < x->nelement; q++) {
		const struct interface_element *el = &x->element[q];
		double beta = el->v->el->rayleigh ? el->v->el->factor[2] : 0.0;

		for (int i = el->first; i < el->first + el->n; i++)
			for (int k = x->row[i]; k < x->row[i + 1]; k++)
				ret_r[i] += beta * x->k0[k] * v[x->column[k]];
	}
}

static int take(struct interface *x, const struct interface_choice *g, bool shift, struct arena *mem, struct arena *scratch)
{
	int code;

	x->at = ARENA_ARRAY(mem, (size_t)x->m + 1, int);
	x->element = ARENA_ARRAY(mem, (size_t)x->nelement + 1, struct interface_element);
	if (!x->at || !x->element)
		return ERR_MEMORY;
	code = columns_fill(x, g, mem);
	if (!code)
		code = rows_make(x, mem, scratch);
	if (code)
		return code;
	double **const room[] = {&x->k0, &x->c0};
	for (size_t i = 0; i < COUNT(room); i++)
		if (!(*room[i] = ARENA_ARRAY(mem, (size_t)x->nnz + 1, double)))
			return ERR_MEMORY;
	x->k = ARENA_ARRAY(mem, ELEMENT_DOF_MAX * ELEMENT_DOF_MAX, double);
	x->damp = ARENA_ARRAY(mem, ELEMENT_DOF_MAX * ELEMENT_DOF_MAX, double);
	if (!x->k || !x->damp)
		return ERR_MEMORY;
	virgin_fill(x, shift);
	return 0;
}

int interface_make(struct interface *x, struct problem_core *c, bool shift, struct arena *mem, struct err *e)
{
	struct arena scratch;
	struct interface_choice g;
	int code;

	arena_init(&scratch);
	code = interface_choose(c, shift, &scratch, &g);
	if (!code) {
		*x = (struct interface){.c = c, .m = g.m, .nunknown = g.nunknown, .nelement = c->nlooped};
		code = take(x, &g, shift, mem, &scratch);
	}
	arena_fini(&scratch);
	if (code)
		err_set(e, code, "engine", "no memory for an interface of %d", c->ncoupled);
	return code;
}

const struct interface_element *interface_find(const struct interface *x, const struct view *v)
{
	int lo = 0, hi = x->nelement - 1;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (x->element[mid].v < v)
			lo = mid + 1;
		else
			hi = mid;
	}
	return hi >= 0 && x->element[lo].v == v ? &x->element[lo] : NULL;
}
