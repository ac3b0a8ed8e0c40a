/* Sites and elements behind foreign clients. */
#include "foreign/plant.h"

#include "experiment/laboratory.h"

#include <stdio.h>
#include <string.h>

void plant_time_init(struct plant_time *t, double dt, double instant)
{
	*t = (struct plant_time){.dt = dt, .instant = instant, .ahead = instant};
}

/* The first target: what was before it is one step each; a clock that begins at zero or below begins here. */
static double first(struct plant_time *t, double now, bool moves)
{
	t->any = true;
	t->seen = t->commits;
	if (now > 0.0) {
		t->step = now / (double)(t->commits + 1);
		return now + t->ahead;
	}
	t->step = moves ? t->dt : 0.0;
	t->ahead = t->instant + t->step - now;
	return t->instant + t->step;
}

/* The next step, whose length the client's clock does not say. */
static double later(struct plant_time *t, double now)
{
	t->step = t->step > 0.0 ? t->step : t->dt;
	t->ahead = t->instant + t->step - now;
	return t->instant + t->step;
}

int plant_time_trial(struct plant_time *t, const struct signals *x, bool moves)
{
	double now = x->n[SLOT_TIME] ? x->x[SLOT_TIME][0] : (double)(t->commits + 1) * t->dt, at = now + t->ahead;
	bool next = t->commits > t->seen;

	if (!(at - at == 0.0))
		return ERR_NONFINITE;
	if (!t->any)
		at = first(t, now, moves);
	else if (next && at > t->instant)
		t->step = (at - t->instant) / (double)(t->commits - t->seen);
	else if (next && moves)
		at = later(t, now);
	if (at > t->instant) {
		t->seen = t->commits;
		t->instant = at;
	}
	return 0;
}

/* The number that is none is one of the client's. */
static int no_time(const char *object, const struct signals *x, struct err *e)
{
	err_set(e, ERR_NONFINITE, object, "the time of the client's target is no number");
	err_value(e, "%g", x->x[SLOT_TIME][0]);
	err_hint(e, "nothing has moved for it");
	return ERR_NONFINITE;
}

/* ---- a site -------------------------------------------------------------------------------------------------- */

static int site_size(void *self, const int trial[SLOTS], const int out[SLOTS], struct err *e)
{
	struct plant_site *p = self;
	int code = p->joined ? err_set(e, ERR_STATE, p->object, "a client has joined already") : site_join(p->site, trial, out, p->object, e);

	if (code)
		return code;
	p->joined = true;
	if (signals_take(&p->sent, p->site->trial.n, p->mem))
		return err_set(e, ERR_MEMORY, p->object, "no memory for its targets");
	/* what was sent before is where the specimen stands */
	signals_copy(&p->site->trial, &p->sent);
	plant_time_init(&p->time, p->time.dt, laboratory_instant(p->site->lab));
	return 0;
}

static int report(const struct plant_site *p, int code, struct err *e)
{
	int fault = site_fault(p->site, p->object, e);

	return fault ? fault : err_set(e, code, p->object, "expSite %d: %s", p->site->tag, err_message(code));
}

/* Where to go, and with what force; who does not say it leaves the specimen there. */
static bool places(int slot)
{
	return slot == SLOT_DISP || slot == SLOT_FORCE;
}

/* Displacements and forces move a specimen; without either everything does. */
static bool same(const struct signals *a, const struct signals *b)
{
	if (!a->n[SLOT_DISP] && !a->n[SLOT_FORCE])
		return false;
	for (int k = 0; k < SLOTS; k++)
		for (int i = 0; i < a->n[k] && places(k); i++)
			if (!(a->x[k][i] == b->x[k][i]))
				return false;
	return true;
}

static void keep(const struct signals *x, struct signals *sent)
{
	for (int k = 0; k < SLOTS; k++)
		if (x->n[k])
			memcpy(sent->x[k], x->x[k], (size_t)x->n[k] * sizeof(double));
		else if (!places(k))
			memset(sent->x[k], 0, (size_t)sent->n[k] * sizeof(double));
}

static int site_trial(void *self, const struct signals *x, struct err *e)
{
	struct plant_site *p = self;
	struct signals *sent = &p->sent;
	bool moves = !same(x, sent);
	int code = plant_time_trial(&p->time, x, moves);

	if (code)
		return no_time(p->object, x, e);
	if (!moves)
		return 0;
	keep(x, sent);
	code = site_send(p->site, sent, p->time.instant, p->time.step);
	return code ? report(p, code, e) : 0;
}

static int site_measure(void *self, const struct signals **ret, struct err *e)
{
	struct plant_site *p = self;
	int code = site_answer(p->site, ret);

	return code ? report(p, code, e) : 0;
}

static int site_accept(void *self, struct err *e)
{
	struct plant_site *p = self;
	int code = site_commit(p->site, p->time.instant);

	p->time.commits++;
	return code ? report(p, code, e) : 0;
}

void plant_site_init(struct plant_site *p, struct site *site, double dt, struct arena *mem, const char *object)
{
	memset(p, 0, sizeof(*p));
	p->plant = (struct plant){.self = p, .size = site_size, .trial = site_trial, .answer = site_measure, .commit = site_accept};
	p->site = site;
	plant_time_init(&p->time, dt, 0.0);
	p->mem = mem;
	snprintf(p->object, sizeof(p->object), "%s", object);
}

void plant_site_leave(struct plant_site *p)
{
	if (p->joined)
		site_leave(p->site);
	p->joined = false;
}

/* ---- an element ---------------------------------------------------------------------------------------------- */

static struct element_io io_of(const struct plant_element *p)
{
	return (struct element_io){.u = p->u, .v = p->v, .uc = p->uc, .hc = p->hc, .ht = p->ht, .load = p->load, .dt = p->time.step, .a = p->a,
	                           .t = p->t, .instant = p->time.instant, .live = true};
}

static int element_size(void *self, const int trial[SLOTS], const int out[SLOTS], struct err *e)
{
	struct plant_element *p = self;

	for (int k = 0; k < SLOTS; k++) {
		int want = k == SLOT_TIME ? 1 : p->el->ndof;
		int wrong = trial[k] && trial[k] != want ? trial[k] : out[k] && out[k] != want ? out[k] : 0;

		if (!wrong)
			continue;
		err_set(e, ERR_RANGE, p->object, "the client has another number of freedoms than element %d, slot %s", p->el->tag, slot_name(k));
		err_value(e, "%d", wrong);
		err_allowed(e, "0 or %d", want);
		err_hint(e, "name all freedoms of the element's nodes in the client's -dof");
		return ERR_RANGE;
	}
	return 0;
}

static int element_report(const struct plant_element *p, int code, struct err *e)
{
	int fault = p->el->ops->fault ? p->el->ops->fault(p->el->self, e) : 0;

	return fault ? fault : err_set(e, code, p->object, "element %d gives no answer: %s", p->el->tag, err_message(code));
}

static int element_trial(void *self, const struct signals *x, struct err *e)
{
	struct plant_element *p = self;
	double *const to[] = {p->u, p->v, p->a};
	bool moves = !x->n[SLOT_DISP];
	struct element_io io;
	int code;

	for (int i = 0; i < x->n[SLOT_DISP]; i++)
		moves |= !(x->x[SLOT_DISP][i] - (p->el->origin ? p->el->origin[i] : 0.0) == p->u[i]);
	code = plant_time_trial(&p->time, x, moves);
	if (code)
		return no_time(p->object, x, e);
	for (int k = SLOT_DISP; k <= SLOT_ACCEL; k++)
		for (int i = 0; i < x->n[k]; i++)
			to[k][i] = x->x[k][i] - (k == SLOT_DISP && p->el->origin ? p->el->origin[i] : 0.0);
	p->t = p->time.instant;
	p->fresh = true;
	io = io_of(p);
	code = p->el->ops->send ? p->el->ops->send(p->el->self, &io) : 0;
	return code ? element_report(p, code, e) : 0;
}

/* Force and tangent for the last target. */
static int element_respond(struct plant_element *p, struct err *e)
{
	struct element_io io = io_of(p);

	p->el->ops->respond(p->el->self, &io, p->f, p->k, NULL);
	for (int i = 0; i < p->el->ndof; i++)
		if (!(p->f[i] - p->f[i] == 0.0))
			return element_report(p, ERR_NONFINITE, e);
	p->fresh = false;
	return 0;
}

static int element_measure(void *self, const struct signals **ret, struct err *e)
{
	struct plant_element *p = self;
	int code = p->fresh ? element_respond(p, e) : 0;

	if (code)
		return code;
	memcpy(p->out.x[SLOT_FORCE], p->f, (size_t)p->el->ndof * sizeof(double));
	*ret = &p->out;
	return 0;
}

static int element_accept(void *self, struct err *e)
{
	struct plant_element *p = self;
	int code = p->fresh ? element_respond(p, e) : 0;

	if (!code && p->el->ops->committed)
		code = p->el->ops->committed(p->el->self);
	if (code)
		return element_report(p, code, e);
	memcpy(p->hc, p->ht, (size_t)p->el->nstate * sizeof(double));
	memcpy(p->uc, p->u, (size_t)p->el->ndof * sizeof(double));
	p->time.commits++;
	return 0;
}

/* a0 m + a1 k + a2 k0 + a3 kc; the committed stiffness is the present one. */
static void damping(const struct plant_element *p, double *ret)
{
	const double *a = p->el->factor;

	for (int i = 0; i < p->el->ndof * p->el->ndof && p->el->rayleigh; i++)
		ret[i] = a[0] * p->matrix[PLANT_MASS][i] + (a[1] + a[3]) * p->k[i] + a[2] * p->matrix[PLANT_INITIAL][i];
}

static int element_matrix(void *self, enum plant_matrix which, const double **ret, int *ret_n, struct err *e)
{
	struct plant_element *p = self;
	int code = p->fresh && which == PLANT_TANGENT ? element_respond(p, e) : 0;

	*ret = which == PLANT_TANGENT ? p->k : p->matrix[which];
	*ret_n = p->el->ndof;
	return code;
}

/* Matrices that do not change are found here, so that no question has to wait for them. */
int plant_element_init(struct plant_element *p, const struct element *el, double dt, double instant, struct arena *mem, const char *object, struct err *e)
{
	size_t n = (size_t)el->ndof;
	double **const vector[] = {&p->u, &p->v, &p->a, &p->uc, &p->f};
	int sizes[SLOTS];
	bool short_of = false;

	memset(p, 0, sizeof(*p));
	p->plant = (struct plant){.self = p, .size = element_size, .trial = element_trial, .answer = element_measure, .commit = element_accept,
	                          .matrix = element_matrix};
	p->el = el;
	plant_time_init(&p->time, dt, instant);
	p->fresh = true;
	snprintf(p->object, sizeof(p->object), "%s", object);
	for (size_t i = 0; i < COUNT(vector); i++)
		short_of |= !(*vector[i] = ARENA_ARRAY(mem, n, double));
	for (int i = 0; i < PLANT_MATRICES; i++)
		short_of |= !(p->matrix[i] = ARENA_ARRAY(mem, n * n, double));
	p->k = ARENA_ARRAY(mem, n * n, double);
	p->hc = ARENA_ARRAY(mem, (size_t)el->nstate, double);
	p->ht = ARENA_ARRAY(mem, (size_t)el->nstate, double);
	p->load = ARENA_ARRAY(mem, (size_t)el->nload, double);
	signals_size(sizes, 0, 0, 0, el->ndof, 1);
	if (short_of || !p->k || !p->hc || !p->ht || !p->load || signals_take(&p->out, sizes, mem))
		return err_set(e, ERR_MEMORY, object, "no memory for its element");
	if (el->ops->start)
		el->ops->start(el->self, p->hc);
	memcpy(p->ht, p->hc, (size_t)el->nstate * sizeof(double));
	el->ops->initial(el->self, p->matrix[PLANT_INITIAL]);
	memcpy(p->k, p->matrix[PLANT_INITIAL], n * n * sizeof(double));
	if (el->ops->mass)
		el->ops->mass(el->self, p->matrix[PLANT_MASS]);
	damping(p, p->matrix[PLANT_DAMP]);
	return 0;
}
