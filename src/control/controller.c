/* States and transitions as tables, and the walk through them. Their meaning is in controller.h, the words in
 * controller_words.c. */
#include "control/controller.h"

#include <math.h>
#include <string.h>

enum event { EVENT_UPDATE, EVENT_TARGET, EVENT_TIMEOUT, EVENT_STILL, EVENT_END, EVENTS };
enum { STAY = -1 };

/* What follows a state on an event. */
static const signed char next[CONTROL_STATES][EVENTS] = {
	/*                           update               target               time out                still         end       */
	[CONTROL_READY]          = {CONTROL_INTERPOLATE, STAY,                STAY,                   STAY,         CONTROL_REST},
	[CONTROL_EXTRAPOLATE]    = {CONTROL_INTERPOLATE, STAY,                CONTROL_SLOW,           STAY,         CONTROL_REST},
	[CONTROL_INTERPOLATE]    = {STAY,                CONTROL_EXTRAPOLATE, STAY,                   STAY,         CONTROL_REST},
	[CONTROL_SLOW]           = {CONTROL_INTERPOLATE, STAY,                CONTROL_HOLD,           STAY,         CONTROL_REST},
	[CONTROL_HOLD]           = {CONTROL_INTERPOLATE, STAY,                CONTROL_FREE_VIBRATION, STAY,         CONTROL_REST},
	[CONTROL_FREE_VIBRATION] = {STAY,                STAY,                STAY,                   CONTROL_REST, STAY},
	[CONTROL_REST]           = {STAY,                STAY,                STAY,                   STAY,         STAY},
};

/* What a state does in a tick. */
static const struct {
	const char *name;
	bool takes_target;       /* a target may arrive */
	bool counts, slowly;     /* the counter of the step goes on, at full rate or at the slow one */
	bool interpolates;       /* the command goes to the known target; else it is predicted */
	bool lets_go;            /* the specimen moves by itself */
} row[CONTROL_STATES] = {
	[CONTROL_READY]          = {"ready", .takes_target = true},
	[CONTROL_EXTRAPOLATE]    = {"extrapolate", .takes_target = true, .counts = true},
	[CONTROL_INTERPOLATE]    = {"interpolate", .counts = true, .interpolates = true},
	[CONTROL_SLOW]           = {"slow", .takes_target = true, .counts = true, .slowly = true},
	[CONTROL_HOLD]           = {"hold", .takes_target = true},
	[CONTROL_FREE_VIBRATION] = {"free_vibration", .lets_go = true},
	[CONTROL_REST]           = {"rest", .takes_target = false},
};

static const double KNOWN = 0.8;         /* of a step: as far as a prediction is looked at beyond its beginning */
static const double DECAY = 6.9;         /* ln 1000: of an amplitude a thousandth is left */
static const double VIBRATES_S = 30.0;   /* longest free vibration */
static const double STILL = 1e-9;        /* change of a command per tick, of its size, that counts as none */

/* Counter per tick in a state. */
static double rate_of(const struct controller *c)
{
	return !row[c->state].counts ? 0.0 : row[c->state].slowly ? c->words.slow_rate : 1.0;
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
	c->next = ARENA_ARRAY(mem, (size_t)command->nstate + 1, double);
	if (!c->memory || !c->now || !c->speed || !c->next)
		return err_set(e, ERR_MEMORY, "controller", "no memory for %d channels", n);
	return adapt_setup(&c->adapt, &words->adapt, dt, mem, e);
}

static double *memory_of(const struct controller *c, int i)
{
	return c->memory + i * c->command->nstate;
}

static void enter(struct controller *c, enum control_state state)
{
	c->state = state;
	c->in_state = 0;
	c->entered[state]++;
}

static void go(struct controller *c, enum event event)
{
	int to = next[c->state][event];

	if (to != STAY)
		enter(c, (enum control_state)to);
}

/* From where its command stands, at rest. */
static void generator_start(struct controller *c, int i, double step_s)
{
	command_start(&(struct command_use){.command = c->command, .state = memory_of(c, i)}, c->now[i], step_s);
}

void controller_start(struct controller *c, const double *x, double step_s)
{
	for (int i = 0; i < c->n; i++) {
		c->now[i] = x[i];
		c->speed[i] = 0.0;
		generator_start(c, i, step_s);
	}
	c->k = c->xi = 0.0;
	c->step = c->waited = 0;
	c->first = true;
	c->alone = false;
	adapt_start(&c->adapt);
	enter(c, CONTROL_READY);
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
	/* the first target answers nothing: nobody has measured anything before */
	if (c->state != CONTROL_READY)
		adapt_answer(&c->adapt, (double)c->waited);
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

/* The damping has had its time: what still moves is noise of the load cells. */
static bool has_decayed(const struct controller *c)
{
	double decay_s = c->words.damping > 0.0 ? DECAY * 2.0 * c->words.mass / c->words.damping : VIBRATES_S;

	return (double)c->in_state * c->dt >= fmin(decay_s, VIBRATES_S);
}

static void time_out(struct controller *c)
{
	if ((c->state == CONTROL_EXTRAPOLATE || c->state == CONTROL_SLOW) && c->k >= end_of(c))
		go(c, EVENT_TIMEOUT);
	else if (c->state == CONTROL_HOLD && (double)c->in_state * c->dt >= c->words.hold_s)
		go(c, EVENT_TIMEOUT);
	else if (c->state == CONTROL_FREE_VIBRATION && (all_still(c) || has_decayed(c)))
		go(c, EVENT_STILL);
}

/* The target is reached: it is the beginning of the next step. */
static void arrive(struct controller *c)
{
	for (int i = 0; i < c->n; i++)
		if (c->alone)
			generator_start(c, i, 0.0);
		else
			c->command->ops->advance(c->command->self, memory_of(c, i));
	c->step++;
	c->first = c->alone;
	c->alone = false;
	c->k = 0.0;
	c->waited = 0;
	c->ticks = adapt_span(&c->adapt, c->words.extrapolate, c->ticks);
	go(c, EVENT_TARGET);
}

bool controller_tick(struct controller *c, const double *force, double *ret_command)
{
	double s;
	bool moves = rate_of(c) > 0.0, reached;

	c->spent[c->state]++;
	c->in_state++;
	c->waited++;
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
			c->speed[i] = 0.0;
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
	if (adapt_on(&c->adapt) && !c->first)
		return;
	c->k *= ticks / c->ticks;
	c->ticks = ticks;
}

void controller_alone(struct controller *c)
{
	c->alone = true;
}

double controller_known(const struct controller *c)
{
	return KNOWN * c->ticks * c->dt;
}

double controller_ahead(const struct controller *c, int channel, double s)
{
	const struct command_ops *ops = c->command->ops;
	const void *self = c->command->self;
	const double *h = memory_of(c, channel);
	double at = fmin((c->k + rate_of(c) * s / c->dt) / c->ticks, 1.0 + KNOWN);

	if (!row[c->state].counts)
		return c->now[channel];
	if (!row[c->state].interpolates)
		return ops->predict(self, h, at);
	if (at <= 1.0 || c->alone)
		return ops->correct(self, h, fmin(at, 1.0));
	memcpy(c->next, h, (size_t)c->command->nstate * sizeof(double));
	ops->advance(self, c->next);
	return ops->predict(self, c->next, at - 1.0);
}

void controller_end(struct controller *c)
{
	go(c, EVENT_END);
}

bool control_state_moves(enum control_state state)
{
	return row[state].counts || row[state].lets_go;
}

const char *control_state_name(enum control_state state)
{
	return state >= CONTROL_READY && state < CONTROL_STATES ? row[state].name : "unknown";
}
