/* Everything of spd that depends on the pattern only: final numbers of the unknowns, rows and places of the supernodes,
 * where each entry of the matrix goes, and where the update matrices live. */
#include "math/spd_priv.h"

#include "math/spd_tree.h"

#include <stdlib.h>
#include <string.h>

static int round_up(int n)
{
	return (n + 7) / 8 * 8;
}

static int int_compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

/* Numbers the unknowns by supernodes and takes their rows over. */
static int nodes_number(struct spd *s, const struct spd_tree *t, struct arena *mem)
{
	size_t total = 0;
	int next = 0;
	for (int i = 0; i < t->nsuper; i++)
		total += (size_t)round_up(t->super[i].nrow + t->super[i].ncolumn);
	s->nnode = t->nsuper;
	s->node = ARENA_ARRAY(mem, (size_t)s->nnode + 1, struct spd_node);
	s->row = ARENA_ARRAY(mem, total + 1, int);
	s->relative = ARENA_ARRAY(mem, total + 1, int);
	s->perm = ARENA_ARRAY(mem, (size_t)s->n + 1, int);
	s->place = ARENA_ARRAY(mem, (size_t)s->n + 1, int);
	if (!s->node || !s->row || !s->relative || !s->perm || !s->place)
		return ERR_MEMORY;
	int at = 0;
	for (int i = 0; i < s->nnode; i++) {
		const struct spd_super *u = &t->super[i];
		s->node[i] = (struct spd_node){
			.first = next, .width = u->ncolumn, .height = u->nrow, .stride = round_up(u->nrow), .row = at, .parent = u->parent, .child = -1, .sibling = -1,
		};
		at += round_up(u->nrow + u->ncolumn);
		for (int k = 0; k < u->ncolumn; k++) {
			s->perm[next] = u->column[k];
			s->place[u->column[k]] = next++;
		}
	}
	for (int i = 0; i < s->nnode; i++) {
		const struct spd_node *d = &s->node[i];
		int *row = s->row + d->row, count = d->height;
		for (int k = 0; k < count; k++)
			row[k] = s->place[t->super[i].row[k]];
		qsort(row, (size_t)count, sizeof *row, int_compare);
		for (int k = 0; k < d->width; k++)
			row[count++] = d->first + k;
		while (count % 8)
			row[count++] = s->n;
	}
	return 0;
}

/* Cuts rows from..to of one supernode, whose targets are given, in pieces from `count` on; into NULL only counts. */
static int pieces_cut(const int *target, int from, int to, struct spd_piece *into, int count)
{
	for (int k = from; k < to; k++) {
		if (k == from || k % 8 == 0 || target[k] != target[k - 1] + 1) {
			if (into)
				into[count] = (struct spd_piece){.to = target[k] - k % 8, .from = k / 8 * 8};
			count++;
		}
		if (into)
			into[count - 1].mask |= (unsigned char)(1 << k % 8);
	}
	return count;
}

static int nodes_cut(struct spd *s, struct arena *mem)
{
	int npiece = 0, njoin = 0;
	for (int pass = 0; pass < 2; pass++) {
		npiece = njoin = 0;
		for (int i = 0; i < s->nnode; i++) {
			struct spd_step *d = &s->step[i];
			d->piece = npiece;
			d->piece_end = npiece = pieces_cut(s->row + d->row, 0, d->height, s->piece, npiece);
		}
		for (int i = 0; i < s->nnode; i++) {
			struct spd_node *d = &s->node[i];
			d->join = njoin;
			d->join_outer = njoin = pieces_cut(s->relative + d->row, 0, d->inner, s->join, njoin);
			d->join_end = njoin = pieces_cut(s->relative + d->row, d->inner, d->height, s->join, njoin);
		}
		if (pass)
			break;
		s->piece = ARENA_ARRAY(mem, (size_t)npiece + 1, struct spd_piece);
		s->join = ARENA_ARRAY(mem, (size_t)njoin + 1, struct spd_piece);
		if (!s->piece || !s->join)
			return ERR_MEMORY;
	}
	return 0;
}

/* What the steps are sorted by. */
struct rank {
	int level, blocks, width, node;
};

static int rank_compare(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;
	if (x->level != y->level)
		return x->level - y->level;
	if (x->blocks != y->blocks)
		return x->blocks - y->blocks;
	if (x->width != y->width)
		return x->width - y->width;
	return x->node - y->node;
}

/* The order of the steps, and with it of the panels in the factor. */
static int steps_order(struct spd *s, struct arena *mem, struct arena *scratch)
{
	struct rank *rank = ARENA_ARRAY(scratch, (size_t)s->nnode + 1, struct rank);
	s->step = ARENA_ARRAY(mem, (size_t)s->nnode + 1, struct spd_step);
	if (!rank || !s->step)
		return ERR_MEMORY;
	for (int i = 0; i < s->nnode; i++) {
		const struct spd_node *d = &s->node[i];
		rank[i].blocks = (d->height + d->width + 7) / 8;
		rank[i].width = d->width;
		rank[i].node = i;
		if (d->parent >= 0 && rank[d->parent].level <= rank[i].level)
			rank[d->parent].level = rank[i].level + 1;
	}
	qsort(rank, (size_t)s->nnode, sizeof *rank, rank_compare);
	for (int i = 0; i < s->nnode; i++) {
		struct spd_node *d = &s->node[rank[i].node];
		size_t panel = (size_t)d->width * (size_t)(d->width + d->height);
		d->panel = s->size;
		s->size += (panel + 7) / 8 * 8;
		s->step[i] = (struct spd_step){.first = d->first, .width = d->width, .height = d->height, .row = d->row, .panel = d->panel};
	}
	s->size += 8;
	return 0;
}

/* Place of a row (new number) in a supernode's rows. */
static int node_find(const struct spd *s, const struct spd_node *d, int row)
{
	int lo = 0, hi = d->height;
	while (lo < hi) {
		int middle = (lo + hi) / 2;
		if (s->row[d->row + middle] < row)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static void nodes_relate(struct spd *s)
{
	for (int i = s->nnode - 1; i >= 0; i--) {
		struct spd_node *d = &s->node[i];
		if (d->parent < 0)
			continue;
		struct spd_node *up = &s->node[d->parent];
		for (int k = 0; k < d->height; k++) {
			int row = s->row[d->row + k];
			bool inner = row < up->first + up->width;
			d->inner += inner;
			s->relative[d->row + k] = inner ? row - up->first : node_find(s, up, row);
		}
		d->sibling = up->child;
		up->child = i;
	}
}

/* The dense columns of a supernode: width x width with leading dimension round_up(width), then stride x width. */
static int entries_place(struct spd *s, struct arena *mem)
{
	const struct pattern_csc *p = s->p;
	s->entry = ARENA_ARRAY(mem, (size_t)p->nnz + 1, struct spd_entry);
	s->diagonal = ARENA_ARRAY(mem, (size_t)s->n + 1, int);
	int *of = ARENA_ARRAY(mem, (size_t)s->n + 1, int);
	if (!s->entry || !s->diagonal || !of)
		return ERR_MEMORY;
	for (int i = 0; i < s->nnode; i++)
		for (int k = 0; k < s->node[i].width; k++)
			of[s->node[i].first + k] = i;
	for (int pass = 0; pass < 2; pass++) {
		for (int j = 0; j < p->n; j++) {
			for (int k = p->start[j]; k < p->start[j + 1]; k++) {
				int a = s->place[p->row[k]], b = s->place[j], column = a < b ? a : b, row = a < b ? b : a;
				struct spd_node *d = &s->node[of[column]];
				if (pass == 0) {
					d->entry_end++;
					continue;
				}
				int width = round_up(d->width), c = column - d->first;
				bool square = row < d->first + d->width;
				int target = square ? c * width + row - d->first : d->width * width + c * d->stride + node_find(s, d, row);
				s->entry[d->entry_end++] = (struct spd_entry){k, target};
				if (a == b)
					s->diagonal[column] = k;
			}
		}
		for (int i = 0, at = 0; pass == 0 && i < s->nnode; i++) {
			int count = s->node[i].entry_end;
			s->node[i].entry = s->node[i].entry_end = at;
			at += count;
		}
	}
	return 0;
}

/* Pieces of the work space in use, by rising places; the first `packed` have no gap before or between them. */
struct used {
	struct piece { size_t begin, end; } *piece;
	int count, packed;
};

/* Takes the first gap of this size; returns where it begins. */
static size_t used_take(struct used *u, size_t size)
{
	int at = u->packed;
	size_t begin = at > 0 ? u->piece[at - 1].end : 0;
	while (at < u->count && u->piece[at].begin < begin + size)
		begin = u->piece[at++].end;
	memmove(u->piece + at + 1, u->piece + at, (size_t)(u->count - at) * sizeof *u->piece);
	u->piece[at] = (struct piece){begin, begin + size};
	u->count++;
	while (u->packed < u->count && u->piece[u->packed].begin == (u->packed > 0 ? u->piece[u->packed - 1].end : 0))
		u->packed++;
	return begin;
}

/* Empties the piece that begins there, and returns its place. */
static int used_empty(struct used *u, size_t begin)
{
	int lo = 0, hi = u->count - 1;
	while (lo < hi) {
		int middle = (lo + hi) / 2;
		if (u->piece[middle].begin < begin)
			lo = middle + 1;
		else
			hi = middle;
	}
	u->piece[lo].end = begin;
	return lo;
}

/* Takes out what is empty from this place on. */
static void used_pack(struct used *u, int from)
{
	int kept = from;
	for (int k = from; k < u->count; k++)
		if (u->piece[k].end > u->piece[k].begin)
			u->piece[kept++] = u->piece[k];
	u->count = kept;
	u->packed = u->packed < from ? u->packed : from;
}

static size_t update_size(const struct spd_node *d)
{
	return (size_t)d->stride * (size_t)d->height;
}

/* Gives every update matrix the first gap between those that live at the same time: from its own supernode to its parent. */
static int updates_place(struct spd *s, struct arena *scratch)
{
	struct used used = {.piece = ARENA_ARRAY(scratch, (size_t)s->nnode + 1, struct piece)};
	if (!used.piece)
		return ERR_MEMORY;
	for (int i = 0; i < s->nnode; i++) {
		struct spd_node *d = &s->node[i];
		size_t size = update_size(d);
		if (size > 0)
			d->update = used_take(&used, size);
		if (d->update + size > s->update_size)
			s->update_size = d->update + size;
		/* of a child every row is one of its parent's */
		int first = used.count;
		for (int c = d->child; c >= 0; c = s->node[c].sibling) {
			int at = used_empty(&used, s->node[c].update);
			first = at < first ? at : first;
		}
		used_pack(&used, first);
	}
	return 0;
}

/* Sizes of the work space, and the model of the time in nanoseconds, measured on a processor with 512-bit registers and two
 * megabytes of second cache. A solve: a visit to a supernode, an index handled, a double read, an unknown permuted; what
 * does not fit in the cache is read more slowly. A factorisation: visits, pivots, entries, additions, products. */
static void sizes(struct spd *s)
{
	const double cache = 190e3, beyond = 70e3;
	double read = 0;
	for (int i = 0; i < s->nnode; i++) {
		const struct spd_node *d = &s->node[i];
		double w = d->width, h = d->height;
		size_t dense = (size_t)d->width * (size_t)(2 * round_up(d->width) + 2 * d->stride);
		if (dense > s->dense_size)
			s->dense_size = dense;
		if (d->height + d->width > s->height_most)
			s->height_most = d->height + d->width;
		read += w * (2 * h + w);
		s->solve_cost += 16 + 0.7 * h;
		s->factor_cost += 90 + 36 * w + 0.9 * (d->entry_end - d->entry) + 0.3 * h * h + 0.03 * w * (w * w + w * h + h * h);
	}
	double over = ((double)s->size - cache) / beyond;
	s->solve_cost += 0.6 * s->n + read * (0.06 + 0.1 * (over < 0 ? 0 : over > 1 ? 1 : over));
}

int spd_prepare(struct spd **ret, const struct pattern_csc *p, const int *perm, struct arena *mem, struct err *e)
{
	struct arena scratch;
	struct spd_tree t;
	if (!p->symmetric)
		return err_set(e, ERR_ARGUMENT, "elimination", "the pattern is not symmetric");
	arena_init(&scratch);
	struct spd *s = ARENA_NEW(mem, struct spd);
	int code = s ? spd_tree_build(&t, p, perm, &scratch) : ERR_MEMORY;
	if (!code) {
		s->p = p;
		s->n = p->n;
		code = nodes_number(s, &t, mem);
	}
	if (!code) {
		nodes_relate(s);
		code = entries_place(s, mem);
	}
	if (!code)
		code = steps_order(s, mem, &scratch);
	if (!code)
		code = nodes_cut(s, mem);
	if (!code)
		code = updates_place(s, &scratch);
	if (!code) {
		sizes(s);
		*ret = s;
	}
	arena_fini(&scratch);
	return code ? err_set(e, code, "elimination", "no memory for %d unknowns", p->n) : 0;
}

int spd_workspace(struct spd *s, struct arena *mem, struct err *e)
{
	s->update = ARENA_ARRAY(mem, s->update_size + 64, double);
	s->dense = ARENA_ARRAY(mem, s->dense_size + 64, double);
	s->x = ARENA_ARRAY(mem, (size_t)s->n + 64, double);
	s->buffer = ARENA_ARRAY(mem, (size_t)s->height_most + 64, double);
	s->trial = ARENA_ARRAY(mem, 3 * (size_t)s->n + 1, double);
	if (!s->update || !s->dense || !s->x || !s->buffer || !s->trial)
		return err_set(e, ERR_MEMORY, "elimination", "no memory for %d unknowns", s->n);
	return 0;
}

size_t spd_size(const struct spd *s)
{
	return s->size;
}

size_t spd_work(const struct spd *s)
{
	return s->update_size + s->dense_size + 4 * (size_t)s->n + (size_t)s->height_most;
}

double spd_solve_cost(const struct spd *s)
{
	return s->solve_cost;
}

double spd_factor_cost(const struct spd *s)
{
	return s->factor_cost;
}
