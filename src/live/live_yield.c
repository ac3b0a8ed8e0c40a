/* Which elements yield, for the picture: 0 elastic, 1 has yielded, 2 yields now.
 *
 * Computed elements: the tangent stiffness K of the committed state against that of the virgin element, K0: max |K - K0| > 0.05 max |K0| means that it yields
 * now; what has yielded once has yielded. Geometry changes tangents as well (corotational, P-Delta), by less than that in ordinary tests.
 * Specimens: the force that the initial stiffness would give for what was measured, K0 d, against the measured one. off = max |f - K0 d| and
 * elastic = max |K0 d| so far: off > 0.2 elastic means that it has yielded, and yields now when off has grown since the last look. The fifth leaves room
 * for noise of sensors and for stiffness that is not known well; it is judged anew every time.
 * A look costs one answer of an element; there are AT_ONCE in a frame, one element after the other. */
#include "live/live_priv.h"

#include <math.h>
#include <string.h>

enum { AT_ONCE = 64 };
static const double TANGENT = 0.05, SPECIMEN = 0.2;

static bool may_yield(const struct element *el)
{
	if (el->ops->exchange)
		return el->ops->exchanged != NULL;
	return el->ops->initial && el->ndof <= ELEMENT_DOF_MAX && !element_claims(el).steady && !(el->ops->linear && el->ops->linear(el->self));
}

int live_yield_plan(struct live *l, struct err *e)
{
	struct live_yields *y = &l->yields;
	size_t n = (size_t)l->drawn.nelement + 1, room = (size_t)ELEMENT_DOF_MAX * ELEMENT_DOF_MAX;

	*y = (struct live_yields){.element = ARENA_ARRAY(&l->part, n, int), .k = ARENA_ARRAY(&l->part, room, double), .k0 = ARENA_ARRAY(&l->part, room, double),
	                          .elastic = ARENA_ARRAY(&l->part, n, double), .off = ARENA_ARRAY(&l->part, n, double),
	                          .state = ARENA_ARRAY(&l->part, n, unsigned char)};
	if (!y->element || !y->k || !y->k0 || !y->elastic || !y->off || !y->state)
		return err_set(e, ERR_MEMORY, "live", "no memory for %d elements", l->drawn.nelement);
	for (int i = 0; i < l->drawn.nelement; i++)
		if (may_yield(l->drawn.element[i]))
			y->element[y->n++] = i;
	return 0;
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
	static const char *const WORD[] = {"stiffness"};
	struct live_yields *y = &l->yields;
	int n = el->ndof * el->ndof;
	double most = 0.0, differs = 0.0;

	if (analysis_element_response(l->words.an, el, 1, WORD, y->k, n) != n)
		return y->state[i];
	el->ops->initial(el->self, y->k0);
	for (int k = 0; k < n; k++) {
		most = fmax(most, fabs(y->k0[k]));
		differs = fmax(differs, fabs(y->k[k] - y->k0[k]));
	}
	if (differs > TANGENT * most)
		return LIVE_YIELDING;
	return y->state[i] == LIVE_ELASTIC ? LIVE_ELASTIC : LIVE_YIELDED;
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
