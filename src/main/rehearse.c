/* The observer of a rehearsal. Energies are in rehearse_energy.c. */
#include "main/rehearse.h"

#include "experiment/standin.h"
#include "math/step_limit.h"
#include "math/vec.h"
#include "modes/stability.h"
#include "monitoring/monitor.h"

#include <math.h>
#include <string.h>

enum { SUBSTEPS_TRIED = 100, RESPONSE = 64, ROOM = 1024, CHANNELS = 16 };

/* --- the test as a linear loop ------------------------------------------------------------------------ */

/* A number of an integrator's own, by the name of its word. */
static bool own_number(const struct integrator *i, const char *name, double *ret)
{
	for (const struct param *p = i->ops->params; p && p->name; p++) {
		const char *at = (const char *)i->self + p->offset;

		if (strcmp(p->name, name) != 0 || (p->kind != PARAM_REAL && p->kind != PARAM_INT))
			continue;
		*ret = p->kind == PARAM_REAL ? *(const double *)(const void *)at : *(const int *)(const void *)at;
		return true;
	}
	return false;
}

static int look_substeps(struct rehearse_loop *l, const struct integrator *i, const struct stability *s, double dt, struct arena *mem, struct err *e)
{
	struct substep_plan plan = {.dt = dt, .beta = 0.25, .gamma = 0.5, .p = 0.95};
	double k = 0.0;

	if (strcmp(i->ops->name, "Dorka") == 0 && own_number(i, "-substeps", &k)) {
		l->substeps = (int)k;
		if (!own_number(i, "beta", &plan.beta) || !own_number(i, "gamma", &plan.gamma) || !own_number(i, "-P", &plan.p))
			l->substeps = 0;
	}
	int code = substeps_growth(&s->loop, &plan, 1, mem, NULL, &l->contraction, e);
	return code ? code : substeps_critical(&s->loop, &plan, SUBSTEPS_TRIED, mem, &l->substeps_critical, e);
}

static int look(struct rehearse_loop *l, struct analysis *an, double dt, struct arena *mem, struct err *e)
{
	struct stability s;
	struct delay_limit limit;
	double most = an->integrator.ops->claims.omega_max;
	int code = stability_take(an, mem, &s, e);

	if (!code)
		code = explicit_frequency(s.n, s.k, s.m, mem, &l->omega_max, e);
	if (!code)
		code = explicit_frequency(s.n, s.kn, s.m, mem, &l->omega_numerical, e);
	if (code)
		return code;
	l->coordinates = s.loop.r;
	l->dt_limit = most > 0.0 ? most / l->omega_max : INFINITY;
	l->delay = INFINITY;
	snprintf(l->integrator, sizeof(l->integrator), "%s", an->integrator.ops->name);
	if (s.loop.r == 0)
		return 0;
	code = delay_critical(&s.loop, mem, &limit, e);
	if (code)
		return code;
	l->delay = limit.tau;
	l->omega = limit.omega;
	return look_substeps(l, &an->integrator, &s, dt, mem, e);
}

/* --- channels ----------------------------------------------------------------------------------------- */

static double started_at(const struct rig *g, int slot, int i)
{
	return g->started && i < g->start.n[slot] ? g->start.x[slot][i] : 0.0;
}

static double scale_of(const struct rig *g)
{
	return g->ops->scale ? g->ops->scale(g->self) : 1.0;
}

/* Where a channel begins: as it was measured at start. */
static void begin_channel(struct rehearse_channel *c, const struct rig *g)
{
	c->last = started_at(g, SLOT_DISP, c->channel);
	c->force = started_at(g, SLOT_FORCE, c->channel);
	c->t = 0.0;
}

/* Where a channel is now: at its beginning, or where it stood when the same rig had other limits. */
static void take_over(struct rehearse_channel *c, const struct rehearse_channel *was)
{
	c->last = was->last;
	c->force = was->force;
	c->t = was->t;
}

static struct rehearse_channel channel_of(const struct rehearse *r, struct rig *g, int i)
{
	struct rehearse_channel c = {.rig = g->tag, .channel = i, .of = g, .listing = r->listing, .standin = standin_is(g), .scale = scale_of(g),
	                             .limit = rig_limit(g, i)};
	struct monitor rows = {0};

	begin_channel(&c, g);
	for (int k = 0; k < r->nchannel; k++)
		if (r->channel[k].of == g && r->channel[k].channel == i && r->channel[k].listing == r->listing - 1)
			take_over(&c, &r->channel[k]);
	c.stroke_lo = c.stroke_hi = c.last;
	c.force_lo = c.force_hi = c.force;
	c.hold = INFINITY;
	c.rate_hz = monitor_rows(&rows, g) && g->ops->tick_rate ? g->ops->tick_rate(g->self) : 0.0;
	for (size_t k = 0; k < COUNT(c.at) && c.rate_hz > 0.0; k++)
		c.at[k] = rows.at[k] + rows.stride * i;
	return c;
}

static bool same_limit(const struct rig_limit *x, const struct rig_limit *y)
{
	return x->stroke_lo == y->stroke_lo && x->stroke_hi == y->stroke_hi && x->velocity == y->velocity && x->force_lo == y->force_lo &&
	       x->force_hi == y->force_hi;
}

/* Is what is found judged and looked at alike? */
static bool alike(const struct rehearse_channel *a, const struct rehearse_channel *b)
{
	return a->rig == b->rig && a->channel == b->channel && a->standin == b->standin && a->scale == b->scale && a->rate_hz == b->rate_hz &&
	       memcmp(a->at, b->at, sizeof(a->at)) == 0 && same_limit(&a->limit, &b->limit);
}

/* A channel as one of before keeps what was found there; else it is new. */
static int list_channel(struct rehearse *r, const struct rehearse_channel *c, struct err *e)
{
	for (int k = 0; k < r->nchannel; k++)
		if (alike(&r->channel[k], c)) {
			take_over(&r->channel[k], c);
			r->channel[k].of = c->of;
			r->channel[k].listing = r->listing;
			return 0;
		}
	if (r->nchannel == r->channel_room) {
		int room = r->channel_room ? 2 * r->channel_room : CHANNELS;
		struct rehearse_channel *more = ARENA_ARRAY(&r->mem, (size_t)room, struct rehearse_channel);

		if (!more)
			return err_set(e, ERR_MEMORY, "tandem rehearse", "no memory for %d channels", room);
		if (r->nchannel)
			memcpy(more, r->channel, (size_t)r->nchannel * sizeof(*more));
		r->channel = more;
		r->channel_room = room;
	}
	r->channel[r->nchannel++] = *c;
	return 0;
}

/* Lists the channels of the rigs that there are now. */
static int list_channels(struct rehearse *r, struct err *e)
{
	int code = 0;

	r->listing++;
	for (int i = 0; i < r->lab->rigs.n; i++) {
		struct rig *g = r->lab->rigs.row[i].object;
		int width = g->ops->tick_columns ? g->ops->tick_columns(g->self) : 0;

		for (int c = 0; c < g->ctrl.n[SLOT_DISP] && !code; c++) {
			struct rehearse_channel now = channel_of(r, g, c);

			code = list_channel(r, &now, e);
		}
		if (code)
			return code;
		if (width > r->width && !(r->row = ARENA_ARRAY(&r->mem, (size_t)width, double)))
			return err_set(e, ERR_MEMORY, "tandem rehearse", "no memory for rows of a rig");
		r->width = width > r->width ? width : r->width;
	}
	r->stamp = r->lab->stamp;
	return 0;
}

/* Are the limits and scales in force others than those that channels were listed with: was anything made, or tuned? */
static bool changed(const struct rehearse *r)
{
	if (r->stamp != r->lab->stamp)
		return true;
	for (int i = 0; i < r->nchannel; i++) {
		const struct rehearse_channel *c = &r->channel[i];
		struct rig_limit now;

		if (!rehearse_live(r, c))
			continue;
		now = rig_limit(c->of, c->channel);
		if (scale_of(c->of) != c->scale || !same_limit(&now, &c->limit))
			return true;
	}
	return false;
}

static void widen(struct rehearse_channel *c, double x, double f)
{
	c->stroke_lo = fmin(c->stroke_lo, x);
	c->stroke_hi = fmax(c->stroke_hi, x);
	c->force_lo = fmin(c->force_lo, f);
	c->force_hi = fmax(c->force_hi, f);
}

/* Every row of the step; the laboratory time that it took. */
static double watch_rows(struct rehearse *r, struct rehearse_channel *c, const struct rig *g)
{
	double begin = c->t, from = c->last;
	int n = rig_ticks(g), still = 0;

	for (int i = 0; i < n; i++) {
		g->ops->tick(g->self, i, r->row);
		widen(c, r->row[c->at[0]], r->row[c->at[2]]);
		widen(c, r->row[c->at[1]], r->row[c->at[2]]);
		c->velocity = fmax(c->velocity, fabs(r->row[c->at[0]] - c->last) * c->rate_hz);
		still = r->row[c->at[0]] == c->last ? still + 1 : 0;
		c->last = r->row[c->at[0]];
		c->force = r->row[c->at[2]];
		c->t = r->row[0];
	}
	if (n > 0 && c->last != from)
		c->hold = fmin(c->hold, still / c->rate_hz);
	return c->t - begin;
}

/* Commands at the ends of steps; dt 0: no time. */
static double watch_ends(struct rehearse_channel *c, const struct rig *g, double dt)
{
	double x = g->ctrl.x[SLOT_DISP][c->channel], f = c->channel < g->daq.n[SLOT_FORCE] ? g->daq.x[SLOT_FORCE][c->channel] : 0.0;

	widen(c, x, f);
	c->hold = 0.0;
	if (dt > 0.0)
		c->velocity = fmax(c->velocity, fabs(x - c->last) / (dt * c->scale));
	c->last = x;
	c->force = f;
	return dt * c->scale;
}

/* The laboratory time of the step: that of the slowest rig. */
static double watch_channels(struct rehearse *r, double dt)
{
	double longest = 0.0;
	bool any = false;

	for (int i = 0; i < r->nchannel; i++) {
		struct rehearse_channel *c = &r->channel[i];
		const struct rig *g = rehearse_live(r, c) ? c->of : NULL;

		any |= g != NULL;
		if (!g || !g->commanded)
			longest = fmax(longest, g ? dt * c->scale : 0.0);
		else
			longest = fmax(longest, c->rate_hz > 0.0 ? watch_rows(r, c, g) : watch_ends(c, g, dt));
	}
	return any ? longest : dt;
}

/* Another test begins: a model that is new, or a clock that begins anew. */
static void next_test(struct rehearse *r)
{
	rehearse_judge(r);
	r->steps = r->room = 0;
	r->u = NULL;
	for (int i = 0; i < r->nchannel; i++) {
		const struct rig *g = table_get(&r->lab->rigs, r->channel[i].rig);

		if (g)
			begin_channel(&r->channel[i], g);
	}
}

/* --- histories ------------------------------------------------------------------------------------------ */

/* A response of all experimental elements, one behind the other; returns how many numbers. */
static int gather(struct analysis *an, const char *word, double *ret, int room)
{
	const char *const words[] = {word};
	int n = 0;

	for (int i = 0; i < an->m->elements.n; i++) {
		const struct element *el = an->m->elements.row[i].object;
		double x[RESPONSE];
		int got = el->ops->exchange ? analysis_element_response(an, el, 1, words, x, RESPONSE) : 0;

		for (int k = 0; k < got && n < room; k++)
			ret[n++] = x[k];
	}
	return n;
}

static int grow(struct rehearse *r, struct err *e)
{
	int width = 2 + 2 * r->n, room = r->room ? 2 * r->room : ROOM;
	double *more = ARENA_ARRAY(&r->mem, (size_t)room * (size_t)width, double);

	if (!more)
		return err_set(e, ERR_MEMORY, "tandem rehearse", "no memory for %d steps", room);
	if (r->steps)
		memcpy(more, r->history, (size_t)r->steps * (size_t)width * sizeof(double));
	r->history = more;
	r->room = room;
	return 0;
}

/* A model other than before begins its histories anew; the largest motions stay. */
static int begin(struct rehearse *r, struct analysis *an, struct err *e)
{
	double d[ELEMENT_DOF_MAX * 4];
	int n = gather(an, "ctrlDisp", d, (int)COUNT(d));

	if (r->u && r->unknowns == an->p->n && r->n == n)
		return 0;
	if (r->u)
		next_test(r);
	r->n = n;
	r->unknowns = an->p->n;
	r->steps = r->room = 0;
	r->u = ARENA_ARRAY(&r->mem, 2 * (size_t)an->p->n, double);
	r->f = r->u ? r->u + an->p->n : NULL;
	return r->u ? 0 : err_set(e, ERR_MEMORY, "tandem rehearse", "no memory for %d unknowns", an->p->n);
}

static int keep(struct rehearse *r, struct analysis *an, double dt, struct err *e)
{
	int n = an->p->n, code = begin(r, an, e);
	double *row;

	if (!code && r->steps == r->room)
		code = grow(r, e);
	if (!code)
		code = analysis_whole(an, e);
	if (code)
		return code;
	row = r->history + (size_t)r->steps++ * (size_t)(2 + 2 * r->n);
	row[0] = dt;
	row[1] = 0.0;
	/* work of the loads, by the trapezoidal rule */
	for (int i = 0; i < n; i++)
		row[1] += 0.5 * r->f[i] * (an->p->uc[i] - r->u[i]);
	code = problem_load(an->p, r->f);
	for (int i = 0; i < n && !code; i++)
		row[1] += 0.5 * r->f[i] * (an->p->uc[i] - r->u[i]);
	vec_copy(n, an->p->uc, r->u);
	gather(an, "ctrlDisp", row + 2, r->n);
	gather(an, "basicForce", row + 2 + r->n, r->n);
	return code ? err_set(e, code, "tandem rehearse", "the loads: %s", err_message(code)) : 0;
}

/* --- the observer ----------------------------------------------------------------------------------------- */

static bool has_specimen(const struct analysis *an)
{
	for (int i = 0; i < an->m->elements.n; i++)
		if (((const struct element *)an->m->elements.row[i].object)->ops->exchange)
			return true;
	return false;
}

/* The first test, or the first with specimens, as a linear loop. */
static void look_once(struct rehearse *r, struct analysis *an, double dt)
{
	bool tested = has_specimen(an);

	if (r->looked && (r->tested || !tested))
		return;
	r->looked = true;
	r->tested = tested;
	err_clear(&r->loop.fault);
	r->loop.known = look(&r->loop, an, dt, &r->mem, &r->loop.fault) == 0;
}

static int watch(void *self, struct analysis *an, struct err *e)
{
	struct rehearse *r = self;
	bool moves = an->kind != ANALYSIS_STATIC;
	double dt, spent;
	int code = 0;

	r->end_ns = clock_now(&r->clock);
	if (an->clock < r->clock_s) {
		next_test(r);
		r->clock_s = 0.0;
	}
	dt = moves ? an->clock - r->clock_s : 0.0;
	if (dt > 0.0)
		look_once(r, an, dt);
	if (changed(r))
		code = list_channels(r, e);
	spent = code ? 0.0 : watch_channels(r, dt);
	if (!code && dt > 0.0) {
		code = keep(r, an, dt, e);
		r->scale = rehearse_scale(r);
		r->total++;
		r->dt_max = fmax(r->dt_max, dt);
		r->test_s += dt;
		r->laboratory_s += spent;
	}
	r->clock_s = an->clock;
	return code || !r->next ? code : r->next(r->next_self, an, e);
}

void rehearse_init(struct rehearse *r, const struct rehearse_words *w, struct script *s)
{
	*r = (struct rehearse){.words = w, .next = s->analysis.observer, .next_self = s->analysis.observer_self, .lab = &s->lab, .run = s->run, .stamp = ~0u};
	arena_init(&r->mem);
	clock_init(&r->clock, &clock_monotonic, 0);
	r->begin_ns = r->end_ns = clock_now(&r->clock);
	s->analysis.observer = watch;
	s->analysis.observer_self = r;
	s->lab.rehearsal = true;
}

void rehearse_end(struct rehearse *r)
{
	rehearse_judge(r);
}

void rehearse_fini(struct rehearse *r)
{
	arena_fini(&r->mem);
}
