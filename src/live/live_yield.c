/* Which elements yield, for the picture: 0 elastic, 1 has yielded, 2 yields now.
 *
 * Computed elements: from one look to the next the force of the element changes by df, its freedoms by du; with the stiffness K0 of the virgin element
 *   max |df - K0 du| > 0.05 max |K0 du|
 * means that it does not follow K0 now: it yields, slips or gaps (a damper that works looks the same). What has done so once has yielded. Geometry changes
 * forces as well (corotational, P-Delta), by less than that in ordinary tests. The tangent at the committed state would not do: there many materials answer
 * with the one they would unload by. An element that has moved by less than 1e-6 of what it ever did has not moved.
 * Specimens: the force that the initial stiffness would give for what was measured, K0 d, against the measured one. off = max |f - K0 d| and
 * elastic = max |K0 d| so far: off > 0.2 elastic means that it has yielded, and yields now when off has grown since the last look. The fifth leaves room
 * for noise of sensors and for stiffness that is not known well; it is judged anew every time.
 * A look costs one answer of an element; there are AT_ONCE in a frame, one element after the other. */
#include "live/live_priv.h"

#include <math.h>
#include <string.h>

enum { AT_ONCE = 64 };
static const double COMPUTED = 0.05, SPECIMEN = 0.2, STANDS = 1e-6;

static bool may_yield(const struct element *el)
{
	if (el->ops->exchange)
		return el->ops->exchanged != NULL;
	return el->ops->initial && el->ndof <= ELEMENT_DOF_MAX && !element_claims(el).steady && !(el->ops->linear && el->ops->linear(el->self));
}

/* Displacement and force of an element's freedoms; false: it gives none. */
static bool read_element(struct live *l, const struct element *el, double *ret_u, double *ret_f)
{
	static const char *const WORD[] = {"force"};
	int at = 0;

	for (int k = 0; k < el->nnode; k++)
		for (int dof = 0; dof < el->node[k]->ndf; dof++)
			ret_u[at++] = analysis_node(l->words.an, el->node[k], dof, NODE_DISP);
	return at == el->ndof && analysis_element_response(l->words.an, el, 1, WORD, ret_f, el->ndof) == el->ndof;
}

/* An engine that knows the motion only later is not asked for that of nodes which nobody watches. */
static bool is_known(const struct live *l, const struct element *el)
{
	const struct analysis *an = l->words.an;
	bool known = true;

	for (int k = 0; k < el->nnode && known && an->way.ops && an->way.ops->recover; k++) {
		const struct watch *w = an->watch;

		while (w && w->tag != el->node[k]->tag)
			w = w->next;
		known = w != NULL;
	}
	return known;
}

static int take_room(struct live *l, struct err *e)
{
	struct live_yields *y = &l->yields;
	size_t n = (size_t)l->drawn.nelement + 1, room = (size_t)ELEMENT_DOF_MAX * ELEMENT_DOF_MAX;

	*y = (struct live_yields){.element = ARENA_ARRAY(&l->part, n, int), .k0 = ARENA_ARRAY(&l->part, room, double), .now = ARENA_ARRAY(&l->part, room, double),
	                          .elastic = ARENA_ARRAY(&l->part, n, double), .off = ARENA_ARRAY(&l->part, n, double),
	                          .last = ARENA_ARRAY(&l->part, n, double *), .state = ARENA_ARRAY(&l->part, n, unsigned char)};
	return y->element && y->now && y->k0 && y->elastic && y->off && y->last && y->state
	               ? 0 : err_set(e, ERR_MEMORY, "live", "no memory for %d elements", l->drawn.nelement);
}

int live_yield_plan(struct live *l, struct err *e)
{
	struct live_yields *y = &l->yields;
	int code = take_room(l, e);

	for (int i = 0; i < l->drawn.nelement && !code; i++) {
		const struct element *el = l->drawn.element[i];

		if (!may_yield(el) || !is_known(l, el))
			continue;
		y->last[i] = ARENA_ARRAY(&l->part, 2 * (size_t)el->ndof, double);
		if (!y->last[i])
			return err_set(e, ERR_MEMORY, "live", "no memory for element %d", el->tag);
		if (el->ops->exchange || read_element(l, el, y->last[i], y->last[i] + el->ndof))
			y->element[y->n++] = i;
	}
	return code;
}

/* The specimen's own: how far it is from where its initial stiffness would have it. */
static unsigned char look_at_specimen(struct live_yields *y, int i, const struct element *el)
{
	struct element_exchange x;
	double elastic = 0.0, off = 0.0, before = y->off[i];

	if (!el->ops->exchanged(el->self, &x) || !x.seen || !x.k0)
		return LIVE_ELASTIC;
	for (int r = 0; r < x.n; r++) {
		double f = 0.0;

		for (int c = 0; c < x.n; c++)
			f += x.k0[r * x.n + c] * x.measured[c];
		elastic = fmax(elastic, fabs(f));
		off = fmax(off, fabs(x.force[r] - f));
	}
	y->elastic[i] = fmax(y->elastic[i], elastic);
	y->off[i] = fmax(before, off);
	if (!(y->off[i] > SPECIMEN * y->elastic[i]))
		return LIVE_ELASTIC;
	return y->off[i] > before ? LIVE_YIELDING : LIVE_YIELDED;
}

static unsigned char look_at_element(struct live *l, int i, const struct element *el)
{
	struct live_yields *y = &l->yields;
	double *u = y->now, *f = y->now + el->ndof, *last = y->last[i], moved = 0.0, differs = 0.0;
	unsigned char was = y->state[i] == LIVE_ELASTIC ? LIVE_ELASTIC : LIVE_YIELDED;
	int n = el->ndof;

	if (!read_element(l, el, u, f))
		return y->state[i];
	el->ops->initial(el->self, y->k0);
	for (int r = 0; r < n; r++) {
		double df = 0.0;

		for (int c = 0; c < n; c++)
			df += y->k0[r * n + c] * (u[c] - last[c]);
		moved = fmax(moved, fabs(df));
		differs = fmax(differs, fabs(f[r] - last[n + r] - df));
	}
	y->elastic[i] = fmax(y->elastic[i], moved);
	if (!(moved > STANDS * y->elastic[i]))
		return was;
	memcpy(last, y->now, 2 * (size_t)n * sizeof(double));
	return differs > COMPUTED * moved ? LIVE_YIELDING : was;
}

void live_yield_step(struct live *l)
{
	struct live_yields *y = &l->yields;
	int some = y->n < AT_ONCE ? y->n : AT_ONCE;

	for (int k = 0; k < some; k++, y->next = (y->next + 1) % y->n) {
		int i = y->element[y->next];
		const struct element *el = l->drawn.element[i];

		y->state[i] = el->ops->exchange ? look_at_specimen(y, i, el) : look_at_element(l, i, el);
	}
}
