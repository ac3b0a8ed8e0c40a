/* A virtual rig in motion.
 *
 * Time. The rig's clock counts whole ticks: tick k ends at k / rate, and no sum of ticks is ever taken. A command for the test time `instant` is
 * reached at the tick nearest to instant x scale; what rounding takes from one step it gives to the next. Commands for a time not later than
 * the last (an iteration) get a time of their own. With -ramp each command takes ramp and hold, whatever the test time. An element commands
 * nothing while its displacement stays the same, unless it has -checkTime: the next command then takes the time of all these steps.
 *
 * Waiting. Behind a network a command comes late: until then the last one holds, the ticks go on, specimens relax and sensors are read. A rig that
 * is faster than another one of the laboratory waits as long as that one: the computer needs all answers (network.h). The time of waiting
 * is beyond the test's, which goes on where it stopped.
 *
 * Generators. With -known the target of a step is told to the generator of -command only when that share of the step is over: the time that computing takes.
 * Until then it predicts. A target that is known when it is due, not before, is what the generator goes on from at once: of the command at that tick, too.
 *
 * Behind. With -behind n a tick sends the command of n ticks before, which is what the compensator gets. To what was sent last belongs the reading of n ticks
 * before, too: a compensator that learns sees that one, and learns to take out these ticks with the rest; one that feeds back sees the newest.
 *
 * A tick: the command goes straight on towards its target, or as the generator of -command says, and through the compensator where there is one, which
 * sees the displacement read at the last tick; the actuator follows it under the force of the last tick; where velocity or acceleration is under control, the
 * motion is its integral (straight within the tick):
 *   velocity      x += dt (v0 + v1)/2
 *   acceleration  v += dt (a0 + a1)/2,  x += dt v0 + dt^2 (2 a0 + a1)/6;
 * the specimens move there, and all sensors are read.
 */
#include "rig/virtual.h"

#include "experiment/chance.h"
#include "plugin.h"

static const double SETTLE_TIME = 10.0;       /* longest way to rest [s] */
static const double STILL_TIME = 0.2;         /* without motion for so long: at rest [s] */
static const double STILL = 1e-6;             /* of the largest velocity: no motion */
static const double BRAKE_TIME = 0.1;         /* acceleration control brakes with -v / this [s] */

/* --- one tick -------------------------------------------------------------------------------------- */

/* The motion from the quantity under control: y.x is it, y.v and y.a its derivatives. */
static void integrate(struct motion *m, int drive, struct motion y, double dt)
{
	switch (drive) {
	case SLOT_VEL:
		*m = (struct motion){.x = m->x + 0.5 * dt * (m->v + y.x), .v = y.x, .a = y.v};
		break;
	case SLOT_ACCEL:
		*m = (struct motion){.x = m->x + dt * m->v + dt * dt / 6.0 * (2.0 * m->a + y.x), .v = m->v + 0.5 * dt * (m->a + y.x), .a = y.x};
		break;
	default:
		*m = y;
	}
}

static int specimens_move(struct virtual_rig *r, double dt)
{
	struct motion to[SPECIMEN_CHANNELS];
	double force[SPECIMEN_CHANNELS];

	for (int p = 0; p < r->nparts; p++) {
		const struct virtual_part *part = &r->part[p];
		int code;

		for (int j = 0; j < part->specimen->n; j++)
			to[j] = r->channel[part->channel[j]].at;
		code = specimen_advance(part->specimen, r->t, dt, to, force);
		if (code)
			return code;
		for (int j = 0; j < part->specimen->n; j++)
			r->channel[part->channel[j]].force = force[j];
	}
	return 0;
}

static void readings_give(const struct virtual_rig *r, struct signals *daq)
{
	const double unit[READINGS] = {1.0, r->scale, r->scale * r->scale, 1.0};

	for (int k = 0; k < READINGS; k++)
		for (int i = 0; i < r->n; i++)
			daq->x[k][i] = r->channel[i].reading[k] * unit[k];
	daq->x[SLOT_TIME][0] = r->pace.instant;
}

static void sensors_read(struct virtual_rig *r)
{
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];
		const double value[READINGS] = {c->at.x, c->at.v, c->at.a, c->force};

		for (int k = 0; k < READINGS; k++)
			c->reading[k] = sensor_read(&c->sensor[k], value[k], r->t);
		r->speed = fmax(r->speed, fabs(c->at.v));
	}
}

static void row_add(struct virtual_rig *r)
{
	double *x = rows_next(&r->rows);

	if (r->playing || r->tick % r->record != 0)
		return;
	*x++ = r->t;
	for (int i = 0; i < r->n; i++) {
		const struct virtual_channel *c = &r->channel[i];

		*x++ = c->now;
		*x++ = c->at.x;
		*x++ = c->reading[SLOT_DISP];
		*x++ = c->reading[SLOT_FORCE];
	}
	for (int i = 0; i < r->n; i++)
		*x++ = r->plan ? r->drive.channel[i].target : r->channel[i].command;
	if (r->plan)
		*x++ = drive_state(&r->drive);
	rows_put(&r->rows);
}

int virtual_settle_tick(struct virtual_rig *r, double dt)
{
	int code = specimens_move(r, dt);

	if (code)
		return code;
	sensors_read(r);
	row_add(r);
	return 0;
}

/* The row of this tick to all guards, where no drive does it. */
static int guard(struct virtual_rig *r)
{
	enum { STRIDE = sizeof(struct virtual_channel) / sizeof(double) };
	bool tripped = r->rig->lab->trip.cause != TRIP_NONE;
	const struct virtual_channel *c = r->channel;
	const struct monitor_tick k = {.t = r->t, .n = r->n, .stride = STRIDE, .command = &c->now, .measured = &c->reading[SLOT_DISP],
	                               .force = &c->reading[SLOT_FORCE]};
	const struct guard_stop *stop = tripped || r->playing || r->tick % r->record != 0 ? NULL : guards_look(&r->guards, &k);

	_Static_assert(sizeof(struct virtual_channel) % sizeof(double) == 0, "channels are whole numbers of doubles apart");
	if (!stop)
		return 0;
	r->stopped = (struct limits_trip){.cause = LIMITS_GUARD, .channel = -1, .value = stop->value, .hi = stop->limit, .tick = r->tick};
	memcpy(r->stopped.what, stop->what, sizeof(r->stopped.what));
	return ERR_LIMIT;
}

/* After the motions are known. */
static int tick_end(struct virtual_rig *r, double dt)
{
	int code = virtual_settle_tick(r, dt);

	if (code)
		return code;
	readings_give(r, &r->watch);
	code = rig_watch(r->rig, &r->watch);
	return code ? code : guard(r);
}

/* By a generator: the command when this part of the way is over, and beside it, as far as the aim is beside its target, what the actuator follows. */
static double generated(const struct virtual_channel *c, bool met, double part, double *ret_command)
{
	const struct command *g = c->generator.command;
	double off_from = c->aim_from - c->from, off = c->aim - c->command;

	*ret_command = (met ? g->ops->correct : g->ops->predict)(g->self, c->generator.state, part);
	if (!met)
		return *ret_command;
	return *ret_command + off_from + part * (off - off_from);
}

/* The way of a command: straight on, or by a generator; then it holds. */
struct way {
	const struct virtual_channel *channel;
	bool met;
	double now, target, ramp;          /* wanted now, in the end, time to there [s] */
	double part;                       /* that is over */
};

static double way_ahead(const void *path, double s)
{
	const struct way *w = path;
	double command;

	if (w->channel->generator.command && s < w->ramp)
		return generated(w->channel, w->met, w->part + s / w->ramp * (1.0 - w->part), &command);
	if (w->channel->generator.command && !w->met && w->part < 1.0)
		return generated(w->channel, false, 1.0, &command);
	return s < w->ramp ? w->now + s / w->ramp * (w->target - w->now) : w->target;
}

/* What was put into the ring n ticks before; x takes its place. */
static double ring_turn(double *ring, int n, int64_t tick, double x)
{
	double old = x;

	if (n > 0) {
		old = ring[tick % n];
		ring[tick % n] = x;
	}
	return old;
}

/* What waits to be sent is x from now on. */
static void waiting_set(struct virtual_rig *r, struct virtual_channel *c, double x)
{
	for (int k = 0; k < r->behind; k++)
		c->waiting[k] = x;
}

/* What the actuator gets when it shall be at x at the end of the tick, when this part of the way is over; ramp, known: ticks to the target, and to where
 * the way is known. */
static double compensate(const struct virtual_rig *r, struct virtual_channel *c, double x, double part, double ramp, double known)
{
	const struct compensator *compensator = c->compensator.compensator;
	double dt = 1.0 / r->rate_hz, v, seen = ring_turn(c->seen, r->behind, r->tick, c->reading[SLOT_DISP]);
	struct way way = {.channel = c, .met = r->met, .now = x, .target = c->aim, .ramp = ramp * dt, .part = part};
	struct compensator_wish wish = {.known = known * dt, .ahead = way_ahead, .path = &way};

	if (r->behind > 0)
		wish = (struct compensator_wish){0};
	wish.x = ring_turn(c->waiting, r->behind, r->tick, x);
	wish.v = v = (wish.x - c->wanted) / dt;
	wish.a = (v - c->wanted_rate) / dt;
	c->wanted = wish.x;
	c->wanted_rate = v;
	return compensator_apply(&c->compensator, &wish, compensator && compensator->ops->claims.feedback ? c->reading[SLOT_DISP] : seen);
}

/* One tick, after which `ramp` ticks of the way to the target and `hold` ticks there are left. */
static int tick(struct virtual_rig *r, double part, double ramp, double hold)
{
	double dt = 1.0 / r->rate_hz;

	r->tick++;
	r->t = (double)r->tick / r->rate_hz;
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];

		double aim = part < 1.0 ? c->aim_from + part * (c->aim - c->aim_from) : c->aim;

		c->now = part < 1.0 ? c->from + part * (c->command - c->from) : c->command;
		if (r->command && part < 1.0)
			aim = generated(c, r->met, part, &c->now);
		actuator_advance(&c->actuator, compensate(r, c, aim, part, ramp, ramp + hold), c->force);
		integrate(&c->at, r->drive_slot, c->actuator.at, dt);
	}
	return tick_end(r, dt);
}

/* --- one command ----------------------------------------------------------------------------------- */

/* Ticks of ramp and hold for a command. */
static void ticks_plan(struct virtual_rig *r, double instant, double *ret_ramp, double *ret_hold)
{
	double n;

	*ret_hold = 0.0;
	if (r->ramp > 0.0) {
		*ret_ramp = fmax(round(r->ramp * r->rate_hz), 1.0);
		*ret_hold = round(r->hold * r->rate_hz);
		return;
	}
	n = pace_ticks(&r->pace, instant);
	if (n == 0.0)
		n = fmax(round(r->iteration * r->rate_hz), 1.0);
	*ret_ramp = n;
}

/* All channels have a new target: the generators are told at abscissa xi, and again when it is reached. */
static void generators_aim(struct virtual_rig *r, const struct signals *ctrl, double step, double xi)
{
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];
		struct command_target t = {.x = c->command, .v = ctrl->x[SLOT_VEL][i], .a = ctrl->x[SLOT_ACCEL][i], .step = fmax(step, 0.0)};
		double now = xi > 0.0 ? r->command->ops->predict(r->command->self, c->generator.state, xi) : c->now;

		r->command->ops->target(r->command->self, c->generator.state, &t, now, xi);
	}
	r->met = true;
}

static void generators_advance(struct virtual_rig *r)
{
	for (int i = 0; i < r->n && r->met; i++)
		r->command->ops->advance(r->command->self, r->channel[i].generator.state);
	r->met = false;
}

/* The target became known when it was due: the generators go on from it. */
static void generators_pass(struct virtual_rig *r)
{
	generators_advance(r);
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];

		c->command = c->aim = r->command->ops->predict(r->command->self, c->generator.state, 0.0);
	}
}

/* Before tick k of a way of so many. */
static void generators_look(struct virtual_rig *r, const struct signals *ctrl, double step, double k, double ramp)
{
	double s = r->known > 0.0 ? k / ramp : 0.0;

	if (!r->command || r->met || k > ramp)
		return;
	if (s < 1.0 && s >= r->known) {
		generators_aim(r, ctrl, step, s);
	} else if (k == ramp) {
		generators_aim(r, ctrl, step, (k - 1.0) / ramp);
		generators_pass(r);
	}
}

static int run_ticks(struct virtual_rig *r, const struct signals *ctrl, double step, double instant)
{
	double ramp, hold;

	ticks_plan(r, instant, &ramp, &hold);
	if (!(ramp + hold <= (double)PACE_MOST)) {
		r->crowd = ramp + hold;
		return ERR_LIMIT;
	}
	for (double k = 1.0; k <= ramp + hold; k += 1.0) {
		double left = fmax(ramp - k, 0.0);
		int code;

		generators_look(r, ctrl, step, k, ramp);
		code = tick(r, k < ramp ? k / ramp : 1.0, left, ramp + hold - k - left);
		if (code)
			return code;
	}
	return 0;
}

/* Ticks until the command is here; ret_lost: the code of a site that is lost, for when they are over. */
int virtual_wait(struct virtual_rig *r, double instant, double *ret_ticks, int *ret_lost)
{
	double behind, sent, wait = 0.0;

	network_round_join(r->round, &r->turn, instant);
	behind = r->round->sent - r->late;
	sent = r->t + behind;
	*ret_lost = network_exchange(&r->network, sent, &wait);
	if (*ret_lost)
		wait = network_patience(r->network.network);
	*ret_ticks = fmax(round((behind + wait) * r->rate_hz), 0.0);
	if (!(*ret_ticks <= (double)PACE_MOST)) {
		r->crowd = *ret_ticks;
		return ERR_LIMIT;
	}
	r->silent = *ret_lost ? sent : NAN;
	return 0;
}

/* Ticks beyond the test's own time. */
void virtual_late(struct virtual_rig *r, double ticks)
{
	r->late += ticks / r->rate_hz;
	r->round->late = fmax(r->round->late, r->late);
}

/* The last command holds until the next one is here. */
static int command_wait(struct virtual_rig *r, double instant)
{
	double ticks;
	int lost, code = virtual_wait(r, instant, &ticks, &lost);

	for (double k = 0.0; k < ticks && !code; k += 1.0)
		code = tick(r, 1.0, 0.0, 0.0);
	if (code) {
		r->silent = NAN;               /* a specimen failed before the network did */
		return code;
	}
	virtual_late(r, ticks);
	return lost;
}

/* Without ticks: at once at the target, with the velocity and the acceleration that were commanded. */
static int jump(struct virtual_rig *r, const struct signals *ctrl, double instant)
{
	double t = r->t, dt;

	if (instant < r->pace.instant) {
		r->pace.origin = instant;
		r->base = t;
	}
	r->t = r->base + (instant - r->pace.origin) * r->scale;
	dt = r->t - t;
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];
		double rate[SLOT_FORCE] = {0.0, ctrl->x[SLOT_VEL][i] / r->scale, ctrl->x[SLOT_ACCEL][i] / (r->scale * r->scale)};
		struct motion y = {.x = c->aim, .v = r->drive_slot == SLOT_VEL ? rate[SLOT_ACCEL] : rate[SLOT_VEL], .a = rate[SLOT_ACCEL]};

		c->now = c->command;
		integrate(&c->at, r->drive_slot, y, dt);
	}
	r->tick++;
	return tick_end(r, dt);
}

/* Steps of the test; with -ramp their time is known before. */
static int compensators_reach(struct virtual_rig *r, double step)
{
	int code = 0;

	for (int i = 0; i < r->n && !code && (r->command || r->plan) && r->ramp == 0.0 && step > 0.0; i++)
		code = compensator_reach(&r->reach, &r->channel[i].compensator, step * r->scale);
	return code;
}

int virtual_command(void *self, const struct signals *ctrl, double instant)
{
	struct virtual_rig *r = self;
	double unit = r->drive_slot == SLOT_DISP ? 1.0 : r->drive_slot == SLOT_VEL ? 1.0 / r->scale : 1.0 / (r->scale * r->scale);
	double step = instant - r->pace.instant;
	int code = 0;

	if (r->resting)
		return ERR_STATE;
	rows_begin(&r->rows);
	code = compensators_reach(r, rig_step(r->rig, instant, r->pace.instant));
	if (code)
		return code;
	if (r->plan)
		return virtual_drive_command(r, ctrl, instant);
	if (r->rate_hz > 0.0 && r->drive_slot == SLOT_DISP)
		code = command_wait(r, instant);
	if (code)
		return code;
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];

		c->from = c->command;
		c->command = ctrl->x[r->drive_slot][i] * unit;
		c->aim_from = c->aim;
		c->aim = actuator_aim(&c->actuator, c->command);
	}
	code = r->rate_hz > 0.0 ? run_ticks(r, ctrl, step, instant) : jump(r, ctrl, instant);
	generators_advance(r);
	r->pace.instant = instant;
	return code;
}

int virtual_measure(void *self, struct signals *daq)
{
	struct virtual_rig *r = self;
	int code = r->plan ? virtual_drive_measure(r) : 0;

	if (!code)
		readings_give(r, daq);
	return code;
}

int virtual_commit(void *self)
{
	struct virtual_rig *r = self;

	r->agreed = r->pace;
	rows_close(&r->rows);
	return 0;
}

/* --- beginning and end ----------------------------------------------------------------------------- */

/* Seeds are read here, so that a script may give its seed anywhere before the first element joins. */
int virtual_start(void *self, struct err *e)
{
	struct virtual_rig *r = self;
	double dt = r->rate_hz > 0.0 ? 1.0 / r->rate_hz : 0.0;
	const struct network *net = r->network.network;
	int code;

	network_start(&r->network, *r->seed, chance_of(CHANCE_NETWORK, net ? net->tag : 0, r->rig->tag, 0, 0));
	for (int i = 0; i < r->n; i++) {
		struct virtual_channel *c = &r->channel[i];
		const struct actuator *ac = c->actuator.actuator;

		if (r->command)
			command_start(&c->generator, c->command, 0.0);
		actuator_start(&c->actuator, *r->seed, chance_of(CHANCE_ACTUATOR, ac ? ac->tag : 0, r->rig->tag, i, 0));
		compensator_start(&c->compensator, 0.0);
		for (int k = 0; k < READINGS; k++) {
			const struct sensor *s = c->sensor[k].sensor;

			sensor_start(&c->sensor[k], dt, *r->seed, chance_of(CHANCE_SENSOR, s ? s->tag : 0, r->rig->tag, i, k));
		}
	}
	code = specimens_move(r, 0.0);
	if (code)
		return err_set(e, code, "expControl VirtualRig", "rig %d: a specimen does not answer at rest: %s", r->rig->tag, err_message(code));
	sensors_read(r);
	return r->plan ? virtual_drive_start(r, e) : 0;
}

/* Where the command shall go so that the channel comes to rest. */
static double hold_at(const struct virtual_rig *r, const struct virtual_channel *c)
{
	return r->drive_slot == SLOT_DISP ? c->actuator.reference : r->drive_slot == SLOT_VEL ? 0.0 : -c->at.v / BRAKE_TIME;
}

bool virtual_rest(void *self)
{
	struct virtual_rig *r = self;
	double still = 0.0;
	bool rests = true;

	if (r->plan) {
		rests = virtual_drive_rest(r);
		r->resting = true;
	}
	for (int i = 0; i < r->n; i++)
		waiting_set(r, &r->channel[i], hold_at(r, &r->channel[i]));
	for (double k = 0.0; !r->resting && k < SETTLE_TIME * r->rate_hz && still < STILL_TIME * r->rate_hz; k += 1.0) {
		double fastest = 0.0;

		for (int i = 0; i < r->n; i++) {
			struct virtual_channel *c = &r->channel[i];

			compensator_off(&c->compensator);
			c->command = c->aim = hold_at(r, c);
		}
		if (tick(r, 1.0, 0.0, 0.0))
			break;
		for (int i = 0; i < r->n; i++)
			fastest = fmax(fastest, fabs(r->channel[i].at.v));
		still = fastest <= STILL * r->speed ? still + 1.0 : 0.0;
	}
	r->resting = true;
	return rests;
}

int virtual_acknowledge(void *self, struct err *e)
{
	struct virtual_rig *r = self;
	int code = r->plan ? virtual_drive_go_on(r, e) : 0;

	for (int i = 0; i < r->n && !code; i++) {
		struct virtual_channel *c = &r->channel[i];

		c->from = c->aim_from = c->aim = c->command;
		waiting_set(r, c, c->command);
		if (r->command)
			command_start(&c->generator, c->command, 0.0);
		if (r->plan)
			continue;                      /* its drive has begun anew, with them */
		compensator_start(&c->compensator, c->command);
		c->wanted = c->command;
		c->wanted_rate = 0.0;
	}
	if (!code) {
		r->pace = r->agreed;
		r->crowd = 0.0;
		r->resting = false;
		r->stopped.cause = LIMITS_OK;
	}
	return code;
}

int virtual_ticks(const void *self)
{
	return ((const struct virtual_rig *)self)->rows.n;
}

void virtual_tick(const void *self, int i, double *ret_x)
{
	const struct rows *rows = &((const struct virtual_rig *)self)->rows;

	memcpy(ret_x, rows_at(rows, i), (size_t)rows->columns * sizeof(double));
}
