/* Making compensators; off-switch, limit and estimate of the delay. */
#include "experiment/compensator.h"

#include "experiment/laboratory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double REACH = 0.8;         /* of a step: extrapolation and slowing down end there (Mosqueda et al. 2005, 6.4) */
static const double ROUNDING = 1e-9;     /* of a step that is a difference of times */

/* --- making one ------------------------------------------------------------------------------------ */

/* options of every compensator */
static const struct param common[] = {
	{ .name = "-limit", .kind = PARAM_REAL, .offset = offsetof(struct compensator, limit), .def = HUGE_VAL, .range = RANGE_NONNEG,
	  .help = "most that it may add to the wanted displacement [length]; default: no limit" },
	{ .name = "-off", .kind = PARAM_FLAG, .offset = offsetof(struct compensator, off), .help = "nothing is added" },
	{ .name = "-adaptive", .kind = PARAM_FLAG, .offset = offsetof(struct compensator, adaptive),
	  .help = "the delay is estimated on-line; the one given is the first" },
	{ .name = "-delayMost", .kind = PARAM_REAL, .offset = offsetof(struct compensator, delay.most), .def = 0.1, .range = RANGE_POSITIVE,
	  .help = "longest delay that the estimate may give [s of laboratory time]" },
	{ .name = "-delayWindow", .kind = PARAM_REAL, .offset = offsetof(struct compensator, delay.window), .def = 1.0, .range = RANGE_POSITIVE,
	  .help = "time after which the estimate forgets [s]" },
	{ .name = "-delaySlowest", .kind = PARAM_REAL, .offset = offsetof(struct compensator, delay.threshold), .range = RANGE_NONNEG,
	  .help = "root mean square velocity below which nothing is learnt [length/s]" },
	{ 0 },
};

/* Takes the options of every compensator out of the words, wherever they stand, and leaves the others in order. */
static int common_options(struct compensator *c, struct args *a, struct args *ret_rest, struct laboratory *lab, struct err *e)
{
	const char **word = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, const char *);
	struct args none;
	int rest = 0, code;

	if (!word)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	args_init(&none, 0, NULL, "%s", a->object);
	code = param_parse(common, c, &none, e);
	while (args_more(a) && !code) {
		int at = a->at;

		code = param_options(common, c, a, e);
		if (!code && a->at == at)
			code = args_word(a, "word", &word[rest++], e);
	}
	args_rest(ret_rest, a, rest, word);
	return code;
}

static int adaptive_check(struct compensator *c, const char *object, struct err *e)
{
	if (!c->adaptive)
		return 0;
	if (!c->ops->delay) {
		err_set(e, ERR_ARGUMENT, object, "-adaptive: it takes out no delay that could be estimated");
		err_hint(e, "Advance, Horiuchi and Inverse do; ATS and AMB learn by themselves");
		return ERR_ARGUMENT;
	}
	c->delay.first = c->ops->delay(c->self);
	if (c->delay.first <= c->delay.most)
		return 0;
	err_set(e, ERR_RANGE, object, "the first delay is longer than -delayMost");
	err_value(e, "%g", c->delay.first);
	err_allowed(e, "at most %g", c->delay.most);
	return ERR_RANGE;
}

int compensator_build(struct laboratory *lab, const struct compensator_ops *ops, struct args *a, struct err *e)
{
	struct compensator *c = ARENA_NEW(&lab->arena, struct compensator);
	struct args rest;
	int code;

	if (!c || !(c->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a compensator");
	code = laboratory_begin(lab, &lab->compensators, a, "expCompensator", ops->name, &c->tag, e);
	c->ops = ops;
	if (!code)
		code = common_options(c, a, &rest, lab, e);
	if (!code)
		code = param_parse(ops->params, c->self, &rest, e);
	if (!code && ops->setup)
		code = ops->setup(c->self, &rest, lab, e);
	if (!code)
		code = args_end(&rest, e);
	if (!code)
		code = adaptive_check(c, a->object, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->compensators, c->tag, c, "expCompensator", &lab->arena, e);
}

/* --- using one ------------------------------------------------------------------------------------- */

static double delay_most(const struct compensator *c)
{
	return c->adaptive ? c->delay.most : 0.0;
}

int compensator_use(struct compensator_use *u, const struct compensator *c, double dt, struct laboratory *lab, const char *object, struct err *e)
{
	double need;

	*u = (struct compensator_use){.compensator = c, .dt = dt, .tuned = NAN};
	if (!c)
		return 0;
	if (!(dt > 0.0)) {
		err_set(e, ERR_ARGUMENT, object, "expCompensator %d (%s) works at ticks, and this rig has none", c->tag, c->ops->name);
		err_hint(e, "give the rig -rate");
		return ERR_ARGUMENT;
	}
	u->nstate = c->ops->nstate ? c->ops->nstate(c->self, dt, delay_most(c)) : 0;
	need = (double)u->nstate + (c->adaptive ? delay_estimate_size(&c->delay, dt) : 0);
	if (need > COMPENSATOR_STATE_MOST) {
		err_set(e, ERR_LIMIT, object, "expCompensator %d (%s) remembers too many ticks at this rate", c->tag, c->ops->name);
		err_value(e, "%.0f", need);
		err_allowed(e, "at most %d", COMPENSATOR_STATE_MOST);
		return ERR_LIMIT;
	}
	u->state = ARENA_ARRAY(&lab->arena, (size_t)need + 1, double);
	u->self = arena_alloc(&lab->arena, c->ops->size);
	if (u->self)
		memcpy(u->self, c->self, c->ops->size);
	return u->state && u->self ? 0 : err_set(e, ERR_MEMORY, object, "no memory for the state of expCompensator %d", c->tag);
}

void compensator_start(struct compensator_use *u, double x)
{
	const struct compensator *c = u->compensator;

	if (!c)
		return;
	u->off = c->off;
	memset(u->state, 0, (size_t)u->nstate * sizeof(double));
	if (c->ops->start)
		c->ops->start(u->self, u->state, u->dt, delay_most(c), x);
	if (c->adaptive)
		delay_estimate_start(&u->estimate, &c->delay, u->dt, u->state + u->nstate, x);
}

double compensator_apply(struct compensator_use *u, const struct compensator_wish *wish, double measured)
{
	const struct compensator *c = u->compensator;
	struct compensator_io io = {.wish = *wish, .measured = measured, .delay = u->tuned, .dt = u->dt};
	double y;

	if (!c || u->off || !isfinite(measured) || !isfinite(wish->x) || !isfinite(wish->v) || !isfinite(wish->a))
		return wish->x;
	io.limit = c->limit;
	if (c->adaptive) {
		delay_estimate_measured(&u->estimate, measured);
		io.delay = u->estimate.delay;
	}
	y = c->ops->apply(u->self, u->state, &io);
	if (!isfinite(y))
		y = wish->x;
	y = fmin(fmax(y, wish->x - c->limit), wish->x + c->limit);
	if (c->adaptive)
		delay_estimate_sent(&u->estimate, y);
	return y;
}

/* The delay that it takes out by its words, or as it was tuned. */
static double delay_of(const struct compensator_use *u)
{
	return isnan(u->tuned) ? u->compensator->ops->delay(u->self) : u->tuned;
}

double compensator_delay(const struct compensator_use *u)
{
	const struct compensator *c = u->compensator;

	return c && c->ops->delay && !c->adaptive ? delay_of(u) : NAN;
}

double compensator_get(const struct compensator_use *u, size_t offset)
{
	double x;

	memcpy(&x, (const char *)u->self + offset, sizeof(x));
	return x;
}

void compensator_set(struct compensator_use *u, size_t offset, double value)
{
	memcpy((char *)u->self + offset, &value, sizeof(value));
}

int compensator_reach(struct compensator_reach *r, const struct compensator_use *u, double step)
{
	const struct compensator *c = u->compensator;
	bool beyond = c && !c->off && !u->off && c->ops->claims.ahead && delay_of(u) > REACH * step * (1.0 + ROUNDING);

	*r = (struct compensator_reach){.beyond = beyond ? c : NULL, .delay = beyond ? delay_of(u) : 0.0, .step = step};
	return beyond ? ERR_LIMIT : 0;
}

void compensator_reach_text(const struct compensator_reach *r, char *ret_text, int size)
{
	const struct compensator *c = r->beyond;

	snprintf(ret_text, (size_t)size, "expCompensator %d (%s) sends what comes %g s later, %.3g of a step; at most %g: longer steps or a larger -scale", c->tag,
	         c->ops->name, r->delay, r->delay / r->step, REACH);
}

int compensator_tune(struct compensator_use *u, double delay, const char *object, struct err *e)
{
	const struct compensator *c = u->compensator;
	int need = c && c->ops->delay && c->ops->nstate ? c->ops->nstate(c->self, u->dt, delay) : 0;

	if (!c || !c->ops->delay || c->adaptive) {
		err_set(e, ERR_STATE, object, !c ? "the channel has no compensator" : c->adaptive ? "its compensator estimates the delay by itself"
		                                                                                  : "its compensator takes out no delay");
		err_hint(e, "expCompensator Advance, Horiuchi or Inverse, without -adaptive");
		return ERR_STATE;
	}
	if (need > u->nstate) {
		err_set(e, ERR_LIMIT, object, "the delay is longer than what expCompensator %d (%s) remembers", c->tag, c->ops->name);
		err_value(e, "%g s", delay);
		err_hint(e, "make it with the longest delay that may come, and tune it down");
		return ERR_LIMIT;
	}
	u->tuned = delay;
	return 0;
}

void compensator_off(struct compensator_use *u)
{
	u->off = true;
}

int compensator_learnt(const struct compensator_use *u, double *ret_x)
{
	const struct compensator *c = u->compensator;

	if (c && c->adaptive) {
		ret_x[0] = u->estimate.delay;
		return 1;
	}
	return c && c->ops->learnt ? c->ops->learnt(c->self, u->state, ret_x) : 0;
}
