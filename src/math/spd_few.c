/* Solves with few given and few wanted unknowns: only the supernodes on the ways from them to the root of the tree.
 *
 * Up the tree a right-hand side reaches nothing but the supernodes of its unknowns and their ancestors; down again an unknown takes nothing but from
 * its ancestors. The lists of both are made when the unknowns change and kept for the calls that follow.
 *   J. R. Gilbert, T. Peierls, Sparse partial pivoting in time proportional to arithmetic operations, SIAM J. Sci. Stat. Comput. 9 (1988) 862,
 *   doi:10.1137/0909058 */
#include "math/spd.h"

#include "math/kernel.h"
#include "math/spd_priv.h"
#include "math/vec.h"

#include <string.h>

/* Unknowns, and the steps of their supernodes and all above these, in the order of spd.step. */
struct reach {
	int n, nstep;
	int *unknown;          /* owned: arena, as the next */
	struct spd_step *step;
};

struct spd_few {
	int *node;             /* owned: arena, as the next; supernode of each column */
	bool *mark;            /* of the supernodes */
	struct reach in, out;
};

static bool reach_take(struct reach *r, const struct spd *s, struct arena *mem)
{
	r->unknown = ARENA_ARRAY(mem, (size_t)s->n + 1, int);
	r->step = ARENA_ARRAY(mem, (size_t)s->nnode + 1, struct spd_step);
	return r->unknown && r->step;
}

int spd_few_setup(struct spd *s, struct arena *mem, struct err *e)
{
	struct spd_few *f = ARENA_NEW(mem, struct spd_few);
	bool taken = f != NULL;
	if (taken) {
		f->node = ARENA_ARRAY(mem, (size_t)s->n + 1, int);
		f->mark = ARENA_ARRAY(mem, (size_t)s->nnode + 1, bool);
		taken = f->node && f->mark && reach_take(&f->in, s, mem) && reach_take(&f->out, s, mem);
	}
	if (!taken)
		return err_set(e, ERR_MEMORY, "elimination", "no memory for %d unknowns", s->n);
	for (int i = 0; i < s->nnode; i++)
		for (int k = 0; k < s->node[i].width; k++)
			f->node[s->node[i].first + k] = i;
	s->few = f;
	return 0;
}

/* The ways of so many unknowns to the root; nothing to do when they are those of the last call. */
static void reach_find(struct reach *r, const struct spd *s, int n, const int *unknown)
{
	struct spd_few *f = s->few;
	size_t bytes = (size_t)n * sizeof *unknown;
	if (n == r->n && (n == 0 || memcmp(unknown, r->unknown, bytes) == 0))
		return;
	if (n > 0)
		memcpy(r->unknown, unknown, bytes);
	memset(f->mark, 0, (size_t)s->nnode * sizeof *f->mark);
	for (int i = 0; i < n; i++)
		for (int k = f->node[s->place[unknown[i]]]; k >= 0 && !f->mark[k]; k = s->node[k].parent)
			f->mark[k] = true;
	r->n = n;
	r->nstep = 0;
	for (int k = 0; k < s->nnode; k++)
		if (f->mark[f->node[s->step[k].first]])
			r->step[r->nstep++] = s->step[k];
}

static void reach_clear(const struct reach *r, double *x)
{
	for (int k = 0; k < r->nstep; k++)
		vec_zero(r->step[k].width, x + r->step[k].first);
}

void spd_solve_few(struct spd *s, const double *factor, int nin, const int *in, const double *b, int nout, const int *out, double *ret_x)
{
	struct spd_few *f = s->few;
	reach_find(&f->in, s, nin, in);
	reach_find(&f->out, s, nout, out);
	reach_clear(&f->in, s->x);
	reach_clear(&f->out, s->x);
	for (int i = 0; i < nin; i++)
		s->x[s->place[in[i]]] = b[i];
	kernel->spd_up(s, f->in.nstep, f->in.step, factor);
	kernel->spd_down(s, f->out.nstep, f->out.step, factor);
	for (int i = 0; i < nout; i++)
		ret_x[i] = s->x[s->place[out[i]]];
}
