/* Elements taken as linear, and the look at whether they are: see elastic.h for the equation.
 *
 *   broken:  max |f - f0| > tolerance max(|f|, |f0|) + 1e-12 (max |k0_ij| + max_i sum_j |k0_ij u_j|),   f0 = K0 u + C0 v + f(0, member loads)
 *
 * The last term is what rounding does to K0 u where a member moves far and deforms little; the one before it stands for displacements (or rotations) of
 * 1e-12, which materials round to none.
 */
#include "equations/elastic.h"

#include "base/room.h"
#include "math/vec.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-12

struct member { const struct pattern *p; struct element_load load; };

struct one {
	const struct view *v;
	double *k, *c;               /* virgin; c NULL: none. owned: arena, as all below */
	double *virgin, *hc, *ht;    /* histories: at first, after the last look, on trial */
	double *uc;                  /* displacement at the last look */
	double stiffest;             /* of k */
	int first, nmember;          /* its member loads */
};

struct elastic {
	const struct problem_core *c;    /* borrowed */
	const char *engine;              /* its name, constant */
	int n;
	struct one *one;
	struct member *member;
	double tolerance, t;             /* t: of the last look */
	double *u, *v, *f, *f0, *rest, *zero, *load;  /* one element's numbers */
	/* written before found is set */
	const struct element *el;
	int64_t step;
	double t_found, force, linear;
	_Atomic bool found;
};

/* --- words --------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int elastic_words(struct args *a, struct arena *mem, struct elastic_promise *ret, struct err *e)
{
	int *tag = NULL, n = 0, code;

	if (args_accept(a, "all")) {
		ret->all = true;
		return 0;
	}
	code = args_list_int(a, "-elastic", INT_MIN, INT_MAX, 1, mem, &tag, &n, e);
	if (code)
		return code;
	qsort(tag, (size_t)n, sizeof(*tag), by_size);
	ret->tag = tag;
	ret->n = n;
	return 0;
}

static bool listed(const struct elastic_promise *p, int tag)
{
	return p->all || (p->n && bsearch(&tag, p->tag, (size_t)p->n, sizeof(*p->tag), by_size));
}

bool elastic_takes(const struct analysis *an, const struct element *el)
{
	return an->way.ops && !el->ops->exchange && !el->origin && listed(&an->elastic, el->tag);
}

static int refuse(const struct problem_core *c, const struct element *el, const char *what, const char *hint, struct err *e)
{
	char object[64];

	snprintf(object, sizeof(object), "engine %.30s -elastic", c->an->way.ops->name);
	err_set(e, ERR_STATE, object, "element %d (%s) %s", el->tag, el->ops->name, what);
	err_hint(e, "%s", hint);
	return ERR_STATE;
}

int elastic_check(struct problem_core *c, struct err *e)
{
	const struct elastic_promise *p = &c->an->elastic;

	for (int i = 0; c->an->way.ops && i < p->n; i++) {
		const struct element *el = model_element(c->m, p->tag[i]);

		if (!el) {
			err_set(e, ERR_MISSING, "engine", "-elastic names an element that is not there");
			err_value(e, "%d", p->tag[i]);
			err_hint(e, "tags of non-linear elements of the model, or all");
			return ERR_MISSING;
		}
		if (el->ops->exchange)
			return refuse(c, el, "moves a specimen, of which nothing can be promised", "leave it out of the list; all means numerical elements only", e);
		if (el->origin)
			return refuse(c, el, "was made in a displaced structure: its virgin state is not the structure's", "leave it out of the list", e);
	}
	return 0;
}

/* --- one element --------------------------------------------------------------------------------- */

static void ask(const struct elastic *x, const struct one *o, const double *hc, const double *u, const double *v, double dt, double *ret_f)
{
	struct element_io io = {.u = u, .v = v, .uc = o->uc, .hc = hc, .ht = o->ht, .load = x->load, .dt = dt};

	memcpy(o->ht, hc, (size_t)o->v->el->nstate * sizeof(double));
	o->v->el->ops->respond(o->v->el->self, &io, ret_f, NULL, NULL);
}

/* Its member loads at time t; returns whether there are any. */
static bool loads_take(const struct elastic *x, const struct one *o, double t)
{
	const struct element *el = o->v->el;

	memset(x->load, 0, ((size_t)el->nload + 1) * sizeof(double));
	for (int i = 0; i < o->nmember; i++) {
		const struct member *m = &x->member[o->first + i];

		el->ops->load(el->self, &m->load, pattern_factor(m->p, t), x->load);
	}
	return o->nmember > 0;
}

/* f0 at u, v. Returns what rounding may do to it. */
static double linear_force(const struct elastic *x, const struct one *o, bool loaded)
{
	int n = o->v->el->ndof;
	double most = 0.0;

	if (loaded)
		ask(x, o, o->virgin, x->zero, x->zero, 0.0, x->rest);
	for (int i = 0; i < n; i++) {
		double sum = loaded ? x->rest[i] : 0.0, size = 0.0;

		for (int j = 0; j < n; j++) {
			double part = o->k[i * n + j] * x->u[j];

			sum += part;
			size += fabs(part);
			if (o->c)
				sum += o->c[i * n + j] * x->v[j];
		}
		x->f0[i] = sum;
		most = fmax(most, size);
	}
	return ROUNDING * (o->stiffest + most);
}

/* The component in which the element is not as linear as was promised, at the motion `now`; -1: none. */
static int judge(const struct elastic *x, const struct one *o, const struct elastic_motion *now)
{
	const struct view *v = o->v;
	int n = v->el->ndof, worst = 0;
	double allowed, size = 0.0;
	bool loaded = loads_take(x, o, now->t);

	dofmap_values(&x->c->map, n, v->dof, now->u, now->g, x->u);
	dofmap_values(&x->c->map, n, v->dof, now->v, now->gv, x->v);
	allowed = linear_force(x, o, loaded);
	ask(x, o, o->hc, x->u, x->v, now->t - x->t, x->f);
	for (int i = 0; i < n; i++) {
		size = fmax(size, fmax(fabs(x->f[i]), fabs(x->f0[i])));
		if (!(fabs(x->f[i] - x->f0[i]) <= fabs(x->f[worst] - x->f0[worst])))
			worst = i;
	}
	return fabs(x->f[worst] - x->f0[worst]) <= allowed + x->tolerance * size ? -1 : worst;
}

void elastic_look(struct elastic *x, const struct elastic_motion *now)
{
	if (atomic_load_explicit(&x->found, memory_order_relaxed))
		return;
	for (int i = 0; i < x->n; i++) {
		struct one *o = &x->one[i];
		double *old = o->hc;
		int bad = judge(x, o, now);

		if (bad >= 0) {
			x->el = o->v->el;
			x->step = now->step;
			x->t_found = now->t;
			x->force = x->f[bad];
			x->linear = x->f0[bad];
			atomic_store_explicit(&x->found, true, memory_order_release);
			return;
		}
		o->hc = o->ht;
		o->ht = old;
		vec_copy(o->v->el->ndof, x->u, o->uc);
	}
	x->t = now->t;
}

bool elastic_found(const struct elastic *x)
{
	return x && atomic_load_explicit(&x->found, memory_order_acquire);
}

int elastic_report(const struct elastic *x, struct analysis *an, struct err *e)
{
	char object[64], late[128] = "";
	long after = an->steps - (long)x->step;

	if (after > 0)
		snprintf(late, sizeof(late), "; seen when the motion there was recovered, the test stops %ld steps later, at step %ld", after, an->steps);
	snprintf(object, sizeof(object), "element %d (%.30s)", x->el->tag, x->el->ops->name);
	snprintf(an->broken, sizeof(an->broken), "%s is not linear any more at t = %.6g (step %ld): its force is %.6g, engine %s -elastic takes %.6g%s", object,
	         x->t_found, (long)x->step, x->force, x->engine, x->linear, late);
	err_set(e, ERR_LIMIT, "analyze", "%s", an->broken);
	err_hint(e, "leave it out of -elastic, or take engine auto or sparse; the state is that of the last step, with this element linear");
	return ERR_LIMIT;
}

/* --- set-up -------------------------------------------------------------------------------------- */

static int no_memory(struct err *e)
{
	return err_set(e, ERR_MEMORY, "engine", "no memory to watch the elements of -elastic");
}

/* Virgin matrices and histories, and what it is loaded with. */
static int one_fill(struct elastic *x, struct one *o, struct problem_core *c, struct arena *mem)
{
	const struct element *el = o->v->el;
	size_t n = (size_t)el->ndof, h = (size_t)el->nstate + 1;

	o->k = ARENA_ARRAY(mem, n * n, double);
	o->uc = ARENA_ARRAY(mem, n, double);
	o->virgin = ARENA_ARRAY(mem, h, double);
	o->hc = ARENA_ARRAY(mem, h, double);
	o->ht = ARENA_ARRAY(mem, h, double);
	if (!o->k || !o->uc || !o->virgin || !o->hc || !o->ht)
		return ERR_MEMORY;
	if (el->ops->start)
		el->ops->start(el->self, o->virgin);
	vec_zero((int)n, c->el_u);
	vec_zero((int)n, c->el_v);
	memset(o->v->load, 0, (size_t)el->nload * sizeof(double));
	view_virgin(c, o->v, x->rest, o->k, c->el_c);
	o->stiffest = vec_max((int)(n * n), o->k);
	memcpy(o->hc, state_history(c->state) + o->v->history, (size_t)el->nstate * sizeof(double));
	dofmap_values(&c->map, el->ndof, o->v->dof, state_vec(c->state, STATE_U), state_source(c->state, 0), o->uc);
	if (vec_max((int)(n * n), c->el_c) == 0.0)
		return 0;
	o->c = ARENA_ARRAY(mem, n * n, double);
	if (!o->c)
		return ERR_MEMORY;
	memcpy(o->c, c->el_c, n * n * sizeof(double));
	return 0;
}

/* Which of them a view is. */
static struct one *one_of(struct elastic *x, const struct element *el)
{
	const struct view *v = view_find(x->c, el);
	int lo = 0, hi = x->n - 1;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (x->one[mid].v < v)
			lo = mid + 1;
		else
			hi = mid;
	}
	return v && v->elastic ? &x->one[lo] : NULL;
}

/* Member loads of all of them, those of each together. */
static int members_note(struct elastic *x, struct arena *mem)
{
	const struct problem_core *c = x->c;
	int count = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (int q = 0; q < c->nload; q++)
			for (int k = 0; k < c->load[q].p->nmember; k++) {
				const struct member_load *l = &c->load[q].p->member[k];
				struct one *o = one_of(x, l->element);

				if (o && pass == 1)
					x->member[o->first + o->nmember] = (struct member){.p = c->load[q].p, .load = l->load};
				if (o)
					o->nmember++;
			}
		for (int i = 0; i < x->n && pass == 0; i++) {
			x->one[i].first = count;
			count += x->one[i].nmember;
			x->one[i].nmember = 0;
		}
		if (pass == 0 && !(x->member = ARENA_ARRAY(mem, (size_t)count + 1, struct member)))
			return ERR_MEMORY;
	}
	return 0;
}

static int room_take(struct elastic *x, struct problem_core *c, struct arena *mem)
{
	double **const vector[] = {&x->u, &x->v, &x->f, &x->f0, &x->rest, &x->zero};
	int loads = 1;

	x->one = ARENA_ARRAY(mem, (size_t)x->n + 1, struct one);
	for (size_t i = 0; i < COUNT(vector); i++)
		if (!(*vector[i] = ARENA_ARRAY(mem, ELEMENT_DOF_MAX, double)))
			return ERR_MEMORY;
	x->n = 0;
	for (int i = 0; i < c->nview && x->one; i++) {
		if (!c->view[i].elastic)
			continue;
		loads = c->view[i].el->nload > loads ? c->view[i].el->nload : loads;
		x->one[x->n].v = &c->view[i];
		if (one_fill(x, &x->one[x->n++], c, mem))
			return ERR_MEMORY;
	}
	x->load = ARENA_ARRAY(mem, (size_t)loads + 1, double);
	return x->one && x->load ? members_note(x, mem) : ERR_MEMORY;
}

/* None may carry a force before it moves, nor be anywhere but on the straight line now. */
static int virgin_check(struct elastic *x, struct problem_core *c, struct err *e)
{
	struct state *s = c->state;
	struct elastic_motion now = {.t = s->t, .u = state_vec(s, STATE_U), .v = state_vec(s, STATE_V), .g = state_source(s, 0), .gv = state_source(s, 1)};
	char text[128];

	for (int i = 0; i < x->n; i++) {
		const struct one *o = &x->one[i];
		int n = o->v->el->ndof, bad;

		memset(x->load, 0, ((size_t)o->v->el->nload + 1) * sizeof(double));
		ask(x, o, o->virgin, x->zero, x->zero, 0.0, x->f);
		if (!(vec_max(n, x->f) <= ROUNDING * o->stiffest)) {
			snprintf(text, sizeof(text), "carries a force before it moves: %.6g", vec_max(n, x->f));
			return refuse(c, o->v->el, text, "leave it out of the list", e);
		}
		bad = judge(x, o, &now);
		if (bad >= 0) {
			snprintf(text, sizeof(text), "has left its virgin range already: its force is %.6g, a linear one %.6g", x->f[bad], x->f0[bad]);
			return refuse(c, o->v->el, text, "leave it out of the list, or take engine auto or sparse", e);
		}
	}
	return 0;
}

int elastic_make(struct problem_core *c, struct arena *mem, struct elastic **ret, struct err *e)
{
	double bytes = 0.0;
	struct elastic *x;
	int n = 0, code;

	*ret = NULL;
	for (int i = 0; i < c->nview; i++)
		if (c->view[i].elastic) {
			const struct element *el = c->view[i].el;

			n++;
			bytes += 8.0 * (2.0 * el->ndof * el->ndof + el->ndof + 3.0 * el->nstate) + sizeof(struct one);
		}
	if (n == 0)
		return 0;
	code = room_need(bytes, "engine", "matrices and histories of the elements of -elastic", "a shorter list", e);
	if (code)
		return code;
	x = ARENA_NEW(mem, struct elastic);
	if (!x)
		return no_memory(e);
	x->c = c;
	x->n = n;
	x->engine = c->an->way.ops->name;
	x->tolerance = c->an->elastic.tolerance;
	x->t = c->state->t;
	if (room_take(x, c, mem))
		return no_memory(e);
	code = virgin_check(x, c, e);
	if (!code)
		*ret = x;
	return code;
}
