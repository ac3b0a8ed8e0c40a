/* The observer of a rehearsal.
 *
 *   E_E = sum 1/2 (r_m + r_m-)'(d - d-),  E_BE = sum 1/2 (r_m + r_m-)'(d_m - d_m-),  E_error = E_E - E_BE: negative, a lag adds energy
 *   HSEI_I = E_error/(E_strain + E_input),  HSEI_S = E_error/E_strain                 (Mosqueda et al., UCB/EERC 2005-02, 7.4 and 8.2)
 */
#include "main/rehearse.h"

#include "analysis/stability.h"
#include "experiment/standin.h"
#include "math/step_limit.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

enum { SUBSTEPS_TRIED = 100, RESPONSE = 64, ROOM = 1024 };

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
	l->unknowns = s.n;
	l->coordinates = s.loop.r;
	l->reduced = s.reduced;
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

static void narrow(double *lo, double *hi, double a, double b)
{
	*lo = fmax(*lo, a);
	*hi = fmin(*hi, b);
}

static struct rig_limit limit_of(const struct rig *r, int i)
{
	struct rig_limit x = {-INFINITY, INFINITY, INFINITY, -INFINITY, INFINITY}, own = x;
	const struct rig_point *t = &r->trial_point, *o = &r->out_point;

	if (r->ops->limit && r->ops->limit(r->self, i, &own))
		x = own;
	if (i < t->n[SLOT_DISP])
		narrow(&x.stroke_lo, &x.stroke_hi, t->signal[SLOT_DISP][i]->lo, t->signal[SLOT_DISP][i]->hi);
	if (i < o->n[SLOT_DISP])
		narrow(&x.stroke_lo, &x.stroke_hi, o->signal[SLOT_DISP][i]->lo, o->signal[SLOT_DISP][i]->hi);
	if (i < o->n[SLOT_FORCE])
		narrow(&x.force_lo, &x.force_hi, o->signal[SLOT_FORCE][i]->lo, o->signal[SLOT_FORCE][i]->hi);
	return x;
}

/* Lists the channels of rigs that are new; those that are known keep what was found. */
static void list_channels(struct rehearse *r)
{
	for (int i = 0; i < r->lab->rigs.n; i++) {
		const struct rig *g = r->lab->rigs.row[i].object;

		for (int c = 0; c < g->ctrl.n[SLOT_DISP] && r->nchannel < REHEARSE_CHANNELS; c++) {
			bool known = false;

			for (int k = 0; k < r->nchannel; k++)
				known |= r->channel[k].rig == g->tag && r->channel[k].channel == c;
			if (!known)
				r->channel[r->nchannel++] = (struct rehearse_channel){.rig = g->tag, .channel = c, .standin = standin_is(g),
				                                                      .scale = g->ops->scale ? g->ops->scale(g->self) : 1.0, .limit = limit_of(g, c)};
		}
	}
	r->stamp = r->lab->stamp;
}

static void watch_channels(struct rehearse *r, double dt)
{
	for (int i = 0; i < r->nchannel; i++) {
		struct rehearse_channel *c = &r->channel[i];
		const struct rig *g = table_get(&r->lab->rigs, c->rig);

		if (!g || c->channel >= g->ctrl.n[SLOT_DISP] || !g->ctrl.x[SLOT_DISP])
			continue;
		double x = g->ctrl.x[SLOT_DISP][c->channel], f = c->channel < g->daq.n[SLOT_FORCE] ? g->daq.x[SLOT_FORCE][c->channel] : 0.0;
		c->stroke_lo = fmin(c->stroke_lo, x);
		c->stroke_hi = fmax(c->stroke_hi, x);
		c->force_lo = fmin(c->force_lo, f);
		c->force_hi = fmax(c->force_hi, f);
		if (dt > 0.0)
			c->velocity = fmax(c->velocity, fabs(x - c->last) / (dt * c->scale));
		c->last = x;
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

static double largest_scale(const struct rehearse *r)
{
	double most = r->nchannel ? 0.0 : 1.0;

	for (int i = 0; i < r->nchannel; i++)
		most = fmax(most, r->channel[i].scale);
	return most;
}

static int watch(void *self, struct analysis *an, struct err *e)
{
	struct rehearse *r = self;
	double dt = an->clock - r->clock_s;
	int code = 0;

	r->end_ns = clock_now(&r->clock);
	if (an->kind != ANALYSIS_STATIC && dt > 0.0) {
		if (!r->looked) {
			r->looked = true;
			err_clear(&r->loop.fault);
			r->loop.known = look(&r->loop, an, dt, &r->mem, &r->loop.fault) == 0;
		}
		if (r->stamp != r->lab->stamp)
			list_channels(r);
		watch_channels(r, dt);
		code = keep(r, an, dt, e);
		r->dt_max = fmax(r->dt_max, dt);
		r->test_s += dt;
		r->laboratory_s += dt * largest_scale(r);
	}
	r->clock_s = an->clock;
	return code || !r->next ? code : r->next(r->next_self, an, e);
}

void rehearse_init(struct rehearse *r, struct script *s)
{
	*r = (struct rehearse){.next = s->analysis.observer, .next_self = s->analysis.observer_self, .lab = &s->lab, .stamp = ~0u};
	arena_init(&r->mem);
	clock_init(&r->clock, &clock_monotonic, 0);
	r->begin_ns = r->end_ns = clock_now(&r->clock);
	s->analysis.observer = watch;
	s->analysis.observer_self = r;
	s->lab.rehearsal = true;
}

void rehearse_fini(struct rehearse *r)
{
	arena_fini(&r->mem);
}

/* --- energies of a late test ------------------------------------------------------------------------------- */

static const double *row_of(const struct rehearse *r, int i)
{
	return r->history + (size_t)i * (size_t)(2 + 2 * r->n);
}

/* Value `at` of a row at a time `back` before the end of step i, on a straight line; before the first step zero. */
static double late(const struct rehearse *r, int i, double back, int at)
{
	while (i >= 0 && back > row_of(r, i)[0]) {
		back -= row_of(r, i)[0];
		i--;
	}
	if (i < 0)
		return 0.0;
	double now = row_of(r, i)[at], before = i > 0 ? row_of(r, i - 1)[at] : 0.0;
	return now - (now - before) * back / row_of(r, i)[0];
}

/* 1/2 k u_y^2 of a coordinate, k by least squares over the steps within +-u_y. */
static double yield_energy(const struct rehearse *r, int j, double yield)
{
	double top = 0.0, below = 0.0;

	for (int i = 0; i < r->steps; i++) {
		double d = row_of(r, i)[2 + j], f = row_of(r, i)[2 + r->n + j];

		if (fabs(d) <= yield) {
			top += f * d;
			below += d * d;
		}
	}
	return below > 0.0 ? 0.5 * top / below * yield * yield : 0.0;
}

static double largest_strain(const struct rehearse *r)
{
	double most = 0.0;

	for (int i = 0; i < r->steps; i++)
		most = fmax(most, 0.5 * vec_dot(r->n, row_of(r, i) + 2, row_of(r, i) + 2 + r->n));
	return most;
}

struct rehearse_energy rehearse_energy(const struct rehearse *r, double lag, double yield)
{
	struct rehearse_energy x = {0};

	for (int i = 0; i < r->steps; i++)
		x.input += row_of(r, i)[1];
	for (int j = 0; j < r->n; j++) {
		double d0 = 0.0, m0 = 0.0, f0 = 0.0;

		for (int i = 0; i < r->steps; i++) {
			double d = row_of(r, i)[2 + j], m = late(r, i, lag, 2 + j), f = late(r, i, lag, 2 + r->n + j);

			x.error += 0.5 * (f + f0) * ((d - d0) - (m - m0));
			d0 = d, m0 = m, f0 = f;
		}
		if (yield > 0.0)
			x.strain += yield_energy(r, j, yield);
	}
	if (!(yield > 0.0))
		x.strain = largest_strain(r);
	return x;
}

double rehearse_lag_for(const struct rehearse *r, double threshold, double yield, double most)
{
	double lo = 0.0, hi = most;
	struct rehearse_energy x = rehearse_energy(r, most, yield);

	if (!(fabs(x.error) > threshold * (x.strain + x.input)))
		return INFINITY;
	for (int i = 0; i < 30; i++) {
		double lag = 0.5 * (lo + hi);

		x = rehearse_energy(r, lag, yield);
		*(fabs(x.error) > threshold * (x.strain + x.input) ? &hi : &lo) = lag;
	}
	return hi;
}
