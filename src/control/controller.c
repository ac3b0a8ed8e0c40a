/* States and transitions as tables, and the walk through them. Their meaning is in controller.h. */
#include "control/controller.h"

#include "experiment/laboratory.h"

#include <math.h>
#include <stdio.h>

enum event { EVENT_UPDATE, EVENT_TARGET, EVENT_TIMEOUT, EVENT_STILL, EVENTS };
enum { STAY = -1 };

/* What follows a state on an event. */
static const signed char next[CONTROL_STATES][EVENTS] = {
	/*                           update               target               time out                still      */
	[CONTROL_EXTRAPOLATE]    = {CONTROL_INTERPOLATE, STAY,                CONTROL_SLOW,           STAY},
	[CONTROL_INTERPOLATE]    = {STAY,                CONTROL_EXTRAPOLATE, STAY,                   STAY},
	[CONTROL_SLOW]           = {CONTROL_INTERPOLATE, STAY,                CONTROL_HOLD,           STAY},
	[CONTROL_HOLD]           = {CONTROL_INTERPOLATE, STAY,                CONTROL_FREE_VIBRATION, STAY},
	[CONTROL_FREE_VIBRATION] = {STAY,                STAY,                STAY,                   CONTROL_REST},
	[CONTROL_REST]           = {STAY,                STAY,                STAY,                   STAY},
};

/* What a state does in a tick. */
static const struct {
	bool takes_target;       /* a target may arrive */
	bool interpolates;       /* the command goes to the known target; else it is predicted */
	bool lets_go;            /* the specimen moves by itself */
} row[CONTROL_STATES] = {
	[CONTROL_EXTRAPOLATE]    = {.takes_target = true},
	[CONTROL_INTERPOLATE]    = {.interpolates = true},
	[CONTROL_SLOW]           = {.takes_target = true},
	[CONTROL_HOLD]           = {.takes_target = true},
	[CONTROL_FREE_VIBRATION] = {.lets_go = true},
	[CONTROL_REST]           = {0},
};

const struct param control_plan_params[] = {
	{ "commandTag", PARAM_TAG, offsetof(struct control_plan, command_tag), true, 0, RANGE_ANY, "expCommand that makes commands from targets" },
	{ "-extrapolate", PARAM_REAL, offsetof(struct control_plan, words.extrapolate), false, 0.6, { 0.0, 1.0, true, true },
	  "share of the step where extrapolation ends and slowing down begins" },
	{ "-slow", PARAM_REAL, offsetof(struct control_plan, words.slow), false, 0.8, { 0.0, 1.0, true, true },
	  "share of the step where slowing down ends and the hold begins" },
	{ "-slowRate", PARAM_REAL, offsetof(struct control_plan, words.slow_rate), false, 0.5, { 0.0, 1.0, true, false }, "rate while slow, of the full one" },
	{ "-hold", PARAM_REAL, offsetof(struct control_plan, words.hold_s), false, INFINITY, RANGE_NONNEG,
	  "longest hold before the specimen is let go [s of laboratory time]; default: holds for ever" },
	{ "-mass", PARAM_REAL, offsetof(struct control_plan, words.mass), false, NAN, RANGE_POSITIVE, "mass at an actuator while the specimen is let go" },
	{ "-damping", PARAM_REAL, offsetof(struct control_plan, words.damping), false, 0.0, RANGE_NONNEG, "its viscous damping" },
	{ 0 },
};

static const double STILL = 1e-9;        /* change of a command per tick, of its size, that counts as none */

/* Counter per tick in a state. */
static double rate_of(const struct controller *c)
{
	return c->state == CONTROL_SLOW ? c->words.slow_rate : c->state == CONTROL_EXTRAPOLATE || c->state == CONTROL_INTERPOLATE ? 1.0 : 0.0;
}

static int plan_check(const struct control_plan *p, const char *object, struct err *e)
{
	if (p->words.slow < p->words.extrapolate) {
		err_set(e, ERR_RANGE, object, "-slow ends before -extrapolate");
		err_value(e, "%g", p->words.slow);
		err_allowed(e, "at least %g", p->words.extrapolate);
		return ERR_RANGE;
	}
	if (isfinite(p->words.hold_s) && !isfinite(p->words.mass)) {
		err_set(e, ERR_ARGUMENT, object, "a specimen that is let go after -hold wants -mass");
		return ERR_ARGUMENT;
	}
	return 0;
}

int control_plan_build(struct laboratory *lab, struct args *a, struct err *e)
{
	struct control_plan *p = ARENA_NEW(&lab->arena, struct control_plan);
	void *found = NULL;
	int code;

	if (!p)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a controller");
	code = args_tag(a, "tag", &p->tag, e);
	if (code)
		return code;
	snprintf(a->object, sizeof(a->object), "expController %d", p->tag);
	code = param_parse(control_plan_params, p, a, e);
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = laboratory_need(&lab->commands, "expCommand", p->command_tag, a->object, &found, e);
	if (!code)
		code = plan_check(p, a->object, e);
	if (code)
		return code;
	p->command = found;
	lab->stamp++;
	return table_add(&lab->controllers, p->tag, p, "expController", &lab->arena, e);
}

/* Where the counter ends in a state. */
static double end_of(const struct controller *c)
{
	return c->ticks * (c->state == CONTROL_EXTRAPOLATE ? c->words.extrapolate : c->state == CONTROL_SLOW ? c->words.slow : 1.0);
}

int controller_setup(struct controller *c, const struct command *command, const struct controller_words *words, int n, double dt, double ticks,
                     struct arena *mem, struct err *e)
{
	*c = (struct controller){.command = command, .words = *words, .n = n, .dt = dt, .ticks = ticks};
	if (ticks < 2.0) {
		err_set(e, ERR_RANGE, "controller", "ticks of a step");
		err_value(e, "%g", ticks);
		err_allowed(e, "at least 2");
		return ERR_RANGE;
	}
	c->memory = ARENA_ARRAY(mem, (size_t)n * (size_t)command->nstate + 1, double);
	c->now = ARENA_ARRAY(mem, (size_t)n + 1, double);
	c->speed = ARENA_ARRAY(mem, (size_t)n + 1, double);
	return c->memory && c->now && c->speed ? 0 : err_set(e, ERR_MEMORY, "controller", "no memory for %d channels", n);
}

static double *memory_of(const struct controller *c, int i)
{
	return c->memory + i * c->command->nstate;
}

void controller_start(struct controller *c, const double *x, double step_s)
{
	for (int i = 0; i < c->n; i++) {
		c->now[i] = x[i];
		c->speed[i] = 0.0;
		command_start(&(struct command_use){.command = c->command, .state = memory_of(c, i)}, x[i], step_s);
	}
	c->k = c->xi = 0.0;
	c->state = CONTROL_EXTRAPOLATE;
	c->in_state = 0;
	c->step = 0;
}

static void go(struct controller *c, enum event event)
{
	int to = next[c->state][event];

	if (to == STAY)
		return;
	c->state = (enum control_state)to;
	c->in_state = 0;
	c->entered[to]++;
}

bool controller_target(struct controller *c, int64_t step, const struct command_target *t)
{
	if (!row[c->state].takes_target || step != c->step + 1) {
		c->ignored++;
		return false;
	}
	c->xi = c->k / c->ticks;
	for (int i = 0; i < c->n; i++)
		c->command->ops->target(c->command->self, memory_of(c, i), &t[i], c->now[i], c->xi);
	go(c, EVENT_UPDATE);
	return true;
}

/* The specimen by itself: m x'' = -c x' - r over one tick, velocity first (stable for ticks shorter than its period / pi). */
static void let_go(struct controller *c, int i, double force)
{
	double v = c->speed[i] / c->dt, m = c->words.mass;

	v += c->dt * (-c->words.damping * v - force) / m;
	c->speed[i] = v * c->dt;
	c->now[i] += c->speed[i];
}

static bool all_still(const struct controller *c)
{
	for (int i = 0; i < c->n; i++)
		if (fabs(c->speed[i]) > STILL * (1.0 + fabs(c->now[i])))
			return false;
	return true;
}

static void time_out(struct controller *c)
{
	if ((c->state == CONTROL_EXTRAPOLATE || c->state == CONTROL_SLOW) && c->k >= end_of(c))
		go(c, EVENT_TIMEOUT);
	else if (c->state == CONTROL_HOLD && (double)c->in_state * c->dt >= c->words.hold_s)
		go(c, EVENT_TIMEOUT);
	else if (c->state == CONTROL_FREE_VIBRATION && all_still(c))
		go(c, EVENT_STILL);
}

/* The target is reached: it is the beginning of the next step. */
static void arrive(struct controller *c)
{
	for (int i = 0; i < c->n; i++)
		c->command->ops->advance(c->command->self, memory_of(c, i));
	c->step++;
	c->k = 0.0;
	go(c, EVENT_TARGET);
}

bool controller_tick(struct controller *c, const double *force, double *ret_command)
{
	double s;
	bool moves = rate_of(c) > 0.0, reached;

	c->spent[c->state]++;
	c->in_state++;
	c->k = fmax(c->k, fmin(c->k + rate_of(c), end_of(c)));
	s = c->k / c->ticks;
	reached = row[c->state].interpolates && s >= 1.0;
	for (int i = 0; i < c->n; i++) {
		const struct command_ops *ops = c->command->ops;
		double before = c->now[i];

		if (row[c->state].lets_go) {
			let_go(c, i, force[i]);
		} else if (moves) {
			c->now[i] = (row[c->state].interpolates ? ops->correct : ops->predict)(c->command->self, memory_of(c, i), s);
			c->speed[i] = c->now[i] - before;
		} else {
			c->speed[i] = c->state == CONTROL_HOLD ? 0.0 : c->speed[i];
		}
		ret_command[i] = c->now[i];
	}
	if (reached)
		arrive(c);
	else
		time_out(c);
	return reached;
}

void controller_span(struct controller *c, double ticks)
{
	c->k *= ticks / c->ticks;
	c->ticks = ticks;
}
