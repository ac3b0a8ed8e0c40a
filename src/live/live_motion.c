/* Motion for the picture: displacements of the drawn nodes as the analysis knows them, and which elements yield, LIVE_FRAME_NS of the wall clock apart.
 *
 * Drawn are all nodes and elements in the order of their tags, NODES and ELEMENTS of them at most; elements none of whose nodes is left out. An engine that
 * knows the whole motion only later (advance.h, recover) is asked only for what the record watches; nodes that it does not know stand still.
 * What the test computes does not depend on any of this. */
#include "live/live_priv.h"

#include <string.h>

enum { NODES = 20000, ELEMENTS = 20000, FREEDOM_NS = 160 };   /* the last: a frame of many freedoms comes less often, and takes a twentieth of the time */

static struct clock wall = {.ops = &clock_monotonic};

size_t live_frame_size(const struct live *l)
{
	const struct live_drawn *d = &l->drawn;

	return sizeof(struct live_frame) + (size_t)d->nnode * (size_t)d->ndf * sizeof(float) + (size_t)d->nelement;
}

static bool is_drawn(const struct live_drawn *d, const struct node *n)
{
	int lo = 0, hi = d->nnode - 1;

	while (lo <= hi) {
		int mid = lo + (hi - lo) / 2;

		if (d->node[mid]->tag == n->tag)
			return true;
		if (d->node[mid]->tag < n->tag)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return false;
}

static void choose(struct live_drawn *d, const struct model *m)
{
	for (int i = 0; i < m->nodes.n && d->nnode < NODES; i++) {
		const struct node *n = m->nodes.row[i].object;

		d->node[d->nnode++] = n;
		d->ndf = n->ndf > d->ndf ? n->ndf : d->ndf;
	}
	for (int i = 0; i < m->elements.n && d->nelement < ELEMENTS; i++) {
		const struct element *el = m->elements.row[i].object;
		bool whole = true;

		for (int k = 0; k < el->nnode && whole; k++)
			whole = is_drawn(d, el->node[k]);
		if (whole)
			d->element[d->nelement++] = el;
	}
}

/* Freedoms whose motion is known in every step. */
static void list_freedoms(struct live *l)
{
	const struct live_drawn *d = &l->drawn;
	const struct analysis *an = l->words.an;
	bool later = an->way.ops && an->way.ops->recover;

	for (int i = 0; i < d->nnode; i++) {
		bool known = !later;

		for (const struct watch *w = an->watch; w && !known; w = w->next)
			known = w->tag == d->node[i]->tag;
		for (int k = 0; k < d->node[i]->ndf && known; k++) {
			l->value_of[l->nfreedom] = i * d->ndf + k;
			l->freedom[l->nfreedom++] = d->node[i]->dof0 + k;
		}
	}
}

int live_motion_plan(struct live *l, struct err *e)
{
	const struct model *m = l->words.an ? l->words.an->m : NULL;
	struct live_drawn *d = &l->drawn;
	size_t most;

	l->nfreedom = 0;
	if (!m)
		return 0;
	d->node = ARENA_ARRAY(&l->part, (size_t)m->nodes.n + 1, const struct node *);
	d->element = ARENA_ARRAY(&l->part, (size_t)m->elements.n + 1, const struct element *);
	if (!d->node || !d->element)
		return err_set(e, ERR_MEMORY, "live", "no memory for %d nodes", m->nodes.n);
	choose(d, m);
	most = (size_t)d->nnode * (size_t)d->ndf + 1;
	l->freedom = ARENA_ARRAY(&l->part, most, int);
	l->value_of = ARENA_ARRAY(&l->part, most, int);
	l->u = ARENA_ARRAY(&l->part, most, double);
	l->frame_room = arena_alloc(&l->part, live_frame_size(l) + 1);
	if (!l->freedom || !l->value_of || !l->u || !l->frame_room)
		return err_set(e, ERR_MEMORY, "live", "no memory for frames of %d nodes", d->nnode);
	list_freedoms(l);
	l->frame_ns = 0;
	l->period_ns = (int64_t)FREEDOM_NS * l->nfreedom;
	l->period_ns = l->period_ns < LIVE_FRAME_NS ? LIVE_FRAME_NS : l->period_ns;
	return live_yield_plan(l, e);
}

void live_motion_step(struct live *l)
{
	int64_t now_ns = l->state.beat_ns;
	struct live_frame head = {.time = l->state.time, .step = (uint64_t)l->state.all};
	float *value = (float *)(void *)(l->frame_room + sizeof head);

	if (l->drawn.nnode == 0 || now_ns - l->frame_ns < l->period_ns)
		return;
	l->frame_ns = clock_now(&wall);
	analysis_motion(l->words.an, NODE_DISP, l->nfreedom, l->freedom, l->u);
	for (int i = 0; i < l->nfreedom; i++)
		value[l->value_of[i]] = (float)l->u[i];
	live_yield_step(l);
	memcpy(l->frame_room, &head, sizeof head);
	memcpy(value + (size_t)l->drawn.nnode * (size_t)l->drawn.ndf, l->yields.state, (size_t)l->drawn.nelement);
	reel_push(&l->frame, l->frame_room);
}
