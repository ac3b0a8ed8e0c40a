/* Which elements yield: 0 elastic, 1 has yielded, 2 yields now.
 *
 * Computed elements: from one look to the next the force of the element changes by df, its freedoms by du; with the stiffness K0 of the virgin element
 *   max |df - K0 du| > 0.05 max |K0 du|
 * means that it does not follow K0 now: it yields, slips or gaps (a damper that works looks the same). What has done so once has yielded. Geometry changes
 * forces as well (corotational, P-Delta), by less than that in ordinary tests. The tangent at the committed state would not do: there many materials answer
 * with the one they would unload by. An element that has moved by less than 1e-6 of what it ever did has not moved.
 * Specimens: the force that the initial stiffness would give for what was measured, K0 d, against the measured one. off = max |f - K0 d| and
 * elastic = max |K0 d| so far: off > 0.2 elastic means that it has yielded, and yields now when off has grown since the last look. The fifth leaves room
 * for noise of sensors and for stiffness that is not known well; it is judged anew every time, from look WARM on: before that the noise may be all there is.
 * A look costs one answer of an element. After a step there are LEAST, or a sixteenth of them all where that is more, one element after the other: no step
 * costs a tenth more for it, and the same run looks at the same elements after the same steps, so that its record is the same bit for bit. */
#include "record/run_yield.h"

#include <math.h>
#include <string.h>

enum { LEAST = 8, SHARE = 16, MOST = 20000, WARM = 16 };
static const double COMPUTED = 0.05, SPECIMEN = 0.2, STANDS = 1e-6;

/* ---- which ---------------------------------------------------------------------------------------------------- */

static bool may_yield(const struct element *el)
{
	if (el->ops->exchange)
		return el->ops->exchanged != NULL;
	return el->ops->initial && el->ndof <= ELEMENT_DOF_MAX && !element_claims(el).steady && !(el->ops->linear && el->ops->linear(el->self));
}

/* Displacement and force of an element's freedoms; false: it gives none. */
static bool read_element(struct analysis *an, const struct element *el, double *ret_u, double *ret_f)
{
	static const char *const WORD[] = {"force"};
	int at = 0;

	for (int k = 0; k < el->nnode; k++)
		for (int dof = 0; dof < el->node[k]->ndf; dof++)
			ret_u[at++] = analysis_node(an, el->node[k], dof, NODE_DISP);
	return at == el->ndof && analysis_element_response(an, el, 1, WORD, ret_f, el->ndof) == el->ndof;
}

/* An engine that knows the motion only later is not asked for that of nodes which nobody watches. */
static bool is_watched(const struct analysis *an, const struct element *el)
{
	bool known = true;

	for (int k = 0; k < el->nnode && known; k++) {
		const struct watch *w = an->watch;

		while (w && w->tag != el->node[k]->tag)
			w = w->next;
		known = w != NULL;
	}
	return known;
}

static bool is_asked(const struct analysis *an, const struct run_yielder *w)
{
	return w->known || !an->way.ops || !an->way.ops->recover;
}

static int take(struct run_yields *y, struct analysis *an, const struct element *el, struct arena *mem)
{
	struct run_yielder *w = &y->element[y->n];

	*w = (struct run_yielder){.el = el, .tag = el->tag, .ndof = el->ndof, .known = el->ops->exchange || is_watched(an, el)};
	if (!is_asked(an, w))
		return 0;
	if (!el->ops->exchange) {
		w->last = ARENA_ARRAY(mem, 2 * (size_t)el->ndof, double);
		if (!w->last)
			return ERR_MEMORY;
		if (!read_element(an, el, w->last, w->last + el->ndof))
			return 0;
	}
	y->n++;
	return 0;
}

int run_yield_plan(struct run_yields *y, struct analysis *an, struct arena *mem, struct err *e)
{
	const struct table *t = &an->m->elements;
	size_t room = (size_t)ELEMENT_DOF_MAX * ELEMENT_DOF_MAX;
	int code = 0, n = 0;

	for (int i = 0; i < t->n && n < MOST; i++)
		n += may_yield(t->row[i].object);
	*y = (struct run_yields){.element = ARENA_ARRAY(mem, (size_t)n + 1, struct run_yielder)};
	if (n > 0) {
		y->k0 = ARENA_ARRAY(mem, room, double);
		y->now = ARENA_ARRAY(mem, 2 * (size_t)ELEMENT_DOF_MAX, double);
	}
	if (!y->element || (n > 0 && (!y->k0 || !y->now)))
		code = ERR_MEMORY;
	for (int i = 0; i < t->n && y->n < n && !code; i++)
		if (may_yield(t->row[i].object))
			code = take(y, an, t->row[i].object, mem);
	return code ? err_set(e, code, "record", "no memory to look at %d elements", n) : 0;
}

void run_yield_go_on(struct run_yields *y, const struct run_yields *before)
{
	for (int i = 0, k = 0; i < y->n; i++) {
		struct run_yielder *w = &y->element[i];
		const struct run_yielder *b;

		while (k < before->n && before->element[k].tag < w->tag)
			k++;
		b = k < before->n ? &before->element[k] : NULL;
		if (!b || b->el != w->el || b->tag != w->tag || b->ndof != w->ndof)
			continue;
		w->elastic = b->elastic;
		w->off = b->off;
		w->looks = b->looks;
		w->state = b->state;
		if (w->last && b->last)
			memcpy(w->last, b->last, 2 * (size_t)w->ndof * sizeof(double));
	}
}

/* ---- looking -------------------------------------------------------------------------------------------------- */

/* The specimen's own: how far it is from where its initial stiffness would have it. */
static enum run_yield look_at_specimen(struct run_yielder *w)
{
	struct element_exchange x;
	double elastic = 0.0, off = 0.0, before = w->off;

	if (!w->el->ops->exchanged(w->el->self, &x) || !x.seen || !x.k0)
		return RUN_ELASTIC;
	for (int r = 0; r < x.n; r++) {
		double f = 0.0;

		for (int c = 0; c < x.n; c++)
			f += x.k0[r * x.n + c] * x.measured[c];
		elastic = fmax(elastic, fabs(f));
		off = fmax(off, fabs(x.force[r] - f));
	}
	w->elastic = fmax(w->elastic, elastic);
	w->off = fmax(before, off);
	w->looks += w->looks < WARM;
	if (w->looks < WARM || !(w->off > SPECIMEN * w->elastic))
		return RUN_ELASTIC;
	return w->off > before ? RUN_YIELDING : RUN_YIELDED;
}

static enum run_yield look_at_element(struct run_yields *y, struct run_yielder *w, struct analysis *an)
{
	const struct element *el = w->el;
	double *u = y->now, *f = y->now + el->ndof, moved = 0.0, differs = 0.0;
	enum run_yield was = w->state == RUN_ELASTIC ? RUN_ELASTIC : RUN_YIELDED;
	int n = el->ndof;

	if (!read_element(an, el, u, f))
		return w->state;
	el->ops->initial(el->self, y->k0);
	for (int r = 0; r < n; r++) {
		double df = 0.0;

		for (int c = 0; c < n; c++)
			df += y->k0[r * n + c] * (u[c] - w->last[c]);
		moved = fmax(moved, fabs(df));
		differs = fmax(differs, fabs(f[r] - w->last[n + r] - df));
	}
	w->elastic = fmax(w->elastic, moved);
	if (!(moved > STANDS * w->elastic))
		return was;
	memcpy(w->last, y->now, 2 * (size_t)n * sizeof(double));
	return differs > COMPUTED * moved ? RUN_YIELDING : was;
}

int run_yield_some(const struct run_yields *y)
{
	int some = y->n / SHARE > LEAST ? y->n / SHARE : LEAST;

	return some < y->n ? some : y->n;
}

const struct run_yielder *run_yield_next(struct run_yields *y, struct analysis *an)
{
	struct run_yielder *w = &y->element[y->next];
	enum run_yield was = w->state;

	y->next = (y->next + 1) % y->n;
	if (is_asked(an, w))
		w->state = w->el->ops->exchange ? look_at_specimen(w) : look_at_element(y, w, an);
	return w->state != was ? w : NULL;
}
