/* Limits and trip: what limits.h promises. Its words are in limits_words.c.
 *
 * Not tripped, the wanted command is what is sent, bit for bit. Let x be what was sent last: a command y is too fast when
 *   |y - x| > velocity dt (1 + 1e-9) + 4 eps max(|x|, |y|),    eps = 2^-52,
 * so that what moves exactly at the limit does not trip by the rounding of its own sums. Tripped, x plus the step of the policy is sent, moved into the
 * stroke: one addition, which exceeds the step by eps/2 of the sum at most.
 */
#include "control/limits.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double SLACK = 1e-9;          /* of a change at the limit of velocity: rounding */
static const double TICK_SLACK = 1e-3;     /* of a tick: times are sums of ticks */
static const double STEADY = 0.5;          /* mean velocity over the fastest: cubics of a generator that begins at rest end at 11/6 of their mean */
static const double LOST_S = 1.0;          /* without a watchdog a force that has not come for so long is lost [s] */

static const struct limits_words NO_LIMITS = {
	.stroke_lo = -INFINITY, .stroke_hi = INFINITY, .velocity = INFINITY, .force_lo = -INFINITY, .force_hi = INFINITY,
	.following = INFINITY, .watchdog_s = INFINITY, .late_s = INFINITY, .policy = LIMITS_HOLD,
};

/* --- beginning ------------------------------------------------------------------------------------- */

static double largest_force(const struct limits_words *w)
{
	return fmax(fabs(w->force_lo), fabs(w->force_hi));
}

int limits_setup(struct limits *l, int n, double dt, const struct limits_plan *const *plan, struct arena *mem, struct err *e)
{
	*l = (struct limits){.n = n, .dt = dt};
	if (!(dt > 0.0 && isfinite(dt))) {
		err_set(e, ERR_RANGE, "limits", "length of a tick");
		err_value(e, "%g", dt);
		err_allowed(e, "> 0");
		return ERR_RANGE;
	}
	l->channel = ARENA_ARRAY(mem, (size_t)n + 1, struct limits_channel);
	if (!l->channel)
		return err_set(e, ERR_MEMORY, "limits", "no memory for %d channels", n);
	for (int i = 0; i < n; i++) {
		struct limits_words *w = &l->channel[i].words;

		*w = plan[i] ? plan[i]->words : NO_LIMITS;
		if (isnan(w->trip_velocity))
			w->trip_velocity = 0.1 * w->velocity;
		if (isnan(w->zero_force))
			w->zero_force = 0.001 * largest_force(w);
	}
	return 0;
}

/* The clocks of what must last before it trips begin anew. */
static void clocks_start(struct limits *l)
{
	l->trip = (struct limits_trip){.cause = LIMITS_OK, .channel = -1};
	l->silent_s = 0.0;
	l->rests = false;
	for (int i = 0; i < l->n; i++) {
		l->channel[i].beyond_s = l->channel[i].waits_s = 0.0;
		l->channel[i].resting = false;
	}
}

/* --- what trips ------------------------------------------------------------------------------------ */

bool limits_tripped(const struct limits *l)
{
	return l->trip.cause != LIMITS_OK;
}

/* Keeps the first cause. */
static void trip(struct limits *l, enum limits_cause cause, int channel, double value, double lo, double hi)
{
	if (!limits_tripped(l))
		l->trip = (struct limits_trip){.cause = cause, .channel = channel, .value = value, .lo = lo, .hi = hi, .tick = l->tick};
}

bool limits_trip(struct limits *l, enum limits_cause cause, int channel, double value)
{
	bool first = !limits_tripped(l) && cause > LIMITS_OK && cause < LIMITS_CAUSES;

	if (first)
		trip(l, cause, channel, value, -INFINITY, INFINITY);
	return first;
}

bool limits_stop(struct limits *l, const struct guard_stop *why)
{
	bool first = !limits_tripped(l);

	if (!first)
		return false;
	trip(l, LIMITS_GUARD, -1, why->value, -INFINITY, why->limit);
	memcpy(l->trip.what, why->what, sizeof(l->trip.what));
	return true;
}

const struct limits_row limits_rows[] = {
	{"-strokeMin", offsetof(struct limits_words, stroke_lo), false, "least of commands and measured displacements [length]"},
	{"-strokeMax", offsetof(struct limits_words, stroke_hi), true, "most of commands and measured displacements [length]"},
	{"-velocity", offsetof(struct limits_words, velocity), true, "most of a command's change [length/s of laboratory time]"},
	{"-forceMin", offsetof(struct limits_words, force_lo), false, "least measured force [force]"},
	{"-forceMax", offsetof(struct limits_words, force_hi), true, "most measured force [force]"},
	{"-following", offsetof(struct limits_words, following), true, "most of |sent - measured| [length]"},
	{0},
};

double limits_get(const struct limits *l, int channel, size_t offset)
{
	double x;

	memcpy(&x, (const char *)&l->channel[channel].words + offset, sizeof(x));
	return x;
}

void limits_tighten(struct limits *l, int channel, size_t offset, double value)
{
	double now = limits_get(l, channel, offset);

	for (const struct limits_row *r = limits_rows; r->name; r++)
		if (r->offset == offset && (r->from_above ? value < now : value > now))
			memcpy((char *)&l->channel[channel].words + offset, &value, sizeof(value));
}

bool limits_operator(struct limits *l, const struct stop_word *w)
{
	_Static_assert(sizeof(l->trip.what) >= STOP_WHO, "the name has room");
	bool first = !limits_tripped(l);

	if (first) {
		trip(l, LIMITS_OPERATOR, -1, 0.0, -INFINITY, INFINITY);
		stop_who(w, l->trip.what);
	}
	return first;
}

/* A number that is none, or outside. */
static void inside(struct limits *l, int channel, double value, enum limits_cause number, enum limits_cause outside, double lo, double hi)
{
	if (!isfinite(value))
		trip(l, number, channel, value, -INFINITY, INFINITY);
	else if (value < lo || value > hi)
		trip(l, outside, channel, value, lo, hi);
}

void limits_start(struct limits *l, const double *x)
{
	clocks_start(l);
	l->number = INT64_MIN;
	l->tick = 0;
	for (int i = 0; i < l->n; i++) {
		const struct limits_words *w = &l->channel[i].words;
		double at = isfinite(x[i]) ? x[i] : fmin(fmax(0.0, w->stroke_lo), w->stroke_hi);

		l->channel[i].zero = l->channel[i].sent = at;
		inside(l, i, x[i], LIMITS_COMMAND_NUMBER, LIMITS_COMMAND_STROKE, w->stroke_lo, w->stroke_hi);
	}
}

static void look_at_command(struct limits *l, int i, double wanted)
{
	const struct limits_channel *c = &l->channel[i];
	const struct limits_words *w = &c->words;
	double change = wanted - c->sent, most = w->velocity * l->dt;

	inside(l, i, wanted, LIMITS_COMMAND_NUMBER, LIMITS_COMMAND_STROKE, w->stroke_lo, w->stroke_hi);
	if (fabs(change) > most * (1.0 + SLACK) + 4.0 * DBL_EPSILON * fmax(fabs(wanted), fabs(c->sent)))
		trip(l, LIMITS_COMMAND_VELOCITY, i, change / l->dt, -w->velocity, w->velocity);
}

/* Commands may be made of readings: what is no number there is looked at before them. */
static void look_at_numbers(struct limits *l, int i, double x, double force)
{
	inside(l, i, x, LIMITS_MEASURED_NUMBER, LIMITS_MEASURED_NUMBER, -INFINITY, INFINITY);
	inside(l, i, force, LIMITS_MEASURED_NUMBER, LIMITS_MEASURED_NUMBER, -INFINITY, INFINITY);
}

/* elapsed: since the reading before. */
static void look_at_reading(struct limits *l, int i, double x, double force, double elapsed)
{
	struct limits_channel *c = &l->channel[i];
	const struct limits_words *w = &c->words;

	inside(l, i, x, LIMITS_MEASURED_NUMBER, LIMITS_MEASURED_STROKE, w->stroke_lo, w->stroke_hi);
	inside(l, i, force, LIMITS_MEASURED_NUMBER, LIMITS_MEASURED_FORCE, w->force_lo, w->force_hi);
	c->beyond_s = fabs(x - c->sent) > w->following ? c->beyond_s + elapsed : 0.0;
	if (c->beyond_s > w->following_s + TICK_SLACK * l->dt)
		trip(l, LIMITS_FOLLOWING, i, x - c->sent, -w->following, w->following);
}

static void look_at_time(struct limits *l, double late_s)
{
	double watchdog = INFINITY, late = INFINITY;

	for (int i = 0; i < l->n; i++) {
		watchdog = fmin(watchdog, l->channel[i].words.watchdog_s);
		late = fmin(late, l->channel[i].words.late_s);
	}
	if (l->silent_s > watchdog + TICK_SLACK * l->dt)
		trip(l, LIMITS_SILENT, -1, l->silent_s, 0.0, watchdog);
	if (late_s > late + TICK_SLACK * l->dt)
		trip(l, LIMITS_LATE, -1, late_s, 0.0, late);
}

/* --- what is sent ---------------------------------------------------------------------------------- */

/* From x by a step, as far as the stroke goes. From outside the stroke, where only a start can be, it goes in by that step. */
static double stepped(const struct limits_words *w, double x, double step)
{
	double to = x + step;

	return step < 0.0 ? fmax(to, fmin(x, w->stroke_lo)) : fmin(to, fmax(x, w->stroke_hi));
}

/* What a tick has brought of a channel. */
struct sample {
	double x, force;
	double elapsed;                    /* since the one before [s] */
};

/* Of the way to rest, in a tick: the limit of velocity may have become tighter than -tripVelocity since. */
static double farthest(const struct limits *l, const struct limits_words *w)
{
	return fmin(w->trip_velocity, w->velocity) * l->dt;
}

static double held(const struct limits *l, struct limits_channel *c, const struct sample *now)
{
	(void)l, (void)now;
	c->resting = true;
	return c->sent;
}

/* To the set-point of the start, or as near as a stroke that was made tighter lets it. */
static double ramped(const struct limits *l, struct limits_channel *c, const struct sample *now)
{
	const struct limits_words *w = &c->words;
	double goal = fmin(fmax(c->zero, fmin(c->sent, w->stroke_lo)), fmax(c->sent, w->stroke_hi)), way = goal - c->sent, most = farthest(l, w);
	double to = fabs(way) <= most ? goal : c->sent + copysign(most, way);

	(void)now;
	c->resting = to == goal;
	return to;
}

/* A specimen that does not follow is not run away from. */
static bool leaves(const struct limits_channel *c, double x, double to)
{
	return fabs(to - x) > c->words.following && fabs(to - x) > fabs(c->sent - x);
}

/* Moves in ticks that bring a force. Where none comes any more, or a specimen does not come along, it rests; before that it may go on. */
static double unloaded(const struct limits *l, struct limits_channel *c, const struct sample *now)
{
	const struct limits_words *w = &c->words;
	double to = c->sent, patience = fmin(w->watchdog_s, LOST_S) + TICK_SLACK * l->dt;
	bool waits;

	if (!now) {
		c->resting = c->resting || l->silent_s > patience;
		return to;
	}
	if (isfinite(now->force) && isfinite(now->x) && fabs(now->force) > w->zero_force)
		to = stepped(w, c->sent, fmin(fmax(-now->force / largest_force(w), -1.0), 1.0) * farthest(l, w));
	waits = leaves(c, now->x, to);
	if (waits)
		to = c->sent;
	c->waits_s = waits ? c->waits_s + now->elapsed : 0.0;
	c->resting = waits ? c->waits_s > patience : to == c->sent;
	return to;
}

/* The next command of a tripped channel; now: NULL when this tick brought no new reading. */
static double (*const policy[])(const struct limits *l, struct limits_channel *c, const struct sample *now) = {
	[LIMITS_HOLD] = held, [LIMITS_RAMP] = ramped, [LIMITS_UNLOAD] = unloaded,
};

static double tripped_command(const struct limits *l, int i, const struct device_reading *reading, double elapsed)
{
	struct limits_channel *c = &l->channel[i];
	struct sample now;

	if (l->rests)
		return c->sent;
	if (!reading)
		return policy[c->words.policy](l, c, NULL);
	now = (struct sample){.x = reading->x[SLOT_DISP][i], .force = reading->x[SLOT_FORCE][i], .elapsed = elapsed};
	return policy[c->words.policy](l, c, &now);
}

/* --- one tick -------------------------------------------------------------------------------------- */

/* Everything there is to look at, in the order of limits.h. reading: NULL when there is no new one. */
static void look(struct limits *l, const double *wanted, const struct device_reading *reading, double elapsed, double late_s)
{
	for (int i = 0; i < l->n && reading; i++)
		look_at_numbers(l, i, reading->x[SLOT_DISP][i], reading->x[SLOT_FORCE][i]);
	for (int i = 0; i < l->n; i++)
		look_at_command(l, i, wanted[i]);
	for (int i = 0; i < l->n && reading; i++)
		look_at_reading(l, i, reading->x[SLOT_DISP][i], reading->x[SLOT_FORCE][i], elapsed);
	look_at_time(l, late_s);
}

enum limits_cause limits_apply(struct limits *l, const double *wanted, const struct device_reading *r, int64_t missed, double *ret_sent)
{
	const struct device_reading *reading = r && r->number > l->number ? r : NULL;
	double late_s = missed > 0 ? (double)missed * l->dt : 0.0, elapsed = l->silent_s + late_s + l->dt;
	bool before = limits_tripped(l);

	l->tick++;
	l->silent_s = reading ? 0.0 : elapsed;
	if (reading)
		l->number = reading->number;
	if (!before)
		look(l, wanted, reading, elapsed, late_s);
	if (r && r->stopped)
		trip(l, LIMITS_PEER, -1, 0.0, -INFINITY, INFINITY);
	for (int i = 0; i < l->n; i++) {
		l->channel[i].sent = limits_tripped(l) ? tripped_command(l, i, reading, elapsed) : wanted[i];
		ret_sent[i] = l->channel[i].sent;
	}
	l->rests = limits_at_rest(l);
	return before ? LIMITS_OK : l->trip.cause;
}

bool limits_at_rest(const struct limits *l)
{
	for (int i = 0; i < l->n && !l->rests; i++)
		if (!l->channel[i].resting)
			return false;
	return limits_tripped(l);
}

void limits_acknowledge(struct limits *l)
{
	clocks_start(l);
}

double limits_return(const struct limits *l, int channel)
{
	const struct limits_words *w = &l->channel[channel].words;
	double most = STEADY * w->velocity;

	return w->policy == LIMITS_HOLD ? most : fmin(w->trip_velocity, most);
}
