/* Which coordinates the interface has: see interface.h.
 *
 * Elements that share unknowns, directly or by others, are a group. Its elements with deformations stand there with these if they are fewer than the
 * unknowns that no other element of the group needs anyway. So three braces in a row have three coordinates, and a lattice of more bars than freedoms
 * has its freedoms.
 */
#include "interface/interface.h"

#include "math/vec.h"

/* Unknowns that looped elements hang together by are a group: a tree whose root stands for it. */
struct groups {
	int *up;                     /* n: next unknown towards the root */
	int *gain;                   /* n, at roots: unknowns that deformations make superfluous, less these deformations */
	bool *kept;                  /* n: an element without deformations touches it */
};

/* What follows is done for every unknown that an element touches. */
#define EACH_UNKNOWN(map, v, unknown) \
	for (int d_ = 0; d_ < (v)->el->ndof; d_++) \
		for (int k_ = (map)->start[(v)->dof[d_]], unknown; k_ < (map)->start[(v)->dof[d_] + 1]; k_++) \
			if ((unknown = (map)->master[k_]) >= 0)

static int root(const struct groups *g, int i)
{
	while (g->up[i] != i)
		i = g->up[i] = g->up[g->up[i]];
	return i;
}

/* Rows of n numbers, made orthogonal: is any of them nearly a sum of others, as those of two springs side by side are? */
static bool independent(int count, int n, double *r)
{
	for (int i = 0; i < count; i++) {
		double *x = r + (size_t)i * (size_t)n, length = vec_norm(n, x);

		for (int j = 0; j < i; j++)
			vec_add(n, -vec_dot(n, r + (size_t)j * (size_t)n, x), r + (size_t)j * (size_t)n, x);
		if (!(vec_norm(n, x) > 1e-6 * length))
			return false;
		vec_scale(n, 1.0 / vec_norm(n, x), x);
	}
	return true;
}

/* Deformations of an element, 0: it can only stand at its unknowns. */
static int deformations(const struct view *v, bool shift, struct arena *scratch)
{
	const struct element *el = v->el;
	bool follows = el->rayleigh && (el->factor[1] != 0.0 || el->factor[3] != 0.0);
	bool dragged = el->rayleigh && el->factor[0] != 0.0 && v->mass;
	int count;
	double *r;

	if (!el->ops->basis || !el->ops->law || !el->ops->modulus || el->ops->exchange || el->ops->load || v->prescribed || follows || (dragged && !shift))
		return 0;
	count = el->ops->basis(el->self, NULL);
	r = ARENA_ARRAY(scratch, (size_t)count * (size_t)el->ndof + 1, double);
	if (!r || !count)
		return 0;
	el->ops->basis(el->self, r);
	return independent(count, el->ndof, r) ? count : 0;
}

static void groups_join(struct groups *g, const struct problem_core *c, const int *count)
{
	for (int i = 0; i < c->map.n; i++)
		g->up[i] = i;
	for (int q = 0; q < c->nlooped; q++) {
		const struct view *v = &c->view[c->looped[q]];
		int first = -1;

		EACH_UNKNOWN(&c->map, v, i) {
			first = first < 0 ? i : first;
			g->up[root(g, i)] = root(g, first);
			g->kept[i] |= count[q] == 0;
		}
	}
}

/* The group of an element, -1: it touches no unknown. */
static int group(const struct groups *g, const struct problem_core *c, int q)
{
	const struct view *v = &c->view[c->looped[q]];
	int any = -1;

	EACH_UNKNOWN(&c->map, v, i)
		any = i;
	return any < 0 ? -1 : root(g, any);
}

static void groups_weigh(struct groups *g, const struct problem_core *c, const int *count)
{
	for (int i = 0; i < c->ncoupled; i++)
		g->gain[root(g, c->coupled[i])] += !g->kept[c->coupled[i]];
	for (int q = 0; q < c->nlooped; q++)
		if (group(g, c, q) >= 0)
			g->gain[group(g, c, q)] -= count[q];
}

/* Elements of groups that gain nothing go without deformations; what is left is counted. */
static void choose(const struct groups *g, const struct problem_core *c, struct interface_choice *ret)
{
	for (int q = 0; q < c->nlooped; q++) {
		const struct view *v = &c->view[c->looped[q]];
		int at = group(g, c, q);

		if (at < 0 || g->gain[at] <= 0)
			ret->count[q] = 0;
		ret->m += ret->count[q];
		EACH_UNKNOWN(&c->map, v, i) {
			ret->entries += ret->count[q];
			ret->unknown[i] |= ret->count[q] == 0;
		}
	}
	for (int i = 0; i < c->map.n; i++)
		ret->nunknown += ret->unknown[i];
	ret->m += ret->nunknown;
	ret->entries += ret->nunknown;
}

int interface_choose(const struct problem_core *c, bool shift, struct arena *mem, struct interface_choice *ret)
{
	size_t n = (size_t)c->map.n + 1;
	struct groups g = {.up = ARENA_ARRAY(mem, n, int), .gain = ARENA_ARRAY(mem, n, int), .kept = ARENA_ARRAY(mem, n, bool)};

	*ret = (struct interface_choice){.unknown = ARENA_ARRAY(mem, n, bool), .count = ARENA_ARRAY(mem, (size_t)c->nlooped + 1, int)};
	if (!g.up || !g.gain || !g.kept || !ret->unknown || !ret->count)
		return ERR_MEMORY;
	for (int q = 0; q < c->nlooped; q++)
		ret->count[q] = deformations(&c->view[c->looped[q]], shift, mem);
	groups_join(&g, c, ret->count);
	groups_weigh(&g, c, ret->count);
	choose(&g, c, ret);
	return 0;
}

int interface_size(const struct problem_core *c, bool shift)
{
	struct interface_choice found;
	struct arena scratch;
	int m = c->ncoupled;

	arena_init(&scratch);
	if (interface_choose(c, shift, &scratch, &found) == 0)
		m = found.m;
	arena_fini(&scratch);
	return m;
}
