/* Orderings of the unknowns.
 *
 * Reverse Cuthill-McKee: breadth-first from a pseudo-peripheral unknown, neighbours by rising degree, the whole
 * turned around. Ties go to the lower index, so that the same pattern always gets the same numbers.
 *   A. George, J. W. H. Liu, An implementation of a pseudoperipheral node finder, ACM TOMS 5 (1979) 284-295,
 *   doi:10.1145/355841.355845; J. A. George, PhD thesis, Stanford STAN-CS-71-208 (1971) for the reversal.
 * Approximate minimum degree: P. R. Amestoy, T. A. Davis, I. S. Duff, Algorithm 837, ACM TOMS 30 (2004) 381-388,
 * doi:10.1145/1024074.1024081.
 */
#include "math/sparse.h"

#include <amd.h>

#include <stdlib.h>
#include <string.h>

/* The undirected graph of a pattern: neighbours of i without i, in both triangles. */
struct graph {
	int *start, *to;
};

static int graph_build(struct graph *ret, const struct pattern_csc *p, struct arena *mem)
{
	int n = p->n;
	int *start = ARENA_ARRAY(mem, (size_t)n + 2, int);
	int *to = ARENA_ARRAY(mem, 2 * (size_t)p->nnz + 1, int);
	int *mark = ARENA_ARRAY(mem, (size_t)n + 1, int);
	if (!start || !to || !mark)
		return ERR_MEMORY;
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			start[j + 2] += p->row[k] != j;
			start[p->row[k] + 2] += p->row[k] != j;
		}
	}
	for (int i = 2; i <= n + 1; i++)
		start[i] += start[i - 1];
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			if (p->row[k] == j)
				continue;
			to[start[j + 1]++] = p->row[k];
			to[start[p->row[k] + 1]++] = j;
		}
	}
	/* An unsymmetric pattern names most pairs twice: keep the first of each. */
	memset(mark, -1, (size_t)n * sizeof *mark);
	int kept = 0, from = 0;
	for (int i = 0; i < n; i++) {
		int last = start[i + 1];
		start[i] = kept;
		for (int k = from; k < last; k++) {
			if (mark[to[k]] == i)
				continue;
			mark[to[k]] = i;
			to[kept++] = to[k];
		}
		from = last;
	}
	start[n] = kept;
	*ret = (struct graph){start, to};
	return 0;
}

static int degree(const struct graph *g, int i)
{
	return g->start[i + 1] - g->start[i];
}

static bool before(const struct graph *g, int i, int j)
{
	return degree(g, i) != degree(g, j) ? degree(g, i) < degree(g, j) : i < j;
}

/* Sorts the unknowns of list by degree, then index, by insertion: lists are neighbours of one unknown, most of them short. All that hangs to a floor is a long
 * one, and goes in wider steps first (Shell 1959, doi:10.1145/368370.368387; steps of Knuth). */
static void sort_by_degree(const struct graph *g, int n, int *list)
{
	int gap = 1;
	while (gap < n / 9)
		gap = 3 * gap + 1;
	for (; gap > 0; gap /= 3) {
		for (int i = gap; i < n; i++) {
			int x = list[i], k = i;
			for (; k >= gap && before(g, x, list[k - gap]); k -= gap)
				list[k] = list[k - gap];
			list[k] = x;
		}
	}
}

/* Breadth-first from root over unknowns with level -1; order and levels are written. Returns how many were reached. */
static int levels(const struct graph *g, int root, bool sorted, int *ret_order, int *ret_level)
{
	int count = 1;
	ret_order[0] = root;
	ret_level[root] = 0;
	for (int head = 0; head < count; head++) {
		int i = ret_order[head], first = count;
		for (int k = g->start[i]; k < g->start[i + 1]; k++) {
			if (ret_level[g->to[k]] >= 0)
				continue;
			ret_level[g->to[k]] = ret_level[i] + 1;
			ret_order[count++] = g->to[k];
		}
		if (sorted)
			sort_by_degree(g, count - first, ret_order + first);
	}
	return count;
}

/* George and Liu: move to an unknown of least degree in the last level as long as the number of levels grows. */
static int peripheral(const struct graph *g, int seed, int *order, int *level)
{
	int root = seed, height = -1;
	for (;;) {
		int count = levels(g, root, false, order, level);
		int reached = level[order[count - 1]], next = -1;
		for (int k = count - 1; k >= 0 && level[order[k]] == reached; k--)
			if (next < 0 || degree(g, order[k]) < degree(g, next) || (degree(g, order[k]) == degree(g, next) && order[k] < next))
				next = order[k];
		for (int k = 0; k < count; k++)
			level[order[k]] = -1;
		if (reached <= height)
			return root;
		height = reached;
		if (reached == 0)
			return root;
		root = next;
	}
}

int order_rcm(const struct pattern_csc *p, int *ret_perm, struct arena *mem, struct err *e)
{
	(void)mem;
	struct arena scratch;
	struct graph g;
	int code = 0;
	arena_init(&scratch);
	int *order = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int);
	int *level = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int);
	if (!order || !level || graph_build(&g, p, &scratch)) {
		code = err_set(e, ERR_MEMORY, "ordering", "no memory for %d unknowns", p->n);
		goto out;
	}
	memset(level, -1, (size_t)p->n * sizeof *level);
	int done = 0;
	for (int seed = 0; seed < p->n; seed++) {
		if (level[seed] >= 0)
			continue;
		int root = peripheral(&g, seed, order + done, level);
		done += levels(&g, root, true, order + done, level);
	}
	for (int i = 0; i < p->n; i++)
		ret_perm[i] = order[p->n - 1 - i];
out:
	arena_fini(&scratch);
	return code;
}

int order_amd(const struct pattern_csc *p, int *ret_perm, struct arena *mem, struct err *e)
{
	(void)mem;
	if (p->n == 0)
		return 0;
	int status = amd_order(p->n, p->start, p->row, ret_perm, NULL, NULL);
	if (status == AMD_OUT_OF_MEMORY)
		return err_set(e, ERR_MEMORY, "ordering", "no memory for %d unknowns", p->n);
	if (status != AMD_OK && status != AMD_OK_BUT_JUMBLED)
		return err_set(e, ERR_INTERNAL, "ordering", "AMD refuses the pattern, status %d", status);
	return 0;
}

int pattern_bandwidth(const struct pattern_csc *p, const int *perm)
{
	int width = 0;
	int *place = perm ? malloc(((size_t)p->n + 1) * sizeof *place) : NULL;
	if (perm && !place)
		return p->n > 0 ? p->n - 1 : 0;
	for (int i = 0; perm && i < p->n; i++)
		place[perm[i]] = i;
	for (int j = 0; j < p->n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int distance = place ? abs(place[p->row[k]] - place[j]) : abs(p->row[k] - j);
			if (distance > width)
				width = distance;
		}
	}
	free(place);
	return width;
}
