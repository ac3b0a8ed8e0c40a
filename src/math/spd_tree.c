/* The elimination tree of a symmetric pattern and its supernodes.
 *
 *   parent(j) = first row below the diagonal of column j of the factor; rows of j = those of the matrix below j and
 *   those of the children of j, without j.
 * Columns follow each other in a supernode while the rows of the next are those of the last without itself. Then
 * children are merged into parents, at the price of entries that are 0, where that saves time by the model node_cost.
 *   J. W. H. Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11 (1990) 134,
 *   doi:10.1137/0611010; C. Ashcraft, R. Grimes, The influence of relaxed supernode partitions on the multifrontal
 *   method, ACM TOMS 15 (1989) 291, doi:10.1145/76909.76910. */
#include "math/spd_tree.h"

#include "math/spd_priv.h"

#include <string.h>

/* The tree of columns and what hangs on it; columns are numbered as eliminated (perm, then depth first). */
struct columns {
	int n;
	int *parent;             /* n */
	int *order;              /* n: column to unknown */
	int *place;              /* n: unknown to column */
	int *super;              /* n: column to the supernode it is in */
	int *start, *below;      /* rows of the matrix below the diagonal, by columns, unsorted */
	int *mark;               /* n */
};

static double round8(int n)
{
	return (n + 7) / 8 * 8;
}

/* A visit, an index, a block of eight columns, a double read. The numbers gave the shortest solves and factorisations of plane
 * frames among those tried, on a processor with 512-bit registers; they are flat around the best. */
static double node_cost(int width, int height)
{
	return 5 + 0.5 * height + 3 * round8(width) / 8 + 0.1 * width * (2.0 * height + width);
}

/* Rows (larger index) or columns (smaller) of the off-diagonal entries under place[], compressed. */
static int adjacency(const struct pattern_csc *p, const int *place, bool rows, int **ret_start, int **ret_to, struct arena *mem)
{
	int *start = ARENA_ARRAY(mem, (size_t)p->n + 2, int);
	int *to = ARENA_ARRAY(mem, (size_t)p->nnz + 1, int);
	if (!start || !to)
		return ERR_MEMORY;
	for (int pass = 0; pass < 2; pass++) {
		for (int j = 0; j < p->n; j++) {
			for (int k = p->start[j]; k < p->start[j + 1]; k++) {
				int a = place[p->row[k]], b = place[j];
				int low = a < b ? a : b, high = a < b ? b : a;
				if (a == b)
					continue;
				if (pass == 0)
					start[(rows ? low : high) + 2]++;
				else
					to[start[(rows ? low : high) + 1]++] = rows ? high : low;
			}
		}
		for (int i = 2; pass == 0 && i <= p->n + 1; i++)
			start[i] += start[i - 1];
	}
	*ret_start = start;
	*ret_to = to;
	return 0;
}

/* Liu's algorithm: each column climbs from its entries in earlier columns, paths are shortened on the way. */
static int tree_parents(struct columns *c, const struct pattern_csc *p, struct arena *mem)
{
	int *start, *left;
	int *ancestor = ARENA_ARRAY(mem, (size_t)c->n + 1, int);
	if (!ancestor || adjacency(p, c->place, false, &start, &left, mem))
		return ERR_MEMORY;
	for (int j = 0; j < c->n; j++) {
		c->parent[j] = ancestor[j] = -1;
		for (int k = start[j]; k < start[j + 1]; k++) {
			int i = left[k];
			while (ancestor[i] >= 0 && ancestor[i] != j) {
				int next = ancestor[i];
				ancestor[i] = j;
				i = next;
			}
			if (ancestor[i] < 0)
				ancestor[i] = c->parent[i] = j;
		}
	}
	return 0;
}

/* Numbers a forest depth first, children before parents, earlier children first: ret_order[k] is the k-th. */
static int depth_first(int n, const int *parent, int *ret_order, struct arena *mem)
{
	int *head = ARENA_ARRAY(mem, (size_t)n + 1, int), *next = ARENA_ARRAY(mem, (size_t)n + 1, int);
	int *stack = ARENA_ARRAY(mem, (size_t)n + 1, int);
	if (!head || !next || !stack)
		return ERR_MEMORY;
	memset(head, -1, ((size_t)n + 1) * sizeof *head);
	for (int i = n - 1; i >= 0; i--) {
		int up = parent[i] < 0 ? n : parent[i];
		next[i] = head[up];
		head[up] = i;
	}
	int count = 0;
	for (int root = head[n]; root >= 0; root = next[root]) {
		int depth = 0;
		stack[depth++] = root;
		while (depth > 0) {
			int top = stack[depth - 1], down = head[top];
			if (down >= 0) {
				head[top] = next[down];
				stack[depth++] = down;
			} else {
				ret_order[count++] = top;
				depth--;
			}
		}
	}
	return 0;
}

/* Renumbers the columns depth first. */
static int tree_postorder(struct columns *c, struct arena *mem)
{
	size_t size = (size_t)c->n + 1;
	int *sequence = ARENA_ARRAY(mem, size, int), *rank = ARENA_ARRAY(mem, size, int);
	int *parent = ARENA_ARRAY(mem, size, int), *order = ARENA_ARRAY(mem, size, int);
	if (!sequence || !rank || !parent || !order || depth_first(c->n, c->parent, sequence, mem))
		return ERR_MEMORY;
	for (int k = 0; k < c->n; k++)
		rank[sequence[k]] = k;
	for (int k = 0; k < c->n; k++) {
		int old = sequence[k];
		parent[k] = c->parent[old] < 0 ? -1 : rank[c->parent[old]];
		order[k] = c->order[old];
	}
	c->parent = parent;
	c->order = order;
	for (int k = 0; k < c->n; k++)
		c->place[order[k]] = k;
	return 0;
}

/* Rows of column j, from the matrix and its children; every row gets mark j. Returns how many; writes them where asked. */
static int column_rows(const struct columns *c, const struct spd_tree *t, int j, const int *child, int nchild, int *ret_row)
{
	int count = 0;
	c->mark[j] = j;
	for (int k = c->start[j]; k < c->start[j + 1]; k++) {
		if (c->mark[c->below[k]] == j)
			continue;
		c->mark[c->below[k]] = j;
		ret_row[count++] = c->below[k];
	}
	for (int i = 0; i < nchild; i++) {
		const struct spd_super *s = &t->super[c->super[child[i]]];
		for (int k = 0; k < s->nrow; k++) {
			if (c->mark[s->row[k]] == j)
				continue;
			c->mark[s->row[k]] = j;
			ret_row[count++] = s->row[k];
		}
	}
	return count;
}

/* Columns with their rows, as fundamental supernodes. */
static int tree_supernodes(struct columns *c, struct spd_tree *t, struct arena *mem)
{
	size_t size = (size_t)c->n + 1;
	int *head = ARENA_ARRAY(mem, size, int), *next = ARENA_ARRAY(mem, size, int);
	int *child = ARENA_ARRAY(mem, size, int), *row = ARENA_ARRAY(mem, size, int);
	t->super = ARENA_ARRAY(mem, size, struct spd_super);
	if (!head || !next || !child || !row || !t->super)
		return ERR_MEMORY;
	memset(head, -1, size * sizeof *head);
	memset(c->mark, -1, size * sizeof *c->mark);
	for (int j = 0; j < c->n; j++) {
		int nchild = 0;
		for (int i = head[j]; i >= 0; i = next[i])
			child[nchild++] = i;
		int count = column_rows(c, t, j, child, nchild, row);
		struct spd_super *s = nchild == 1 ? &t->super[c->super[child[0]]] : NULL;
		if (!s || s->nrow != count + 1) {
			s = &t->super[t->nsuper];
			*s = (struct spd_super){.column = ARENA_ARRAY(mem, 1, int), .row = ARENA_ARRAY(mem, (size_t)count + 1, int)};
			if (!s->column || !s->row)
				return ERR_MEMORY;
			s->column[0] = j;
			t->nsuper++;
		}
		/* Columns of a fundamental supernode follow each other: the first and the number say all. */
		s->ncolumn++;
		s->nrow = count;
		memcpy(s->row, row, (size_t)count * sizeof *row);
		c->super[j] = (int)(s - t->super);
		if (c->parent[j] >= 0) {
			next[j] = head[c->parent[j]];
			head[c->parent[j]] = j;
		}
	}
	for (int i = 0; i < t->nsuper; i++) {
		int last = t->super[i].column[0] + t->super[i].ncolumn - 1;
		t->super[i].parent = c->parent[last] < 0 ? -1 : c->super[c->parent[last]];
	}
	return 0;
}

/* A merged supernode keeps the parent's number; its columns are the children's, then its own (a list of parts). */
struct merge {
	int *first_child, *next_sibling;
	int *into;               /* supernode that it was merged into, itself when it was not */
	int *width;              /* columns with those merged in */
};

static int merge_supernodes(struct merge *m, const struct spd_tree *t, struct arena *mem)
{
	size_t size = (size_t)t->nsuper + 1;
	m->first_child = ARENA_ARRAY(mem, size, int);
	m->next_sibling = ARENA_ARRAY(mem, size, int);
	m->into = ARENA_ARRAY(mem, size, int);
	m->width = ARENA_ARRAY(mem, size, int);
	int *queue = ARENA_ARRAY(mem, size, int);
	if (!m->first_child || !m->next_sibling || !m->into || !m->width || !queue)
		return ERR_MEMORY;
	memset(m->first_child, -1, size * sizeof *m->first_child);
	for (int s = 0; s < t->nsuper; s++) {
		const struct spd_super *p = &t->super[s];
		int count = 0;
		m->into[s] = s;
		m->width[s] = p->ncolumn;
		for (int c = m->first_child[s]; c >= 0; c = m->next_sibling[c])
			queue[count++] = c;
		m->first_child[s] = -1;
		for (int k = 0; k < count; k++) {
			int c = queue[k], wide = m->width[s] + m->width[c];
			double apart = node_cost(m->width[s], p->nrow) + node_cost(m->width[c], t->super[c].nrow);
			if (wide > SPD_WIDTH || node_cost(wide, p->nrow) >= apart) {
				m->next_sibling[c] = m->first_child[s];
				m->first_child[s] = c;
				continue;
			}
			m->into[c] = s;
			m->width[s] = wide;
			for (int g = m->first_child[c]; g >= 0; g = m->next_sibling[g])
				queue[count++] = g;
		}
		if (p->parent >= 0) {
			m->next_sibling[s] = m->first_child[p->parent];
			m->first_child[p->parent] = s;
		}
	}
	/* Children come before parents: follow the merges to their ends from the last. */
	for (int s = t->nsuper - 1; s >= 0; s--)
		m->into[s] = m->into[m->into[s]];
	return 0;
}

/* Appends one supernode in parts of at most SPD_WIDTH columns; rows of a part are the later columns and the rows. */
static int append_parts(struct spd_tree *t, int width, const int *column, int nrow, const int *row, struct arena *mem)
{
	int parts = (width + SPD_WIDTH - 1) / SPD_WIDTH, from = 0;
	for (int k = 0; k < parts; k++) {
		int to = (int)((long)width * (k + 1) / parts);
		struct spd_super *s = &t->super[t->nsuper++];
		s->ncolumn = to - from;
		s->nrow = width - to + nrow;
		s->column = ARENA_ARRAY(mem, (size_t)s->ncolumn + 1, int);
		s->row = ARENA_ARRAY(mem, (size_t)s->nrow + 1, int);
		s->parent = k + 1 < parts ? t->nsuper : -1;
		if (!s->column || !s->row)
			return ERR_MEMORY;
		memcpy(s->column, column + from, (size_t)(to - from) * sizeof *column);
		memcpy(s->row, column + to, (size_t)(width - to) * sizeof *column);
		memcpy(s->row + width - to, row, (size_t)nrow * sizeof *row);
		from = to;
	}
	return 0;
}

/* The merged supernodes, depth first, in unknowns of the caller. */
static int tree_collect(struct spd_tree *ret, const struct columns *c, const struct spd_tree *t, const struct merge *m, struct arena *mem,
	struct arena *scratch)
{
	size_t size = (size_t)t->nsuper + 1, wide = (size_t)c->n + 1;
	int *parent = ARENA_ARRAY(scratch, size, int), *order = ARENA_ARRAY(scratch, size, int);
	int *fill = ARENA_ARRAY(scratch, size, int), *bottom = ARENA_ARRAY(scratch, size, int);
	int *column = ARENA_ARRAY(scratch, wide, int), *row = ARENA_ARRAY(scratch, wide, int);
	int *start = ARENA_ARRAY(scratch, size + 1, int);
	ret->super = ARENA_ARRAY(mem, size + wide / SPD_WIDTH + 1, struct spd_super);
	if (!parent || !order || !fill || !bottom || !column || !row || !start || !ret->super)
		return ERR_MEMORY;
	for (int s = 0; s < t->nsuper; s++) {
		int up = t->super[s].parent;
		parent[s] = m->into[s] != s ? m->into[s] : up < 0 ? -1 : m->into[up];
		start[m->into[s] + 1] += t->super[s].ncolumn;
	}
	for (int s = 0; s < t->nsuper; s++)
		start[s + 1] += start[s];
	/* Lower numbers are deeper in the tree: taking parts by number keeps children before parents. */
	for (int s = 0; s < t->nsuper; s++)
		for (int k = 0; k < t->super[s].ncolumn; k++)
			column[start[m->into[s]] + fill[m->into[s]]++] = c->order[t->super[s].column[0] + k];
	if (depth_first(t->nsuper, parent, order, scratch))
		return ERR_MEMORY;
	for (int k = 0; k < t->nsuper; k++) {
		int s = order[k];
		const struct spd_super *from = &t->super[s];
		if (m->into[s] != s)
			continue;
		for (int i = 0; i < from->nrow; i++)
			row[i] = c->order[from->row[i]];
		bottom[s] = ret->nsuper;
		if (append_parts(ret, start[s + 1] - start[s], column + start[s], from->nrow, row, mem))
			return ERR_MEMORY;
		fill[s] = ret->nsuper - 1;
	}
	for (int s = 0; s < t->nsuper; s++)
		if (m->into[s] == s && parent[s] >= 0)
			ret->super[fill[s]].parent = bottom[parent[s]];
	return 0;
}

int spd_tree_build(struct spd_tree *ret, const struct pattern_csc *p, const int *perm, struct arena *mem)
{
	struct arena scratch;
	size_t size = (size_t)p->n + 1;
	struct spd_tree fundamental = {0};
	struct merge m;
	arena_init(&scratch);
	struct columns c = {
		.n = p->n, .parent = ARENA_ARRAY(&scratch, size, int), .order = ARENA_ARRAY(&scratch, size, int),
		.place = ARENA_ARRAY(&scratch, size, int), .super = ARENA_ARRAY(&scratch, size, int), .mark = ARENA_ARRAY(&scratch, size, int),
	};
	int code = c.parent && c.order && c.place && c.super && c.mark ? 0 : ERR_MEMORY;
	for (int k = 0; !code && k < p->n; k++) {
		c.order[k] = perm[k];
		c.place[perm[k]] = k;
	}
	*ret = (struct spd_tree){0};
	if (!code)
		code = tree_parents(&c, p, &scratch);
	if (!code)
		code = tree_postorder(&c, &scratch);
	if (!code)
		code = adjacency(p, c.place, true, &c.start, &c.below, &scratch);
	if (!code)
		code = tree_supernodes(&c, &fundamental, &scratch);
	if (!code)
		code = merge_supernodes(&m, &fundamental, &scratch);
	if (!code)
		code = tree_collect(ret, &c, &fundamental, &m, mem, &scratch);
	arena_fini(&scratch);
	return code;
}
