/* Motion for the picture: displacements of the drawn nodes as the analysis knows them, and which elements yield, as the record has it (record/run_yield.c),
 * LIVE_FRAME_NS of the wall clock apart.
 *
 * Drawn are all nodes and elements in the order of their tags, NODES and ELEMENTS of them at most; elements none of whose nodes is left out. Of an engine that
 * knows the whole motion only later (advance.h, recover) the motion is that of a thread behind the test (analysis/display.h), with the time that it is of.
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

static void list_freedoms(struct live *l)
{
	const struct live_drawn *d = &l->drawn;

	for (int i = 0; i < d->nnode; i++)
		for (int k = 0; k < d->node[i]->ndf; k++) {
			l->value_of[l->nfreedom] = i * d->ndf + k;
			l->freedom[l->nfreedom++] = d->node[i]->dof0 + k;
		}
}

/* Room for a motion from behind the test, and the wish for it; an engine that is still to be chosen may need it. */
static int plan_behind(struct live *l, struct err *e)
{
	struct analysis *an = l->words.an;
	int code = 0;

	l->behind_room = 0;
	l->behind_count = 0;
	if (!an->measure.on && !(an->way.ops && an->way.ops->recover))
		return 0;
	for (int i = 0; i < an->m->nodes.n; i++)
		l->behind_room += ((const struct node *)an->m->nodes.row[i].object)->ndf;
	l->behind = arena_alloc(&l->part, display_bytes(l->behind_room));
	if (!l->behind)
		return err_set(e, ERR_MEMORY, "live", "no memory for the motion of %lld freedoms", (long long)l->behind_room);
	if (atomic_load(&an->display.period_ns) == 0)
		code = analysis_display(an, 1e9 / (double)l->period_ns, e);
	return code;
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
	l->yield = ARENA_ARRAY(&l->part, (size_t)d->nelement + 1, unsigned char);
	l->frame_room = arena_alloc(&l->part, live_frame_size(l) + 1);
	if (!l->freedom || !l->value_of || !l->u || !l->yield || !l->frame_room)
		return err_set(e, ERR_MEMORY, "live", "no memory for frames of %d nodes", d->nnode);
	list_freedoms(l);
	l->frame_ns = 0;
	l->period_ns = (int64_t)FREEDOM_NS * l->nfreedom;
	l->period_ns = l->period_ns < LIVE_FRAME_NS ? LIVE_FRAME_NS : l->period_ns;
	return plan_behind(l, e);
}

/* The newest motion from behind the test, where it is not shown yet. */
static bool look_behind(struct live *l, struct live_frame *ret)
{
	const struct display *d = &l->words.an->display;
	uint64_t count = display_count(d);
	int64_t n = display_freedoms(d);

	if (n == 0 || n > l->behind_room || count == l->behind_count || !display_read(d, n, l->behind))
		return false;
	l->behind_count = count;
	*ret = (struct live_frame){.time = l->behind->t, .step = (uint64_t)l->behind->step};
	for (int i = 0; i < l->nfreedom; i++)
		l->u[i] = l->freedom[i] < n ? l->behind->u[l->freedom[i]] : 0.0;
	return true;
}

void live_motion_yield(struct live *l, const double *x)
{
	int tag = (int)x[1], lo = 0, hi = l->drawn.nelement - 1;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (l->drawn.element[mid]->tag < tag)
			lo = mid + 1;
		else
			hi = mid;
	}
	/* of a model with very many some are not drawn */
	if (lo == hi && l->drawn.element[lo]->tag == tag)
		l->yield[lo] = (unsigned char)x[2];
}

void live_motion_step(struct live *l)
{
	int64_t now_ns = l->state.beat_ns;
	struct live_frame head = {.time = l->state.time, .step = (uint64_t)l->state.all};
	float *value = (float *)(void *)(l->frame_room + sizeof head);

	if (l->drawn.nnode == 0 || now_ns - l->frame_ns < l->period_ns)
		return;
	l->frame_ns = clock_now(&wall);
	if (!l->words.an->front || !l->words.an->way.ops->recover)
		analysis_motion(l->words.an, NODE_DISP, l->nfreedom, l->freedom, l->u);
	else if (!look_behind(l, &head))
		return;
	for (int i = 0; i < l->nfreedom; i++)
		value[l->value_of[i]] = (float)l->u[i];
	memcpy(l->frame_room, &head, sizeof head);
	memcpy(value + (size_t)l->drawn.nnode * (size_t)l->drawn.ndf, l->yield, (size_t)l->drawn.nelement);
	reel_push(&l->frame, l->frame_room);
}
